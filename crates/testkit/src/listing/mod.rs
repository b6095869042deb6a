//! What a module holds, as far as it can be told from LLVM's text form and from our IR alike, and the comparison of both.
//!
//! A body is the sequence of its instructions in order: opcode, callee by name, and source position with the calls it was
//! inlined at. One instruction of LLVM is one of ours, with these exceptions, which are all there are:
//!
//! - `getelementptr` is `ptradd`, with the arithmetic on its indices right before it (`sext`, `trunc`, `mul`, `add`, and
//!   for vectors `insertelement` and `shufflevector`);
//! - calls of debug intrinsics and debug records are `dbg.declare` and `dbg.value`; they are counted, not ordered,
//!   because a record stands beside the instructions.

mod module;
mod text;

use std::path::Path;
use std::{fmt, fs};

pub use module::of_module;
pub use text::of_text;

/// A module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Functions in order.
    pub functions: Vec<ListedFunction>,
    /// Global variables in order.
    pub globals: Vec<ListedGlobal>,
    /// Names of aliases and indirect functions in order.
    pub aliases: Vec<String>,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedFunction {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its linkage, as a keyword.
    pub linkage: String,
    /// Its instructions; none if it is only declared.
    pub body: Option<Vec<ListedInst>>,
    /// How many variables are declared to live at an address.
    pub declares: usize,
    /// How often a variable is said to have a value.
    pub values: usize,
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedGlobal {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its linkage, as a keyword.
    pub linkage: String,
    /// Whether it never changes.
    pub constant: bool,
    /// Whether it differs by thread.
    pub thread_local: bool,
    /// Its alignment, 0 if none is given.
    pub align: u64,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedInst {
    /// LLVM's name of it.
    pub opcode: String,
    /// What it calls.
    pub callee: Option<Callee>,
    /// Where it stands, from inside out; empty if it is not known.
    pub position: Vec<Position>,
}

/// What is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A symbol.
    Named(String),
    /// A value.
    Indirect,
    /// Inline assembly.
    Asm,
}

/// A position in the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function of the source.
    pub function: String,
}

/// A difference between two listings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Where.
    pub place: String,
    /// What LLVM says, and what ours is.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Holds what LLVM says against ours; the first difference of each function and of each list of symbols.
pub fn differences(llvm: &Listing, ours: &Listing) -> Vec<Difference> {
    let mut found = Vec::new();
    found.extend(first_difference("globals", &llvm.globals, &ours.globals));
    found.extend(first_difference("aliases", &llvm.aliases, &ours.aliases));
    let symbols = |listing: &Listing| -> Vec<(String, String, bool)> {
        let symbol =
            |function: &ListedFunction| (function.name.clone(), function.linkage.clone(), function.body.is_some());
        listing.functions.iter().map(symbol).collect()
    };
    let functions = first_difference("functions", &symbols(llvm), &symbols(ours));
    if functions.is_none() {
        found.extend(llvm.functions.iter().zip(&ours.functions).filter_map(|(llvm, ours)| body_difference(llvm, ours)));
    }
    found.extend(functions);
    found
}

