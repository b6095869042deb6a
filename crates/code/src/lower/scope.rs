//! Scopes of local variables: which of them have markers, and whether loads may have been moved across these.

use braid_ir::inst::OperandKind;
use braid_ir::{AttrFlags, Body, Constant, FuncId, GlobalRef, Inst, Module, Operand, ValueId};
use rustc_hash::FxHashSet;

/// The values that some `lifetime.start` is about: such a stack slot is dead before the first of them.
pub(super) fn marked(module: &Module, body: &Body) -> FxHashSet<ValueId> {
    let insts = body.order.iter().flat_map(|&block| &body.blocks[block].insts);
    let starts = insts.filter_map(|&inst| match &body.insts[inst].inst {
        Inst::Call(call) if callee(module, call.callee).starts_with("llvm.lifetime.start") => {
            call.args.last()?.as_value()
        }
        _ => None,
    });
    starts.collect()
}

/// Returns true if an instruction marks the beginning or the end of a scope.
pub(crate) fn is_marker(module: &Module, inst: &Inst) -> bool {
    matches!(inst, Inst::Call(call) if callee(module, call.callee).starts_with("llvm.lifetime."))
}

/// The name of the function that is called; empty if it is computed.
pub fn callee(module: &Module, callee: Operand) -> &str {
    let OperandKind::Const(callee) = callee.kind() else { return "" };
    let Constant::Global(GlobalRef::Func(func)) = module.consts[callee] else { return "" };
    module.names.get(module.funcs[func].symbol.name)
}

/// Whether an optimiser may have rewritten a function: it is not marked as one to leave alone, and its debug information
/// does not say that nobody did.
pub(super) fn is_optimised(module: &Module, func: FuncId, body: &Body) -> bool {
    if module.attrs[module.funcs[func].attrs].func.flags.has(AttrFlags::OPT_NONE) {
        return false;
    }
    let insts = body.order.iter().flat_map(|&block| &body.blocks[block].insts);
    let loc = insts.filter_map(|&inst| body.insts[inst].loc).next();
    loc.is_none_or(|loc| module.debug.inlining(loc).any(|loc| module.debug.is_optimized(&loc)))
}
