//! Joins, without a context, states that meet at a loop head with equal live registers, wherever they forked.
//!
//! Every state waits at every loop head until nobody runs; then those that agree are joined, and the ones that are furthest behind go on.

mod rule;

use std::collections::BTreeMap;
use std::rc::Rc;

use braid::merge::explain::{Explain, Row};
use braid::merge::joining::{self, Manner, Request};
use braid::merge::rule::JoinRule;
use braid::merge::{Done, End, Fork, Held, Host, Merger, Mode, Options};
use braid_ir::FuncId;
use braid_state::join::FramePlace;
use braid_state::{Arrival, Blocks, Fence, State, StateId, Value};
use rustc_hash::FxHashMap;

/// The row.
pub(crate) const MODE: Mode = Mode {
    name: "meeting",
    about: "states that meet at a loop head with equal live registers are joined",
    source: "a test",
    make: |options| Some(Box::new(Meeting::new(options, Box::new(rule::ByTwoNumbers)))),
};

/// The same with a rule that forgets what differs.
pub(crate) const FORGETFUL: Mode = Mode {
    name: "forgetful meeting",
    about: "as meeting, but values that differ become unknown",
    source: "a test",
    make: |options| Some(Box::new(Meeting::new(options, Box::new(rule::Forget)))),
};

/// The same with a rule that mixes up values.
pub(crate) const SWAPPED: Mode = Mode {
    name: "swapped meeting",
    about: "as meeting, but each value is that of another state",
    source: "a test",
    make: |options| Some(Box::new(Meeting::new(options, Box::new(rule::Wrong::Values)))),
};

/// The same with a rule that loses a state.
pub(crate) const LOSING: Mode = Mode {
    name: "losing meeting",
    about: "as meeting, but the last state is left out of the condition",
    source: "a test",
    make: |options| Some(Box::new(Meeting::new(options, Box::new(rule::Wrong::Fewer)))),
};

/// The same with a rule that invents inputs.
pub(crate) const INVENTING: Mode = Mode {
    name: "inventing meeting",
    about: "as meeting, but what the states had gained is forgotten",
    source: "a test",
    make: |options| Some(Box::new(Meeting::new(options, Box::new(rule::Wrong::More)))),
};

/// What states that are joined agree in: where they stand, and their live registers.
type Key = (Vec<(u32, u32)>, Vec<Value>);

/// States with the same live registers.
type Agreeing = (Vec<Value>, Vec<StateId>);

struct Meeting {
    manner: Manner,
    rule: Box<dyn JoinRule>,
    /// The heads of the loops of all functions that were met.
    heads: Rc<FxHashMap<FuncId, Blocks>>,
    waiting: Vec<StateId>,
    explain: Explain,
    joins: u64,
}

impl Meeting {
    fn new(options: &Options, rule: Box<dyn JoinRule>) -> Meeting {
        Meeting {
            manner: options.manner(),
            rule,
            heads: Rc::default(),
            waiting: Vec::new(),
            explain: Explain::default(),
            joins: 0,
        }
    }
    fn set_fence(&self, host: &mut dyn Host, id: StateId) {
        host.state_mut(id).expect("it is there").fence = Some(Rc::new(Fence::of_functions(Rc::clone(&self.heads))));
    }

    /// Joins those of the states that wait and agree, which stand at the place furthest behind, and lets them go on.
    fn join_and_resume(&mut self, host: &mut dyn Host) -> Done {
        let mut groups: BTreeMap<Vec<(u32, u32)>, Vec<Agreeing>> = BTreeMap::new();
        for &id in &self.waiting {
            let (place, registers) = key(host, id);
            let here = groups.entry(place).or_default();
            match here.iter_mut().find(|(known, _)| *known == registers) {
                Some((_, ids)) => ids.push(id),
                None => here.push((registers, vec![id])),
            }
        }
        let steps = |host: &dyn Host, ids: &[StateId]| {
            ids.iter().filter_map(|&id| host.state(id)).map(|state| state.steps).min().unwrap_or(0)
        };
        let all = groups.into_values().flatten().map(|(_, ids)| ids);
        let next = all.min_by_key(|ids| (steps(host, ids), ids[0])).expect("somebody waits");
        self.waiting.retain(|id| !next.contains(id));
        let left = if next.len() > 1 { self.join(host, &next)? } else { next };
        for id in left {
            self.set_fence(host, id);
            host.state_mut(id).expect("it is there").passes_fence = true;
            host.resume(id);
        }
        Ok(())
    }

    fn join(&mut self, host: &mut dyn Host, ids: &[StateId]) -> Done<Vec<StateId>> {
        let top = host.state(ids[0]).expect("it waits").stack.frames().next().map(|frame| (frame.func, frame.pc));
        let (func, pc) = top.expect("a state that runs has a frame");
        let row = self.explain.row_of(&host.view().source_place(func, pc));
        let request = Request { ids, within: None, common: None, place: "a loop head".to_owned(), row };
        match joining::join(host, &*self.rule, self.manner, request)? {
            Ok(joined) => {
                self.joins += 1;
                self.explain.row_mut(row).join(ids.len(), &joined);
                Ok(vec![joined.id])
            }
            Err(why) => {
                self.explain.row_mut(row).refuse(why);
                Ok(ids.to_vec())
            }
        }
    }
}

/// Where a state stands and what its live registers hold.
fn key(host: &mut dyn Host, id: StateId) -> Key {
    let parts = host.parts();
    let state: &State = parts.states.state(id).expect("it waits");
    let place = state.stack.frames().map(|frame| (braid_entity::Entity::as_u32(frame.func), frame.pc)).collect();
    let mut registers = Vec::new();
    for (above, (frame, own)) in state.stack.frames_with_registers().enumerate() {
        let slots = parts.live.live_slots(FramePlace { func: frame.func, pc: frame.pc, waits: above > 0 });
        registers.extend(slots.iter().map(|live| own[live.slot as usize]));
    }
    (place, registers)
}

impl Merger for Meeting {
    fn started(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.set_fence(host, id);
        Ok(())
    }
    fn forked(&mut self, _: &mut dyn Host, _: StateId, _: &Fork) -> Done {
        Ok(())
    }
    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let Arrival::Block(func, block) = at else { return Ok(()) };
        if !self.heads.contains_key(&func) {
            let heads = Rc::clone(&host.view().flow(func).heads);
            Rc::make_mut(&mut self.heads).insert(func, heads);
        }
        self.set_fence(host, id);
        if self.heads[&func].get(block as usize) == Some(&true) {
            host.park(id);
            self.waiting.push(id);
        }
        Ok(())
    }
    fn ended(&mut self, _: &mut dyn Host, id: StateId, _: End) -> Done {
        self.waiting.retain(|&other| other != id);
        Ok(())
    }
    fn stuck(&mut self, host: &mut dyn Host) -> Done<bool> {
        if self.waiting.is_empty() {
            return Ok(false);
        }
        self.join_and_resume(host)?;
        Ok(true)
    }
    fn wound_down(&mut self) {
        self.waiting.clear();
    }
    fn rule(&self) -> &dyn JoinRule {
        &*self.rule
    }
    fn joins(&self) -> u64 {
        self.joins
    }
    fn rows(&self) -> Vec<&Row> {
        self.explain.rows()
    }
    fn held(&self) -> Held {
        Held { states: self.waiting.len() as u64, groups: 0 }
    }
}
