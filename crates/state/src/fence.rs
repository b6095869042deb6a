//! A fence: where a running state is to stop, so that whoever set it can look at the state there.
//!
//! It is any set of blocks: of one frame of the state, such as the exits of a loop that is being run there, or of every frame of
//! some functions, such as all join points. A state without a fence pays nothing for it, and one with a fence one look for each
//! block of the frames that it is about.

use std::rc::Rc;

use braid_ir::FuncId;
use rustc_hash::FxHashMap;

/// For each block of a function, by its number in the code, whether it is one of a set. Blocks beyond its end are not.
pub type Blocks = Rc<[bool]>;

/// Where a state stops.
#[derive(Clone, Default, Debug)]
pub struct Fence {
    /// The blocks of one frame.
    frame: Option<FrameStops>,
    /// The blocks of all other frames, by function.
    functions: Option<Rc<FxHashMap<FuncId, Blocks>>>,
}

#[derive(Clone, Debug)]
struct FrameStops {
    /// By how many frames there are up to it.
    depth: usize,
    func: FuncId,
    blocks: Blocks,
}

impl Fence {
    /// Stops at blocks of the frame of this depth.
    pub fn of_frame(depth: usize, func: FuncId, blocks: Blocks) -> Fence {
        Fence { frame: Some(FrameStops { depth, func, blocks }), functions: None }
    }
    /// Stops at blocks of these functions, in whichever frame, and at the first block of every other function: so whoever sets it
    /// hears of each function before its code is run, and can add its blocks.
    pub fn of_functions(functions: Rc<FxHashMap<FuncId, Blocks>>) -> Fence {
        Fence { frame: None, functions: Some(functions) }
    }
    /// The frame that it is about, by how many frames there are up to it, if it is about one.
    pub fn depth(&self) -> Option<usize> {
        self.frame.as_ref().map(|frame| frame.depth)
    }
    /// The blocks at which a frame stops, if there are any.
    pub fn stops(&self, depth: usize, func: FuncId) -> Option<Blocks> {
        if let Some(frame) = self.frame.as_ref().filter(|frame| frame.depth == depth) {
            return (frame.func == func).then(|| Rc::clone(&frame.blocks));
        }
        let functions = self.functions.as_ref()?;
        Some(functions.get(&func).map_or_else(|| Rc::from([true]), Rc::clone))
    }
}

/// A place at which a state has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// The beginning of a block of its [`Fence`], in its topmost frame; the block by its number in the code.
    Block(FuncId, u32),
    /// The operation behind a call that has just returned: fewer frames are left than the state was to [stop
    /// below](crate::State::stops_below).
    Return(FuncId, u32),
    /// A mark of the program, and the operation that it is: a region begins whose paths are to be joined.
    RegionBegins(FuncId, u32),
    /// A mark of the program, and the operation that it is: such a region ends.
    RegionEnds(FuncId, u32),
    /// A mark of the program, and the operation that it is: states are to be joined here by this operator.
    MergePoint(FuncId, u32, Operator),
}

/// How the program wants states to be joined at a merge point (Scheurer, Hähnle, Bubel 2016).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operator {
    /// Values become choices by condition: nothing is forgotten.
    Ite,
    /// Of a value its sign is kept.
    Sign,
    /// Of a value its least and its greatest value are kept.
    Interval,
    /// Of the values those predicates are kept that hold in all states.
    Predicates,
}

impl Operator {
    /// All of them.
    pub const ALL: [Operator; 4] = [Operator::Ite, Operator::Sign, Operator::Interval, Operator::Predicates];
    /// Its name in a program.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Ite => "ite",
            Operator::Sign => "sign",
            Operator::Interval => "interval",
            Operator::Predicates => "predicates",
        }
    }
    /// The one with this name.
    pub fn named(name: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|operator| operator.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_of_one_frame_or_of_functions() {
        let [f, g] = [1, 2].map(FuncId::numbered);
        let blocks: Blocks = Rc::from([false, true]);
        let frame = Fence::of_frame(2, f, Rc::clone(&blocks));
        assert_eq!(frame.stops(2, f).as_deref(), Some(&blocks[..]));
        assert!(frame.stops(3, f).is_none() && frame.stops(2, g).is_none());
        let functions = Fence::of_functions(Rc::new(FxHashMap::from_iter([(f, Rc::clone(&blocks))])));
        assert_eq!(functions.stops(7, f).as_deref(), Some(&blocks[..]));
        assert_eq!(
            functions.stops(7, g).as_deref(),
            Some(&[true][..]),
            "a function that nobody knows stops where it begins"
        );
    }
}
