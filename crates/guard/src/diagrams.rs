//! What guards know of paths and terms, for whoever joins states, follows a choice of addresses, or asks whether something can hold.
//!
//! The guard of a path is the care set of everything that is computed on it: what a value would be elsewhere is nobody's business, and without the
//! care set it is what diagrams grow by. A guard of a path may hold where the path does not (a conjunct that is too large is left out), never
//! the other way round.

use core::ops::RangeInclusive;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use braid_entity::counters;
use braid_expr::{Conjunction, ExprId, ExprPool, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bdd::Guard;
use crate::guards::Guards;
use crate::shape::{MAX_VALUES, Shapes};
use crate::vector::Vectors;

/// How many pairs of nodes one operation looks at, at least and at most, before it is given up. It is less after operations that were in vain, so that a
/// program whose guards are all too large pays little for them.
const STEPS: RangeInclusive<usize> = 1 << 11..=1 << 17;
/// Steps that count for a unit of work.
const STEPS_OF_UNIT: usize = 4;
/// Steps that the vector of a term counts for beside those of its diagrams.
const STEPS_OF_TERM: u64 = 32;
/// Units that count for an operation beside its steps.
const UNITS_OF_OPERATION: u32 = 16;
/// A choice of more choices than this is not taken apart.
const MAX_CHOICES: usize = 512;
/// Operations within operations are taken apart leaf by leaf so deep: parts that are shared are looked at again.
const MAX_DEPTH: u32 = 3;
/// All diagrams are forgotten when they have more nodes than this.
const MAX_NODES: usize = 1 << 21;
/// All is forgotten when it is known of more terms or paths than this.
const MAX_TERMS: usize = 1 << 18;

counters! {
    /// What became of values.
    pub DiagramCounts {
        /// Joined and loaded values that became choices by guards.
        summary_values;
        /// The values that these choose between.
        summary_leaves;
        /// Accesses through a choice of known addresses.
        summary_accesses;
        /// Values with too many leaves or too large guards.
        summary_refused;
        /// Values of joined states that became choices by guards.
        summary_joins;
        /// How many paths share a value of these, in thousandths, in sum (the sharing factor of Sen 2015).
        summary_sharing;
    }
}

/// Guards with the terms and paths that they are of.
#[derive(Debug, Default)]
pub struct Diagrams {
    guards: Guards,
    vectors: Vectors,
    shapes: Shapes,
    /// Paths by their hashes.
    paths: FxHashMap<u64, (Conjunction, Guard)>,
    /// Choices that were made by guards.
    made: FxHashSet<ExprId>,
    /// How often all was forgotten.
    age: u64,
    /// How many steps an operation may take.
    allowance: Allowance,
    /// How many operations are being taken apart within each other.
    depth: u32,
    counts: DiagramCounts,
    is_used: bool,
    is_for_all: bool,
    /// The time spent so far: told to people, never part of a decision.
    time: Duration,
    is_timed: bool,
}

/// When something began that is not part of something else that is timed.
pub struct Began(Option<Instant>);

/// A number of steps.
#[derive(Debug)]
struct Allowance(usize);

impl Default for Allowance {
    fn default() -> Self {
        Allowance(*STEPS.end())
    }
}

impl Allowance {
    /// An operation has come to a result or not.
    fn learn(&mut self, used: usize, succeeded: bool) {
        let next = match succeeded {
            false => self.0 / 2,
            true if used > self.0 / 2 => self.0 * 2,
            true => self.0,
        };
        self.0 = next.clamp(*STEPS.start(), *STEPS.end());
    }
}

/// Why there are no cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCases {
    /// The term is no choice between few known values.
    Other,
    /// They are too many, or their guards too large.
    TooLarge,
    /// The run is interrupted.
    Interrupted,
}

/// The values that a term can have on a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases {
    /// Holds wherever the path does.
    pub path: Guard,
    /// Each value, ascending, with when the term has it; the guards exclude each other and imply the path's.
    pub values: Vec<(Guard, u64)>,
}

/// Values with their guards; on the path just one of these holds.
pub type Leaves = Vec<(Guard, ExprId)>;

