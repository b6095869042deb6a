//! One instruction: a match without a wildcard arm, one line per instruction where the work has a name elsewhere.

use braid_ir::inst::{BinaryOp, CastOp, CmpXchg, FloatPredicate, IntPredicate, OperandKind, RmwOp, Switch, WrapFlags};
use braid_ir::{BlockId, FloatKind, Inst, Operand, TypeId};

use super::Machine;
use super::arith::{self, Lane};
use super::bits::Bits;
use super::failure::{FailureKind, Fault, Interrupt, Step, Unsupported, invalid};
use super::memory::Region;
use super::value::{Scalar, Value};
use braid_float as float;

impl<'m> Machine<'m> {
    /// Executes the next instruction.
    pub(super) fn step(&mut self) -> Step<()> {
        self.steps += 1;
        if self.steps > self.budget {
            return Err(Interrupt::Fail(FailureKind::Budget(self.budget)));
        }
        let frame = self.frame();
        let body = frame.body;
        let insts = &body.blocks[frame.block].insts;
        let &id = insts.get(frame.at).ok_or_else(|| invalid("a block without a terminator"))?;
        frame.at += 1;
        let data = &body.insts[id];
        let ty = data.result.map(|result| body.values[result].ty);
        if let Some(value) = self.execute(&data.inst, ty)? {
            self.set_result(value)?;
        }
        Ok(())
    }

    /// Gives the current instruction its result.
    pub(super) fn set_result(&mut self, value: Value) -> Step<()> {
        let frame = self.frame();
        let id = frame.body.blocks[frame.block].insts[frame.at - 1];
        if let Some(result) = frame.body.insts[id].result {
            frame.registers[braid_entity::Entity::index(result)] = Some(value);
        }
        Ok(())
    }

    /// The value of an operand.
    pub(super) fn operand(&mut self, operand: Operand) -> Step<Value> {
        match operand.kind() {
            OperandKind::Const(id) => self.constant(id),
            OperandKind::Value(id) => {
                let register = &self.frame().registers[braid_entity::Entity::index(id)];
                register.clone().ok_or_else(|| invalid("a value is used before it is computed"))
            }
        }
    }

    /// The defined bits of a scalar operand that decides something.
    pub(super) fn decided(&mut self, operand: Operand, what: &'static str) -> Step<Bits> {
        let value = self.operand(operand)?;
        let scalar = value.scalar().ok_or_else(|| invalid("a scalar was expected"))?;
        Ok(scalar.defined().ok_or(Fault::Undefined(what))?.clone())
    }

    /// An operand as an address.
    fn address(&mut self, operand: Operand) -> Step<u64> {
        Ok(self.decided(operand, "an address")?.low64())
    }

    fn type_of(&mut self, operand: Operand) -> Step<TypeId> {
        let (module, body) = (self.module, self.frame().body);
        module.operand_type(body, operand).ok_or_else(|| invalid("an operand without a type"))
    }

