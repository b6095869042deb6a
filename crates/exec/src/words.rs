//! Operations inside of a block, on words: what the [fast loop](crate::fast) does between branches.

use braid_code::{Access, Alu, IntrinsicCall, Op, Quick, Short, Src};
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::memory::Memory;
use braid_state::{Value, word};

use crate::{float, intrinsic};

/// What operations work on.
pub(crate) struct Words<'a> {
    pub(crate) constants: &'a [Value],
    pub(crate) registers: &'a mut [Value],
    pub(crate) memory: &'a mut Memory,
    /// Whether the host computes floating point as the state does.
    pub(crate) has_plain_floats: bool,
}

/// How many operations of the function were done; if there is one among them that was not, how many before it.
type Passed = Result<u32, u32>;

/// One operation was done, or none.
#[inline(always)]
fn one(done: Option<()>) -> Passed {
    done.map_or(Err(0), |()| Ok(1))
}

/// A word of which so many bits are free, as a signed number of a word's width: its sign is the highest bit, and the order is its own.
#[inline(always)]
pub(crate) fn top(free: u8, word: u64) -> i64 {
    (word << (free & 63)) as i64
}

/// A word without its free bits.
#[inline(always)]
fn low(free: u8, word: u64) -> u64 {
    word & (u64::MAX >> (free & 63))
}

/// A word of which so many bits are free, sign-extended to all of them.
#[inline(always)]
fn signed(free: u8, word: u64) -> u64 {
    (top(free, word) >> (free & 63)) as u64
}

