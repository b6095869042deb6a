//! One operation on any values.
//!
//! The dispatch follows [`Op`]; what an operation means is in the [`algebra`](braid_state::algebra) and in the files named
//! after what it touches.

use braid_code::{Access, Alu, Cases, Code, Lanes, Op, Pc, Repack, Scalar, Slot, Src};
use braid_ir::inst::{BinaryOp, IntPredicate, RmwOp};
use braid_state::algebra::{self, Truth};
use braid_state::memory::OriginKind;
use braid_state::{Gain, State, Value, word};

use crate::access::Intent;
use crate::decide::Sides;
use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::intrinsic;
use crate::stop::{Case, Split, SplitKind, Stop, Then};

impl Executor {
    /// The value of an operand.
    #[inline]
    pub(crate) fn get(&self, state: &State, code: &Code, src: Src) -> Value {
        src.get(state.stack.registers(), &code.constants)
    }

    #[inline]
    fn set(&self, state: &mut State, dst: Slot, value: Value) {
        state.stack.registers_mut()[dst as usize] = value;
    }

    /// Carries out the operation a state is at and goes on to the next.
    pub(crate) fn step(&mut self, state: &mut State, code: &Code) -> Result<(), Stop> {
        let pc = state.stack.top().pc;
        self.name_operands(state, code, &code.ops[pc as usize]);
        match &code.ops[pc as usize] {
            Op::Jump(target) => {
                self.goto(state, *target);
                return Ok(());
            }
            Op::Branch { cond, then, otherwise } => {
                let cond = self.get(state, code, *cond);
                return self.branch(state, cond, *then, *otherwise);
            }
            Op::CompareBranch { pred, alu, then, otherwise } => {
                let (a, b) = (self.get(state, code, alu.a), self.get(state, code, alu.b));
                let cond = algebra::compare(&mut self.pool, *pred, alu.bits, a, b);
                self.set(state, alu.dst, cond);
                return self.branch(state, cond, *then, *otherwise);
            }
            Op::Switch(cases) => return self.switch(state, code, cases),
            Op::IndirectJump { addr, targets } => return self.indirect_jump(state, code, *addr, targets),
            Op::Call(call) => return self.call(state, code, call),
            Op::Ret(parts) => {
                let values: smallvec::SmallVec<[Value; 4]> =
                    parts.iter().map(|&part| self.get(state, code, part)).collect();
                return self.ret(state, &values);
            }
            Op::Unreachable => {
                return Err(Stop::fault(FaultKind::Unreachable, "the end of a path that was promised not to be taken"));
            }
            Op::Unsupported(what) => return Err(Stop::unsupported(what.as_ref())),
            Op::Resume(exception) => {
                let exception = self.get(state, code, *exception);
                return self.resume(state, exception);
            }
            // Its results were put in place when the exception came here.
            Op::LandingPad(_) => {}
            op => self.straight(state, code, op)?,
        }
        state.stack.top_mut().pc = pc + 1;
        Ok(())
    }

