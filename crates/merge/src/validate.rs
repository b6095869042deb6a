//! The merge validator: holds a joined state against the states it stands for, in both directions.
//!
//! A model of a source must be one of the joined state and make every place equal; a model of the joined state must be
//! one of exactly one source, and make every place equal there. By default some models are tried (found by the solver,
//! checked by evaluation); with [`Validation::Prove`] the solver is asked whether there is any that fails.
//!
//! It knows nothing of how states are joined: it sees two states and the conditions under which the one stands for the
//! other. So it holds for every rule that claims to be exact.

use std::rc::Rc;

use braid_expr::{Evaluator, ExprId, ExprPool, Model, Node, Substitution};
use braid_solver::{Solver, Verdict};
use braid_state::join::agree::{self, Pair, Place};
use braid_state::join::{Common, FramePlace, LiveSlot};
use braid_state::{Act, Exactness, Fresh, Input, State, Value};

/// How joins are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Validation {
    /// Not at all.
    #[default]
    Off,
    /// By models.
    Sample,
    /// By the solver.
    Prove,
}

/// A join that is not what it claims to be: a mistake of Braid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// An input of a source is none of the joined state.
    #[error("an input of state {source_number} of {count} is lost by the join")]
    Lost {
        /// Which source.
        source_number: usize,
        /// Of how many.
        count: usize,
    },
    /// An input of the joined state is one of no source.
    #[error("the joined state has an input that none of the {count} states has")]
    Invented {
        /// How many sources there are.
        count: usize,
    },
    /// An input is one of two sources.
    #[error("states {first} and {second} of {count} share an input")]
    Shared {
        /// One source.
        first: usize,
        /// Another.
        second: usize,
        /// Of how many.
        count: usize,
    },
    /// The states do not agree.
    #[error("state {source_number} of {count} and the joined state differ in {what}")]
    Differs {
        /// Which source.
        source_number: usize,
        /// Of how many.
        count: usize,
        /// Where.
        what: String,
    },
    /// The solver could not tell.
    #[error("the solver gave no answer: {0}")]
    Unknown(String),
}

/// What is checked.
pub struct Join<'a> {
    /// The states that were joined.
    pub sources: &'a mut [State],
    /// What came of them.
    pub joined: &'a mut State,
    /// What all paths have in common; the joined one begins with it.
    pub common: &'a Common,
    /// The variables that the join introduced, with their values for each source.
    pub fresh: &'a [Fresh],
    /// What the join claims to be.
    pub exactness: Exactness,
}

/// Where terms are made and asked about.
pub struct Checker<'a> {
    /// All terms.
    pub pool: &'a mut ExprPool,
    /// Answers.
    pub solver: &'a mut Solver,
    /// Which slots of a frame matter.
    pub live: &'a mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
}

/// Checks a join.
pub fn validate(bench: &mut Checker<'_>, join: &mut Join<'_>, how: Validation) -> Result<(), Mismatch> {
    let count = join.sources.len();
    let rest = |source: &State| bench.pool.all(join.common.rest(&source.path));
    let suffixes: Vec<ExprId> = join.sources.iter().map(rest).collect();
    let joined = bench.pool.all(join.joined.path.since(join.common.len()));
    let mut agreements = Vec::with_capacity(count);
    for source in &mut *join.sources {
        agreements.push(agree::pairs(bench.pool, source, join.joined, bench.live));
    }
    match how {
        Validation::Off => Ok(()),
        Validation::Sample | Validation::Prove if join.exactness != Exactness::Exact => {
            one_sided(bench, join, &suffixes, joined, &agreements)
        }
        Validation::Sample => sample(bench, join, &suffixes, joined, &agreements),
        Validation::Prove => {
            sample(bench, join, &suffixes, joined, &agreements)?;
            prove(bench, join, &suffixes, joined, &agreements)
        }
    }
}