impl Words<'_> {
    /// The word in a slot, if it is one.
    #[inline(always)]
    pub(crate) fn word(&self, slot: Short) -> Option<u64> {
        self.registers[usize::from(slot)].word()
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, dst: Short, word: u64) {
        self.registers[usize::from(dst)] = Value::Word(word);
    }

    /// An operation on one word.
    #[inline(always)]
    fn unary(&mut self, dst: Short, a: Short, f: impl FnOnce(u64) -> u64) -> Passed {
        one(self.word(a).map(|a| self.set(dst, f(a))))
    }

    /// An operation on two words.
    #[inline(always)]
    fn binary(&mut self, dst: Short, a: Short, b: Short, f: impl FnOnce(u64, u64) -> u64) -> Passed {
        one(self.word(a).zip(self.word(b)).map(|(a, b)| self.set(dst, f(a, b))))
    }

    /// An operation of a quick form, after which the next one follows.
    #[inline(always)]
    pub(crate) fn straight(&mut self, quick: &Quick) -> Passed {
        match *quick {
            Quick::Add { free, dst, a, b } => self.binary(dst, a, b, |a, b| low(free, a.wrapping_add(b))),
            Quick::Sub { free, dst, a, b } => self.binary(dst, a, b, |a, b| low(free, a.wrapping_sub(b))),
            Quick::Mul { free, dst, a, b } => self.binary(dst, a, b, |a, b| low(free, a.wrapping_mul(b))),
            Quick::And { dst, a, b } => self.binary(dst, a, b, |a, b| a & b),
            Quick::Or { dst, a, b } => self.binary(dst, a, b, |a, b| a | b),
            Quick::Xor { dst, a, b } => self.binary(dst, a, b, |a, b| a ^ b),
            Quick::AddTo { free, dst, a, to } => self.unary(dst, a, |a| low(free, a.wrapping_add(to))),
            Quick::MulTo { free, dst, a, to } => self.unary(dst, a, |a| low(free, a.wrapping_mul(to))),
            Quick::AndTo { dst, a, to } => self.unary(dst, a, |a| a & to),
            Quick::OrTo { dst, a, to } => self.unary(dst, a, |a| a | to),
            Quick::XorTo { dst, a, to } => self.unary(dst, a, |a| a ^ to),
            Quick::ShlBy { free, by, dst, a } => self.unary(dst, a, |a| low(free, a << (by & 63))),
            Quick::LShrBy { by, dst, a } => self.unary(dst, a, |a| a >> (by & 63)),
            Quick::AShrBy { free, by, dst, a } => {
                self.unary(dst, a, |a| low(free, (signed(free, a) as i64 >> (by & 63)) as u64))
            }
            Quick::Trunc { free, dst, a } => self.unary(dst, a, |a| low(free, a)),
            Quick::ZExt { dst, a } => self.unary(dst, a, |a| a),
            Quick::SExt { from, free, dst, a } => self.unary(dst, a, |a| low(free, signed(from, a))),
            Quick::Compare { pred, free, dst, a, b } => {
                self.binary(dst, a, b, |a, b| u64::from(word::compare(pred, 64 - u32::from(free), a, b)))
            }
            Quick::CompareTo { pred, free, dst, a, to } => {
                self.unary(dst, a, |a| u64::from(word::compare(pred, 64 - u32::from(free), a, to)))
            }
            Quick::Move { dst, src } => {
                self.registers[usize::from(dst)] = self.registers[usize::from(src)];
                Ok(1)
            }
            Quick::Set { dst, to } => {
                self.set(dst, to);
                Ok(1)
            }
            Quick::Select { dst, cond, a, b } => one(self.word(cond).map(|cond| {
                self.registers[usize::from(dst)] = self.registers[usize::from(if cond & 1 == 1 { a } else { b })];
            })),
            Quick::Element { from, index, wide, scaled, base, dst, scale } => {
                let offset = self.scaled(from, index, wide, scaled, scale)?;
                let base = self.word(base).ok_or(2u32)?;
                self.set(dst, base.wrapping_add(offset));
                Ok(3)
            }
            Quick::ElementOf { from, index, wide, scaled, base, dst, scale } => {
                let offset = self.scaled(from, index, wide, scaled, scale)?;
                let base = self.constants[usize::from(base)].word().ok_or(2u32)?;
                self.set(dst, base.wrapping_add(offset));
                Ok(3)
            }
            Quick::Byte { from, index, wide, base, dst } => {
                let offset = self.widened(from, index, wide)?;
                let base = self.word(base).ok_or(1u32)?;
                self.set(dst, base.wrapping_add(offset));
                Ok(2)
            }
            Quick::ByteOf { from, index, wide, dst, base } => {
                let offset = self.widened(from, index, wide)?;
                self.set(dst, base.wrapping_add(offset));
                Ok(2)
            }
            Quick::Load8 { dst, addr, offset } => self.load::<1>(dst, addr, offset),
            Quick::Load16 { dst, addr, offset } => self.load::<2>(dst, addr, offset),
            Quick::Load32 { dst, addr, offset } => self.load::<4>(dst, addr, offset),
            Quick::Load64 { dst, addr, offset } => self.load::<8>(dst, addr, offset),
            Quick::LoadExt8 { from, free, dst, wide, addr, offset } => {
                self.load::<1>(dst, addr, offset)?;
                self.extend(from, free, wide, dst)
            }
            Quick::LoadExt16 { from, free, dst, wide, addr, offset } => {
                self.load::<2>(dst, addr, offset)?;
                self.extend(from, free, wide, dst)
            }
            Quick::LoadExt32 { from, free, dst, wide, addr, offset } => {
                self.load::<4>(dst, addr, offset)?;
                self.extend(from, free, wide, dst)
            }
            Quick::Store8 { value, addr, offset } => self.store::<1>(value, addr, offset),
            Quick::Store16 { value, addr, offset } => self.store::<2>(value, addr, offset),
            Quick::Store32 { value, addr, offset } => self.store::<4>(value, addr, offset),
            Quick::Store64 { value, addr, offset } => self.store::<8>(value, addr, offset),
            Quick::General
            | Quick::Enter { .. }
            | Quick::Jump { .. }
            | Quick::MoveJump { .. }
            | Quick::Branch { .. }
            | Quick::IfEq { .. }
            | Quick::IfNe { .. }
            | Quick::IfUlt { .. }
            | Quick::IfUle { .. }
            | Quick::IfSlt { .. }
            | Quick::IfSle { .. }
            | Quick::IfEqTo { .. }
            | Quick::IfNeTo { .. }
            | Quick::IfUltTo { .. }
            | Quick::IfUgtTo { .. }
            | Quick::IfSltTo { .. }
            | Quick::IfSgtTo { .. } => Err(0),
        }
    }

    /// An index, extended.
    #[inline(always)]
    fn widened(&mut self, from: u8, index: Short, wide: Short) -> Passed64 {
        let word = signed(from, self.word(index).ok_or(0u32)?);
        self.set(wide, word);
        Ok(word)
    }

    /// An index, extended and multiplied.
    #[inline(always)]
    fn scaled(&mut self, from: u8, index: Short, wide: Short, scaled: Short, scale: u32) -> Passed64 {
        let word = self.widened(from, index, wide)?.wrapping_mul(u64::from(scale));
        self.set(scaled, word);
        Ok(word)
    }

    /// The extension of what was loaded just before.
    #[inline(always)]
    fn extend(&mut self, from: u8, free: u8, wide: Short, loaded: Short) -> Passed {
        let word = self.word(loaded).ok_or(1u32)?;
        self.set(wide, low(free, signed(from, word)));
        Ok(2)
    }

    #[inline(always)]
    fn load<const BYTES: u32>(&mut self, dst: Short, addr: Short, offset: u32) -> Passed {
        let addr = self.word(addr).ok_or(0u32)?.wrapping_add(u64::from(offset));
        let word = self.memory.load_word(addr, BYTES).ok_or(0u32)?;
        self.set(dst, word);
        Ok(1)
    }

    #[inline(always)]
    fn store<const BYTES: u32>(&mut self, value: Short, addr: Short, offset: u32) -> Passed {
        let (word, addr) = self.word(value).zip(self.word(addr)).ok_or(0u32)?;
        let done = self.memory.store_word(addr.wrapping_add(u64::from(offset)), BYTES, word);
        if done { Ok(1) } else { Err(0) }
    }
}