    fn execute(&mut self, inst: &'m Inst, ty: Option<TypeId>) -> Step<Option<Value>> {
        let result = || ty.ok_or_else(|| invalid("an instruction without its result"));
        match inst {
            Inst::Binary { op, flags, args, .. } => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                self.binary(*op, *flags, result()?, &a, &b).map(Some)
            }
            Inst::Unary { arg, .. } => {
                let value = self.operand(*arg)?;
                self.negate(&value).map(Some)
            }
            Inst::Cast { op, flags, arg, .. } => {
                let (value, from) = (self.operand(*arg)?, self.type_of(*arg)?);
                self.cast(*op, *flags, from, result()?, &value).map(Some)
            }
            Inst::IntCompare { pred, args, .. } => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                self.int_compare(*pred, &a, &b).map(Some)
            }
            Inst::FloatCompare { pred, args, .. } => {
                let (a, b, ty) = (self.operand(args[0])?, self.operand(args[1])?, self.type_of(args[0])?);
                self.float_compare(*pred, ty, &a, &b).map(Some)
            }
            Inst::Select { args, .. } => {
                let [c, a, b] = [self.operand(args[0])?, self.operand(args[1])?, self.operand(args[2])?];
                self.select(result()?, &c, &a, &b).map(Some)
            }
            // The start of a lifetime: what was never written stays so.
            Inst::Freeze { arg } if self.module.consts.is_uninit(*arg) => self.operand(*arg).map(Some),
            Inst::Freeze { arg } => Ok(Some(self.operand(*arg)?.frozen())),
            Inst::PtrAdd { base, offset, .. } => {
                let (base, offset) = (self.operand(*base)?, self.operand(*offset)?);
                self.pointer_add(&base, &offset).map(Some)
            }
            Inst::Alloca { ty, count, align_log2, .. } => self.alloca(*ty, *count, *align_log2).map(Some),
            Inst::Load { addr, .. } => self.load_checked(result()?, *addr).map(Some),
            Inst::Store { value, addr, .. } => {
                let (new, ty, address) = (self.operand(*value)?, self.type_of(*value)?, self.address(*addr)?);
                self.store(ty, address, &new)?;
                Ok(None)
            }
            Inst::AtomicRmw { op, addr, value, .. } => self.atomic_rmw(*op, *addr, *value, result()?).map(Some),
            Inst::CmpXchg(exchange) => self.compare_exchange(exchange).map(Some),
            Inst::Fence { .. } => Ok(None),
            Inst::ExtractValue { agg, path } => {
                let whole = self.operand(*agg)?;
                Ok(Some(whole.at(path).ok_or_else(|| invalid("a path into an aggregate"))?.clone()))
            }
            Inst::InsertValue(insert) => {
                let (whole, new) = (self.operand(insert.agg)?, self.operand(insert.value)?);
                Ok(Some(whole.replaced(&insert.path, &new).ok_or_else(|| invalid("a path into an aggregate"))?))
            }
            Inst::ExtractElement { args } => {
                let (vector, index) = (self.operand(args[0])?, self.operand(args[1])?);
                self.extract_element(result()?, &vector, &index).map(Some)
            }
            Inst::InsertElement { args } => {
                let [vector, new, index] = [self.operand(args[0])?, self.operand(args[1])?, self.operand(args[2])?];
                self.insert_element(result()?, &vector, &new, &index).map(Some)
            }
            Inst::Shuffle { args, mask } => {
                let [a, b, mask] = [self.operand(args[0])?, self.operand(args[1])?, self.constant(*mask)?];
                self.shuffle(result()?, &a, &b, &mask).map(Some)
            }
            Inst::Phi { .. } => Err(invalid("a phi behind other instructions")),
            Inst::Call(call) => self.call(call).map(|()| None),
            Inst::CheckInit { arg } => self.check_init(*arg).map(Some),
            Inst::DebugValue(_) | Inst::DebugDeclare(_) => Ok(None),
            Inst::Ret { value } => self.leave(*value).map(|()| None),
            Inst::Br { target } => self.jump(*target).map(|()| None),
            Inst::CondBr { cond, then, otherwise } => {
                let taken = !self.decided(*cond, "a branch")?.is_zero();
                self.jump(if taken { *then } else { *otherwise }).map(|()| None)
            }
            Inst::Switch(switch) => self.switch(switch).map(|()| None),
            Inst::IndirectBr { addr, targets } => self.indirect_branch(*addr, targets).map(|()| None),
            Inst::Invoke(invoke) => self.call(&invoke.call).map(|()| None),
            Inst::Unreachable => Err(Fault::Unreachable.into()),
            Inst::VaArg { .. }
            | Inst::LandingPad(_)
            | Inst::CatchPad(_)
            | Inst::CleanupPad(_)
            | Inst::CallBr(_)
            | Inst::Resume { .. }
            | Inst::CatchRet { .. }
            | Inst::CleanupRet { .. }
            | Inst::CatchSwitch(_) => Err(Unsupported::Instruction(inst.opcode()).into()),
        }
    }

    pub(super) fn binary(&self, op: BinaryOp, flags: WrapFlags, ty: TypeId, a: &Value, b: &Value) -> Step<Value> {
        let lane = self.lane(ty)?;
        arith::map2(a, b, &mut |a, b| arith::binary(op, flags, lane, a, b))
    }

    pub(super) fn negate(&self, a: &Value) -> Step<Value> {
        arith::map1(a, &mut |a| Ok(arith::float_negate(a)))
    }

    pub(super) fn cast(&self, op: CastOp, flags: WrapFlags, from: TypeId, to: TypeId, value: &Value) -> Step<Value> {
        if op == CastOp::BitCast {
            return self.bit_cast(value, to);
        }
        let (from, to) = (self.lane(from)?, self.lane(to)?);
        arith::map1(value, &mut |a| arith::cast(op, flags, from, to, a))
    }

    pub(super) fn int_compare(&self, pred: IntPredicate, a: &Value, b: &Value) -> Step<Value> {
        arith::map2(a, b, &mut |a, b| arith::int_compare(pred, a, b))
    }

    pub(super) fn float_compare(&self, pred: FloatPredicate, ty: TypeId, a: &Value, b: &Value) -> Step<Value> {
        let Lane::Float(kind) = self.lane(ty)? else { return Err(invalid("a float comparison of integers")) };
        arith::map2(a, b, &mut |a, b| arith::float_compare(pred, kind, a, b))
    }

    pub(super) fn select(&self, ty: TypeId, cond: &Value, a: &Value, b: &Value) -> Step<Value> {
        match (cond, a, b) {
            (Value::Scalar(cond), _, _) => match cond.defined() {
                Some(bits) => Ok(if bits.is_zero() { b.clone() } else { a.clone() }),
                None if a == b => Ok(a.clone()),
                None => self.filled(ty, Scalar::undef),
            },
            (Value::Many(conds), Value::Many(a), Value::Many(b)) if conds.len() == a.len() && a.len() == b.len() => {
                let (elem, _) = self.module.types.lanes(ty);
                let lanes = conds.iter().zip(a.iter().zip(b.iter()));
                Ok(Value::Many(lanes.map(|(c, (a, b))| self.select(elem, c, a, b)).collect::<Step<_>>()?))
            }
            _ => Err(invalid("a select of different shapes")),
        }
    }

    pub(super) fn pointer_add(&self, base: &Value, offset: &Value) -> Step<Value> {
        arith::map2(base, offset, &mut |base, offset| {
            let offset = offset.map(|bits| bits.sext(base.width()));
            arith::binary(BinaryOp::Add, WrapFlags::NONE, Lane::Int(base.width()), base, &offset)
        })
    }

    pub(super) fn extract_element(&self, ty: TypeId, vector: &Value, index: &Value) -> Step<Value> {
        let lanes = vector.parts().ok_or_else(|| invalid("a vector was expected"))?;
        match lane_number(index, lanes.len())? {
            Some(at) => Ok(lanes[at].clone()),
            None => self.filled(ty, Scalar::undef),
        }
    }

    pub(super) fn insert_element(&self, ty: TypeId, vector: &Value, new: &Value, index: &Value) -> Step<Value> {
        let lanes = vector.parts().ok_or_else(|| invalid("a vector was expected"))?;
        match lane_number(index, lanes.len())? {
            Some(at) => Ok(vector.replaced(&[at as u32], new).expect("the lane is in range")),
            None => self.filled(ty, Scalar::undef),
        }
    }

    pub(super) fn shuffle(&self, ty: TypeId, a: &Value, b: &Value, mask: &Value) -> Step<Value> {
        let (Some(first), Some(second), Some(mask)) = (a.parts(), b.parts(), mask.parts()) else {
            return Err(invalid("a shuffle of scalars"));
        };
        let (elem, _) = self.module.types.lanes(ty);
        let pick = |index: &Value| match lane_number(index, first.len() + second.len())? {
            Some(at) => Ok(first.get(at).unwrap_or_else(|| &second[at - first.len()]).clone()),
            None => self.filled(elem, Scalar::undef),
        };
        Ok(Value::Many(mask.iter().map(pick).collect::<Step<_>>()?))
    }

    fn alloca(&mut self, ty: TypeId, count: Operand, align_log2: u8) -> Step<Value> {
        /// More stack than this is a program that went wrong.
        const MOST: u64 = 1 << 30;
        let count = self.decided(count, "the size of an alloca")?.low64();
        let size = self.size_of(ty)?.checked_mul(count).filter(|size| *size < MOST).ok_or(Fault::StackOverflow)?;
        let align = (1u64 << align_log2.min(32)).max(self.module.layout.align(&self.module.types, ty));
        Ok(Value::ptr(self.memory.allocate(Region::Stack, size, align)))
    }

    fn load_checked(&mut self, ty: TypeId, addr: Operand) -> Step<Value> {
        let address = self.address(addr)?;
        let value = self.load(ty, address)?;
        Ok(self.observed(value))
    }

    fn check_init(&mut self, arg: Operand) -> Step<Value> {
        let value = self.operand(arg)?;
        Ok(self.observed(value))
    }

    /// Notes a read of what was never written.
    fn observed(&mut self, value: Value) -> Value {
        if !value.has_fresh() {
            return value;
        }
        self.uninitialised.insert(self.place());
        value.settled()
    }

    fn atomic_rmw(&mut self, op: RmwOp, addr: Operand, value: Operand, ty: TypeId) -> Step<Value> {
        let (address, operand) = (self.address(addr)?, self.operand(value)?);
        let old = self.load(ty, address)?;
        let lane = self.lane(ty)?;
        let new = arith::map2(&old, &operand, &mut |old, new| rmw(op, lane, old, new))?;
        self.store(ty, address, &new)?;
        Ok(old)
    }

    fn compare_exchange(&mut self, exchange: &CmpXchg) -> Step<Value> {
        let (address, ty) = (self.address(exchange.addr)?, self.type_of(exchange.expected)?);
        let (expected, new) = (self.operand(exchange.expected)?, self.operand(exchange.new)?);
        let old = self.load(ty, address)?;
        let same = self.int_compare(IntPredicate::Eq, &old, &expected)?;
        let bits = same.scalar().and_then(Scalar::defined).ok_or(Fault::Undefined("a compare-and-exchange"))?;
        if !bits.is_zero() {
            self.store(ty, address, &new)?;
        }
        Ok(Value::Many([old, same].into()))
    }

    /// Goes to a block: its phis take their values at once, from the block that is left.
    pub(super) fn jump(&mut self, target: BlockId) -> Step<()> {
        let frame = self.frame();
        let (body, from) = (frame.body, frame.block);
        let mut values = Vec::new();
        for &id in &body.blocks[target].insts {
            let data = &body.insts[id];
            let Inst::Phi { incoming } = &data.inst else { break };
            let (_, value) = incoming
                .iter()
                .find(|(block, _)| *block == from)
                .ok_or_else(|| invalid("a phi without its predecessor"))?;
            values.push((data.result, self.operand(*value)?));
        }
        let frame = self.frame();
        frame.block = target;
        frame.at = values.len();
        for (result, value) in values {
            let result = result.ok_or_else(|| invalid("a phi without its result"))?;
            frame.registers[braid_entity::Entity::index(result)] = Some(value);
        }
        Ok(())
    }

    fn switch(&mut self, switch: &Switch) -> Step<()> {
        let value = self.decided(switch.value, "a switch")?;
        for target in &switch.targets {
            for range in &target.ranges {
                let (low, high) = (self.constant(range.low)?, self.constant(range.high)?);
                let (Some(low), Some(high)) = (low.scalar(), high.scalar()) else { return Err(invalid("a case")) };
                if low.bits <= value && value <= high.bits {
                    return self.jump(target.block);
                }
            }
        }
        self.jump(switch.default)
    }

    fn indirect_branch(&mut self, addr: Operand, targets: &[BlockId]) -> Step<()> {
        let address = self.address(addr)?;
        let func = self.frame().func;
        match self.block_at(address) {
            Some((owner, block)) if owner == func && targets.contains(&block) => self.jump(block),
            _ => Err(Fault::BadJump(address).into()),
        }
    }
}

