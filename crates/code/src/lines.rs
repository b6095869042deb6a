//! Lines of the source whose instructions passes have removed.
//!
//! A line such as `result = 1;` may be nothing but a write to a stack slot, which promotion takes away; it is reached all
//! the same. So the locations of a body are noted before passes, and one that is gone afterwards is counted with what
//! comes next: the next instruction of its block that is still there. To count it with one before it would be wrong, since
//! a call may not return.

use braid_entity::SecondaryMap;
use braid_ir::debug::LocId;
use braid_ir::{BlockId, Body, FuncId, Inst, InstId, Module};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Code, Pc};
use crate::lower::is_marker;

/// An instruction as it was written.
type Written = (BlockId, InstId, Option<LocId>);
/// The first operation of each instruction that is still there.
type Places = SecondaryMap<InstId, Option<Pc>>;

/// Takes the locations of markers of scopes away, and of casts that older compilers put before them: a native build has
/// none, so no line is reached by them alone.
pub(crate) fn forget_markers(module: &mut Module, func: FuncId) {
    let Some(body) = module.funcs[func].body.ready() else { return };
    let is_mark = |inst: InstId| is_marker(module, &body.insts[inst].inst);
    let is_cast = |inst: InstId| matches!(body.insts[inst].inst, Inst::Cast { .. });
    let mut markers = Vec::new();
    for &block in &body.order {
        let insts = &body.blocks[block].insts;
        markers.extend(insts.iter().copied().filter(|&inst| is_mark(inst)));
        let casts = insts.windows(2).filter(|pair| is_cast(pair[0]) && is_mark(pair[1]));
        markers.extend(casts.map(|pair| pair[0]));
    }
    let Some(body) = module.funcs[func].body.ready_mut() else { return };
    markers.into_iter().for_each(|inst| body.insts[inst].loc = None);
}

/// Every instruction of a body, in order.
pub(crate) fn written(module: &Module, func: FuncId) -> Vec<Written> {
    let Some(body) = module.funcs[func].body.ready() else { return Vec::new() };
    let of_block =
        |&block: &BlockId| body.blocks[block].insts.iter().map(move |&inst| (block, inst, body.insts[inst].loc));
    body.order.iter().flat_map(of_block).collect()
}

/// Adds the lines that were written and are gone.
pub(crate) fn keep(module: &Module, code: &mut Code, written: &[Written], places: &Places) {
    let Some(body) = module.funcs[code.func].body.ready() else { return };
    let line_of = |loc: LocId| (module.debug.locs[loc].line, module.debug.locs[loc].scope);
    let still_there: FxHashSet<_> = code.lines.iter().map(|&(_, loc)| line_of(loc)).collect();
    let followers = followers(body, places);
    let mut added = FxHashSet::default();
    for block in written.chunk_by(|a, b| a.0 == b.0) {
        let mut next = end_of(block, body, places, &followers);
        for &(_, inst, loc) in block.iter().rev() {
            next = places[inst].or(next);
            if let (Some(loc), Some(pc)) = (loc, next)
                && !still_there.contains(&line_of(loc))
                && added.insert((pc, line_of(loc)))
            {
                code.lines.push((pc, loc));
            }
        }
    }
    code.lines.sort_by_key(|&(pc, _)| pc);
}

/// What comes after each instruction in its block.
fn followers(body: &Body, places: &Places) -> FxHashMap<InstId, Pc> {
    let pairs = body.order.iter().flat_map(|&block| body.blocks[block].insts.windows(2));
    pairs.filter_map(|pair| Some((pair[0], places[pair[1]]?))).collect()
}

/// What comes after a block as it was written. Its last instruction is gone if the block became one with the next, or if
/// another took its place: then it is what follows the last one that is still there. Of a block whose instructions are all
/// gone, it is the end of what the block is now, if there is something left of it.
fn end_of(block: &[Written], body: &Body, places: &Places, followers: &FxHashMap<InstId, Pc>) -> Option<Pc> {
    match block.iter().rev().find(|(_, inst, _)| places[*inst].is_some()) {
        Some((_, inst, _)) => followers.get(inst).copied(),
        None => places[*body.blocks[block.first()?.0].insts.last()?],
    }
}
