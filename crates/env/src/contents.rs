//! What the runtime's file model cannot do in C: contents whose place only their number decides, and how far an object reaches.

use braid_exec::access::{Intent, Spots};
use braid_exec::{Executor, Invocation, Returned, Stop};
use braid_state::memory::{Contents, Object};
use braid_state::{State, Value};

use crate::Row;
use crate::arguments::{origin, place};

pub(crate) const ROWS: &[Row] = &[("__braid_room", room), ("__braid_contents", contents)];

type Result<T = Returned> = core::result::Result<T, Stop>;

/// The number that the contents of the first file have.
const FIRST: u32 = 1 << 25;

/// `size_t __braid_room(const void *p)`: 0 if the pointer or the size is not known.
fn room(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let known = known_room(exec, state, call.arg(0)).unwrap_or(0);
    Ok(Returned::word(exec.asked.tell(known)))
}

/// Bytes from an address to the end of its object, if both are known.
fn known_room(exec: &mut Executor, state: &mut State, at: Value) -> Option<u64> {
    at.word()?;
    let Ok(Spots::One(spot)) = exec.locate(state, at, Value::Word(1), Intent::Read) else { return None };
    let size = state.memory.find(spot.base).expect("a spot is in an object").size();
    Some(size.word()?.saturating_sub(spot.offset.word()?))
}

/// `void *__braid_contents(unsigned number, void *old, size_t size)`
fn contents(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let number = FIRST + exec.one_value(state, call.arg(0))? as u32;
    let old = exec.one_value(state, call.arg(1))?;
    let size = exec.one_value(state, call.arg(2))?;
    let before = state.memory.find(old).filter(|_| old != 0).map(|object| object.contents.clone());
    if size == 0 {
        state.memory.remove(old);
        return Ok(Returned::word(0));
    }
    let mut bytes = Contents::unwritten(size);
    bytes.fill(0, size, 0);
    if let Some(before) = before {
        bytes.copy_from(&before, 0, 0, size.min(before.capacity()));
        state.memory.remove(old);
    }
    let base = place(exec, number, size).map_err(Stop::unsupported)?;
    let object = Object::new(base, Value::Word(size), size, origin(number, "the contents of a file"));
    state.memory.insert(object.with_contents(bytes));
    Ok(Returned::word(base))
}
