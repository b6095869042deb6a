//! Constant expressions as operands: those that can be computed are replaced by their value.
//!
//! Older LLVMs keep arithmetic on constants as expressions inside operands. Those on addresses stay, because an address
//! is known only when the program runs; the rest is computed as the same instruction would be, and likewise stays where
//! it could fault. Parts of a constant have smaller ids, so a stack of unfinished ones suffices.

use braid_ir::inst::{FastMath, Operand};
use braid_ir::{ConstId, Constant, Module};
use rustc_hash::FxHashMap;

use super::eval;
use super::float::{self, Float};
use super::int::{self, Int};
use crate::pass::{Context, Counter};

/// Replaces constant expressions in the operands of all instructions of the layout.
pub(super) fn fold_operands(context: &mut Context<'_>) {
    let mut known = FxHashMap::default();
    let mut count = 0;
    for at in 0..context.body.order.len() {
        let block = context.body.order[at];
        for index in 0..context.body.blocks[block].insts.len() {
            let id = context.body.blocks[block].insts[index];
            context.body.insts[id].inst.for_each_operand_mut(|operand| {
                let Some(old) = operand.as_const().filter(|&id| is_expression(&context.module.consts[id])) else {
                    return;
                };
                let new = fold(context.module, old, &mut known);
                count += usize::from(new != old);
                *operand = Operand::constant(new);
            });
        }
    }
    context.stats.add(Counter::InstsFolded, count);
}

fn is_expression(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Binary { .. }
            | Constant::Unary { .. }
            | Constant::Cast(_)
            | Constant::IntCompare { .. }
            | Constant::FloatCompare { .. }
            | Constant::Select { .. }
            | Constant::PtrAdd { .. }
    )
}

/// The value of an expression, or the expression itself; parts first.
fn fold(module: &mut Module, id: ConstId, known: &mut FxHashMap<ConstId, ConstId>) -> ConstId {
    let mut stack = vec![id];
    while let Some(&top) = stack.last() {
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        let before = stack.len();
        if is_expression(&module.consts[top]) {
            module.consts[top].for_each_part(|part| stack.extend((!known.contains_key(&part)).then_some(part)));
        }
        if stack.len() == before {
            let value = compute(module, top, known).unwrap_or(top);
            known.insert(top, value);
            stack.pop();
        }
    }
    known[&id]
}

/// The value of an expression whose parts are known.
fn compute(module: &mut Module, id: ConstId, known: &FxHashMap<ConstId, ConstId>) -> Option<ConstId> {
    let part = |id: ConstId| known.get(&id).copied().unwrap_or(id);
    match module.consts[id].clone() {
        Constant::Binary { op, flags, args, ty } => eval::binary(module, op, flags, FastMath::NONE, args.map(part), ty),
        Constant::Cast(cast) => eval::cast(module, cast.op, braid_ir::inst::WrapFlags::NONE, part(cast.arg), cast.ty),
        Constant::IntCompare { pred, args, ty } => {
            let [a, b] = args.map(part);
            let answer = int::compare(pred, Int::of(module, a)?, Int::of(module, b)?);
            Some(Int::new(1, u128::from(answer)).constant(module, ty))
        }
        Constant::FloatCompare { pred, args, ty } => {
            let [a, b] = args.map(part);
            let answer = float::compare(pred, Float::of(module, a)?, Float::of(module, b)?);
            Some(Int::new(1, u128::from(answer)).constant(module, ty))
        }
        Constant::Select { args, .. } => {
            let chosen = if module.consts.as_int(part(args[0]))? != 0 { args[1] } else { args[2] };
            Some(part(chosen)).filter(|&id| !matches!(module.consts[id], Constant::Undef(_)))
        }
        Constant::PtrAdd { base, offset, flags, ty } => eval::ptradd(module, flags, part(base), part(offset), ty),
        _ => None,
    }
}
