//! The loops of the program in terms of the code that is run, for those who ask which loops a state is in.

use std::cell::RefCell;
use std::rc::Rc;

use braid_state::{Blocks, Fence, State};

use crate::code::{Code, Op};
use crate::flow::Flow;
use crate::place::SourcePlace;
use crate::program::Program;
use braid_analysis::{Cfg, Dominators, LoopId, Loops};
use braid_entity::Entity;
use braid_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;

/// A loop of one of a state's frames.
#[derive(Clone, Debug)]
pub struct FrameLoop {
    /// The frame, by how many frames there are up to it.
    pub depth: usize,
    /// The function of the frame.
    pub func: FuncId,
    /// The block that the loop begins with, by its number in the program.
    pub header: u32,
    /// The same block by its number in the code.
    pub first: u32,
    /// The blocks of the loop.
    pub inside: Blocks,
    /// All others.
    pub outside: Blocks,
    /// Those, and the block that the loop begins with.
    pub outside_or_first: Blocks,
}

impl FrameLoop {
    /// Returns true if a block of the frame is one of the loop.
    pub fn contains(&self, block: u32) -> bool {
        self.inside.get(block as usize).copied().unwrap_or(false)
    }
    /// Stops a state that leaves the loop.
    pub fn fence(&self) -> Rc<Fence> {
        Rc::new(Fence::of_frame(self.depth, self.func, Rc::clone(&self.outside)))
    }
    /// Stops a state that leaves the loop or begins another iteration.
    pub fn fence_of_iterations(&self) -> Rc<Fence> {
        Rc::new(Fence::of_frame(self.depth, self.func, Rc::clone(&self.outside_or_first)))
    }
}

/// Two are equal if they are one loop of one frame.
impl PartialEq for FrameLoop {
    fn eq(&self, other: &FrameLoop) -> bool {
        (self.depth, self.func, self.header) == (other.depth, other.func, other.header) && self.inside == other.inside
    }
}

impl Eq for FrameLoop {}

/// A loop that a state is in.
#[derive(Clone, Debug)]
pub struct LoopAt {
    /// The frame and the blocks of the loop.
    pub body: Rc<FrameLoop>,
    /// Whether it calls functions.
    pub calls: bool,
    /// Where it begins in the source.
    pub place: Rc<SourcePlace>,
}

/// The loops of all functions that were asked for.
#[derive(Default)]
pub struct LoopTable {
    functions: RefCell<FxHashMap<FuncId, Rc<FunctionLoops>>>,
    flows: RefCell<FxHashMap<FuncId, Rc<Flow>>>,
}

/// The loops of one function.
struct FunctionLoops {
    loops: Loops,
    /// What was found out about loops so far, in a frame of some depth.
    found: RefCell<FxHashMap<LoopId, LoopAt>>,
    /// The same, by the depths of frames.
    known: RefCell<FxHashMap<(LoopId, usize), LoopAt>>,
}

impl LoopTable {
    /// The loops around an operation of a state's topmost frame and around the calls of the frames below, from inside out.
    /// Frames below this depth are left out.
    pub fn around(&self, program: &Program, state: &State, pc: u32, depth: usize) -> Vec<LoopAt> {
        let deepest = state.stack.depth();
        let mut around = Vec::new();
        for (above, frame) in state.stack.frames().take((deepest + 1).saturating_sub(depth)).enumerate() {
            let code = program.ready(frame.func);
            let pc = if above == 0 { pc } else { frame.pc };
            let block = code.blocks[code.block_of[pc as usize] as usize].0;
            let function = self.function(program, frame.func);
            for id in function.loops.innermost(block).into_iter().flat_map(|id| function.loops.around(id)) {
                around.push(function.loop_at(program, code, id, deepest - above));
            }
        }
        around
    }

