//! The fast loop: runs operations as long as all they need is words.
//!
//! It knows nothing of terms or faults, and only calls that were found to fit before. Whatever it cannot do it leaves untouched to the general way
//! ([`step`](crate::step)), which carries out that one operation and comes back here. Operations are run in their quick forms ([`Quick`]) where they have one; what is done inside
//! of a block is in [`words`](crate::words), here is what leads from block to block and from frame to frame.

use braid_code::{Call, Callee, Code, Op, Pc, Program, Quick, Src};
use braid_entity::Entity;
use braid_state::memory::Site;
use braid_state::{Stack, State, Value};

use crate::coverage::Coverage;
use crate::words::{Words, top};

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
#[inline(always)]
fn frame(program: &Program, state: &mut State, limits: &mut Limits, coverage: &mut Coverage) -> Turn {
    let has_plain_floats = state.float_env.is_plain();
    let State { stack, memory, fence, stops_below, .. } = state;
    let fence = fence.as_deref().and_then(|fence| fence.stops(stack.depth(), stack.top().func));
    let stops = fence.as_deref().unwrap_or(&[]);
    let code: &Code = program.ready(stack.top().func);
    let mut pc = stack.top().pc;
    let mut unfinished = stack.top().block_unfinished;
    let mut words = Words { constants: &code.constants, registers: stack.registers_mut(), memory, has_plain_floats };
    let turn = loop {
        macro_rules! begin {
            ($block:expr, $count:expr) => {{
                if stops.get($block as usize) == Some(&true) && !core::mem::take(&mut limits.passes_fence) {
                    break Turn::Leave(Exit::Fence($block));
                }
                if limits.used >= limits.fuel {
                    break Turn::Leave(Exit::Fuel);
                }
                limits.used += u64::from($count);
                let block = code.first_block + $block;
                if !coverage.visit(block) {
                    coverage.enter(block, pc);
                    unfinished = true;
                }
                pc += 1;
            }};
        }
        // A branch that is taken, once its condition is known to be a word; with the truth of its condition in a slot or without.
        macro_rules! go {
            ($holds:expr, $then:expr, $otherwise:expr) => {{
                let holds = $holds;
                leave(code, coverage, &mut unfinished, pc);
                pc = if holds { Pc::from($then) } else { Pc::from($otherwise) };
            }};
        }
        macro_rules! go_by {
            ($dst:expr, $holds:expr, $then:expr, $otherwise:expr) => {{
                let holds = $holds;
                words.set($dst, u64::from(holds));
                go!(holds, $then, $otherwise);
            }};
        }
        macro_rules! word {
            ($slot:expr) => {
                match words.word($slot) {
                    Some(word) => word,
                    None => break Turn::Leave(Exit::Slow),
                }
            };
        }
        match &code.quick[pc as usize] {
            Quick::Enter { block, count } => begin!(*block, *count),
            Quick::Jump { target } => go!(true, *target, *target),
            Quick::MoveJump { dst, src, target } => {
                words.registers[usize::from(*dst)] = words.registers[usize::from(*src)];
                go!(true, *target, *target);
            }
            Quick::Branch { cond, then, otherwise } => go!(word!(*cond) & 1 == 1, *then, *otherwise),
            Quick::IfEq { dst, a, b, then, otherwise } => go_by!(*dst, word!(*a) == word!(*b), *then, *otherwise),
            Quick::IfNe { dst, a, b, then, otherwise } => go_by!(*dst, word!(*a) != word!(*b), *then, *otherwise),
            Quick::IfUlt { dst, a, b, then, otherwise } => go_by!(*dst, word!(*a) < word!(*b), *then, *otherwise),
            Quick::IfUle { dst, a, b, then, otherwise } => go_by!(*dst, word!(*a) <= word!(*b), *then, *otherwise),
            Quick::IfSlt { free, dst, a, b, then, otherwise } => {
                go_by!(*dst, top(*free, word!(*a)) < top(*free, word!(*b)), *then, *otherwise);
            }
            Quick::IfSle { free, dst, a, b, then, otherwise } => {
                go_by!(*dst, top(*free, word!(*a)) <= top(*free, word!(*b)), *then, *otherwise);
            }
            Quick::IfEqTo { dst, a, to, then, otherwise } => {
                go_by!(*dst, word!(*a) == u64::from(*to), *then, *otherwise);
            }
            Quick::IfNeTo { dst, a, to, then, otherwise } => {
                go_by!(*dst, word!(*a) != u64::from(*to), *then, *otherwise);
            }
            Quick::IfUltTo { dst, a, to, then, otherwise } => {
                go_by!(*dst, word!(*a) < u64::from(*to), *then, *otherwise);
            }
            Quick::IfUgtTo { dst, a, to, then, otherwise } => {
                go_by!(*dst, word!(*a) > u64::from(*to), *then, *otherwise);
            }
            Quick::IfSltTo { free, dst, a, to, then, otherwise } => {
                go_by!(*dst, top(*free, word!(*a)) < top(*free, u64::from(*to)), *then, *otherwise);
            }
            Quick::IfSgtTo { free, dst, a, to, then, otherwise } => {
                go_by!(*dst, top(*free, word!(*a)) > top(*free, u64::from(*to)), *then, *otherwise);
            }
            Quick::General => match &code.ops[pc as usize] {
                // Of functions that are too large for quick forms.
                Op::Enter { block, count } => begin!(*block, *count),
                Op::Jump(target) => go!(true, *target, *target),
                Op::Branch { cond, then, otherwise } => {
                    let Value::Word(cond) = words.get(*cond) else { break Turn::Leave(Exit::Slow) };
                    go!(cond & 1 == 1, *then, *otherwise);
                }
                Op::CompareBranch { pred, alu, then, otherwise } => {
                    let Some(holds) = words.compare(*pred, alu) else { break Turn::Leave(Exit::Slow) };
                    go!(holds, *then, *otherwise);
                }
                Op::Switch(cases) => {
                    let Value::Word(value) = words.get(cases.value) else { break Turn::Leave(Exit::Slow) };
                    let target = cases.target(value);
                    go!(true, target, target);
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
                    let stops =
                        *stops_below > 0 && stack.depth() < *stops_below as usize && matches!(turn, Turn::Frame);
                    return if stops { Turn::Leave(Exit::Returned) } else { turn };
                }
                op => {
                    if !words.general(op) {
                        break Turn::Leave(Exit::Slow);
                    }
                    pc += 1;
                }
            },
            quick => match words.straight(quick) {
                Ok(passed) => pc += passed,
                Err(passed) => {
                    pc += passed;
                    break Turn::Leave(Exit::Slow);
                }
            },
        }
    };
    let top = stack.top_mut();
    (top.pc, top.block_unfinished) = (pc, unfinished);
    turn
}

