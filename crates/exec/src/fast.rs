//! The fast loop: runs operations as long as all they need is words.
//!
//! It knows nothing of terms or faults, and only calls that were found to fit before. Whatever it cannot do it leaves untouched to the general way
//! ([`step`](crate::step)), which carries out that one operation and comes back here.

use braid_code::{Access, Alu, Call, Callee, Code, IntrinsicCall, Op, Pc, Program, Src};
use braid_entity::Entity;
use braid_ir::inst::BinaryOp;
use braid_state::memory::{Memory, Site};
use braid_state::{Stack, State, Value, word};
use smallvec::SmallVec;

use crate::coverage::Coverage;
use crate::{float, intrinsic};

/// Why the fast loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The operation at hand needs the general way.
    Slow,
    /// As many instructions were carried out as were asked for.
    Fuel,
    /// The block at hand, by its number in the code, is one at which the state's fence stops it.
    Fence(u32),
    /// A function has returned to one at which the state stops.
    Returned,
}

/// What the loop works on.
struct Machine<'a> {
    code: &'a Code,
    registers: &'a mut [Value],
    memory: &'a mut Memory,
}

/// What a frame's end means to the loop.
enum Turn {
    /// Another frame is the topmost now.
    Frame,
    /// The loop ends.
    Leave(Exit),
}

/// The limits of a run of the loop.
pub(crate) struct Limits {
    /// Instructions after which no further block is entered.
    pub(crate) fuel: u64,
    /// Instructions that were carried out.
    pub(crate) used: u64,
    /// How many calls may nest.
    pub(crate) call_depth: usize,
    /// How many bytes the stack has.
    pub(crate) stack: u64,
    /// Whether the first block is entered although the fence stops there.
    pub(crate) passes_fence: bool,
}

/// Runs a state until something else must be done; uses up fuel.
pub(crate) fn run(program: &Program, state: &mut State, limits: &mut Limits, coverage: &mut Coverage) -> Exit {
    let start = limits.used;
    let exit = loop {
        let (path, used) = (state.stack.top().path, limits.used);
        let turn = frame(program, state, limits, coverage);
        coverage.count_in_context(path, limits.used - used);
        if let Turn::Leave(exit) = turn {
            break exit;
        }
    };
    state.steps += limits.used - start;
    exit
}

