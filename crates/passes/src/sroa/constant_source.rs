//! Copies out of constant data: the initial value of a local array or struct.
//!
//! Such a copy may become loads from the constant if all of it is there and none of it is undefined: then neither the
//! copy nor the loads can fault.

use braid_ir::module::ThreadLocal;
use braid_ir::{ConstId, Constant, GlobalRef, Module};
use rustc_hash::FxHashSet;

use crate::slots::Copy;

/// An initial value that is made of more constants is not looked through.
const MAX_CONSTANTS: usize = 4096;

/// The address that a copy from constant data reads from, and the offset in the variable; none if it is not constant.
pub(super) fn find(module: &Module, copy: &Copy) -> Option<(ConstId, u64)> {
    let source = copy.source.as_const()?;
    let (root, offset) = match module.consts[source] {
        Constant::PtrAdd { base, offset, .. } => (base, module.consts.as_int(offset)?),
        _ => (source, 0),
    };
    let Constant::Global(GlobalRef::Var(global)) = module.consts[root] else { return None };
    let global = &module.globals[global];
    let size = module.layout.size(&module.types, global.ty)?;
    let fixed = global.constant
        && !global.externally_initialized
        && !global.symbol.linkage.is_weak()
        && global.symbol.thread_local == ThreadLocal::No;
    let inside = offset.checked_add(copy.len).is_some_and(|end| end <= size);
    let align = if global.align == 0 { module.layout.align(&module.types, global.ty) } else { global.align };
    let aligned = copy.source_align <= align && offset.is_multiple_of(copy.source_align);
    (fixed && inside && aligned && is_defined(module, global.init?)).then_some((root, offset))
}

/// Whether a constant is not too large and no part of it is undefined.
fn is_defined(module: &Module, id: ConstId) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        match &module.consts[id] {
            Constant::Undef(_) | Constant::Poison(_) | Constant::Uninit(_) => return false,
            _ if seen.len() > MAX_CONSTANTS => return false,
            constant => constant.for_each_part(|part| pending.extend(seen.insert(part).then_some(part))),
        }
    }
    true
}