impl Diagrams {
    /// Gives memory back if there is too much. No guard is one afterwards.
    pub fn tidy(&mut self) {
        let terms = self.vectors.len().max(self.shapes.len()).max(self.paths.len());
        if self.guards.len() > MAX_NODES || terms > MAX_TERMS {
            self.clear();
        }
    }
    /// Gives all memory back. No guard is one afterwards.
    pub fn clear(&mut self) {
        self.guards.clear();
        self.vectors = Vectors::default();
        self.shapes = Shapes::default();
        self.paths = FxHashMap::default();
        self.made = FxHashSet::default();
        self.age += 1;
    }
    /// Whether somebody joins values by guards: for others no diagrams are made.
    pub fn is_used(&self) -> bool {
        self.is_used
    }
    /// Whether all known values are joined by guards, not pointers alone.
    pub fn is_for_all(&self) -> bool {
        self.is_for_all
    }
    /// From now on somebody does: for all known values, or for pointers alone.
    pub fn use_them(&mut self, for_all: bool) {
        (self.is_used, self.is_for_all) = (true, for_all);
    }
    /// Another number if guards are no longer what they were.
    pub fn age(&self) -> u64 {
        self.age
    }
    /// Steps taken and terms looked at since all was forgotten: what diagrams cost, in steps.
    pub fn work(&self) -> u64 {
        self.guards.taken() + STEPS_OF_TERM * self.vectors.len() as u64
    }
    /// What became of values so far.
    pub fn counts(&self) -> DiagramCounts {
        self.counts
    }
    /// The time that was spent between beginnings and ends so far.
    pub fn time(&self) -> Duration {
        self.time
    }
    /// Begins to count time; what is begun before its end is part of it.
    pub fn begin(&mut self) -> Began {
        let outer = core::mem::replace(&mut self.is_timed, true);
        Began((!outer).then(Instant::now))
    }
    /// Ends to count time.
    pub fn end(&mut self, began: Began) {
        if let Began(Some(start)) = began {
            self.time += start.elapsed();
            self.is_timed = false;
        }
    }
    /// A value of a joined state, which stands for so many paths, has become a choice between so many leaves.
    pub fn count_sharing(&mut self, paths: u128, leaves: u64) {
        let shared = paths.saturating_mul(1000) / u128::from(leaves.max(1));
        self.counts.summary_joins += 1;
        self.counts.summary_sharing =
            self.counts.summary_sharing.saturating_add(u64::try_from(shared).unwrap_or(u64::MAX));
    }
    /// The guards.
    pub fn guards(&mut self) -> &mut Guards {
        &mut self.guards
    }

    /// Both hold. None if that is too large, or the run is interrupted.
    pub fn both(&mut self, pool: &ExprPool, a: Guard, b: Guard) -> Option<Guard> {
        let (allowed, mut left) = (self.allowance.0, self.allowance.0);
        let both = self.guards.both(a, b, &mut left);
        self.allowance.learn(allowed - left, both.is_some());
        let units = UNITS_OF_OPERATION + ((allowed - left) / STEPS_OF_UNIT) as u32;
        both.filter(|_| !pool.interrupt().spend(units))
    }
    /// One of them holds. None as for both.
    fn either(&mut self, pool: &ExprPool, a: Guard, b: Guard) -> Option<Guard> {
        self.both(pool, !a, !b).map(|neither| !neither)
    }
    /// The guard of a condition. None if the run is interrupted.
    pub fn condition(&mut self, pool: &mut ExprPool, term: ExprId) -> Option<Guard> {
        let opaque = self.guards.counts().opaque;
        let guard = self.vectors.condition(&mut self.guards, pool, term, self.allowance.0);
        if self.guards.counts().opaque > opaque {
            self.allowance.learn(self.allowance.0, false);
        }
        guard
    }

    /// A guard that holds wherever a path does. None if the run is interrupted.
    pub fn path(&mut self, pool: &mut ExprPool, path: &Conjunction) -> Option<Guard> {
        let (mut guard, mut new) = (Guard::TRUE, Vec::new());
        for prefix in path.prefixes() {
            match self.paths.get(&prefix.hash()) {
                Some((known, of_prefix)) if *known == prefix => {
                    guard = *of_prefix;
                    break;
                }
                _ => new.push(prefix),
            }
        }
        for prefix in new.into_iter().rev() {
            let Some(last) = prefix.last() else { continue };
            let condition = self.condition(pool, last)?;
            guard = self.both(pool, guard, condition).unwrap_or(guard);
            self.paths.insert(prefix.hash(), (prefix, guard));
        }
        Some(guard)
    }
    /// Tells the guard of a path, so that it need not be computed.
    pub fn learn_path(&mut self, path: &Conjunction, guard: Guard) {
        self.paths.insert(path.hash(), (path.clone(), guard));
    }

