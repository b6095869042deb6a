//! The rule against the meaning of a join, on random groups of states and all models.

use braid_expr::testing::Random;
use braid_expr::{Evaluator, ExprId, ExprPool, Fingerprints, Model, SymbolClass};
use braid_solver::Solver;
use braid_state::join::{Common, FramePlace, LiveSlot, LiveSlots};
use braid_state::memory::Memory;
use braid_state::{State, Value};

use super::Met;
use crate::rule::{Group, JoinRule, Part, Plan};

const SYMBOLS: u64 = 3;
const WIDTH: u32 = 2;

/// No slot matters.
struct NoSlots;

impl LiveSlots for NoSlots {
    fn live_slots(&self, _: FramePlace) -> Vec<LiveSlot> {
        Vec::new()
    }
}

/// A state in which these hold.
fn state(conditions: &[ExprId]) -> State {
    let mut state = State::new(Memory::new());
    conditions.iter().for_each(|&condition| state.path.push(condition));
    state
}

fn plan(pool: &mut ExprPool, states: &[State]) -> Plan {
    let (mut solver, common) = (Solver::new(), Common::of(states));
    let states: Vec<&State> = states.iter().collect();
    let mut group = Group {
        pool,
        solver: &mut solver,
        live: &NoSlots,
        states: &states,
        tree: None,
        common: &common,
        next_fresh: 0,
    };
    Met::default().plan(&mut group, &Part::all(states.len()))
}

/// A question that a branch may ask: about one small symbol, or about two.
#[derive(Clone, Copy)]
enum Question {
    Equal(u64, u64),
    Below(u64, u64),
}

impl Question {
    fn any(random: &mut Random) -> Question {
        let (one, other) = (random.below(SYMBOLS), random.below(SYMBOLS));
        if random.below(3) == 0 && one != other {
            Question::Below(one, other)
        } else {
            Question::Equal(one, random.below(4))
        }
    }
    fn term(self, pool: &mut ExprPool) -> ExprId {
        let mut symbol = |number| pool.symbol(&format!("x{number}"), WIDTH, SymbolClass::Input);
        match self {
            Question::Below(one, other) => {
                let (one, other) = (symbol(one), symbol(other));
                pool.ult(one, other)
            }
            Question::Equal(one, value) => {
                let one = symbol(one);
                let value = pool.bv(WIDTH, value);
                pool.eq(one, value)
            }
        }
    }
}

/// Answers to questions, for each path of a random tree of branches: paths exclude each other, and each is one of some model.
fn paths(random: &mut Random) -> Vec<Vec<(Question, bool)>> {
    let mut paths: Vec<Vec<(Question, bool)>> = vec![Vec::new()];
    for _ in 0..random.below(9) {
        let at = random.below(paths.len() as u64) as usize;
        let (question, path) = (Question::any(random), paths.swap_remove(at));
        paths.extend(
            [true, false]
                .map(|answer| [&path[..], &[(question, answer)]].concat())
                .into_iter()
                .filter(|path| is_possible(path)),
        );
    }
    paths
}

fn is_possible(path: &[(Question, bool)]) -> bool {
    let mut pool = ExprPool::new();
    let terms = terms(&mut pool, path);
    let mut evaluator = Evaluator::new();
    models(&pool).iter().any(|model| {
        let mut under = evaluator.under(&pool, model);
        terms.iter().all(|&term| under.truth(term).expect("small"))
    })
}

fn terms(pool: &mut ExprPool, path: &[(Question, bool)]) -> Vec<ExprId> {
    let term = |&(question, answer): &(Question, bool)| {
        let term = question.term(pool);
        if answer { term } else { pool.not(term) }
    };
    path.iter().map(term).collect()
}

fn models(pool: &ExprPool) -> Vec<Model> {
    let ids: Vec<_> = pool.symbols().collect();
    let model = |bits: u64| {
        let mut model = Model::new();
        (0..).step_by(WIDTH as usize).zip(&ids).for_each(|(at, &id)| model.set_word(id, bits >> at & 3));
        model
    };
    (0..1u64 << (WIDTH as usize * ids.len())).map(model).collect()
}

/// What is common and the conditions of the join hold just where one of the states is, and a value is that state's.
#[test]
fn joined_conditions_and_values_mean_what_the_states_meant() {
    let mut groups = 0;
    for seed in 0..3000 {
        let (mut random, mut pool) = (Random::new(seed), ExprPool::new());
        let mut paths = paths(&mut random);
        paths.retain(|_| random.below(4) > 0);
        if paths.len() < 2 {
            continue;
        }
        groups += 1;
        let sources: Vec<Vec<ExprId>> = paths.iter().map(|path| terms(&mut pool, path)).collect();
        let states: Vec<State> = sources.iter().map(|source| state(source)).collect();
        let values: Vec<Value> = sources.iter().map(|_| Value::Word(random.below(3))).collect();
        let mut plan = plan(&mut pool, &states);
        let value = plan.choice.value(&mut pool, 8, &values).term(&mut pool, 8);
        let among: Vec<usize> = (0..states.len()).step_by(2).collect();
        let among_term = plan.choice.among(&mut pool, &among);
        let is_common = |conjunct: &ExprId| sources.iter().all(|source| source.contains(conjunct));
        let mut joined: Vec<ExprId> = sources[0].iter().copied().filter(is_common).collect();
        joined.extend(&plan.conditions);
        let joined = pool.all(joined);
        let mut evaluator = Evaluator::new();
        for model in models(&pool) {
            let mut under = evaluator.under(&pool, &model);
            let mut holds = |terms: &[ExprId]| terms.iter().all(|&term| under.truth(term).expect("small"));
            let holding: Vec<usize> = (0..sources.len()).filter(|&at| holds(&sources[at])).collect();
            assert_eq!(holds(&[joined]), !holding.is_empty(), "seed {seed}: {model:?}");
            assert!(holding.len() < 2, "paths exclude each other");
            if let [only] = holding[..] {
                assert_eq!(holds(&[among_term]), among.contains(&only), "seed {seed}: {model:?}");
                assert_eq!(Some(under.word(value).expect("small")), values[only].word(), "seed {seed}: {model:?}");
            }
        }
    }
    assert!(groups > 1000, "{groups} groups are too few to tell anything");
}

