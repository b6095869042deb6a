//! Exceptions and panics: what the runtime and compilers call when one begins.
//!
//! A C++ exception is carried to what catches it; if nobody does, that is a fault (`abort`) where it was thrown. So is a Rust
//! panic: where something catches it, the library's own code tells the hook, unwinds and hands over the payload. Other ends of
//! Rust programs are here as well.

use braid_exec::{Builtin, Ending, Executor, FaultKind, Handler, Invocation, Returned, Stop};
use braid_state::{State, Value};

use crate::Row;

pub(crate) const ROWS: &[Row] = &[
    ("_Unwind_RaiseException", raise),
    ("_Unwind_Resume", resume),
    ("_Unwind_Resume_or_Rethrow", raise),
    ("__braid_terminate", terminate),
];

/// Functions that are known by a part of their mangled name.
const PARTS: &[(&str, Builtin)] = &[
    ("4core9panicking", panic),
    ("3std9panicking11begin_panic", panic),
    ("3std9panicking19begin_panic_handler", panic),
    ("3std9panicking10rust_panic", panic),
    ("3std9panicking20rust_panic_with_hook", panic),
    ("3std5panic9panic_any", panic),
    ("4core6option13expect_failed", panic),
    ("4core6option13unwrap_failed", panic),
    ("4core6result13unwrap_failed", panic),
    ("4core5slice5index16slice_index_fail", panic),
    ("4core5slice5index26slice_start_index_len_fail", panic),
    ("4core5slice5index24slice_end_index_len_fail", panic),
    ("4core5slice5index22slice_index_order_fail", panic),
    ("4core5slice5index31slice_start_index_overflow_fail", panic),
    ("4core5slice5index29slice_end_index_overflow_fail", panic),
    ("4core3str16slice_error_fail", panic),
    ("4core4cell22panic_already", panic),
    ("5alloc5alloc18handle_alloc_error", panic),
    ("5alloc7raw_vec12handle_error", panic),
    ("5alloc7raw_vec17capacity_overflow", panic),
    ("3std7process5abort", abort),
    ("3std7process4exit", exit),
];

/// What an unwinder answers when nobody catches an exception, and when it could not be unwound.
const END_OF_STACK: u64 = 5;
const NOT_UNWOUND: u64 = 2;

/// The function whose mangled name this is.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let mangled = name.starts_with("_ZN") || name.starts_with("_R");
    mangled.then(|| PARTS.iter().find(|(part, _)| name.contains(part)).map(|&(_, builtin)| builtin))?
}

/// `int _Unwind_RaiseException(struct _Unwind_Exception *)`
fn raise(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let header = exec.one_value(state, call.arg(0))?;
    match exec.handler(state, header)? {
        Handler::Catches => exec.unwind(state, header).map(|()| Returned::Elsewhere),
        Handler::Terminates => Ok(Returned::word(NOT_UNWOUND)),
        Handler::Nobody => Ok(Returned::word(END_OF_STACK)),
    }
}

/// `void _Unwind_Resume(struct _Unwind_Exception *)`
fn resume(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let header = exec.one_value(state, call.arg(0))?;
    exec.unwind(state, header).map(|()| Returned::Elsewhere)
}

/// `void __braid_terminate(const void *type, int promised)`
fn terminate(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let ty = exec.one_value(state, call.arg(0))?;
    let what = if ty == 0 { None } else { Some(exec.type_name(state, ty)) };
    let message = match (what, call.arg(1)) {
        (None, _) => "the program calls terminate".to_owned(),
        (Some(ty), Value::Word(0)) => format!("uncaught exception of type {ty}"),
        (Some(ty), _) => format!("an exception of type {ty} leaves a function that promised to throw nothing"),
    };
    Err(Stop::fault(FaultKind::Abort, message))
}

/// What begins a panic that does not unwind, as their names have it.
const NEVER_UNWIND: &[&str] =
    &["nounwind", "cannot_unwind", "in_cleanup", "misaligned_pointer", "null_pointer", "invalid_enum"];

/// A function of Rust's library that begins a panic or carries it on.
fn panic(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let unwinds = !NEVER_UNWIND.iter().any(|words| call.name.contains(words));
    if unwinds && exec.foreign_handler(state)? == Handler::Catches {
        return Ok(Returned::Body);
    }
    let mut message = format!("Rust panic ({})", readable(call.name));
    if let Some(text) = panic_text(exec, state, call) {
        message = format!("Rust panic: {text}");
    }
    Err(Stop::fault(FaultKind::Abort, message))
}

/// `std::process::abort`
fn abort(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result<Returned, Stop> {
    Err(Stop::fault(FaultKind::Abort, "the program calls abort"))
}

/// `std::process::exit`
fn exit(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    exec.refuse_uninitialized_value(state, call.arg(0))?;
    Err(Stop::End(Ending::Exit(call.arg(0))))
}

/// The text of a panic that is given it as it is.
fn panic_text(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Option<String> {
    let words = readable(call.name);
    let [.., name] = words.split("::").collect::<Vec<_>>()[..] else { return None };
    if name == "panic_fmt" {
        return plain_text(exec, state, call);
    }
    if !matches!(name, "panic" | "panic_str" | "expect_failed" | "panic_nounwind" | "panic_display") {
        return None;
    }
    rust_text(exec, state, call.arg(0), call.arg(1))
}

/// The text of formatted arguments that are a plain text, since 1.93: its address, and an odd word with its length.
fn plain_text(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Option<String> {
    let Value::Word(length) = call.arg(1) else { return None };
    (length & 1 == 1).then(|| rust_text(exec, state, call.arg(0), Value::Word(length >> 1)))?
}

/// No text of a panic is longer.
const LONGEST: u64 = 4096;

/// A Rust text: an address and a length.
fn rust_text(exec: &mut Executor, state: &mut State, at: Value, length: Value) -> Option<String> {
    let (Value::Word(at), Value::Word(length)) = (at, length) else { return None };
    let mut bytes = Vec::new();
    for offset in 0..length.min(LONGEST) {
        bytes.push(exec.load(state, Value::Word(at.wrapping_add(offset)), 8).ok()?.word()? as u8);
    }
    String::from_utf8(bytes).ok().filter(|_| length <= LONGEST)
}

/// The last words of a mangled path, without its hash.
fn readable(name: &str) -> String {
    let mut words = Vec::new();
    let mut rest = name;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = &rest[start..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let length = rest[..digits].parse::<usize>().unwrap_or(0);
        let word = rest.get(digits..digits.saturating_add(length)).filter(|word| is_word(word));
        match word {
            Some(word) => {
                words.push(word);
                rest = &rest[digits + length..];
            }
            // Digits of a crate's hash.
            None => rest = &rest[digits..],
        }
    }
    words.retain(|word| !(word.len() == 17 && word.starts_with('h')));
    if words.is_empty() { name.to_owned() } else { words.join("::") }
}

/// Whether a part of a mangled name is a word of the path.
fn is_word(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_paths_are_readable() {
        let cases = [
            ("_ZN4core9panicking5panic17h0123456789abcdefE", "core::panicking::panic"),
            ("_RNvNtCsgEmfK2I1SDS_4core6option13unwrap_failed", "core::option::unwrap_failed"),
            ("_RNvNtNtCsgEmfK2I1SDS_4core5slice5index16slice_index_fail", "core::slice::index::slice_index_fail"),
            ("plain", "plain"),
        ];
        for (name, words) in cases {
            assert_eq!(readable(name), words);
        }
    }
}
