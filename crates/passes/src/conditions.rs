//! Short-circuit conditions: two branches about one value that share a target become one.
//!
//! `c >= '0' && c <= '9'` is two branches, of which an engine that forks makes three paths where there are two cases. The second
//! condition moves up to the first, a choice of constants makes one of both, and the second block is gone (LLVM's simplification of the
//! control flow calls this folding a branch to a common destination). Only conditions that compare the same value are joined: those about different values would
//! relate inputs to each other that branches leave apart, which costs more than the path.
//!
//! Before: a well-formed body. After: the same; nothing that can fault has moved, and no line is reached where it was not
//! ([`speculate`](crate::speculate)).

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::inst::{CastOp, FastMath};
use braid_ir::{BlockId, Body, Inst, Operand, TypeTable, ValueDef};
use smallvec::SmallVec;

use crate::pass::{Context, Counter};
use crate::speculate::{Entries, Lines, can_move, drop_entry, entering, rename_entry};

/// Steps from a condition to what it compares.
const MAX_STEPS: usize = 8;

/// Values that a condition compares.
type Compared = SmallVec<[Operand; 2]>;

/// A branch that joins the one of the block above.
struct Second {
    block: BlockId,
    /// Whether the branch above goes there if its condition holds.
    if_holds: bool,
    /// Where both branches may go.
    common: BlockId,
    condition: Operand,
    then: BlockId,
    otherwise: BlockId,
}

impl Second {
    /// Where only the second branch may go.
    fn other(&self) -> BlockId {
        if self.then == self.common { self.otherwise } else { self.then }
    }
}

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    if is_optimised(context) {
        return;
    }
    let cfg = Cfg::new(context.body);
    let mut entries = Entries::of(context.body, &cfg);
    let mut gone = vec![false; context.body.blocks.len()];
    let mut joined = 0;
    for &block in cfg.reverse_postorder() {
        if gone[block.index()] {
            continue;
        }
        let Some(&Inst::CondBr { cond, .. }) = context.body.terminator(block) else { continue };
        let (mut compared, lines) = (compared(context.body, cond), Lines::of(context, block));
        while let Some(second) = second(context, block, &entries, &lines, &mut compared) {
            gone[second.block.index()] = true;
            entries.lose(second.common);
            join(context, block, &second);
            joined += 1;
        }
    }
    context.body.order.retain(|&block| !gone[block.index()]);
    context.stats.add(Counter::ConditionsJoined, joined);
}

/// Whether an optimiser has been there: it has joined what can be joined, and relies on values that are no values where nobody looks.
pub(crate) fn is_optimised(context: &Context<'_>) -> bool {
    context.body.scope.is_some_and(|scope| context.module.debug.scopes[scope].optimized)
}

/// The branch that joins the one of a block; what both compare is left of `compared`.
fn second(
    context: &Context<'_>,
    block: BlockId,
    entries: &Entries,
    lines: &Lines,
    compared: &mut Compared,
) -> Option<Second> {
    let &Inst::CondBr { then, otherwise, .. } = context.body.terminator(block)? else { return None };
    [(then, otherwise, true), (otherwise, then, false)].into_iter().find_map(|(second, common, if_holds)| {
        let &Inst::CondBr { cond, then, otherwise } = context.body.terminator(second)? else { return None };
        let is_shape =
            second != block && second != common && then != otherwise && (then == common || otherwise == common);
        if !is_shape || !entries.is_one(context, second) || !entries.are_few(common) {
            return None;
        }
        let both: Compared =
            self::compared(context.body, cond).into_iter().filter(|value| compared.contains(value)).collect();
        let found = Second { block: second, if_holds, common, condition: cond, then, otherwise };
        let fits = !both.is_empty()
            && entries.are_few(found.other())
            && can_move(context, second, lines)
            && entering(context.body, common, [block, second]).iter().all(|(_, [a, b])| a == b)
            && !context.body.blocks[second].insts.iter().any(|&id| context.body.insts[id].inst.is_debug());
        fits.then(|| *compared = both)?;
        Some(found)
    })
}

/// What a condition compares: the values behind casts and operations with constants. None if it is no comparison.
fn compared(body: &Body, condition: Operand) -> Compared {
    match inst_of(body, condition) {
        Some(Inst::IntCompare { args, .. }) => args.iter().filter_map(|&arg| source(body, arg)).collect(),
        _ => Compared::new(),
    }
}

/// The value that casts and operations with constants make an operand of; none if it is a constant.
fn source(body: &Body, operand: Operand) -> Option<Operand> {
    let mut at = operand;
    for _ in 0..MAX_STEPS {
        at.as_value()?;
        at = match inst_of(body, at) {
            Some(Inst::Cast { op: CastOp::ZExt | CastOp::SExt | CastOp::Trunc, arg, .. }) => *arg,
            Some(Inst::Binary { args: [a, b], .. }) if b.as_const().is_some() => *a,
            Some(Inst::Binary { args: [a, b], .. }) if a.as_const().is_some() => *b,
            _ => break,
        };
    }
    at.as_value().map(|_| at)
}

fn inst_of(body: &Body, operand: Operand) -> Option<&Inst> {
    match body.values[operand.as_value()?].def {
        ValueDef::Inst(id) => Some(&body.insts[id].inst),
        _ => None,
    }
}

/// Makes one branch of two.
fn join(context: &mut Context<'_>, block: BlockId, second: &Second) {
    let known = u64::from(second.then == second.common);
    let known = Operand::constant(context.module.consts.int(TypeTable::I1, known));
    let body = &mut *context.body;
    let mut moved = core::mem::take(&mut body.blocks[second.block].insts);
    moved.pop();
    let branch = body.blocks[block].insts.pop().expect("a block ends with a branch");
    let Inst::CondBr { cond, .. } = body.insts[branch].inst else { unreachable!("the branch was looked at") };
    let (then, otherwise) = if second.if_holds { (second.condition, known) } else { (known, second.condition) };
    let choice = Inst::Select { args: [cond, then, otherwise], fast: FastMath::NONE };
    let choice = body.make_inst(choice, Some(TypeTable::I1), body.insts[branch].loc);
    let cond = body.insts[choice].result.expect("a choice has a result").into();
    body.insts[branch].inst = Inst::CondBr { cond, then: second.then, otherwise: second.otherwise };
    body.blocks[block].insts.extend(moved.into_iter().chain([choice, branch]));
    drop_entry(body, second.common, second.block);
    rename_entry(body, second.other(), second.block, block);
}
