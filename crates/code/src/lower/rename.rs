//! Operations with other slots.
//!
//! The match names every operation, so that a new one cannot be forgotten.

use crate::code::{Access, Alu, Callee, Clause, Op, Slot, Src};

/// Puts `home(slot)` in place of each slot of an operation. Slots that an operation takes to follow each other must do so
/// afterwards too.
pub(super) fn rename(op: &mut Op, home: &dyn Fn(Slot) -> Slot) {
    let source = |src: &mut Src| {
        if let Some(slot) = src.as_slot() {
            *src = Src::slot(home(slot));
        }
    };
    let sources = |list: &mut [Src]| list.iter_mut().for_each(source);
    let slot = |slot: &mut Slot| *slot = home(*slot);
    let alu = |alu: &mut Alu| {
        slot(&mut alu.dst);
        source(&mut alu.a);
        source(&mut alu.b);
    };
    match op {
        Op::Add(args)
        | Op::Sub(args)
        | Op::Mul(args)
        | Op::And(args)
        | Op::Or(args)
        | Op::Xor(args)
        | Op::Shl(args)
        | Op::LShr(args)
        | Op::AShr(args)
        | Op::Divide(_, args)
        | Op::Compare(_, args)
        | Op::CompareBranch { pred: _, alu: args, then: _, otherwise: _ }
        | Op::CheckPromise { promise: _, alu: args }
        | Op::MarkPromise { promise: _, alu: args, bits: _ } => alu(args),
        Op::Move { dst, src }
        | Op::Trunc { dst, src, from: _, bits: _ }
        | Op::ZExt { dst, src, from: _, bits: _ }
        | Op::SExt { dst, src, from: _, bits: _ } => {
            slot(dst);
            source(src);
        }
        Op::Name { dst, src, bits: _, frozen: _, lives } => {
            slot(dst);
            source(src);
            lives.iter_mut().for_each(slot);
        }
        Op::Select { dst, cond, a, b, bits: _ } => {
            slot(dst);
            [cond, a, b].into_iter().for_each(source);
        }
        Op::CheckFloat { op: _, a, b } => {
            source(a);
            source(b);
        }
        Op::Float { op: _, dst, a, b } => {
            slot(dst);
            [a, b].into_iter().for_each(source);
        }
        Op::Repack(repack) => {
            slot(&mut repack.dst);
            repack.from.iter_mut().for_each(|(src, _)| source(src));
        }
        Op::PickLane { dst, index, bits: _, lanes } => {
            slot(dst);
            source(index);
            sources(&mut lanes.parts);
        }
        Op::PutLane { dst, index, bits: _, value, lanes } => {
            slot(dst);
            [index, value].into_iter().for_each(source);
            sources(&mut lanes.parts);
        }
        Op::Load(Access { value, addr, offset: _, bits: _ })
        | Op::Store(Access { value, addr, offset: _, bits: _ }) => {
            [value, addr].into_iter().for_each(source);
        }
        Op::Alloca { dst, count, .. } => {
            slot(dst);
            source(count);
        }
        Op::Rmw { op: _, scalar: _, dst, addr, value } => {
            slot(dst);
            [addr, value].into_iter().for_each(source);
        }
        Op::CmpXchg { dst, addr, values, bits: _ } => {
            slot(dst);
            source(addr);
            sources(&mut values[..]);
        }
        Op::Branch { cond, then: _, otherwise: _ } => source(cond),
        Op::Switch(cases) => source(&mut cases.value),
        Op::IndirectJump { addr, targets: _ } => source(addr),
        Op::Call(call) => {
            slot(&mut call.dst);
            if let Callee::Indirect(addr) = &mut call.callee {
                source(addr);
            }
            call.args.iter_mut().for_each(|argument| sources(&mut argument.parts));
        }
        Op::Intrinsic(call) => {
            call.dst.iter_mut().for_each(slot);
            call.args.iter_mut().for_each(|(src, _)| source(src));
        }
        Op::Ret(parts) => sources(parts),
        Op::VaArg { dst, list, scalar: _ } => {
            slot(dst);
            source(list);
        }
        Op::LandingPad(pad) => {
            slot(&mut pad.dst);
            for clause in &mut pad.clauses {
                match clause {
                    Clause::Catch(ty) => source(ty),
                    Clause::Filter(types) => sources(types),
                }
            }
        }
        Op::Resume(exception) => source(exception),
        Op::Enter { block: _, count: _ } | Op::Jump(_) | Op::Unreachable | Op::Unsupported(_) => {}
    }
}