/// Which lane an index names; none if it is out of range or undefined.
fn lane_number(index: &Value, lanes: usize) -> Step<Option<usize>> {
    let index = index.scalar().ok_or_else(|| invalid("an index was expected"))?;
    Ok(index.defined().and_then(|bits| bits.below(lanes as u32)).map(|at| at as usize))
}

/// What a read-modify-write stores.
fn rmw(op: RmwOp, lane: Lane, old: &Scalar, new: &Scalar) -> Step<Scalar> {
    let plain = |op| arith::binary(op, WrapFlags::NONE, lane, old, new);
    let pick = |which| match (lane, old.defined(), new.defined()) {
        (Lane::Float(kind), Some(a), Some(b)) => picked(kind, which, a, b),
        _ => Ok(Scalar::undef(old.width())),
    };
    let keep = |holds: bool| if holds { old.clone() } else { new.clone() };
    let (a, b) = (&old.bits, &new.bits);
    let one = Bits::new(a.width(), 1);
    Ok(match op {
        RmwOp::Xchg => new.clone(),
        RmwOp::Add => plain(BinaryOp::Add)?,
        RmwOp::Sub => plain(BinaryOp::Sub)?,
        RmwOp::And => plain(BinaryOp::And)?,
        RmwOp::Or => plain(BinaryOp::Or)?,
        RmwOp::Xor => plain(BinaryOp::Xor)?,
        RmwOp::Nand => plain(BinaryOp::And)?.map(Bits::not),
        RmwOp::Max => keep(arith::int_holds(IntPredicate::Sgt, a, b)),
        RmwOp::Min => keep(arith::int_holds(IntPredicate::Slt, a, b)),
        RmwOp::UMax => keep(a > b),
        RmwOp::UMin => keep(a < b),
        RmwOp::FAdd => plain(BinaryOp::FAdd)?,
        RmwOp::FSub => plain(BinaryOp::FSub)?,
        RmwOp::FMax => pick(float::Pick::MaxNum)?,
        RmwOp::FMin => pick(float::Pick::MinNum)?,
        RmwOp::FMaximum => pick(float::Pick::Maximum)?,
        RmwOp::FMinimum => pick(float::Pick::Minimum)?,
        RmwOp::UIncWrap => Scalar::new(if a >= b { Bits::zero(a.width()) } else { a.add(&one) }),
        RmwOp::UDecWrap => Scalar::new(if a.is_zero() || a > b { b.clone() } else { a.sub(&one) }),
        RmwOp::USubCond => Scalar::new(if a >= b { a.sub(b) } else { a.clone() }),
        RmwOp::USubSat => Scalar::new(if a >= b { a.sub(b) } else { Bits::zero(a.width()) }),
    })
}

fn picked(kind: FloatKind, which: float::Pick, a: &Bits, b: &Bits) -> Step<Scalar> {
    Ok(Scalar::int(kind.bits(), float::pick(kind, which, a.low(), b.low())?))
}
