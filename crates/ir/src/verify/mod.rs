//! The verifier: whether a module is well formed.
//!
//! Readers and passes may build anything; whoever uses a module after them relies on what is checked here: ids that are
//! in their tables, SSA form (each use is dominated by its definition), types of all operands and results, blocks that
//! end in a terminator, phis that agree with the control flow, switches in their normal form. Blocks that cannot be
//! reached may use what they like, as in LLVM.
//!
//! One walk over the tables and one over each body; the cost is linear but for dominators and sorting of switch cases.
//! Nothing is allocated per instruction, and no input makes it recurse or panic.

mod body;
mod calls;
mod constants;
mod debug;
mod dominance;
mod error;
mod inst;
mod rules;
mod symbols;
#[cfg(test)]
mod tests;
mod types;

pub use error::{AnyId, Problem, VerifyError};

use core::cell::OnceCell;

use crate::body::Body;
use crate::module::{FuncId, Module};
use crate::text::Printer;

/// More problems than this are not collected: the first ones tell what happened, and each costs a line of text.
pub const MAX_ERRORS: usize = 100;

/// Checks the tables of `module`, its symbols and all bodies that are decoded. Empty if it is well formed.
pub fn module(module: &Module) -> Vec<VerifyError> {
    let mut errors = Errors::new(module);
    types::check(&mut errors);
    // Everything else asks for types, which must hold together for that.
    if errors.list.is_empty() {
        debug::check(&mut errors);
        symbols::check(&mut errors);
        constants::check(&mut errors);
    }
    if errors.list.is_empty() {
        let mut scratch = body::Scratch::default();
        for (id, func) in module.funcs.iter() {
            if let Some(body) = func.body.ready() {
                body::check(&mut errors, &mut scratch, id, body);
            }
        }
    }
    errors.list
}

/// Checks `body` as the body of `func`. The tables of the module are taken to be well formed.
pub fn body(module: &Module, func: FuncId, body: &Body) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::new(module);
    body::check(&mut errors, &mut body::Scratch::default(), func, body);
    if errors.list.is_empty() { Ok(()) } else { Err(errors.list) }
}

/// Checks the body of `func` where it is decoded. The tables of the module are taken to be well formed.
pub fn function(module: &Module, func: FuncId) -> Result<(), Vec<VerifyError>> {
    module.funcs[func].body.ready().map_or(Ok(()), |ready| body(module, func, ready))
}

/// Problems found so far.
struct Errors<'a> {
    module: &'a Module,
    list: Vec<VerifyError>,
    /// Made for the first message, because it looks at all tables of the module.
    printer: OnceCell<Printer<'a>>,
}

impl<'a> Errors<'a> {
    fn new(module: &'a Module) -> Self {
        Errors { module, list: Vec::new(), printer: OnceCell::new() }
    }
    fn is_full(&self) -> bool {
        self.list.len() >= MAX_ERRORS
    }
    fn printer(&self) -> &Printer<'a> {
        self.printer.get_or_init(|| Printer::for_messages(self.module))
    }
    /// Records a problem of something that is no part of a body.
    fn add(&mut self, entity: impl FnOnce(&Printer<'_>) -> String, result: Result<(), Problem>) {
        if let Err(problem) = result
            && !self.is_full()
        {
            let printer = self.printer();
            let (entity, message) = (entity(printer), problem.describe_with(self.module, printer));
            self.list.push(VerifyError { entity, block: None, inst: None, problem, message });
        }
    }
}
