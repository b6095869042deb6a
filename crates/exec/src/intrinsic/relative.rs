//! Pointers that are kept as distances of 32 bits: tables of strings that a switch chooses from, relative vtables.
//!
//! A linker puts everything within 2 GiB. Here objects lie further apart, so the distance tells only the low 32 bits of the
//! address that is meant: those of one function or variable of the program.

use braid_code::IntrinsicCall;
use braid_ir::inst::BinaryOp;
use braid_state::{State, Value, algebra};

use super::{Parts, Row, one, row};
use crate::executor::Executor;
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[row("load.relative", "pi", load_relative)];

/// A pointer that is kept as the distance from a base, 32 bits at an offset from it.
fn load_relative(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let width = call.args[0].1.bits();
    let offset = algebra::sext_or_trunc(&mut exec.pool, call.args[1].1.bits(), width, args[1]);
    let address = algebra::binary(&mut exec.pool, BinaryOp::Add, width, args[0], offset);
    let distance = exec.load(state, address, 32)?;
    let distance = algebra::sext_or_trunc(&mut exec.pool, 32, width, distance);
    let target = algebra::binary(&mut exec.pool, BinaryOp::Add, width, args[0], distance);
    let target = exec.one_value(state, target)?;
    one(Value::Word(symbol_with(exec, state, target as u32)?.unwrap_or(target)))
}

/// The address in a function or variable that has these low 32 bits, if there is one.
fn symbol_with(exec: &Executor, state: &State, low: u32) -> Result<Option<u64>, Stop> {
    let close = exec.program.addresses.near(low);
    let holds = |object: &braid_state::memory::Object| close.wrapping_sub(object.base()) <= object.capacity();
    let is_symbol = exec.program.function_at(close).is_some() || state.memory.find(close).is_some_and(holds);
    let far = exec.program.far_variables.iter().filter_map(|&(base, size)| {
        let distance = u64::from(low.wrapping_sub(base as u32));
        (distance <= size).then(|| base + distance)
    });
    let mut found = is_symbol.then_some(close).into_iter().chain(far);
    let first = found.next();
    if found.next().is_some() {
        return Err(Stop::unsupported("a pointer that is kept in 32 bits and may lead to one of several variables"));
    }
    Ok(first)
}