/// Paths that contradict themselves hold nowhere: they add nothing to the conditions, and change no value of the others.
#[test]
fn sources_with_contradictory_paths_add_nothing() {
    let mut contradictory = 0;
    for seed in 0..2000 {
        let (mut random, mut pool) = (Random::new(seed), ExprPool::new());
        let mut paths = paths(&mut random);
        for _ in 0..1 + random.below(2) {
            let mut path = paths[random.below(paths.len() as u64) as usize].clone();
            let question = path.first().map_or_else(|| Question::any(&mut random), |answer| answer.0);
            path.extend([(question, true), (question, false)]);
            path.truncate(path.len() - random.below(2) as usize);
            if !is_possible(&path) {
                contradictory += 1;
                paths.insert(random.below(paths.len() as u64 + 1) as usize, path);
            }
        }
        let sources: Vec<Vec<ExprId>> = paths.iter().map(|path| terms(&mut pool, path)).collect();
        let states: Vec<State> = sources.iter().map(|source| state(source)).collect();
        let values: Vec<Value> = (0..sources.len() as u64).map(Value::Word).collect();
        let mut plan = plan(&mut pool, &states);
        let value = plan.choice.value(&mut pool, 8, &values).term(&mut pool, 8);
        let is_common = |conjunct: &ExprId| sources.iter().all(|source| source.contains(conjunct));
        let mut joined: Vec<ExprId> = sources[0].iter().copied().filter(is_common).collect();
        joined.extend(&plan.conditions);
        let mut evaluator = Evaluator::new();
        for model in models(&pool) {
            let mut under = evaluator.under(&pool, &model);
            let mut holds = |terms: &[ExprId]| terms.iter().all(|&term| under.truth(term).expect("small"));
            let holding: Vec<usize> = (0..sources.len()).filter(|&at| holds(&sources[at])).collect();
            assert_eq!(holds(&joined), !holding.is_empty(), "seed {seed}: {model:?}");
            if let [only] = holding[..] {
                assert_eq!(under.word(value).expect("small"), only as u64, "seed {seed}: {model:?}");
            }
        }
    }
    assert!(contradictory > 500, "{contradictory} are too few to tell anything");
}

/// States become the same wherever they are joined: the ids of terms, which depend on what was made before, do not matter.
#[test]
fn what_states_become_does_not_depend_on_the_order_in_which_terms_were_made() {
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let paths = paths(&mut random);
        if paths.len() < 2 {
            continue;
        }
        let values: Vec<Value> = paths.iter().map(|_| Value::Word(random.below(3))).collect();
        let [one, other] = [false, true].map(|backwards| {
            let mut pool = ExprPool::new();
            let mut questions: Vec<Question> = paths.iter().flatten().map(|answer| answer.0).collect();
            if backwards {
                questions.reverse();
            }
            for question in questions {
                let term = question.term(&mut pool);
                pool.not(term);
            }
            let states: Vec<State> = paths.iter().map(|path| state(&terms(&mut pool, path))).collect();
            let mut plan = plan(&mut pool, &states);
            let value = plan.choice.value(&mut pool, 8, &values).term(&mut pool, 8);
            let mut hashes = Fingerprints::default();
            plan.conditions.push(value);
            plan.conditions.iter().map(|&term| hashes.of(&pool, term)).collect::<Vec<u64>>()
        });
        assert_eq!(one, other, "seed {seed}");
    }
}

/// Conjuncts of several paths that differ in the sign of one alone vanish, and so does a byte of which every value is there.
#[test]
fn what_the_states_have_between_them_is_left_out() {
    let mut pool = ExprPool::new();
    let below = Question::Below(0, 1).term(&mut pool);
    let above = pool.not(below);
    let states = [state(&[below]), state(&[above])];
    let all = plan(&mut pool, &states).conditions;
    assert!(all.iter().all(|&condition| pool.is_true(condition)), "{all:?}");
    let values: Vec<State> = (0..4).map(|value| state(&[Question::Equal(2, value).term(&mut pool)])).collect();
    let all = plan(&mut pool, &values).conditions;
    assert!(all.iter().all(|&condition| pool.is_true(condition)), "{all:?}");
}
