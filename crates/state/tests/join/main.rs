//! Joins are exact: whatever random states of a common origin hold, the joined state holds in each of them.
//!
//! Each case makes a state, forks it, lets the forks do random things to registers, memory, output and inputs, joins them
//! by nested if-then-else over a selector, and compares the joined state with every fork under models in which the
//! selector says that fork. The joined state is then forked and joined again, so that guards meet guards.

mod check;
mod words;
mod world;

use braid_expr::testing::Random;
use braid_expr::{ExprId, ExprPool};
use braid_state::join::{Choice, Common, Refusal, compatible, join};
use braid_state::{State, Value};

use world::World;

/// If-then-else over a selector: the i-th state is where the selector is i.
struct Selected {
    selector: ExprId,
}

impl Selected {
    fn is(&self, pool: &mut ExprPool, member: usize) -> ExprId {
        let member = pool.bv(8, member as u64);
        pool.eq(self.selector, member)
    }
}

impl Choice for Selected {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        assert!(values.iter().any(|value| *value != values[0]), "a choice between equals");
        let (last, others) = values.split_last().expect("some states");
        let mut term = last.term(pool, bits);
        for (member, value) in others.iter().enumerate().rev() {
            let (here, value) = (self.is(pool, member), value.term(pool, bits));
            term = pool.ite(here, value, term);
        }
        Value::of(pool, term)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        assert!(!members.is_empty() && members.is_sorted());
        let here: Vec<ExprId> = members.iter().map(|&member| self.is(pool, member)).collect();
        pool.any(here)
    }
}

/// Forks a state, lets each fork go its own way, joins them and compares. `round` names the selector.
fn case(world: &mut World, random: &mut Random, mut origin: State, round: usize) -> State {
    let count = 2 + random.below(3) as usize;
    let mut states: Vec<State> = Vec::new();
    for member in 0..count {
        let from = if member > 0 && random.once_in(3) { random.below(member as u64) as usize } else { usize::MAX };
        let mut state = states.get_mut(from).unwrap_or(&mut origin).fork();
        // Some do nothing, so that objects are shared by a part of the states.
        for _ in 0..random.pick(&[0, 1, 4, 12, 30]) {
            world.act(random, &mut state);
        }
        states.push(state);
    }
    let selector = world.selector(round);
    let mut before: Vec<State> = states.iter_mut().map(State::fork).collect();
    let condition = world.below(selector, count);
    let prefix = states[0].path.len();
    let joined = join(
        &mut world.pool,
        &mut states,
        &Common::prefix(prefix),
        &mut |place| world::live(place.func, place.waits),
        &mut Selected { selector },
    );
    let mut joined = joined.expect("forks of one state can be joined");
    joined.path.push(condition);
    for (member, state) in before.iter_mut().enumerate() {
        for _ in 0..2 {
            let model = world.model(random, round, member);
            check::same(world, random, &model, &mut joined, state, true);
            check::same(world, random, &model, &mut states[member], state, false);
        }
    }
    joined
}

#[test]
fn a_joined_state_is_each_of_its_sources() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let mut world = World::new();
        let mut state = world.origin(&mut random);
        for round in 0..1 + random.below(3) as usize {
            state = case(&mut world, &mut random, state, round);
        }
    }
}

#[test]
fn a_group_of_one_is_the_same_state() {
    let (mut random, mut world) = (Random::new(1), World::new());
    let mut state = world.origin(&mut random);
    let mut before = state.fork();
    let selector = world.selector(0);
    let mut states = [state];
    let live = &mut |place: braid_state::join::FramePlace| world::live(place.func, place.waits);
    let joined = join(&mut world.pool, &mut states, &Common::default(), live, &mut Selected { selector });
    let model = world.model(&mut random, 0, 0);
    check::same(&mut world, &mut random, &model, &mut joined.expect("one state"), &mut before, true);
}

#[test]
fn states_that_do_not_fit_are_refused() {
    let (mut random, mut world) = (Random::new(2), World::new());
    let mut origin = world.origin(&mut random);
    let mut with = |change: &mut dyn FnMut(&mut State)| {
        let mut other = origin.fork();
        change(&mut other);
        compatible(&mut [origin.fork(), other])
    };
    assert_eq!(with(&mut |_| {}), Ok(()));
    assert_eq!(with(&mut |other| other.stack.top_mut().pc += 1), Err(Refusal::Location));
    assert_eq!(with(&mut |other| drop(other.stack.pop())), Err(Refusal::Depth));
    assert_eq!(with(&mut |other| other.stack.top_mut().path.0 += 1), Err(Refusal::Frames));
    assert_eq!(with(&mut |other| other.stack.top_mut().varargs = Some([].into())), Err(Refusal::Varargs));
    assert_eq!(compatible(&mut []), Err(Refusal::Nobody));
    let names: std::collections::BTreeSet<&str> = Refusal::ALL.iter().map(|refusal| refusal.name()).collect();
    assert_eq!(names.len(), Refusal::ALL.len(), "each reason has a name of its own");
}