/// Runs the topmost frame.
fn frame(program: &Program, state: &mut State, limits: &mut Limits, coverage: &mut Coverage) -> Turn {
    let State { stack, memory, fence, stops_below, .. } = state;
    let fence = fence.as_deref().and_then(|fence| fence.stops(stack.depth(), stack.top().func));
    let code: &Code = program.ready(stack.top().func);
    let mut pc = stack.top().pc;
    let mut unfinished = stack.top().block_unfinished;
    let mut machine = Machine { code, registers: stack.registers_mut(), memory };
    let turn = loop {
        match &code.ops[pc as usize] {
            Op::Enter { block, count } => {
                if let Some(stops) = &fence
                    && stops.get(*block as usize) == Some(&true)
                    && !core::mem::take(&mut limits.passes_fence)
                {
                    break Turn::Leave(Exit::Fence(*block));
                }
                if limits.used >= limits.fuel {
                    break Turn::Leave(Exit::Fuel);
                }
                limits.used += u64::from(*count);
                let block = code.first_block + block;
                if !coverage.visit(block) {
                    coverage.enter(block, pc);
                    unfinished = true;
                }
                pc += 1;
            }
            Op::Jump(target) => {
                leave(code, coverage, &mut unfinished, pc);
                pc = *target;
            }
            Op::Branch { cond, then, otherwise } => {
                let Value::Word(cond) = machine.get(*cond) else { break Turn::Leave(Exit::Slow) };
                leave(code, coverage, &mut unfinished, pc);
                pc = if cond & 1 == 1 { *then } else { *otherwise };
            }
            Op::CompareBranch { pred, alu, then, otherwise } => {
                let (Value::Word(a), Value::Word(b)) = (machine.get(alu.a), machine.get(alu.b)) else {
                    break Turn::Leave(Exit::Slow);
                };
                if alu.bits > 64 {
                    break Turn::Leave(Exit::Slow);
                }
                leave(code, coverage, &mut unfinished, pc);
                let holds = word::compare(*pred, alu.bits, a, b);
                machine.registers[alu.dst as usize] = Value::Word(u64::from(holds));
                pc = if holds { *then } else { *otherwise };
            }
            Op::Switch(cases) => {
                let Value::Word(value) = machine.get(cases.value) else { break Turn::Leave(Exit::Slow) };
                leave(code, coverage, &mut unfinished, pc);
                pc = cases.target(value);
            }
            Op::Call(call) => {
                let top = stack.top_mut();
                (top.pc, top.block_unfinished) = (pc, unfinished);
                return enter(program, stack, code, call, limits);
            }
            Op::Ret(parts) => {
                leave(code, coverage, &mut unfinished, pc);
                let top = stack.top_mut();
                (top.pc, top.block_unfinished) = (pc, unfinished);
                let turn = give_back(program, stack, code, parts, coverage);
                let stops = *stops_below > 0 && stack.depth() < *stops_below as usize && matches!(turn, Turn::Frame);
                return if stops { Turn::Leave(Exit::Returned) } else { turn };
            }
            op => {
                if !machine.straight(op) {
                    break Turn::Leave(Exit::Slow);
                }
                pc += 1;
            }
        }
    };
    let top = stack.top_mut();
    (top.pc, top.block_unfinished) = (pc, unfinished);
    turn
}

/// Enters a function whose signature was found to fit before.
fn enter(program: &Program, stack: &mut Stack, code: &Code, call: &Call, limits: &Limits) -> Turn {
    let Callee::Direct(func) = call.callee else { return Turn::Leave(Exit::Slow) };
    if !call.plain.get() || stack.depth() >= limits.call_depth {
        return Turn::Leave(Exit::Slow);
    }
    let (callee, Value::Word(used)) = (program.ready(func), stack.top().used) else { return Turn::Leave(Exit::Slow) };
    let used = used.saturating_add(callee.frame_bytes);
    if used > limits.stack {
        return Turn::Leave(Exit::Slow);
    }
    let registers = stack.registers();
    let mut values: SmallVec<[Value; 8]> = SmallVec::new();
    for argument in &call.args {
        for &part in &argument.parts {
            let value = part.get(registers, &code.constants);
            // It may be poison.
            if argument.no_undef && matches!(value, Value::Term(_)) {
                return Turn::Leave(Exit::Slow);
            }
            values.push(value);
        }
    }
    let top = stack.top();
    let path = top.path.through(Site { function: top.func.as_u32(), instruction: top.pc });
    stack.push(func, path, Value::Word(used), callee.slots, &values);
    Turn::Frame
}

/// Returns to a frame that is at hand.
fn give_back(program: &Program, stack: &mut Stack, code: &Code, parts: &[Src], coverage: &mut Coverage) -> Turn {
    if !stack.top_is_plain() {
        return Turn::Leave(Exit::Slow);
    }
    let registers = stack.registers();
    let values: SmallVec<[Value; 4]> = parts.iter().map(|part| part.get(registers, &code.constants)).collect();
    // It may be poison.
    if code.no_undef_result && values.iter().any(|value| matches!(value, Value::Term(_))) {
        return Turn::Leave(Exit::Slow);
    }
    stack.pop();
    let caller = program.ready(stack.top().func);
    let pc = stack.top().pc;
    let Op::Call(call) = &caller.ops[pc as usize] else { return Turn::Frame };
    let registers = stack.registers_mut();
    for (slot, &value) in (call.dst..).zip(&values).take(call.result.len()) {
        registers[slot as usize] = value;
    }
    let top = stack.top_mut();
    if call.leaves_block {
        leave(caller, coverage, &mut top.block_unfinished, pc);
    }
    top.pc = call.normal;
    Turn::Frame
}

