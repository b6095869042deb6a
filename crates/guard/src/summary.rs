//! Value summaries (Sen 2015): what a value is on each of many paths, as pairs of a guard and a leaf.
//!
//! The guards of a summary exclude each other and together always hold. (In the paper they hold together where the program counter does; here
//! a value that a path does not reach is whatever is cheapest, so that no guard repeats the path's.) Equal leaves are one, no guard is false,
//! and leaves stand in the order of their guards' least assignments: equal functions from assignments to leaves are equal summaries. The
//! last leaf is the rest: it needs no condition when the others have theirs.
//!
//! Leaves are opaque: they are compared and hashed, and what an operation makes of them is the caller's to say.
//!
//! Where guards became opaque predicates because they were too large, less is known: guards still exclude each other and hold together by what
//! they mean, but a restriction to a path may end that outside of the path.

use core::hash::Hash;

use braid_expr::{ExprId, ExprPool};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::bdd::Guard;
use crate::guards::Guards;

/// A value that depends on the path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Summary<L> {
    leaves: SmallVec<[(Guard, L); 1]>,
}

/// An operation on summaries would have more leaves than its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyLeaves;

/// Two paths are not known to exclude each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap;

impl<L: Clone + Eq + Hash> Summary<L> {
    /// The summary that is `leaf` on every path.
    pub fn new(leaf: L) -> Self {
        Summary { leaves: smallvec![(Guard::TRUE, leaf)] }
    }
    /// The summary that is `then` where `condition` holds, else `otherwise`.
    pub fn choice(guards: &mut Guards, pool: &mut ExprPool, condition: Guard, then: L, otherwise: L) -> Self {
        collect(guards, pool, [(condition, then), (!condition, otherwise)])
    }
    /// The guards with their leaves.
    pub fn leaves(&self) -> &[(Guard, L)] {
        &self.leaves
    }
    /// The leaf, if there is only one.
    pub fn as_leaf(&self) -> Option<&L> {
        match self.leaves.as_slice() {
            [(_, leaf)] => Some(leaf),
            _ => None,
        }
    }

    /// The summary of what `operation` makes of each leaf.
    pub fn map<M: Clone + Eq + Hash>(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        mut operation: impl FnMut(&mut ExprPool, &L) -> M,
    ) -> Summary<M> {
        let leaves: Vec<(Guard, M)> = self.leaves.iter().map(|(guard, leaf)| (*guard, operation(pool, leaf))).collect();
        collect(guards, pool, leaves)
    }

    /// The summary of what `operation` makes of each pair of leaves that can be together, of which there are at most `limit`.
    pub fn product<R: Clone + Eq + Hash, M: Clone + Eq + Hash>(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        other: &Summary<R>,
        limit: usize,
        mut operation: impl FnMut(&mut ExprPool, &L, &R) -> M,
    ) -> Result<Summary<M>, TooManyLeaves> {
        let pairs = together(guards, pool, &self.leaves, |_| &other.leaves, limit)?;
        let leaves: Vec<(Guard, M)> =
            pairs.into_iter().map(|(guard, left, right)| (guard, operation(pool, left, right))).collect();
        Ok(collect(guards, pool, leaves))
    }

    /// The summary of the values at the leaves: what is read through a summary of addresses. Pairs of a leaf with one of its values' leaves that
    /// can be together are at most `limit`.
    pub fn flatten<M: Clone + Eq + Hash>(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        limit: usize,
        mut value: impl FnMut(&L) -> Summary<M>,
    ) -> Result<Summary<M>, TooManyLeaves> {
        let values: Vec<(Guard, Summary<M>)> = self.leaves.iter().map(|(guard, leaf)| (*guard, value(leaf))).collect();
        let pairs = together(guards, pool, &values, |value| &value.leaves, limit)?;
        let leaves: Vec<(Guard, M)> = pairs.into_iter().map(|(guard, _, leaf)| (guard, leaf.clone())).collect();
        Ok(collect(guards, pool, leaves))
    }

    /// The summary that is `new` where `condition` holds, else this one: the guarded update of the paper.
    pub fn update(&self, guards: &mut Guards, pool: &mut ExprPool, condition: Guard, new: &Self) -> Self {
        let sides = [(!condition, self), (condition, new)];
        let leaves: Vec<(Guard, L)> = sides
            .into_iter()
            .flat_map(|(side, summary)| summary.leaves.iter().map(move |(guard, leaf)| (side, *guard, leaf)))
            .map(|(side, guard, leaf)| (guards.and(pool, side, guard), leaf.clone()))
            .collect();
        collect(guards, pool, leaves)
    }