    /// An operation after which the next one follows.
    fn straight(&mut self, state: &mut State, code: &Code, op: &Op) -> Result<(), Stop> {
        let get = |this: &Self, src: Src| this.get(state, code, src);
        match op {
            Op::Move { dst, src } => {
                let value = get(self, *src);
                self.set(state, *dst, value);
            }
            Op::Add(alu) => self.arithmetic(state, code, BinaryOp::Add, alu),
            Op::Sub(alu) => self.arithmetic(state, code, BinaryOp::Sub, alu),
            Op::Mul(alu) => self.arithmetic(state, code, BinaryOp::Mul, alu),
            Op::And(alu) => self.arithmetic(state, code, BinaryOp::And, alu),
            Op::Or(alu) => self.arithmetic(state, code, BinaryOp::Or, alu),
            Op::Xor(alu) => self.arithmetic(state, code, BinaryOp::Xor, alu),
            Op::Shl(alu) => self.shift(state, code, BinaryOp::Shl, alu)?,
            Op::LShr(alu) => self.shift(state, code, BinaryOp::LShr, alu)?,
            Op::AShr(alu) => self.shift(state, code, BinaryOp::AShr, alu)?,
            Op::Divide(op, alu) => self.divide(state, code, *op, alu)?,
            Op::CheckPromise { promise, alu } => {
                let (kept, fault) = self.kept_promise(state, code, *promise, alu);
                self.require(state, kept, || fault)?;
            }
            Op::MarkPromise { promise, alu, bits } => {
                let (kept, fault) = self.kept_promise(state, code, *promise, alu);
                let value = state.stack.registers()[alu.dst as usize];
                let value = self.poisoned(state, value, *bits, kept, fault)?;
                self.set(state, alu.dst, value);
            }
            Op::Compare(pred, alu) => {
                let (a, b) = (get(self, alu.a), get(self, alu.b));
                let value = algebra::compare(&mut self.pool, *pred, alu.bits, a, b);
                self.set(state, alu.dst, value);
            }
            Op::Trunc { dst, src, from, bits } => {
                let value = get(self, *src);
                let value = algebra::trunc(&mut self.pool, *from, *bits, value);
                self.set(state, *dst, value);
            }
            Op::ZExt { dst, src, from, bits } => {
                let value = get(self, *src);
                let value = algebra::zext(&mut self.pool, *from, *bits, value);
                self.set(state, *dst, value);
            }
            Op::SExt { dst, src, from, bits } => {
                let value = get(self, *src);
                let value = algebra::sext(&mut self.pool, *from, *bits, value);
                self.set(state, *dst, value);
            }
            Op::Select { dst, cond, a, b, bits } => {
                let (cond, a, b) = (get(self, *cond), get(self, *a), get(self, *b));
                let value = algebra::select(&mut self.pool, *bits, cond, a, b);
                self.set(state, *dst, value);
            }
            Op::Float { op, dst, a, b } => {
                let (a, b) = (get(self, *a), get(self, *b));
                let value = self.float_in_range(state, op, a, b)?;
                self.set(state, *dst, value);
            }
            Op::CheckFloat { op, a, b } => {
                let (a, b) = (get(self, *a), get(self, *b));
                self.check_float(state, op, a, b)?;
            }
            Op::Repack(repack) => self.repack(state, code, repack),
            Op::PickLane { dst, index, bits, lanes } => {
                let value = self.pick_lane(state, code, *index, *bits, lanes)?;
                self.set(state, *dst, value);
            }
            Op::PutLane { dst, index, bits, value, lanes } => {
                let new = get(self, *value);
                self.put_lane(state, code, (*dst, *index, *bits), new, lanes)?;
            }
            Op::Name { dst, src, bits, frozen, .. } => {
                let value = get(self, *src);
                let value = self.named(state, code, value, *bits);
                let value = if *frozen { self.frozen(state, value) } else { value };
                self.set(state, *dst, value);
            }
            Op::Load(access) => self.load_op(state, code, access)?,
            Op::Store(access) => self.store_op(state, code, access)?,
            Op::Alloca { dst, count, bits, size, align_log2, dynamic, scoped } => {
                let count = get(self, *count);
                let count = algebra::resize(&mut self.pool, *bits, 64, count);
                let base = self.alloca(state, count, *size, 1 << align_log2, *dynamic)?;
                if *scoped {
                    state.memory.leave_scope(base);
                }
                self.set(state, *dst, Value::Word(base));
            }
            Op::Rmw { op, scalar, dst, addr, value } => {
                let (addr, value) = (get(self, *addr), get(self, *value));
                let old = self.read_modify_write(state, *op, **scalar, addr, value)?;
                self.set(state, *dst, old);
            }
            Op::CmpXchg { dst, addr, values, bits } => {
                let (addr, expected, new) = (get(self, *addr), get(self, values[0]), get(self, values[1]));
                let old = self.load(state, addr, *bits)?;
                let same = algebra::compare(&mut self.pool, IntPredicate::Eq, *bits, old, expected);
                let kept = algebra::select(&mut self.pool, *bits, same, new, old);
                self.store(state, addr, *bits, kept)?;
                self.set(state, *dst, old);
                self.set(state, dst + 1, same);
            }
            Op::Intrinsic(call) => {
                let args: smallvec::SmallVec<[Value; 6]> = call.args.iter().map(|&(src, _)| get(self, src)).collect();
                let values = intrinsic::row_of(call.intrinsic).run(self, state, call, &args)?;
                for (&slot, value) in call.dst.iter().zip(values) {
                    self.set(state, slot, value);
                }
            }
            Op::VaArg { dst, list, scalar } => {
                let list = get(self, *list);
                let value = self.va_arg(state, list, **scalar)?;
                self.set(state, *dst, value);
            }
            other => unreachable!("{other:?} does not fall through"),
        }
        Ok(())
    }

