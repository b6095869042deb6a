//! Splits on the guards of choices: the conditions under which a joined value is that of one source or of another.
//!
//! A guard is a condition over inputs, so that it and its negation exclude each other and leave nothing out, whatever was joined. A guard
//! that is part of the path is decided and not split again. The guards of a question are not many more than the states that were
//! joined, but parts multiply: after some splits a question is given up.

use std::collections::VecDeque;

use braid_expr::{ExprId, ExprPool, Node};
use braid_state::{KnownTerm, Parts, Questions, State};
use rustc_hash::FxHashSet;

/// Nodes of a question and its path that are looked at.
const MAX_NODES: usize = 1 << 14;
/// Guards of which it is asked whether both sides are possible.
const MAX_PROBES: usize = 8;
/// If so many guards of a question are decided and it is not answered all the same, guards are not what makes it hard.
const MAX_DECIDED: usize = 8;

/// The two sides of a guard that a question depends on, nearest first, if both are possible.
pub(super) fn parts(questions: &mut dyn Questions, question: ExprId) -> Option<Parts> {
    if questions.state().inherited.multiplicity() < 2 {
        return None;
    }
    let path = questions.state().path.conjuncts().to_vec();
    let guards = guards(questions.pool(), &path, question);
    let decided = path.iter().copied().collect();
    let (known, open): (Vec<_>, Vec<_>) =
        guards.into_iter().partition(|&guard| side(questions.pool(), &decided, guard).is_some());
    if known.len() >= MAX_DECIDED {
        return None;
    }
    open.into_iter().take(MAX_PROBES).find_map(|guard| {
        let sides = [guard, questions.pool().not(guard)];
        let both = sides.iter().all(|&side| questions.can_hold(side) == Some(true));
        both.then(|| Parts { conditions: sides.to_vec(), complete: true })
    })
}

/// The guards of a question that the path decides.
pub(super) fn known(pool: &mut ExprPool, state: &State, question: ExprId) -> Vec<KnownTerm> {
    if state.inherited.multiplicity() < 2 {
        return Vec::new();
    }
    let path = state.path.conjuncts().to_vec();
    let decided = path.iter().copied().collect();
    let guards = guards(pool, &path, question);
    let value = |guard| Some(KnownTerm { term: guard, value: side(pool, &decided, guard)? });
    guards.into_iter().filter_map(value).collect()
}

/// What the path says of a guard: true or false, if it is decided.
fn side(pool: &mut ExprPool, decided: &FxHashSet<ExprId>, guard: ExprId) -> Option<ExprId> {
    if decided.contains(&guard) {
        return Some(pool.tru());
    }
    let negated = pool.not(guard);
    decided.contains(&negated).then(|| pool.bool(false))
}

/// The guards of choices in a question, those nearest to its root first, then those in its path, newest conjuncts first.
fn guards(pool: &ExprPool, path: &[ExprId], question: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let (mut seen, mut listed) = (FxHashSet::default(), FxHashSet::default());
    let mut open: VecDeque<ExprId> = [question].into_iter().chain(path.iter().rev().copied()).collect();
    while let Some(term) = open.pop_front() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > MAX_NODES {
            break;
        }
        if let Node::Ite(guard, ..) = pool.node(term)
            && !pool.has_bound(guard)
            && !pool.has_forall(guard)
            && listed.insert(guard)
        {
            found.push(guard);
        }
        // The question's own guards come before those of the path: what is below it is looked at first.
        pool.children(term).iter().rev().for_each(|&part| open.push_front(part));
    }
    found
}
