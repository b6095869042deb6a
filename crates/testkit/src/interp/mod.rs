//! A concrete interpreter of the IR: what a program means, said as plainly as possible.
//!
//! It is the oracle of the reader and of every pass: before and after each of them a program must print and return what
//! its native build does. So it is strict (bounds, uninitialised bits that decide something, broken promises, types of
//! operands) and knows no optimisation. A budget of instructions replaces the clock.
//!
//! The parts: `bits` and `value` are numbers, `float` and `arith` what is done with them, `memory` where they are kept;
//! `constant` and `globals` set up the program, `step` runs an instruction, `call` enters and leaves functions, with
//! `varargs`, `intrinsic`, `host` and `printf` for what is not code of the program.

mod arith;
mod bits;
mod call;
mod constant;
mod failure;
mod globals;
mod host;
mod intrinsic;
mod memory;
mod printf;
mod step;
mod typed;
mod value;
mod varargs;

use std::collections::BTreeSet;

use braid_entity::SecondaryMap;
use braid_ir::{BlockId, Body, ConstId, FuncId, Module};
use rustc_hash::FxHashMap;

pub use failure::{Failure, FailureKind, Fault, Place, Unsupported};

use failure::{Interrupt, Step};
use memory::Memory;
use value::Value;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit code.
    Exit(u8),
    /// By `abort`.
    Abort,
    /// By a trap instruction.
    Trap,
}

/// What a run gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What it printed.
    pub output: Vec<u8>,
    /// Where something was read of which nothing had been written.
    pub uninitialised: BTreeSet<Place>,
    /// How many instructions were executed.
    pub steps: u64,
}

/// Runs the program of `module`, of which every body must be decoded: constructors, `main`, what was left for the exit,
/// destructors. At most `budget` instructions are executed.
pub fn run(module: &Module, budget: u64) -> Result<Outcome, Box<Failure>> {
    let mut machine = Machine::new(module, budget);
    let end = match machine.run_program() {
        Ok(code) | Err(Interrupt::Exit(code)) => End::Exit(code as u8),
        Err(Interrupt::Abort) => End::Abort,
        Err(Interrupt::Trap) => End::Trap,
        Err(Interrupt::Fail(kind)) => {
            return Err(Box::new(Failure { kind, place: machine.place(), output: machine.output }));
        }
    };
    Ok(Outcome { end, output: machine.output, uninitialised: machine.uninitialised, steps: machine.steps })
}

/// A program in execution.
struct Machine<'m> {
    module: &'m Module,
    memory: Memory,
    frames: Vec<Frame<'m>>,
    /// What the last function returned that was not called by another one.
    returned: Option<Value>,
    /// Addresses of the global variables.
    globals: Vec<u64>,
    /// Constants that were used before.
    constants: SecondaryMap<ConstId, Option<Value>>,
    /// Blocks whose address was taken, in order, and their places in that order.
    blocks: Vec<(FuncId, BlockId)>,
    block_numbers: FxHashMap<(FuncId, BlockId), usize>,
    /// Functions to call at exit, with an argument for those of C++.
    exit_handlers: Vec<(u64, Option<Value>)>,
    output: Vec<u8>,
    uninitialised: BTreeSet<Place>,
    steps: u64,
    budget: u64,
}

/// A function in execution.
struct Frame<'m> {
    func: FuncId,
    body: &'m Body,
    block: BlockId,
    /// The number of the next instruction of the block.
    at: usize,
    registers: Vec<Option<Value>>,
    /// Where the stack was on entry.
    mark: u64,
    /// The arguments, for `va_start`.
    arguments: Vec<call::Argument>,
}

impl<'m> Machine<'m> {
    fn new(module: &'m Module, budget: u64) -> Self {
        Machine {
            module,
            memory: Memory::default(),
            frames: Vec::new(),
            returned: None,
            globals: Vec::new(),
            constants: SecondaryMap::new(),
            blocks: Vec::new(),
            block_numbers: FxHashMap::default(),
            exit_handlers: Vec::new(),
            output: Vec::new(),
            uninitialised: BTreeSet::new(),
            steps: 0,
            budget,
        }
    }

    fn run_program(&mut self) -> Step<i32> {
        self.set_up_globals()?;
        for func in self.structors("llvm.global_ctors")? {
            self.complete(func, Vec::new())?;
        }
        let code = match self.run_main() {
            Err(Interrupt::Exit(code)) => code,
            other => other?,
        };
        self.frames.clear();
        while let Some((address, argument)) = self.exit_handlers.pop() {
            let func = self.function_at(address)?;
            self.complete(func, argument.into_iter().collect())?;
        }
        for func in self.structors("llvm.global_dtors")?.into_iter().rev() {
            self.complete(func, Vec::new())?;
        }
        Ok(code)
    }

    /// Calls a function and runs until it has returned.
    fn complete(&mut self, func: FuncId, arguments: Vec<Value>) -> Step<Option<Value>> {
        self.enter(func, arguments.into_iter().map(call::Argument::plain).collect())?;
        while !self.frames.is_empty() {
            self.step()?;
        }
        Ok(self.returned.take())
    }

    fn frame(&mut self) -> &mut Frame<'m> {
        self.frames.last_mut().expect("instructions are executed in a frame")
    }

    /// Where execution stands.
    fn place(&self) -> Place {
        let Some(frame) = self.frames.last() else { return Place::default() };
        let at = frame.at.saturating_sub(1);
        let inst = frame.body.blocks[frame.block].insts.get(at).map(|&id| &frame.body.insts[id]);
        Place {
            func: self.module.names.get(self.module.funcs[frame.func].symbol.name).to_owned(),
            block: frame.block.to_string(),
            at,
            opcode: inst.map_or("", |data| data.inst.opcode()),
            line: inst.and_then(|data| data.loc).map_or(0, |loc| self.module.debug.locs[loc].line),
        }
    }
}
