//! The merger: hears what states do, and joins some of them.
//!
//! One trait for all ways of merging. Whoever drives the exploration tells the merger of every event of a state, in the order in
//! which they happen, and lends it the [`Host`] to act through. Each state is made by [`started`](Merger::started) or as a child
//! of [`forked`](Merger::forked), and its last event is [`ended`](Merger::ended), unless the merger itself has joined it away or
//! superseded it. During an event the state that it is about is in the host's table.

use braid_code::SourcePlace;
use braid_expr::ExprId;
use braid_report::Shadowed;
use braid_state::{Arrival, EventKind, RecipeId, State, StateId, Step};

use crate::contexts::Rerun;
use crate::explain::Row;
use crate::host::{Done, Host};
use crate::recording::ContextId;
use crate::rule::JoinRule;

/// A fork: what a state has become.
#[derive(Clone, Debug)]
pub struct Fork {
    /// The recipe of the state before.
    pub before: RecipeId,
    /// The condition that the state itself took, as the first child.
    pub step: Step,
    /// The other children.
    pub others: Vec<Child>,
}

/// One of the other children of a fork, with the condition that it took.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The state. If it has ended at once it is in no table, and [`Merger::ended`] is called next.
    pub state: StateId,
    /// Whether it has ended at once.
    pub ends: bool,
    /// Its condition.
    pub step: Step,
}

/// What was counted for a state that ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Completed paths.
    pub paths: u128,
    /// The multiplicity of the state.
    pub multiplicity: u128,
    /// Bugs, by their numbers, and how many paths to each.
    pub bugs: Vec<(usize, u128)>,
}

/// The end of a state.
#[derive(Clone, Debug)]
pub struct End {
    /// Its recipe.
    pub recipe: RecipeId,
    /// Whether it ran to its end or was given up from outside.
    pub kind: EventKind,
    /// What was counted for it.
    pub counted: Counted,
}

/// What running a joined state has cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Queries that were asked.
    pub queries: u64,
    /// Time, in nanoseconds.
    pub nanoseconds: u128,
    /// How often it was split because a query was not answered.
    pub unmerged: u64,
}

/// What a merger still holds; nothing at the end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// States that it believes to wait, or to be on their way to be joined.
    pub states: u64,
    /// Groups that it waits for.
    pub groups: u64,
}

/// A way of merging in a run. All events have a default that does nothing.
pub trait Merger {
    // Events.

