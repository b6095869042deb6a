//! Values that no input gives: what was never written, and the results of operations that have none.
//!
//! Memory names its unwritten bytes itself ([`Unknown`](braid_state::memory::Unknown)). In registers such a value comes from an
//! `undef` or from a local variable that was promoted. There it is *deferred* first, a symbol that stands for the place it comes
//! from and is only moved; the operation that uses it gives it a symbol of its own, per execution.
//!
//! What LLVM's `undef` allows, each use may see another value. Here all uses of one register see the same, and an operand that is
//! `undef` itself is another value at each execution: every value that a single use could see is explored.

use braid_code::{Callee, Code, Op, Operands, Src, is_deferred};
use braid_entity::Entity;
use braid_state::memory::Site;
use braid_state::{State, Value};

use crate::executor::Executor;

impl Executor {
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
            Op::Load(access) => self.name_slot(state, code, access.addr),
            Op::Store(access) => {
                self.name_slot(state, code, access.value);
                self.name_slot(state, code, access.addr);
            }
            Op::Trunc { src, .. } | Op::ZExt { src, .. } | Op::SExt { src, .. } => self.name_slot(state, code, *src),
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
