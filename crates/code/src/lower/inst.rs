//! Instructions that work on registers, and those that end blocks.

use braid_ir::body::InstData;
use braid_ir::inst::{BinaryOp, CastOp, FastMath, FloatPredicate, IntPredicate, Switch, WrapFlags};
use braid_ir::{Inst, Operand};

use super::leaves::Leaf;
use super::{Lowered, Lowerer};
use crate::code::{Alu, Cases, FloatOp, Op, Pc, Promise, Repack, Scalar, Slot, Src};

impl Lowerer<'_> {
    /// Lowers one instruction.
    pub(super) fn inst(&mut self, data: &InstData) -> Lowered<()> {
        self.relax(&data.inst);
        match &data.inst {
            Inst::Phi { .. } | Inst::DebugValue(_) | Inst::DebugDeclare(_) | Inst::Fence { .. } => Ok(()),
            Inst::Binary { op, flags, args, .. } => self.binary(data, *op, *flags, *args),
            Inst::Unary { arg, .. } => self.negate(data, *arg),
            Inst::Cast { op, flags, arg, .. } => {
                self.cast(data, *op, *arg)?;
                self.mark_lanes(data, Promise::NonNegative, flags.has(WrapFlags::NNEG), [*arg, *arg])
            }
            Inst::IntCompare { pred, flags, args } => {
                self.compare(data, *pred, *args)?;
                self.mark_lanes(data, Promise::SameSign, flags.has(WrapFlags::SAMESIGN), *args)
            }
            Inst::FloatCompare { pred, args, .. } => self.float_compare(data, *pred, *args),
            Inst::Select { args, .. } => self.select(data, *args),
            Inst::Freeze { arg } if self.program.module.consts.is_uninit(*arg) => self.start_life(data, *arg),
            Inst::Freeze { arg } => self.name_deferred(data, *arg, true),
            Inst::PtrAdd { base, offset, .. } => self.pointer_add(data, *base, *offset),
            Inst::CheckInit { arg } => self.name_deferred(data, *arg, false),
            Inst::ExtractValue { agg, path } => self.extract_value(data, *agg, path),
            Inst::InsertValue(insert) => self.insert_value(data, insert),
            Inst::ExtractElement { args } => self.extract_element(data, *args),
            Inst::InsertElement { args } => self.insert_element(data, *args),
            Inst::Shuffle { args, mask } => self.shuffle(data, *args, *mask),
            Inst::Alloca { ty, count, align_log2, .. } => self.alloca(data, *ty, *count, *align_log2),
            Inst::Load { addr, .. } => self.load(data, *addr),
            Inst::Store { value, addr, .. } => self.store(*value, *addr),
            Inst::AtomicRmw { op, addr, value, .. } => self.read_modify_write(data, *op, *addr, *value),
            Inst::CmpXchg(exchange) => self.compare_exchange(data, exchange),
            Inst::VaArg { list } => self.va_arg(data, *list),
            Inst::Call(call) => self.call(data, call, None),
            Inst::Invoke(invoke) => self.invoke(data, invoke),
            Inst::LandingPad(pad) => self.landing_pad(data, pad),
            Inst::Resume { value } => self.resume(*value),
            terminator => self.terminator(terminator),
        }
    }

    /// Remembers licences to give another result than the exact one. That there is no NaN or no infinity is a promise about operands, and like
    /// other promises changes no result.
    fn relax(&mut self, inst: &Inst) {
        let fast = match inst {
            Inst::Binary { fast, .. }
            | Inst::Unary { fast, .. }
            | Inst::Cast { fast, .. }
            | Inst::Select { fast, .. } => *fast,
            Inst::Call(call) => call.fast,
            _ => return,
        };
        let licences = fast.without(FastMath::NNAN).without(FastMath::NINF);
        if !licences.is_empty() {
            let (known, at) = self.code.relaxed.unwrap_or((FastMath::NONE, self.code.ops.len() as Pc));
            self.code.relaxed = Some((known.with(licences), at));
        }
    }

    /// Lowers what ends a block without calling anything.
    fn terminator(&mut self, inst: &Inst) -> Lowered<()> {
        let op = match inst {
            Inst::Ret { value: Some(value) } if self.code.no_undef_result => {
                Op::Ret(self.promised_parts(*value)?.into())
            }
            Inst::Ret { value } => Op::Ret(value.map_or(Ok(Vec::new()), |value| self.parts(value))?.into()),
            Inst::Br { target } => Op::Jump(self.edge(*target)),
            Inst::CondBr { cond, then, otherwise } => {
                let cond = self.scalar(*cond)?;
                let (then, otherwise) = (self.edge(*then), self.edge(*otherwise));
                return self.branch(cond, then, otherwise);
            }
            Inst::Switch(switch) => self.switch(switch)?,
            Inst::IndirectBr { addr, targets } => {
                let addr = self.scalar(*addr)?;
                Op::IndirectJump { addr, targets: targets.iter().map(|&block| (block, self.edge(block))).collect() }
            }
            Inst::Unreachable => Op::Unreachable,
            other => return Err(format!("the instruction {}", other.opcode())),
        };
        self.emit(op);
        Ok(())
    }

    /// A branch; one with the comparison before it, if that decides it.
    fn branch(&mut self, cond: Src, then: Pc, otherwise: Pc) -> Lowered<()> {
        if let Some(&Op::Compare(pred, alu)) = self.code.ops.last()
            && Src::slot(alu.dst) == cond
        {
            *self.code.ops.last_mut().expect("just seen") = Op::CompareBranch { pred, alu, then, otherwise };
            return Ok(());
        }
        self.emit(Op::Branch { cond, then, otherwise });
        Ok(())
    }

    fn switch(&mut self, switch: &Switch) -> Lowered<Op> {
        let bits = scalar_of(&self.leaves_of(switch.value)?)?.bits();
        if bits > 64 {
            return Err("a switch over a value of more than 64 bits".to_owned());
        }
        let value = self.scalar(switch.value)?;
        let default = self.edge(switch.default);
        let mut ranges = Vec::new();
        for target in &switch.targets {
            let edge = self.edge(target.block);
            for range in &target.ranges {
                let bound = |id| self.program.module.consts.as_int(id).ok_or("a case that is no number");
                ranges.push((bound(range.low)?, bound(range.high)?, edge));
            }
        }
        ranges.sort_unstable_by_key(|&(low, ..)| low);
        Ok(Op::Switch(Box::new(Cases { value, bits, default, ranges: ranges.into() })))
    }

    pub(super) fn float_compare(&mut self, data: &InstData, pred: FloatPredicate, args: [Operand; 2]) -> Lowered<()> {
        let leaves = self.leaves_of(args[0])?;
        self.float_lanes(data, args, |leaf| Ok(FloatOp::Compare(pred, float_kind(leaf)?)), &leaves)
    }

    pub(super) fn binary(
        &mut self,
        data: &InstData,
        op: BinaryOp,
        flags: WrapFlags,
        args: [Operand; 2],
    ) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        if op.is_float() {
            return self.float_lanes(data, args, |leaf| Ok(FloatOp::Binary(op, float_kind(leaf)?)), &leaves);
        }
        let (a, b) = (self.parts(args[0])?, self.parts(args[1])?);
        let mut checks = if self.program.check_overflow { promises(op, flags) } else { Vec::new() };
        checks.retain(|promise| self.program.checks_wrap || !matches!(promise, Promise::Wrap { .. }));
        // Only an optimiser computes what nobody may use.
        let chosen = self.code.optimised && (!checks.is_empty() || op.shifts()) && self.is_chosen(data.result);
        let is_deferred = |promise: Promise| chosen || !matches!(promise, Promise::Wrap { .. });
        for (lane, leaf) in leaves.iter().enumerate() {
            let alu = Alu { dst: dst + lane as Slot, a: a[lane], b: b[lane], bits: leaf.scalar.bits() };
            let (behind, before): (Vec<Promise>, Vec<Promise>) =
                checks.iter().partition(|promise| is_deferred(**promise));
            before.into_iter().for_each(|promise| self.emit(Op::CheckPromise { promise, alu }));
            if chosen {
                // Its result is poison where it goes wrong.
                self.code.chosen.insert(self.code.ops.len() as Pc);
            }
            self.emit(arithmetic(op, alu));
            behind.into_iter().for_each(|promise| self.emit(Op::MarkPromise { promise, alu, bits: alu.bits }));
        }
        Ok(())
    }

    /// Makes the result of an operation on lanes poison where a promise is broken, if it was made and the user asks for it.
    fn mark_lanes(&mut self, data: &InstData, promise: Promise, is_made: bool, args: [Operand; 2]) -> Lowered<()> {
        if !is_made || !self.program.check_overflow {
            return Ok(());
        }
        let (dst, result) = self.result(data)?;
        let operands = self.leaves_of(args[0])?;
        let (a, b) = (self.parts(args[0])?, self.parts(args[1])?);
        for (lane, (result, operand)) in result.iter().zip(operands.iter()).enumerate() {
            let alu = Alu { dst: dst + lane as Slot, a: a[lane], b: b[lane], bits: operand.scalar.bits() };
            self.emit(Op::MarkPromise { promise, alu, bits: result.scalar.bits() });
        }
        Ok(())
    }

    fn compare(&mut self, data: &InstData, pred: IntPredicate, args: [Operand; 2]) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let operands = self.leaves_of(args[0])?;
        let (a, b) = (self.parts(args[0])?, self.parts(args[1])?);
        for (lane, leaf) in operands.iter().enumerate() {
            let alu = Alu { dst: dst + lane as Slot, a: a[lane], b: b[lane], bits: leaf.scalar.bits() };
            self.emit(Op::Compare(pred, alu));
        }
        Ok(())
    }

    /// Floating-point work on two operands, lane by lane; `leaves` are the operands' parts.
    fn float_lanes(
        &mut self,
        data: &InstData,
        args: [Operand; 2],
        op: impl Fn(&Leaf) -> Lowered<FloatOp>,
        leaves: &[Leaf],
    ) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let (a, b) = (self.parts(args[0])?, self.parts(args[1])?);
        for (lane, leaf) in leaves.iter().enumerate() {
            let op = Box::new(op(leaf)?);
            self.check_float(data, &op, [a[lane], b[lane]]);
            self.emit(Op::Float { op, dst: dst + lane as Slot, a: a[lane], b: b[lane] });
        }
        Ok(())
    }

    /// Has an operation checked if the user asks for that. Where an optimiser may have moved it to a path that does not use it,
    /// it is not: no operation is a fault by itself.
    fn check_float(&mut self, data: &InstData, op: &FloatOp, [a, b]: [Src; 2]) {
        let is_asked = self.program.checks_floats && !matches!(op, FloatOp::Compare(..) | FloatOp::Negate(_));
        if is_asked && !(self.code.optimised && self.is_chosen(data.result)) {
            self.emit(Op::CheckFloat { op: Box::new(*op), a, b });
        }
    }

    fn negate(&mut self, data: &InstData, arg: Operand) -> Lowered<()> {
        let leaves = self.leaves_of(arg)?;
        self.float_lanes(data, [arg, arg], |leaf| Ok(FloatOp::Negate(float_kind(leaf)?)), &leaves)
    }

    fn select(&mut self, data: &InstData, [cond, a, b]: [Operand; 3]) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        let (cond, a, b) = (self.parts(cond)?, self.parts(a)?, self.parts(b)?);
        for (lane, leaf) in leaves.iter().enumerate() {
            let cond = if cond.len() == 1 { cond[0] } else { cond[lane] };
            self.emit(Op::Select { dst: dst + lane as Slot, cond, a: a[lane], b: b[lane], bits: leaf.scalar.bits() });
        }
        Ok(())
    }

    /// A lifetime of a promoted local variable begins: its value is deferred until it is read.
    fn start_life(&mut self, data: &InstData, arg: Operand) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        for (dst, src) in (dst..).zip(self.moved_parts(arg)?) {
            self.emit(Op::Move { dst, src });
            if let Some(braid_state::Value::Term(mark)) = src.as_constant().map(|at| self.code.constants[at as usize]) {
                self.code.lives.insert(mark, dst);
            }
        }
        Ok(())
    }

    /// The operand, which has a symbol of its own from here on if it is deferred. What is read of a local variable is the same wherever
    /// else it is read.
    fn name_deferred(&mut self, data: &InstData, arg: Operand, frozen: bool) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        let parts = self.parts(arg)?;
        let starts = if frozen { Vec::new() } else { self.starts_of(arg) };
        for (at, leaf) in leaves.iter().enumerate() {
            let lives = starts.iter().map(|&first| first + at as Slot).collect();
            self.emit(Op::Name { dst: dst + at as Slot, src: parts[at], bits: leaf.scalar.bits(), frozen, lives });
        }
        Ok(())
    }

    /// The first slots of the starts of lifetimes that a value may come from, by way of phis.
    fn starts_of(&self, arg: Operand) -> Vec<Slot> {
        let (mut open, mut seen) = (vec![arg], rustc_hash::FxHashSet::default());
        let mut starts = Vec::new();
        while let Some(value) = open.pop().and_then(|operand: Operand| operand.as_value()) {
            let braid_ir::ValueDef::Inst(inst) = self.body.values[value].def else { continue };
            match &self.body.insts[inst].inst {
                _ if !seen.insert(value) => {}
                Inst::Freeze { arg } if self.program.module.consts.is_uninit(*arg) => starts.push(self.slots[value]),
                Inst::Phi { incoming } => {
                    open.extend(
                        incoming.iter().map(|&(_, operand)| operand).filter(|operand| operand.as_value().is_some()),
                    );
                }
                _ => {}
            }
        }
        starts
    }

    fn pointer_add(&mut self, data: &InstData, base: Operand, offset: Operand) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        let widths = self.leaves_of(offset)?;
        let (base, offset) = (self.parts(base)?, self.parts(offset)?);
        let lane_of = |parts: &[Src], lane: usize| if parts.len() == 1 { parts[0] } else { parts[lane] };
        for lane in 0..leaves.len() {
            let dst = dst + lane as Slot;
            let (a, mut b) = (lane_of(&base, lane), lane_of(&offset, lane));
            let from = widths[lane.min(widths.len() - 1)].scalar.bits();
            let bits = leaves[lane].scalar.bits();
            if from < bits {
                self.emit(Op::SExt { dst, src: b, from, bits });
                b = Src::slot(dst);
            } else if from > bits {
                self.emit(Op::Trunc { dst, src: b, from, bits });
                b = Src::slot(dst);
            }
            self.emit(Op::Add(Alu { dst, a, b, bits }));
        }
        Ok(())
    }

    pub(super) fn cast(&mut self, data: &InstData, op: CastOp, arg: Operand) -> Lowered<()> {
        let (dst, to) = self.result(data)?;
        let from = self.leaves_of(arg)?;
        let parts = self.parts(arg)?;
        if op == CastOp::BitCast && !same_widths(&from, &to) {
            let from = parts.iter().zip(from.iter()).map(|(&part, leaf)| (part, leaf.scalar.bits())).collect();
            let to = to.iter().map(|leaf| leaf.scalar.bits()).collect();
            self.emit(Op::Repack(Box::new(Repack { from, dst, to })));
            return Ok(());
        }
        for (lane, &src) in parts.iter().enumerate() {
            let (dst, from, to) = (dst + lane as Slot, from[lane].scalar, to[lane].scalar);
            let cast = cast_lane(op, dst, src, from, to);
            if let Op::Float { op, a, b, .. } = &cast {
                self.check_float(data, op, [*a, *b]);
            }
            self.emit(cast);
        }
        Ok(())
    }
}

