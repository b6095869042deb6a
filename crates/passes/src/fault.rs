//! What can fault: the one place that decides whether an instruction may be removed when nothing uses its result.
//!
//! [`Inst::must_stay`] answers without looking at operands. Here constants are looked at too: a division by a constant
//! other than zero, a shift by a constant less than the width, or a constant lane of a vector is harmless. Broken promises (`nsw`, `inbounds` and so
//! on) count as faults, because a checker may report them.

use braid_ir::inst::BinaryOp;
use braid_ir::{Body, Inst, Module, Operand, Type};

/// Whether the instruction must stay in the program even if its result is unused.
pub fn must_stay(module: &Module, body: &Body, inst: &Inst) -> bool {
    match inst {
        Inst::Binary { op, flags, args, .. } if flags.is_empty() && op.divides() => {
            !harmless_divisor(module, body, *op, args[1])
        }
        Inst::Binary { op, flags, args, .. } if flags.is_empty() && op.shifts() => {
            !harmless_amount(module, body, args[1])
        }
        Inst::ExtractElement { args: [vector, index] } | Inst::InsertElement { args: [vector, _, index] } => {
            !harmless_lane(module, body, *vector, *index)
        }
        _ => inst.must_stay(),
    }
}

fn harmless_divisor(module: &Module, body: &Body, op: BinaryOp, divisor: Operand) -> bool {
    let Some((value, bits)) = small_constant(module, body, divisor) else { return false };
    let minus_one = value == u64::MAX >> (64 - bits);
    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    value != 0 && !(signed && minus_one)
}

fn harmless_amount(module: &Module, body: &Body, amount: Operand) -> bool {
    small_constant(module, body, amount).is_some_and(|(value, bits)| value < u64::from(bits))
}

fn harmless_lane(module: &Module, body: &Body, vector: Operand, index: Operand) -> bool {
    let lanes = match module.operand_type(body, vector).map(|ty| &module.types[ty]) {
        Some(Type::Vector { len, .. }) => u64::from(*len),
        _ => return false,
    };
    index.as_const().and_then(|id| module.consts.as_int(id)).is_some_and(|at| at < lanes)
}

/// The value and width of a constant integer of 1 to 64 bits.
fn small_constant(module: &Module, body: &Body, operand: Operand) -> Option<(u64, u32)> {
    let value = module.consts.as_int(operand.as_const()?)?;
    let bits = module.types.int_bits(module.operand_type(body, operand)?)?;
    (1..=64).contains(&bits).then_some((value, bits))
}
