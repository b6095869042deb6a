//! A small machine that runs one function: integers, slots of bytes that know whether they were written, and calls that
//! show values and choose branches. Two versions of a function are the same if their traces are.

use braid_entity::Entity;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::inst::{BinaryOp, CastOp, IntPredicate, OperandKind, WrapFlags};
use braid_ir::{BlockId, Body, FuncId, Inst, InstId, Module, Operand, TypeId, ValueId};
use braid_testing::Random;

/// What a run showed, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    pub(crate) shown: Vec<(u32, u64)>,
    pub(crate) end: End,
}

impl Trace {
    /// Whether both runs are of the same program. One that took too long shows as much as it came to: passes change how
    /// many steps a program takes.
    pub(crate) fn agrees(&self, other: &Trace) -> bool {
        if self.end != End::OutOfFuel && other.end != End::OutOfFuel {
            return self == other;
        }
        self.shown.iter().zip(&other.shown).all(|(a, b)| a == b)
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It returned.
    Returned(Option<Value>),
    /// It read something that was never written, at this line.
    Uninit(u32),
    /// It faulted otherwise, at this line.
    Fault(u32),
    /// It took too long.
    OutOfFuel,
}

/// A value: an integer of at most 64 bits, a place in a slot, a part of a promoted slot that was never written, or an
/// aggregate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Int(u64),
    Place(usize, i64),
    Null,
    Uninit,
    Parts(Vec<Value>),
}

/// A byte of memory: not written, a number, or one byte of a value that is not a number.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Byte {
    Unwritten,
    Number(u8),
    Of(Value, u64),
}

struct Machine<'a> {
    module: &'a Module,
    body: &'a Body,
    values: Vec<Option<Value>>,
    memory: Vec<Vec<Byte>>,
    alive: Vec<bool>,
    shown: Vec<(u32, u64)>,
    choices: Random,
    line: u32,
}

/// Runs the function; `seed` decides its choices and parameters.
pub(crate) fn run(module: &Module, func: FuncId, seed: u64) -> Trace {
    let body = module.funcs[func].body.ready().unwrap();
    let mut machine = Machine {
        module,
        body,
        values: vec![None; body.values.len()],
        memory: Vec::new(),
        alive: Vec::new(),
        shown: Vec::new(),
        choices: Random::new(seed),
        line: 0,
    };
    for (at, value) in body.values.iter() {
        if let braid_ir::ValueDef::Param(_) = value.def {
            let bits = module.types.int_bits(value.ty).unwrap_or(64);
            let chosen = machine.choose();
            machine.values[at.index()] = Some(Value::Int(mask(chosen, bits)));
        }
    }
    let end = machine.go().unwrap_or_else(|end| end);
    Trace { shown: machine.shown, end }
}

