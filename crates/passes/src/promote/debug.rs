//! Source variables of promoted slots: a declaration of the address becomes records of the values.
//!
//! A record stands where the slot was written, and behind the phis of a block where different writes meet. Whatever
//! else debug information says about the address of a slot that is gone is kept as "optimised away".

use braid_entity::Symbol;
use braid_ir::debug::LocId;
use braid_ir::inst::DebugVariable;
use braid_ir::{Body, Inst, InstId, Operand, TypeId};

use crate::pass::Context;
use crate::slots::{Slots, Use, UseKind};

/// The source variables that live in each promoted slot.
#[derive(Debug)]
pub(super) struct Declarations {
    of: Vec<Vec<(DebugVariable, Option<LocId>)>>,
    /// What the values of a slot are called: as its variable, else as its address.
    names: Vec<Option<Symbol>>,
}

impl Declarations {
    pub(super) fn collect(context: &Context<'_>, found: &Slots, types: &[Option<TypeId>]) -> Self {
        let mut of = vec![Vec::new(); found.slots.len()];
        let mut names = vec![None; found.slots.len()];
        for (at, slot) in found.slots.iter().enumerate().filter(|(at, _)| types[*at].is_some()) {
            for site in slot.uses.iter().filter(|site| is_declaration(context.body, site)) {
                let data = &context.body.insts[site.inst];
                if let Inst::DebugDeclare(variable) = &data.inst {
                    of[at].push(((**variable).clone(), data.loc));
                }
            }
            // Part of a variable goes by the name of its address, which says where in the variable it is.
            let variable = of[at].first().filter(|(variable, _)| variable.expr.is_empty());
            let variable = variable.map(|(variable, _)| context.module.debug.vars[variable.var].name);
            names[at] = variable.or(context.body.values[slot.address].name);
        }
        Declarations { of, names }
    }

    /// The name for values of a slot.
    pub(super) fn name(&self, slot: usize) -> Option<Symbol> {
        self.names[slot]
    }

    /// Makes the records that the variables of a slot have this value from now on.
    pub(super) fn records(&self, body: &mut Body, slot: usize, value: Operand) -> Vec<InstId> {
        let make = |(variable, loc): &(DebugVariable, Option<LocId>)| {
            let record = DebugVariable { value: Some(value), ..variable.clone() };
            body.make_inst(Inst::DebugValue(Box::new(record)), None, *loc)
        };
        self.of[slot].iter().map(make).collect()
    }
}

/// Whether a use declares that a source variable begins where the slot does.
pub(super) fn is_declaration(body: &Body, site: &Use) -> bool {
    site.kind == UseKind::Debug && site.offset == 0 && matches!(body.insts[site.inst].inst, Inst::DebugDeclare(_))
}

/// Turns a record about the address of a slot that is gone into one that says "optimised away".
pub(super) fn forget(body: &mut Body, id: InstId) {
    let inst = &mut body.insts[id].inst;
    if let Inst::DebugDeclare(variable) | Inst::DebugValue(variable) = inst {
        *inst = Inst::DebugValue(Box::new(DebugVariable { value: None, ..(**variable).clone() }));
    }
}

/// Where in a block records may stand first: behind phis and exception pads. None if a pad is all the block has.
pub(super) fn first_place(body: &Body, insts: &[InstId]) -> Option<usize> {
    let is_head =
        |inst: &Inst| matches!(inst, Inst::Phi { .. } | Inst::LandingPad(_) | Inst::CatchPad(_) | Inst::CleanupPad(_));
    let at = insts.iter().position(|&id| !is_head(&body.insts[id].inst))?;
    (!matches!(body.insts[insts[at]].inst, Inst::CatchSwitch(_))).then_some(at)
}
