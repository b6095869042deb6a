//! From a call of the program to a request: arguments by class, objects by their bytes.
//!
//! The worker has other addresses than the program, so what a pointer points to is passed as a whole and the pointer as a
//! place in it. This works for one level: an object that holds pointers itself is refused, and so is a pointer to a
//! function. What is unknown gets one value, which is counted.

use braid_code::Scalar;
use braid_exec::{Ending, Executor, Invocation, Stop};
use braid_expr::{Evaluator, ExprId};
use braid_ir::FloatKind;
use braid_solver::Verdict;
use braid_state::memory::is_null;
use braid_state::{Gain, State, Value};

use super::wire::{Argument, Passed, Request, Shape};

/// No more bytes are passed in one call.
const MAX_BYTES: u64 = 16 << 20;

/// The worker passes no more arguments; it has this many places on the stack beside the registers.
const MAX_ARGUMENTS: usize = 32;

/// Addresses of the last page are error values such as `MAP_FAILED`, and point nowhere.
pub(super) const LAST_PAGE: u64 = u64::MAX - 4095;

/// Functions that would break the worker without doing what the program wants.
const REFUSED: &[&str] = &["fork", "vfork", "clone", "daemon"];

/// The request of a call.
pub(super) fn request(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Request, Stop> {
    if REFUSED.contains(&call.name) || call.args.len() > MAX_ARGUMENTS {
        let what = if call.args.len() > MAX_ARGUMENTS { "it has too many arguments" } else { "it makes a process" };
        return Err(refuse(call, what));
    }
    let mut request = Request { name: call.name.to_owned(), result: shape(call)?, ..Request::default() };
    for &(value, scalar) in call.args {
        let class = class(call, scalar)?;
        let word = exec.concrete(state, value, scalar.bits(), &unknown(call))?;
        let argument = match class {
            Class::Word => Argument::Word(word),
            Class::Real => Argument::Real(word),
            Class::Pointer => pointer(exec, state, call, word, &mut request)?,
        };
        request.arguments.push(argument);
    }
    fill(exec, state, call, &mut request)?;
    refuse_pointers(exec, state, call, &request)?;
    Ok(request)
}

/// The end of a path whose call cannot be made.
pub(super) fn refuse(call: &Invocation<'_>, why: &str) -> Stop {
    Stop::unsupported(format!("external call of '{}': {why}", call.name))
}

/// The reason that is counted where a value is chosen.
fn unknown(call: &Invocation<'_>) -> String {
    format!("external call of '{}' with a symbolic argument: one value was chosen", call.name)
}

/// How an argument travels.
enum Class {
    Word,
    Real,
    Pointer,
}

fn class(call: &Invocation<'_>, scalar: Scalar) -> Result<Class, Stop> {
    match scalar {
        Scalar::Int(bits) if bits <= 64 => Ok(Class::Word),
        Scalar::Float(FloatKind::Single | FloatKind::Double) => Ok(Class::Real),
        Scalar::Ptr(_) => Ok(Class::Pointer),
        _ => Err(refuse(call, "an argument or its result has a type that cannot be passed")),
    }
}

fn shape(call: &Invocation<'_>) -> Result<Shape, Stop> {
    match *call.result {
        [] => Ok(Shape::None),
        [one] => Ok(if let Class::Real = class(call, one)? { Shape::Real } else { Shape::Word }),
        [Scalar::Int(..=64) | Scalar::Ptr(_), Scalar::Int(..=64) | Scalar::Ptr(_)] => Ok(Shape::TwoWords),
        _ => Err(refuse(call, "an argument or its result has a type that cannot be passed")),
    }
}

/// A pointer: its object joins those that are passed.
fn pointer(
    exec: &mut Executor,
    state: &mut State,
    call: &Invocation<'_>,
    addr: u64,
    request: &mut Request,
) -> Result<Argument, Stop> {
    if is_null(addr) || addr >= LAST_PAGE {
        return Ok(Argument::Word(addr));
    }
    if exec.program.function_at(addr).is_some() {
        return Err(refuse(call, "a pointer to a function is passed"));
    }
    let Some(object) = state.memory.find(addr) else { return Err(refuse(call, "a pointer to no object is passed")) };
    if !object.is_live() {
        return Err(refuse(call, "a pointer to an object that was freed is passed"));
    }
    let (base, size, read_only) = (object.base(), object.size(), object.is_read_only());
    let size = exec.concrete(state, size, 64, &unknown(call))?;
    let offset = addr.wrapping_sub(base);
    if offset > size {
        return Err(refuse(call, "a pointer outside of its object is passed"));
    }
    let known = request.objects.iter().position(|passed| passed.base == base);
    let object = known.unwrap_or(request.objects.len());
    if known.is_none() {
        let before: usize = request.objects.iter().map(|passed| passed.bytes.len()).sum();
        if before as u64 + size > MAX_BYTES {
            return Err(refuse(call, "too many bytes are passed"));
        }
        request.objects.push(Passed { base, read_only, bytes: vec![0; size as usize] });
    }
    Ok(Argument::Pointer { object, offset })
}

/// Bytes of an object that are a term.
struct Unknown {
    object: usize,
    offset: usize,
    bytes: usize,
    term: ExprId,
}

/// Sets the bytes of all objects.
fn fill(exec: &mut Executor, state: &mut State, call: &Invocation<'_>, request: &mut Request) -> Result<(), Stop> {
    let mut open = Vec::new();
    for (number, passed) in request.objects.iter_mut().enumerate() {
        let contents = &state.memory.find(passed.base).expect("it was found before").contents;
        for (at, chunk) in passed.bytes.chunks_mut(8).enumerate() {
            let (offset, bytes) = (8 * at, chunk.len());
            match contents.read(&mut exec.pool, offset as u64, bytes as u32) {
                Value::Word(word) => chunk.copy_from_slice(&word.to_le_bytes()[..bytes]),
                Value::Term(term) => open.push(Unknown { object: number, offset, bytes, term }),
            }
        }
    }
    if !open.is_empty() {
        choose(exec, state, call, request, &open)?;
    }
    Ok(())
}

/// Gives all unknown bytes values that they can have together.
fn choose(
    exec: &mut Executor,
    state: &mut State,
    call: &Invocation<'_>,
    request: &mut Request,
    open: &[Unknown],
) -> Result<(), Stop> {
    let model = match exec.solver.check(&mut exec.pool, state.path.conjuncts()) {
        Verdict::Sat(model) => model,
        Verdict::Unsat(_) => return Err(Stop::End(Ending::Infeasible)),
        Verdict::Unknown(reason) => return Err(Stop::unsolved(&reason)),
    };
    let mut evaluator = Evaluator::new();
    let mut chosen = Vec::new();
    for unknown in open {
        let value = evaluator.evaluate(&exec.pool, &model, unknown.term);
        let value = value.map_err(|_| refuse(call, "an object cannot be given known bytes"))?;
        let word = value.to_u64().expect("at most 8 bytes");
        request.objects[unknown.object].bytes[unknown.offset..][..unknown.bytes]
            .copy_from_slice(&word.to_le_bytes()[..unknown.bytes]);
        let constant = exec.pool.bv_value(&value);
        chosen.push(exec.pool.eq(unknown.term, constant));
    }
    let all = chosen.iter().fold(exec.pool.bool(true), |all, &one| exec.pool.and(all, one));
    if exec.pool.as_u64(all) != Some(1) && !exec.certain(state, all)? {
        let here = exec.here(state);
        exec.incomplete.note(unknown(call), Some(here));
        chosen.into_iter().for_each(|one| state.assume(one, Gain::Chosen));
    }
    Ok(())
}

/// Objects that are passed must not hold pointers, which mean nothing to the worker.
fn refuse_pointers(exec: &Executor, state: &State, call: &Invocation<'_>, request: &Request) -> Result<(), Stop> {
    for passed in &request.objects {
        for word in passed.bytes.windows(8) {
            let word = u64::from_le_bytes(*word.first_chunk().expect("windows of 8"));
            if exec.program.function_at(word).is_some() {
                return Err(refuse(call, "an object that holds a pointer to a function is passed"));
            }
            if state.memory.find(word).is_some_and(|object| object.is_live()) {
                return Err(refuse(call, "an object that holds a pointer is passed"));
            }
        }
    }
    Ok(())
}
