//! Splitting of stack slots: a slot that is used in parts becomes one slot per part (scalar replacement of aggregates).
//!
//! Structs, arrays and unions on the stack are read and written field by field, filled, copied as a whole, passed on in
//! wider integers. Where all of that is at constant places, the slot falls into parts that no access cuts (`partition`),
//! each part becomes a slot of its own, and every access is rewritten to the parts it covers (`rewrite`); promotion then
//! turns the parts into registers. Slots that are copied into each other are split alike, or all stay.
//!
//! What is done exactly: an integer that covers several parts is put together from them, or taken apart, by shifts in
//! the byte order of the target; parts that are read as another type of the same width are cast bit by bit, but never
//! between pointers and numbers. What is not done: slots that the rules of `slots` let escape, that are touched outside
//! of their lifetime, that are copied to or from memory which is no slot (constant data is read from where it is), that
//! would fall into too many parts, or of which a wide load reads bytes that nothing ever writes, such as the padding of a
//! struct passed in a register: whether that is a fault is not for this pass to say.
//!
//! Before: a well-formed body. After: the same behaviour, with as many loads and stores as there were parts touched. No
//! copy between slots has become a read: it stays a copy, part by part, so that what was never written may be copied.

mod constant_source;
mod partition;
mod rewrite;

use braid_analysis::Cfg;

use crate::lifetime::LifetimeChecker;
use crate::pass::{Context, Counter};
use crate::promote;
use crate::slots::{Slots, UseKind, copy_groups, returns_twice};
use partition::Partition;

/// A larger slot is left alone: it is an array or a buffer, not a struct.
const MAX_BYTES: u64 = 4096;

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    if returns_twice(context.module, context.body) {
        return;
    }
    let cfg = Cfg::new(context.body);
    let found = Slots::collect(context.module, context.body, &cfg);
    let groups = copy_groups(&found);
    let mut refused = refused(context, &cfg, &found, &groups);
    let partition = Partition::new(context, &found, &groups, &mut refused);
    let chosen: Vec<bool> = groups.iter().map(|&group| !refused[group]).collect();
    let count = chosen.iter().filter(|chosen| **chosen).count();
    if count > 0 {
        rewrite::split(context, &found, &partition, &chosen);
        context.stats.add(Counter::SlotsSplit, count);
    }
}

/// For each group, by its first slot, whether it must stay or need not be split.
fn refused(context: &Context<'_>, cfg: &Cfg, found: &Slots, groups: &[usize]) -> Vec<bool> {
    let scalar = promote::promotable(context, cfg, found);
    let mut lifetimes = LifetimeChecker::new(cfg);
    let mut refused = vec![false; groups.len()];
    for (at, slot) in found.slots.iter().enumerate() {
        let touched = slot.uses.iter().any(|site| site.kind != UseKind::Debug);
        let fits = !slot.escapes && touched && (1..=MAX_BYTES).contains(&slot.size);
        let foreign = |copy: usize| {
            let copy = &found.copies[copy];
            match (copy.to, copy.from) {
                (Some((to, _)), Some((from, _))) => to == from,
                (Some(_), None) => constant_source::find(context.module, copy).is_none(),
                _ => true,
            }
        };
        let mut copies = slot.uses.iter().filter_map(|site| match site.kind {
            UseKind::CopyTo(copy) | UseKind::CopyFrom(copy) => Some(copy),
            _ => None,
        });
        if !fits || scalar[at].is_some() || copies.any(foreign) || !lifetimes.lives_when_used(slot) {
            refused[groups[at]] = true;
        }
    }
    refused
}
