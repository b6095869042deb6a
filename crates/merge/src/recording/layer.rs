//! The layer around a merger: hears every event before it does, and tells the recorder.

use braid_code::SourcePlace;
use braid_expr::ExprId;
use braid_report::Shadowed;
use braid_state::{Arrival, EventKind, RecipeId, State, StateId, Step};

use super::ContextId;
use super::history::Opening;
use crate::contexts::Rerun;
use crate::explain::Row;
use crate::host::{Done, Host};
use crate::merger::{Before, Cost, End, Fork, Held, Merger};
use crate::rule::JoinRule;

/// A merger of whose states the histories are recorded.
pub(crate) struct Recorded(pub(crate) Box<dyn Merger>);

impl Recorded {
    /// A state does something that is always an event.
    fn event<T>(
        &mut self,
        host: &mut dyn Host,
        id: StateId,
        (kind, opening): (EventKind, Opening),
        tell: impl FnOnce(&mut dyn Merger, &mut dyn Host) -> Done<T>,
    ) -> Done<T> {
        let recorder = host.parts().recorder;
        recorder.begin(self.0.context(id), kind, opening);
        recorder.note();
        let told = tell(&mut *self.0, host);
        host.parts().recorder.end();
        told
    }

    /// A state does something that is an event only if it is joined or leaves its context by it.
    fn perhaps<T>(
        &mut self,
        host: &mut dyn Host,
        id: StateId,
        who: Option<RecipeId>,
        tell: impl FnOnce(&mut dyn Merger, &mut dyn Host) -> Done<T>,
    ) -> Done<T> {
        let before = self.0.context(id);
        if let Some(who) = who {
            host.parts().recorder.begin(before, EventKind::Ran, Opening::Fork(who));
        }
        let told = tell(&mut *self.0, host);
        let recorder = host.parts().recorder;
        if self.0.context(id) != before {
            recorder.note();
        }
        recorder.end();
        told
    }
}

impl Merger for Recorded {
    fn started(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.0.started(host, id)
    }
    fn gained(&mut self, host: &mut dyn Host, id: StateId, steps: &[Step]) -> Done {
        self.0.gained(host, id, steps)
    }
    fn about_to_fork(&mut self, host: &mut dyn Host, id: StateId, before: State) -> Done<Before> {
        let who = before.inherited.recipe();
        self.perhaps(host, id, Some(who), |merger, host| merger.about_to_fork(host, id, before))
    }
    fn forked(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        let opening = Opening::Fork(fork.before);
        self.event(host, id, (EventKind::Ran, opening), |merger, host| merger.forked(host, id, fork))
    }
    fn split(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        let opening = Opening::Fork(fork.before);
        self.event(host, id, (EventKind::Ran, opening), |merger, host| merger.split(host, id, fork))
    }
    fn paused(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let who = host.state(id).map(|state| state.inherited.recipe());
        self.perhaps(host, id, who, |merger, host| merger.paused(host, id))
    }
    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let Some(own) = host.state(id).map(|state| state.inherited) else { return self.0.reached(host, id, at) };
        let opening = Opening::Mark(own.recipe(), own.marks());
        self.event(host, id, (EventKind::Ran, opening), |merger, host| merger.reached(host, id, at))
    }
    fn exits(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.0.exits(host, id)
    }
    fn ended(&mut self, host: &mut dyn Host, id: StateId, end: End) -> Done {
        let opening = Opening::Fork(end.recipe);
        self.event(host, id, (end.kind, opening), |merger, host| merger.ended(host, id, end))
    }
    fn doubted(&mut self, host: &mut dyn Host, id: StateId) -> Done<bool> {
        self.0.doubted(host, id)
    }
    fn tick(&mut self, host: &mut dyn Host) -> Done {
        let told = self.0.tick(host);
        host.parts().recorder.end();
        told
    }
    fn stuck(&mut self, host: &mut dyn Host) -> Done<bool> {
        let told = self.0.stuck(host);
        host.parts().recorder.end();
        told
    }
    fn put_aside(&mut self, id: StateId, state: &State) {
        self.0.put_aside(id, state);
    }
    fn came_back(&mut self, host: &mut dyn Host, id: StateId) {
        self.0.came_back(host, id);
    }
    fn forget(&mut self) {
        self.0.forget();
    }
    fn spare(&mut self, host: &mut dyn Host, wanted: usize) -> Done<Vec<StateId>> {
        let spared = self.0.spare(host, wanted);
        host.parts().recorder.end();
        spared
    }
    fn wound_down(&mut self) {
        self.0.wound_down();
    }
    fn charge(&mut self, joined_at: usize, cost: Cost) {
        self.0.charge(joined_at, cost);
    }
    fn charge_shadows(&mut self, joined_at: usize, cost: Shadowed) {
        self.0.charge_shadows(joined_at, cost);
    }
    fn prefer(&mut self, host: &dyn Host, picked: StateId) -> StateId {
        self.0.prefer(host, picked)
    }
    fn needs(&self, id: StateId) -> bool {
        self.0.needs(id)
    }
    fn keeps_before_fork(&self) -> bool {
        self.0.keeps_before_fork()
    }
    fn context(&self, id: StateId) -> Option<ContextId> {
        self.0.context(id)
    }
    fn recipes(&self) -> Vec<RecipeId> {
        self.0.recipes()
    }
    fn rule(&self) -> &dyn JoinRule {
        self.0.rule()
    }
    fn joins(&self) -> u64 {
        self.0.joins()
    }
    fn rows(&self) -> Vec<&Row> {
        self.0.rows()
    }
    fn remarks(&self) -> Vec<String> {
        self.0.remarks()
    }
    fn certificates(&self) -> Vec<(String, Vec<ExprId>)> {
        self.0.certificates()
    }
    fn invariants(&mut self, host: &mut dyn Host) -> Vec<(SourcePlace, String)> {
        self.0.invariants(host)
    }
    fn certifies(&self) -> bool {
        self.0.certifies()
    }
    fn excluded(&mut self, id: StateId, terms: &[ExprId]) {
        self.0.excluded(id, terms);
    }
    fn held(&self) -> Held {
        self.0.held()
    }
    fn rerun(&mut self) -> Option<&mut dyn Rerun> {
        self.0.rerun()
    }
}
