//! Values that no input gives: what was never written, and the results of operations that have none.
//!
//! Memory names its unwritten bytes itself ([`Unknown`](braid_state::memory::Unknown)). In registers such a value comes from an
//! `undef` or from a local variable that was promoted. There it is *deferred* first, a symbol that stands for the place it comes
//! from and is only moved; the operation that uses it gives it a symbol of its own, per execution.
//!
//! What LLVM's `undef` allows, each use may see another value. Here all uses of one register see the same, and an operand that is
//! `undef` itself is another value at each execution: every value that a single use could see is explored.

use braid_entity::Entity;
use braid_expr::{ExprId, Node, Substitution, SymbolClass};
use braid_state::memory::Site;
use braid_state::{State, Value};

use crate::code::{Callee, Code, Op, Src};
use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::lower::is_deferred;
use crate::operands::Operands;
use crate::stop::{Case, Ending, Split, SplitKind, Stop, Then};

impl Executor {
    /// A decision, an address or an output must not depend on poison, nor on what was never written, if the user asks for it. Reading and copying is no
    /// fault, because compilers copy what is only partly written. Nor is a value in which what was never written stands where it
    /// is not chosen.
    pub fn refuse_uninitialized(&mut self, state: &State, term: ExprId) -> Result<(), Stop> {
        if self.pool.has_class(term, SymbolClass::Poison) {
            self.refuse_poison(state, term)?;
        }
        if !self.options.check_uninitialized || !self.depends_on(state, term, SymbolClass::Uninitialised)? {
            return Ok(());
        }
        let ending = Ending::Fault(Fault::new(FaultKind::UninitializedRead, "a value that was never written is used"));
        // Of joined states some may have written it.
        let used = self.chosen_unknown(term, SymbolClass::Uninitialised);
        let unused = self.pool.not(used);
        if !self.possible(state, unused)? {
            return Err(Stop::End(ending));
        }
        let cases =
            vec![Case { condition: unused, then: Then::Again }, Case { condition: used, then: Then::End(ending) }];
        Err(Stop::Split(Split { why: SplitKind::Check, cases }))
    }

    /// When the choices in a term lead to an unknown of a class. Terms are numbered after those they are made of.
    fn chosen_unknown(&mut self, term: ExprId, class: SymbolClass) -> ExprId {
        let mut when = rustc_hash::FxHashMap::default();
        for part in self.parts_with(term, class) {
            let condition = match self.pool.node(part) {
                Node::Symbol(_) | Node::Base(_) | Node::Forall(..) => self.pool.tru(),
                Node::Ite(cond, then, other) => {
                    let [of_cond, then, other] = [cond, then, other].map(|part| self.when_of(&when, part));
                    let chosen = self.pool.ite(cond, then, other);
                    self.pool.or(of_cond, chosen)
                }
                _ => {
                    let parts: Vec<ExprId> = self.pool.children(part).into_iter().collect();
                    let parts: Vec<ExprId> = parts.into_iter().map(|part| self.when_of(&when, part)).collect();
                    parts.into_iter().fold(self.pool.fls(), |any, part| self.pool.or(any, part))
                }
            };
            when.insert(part, condition);
        }
        self.when_of(&when, term)
    }

    /// What is known of a part; one without unknowns is not among them.
    fn when_of(&mut self, when: &rustc_hash::FxHashMap<ExprId, ExprId>, part: ExprId) -> ExprId {
        when.get(&part).copied().unwrap_or_else(|| self.pool.fls())
    }

    /// The parts of a term that have unknowns of a class, each after those it is made of.
    fn parts_with(&self, term: ExprId, class: SymbolClass) -> Vec<ExprId> {
        let mut parts = Vec::new();
        let mut open = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(part) = open.pop() {
            if self.pool.has_class(part, class) && seen.insert(part) {
                parts.push(part);
                open.extend(self.pool.children(part));
            }
        }
        parts.sort_unstable();
        parts
    }

