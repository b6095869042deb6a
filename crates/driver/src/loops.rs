//! The loops of the program in terms of the code that is run, for those who ask which loops a state is in.

use std::cell::RefCell;
use std::rc::Rc;

use braid_analysis::{Cfg, Dominators, LoopId, Loops, PostDominators};
use braid_entity::Entity;
use braid_exec::Executor;
use braid_exec::code::{Code, Op};
use braid_ir::{BlockId, FuncId};
use braid_merge::{Flow, FrameLoop, LoopAt, SourcePlace};
use braid_state::{Blocks, State};
use rustc_hash::FxHashMap;

/// The loops of all functions that were asked for.
#[derive(Default)]
pub(crate) struct LoopTable {
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
    pub(crate) fn around(&self, exec: &Executor, state: &State, pc: u32, depth: usize) -> Vec<LoopAt> {
        let deepest = state.stack.depth();
        let mut around = Vec::new();
        for (above, frame) in state.stack.frames().take((deepest + 1).saturating_sub(depth)).enumerate() {
            let code = exec.program.ready(frame.func);
            let pc = if above == 0 { pc } else { frame.pc };
            let block = code.blocks[code.block_of[pc as usize] as usize].0;
            let function = self.function(exec, frame.func);
            for id in function.loops.innermost(block).into_iter().flat_map(|id| function.loops.around(id)) {
                around.push(function.loop_at(exec, code, id, deepest - above));
            }
        }
        around
    }

    /// The loop that begins with a block of a function, in the frame of this depth; none if there is no such loop.
    pub(crate) fn named(&self, exec: &Executor, func: FuncId, header: u32, depth: usize) -> Option<LoopAt> {
        let is_known = exec.program.module.funcs.get(func).is_some_and(|func| func.body.ready().is_some());
        let function = (is_known && !exec.program.is_new(func)).then(|| self.function(exec, func))?;
        let is_first = |id: &LoopId| function.loops.blocks(*id)[0].as_u32() == header;
        let id = function.loops.iter().map(|(id, _)| id).find(is_first)?;
        Some(function.loop_at(exec, exec.program.ready(func), id, depth))
    }

    /// What is computed from the code of a function that was called.
    pub(crate) fn flow(&self, exec: &Executor, func: FuncId) -> Rc<Flow> {
        let find = || Rc::new(flow(exec, exec.program.ready(func)));
        Rc::clone(self.flows.borrow_mut().entry(func).or_insert_with(find))
    }

    fn function(&self, exec: &Executor, func: FuncId) -> Rc<FunctionLoops> {
        let find = || {
            let body = exec.program.module.funcs[func].body.ready().expect("a function that runs has a body");
            let cfg = Cfg::new(body);
            let loops = Loops::new(&cfg, &Dominators::of(&cfg));
            Rc::new(FunctionLoops { loops, found: RefCell::default(), known: RefCell::default() })
        };
        Rc::clone(self.functions.borrow_mut().entry(func).or_insert_with(find))
    }
}

impl FunctionLoops {
    /// A loop in the frame of this depth. It is asked for at every fork inside it, and costs a look.
    fn loop_at(&self, exec: &Executor, code: &Code, id: LoopId, depth: usize) -> LoopAt {
        if let Some(known) = self.known.borrow().get(&(id, depth)) {
            return known.clone();
        }
        let find = || self.find(exec, code, id, depth);
        let LoopAt { body, calls, place } = self.found.borrow_mut().entry(id).or_insert_with(find).clone();
        let at = LoopAt { body: Rc::new(FrameLoop { depth, ..(*body).clone() }), calls, place };
        self.known.borrow_mut().insert((id, depth), at.clone());
        at
    }

    fn find(&self, exec: &Executor, code: &Code, id: LoopId, depth: usize) -> LoopAt {
        let inside: Blocks = code.blocks.iter().map(|&(block, _)| self.loops.contains(id, block)).collect();
        let calls = |(pc, op): (usize, &Op)| inside[code.block_of[pc] as usize] && matches!(op, Op::Call(_));
        let calls = code.ops.iter().enumerate().any(calls);
        let header = self.loops.blocks(id)[0];
        let number = code.blocks.iter().position(|&(block, _)| block == header).expect("a loop's header is code");
        let outside: Blocks = inside.iter().map(|inside| !inside).collect();
        let outside_or_first = outside.iter().enumerate().map(|(at, &is)| is || at == number).collect();
        let (header, first, func) = (header.as_u32(), number as u32, code.func);
        let body = FrameLoop { depth, func, header, first, inside, outside, outside_or_first };
        LoopAt { body: Rc::new(body), calls, place: Rc::new(place_of(exec, code, self.loops.blocks(id)[0])) }
    }
}