fn mask(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

fn signed(value: u64, bits: u32) -> i64 {
    ((value << (64 - bits)) as i64) >> (64 - bits)
}

impl Machine<'_> {
    fn go(&mut self) -> Result<End, End> {
        let (mut block, mut from) = (BlockId::ENTRY, None);
        for _ in 0..400 {
            self.phis(block, from)?;
            let mut next = None;
            for &id in &self.body.blocks[block].insts {
                if !matches!(self.body.insts[id].inst, Inst::Phi { .. }) {
                    next = self.step(id)?;
                }
            }
            match next {
                Some(Next::Block(target)) => (from, block) = (Some(block), target),
                Some(Next::Return(value)) => return Ok(End::Returned(value)),
                None => unreachable!("a block ends in a terminator"),
            }
        }
        Ok(End::OutOfFuel)
    }

    fn phis(&mut self, block: BlockId, from: Option<BlockId>) -> Result<(), End> {
        let mut new = Vec::new();
        for &id in &self.body.blocks[block].insts {
            if let Inst::Phi { incoming } = &self.body.insts[id].inst {
                let (_, operand) = incoming.iter().find(|(block, _)| Some(*block) == from).expect("an entry");
                new.push((self.body.insts[id].result.unwrap(), self.operand(*operand)));
            }
        }
        new.into_iter().for_each(|(result, value)| self.values[result.index()] = Some(value));
        Ok(())
    }

    fn step(&mut self, id: InstId) -> Result<Option<Next>, End> {
        let data = &self.body.insts[id];
        self.line = data.loc.map_or(0, |loc| self.module.debug.locs[loc].line);
        let fault = End::Fault(self.line);
        let ty = data.result.map(|result| self.body.values[result].ty);
        let value = match &data.inst {
            Inst::Alloca { ty, .. } => {
                let size = self.module.layout.size(&self.module.types, *ty).unwrap();
                self.memory.push(vec![Byte::Unwritten; size as usize]);
                self.alive.push(true);
                Some(Value::Place(self.memory.len() - 1, 0))
            }
            Inst::Load { addr, .. } => Some(self.load(*addr, ty.unwrap())?),
            Inst::Store { value, addr, .. } => {
                let ty = self.module.operand_type(self.body, *value).unwrap();
                self.store(*addr, &self.operand(*value), ty)?;
                None
            }
            Inst::PtrAdd { base, offset, .. } => {
                let (slot, at) = self.place(*base)?;
                Some(Value::Place(slot, at + signed(self.int(*offset), 64)))
            }
            Inst::Binary { op, flags, args, .. } => {
                let bits = self.module.types.int_bits(ty.unwrap()).unwrap();
                let [a, b] = args.map(|arg| self.int(arg));
                Some(Value::Int(binary(*op, *flags, a, b, bits).ok_or(fault)?))
            }
            Inst::Cast { op, arg, .. } => Some(self.cast(*op, *arg, ty.unwrap())),
            Inst::IntCompare { pred, args, .. } => {
                let bits = self.bits(args[0]);
                Some(Value::Int(u64::from(compare(*pred, self.int(args[0]), self.int(args[1]), bits))))
            }
            Inst::Select { args, .. } => {
                Some(if self.int(args[0]) != 0 { self.operand(args[1]) } else { self.operand(args[2]) })
            }
            Inst::Freeze { arg } => Some(self.operand(*arg)),
            Inst::CheckInit { arg } => match self.operand(*arg) {
                Value::Uninit => return Err(End::Uninit(self.line)),
                value => Some(value),
            },
            Inst::ExtractValue { agg, path } => {
                let part = path.iter().fold(self.operand(*agg), |value, &at| match value {
                    Value::Parts(parts) => parts[at as usize].clone(),
                    other => panic!("no aggregate: {other:?}"),
                });
                Some(part)
            }
            Inst::InsertValue(x) => {
                let mut whole = self.operand(x.agg);
                let mut at = &mut whole;
                for &index in &x.path {
                    let Value::Parts(parts) = at else { panic!("no aggregate") };
                    at = &mut parts[index as usize];
                }
                *at = self.operand(x.value);
                Some(whole)
            }
            Inst::Call(call) => self.call(call)?,
            Inst::DebugValue(_) | Inst::DebugDeclare(_) => None,
            Inst::Ret { value } => return Ok(Some(Next::Return(value.map(|value| self.operand(value))))),
            Inst::Br { target } => return Ok(Some(Next::Block(*target))),
            Inst::CondBr { cond, then, otherwise } => {
                return Ok(Some(Next::Block(if self.int(*cond) != 0 { *then } else { *otherwise })));
            }
            Inst::Switch(switch) => return Ok(Some(Next::Block(self.switch(switch)))),
            Inst::Unreachable => return Err(fault),
            other => panic!("the machine does not know {other:?}"),
        };
        if let (Some(result), Some(value)) = (data.result, value) {
            self.values[result.index()] = Some(value);
        }
        Ok(None)
    }

    fn switch(&self, switch: &braid_ir::inst::Switch) -> BlockId {
        let value = self.int(switch.value);
        let int = |id| self.module.consts.as_int(id).unwrap();
        let within = |range: &braid_ir::inst::CaseRange| (int(range.low)..=int(range.high)).contains(&value);
        let target = switch.targets.iter().find(|target| target.ranges.iter().any(within));
        target.map_or(switch.default, |target| target.block)
    }

    fn call(&mut self, call: &braid_ir::inst::Call) -> Result<Option<Value>, End> {
        let Some(Constant::Global(GlobalRef::Func(func))) = call.callee.as_const().map(|id| &self.module.consts[id])
        else {
            panic!("an indirect call")
        };
        let name = self.module.symbol_name(GlobalRef::Func(*func));
        let args = &call.args;
        match name {
            "choice" => return Ok(Some(Value::Int(self.choose() & 1))),
            "llvm.memcpy.p0.p0.i64" => {
                let bytes = self.range(args[1], self.int(args[2]))?.to_vec();
                self.range(args[0], bytes.len() as u64)?.clone_from_slice(&bytes);
            }
            "llvm.memset.p0.i64" => {
                let byte = Byte::Number(self.int(args[1]) as u8);
                self.range(args[0], self.int(args[2]))?.fill(byte);
            }
            "llvm.lifetime.start.p0" | "llvm.lifetime.end.p0" => {
                let (slot, _) = self.place(*args.last().unwrap())?;
                self.memory[slot].fill(Byte::Unwritten);
                self.alive[slot] = name.contains("start");
            }
            "escape" => {}
            _ if name.starts_with("sink") => {
                let value = self.operand(args[0]);
                let Value::Int(value) = value else { return Err(End::Uninit(self.line)) };
                self.shown.push((self.line, value));
            }
            _ => panic!("no function {name}"),
        }
        Ok(None)
    }

    fn choose(&mut self) -> u64 {
        self.choices.word() >> 20
    }

    fn range(&mut self, addr: Operand, len: u64) -> Result<&mut [Byte], End> {
        let fault = End::Fault(self.line);
        let (slot, at) = self.place(addr)?;
        let at = usize::try_from(at).map_err(|_| fault.clone())?;
        if !self.alive[slot] {
            return Err(fault);
        }
        self.memory[slot].get_mut(at..at + len as usize).ok_or(fault)
    }

    fn load(&mut self, addr: Operand, ty: TypeId) -> Result<Value, End> {
        let leaves = self.leaves(ty);
        let size = self.module.layout.store_size(&self.module.types, ty).unwrap();
        let (line, big) = (self.line, self.module.layout.is_big_endian());
        let bytes = self.range(addr, size)?.to_vec();
        let scalar = |bytes: &[Byte], ty: TypeId| -> Result<Value, End> {
            if bytes.contains(&Byte::Unwritten) {
                return Err(End::Uninit(line));
            }
            if let Byte::Of(value, 0) = &bytes[0] {
                return Ok(value.clone());
            }
            let number = |byte: &Byte| match byte {
                Byte::Number(byte) => u64::from(*byte),
                other => panic!("a part of {other:?}"),
            };
            let numbers: Vec<u64> = bytes.iter().map(number).collect();
            let bits = self.module.types.int_bits(ty);
            let all: Box<dyn Iterator<Item = &u64>> =
                if big { Box::new(numbers.iter()) } else { Box::new(numbers.iter().rev()) };
            let value = all.fold(0, |sum, byte| sum << 8 | byte);
            match bits {
                Some(bits) => Ok(Value::Int(mask(value, bits))),
                None if value == 0 => Ok(Value::Null),
                None => Ok(Value::Int(value)),
            }
        };
        match leaves {
            None => scalar(&bytes, ty),
            Some(leaves) => {
                let part = |(at, ty): &(u64, TypeId)| {
                    let size = self.module.layout.store_size(&self.module.types, *ty).unwrap();
                    scalar(&bytes[*at as usize..(at + size) as usize], *ty)
                };
                Ok(Value::Parts(leaves.iter().map(part).collect::<Result<_, _>>()?))
            }
        }
    }

    fn store(&mut self, addr: Operand, value: &Value, ty: TypeId) -> Result<(), End> {
        let (leaves, big) = (self.leaves(ty), self.module.layout.is_big_endian());
        let size_of = |ty| self.module.layout.store_size(&self.module.types, ty).unwrap();
        let (size, module) = (size_of(ty), self.module);
        let scalar = |into: &mut [Byte], value: &Value| {
            let len = into.len();
            for (at, byte) in into.iter_mut().enumerate() {
                let shift = 8 * if big { len - 1 - at } else { at };
                *byte = match value {
                    Value::Int(value) => Byte::Number((value >> shift) as u8),
                    Value::Null => Byte::Number(0),
                    Value::Uninit => Byte::Unwritten,
                    other => Byte::Of(other.clone(), at as u64),
                };
            }
        };
        let bytes = self.range(addr, size)?;
        match (leaves, value) {
            (None, value) => scalar(bytes, value),
            (Some(leaves), Value::Parts(parts)) => {
                for ((at, ty), part) in leaves.iter().zip(parts) {
                    let size = module.layout.store_size(&module.types, *ty).unwrap();
                    scalar(&mut bytes[*at as usize..(at + size) as usize], part);
                }
            }
            other => panic!("no aggregate: {other:?}"),
        }
        Ok(())
    }

    /// The offsets and types of the fields of a flat struct or array; none for a scalar.
    fn leaves(&self, ty: TypeId) -> Option<Vec<(u64, TypeId)>> {
        let types = &self.module.types;
        let count = match &types[ty] {
            braid_ir::Type::Struct { fields, .. } => fields.len() as u64,
            braid_ir::Type::Array { len, .. } => *len,
            _ => return None,
        };
        let member = |at| Some((self.module.layout.member_offset(types, ty, at)?, types.member(ty, at)?));
        (0..count).map(member).collect()
    }

    fn cast(&self, op: CastOp, arg: Operand, ty: TypeId) -> Value {
        let value = self.operand(arg);
        match (op, value, self.module.types.int_bits(ty)) {
            (CastOp::BitCast, value, _) => value,
            (CastOp::Trunc | CastOp::ZExt, Value::Int(value), Some(bits)) => Value::Int(mask(value, bits)),
            (CastOp::SExt, Value::Int(value), Some(bits)) => {
                Value::Int(mask(signed(value, self.bits(arg)) as u64, bits))
            }
            other => panic!("the machine does not know {other:?}"),
        }
    }

    fn place(&self, operand: Operand) -> Result<(usize, i64), End> {
        match self.operand(operand) {
            Value::Place(slot, at) => Ok((slot, at)),
            _ => Err(End::Fault(self.line)),
        }
    }

    fn int(&self, operand: Operand) -> u64 {
        match self.operand(operand) {
            Value::Int(value) => value,
            other => panic!("no number: {other:?} for {operand:?} at line {}", self.line),
        }
    }

    fn bits(&self, operand: Operand) -> u32 {
        let ty = self.module.operand_type(self.body, operand).unwrap();
        self.module.types.int_bits(ty).unwrap_or(64)
    }

    fn operand(&self, operand: Operand) -> Value {
        match operand.kind() {
            OperandKind::Value(id) => self.value(id),
            OperandKind::Const(id) => match &self.module.consts[id] {
                Constant::Int { value, .. } => Value::Int(*value),
                Constant::Uninit(_) => Value::Uninit,
                Constant::Null(_) => Value::Null,
                Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty) => {
                    let parts = self.leaves(*ty).map_or(0, |leaves| leaves.len());
                    Value::Parts(vec![Value::Int(0); parts])
                }
                Constant::Aggregate { parts, .. } => {
                    Value::Parts(parts.iter().map(|&part| self.operand(Operand::constant(part))).collect())
                }
                other => panic!("the machine does not know {other:?}"),
            },
        }
    }

    fn value(&self, id: ValueId) -> Value {
        self.values[id.index()].clone().expect("defined before use")
    }
}

