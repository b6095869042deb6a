//! The trail: the conditions that a state has met, in order, for whoever grows an execution tree.
//!
//! A path condition says what holds; a trail says how it came to hold. Inside a merge context every condition that a
//! state gains is a step of its trail, and so is every symbolic branch that had only one way to go: that one adds
//! nothing to the path, but without it the rounds of a loop do not look alike. Steps carry the condition as the program
//! wrote it, before anything was simplified in the light of the path.

use braid_expr::ExprId;
use braid_ir::FuncId;

/// What brought a condition about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gain {
    /// A branch or switch of the program that went several ways.
    Branch,
    /// A check that an operation does not fault, which could have failed.
    Check,
    /// One of several objects or functions that a pointer could lead to.
    Pointer,
    /// One of the sizes, or ranges of sizes, that an allocation can have; those that are left out are a case as well.
    Size,
    /// One of the parts of a joined state, where a question about all of it was too hard.
    Unmerged,
    /// The same, where the solver could not decide some of them, which are given up.
    UnmergedSome,
    /// A symbolic branch that had only one way to go: the condition follows from the path and is not added to it.
    Decided,
    /// The program assumed it.
    Assumed,
    /// One value was chosen of several.
    Chosen,
    /// A bound of the run: a size of at most the capacity.
    Bounded,
    /// The solver could not decide the other side, which is given up.
    GivenUp,
    /// The condition of one state or another that were found to be alike inside a loop.
    Folded,
    /// One of the states that an inner join left, which together leave nothing out.
    Parted,
    /// One of the states that an inner join left, where others were lost.
    Joined,
}

impl Gain {
    /// Returns true if the cases of such a step leave nothing out.
    pub fn covers(self) -> bool {
        match self {
            Gain::Branch | Gain::Check | Gain::Pointer | Gain::Size | Gain::Unmerged | Gain::Decided | Gain::Parted => {
                true
            }
            Gain::Assumed | Gain::Chosen | Gain::Bounded | Gain::GivenUp | Gain::UnmergedSome => false,
            Gain::Folded | Gain::Joined => false,
        }
    }
    /// Returns true if it takes a joined state apart again.
    pub fn unmerges(self) -> bool {
        matches!(self, Gain::Unmerged | Gain::UnmergedSome)
    }
    /// Returns true if the condition became part of the path.
    pub fn constrains(self) -> bool {
        self != Gain::Decided
    }
}

/// One condition that a state met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The condition, which holds from here on.
    pub condition: ExprId,
    /// What brought it about.
    pub gain: Gain,
    /// Which of the cases it is.
    pub case: u32,
    /// The function where it was met.
    pub func: FuncId,
    /// The operation that met it.
    pub pc: u32,
}

/// The steps since the trail was last read; none are kept unless somebody asks for them.
#[derive(Clone, Default, Debug)]
pub struct Trail(Option<Vec<Step>>);

impl Trail {
    /// Returns true if steps are kept.
    pub fn is_kept(&self) -> bool {
        self.0.is_some()
    }
    /// Keeps steps from now on.
    pub fn keep(&mut self) {
        self.0.get_or_insert_default();
    }
    /// Keeps no steps from now on.
    pub fn stop(&mut self) {
        self.0 = None;
    }
    /// Adds a step, if steps are kept.
    pub fn add(&mut self, step: impl FnOnce() -> Step) {
        if let Some(steps) = &mut self.0 {
            steps.push(step());
        }
    }
    /// The steps so far, oldest first; they stay.
    pub fn steps(&self) -> &[Step] {
        self.0.as_deref().unwrap_or_default()
    }
    /// The steps so far; from now on they are others.
    pub fn read(&mut self) -> Vec<Step> {
        self.0.as_mut().map(core::mem::take).unwrap_or_default()
    }
    /// A trail for a state that was just forked: kept if this one is, and empty.
    pub(crate) fn fresh(&self) -> Trail {
        Trail(self.0.as_ref().map(|_| Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_entity::Entity;

    #[test]
    fn a_fork_begins_a_trail_of_its_own_if_there_is_one() {
        let step =
            || Step { condition: ExprId::from_u32(1), gain: Gain::Branch, case: 0, func: FuncId::from_u32(0), pc: 3 };
        let mut trail = Trail::default();
        trail.add(step);
        assert!(trail.read().is_empty() && !trail.fresh().is_kept());
        trail.keep();
        trail.add(step);
        let mut fork = trail.fresh();
        assert!(fork.is_kept() && fork.read().is_empty());
        assert_eq!(trail.read(), [step()]);
        assert!(trail.read().is_empty() && trail.is_kept());
    }
}
