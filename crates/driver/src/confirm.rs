//! Candidates: faults of states that may stand for more than there is.
//!
//! A join that over-approximates may invent inputs and values, so a fault of such a state is no bug yet. The input that its model
//! gives is run from the start, exactly. Inputs that the state does not have, because they are made in iterations that it stands for, are open: then there are
//! several ways on, and some of them are followed. If one of them ends with the fault it is a bug, with the test of the exact run. Otherwise the
//! candidate is [doubted](crate::doubt).
//!
//! What such a state reaches is shown in the same way: an exact run of its input is a path like any other.

use std::collections::BTreeSet;
use std::rc::Rc;

use braid_exec::{Ending, Outcome};
use braid_expr::{ArrayId, ExprId, ExprPool, Model, Node, SymbolClass};
use braid_report as report;
use braid_state::State;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::start;
use crate::witness::{self, Purpose};

/// Instructions of exact runs for one candidate.
const MAX_INSTRUCTIONS: u64 = 10_000_000;
/// Instructions of an exact run that only shows what is reached.
const MAX_SHOWN_INSTRUCTIONS: u64 = 20_000;
/// Inputs of more bytes are not run as words.
const MAX_KNOWN_BYTES: u64 = 1 << 16;
/// Ways on that are followed for one candidate.
const MAX_WAYS: usize = 64;
/// Exact runs that only show what is reached.
const MAX_SHOWN: u32 = 256;
/// The reason that is counted for a candidate that no exact run has shown.
const NOT_SHOWN: &str = "a fault of an over-approximated state that no exact run has shown";

impl Explorer<'_> {
    /// Reports the fault of a state that may have been invented if an exact run shows it, and doubts it otherwise.
    pub(crate) fn confirm(&mut self, state: &State, shown: &report::Fault, paths: u128) -> Result<(), EngineError> {
        let is_it = |found: &report::Fault| (&found.kind, &found.place) == (&shown.kind, &shown.place);
        if let Some((mut exact, ending)) = self.run_exactly(state, Purpose::Bug, &is_it)? {
            if let Ending::Fault(fault) = &ending {
                let found = witness::fault(&self.subject.exec, &exact, fault);
                if is_it(&found) {
                    return self.show(&mut exact, fault, found, paths);
                }
            }
            self.witness_new_lines(&mut exact, "an exact run")?;
        }
        let place = (state.stack.depth() > 0).then(|| self.subject.exec.here(state));
        let named =
            |prefix| bounded_functions(&self.subject.exec.pool, state.path.conjuncts().newest(), prefix).join(", ");
        let reason = match (named("library."), named("abstract.")) {
            (library, _) if !library.is_empty() => {
                format!("{library} of the mathematical library, within error bounds: {NOT_SHOWN}")
            }
            (_, function) if !function.is_empty() => {
                format!("{function} after operations on unknown numbers: {NOT_SHOWN}")
            }
            _ => NOT_SHOWN.to_owned(),
        };
        self.doubt(&reason, place);
        Ok(())
    }

    /// A state that may have been invented has come to its end, and nothing is wrong: an exact run of its input shows what it has reached, if that
    /// would be new.
    pub(crate) fn show_exactly(&mut self, state: &State) -> Result<(), EngineError> {
        let imagined = &self.run.imagined;
        if imagined.exact_runs >= MAX_SHOWN || !imagined.coverage.is_beyond(&self.subject.exec.coverage) {
            return Ok(());
        }
        self.run.imagined.exact_runs += 1;
        if let Some((mut exact, ending)) = self.run_exactly(state, Purpose::Path, &|_| true)?
            && !exact.new_lines.is_empty()
        {
            self.run.paths.made += 1;
            self.end(&mut exact, ending)?;
        }
        Ok(())
    }

    /// Runs the input of a state from the start. Returns the first end that is a wanted fault, else the last one; none if there is none in time. What
    /// keeps such a run from its end keeps nothing from being explored.
    fn run_exactly(
        &mut self,
        state: &State,
        purpose: Purpose,
        wanted: &dyn Fn(&report::Fault) -> bool,
    ) -> Result<Option<(State, Ending)>, EngineError> {
        let Ok(model) = witness::model(&mut self.subject.exec, state, purpose) else { return Ok(None) };
        self.subject.exec.known_inputs = known_inputs(state, &model);
        let rows = core::mem::take(&mut self.subject.exec.incomplete);
        let before = self.subject.exec.counters.instructions;
        let open = self.exact_states(state, &model);
        let most = if purpose == Purpose::Bug { MAX_INSTRUCTIONS } else { MAX_SHOWN_INSTRUCTIONS };
        let found = open.and_then(|open| self.follow_ways(open, most, wanted));
        self.run.imagined.exact_instructions += self.subject.exec.counters.instructions - before;
        self.subject.exec.incomplete = rows;
        self.subject.exec.known_inputs.clear();
        found
    }

    fn follow_ways(
        &mut self,
        mut open: Vec<State>,
        most: u64,
        wanted: &dyn Fn(&report::Fault) -> bool,
    ) -> Result<Option<(State, Ending)>, EngineError> {
        let (mut steps, mut ways, mut last) = (0, 0, None);
        while let Some(mut exact) = open.pop() {
            if steps >= most || ways >= MAX_WAYS || self.subject.budget.interrupt().has_come() {
                self.witness_new_lines(&mut exact, "an exact run")?;
                continue;
            }
            let before = exact.steps;
            let outcome = self.subject.exec.run(&mut exact, self.subject.options.batch);
            steps += exact.steps - before;
            self.run.lines.take_in(&mut self.subject.exec, &mut exact);
            ways += usize::from(matches!(outcome, Outcome::Forked(_)));
            for (state, ending) in ends_and_others(exact, outcome) {
                let Some(ending) = ending else {
                    open.push(state);
                    continue;
                };
                let is_wanted = self.is_fault(&state, &ending, wanted);
                if let Some((mut earlier, _)) = last.replace((state, ending)) {
                    self.witness_new_lines(&mut earlier, "an exact run")?;
                }
                if is_wanted {
                    return Ok(last);
                }
            }
        }
        Ok(last)
    }

    fn is_fault(&self, state: &State, ending: &Ending, wanted: &dyn Fn(&report::Fault) -> bool) -> bool {
        match ending {
            Ending::Fault(fault) => wanted(&witness::fault(&self.subject.exec, state, fault)),
            _ => false,
        }
    }

    /// The first states, in which all inputs of a state are what a model makes them.
    fn exact_states(&mut self, state: &State, model: &Model) -> Result<Vec<State>, EngineError> {
        let mut states = match start::first_states(&mut self.subject.exec, &self.subject.options, &self.subject.world) {
            Err(EngineError::Interrupted { .. }) => return Ok(Vec::new()),
            states => states?,
        };
        let pool = &mut self.subject.exec.pool;
        for input in state.inputs.iter() {
            let bytes = pool.base(input.array);
            let width = pool.array_data(input.array).index_width;
            for at in 0..input.size {
                let (index, byte) = (pool.bv(width, at), pool.bv(8, model.cell(input.array, at)));
                let read = pool.read(bytes, index);
                let same = pool.eq(read, byte);
                states.iter_mut().for_each(|state| state.path.push(same));
            }
        }
        Ok(states)
    }
}

