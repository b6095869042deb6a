//! A watch: where a running state is to stop, so that whoever set the watch can look at it.

use std::rc::Rc;

use braid_ir::FuncId;

/// Stops a state when it leaves some blocks of one of its frames: a loop. If it is asked to, also when a round of the loop begins.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The frame, by how many frames there are up to it.
    pub depth: usize,
    /// The function of the frame.
    pub func: FuncId,
    /// The block that the loop begins with, by its number in the program.
    pub header: u32,
    /// For each block of the function, by its number in the code, whether it is one of them.
    pub inside: Rc<[bool]>,
    /// The block at which a round begins, by its number in the code.
    pub first: u32,
    /// Whether the state stops there too.
    pub each_round: bool,
}

impl Watch {
    /// Whether a block of the frame is one of them.
    #[inline]
    pub fn contains(&self, block: u32) -> bool {
        self.inside.get(block as usize).copied().unwrap_or(false)
    }
    /// Whether a state that comes to a block of the frame stops.
    #[inline]
    pub fn stops(&self, block: u32) -> bool {
        !self.contains(block) || (self.each_round && block == self.first)
    }
}

/// Two watches are of one loop of one frame, wherever they stop.
impl PartialEq for Watch {
    fn eq(&self, other: &Watch) -> bool {
        (self.depth, self.func, self.header) == (other.depth, other.func, other.header) && self.inside == other.inside
    }
}

impl Eq for Watch {}
