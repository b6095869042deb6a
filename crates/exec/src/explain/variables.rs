//! What the variables of the running function are: those in registers by the debug record that reaches the place, those in memory by
//! their objects.
//!
//! A register may have been a variable once and hold an old value of it now. So a record counts only if it is the last one on every
//! way to the block at hand; a variable of which that cannot be said is left out.

use braid_entity::Entity;
use braid_ir::debug::VarId;
use braid_ir::{BlockId, Body, FuncId, Inst, InstId, ValueId};
use braid_state::join::FramePlace;
use braid_state::memory::Object;
use braid_state::{State, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{UNNAMED, first_slots, text_at};
use crate::executor::Executor;

/// Functions with more blocks than this are not looked through.
const MAX_BLOCKS: usize = 2000;

/// Which value each variable has; none if that is not one value.
type Records = FxHashMap<VarId, Option<ValueId>>;

impl Executor {
    /// The variables of the innermost frame that have a name and a value that matters, in the order of their declaration: one that
    /// stands where a block begins.
    pub fn variables(&self, state: &State) -> Vec<(String, Value)> {
        let Some((frame, registers)) = state.stack.frames_with_registers().next() else { return Vec::new() };
        let mut found = Vec::new();
        let mut add = |name: &str, value: Value| {
            if !found.iter().any(|(known, _): &(String, Value)| known == name) {
                found.push((name.to_owned(), value));
            }
        };
        for (slot, name) in self.slot_names(frame.func, frame.pc) {
            add(&name, registers[slot as usize]);
        }
        for object in frame.locals.iter().filter_map(|&address| state.memory.find(address)) {
            if let (Some(name), Some(term)) = (object.origin().name.as_deref(), self.stored(object)) {
                add(name, Value::Term(term));
            }
        }
        found
    }

    /// The slots of a function's frame that hold a variable with a name and matter, in the order of declaration, at the start of a block.
    pub fn slot_names(&self, func: FuncId, pc: u32) -> Vec<(u32, String)> {
        let module = &self.program.module;
        let Some(body) = module.funcs[func].body.ready() else { return Vec::new() };
        let live = self.program.live_slots(FramePlace { func, pc, waits: false });
        let live: FxHashSet<u32> = live.into_iter().map(|live| live.slot).collect();
        let slots = first_slots(&self.program, body);
        let homes = self.program.ready(func).homes.as_ref();
        let named = self.records_at(body, func, pc).into_iter().filter_map(|(var, value)| {
            let number = slots[value.index()];
            let slot = homes.map_or(Some(number), |homes| homes.slot(number, pc));
            let slot = slot.filter(|slot| live.contains(slot))?;
            Some((slot, module.names.get(module.debug.vars[var].name).to_owned()))
        });
        named.collect()
    }

    /// The term that is all of a small object.
    fn stored(&self, object: &Object) -> Option<braid_expr::ExprId> {
        let bytes = u32::try_from(object.capacity()).ok().filter(|bytes| (1..=8).contains(bytes))?;
        object.contents.stored_term(&self.pool, 0, bytes)
    }

    /// The object at an address: what it is called, and how far inside of it the address is. An object without a name goes by that of
    /// the input that it holds.
    pub fn object_name(&self, state: &State, address: u64) -> Option<(String, i64)> {
        let object = state.memory.find(address)?;
        let input = || {
            let updates = object.contents.array_at(0)?;
            Some(self.pool.array_name(self.pool.updated_array(updates)))
        };
        let name = object.origin().name.as_deref().or_else(input).unwrap_or(UNNAMED);
        let name = text_at(state, object.base()).unwrap_or_else(|| name.to_owned());
        Some((name, address.wrapping_sub(object.base()).cast_signed()))
    }

    /// The variables that are one value at the beginning of a block.
    fn records_at(&self, body: &Body, func: FuncId, pc: u32) -> Vec<(VarId, ValueId)> {
        let code = self.program.ready(func);
        let (block, first) = code.blocks[code.block_of[pc as usize] as usize];
        if first != pc || body.order.len() > MAX_BLOCKS {
            return Vec::new();
        }
        let mut records = entering(body).remove(&block).unwrap_or_default();
        let head = body.blocks[block].insts.iter().copied();
        let is_head = |inst: &InstId| matches!(body.insts[*inst].inst, Inst::Phi { .. } | Inst::DebugValue(_));
        head.take_while(is_head).for_each(|inst| record(body, inst, &mut records));
        let mut known: Vec<(VarId, ValueId)> =
            records.into_iter().filter_map(|(var, value)| Some((var, value?))).collect();
        known.sort_unstable_by_key(|(var, _)| var.index());
        known
    }
}

/// What is known of the variables where each block is entered, by going round until nothing changes: what differs between two ways
/// is not one value, and stays so.
fn entering(body: &Body) -> FxHashMap<BlockId, Records> {
    let mut entering: FxHashMap<BlockId, Records> = FxHashMap::default();
    let Some(&entry) = body.order.first() else { return entering };
    entering.insert(entry, Records::default());
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        let mut records = entering[&block].clone();
        body.blocks[block].insts.iter().for_each(|&inst| record(body, inst, &mut records));
        let Some(last) = body.terminator(block) else { continue };
        last.for_each_successor(|next| {
            let changed = match entering.get_mut(&next) {
                Some(known) => meet(known, &records),
                None => {
                    entering.insert(next, records.clone());
                    true
                }
            };
            if changed {
                open.push(next);
            }
        });
    }
    entering
}

/// An instruction may say what a variable is from now on.
fn record(body: &Body, inst: InstId, records: &mut Records) {
    if let Inst::DebugValue(record) = &body.insts[inst].inst {
        let value = record.value.filter(|_| record.expr.is_empty()).and_then(|value| value.as_value());
        records.insert(record.var, value);
    }
}

/// Keeps what both say; whether that is less than before.
fn meet(known: &mut Records, other: &Records) -> bool {
    let mut changed = false;
    for (var, value) in known.iter_mut() {
        let agreed = value.filter(|value| other.get(var) == Some(&Some(*value)));
        changed |= agreed != *value;
        *value = agreed;
    }
    // A variable that only one way has a record of has none.
    for var in other.keys() {
        changed |= known.insert(*var, known.get(var).copied().flatten()).is_none();
    }
    changed
}