/// Enters a function whose signature was found to fit before.
#[inline(always)]
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
    let top = stack.top();
    let path = top.path.through(Site { function: top.func.as_u32(), instruction: top.pc });
    let entered = stack.push_with(func, path, Value::Word(used), callee.slots, |registers, own| {
        let mut own = own.iter_mut();
        for argument in &call.args {
            for (part, slot) in argument.parts.iter().zip(&mut own) {
                *slot = part.get(registers, &code.constants);
                // It may be poison.
                if argument.no_undef && matches!(slot, Value::Term(_)) {
                    return false;
                }
            }
        }
        true
    });
    if entered { Turn::Frame } else { Turn::Leave(Exit::Slow) }
}

/// Returns to a frame that is at hand.
#[inline(always)]
fn give_back(program: &Program, stack: &mut Stack, code: &Code, parts: &[Src], coverage: &mut Coverage) -> Turn {
    if !stack.top_is_plain() {
        return Turn::Leave(Exit::Slow);
    }
    let registers = stack.registers();
    let is_term = |part: &Src| matches!(part.get(registers, &code.constants), Value::Term(_));
    // It may be poison.
    if code.no_undef_result && parts.iter().any(is_term) {
        return Turn::Leave(Exit::Slow);
    }
    let (func, pc) = stack.below_top();
    let caller = program.ready(func);
    let Op::Call(call) = &caller.ops[pc as usize] else {
        stack.pop_plain(|_, _| ());
        return Turn::Frame;
    };
    stack.pop_plain(|registers, callers| {
        for (slot, part) in (call.dst..).zip(parts).take(call.result.len()) {
            callers[slot as usize] = part.get(registers, &code.constants);
        }
    });
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
