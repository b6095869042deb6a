//! The names of the software verification competition (SV-COMP).

use braid_exec::{Executor, FaultKind, Invocation, Returned, Stop};
use braid_ir::inst::IntPredicate;
use braid_state::{Gain, State, Value, algebra};

use crate::Row;
use crate::symbolic::assume;

pub(crate) const ROWS: &[Row] = &[
    ("__VERIFIER_nondet_bool", boolean),
    ("__VERIFIER_nondet__Bool", boolean),
    ("__VERIFIER_nondet_char", number),
    ("__VERIFIER_nondet_uchar", number),
    ("__VERIFIER_nondet_schar", number),
    ("__VERIFIER_nondet_short", number),
    ("__VERIFIER_nondet_ushort", number),
    ("__VERIFIER_nondet_int", number),
    ("__VERIFIER_nondet_uint", number),
    ("__VERIFIER_nondet_unsigned", number),
    ("__VERIFIER_nondet_unsigned_int", number),
    ("__VERIFIER_nondet_long", number),
    ("__VERIFIER_nondet_ulong", number),
    ("__VERIFIER_nondet_longlong", number),
    ("__VERIFIER_nondet_ulonglong", number),
    ("__VERIFIER_nondet_size_t", number),
    ("__VERIFIER_nondet_loff_t", number),
    ("__VERIFIER_nondet_sector_t", number),
    ("__VERIFIER_nondet_u8", number),
    ("__VERIFIER_nondet_u16", number),
    ("__VERIFIER_nondet_u32", number),
    ("__VERIFIER_nondet_u64", number),
    ("__VERIFIER_nondet_i8", number),
    ("__VERIFIER_nondet_i16", number),
    ("__VERIFIER_nondet_i32", number),
    ("__VERIFIER_nondet_i64", number),
    ("__VERIFIER_nondet_U8", number),
    ("__VERIFIER_nondet_U16", number),
    ("__VERIFIER_nondet_U32", number),
    ("__VERIFIER_nondet_U64", number),
    ("__VERIFIER_nondet_S8", number),
    ("__VERIFIER_nondet_S16", number),
    ("__VERIFIER_nondet_S32", number),
    ("__VERIFIER_nondet_S64", number),
    ("__VERIFIER_nondet_int8_t", number),
    ("__VERIFIER_nondet_int16_t", number),
    ("__VERIFIER_nondet_int32_t", number),
    ("__VERIFIER_nondet_int64_t", number),
    ("__VERIFIER_nondet_uint8_t", number),
    ("__VERIFIER_nondet_uint16_t", number),
    ("__VERIFIER_nondet_uint32_t", number),
    ("__VERIFIER_nondet_uint64_t", number),
    ("__VERIFIER_nondet_int128", number),
    ("__VERIFIER_nondet_uint128", number),
    ("__VERIFIER_nondet_float", number),
    ("__VERIFIER_nondet_double", number),
    ("__VERIFIER_assume", assume),
    ("__VERIFIER_error", error),
    ("reach_error", error),
];

/// Any value of the result's type.
fn number(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let Some(scalar) = call.result.first() else { return Ok(Returned::nothing()) };
    Ok(Returned::value(exec.fresh_input(state, call.name, scalar.bits())))
}

/// Zero or one, as a byte of the input.
fn boolean(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let bits = call.result.first().map_or(1, |scalar| scalar.bits());
    let byte = exec.fresh_input(state, call.name, 8);
    if let Value::Term(small) = algebra::compare(&mut exec.pool, IntPredicate::Ule, 8, byte, Value::Word(1)) {
        state.assume(small, Gain::Assumed);
    }
    Ok(Returned::value(algebra::resize(&mut exec.pool, 8, bits, byte)))
}

fn error(_: &mut Executor, _: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    Err(Stop::fault(FaultKind::UserError, format!("{} is called", call.name)))
}
