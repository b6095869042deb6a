//! What is kept of values that states differ in which have met: abstract weakening (Scheurer, Hähnle, Bubel 2016, definition 13) on states of a run.
//!
//! Each of those values becomes a fresh constant. Its axioms are those of the operator: of one domain, of the predicates that the program
//! gives, or of all domains and whatever relations hold in all of the states, guessed from the conditions that led here and that are asked next.
//!
//! Every axiom that is kept was shown for every state that is joined, so that the joined state stands for all of them.

use braid_expr::{Conjunction, ExprId, ExprPool};
use braid_state::join::Common;
use braid_state::{Operator, State};

use super::asker::Asker;
use super::candidates;
use super::closing::{Closer, Refused, needed};
use super::covering::Match;
use super::domain::{Domain, Interval, KnownBits, Sign, Subject};
use super::head::{Forgotten, Head, meeting};
use super::meetings::How;
use crate::host::{Aside, Host, Parts};

/// Instructions that are run beside the run to see what is asked next.
const SCOUTED: u64 = 2_000;
/// Times that states are run for that.
const SCOUTING_RUNS: usize = 48;
/// Conflicts of one question: there are many, and a join that keeps less can be undone.
const CONFLICTS: u64 = 1 << 9;
/// Guesses that are asked for.
const MAX_GUESSES: usize = 64;
/// A value that is one of few is told by all of them.
const MAX_VALUES: usize = 4;
/// Unless they are terms of more nodes.
const MAX_NODES: usize = 60;

/// What states become that have met.
pub(crate) struct Weakened {
    pub(crate) head: Head,
    pub(crate) axioms: Vec<ExprId>,
    /// What the user should know.
    pub(crate) complaints: Vec<String>,
}

impl Closer {
    /// Joins states by forgetting what they differ in, beside the run; none if they differ in nothing.
    pub(crate) fn weakened(
        &mut self,
        host: &mut dyn Host,
        states: &[&State],
        how: How,
    ) -> Result<Option<Weakened>, Refused> {
        host.parts().solver.limit_conflicts(CONFLICTS);
        let mut copies: Vec<State> = states.iter().map(|state| state.copy()).collect();
        let common = Common::of(&copies);
        self.number += 1;
        let head = meeting(&mut host.parts(), &mut copies, &common, self.number)?;
        if head.forgotten.is_empty() {
            return Ok(None);
        }
        let mut complaints = Vec::new();
        let axioms = match how {
            How::Told(Operator::Predicates) => predicates(host, states, &head, &mut complaints)?,
            How::Told(Operator::Sign) => {
                each(host, states, &head, |asker, paths, of| vec![kept(asker, &Sign, paths, of)])
            }
            How::Told(Operator::Interval) => each(host, states, &head, intervals),
            _ => self.inferred(host, states, &head),
        };
        let axioms = needed(&mut host.parts(), head.state.path.conjuncts(), axioms);
        Ok(Some(Weakened { head, axioms, complaints }))
    }

    /// All domains, and whatever relation holds in all states.
    fn inferred(&mut self, host: &mut dyn Host, states: &[&State], head: &Head) -> Vec<ExprId> {
        let mut conditions: Vec<ExprId> = scout(host, head);
        let common = Common::of_all(states);
        conditions.extend(states.iter().flat_map(|state| common.rest(&state.path)));
        let mut axioms = each(host, states, head, |asker, paths, of| {
            let mut axioms = intervals(asker, paths, of);
            axioms.push(kept(asker, &KnownBits::new(asker.pool.width(of.symbol)), paths, of));
            axioms
        });
        let Parts { pool, solver, .. } = host.parts();
        let mut guesses: Vec<ExprId> = head.forgotten.iter().filter_map(|place| one_of(pool, place)).collect();
        guesses.extend(candidates::of_changes(pool, head));
        guesses.extend(candidates::of_conditions(pool, head, &conditions));
        let mut seen = rustc_hash::FxHashSet::default();
        guesses.retain(|&guess| seen.insert(guess));
        guesses.truncate(MAX_GUESSES);
        let mut asker = Asker { pool, solver };
        for (number, state) in states.iter().enumerate() {
            let instances = Match::source(head, number).instances(asker.pool, head, &guesses);
            let holds = |instance: Option<ExprId>| {
                instance.is_some_and(|instance| asker.must(state.path.conjuncts(), instance))
            };
            let held: Vec<bool> = instances.into_iter().map(holds).collect();
            let mut held = held.into_iter();
            guesses.retain(|_| held.next() == Some(true));
        }
        axioms.extend(guesses);
        axioms
    }
}

