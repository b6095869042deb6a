//! Liveness of registers: which values are still needed at the start and end of each block, and at each instruction.
//!
//! A value is live where some path leads to a use of it without passing its definition. The operand of a phi is used at
//! the end of the block it comes from, not in the phi's block; a phi is defined at the start of its block, so it is not
//! live into it; parameters are defined at the start of the entry in the same way. Debug records do not count as uses: a value that only a debugger would look at must not keep two
//! states from being equal.
//!
//! Sets are sparse and found value by value, walking from each use back to the definition (Brandner, Boissinot, Darte,
//! Dupont de Dinechin, Rastello: Computing Liveness Sets for SSA-Form Programs, 2011): the work is the size of the
//! answer, where bit sets iterated to a fixed point take blocks times values even if next to nothing is live. Values
//! are taken by number, so every set comes out sorted and its last element tells whether the value was there already.

use crate::Cfg;
use braid_entity::Entity;
use braid_ir::{BlockId, Body, Inst, ValueDef, ValueId};

/// The live values of a body. Unreachable blocks have none.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<Vec<ValueId>>,
    live_out: Vec<Vec<ValueId>>,
}

impl Liveness {
    /// The liveness of the reachable blocks.
    pub fn new(body: &Body, cfg: &Cfg) -> Liveness {
        let homes = homes(body, cfg);
        let uses = Uses::new(body, cfg, &homes);
        let len = body.blocks.len();
        let mut this = Liveness { live_in: vec![Vec::new(); len], live_out: vec![Vec::new(); len] };
        let mut stack = Vec::new();
        for value in body.values.ids() {
            let home = homes[value.index()];
            for &site in uses.of(value) {
                match site {
                    Use::Inside(block) => this.enter(value, block, home, cfg, &mut stack),
                    Use::AtEnd(block) => this.leave(value, block, home, cfg, &mut stack),
                }
            }
        }
        this
    }
    /// The values live at the start of `block`, its phis excluded, by number.
    pub fn live_in(&self, block: BlockId) -> &[ValueId] {
        &self.live_in[block.index()]
    }
    /// The values live at the end of `block`, the phi operands of its successors included, by number.
    pub fn live_out(&self, block: BlockId) -> &[ValueId] {
        &self.live_out[block.index()]
    }
    /// Whether `value` is live at the start of `block`.
    pub fn is_live_in(&self, block: BlockId, value: ValueId) -> bool {
        self.live_in(block).binary_search(&value).is_ok()
    }
    /// Whether `value` is live at the end of `block`.
    pub fn is_live_out(&self, block: BlockId, value: ValueId) -> bool {
        self.live_out(block).binary_search(&value).is_ok()
    }
    /// The values live just before the instruction at place `at` of `block`, by number; past the last instruction those
    /// live at the end. Before a phi, all phis of the block count as not yet defined. Walks the block from its end.
    pub fn live_before(&self, body: &Body, block: BlockId, at: usize) -> Vec<ValueId> {
        let insts = &body.blocks[block].insts;
        if insts.get(at).is_some_and(|&id| matches!(body.insts[id].inst, Inst::Phi { .. })) {
            return self.live_in(block).to_vec();
        }
        let mut live: std::collections::BTreeSet<ValueId> = self.live_out(block).iter().copied().collect();
        for &id in insts[at.min(insts.len())..].iter().rev() {
            let data = &body.insts[id];
            if let Some(result) = data.result {
                live.remove(&result);
            }
            if !data.inst.is_debug() {
                data.inst.for_each_operand(|operand| live.extend(operand.as_value()));
            }
        }
        live.into_iter().collect()
    }

    /// `value` is needed inside `block`: if it is not defined there, it is live into it and out of what comes before.
    fn enter(&mut self, value: ValueId, block: BlockId, home: BlockId, cfg: &Cfg, stack: &mut Vec<BlockId>) {
        stack.push(block);
        while let Some(block) = stack.pop() {
            if block == home || !add(&mut self.live_in[block.index()], value) {
                continue;
            }
            for &from in cfg.predecessors(block) {
                if cfg.is_reachable(from) && add(&mut self.live_out[from.index()], value) {
                    stack.push(from);
                }
            }
        }
    }

    /// `value` is needed at the end of `block`.
    fn leave(&mut self, value: ValueId, block: BlockId, home: BlockId, cfg: &Cfg, stack: &mut Vec<BlockId>) {
        if add(&mut self.live_out[block.index()], value) {
            self.enter(value, block, home, cfg, stack);
        }
    }
}

/// Adds `value` to a set that so far has only values up to it; false if it was there.
fn add(set: &mut Vec<ValueId>, value: ValueId) -> bool {
    let new = set.last() != Some(&value);
    if new {
        set.push(value);
    }
    new
}

/// The block each value is defined in; for parameters the entry, whose start is where they are given.
fn homes(body: &Body, cfg: &Cfg) -> Vec<BlockId> {
    let mut homes = vec![BlockId::ENTRY; body.values.len()];
    for &block in cfg.reverse_postorder() {
        for &id in &body.blocks[block].insts {
            if let Some(result) = body.insts[id].result {
                debug_assert_eq!(body.values[result].def, ValueDef::Inst(id));
                homes[result.index()] = block;
            }
        }
    }
    homes
}

/// Where a value is used.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// By an instruction of the block.
    Inside(BlockId),
    /// By a phi of a successor.
    AtEnd(BlockId),
}

/// The uses of each value as slices of one table; only those that can matter outside the block of the definition.
struct Uses {
    starts: Vec<u32>,
    sites: Vec<Use>,
}

impl Uses {
    fn new(body: &Body, cfg: &Cfg, homes: &[BlockId]) -> Uses {
        let mut starts = vec![0u32; body.values.len() + 1];
        for_each_use(body, cfg, homes, |value, _| starts[value.index() + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let total = *starts.last().expect("one more than values") as usize;
        let mut sites = vec![Use::Inside(BlockId::ENTRY); total];
        for_each_use(body, cfg, homes, |value, site| {
            sites[next[value.index()] as usize] = site;
            next[value.index()] += 1;
        });
        Uses { starts, sites }
    }

    fn of(&self, value: ValueId) -> &[Use] {
        &self.sites[self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize]
    }
}

fn for_each_use(body: &Body, cfg: &Cfg, homes: &[BlockId], mut f: impl FnMut(ValueId, Use)) {
    for &block in cfg.reverse_postorder() {
        for &id in &body.blocks[block].insts {
            match &body.insts[id].inst {
                Inst::Phi { incoming } => {
                    let reachable = incoming.iter().filter(|(from, _)| cfg.is_reachable(*from));
                    let values = reachable.filter_map(|(from, operand)| Some((*from, operand.as_value()?)));
                    values.for_each(|(from, value)| f(value, Use::AtEnd(from)));
                }
                inst if inst.is_debug() => {}
                inst => inst.for_each_operand(|operand| {
                    if let Some(value) = operand.as_value().filter(|value| homes[value.index()] != block) {
                        f(value, Use::Inside(block));
                    }
                }),
            }
        }
    }
}