    /// The known values that a term is a choice between, wherever it has them; none if it is no such choice.
    pub fn choice_between(&mut self, pool: &mut ExprPool, term: ExprId) -> Option<Rc<[u64]>> {
        self.shapes.values(pool, term)
    }
    /// The values that a term can have on a path, if it is a choice between few known ones.
    pub fn cases(&mut self, pool: &mut ExprPool, path: &Conjunction, term: ExprId) -> Result<Cases, NoCases> {
        let began = self.begin();
        let is_choice = self.shapes.values(pool, term).is_some();
        let cases = is_choice.then(|| self.cases_of_choice(pool, path, term)).flatten();
        self.end(began);
        match cases {
            Some(cases) => {
                self.counts.summary_accesses += 1;
                Ok(cases)
            }
            None if pool.interrupt().cause().is_some() => Err(NoCases::Interrupted),
            None if is_choice => {
                self.counts.summary_refused += 1;
                Err(NoCases::TooLarge)
            }
            None => Err(NoCases::Other),
        }
    }

    fn cases_of_choice(&mut self, pool: &mut ExprPool, path: &Conjunction, term: ExprId) -> Option<Cases> {
        let path = self.path(pool, path)?;
        let leaves = self.leaves(pool, path, term)?;
        let leaves = self.coalesce(pool, &leaves)?;
        let value = |(guard, leaf): (Guard, ExprId)| Some((guard, pool.as_u64(leaf)?));
        let values: Vec<(Guard, u64)> = leaves.into_iter().map(value).collect::<Option<_>>()?;
        // A path that never holds has no state.
        (!values.is_empty()).then_some(Cases { path, values })
    }

    /// The values, as terms, that a term can have where `care` holds: known ones where it is a choice of such, else the terms that it is a choice
    /// between. None if they are too many.
    ///
    /// A choice is made after what it is between, so the newest term that is left has its whole guard.
    pub fn leaves(&mut self, pool: &mut ExprPool, care: Guard, term: ExprId) -> Option<Leaves> {
        let (mut found, mut open) = (Leaves::new(), BTreeMap::from([(term, care)]));
        for _ in 0..MAX_CHOICES {
            let Some((term, care)) = open.pop_last() else { return Some(found) };
            if let Node::Ite(condition, then, otherwise) = pool.node(term) {
                let condition = self.condition(pool, condition)?;
                for (side, guard) in [(then, condition), (otherwise, !condition)] {
                    let here = self.both(pool, care, guard)?;
                    if !here.is_false() {
                        let known = open.remove(&side).unwrap_or(Guard::FALSE);
                        open.insert(side, self.either(pool, known, here)?);
                    }
                }
            } else if let Some(known) = self.known_leaves(pool, care, term) {
                found.extend(known);
            } else {
                found.push((care, term));
            }
        }
        None
    }

    /// The value, as one term, that is each of the leaves where its guard holds; `care` holds where one of them does. None if there are too many.
    pub fn choose(&mut self, pool: &mut ExprPool, care: Guard, leaves: &[(Guard, ExprId)]) -> Option<ExprId> {
        let Some(mut leaves) = self.coalesce(pool, leaves) else {
            self.counts.summary_refused += 1;
            return None;
        };
        self.counts.summary_values += 1;
        self.counts.summary_leaves += leaves.len() as u64;
        let sizes: Vec<u32> = leaves.iter().map(|&(guard, _)| self.guards.tree_size(guard)).collect();
        // The one that takes most to say is the rest.
        let rest = (0..leaves.len()).max_by_key(|&at| sizes[at])?;
        let (_, rest) = leaves.remove(rest);
        let (mut care, mut chain) = (care, Vec::with_capacity(leaves.len()));
        for (guard, leaf) in leaves {
            chain.push((self.when(pool, care, guard), leaf));
            care = self.both(pool, care, !guard).unwrap_or(care);
        }
        let chosen = chain.into_iter().rev().fold(rest, |rest, (when, leaf)| pool.ite(when, leaf, rest));
        self.made.insert(chosen);
        Some(chosen)
    }

    /// The value that is each of some terms where its guard holds; just one of the guards does where `care` holds.
    pub fn choice(&mut self, pool: &mut ExprPool, care: Guard, cases: &[(Guard, ExprId)]) -> Option<ExprId> {
        let (&(_, first), others) = cases.split_first()?;
        if others.iter().all(|&(_, other)| other == first) {
            return Some(first);
        }
        let began = self.begin();
        let chosen = self.choice_of_leaves(pool, care, cases).unwrap_or_else(|| {
            others.iter().fold(first, |rest, &(guard, value)| {
                let when = self.when(pool, care, guard);
                pool.ite(when, value, rest)
            })
        });
        self.end(began);
        Some(chosen)
    }

    fn choice_of_leaves(&mut self, pool: &mut ExprPool, care: Guard, cases: &[(Guard, ExprId)]) -> Option<ExprId> {
        let mut leaves = Leaves::new();
        for &(guard, value) in cases {
            leaves.extend(self.leaves(pool, guard, value)?);
        }
        self.choose(pool, care, &leaves)
    }

