//! The primitives that the C runtime is built on (`runtime/include/braid/primitives.h`).

use braid_exec::access::Intent;
use braid_exec::{CHOSEN_FLOAT, Ending, Executor, Fault, FaultKind, Invocation, Returned, Stop, rounding_number};
use braid_ir::FloatKind;
use braid_state::memory::{Life, OriginKind};
use braid_state::{Buffering, Exceptions, OWN_COUT, STDOUT, State, Value};

use crate::Row;
use crate::text::text;

pub(crate) const ROWS: &[Row] = &[
    ("__braid_alloc", alloc),
    ("__braid_free", free),
    ("__braid_object_size", object_size),
    ("__braid_readable", readable),
    ("__braid_write", write),
    ("__braid_put", put),
    ("__braid_put_byte", put_byte),
    ("__braid_flush", flush),
    ("__braid_holds", holds),
    ("__braid_buffer", buffer),
    ("__braid_destructor", destructor),
    ("__braid_concrete", concrete),
    ("__braid_each", each),
    ("__braid_library", |exec, state, call| library(exec, state, call, FloatKind::Double)),
    ("__braid_library_single", |exec, state, call| library(exec, state, call, FloatKind::Single)),
    ("__braid_library_extended", |exec, state, call| library(exec, state, call, FloatKind::X86Extended)),
    ("__braid_rounding", rounding),
    ("__braid_set_rounding", set_rounding),
    ("__braid_exceptions", exceptions),
    ("__braid_clear_exceptions", clear_exceptions),
    ("__braid_raise_exceptions", raise_exceptions),
    ("__braid_exceptions_open", exceptions_open),
    ("__braid_finish", finish),
    ("__braid_exit", exit),
    ("__braid_abort", abort),
    ("__braid_signal", signal),
    ("__braid_assert_fail", assert_fail),
    ("__braid_unsupported", unsupported),
    ("__braid_incomplete", incomplete),
];

type Result<T = Returned> = core::result::Result<T, Stop>;

/// `void *__braid_alloc(size_t size, size_t align, int zeroed)`: null if nothing so large can be had.
fn alloc(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let align = exec.one_value(state, call.arg(1))?.clamp(1, 4096);
    let zeroed = call.arg(2) != Value::Word(0);
    let size = call.size(&mut exec.pool, 0);
    let Some(extent) = exec.extent(state, size)? else { return Ok(Returned::word(0)) };
    let site = exec.site(state);
    let base = exec.allocate(state, extent, align, OriginKind::Heap, site)?;
    if zeroed && extent.capacity > 0 {
        let object = state.memory.find_mut(base).expect("it was just made");
        object.contents.fill(0, extent.capacity, 0);
    }
    Ok(Returned::word(base))
}

/// `uint64_t __braid_concrete(uint64_t value)`: of a choice between known values the state takes each.
fn concrete(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    exec.concrete(state, call.arg(0), 64, CHOSEN_FLOAT).map(Returned::word)
}

/// `uint64_t __braid_each(uint64_t value, uint64_t end)`: the state takes each value below `end` that there may be.
fn each(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let end = exec.one_value(state, call.arg(1))?;
    exec.each_below(state, call.arg(0), end, CHOSEN_FLOAT).map(Returned::word)
}

/// `double __braid_library(const char *name, double x, double y)`, and the same in other formats.
fn library(exec: &mut Executor, state: &mut State, call: &Invocation<'_>, kind: FloatKind) -> Result {
    let name = text(exec, state, call.arg(0))?;
    let result = exec.library_call(state, &name, kind, [call.arg(1), call.arg(2)])?;
    Ok(Returned::value(result))
}

/// `int __braid_rounding(void)`
fn rounding(_: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    Ok(Returned::word(rounding_number(state)))
}

/// `void __braid_set_rounding(int number)`
fn set_rounding(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    exec.set_rounding(state, call.arg(0), 32)?;
    Ok(Returned::nothing())
}

/// `int __braid_exceptions(void)`
fn exceptions(exec: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    Ok(Returned::value(exec.exceptions_value(state, 32)))
}

/// A set of exceptions that is known; none for one that is not.
fn exceptions_of(value: Value) -> Option<Exceptions> {
    value.word().map(|word| Exceptions(word as u8 & Exceptions::ALL.0))
}

