//! Joining inputs: those that some states alone have exist where these states are.

use braid_entity::Entity;
use braid_expr::ExprId;

use super::{Joiner, sequence};
use crate::input::{Input, Inputs};
use crate::state::State;
use crate::value::Value;

/// The joined inputs and wishes.
pub(super) fn join(joiner: &mut Joiner<'_>, states: &[State]) -> Inputs {
    let first = &states[0].inputs;
    if states.iter().all(|state| state.inputs.are_shared(first)) {
        return first.clone();
    }
    let lists: Vec<&[Input]> = states.iter().map(|state| state.inputs.as_slice()).collect();
    // The n-th input of a name and size is one array in all states.
    let merged = sequence::merge(&lists, |input| input.array.as_u32().into());
    let mut list = Vec::with_capacity(merged.len());
    for shared in &merged {
        let (owner, index) = shared[0];
        let exists = exists(joiner, &lists, shared);
        let lengths = of_members(lists.len(), shared, |member, index| lists[member][index].length);
        let length = joiner.value(64, lengths.into_iter());
        list.push(Input { exists, length, ..lists[owner][index].clone() });
    }
    Inputs::of(list, wishes(joiner, states))
}

/// A value of each member that has an input, by the number of the member.
fn of_members(count: usize, shared: &[(usize, usize)], value: impl Fn(usize, usize) -> Value) -> Vec<Option<Value>> {
    let mut values = vec![None; count];
    for &(member, index) in shared {
        values[member] = Some(value(member, index));
    }
    values
}

/// Where an input of some states exists.
fn exists(joiner: &mut Joiner<'_>, lists: &[&[Input]], shared: &[(usize, usize)]) -> Option<ExprId> {
    let (never, always) = (joiner.pool.fls(), joiner.pool.tru());
    let mut conditions = vec![never; lists.len()];
    for &(member, index) in shared {
        conditions[member] = lists[member][index].exists.unwrap_or(always);
    }
    let condition = joiner.condition(&conditions);
    (condition != always).then_some(condition)
}

/// The wishes of all states, each where the states are that have it.
fn wishes(joiner: &mut Joiner<'_>, states: &[State]) -> Vec<ExprId> {
    let lists: Vec<&[ExprId]> = states.iter().map(|state| state.inputs.wishes()).collect();
    let merged = sequence::merge(&lists, |wish| wish.as_u32().into());
    let guarded = merged.into_iter().map(|shared| {
        let members: Vec<usize> = shared.iter().map(|&(member, _)| member).collect();
        let (owner, index) = shared[0];
        let there = joiner.among(&members);
        joiner.pool.implies(there, lists[owner][index])
    });
    guarded.collect()
}
