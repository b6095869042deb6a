//! Joining a group of states through the host: the one way in which states become one, whoever decided it.
//!
//! States that were the first to reach some line get their test, the rule makes a plan, `state` joins, what the sources inherit is
//! joined too, a model is handed over, and the join is validated if that was asked for. If it is refused, all is as before.

use braid_expr::ExprId;
use braid_state::join::{self, Common, FramePlace};
use braid_state::{Fresh, Junction, NodeId, RecipeId, Stand, State, StateId, Tree, Value};

use crate::free_model;
use crate::host::{Done, Failure, Host, Parts, Sources};
use crate::paths::count_paths;
use crate::recording::ContextId;
use crate::rule::{self, JoinRule, Part, Plan};
use crate::slices;
use crate::summary::choice::Summaries;
use crate::validate::{Checker, Join, Mismatch, Validation, validate};
use crate::words::Words;

/// States that are to be joined.
pub struct Request<'a> {
    /// The states, which are in the host's table.
    pub ids: &'a [StateId],
    /// The merge context that they are in; none if they merely met.
    pub within: Option<Within<'a>>,
    /// What their paths have in common, if somebody knows: of states that merely met, [all of it](Common::of).
    pub common: Option<Common>,
    /// Where, for messages.
    pub place: String,
    /// The row that it is counted in.
    pub row: usize,
}

/// What is known of states that a merge context joins. What states become that merely met follows from what they are, and from nothing
/// else: that is why it can be done again.
pub struct Within<'a> {
    /// The context.
    pub context: ContextId,
    /// How the states came apart, and where each stands.
    pub tree: (&'a Tree, &'a [NodeId]),
    /// What the rule has found out about them.
    pub part: &'a Part,
}

/// How joins are made in a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// Groups of more states are refused.
    pub max_group: usize,
    /// Whether joins are checked.
    pub validation: Validation,
    /// Whether sizes of conditions are counted.
    pub measure: bool,
}

/// What came of a join.
#[derive(Debug)]
pub struct Joined {
    /// The joined state, which has the number of the first source.
    pub id: StateId,
    /// What it has gained beyond what was common.
    pub condition: ExprId,
    /// The fresh variables.
    pub fresh: Vec<Fresh>,
    /// New terms that it needed.
    pub terms: u64,
    /// Nodes of the conditions before and after, if they are counted.
    pub nodes: Option<(u64, u64)>,
    /// Input bytes in the largest slice of the conditions, of any of the sources and afterwards, if they are counted.
    pub slices: Option<(u64, u64)>,
}

/// Joins states, or tells why not.
pub fn join(
    host: &mut dyn Host,
    rule: &dyn JoinRule,
    manner: Manner,
    request: Request<'_>,
) -> Done<Result<Joined, &'static str>> {
    keep_new_lines(host, request.ids)?;
    let mut states = take(host, request.ids);
    let common = request.common.clone().unwrap_or_else(|| Common::of(&states));
    let made = make(&mut host.parts(), rule, manner, &request, &common, &mut states);
    let (mut joined, made) = match made {
        Ok(made) => made,
        Err(why) => {
            for (&id, mut state) in request.ids.iter().zip(states) {
                state.inherited.leave_row();
                host.put(id, state);
            }
            return Ok(Err(why));
        }
    };
    let mut parts = host.parts();
    free_model::give(&mut parts, &states, &joined, &made.fresh);
    let junction = Junction {
        recipe: recipe(&mut parts, &request, &states),
        fresh: &made.fresh,
        next_fresh: made.next_fresh,
        exactness: made.exactness,
        row: Some(request.row),
    };
    joined.inherited = parts.heritage.join(&states, junction);
    joined.trail.keep();
    let gained = common.len();
    let condition = parts.pool.all(joined.path.since(gained));
    let slices = manner.measure.then(|| {
        let slice = |state: &State| slices::largest(parts.pool, state.path.since(0));
        (states.iter().map(slice).max().unwrap_or(0), slice(&joined))
    });
    let claim = Claim { common: &common, fresh: &made.fresh, exactness: made.exactness };
    check(host, manner.validation, &mut states, &mut joined, claim, || request.place.clone())?;
    let sources = request.ids.iter().map(|&id| Some(id)).zip(states).collect();
    host.keep_sources(Sources { id: request.ids[0], joined: &joined, states: sources, fresh: &made.fresh });
    host.replace(request.ids, joined);
    Ok(Ok(Joined { id: request.ids[0], condition, fresh: made.fresh, terms: made.terms, nodes: made.nodes, slices }))
}

