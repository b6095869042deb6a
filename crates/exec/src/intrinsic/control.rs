//! Ends of a path, and questions about the stack and the machine.

use braid_state::{State, Value};

use super::{Parts, Row, one, result_bits, row};
use crate::code::IntrinsicCall;
use crate::executor::Executor;
use crate::fault::FaultKind;
use crate::sanitizer::Check;
use crate::stop::Stop;

pub(super) static ROWS: &[Row] = &[
    row("trap", "", trap),
    row("debugtrap", "", trap),
    row("ubsantrap", "i", check_fails),
    row("eh.typeid.for", "p", type_id_for),
    // What a program can learn from its own frame is nothing that a path may depend on.
    row("returnaddress", "", |_, _, _, _| one(Value::Word(0))),
    row("addressofreturnaddress", "", |_, _, _, _| one(Value::Word(0))),
    row("frameaddress", "", |_, _, _, _| one(Value::Word(0))),
    // The environment of floating point is never changed: round to nearest.
    row("get.rounding", "", |_, _, _, _| one(Value::Word(1))),
    row("flt.rounds", "", |_, _, _, _| one(Value::Word(1))),
];

fn trap(_: &mut Executor, _: &mut State, call: &IntrinsicCall, _: &[Value]) -> Result<Parts, Stop> {
    Err(Stop::fault(FaultKind::Abort, format!("the program stops itself by llvm.{}", call.intrinsic.name())))
}

/// A trap in place of a handler of UndefinedBehaviorSanitizer: its operand tells which check fails.
fn check_fails(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    match args[0].word().and_then(Check::of_trap) {
        Some(check) => Err(Stop::fault(check.kind, check.message(check.name, check.what))),
        None => trap(exec, state, call, args),
    }
}

/// The number of a type of exceptions, from 1 on, by the address of its description. A landing pad gives the same one.
pub(crate) fn type_id(address: u64) -> u64 {
    // The upper bits of a product with 2^64 over the golden ratio are well mixed.
    address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 34 | 1
}

fn type_id_for(_: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let bits = result_bits(call);
    match args[0] {
        Value::Word(address) => one(Value::Word(type_id(address) & crate::word::mask(bits))),
        Value::Term(_) => Err(Stop::unsupported("the number of a computed type of exceptions")),
    }
}