/// A block ends: all its lines were reached.
#[inline(always)]
fn leave(code: &Code, coverage: &mut Coverage, unfinished: &mut bool, pc: Pc) {
    if *unfinished {
        *unfinished = false;
        coverage.complete(code.first_block + code.block_of[pc as usize]);
    }
}

impl Machine<'_> {
    #[inline(always)]
    fn get(&self, src: Src) -> Value {
        src.get(self.registers, &self.code.constants)
    }

    #[inline(always)]
    fn set(&mut self, dst: u32, word: u64) -> bool {
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
        self.set(alu.dst, f(a, b) & word::mask(alu.bits))
    }

    /// A shift; false if the amount is too large.
    #[inline(always)]
    fn shift(&mut self, op: BinaryOp, alu: &Alu) -> bool {
        let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return false };
        b < u64::from(alu.bits) && alu.bits <= 64 && self.set(alu.dst, word::binary(op, alu.bits, a, b))
    }

    /// A division; false if it might fault.
    #[inline(always)]
    fn divide(&mut self, op: BinaryOp, alu: &Alu) -> bool {
        let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return false };
        let safe = alu.bits <= 64 && b != 0 && b != word::mask(alu.bits);
        safe && self.set(alu.dst, word::divide(op, alu.bits, a, b))
    }

    #[inline(always)]
    fn load(&mut self, access: &Access) -> bool {
        let (Value::Word(addr), Some(dst)) = (self.get(access.addr), access.value.as_slot()) else { return false };
        if access.bits > 64 {
            return false;
        }
        let addr = addr.wrapping_add(u64::from(access.offset));
        match self.memory.load_word(addr, access.bits.div_ceil(8)) {
            Some(word) => self.set(dst, word & word::mask(access.bits)),
            None => false,
        }
    }

    #[inline(always)]
    fn store(&mut self, access: &Access) -> bool {
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
            self.set(dst, word);
        }
        true
    }

    /// An operation after which the next one follows; false if it needs the general way.
    #[inline(always)]
    fn straight(&mut self, op: &Op) -> bool {
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
            Op::Compare(pred, alu) => {
                let (Value::Word(a), Value::Word(b)) = (self.get(alu.a), self.get(alu.b)) else { return false };
                alu.bits <= 64 && self.set(alu.dst, u64::from(word::compare(*pred, alu.bits, a, b)))
            }
            Op::Move { dst, src } => {
                self.registers[*dst as usize] = self.get(*src);
                true
            }
            Op::Name { dst, src, .. } => match self.get(*src) {
                Value::Word(word) => self.set(*dst, word),
                Value::Term(_) => false,
            },
            Op::Trunc { dst, src, from, bits } => match self.get(*src) {
                Value::Word(word) if *from <= 64 => self.set(*dst, word & word::mask(*bits)),
                _ => false,
            },
            Op::ZExt { dst, src, bits, .. } => match self.get(*src) {
                Value::Word(word) if *bits <= 64 => self.set(*dst, word),
                _ => false,
            },
            Op::SExt { dst, src, from, bits } => match self.get(*src) {
                Value::Word(word) if *bits <= 64 => {
                    self.set(*dst, word::signed(*from, word) as u64 & word::mask(*bits))
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
            Op::Load(access) => self.load(access),
            Op::Store(access) => self.store(access),
            Op::Intrinsic(call) => self.intrinsic(call),
            Op::Float { op, dst, a, b } => match (self.get(*a), self.get(*b)) {
                (Value::Word(a), Value::Word(b)) => {
                    float::native(op, a, b).is_some_and(|result| self.set(*dst, result))
                }
                _ => false,
            },
            _ => false,
        }
    }
}
