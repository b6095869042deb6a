//! Removal of blocks that no path from the entry leads to.
//!
//! Before: a well-formed body. After: every block of the layout is reachable from the entry, or from a block whose
//! address is taken; those stay, because the address is a value that something may still hold. Phis have entries for
//! the blocks that are left.

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::{BlockId, Constant, Inst};

use crate::pass::{Context, Counter};

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    let cfg = Cfg::new(context.body);
    if cfg.reverse_postorder().len() == context.body.order.len() {
        return;
    }
    let kept = kept(context, &cfg);
    let before = context.body.order.len();
    let removed = context.body.order.iter().filter(|block| !kept[block.index()]);
    let affected: Vec<_> = removed.flat_map(|&block| cfg.successors(block)).copied().collect();
    context.body.order.retain(|&block| kept[block.index()]);
    for block in affected.into_iter().filter(|block| kept[block.index()]) {
        drop_entries(context, block, &kept);
    }
    context.stats.add(Counter::BlocksRemoved, before - context.body.order.len());
}

/// What the entry and the blocks whose address is taken lead to.
fn kept(context: &Context<'_>, cfg: &Cfg) -> Vec<bool> {
    let address = |block: BlockId| Constant::BlockAddress { func: context.func, block };
    let is_root = |block: &BlockId| cfg.is_reachable(*block) || context.module.consts.find(&address(*block)).is_some();
    let mut kept = vec![false; context.body.blocks.len()];
    let mut pending: Vec<_> = context.body.order.iter().copied().filter(is_root).collect();
    while let Some(block) = pending.pop() {
        if !core::mem::replace(&mut kept[block.index()], true) {
            pending.extend(cfg.successors(block));
        }
    }
    kept
}

/// Takes entries for removed blocks out of the phis of `block`.
fn drop_entries(context: &mut Context<'_>, block: BlockId, kept: &[bool]) {
    for &id in &context.body.blocks[block].insts {
        let Inst::Phi { incoming } = &mut context.body.insts[id].inst else { break };
        if incoming.iter().any(|(from, _)| !kept[from.index()]) {
            *incoming = incoming.iter().filter(|(from, _)| kept[from.index()]).copied().collect();
        }
    }
}
