//! A state: everything that tells one explored path from another.

use crate::input::Inputs;
use crate::memory::Memory;
use crate::output::Output;
use crate::path::Path;
use crate::recipe::{RecipeId, Recipes};
use crate::stack::Stack;

/// A state.
#[derive(Debug)]
pub struct State {
    /// How it came to be.
    pub recipe: RecipeId,
    /// Its memory.
    pub memory: Memory,
    /// Its call stack.
    pub stack: Stack,
    /// What holds of its inputs.
    pub path: Path,
    /// Its inputs.
    pub inputs: Inputs,
    /// What it has written.
    pub output: Output,
    /// How many case splits led here.
    pub depth: u32,
    /// How many instructions led here.
    pub steps: u64,
    /// Whether it was the first to reach some line since its last test was written.
    pub found_new: bool,
}

impl State {
    /// The start of a program, before anything is in memory.
    pub fn new(memory: Memory) -> State {
        State {
            recipe: Recipes::ROOT,
            memory,
            stack: Stack::new(),
            path: Path::default(),
            inputs: Inputs::default(),
            output: Output::default(),
            depth: 0,
            steps: 0,
            found_new: false,
        }
    }
    /// A copy that shares what it can. It costs what changed since the last one.
    pub fn fork(&mut self) -> State {
        State {
            recipe: self.recipe,
            memory: self.memory.snapshot(),
            stack: self.stack.fork(),
            path: self.path.clone(),
            inputs: self.inputs.clone(),
            output: self.output.clone(),
            depth: self.depth,
            steps: self.steps,
            found_new: false,
        }
    }
}
