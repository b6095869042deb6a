//! Switches: their normal form, the condition of each target, and simpler jumps where a switch is more than is needed.
//!
//! The IR's switch already holds one set of values per target. Here is what keeps that form when targets change
//! ([`normal_form`]), what an engine asks to know when control goes where ([`condition`]), and the pass: a switch
//! without targets is a jump, and one whose only target has one value, or a range that begins or ends with the type's
//! own, is a comparison and a branch. Which values lead where never changes.
//!
//! Before and after: a well-formed body.

use std::cmp::Ordering;

use braid_ir::inst::{CaseRange, IntPredicate, Switch, SwitchTarget, WrapFlags};
use braid_ir::{BlockId, ConstId, Constant, Inst, InstId, Module, Operand, TypeTable};

use crate::pass::{Context, Counter};

/// When a switch goes to a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// If the value is in one of these ranges: sorted, disjoint, not adjacent.
    In(Box<[CaseRange]>),
    /// If the value is in none of these ranges: sorted, disjoint, not adjacent.
    NotIn(Box<[CaseRange]>),
}

/// The condition under which `switch` goes to `block`; none if it never does.
pub fn condition(module: &Module, switch: &Switch, block: BlockId) -> Option<Condition> {
    if block == switch.default {
        let all = switch.targets.iter().flat_map(|target| target.ranges.iter().copied()).collect();
        return Some(Condition::NotIn(joined(module, all).into()));
    }
    let target = switch.targets.iter().find(|target| target.block == block)?;
    Some(Condition::In(target.ranges.clone()))
}

/// The same switch with one entry per target, none for the default, adjacent ranges joined, targets by smallest value.
/// No value may lead to two targets.
pub fn normal_form(module: &Module, switch: &Switch) -> Switch {
    let mut targets: Vec<SwitchTarget> = Vec::new();
    let mut sorted: Vec<_> = switch.targets.iter().filter(|target| target.block != switch.default).collect();
    sorted.sort_by_key(|target| target.block);
    for group in sorted.chunk_by(|a, b| a.block == b.block) {
        let ranges = joined(module, group.iter().flat_map(|target| target.ranges.iter().copied()).collect());
        if !ranges.is_empty() {
            targets.push(SwitchTarget { block: group[0].block, ranges: ranges.into() });
        }
    }
    targets.sort_by(|a, b| compare(module, a.ranges[0].low, b.ranges[0].low));
    Switch { targets: targets.into(), ..switch.clone() }
}

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    for at in 0..context.body.order.len() {
        let block = context.body.order[at];
        let Some(&last) = context.body.blocks[block].insts.last() else { continue };
        let Inst::Switch(switch) = &context.body.insts[last].inst else { continue };
        if let Some(simpler) = simpler(context.module, switch) {
            replace(context, block, last, simpler);
            context.stats.add(Counter::SwitchesSimplified, 1);
        }
    }
}

/// What a switch can be replaced by.
enum Simpler {
    Jump(BlockId),
    Branch { value: Operand, pred: IntPredicate, limit: ConstId, then: BlockId, otherwise: BlockId },
}

fn simpler(module: &Module, switch: &Switch) -> Option<Simpler> {
    let [target] = &*switch.targets else {
        return switch.targets.is_empty().then_some(Simpler::Jump(switch.default));
    };
    let [CaseRange { low, high }] = *target.ranges else { return None };
    let (pred, limit) = match (low == high, is_zero(module, low), is_all_ones(module, high)) {
        (true, ..) => (IntPredicate::Eq, low),
        (false, true, false) => (IntPredicate::Ule, high),
        (false, false, true) => (IntPredicate::Uge, low),
        _ => return None,
    };
    Some(Simpler::Branch { value: switch.value, pred, limit, then: target.block, otherwise: switch.default })
}

fn replace(context: &mut Context<'_>, block: BlockId, switch: InstId, simpler: Simpler) {
    match simpler {
        Simpler::Jump(target) => context.body.insts[switch].inst = Inst::Br { target },
        Simpler::Branch { value, pred, limit, then, otherwise } => {
            let args = [value, Operand::constant(limit)];
            let test = Inst::IntCompare { pred, flags: WrapFlags::NONE, args };
            let loc = context.body.insts[switch].loc;
            let test = context.body.make_inst(test, Some(TypeTable::I1), loc);
            let cond = context.body.insts[test].result.expect("a comparison has a result").into();
            let insts = &mut context.body.blocks[block].insts;
            insts.insert(insts.len() - 1, test);
            context.body.insts[switch].inst = Inst::CondBr { cond, then, otherwise };
        }
    }
}

/// Sorts ranges and joins those that touch.
fn joined(module: &Module, mut ranges: Vec<CaseRange>) -> Vec<CaseRange> {
    ranges.sort_by(|a, b| compare(module, a.low, b.low));
    let mut result: Vec<CaseRange> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match result.last_mut().filter(|last| follows(module, last.high, range.low)) {
            Some(last) => last.high = range.high,
            None => result.push(range),
        }
    }
    result
}

/// Whether `b` is one more than `a`. Only values of at most 64 bits are joined, as the IR says.
fn follows(module: &Module, a: ConstId, b: ConstId) -> bool {
    match (module.consts.as_int(a), module.consts.as_int(b)) {
        (Some(a), Some(b)) => a.checked_add(1) == Some(b),
        _ => false,
    }
}

/// Compares integer constants of one type by unsigned order.
fn compare(module: &Module, a: ConstId, b: ConstId) -> Ordering {
    let words = |id: ConstId| -> &[u64] {
        match &module.consts[id] {
            Constant::Int { value, .. } => core::slice::from_ref(value),
            Constant::WideInt { words, .. } => words,
            _ => &[],
        }
    };
    words(a).iter().rev().cmp(words(b).iter().rev())
}

fn is_zero(module: &Module, id: ConstId) -> bool {
    module.consts.as_int(id) == Some(0)
}

fn is_all_ones(module: &Module, id: ConstId) -> bool {
    let bits = module.const_type(id).and_then(|ty| module.types.int_bits(ty)).filter(|bits| (1..=64).contains(bits));
    bits.is_some_and(|bits| module.consts.as_int(id) == Some(u64::MAX >> (64 - bits)))
}
