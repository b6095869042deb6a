//! Non-uniform random search: each state is picked with a chance in proportion to a weight of its own.
//!
//! The weights are those of KLEE's `nurs` family, with two differences. What KLEE measures in seconds (query cost) is
//! counted here in work. And weights that would vanish (2^-depth of a deep path) are bounded below, so that no
//! live state ever has the chance 0.

use braid_state::StateId;
use rustc_hash::FxHashMap;

use crate::{Rng, Searcher, View, WeightTree};

/// The least weight of a live state.
const LEAST: f64 = 1e-200;
/// The greatest: 2^depth would otherwise leave the range of numbers, and sums would lose the small weights anyway.
const GREATEST: f64 = 1e200;
/// The distance that stands for "reaches nothing new" (KLEE's number).
const FAR: f64 = 10_000.0;
/// A state that reached something new counts as fresh for that many instructions (KLEE's number).
const FRESH: u64 = 1_000;
/// Questions about conditions that cost less than this many instructions together make no difference between states.
const CHEAP: u64 = 40_000;

/// What the chance of a state depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// 2^depth: deep paths.
    Depth,
    /// 2^-depth: like random-path, but over the forks of each path alone.
    RandomPath,
    /// The square of 1 / executions of the instruction it stands at.
    InstructionCount,
    /// 1 / executions of the instruction it stands at, in its own chain of calls.
    CallPathInstructionCount,
    /// 1 / cost of its queries.
    QueryCost,
    /// The square of 1 / distance to an uncovered instruction.
    DistanceToUncovered,
    /// That, plus the square of 1 / instructions since it last covered something new.
    CoveringNew,
}

impl Weight {
    /// The weight of a state, between [`LEAST`] and [`GREATEST`].
    fn of(self, id: StateId, view: &dyn View) -> f64 {
        let weight = match self {
            Weight::Depth => power_of_two(view.depth(id), 1),
            Weight::RandomPath => power_of_two(view.depth(id), -1),
            Weight::InstructionCount => inverse(view.executed_here(id)).powi(2),
            Weight::CallPathInstructionCount => inverse(view.executed_in_context(id)),
            Weight::QueryCost => inverse(view.query_cost(id) / CHEAP),
            Weight::DistanceToUncovered => nearness(id, view),
            Weight::CoveringNew => freshness(id, view) + nearness(id, view),
        };
        weight.clamp(LEAST, GREATEST)
    }

    /// Whether the weight of a state changes while it runs without forking.
    fn changes(self) -> bool {
        !matches!(self, Weight::Depth | Weight::RandomPath)
    }
}

fn inverse(count: u64) -> f64 {
    1.0 / count.max(1) as f64
}

fn power_of_two(depth: u64, sign: i32) -> f64 {
    let bounded = i32::try_from(depth.min(1_000)).expect("1000 fits");
    2f64.powi(sign * bounded)
}

fn nearness(id: StateId, view: &dyn View) -> f64 {
    let distance = view.distance_to_uncovered(id).map_or(FAR, |distance| distance.max(1) as f64);
    (1.0 / distance).powi(2)
}

fn freshness(id: StateId, view: &dyn View) -> f64 {
    view.since_new_coverage(id).map_or(0.0, |since| inverse(since.saturating_sub(FRESH)).powi(2))
}

/// Picks states by weight. Each operation takes O(log n).
#[derive(Debug)]
pub struct Weighted {
    weight: Weight,
    /// The weights, by slot.
    tree: WeightTree,
    /// The state in each slot that is taken.
    slots: Vec<Option<StateId>>,
    /// The slot of each state.
    places: FxHashMap<StateId, usize>,
    /// Slots that were given back.
    free: Vec<usize>,
    rng: Rng,
}

impl Weighted {
    /// No states yet.
    pub fn new(weight: Weight, rng: Rng) -> Self {
        Weighted {
            weight,
            tree: WeightTree::default(),
            slots: Vec::new(),
            places: FxHashMap::default(),
            free: Vec::new(),
            rng,
        }
    }

    /// The cost so far, in visited nodes of the tree.
    pub fn visits(&self) -> u64 {
        self.tree.visits()
    }

    fn weigh(&mut self, id: StateId, view: &dyn View) {
        if let Some(&place) = self.places.get(&id) {
            self.tree.set(place, self.weight.of(id, view));
        }
    }
}

impl Searcher for Weighted {
    fn add(&mut self, id: StateId, view: &dyn View) {
        if !self.places.contains_key(&id) {
            let place = self.free.pop().unwrap_or_else(|| {
                self.slots.push(None);
                self.slots.len() - 1
            });
            self.slots[place] = Some(id);
            self.places.insert(id, place);
        }
        self.weigh(id, view);
    }
    fn fork(&mut self, parent: StateId, child: StateId, view: &dyn View) {
        self.weigh(parent, view);
        self.add(child, view);
    }
    fn update(&mut self, id: StateId, view: &dyn View) {
        if self.weight.changes() {
            self.weigh(id, view);
        }
    }
    fn remove(&mut self, id: StateId) {
        let Some(place) = self.places.remove(&id) else { return };
        self.tree.set(place, 0.0);
        self.slots[place] = None;
        self.free.push(place);
    }
    fn pick(&mut self, _: &dyn View) -> Option<StateId> {
        if self.places.is_empty() {
            return None;
        }
        let place = self.tree.draw(self.rng.fraction())?;
        self.slots[place]
    }
    fn len(&self) -> usize {
        self.places.len()
    }
}