    /// The value that is `new` where a guard holds, which implies `care`, and `old` elsewhere.
    pub fn update(&mut self, pool: &mut ExprPool, care: Guard, guard: Guard, (new, old): (ExprId, ExprId)) -> ExprId {
        let others = self.both(pool, care, !guard);
        let updated = others.and_then(|others| self.choice(pool, care, &[(others, old), (guard, new)]));
        updated.unwrap_or_else(|| {
            let when = self.when(pool, care, guard);
            pool.ite(when, new, old)
        })
    }

    /// A term that holds where the guard does, wherever `care` holds.
    pub fn when(&mut self, pool: &mut ExprPool, care: Guard, guard: Guard) -> ExprId {
        let short = self.guards.restrict(guard, care);
        self.term(pool, short)
    }

    /// Whether a term is a choice that was made by guards, or the like of one by a single operation.
    pub fn has_made(&self, pool: &ExprPool, term: ExprId) -> bool {
        !self.made.is_empty()
            && (self.made.contains(&term) || pool.children(term).iter().any(|part| self.made.contains(part)))
    }

    /// A term that holds just where the guard does.
    pub fn term(&mut self, pool: &mut ExprPool, guard: Guard) -> ExprId {
        let term = self.guards.term(pool, guard);
        self.vectors.learn(term, guard);
        term
    }

    /// One leaf for each value, words first in ascending order, then terms as they come.
    fn coalesce(&mut self, pool: &ExprPool, leaves: &[(Guard, ExprId)]) -> Option<Leaves> {
        let (mut places, mut found) = (FxHashMap::default(), Leaves::new());
        for &(guard, leaf) in leaves {
            let at = *places.entry(leaf).or_insert(found.len());
            match found.get_mut(at) {
                Some(&mut (known, _)) => found[at].0 = self.either(pool, known, guard)?,
                None => found.push((guard, leaf)),
            }
        }
        found.sort_by_key(|&(_, leaf)| pool.as_u64(leaf).map_or((1, 0), |word| (0, word)));
        (found.len() <= MAX_VALUES).then_some(found)
    }

    fn known_leaves(&mut self, pool: &mut ExprPool, care: Guard, term: ExprId) -> Option<Leaves> {
        if pool.is_const(term) {
            return Some(vec![(care, term)]);
        }
        self.shapes.values(pool, term)?;
        let width = pool.width(term);
        match self.values(pool, care, term) {
            Some(found) => Some(found.into_iter().map(|(guard, value)| (guard, pool.bv(width, value))).collect()),
            None => self.combined_leaves(pool, care, term),
        }
    }

    /// The values of an operation that diagrams do not know, or on too many bits: leaf by leaf of its operands, which are choices of known values.
    fn combined_leaves(&mut self, pool: &mut ExprPool, care: Guard, term: ExprId) -> Option<Leaves> {
        let parts = pool.children(term);
        if pool.width(term) == 1 || parts.is_empty() || self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let combined = self.combinations(pool, care, &parts);
        self.depth -= 1;
        let mut found = Leaves::new();
        for (guard, chosen) in combined? {
            let mut chosen = chosen.into_iter();
            let value = pool.map_children(term, |part| chosen.next().unwrap_or(part)).ok()?;
            pool.is_const(value).then(|| found.push((guard, value)))?;
        }
        self.coalesce(pool, &found)
    }

    /// The values that operands have together.
    fn combinations(
        &mut self,
        pool: &mut ExprPool,
        care: Guard,
        parts: &[ExprId],
    ) -> Option<Vec<(Guard, Vec<ExprId>)>> {
        let mut combined: Vec<(Guard, Vec<ExprId>)> = vec![(care, Vec::new())];
        for &part in parts {
            let mut next = Vec::new();
            for (guard, chosen) in combined {
                let leaves = self.leaves(pool, guard, part)?;
                next.extend(leaves.into_iter().map(|(guard, leaf)| (guard, [&chosen[..], &[leaf]].concat())));
                if next.len() > 2 * MAX_VALUES {
                    return None;
                }
            }
            combined = next;
        }
        Some(combined)
    }

    fn values(&mut self, pool: &mut ExprPool, care: Guard, term: ExprId) -> Option<Vec<(Guard, u64)>> {
        let found = self.vectors.values(&mut self.guards, pool, (term, care), MAX_VALUES, self.allowance.0)?;
        Some(found.into_iter().rev().map(|(value, guard)| (guard, value)).collect())
    }
}
