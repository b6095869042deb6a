//! Removal of blocks that no path from the entry leads to.
//!
//! Before: a well-formed body. After: every block of the layout is reachable from the entry, or from a block whose
//! address is taken; those stay, because the address is a value that something may still hold. Phis have entries for
//! the blocks that are left.

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::{BlockId, Constant};

use crate::pass::{Context, Counter};
use crate::rewrite::retain_entries;

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
    retain_entries(context.body, affected, |from, _| kept[from.index()]);
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
