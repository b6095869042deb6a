//! Replacing values throughout a body, and taking instructions out of it.
//!
//! A pass notes what each value stands for while it looks at the body and applies all of it in one walk at the end:
//! replacing one value at a time would cost a walk each.

use braid_entity::Entity;
use braid_ir::inst::OperandKind;
use braid_ir::{BlockId, Body, Inst, InstId, Operand, ValueId};

/// What values stand for. A value may stand for one that itself stands for another, but not in a circle.
#[derive(Debug)]
pub(crate) struct Replacements {
    of: Vec<Option<Operand>>,
}

impl Replacements {
    pub(crate) fn new(body: &Body) -> Self {
        Replacements { of: vec![None; body.values.len()] }
    }

    /// Notes that `value` is to be replaced.
    pub(crate) fn set(&mut self, value: ValueId, operand: Operand) {
        if self.of.len() <= value.index() {
            self.of.resize(value.index() + 1, None);
        }
        debug_assert_ne!(Operand::value(value), operand, "a value does not stand for itself");
        self.of[value.index()] = Some(operand);
    }

    /// What `operand` stands for in the end. The ways walked are shortened.
    pub(crate) fn resolve(&mut self, operand: Operand) -> Operand {
        let mut end = operand;
        while let Some(next) = self.next(end) {
            end = next;
        }
        let mut at = operand;
        while let Some(next) = self.next(at) {
            let value = at.as_value().expect("only values are replaced");
            self.of[value.index()] = Some(end);
            at = next;
        }
        end
    }

    /// Replaces the operands of all instructions in the layout.
    pub(crate) fn apply(&mut self, body: &mut Body) {
        for at in 0..body.order.len() {
            let block = body.order[at];
            for index in 0..body.blocks[block].insts.len() {
                let id = body.blocks[block].insts[index];
                body.insts[id].inst.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
            }
        }
    }

    fn next(&self, operand: Operand) -> Option<Operand> {
        match operand.kind() {
            OperandKind::Value(value) => self.of.get(value.index()).copied().flatten(),
            OperandKind::Const(_) => None,
        }
    }
}

/// Takes the marked instructions out of their blocks.
pub(crate) fn remove_insts(body: &mut Body, dead: impl Fn(InstId) -> bool) {
    for &block in &body.order {
        body.blocks[block].insts.retain(|&id| !dead(id));
    }
}

/// Takes out of the phis of these blocks the entries along edges that are not kept. A block may be named several times;
/// it is looked at once, so that many edges into one block cost no more than its entries.
pub(crate) fn retain_entries(body: &mut Body, mut blocks: Vec<BlockId>, keep: impl Fn(BlockId, BlockId) -> bool) {
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        for &id in &body.blocks[block].insts {
            let Inst::Phi { incoming } = &mut body.insts[id].inst else { break };
            if incoming.iter().any(|(from, _)| !keep(*from, block)) {
                *incoming = incoming.iter().filter(|(from, _)| keep(*from, block)).copied().collect();
            }
        }
    }
}
