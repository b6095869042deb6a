//! Which NaN an operation gives, and other results that the language leaves open.
//!
//! LLVM gives a NaN any sign; its quiet bit and payload are those of the preferred NaN (quiet, nothing else), or of an operand that is one,
//! made quiet or as it is. Which it is, each execution chooses anew, for known operands too: compilers and machines differ. Inside there is one NaN. The bits
//! stand around it, made of symbols of class [`SymbolClass::Unspecified`](braid_expr::SymbolClass): what computes further looks through them
//! ([`Executor::without_nan_bits`]), so that they matter only to those who look at bits. A claim that depends on one says so.

use braid_entity::Entity;
use braid_expr::{ExprId, FloatClass, Node};
use braid_ir::FloatKind;
use braid_state::memory::Site;
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::float_terms::{format, quiet_bits};

/// Choices above each other that are looked through.
const MAX_DEPTH: u32 = 24;

impl Executor {
    /// A choice of the language's: a symbol of its own for each execution. What chooses the same of the same has `what` in common.
    pub(crate) fn unspecified(&mut self, state: &mut State, what: ExprId, bits: u32) -> ExprId {
        let top = state.stack.top();
        let place = top.path.through(Site { function: top.func.as_u32(), instruction: top.pc });
        let key = place.through(Site { function: what.as_u32(), instruction: bits }).0;
        state.memory.fresh_unspecified(&mut self.pool, key, bits)
    }

    /// One of two values, which of them is the language's choice.
    pub(crate) fn either(&mut self, state: &mut State, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            return a;
        }
        let first = self.unspecified(state, a, 1);
        self.pool.ite(first, a, b)
    }

    /// The result of an operation, in the format of terms, with the bits of the NaN that it may be.
    pub(crate) fn float_result(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        number: ExprId,
        operands: &[Value],
    ) -> ExprId {
        let operands: Vec<ExprId> = operands.iter().map(|operand| operand.term(&mut self.pool, kind.bits())).collect();
        self.result_of_bits(state, kind, number, &operands)
    }

    /// The same, where the operands are given by their bits in the format of the result.
    pub(crate) fn result_of_bits(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        number: ExprId,
        operands: &[ExprId],
    ) -> ExprId {
        let plain = self.encoded(kind, number);
        let Some(format) = format(kind) else { return plain };
        let is_nan = self.pool.float_is(format, FloatClass::Nan, number);
        if self.pool.as_u64(is_nan) == Some(0) {
            return plain;
        }
        let nan = self.nan_bits(state, kind, number, operands);
        let told = self.pool.ite(is_nan, nan, plain);
        self.float_results.insert(told, plain);
        told
    }

    /// The bits of a NaN that is made of these operands.
    fn nan_bits(&mut self, state: &mut State, kind: FloatKind, number: ExprId, operands: &[ExprId]) -> ExprId {
        let bits = kind.bits();
        let quiet = self.number_value(bits, quiet_bits(kind)).term(&mut self.pool, bits);
        let mut options = Vec::new();
        for &operand in operands {
            let is_nan = self.is_nan_term(kind, operand);
            if self.pool.as_u64(is_nan) == Some(0) {
                continue;
            }
            let made_quiet = self.pool.or(operand, quiet);
            options.extend([made_quiet, operand].map(|own| (is_nan, own)));
            options.dedup_by_key(|&mut (_, own)| own);
        }
        let mut chosen = quiet;
        if !options.is_empty() {
            let width = usize::BITS - options.len().leading_zeros();
            let choice = self.unspecified(state, number, width);
            for (at, (is_nan, own)) in (1..).zip(options) {
                let at = self.pool.bv(width, at);
                let is_chosen = self.pool.eq(choice, at);
                let takes = self.pool.and(is_chosen, is_nan);
                chosen = self.pool.ite(takes, own, chosen);
            }
        }
        let sign = self.unspecified(state, number, 1);
        let rest = self.pool.extract(chosen, 0, bits - 1);
        self.pool.concat(sign, rest)
    }

    /// Whether the bits of a number are those of a NaN.
    fn is_nan_term(&mut self, kind: FloatKind, bits: ExprId) -> ExprId {
        let number = self.float_operand(kind, Value::Term(bits));
        match format(kind) {
            Some(format) => self.pool.float_is(format, FloatClass::Nan, number),
            None => self.pool.fls(),
        }
    }

    /// The result of a function on known numbers, by its bits.
    pub(crate) fn known_result(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        bits: u128,
        operands: &[Value],
    ) -> Result<Value, crate::stop::Stop> {
        let is_nan = braid_float::order(kind, bits, bits).is_ok_and(|order| order.is_none());
        match format(kind).filter(|_| is_nan) {
            None => Ok(self.number_value(kind.bits(), bits)),
            Some(format) => {
                let number = self.pool.float_bits(format, format.nan());
                let told = self.float_result(state, kind, number, operands);
                Ok(Value::of(&self.pool, told))
            }
        }
    }

    /// The bits of a number without what tells the bits of a NaN, also in the branches of a choice.
    pub(crate) fn without_nan_bits(&mut self, term: ExprId) -> ExprId {
        self.looked_through(term, MAX_DEPTH)
    }

    fn looked_through(&mut self, term: ExprId, depth: u32) -> ExprId {
        if let Some(&plain) = self.float_results.get(&term) {
            return plain;
        }
        let Node::Ite(condition, then, other) = self.pool.node(term) else { return term };
        let has_bits = self.pool.has_class(term, braid_expr::SymbolClass::Unspecified);
        if depth == 0 || !has_bits {
            return term;
        }
        let plain = [then, other].map(|side| self.looked_through(side, depth - 1));
        if plain == [then, other] {
            return term;
        }
        let [then, other] = plain;
        let plain = self.pool.ite(condition, then, other);
        self.float_results.insert(term, plain);
        plain
    }

    /// Remembers what a number is without the bits of a NaN, where a function that only moves bits has made it of another.
    pub(crate) fn moved_bits(
        &mut self,
        from: Value,
        to: Value,
        moved: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        if let (Value::Term(before), Value::Term(after)) = (from, to) {
            let plain = self.without_nan_bits(before);
            if plain != before {
                let plain = Value::of(&self.pool, plain);
                let bits = self.pool.width(before);
                let moved = moved(self, plain).term(&mut self.pool, bits);
                self.float_results.insert(after, moved);
            }
        }
        to
    }
}
