//! Faults in the words of the source: the operation that failed as an expression, and what its variables were.
//!
//! Only asked for when a fault is reported, so nothing is kept for it while a state runs: the operands of the operation
//! are traced back through the body ([`expression`]) to what debug information has names for.

mod expression;
mod variables;

use std::rc::Rc;

use braid_code::{Access, Call, Callee, FloatOp, Op, Promise, Src};
use braid_ir::FuncId;
use braid_ir::inst::BinaryOp;
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::intrinsic::INTRINSICS;
use expression::{Expressions, Text};

/// What a value is on the input of a test.
pub(crate) type Evaluate<'a> = dyn FnMut(Value) -> u64 + 'a;

/// No explanation lists more variables.
const MAX_VALUES: usize = 6;

impl Executor {
    /// The message of a fault as it is on one input: numbers in place of what is computed, then the operation in source
    /// terms.
    pub fn fault_message(&self, state: &State, fault: &Fault, evaluate: &mut Evaluate<'_>) -> String {
        let mut message = fault.message.clone();
        for computed in &fault.computed {
            let number = (evaluate(computed.value) as i64).to_string();
            message = message.replacen(computed.phrase, &computed.filled.replace("{}", &number), 1);
        }
        if let Some(explanation) = self.explain(state, fault, evaluate) {
            message = format!("{message}: {explanation}");
        }
        message
    }

    /// The operation that failed, of the innermost frame that is the user's: an expression with the values of its variables.
    fn explain(&self, state: &State, fault: &Fault, evaluate: &mut Evaluate<'_>) -> Option<String> {
        if fault.blame.is_some() || !is_about_operands(fault.kind) {
            return None;
        }
        let mut frames = state.stack.frames_with_registers();
        let (frame, registers) = frames.find(|(frame, _)| !self.program.is_library(frame.func))?;
        let code = Rc::clone(self.program.ready(frame.func));
        let mut expressions = Expressions::new(self, state, &code, (frame.pc, registers), evaluate)?;
        let text = operation(&self.program.module, &mut expressions, &code.ops[frame.pc as usize])?;
        // Without a name for the object, the message has said it all.
        if text.contains(expression::UNNAMED) {
            return None;
        }
        let values: Vec<String> = expressions
            .values
            .iter()
            .take(MAX_VALUES)
            .filter(|(name, value)| name != value && value != expression::UNNAMED && value != expression::GONE)
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        Some(if values.is_empty() { text } else { format!("{text} where {}", values.join(", ")) })
    }
}

/// Whether the operands of the operation tell something about a fault. Others have their own words, such as an assertion.
fn is_about_operands(kind: FaultKind) -> bool {
    use FaultKind::{
        BadCall, DivByZero, DoubleFree, InvalidFree, NullDeref, OutOfBounds, OverShift, Overflow, ReadOnlyWrite,
        UseAfterFree,
    };
    let kinds = [
        NullDeref,
        OutOfBounds,
        UseAfterFree,
        DoubleFree,
        InvalidFree,
        ReadOnlyWrite,
        DivByZero,
        OverShift,
        Overflow,
        BadCall,
    ];
    kinds.contains(&kind)
}

/// An operation as source text, if it is one that a source has.
fn operation(module: &braid_ir::Module, expressions: &mut Expressions<'_>, op: &Op) -> Option<String> {
    let mut binary = |op, alu: &braid_code::Alu| {
        let symbol = expression::symbol(op)?;
        let (a, b) = (expressions.source(alu.a, alu.bits), expressions.source(alu.b, alu.bits));
        Some(expression::joined(&a, symbol, &b).text)
    };
    match op {
        Op::Load(access) | Op::Store(access) => access_text(expressions, access),
        Op::Rmw { addr, scalar, .. } => expressions.place(*addr, 0, scalar.bytes()),
        Op::CmpXchg { addr, bits, .. } => expressions.place(*addr, 0, bits.div_ceil(8)),
        Op::Divide(op, alu) => binary(*op, alu),
        Op::CheckPromise { promise, alu } | Op::MarkPromise { promise, alu, .. } => match promise {
            Promise::Wrap { op, .. } | Promise::Exact(op) => binary(*op, alu),
            Promise::Disjoint => binary(BinaryOp::Or, alu),
            Promise::NonNegative | Promise::SameSign => None,
        },
        Op::CheckFloat { op, a, b } => match **op {
            FloatOp::Binary(op, kind) => binary(op, &braid_code::Alu { dst: 0, a: *a, b: *b, bits: kind.bits() }),
            _ => None,
        },
        Op::Shl(alu) => binary(BinaryOp::Shl, alu),
        Op::LShr(alu) => binary(BinaryOp::LShr, alu),
        Op::AShr(alu) => binary(BinaryOp::AShr, alu),
        Op::Call(call) => call_text(module, expressions, call),
        Op::Intrinsic(call) => {
            let name = INTRINSICS.name(call.intrinsic);
            let arguments: Vec<(Src, u32)> =
                call.args.iter().take(3).map(|(src, scalar)| (*src, scalar.bits())).collect();
            name.starts_with("mem").then(|| list(expressions, name, &arguments))
        }
        _ => None,
    }
}

fn access_text(expressions: &mut Expressions<'_>, access: &Access) -> Option<String> {
    expressions.place(access.addr, access.offset, access.bits.div_ceil(8))
}

fn call_text(module: &braid_ir::Module, expressions: &mut Expressions<'_>, call: &Call) -> Option<String> {
    let name_of = |func: FuncId| module.names.get(module.funcs[func].symbol.name).to_owned();
    let name = match call.callee {
        Callee::Direct(func) => name_of(func),
        Callee::Indirect(addr) => format!("({})", expressions.source(addr, module.layout.pointer(0).bits).text),
    };
    // A mangled name says little in a line of text.
    if name.starts_with("_Z") || name.starts_with("_R") {
        return None;
    }
    let parts = call.args.iter().flat_map(|argument| argument.parts.iter().zip(&argument.scalars));
    let arguments: Vec<(Src, u32)> = parts.map(|(&src, scalar)| (src, scalar.bits())).collect();
    if let Some(check) = name.strip_prefix("__ubsan_handle_") {
        return checked_text(expressions, check, &arguments);
    }
    Some(list(expressions, &name, &arguments))
}

/// What a handler of UndefinedBehaviorSanitizer was called for: its operands come behind a description.
fn checked_text(expressions: &mut Expressions<'_>, check: &str, arguments: &[(Src, u32)]) -> Option<String> {
    let &[_, (a, a_bits), (b, b_bits)] = arguments else { return None };
    let (a, b) = (expressions.source(a, a_bits), expressions.source(b, b_bits));
    let symbols = [("add_overflow", "+"), ("sub_overflow", "-"), ("mul_overflow", "*"), ("divrem_overflow", "/")];
    match symbols.iter().find(|(name, _)| check.starts_with(name)) {
        Some((_, symbol)) => Some(expression::joined(&a, symbol, &b).text),
        None if check.starts_with("shift_out_of_bounds") => Some(format!("{} by {}", a.nested(), b.nested())),
        None => None,
    }
}

/// A call with its arguments.
fn list(expressions: &mut Expressions<'_>, name: &str, arguments: &[(Src, u32)]) -> String {
    let arguments: Vec<String> =
        arguments.iter().map(|&(src, bits)| expressions.source(src, bits)).map(|Text { text, .. }| text).collect();
    format!("{name}({})", arguments.join(", "))
}
