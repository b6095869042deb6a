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

use std::fmt;

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