/// `void __braid_clear_exceptions(int exceptions)`: of an unknown set, those that were raised may still be.
fn clear_exceptions(_: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    match exceptions_of(call.arg(0)) {
        Some(known) => state.float_env.clear(known),
        None => state.float_env.doubt(),
    }
    Ok(Returned::nothing())
}

/// `void __braid_raise_exceptions(int exceptions)`
fn raise_exceptions(_: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    match exceptions_of(call.arg(0)) {
        Some(known) => state.float_env.raise(known, Exceptions::NONE),
        None => state.float_env.raise(Exceptions::NONE, Exceptions::ALL),
    }
    Ok(Returned::nothing())
}

/// `void __braid_exceptions_open(void)`
fn exceptions_open(_: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    state.float_env.raise(Exceptions::NONE, Exceptions::ALL);
    Ok(Returned::nothing())
}

/// `void __braid_free(void *p)`
fn free(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let addr = exec.one_value(state, call.arg(0))?;
    heap_object(exec, state, addr)?;
    let site = exec.site(state);
    state.memory.free(addr, site);
    Ok(Returned::nothing())
}

/// Checks that a live allocation begins at an address.
fn heap_object(exec: &mut Executor, state: &State, addr: u64) -> Result<()> {
    let invalid = |message: String| Stop::fault(FaultKind::InvalidFree, message);
    let Some(object) = state.memory.find(addr) else {
        return Err(invalid(format!("there is no allocation at {addr:#x}")));
    };
    if object.origin().kind != OriginKind::Heap {
        return Err(invalid("the address is of a variable, not of an allocation".to_owned()));
    }
    match object.life() {
        Life::Live => {}
        Life::Freed(_) | Life::OutOfScope => return Err(Stop::End(Ending::Fault(freed()))),
        Life::Guarded { when, otherwise } => exec.require(state, Value::Term(when), || match otherwise {
            Some(_) => freed(),
            None => Fault::new(FaultKind::InvalidFree, format!("there is no allocation at {addr:#x}")),
        })?,
    }
    if object.base() != addr {
        let offset = addr.wrapping_sub(object.base()) as i64;
        return Err(invalid(format!("the address is {offset} bytes into an allocation")));
    }
    Ok(())
}

fn freed() -> Fault {
    Fault::new(FaultKind::DoubleFree, "the allocation was freed before")
}

/// `size_t __braid_object_size(const void *p)`
fn object_size(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let addr = exec.one_value(state, call.arg(0))?;
    heap_object(exec, state, addr)?;
    let size = state.memory.find(addr).expect("just checked").size();
    Ok(call.gives_size(&mut exec.pool, size))
}

/// `void __braid_readable(const void *p, size_t n)`: also of a computed length.
fn readable(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let size = call.size(&mut exec.pool, 1);
    exec.locate_block(state, call.arg(0), size, Intent::Read)?;
    Ok(Returned::nothing())
}

/// `void __braid_write(int fd, const void *buf, size_t n)`: also of a computed length.
fn write(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let size = call.size(&mut exec.pool, 2);
    let (fd, bytes) = printed(exec, state, call, size)?;
    state.output.write(fd, bytes, size);
    Ok(Returned::nothing())
}

/// The streams that have a buffer.
const OPEN: core::ops::RangeInclusive<u8> = 1..=3;

/// `void __braid_put(int fd, const void *buf, size_t n)`: the same into the buffer of a stream.
fn put(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let size = call.size(&mut exec.pool, 2);
    let (stream, bytes) = printed(exec, state, call, size)?;
    if OPEN.contains(&stream) {
        state.output.put(stream, bytes, size);
    }
    Ok(Returned::nothing())
}

/// `void __braid_put_byte(int fd, const unsigned char *byte)`
fn put_byte(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let (stream, bytes) = printed(exec, state, call, Value::Word(1))?;
    if OPEN.contains(&stream) {
        state.output.put_byte(stream, bytes);
    }
    Ok(Returned::nothing())
}

