//! What an explanation of a fault may ask for: the values that the operands of an operation were computed from, as far back as
//! the executor's `explain` writes expressions.

use braid_entity::Entity;
use braid_ir::body::ValueDef;
use braid_ir::{Inst, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowerer;
use crate::code::{Op, Pc, Slot};
use crate::operands::Operands;

/// Expressions are followed so far back: twice the depth to which they are written, because an index stands for two operations.
const MAX_DEPTH: u32 = 10;
/// So many values are kept for one operation.
const MAX_VALUES: usize = 24;

impl Lowerer<'_> {
    /// For each operation that can fail and be explained, the slots that its explanation may ask for.
    pub(super) fn explained(&self) -> FxHashMap<Pc, Vec<Slot>> {
        let variables = self.variables();
        let mut explained = FxHashMap::default();
        for (pc, op) in (0..).zip(&self.code.ops) {
            if is_explained(op) {
                let roots = Operands::of(op, pc).reads.into_iter().filter_map(|slot| self.value_at(slot));
                let slots = self.sources(roots.collect(), &variables);
                if !slots.is_empty() {
                    explained.insert(pc, slots);
                }
            }
        }
        explained
    }

    /// Values that are a variable of the source, or its address: they are explained by its name.
    fn variables(&self) -> FxHashSet<ValueId> {
        let insts = self.body.order.iter().flat_map(|&block| &self.body.blocks[block].insts);
        let records = insts.filter_map(|&inst| match &self.body.insts[inst].inst {
            Inst::DebugValue(record) | Inst::DebugDeclare(record) if record.expr.is_empty() => record.value?.as_value(),
            _ => None,
        });
        records.collect()
    }

    /// The value whose first slot this is.
    fn value_at(&self, slot: Slot) -> Option<ValueId> {
        let count = self.body.values.len();
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.slots[ValueId::new(middle)] <= slot { low = middle + 1 } else { high = middle }
        }
        let value = ValueId::new(low.checked_sub(1)?);
        (self.slots[value] == slot).then_some(value)
    }

    /// The slots of what values were computed from.
    fn sources(&self, roots: Vec<ValueId>, variables: &FxHashSet<ValueId>) -> Vec<Slot> {
        let mut seen: Vec<ValueId> = roots.clone();
        let mut open: Vec<(ValueId, u32)> = roots.into_iter().map(|value| (value, 0)).collect();
        let mut slots = Vec::new();
        while let Some((value, depth)) = open.pop() {
            if depth == MAX_DEPTH || variables.contains(&value) {
                continue;
            }
            for source in self.computed_from(value) {
                if !seen.contains(&source) && seen.len() < MAX_VALUES {
                    seen.push(source);
                    slots.push(self.slots[source]);
                    open.push((source, depth + 1));
                }
            }
        }
        slots
    }

    /// The values that a value is computed from, if it is explained by them.
    fn computed_from(&self, value: ValueId) -> Vec<ValueId> {
        let ValueDef::Inst(inst) = self.body.values[value].def else { return Vec::new() };
        let operands: &[Operand] = match &self.body.insts[inst].inst {
            Inst::Load { addr, .. } => core::slice::from_ref(addr),
            Inst::Cast { arg, .. } | Inst::Freeze { arg } => core::slice::from_ref(arg),
            Inst::Binary { args, .. } | Inst::IntCompare { args, .. } => args,
            Inst::PtrAdd { base, offset, .. } => {
                return [base, offset].into_iter().filter_map(|op| op.as_value()).collect();
            }
            Inst::ExtractValue { agg, path } if path[..] == [0] => return self.checked_operands(*agg),
            _ => &[],
        };
        operands.iter().filter_map(|operand| operand.as_value()).collect()
    }

    /// The operands of an intrinsic that also tells whether it wrapped around.
    fn checked_operands(&self, result: Operand) -> Vec<ValueId> {
        let inst = result.as_value().map(|value| self.body.values[value].def);
        let Some(ValueDef::Inst(inst)) = inst else { return Vec::new() };
        let Inst::Call(call) = &self.body.insts[inst].inst else { return Vec::new() };
        call.args.iter().filter_map(|operand| operand.as_value()).take(2).collect()
    }
}

/// Returns true if a fault at an operation is explained by its operands.
fn is_explained(op: &Op) -> bool {
    matches!(
        op,
        Op::Load(_)
            | Op::Store(_)
            | Op::Rmw { .. }
            | Op::CmpXchg { .. }
            | Op::Divide(..)
            | Op::CheckPromise { .. }
            | Op::MarkPromise { .. }
            | Op::CheckFloat { .. }
            | Op::Shl(_)
            | Op::LShr(_)
            | Op::AShr(_)
            | Op::Call(_)
            | Op::Intrinsic(_)
    )
}
