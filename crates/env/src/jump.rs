//! Non-local jumps: setjmp and longjmp.
//!
//! The buffer holds a mark, the depth of the stack (above the frames of other threads) and the place of the call of setjmp. A jump goes back to the frame of
//! that depth if it still stands at a place of the same function and call path; otherwise that frame has returned, which
//! is a fault.

use braid_entity::Entity;
use braid_exec::access::Intent;
use braid_exec::{Executor, FaultKind, Invocation, Returned, Stop};
use braid_ir::inst::IntPredicate;
use braid_state::memory::AddressSpace;
use braid_state::{State, Value, algebra};

use crate::Row;

pub(crate) const ROWS: &[Row] = &[
    ("setjmp", set),
    ("_setjmp", set),
    ("sigsetjmp", set_with_signals),
    ("__sigsetjmp", set_with_signals),
    ("longjmp", jump),
    ("_longjmp", jump),
    ("siglongjmp", jump),
    ("__longjmp_chk", jump),
    ("llvm.eh.sjlj.setjmp", set_builtin),
    ("llvm.eh.sjlj.longjmp", jump_with_one),
];

/// What a buffer begins with.
const MARK: u64 = 0x4252_4149_444a_4d50;

/// The words that a buffer holds, which are as wide as a pointer: a mark, the depth, the place and the path of the call. That of
/// `__builtin_setjmp` has five, all others have more.
fn words(addresses: AddressSpace, depth: usize, func: u32, pc: u32, path: u64) -> Vec<u64> {
    let low = |word: u64| word & u64::from(u32::MAX);
    match addresses {
        AddressSpace::Wide => vec![MARK, depth as u64, u64::from(func) << 32 | u64::from(pc), path],
        AddressSpace::Narrow => vec![low(MARK), depth as u64, func.into(), pc.into(), low(path)],
    }
}

/// The variable of the runtime that says which signals are blocked.
const BLOCKED: &str = "__braid_blocked_signals";

/// Where that variable lies, if the program has it.
fn blocked_signals(exec: &Executor) -> Option<u64> {
    let module = &exec.program.module;
    let name = module.names.find(BLOCKED)?;
    let (variable, _) = module.globals.iter().find(|(_, global)| global.symbol.name == name)?;
    Some(exec.program.address_of_variable(variable))
}

/// `int sigsetjmp(sigjmp_buf, int)`: behind the words stands whether the blocked signals were saved, and which they are.
fn set_with_signals(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let saves = exec.one_value(state, call.arg(1))? != 0;
    let blocked = blocked_signals(exec).filter(|_| saves);
    set_saving(exec, state, call, Some(blocked))
}

/// `int setjmp(jmp_buf)`
fn set(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    set_saving(exec, state, call, Some(None))
}

/// `int __builtin_setjmp(void **)`
fn set_builtin(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    set_saving(exec, state, call, None)
}

fn set_saving(
    exec: &mut Executor,
    state: &mut State,
    call: &Invocation<'_>,
    signals: Option<Option<u64>>,
) -> Result<Returned, Stop> {
    let bytes = exec.program.addresses.bytes();
    write_words(exec, state, call)?;
    let Some(blocked) = signals else { return Ok(Returned::word(0)) };
    let flag = exec.address_plus(call.arg(0), bytes * SIGNALS_AT);
    exec.store(state, flag, 8, Value::Word(u64::from(blocked.is_some())))?;
    if let Some(variable) = blocked {
        let saved = exec.load(state, Value::Word(variable), 64)?;
        let place = exec.address_plus(call.arg(0), bytes * (SIGNALS_AT + 1));
        exec.store(state, place, 64, saved)?;
    }
    Ok(Returned::word(0))
}

/// The word behind those of a buffer that says whether signals were saved.
const SIGNALS_AT: u64 = 5;

/// Blocks the signals again that were when the buffer was set, if they were saved.
fn restore_signals(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<(), Stop> {
    let bytes = exec.program.addresses.bytes();
    let flag = exec.address_plus(call.arg(0), bytes * SIGNALS_AT);
    let flag = exec.load(state, flag, 8)?;
    if let (true, Some(variable)) = (exec.one_value(state, flag)? != 0, blocked_signals(exec)) {
        let place = exec.address_plus(call.arg(0), bytes * (SIGNALS_AT + 1));
        let saved = exec.load(state, place, 64)?;
        exec.store(state, Value::Word(variable), 64, saved)?;
    }
    Ok(())
}

fn write_words(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<(), Stop> {
    let (top, addresses) = (state.stack.top(), exec.program.addresses);
    let depth = state.stack.depth() - state.threads.floor();
    let words = words(addresses, depth, top.func.as_u32(), top.pc, top.path.0);
    exec.one_spot(state, call.arg(0), Value::Word(addresses.bytes() * words.len() as u64), Intent::Write)?;
    for (at, word) in (0..).zip(words) {
        let addr = exec.address_plus(call.arg(0), addresses.bytes() * at);
        exec.store(state, addr, addresses.bits(), Value::Word(word))?;
    }
    Ok(())
}

/// `void longjmp(jmp_buf, int)`
fn jump(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    jump_with(exec, state, call, call.arg(1), true)
}

/// `void __builtin_longjmp(void **, 1)`
fn jump_with_one(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    jump_with(exec, state, call, Value::Word(1), false)
}

fn jump_with(
    exec: &mut Executor,
    state: &mut State,
    call: &Invocation<'_>,
    given: Value,
    with_signals: bool,
) -> Result<Returned, Stop> {
    let addresses = exec.program.addresses;
    let mut found = vec![0; words(addresses, 0, 0, 0, 0).len()];
    for (at, word) in (0..).zip(&mut found) {
        let addr = exec.address_plus(call.arg(0), addresses.bytes() * at);
        let value = exec.load(state, addr, addresses.bits())?;
        *word = exec.one_value(state, value)?;
    }
    let own = found[1] as usize;
    let depth = own.saturating_add(state.threads.floor());
    let pc = if addresses == AddressSpace::Narrow { found[3] as u32 } else { found[2] as u32 };
    let zero = algebra::compare(&mut exec.pool, IntPredicate::Eq, 32, given, Value::Word(0));
    let value = algebra::select(&mut exec.pool, 32, zero, Value::Word(1), given);
    let bad =
        || Stop::fault(FaultKind::BadCall, "longjmp to a frame that has returned, or with a buffer that was never set");
    let frame = state.stack.depth().checked_sub(depth).and_then(|above| state.stack.frames().nth(above));
    let fits = frame.is_some_and(|frame| words(addresses, own, frame.func.as_u32(), pc, frame.path.0) == found);
    if !fits {
        return Err(bad());
    }
    if with_signals {
        restore_signals(exec, state, call)?;
    }
    exec.jump_back(state, depth, pc, value);
    Ok(Returned::Elsewhere)
}
