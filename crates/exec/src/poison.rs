//! Poison: the result of an operation that has none, where nobody may be using it.
//!
//! An optimiser computes before it knows that it may: `s < 32 && x >> s == 1` becomes a shift and a select. So where the result of an
//! operation that can go wrong reaches a select, a freeze or a phi through operations without effects, which lowering finds out
//! (`lower/chosen.rs`), the operation is no fault: its value is `ite(bad, mark, result)`. The mark is a symbol that remembers what
//! went wrong and where. A branch, a switch, an address, a callee, a divisor, an assumption, an output or an exit code that
//! depends on it is the fault. Storing it is no use; loading gives it back.

use braid_entity::Entity;
use braid_expr::{ExprId, Node, Substitution, SymbolClass, SymbolId};
use braid_state::{State, Value};

use crate::algebra::{self, Truth};
use crate::executor::Executor;
use crate::fault::Fault;
use crate::stop::{Case, Ending, Split, SplitKind, Stop, Then};

/// What a mark remembers.
#[derive(Clone, Debug)]
pub(crate) struct Poison {
    /// What is wrong, blamed on the operation.
    fault: Fault,
    /// When, a term of width 1.
    bad: ExprId,
}

impl Executor {
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
        let name = format!("poison.{}.{}.{}.{bits}", top.func.as_u32(), top.pc, bad.as_u32());
        let mark = self.pool.symbol(&name, bits, SymbolClass::Poison);
        if let Node::Symbol(symbol) = self.pool.node(mark) {
            let blame = Some((top.func, top.pc));
            self.poisons.entry(symbol).or_insert(Poison { fault: Fault { blame, ..fault }, bad });
        }
        let value = value.term(&mut self.pool, bits);
        let chosen = self.pool.ite(bad, mark, value);
        Ok(Value::of(&self.pool, chosen))
    }

    /// What depends on poison is the fault of the operation that made it.
    pub(crate) fn refuse_poison(&mut self, state: &State, term: ExprId) -> Result<(), Stop> {
        if !self.depends_on(state, term, SymbolClass::Poison)? {
            return Ok(());
        }
        let marks = self.unknowns_in(term, SymbolClass::Poison);
        let Some((poison, bad)) = self.first_possible(state, &marks)? else { return Ok(()) };
        let ending = Ending::Fault(poison.fault);
        let total = self.is_total(state, term, &marks, bad)?;
        let good = self.pool.not(bad);
        if total && !self.possible(state, good)? {
            return Err(Stop::End(ending));
        }
        let mut cases = vec![Case { condition: good, then: Then::Again }];
        if total {
            cases.push(Case { condition: bad, then: Then::End(ending) });
        } else {
            let other = self.with_others(term, &marks).unwrap_or(term);
            let same = self.pool.eq(term, other);
            let differs = self.pool.not(same);
            let (unused, used) = (self.pool.and(bad, same), self.pool.and(bad, differs));
            cases.push(Case { condition: unused, then: Then::Again });
            cases.push(Case { condition: used, then: Then::End(ending) });
        }
        Err(Stop::Split(Split { why: SplitKind::Check, cases }))
    }

    /// What the first of some marks remembers that can be chosen where a state stands, and when one of them can.
    fn first_possible(&mut self, state: &State, marks: &[ExprId]) -> Result<Option<(Poison, ExprId)>, Stop> {
        let mut first = None;
        let mut bad = self.pool.fls();
        for &mark in marks {
            let Some(poison) = self.mark_symbol(mark).and_then(|symbol| self.poisons.get(&symbol)).cloned() else {
                continue;
            };
            if self.possible(state, poison.bad)? {
                bad = self.pool.or(bad, poison.bad);
                first = first.or(Some(poison));
            }
        }
        Ok(first.map(|poison| (poison, bad)))
    }

    /// Whether the term depends on the marks wherever `bad` holds: it shows for some of a few values.
    fn is_total(&mut self, state: &State, term: ExprId, marks: &[ExprId], bad: ExprId) -> Result<bool, Stop> {
        let mut same = bad;
        let zeros = self.with_all(term, marks, 0);
        for value in [1, u64::MAX, 2] {
            let (Some(zeros), Some(other)) = (zeros, self.with_all(term, marks, value)) else { return Ok(false) };
            let equal = self.pool.eq(zeros, other);
            same = self.pool.and(same, equal);
        }
        self.possible(state, same).map(|possible| !possible)
    }

    /// The term with a value for all marks.
    fn with_all(&mut self, term: ExprId, marks: &[ExprId], value: u64) -> Option<ExprId> {
        let mut values = Substitution::new();
        for &mark in marks {
            let width = self.pool.width(mark);
            let value = self.pool.bv_wide(width, &[value]);
            values.replace(&self.pool, mark, value);
        }
        values.apply(&mut self.pool, term).ok()
    }

    fn mark_symbol(&self, term: ExprId) -> Option<SymbolId> {
        if let Node::Symbol(symbol) = self.pool.node(term) { Some(symbol) } else { None }
    }
}