    /// A first state begins, or one comes back that was put aside. Its trail is kept, so that conditions are told.
    fn started(&mut self, _host: &mut dyn Host, _id: StateId) -> Done {
        Ok(())
    }
    /// A state has met conditions since its last event: it gained them without a fork, or they were decided already.
    fn gained(&mut self, _host: &mut dyn Host, _id: StateId, _steps: &[Step]) -> Done {
        Ok(())
    }
    /// A state is about to fork; `before` is the state just then. Returns the state that takes its place, if there is to be no fork:
    /// then what came of it is forgotten. Asked only if [`keeps_before_fork`](Self::keeps_before_fork).
    fn about_to_fork(&mut self, _host: &mut dyn Host, _id: StateId, before: State) -> Done<Before> {
        Ok(Before::Forks(before))
    }
    /// A state has forked.
    fn forked(&mut self, _host: &mut dyn Host, _id: StateId, _fork: &Fork) -> Done {
        Ok(())
    }
    /// A joined state was split because a query about it was not answered.
    fn split(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        self.forked(host, id, fork)
    }
    /// A state has run for a while without anything to be told of.
    fn paused(&mut self, _host: &mut dyn Host, _id: StateId) -> Done {
        Ok(())
    }
    /// A state has come to a place at which it stops: a block of its fence, or a mark of the program.
    fn reached(&mut self, _host: &mut dyn Host, _id: StateId, _at: Arrival) -> Done {
        Ok(())
    }
    /// The program is about to end in a state by itself; [`ended`](Self::ended) follows.
    fn exits(&mut self, _host: &mut dyn Host, _id: StateId) -> Done {
        Ok(())
    }
    /// A state has ended, or was dropped for want of memory. It is in no table any more.
    fn ended(&mut self, _host: &mut dyn Host, _id: StateId, _end: End) -> Done {
        Ok(())
    }
    /// What a state that [may invent](braid_state::Exactness::may_invent) has come to could not be shown by an exact run, or it could not be
    /// followed. Returns true if what came of it is explored again by states that know more; then it does not count. The state may have ended.
    fn doubted(&mut self, _host: &mut dyn Host, _id: StateId) -> Done<bool> {
        Ok(false)
    }
    /// Time goes on: before each state that is run. Who has waited for too long is resumed.
    fn tick(&mut self, _host: &mut dyn Host) -> Done {
        Ok(())
    }
    /// No state can run. Returns true if some that waited were resumed.
    fn stuck(&mut self, _host: &mut dyn Host) -> Done<bool> {
        Ok(false)
    }
    /// Memory is short: what is only remembered goes.
    fn forget(&mut self) {}
    /// Memory is short: at least so many states that it [needs](Self::needs) go on by themselves, if there are as many. Returns those. For the
    /// merger they are as good as dropped; if they were put aside they begin anew, which [`started`](Self::started) tells.
    fn spare(&mut self, _host: &mut dyn Host, _wanted: usize) -> Done<Vec<StateId>> {
        Ok(Vec::new())
    }
    /// The run stops, and all states were told to have ended: what is open is given up.
    fn wound_down(&mut self) {}
    /// What it has cost to run a joined state since its last event, by the row of the join.
    fn charge(&mut self, _joined_at: usize, _cost: Cost) {}
    /// The same of a joined state and of the shadows that followed it.
    fn charge_shadows(&mut self, _joined_at: usize, _cost: Shadowed) {}
    /// Memory is short: a state that is not [needed](Self::needs) leaves the host's table. It [comes back](Self::came_back) under its number.
    fn put_aside(&mut self, _id: StateId, _state: &State) {}
    /// A state that was put aside is in the host's table again, as it was, but without a fence.
    fn came_back(&mut self, _host: &mut dyn Host, _id: StateId) {}

    // Wishes.

    /// The state that runs where the search has picked this one. It is asked after every run, whatever the batch.
    fn prefer(&mut self, _host: &dyn Host, picked: StateId) -> StateId {
        picked
    }
    /// Returns true if a state must stay in the host's table. When memory is short, the host may put other states
    /// [aside](Self::put_aside).
    fn needs(&self, _id: StateId) -> bool {
        true
    }
    /// Returns true if states that have a fence are kept as they were before they fork.
    fn keeps_before_fork(&self) -> bool {
        false
    }

    // Answers.

    /// The innermost merge context of a state that is on its way or waits in one. What happens in contexts is recorded around the merger.
    fn context(&self, _id: StateId) -> Option<ContextId> {
        None
    }
    /// The recipes of states that it keeps beside those of the host.
    fn recipes(&self) -> Vec<RecipeId> {
        Vec::new()
    }
    /// How states are joined, once more where states are made again that merely met.
    fn rule(&self) -> &dyn JoinRule;
    /// How many joins there were.
    fn joins(&self) -> u64;
    /// Rows of `--explain-merges`, those that saved most first.
    fn rows(&self) -> Vec<&Row>;
    /// What the user should know at the end of a run.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }
    /// What was shown on the way to the verdict, by names: of each list, no term has a model.
    fn certificates(&self) -> Vec<(String, Vec<ExprId>)> {
        Vec::new()
    }
    /// What holds at the heads of loops whenever control comes there, as C expressions with the places of the loops.
    fn invariants(&mut self, _host: &mut dyn Host) -> Vec<(SourcePlace, String)> {
        Vec::new()
    }
    /// Returns true if it wants to know what is [excluded](Self::excluded).
    fn certifies(&self) -> bool {
        false
    }
    /// A state that [may invent](braid_state::Exactness::may_invent) has run; of these terms none has a model, or something would be missing.
    fn excluded(&mut self, _id: StateId, _terms: &[ExprId]) {}
    /// What it still holds.
    fn held(&self) -> Held;
    /// How what it did is done once more; none if it cannot be.
    fn rerun(&mut self) -> Option<&mut dyn Rerun> {
        None
    }
}

/// What becomes of a state that was about to fork.
#[derive(Debug)]
pub enum Before {
    /// It forks; this is the state as it was before, unchanged.
    Forks(State),
    /// It does not: this state takes its place.
    Instead(State),
}