/// What the flags of an operation promise.
fn promises(op: BinaryOp, flags: WrapFlags) -> Vec<Promise> {
    let promises = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => vec![
            (WrapFlags::NSW, Promise::Wrap { op, signed: true }),
            (WrapFlags::NUW, Promise::Wrap { op, signed: false }),
        ],
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => {
            vec![(WrapFlags::EXACT, Promise::Exact(op))]
        }
        BinaryOp::Or => vec![(WrapFlags::DISJOINT, Promise::Disjoint)],
        _ => Vec::new(),
    };
    promises.into_iter().filter(|&(flag, _)| flags.has(flag)).map(|(_, promise)| promise).collect()
}

/// An operation on integers.
fn arithmetic(op: BinaryOp, alu: Alu) -> Op {
    match op {
        BinaryOp::Add => Op::Add(alu),
        BinaryOp::Sub => Op::Sub(alu),
        BinaryOp::Mul => Op::Mul(alu),
        BinaryOp::And => Op::And(alu),
        BinaryOp::Or => Op::Or(alu),
        BinaryOp::Xor => Op::Xor(alu),
        BinaryOp::Shl => Op::Shl(alu),
        BinaryOp::LShr => Op::LShr(alu),
        BinaryOp::AShr => Op::AShr(alu),
        divides => Op::Divide(divides, alu),
    }
}