/// The descriptor and the bytes of a call that prints so many.
fn printed(exec: &mut Executor, state: &mut State, call: &Invocation<'_>, size: Value) -> Result<(u8, Vec<Value>)> {
    let descriptor = exec.one_value(state, call.arg(0))?;
    let bytes = exec.read_block(state, call.arg(1), size)?;
    for &byte in &bytes {
        if let Value::Term(term) = byte {
            exec.refuse_uninitialized(state, term)?;
        }
    }
    Ok((descriptor as u8, bytes))
}

/// `void __braid_flush(int fd)`
fn flush(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let stream = exec.one_value(state, call.arg(0))?;
    state.output.flush(stream as u8);
    Ok(Returned::nothing())
}

/// `int __braid_holds(int fd)`
fn holds(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let stream = exec.one_value(state, call.arg(0))?;
    let holds = state.output.may_hold(stream as u8);
    Ok(Returned::word(u64::from(holds)))
}

/// `void __braid_buffer(int fd, int mode, int given, size_t size)`
fn buffer(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let mut words = [0; 4];
    for (at, word) in words.iter_mut().enumerate() {
        *word = exec.one_value(state, call.arg(at))?;
    }
    let [stream, mode, given, size] = words;
    let buffering = match mode {
        0 => Buffering::Full,
        1 => Buffering::Line,
        _ => Buffering::None,
    };
    state.output.buffer(stream as u8, buffering, (given != 0).then_some(size));
    Ok(Returned::nothing())
}

/// `void (*__braid_destructor(size_t at, int with_priority))(void)`: null behind the last one.
fn destructor(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let (at, prioritised) = (exec.one_value(state, call.arg(0))?, exec.one_value(state, call.arg(1))?);
    let destructor = exec.destructor(at, prioritised != 0).map_err(Stop::unsupported)?;
    Ok(Returned::word(destructor.map_or(0, |func| exec.program.address_of_function(func))))
}

/// `void __braid_finish(int code)`: comes back where destructors are left.
fn finish(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    for prioritised in [false, true] {
        if exec.destructor(0, prioritised).map_err(Stop::unsupported)?.is_some() {
            return Ok(Returned::nothing());
        }
    }
    exec.refuse_uninitialized_value(state, call.arg(0))?;
    state.output.flush(OWN_COUT);
    state.output.flush(STDOUT);
    Err(Stop::End(Ending::Exit(call.arg(0))))
}

/// `void __braid_exit(int code)`
fn exit(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    exec.refuse_uninitialized_value(state, call.arg(0))?;
    Err(Stop::End(Ending::Exit(call.arg(0))))
}

/// `void __braid_abort(void)`
fn abort(_: &mut Executor, _: &mut State, _: &Invocation<'_>) -> Result {
    Err(Stop::fault(FaultKind::Abort, "the program calls abort"))
}

/// `void __braid_signal(int number)`
fn signal(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let number = exec.one_value(state, call.arg(0))?;
    let name = SIGNALS.iter().find(|row| row.0 == number).map_or("a signal of real time", |row| row.1);
    Err(Stop::fault(FaultKind::Abort, format!("the program ends itself with signal {number} ({name})")))
}

/// Signals of Linux whose default is to end the program.
const SIGNALS: &[(u64, &str)] = &[
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (10, "SIGUSR1"),
    (11, "SIGSEGV"),
    (12, "SIGUSR2"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
    (16, "SIGSTKFLT"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (26, "SIGVTALRM"),
    (27, "SIGPROF"),
    (29, "SIGIO"),
    (30, "SIGPWR"),
    (31, "SIGSYS"),
];

/// `void __braid_assert_fail(const char *expr, const char *file, unsigned line, const char *func)`
fn assert_fail(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let (expr, file) = (text(exec, state, call.arg(0))?, text(exec, state, call.arg(1))?);
    let line = call.arg(2).word().unwrap_or(0) as u32;
    let fault =
        Fault { place: Some((file, line)), ..Fault::new(FaultKind::Assert, format!("assertion failed: {expr}")) };
    Err(Stop::End(Ending::Fault(fault)))
}

/// `void __braid_unsupported(const char *what)`
fn unsupported(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let what = text(exec, state, call.arg(0))?;
    Err(Stop::unsupported(what))
}

/// `void __braid_incomplete(const char *what)`
fn incomplete(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let what = text(exec, state, call.arg(0))?;
    let here = exec.here(state);
    exec.incomplete.note(what, Some(here));
    Ok(Returned::nothing())
}
