//! Poison: the result of an operation that has none, where nobody may be using it.
//!
//! An optimiser computes before it knows that it may: `s < 32 && x >> s == 1` becomes a shift and a select. So where the result of an
//! operation that can go wrong reaches a select, a freeze or a phi through operations without effects, which lowering finds out
//! (`lower/chosen.rs`), the operation is no fault: its value is `ite(bad, mark, result)`. The mark is a symbol that remembers what
//! went wrong and where. A branch, a switch, an address, a callee, a divisor, an assumption, an output or an exit code that
//! depends on it is the fault. Storing it is no use; loading gives it back.

use braid_entity::Entity;
use braid_expr::{ExprId, Node, SymbolClass};
use braid_state::{State, Value};

use crate::algebra::{self, Truth};
use crate::executor::Executor;
use crate::fault::Fault;
use crate::stop::Stop;

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
        let Some(used) = self.where_used(state, term, SymbolClass::Poison)? else { return Ok(()) };
        let marks = self.unknowns_in(term, SymbolClass::Poison);
        let mut poisons: Vec<Poison> = marks.iter().filter_map(|&mark| self.remembered(mark)).collect();
        let Some(last) = poisons.pop() else { return Ok(()) };
        let mut faults = Vec::new();
        let mut rest = used;
        for Poison { fault, bad } in poisons {
            faults.push((self.pool.and(rest, bad), fault));
            let good = self.pool.not(bad);
            rest = self.pool.and(rest, good);
        }
        faults.push((rest, last.fault));
        self.refuse_where(state, used, faults)
    }

    /// What a mark remembers.
    fn remembered(&self, mark: ExprId) -> Option<Poison> {
        match self.pool.node(mark) {
            Node::Symbol(symbol) => self.poisons.get(&symbol).cloned(),
            _ => None,
        }
    }
}
