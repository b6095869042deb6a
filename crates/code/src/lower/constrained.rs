//! Constrained floating point (`llvm.experimental.constrained.*`), which compilers write where the program may change the
//! rounding mode or look at exceptions: the plain operation, because that follows the rounding mode of the state, and nothing traps.
//! A rounding mode that the call itself names is refused if it is another one than to nearest.

use braid_ir::body::InstData;
use braid_ir::inst::{self, BinaryOp, CastOp, FloatPredicate, OperandKind, WrapFlags};
use braid_ir::{Constant, Operand};

use super::{Lowered, Lowerer};

/// Modes under which rounding is that of the state.
const ROUNDING: &[&str] = &["round.tonearest", "round.dynamic"];

impl Lowerer<'_> {
    /// A constrained operation, by its name without prefix but with types.
    pub(super) fn constrained(&mut self, data: &InstData, call: &inst::Call, operation: &str) -> Lowered<()> {
        let texts: Vec<String> = call.args.iter().filter_map(|&arg| self.metadata(arg)).collect();
        let values: Vec<Operand> = call.args.iter().copied().filter(|&arg| self.metadata(arg).is_none()).collect();
        if let Some(mode) = texts.iter().find(|text| text.starts_with("round.") && !ROUNDING.contains(&text.as_str())) {
            return Err(format!("the intrinsic llvm.experimental.constrained.{operation} with {mode}"));
        }
        let name = operation.split('.').next().unwrap_or(operation);
        match (name, &values[..]) {
            ("fcmp" | "fcmps", &[a, b]) => {
                let pred = texts.iter().find_map(|text| FloatPredicate::from_name(text));
                self.float_compare(data, pred.ok_or("a comparison without a predicate")?, [a, b])
            }
            (name, &[a, b]) if let Some(op) = BinaryOp::from_name(name).filter(|op| op.is_float()) => {
                self.binary(data, op, WrapFlags::default(), [a, b])
            }
            // `trunc` is a whole number here, and no cast of integers.
            (name, &[a]) if let Some(op) = CastOp::from_name(name).filter(|&op| op != CastOp::Trunc) => {
                self.cast(data, op, a)
            }
            (_, values) => self.intrinsic_named(data, values, &format!("llvm.{operation}")),
        }
    }

    /// The text of an operand that is metadata.
    fn metadata(&self, operand: Operand) -> Option<String> {
        let OperandKind::Const(id) = operand.kind() else { return None };
        match self.program.module.consts[id] {
            Constant::Metadata(text) => Some(self.program.module.names.get(text).to_owned()),
            _ => None,
        }
    }
}