enum Next {
    Block(BlockId),
    Return(Option<Value>),
}

/// The result of an operation; none if it faults or breaks a promise.
pub(crate) fn binary(op: BinaryOp, flags: WrapFlags, a: u64, b: u64, bits: u32) -> Option<u64> {
    let (sa, sb) = (i128::from(signed(a, bits)), i128::from(signed(b, bits)));
    let (ua, ub) = (i128::from(a), i128::from(b));
    let shift = || (b < u64::from(bits)).then_some(b);
    let (unsigned, wide) = match op {
        BinaryOp::Add => (ua + ub, sa + sb),
        BinaryOp::Sub => (ua - ub, sa - sb),
        BinaryOp::Mul => (ua.wrapping_mul(ub), sa.wrapping_mul(sb)),
        BinaryOp::UDiv if b != 0 => (ua / ub, ua / ub),
        BinaryOp::URem if b != 0 => (ua % ub, ua % ub),
        BinaryOp::SDiv if b != 0 && (sa / sb) < (1 << (bits - 1)) => (sa / sb, sa / sb),
        BinaryOp::SRem if b != 0 && (sa / sb) < (1 << (bits - 1)) => (sa % sb, sa % sb),
        BinaryOp::Shl => (ua << shift()?, sa << shift()?),
        BinaryOp::LShr => (ua >> shift()?, ua >> shift()?),
        BinaryOp::AShr => (sa >> shift()?, sa >> shift()?),
        BinaryOp::And => (ua & ub, ua & ub),
        BinaryOp::Or => (ua | ub, ua | ub),
        BinaryOp::Xor => (ua ^ ub, ua ^ ub),
        _ => return None,
    };
    let wraps = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
    let value = mask(unsigned as u64, bits);
    let broken = (wraps && flags.has(WrapFlags::NUW) && i128::from(value) != unsigned)
        || (wraps && flags.has(WrapFlags::NSW) && i128::from(signed(value, bits)) != wide)
        || (flags.has(WrapFlags::EXACT) && op == BinaryOp::UDiv && !a.is_multiple_of(b))
        || (flags.has(WrapFlags::EXACT) && op == BinaryOp::SDiv && sa % sb != 0)
        || (flags.has(WrapFlags::EXACT) && op == BinaryOp::LShr && a & ((1 << b) - 1) != 0)
        || (flags.has(WrapFlags::EXACT) && op == BinaryOp::AShr && a & ((1 << b) - 1) != 0)
        || (flags.has(WrapFlags::DISJOINT) && a & b != 0);
    (!broken).then_some(value)
}

/// The answer of a comparison.
pub(crate) fn compare(pred: IntPredicate, a: u64, b: u64, bits: u32) -> bool {
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    match pred {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => sa > sb,
        IntPredicate::Sge => sa >= sb,
        IntPredicate::Slt => sa < sb,
        IntPredicate::Sle => sa <= sb,
    }
}