/// What holds of each place that is forgotten, as somebody says.
fn each(
    host: &mut dyn Host,
    states: &[&State],
    head: &Head,
    mut kept: impl FnMut(&mut Asker<'_>, &[&Conjunction], &Forgotten) -> Vec<ExprId>,
) -> Vec<ExprId> {
    let Parts { pool, solver, .. } = host.parts();
    let mut asker = Asker { pool, solver };
    let paths: Vec<&Conjunction> = states.iter().map(|state| state.path.conjuncts()).collect();
    let mut axioms = Vec::new();
    for place in &head.forgotten {
        if asker.pool.width(place.symbol) <= 64 {
            axioms.extend(kept(&mut asker, &paths, place));
        }
    }
    axioms.retain(|&axiom| !asker.pool.is_true(axiom));
    axioms
}

/// The axiom of the least element of a domain above all values of a place.
fn kept<D: Domain>(asker: &mut Asker<'_>, domain: &D, paths: &[&Conjunction], of: &Forgotten) -> ExprId {
    let mut element = domain.bottom();
    for (path, &value) in paths.iter().zip(&of.values) {
        let least = domain.least(asker, path, Subject { values: &[value], at: 0 });
        element = domain.join(&element, &least);
    }
    domain.axiom(asker.pool, &element, Subject { values: &[of.symbol], at: 0 })
}

fn intervals(asker: &mut Asker<'_>, paths: &[&Conjunction], of: &Forgotten) -> Vec<ExprId> {
    let width = asker.pool.width(of.symbol);
    [true, false].map(|signed| kept(asker, &Interval::new(width, signed), paths, of)).to_vec()
}

/// That a place holds one of few values.
fn one_of(pool: &mut ExprPool, place: &Forgotten) -> Option<ExprId> {
    let mut values = place.values.clone();
    values.sort_unstable();
    values.dedup();
    if values.len() > MAX_VALUES || crate::rule::distinct(pool, values.clone()) as usize > MAX_NODES {
        return None;
    }
    let same: Vec<ExprId> = values.into_iter().map(|value| pool.eq(place.symbol, value)).collect();
    Some(pool.any(same))
}

/// The predicates of a merge point that hold in all states, over the joined values.
fn predicates(
    host: &mut dyn Host,
    states: &[&State],
    head: &Head,
    complaints: &mut Vec<String>,
) -> Result<Vec<ExprId>, Refused> {
    let mut of_states = Vec::new();
    for state in states {
        of_states.push(host.predicates_of(state.copy())?);
    }
    let joined = host.predicates_of(head.state.copy())?;
    if joined.is_empty() {
        return Err("a merge point by predicates that names none");
    }
    let Parts { pool, solver, .. } = host.parts();
    let mut asker = Asker { pool, solver };
    let mut kept = Vec::new();
    for (number, &term) in joined.iter().enumerate() {
        let of = || states.iter().zip(&of_states).filter_map(|(state, terms)| Some((state, *terms.get(number)?)));
        if of().all(|(state, term)| asker.must(state.path.conjuncts(), term)) {
            kept.push(term);
        } else if !of().any(|(state, term)| asker.may(state.path.conjuncts(), term)) {
            complaints.push(format!("predicate {} never holds here", number + 1));
        }
    }
    Ok(kept)
}

/// The conditions that are met next by the state that others become, beside the run.
fn scout(host: &mut dyn Host, head: &Head) -> Vec<ExprId> {
    let mut start = head.state.copy();
    (start.fence, start.stops_below) = (None, 0);
    let (mut open, mut done, end) = (vec![start], Vec::new(), head.state.steps.saturating_add(SCOUTED));
    for _ in 0..SCOUTING_RUNS {
        let Some(state) = open.pop() else { break };
        if state.steps >= end {
            done.push(state);
            continue;
        }
        let left = end - state.steps;
        for (state, aside) in host.run_aside(state, left) {
            match aside {
                Aside::Goes | Aside::Arrived(_) => open.push(state),
                Aside::Done | Aside::Fault | Aside::Unknown => done.push(state),
            }
        }
    }
    done.extend(open);
    candidates::met(head, &done)
}