/// The name of what states become.
fn recipe(parts: &mut Parts<'_>, request: &Request<'_>, states: &[State]) -> RecipeId {
    let recipes = &mut parts.heritage.recipes;
    match &request.within {
        Some(within) => parts.recorder.joined(recipes, within.context),
        None => recipes.met(states.iter().map(|state| (state.inherited.recipe(), Stand::of(state)))),
    }
}

/// Joins states once more that met without a context, as they stand. Nothing is checked or counted.
pub fn join_again(host: &mut dyn Host, rule: &dyn JoinRule, ids: &[StateId]) -> Done<Result<Joined, &'static str>> {
    let manner = Manner { max_group: usize::MAX, ..Manner::default() };
    join(host, rule, manner, Request { ids, within: None, common: None, place: String::new(), row: 0 })
}

/// How many paths states stand for together: exactly where paths are counted, else at most.
fn paths_together(parts: &mut Parts<'_>, states: &[State]) -> u128 {
    let is_counted = parts.heritage.keeps_ways;
    let mut paths = |state: &State| match is_counted {
        true => count_paths(parts.pool, parts.solver, parts.heritage.ways(), state).paths,
        false => state.inherited.multiplicity(),
    };
    states.iter().fold(0, |sum: u128, state| sum.saturating_add(paths(state)))
}

/// What a plan has become.
struct Made {
    fresh: Vec<Fresh>,
    next_fresh: u32,
    exactness: braid_state::Exactness,
    terms: u64,
    nodes: Option<(u64, u64)>,
}

/// Makes the joined state, which inherits nothing yet.
fn make(
    parts: &mut Parts<'_>,
    rule: &dyn JoinRule,
    manner: Manner,
    request: &Request<'_>,
    common: &Common,
    states: &mut [State],
) -> Result<(State, Made), &'static str> {
    if states.len() > manner.max_group {
        return Err("too many states");
    }
    join::compatible(states).map_err(|refusal| refusal.name())?;
    let terms = parts.pool.len();
    let mut plan = planned(parts, rule, request, common, states);
    let live = parts.live;
    let mut live = |place: FramePlace| live.live_slots(place);
    // A joined state that is more than its sources has a path that is more than theirs.
    let is_exact = plan.fresh.is_empty() && plan.exactness == braid_state::Exactness::Exact;
    let by_guards = parts.solver.diagrams().is_used() && is_exact;
    let mut guard = None;
    let joined = if by_guards {
        let paths = paths_together(parts, states);
        let mut choice = Summaries::new(&mut *plan.choice, parts.solver.diagrams(), states, paths);
        let joined = join::join(parts.pool, states, common, &mut live, &mut choice);
        guard = choice.joined();
        joined
    } else {
        join::join(parts.pool, states, common, &mut live, &mut *plan.choice)
    };
    let mut joined = joined.map_err(|refusal| refusal.name())?;
    let found = plan.choice.conditions(parts.pool);
    let conditions: Vec<ExprId> = plan.conditions.into_iter().chain(found).collect();
    for &condition in conditions.iter().filter(|&&condition| !parts.pool.is_true(condition)) {
        joined.path.push(condition);
    }
    if let Some(guard) = guard {
        parts.solver.diagrams().learn_path(joined.path.conjuncts(), guard);
    }
    let nodes = manner.measure.then(|| {
        let before = states.iter().flat_map(|state| common.rest(&state.path)).collect();
        (rule::distinct(parts.pool, before), rule::distinct(parts.pool, conditions))
    });
    let Plan { fresh, next_fresh, exactness, .. } = plan;
    let terms = (parts.pool.len() - terms) as u64;
    Ok((joined, Made { fresh, next_fresh, exactness, terms, nodes }))
}