    /// Goes on elsewhere in the function.
    fn goto(&mut self, state: &mut State, target: Pc) {
        self.leave_block(state);
        state.stack.top_mut().pc = target;
    }

    fn branch(&mut self, state: &mut State, cond: Value, then: Pc, otherwise: Pc) -> Result<(), Stop> {
        let condition = match algebra::truth(cond) {
            Truth::Known(holds) => {
                self.goto(state, if holds { then } else { otherwise });
                return Ok(());
            }
            Truth::Open(condition) => condition,
        };
        match self.sides(state, condition)? {
            Sides::Always => {
                state.decided(condition, 0);
                self.goto(state, then);
            }
            Sides::Never => {
                let negated = self.pool.not(condition);
                state.decided(negated, 1);
                self.goto(state, otherwise);
            }
            Sides::Kept(holds) => {
                let kept = if holds { condition } else { self.pool.not(condition) };
                state.assume_case(kept, Gain::GivenUp, u32::from(!holds));
                self.goto(state, if holds { then } else { otherwise });
            }
            Sides::Both => {
                let negated = self.pool.not(condition);
                let cases = vec![
                    Case { condition, then: Then::Goto(then) },
                    Case { condition: negated, then: Then::Goto(otherwise) },
                ];
                return Err(Stop::Split(Split { why: SplitKind::Branch, cases }));
            }
        }
        Ok(())
    }

    fn switch(&mut self, state: &mut State, code: &Code, cases: &Cases) -> Result<(), Stop> {
        let term = match self.get(state, code, cases.value) {
            Value::Word(value) => {
                self.goto(state, cases.target(value));
                return Ok(());
            }
            Value::Term(term) => term,
        };
        self.refuse_uninitialized(state, term)?;
        let conditions = self.switch_conditions(term, cases);
        let cases = conditions.into_iter().map(|(condition, target)| Case { condition, then: Then::Goto(target) });
        self.take_case(state, cases.collect())
    }

    /// Jumps as the only possible case says, or splits.
    fn take_case(&mut self, state: &mut State, cases: Vec<Case>) -> Result<(), Stop> {
        match self.possible_cases(state, SplitKind::Branch, cases)?.take_or_split(state)? {
            Then::Goto(target) => self.goto(state, target),
            Then::End(ending) => return Err(Stop::End(ending)),
            Then::Again => {}
        }
        Ok(())
    }

    /// The condition of each target of a switch, the default last.
    fn switch_conditions(&mut self, term: braid_expr::ExprId, cases: &Cases) -> Vec<(braid_expr::ExprId, Pc)> {
        let mut conditions: Vec<(braid_expr::ExprId, Pc)> = Vec::new();
        let mut at: rustc_hash::FxHashMap<Pc, usize> = rustc_hash::FxHashMap::default();
        let pool = &mut self.pool;
        for &(low, high, target) in &cases.ranges {
            let (low_term, high_term) = (pool.bv(cases.bits, low), pool.bv(cases.bits, high));
            let inside = if low == high {
                pool.eq(term, low_term)
            } else {
                let (above, below) = (pool.ule(low_term, term), pool.ule(term, high_term));
                pool.and(above, below)
            };
            match at.get(&target) {
                Some(&index) => conditions[index].0 = pool.or(conditions[index].0, inside),
                None => {
                    at.insert(target, conditions.len());
                    conditions.push((inside, target));
                }
            }
        }
        let any = pool.any(conditions.iter().map(|&(condition, _)| condition).collect::<Vec<_>>());
        let none = pool.not(any);
        conditions.push((none, cases.default));
        conditions
    }

