//! Inline assembly that is understood: text without instructions, barriers, and the idioms of one instruction that programs
//! use where a language has no operator: byte swaps, rotations, copies, traps.
//!
//! A template is a list of statements. Those that order accesses or do nothing are passed over; of the others there may
//! be one, and it must be a row of [`IDIOMS`]. All else is refused by its text when it is reached.

/// What an understood template does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Nothing: outputs are the inputs that they are tied to.
    Nothing,
    /// One instruction that changes one operand.
    Instruction(Instruction),
}

/// An instruction of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    /// What it does.
    pub(super) idiom: Idiom,
    /// The width that the mnemonic or an operand says, if one does.
    pub(super) bits: Option<u32>,
    /// Its operands as written, the destination last.
    pub(super) operands: Vec<Written>,
}

/// An operand as written in a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    /// The operand of the statement with this number.
    Number(usize),
    /// A constant.
    Immediate(u64),
    /// The register that holds counts of shifts.
    CountRegister,
}

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Idiom {
    /// Reverses the bytes of its operand.
    SwapBytes,
    /// Rotates its last operand left by the first, or by one.
    RotateLeft,
    /// Rotates its last operand right by the first, or by one.
    RotateRight,
    /// Copies the first operand to the last.
    Copy,
    /// Ends the program.
    Trap,
}

/// Statements without an effect on one thread, blanks removed.
const NO_EFFECT: &[&str] = &[
    "mfence",
    "lfence",
    "sfence",
    "pause",
    "nop",
    "repnop",
    "rep",
    "endbr64",
    "endbr32",
    "lockaddl$$0,0(%rsp)",
    "lockaddl$$0,(%rsp)",
    "lockaddl$$0,0(%esp)",
    "lockaddl$$0,(%esp)",
    "lockorl$$0,(%rsp)",
    "lockorq$$0,(%rsp)",
];

/// Mnemonics without the letter of a width, and what they do.
const IDIOMS: &[(&str, Idiom)] = &[
    ("bswap", Idiom::SwapBytes),
    ("rol", Idiom::RotateLeft),
    ("ror", Idiom::RotateRight),
    ("mov", Idiom::Copy),
    ("ud2", Idiom::Trap),
    ("int3", Idiom::Trap),
];

/// Letters that end a mnemonic or modify an operand, and the width that each says.
const WIDTHS: &[(char, u32)] = &[('b', 8), ('w', 16), ('l', 32), ('k', 32), ('q', 64)];

/// Returns true if the mnemonics of the tables are those of the machine with this triple. On others the same words may mean
/// something else: the destination comes first on ARM.
pub(super) fn is_known_machine(triple: &str) -> bool {
    let machine = triple.split('-').next().unwrap_or_default();
    matches!(machine, "x86_64" | "i386" | "i486" | "i586" | "i686")
}

/// What a template in AT&T syntax does; none if it is not understood.
pub(super) fn meaning(template: &str) -> Option<Meaning> {
    let mut statements = statements(template);
    match (statements.next(), statements.next()) {
        (None, _) => Some(Meaning::Nothing),
        (Some(one), None) => instruction(&one).map(Meaning::Instruction),
        _ => None,
    }
}

/// The statements of a template that do something.
fn statements(template: &str) -> impl Iterator<Item = String> {
    // A prefix may stand as a statement of its own: `lock; addl ...`.
    let template = template.replace("lock;", "lock ");
    let lines: Vec<String> =
        template.split('\n').map(|line| line.split('#').next().unwrap_or_default().to_owned()).collect();
    let statements: Vec<String> =
        lines.iter().flat_map(|line| line.split(';')).map(|text| text.trim().to_owned()).collect();
    let has_effect = |text: &String| {
        let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        !compact.is_empty() && !NO_EFFECT.contains(&compact.as_str())
    };
    statements.into_iter().filter(has_effect)
}

fn instruction(statement: &str) -> Option<Instruction> {
    let (mnemonic, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
    let (idiom, mut bits) = idiom(mnemonic)?;
    let mut operands = Vec::new();
    for text in rest.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let (operand, width) = operand(text)?;
        operands.push(operand);
        // The destination comes last and decides, unless the mnemonic has.
        bits = bits.or(width.filter(|_| operands.len() == rest.split(',').count()));
    }
    let count = operands.len();
    let fits = match idiom {
        Idiom::SwapBytes => count == 1,
        Idiom::RotateLeft | Idiom::RotateRight => count == 1 || count == 2,
        Idiom::Copy => count == 2,
        Idiom::Trap => count == 0,
    };
    fits.then_some(Instruction { idiom, bits, operands })
}

/// The row of a mnemonic, and the width that its last letter says.
fn idiom(mnemonic: &str) -> Option<(Idiom, Option<u32>)> {
    IDIOMS.iter().find_map(|&(name, idiom)| {
        let mut rest = mnemonic.strip_prefix(name)?.chars();
        let bits = match rest.next() {
            None => None,
            Some(letter) => Some(width(letter)?),
        };
        rest.next().is_none().then_some((idiom, bits))
    })
}

fn width(letter: char) -> Option<u32> {
    WIDTHS.iter().find(|(known, _)| *known == letter).map(|&(_, bits)| bits)
}

