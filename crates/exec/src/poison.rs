//! Poison: the result of an operation that has none, where nobody may be using it.
//!
//! An optimiser computes before it knows that it may: `s < 32 && x >> s == 1` becomes a shift and a select. So where the result of an
//! operation that can go wrong reaches a select, a freeze or a phi through operations without effects, which lowering finds out
//! (`lower/chosen.rs`), the operation is no fault: its value is `ite(bad, mark, result)`. The mark is a symbol that remembers what
//! went wrong and where. A branch, a switch, an address, a callee, a divisor, an assumption, an output or an exit code that
//! depends on it is the fault. Storing it is no use; loading gives it back, a freeze makes some value of it.
//!
//! An optimiser that knows the operands leaves a constant `poison` in place of the operation. It is a mark of its own, which remembers nothing.

use braid_code::{Alu, Code, Promise};
use braid_entity::Entity;
use braid_expr::{ExprId, ExprPool, Node, SymbolClass};
use braid_ir::inst::BinaryOp;
use braid_state::algebra::{self, Truth};
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::Stop;

impl Executor {
    /// Where a promise about an operation is kept (width 1), and what is wrong where it is not.
    pub(crate) fn kept_promise(&mut self, state: &State, code: &Code, promise: Promise, alu: &Alu) -> (Value, Fault) {
        let (a, b) = (self.get(state, code, alu.a), self.get(state, code, alu.b));
        let pool = &mut self.pool;
        let (a, b) = (a.term(pool, alu.bits), b.term(pool, alu.bits));
        let broken = match promise {
            Promise::Wrap { op, signed } => wraps(pool, op, signed, a, b),
            Promise::Exact(op) => is_inexact(pool, op, a, b),
            Promise::Disjoint => {
                let (common, none) = (pool.and(a, b), pool.zero(alu.bits));
                pool.ne(common, none)
            }
            Promise::NonNegative => pool.sign(a),
            Promise::SameSign => {
                let (one, other) = (pool.sign(a), pool.sign(b));
                pool.ne(one, other)
            }
        };
        let kept = pool.not(broken);
        (Value::of(pool, kept), Fault::new(promise_kind(promise), broken_promise(promise, alu.bits)))
    }

    /// The value of an operation that goes wrong where `good` (width 1) does not hold: the mark of `fault` there.
    pub(crate) fn poisoned(
        &mut self,
        state: &State,
        value: Value,
        bits: u32,
        good: Value,
        fault: Fault,
    ) -> Result<Value, Stop> {
        let bad = match algebra::truth(good) {
            Truth::Known(true) => return Ok(value),
            Truth::Known(false) => self.pool.tru(),
            Truth::Open(good) => self.pool.not(good),
        };
        if !self.possible(state, bad)? {
            return Ok(value);
        }
        let top = state.stack.top();
        let place = (top.func.as_u32(), top.pc, bad.as_u32());
        let name = format!("poison.{}.{}.{}.{bits}.{}", place.0, place.1, place.2, fault.message);
        let mark = self.pool.symbol(&name, bits, SymbolClass::Poison);
        if let Node::Symbol(symbol) = self.pool.node(mark) {
            let blame = Some((top.func, top.pc));
            self.poisons.entry(symbol).or_insert(Fault { blame, ..fault });
        }
        let value = value.term(&mut self.pool, bits);
        let chosen = self.pool.ite(bad, mark, value);
        Ok(Value::of(&self.pool, chosen))
    }

    /// What depends on poison is the fault of the operation that made it.
    pub(crate) fn refuse_poison(&mut self, state: &State, term: ExprId) -> Result<(), Stop> {
        let Some(used) = self.where_used(state, term, SymbolClass::Poison)? else { return Ok(()) };
        let marks = self.marks_used(state, term, used)?;
        let marks: Vec<(ExprId, Fault)> =
            marks.into_iter().filter_map(|mark| self.remembered(mark).map(|fault| (mark, fault))).collect();
        let mut faults = Vec::new();
        let (mut rest, count) = (used, marks.len());
        for (number, (mark, fault)) in (1..).zip(marks) {
            // What is left where no mark alone matters is blamed on the last.
            let own = if number == count { Some(rest) } else { self.where_used_alone(state, term, mark)? };
            if let Some(own) = own {
                faults.push((self.pool.and(rest, own), fault));
                rest = self.and_not(rest, own);
            }
        }
        self.refuse_where(state, used, faults)
    }