/// Checks the directions in which a join that is not exact makes a claim: every source has a part in a joined state that may not lose,
/// whatever the fresh variables are for it; a model of a joined state that may not invent is one of a source.
fn one_sided(
    bench: &mut Checker<'_>,
    join: &Join<'_>,
    suffixes: &[ExprId],
    joined: ExprId,
    agreements: &[Vec<Pair>],
) -> Result<(), Mismatch> {
    let count = suffixes.len();
    if !join.exactness.may_lose() {
        for (at, source) in join.sources.iter().enumerate() {
            if model(bench, source)?.is_none() {
                continue;
            }
            let mut asked = source.path.since(0);
            asked.push(joined);
            asked.extend(agreements[at].iter().map(|pair| bench.pool.eq(pair.source, pair.joined)));
            match bench.solver.check(bench.pool, &asked) {
                Verdict::Sat(_) => {}
                Verdict::Unsat(_) => return Err(Mismatch::Lost { source_number: at + 1, count }),
                Verdict::Unknown(reason) => return Err(Mismatch::Unknown(reason.to_string())),
            }
        }
    }
    if !join.exactness.may_invent()
        && let Some(model) = model(bench, join.joined)?
    {
        for (at, &suffix) in suffixes.iter().enumerate() {
            if truth(bench.pool, &model, suffix)? {
                return agree_under(bench.pool, &model, join, at, &agreements[at]);
            }
        }
        return Err(Mismatch::Invented { count });
    }
    Ok(())
}

/// A model of each source, and one of the joined state.
fn sample(
    bench: &mut Checker<'_>,
    join: &Join<'_>,
    suffixes: &[ExprId],
    joined: ExprId,
    agreements: &[Vec<Pair>],
) -> Result<(), Mismatch> {
    let count = suffixes.len();
    for (at, source) in join.sources.iter().enumerate() {
        let Some(model) = model(bench, source)? else { continue };
        let model = extended(bench.pool, &model, join, at);
        if !truth(bench.pool, &model, joined)? {
            return Err(Mismatch::Lost { source_number: at + 1, count });
        }
        agree_under(bench.pool, &model, join, at, &agreements[at])?;
    }
    let Some(model) = model(bench, join.joined)? else { return Err(Mismatch::Invented { count }) };
    let mut holding = Vec::new();
    for (at, &suffix) in suffixes.iter().enumerate() {
        if truth(bench.pool, &model, suffix)? {
            holding.push(at);
        }
    }
    match holding[..] {
        [] => Err(Mismatch::Invented { count }),
        [at] => agree_under(bench.pool, &model, join, at, &agreements[at]),
        [first, second, ..] => Err(Mismatch::Shared { first: first + 1, second: second + 1, count }),
    }
}

/// A model of a source as one of the joined state: with the values that the variables of the join have for this source.
fn extended(pool: &ExprPool, model: &Model, join: &Join<'_>, at: usize) -> Model {
    let mut model = model.clone();
    for Fresh { symbol, values } in join.fresh {
        if let Node::Symbol(symbol) = pool.node(*symbol) {
            model.set_word(symbol, values[at]);
        }
    }
    model
}

fn model(bench: &mut Checker<'_>, state: &State) -> Result<Option<Rc<Model>>, Mismatch> {
    match bench.solver.check(bench.pool, state.path.conjuncts()) {
        Verdict::Sat(model) => Ok(Some(model)),
        Verdict::Unsat(_) => Ok(None),
        Verdict::Unknown(reason) => Err(Mismatch::Unknown(reason.to_string())),
    }
}

fn truth(pool: &ExprPool, model: &Model, term: ExprId) -> Result<bool, Mismatch> {
    Evaluator::new().under(pool, model).truth(term).map_err(|error| Mismatch::Unknown(error.to_string()))
}

/// Whether a source and the joined state agree on everything under a model of the source.
fn agree_under(
    pool: &ExprPool,
    model: &Model,
    join: &Join<'_>,
    at: usize,
    agreements: &[Pair],
) -> Result<(), Mismatch> {
    let differs = |what: String| Mismatch::Differs { source_number: at + 1, count: join.sources.len(), what };
    let mut evaluator = Evaluator::new();
    let mut under = evaluator.under(pool, model);
    for pair in agreements {
        let unknown = |error: braid_expr::EvalError| Mismatch::Unknown(error.to_string());
        let (a, b) = (under.value(pair.source).map_err(unknown)?, under.value(pair.joined).map_err(unknown)?);
        if a != b {
            return Err(differs(describe(pair.place)));
        }
    }
    let source = &join.sources[at];
    if output(pool, model, source) != output(pool, model, join.joined) {
        return Err(differs("what was written".to_owned()));
    }
    if inputs(pool, model, source) != inputs(pool, model, join.joined) {
        return Err(differs("the inputs".to_owned()));
    }
    Ok(())
}

