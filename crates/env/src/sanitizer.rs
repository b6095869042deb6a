//! Handlers of UndefinedBehaviorSanitizer: each call is a fault, with the kind and the place that its data tell.
//!
//! The first argument points to a structure that begins with the place in the source (file, line, column) and goes on with
//! descriptions of types; the others are the operands, integers of up to 64 bits as they are.

use braid_exec::sanitizer::Check;
use braid_exec::{
    Builtin, Case, Ending, Executor, Fault, FaultKind, Invocation, Returned, Sides, Split, SplitKind, Stop, Then,
};
use braid_expr::ExprId;
use braid_state::{State, Value};

use crate::text::text;

/// The function that carries out a handler of this name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    match name {
        "__ubsan_handle_dynamic_type_cache_miss" | "__ubsan_handle_dynamic_type_cache_miss_abort" => Some(unknown_type),
        _ => Check::of_handler(name).map(|_| handle as Builtin),
    }
}

/// Asks whether an object has the dynamic type that it should have. Nobody looks: this may or may not be a fault.
fn unknown_type(exec: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result<Returned, Stop> {
    let here = exec.here(state);
    exec.incomplete.note("the dynamic type of an object is not checked (-fsanitize=vptr)", Some(here));
    Ok(Returned::nothing())
}

/// A handler: the path ends.
fn handle(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let check = Check::of_handler(call.name).expect("only found by such a name");
    let data = if call.name.contains("_minimal") { Value::Word(0) } else { call.arg(0) };
    let data = exec.one_value(state, data)?;
    let finding = finding(exec, state, check, data, call)?;
    let place = place(exec, state, check, data, call)?;
    let fault = Fault { place, ..Fault::new(finding.kind, check.message(finding.name, finding.what)) };
    Err(Stop::End(Ending::Fault(fault)))
}

/// What a handler found.
struct Finding {
    kind: FaultKind,
    name: &'static str,
    what: &'static str,
}

/// The kind of fault; where a check looks for several things, the operands tell which.
fn finding(
    exec: &mut Executor,
    state: &mut State,
    check: &'static Check,
    data: u64,
    call: &Invocation<'_>,
) -> Result<Finding, Stop> {
    let plain = Finding { kind: check.kind, name: check.name, what: check.what };
    if data == 0 {
        return Ok(plain);
    }
    let told = |kind, name, what| Ok(Finding { kind, name, what });
    match check.handler {
        "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => {
            let signed = Type::read(exec, state, data, 0)?.is_some_and(|ty| ty.signed);
            Ok(if signed { plain } else { Finding { name: "unsigned-integer-overflow", ..plain } })
        }
        "divrem_overflow" => match decide_zero(exec, state, call.arg(2), call.bits(2))? {
            true => told(FaultKind::DivByZero, "integer-divide-by-zero", "division by zero"),
            false => told(FaultKind::Overflow, check.name, "a quotient is out of range"),
        },
        "shift_out_of_bounds" => {
            let bits = Type::read(exec, state, data, 0)?.map_or(64, |ty| ty.bits);
            match decide_below(exec, state, (call.arg(2), call.bits(2)), bits)? {
                true => told(FaultKind::Overflow, "shift-base", "a number is shifted out of the range of its type"),
                false => told(FaultKind::OverShift, "shift-exponent", "a shift by more than the width allows"),
            }
        }
        "type_mismatch" => {
            let exponent = exec.load(state, Value::Word(data + place_size(exec) + pointer(exec)), 8)?;
            let mask = (1u64 << (exec.one_value(state, exponent)? & 63)) - 1;
            if decide_zero(exec, state, call.arg(1), call.bits(1))? {
                return told(FaultKind::NullDeref, "null", "access through a null pointer");
            }
            let mask = Value::Word(mask);
            let low = braid_state::algebra::binary(
                &mut exec.pool,
                braid_ir::inst::BinaryOp::And,
                call.bits(1),
                call.arg(1),
                mask,
            );
            match decide_zero(exec, state, low, call.bits(1))? {
                true => told(FaultKind::OutOfBounds, "object-size", "access to an object that is too small"),
                false => told(FaultKind::Undefined, "alignment", "access through a misaligned pointer"),
            }
        }
        _ => Ok(plain),
    }
}

/// Where in the source it is, as the data tell.
fn place(
    exec: &mut Executor,
    state: &mut State,
    check: &Check,
    data: u64,
    call: &Invocation<'_>,
) -> Result<Option<(String, u32)>, Stop> {
    let at = match check.handler {
        // The place of the attribute comes first, that of the return on its own.
        "nonnull_return" | "nullability_return" => exec.one_value(state, call.arg(1))?,
        "cfi_check_fail" => data + pointer(exec),
        _ => data,
    };
    if data == 0 || at == 0 {
        return Ok(None);
    }
    let bits = 8 * pointer(exec) as u32;
    let file = exec.load(state, Value::Word(at), bits)?;
    let line = exec.load(state, Value::Word(at + pointer(exec)), 32)?;
    let file = text(exec, state, file)?;
    let line = exec.one_value(state, line)? as u32;
    Ok((!file.is_empty() && line > 0).then_some((file, line)))
}

/// The bytes of a pointer.
fn pointer(exec: &Executor) -> u64 {
    u64::from(exec.program.module.layout.pointer(0).bits / 8)
}

/// The bytes of a place: file, line, column.
fn place_size(exec: &Executor) -> u64 {
    pointer(exec) + 8
}

/// The description of an integer type.
struct Type {
    signed: bool,
    bits: u64,
}

impl Type {
    /// The type of this number that the data name; none if it is no integer.
    fn read(exec: &mut Executor, state: &mut State, data: u64, number: u64) -> Result<Option<Type>, Stop> {
        let at = data + place_size(exec) + number * pointer(exec);
        let bits = 8 * pointer(exec) as u32;
        let described = exec.load(state, Value::Word(at), bits)?;
        let described = exec.one_value(state, described)?;
        let kind = exec.load(state, Value::Word(described), 16)?;
        let info = exec.load(state, Value::Word(described + 2), 16)?;
        let (kind, info) = (exec.one_value(state, kind)?, exec.one_value(state, info)?);
        Ok((kind == 0).then_some(Type { signed: info & 1 == 1, bits: 1 << (info >> 1 & 63) }))
    }
}

/// Whether a value of so many bits is zero.
fn decide_zero(exec: &mut Executor, state: &State, value: Value, bits: u32) -> Result<bool, Stop> {
    decide_below(exec, state, (value, bits), 1)
}

/// Whether a value of so many bits is below a limit, unsigned; the state splits if it may be and may not.
fn decide_below(exec: &mut Executor, state: &State, (value, bits): (Value, u32), limit: u64) -> Result<bool, Stop> {
    let term = match value {
        Value::Word(word) => return Ok(word < limit),
        Value::Term(term) => term,
    };
    let limit = exec.pool.bv(bits, limit);
    let below = exec.pool.ult(term, limit);
    match exec.sides(state, below)? {
        Sides::Always | Sides::Kept(true) => Ok(true),
        Sides::Never | Sides::Kept(false) => Ok(false),
        Sides::Both => Err(apart(exec, below)),
    }
}

/// A condition and its opposite are told apart.
fn apart(exec: &mut Executor, condition: ExprId) -> Stop {
    let opposite = exec.pool.not(condition);
    let case = |condition| Case { condition, then: Then::Again };
    Stop::Split(Split { why: SplitKind::Check, cases: vec![case(condition), case(opposite)] })
}
