//! Which results may never be used: those that reach a select, a freeze or a phi through operations without effects.

use braid_ir::{Inst, InstId, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowerer;

/// How many values are looked at from one result on.
const MAX_LOOKED_AT: usize = 64;

/// The instructions that use each value.
pub(super) type Users = FxHashMap<ValueId, Vec<InstId>>;

impl Lowerer<'_> {
    /// Whether something chooses between the result of an instruction and another value.
    pub(super) fn is_chosen(&mut self, result: Option<ValueId>) -> bool {
        let Some(result) = result else { return false };
        let (mut open, mut seen) = (vec![result], FxHashSet::default());
        while let Some(value) = open.pop() {
            if !seen.insert(value) || seen.len() > MAX_LOOKED_AT {
                continue;
            }
            for at in 0..self.users().get(&value).map_or(0, Vec::len) {
                let user = self.users()[&value][at];
                let data = &self.body.insts[user];
                match &data.inst {
                    Inst::Phi { .. } | Inst::Freeze { .. } => return true,
                    Inst::Select { args, .. } if args[1..].contains(&Operand::value(value)) => return true,
                    inst if is_pure(inst) => open.extend(data.result),
                    _ => {}
                }
            }
        }
        false
    }

    fn users(&mut self) -> &Users {
        let body = self.body;
        self.users.get_or_insert_with(|| {
            let mut users = Users::default();
            for block in &body.order {
                for &id in &body.blocks[*block].insts {
                    body.insts[id].inst.for_each_operand(|operand| {
                        if let Some(value) = operand.as_value() {
                            users.entry(value).or_default().push(id);
                        }
                    });
                }
            }
            users
        })
    }
}

/// Whether an operation gives poison of poison and does nothing else.
fn is_pure(inst: &Inst) -> bool {
    match inst {
        Inst::Binary { op, .. } => !op.is_float() && !op.divides(),
        Inst::Select { .. }
        | Inst::Cast { .. }
        | Inst::IntCompare { .. }
        | Inst::PtrAdd { .. }
        | Inst::ExtractValue { .. }
        | Inst::InsertValue { .. }
        | Inst::ExtractElement { .. }
        | Inst::InsertElement { .. }
        | Inst::Shuffle { .. } => true,
        _ => false,
    }
}
