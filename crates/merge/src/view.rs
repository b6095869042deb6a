//! What strategies may ask about states.

use std::rc::Rc;

use braid_expr::ExprPool;
use braid_state::{State, Watch};

/// A loop that a state is in.
#[derive(Clone, Debug)]
pub struct LoopAt {
    /// The frame and the blocks of the loop.
    pub watch: Rc<Watch>,
    /// Whether it calls functions.
    pub calls: bool,
    /// Where it begins in the source.
    pub place: SourcePlace,
}

/// A place in the source, for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourcePlace {
    /// The file; empty if unknown.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The function.
    pub function: String,
}

impl core::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.file.is_empty() {
            return write!(f, "in {}", self.function);
        }
        write!(f, "{}:{} in {}", self.file, self.line, self.function)
    }
}

/// Answers about states and the program.
pub trait View {
    /// All terms.
    fn pool(&self) -> &ExprPool;
    /// The loops around an operation of a state's topmost frame and around the calls of the frames below, from inside out.
    fn loops_around(&self, state: &State, pc: u32) -> Vec<LoopAt>;
    /// Whether a state is still in a loop of one of its frames.
    fn is_inside(&self, state: &State, watch: &Watch) -> bool;
}
