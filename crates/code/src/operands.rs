//! What each operation reads, what it writes and where it leads: the one place that knows, for analyses of code.
//!
//! The match names every operation and every field, so that a new one cannot be forgotten.

use smallvec::SmallVec;

use crate::code::{Access, Alu, Call, Callee, Clause, Op, Pc, Slot, Src};

/// Slots and places of one operation.
#[derive(Clone, Default, Debug)]
pub struct Operands {
    /// The slots it reads.
    pub reads: SmallVec<[Slot; 4]>,
    /// The slots it writes. A landing pad finds its own written, by whoever brought the exception there.
    pub writes: SmallVec<[Slot; 4]>,
    /// The operations that may follow in the same function.
    pub next: SmallVec<[Pc; 2]>,
}

impl Operands {
    /// Those of the operation at `pc`.
    pub fn of(op: &Op, pc: Pc) -> Operands {
        let mut this = Operands::default();
        this.gather(op, pc);
        this
    }

    fn gather(&mut self, op: &Op, pc: Pc) {
        match op {
            Op::Jump(target) => return self.next.push(*target),
            Op::Branch { cond, then, otherwise } => return self.read(&[*cond]).go(&[*then, *otherwise]),
            Op::CompareBranch { pred: _, alu, then, otherwise } => {
                return self.alu(alu).write(&[alu.dst]).go(&[*then, *otherwise]);
            }
            Op::Switch(cases) => {
                self.next.extend(cases.ranges.iter().map(|&(_, _, target)| target));
                return self.read(&[cases.value]).go(&[cases.default]);
            }
            Op::IndirectJump { addr, targets } => {
                self.next.extend(targets.iter().map(|&(_, target)| target));
                return self.read(&[*addr]).go(&[]);
            }
            Op::Call(call) => return self.call(call),
            Op::Ret(parts) => return self.read(parts).go(&[]),
            Op::Resume(exception) => return self.read(&[*exception]).go(&[]),
            Op::Unreachable | Op::Unsupported(_) => return,
            Op::Enter { block: _, count: _ } => {}
            Op::LandingPad(pad) => {
                for clause in &pad.clauses {
                    match clause {
                        Clause::Catch(ty) => self.read(&[*ty]),
                        Clause::Filter(types) => self.read(types),
                    };
                }
                self.write(&[pad.dst, pad.dst + 1]);
            }
            straight => self.straight(straight),
        }
        self.go(&[pc + 1]);
    }

    /// An operation after which the next one follows.
    fn straight(&mut self, op: &Op) {
        match op {
            Op::Add(alu)
            | Op::Sub(alu)
            | Op::Mul(alu)
            | Op::And(alu)
            | Op::Or(alu)
            | Op::Xor(alu)
            | Op::Shl(alu)
            | Op::LShr(alu)
            | Op::AShr(alu)
            | Op::Divide(_, alu)
            | Op::Compare(_, alu) => self.alu(alu).write(&[alu.dst]),
            Op::CheckPromise { promise: _, alu } => self.alu(alu),
            Op::MarkPromise { promise: _, alu, bits: _ } => self.alu(alu).read(&[Src::slot(alu.dst)]).write(&[alu.dst]),
            Op::Move { dst, src }
            | Op::Trunc { dst, src, from: _, bits: _ }
            | Op::ZExt { dst, src, from: _, bits: _ }
            | Op::SExt { dst, src, from: _, bits: _ } => self.read(&[*src]).write(&[*dst]),
            Op::Name { dst, src, bits: _, frozen: _, lives } => {
                self.reads.extend(lives.iter().copied());
                self.read(&[*src]).write(lives).write(&[*dst])
            }
            Op::Select { dst, cond, a, b, bits: _ } => self.read(&[*cond, *a, *b]).write(&[*dst]),
            Op::Float { op: _, dst, a, b } => self.read(&[*a, *b]).write(&[*dst]),
            Op::CheckFloat { op: _, a, b } => self.read(&[*a, *b]),
            Op::Repack(repack) => {
                self.reads.extend(repack.from.iter().filter_map(|(source, _)| source.as_slot()));
                self.write_parts(repack.dst, repack.to.len())
            }
            Op::PickLane { dst, index, bits: _, lanes } => self.read(&[*index]).read(&lanes.parts).write(&[*dst]),
            Op::PutLane { dst, index, bits: _, value, lanes } => {
                self.read(&[*index, *value]).read(&lanes.parts).write_parts(*dst, lanes.parts.len())
            }
            Op::Load(Access { value, addr, offset: _, bits: _ }) => {
                let dst = value.as_slot().expect("a load goes to a slot");
                self.read(&[*addr]).write(&[dst])
            }
            Op::Store(Access { value, addr, offset: _, bits: _ }) => self.read(&[*value, *addr]),
            Op::Alloca { dst, count, .. } => self.read(&[*count]).write(&[*dst]),
            Op::Rmw { op: _, scalar: _, dst, addr, value } => self.read(&[*addr, *value]).write(&[*dst]),
            Op::CmpXchg { dst, addr, values, bits: _ } => self.read(&[*addr]).read(&values[..]).write(&[*dst, dst + 1]),
            Op::Intrinsic(call) => {
                self.reads.extend(call.args.iter().filter_map(|(source, _)| source.as_slot()));
                self.write(&call.dst)
            }
            Op::VaArg { dst, list, scalar: _ } => self.read(&[*list]).write(&[*dst]),
            Op::Enter { .. }
            | Op::CompareBranch { .. }
            | Op::Jump(_)
            | Op::Branch { .. }
            | Op::Switch(_)
            | Op::IndirectJump { .. }
            | Op::Call(_)
            | Op::Ret(_)
            | Op::LandingPad(_)
            | Op::Resume(_)
            | Op::Unreachable
            | Op::Unsupported(_) => unreachable!("{op:?} does not fall through"),
        };
    }

    fn call(&mut self, call: &Call) {
        if let Callee::Indirect(addr) = call.callee {
            self.read(&[addr]);
        }
        for argument in &call.args {
            self.read(&argument.parts);
        }
        self.write_parts(call.dst, call.result.len()).go(&[call.normal]);
        self.next.extend(call.unwind);
    }

    fn alu(&mut self, alu: &Alu) -> &mut Self {
        self.read(&[alu.a, alu.b])
    }
    fn read(&mut self, sources: &[Src]) -> &mut Self {
        self.reads.extend(sources.iter().filter_map(|source| source.as_slot()));
        self
    }
    fn write(&mut self, slots: &[Slot]) -> &mut Self {
        self.writes.extend_from_slice(slots);
        self
    }
    /// Slots that follow each other.
    fn write_parts(&mut self, first: Slot, count: usize) -> &mut Self {
        self.writes.extend((first..).take(count));
        self
    }
    fn go(&mut self, targets: &[Pc]) {
        self.next.extend_from_slice(targets);
    }
}