/// The word that was computed; if it was not, how many operations were done before.
type Passed64 = Result<u64, u32>;

/// Operations as they are, without a quick form.
impl Words<'_> {
    #[inline(always)]
    pub(crate) fn get(&self, src: Src) -> Value {
        src.get(self.registers, self.constants)
    }

    #[inline(always)]
    fn put(&mut self, dst: u32, word: u64) -> bool {
        self.registers[dst as usize] = Value::Word(word);
        true
    }

    /// An operation on two words of one width; false if they are no words.
    #[inline(always)]
    fn alu(&mut self, alu: &Alu, f: impl FnOnce(u64, u64) -> u64) -> bool {
        let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return false };
        if alu.bits > 64 {
            return false;
        }
        self.put(alu.dst, f(a, b) & word::mask(alu.bits))
    }

    /// A shift; false if the amount is too large.
    #[inline(always)]
    fn shift(&mut self, op: BinaryOp, alu: &Alu) -> bool {
        let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return false };
        b < u64::from(alu.bits) && alu.bits <= 64 && self.put(alu.dst, word::binary(op, alu.bits, a, b))
    }

    /// A division; false if it might fault.
    #[inline(always)]
    fn divide(&mut self, op: BinaryOp, alu: &Alu) -> bool {
        let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return false };
        let safe = alu.bits <= 64 && b != 0 && b != word::mask(alu.bits);
        safe && self.put(alu.dst, word::divide(op, alu.bits, a, b))
    }

    #[inline(always)]
    fn load_any(&mut self, access: &Access) -> bool {
        let (Value::Word(addr), Some(dst)) = (self.get(access.addr), access.value.as_slot()) else { return false };
        if access.bits > 64 {
            return false;
        }
        let addr = addr.wrapping_add(u64::from(access.offset));
        match self.memory.load_word(addr, access.bits.div_ceil(8)) {
            Some(word) => self.put(dst, word & word::mask(access.bits)),
            None => false,
        }
    }

    #[inline(always)]
    fn store_any(&mut self, access: &Access) -> bool {
        let (Value::Word(addr), Value::Word(word)) = (self.get(access.addr), self.get(access.value)) else {
            return false;
        };
        let addr = addr.wrapping_add(u64::from(access.offset));
        access.bits <= 64 && self.memory.store_word(addr, access.bits.div_ceil(8), word)
    }

    /// An intrinsic that is a function of words.
    fn intrinsic(&mut self, call: &IntrinsicCall) -> bool {
        let Some((_, first)) = call.args.first() else { return false };
        let args = call.args.iter().map(|&(src, _)| self.get(src));
        let Some(result) = intrinsic::row_of(call.intrinsic).on_words(first.bits(), args) else { return false };
        for (&dst, word) in call.dst.iter().zip(result) {
            self.put(dst, word);
        }
        true
    }

    /// A comparison that decides a branch, with its result in place.
    #[inline(always)]
    pub(crate) fn compare(&mut self, pred: IntPredicate, alu: &Alu) -> Option<bool> {
        let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return None };
        let holds = (alu.bits <= 64).then(|| word::compare(pred, alu.bits, a, b))?;
        self.put(alu.dst, u64::from(holds));
        Some(holds)
    }

    /// An operation after which the next one follows; false if it needs the general way.
    pub(crate) fn general(&mut self, op: &Op) -> bool {
        match op {
            Op::Add(alu) => self.alu(alu, u64::wrapping_add),
            Op::Sub(alu) => self.alu(alu, u64::wrapping_sub),
            Op::Mul(alu) => self.alu(alu, u64::wrapping_mul),
            Op::And(alu) => self.alu(alu, |a, b| a & b),
            Op::Or(alu) => self.alu(alu, |a, b| a | b),
            Op::Xor(alu) => self.alu(alu, |a, b| a ^ b),
            Op::Shl(alu) => self.shift(BinaryOp::Shl, alu),
            Op::LShr(alu) => self.shift(BinaryOp::LShr, alu),
            Op::AShr(alu) => self.shift(BinaryOp::AShr, alu),
            Op::Divide(op, alu) => self.divide(*op, alu),
            Op::Compare(pred, alu) => self.compare(*pred, alu).is_some(),
            Op::Move { dst, src } => {
                self.registers[*dst as usize] = self.get(*src);
                true
            }
            Op::Name { dst, src, .. } => match self.get(*src) {
                Value::Word(word) => self.put(*dst, word),
                Value::Term(_) => false,
            },
            Op::Trunc { dst, src, from, bits } => match self.get(*src) {
                Value::Word(word) if *from <= 64 => self.put(*dst, word & word::mask(*bits)),
                _ => false,
            },
            Op::ZExt { dst, src, bits, .. } => match self.get(*src) {
                Value::Word(word) if *bits <= 64 => self.put(*dst, word),
                _ => false,
            },
            Op::SExt { dst, src, from, bits } => match self.get(*src) {
                Value::Word(word) if *bits <= 64 => {
                    self.put(*dst, word::signed(*from, word) as u64 & word::mask(*bits))
                }
                _ => false,
            },
            Op::Select { dst, cond, a, b, .. } => match self.get(*cond) {
                Value::Word(cond) => {
                    self.registers[*dst as usize] = self.get(if cond & 1 == 1 { *a } else { *b });
                    true
                }
                Value::Term(_) => false,
            },
            Op::Load(access) => self.load_any(access),
            Op::Store(access) => self.store_any(access),
            Op::Intrinsic(call) => self.intrinsic(call),
            Op::Float { op, dst, a, b } => match (self.get(*a), self.get(*b)) {
                (Value::Word(a), Value::Word(b)) if self.has_plain_floats => {
                    float::native(op, a, b).is_some_and(|result| self.put(*dst, result))
                }
                _ => false,
            },
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use braid_expr::{ExprPool, SymbolClass};
    use braid_state::memory::{Object, Origin, OriginKind, Site};
    use braid_testing::Random;

    use super::*;

    const SLOTS: u32 = 6;
    /// Where an object lies, and how many bytes it has.
    const OBJECT: (u64, u64) = (0x7654_0000_0000_1000, 64);
    const WIDTHS: [u32; 6] = [1, 8, 13, 16, 32, 64];

    /// Slots and constants that operations work on: small numbers, large ones, addresses of the object, terms.
    struct Setting {
        random: Random,
        constants: Vec<Value>,
        term: Value,
        /// The width of all values but those that are on their way to an address.
        bits: u32,
    }

    impl Setting {
        fn number(&mut self) -> u64 {
            let number = match self.random.below(5) {
                0 => OBJECT.0 + self.random.below(OBJECT.1 + 4),
                1 => self.random.word() >> self.random.below(64),
                2 => u64::MAX - self.random.below(3),
                _ => self.random.below(70),
            };
            number & word::mask(self.bits)
        }
        fn value(&mut self) -> Value {
            if self.random.once_in(12) { self.term } else { Value::Word(self.number()) }
        }
        fn slot(&mut self) -> u32 {
            self.random.below(SLOTS.into()) as u32
        }
        fn source(&mut self) -> Src {
            if self.random.once_in(3) {
                let value = self.value();
                self.constants.push(value);
                return Src::constant(self.constants.len() as u32 - 1);
            }
            Src::slot(self.slot())
        }
        fn width(&mut self) -> u32 {
            WIDTHS[self.random.below(WIDTHS.len() as u64) as usize]
        }
        fn alu(&mut self) -> Alu {
            Alu { dst: self.slot(), a: self.source(), b: self.source(), bits: self.bits }
        }
        fn access(&mut self) -> Access {
            let value = Src::slot(self.slot());
            Access { value, addr: self.source(), offset: self.random.below(4) as u32, bits: self.bits }
        }
        fn op(&mut self) -> Op {
            let (dst, src, other, bits) = (self.slot(), self.source(), self.width().min(self.bits), self.bits);
            match self.random.below(17) {
                0 => Op::Add(self.alu()),
                1 => Op::Sub(self.alu()),
                2 => Op::Mul(self.alu()),
                3 => Op::And(self.alu()),
                4 => Op::Or(self.alu()),
                5 => Op::Xor(self.alu()),
                6 => Op::Shl(self.alu()),
                7 => Op::LShr(self.alu()),
                8 => Op::AShr(self.alu()),
                9 => Op::Compare(self.predicate(), self.alu()),
                10 => Op::Move { dst, src },
                11 => Op::Trunc { dst, src, from: bits, bits: other },
                12 => Op::ZExt { dst, src, from: other, bits },
                13 => Op::SExt { dst, src, from: other, bits },
                14 => Op::Select { dst, cond: self.source(), a: src, b: self.source(), bits },
                15 => Op::Load(self.access()),
                _ => Op::Store(self.access()),
            }
        }
        fn predicate(&mut self) -> IntPredicate {
            [IntPredicate::Eq, IntPredicate::Ult, IntPredicate::Uge, IntPredicate::Slt, IntPredicate::Sge]
                [self.random.below(5) as usize]
        }
        /// Operations that may become one: an index on its way to an address that is read, or any.
        fn ops(&mut self) -> Vec<Op> {
            self.bits = self.width();
            if self.random.once_in(3) {
                return (0..5).map(|_| self.op()).collect();
            }
            self.bits = 64;
            let (index, wide, scaled, addr) = (self.slot(), self.slot(), self.slot(), self.slot());
            let (base, loaded, extended, from) = (self.source(), self.slot(), self.slot(), self.width());
            let first = if self.random.once_in(2) {
                Op::SExt { dst: wide, src: Src::slot(index), from, bits: 64 }
            } else {
                Op::ZExt { dst: wide, src: Src::slot(index), from, bits: 64 }
            };
            self.constants.push(Value::Word(self.random.below(5)));
            let scale = Src::constant(self.constants.len() as u32 - 1);
            let mut ops = vec![first];
            let mut last = wide;
            if self.random.once_in(2) {
                ops.push(Op::Mul(Alu { dst: scaled, a: Src::slot(wide), b: scale, bits: 64 }));
                last = scaled;
            }
            ops.push(Op::Add(Alu { dst: addr, a: base, b: Src::slot(last), bits: 64 }));
            let bits = self.width();
            ops.push(Op::Load(Access { value: Src::slot(loaded), addr: Src::slot(addr), offset: 0, bits }));
            ops.push(Op::SExt { dst: extended, src: Src::slot(loaded), from: bits, bits: 64 });
            ops
        }
    }

    fn memory() -> Memory {
        let site = Site { function: 0, instruction: 0 };
        let origin = Origin { kind: OriginKind::Heap, site, name: None };
        let mut object = Object::new(OBJECT.0, Value::Word(OBJECT.1), OBJECT.1, origin);
        let bytes: Vec<u8> = (0..OBJECT.1).map(|at| (at * 37 + 200) as u8).collect();
        object.contents.write_bytes(0, &bytes);
        let mut memory = Memory::new();
        memory.insert(object);
        memory
    }

    /// Runs operations until one cannot be done: how many were, the slots, and what the object holds.
    fn run(ops: &[Op], quick: &[Quick], constants: &[Value], mut registers: Vec<Value>, is_quick: bool) -> String {
        let mut memory = memory();
        let mut words = Words { constants, registers: &mut registers, memory: &mut memory, has_plain_floats: true };
        let mut at = 0;
        while at < ops.len() {
            let done = match quick[at] {
                Quick::General => u32::from(words.general(&ops[at])),
                _ if !is_quick => u32::from(words.general(&ops[at])),
                form => match words.straight(&form) {
                    Ok(passed) => passed,
                    Err(passed) => {
                        at += passed as usize;
                        break;
                    }
                },
            };
            at += done as usize;
            if done == 0 {
                break;
            }
        }
        let held: Vec<Option<u64>> = (0..OBJECT.1).map(|offset| memory.load_word(OBJECT.0 + offset, 1)).collect();
        format!("{at} {registers:?} {held:?}")
    }

    #[test]
    fn quick_forms_do_what_operations_do() {
        let mut pool = ExprPool::new();
        let term = Value::Term(pool.symbol("x", 64, SymbolClass::Input));
        let mut setting = Setting { random: Random::new(11), constants: Vec::new(), term, bits: 64 };
        let mut joined = 0;
        for _ in 0..20_000 {
            setting.constants.clear();
            let ops = setting.ops();
            let quick = Quick::forms(&ops, &setting.constants, SLOTS);
            let singles = ops.iter().flat_map(|op| Quick::forms(core::slice::from_ref(op), &setting.constants, SLOTS));
            joined += usize::from(singles.ne(quick.iter().copied()));
            let registers: Vec<Value> = (0..SLOTS).map(|_| setting.value()).collect();
            let run = |is_quick| run(&ops, &quick, &setting.constants, registers.clone(), is_quick);
            assert_eq!(run(true), run(false), "{ops:?} {quick:?} {registers:?} {:?}", setting.constants);
        }
        assert!(joined > 5_000, "{joined}");
    }
}
