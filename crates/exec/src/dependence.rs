//! Uses of unknowns: a decision, an address, an output or whatever else a program must not make depend on a value that was never
//! written, or on poison.
//!
//! A use is the fault on the inputs on which two values of the unknowns give the term two values, and on no others: elsewhere they
//! cancel out, are masked, or are not chosen. The term's shape bounds these inputs ([`braid_expr::dependence`]). Where the bounds
//! leave a gap it is closed by examples: a model in which the term has two values gives values of the unknowns that tell all inputs on which
//! these do, until no input is left. After [`MAX_EXAMPLES`] the examples of every run ([`EXAMPLES`]) are taken, so that
//! cases do not depend on a model, and once these tell nothing, the state goes on and that it does is counted.

use braid_expr::{Dependence, ExprId, Model, Node, Substitution, SymbolClass, Table, dependence};
use braid_solver::{Reason, Verdict};
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::{Case, Ending, Split, SplitKind, Stop, Then};

/// More examples from models are not tried.
const MAX_EXAMPLES: usize = 8;
/// Values of all unknowns at once, where models do not lead to an end.
const EXAMPLES: [u64; 4] = [0, 1, u64::MAX, 2];
/// Arrays whose elements a model gives beyond this index are not made a table.
const MAX_ELEMENTS: u64 = 1 << 16;

impl Executor {
    /// A decision, an address or an output must not depend on poison, nor on what was never written, if the user asks for it. Reading and copying is no
    /// fault, because compilers copy what is only partly written.
    pub fn refuse_uninitialized(&mut self, state: &State, term: ExprId) -> Result<(), Stop> {
        if self.pool.has_class(term, SymbolClass::Poison) {
            self.refuse_poison(state, term)?;
        }
        if !self.options.check_uninitialized || !self.pool.has_class(term, SymbolClass::Uninitialised) {
            return Ok(());
        }
        let Some(used) = self.where_used(state, term, SymbolClass::Uninitialised)? else { return Ok(()) };
        let fault = Fault::new(FaultKind::UninitializedRead, "a value that was never written is used");
        self.refuse_where(state, used, vec![(used, fault)])
    }

    /// The same of a value.
    pub fn refuse_uninitialized_value(&mut self, state: &State, value: Value) -> Result<(), Stop> {
        match value {
            Value::Word(_) => Ok(()),
            Value::Term(term) => self.refuse_uninitialized(state, term),
        }
    }

    /// Ends the path with a fault in each of some cases, which together are `used`, and goes on elsewhere.
    pub(crate) fn refuse_where(
        &mut self,
        state: &State,
        used: ExprId,
        faults: Vec<(ExprId, Fault)>,
    ) -> Result<(), Stop> {
        let unused = self.pool.not(used);
        let goes_on = self.possible(state, unused)?;
        let mut cases = Vec::new();
        for (condition, fault) in faults {
            let ending = Ending::Fault(fault);
            if !self.possible(state, condition)? {
                continue;
            }
            if !goes_on && self.certain(state, condition)? {
                return Err(Stop::End(ending));
            }
            cases.push(Case { condition, then: Then::End(ending) });
        }
        if cases.is_empty() {
            return Ok(());
        }
        // The first case of a split goes on, if only to the same operation.
        if goes_on {
            cases.insert(0, Case { condition: unused, then: Then::Again });
        } else {
            cases[0].then = Then::Again;
        }
        Err(Stop::Split(Split { why: SplitKind::Check, cases }))
    }

    /// The condition under which a term depends on unknowns of a class where a state stands; none if it never does.
    pub(crate) fn where_used(
        &mut self,
        state: &State,
        term: ExprId,
        class: SymbolClass,
    ) -> Result<Option<ExprId>, Stop> {
        let Dependence { may, must } = dependence(&mut self.pool, term, class);
        let gap = self.and_not(may, must);
        let used = if self.possible(state, gap)? { self.close_gap(state, term, class, (gap, must))? } else { may };
        Ok(self.possible(state, used)?.then_some(used))
    }

    /// The condition under which a term depends on unknowns, which is `must` and some part of `gap`.
    fn close_gap(
        &mut self,
        state: &State,
        term: ExprId,
        class: SymbolClass,
        (gap, must): (ExprId, ExprId),
    ) -> Result<ExprId, Stop> {
        let unknowns = self.unknowns_in(term, class);
        let others: Vec<ExprId> = unknowns.iter().map(|&unknown| self.other(unknown)).collect();
        let Some(other) = self.replaced(term, &unknowns, &others) else { return Ok(self.undecided(state, must)) };
        let same = self.pool.eq(term, other);
        let differs = self.and_not(gap, same);
        let mut used = must;
        for _ in 0..=MAX_EXAMPLES {
            let open = self.and_not(differs, used);
            let model = match self.ask(state, open) {
                Verdict::Sat(model) => model,
                Verdict::Unsat(_) => return Ok(used),
                Verdict::Unknown(Reason::Interrupted) => return Err(Stop::Interrupted),
                Verdict::Unknown(_) => break,
            };
            let shown = [&unknowns, &others].map(|values| self.in_model(term, &unknowns, values, &model));
            let [Some(one), Some(another)] = shown else { break };
            used = self.or_where_apart(used, gap, one, another);
        }
        let fixed = self.shown_by_all(term, &unknowns, gap, must);
        if self.possible(state, fixed)? { Ok(fixed) } else { Ok(self.undecided(state, fixed)) }
    }

