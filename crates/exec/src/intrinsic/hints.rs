//! Hints to optimisers, and what is said about the source: they compute nothing, but a promise that is broken is a fault.

use braid_code::IntrinsicCall;
use braid_state::{State, Value};

use super::{Parts, Row, first, lanes, nothing, one, row};
use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    row("assume", "i", assume),
    row("dbg", "", nothing),
    row("donothing", "", nothing),
    row("experimental.noalias.scope.decl", "", nothing),
    row("fake.use", "", nothing),
    row("invariant.end", "", nothing),
    row("invariant.start", "", invariant_start),
    row("prefetch", "", nothing),
    row("clear_cache", "", nothing),
    row("x86.sse2.pause", "", nothing),
    row("sideeffect", "", nothing),
    row("pseudoprobe", "", nothing),
    row("var.annotation", "", nothing),
    row("codeview.annotation", "", nothing),
    row("instrprof", "", nothing),
    row("annotation", ".", first),
    lanes("arithmetic.fence", ".", first),
    row("expect", ".", first),
    row("launder.invariant.group", ".", first),
    row("ptr.annotation", ".", first),
    lanes("ssa.copy", ".", first),
    row("strip.invariant.group", ".", first),
    row("preserve.array.access.index", "p", first),
    row("preserve.struct.access.index", "p", first),
    row("preserve.union.access.index", "p", first),
    row("is.constant", "", |_, _, _, _| one(Value::Word(0))),
    row("allow.ubsan.check", "", |_, _, _, _| one(Value::Word(1))),
    row("allow.runtime.check", "", |_, _, _, _| one(Value::Word(1))),
    row("experimental.widenable.condition", "", |_, _, _, _| one(Value::Word(1))),
];

fn assume(exec: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    exec.require(state, args[0], || Fault::new(FaultKind::Unreachable, "an assumption of the compiler does not hold"))?;
    Ok(Parts::new())
}

/// The result only names the region; nobody looks at it.
fn invariant_start(_: &mut Executor, _: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    one(args.last().copied().unwrap_or(Value::Word(0)))
}
