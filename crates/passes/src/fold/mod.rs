//! Constant folding: values that are the same constant on every path become that constant, and jumps whose condition is
//! constant go straight.
//!
//! The constants are found by the algorithm of Wegman and Zadeck (Constant Propagation with Conditional Branches, 1991):
//! values are assumed constant, and edges not taken, until something says otherwise, so that a constant is found also
//! around a loop and behind branches it decides. Each value changes at most twice, so the work is linear in the uses.
//!
//! Where we differ from a compiler: an operation is computed only if it can neither fault nor break a promise with these
//! operands (`eval`). Division by zero, a shift too far, a sum that wraps although `nsw` is promised: all stay as they
//! are. Undefined, poisoned and uninitialised operands are never assumed to be convenient, and a check for initialisation is
//! folded only where its operand was computed.
//!
//! Before: a well-formed body. After: the same, without the instructions that were folded, with direct jumps where the
//! condition is constant, and without the blocks that this leaves unreachable.

mod eval;
mod expr;
mod float;
mod int;
mod propagate;

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::{BlockId, Body, Constant, Inst, InstId, Module, Operand, ValueDef};
use rustc_hash::FxHashSet;

use crate::pass::{Context, Counter};
use crate::rewrite::{self, Replacements, remove_insts};
use crate::unreachable;
use propagate::Facts;

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    expr::fold_operands(context);
    let cfg = Cfg::new(context.body);
    let facts = propagate::run(context, &cfg);
    let mut replacements = Replacements::new(context.body);
    let mut folded = replace_constants(context.body, &facts, &mut replacements);
    let jumps = fold_jumps(context, &facts);
    forward(context, &cfg, &facts, &mut replacements, &mut folded);
    let count = folded.iter().filter(|folded| **folded).count();
    if count + jumps == 0 {
        return;
    }
    remove_insts(context.body, |id| folded[id.index()]);
    replacements.apply(context.body);
    context.stats.add(Counter::InstsFolded, count);
    context.stats.add(Counter::JumpsFolded, jumps);
    if jumps > 0 {
        unreachable::run(context);
    }
}

/// Notes the constant of each instruction that has one; says which instructions those are.
fn replace_constants(body: &Body, facts: &Facts, replacements: &mut Replacements) -> Vec<bool> {
    let mut folded = vec![false; body.insts.len()];
    for (value, constant) in facts.constants() {
        if let ValueDef::Inst(id) = body.values[value].def {
            folded[id.index()] = true;
            replacements.set(value, Operand::constant(constant));
        }
    }
    folded
}

/// Makes jumps direct whose target is known, and says how many.
fn fold_jumps(context: &mut Context<'_>, facts: &Facts) -> usize {
    let mut count = 0;
    let mut removed = FxHashSet::default();
    let mut affected = Vec::new();
    for at in 0..context.body.order.len() {
        let block = context.body.order[at];
        let Some(&last) = context.body.blocks[block].insts.last() else { continue };
        let inst = &context.body.insts[last].inst;
        let Some(target) = facts.only_target(context.module, block, inst) else { continue };
        inst.for_each_successor(|to| {
            if to != target && removed.insert((block, to)) {
                affected.push(to);
            }
        });
        context.body.insts[last].inst = Inst::Br { target };
        count += 1;
    }
    rewrite::retain_entries(context.body, affected, |from, to| !removed.contains(&(from, to)));
    count
}

/// Replaces instructions that only hand on one of their operands, which need not be constant.
fn forward(context: &Context<'_>, cfg: &Cfg, facts: &Facts, replacements: &mut Replacements, folded: &mut [bool]) {
    for &block in cfg.reverse_postorder().iter().filter(|&&block| facts.is_executable(block)) {
        for &id in &context.body.blocks[block].insts {
            let Some(result) = context.body.insts[id].result.filter(|_| !folded[id.index()]) else { continue };
            let own = Operand::value(result);
            let handed_on = handed_on(context.module, context.body, facts, replacements, block, id);
            if let Some(operand) = handed_on.filter(|&operand| operand != own && is_definite(context.module, operand)) {
                folded[id.index()] = true;
                replacements.set(result, operand);
            }
        }
    }
}

/// Whether an operand is the same at each use.
fn is_definite(module: &Module, operand: Operand) -> bool {
    operand.as_const().is_none_or(|id| !matches!(module.consts[id], Constant::Undef(_)))
}

/// The operand that an instruction gives as its result, if it is always the same one.
fn handed_on(
    module: &Module,
    body: &Body,
    facts: &Facts,
    replacements: &mut Replacements,
    block: BlockId,
    id: InstId,
) -> Option<Operand> {
    match &body.insts[id].inst {
        Inst::Select { args: [cond, then, otherwise], .. } => {
            let cond = replacements.resolve(*cond).as_const().and_then(|id| module.consts.as_int(id))?;
            Some(replacements.resolve(if cond != 0 { *then } else { *otherwise }))
        }
        // Nothing is promised by an offset of zero that the address itself does not keep.
        Inst::PtrAdd { base, offset, .. } => {
            let offset = replacements.resolve(*offset).as_const().and_then(|id| module.consts.as_int(id));
            let base = replacements.resolve(*base);
            let same = module.operand_type(body, base) == body.insts[id].result.map(|result| body.values[result].ty);
            (offset == Some(0) && same).then_some(base)
        }
        // What was computed is initialised: whatever it was computed from was checked when it was read.
        Inst::CheckInit { arg } => {
            let arg = replacements.resolve(*arg);
            let ValueDef::Inst(source) = body.values[arg.as_value()?].def else { return None };
            let computed = matches!(
                body.insts[source].inst,
                Inst::Binary { .. } | Inst::Cast { .. } | Inst::IntCompare { .. } | Inst::FloatCompare { .. }
            );
            computed.then_some(arg)
        }
        Inst::Phi { incoming } => {
            let own = body.insts[id].result.map(Operand::value);
            let mut entering = None;
            for (from, operand) in incoming.iter().filter(|(from, _)| facts.is_taken(*from, block)) {
                let operand = replacements.resolve(*operand);
                debug_assert!(facts.is_executable(*from));
                if Some(operand) != own && *entering.get_or_insert(operand) != operand {
                    return None;
                }
            }
            entering
        }
        _ => None,
    }
}