    /// That nobody knows where else a value depends on an unknown is counted.
    fn undecided(&mut self, state: &State, used: ExprId) -> ExprId {
        let here = self.here(state);
        self.incomplete.note("whether a value depends on memory that was never written is not decided", Some(here));
        used
    }

    /// The inputs that the examples of every run tell.
    fn shown_by_all(&mut self, term: ExprId, unknowns: &[ExprId], gap: ExprId, must: ExprId) -> ExprId {
        let mut used = must;
        let values = EXAMPLES.map(|value| self.with_all(term, unknowns, value));
        for pair in values.windows(2) {
            if let [Some(one), Some(another)] = *pair {
                used = self.or_where_apart(used, gap, one, another);
            }
        }
        used
    }

    /// `used`, or that two terms differ within the gap.
    fn or_where_apart(&mut self, used: ExprId, gap: ExprId, one: ExprId, another: ExprId) -> ExprId {
        let same = self.pool.eq(one, another);
        let apart = self.and_not(gap, same);
        self.pool.or(used, apart)
    }

    pub(crate) fn and_not(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not = self.pool.not(b);
        self.pool.and(a, not)
    }

    /// The symbols of a class, and the arrays without updates, in a term.
    pub(crate) fn unknowns_in(&self, term: ExprId, class: SymbolClass) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut open = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(term) = open.pop() {
            if !self.pool.has_class(term, class) || !seen.insert(term) {
                continue;
            }
            match self.pool.node(term) {
                Node::Symbol(_) | Node::Base(_) => found.push(term),
                _ => open.extend(self.pool.children(term)),
            }
        }
        found.sort_unstable();
        found
    }

    /// Another unknown beside one: what the same value could be as well.
    fn other(&mut self, unknown: ExprId) -> ExprId {
        match self.pool.node(unknown) {
            Node::Symbol(symbol) => {
                let name = format!("other.{}", self.pool.symbol_name(symbol));
                let data = *self.pool.symbol_data(symbol);
                self.pool.symbol(&name, data.width, data.class)
            }
            Node::Base(array) => {
                let other = self.pool.other_uninitialised(array);
                self.pool.base(other).node()
            }
            _ => unknown,
        }
    }

    /// That a term has the same value with another value of one of its unknowns; false if that cannot be said.
    pub(crate) fn same_with_other(&mut self, term: ExprId, unknown: ExprId) -> ExprId {
        let other = self.other(unknown);
        match self.replaced(term, &[unknown], &[other]) {
            Some(changed) => self.pool.eq(term, changed),
            None => self.pool.fls(),
        }
    }

    /// A term with other terms instead of its unknowns; none if that cannot be said, because nothing is replaced in a quantifier.
    pub(crate) fn replaced(&mut self, term: ExprId, unknowns: &[ExprId], instead: &[ExprId]) -> Option<ExprId> {
        let mut replacement = Substitution::new();
        for (&unknown, &instead) in unknowns.iter().zip(instead) {
            replacement.replace(&self.pool, unknown, instead);
        }
        replacement.apply(&mut self.pool, term).ok()
    }

    /// A term with the values that a model gives to `values` instead of its unknowns.
    fn in_model(&mut self, term: ExprId, unknowns: &[ExprId], values: &[ExprId], model: &Model) -> Option<ExprId> {
        let known: Option<Vec<ExprId>> = values.iter().map(|&value| self.known_in(value, model)).collect();
        self.replaced(term, unknowns, &known?)
    }

    fn known_in(&mut self, unknown: ExprId, model: &Model) -> Option<ExprId> {
        match self.pool.node(unknown) {
            Node::Symbol(symbol) => {
                let value = model.value(symbol, self.pool.width(unknown));
                Some(self.pool.bv_value(&value))
            }
            Node::Base(array) => {
                let count = model.cells(array).map(|(index, _)| index + 1).max().unwrap_or(0);
                let elements = (0..count.min(MAX_ELEMENTS)).map(|index| model.cell(array, index));
                let table = Table::new(8, elements, model.default_of(array));
                (count <= MAX_ELEMENTS).then(|| self.table(unknown, table))
            }
            _ => None,
        }
    }

    /// A term with one value for all unknowns.
    fn with_all(&mut self, term: ExprId, unknowns: &[ExprId], value: u64) -> Option<ExprId> {
        let known = |this: &mut Self, unknown: ExprId| match this.pool.node(unknown) {
            Node::Base(_) => this.table(unknown, Table::new(8, [], value & 0xff)),
            _ => {
                let width = this.pool.width(unknown);
                let limbs = if value == u64::MAX { vec![value; width.div_ceil(64) as usize] } else { vec![value] };
                this.pool.bv_wide(width, &limbs)
            }
        };
        let known: Vec<ExprId> = unknowns.iter().map(|&unknown| known(self, unknown)).collect();
        self.replaced(term, unknowns, &known)
    }

    /// A constant array of the form of another.
    fn table(&mut self, like: ExprId, table: Table) -> ExprId {
        let Node::Base(array) = self.pool.node(like) else { return like };
        let data = self.pool.array_data(array);
        let (index, element) = (data.index_width, data.element_width);
        let known = self.pool.constant_array("example", table, index, element);
        self.pool.base(known).node()
    }
}
