//! Non-local jumps: setjmp and longjmp.
//!
//! The buffer holds a mark, the depth of the stack and the place of the call of setjmp. A jump goes back to the frame of
//! that depth if it still stands at a place of the same function and call path; otherwise that frame has returned, which
//! is a fault.

use braid_entity::Entity;
use braid_exec::access::Intent;
use braid_exec::{Executor, FaultKind, Invocation, Returned, Stop, algebra};
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::{State, Value};

use crate::Row;

pub(crate) const ROWS: &[Row] = &[
    ("setjmp", set),
    ("_setjmp", set),
    ("sigsetjmp", set),
    ("__sigsetjmp", set),
    ("longjmp", jump),
    ("_longjmp", jump),
    ("siglongjmp", jump),
    ("__longjmp_chk", jump),
    ("llvm.eh.sjlj.setjmp", set),
    ("llvm.eh.sjlj.longjmp", jump_with_one),
];

/// How many words of the buffer are used; a jmp_buf of x86-64 has 25, that of `__builtin_setjmp` five.
const WORDS: u64 = 4;
/// The first of them.
const MARK: u64 = 0x4252_4149_444a_4d50;

/// `int setjmp(jmp_buf)`
fn set(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    exec.one_spot(state, call.arg(0), Value::Word(8 * WORDS), Intent::Write)?;
    let top = state.stack.top();
    let place = u64::from(top.func.as_u32()) << 32 | u64::from(top.pc);
    let words = [MARK, state.stack.depth() as u64, place, top.path.0];
    for (at, word) in (0..).zip(words) {
        let addr = algebra::binary(&mut exec.pool, BinaryOp::Add, 64, call.arg(0), Value::Word(8 * at));
        exec.store(state, addr, 64, Value::Word(word))?;
    }
    Ok(Returned::word(0))
}

/// `void longjmp(jmp_buf, int)`
fn jump(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    jump_with(exec, state, call, call.arg(1))
}

/// `void __builtin_longjmp(void **, 1)`
fn jump_with_one(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    jump_with(exec, state, call, Value::Word(1))
}

fn jump_with(exec: &mut Executor, state: &mut State, call: &Invocation<'_>, given: Value) -> Result<Returned, Stop> {
    let mut words = [0; WORDS as usize];
    for (at, word) in (0..).zip(&mut words) {
        let addr = algebra::binary(&mut exec.pool, BinaryOp::Add, 64, call.arg(0), Value::Word(8 * at));
        let value = exec.load(state, addr, 64)?;
        *word = exec.one_value(state, value)?;
    }
    let [mark, depth, place, path] = words;
    let zero = algebra::compare(&mut exec.pool, IntPredicate::Eq, 32, given, Value::Word(0));
    let value = algebra::select(&mut exec.pool, 32, zero, Value::Word(1), given);
    let bad =
        || Stop::fault(FaultKind::BadCall, "longjmp to a frame that has returned, or with a buffer that was never set");
    let frame = state.stack.depth().checked_sub(depth as usize).and_then(|above| state.stack.frames().nth(above));
    let fits = frame.is_some_and(|frame| u64::from(frame.func.as_u32()) == place >> 32 && frame.path.0 == path);
    if mark != MARK || !fits {
        return Err(bad());
    }
    exec.jump_back(state, depth as usize, place as u32, value);
    Ok(Returned::Elsewhere)
}
