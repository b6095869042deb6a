//! A watch: where a running state is to stop, so that whoever set the watch can look at it.

use std::rc::Rc;

use braid_ir::FuncId;

/// Stops a state when it leaves some blocks of one of its frames: a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// The frame, by how many frames there are up to it.
    pub depth: usize,
    /// The function of the frame.
    pub func: FuncId,
    /// The block that the loop begins with, by its number in the program.
    pub header: u32,
    /// For each block of the function, by its number in the code, whether it is one of them.
    pub inside: Rc<[bool]>,
}

impl Watch {
    /// Whether a block of the frame is one of them.
    #[inline]
    pub fn contains(&self, block: u32) -> bool {
        self.inside.get(block as usize).copied().unwrap_or(false)
    }
}
