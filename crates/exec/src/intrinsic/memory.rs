//! Blocks of memory, lifetimes of locals, and questions about pointers.

use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::memory::{Candidates, Contents, OriginKind, is_null};
use braid_state::{State, Value};

use super::{Parts, Row, first, lanes, nothing, one, result_bits, row};
use crate::algebra;
use crate::code::{IntrinsicCall, Scalar};
use crate::executor::Executor;
use crate::stop::Stop;

pub(super) static ROWS: &[Row] = &[
    row("memcpy", "ppi", copy),
    row("memcpy.inline", "ppi", copy),
    row("memcpy.element.unordered.atomic", "ppi", copy),
    row("memmove", "ppi", copy),
    row("memmove.element.unordered.atomic", "ppi", copy),
    row("memset", "p.i", fill),
    row("memset.inline", "p.i", fill),
    row("memset.element.unordered.atomic", "p.i", fill),
    row("lifetime.start", "", lifetime_start),
    row("lifetime.end", "", nothing),
    row("stacksave", "", save_stack),
    row("stackrestore", "p", restore_stack),
    row("objectsize", "p", object_size),
    row("threadlocal.address", "p", first),
    lanes("ptrmask", "pi", mask_pointer),
];

fn copy(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let size = length(exec, call, args);
    exec.copy_memory(state, args[0], args[1], size).map(|()| Parts::new())
}

fn fill(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let size = length(exec, call, args);
    exec.fill_memory(state, args[0], args[1], size).map(|()| Parts::new())
}

/// The length of a block, which may be given in fewer than 64 bits.
fn length(exec: &mut Executor, call: &IntrinsicCall, args: &[Value]) -> Value {
    algebra::resize(&mut exec.pool, call.args[2].1.bits(), 64, args[2])
}

/// A local begins its life anew: what it held is gone.
fn lifetime_start(_: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    // Older compilers give the size first.
    if let Some(&Value::Word(address)) = args.last()
        && let Some(object) = state.memory.find_mut(address)
        && object.base() == address
        && object.may_be_live()
        && object.origin().kind == OriginKind::Stack
    {
        object.contents = Contents::unwritten(object.capacity());
    }
    Ok(Parts::new())
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
        state.memory.free(base, place);
    }
    Ok(Parts::new())
}

/// How many bytes there are behind a pointer, where one object is known to be meant.
fn object_size(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let bits = result_bits(call).min(64);
    let least = args.get(1) == Some(&Value::Word(1));
    let unknown = if least { Value::Word(0) } else { Value::Word(crate::word::mask(bits)) };
    let null_is_unknown = args.get(2) == Some(&Value::Word(1));
    if let Value::Word(address) = args[0]
        && is_null(address)
    {
        return one(if null_is_unknown { unknown } else { Value::Word(0) });
    }
    let size = room_behind(exec, state, args[0]);
    one(size.map_or(unknown, |size| algebra::resize(&mut exec.pool, 64, bits, size)))
}

/// How many bytes an object has from an address on; none if the object is not known.
fn room_behind(exec: &mut Executor, state: &State, address: Value) -> Option<Value> {
    let (base, offset) = match address {
        Value::Word(address) => {
            let base = state.memory.find(address)?.base();
            (base, Value::Word(address.wrapping_sub(base)))
        }
        Value::Term(term) => match state.memory.objects_of(&mut exec.pool, term) {
            Candidates::One(candidate) => (candidate.base, Value::of(&exec.pool, candidate.offset)),
            _ => return None,
        },
    };
    let object = state.memory.find(base).filter(|object| object.may_be_live())?;
    let size = object.size();
    let pool = &mut exec.pool;
    let inside = algebra::compare(pool, IntPredicate::Ule, 64, offset, size);
    let rest = algebra::binary(pool, BinaryOp::Sub, 64, size, offset);
    Some(algebra::select(pool, 64, inside, rest, Value::Word(0)))
}

fn mask_pointer(exec: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let mask = algebra::resize(&mut exec.pool, call.args[1].1.bits(), Scalar::Ptr.bits(), args[1]);
    one(algebra::binary(&mut exec.pool, BinaryOp::And, 64, args[0], mask))
}
