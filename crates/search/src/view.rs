//! What a search order may ask about a state.

use braid_state::StateId;
use smallvec::SmallVec;

/// The answers to what search orders ask; the engine gives them. Every number is counted (forks, instructions, solver
/// steps), never measured by the clock: the clock would make two equal runs differ.
pub trait View {
    /// How many times the state's path has forked.
    fn depth(&self, id: StateId) -> u64;

    /// How many instructions the state's path has executed.
    fn instructions(&self, id: StateId) -> u64;

    /// How many instructions it executed since it last reached a new line; none if it never did.
    fn since_new_coverage(&self, id: StateId) -> Option<u64>;

    /// The least number of instructions from where it stands to one that no state has executed; none if it reaches none.
    fn distance_to_uncovered(&self, id: StateId) -> Option<u64>;

    /// What its queries have cost so far, in steps of the solver.
    fn query_cost(&self, id: StateId) -> u64;

    /// How many times all states together have executed the instruction that it stands at.
    fn executed_here(&self, id: StateId) -> u64;

    /// How many instructions all states together have executed in the function that it is in, called by the same chain of
    /// calls.
    fn executed_in_context(&self, id: StateId) -> u64;

    /// Where it stands in the order of the program's text.
    fn position(&self, id: StateId) -> Position;
}

/// Where a state stands: for each frame, outermost first, the place of its block in a reverse postorder of the function.
/// Positions compare like words in a dictionary, except that a longer one comes before its own beginning: a state inside
/// a call is behind one that has returned from it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Position(SmallVec<[u32; 8]>);

impl Position {
    /// The position with these places, outermost frame first.
    pub fn new(places: impl IntoIterator<Item = u32>) -> Self {
        Position(places.into_iter().collect())
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let common = self.0.len().min(other.0.len());
        self.0[..common].cmp(&other.0[..common]).then(other.0.len().cmp(&self.0.len()))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_a_call_is_before_after_it() {
        let inside = Position::new([3, 7]);
        let behind = Position::new([3]);
        let next = Position::new([4, 0]);
        assert!(inside < behind && behind < next && Position::new([3, 6]) < inside);
    }
}
