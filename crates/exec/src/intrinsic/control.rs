//! Ends of a path, and questions about the stack and the machine.

use braid_code::IntrinsicCall;
use braid_entity::Entity as _;
use braid_state::{State, Value};

use super::{Parts, Row, one, result_bits, row, row_of};
use crate::executor::Executor;
use crate::fault::FaultKind;
use crate::float_env::rounding_number;
use crate::sanitizer::Check;
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    row("trap", "", trap),
    row("debugtrap", "", trap),
    row("ubsantrap", "i", check_fails),
    row("eh.typeid.for", "p", type_id_for),
    row("returnaddress", "", return_address),
    row("addressofreturnaddress", "", |exec, state, _, _| one(Value::Word(frame_address(exec, state, 0) + 8))),
    row("frameaddress", "", |exec, state, _, args| one(Value::Word(frame_address(exec, state, level(args))))),
    row("get.rounding", "", |_, state, _, _| one(Value::Word(rounding_number(state)))),
    row("flt.rounds", "", |_, state, _, _| one(Value::Word(rounding_number(state)))),
    row("set.rounding", "i", set_rounding),
];

fn trap(_: &mut Executor, _: &mut State, call: &IntrinsicCall, _: &[Value]) -> Result<Parts, Stop> {
    Err(Stop::fault(FaultKind::Abort, format!("the program stops itself by llvm.{}", row_of(call.intrinsic).name)))
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
        Value::Word(address) => one(Value::Word(type_id(address) & braid_state::word::mask(bits))),
        Value::Term(_) => Err(Stop::unsupported("the number of a computed type of exceptions")),
    }
}

/// How many frames further out is asked for.
fn level(args: &[Value]) -> usize {
    args.first().and_then(|level| level.word()).map_or(0, |level| level as usize)
}

/// Where a frame is: an address without an object that is not null and lower the deeper calls nest; null beyond the outermost one.
fn frame_address(exec: &Executor, state: &State, level: usize) -> u64 {
    let depth = state.stack.depth();
    if level >= depth { 0 } else { exec.program.addresses.frames().saturating_sub(16 * (depth - level) as u64) }
}

/// Where a function returns to: a place in its caller that is no function.
fn return_address(exec: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let caller = state.stack.frames().nth(level(args) + 1).map(|frame| frame.func);
    let outermost = level(args) + 1 == state.stack.depth();
    one(Value::Word(match caller {
        Some(func) => exec.program.addresses.function_address(func.as_u32()) + 8,
        None if outermost => exec.program.addresses.labels() - 8,
        None => 0,
    }))
}

/// Sets the rounding with a number.
fn set_rounding(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    exec.set_rounding(state, args[0], call.args[0].1.bits())?;
    Ok(Parts::new())
}