/// Reads bitcode and holds it against the file with LLVM's text form of it. Gives how many instructions of LLVM were
/// found to be the same, or what is different.
pub fn compare(bitcode: Vec<u8>, text: &Path) -> Result<usize, String> {
    let text = fs::read(text).map_err(|error| error.to_string())?;
    let llvm = of_text(&String::from_utf8_lossy(&text)).without_debug_intrinsics();
    let mut module = braid_bitcode::read(bitcode, "module").map_err(|error| error.to_string())?;
    module.decode_all().map_err(|error| error.to_string())?;
    let differences = differences(&llvm, &of_module(&module).without_debug_intrinsics());
    if differences.is_empty() {
        return Ok(llvm.functions.iter().filter_map(|function| function.body.as_ref()).map(Vec::len).sum());
    }
    Err(differences.iter().take(3).map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

fn first_difference<T: PartialEq + fmt::Debug>(place: &str, llvm: &[T], ours: &[T]) -> Option<Difference> {
    let at = (0..llvm.len().max(ours.len())).find(|&at| llvm.get(at) != ours.get(at))?;
    let what = format!("LLVM has {:?}, ours is {:?}", llvm.get(at), ours.get(at));
    Some(Difference { place: format!("{place}, number {at}"), what })
}

fn body_difference(llvm: &ListedFunction, ours: &ListedFunction) -> Option<Difference> {
    let place = |at: usize| format!("{}, instruction {at}", llvm.name);
    let (theirs, mine) = (llvm.body.as_ref()?, ours.body.as_ref()?);
    let mut mine = mine.iter().peekable();
    for (at, wanted) in theirs.iter().enumerate() {
        if wanted.opcode == "getelementptr" {
            while mine.next_if(|inst| is_index_arithmetic(inst, wanted)).is_some() {}
        }
        let got = mine.next();
        if !got.is_some_and(|got| same(wanted, got)) {
            return Some(Difference { place: place(at), what: format!("LLVM has {wanted:?}, ours is {got:?}") });
        }
    }
    if let Some(extra) = mine.next() {
        return Some(Difference { place: place(theirs.len()), what: format!("ours goes on with {extra:?}") });
    }
    let (wanted, got) = ((llvm.declares, llvm.values), (ours.declares, ours.values));
    let what = format!("LLVM has (declare, value) records {wanted:?}, ours are {got:?}");
    (wanted != got).then(|| Difference { place: llvm.name.clone(), what })
}

fn same(llvm: &ListedInst, ours: &ListedInst) -> bool {
    let opcode = if llvm.opcode == "getelementptr" { "ptradd" } else { &llvm.opcode };
    opcode == ours.opcode && llvm.callee == ours.callee && llvm.position == ours.position
}

/// Whether an instruction may belong to the `getelementptr` behind it.
fn is_index_arithmetic(ours: &ListedInst, gep: &ListedInst) -> bool {
    const ARITHMETIC: &[&str] = &["sext", "trunc", "mul", "add", "insertelement", "shufflevector"];
    ARITHMETIC.contains(&ours.opcode.as_str()) && ours.position == gep.position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inst(opcode: &str, line: u32) -> ListedInst {
        let position = vec![Position { line, column: 1, function: "main".to_owned() }];
        ListedInst { opcode: opcode.to_owned(), callee: None, position }
    }

    fn sample(opcodes: &[&str]) -> Listing {
        let body = Some(opcodes.iter().map(|opcode| inst(opcode, 3)).collect());
        let function = ListedFunction { name: "main".to_owned(), body, declares: 1, ..ListedFunction::default() };
        let global = ListedGlobal { name: "g".to_owned(), ..ListedGlobal::default() };
        Listing { functions: vec![function], globals: vec![global], aliases: vec!["a".to_owned()] }
    }

    #[test]
    fn an_address_computation_is_one_instruction_of_llvm() {
        let llvm = sample(&["alloca", "sext", "getelementptr", "load", "getelementptr", "ret"]);
        let ours = sample(&["alloca", "sext", "mul", "add", "ptradd", "load", "ptradd", "ret"]);
        assert_eq!(differences(&llvm, &ours), []);
    }

    #[test]
    fn every_kind_of_difference_is_found() {
        let opcodes = ["alloca", "getelementptr", "call", "ret"];
        let changes: &[fn(&mut Listing)] = &[
            |listing| listing.globals[0].align = 8,
            |listing| listing.globals.clear(),
            |listing| listing.aliases.push("b".to_owned()),
            |listing| listing.functions[0].linkage = "weak".to_owned(),
            |listing| listing.functions[0].body = None,
            |listing| listing.functions[0].declares = 2,
            |listing| listing.functions[0].values = 2,
            |listing| body(listing)[0].opcode = "load".to_owned(),
            |listing| body(listing)[2].callee = Some(Callee::Named("f".to_owned())),
            |listing| body(listing)[3].position[0].line = 4,
            |listing| body(listing)[3].position.clear(),
            |listing| drop(body(listing).pop()),
            |listing| body(listing).push(inst("unreachable", 3)),
            |listing| body(listing).insert(2, inst("mul", 3)),
            |listing| body(listing).insert(1, inst("load", 3)),
        ];
        let mut ours = sample(&opcodes);
        body(&mut ours)[1].opcode = "ptradd".to_owned();
        assert_eq!(differences(&sample(&opcodes), &ours), []);
        for (at, change) in changes.iter().enumerate() {
            let mut changed = ours.clone();
            change(&mut changed);
            assert_eq!(differences(&sample(&opcodes), &changed).len(), 1, "change {at}");
        }
    }

    fn body(listing: &mut Listing) -> &mut Vec<ListedInst> {
        listing.functions[0].body.as_mut().expect("the sample has a body")
    }
}