    /// Whether a term can have two values where a state stands, by other values of unknowns of this class alone.
    pub(crate) fn depends_on(&mut self, state: &State, term: ExprId, class: SymbolClass) -> Result<bool, Stop> {
        if !self.pool.has_class(term, class) {
            return Ok(false);
        }
        let unknowns = self.unknowns_in(term, class);
        if unknowns == [term] {
            return Ok(true);
        }
        let Some(other) = self.with_others(term, &unknowns) else { return Ok(true) };
        let same = self.pool.eq(term, other);
        self.certain(state, same).map(|certain| !certain)
    }

    /// The term with other unknowns instead of these; none if that cannot be said, because nothing is replaced in a quantifier.
    pub(crate) fn with_others(&mut self, term: ExprId, unknowns: &[ExprId]) -> Option<ExprId> {
        let mut others = Substitution::new();
        for &unknown in unknowns {
            let other = self.other(unknown);
            others.replace(&self.pool, unknown, other);
        }
        others.apply(&mut self.pool, term).ok()
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

    /// Gives the values that an operation uses, and that are deferred, symbols of their own.
    pub(crate) fn name_operands(&mut self, state: &mut State, code: &Code, op: &Op) {
        match op {
            Op::Move { .. } | Op::Name { .. } | Op::Ret(_) | Op::Jump(_) | Op::Enter { .. } => {}
            // What is called moves its arguments.
            Op::Call(call) => {
                let body = matches!(call.callee, Callee::Direct(func) if self.program.has_body(func));
                let args = call.args.iter().flat_map(|argument| argument.parts.iter()).filter(|_| !body);
                let addr = if let Callee::Indirect(addr) = &call.callee { Some(addr) } else { None };
                for part in args.chain(addr) {
                    self.name_slot(state, code, *part);
                }
            }
            Op::Select { cond, a, b, .. } => {
                self.name_slot(state, code, *cond);
                if let Value::Term(_) = self.get(state, code, *cond) {
                    self.name_slot(state, code, *a);
                    self.name_slot(state, code, *b);
                }
            }
            Op::Add(alu)
            | Op::Sub(alu)
            | Op::And(alu)
            | Op::Or(alu)
            | Op::Compare(_, alu)
            | Op::CompareBranch { alu, .. } => {
                self.name_slot(state, code, alu.a);
                self.name_slot(state, code, alu.b);
            }
            other => {
                for slot in Operands::of(other, state.stack.top().pc).reads {
                    self.name_slot(state, code, Src::slot(slot));
                }
            }
        }
    }

    /// Gives the value of an operand a symbol of its own, if it is deferred; all uses of the slot see the same.
    fn name_slot(&mut self, state: &mut State, code: &Code, src: Src) {
        let (Some(slot), Value::Term(term)) = (src.as_slot(), self.get(state, code, src)) else { return };
        if self.pool.as_deferred(term).is_some() {
            let bits = self.pool.width(term);
            let named = self.named(state, code, Value::Term(term), bits);
            state.stack.registers_mut()[slot as usize] = named;
        }
    }

    /// The value, with a symbol of its own if it is deferred. What comes from the start of a lifetime has the one that is kept there.
    pub(crate) fn named(&mut self, state: &mut State, code: &Code, value: Value, bits: u32) -> Value {
        let Value::Term(mark) = value else { return value };
        if self.pool.as_deferred(mark).is_none() {
            return value;
        }
        let start = code.lives.get(&mark).map(|&slot| slot as usize);
        match start.map(|slot| state.stack.registers()[slot]) {
            Some(known) if known != value => known,
            _ => {
                let fresh = self.fresh_unknown(state, bits);
                if let Some(slot) = start {
                    state.stack.registers_mut()[slot] = fresh;
                }
                fresh
            }
        }
    }

    /// The value, with a new symbol of its own if it is deferred.
    pub(crate) fn own_symbol(&mut self, state: &mut State, value: Value, bits: u32) -> Value {
        if is_deferred(&self.pool, value) { self.fresh_unknown(state, bits) } else { value }
    }

    /// A new symbol for a value of this width that was never written.
    pub(crate) fn fresh_unknown(&mut self, state: &mut State, bits: u32) -> Value {
        let top = state.stack.top();
        let key = top.path.through(Site { function: top.func.as_u32(), instruction: top.pc }).0;
        state.memory.fresh_unknown(&mut self.pool, key, bits)
    }
}
