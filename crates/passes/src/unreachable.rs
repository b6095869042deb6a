//! Removal of blocks that no path from the entry leads to.
//!
//! Before: a well-formed body. After: every block of the layout is reachable, and phis have entries for these alone. A
//! block whose address is taken stays if an indirect branch may go there, because then it is reachable; otherwise
//! nothing can jump to it and the address is only a number.

use braid_analysis::Cfg;
use braid_ir::{Body, Inst};

use crate::pass::{Context, Counter};

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    let cfg = Cfg::new(context.body);
    let removed = remove(context.body, &cfg);
    context.stats.add(Counter::BlocksRemoved, removed);
}

/// Removes the unreachable blocks and says how many there were.
pub(crate) fn remove(body: &mut Body, cfg: &Cfg) -> usize {
    let before = body.order.len();
    let unreachable = body.order.iter().filter(|&&block| !cfg.is_reachable(block));
    let affected: Vec<_> = unreachable.flat_map(|&block| cfg.successors(block)).copied().collect();
    if before == cfg.reverse_postorder().len() {
        return 0;
    }
    body.order.retain(|&block| cfg.is_reachable(block));
    for block in affected.into_iter().filter(|&block| cfg.is_reachable(block)) {
        drop_entries(body, cfg, block);
    }
    before - body.order.len()
}

/// Takes entries for unreachable blocks out of the phis of `block`.
fn drop_entries(body: &mut Body, cfg: &Cfg, block: braid_ir::BlockId) {
    for &id in &body.blocks[block].insts {
        let Inst::Phi { incoming } = &mut body.insts[id].inst else { break };
        if incoming.iter().any(|(from, _)| !cfg.is_reachable(*from)) {
            *incoming = incoming.iter().filter(|(from, _)| cfg.is_reachable(*from)).copied().collect();
        }
    }
}
