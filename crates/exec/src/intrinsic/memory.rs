//! Blocks of memory, and questions about pointers.

use braid_code::IntrinsicCall;
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::memory::{Candidates, is_null};
use braid_state::{State, Value, algebra};

use super::{Parts, Row, first, lanes, one, result_bits, row};
use crate::executor::Executor;
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    row("memcpy", "ppi", copy),
    row("memcpy.inline", "ppi", copy),
    row("memcpy.element.unordered.atomic", "ppi", copy),
    row("memmove", "ppi", copy),
    row("memmove.element.unordered.atomic", "ppi", copy),
    row("memset", "p.i", fill),
    row("memset.inline", "p.i", fill),
    row("memset.element.unordered.atomic", "p.i", fill),
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

/// How many bytes there are behind a pointer, if that may be found out when the program runs. All other questions were
/// answered by a pass, as a compiler answers them.
fn object_size(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let bits = result_bits(call).min(64);
    let least = args.get(1) == Some(&Value::Word(1));
    let unknown = if least { Value::Word(0) } else { Value::Word(braid_state::word::mask(bits)) };
    let null_is_unknown = args.get(2) == Some(&Value::Word(1));
    if let Value::Word(address) = args[0]
        && is_null(address)
    {
        return one(if null_is_unknown { unknown } else { Value::Word(0) });
    }
    let dynamic = args.get(3) == Some(&Value::Word(1));
    let size = if dynamic { room_behind(exec, state, args[0]) } else { None };
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
    let bits = call.args[0].1.bits();
    let mask = algebra::resize(&mut exec.pool, call.args[1].1.bits(), bits, args[1]);
    one(algebra::binary(&mut exec.pool, BinaryOp::And, bits, args[0], mask))
}
