//! Witnesses: the end of a path as an input that leads there, and what the program does on it.

use std::rc::Rc;

use braid_exec::{Executor, Fault};
use braid_expr::{Conjunction, Evaluator, Model};
use braid_ir::FuncId;
use braid_report as report;
use braid_report::{Bytes, InputObject, KTest, TestClaim, World};
use braid_solver::{Reason, Verdict};
use braid_state::{Pipe, State, Value};

use crate::options::Options;
use crate::{coverage, shrink, unknowns};

/// More output than this is not kept in a claim.
const MAX_OUTPUT: usize = 1 << 20;

/// Why there is no input that leads where a state stands.
#[derive(Debug)]
pub(crate) enum NoInput {
    /// Its path cannot be taken.
    Infeasible,
    /// The solver has not found out.
    Unknown(Reason),
}

impl core::fmt::Display for NoInput {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            NoInput::Infeasible => f.write_str("the path has no input"),
            NoInput::Unknown(why) => write!(f, "{why}"),
        }
    }
}

/// What a witness is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To lead where a path leads.
    Path,
    /// To show a bug: the smaller, the better.
    Bug,
}

/// An input that satisfies everything a state assumes and as many of its wishes as fit; none if the solver finds none.
pub(crate) fn model(exec: &mut Executor, state: &State, purpose: Purpose) -> Result<Rc<Model>, NoInput> {
    let mut best = any_model(exec, state)?;
    let mut conjuncts = state.path.conjuncts().clone();
    if state.inputs.wishes().next().is_some() || purpose == Purpose::Bug {
        exec.solver.remember_model(&exec.pool, &conjuncts, conjuncts.len(), &best);
    }
    for wish in state.inputs.wishes() {
        conjuncts.push(wish);
        match ask(exec, &conjuncts) {
            Ok(model) => best = model,
            Err(_) => drop(conjuncts.pop()),
        }
    }
    Ok(match purpose {
        Purpose::Path => best,
        Purpose::Bug => shrink::small_sizes(exec, state, &mut conjuncts, best),
    })
}

/// Whether it is known without the solver that there is an input that leads where a state stands.
pub(crate) fn exists(exec: &mut Executor, state: &State) -> bool {
    state.path.is_exact(&mut exec.pool, &mut exec.cells)
}

/// An input that satisfies everything a state assumes. Cells that the path says something of by themselves have the lowest value that it allows.
fn any_model(exec: &mut Executor, state: &State) -> Result<Rc<Model>, NoInput> {
    let asked = state.path.asked(&mut exec.pool, &mut exec.cells);
    let asked = asked.ok_or(NoInput::Unknown(Reason::Interrupted))?;
    let mut model = if asked.is_empty() { Rc::default() } else { ask(exec, &asked)? };
    if !state.path.complete(&exec.cells, Rc::make_mut(&mut model)) {
        return Err(NoInput::Infeasible);
    }
    exec.solver.confirm(&exec.pool, state.path.conjuncts(), &model).map_err(NoInput::Unknown)?;
    Ok(model)
}

/// A model of some conjuncts.
pub(crate) fn ask(exec: &mut Executor, conjuncts: &Conjunction) -> Result<Rc<Model>, NoInput> {
    match exec.solver.check(&mut exec.pool, conjuncts) {
        Verdict::Sat(model) => Ok(model),
        Verdict::Unsat(_) => Err(NoInput::Infeasible),
        Verdict::Unknown(reason) => Err(NoInput::Unknown(reason)),
    }
}

/// The input as a test file. What states that were joined do not all have is there only if the input leads to one that has it.
pub(crate) fn input(exec: &Executor, state: &State, model: &Model, options: &Options, world: &World) -> KTest {
    let mut evaluator = Evaluator::new();
    let mut object = |input: &braid_state::Input| {
        let exists = input.exists.is_none_or(|guard| word(exec, &mut evaluator, model, Value::Term(guard)) == 1);
        let length = word(exec, &mut evaluator, model, input.length).min(input.size);
        // Where the program asks for nothing, there is no input: so it is where it runs natively.
        let is_there = exists && (length > 0 || input.length == Value::Word(0));
        let bytes = (0..length).map(|at| model.cell(input.array, at) as u8).collect();
        is_there.then(|| InputObject { name: input.name.as_bytes().to_vec(), bytes })
    };
    let inputs = state.inputs.iter().filter_map(&mut object).collect();
    let words = core::iter::once(&options.argv0).chain(&options.arguments);
    KTest {
        arguments: words.map(|argument| argument.as_bytes().to_vec()).collect(),
        objects: world.complete(inputs),
        ..KTest::default()
    }
}