/// `$0`, `${0:w}`, `$$8` or `%cl`, with the width that a modifier says.
fn operand(text: &str) -> Option<(Written, Option<u32>)> {
    if matches!(text, "%cl" | "%%cl") {
        return Some((Written::CountRegister, None));
    }
    if let Some(number) = text.strip_prefix("$$") {
        let hexadecimal = number.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
        return Some((Written::Immediate(hexadecimal.unwrap_or_else(|| number.parse()).ok()?), None));
    }
    let inner = text.strip_prefix('$')?;
    match inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        None => Some((Written::Number(inner.parse().ok()?), None)),
        Some(inner) => {
            let (number, modifier) = inner.split_once(':')?;
            let mut letters = modifier.chars();
            let bits = width(letters.next()?)?;
            letters.next().is_none().then_some(())?;
            Some((Written::Number(number.parse().ok()?), Some(bits)))
        }
    }
}

/// An operand of an assembly statement, by its constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constraint {
    /// An output in a register: which part of the result.
    Output(usize),
    /// An output in memory: which argument has the address.
    Memory(usize),
    /// An input: which argument it is.
    Input {
        /// The argument.
        argument: usize,
        /// The operand whose place it shares.
        tied: Option<usize>,
        /// Whether it is in the register that holds counts of shifts.
        in_count_register: bool,
    },
}

/// The operands of a statement, in the order of their numbers, from its constraint string.
pub(super) fn constraints(text: &str) -> Vec<Constraint> {
    let (mut outputs, mut arguments) = (0.., 0..);
    let next = |counter: &mut std::ops::RangeFrom<usize>| counter.next().expect("numbers do not end");
    let pieces = text.split(',').filter(|piece| !piece.is_empty() && !piece.starts_with(['~', '!']));
    pieces
        .map(|piece| match piece.strip_prefix('=') {
            Some(rest) if rest.contains('*') => Constraint::Memory(next(&mut arguments)),
            Some(_) => Constraint::Output(next(&mut outputs)),
            None => Constraint::Input {
                argument: next(&mut arguments),
                tied: piece.trim_start_matches('%').parse().ok(),
                in_count_register: piece.contains("{cx}") || piece.contains("{cl}"),
            },
        })
        .collect()
}

/// The argument that is tied to an operand.
pub(super) fn tied_argument(constraints: &[Constraint], operand: usize) -> Option<usize> {
    constraints.iter().find_map(|constraint| match *constraint {
        Constraint::Input { argument, tied, .. } if tied == Some(operand) => Some(argument),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(idiom: Idiom, bits: Option<u32>, operands: &[Written]) -> Option<Meaning> {
        Some(Meaning::Instruction(Instruction { idiom, bits, operands: operands.to_vec() }))
    }

    #[test]
    fn barriers_do_nothing() {
        for text in ["", " \n\t", "mfence", "rep; nop", "lock; addl $$0,0(%rsp)", "# a comment\n", "pause ; nop"] {
            assert_eq!(meaning(text), Some(Meaning::Nothing), "{text:?}");
        }
    }

    #[test]
    fn idioms_are_known_with_their_widths() {
        use Written::{CountRegister, Immediate, Number};
        assert_eq!(meaning("bswap $0"), one(Idiom::SwapBytes, None, &[Number(0)]));
        assert_eq!(meaning("bswapl ${0:k}"), one(Idiom::SwapBytes, Some(32), &[Number(0)]));
        assert_eq!(meaning("bswap ${0:q}"), one(Idiom::SwapBytes, Some(64), &[Number(0)]));
        assert_eq!(meaning("rorw $$8, ${0:w}"), one(Idiom::RotateRight, Some(16), &[Immediate(8), Number(0)]));
        assert_eq!(meaning("roll %cl,$0"), one(Idiom::RotateLeft, Some(32), &[CountRegister, Number(0)]));
        assert_eq!(meaning("rolq ${1:b}, $0"), one(Idiom::RotateLeft, Some(64), &[Number(1), Number(0)]));
        assert_eq!(meaning("rol $0"), one(Idiom::RotateLeft, None, &[Number(0)]));
        assert_eq!(meaning("movl $1, $0"), one(Idiom::Copy, Some(32), &[Number(1), Number(0)]));
        assert_eq!(meaning("ud2"), one(Idiom::Trap, None, &[]));
    }

    #[test]
    fn only_one_family_of_machines_is_known() {
        assert!(is_known_machine("x86_64-pc-linux-gnu") && is_known_machine("i686-pc-linux-gnu"));
        assert!(!is_known_machine("aarch64-unknown-linux-gnu") && !is_known_machine(""));
    }

    #[test]
    fn all_else_is_refused() {
        let texts = [
            "cpuid",
            "bswapl $0; bswapl $1",
            "rolx $0",
            "bswap",
            "roll $1, $2, $0",
            "mov %eax, $0",
            "lock xaddl $0, $1",
        ];
        for text in texts {
            assert_eq!(meaning(text), None, "{text:?}");
        }
    }

    #[test]
    fn constraints_number_outputs_and_arguments_apart() {
        let found = constraints("=*m,=r,1,{cx},*m,~{memory},~{dirflag}");
        let input = |argument, tied, in_count_register| Constraint::Input { argument, tied, in_count_register };
        assert_eq!(
            found,
            [
                Constraint::Memory(0),
                Constraint::Output(0),
                input(1, Some(1), false),
                input(2, None, true),
                input(3, None, false)
            ]
        );
        assert_eq!(tied_argument(&found, 1), Some(1));
        assert_eq!(tied_argument(&found, 0), None);
    }
}
