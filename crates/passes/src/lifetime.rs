//! Whether a slot is touched only while it lives.
//!
//! An access before the slot's lifetime starts, or after it ends, is a fault of the program that must stay visible; a
//! register has no lifetime, so such a slot is not promoted. The walk goes backwards from each access to the marker
//! before it, over the blocks the slot lives in and no others.

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::BlockId;

use crate::slots::{Slot, Use, UseKind};

/// Checks slots of one function; keeps its room from one slot to the next.
pub(crate) struct LifetimeChecker<'a> {
    cfg: &'a Cfg,
    /// What is known of each block for the slot at hand, valid if the stamp is the slot's.
    visits: Vec<(u32, Visit)>,
    stamp: u32,
}

#[derive(Clone, Copy, Default)]
struct Visit {
    /// Whether the slot lives at the end of the block, if a marker says so.
    at_end: Option<bool>,
    /// Whether the slot must live at the start of the block.
    needed: bool,
}

impl<'a> LifetimeChecker<'a> {
    pub(crate) fn new(cfg: &'a Cfg) -> Self {
        LifetimeChecker { cfg, visits: vec![(0, Visit::default()); cfg.graph().len()], stamp: 0 }
    }

    /// Whether every access to the slot happens while it lives, on every path.
    pub(crate) fn lives_when_used(&mut self, slot: &Slot) -> bool {
        let has = |kind| slot.uses.iter().any(|site| site.kind == kind);
        let starts = has(UseKind::Start);
        if !starts && !has(UseKind::End) {
            return true;
        }
        self.stamp += 1;
        let mut needed = Vec::new();
        for uses in slot.uses.chunk_by(|a, b| a.block == b.block) {
            match self.within(uses) {
                None => return false,
                Some(true) => needed.push(uses[0].block),
                Some(false) => {}
            }
        }
        self.lives_before(needed, starts)
    }

    /// Follows the uses of one block: none if one comes when the slot is dead, else whether it must live at the start.
    fn within(&mut self, uses: &[Use]) -> Option<bool> {
        let (mut alive, mut needed) = (None, false);
        for site in uses {
            match site.kind {
                UseKind::Start => alive = Some(true),
                UseKind::End => alive = Some(false),
                UseKind::Debug => {}
                UseKind::Load(_) | UseKind::Store(_) | UseKind::CopyTo(_) | UseKind::CopyFrom(_) | UseKind::Fill(_) => {
                    match alive {
                        Some(false) => return None,
                        Some(true) => {}
                        None => needed = true,
                    }
                }
            }
        }
        self.visit(uses[0].block).at_end = alive;
        Some(needed)
    }

    /// Whether the slot lives at the start of all these blocks. A slot with a start marker is dead before it.
    fn lives_before(&mut self, mut needed: Vec<BlockId>, starts: bool) -> bool {
        let cfg = self.cfg;
        while let Some(block) = needed.pop() {
            if core::mem::replace(&mut self.visit(block).needed, true) {
                continue;
            }
            if block == BlockId::ENTRY && starts {
                return false;
            }
            for &from in cfg.predecessors(block).iter().filter(|&&from| cfg.is_reachable(from)) {
                match self.visit(from).at_end {
                    Some(true) => {}
                    Some(false) => return false,
                    None => needed.push(from),
                }
            }
        }
        true
    }

    fn visit(&mut self, block: BlockId) -> &mut Visit {
        let (stamp, visit) = &mut self.visits[block.index()];
        if *stamp != self.stamp {
            (*stamp, *visit) = (self.stamp, Visit::default());
        }
        visit
    }
}