    /// The summary on paths on which `path` holds: leaves that it excludes vanish, and what it implies is not asked again. None if it never
    /// holds.
    pub fn restrict(&self, guards: &mut Guards, pool: &mut ExprPool, path: Guard) -> Option<Self> {
        if path.is_false() || self.leaves.len() == 1 {
            return (!path.is_false()).then(|| self.clone());
        }
        let known = self.without_excluded(guards, pool, path);
        let constrained: Option<Vec<(Guard, L)>> =
            self.leaves.iter().map(|(guard, leaf)| Some((guards.constrain(*guard, path)?, leaf.clone()))).collect();
        let Some(constrained) = constrained else { return Some(known) };
        let constrained = collect(guards, pool, constrained);
        let [small, large] = [&constrained, &known].map(|summary| summary.size(guards));
        Some(if small <= large { constrained } else { known })
    }

    /// The summary that is this one on the path of one state, and `other` on that of another state, which excludes it.
    pub fn join(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        path: Guard,
        other: &Self,
        other_path: Guard,
    ) -> Result<Self, Overlap> {
        if self == other {
            return Ok(self.clone());
        }
        if !guards.is_exclusive(path, other_path) {
            return Err(Overlap);
        }
        // On neither path the value is whatever is cheapest.
        let either = guards.or(pool, path, other_path);
        let condition = guards.restrict(other_path, either);
        Ok(self.update(guards, pool, condition, other))
    }

    /// The summary as a choice of terms.
    pub fn expand(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        mut leaf: impl FnMut(&mut ExprPool, &L) -> ExprId,
    ) -> ExprId {
        let (rest, others) = self.leaves.split_last().expect("a summary has a leaf");
        let rest = leaf(pool, &rest.1);
        others.iter().rev().fold(rest, |rest, (guard, value)| {
            let (condition, value) = (guards.term(pool, *guard), leaf(pool, value));
            pool.ite(condition, value, rest)
        })
    }

    /// Whether the guards are known to exclude each other and to hold together always, as they must.
    pub fn is_partition(&self, guards: &mut Guards, pool: &mut ExprPool) -> bool {
        let mut any = Guard::FALSE;
        self.leaves.iter().all(|&(guard, _)| {
            let is_new = guards.is_exclusive(any, guard);
            any = guards.or(pool, any, guard);
            is_new
        }) && any.is_true()
    }

    /// How many nodes the guards have.
    pub fn size(&self, guards: &Guards) -> usize {
        self.leaves.iter().map(|&(guard, _)| guards.size(guard)).sum()
    }

    /// The summary without leaves that `path` excludes; the last leaf that is left takes over where they were.
    fn without_excluded(&self, guards: &mut Guards, pool: &mut ExprPool, path: Guard) -> Self {
        let (mut left, excluded): (Vec<_>, Vec<_>) =
            self.leaves.iter().cloned().partition(|&(guard, _)| !guards.is_exclusive(guard, path));
        let Some((_, rest)) = left.last().cloned() else { return self.clone() };
        left.extend(excluded.into_iter().map(|(guard, _)| (guard, rest.clone())));
        collect(guards, pool, left)
    }
}

/// The canonical summary of pairs whose guards exclude each other and together always hold.
fn collect<L: Clone + Eq + Hash>(
    guards: &mut Guards,
    pool: &mut ExprPool,
    pairs: impl IntoIterator<Item = (Guard, L)>,
) -> Summary<L> {
    let mut leaves = SmallVec::<[(Guard, L); 1]>::new();
    let mut places = FxHashMap::<L, usize>::default();
    for (guard, leaf) in pairs.into_iter().filter(|(guard, _)| !guard.is_false()) {
        match places.get(&leaf) {
            Some(&at) => leaves[at].0 = guards.or(pool, leaves[at].0, guard),
            None => {
                places.insert(leaf.clone(), leaves.len());
                leaves.push((guard, leaf));
            }
        }
    }
    leaves.sort_by(|(a, _), (b, _)| guards.compare(*a, *b));
    Summary { leaves }
}

/// A guard with an outer and an inner leaf that are together under it.
type Together<'a, O, I> = (Guard, &'a O, &'a I);

/// Leaves with the leaves inside of them, under both guards, where these can hold together; at most `limit`.
fn together<'a, O, I>(
    guards: &mut Guards,
    pool: &mut ExprPool,
    outer: &'a [(Guard, O)],
    inner: impl Fn(&'a O) -> &'a [(Guard, I)],
    limit: usize,
) -> Result<Vec<Together<'a, O, I>>, TooManyLeaves> {
    let mut pairs = Vec::new();
    for (guard, leaf) in outer {
        for (within, value) in inner(leaf) {
            let both = guards.and(pool, *guard, *within);
            if both.is_false() {
                continue;
            }
            if pairs.len() == limit {
                return Err(TooManyLeaves);
            }
            pairs.push((both, leaf, value));
        }
    }
    Ok(pairs)
}
