//! Joining inputs: those that some states alone have exist where these states are.

use braid_entity::Entity;
use braid_expr::ExprId;
use rustc_hash::FxHashMap;

use super::Joiner;
use super::sequence::{self, Shared};
use crate::input::{Input, Inputs};
use crate::state::State;
use crate::value::Value;

/// The joined inputs and wishes: what all states made together stays shared.
pub(super) fn join(joiner: &mut Joiner<'_>, states: &[State]) -> Inputs {
    let all: Vec<&Inputs> = states.iter().map(|state| &state.inputs).collect();
    if all.iter().all(|inputs| inputs.are_shared(all[0])) {
        return all[0].clone();
    }
    let (mut joined, lists, wishes) = Inputs::common(&all);
    add_inputs(joiner, &mut joined, &lists);
    add_wishes(joiner, &mut joined, &wishes);
    joined
}

/// Adds the inputs that states made for themselves.
fn add_inputs(joiner: &mut Joiner<'_>, joined: &mut Inputs, lists: &[Vec<&Input>]) {
    // The n-th input of a name and size is one array in all states.
    let merged = sequence::merge(joiner.pool.interrupt(), lists, |input| input.array.as_u32().into());
    let mut guards = Guards::default();
    for shared in &merged {
        let (owner, index) = shared.owner();
        let exists = guards.exists(joiner, lists, shared);
        let first = lists[owner][index];
        let length = if shared.members().all(|(member, index)| lists[member][index].length == first.length) {
            first.length
        } else {
            let lengths = of_members(lists.len(), shared, |member, index| lists[member][index].length);
            joiner.value(64, lengths.into_iter())
        };
        joined.push(Input { exists, length, ..first.clone() });
    }
}

/// A value of each member that has an input, by the number of the member.
fn of_members(count: usize, shared: &Shared, value: impl Fn(usize, usize) -> Value) -> Vec<Option<Value>> {
    let mut values = vec![None; count];
    for (member, index) in shared.members() {
        values[member] = Some(value(member, index));
    }
    values
}

/// Guards of inputs, each made once for the states that have inputs under the same conditions.
#[derive(Default)]
struct Guards {
    known: FxHashMap<Vec<Under>, Option<ExprId>>,
}

/// States that follow each other and have an input under the same condition: the first, the last, the condition.
type Under = (usize, usize, Option<ExprId>);

/// The states that have an input, by conditions.
fn conditions_of(lists: &[Vec<&Input>], shared: &Shared) -> Vec<Under> {
    let mut parts: Vec<Under> = Vec::new();
    for (member, index) in shared.members() {
        let exists = lists[member][index].exists;
        match parts.last_mut() {
            Some((_, last, known)) if *last + 1 == member && *known == exists => *last = member,
            _ => parts.push((member, member, exists)),
        }
    }
    parts
}

impl Guards {
    /// Where an input of some states exists.
    fn exists(&mut self, joiner: &mut Joiner<'_>, lists: &[Vec<&Input>], shared: &Shared) -> Option<ExprId> {
        let parts = conditions_of(lists, shared);
        if let Some(&known) = self.known.get(&parts) {
            return known;
        }
        let (never, always) = (joiner.pool.fls(), joiner.pool.tru());
        let mut conditions = vec![never; lists.len()];
        for &(first, last, exists) in &parts {
            conditions[first..=last].fill(exists.unwrap_or(always));
        }
        let condition = joiner.condition(&conditions);
        let exists = (condition != always).then_some(condition);
        self.known.insert(parts, exists);
        exists
    }
}

/// Adds the wishes that states have for themselves, each where the states are that have it.
fn add_wishes(joiner: &mut Joiner<'_>, joined: &mut Inputs, lists: &[Vec<ExprId>]) {
    for shared in sequence::merge(joiner.pool.interrupt(), lists, |wish| wish.as_u32().into()) {
        let members: Vec<usize> = shared.members().map(|(member, _)| member).collect();
        let (owner, index) = shared.owner();
        let there = joiner.among(&members);
        joined.wish(joiner.pool.implies(there, lists[owner][index]));
    }
}
