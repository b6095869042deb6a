//! Joined values as summaries (Sen 2015): choices between few values by guards, in one canonical form.
//!
//! A rule chooses by the conditions that tell the states apart, so that the value of a variable that every iteration changes is a choice between
//! choices, and what it was elsewhere than on the path stands in it for ever. Here each value is taken apart into the values that it can have on the
//! path of its state, equal ones become one, and the guard of each is made as small as the joined path allows. Where a guard is too large, or there are too many
//! values, or guards do not tell the states apart, the rule's own choice is made.
//!
//! We differ from the paper in that a summary is a term like any other: no operation needs to know of it.

use braid_expr::{Conjunction, ExprId, ExprPool};
use braid_guard::{Diagrams, Guard, Leaves};
use braid_state::join::Choice;
use braid_state::memory::AddressSpace;
use braid_state::{State, Value};
use rustc_hash::FxHashMap;

/// Chooses by guards where that pays and can be done, else as the rule does.
pub(crate) struct Summaries<'a> {
    rule: &'a mut dyn Choice,
    diagrams: &'a mut Diagrams,
    /// The paths of the states.
    paths: Vec<Conjunction>,
    /// Their guards, when somebody has asked for them; none if they do not tell the states apart.
    guards: Option<Option<Apart>>,
    addresses: AddressSpace,
    /// How many paths they stand for together: at most, or exactly where paths are counted.
    multiplicity: u128,
    /// What was chosen before: most places that differ hold what others do.
    chosen: FxHashMap<Vec<Value>, Value>,
}

/// Guards that tell states apart.
#[derive(Clone)]
struct Apart {
    /// That of each state's path; no two of them hold together.
    paths: Vec<Guard>,
    /// One of them holds.
    all: Guard,
}

impl<'a> Summaries<'a> {
    /// For these states, which stand for so many paths together.
    pub(crate) fn new(
        rule: &'a mut dyn Choice,
        diagrams: &'a mut Diagrams,
        states: &[State],
        multiplicity: u128,
    ) -> Self {
        let paths = states.iter().map(|state| state.path.conjuncts().clone()).collect();
        let addresses = states[0].memory.addresses();
        Summaries { rule, diagrams, paths, guards: None, addresses, multiplicity, chosen: FxHashMap::default() }
    }

    /// Whether a value is one that accesses go through, or was made of guards before: others are cheap as they are until somebody asks.
    fn pays(&mut self, pool: &mut ExprPool, values: &[Value]) -> bool {
        let addresses = self.addresses;
        let all = self.diagrams.is_for_all();
        let is_address = |word: u64| all || addresses.base_of(word).is_some();
        values.iter().any(|&value| match value {
            Value::Word(word) => is_address(word),
            Value::Term(term) => {
                self.diagrams.has_made(pool, term)
                    || self
                        .diagrams
                        .choice_between(pool, term)
                        .is_some_and(|words| words.iter().any(|&word| is_address(word)))
            }
        })
    }

    fn guards(&mut self, pool: &mut ExprPool) -> Option<Apart> {
        if self.guards.is_none() {
            self.guards = Some(apart(self.diagrams, pool, &self.paths));
        }
        self.guards.clone().flatten()
    }

    fn summary(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Option<Value> {
        let began = self.diagrams.begin();
        let summary = self.summary_of_leaves(pool, bits, values);
        self.diagrams.end(began);
        summary
    }

    fn summary_of_leaves(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Option<Value> {
        let Apart { paths, all } = self.pays(pool, values).then(|| self.guards(pool))??;
        let mut leaves = Leaves::new();
        for (&path, value) in paths.iter().zip(values) {
            let term = value.term(pool, bits);
            leaves.extend(self.diagrams.leaves(pool, path, term)?);
        }
        let before = self.diagrams.counts().summary_leaves;
        let term = self.diagrams.choose(pool, all, &leaves)?;
        self.diagrams.count_sharing(self.multiplicity, self.diagrams.counts().summary_leaves - before);
        Some(Value::of(pool, term))
    }

    /// The guard of the joined path, if it was needed.
    pub(crate) fn joined(self) -> Option<Guard> {
        Some(self.guards??.all)
    }
}

/// The guards of paths, if they tell the states apart.
fn apart(diagrams: &mut Diagrams, pool: &mut ExprPool, paths: &[Conjunction]) -> Option<Apart> {
    let (mut guards, mut neither) = (Vec::with_capacity(paths.len()), Guard::TRUE);
    for path in paths {
        let guard = diagrams.path(pool, path)?;
        if !diagrams.guards().implies(guard, neither) {
            return None;
        }
        neither = diagrams.both(pool, neither, !guard)?;
        guards.push(guard);
    }
    Some(Apart { paths: guards, all: !neither })
}

impl Choice for Summaries<'_> {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        // A word has no width of its own.
        let key: Vec<Value> = values.iter().copied().chain([Value::Word(bits.into())]).collect();
        if let Some(&known) = self.chosen.get(&key) {
            return known;
        }
        let value = self.summary(pool, bits, values).unwrap_or_else(|| self.rule.value(pool, bits, values));
        self.chosen.insert(key, value);
        value
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        self.rule.among(pool, members)
    }
    fn conditions(&mut self, pool: &mut ExprPool) -> Vec<ExprId> {
        self.rule.conditions(pool)
    }
}
