//! What LLVM defines: intrinsics, as rows of tables, one table for each group.
//!
//! A name is looked up without the suffix that tells its types (`llvm.ctlz.i32` is `ctlz`); of several rows the one with
//! the longest name is meant. What is in no table is refused by name when it is reached.

mod control;
mod fixed;
mod float;
mod hints;
mod integer;
mod locals;
mod memory;
mod relative;
mod varargs;
mod vector;

pub(crate) use control::type_id;

use braid_code::{Intrinsic, IntrinsicCall, Intrinsics, Scalar};
use braid_expr::{ExprId, ExprPool, MAX_WIDTH};
use braid_state::{State, Value};
use smallvec::{SmallVec, smallvec};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::Stop;

/// The parts of a result.
pub(crate) type Parts = SmallVec<[Value; 2]>;

/// What carries an intrinsic out: the values of the operands in, the parts of the result out.
pub(crate) type Run = fn(&mut Executor, &mut State, &IntrinsicCall, &[Value]) -> Result<Parts, Stop>;

/// An intrinsic.
pub(crate) struct Row {
    /// Its name without `llvm.` and types.
    name: &'static str,
    /// What its operands are, one letter for each: see [`fits`]. There may be more.
    operands: &'static str,
    /// Whether it works on the lanes of vectors one by one.
    pub(crate) lane_wise: bool,
    /// What carries it out.
    action: Action,
}

/// What carries an intrinsic out.
enum Action {
    /// Anything that an executor can do.
    Run(Run),
    /// A function of integers of one width, on words and on terms.
    Pure(Words, Terms),
    /// The same, with a result that is poison for some operands.
    Partial(Words, Terms, &'static Partial),
}

/// Where a function has no result.
struct Partial {
    /// Whether it is looked for, given the module's checks.
    is_checked: fn(&Executor) -> bool,
    /// Whether words have a result.
    words: fn(u32, [u64; 3]) -> bool,
    /// Where terms have none.
    bad: fn(&mut ExprPool, &[ExprId]) -> ExprId,
    /// What is wrong there.
    kind: FaultKind,
    /// In words.
    message: &'static str,
}

/// A function of up to three words of the width of the first; missing ones are zero. It gives one or two words.
pub(crate) type Words = fn(u32, [u64; 3]) -> [u64; 2];

/// The same function of terms.
type Terms = fn(&mut ExprPool, &[ExprId]) -> SmallVec<[ExprId; 2]>;

impl core::fmt::Debug for Row {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name)
    }
}

/// A row that works on whole operands.
const fn row(name: &'static str, operands: &'static str, run: Run) -> Row {
    Row { name, operands, lane_wise: false, action: Action::Run(run) }
}

/// A row that works lane by lane.
const fn lanes(name: &'static str, operands: &'static str, run: Run) -> Row {
    Row { name, operands, lane_wise: true, action: Action::Run(run) }
}

/// All tables.
const GROUPS: &[&[Row]] = &[
    control::ROWS,
    fixed::ROWS,
    float::ROWS,
    hints::ROWS,
    integer::ROWS,
    locals::ROWS,
    memory::ROWS,
    relative::ROWS,
    varargs::ROWS,
    vector::ROWS,
];

/// How many intrinsics there are.
const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

/// All rows, by their numbers.
static ROWS: [&Row; COUNT] = {
    let mut rows = [&GROUPS[0][0]; COUNT];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut number = 0;
        while number < GROUPS[group].len() {
            rows[at] = &GROUPS[group][number];
            number += 1;
            at += 1;
        }
        group += 1;
    }
    rows
};

/// The row of an intrinsic.
#[inline]
pub(crate) fn row_of(intrinsic: Intrinsic) -> &'static Row {
    ROWS[usize::from(intrinsic.0)]
}

/// The table of intrinsics, as lowering sees it.
pub const INTRINSICS: &dyn Intrinsics = &Table;

/// All intrinsics.
struct Table;

impl Intrinsics for Table {
    fn find(&self, name: &str) -> Option<Intrinsic> {
        let name = name.strip_prefix("llvm.")?;
        let is = |row: &Row| name.strip_prefix(row.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let named = (0..).zip(ROWS).filter(|(_, row)| is(row));
        named.max_by_key(|(_, row)| row.name.len()).map(|(number, _)| Intrinsic(number))
    }
    fn name(&self, intrinsic: Intrinsic) -> &'static str {
        row_of(intrinsic).name
    }
    fn is_lane_wise(&self, intrinsic: Intrinsic) -> bool {
        row_of(intrinsic).lane_wise
    }
    fn accepts(&self, call: &IntrinsicCall) -> bool {
        row_of(call.intrinsic).accepts(call)
    }
}

impl Row {
    /// Whether a call has operands and results as it needs them.
    fn accepts(&self, call: &IntrinsicCall) -> bool {
        let args: SmallVec<[Scalar; 4]> = call.args.iter().map(|&(_, scalar)| scalar).collect();
        if args.len() < self.operands.len() {
            return false;
        }
        let operands = self.operands.chars().zip(&args).all(|(letter, &arg)| fits(letter, arg, args[0]));
        operands
            && match self.action {
                Action::Run(_) => true,
                Action::Pure(..) | Action::Partial(..) => {
                    let results = call.result.iter().zip([args[0].bits(), 1]);
                    args[0].bits() <= MAX_WIDTH / 2 && results.into_iter().all(|(part, bits)| part.bits() == bits)
                }
            }
    }

