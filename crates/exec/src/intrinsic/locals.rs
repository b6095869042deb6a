//! Lifetimes of local variables: markers of scopes, and the stack of those that are made while a function runs.
//!
//! A variable with a marker is live from `lifetime.start` to `lifetime.end`; every iteration of a loop starts it anew, at
//! the same address, with no byte written. One without a marker is live as long as its function runs.

use braid_code::IntrinsicCall;
use braid_ir::inst::BinaryOp;
use braid_state::memory::OriginKind;
use braid_state::{State, Value, algebra};

use super::{Parts, Row, one, row};
use crate::executor::Executor;
use crate::stack_size;
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    row("lifetime.start", "", start),
    row("lifetime.end", "", end),
    row("stacksave", "", save_stack),
    row("stackrestore", "p", restore_stack),
];

fn start(_: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    if let Some(Value::Word(base)) = args.last() {
        state.memory.enter_scope(*base);
    }
    Ok(Parts::new())
}

fn end(_: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    if let Some(base) = whole_local(state, args) {
        state.memory.leave_scope(base);
    }
    Ok(Parts::new())
}

/// The local variable that a marker ends. Older compilers give the size first; the end of a part changes nothing.
fn whole_local(state: &State, args: &[Value]) -> Option<u64> {
    let base = args.last()?.word()?;
    let object = state.memory.find(base)?;
    let is_whole = match args {
        [Value::Word(size), _] => *size == u64::MAX || object.size().word().is_some_and(|whole| *size >= whole),
        _ => true,
    };
    (is_whole && object.base() == base).then_some(base)
}

/// The mark of a stack is its youngest local.
fn save_stack(_: &mut Executor, state: &mut State, _: &IntrinsicCall, _: &[Value]) -> Result<Parts, Stop> {
    one(Value::Word(state.stack.top().locals.last().copied().unwrap_or(0)))
}

/// Ends the locals that are younger than the mark. Variable arguments belong to the whole call.
fn restore_stack(exec: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    // States that were joined may have had different ones.
    let mark = exec.one_value(state, args[0])?;
    let locals = &state.stack.top().locals;
    let from = locals.iter().rposition(|&local| local == mark).map_or(0, |at| at + 1);
    if from == 0 && mark != 0 {
        return Ok(Parts::new());
    }
    let is_local = |base: u64| state.memory.find(base).is_some_and(|object| object.origin().kind == OriginKind::Stack);
    let (ended, kept): (Vec<u64>, Vec<u64>) = locals[from..].iter().copied().partition(|&base| is_local(base));
    let place = exec.site(state);
    let locals = &mut state.stack.top_mut().locals;
    locals.truncate(from);
    locals.extend(kept);
    for base in ended {
        give_back(exec, state, base);
        state.memory.free(base, place);
    }
    Ok(Parts::new())
}

/// The bytes of a local that is ended before its function returns are free again.
fn give_back(exec: &mut Executor, state: &mut State, base: u64) {
    let Some(size) = state.memory.find(base).map(|object| object.size()) else { return };
    let bytes = stack_size::rounded(&mut exec.pool, size);
    let used = algebra::binary(&mut exec.pool, BinaryOp::Sub, 64, state.stack.top().used, bytes);
    state.stack.top_mut().used = used;
}
