//! External calls: functions that nobody defines, carried out by the machine (`--undefined=external`).
//!
//! As in KLEE, the arguments get known values and a native function is called; unlike there it is called by a process of
//! its own (`worker`), on copies of the objects that pointers point to (`translate`), so that nothing it does can harm
//! the engine. What it changes in them, prints and returns comes back into the state. What it changes in the machine
//! (files, its own variables) is seen by all paths, as if they ran one after another: every call is counted as incomplete.

mod translate;
mod wire;
mod worker;

use std::cell::RefCell;

use braid_code::Scalar;
use braid_exec::{Executor, External, Fault, FaultKind, Invocation, Returned, Stop, describe};
use braid_state::memory::is_null;
use braid_state::{State, Value};

use crate::errno;
use translate::refuse;
use wire::{Answer, Crash, Done, Request, Where};
use worker::{Failure, Worker};
pub use worker::{Native, link_flag};

/// Carries out external calls.
pub(crate) struct Calls {
    worker: RefCell<Worker>,
}

impl Calls {
    pub(crate) fn new(native: Native) -> Calls {
        Calls { worker: RefCell::new(Worker::new(native)) }
    }
}

impl External for Calls {
    fn call(&self, exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
        let request = translate::request(exec, state, call)?;
        let answer = self.worker.borrow_mut().ask(&request, exec.pool.interrupt());
        let answer = answer.map_err(|failure| no_answer(call, &failure))?;
        if answer == Answer::Unknown {
            return Err(Stop::unsupported(format!("call of '{}', which the machine does not have either", call.name)));
        }
        let here = exec.here(state);
        exec.incomplete.note(format!("external call of '{}'", call.name), Some(here));
        match answer {
            Answer::Done(done) => act(exec, state, call, &request, &done),
            Answer::Crash(crash) => Err(crashed(state, call, &request, crash)),
            Answer::Damage(object) => {
                let message = format!("'{}' writes past {}", call.name, name_of(state, &request, object));
                Err(Stop::fault(FaultKind::OutOfBounds, message))
            }
            Answer::Foreign(_) => Err(refuse(call, "it stores a pointer to memory of the machine")),
            Answer::Unknown => unreachable!("handled above"),
        }
    }
}

fn no_answer(call: &Invocation<'_>, failure: &Failure) -> Stop {
    match failure {
        Failure::NoWorker(why) => refuse(call, &format!("there is no worker for it: {why}")),
        Failure::Hangs => refuse(call, "it does not return"),
        Failure::Interrupted => Stop::Interrupted,
        Failure::Ended(status) => refuse(call, &format!("it ends its process ({status})")),
        Failure::Garbled => refuse(call, "it breaks its process"),
    }
}

/// What a crash says about the program: an access beside an object that it passed is its fault.
fn crashed(state: &State, call: &Invocation<'_>, request: &Request, crash: Crash) -> Stop {
    let fault = |kind, message: String| Stop::End(braid_exec::Ending::Fault(Fault::new(kind, message)));
    match crash {
        Crash { object: Some((object, Where::Inside)), .. } => {
            let message = format!("'{}' writes to {}", call.name, name_of(state, request, object));
            fault(FaultKind::ReadOnlyWrite, message)
        }
        Crash { object: Some((object, place)), .. } => {
            let side = if place == Where::Before { "before" } else { "past" };
            let message = format!("'{}' accesses memory {side} {}", call.name, name_of(state, request, object));
            fault(FaultKind::OutOfBounds, message)
        }
        Crash { address: Some(address), .. } if is_null(address) => {
            fault(FaultKind::NullDeref, format!("'{}' accesses address {address:#x}", call.name))
        }
        Crash { signal, .. } => refuse(call, &format!("it crashes (signal {signal})")),
    }
}

fn name_of(state: &State, request: &Request, object: usize) -> String {
    state.memory.find(request.objects[object].base).map(describe).unwrap_or_default()
}

/// Brings what a function has done into the state.
fn act(
    exec: &mut Executor,
    state: &mut State,
    call: &Invocation<'_>,
    request: &Request,
    done: &Done,
) -> Result<Returned, Stop> {
    let mut values = smallvec::SmallVec::new();
    for (&scalar, word) in call.result.iter().zip(done.words) {
        values.push(result(call, request, done, scalar, word)?);
    }
    for (passed, (_, now)) in request.objects.iter().zip(&done.objects) {
        write_back(state, passed.base, &passed.bytes, &translated(request, done, &passed.bytes, now));
    }
    for (stream, bytes) in (1..).zip(&done.output) {
        let values = bytes.iter().map(|&byte| Value::Word(byte.into())).collect();
        // It prints into the program's own buffer.
        state.output.put(stream, values, Value::Word(bytes.len() as u64));
    }
    if done.errno != 0 {
        errno::set(exec, state, done.errno);
    }
    Ok(Returned::Values(values))
}

/// A part of the result.
fn result(call: &Invocation<'_>, request: &Request, done: &Done, scalar: Scalar, word: u64) -> Result<Value, Stop> {
    if !matches!(scalar, Scalar::Ptr(_)) {
        return Ok(Value::Word(if scalar.bits() < 64 { word & ((1 << scalar.bits()) - 1) } else { word }));
    }
    let points_nowhere = is_null(word) || word >= translate::LAST_PAGE;
    let addr = if points_nowhere { Some(word) } else { address(request, done, word) };
    addr.map(Value::Word).ok_or_else(|| refuse(call, "it returns a pointer to memory of the machine"))
}

/// The program's address for one of the worker, if it is of an object that was passed.
fn address(request: &Request, done: &Done, word: u64) -> Option<u64> {
    let objects = request.objects.iter().zip(&done.objects);
    let inside = |(_, (base, bytes)): &(_, &(u64, Vec<u8>))| word.wrapping_sub(*base) <= bytes.len() as u64;
    let (passed, (base, _)) = objects.into_iter().find(inside)?;
    Some(passed.base.wrapping_add(word.wrapping_sub(*base)))
}

/// The bytes of an object with pointers into objects that were passed as the program knows them.
fn translated(request: &Request, done: &Done, before: &[u8], now: &[u8]) -> Vec<u8> {
    let mut bytes = now.to_vec();
    for (old, new) in before.chunks_exact(8).zip(bytes.chunks_exact_mut(8)) {
        let word = u64::from_le_bytes(*new.first_chunk().expect("chunks of 8"));
        if *old != *new
            && let Some(addr) = address(request, done, word)
        {
            new.copy_from_slice(&addr.to_le_bytes());
        }
    }
    bytes
}

/// Writes the bytes that changed: what was never written and what is unknown stays so where nothing changed.
fn write_back(state: &mut State, base: u64, before: &[u8], now: &[u8]) {
    if before == now {
        return;
    }
    let contents = &mut state.memory.find_mut(base).expect("it was passed").contents;
    let mut at = 0;
    for run in before.iter().zip(now).map(|(old, new)| old == new).collect::<Vec<_>>().chunk_by(|a, b| a == b) {
        if !run[0] {
            contents.write_bytes(at as u64, &now[at..at + run.len()]);
        }
        at += run.len();
    }
}