/// A cast of one scalar.
fn cast_lane(op: CastOp, dst: Slot, src: Src, from: Scalar, to: Scalar) -> Op {
    let (width, bits) = (from.bits(), to.bits());
    match op {
        CastOp::SExt => Op::SExt { dst, src, from: width, bits },
        CastOp::FpTrunc | CastOp::FpExt | CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp => {
            Op::Float { op: Box::new(FloatOp::Cast(op, from, to)), dst, a: src, b: src }
        }
        _ if bits > width => Op::ZExt { dst, src, from: width, bits },
        _ if bits < width => Op::Trunc { dst, src, from: width, bits },
        _ => Op::Move { dst, src },
    }
}

fn same_widths(from: &[Leaf], to: &[Leaf]) -> bool {
    from.len() == to.len() && from.iter().zip(to).all(|(from, to)| from.scalar.bits() == to.scalar.bits())
}

/// The floating-point format of a part.
pub(super) fn float_kind(leaf: &Leaf) -> Lowered<braid_ir::FloatKind> {
    match leaf.scalar {
        Scalar::Float(kind) => Ok(kind),
        _ => Err("a float was expected".to_owned()),
    }
}

/// The only part.
pub(super) fn scalar_of(leaves: &[Leaf]) -> Lowered<Scalar> {
    match leaves {
        [leaf] => Ok(leaf.scalar),
        _ => Err("a scalar was expected".to_owned()),
    }
}
