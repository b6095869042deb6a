//! Runs a chosen set of passes over the bodies of a module, in the order of [`SEQUENCE`].
//!
//! A body is run through when it is first decoded, or all decoded bodies at once; passes look at one body at a time, so
//! the result is the same. After a pass the body is well formed again; [`Pipeline::checked`] makes sure of that after
//! every pass and is on in tests.

use core::fmt;

use braid_ir::module::BodyState;
use braid_ir::verify::{self, VerifyError};
use braid_ir::{FuncId, Module};

use crate::pass::{Context, PASSES, Pass, SEQUENCE, Stats};

/// A name that no pass has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPass(pub String);

impl fmt::Display for UnknownPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
        write!(f, "there is no pass '{}'; there are {}", self.0, names.join(", "))
    }
}

impl core::error::Error for UnknownPass {}

/// A body that a pass left malformed: our bug.
#[derive(Debug)]
pub struct Malformed {
    /// The pass.
    pub pass: &'static str,
    /// What is wrong with the body.
    pub errors: Vec<VerifyError>,
}

/// A chosen set of passes.
#[derive(Clone, Debug)]
pub struct Pipeline {
    on: Vec<bool>,
    stats: Vec<Stats>,
    keeps_pointers: bool,
}

impl Default for Pipeline {
    fn default() -> Self {
        Pipeline::all()
    }
}

impl Pipeline {
    /// All passes.
    pub fn all() -> Pipeline {
        Pipeline { on: vec![true; PASSES.len()], stats: vec![Stats::default(); PASSES.len()], keeps_pointers: false }
    }
    /// No pass.
    pub fn none() -> Pipeline {
        Pipeline { on: vec![false; PASSES.len()], ..Pipeline::all() }
    }
    /// Switches a pass on or off by name.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), UnknownPass> {
        let at = PASSES.iter().position(|pass| pass.name == name).ok_or_else(|| UnknownPass(name.to_owned()))?;
        self.on[at] = on;
        Ok(())
    }
    /// Leaves variables that hold pointers in memory for as long as a call may end the program, so that whoever looks
    /// for leaks at its end sees what they hold.
    pub fn keep_pointers(&mut self) {
        self.keeps_pointers = true;
    }
    /// Whether a pass is on; false for a name that no pass has.
    pub fn is_on(&self, name: &str) -> bool {
        self.chosen().any(|(_, pass)| pass.name == name)
    }
    /// Runs the chosen passes over all bodies that are decoded.
    pub fn run(&mut self, module: &mut Module) {
        for func in module.funcs.ids() {
            self.run_on(module, func);
        }
    }
    /// Runs the chosen passes over the body of `func`, if it is decoded.
    pub fn run_on(&mut self, module: &mut Module, func: FuncId) {
        for (at, pass) in self.chosen().collect::<Vec<_>>() {
            run_pass(pass, module, func, self.keeps_pointers, &mut self.stats[at]);
        }
    }
    /// As [`run_on`](Self::run_on), and verifies the body after every pass.
    pub fn checked(&mut self, module: &mut Module, func: FuncId) -> Result<(), Malformed> {
        for (at, pass) in self.chosen().collect::<Vec<_>>() {
            run_pass(pass, module, func, self.keeps_pointers, &mut self.stats[at]);
            if let Some(body) = module.funcs[func].body.ready() {
                verify::body(module, func, body).map_err(|errors| Malformed { pass: pass.name, errors })?;
            }
        }
        Ok(())
    }
    /// What each pass has done so far, in order; passes that are off have done nothing.
    pub fn stats(&self) -> impl Iterator<Item = (&'static Pass, &Stats)> {
        PASSES.iter().zip(&self.stats)
    }
    /// What all passes have done so far.
    pub fn total(&self) -> Stats {
        let mut total = Stats::default();
        self.stats.iter().for_each(|stats| total.merge(stats));
        total
    }

    fn chosen(&self) -> impl Iterator<Item = (usize, &'static Pass)> + '_ {
        let place = |name: &&str| PASSES.iter().position(|pass| pass.name == *name);
        SEQUENCE.iter().filter_map(place).filter(|&at| self.on[at]).map(|at| (at, &PASSES[at]))
    }
}

/// Takes the body out of the module for as long as the pass works on it. An empty body has nothing to work on.
fn run_pass(pass: &Pass, module: &mut Module, func: FuncId, keeps_pointers: bool, stats: &mut Stats) {
    let mut state = core::mem::replace(&mut module.funcs[func].body, BodyState::Declared);
    if let Some(body) = state.ready_mut()
        && !body.order.is_empty()
    {
        (pass.run)(&mut Context { module, func, body, keeps_pointers, stats });
    }
    module.funcs[func].body = state;
}