    fn indirect_jump(
        &mut self,
        state: &mut State,
        code: &Code,
        addr: Src,
        targets: &[(braid_ir::BlockId, Pc)],
    ) -> Result<(), Stop> {
        let func = code.func;
        let place = |this: &mut Self, address: u64| {
            let (_, block) = this.program.block_at(address).filter(|&(of, _)| of == func)?;
            targets.iter().find(|&&(known, _)| known == block).map(|&(_, pc)| pc)
        };
        let nowhere = || Stop::fault(FaultKind::BadCall, "a jump to an address that is no label of the function");
        match self.get(state, code, addr) {
            Value::Word(address) => {
                let target = place(self, address).ok_or_else(nowhere)?;
                self.goto(state, target);
                Ok(())
            }
            Value::Term(term) => {
                self.refuse_uninitialized(state, term)?;
                let mut cases = Vec::new();
                let mut known = Vec::new();
                for &(block, pc) in targets {
                    let address = self.program.address_of_block(func, block);
                    let constant = self.pool.bv(self.program.addresses.bits(), address);
                    let condition = self.pool.eq(term, constant);
                    known.push(condition);
                    cases.push(Case { condition, then: Then::Goto(pc) });
                }
                let any = self.pool.any(known);
                let any = Value::of(&self.pool, any);
                self.require(state, any, || Fault::new(FaultKind::BadCall, "a jump to an address that is no label"))?;
                self.take_case(state, cases)
            }
        }
    }

    fn arithmetic(&mut self, state: &mut State, code: &Code, op: BinaryOp, alu: &Alu) {
        let (a, b) = (self.get(state, code, alu.a), self.get(state, code, alu.b));
        let value = algebra::binary(&mut self.pool, op, alu.bits, a, b);
        self.set(state, alu.dst, value);
    }

    fn shift(&mut self, state: &mut State, code: &Code, op: BinaryOp, alu: &Alu) -> Result<(), Stop> {
        let amount = self.get(state, code, alu.b);
        let width = if alu.bits <= 64 {
            Value::Word(u64::from(alu.bits))
        } else {
            let width = self.pool.bv(alu.bits, u64::from(alu.bits));
            Value::Term(width)
        };
        // A width that the amount's type cannot express cannot be exceeded.
        if alu.bits > 6 || u64::from(alu.bits) <= word::mask(alu.bits) {
            let fits = algebra::compare(&mut self.pool, IntPredicate::Ult, alu.bits, amount, width);
            let message = || format!("shift of a value of {} bits by {} or more", alu.bits, alu.bits);
            if code.chosen.contains(&state.stack.top().pc) {
                let (a, b) = (self.get(state, code, alu.a), amount);
                let fault = Fault::new(FaultKind::OverShift, message());
                // A word is shifted by less than its width.
                let known_bad = fits == Value::Word(0);
                let value = if known_bad { a } else { algebra::binary(&mut self.pool, op, alu.bits, a, b) };
                let value = self.poisoned(state, value, alu.bits, fits, fault)?;
                self.set(state, alu.dst, value);
                return Ok(());
            }
            self.require(state, fits, || Fault::new(FaultKind::OverShift, message()))?;
        }
        self.arithmetic(state, code, op, alu);
        Ok(())
    }

