//! Which NaN an operation gives, and other results that the language leaves open.
//!
//! LLVM gives a NaN any sign; its quiet bit and payload are those of the preferred NaN (quiet, nothing else), or of an operand that is one,
//! made quiet or as it is. Which it is, each execution chooses anew where an operand is symbolic: compilers and machines differ. Inside there is one NaN. The bits
//! stand around it, made of symbols of class [`SymbolClass::Unspecified`](braid_expr::SymbolClass): what computes further looks through them
//! ([`Executor::without_nan_bits`]), so that they matter only to those who look at bits. A claim that depends on one says so.
//!
//! Where all operands are known, the choice is that of x86: the first operand that is a NaN, made quiet, else the default NaN, whose sign is set. Otherwise a
//! program without input would become symbolic by its first NaN. Joined and forked runs agree, because this is decided for each source of a
//! join ([`Executor::known_where`]): of `c ? 0.0 : x`, the first has x86's bits and the second has open ones, as if each had been alone.

use braid_entity::Entity;
use braid_expr::{ExprId, FloatClass, Node};
use braid_ir::FloatKind;
use braid_state::memory::Site;
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::float_terms::{format, quiet_bits};

/// An operand of a result that may be a NaN.
#[derive(Clone, Copy)]
pub(crate) struct Operand {
    /// In the format of the result.
    pub(crate) bits: ExprId,
    pub(crate) is_nan: ExprId,
}

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

    /// The first of two values where the operands that they were made of are known, and otherwise either: which is the language's choice.
    pub(crate) fn either(&mut self, state: &mut State, [a, b]: [ExprId; 2], operands: &[ExprId]) -> ExprId {
        let known = self.all_known_where(operands);
        if a == b || self.pool.as_u64(known) == Some(1) {
            return a;
        }
        let (unknown, second) = (self.pool.not(known), self.unspecified(state, a, 1));
        let second = self.pool.and(unknown, second);
        self.pool.ite(second, b, a)
    }

    /// The result of an operation, in the format of terms, with the bits of the NaN that it may be.
    pub(crate) fn float_result(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        number: ExprId,
        operands: &[Value],
    ) -> ExprId {
        let mut all = Vec::with_capacity(operands.len());
        for operand in operands {
            let bits = operand.term(&mut self.pool, kind.bits());
            let is_nan = self.is_nan_term(kind, bits);
            all.push(Operand { bits, is_nan });
        }
        let known: Vec<ExprId> = all.iter().map(|operand| operand.bits).collect();
        let known = self.all_known_where(&known);
        self.result_of_bits(state, kind, number, &all, known)
    }

    /// The same, where the operands are given by their bits in the format of the result, and where they are known.
    pub(crate) fn result_of_bits(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        number: ExprId,
        operands: &[Operand],
        known: ExprId,
    ) -> ExprId {
        let plain = self.encoded(kind, number);
        let Some(format) = format(kind) else { return plain };
        let is_nan = self.pool.float_is(format, FloatClass::Nan, number);
        if self.pool.as_u64(is_nan) == Some(0) {
            return plain;
        }
        let nan = match self.pool.as_u64(known) {
            Some(1) => self.machine_nan(kind, operands),
            Some(_) => self.open_nan(state, kind, number, operands),
            None => {
                let (fixed, open) = (self.machine_nan(kind, operands), self.open_nan(state, kind, number, operands));
                self.pool.ite(known, fixed, open)
            }
        };
        let told = self.pool.ite(is_nan, nan, plain);
        if told != plain && !self.pool.is_const(told) {
            self.float_results.insert(told, plain);
            self.float_known.insert(told, known);
        }
        told
    }

    /// The bits of a NaN that x86 makes of these operands.
    fn machine_nan(&mut self, kind: FloatKind, operands: &[Operand]) -> ExprId {
        let bits = kind.bits();
        let quiet = self.number_value(bits, quiet_bits(kind)).term(&mut self.pool, bits);
        let default = self.number_value(bits, quiet_bits(kind) | 1 << (bits - 1)).term(&mut self.pool, bits);
        operands.iter().rev().fold(default, |otherwise, operand| {
            let made_quiet = self.pool.or(operand.bits, quiet);
            self.pool.ite(operand.is_nan, made_quiet, otherwise)
        })
    }

    /// The bits of a NaN that is made of these operands, one of those that LLVM allows.
    fn open_nan(&mut self, state: &mut State, kind: FloatKind, number: ExprId, operands: &[Operand]) -> ExprId {
        let bits = kind.bits();
        let quiet = self.number_value(bits, quiet_bits(kind)).term(&mut self.pool, bits);
        let mut options = Vec::new();
        for &Operand { bits: own, is_nan } in operands {
            if self.pool.as_u64(is_nan) == Some(0) {
                continue;
            }
            let (made_quiet, is_still_one) = (self.pool.or(own, quiet), self.is_nan_term(kind, own));
            options.push((is_nan, made_quiet));
            if made_quiet != own && self.pool.as_u64(is_still_one) != Some(0) {
                options.push((is_still_one, own));
            }
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

    /// Where all of some terms are known.
    pub(crate) fn all_known_where(&mut self, terms: &[ExprId]) -> ExprId {
        let known: Vec<ExprId> = terms.iter().map(|&term| self.known_where(term)).collect();
        self.pool.all(known)
    }

    /// Where a term is known, as a condition: a choice is where its branch is, and what is made of known parts is. A single bit counts as a choice
    /// of 0 and 1, because a choice of these two is written so.
    pub(crate) fn known_where(&mut self, term: ExprId) -> ExprId {
        let mut open = vec![term];
        while let Some(&top) = open.last() {
            let before = open.len();
            let known = match self.pool.node(top) {
                _ if self.float_known.contains_key(&top) => {
                    open.pop();
                    continue;
                }
                Node::Const => self.pool.tru(),
                _ if self.pool.width(top) == 1 => self.pool.tru(),
                Node::Symbol(_) | Node::Bound | Node::Base(_) | Node::Read(..) | Node::Store(..) => self.pool.fls(),
                Node::Ite(condition, then, other) => {
                    let [then, other] = [then, other].map(|side| self.known_part(&mut open, side));
                    self.pool.ite(condition, then, other)
                }
                _ => {
                    let children = self.pool.children(top);
                    let parts: Vec<ExprId> =
                        children.into_iter().map(|part| self.known_part(&mut open, part)).collect();
                    self.pool.all(parts)
                }
            };
            if open.len() == before {
                self.float_known.insert(top, known);
            }
        }
        self.float_known.get(&term).copied().unwrap_or_else(|| self.pool.fls())
    }

    /// Where a part of a term is known; one that was not looked at is looked at next.
    fn known_part(&mut self, open: &mut Vec<ExprId>, part: ExprId) -> ExprId {
        match self.float_known.get(&part) {
            Some(&known) => known,
            None => {
                open.push(part);
                self.pool.fls()
            }
        }
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