/// The bytes of a state's inputs under a model.
fn known_inputs(state: &State, model: &Model) -> FxHashMap<ArrayId, Rc<[u8]>> {
    let small = state.inputs.iter().filter(|input| input.size <= MAX_KNOWN_BYTES);
    small.map(|input| (input.array, (0..input.size).map(|at| model.cell(input.array, at) as u8).collect())).collect()
}

/// What a state that was run has become: those that go on, and those that have ended.
fn ends_and_others(state: State, outcome: Outcome) -> Vec<(State, Option<Ending>)> {
    match outcome {
        Outcome::Paused | Outcome::Arrived(_) => vec![(state, None)],
        Outcome::Ended(ending) => vec![(state, Some(ending))],
        Outcome::Forked(children) => [(state, None)].into_iter().chain(children).collect(),
    }
}

/// The functions of which only bounds are known, and whose results some terms speak of.
fn bounded_functions(pool: &ExprPool, terms: impl Iterator<Item = ExprId>, prefix: &str) -> Vec<String> {
    let (mut open, mut seen) = (terms.collect::<Vec<ExprId>>(), FxHashSet::default());
    let mut names = BTreeSet::new();
    while let Some(term) = open.pop() {
        if !pool.has_class(term, SymbolClass::Abstract) || !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Symbol(symbol) => {
                let name = pool.symbol_name(symbol).strip_prefix(prefix);
                names.extend(name.and_then(|name| name.split('.').next()).map(str::to_owned));
            }
            _ => open.extend(pool.children(term)),
        }
    }
    names.into_iter().collect()
}
