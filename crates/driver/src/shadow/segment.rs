//! What a joined state has done since its shadows followed it last: where it stands now, what it assumed, and what became of it.

use braid_exec::{Ending, Outcome};
use braid_expr::ExprId;
use braid_ir::FuncId;
use braid_state::{Gain, Stand, State, Step};

/// Where a state stands, also in which function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) stand: Stand,
    /// The function of the topmost frame; none if there is no frame any more.
    pub(super) func: Option<FuncId>,
}

impl Position {
    pub(super) fn of(state: &State) -> Position {
        Position { stand: Stand::of(state), func: state.stack.frames().next().map(|top| top.func) }
    }
}

/// What a joined state has done.
pub(super) struct Segment {
    /// Where it stands; if it has forked or ended, at the operation in which it did.
    pub(super) at: Position,
    /// What it chose, bounded, or gave up the other side of.
    pub(super) narrowed: Vec<ExprId>,
    /// What the program assumed.
    pub(super) assumed: Vec<ExprId>,
    /// What it was told about what is known.
    pub(super) told: Vec<u64>,
    /// What became of it.
    pub(super) fate: Fate,
}

/// What became of a joined state.
pub(super) enum Fate {
    /// It goes on.
    GoesOn,
    /// It has forked.
    Forked {
        /// The sides, its own first.
        sides: Vec<Side>,
        /// Whether they leave nothing out.
        covers: bool,
    },
    /// It has ended.
    Ended(Ending),
}

/// A side of a fork.
#[derive(Clone)]
pub(super) struct Side {
    /// When it is taken.
    pub(super) condition: ExprId,
    /// How the path ends there, if it does.
    pub(super) ending: Option<Ending>,
}

impl Segment {
    /// What a state has done that ran with this outcome and whose trail was not read yet; none if the trail does not tell.
    pub(super) fn of(state: &State, outcome: &Outcome, told: Vec<u64>) -> Option<Segment> {
        let (mut at, mut steps) = (Position::of(state), state.trail.steps());
        let fate = match outcome {
            Outcome::Paused | Outcome::Arrived(_) => Fate::GoesOn,
            Outcome::Ended(ending) => Fate::Ended(ending.clone()),
            Outcome::Forked(others) => {
                let (own, before) = steps.split_last()?;
                steps = before;
                (at.func, at.stand.pc) = (Some(own.func), own.pc);
                let mut sides = vec![Side { condition: own.condition, ending: None }];
                for (other, ending) in others {
                    let condition = other.trail.steps().last()?.condition;
                    sides.push(Side { condition, ending: ending.clone() });
                }
                Fate::Forked { sides, covers: own.gain.covers() }
            }
        };
        let met = |is: fn(Gain) -> bool| -> Vec<ExprId> {
            steps.iter().filter(|step| is(step.gain)).map(|&Step { condition, .. }| condition).collect()
        };
        Some(Segment { at, narrowed: met(narrows), assumed: met(|gain| gain == Gain::Assumed), told, fate })
    }
}

/// Whether inputs were left out that a path had.
pub(super) fn narrows(gain: Gain) -> bool {
    matches!(gain, Gain::Chosen | Gain::Bounded | Gain::GivenUp | Gain::UnmergedSome)
}