    /// Its result for words of at most 64 bits, if it is a function of such and all operands are.
    #[inline]
    pub(crate) fn on_words(&self, bits: u32, args: impl ExactSizeIterator<Item = Value>) -> Option<[u64; 2]> {
        match self.action {
            Action::Pure(words, _) => on_words(words, bits, args),
            Action::Partial(words, _, partial) => {
                let operands = words_of(bits, args)?;
                (partial.words)(bits, operands).then(|| words(bits, operands))
            }
            Action::Run(_) => None,
        }
    }

    /// Carries it out.
    pub(crate) fn run(
        &self,
        exec: &mut Executor,
        state: &mut State,
        call: &IntrinsicCall,
        args: &[Value],
    ) -> Result<Parts, Stop> {
        match self.action {
            Action::Run(run) => run(exec, state, call, args),
            Action::Pure(words, terms) => Ok(pure(&mut exec.pool, (words, terms), call, args)),
            Action::Partial(words, terms, partial) => {
                let values = pure(&mut exec.pool, (words, terms), call, args);
                partial.poisoned(exec, state, call, args, values)
            }
        }
    }
}

impl Partial {
    /// The result, which is poison where there is none. The second operand says whether it is.
    fn poisoned(
        &self,
        exec: &mut Executor,
        state: &State,
        call: &IntrinsicCall,
        args: &[Value],
        values: Parts,
    ) -> Result<Parts, Stop> {
        if args.get(1) != Some(&Value::Word(1)) || !(self.is_checked)(exec) {
            return Ok(values);
        }
        let operands: SmallVec<[ExprId; 3]> =
            args.iter().zip(&call.args).map(|(value, (_, scalar))| value.term(&mut exec.pool, scalar.bits())).collect();
        let bad = (self.bad)(&mut exec.pool, &operands);
        let good = exec.pool.not(bad);
        let good = Value::of(&exec.pool, good);
        let bits = result_bits(call);
        let marked = |value: Value| exec.poisoned(state, value, bits, good, Fault::new(self.kind, self.message));
        values.into_iter().map(marked).collect()
    }
}

/// Whether an operand is what a letter says: `p` a pointer, `i` an integer of at most 64 bits, `n` an integer as wide as
/// the first operand, `f` a float of the first operand's format, `.` anything.
fn fits(letter: char, operand: Scalar, first: Scalar) -> bool {
    match letter {
        'p' => matches!(operand, Scalar::Ptr(_)),
        'i' => matches!(operand, Scalar::Int(1..=64)),
        'n' => matches!(operand, Scalar::Int(_)) && operand == first,
        'f' => matches!(operand, Scalar::Float(_)) && operand == first,
        _ => true,
    }
}

/// The width of the first part of the result.
fn result_bits(call: &IntrinsicCall) -> u32 {
    call.result.first().map_or(64, |scalar| scalar.bits())
}

/// A function of integers: of words if all operands are, else of terms.
fn pure(pool: &mut ExprPool, (words, terms): (Words, Terms), call: &IntrinsicCall, args: &[Value]) -> Parts {
    let bits = call.args[0].1.bits();
    if let Some(result) = on_words(words, bits, args.iter().copied()) {
        return result.into_iter().take(call.dst.len()).map(Value::Word).collect();
    }
    let args: SmallVec<[ExprId; 3]> =
        args.iter().zip(&call.args).map(|(value, (_, scalar))| value.term(pool, scalar.bits())).collect();
    terms(pool, &args).into_iter().map(|term| Value::of(pool, term)).collect()
}

/// The result of a function if all operands are words of at most 64 bits.
fn on_words(words: Words, bits: u32, args: impl ExactSizeIterator<Item = Value>) -> Option<[u64; 2]> {
    words_of(bits, args).map(|operands| words(bits, operands))
}

/// The operands if all are words of at most 64 bits.
#[inline]
fn words_of(bits: u32, args: impl ExactSizeIterator<Item = Value>) -> Option<[u64; 3]> {
    if bits > 64 || args.len() > 3 {
        return None;
    }
    let mut operands = [0; 3];
    for (operand, value) in operands.iter_mut().zip(args) {
        *operand = value.word()?;
    }
    Some(operands)
}

fn nothing(_: &mut Executor, _: &mut State, _: &IntrinsicCall, _: &[Value]) -> Result<Parts, Stop> {
    Ok(Parts::new())
}

/// As many of the first operands as the result has parts.
fn first(_: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    Ok(args.iter().copied().take(call.dst.len()).collect())
}

/// One part.
fn one(value: Value) -> Result<Parts, Stop> {
    Ok(smallvec![value])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_the_longest_is_found() {
        let found = |name: &str| INTRINSICS.find(name).map(|found| INTRINSICS.name(found));
        let mut names: Vec<&str> = GROUPS.iter().flat_map(|rows| rows.iter().map(|row| row.name)).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a name is there twice");
        for name in names {
            assert_eq!(found(&format!("llvm.{name}")), Some(name));
            assert_eq!(found(&format!("llvm.{name}.i32")), Some(name));
        }
        assert!(found("llvm.no.such").is_none() && found("memcpy").is_none());
    }
}
