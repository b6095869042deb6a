//! Promotion: stack slots whose address does not escape become registers (known as mem2reg).
//!
//! A slot is promoted if all its loads and stores are of one type at its start and it is copied, if at all, as a whole
//! to or from slots that are promoted too; the rest of the conditions are those of `slots` and `lifetime`. Splitting
//! aggregates into such slots is another pass's work. Functions that call something that returns twice are left alone.
//!
//! Phis are placed where the slot is live and different writes meet, then one walk over the dominator tree replaces
//! each load by what reaches it (Cytron et al., 1991). Where we differ from a compiler: before the first write, and from
//! each start of its lifetime on, the slot holds `freeze` of [`Constant::Uninit`](braid_ir::Constant), which takes part in phis like any
//! value and is one value each time the place is executed; a load that may see it is not removed but becomes [`Inst::CheckInit`]. Where every path writes first, no check appears. A
//! copy from slot to slot is no read: it hands on what is there, written or not.
//!
//! Before: a well-formed body. After: no promoted slot is left, nor any load, store, copy or marker of it; debug records
//! name the values the source variable has, from each write and each phi on.

mod debug;
mod ssa;

use braid_analysis::callgraph::direct_callee;
use braid_analysis::{Cfg, Dominators};
use braid_ir::{Body, GlobalRef, Inst, Module, Type, TypeId};

use crate::lifetime::LifetimeChecker;
use crate::pass::{Context, Counter};
use crate::slots::{Slot, Slots, UseKind, copy_groups, returns_twice};

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    if returns_twice(context.module, context.body) {
        return;
    }
    let cfg = Cfg::new(context.body);
    let found = Slots::collect(context.module, context.body, &cfg);
    context.stats.add(Counter::SlotsSeen, found.slots.len());
    let mut types = promotable(context, &cfg, &found);
    if context.keeps_pointers && calls_something(context.module, context.body) {
        keep_pointers(context.module, &mut types);
    }
    let count = types.iter().flatten().count();
    if count > 0 {
        let dominators = Dominators::of(&cfg);
        ssa::promote(context, &cfg, &dominators, &found, &types);
        context.stats.add(Counter::SlotsPromoted, count);
    }
}

/// Returns true if a body calls something that may end the program: any function but those of the compiler.
fn calls_something(module: &Module, body: &Body) -> bool {
    let insts = body.order.iter().flat_map(|&block| &body.blocks[block].insts);
    insts.filter_map(|&id| body.insts[id].inst.call()).any(|call| {
        let name = |func| module.symbol_name(GlobalRef::Func(func));
        direct_callee(module, call.callee).is_none_or(|func| !name(func).starts_with("llvm."))
    })
}

/// Takes slots that hold pointers out of those that are promoted. A leak is what nothing points to when the program ends: at a call
/// of `exit` the variables of all functions that are still running count, also those that are not read again.
fn keep_pointers(module: &Module, types: &mut [Option<TypeId>]) {
    let is_pointer = |ty: &TypeId| matches!(module.types[*ty], Type::Ptr { .. });
    types.iter_mut().filter(|ty| ty.as_ref().is_some_and(is_pointer)).for_each(|ty| *ty = None);
}

/// For each slot the type of the register it becomes, or none if it stays.
pub(crate) fn promotable(context: &Context<'_>, cfg: &Cfg, found: &Slots) -> Vec<Option<TypeId>> {
    let mut lifetimes = LifetimeChecker::new(cfg);
    let mut types: Vec<_> = found.slots.iter().map(|slot| access_type(context, slot, found)).collect();
    for (slot, ty) in found.slots.iter().zip(&mut types) {
        if ty.is_some() && !lifetimes.lives_when_used(slot) {
            *ty = None;
        }
    }
    // Slots that are copied into each other are promoted together, with one type, or not at all.
    let groups = copy_groups(found);
    let mut agreed: Vec<Option<TypeId>> = types.clone();
    for (slot, &group) in groups.iter().enumerate() {
        if types[slot] != types[group] {
            agreed[group] = None;
        }
    }
    groups.iter().map(|&group| agreed[group]).collect()
}

/// The one type with which all of a slot is read and written; none if the slot cannot be a register.
fn access_type(context: &Context<'_>, slot: &Slot, found: &Slots) -> Option<TypeId> {
    let module = &*context.module;
    if slot.escapes {
        return None;
    }
    let mut ty = None;
    for site in &slot.uses {
        match site.kind {
            UseKind::Load(access) | UseKind::Store(access) => {
                if site.offset != 0 || *ty.get_or_insert(access) != access {
                    return None;
                }
            }
            UseKind::CopyTo(_) | UseKind::CopyFrom(_) | UseKind::Start | UseKind::End | UseKind::Debug => {}
            UseKind::Fill(_) => return None,
        }
    }
    let ty = ty.or_else(|| untouched(context, slot))?;
    let size = module.layout.store_size(&module.types, ty)?;
    let whole_copy = |copy: usize| {
        let copy = &found.copies[copy];
        copy.len == size && matches!((copy.to, copy.from), (Some((to, 0)), Some((from, 0))) if to != from)
    };
    let copies = slot.uses.iter().all(|site| match site.kind {
        UseKind::CopyTo(copy) | UseKind::CopyFrom(copy) => whole_copy(copy),
        _ => true,
    });
    copies.then_some(ty)
}

/// The type of a slot that is never loaded or stored: its own, whatever it is.
fn untouched(context: &Context<'_>, slot: &Slot) -> Option<TypeId> {
    let Inst::Alloca { ty, .. } = context.body.insts[slot.alloca].inst else { return None };
    context.module.types.is_first_class(ty).then_some(ty)
}