fn describe(place: Place) -> String {
    match place {
        Place::Register { above, slot } => format!("register {slot} of frame {above} from the top"),
        Place::Life(base) => format!("whether the object at {base:#x} is live"),
        Place::Size(base) => format!("the size of the object at {base:#x}"),
        Place::Byte(base, offset) => format!("byte {offset} of the object at {base:#x}"),
    }
}

/// What a state has done to its output, as a model makes it: stream, act, bytes.
fn output(pool: &ExprPool, model: &Model, state: &State) -> Vec<(u8, Act, Vec<u64>)> {
    let mut evaluator = Evaluator::new();
    let mut word = |value: Value| match value {
        Value::Word(word) => word,
        Value::Term(term) => evaluator.under(pool, model).word(term).unwrap_or(u64::MAX),
    };
    let mut acts = Vec::new();
    for (stream, act, bytes, length) in state.output.acts() {
        let length = word(length) as usize;
        if length > 0 {
            acts.push((stream, act, bytes.iter().take(length).map(|&byte| word(byte)).collect()));
        }
    }
    acts
}

/// The inputs that a state has, as a model makes them.
fn inputs(pool: &ExprPool, model: &Model, state: &State) -> Vec<(Rc<str>, braid_expr::ArrayId, u64)> {
    let mut evaluator = Evaluator::new();
    let mut exists =
        |input: &&Input| input.exists.is_none_or(|guard| evaluator.under(pool, model).truth(guard).unwrap_or(false));
    let list = state.inputs.iter();
    list.filter(|input| exists(input)).map(|input| (input.name.clone(), input.array, input.size)).collect()
}

/// That there is no model that fails. What was written, and the inputs, are left to models.
fn prove(
    bench: &mut Checker<'_>,
    join: &Join<'_>,
    suffixes: &[ExprId],
    joined: ExprId,
    agreements: &[Vec<Pair>],
) -> Result<(), Mismatch> {
    let count = suffixes.len();
    let any = bench.pool.any(suffixes.iter().copied());
    if !must(bench, join.joined, any)? {
        return Err(Mismatch::Invented { count });
    }
    for (at, source) in join.sources.iter().enumerate() {
        let joined = for_source(bench.pool, join, at, joined);
        if !must(bench, source, joined)? {
            return Err(Mismatch::Lost { source_number: at + 1, count });
        }
        if let Some(second) = overlap(bench, source, &suffixes[at + 1..])? {
            return Err(Mismatch::Shared { first: at + 1, second: at + 2 + second, count });
        }
        for pair in &agreements[at] {
            let value = for_source(bench.pool, join, at, pair.joined);
            let same = bench.pool.eq(pair.source, value);
            if !must(bench, source, same)? {
                let what = describe(pair.place);
                return Err(Mismatch::Differs { source_number: at + 1, count, what });
            }
        }
    }
    Ok(())
}

/// A term of the joined state as it is for one source.
fn for_source(pool: &mut ExprPool, join: &Join<'_>, at: usize, term: ExprId) -> ExprId {
    if join.fresh.is_empty() {
        return term;
    }
    let mut substitution = Substitution::new();
    for Fresh { symbol, values } in join.fresh {
        let value = pool.bv(pool.width(*symbol), values[at]);
        substitution.replace(pool, *symbol, value);
    }
    substitution.apply(pool, term).unwrap_or(term)
}

/// Whether a condition holds wherever a state is.
fn must(bench: &mut Checker<'_>, state: &State, condition: ExprId) -> Result<bool, Mismatch> {
    let answer = bench.solver.must(bench.pool, state.path.conjuncts(), condition);
    answer.map_err(|reason| Mismatch::Unknown(reason.to_string()))
}

/// The first of these conditions that a state shares an input with.
fn overlap(bench: &mut Checker<'_>, state: &State, conditions: &[ExprId]) -> Result<Option<usize>, Mismatch> {
    let any = bench.pool.any(conditions.iter().copied());
    let none = bench.pool.not(any);
    if must(bench, state, none)? {
        return Ok(None);
    }
    for (at, &condition) in conditions.iter().enumerate() {
        let not = bench.pool.not(condition);
        if !must(bench, state, not)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
