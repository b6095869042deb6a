//! Joining call stacks: frame by frame from the topmost down, until all states share the rest.

use std::rc::Rc;

use braid_entity::Entity;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{FramePlace, Joiner, LiveSlot, Refusal, sequence};
use crate::memory::{Memory, Site};
use crate::stack::{Frame, Level, Stack, VarArg};
use crate::state::State;
use crate::value::Value;

/// Whether the frames of all states fit together. Frames below the topmost are shared afterwards.
pub(super) fn check(states: &mut [State]) -> Result<(), Refusal> {
    let depth = states[0].stack.depth();
    if states.iter().any(|state| state.stack.depth() != depth) {
        return Err(Refusal::Depth);
    }
    states.iter_mut().for_each(|state| state.stack.freeze());
    levels(states).iter().try_for_each(|level| check_level(level))
}

/// The frames that the states do not share, topmost first.
fn levels(states: &[State]) -> Vec<Level<'_>> {
    let stacks: Vec<&Stack> = states.iter().map(|state| &state.stack).collect();
    Stack::own_levels(&stacks)
}

fn check_level(level: &Level<'_>) -> Result<(), Refusal> {
    let (first, _) = level[0];
    for &(frame, _) in &level[1..] {
        if (frame.func, frame.pc) != (first.func, first.pc) {
            return Err(Refusal::Location);
        }
        if frame.path != first.path {
            return Err(Refusal::Frames);
        }
        if !same_shape(first.varargs.as_deref(), frame.varargs.as_deref()) {
            return Err(Refusal::Varargs);
        }
    }
    Ok(())
}

/// Returns true if variable arguments differ in their values alone.
fn same_shape(a: Option<&[VarArg]>, b: Option<&[VarArg]>) -> bool {
    let shape = |list: &[VarArg]| list.iter().map(|arg| (arg.bits, arg.float, arg.by_value)).collect::<Vec<_>>();
    a.map(shape) == b.map(shape)
}

/// The joined stack of states that were found to fit.
pub(super) fn join(
    joiner: &mut Joiner<'_>,
    memory: &mut Memory,
    states: &[State],
    live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
) -> Stack {
    let levels = levels(states);
    let mut frames = Vec::with_capacity(levels.len());
    for (above, level) in levels.iter().enumerate() {
        let (first, _) = level[0];
        let slots = live(FramePlace { func: first.func, pc: first.pc, waits: above > 0 });
        frames.push((frame(joiner, level), registers(joiner, memory, level, &slots)));
    }
    states[0].stack.with_levels(frames)
}

/// The registers of a frame: those that do not matter are 0. A value that is deferred in some states alone gets a symbol of its own,
/// the same in all registers of the frame that it was moved to.
fn registers(joiner: &mut Joiner<'_>, memory: &mut Memory, level: &Level<'_>, slots: &[LiveSlot]) -> Vec<Value> {
    let mut registers = vec![Value::Word(0); level[0].1.len()];
    let mut names: FxHashMap<Value, Value> = FxHashMap::default();
    for &LiveSlot { slot, bits } in slots {
        let values: SmallVec<[Value; 8]> = level.iter().map(|(_, own)| own[slot as usize]).collect();
        let differ = values.iter().any(|&value| value != values[0]);
        let values = values.into_iter().map(|value| match value {
            Value::Term(term) if differ && joiner.pool.as_deferred(term).is_some() => {
                *names.entry(value).or_insert_with(|| memory.fresh_unknown(joiner.pool, place_key(level[0].0), bits))
            }
            _ => value,
        });
        let values: SmallVec<[Value; 8]> = values.collect();
        registers[slot as usize] = joiner.value(bits, values.into_iter().map(Some));
    }
    if !names.is_empty() {
        registers.iter_mut().for_each(|value| *value = names.get(value).copied().unwrap_or(*value));
    }
    registers
}

/// Where a frame stands, as the key of names.
fn place_key(frame: &Frame) -> u64 {
    frame.path.through(Site { function: frame.func.as_u32(), instruction: frame.pc }).0
}

fn frame(joiner: &mut Joiner<'_>, level: &Level<'_>) -> Frame {
    let (first, _) = level[0];
    let locals: Vec<&[u64]> = level.iter().map(|(frame, _)| &frame.locals[..]).collect();
    let mut joined = first.clone();
    if locals.iter().any(|list| *list != &first.locals[..]) {
        // An object whose place the lists do not agree about is there twice; it ends once all the same.
        let merged = sequence::merge(joiner.pool.interrupt(), &locals, |&base| base);
        let base = |(owner, index): (usize, usize)| locals[owner][index];
        joined.locals = merged.iter().map(|shared| base(shared.owner())).collect();
    }
    joined.used = joiner.value(64, level.iter().map(|(frame, _)| Some(frame.used)));
    joined.varargs = varargs(joiner, level);
    joined.block_unfinished = level.iter().any(|(frame, _)| frame.block_unfinished);
    joined
}

fn varargs(joiner: &mut Joiner<'_>, level: &Level<'_>) -> Option<Rc<[VarArg]>> {
    let first = level[0].0.varargs.as_ref()?;
    let lists: SmallVec<[&Rc<[VarArg]>; 4]> =
        level.iter().map(|(frame, _)| frame.varargs.as_ref().expect("all have them")).collect();
    if lists.iter().all(|list| Rc::ptr_eq(list, first)) {
        return Some(Rc::clone(first));
    }
    let join = |(at, arg): (usize, &VarArg)| VarArg {
        value: joiner.value(arg.bits, lists.iter().map(|list| Some(list[at].value))),
        ..*arg
    };
    Some(first.iter().enumerate().map(join).collect())
}

/// Overwrites every register of a state that does not matter: the state goes on as before if `live` tells the truth.
pub(super) fn clobber(state: &mut State, junk: Value, live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>) {
    state.stack.freeze();
    let mut levels = Vec::new();
    for (above, (frame, own)) in state.stack.levels().enumerate() {
        let mut registers = vec![junk; own.len()];
        for LiveSlot { slot, .. } in live(FramePlace { func: frame.func, pc: frame.pc, waits: above > 0 }) {
            registers[slot as usize] = own[slot as usize];
        }
        levels.push((frame.clone(), registers));
    }
    state.stack = state.stack.with_levels(levels);
}