fn planned(
    parts: &mut Parts<'_>,
    rule: &dyn JoinRule,
    request: &Request<'_>,
    common: &Common,
    states: &[State],
) -> Plan {
    let states: Vec<&State> = states.iter().collect();
    let next_fresh = states.iter().map(|state| state.inherited.fresh()).max().unwrap_or(0);
    let Parts { pool, solver, live, .. } = parts;
    let tree = request.within.as_ref().map(|within| within.tree);
    let mut group = rule::Group { pool, solver, live: *live, states: &states, tree, common, next_fresh };
    match &request.within {
        Some(within) => rule.plan(&mut group, within.part),
        None => rule.plan(&mut group, &Part::all(states.len())),
    }
}

fn take(host: &mut dyn Host, ids: &[StateId]) -> Vec<State> {
    ids.iter().map(|&id| host.take(id).expect("a state that waits is in the host's table")).collect()
}

/// A joined state is one test, and that need not take the way on which new lines were reached: states that are the first to
/// reach some get theirs before they are joined.
pub(crate) fn keep_new_lines(host: &mut dyn Host, ids: &[StateId]) -> Done {
    for &id in ids {
        if host.state(id).is_some_and(|state| !state.new_lines.is_empty()) {
            let mut state = host.take(id).expect("it was just looked at");
            let written = host.write_new_lines(&mut state, "joined with others");
            host.put(id, state);
            written?;
        }
    }
    Ok(())
}

/// What a join claims to be.
pub(crate) struct Claim<'a> {
    pub(crate) common: &'a Common,
    pub(crate) fresh: &'a [Fresh],
    pub(crate) exactness: braid_state::Exactness,
}

/// Checks a join, if that was asked for.
pub(crate) fn check(
    host: &mut dyn Host,
    how: Validation,
    states: &mut [State],
    joined: &mut State,
    claim: Claim<'_>,
    place: impl FnOnce() -> String,
) -> Done {
    if how == Validation::Off {
        return Ok(());
    }
    let parts = host.parts();
    let live = parts.live;
    let mut live = |place: FramePlace| live.live_slots(place);
    let mut checker = Checker { pool: parts.pool, solver: parts.solver, live: &mut live };
    let Claim { common, fresh, exactness } = claim;
    let mut join = Join { sources: states, joined, common, fresh, exactness };
    let verdict = validate(&mut checker, &mut join, how);
    let interrupted = checker.pool.interrupt().cause().is_some();
    match verdict {
        Ok(()) => Ok(()),
        // What was interrupted has found nothing.
        Err(_) if interrupted => {
            host.note_incomplete("a join that was not validated: the run was over");
            Ok(())
        }
        Err(Mismatch::Unknown(why)) => {
            host.note_incomplete(&format!("a join that was not validated: {why}"));
            Ok(())
        }
        Err(mismatch) => Err(Failure::WrongJoin { place: place(), mismatch }),
    }
}

/// A pattern in the words of the source: the variables that are functions of the number of rounds, and what holds of the inputs.
pub(crate) fn explained(host: &dyn Host, id: StateId, fresh: &Fresh, part: &Part) -> Vec<String> {
    let (Some(joined), view) = (host.state(id), host.view()) else { return Vec::new() };
    let objects = |address| view.object_name(joined, address);
    let variables = view.variables(joined);
    let is_taken = |name: &str| variables.iter().any(|variable| variable.0 == name) || joined.inputs.count(name) > 0;
    let words = Words::new(view.pool(), fresh.symbol, &objects, is_taken);
    let of_rounds = |(name, value): &(String, Value)| match value {
        Value::Term(term) => words.variable(name, *term, &fresh.values),
        Value::Word(_) => None,
    };
    let mut said: Vec<String> = variables.iter().filter_map(of_rounds).collect();
    said.extend(words.pattern(&part.atoms, &fresh.values));
    said
}
