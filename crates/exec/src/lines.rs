//! Lines of the source whose instructions passes have removed.
//!
//! A line such as `result = 1;` may be nothing but a write to a stack slot, which promotion takes away; it is reached all
//! the same when its block is. So the locations of a body are noted before passes, and those that are gone afterwards are
//! counted with the beginning of their block, or of the block that theirs became part of.

use braid_ir::debug::LocId;
use braid_ir::{BlockId, FuncId, InstId, Module};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Code, Pc};

/// Every instruction of a body with its block and location.
pub(crate) fn written(module: &Module, func: FuncId) -> Vec<(BlockId, InstId, Option<LocId>)> {
    let Some(body) = module.funcs[func].body.ready() else { return Vec::new() };
    let of_block =
        |&block: &BlockId| body.blocks[block].insts.iter().map(move |&inst| (block, inst, body.insts[inst].loc));
    body.order.iter().flat_map(of_block).collect()
}

/// Adds the lines that were written and are gone.
pub(crate) fn keep(module: &Module, code: &mut Code, written: &[(BlockId, InstId, Option<LocId>)]) {
    let Some(body) = module.funcs[code.func].body.ready() else { return };
    let line_of = |loc: LocId| (module.debug.locs[loc].line, module.debug.locs[loc].scope);
    let mut known: FxHashSet<_> = code.lines.iter().map(|&(_, loc)| line_of(loc)).collect();
    let starts: FxHashMap<BlockId, Pc> = code.blocks.iter().copied().collect();
    let mut now_in: FxHashMap<InstId, BlockId> = FxHashMap::default();
    for &block in &body.order {
        now_in.extend(body.blocks[block].insts.iter().map(|&inst| (inst, block)));
    }
    // A block that is gone became part of the block that one of its instructions is in now.
    let mut became: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    for (block, inst, _) in written {
        if let Some(&now) = now_in.get(inst) {
            became.entry(*block).or_insert(now);
        }
    }
    for &(block, _, loc) in written {
        let place = starts.get(&block).or_else(|| starts.get(became.get(&block)?));
        if let (Some(loc), Some(&start)) = (loc, place)
            && known.insert(line_of(loc))
        {
            code.lines.push((start, loc));
        }
    }
    code.lines.sort_by_key(|&(pc, _)| pc);
}
