//! Joins the two arms of an `if` where they come together again: at the post-dominator of the branch.

use std::collections::BTreeMap;
use std::rc::Rc;

use braid::merge::explain::{Explain, Row};
use braid::merge::ite::Flat;
use braid::merge::joining::{self, Manner, Request};
use braid::merge::{Done, End, Fork, Held, Host, JoinRule, Merger, Mode};
use braid_state::{Arrival, Fence, Gain, StateId};

/// The row.
pub(crate) const MODE: Mode = Mode {
    name: "arms",
    about: "the arms of an if are joined at its post-dominator",
    source: "a test",
    make: |options| Some(Box::new(Arms { manner: options.manner(), ..Arms::default() })),
};

/// Two arms, and what came of them.
struct Group {
    /// The group that the branch was met in.
    outer: Option<usize>,
    /// Where they come together.
    fence: Rc<Fence>,
    depth: usize,
    /// How many states, or inner groups, are on their way.
    open: usize,
    waiting: Vec<StateId>,
    row: usize,
}

#[derive(Default)]
struct Arms {
    manner: Manner,
    groups: BTreeMap<usize, Group>,
    next: usize,
    members: BTreeMap<StateId, usize>,
    explain: Explain,
    joins: u64,
}

impl Merger for Arms {
    fn forked(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        let state = host.state(id).expect("who forks goes on");
        let depth = state.stack.depth();
        let (outer, view) = (self.members.get(&id).copied(), host.view());
        let flow = view.flow(fork.step.func);
        let block = flow.block_of[fork.step.pc as usize];
        let both = matches!(&fork.others[..], [other] if !other.ends && fork.step.gain == Gain::Branch);
        let group = match flow.post_dominator[block as usize].filter(|_| both) {
            Some(end) => {
                let stops = (0..flow.heads.len()).map(|number| number as u32 == end).collect();
                let fence = Rc::new(Fence::of_frame(depth, fork.step.func, stops));
                let row = self.explain.row_of(&view.source_place(fork.step.func, fork.step.pc));
                self.next += 1;
                self.groups.insert(self.next, Group { outer, fence, depth, open: 2, waiting: Vec::new(), row });
                Some(self.next)
            }
            None => {
                let more = fork.others.iter().filter(|other| !other.ends).count();
                outer.inspect(|outer| self.groups.get_mut(outer).expect("it is open").open += more)
            }
        };
        let living = fork.others.iter().filter(|other| !other.ends).map(|other| other.state);
        for id in [id].into_iter().chain(living) {
            self.enter(host, id, group);
        }
        Ok(())
    }

    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let Some(&group) = self.members.get(&id).filter(|_| matches!(at, Arrival::Block(..))) else { return Ok(()) };
        host.park(id);
        self.groups.get_mut(&group).expect("it is open").waiting.push(id);
        self.arrive(host, group)
    }

    fn paused(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        // Who has left the function by a return or a jump never comes.
        while let Some(&group) = self.members.get(&id)
            && host.state(id).is_some_and(|state| state.stack.depth() < self.groups[&group].depth)
        {
            let outer = self.groups[&group].outer;
            outer.inspect(|outer| self.groups.get_mut(outer).expect("it is open").open += 1);
            self.enter(host, id, outer);
            self.arrive(host, group)?;
        }
        Ok(())
    }

    fn ended(&mut self, host: &mut dyn Host, id: StateId, _: End) -> Done {
        let Some(group) = self.members.remove(&id) else { return Ok(()) };
        let waiting = &mut self.groups.get_mut(&group).expect("it is open").waiting;
        if let Some(at) = waiting.iter().position(|&other| other == id) {
            waiting.remove(at);
            return Ok(());
        }
        self.arrive(host, group)
    }

    fn stuck(&mut self, host: &mut dyn Host) -> Done<bool> {
        let Some((&group, _)) = self.groups.iter().rev().find(|(_, group)| !group.waiting.is_empty()) else {
            return Ok(false);
        };
        // Nobody else comes.
        self.settle(host, group)?;
        Ok(true)
    }

    fn wound_down(&mut self) {
        self.groups.clear();
        self.members.clear();
    }
    fn rule(&self) -> &dyn JoinRule {
        &Flat
    }
    fn joins(&self) -> u64 {
        self.joins
    }
    fn rows(&self) -> Vec<&Row> {
        self.explain.rows()
    }
    fn held(&self) -> Held {
        Held { states: self.members.len() as u64, groups: self.groups.len() as u64 }
    }
}

impl Arms {
    /// A state is in a group from now on, or in none.
    fn enter(&mut self, host: &mut dyn Host, id: StateId, group: Option<usize>) {
        match group {
            Some(group) => self.members.insert(id, group),
            None => self.members.remove(&id),
        };
        let fence = group.map(|group| Rc::clone(&self.groups[&group].fence));
        host.state_mut(id).expect("it is there").fence = fence;
    }

    /// One state less is on the way in a group.
    fn arrive(&mut self, host: &mut dyn Host, group: usize) -> Done {
        let open = &mut self.groups.get_mut(&group).expect("it is open").open;
        *open -= 1;
        if *open == 0 { self.settle(host, group) } else { Ok(()) }
    }

    /// Joins those that wait in a group; what is left of them goes on in the group around.
    fn settle(&mut self, host: &mut dyn Host, group: usize) -> Done {
        let Group { outer, waiting, row, open, fence, depth } = self.groups.remove(&group).expect("it is open");
        if open > 0 {
            let waiting = Vec::new();
            self.groups.insert(group, Group { outer, fence, depth, open, waiting, row });
        }
        let left = if waiting.len() > 1 { self.join(host, &waiting, row)? } else { waiting };
        if let Some(outer) = outer {
            self.groups.get_mut(&outer).expect("it is open").open += left.len();
        }
        for &id in &left {
            self.enter(host, id, outer);
            host.resume(id);
        }
        match outer.filter(|_| open == 0) {
            Some(outer) => self.arrive(host, outer),
            None => Ok(()),
        }
    }

    fn join(&mut self, host: &mut dyn Host, ids: &[StateId], row: usize) -> Done<Vec<StateId>> {
        let request = Request { ids, within: None, common: None, place: "an if".to_owned(), row };
        match joining::join(host, &Flat, self.manner, request)? {
            Ok(joined) => {
                ids[1..].iter().for_each(|id| {
                    self.members.remove(id);
                });
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