    /// The loop that begins with a block of a function, in the frame of this depth; none if there is no such loop.
    pub fn named(&self, program: &Program, func: FuncId, header: u32, depth: usize) -> Option<LoopAt> {
        let is_known = program.module.funcs.get(func).is_some_and(|func| func.body.ready().is_some());
        let function = (is_known && !program.is_new(func)).then(|| self.function(program, func))?;
        let is_first = |id: &LoopId| function.loops.blocks(*id)[0].as_u32() == header;
        let id = function.loops.iter().map(|(id, _)| id).find(is_first)?;
        Some(function.loop_at(program, program.ready(func), id, depth))
    }

    /// What is computed from the code of a function that was called.
    pub fn flow(&self, program: &Program, func: FuncId) -> Rc<Flow> {
        let find = || Rc::new(Flow::of(program, program.ready(func)));
        Rc::clone(self.flows.borrow_mut().entry(func).or_insert_with(find))
    }

    fn function(&self, program: &Program, func: FuncId) -> Rc<FunctionLoops> {
        let find = || {
            let body = program.module.funcs[func].body.ready().expect("a function that runs has a body");
            let cfg = Cfg::new(body);
            let loops = Loops::new(&cfg, &Dominators::of(&cfg));
            Rc::new(FunctionLoops { loops, found: RefCell::default(), known: RefCell::default() })
        };
        Rc::clone(self.functions.borrow_mut().entry(func).or_insert_with(find))
    }
}

impl FunctionLoops {
    /// A loop in the frame of this depth. It is asked for at every fork inside it, and costs a look.
    fn loop_at(&self, program: &Program, code: &Code, id: LoopId, depth: usize) -> LoopAt {
        if let Some(known) = self.known.borrow().get(&(id, depth)) {
            return known.clone();
        }
        let find = || self.find(program, code, id, depth);
        let LoopAt { body, calls, place } = self.found.borrow_mut().entry(id).or_insert_with(find).clone();
        let at = LoopAt { body: Rc::new(FrameLoop { depth, ..(*body).clone() }), calls, place };
        self.known.borrow_mut().insert((id, depth), at.clone());
        at
    }

    fn find(&self, program: &Program, code: &Code, id: LoopId, depth: usize) -> LoopAt {
        let inside: Blocks = code.blocks.iter().map(|&(block, _)| self.loops.contains(id, block)).collect();
        let calls = |(pc, op): (usize, &Op)| inside[code.block_of[pc] as usize] && matches!(op, Op::Call(_));
        let calls = code.ops.iter().enumerate().any(calls);
        let header = self.loops.blocks(id)[0];
        let number = code.blocks.iter().position(|&(block, _)| block == header).expect("a loop's header is code");
        let outside: Blocks = inside.iter().map(|inside| !inside).collect();
        let outside_or_first = outside.iter().enumerate().map(|(at, &is)| is || at == number).collect();
        let (header, first, func) = (header.as_u32(), number as u32, code.func);
        let body = FrameLoop { depth, func, header, first, inside, outside, outside_or_first };
        LoopAt { body: Rc::new(body), calls, place: Rc::new(place_of(program, code, self.loops.blocks(id)[0])) }
    }
}

/// Where a block begins in the source: the first of its operations that has a place. That it is entered has the place of
/// whatever is told of variables there, such as their declarations, which may be far above.
fn place_of(program: &Program, code: &Code, block: BlockId) -> SourcePlace {
    let number = code.blocks.iter().position(|&(known, _)| known == block).unwrap_or(0);
    let is_entry = |pc: u32| matches!(code.ops[pc as usize], Op::Enter { .. });
    let of_block = |pc: u32| code.block_of[pc as usize] as usize == number && code.locs[pc as usize].is_some();
    let pc = (0..code.ops.len() as u32).find(|&pc| of_block(pc) && !is_entry(pc)).unwrap_or(code.blocks[number].1);
    program.source_place(code.func, pc)
}

impl Program {
    /// Returns true if a state is still in a loop of one of its frames.
    pub fn is_inside(&self, state: &State, body: &FrameLoop) -> bool {
        let Some(above) = state.stack.depth().checked_sub(body.depth) else { return false };
        state.stack.frames().nth(above).is_some_and(|frame| {
            frame.func == body.func && body.contains(self.ready(frame.func).block_of[frame.pc as usize])
        })
    }
}