    /// The condition under which a term depends on one mark, whatever the others are; none if it never does.
    fn where_used_alone(&mut self, state: &State, term: ExprId, mark: ExprId) -> Result<Option<ExprId>, Stop> {
        let mut others = self.unknowns_in(term, SymbolClass::Poison);
        others.retain(|&other| other != mark);
        let zeros: Vec<ExprId> = others.iter().map(|&other| self.pool.zero(self.pool.width(other))).collect();
        match self.replaced(term, &others, &zeros) {
            Some(alone) => self.where_used(state, alone, SymbolClass::Poison),
            None => Ok(None),
        }
    }

    /// The marks that a term depends on where `used` holds, one by one; all of them if it depends on no single one.
    fn marks_used(&mut self, state: &State, term: ExprId, used: ExprId) -> Result<Vec<ExprId>, Stop> {
        let marks = self.unknowns_in(term, SymbolClass::Poison);
        if marks.len() == 1 {
            return Ok(marks);
        }
        let mut found = Vec::new();
        for &mark in &marks {
            let same = self.same_with_other(term, mark);
            let differs = self.and_not(used, same);
            if self.possible(state, differs)? {
                found.push(mark);
            }
        }
        Ok(if found.is_empty() { marks } else { found })
    }

    /// The same of a value that is promised to be no poison.
    pub(crate) fn refuse_poison_value(&mut self, state: &State, value: Value) -> Result<(), Stop> {
        match value {
            Value::Term(term) if self.pool.has_class(term, SymbolClass::Poison) => self.refuse_poison(state, term),
            _ => Ok(()),
        }
    }

    /// What is wrong where a mark is used, blamed on the operation that made it. A constant has none: it is blamed on who uses it.
    fn remembered(&self, mark: ExprId) -> Option<Fault> {
        let Node::Symbol(symbol) = self.pool.node(mark) else { return None };
        let constant = || Fault::new(FaultKind::Undefined, POISON_CONSTANT);
        Some(self.poisons.get(&symbol).cloned().unwrap_or_else(constant))
    }

    /// A value in which some value stands for each mark: a freeze.
    pub(crate) fn frozen(&mut self, state: &mut State, value: Value) -> Value {
        let Value::Term(term) = value else { return value };
        let marks = self.unknowns_in(term, SymbolClass::Poison);
        let mut instead = Vec::with_capacity(marks.len());
        for &mark in &marks {
            let bits = self.pool.width(mark);
            instead.push(self.fresh_unknown(state, bits).term(&mut self.pool, bits));
        }
        match self.replaced(term, &marks, &instead) {
            Some(frozen) => Value::of(&self.pool, frozen),
            None => value,
        }
    }
}

/// What is said of a constant that is poison.
const POISON_CONSTANT: &str = "a value is used that the compiler found to be none, such as of a division by zero, of a shift by too \
                               many bits or of an overflow";

/// Where an operation leaves the range of its width.
fn wraps(pool: &mut ExprPool, op: BinaryOp, signed: bool, a: ExprId, b: ExprId) -> ExprId {
    match (op, signed) {
        (BinaryOp::Add, true) => pool.sadd_overflows(a, b),
        (BinaryOp::Add, false) => pool.uadd_overflows(a, b),
        (BinaryOp::Sub, true) => pool.ssub_overflows(a, b),
        (BinaryOp::Sub, false) => pool.usub_overflows(a, b),
        (BinaryOp::Mul, true) => pool.smul_overflows(a, b),
        (BinaryOp::Mul, false) => pool.umul_overflows(a, b),
        (_, true) => pool.sshl_overflows(a, b),
        (_, false) => pool.ushl_overflows(a, b),
    }
}

/// Where a division leaves a remainder, or a shift to the right loses a bit.
fn is_inexact(pool: &mut ExprPool, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let rest = match op {
        BinaryOp::UDiv => pool.urem(a, b),
        BinaryOp::SDiv => pool.srem(a, b),
        _ => return pool.shr_inexact(a, b),
    };
    let none = pool.zero(pool.width(a));
    pool.ne(rest, none)
}

fn promise_kind(promise: Promise) -> FaultKind {
    if let Promise::Wrap { .. } = promise { FaultKind::Overflow } else { FaultKind::Undefined }
}

fn broken_promise(promise: Promise, bits: u32) -> String {
    match promise {
        Promise::Wrap { op, signed } => {
            format!("{} {} of {bits} bits", if signed { "signed" } else { "unsigned" }, op.name())
        }
        Promise::Exact(op) => format!("an exact {} of {bits} bits leaves something", op.name()),
        Promise::Disjoint => format!("an or of {bits} bits with bits that both sides have"),
        Promise::NonNegative => format!("a negative number of {bits} bits that was promised not to be"),
        Promise::SameSign => format!("a comparison of numbers of {bits} bits with different signs"),
    }
}
