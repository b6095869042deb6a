//! Exceptions and panics: a clean, named end of the path.
//!
//! A Rust panic is a fault of the program (`abort`). A C++ exception is not: what would catch it is not run, so the path
//! ends as not supported and the run is not complete.

use braid_exec::{Builtin, Executor, FaultKind, Invocation, Returned, Stop};
use braid_state::State;

use crate::Row;

pub(crate) const ROWS: &[Row] = &[
    ("__cxa_throw", throw),
    ("__cxa_rethrow", throw),
    ("_Unwind_RaiseException", throw),
    ("_Unwind_Resume", throw),
    ("__cxa_allocate_exception", allocate_exception),
    ("_ZSt9terminatev", terminate),
    ("__clang_call_terminate", terminate),
    ("__cxa_call_unexpected", terminate),
];

/// Functions that are known by a part of their mangled name.
const PARTS: &[(&str, Builtin)] = &[
    ("4core9panicking", panic),
    ("3std9panicking", panic),
    ("4core6option13expect_failed", panic),
    ("4core6option13unwrap_failed", panic),
    ("4core6result13unwrap_failed", panic),
    ("4core5slice5index", panic),
    ("4core3str16slice_error_fail", panic),
    ("4core4cell22panic_already", panic),
    ("5alloc5alloc18handle_alloc_error", panic),
    ("5alloc7raw_vec12handle_error", panic),
    ("5alloc7raw_vec17capacity_overflow", panic),
    ("St20__throw_", throw),
    ("St17__throw_", throw),
    ("St19__throw_", throw),
    ("St16__throw_", throw),
    ("St24__throw_", throw),
];

/// The function whose mangled name this is.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let mangled = name.starts_with("_ZN") || name.starts_with("_ZSt") || name.starts_with("_R");
    mangled.then(|| PARTS.iter().find(|(part, _)| name.contains(part)).map(|&(_, builtin)| builtin))?
}

/// Room for an exception that is about to be thrown: the path ends before it matters what is in it.
fn allocate_exception(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result<Returned, Stop> {
    Err(Stop::unsupported("a C++ exception is thrown"))
}

fn throw(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result<Returned, Stop> {
    Err(Stop::unsupported("a C++ exception is thrown"))
}

fn terminate(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result<Returned, Stop> {
    Err(Stop::fault(FaultKind::Abort, "the program calls terminate"))
}

fn panic(_: &mut Executor, _: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    Err(Stop::fault(FaultKind::Abort, format!("Rust panic ({})", readable(call.name))))
}

/// The last words of a mangled path, without its hash.
fn readable(name: &str) -> String {
    let mut words = Vec::new();
    let mut rest = name.trim_start_matches("_ZN");
    while let Some(digits) = rest.find(|c: char| !c.is_ascii_digit()).filter(|&digits| digits > 0) {
        let Ok(length) = rest[..digits].parse::<usize>() else { break };
        let Some(word) = rest.get(digits..digits + length) else { break };
        words.push(word);
        rest = &rest[digits + length..];
    }
    words.retain(|word| !(word.len() == 17 && word.starts_with('h')));
    if words.is_empty() { name.to_owned() } else { words.join("::") }
}
