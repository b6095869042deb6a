//! Merging of straight-line blocks: a block that only one block leads to, and that leads nowhere else, is joined to it.
//!
//! Fewer blocks are fewer places where an engine stops to look for states to merge, and promotion leaves many blocks
//! with hardly an instruction in them. A block whose address is taken stays, and so does one that begins with an
//! exception pad, which only an unwinding edge leads to.
//!
//! Before: a well-formed body. After: no reachable block ends in a jump to a block that nothing else leads to, but for
//! those exceptions. A chain of any length is joined at once, so each instruction is moved once.

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::{BlockId, Body, Constant, Inst, Operand};

use crate::pass::{Context, Counter};
use crate::rewrite::Replacements;

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    let cfg = Cfg::new(context.body);
    let mut replacements = Replacements::new(context.body);
    let mut gone = vec![false; context.body.blocks.len()];
    // What the last block of a chain is called from now on.
    let mut now: Vec<BlockId> = context.body.blocks.ids().collect();
    let mut merged = 0;
    for &head in cfg.reverse_postorder() {
        if gone[head.index()] {
            continue;
        }
        let chain = chain(context, &cfg, head);
        for &block in &chain {
            gone[block.index()] = true;
        }
        if let Some(last) = chain.last() {
            now[last.index()] = head;
        }
        merged += chain.len();
        join(context.body, head, &chain, &mut replacements);
    }
    if merged > 0 {
        context.body.order.retain(|&block| !gone[block.index()]);
        rename_entries(context.body, &now);
        replacements.apply(context.body);
        context.stats.add(Counter::BlocksMerged, merged);
    }
}

/// The blocks that follow `head` in a straight line.
fn chain(context: &Context<'_>, cfg: &Cfg, head: BlockId) -> Vec<BlockId> {
    let mut chain = Vec::new();
    let mut last = head;
    while let Some(next) = follower(context, cfg, last).filter(|&next| next != head) {
        chain.push(next);
        last = next;
    }
    chain
}

/// The block that can be joined to `block`.
fn follower(context: &Context<'_>, cfg: &Cfg, block: BlockId) -> Option<BlockId> {
    let Some(&Inst::Br { target }) = context.body.terminator(block) else { return None };
    let address = Constant::BlockAddress { func: context.func, block: target };
    let alone = cfg.predecessors(target) == [block] && target != BlockId::ENTRY && target != block;
    (alone && context.module.consts.find(&address).is_none()).then_some(target)
}

/// Moves the instructions of `chain` to the end of `head`.
fn join(body: &mut Body, head: BlockId, chain: &[BlockId], replacements: &mut Replacements) {
    for &block in chain {
        body.blocks[head].insts.pop();
        for id in core::mem::take(&mut body.blocks[block].insts) {
            // A phi with one entry stands for what enters.
            let entry = match &body.insts[id].inst {
                Inst::Phi { incoming } => incoming.first().map(|(_, value)| *value),
                _ => None,
            };
            match (entry, body.insts[id].result) {
                (Some(value), Some(result)) if value != Operand::value(result) => replacements.set(result, value),
                _ => body.blocks[head].insts.push(id),
            }
        }
    }
}

/// Lets all phis name the blocks that are left; one walk for all, because many chains may lead to one block.
fn rename_entries(body: &mut Body, now: &[BlockId]) {
    let Body { order, blocks, insts, .. } = body;
    for &id in order.iter().flat_map(|&block| &blocks[block].insts) {
        if let Inst::Phi { incoming } = &mut insts[id].inst {
            incoming.iter_mut().for_each(|(from, _)| *from = now[from.index()]);
        }
    }
}
