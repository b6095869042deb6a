//! What may be carried out before a branch that came after it: the one place that decides whether the instructions of a block can move up to the
//! block that alone leads there.
//!
//! They can if none of them can fault or has an effect (see [`fault`](crate::fault)), if there are few, and if every line of theirs is one of the block above, so
//! that a line counts as reached just where it did before. Values that are read before they are written are no hindrance: a choice
//! depends on the value that it takes.

use braid_entity::Entity;
use braid_ir::debug::{FileId, LocId};
use braid_ir::{BlockId, Body, Constant, Inst, InstId, Module, Operand};
use rustc_hash::FxHashSet;

use crate::fault;
use crate::pass::Context;

/// More instructions are not carried out in vain.
const MAX_INSTS: usize = 6;
/// Blocks that more edges lead to are left alone: each look at their phis would cost as much.
const MAX_ENTRIES: usize = 32;

/// A line of the source: its file, its number, and the call that it was inlined at.
type Line = (Option<FileId>, u32, Option<LocId>);

/// The lines of a block.
#[derive(Debug)]
pub(crate) struct Lines(FxHashSet<Line>);

impl Lines {
    pub(crate) fn of(context: &Context<'_>, block: BlockId) -> Lines {
        let body = &*context.body;
        let locs = body.blocks[block].insts.iter().filter_map(|&id| body.insts[id].loc);
        Lines(locs.map(|loc| line(context.module, loc)).collect())
    }

    fn has(&self, module: &Module, loc: LocId) -> bool {
        let line = line(module, loc);
        line.1 == 0 || self.0.contains(&line)
    }
}

fn line(module: &Module, loc: LocId) -> Line {
    let loc = module.debug.locs[loc];
    (module.debug.file_of(loc.scope), loc.line, loc.inlined_at)
}

/// How many blocks lead to each block, kept up to date while blocks go.
#[derive(Debug)]
pub(crate) struct Entries(Vec<usize>);

impl Entries {
    pub(crate) fn of(body: &Body, cfg: &braid_analysis::Cfg) -> Entries {
        Entries(body.blocks.ids().map(|block| cfg.predecessors(block).len()).collect())
    }
    /// One block less leads there.
    pub(crate) fn lose(&mut self, block: BlockId) {
        self.0[block.index()] -= 1;
    }
    /// Whether its phis may be looked at.
    pub(crate) fn are_few(&self, block: BlockId) -> bool {
        self.0[block.index()] <= MAX_ENTRIES
    }
    /// Whether nothing but the one block that is known to lead there does.
    pub(crate) fn is_one(&self, context: &Context<'_>, block: BlockId) -> bool {
        let address = Constant::BlockAddress { func: context.func, block };
        self.0[block.index()] == 1 && block != BlockId::ENTRY && context.module.consts.find(&address).is_none()
    }
}

/// Whether all instructions of a block, but for its last and for debug records, can move up to a block with these lines.
pub(crate) fn can_move(context: &Context<'_>, block: BlockId, above: &Lines) -> bool {
    let (body, module) = (&*context.body, &*context.module);
    let Some((last, insts)) = body.blocks[block].insts.split_last() else { return false };
    let harmless = |&id: &InstId| {
        let inst = &body.insts[id].inst;
        inst.is_debug() || !matches!(inst, Inst::Phi { .. }) && !fault::must_stay(module, body, inst)
    };
    let is_known = |&id: &InstId| body.insts[id].loc.is_none_or(|loc| above.has(module, loc));
    insts.len() <= MAX_INSTS && insts.iter().all(harmless) && insts.iter().chain([last]).all(is_known)
}

/// What enters the phis of a block from two others, phi by phi.
pub(crate) fn entering(body: &Body, block: BlockId, from: [BlockId; 2]) -> Vec<(InstId, [Operand; 2])> {
    let phis = body.blocks[block].insts.iter().map_while(|&id| match &body.insts[id].inst {
        Inst::Phi { incoming } => Some((id, incoming)),
        _ => None,
    });
    let value = |incoming: &[(BlockId, Operand)], from: BlockId| {
        incoming.iter().find(|(block, _)| *block == from).map(|&(_, value)| value)
    };
    phis.filter_map(|(id, incoming)| Some((id, [value(incoming, from[0])?, value(incoming, from[1])?]))).collect()
}

/// Lets the phis of a block have one entry less.
pub(crate) fn drop_entry(body: &mut Body, block: BlockId, from: BlockId) {
    crate::rewrite::retain_entries(body, vec![block], |entry, _| entry != from);
}

/// Lets the phis of a block name another block that leads there.
pub(crate) fn rename_entry(body: &mut Body, block: BlockId, from: BlockId, to: BlockId) {
    let Body { blocks, insts, .. } = body;
    for &id in &blocks[block].insts {
        let Inst::Phi { incoming } = &mut insts[id].inst else { break };
        incoming.iter_mut().filter(|(entry, _)| *entry == from).for_each(|(entry, _)| *entry = to);
    }
}