/// What the program does on the input.
pub(crate) fn claim(exec: &Executor, state: &State, model: &Model, ending: report::Ending) -> TestClaim {
    let mut bytes = received(exec, state, model);
    let mut evaluator = Evaluator::new();
    let mut told = Vec::new();
    for (_, _, bytes, length) in state.output.acts().into_iter().filter(|act| act.0 == 1) {
        let count = word(exec, &mut evaluator, model, length) as usize;
        told.extend(bytes.iter().take(count).copied().chain([length]));
    }
    let printed = told.into_iter().filter_map(|value| if let Value::Term(term) = value { Some(term) } else { None });
    let uninitialized = unknowns::decide(&exec.pool, model, state.path.conjuncts().newest().chain(printed));
    let truncated = bytes.len() > MAX_OUTPUT;
    bytes.truncate(MAX_OUTPUT);
    TestClaim { ending, stdout: Bytes(bytes), stdout_truncated: truncated, uninitialized, ..TestClaim::default() }
}

/// What a pipe at standard output has received of what the program printed: what is left in a buffer is not in it.
fn received(exec: &Executor, state: &State, model: &Model) -> Vec<u8> {
    let mut evaluator = Evaluator::new();
    let mut pipe = Pipe::default();
    for (stream, act, bytes, length) in state.output.acts() {
        let length = word(exec, &mut evaluator, model, length) as usize;
        if length > 0 {
            let bytes = bytes.iter().take(length).map(|&byte| word(exec, &mut evaluator, model, byte) as u8);
            pipe.act(stream, act, &bytes.collect::<Vec<u8>>());
        }
    }
    pipe.into_received()
}

/// A value as the input makes it.
pub(crate) fn word(exec: &Executor, evaluator: &mut Evaluator, model: &Model, value: Value) -> u64 {
    match value {
        Value::Word(word) => word,
        Value::Term(term) => {
            evaluator.evaluate(&exec.pool, model, term).ok().and_then(|value| value.to_u64()).unwrap_or(0)
        }
    }
}

/// What goes wrong on the input.
pub(crate) fn message(exec: &Executor, state: &State, model: &Model, fault: &Fault) -> String {
    let mut evaluator = Evaluator::new();
    exec.fault_message(state, fault, &mut |value| word(exec, &mut evaluator, model, value))
}

/// A fault whose place is that of an operation, wherever the state stands.
pub(crate) fn fault_at(exec: &Executor, func: FuncId, pc: u32, fault: &Fault) -> report::Fault {
    let frames = exec.program.places(func, pc);
    report::Fault {
        kind: fault.kind.name().to_owned(),
        place: frames.first().map(place).unwrap_or_default(),
        message: fault.message.clone(),
        stack: frames.iter().map(place).collect(),
    }
}

/// A fault for reports: its place is the innermost frame that is the user's.
pub(crate) fn fault(exec: &Executor, state: &State, fault: &Fault) -> report::Fault {
    let mut frames = exec.program.stack(state);
    if let Some((func, pc)) = fault.blame {
        frames.splice(0..0, exec.program.places(func, pc));
    }
    let users = frames.iter().find(|frame| is_users(frame)).or(frames.first());
    let mut at = users.map(place).unwrap_or_default();
    // Without debug information the program may still tell by itself.
    if let (0, Some((file, line))) = (at.line, &fault.place) {
        (at.file, at.line) = (Some(file.clone()), *line);
    }
    report::Fault {
        kind: fault.kind.name().to_owned(),
        place: at,
        message: fault.message.clone(),
        stack: frames.iter().map(place).collect(),
    }
}

/// Returns true if code is the user's: not the runtime's, nor of a library's source.
fn is_users(frame: &braid_code::Place) -> bool {
    frame.origin != braid_env::runtime::NAME && !coverage::is_of_library(frame)
}

/// A place for reports.
pub(crate) fn place(place: &braid_code::Place) -> report::Place {
    report::Place {
        file: (!place.file.is_empty()).then(|| place.file.clone()),
        line: place.line,
        column: place.column,
        function: place.function.clone(),
    }
}
