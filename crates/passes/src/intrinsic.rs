//! The intrinsics that passes understand, recognised by name: copies and fills of memory, and lifetime markers.

use braid_analysis::callgraph::direct_callee;
use braid_ir::inst::Call;
use braid_ir::{GlobalRef, Module, Operand};

/// A call that passes understand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intrinsic {
    /// Copies bytes from one place to another.
    Copy { to: Operand, from: Operand, len: Operand, volatile: Operand },
    /// Fills bytes with a value.
    Fill { to: Operand, byte: Operand, len: Operand, volatile: Operand },
    /// From here on the slot is alive, its contents not initialised.
    LifetimeStart { slot: Operand },
    /// From here on the slot is dead.
    LifetimeEnd { slot: Operand },
}

/// The intrinsic that is called, if it is one of these.
pub(crate) fn recognise(module: &Module, call: &Call) -> Option<Intrinsic> {
    let func = direct_callee(module, call.callee)?;
    let name = module.symbol_name(GlobalRef::Func(func)).strip_prefix("llvm.")?;
    let is = |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    // The atomic copies have an element size where the others say whether they are volatile.
    if name.contains(".element.") {
        return None;
    }
    match *call.args {
        [to, from, len, volatile] if is("memcpy") || is("memmove") => Some(Intrinsic::Copy { to, from, len, volatile }),
        [to, byte, len, volatile] if is("memset") => Some(Intrinsic::Fill { to, byte, len, volatile }),
        // Newer LLVMs have no size: the marker is for the whole slot.
        [.., slot] if is("lifetime.start") && call.args.len() <= 2 => Some(Intrinsic::LifetimeStart { slot }),
        [.., slot] if is("lifetime.end") && call.args.len() <= 2 => Some(Intrinsic::LifetimeEnd { slot }),
        _ => None,
    }
}
