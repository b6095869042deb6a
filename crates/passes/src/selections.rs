//! Small diamonds: a branch that only chooses between numbers becomes a selection.
//!
//! `if (c == 0xe0) low = 0xa0;` is a branch of which an engine that forks makes two paths, though both go the same way. What stands in the
//! arms moves up to the branch, the numbers that meet behind them are selected, and the branch is gone (LLVM's simplification of the control
//! flow calls this folding a two-entry phi). A number that was selected relates what it was selected by to what it is compared with: bytes that branches
//! leave apart are asked about together from then on. So the pass pays where the number is printed or returned, and costs where it is compared; it is off unless it is asked for (docs/benchmarks.md).
//!
//! Pointers are not selected: they are better told apart by forking.
//!
//! Before: a well-formed body. After: the same; nothing that can fault has moved, and no line is reached where it was not
//! ([`speculate`](crate::speculate)).

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::inst::FastMath;
use braid_ir::{BlockId, Inst, InstId, Operand};

use crate::conditions::is_optimised;
use crate::pass::{Context, Counter};
use crate::speculate::{Entries, Lines, can_move, drop_entry, entering, rename_entry};

/// More numbers are not selected by one condition.
const MAX_CHOICES: usize = 2;

/// A branch whose ways meet again at once.
struct Diamond {
    condition: Operand,
    /// The blocks that control comes from where they meet, if the condition holds and if not: an arm, or the block of the branch.
    from: [BlockId; 2],
    join: BlockId,
}

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    if is_optimised(context) {
        return;
    }
    let cfg = Cfg::new(context.body);
    let mut entries = Entries::of(context.body, &cfg);
    let mut gone = vec![false; context.body.blocks.len()];
    let mut selected = 0;
    for &block in cfg.reverse_postorder() {
        if gone[block.index()] {
            continue;
        }
        let Some(diamond) = diamond(context, block, &entries) else { continue };
        let arms = diamond.from.into_iter().filter(|&arm| arm != block);
        arms.for_each(|arm| gone[arm.index()] = true);
        entries.lose(diamond.join);
        select(context, block, &diamond);
        selected += 1;
    }
    context.body.order.retain(|&block| !gone[block.index()]);
    context.stats.add(Counter::BranchesSelected, selected);
}

/// The diamond that begins with the branch of a block, if it can be a selection.
fn diamond(context: &Context<'_>, block: BlockId, entries: &Entries) -> Option<Diamond> {
    let &Inst::CondBr { cond, then, otherwise } = context.body.terminator(block)? else { return None };
    let behind = |arm: BlockId| match context.body.terminator(arm) {
        Some(&Inst::Br { target }) if entries.is_one(context, arm) => Some(target),
        _ => None,
    };
    let (from, join) = match (behind(then), behind(otherwise)) {
        (Some(join), Some(other)) if join == other => ([then, otherwise], join),
        (Some(join), _) if join == otherwise => ([then, block], join),
        (_, Some(join)) if join == then => ([block, otherwise], join),
        _ => return None,
    };
    let lines = Lines::of(context, block);
    let moves = |arm: BlockId| arm == block || can_move(context, arm, &lines);
    let fits = then != otherwise
        && join != block
        && entries.are_few(join)
        && from.into_iter().all(moves)
        && chooses_numbers(context, join, from);
    fits.then_some(Diamond { condition: cond, from, join })
}

/// Whether between one and a few numbers that fit a word differ where the arms meet, and nothing else does.
fn chooses_numbers(context: &Context<'_>, join: BlockId, from: [BlockId; 2]) -> bool {
    let chosen: Vec<InstId> =
        entering(context.body, join, from).into_iter().filter(|(_, [a, b])| a != b).map(|(phi, _)| phi).collect();
    let is_number = |&phi: &InstId| {
        let ty = context.body.insts[phi].result.map(|result| context.body.values[result].ty);
        ty.and_then(|ty| context.module.types.int_bits(ty)).is_some_and(|bits| bits <= 64)
    };
    (1..=MAX_CHOICES).contains(&chosen.len()) && chosen.iter().all(is_number)
}

/// Makes selections of a diamond.
fn select(context: &mut Context<'_>, block: BlockId, diamond: &Diamond) {
    let body = &mut *context.body;
    let branch = body.blocks[block].insts.pop().expect("a block ends with a branch");
    for arm in diamond.from.into_iter().filter(|&arm| arm != block) {
        let mut moved = core::mem::take(&mut body.blocks[arm].insts);
        moved.pop();
        // What a variable is behind the arms is said where they meet.
        moved.retain(|&id| !body.insts[id].inst.is_debug());
        body.blocks[block].insts.extend(moved);
    }
    let loc = body.insts[branch].loc;
    for (phi, [then, otherwise]) in entering(body, diamond.join, diamond.from) {
        if then == otherwise {
            continue;
        }
        let ty = body.insts[phi].result.map(|result| body.values[result].ty);
        let choice = Inst::Select { args: [diamond.condition, then, otherwise], fast: FastMath::NONE };
        let choice = body.make_inst(choice, ty, loc);
        let value: Operand = body.insts[choice].result.expect("a choice has a result").into();
        body.blocks[block].insts.push(choice);
        let Inst::Phi { incoming } = &mut body.insts[phi].inst else { unreachable!("a phi was found") };
        incoming.iter_mut().filter(|(from, _)| diamond.from.contains(from)).for_each(|(_, entry)| *entry = value);
    }
    body.insts[branch].inst = Inst::Br { target: diamond.join };
    body.blocks[block].insts.push(branch);
    let [first, second] = diamond.from;
    let (kept, dropped) = if second == block { (second, first) } else { (first, second) };
    drop_entry(body, diamond.join, dropped);
    rename_entry(body, diamond.join, kept, block);
}
