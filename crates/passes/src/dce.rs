//! Removal of dead code: instructions that can neither fault nor have an effect and whose result nothing needs.
//!
//! Needed is what must stay (see [`fault`](crate::fault)) and what something needed uses; so circles of phis that only
//! use each other go too. Debug records need nothing: where the value they name is removed they stay and say "optimised
//! away", which a reader of a trace can tell from a value.
//!
//! Before: a well-formed body. After: every instruction of the layout must stay or is needed by one that must.

use braid_entity::Entity;
use braid_ir::{Body, Inst, InstId, ValueDef};

use crate::fault;
use crate::pass::{Context, Counter};
use crate::rewrite::remove_insts;

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    let needed = needed(context);
    let body = &mut *context.body;
    release_debug(body, &needed);
    let before = body.inst_count();
    remove_insts(body, |id| !needed[id.index()]);
    context.stats.add(Counter::InstsRemoved, before - context.body.inst_count());
}

/// Which instructions are needed.
fn needed(context: &Context<'_>) -> Vec<bool> {
    let body = &*context.body;
    let mut needed = vec![false; body.insts.len()];
    let mut pending: Vec<InstId> = Vec::new();
    for &id in body.order.iter().flat_map(|&block| &body.blocks[block].insts) {
        let inst = &body.insts[id].inst;
        if inst.is_debug() {
            needed[id.index()] = true;
        } else if fault::must_stay(context.module, body, inst) {
            needed[id.index()] = true;
            pending.push(id);
        }
    }
    while let Some(id) = pending.pop() {
        body.insts[id].inst.for_each_operand(|operand| {
            let Some(value) = operand.as_value() else { return };
            if let ValueDef::Inst(source) = body.values[value].def
                && !core::mem::replace(&mut needed[source.index()], true)
            {
                pending.push(source);
            }
        });
    }
    needed
}

/// Lets debug records forget values that are about to be removed.
fn release_debug(body: &mut Body, needed: &[bool]) {
    let Body { order, blocks, insts, values, .. } = body;
    for &id in order.iter().flat_map(|&block| &blocks[block].insts) {
        if let Inst::DebugValue(variable) | Inst::DebugDeclare(variable) = &mut insts[id].inst {
            let source = variable.value.and_then(|operand| operand.as_value()).map(|value| values[value].def);
            if let Some(ValueDef::Inst(source)) = source
                && !needed[source.index()]
            {
                variable.value = None;
            }
        }
    }
}
