//! How many bytes of the stack a call takes.
//!
//! A frame takes its local variables as the compiler wrote them, before any is promoted to a register, and
//! [`LINKAGE`] bytes for the return address and the frame pointer that is saved; rounded up, because stacks are
//! aligned. That is what a native frame takes at least. What a function allocates while it runs (arrays of variable length,
//! `alloca`, structures passed by value in memory) is added when it does.

use braid_ir::{BlockId, Body, Constant, Inst, Module, Operand};

/// Bytes of a frame beside its local variables.
const LINKAGE: u64 = 16;

/// How stacks are aligned.
pub const ALIGN: u64 = 16;

/// The bytes of a function's frame, of a body as it was decoded.
pub(crate) fn of_body(module: &Module, body: &Body) -> u64 {
    let insts = &body.blocks[BlockId::ENTRY].insts;
    let locals = insts.iter().map(|&inst| local_bytes(module, &body.insts[inst].inst)).fold(0, u64::saturating_add);
    locals.saturating_add(LINKAGE + ALIGN - 1) / ALIGN * ALIGN
}

fn local_bytes(module: &Module, inst: &Inst) -> u64 {
    let Inst::Alloca { ty, count, align_log2, .. } = *inst else { return 0 };
    let (Some(count), Some(size)) = (fixed_count(module, count), module.layout.size(&module.types, ty)) else {
        return 0;
    };
    let align = 1_u64 << align_log2.min(32);
    size.saturating_mul(count).saturating_add(align - 1) / align * align
}

/// How many elements a local variable has, if that is known when its function is entered.
pub(crate) fn fixed_count(module: &Module, count: Operand) -> Option<u64> {
    match &module.consts[count.as_const()?] {
        Constant::Int { value, .. } => Some(*value),
        _ => None,
    }
}