fn flow(exec: &Executor, code: &Code) -> Flow {
    let body = exec.program.module.funcs[code.func].body.ready().expect("a function that runs has a body");
    let cfg = Cfg::new(body);
    let loops = Loops::new(&cfg, &Dominators::of(&cfg));
    let ends = PostDominators::of(&cfg);
    let order = loop_order(&cfg, &loops);
    let numbers: FxHashMap<BlockId, u32> =
        (0..).zip(&code.blocks).map(|(number, &(block, _))| (block, number)).collect();
    let blocks = || code.blocks.iter().map(|&(block, _)| block);
    Flow {
        block_of: code.block_of[..].into(),
        rank: blocks().map(|block| cfg.number(block).map_or(u32::MAX, |number| number as u32)).collect(),
        order: blocks().map(|block| order.get(&block).map_or(u32::MAX, |place| place.0)).collect(),
        end: blocks().map(|block| order.get(&block).map_or(u32::MAX, |place| place.1)).collect(),
        heads: blocks().map(|block| loops.headed_by(block).is_some()).collect(),
        join_points: blocks().map(|block| cfg.predecessors(block).len() > 1).collect(),
        post_dominator: blocks().map(|block| numbers.get(&ends.ipdom(block)?).copied()).collect(),
    }
}

/// The place of each block in a topological order in which the blocks of a loop stand side by side, and the last place in the loop
/// that it begins. A block is told by the heads of the loops around it, from outside in, and itself: a head comes before all
/// of its loop, and what comes before or behind a loop as a whole comes so before or behind its head.
fn loop_order(cfg: &Cfg, loops: &Loops) -> FxHashMap<BlockId, (u32, u32)> {
    let number = |block: BlockId| cfg.number(block).unwrap_or(usize::MAX);
    let key = |block: BlockId| {
        let around = loops.innermost(block).into_iter().flat_map(|id| loops.around(id));
        let mut key: Vec<usize> = around.map(|id| number(loops.blocks(id)[0])).collect();
        key.reverse();
        key.push(number(block));
        key
    };
    let mut blocks: Vec<BlockId> = cfg.reverse_postorder().to_vec();
    blocks.sort_by_cached_key(|&block| key(block));
    let mut order: FxHashMap<BlockId, (u32, u32)> =
        (0..).zip(blocks).map(|(place, block)| (block, (place, place))).collect();
    for (id, _) in loops.iter() {
        let last = loops.blocks(id).iter().filter_map(|block| order.get(block)).map(|place| place.0).max();
        if let (Some(last), Some(head)) = (last, order.get_mut(&loops.blocks(id)[0])) {
            head.1 = last;
        }
    }
    order
}

/// Where a block begins in the source: the first of its operations that has a place. That it is entered has the place of
/// whatever is told of variables there, such as their declarations, which may be far above.
fn place_of(exec: &Executor, code: &Code, block: BlockId) -> SourcePlace {
    let number = code.blocks.iter().position(|&(known, _)| known == block).unwrap_or(0);
    let is_entry = |pc: u32| matches!(code.ops[pc as usize], Op::Enter { .. });
    let of_block = |pc: u32| code.block_of[pc as usize] as usize == number && code.locs[pc as usize].is_some();
    let pc = (0..code.ops.len() as u32).find(|&pc| of_block(pc) && !is_entry(pc)).unwrap_or(code.blocks[number].1);
    source_place(exec, code.func, pc)
}

/// The place of an operation.
pub(crate) fn source_place(exec: &Executor, func: FuncId, pc: u32) -> SourcePlace {
    let place = exec.program.place(func, pc);
    SourcePlace { file: place.file, line: place.line, function: place.function }
}

/// Returns true if a state is still in a loop of one of its frames.
pub(crate) fn is_inside(exec: &Executor, state: &State, body: &FrameLoop) -> bool {
    let Some(above) = state.stack.depth().checked_sub(body.depth) else { return false };
    state.stack.frames().nth(above).is_some_and(|frame| {
        frame.func == body.func && body.contains(exec.program.ready(frame.func).block_of[frame.pc as usize])
    })
}