    fn divide(&mut self, state: &mut State, code: &Code, op: BinaryOp, alu: &Alu) -> Result<(), Stop> {
        let (a, b) = (self.get(state, code, alu.a), self.get(state, code, alu.b));
        if let Value::Term(divisor) = b {
            self.refuse_uninitialized(state, divisor)?;
        }
        let zero = braid_code::zero(&mut self.pool, Scalar::Int(alu.bits));
        let nonzero = algebra::compare(&mut self.pool, IntPredicate::Ne, alu.bits, b, zero);
        self.require(state, nonzero, || Fault::new(FaultKind::DivByZero, "the divisor is zero"))?;
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let (x, y) = (a.term(&mut self.pool, alu.bits), b.term(&mut self.pool, alu.bits));
            let overflows = self.pool.sdiv_overflows(x, y);
            let fits = self.pool.not(overflows);
            let fits = Value::of(&self.pool, fits);
            self.require(state, fits, || Fault::new(FaultKind::Overflow, "the smallest number is divided by -1"))?;
        }
        self.arithmetic(state, code, op, alu);
        Ok(())
    }

    fn address(&mut self, state: &State, code: &Code, access: &Access) -> Value {
        let addr = self.get(state, code, access.addr);
        self.address_plus(addr, access.offset.into())
    }

    fn load_op(&mut self, state: &mut State, code: &Code, access: &Access) -> Result<(), Stop> {
        let addr = self.address(state, code, access);
        let value = match self.load_stored(state, addr, access.bits) {
            Some(value) => value,
            None => match self.load_moved(state, code, addr, access.bits)? {
                Some(value) => value,
                None => self.load(state, addr, access.bits)?,
            },
        };
        let dst = access.value.as_slot().expect("a load goes to a slot");
        self.set(state, dst, value);
        Ok(())
    }

    fn store_op(&mut self, state: &mut State, code: &Code, access: &Access) -> Result<(), Stop> {
        let addr = self.address(state, code, access);
        let value = self.get(state, code, access.value);
        self.store(state, addr, access.bits, value)
    }

    /// Makes a local variable. What is not `dynamic` was counted with its frame.
    fn alloca(&mut self, state: &mut State, count: Value, size: u64, align: u64, dynamic: bool) -> Result<u64, Stop> {
        let (extent, used) = if dynamic {
            self.dynamic_extent(state, count, size)?
        } else {
            (self.local_extent(state, count, size)?, self.take_stack(state, Value::Word(0))?)
        };
        let site = self.site(state);
        let base = self.allocate(state, extent, align, OriginKind::Stack, site)?;
        let top = state.stack.top_mut();
        top.used = used;
        top.locals.push(base);
        Ok(base)
    }

    fn read_modify_write(
        &mut self,
        state: &mut State,
        op: RmwOp,
        scalar: Scalar,
        addr: Value,
        value: Value,
    ) -> Result<Value, Stop> {
        let bits = scalar.bits();
        self.locate(state, addr, Value::Word(u64::from(scalar.bytes())), Intent::Write)?;
        let old = self.load(state, addr, bits)?;
        let new = self.combine(state, op, scalar, old, value)?;
        self.store(state, addr, bits, new)?;
        Ok(old)
    }

    fn repack(&mut self, state: &mut State, code: &Code, repack: &Repack) {
        let mut whole: Option<(Value, u32)> = None;
        for &(src, bits) in &repack.from {
            let piece = self.get(state, code, src);
            whole = Some(match whole {
                None => (piece, bits),
                Some((low, width)) => (algebra::concat(&mut self.pool, (piece, bits), (low, width)), bits + width),
            });
        }
        let Some((whole, width)) = whole else { return };
        let mut low = 0;
        for (slot, &bits) in (repack.dst..).zip(&repack.to) {
            let piece = algebra::extract(&mut self.pool, width, low, bits, whole);
            self.set(state, slot, piece);
            low += bits;
        }
    }

    /// Lanes as choices by the index; an index that is too large gives the last one.
    fn pick_lane(&mut self, state: &State, code: &Code, index: Src, bits: u32, lanes: &Lanes) -> Result<Value, Stop> {
        let index = self.get(state, code, index);
        let mut value = self.get(state, code, *lanes.parts.last().expect("a vector has lanes"));
        for (at, &part) in lanes.parts.iter().enumerate().rev().skip(1) {
            let here = algebra::compare(&mut self.pool, IntPredicate::Eq, bits, index, Value::Word(at as u64));
            let lane = self.get(state, code, part);
            value = algebra::select(&mut self.pool, lanes.bits, here, lane, value);
        }
        let (inside, fault) = self.within_vector(index, bits, lanes);
        self.poisoned(state, value, lanes.bits, inside, fault)
    }

    /// Whether an index is that of a lane, and what is wrong where it is not.
    fn within_vector(&mut self, index: Value, bits: u32, lanes: &Lanes) -> (Value, Fault) {
        let count = lanes.parts.len() as u64;
        let fits = bits >= 64 || count <= word::mask(bits);
        let inside = if fits {
            algebra::compare(&mut self.pool, IntPredicate::Ult, bits, index, Value::Word(count))
        } else {
            Value::Word(1)
        };
        (inside, Fault::new(FaultKind::OutOfBounds, format!("an index beyond a vector of {count} elements")))
    }

    fn put_lane(
        &mut self,
        state: &mut State,
        code: &Code,
        (dst, index, bits): (Slot, Src, u32),
        new: Value,
        lanes: &Lanes,
    ) -> Result<(), Stop> {
        let index = self.get(state, code, index);
        let mut values = Vec::with_capacity(lanes.parts.len());
        for (at, &part) in lanes.parts.iter().enumerate() {
            let here = algebra::compare(&mut self.pool, IntPredicate::Eq, bits, index, Value::Word(at as u64));
            let old = self.get(state, code, part);
            let value = algebra::select(&mut self.pool, lanes.bits, here, new, old);
            let (inside, fault) = self.within_vector(index, bits, lanes);
            values.push(self.poisoned(state, value, lanes.bits, inside, fault)?);
        }
        for (at, value) in values.into_iter().enumerate() {
            self.set(state, dst + at as Slot, value);
        }
        Ok(())
    }
}
