//! Joining inputs: those that some states alone have exist where these states are.

use braid_entity::Entity;
use braid_expr::ExprId;
use rustc_hash::FxHashMap;

use super::{Joiner, sequence};
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
    let merged = sequence::merge(lists, |input| input.array.as_u32().into());
    let mut guards = Guards::default();
    for shared in &merged {
        let (owner, index) = shared[0];
        let exists = guards.exists(joiner, lists, shared);
        let first = lists[owner][index];
        let length = if shared.iter().all(|&(member, index)| lists[member][index].length == first.length) {
            first.length
        } else {
            let lengths = of_members(lists.len(), shared, |member, index| lists[member][index].length);
            joiner.value(64, lengths.into_iter())
        };
        joined.push(Input { exists, length, ..first.clone() });
    }
}

/// A value of each member that has an input, by the number of the member.
fn of_members(count: usize, shared: &[(usize, usize)], value: impl Fn(usize, usize) -> Value) -> Vec<Option<Value>> {
    let mut values = vec![None; count];
    for &(member, index) in shared {
        values[member] = Some(value(member, index));
    }
    values
}

/// Guards of inputs, each made once for the states that have inputs under the same conditions.
#[derive(Default)]
struct Guards {
    known: FxHashMap<Vec<(usize, Option<ExprId>)>, Option<ExprId>>,
}

impl Guards {
    /// Where an input of some states exists.
    fn exists(&mut self, joiner: &mut Joiner<'_>, lists: &[Vec<&Input>], shared: &[(usize, usize)]) -> Option<ExprId> {
        let parts: Vec<_> = shared.iter().map(|&(member, index)| (member, lists[member][index].exists)).collect();
        if let Some(&known) = self.known.get(&parts) {
            return known;
        }
        let (never, always) = (joiner.pool.fls(), joiner.pool.tru());
        let mut conditions = vec![never; lists.len()];
        for &(member, exists) in &parts {
            conditions[member] = exists.unwrap_or(always);
        }
        let condition = joiner.condition(&conditions);
        let exists = (condition != always).then_some(condition);
        self.known.insert(parts, exists);
        exists
    }
}

/// Adds the wishes that states have for themselves, each where the states are that have it.
fn add_wishes(joiner: &mut Joiner<'_>, joined: &mut Inputs, lists: &[Vec<ExprId>]) {
    for shared in sequence::merge(lists, |wish| wish.as_u32().into()) {
        let members: Vec<usize> = shared.iter().map(|&(member, _)| member).collect();
        let (owner, index) = shared[0];
        let there = joiner.among(&members);
        joined.wish(joiner.pool.implies(there, lists[owner][index]));
    }
}
