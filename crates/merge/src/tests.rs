//! The rules against the meaning of a join, on random execution trees and all models.

use braid_entity::Entity;
use braid_expr::testing::Random;
use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model, SymbolClass};
use braid_ir::FuncId;
use braid_state::{Gain, NodeId, Step, Tree, Value};

use crate::ite::{Flat, TreeShaped};
use crate::pattern::Quantified;
use crate::rule::{Group, JoinRule, Part, Plan};
use braid_solver::Solver;
use braid_state::join::{Common, FramePlace, LiveSlot, LiveSlots};

const SYMBOLS: usize = 3;
const WIDTH: u32 = 2;

/// A random tree over a few small symbols.
struct Grown {
    tree: Tree,
    leaves: Vec<NodeId>,
}

/// No slot matters.
struct NoSlots;

impl LiveSlots for NoSlots {
    fn live_slots(&self, _: FramePlace) -> Vec<LiveSlot> {
        Vec::new()
    }
}

/// A group of states of which only the leaves are known, as a rule sees it.
fn seen<T>(pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId], look: impl FnOnce(&mut Group<'_>) -> T) -> T {
    let (mut solver, common) = (Solver::new(), Common::default());
    let (solver, tree, common) = (&mut solver, Some((tree, leaves)), &common);
    look(&mut Group { pool, solver, live: &NoSlots, states: &[], tree, common, next_fresh: 0 })
}

/// The plan of a rule for all states at some leaves.
fn plan(rule: &dyn JoinRule, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId]) -> Plan {
    seen(pool, tree, leaves, |group| rule.plan(group, &Part::all(leaves.len())))
}

fn step(condition: ExprId, gain: Gain, case: u32) -> Step {
    Step { condition, gain, case, func: FuncId::from_u32(0), pc: 0 }
}

fn symbols(pool: &mut ExprPool) -> Vec<ExprId> {
    (0..SYMBOLS).map(|at| pool.symbol(&format!("x{at}"), WIDTH, SymbolClass::Input)).collect()
}

/// Grows a tree by random forks, assumptions and decided branches at random leaves.
fn grow(pool: &mut ExprPool, random: &mut Random) -> Grown {
    let symbols = symbols(pool);
    let mut grown = Grown { tree: Tree::new(), leaves: vec![Tree::ROOT] };
    for _ in 0..random.below(12) {
        let at = random.below(grown.leaves.len() as u64) as usize;
        let leaf = grown.leaves[at];
        let symbol = symbols[random.below(SYMBOLS as u64) as usize];
        let constant = pool.bv(WIDTH, random.below(4));
        let same = pool.eq(symbol, constant);
        match random.below(6) {
            0 => grown.leaves[at] = grown.tree.grow(leaf, step(same, Gain::Assumed, 0)),
            1 => {
                // A branch with one way to go: what is known already holds again.
                if let Some(&known) = grown.tree.conditions(leaf).last() {
                    grown.leaves[at] = grown.tree.grow(leaf, step(known, Gain::Decided, 0));
                }
            }
            2 => {
                let cases = (0..4).map(|value| {
                    let value = pool.bv(WIDTH, value);
                    pool.eq(symbol, value)
                });
                let cases: Vec<ExprId> = cases.collect();
                fork(&mut grown, at, &cases);
            }
            _ => {
                let other = pool.not(same);
                fork(&mut grown, at, &[same, other]);
            }
        }
    }
    grown
}

fn fork(grown: &mut Grown, at: usize, cases: &[ExprId]) {
    let parent = grown.leaves.swap_remove(at);
    for (case, &condition) in (0..).zip(cases) {
        let leaf = grown.tree.grow(parent, step(condition, Gain::Branch, case));
        grown.leaves.push(leaf);
    }
}

/// All assignments to the symbols.
fn models(pool: &ExprPool) -> Vec<Model> {
    let ids: Vec<_> = pool.symbols().collect();
    (0..1u64 << (WIDTH as usize * SYMBOLS))
        .map(|bits| {
            let mut model = Model::new();
            for (at, &id) in ids.iter().enumerate() {
                model.set_word(id, bits >> (WIDTH as usize * at) & 3);
            }
            model
        })
        .collect()
}

/// A joined condition holds just where one of the joined states is, and a joined value is that state's.
fn check(rule: &dyn JoinRule, pool: &mut ExprPool, grown: &Grown, group: &[NodeId], values: &[Value]) {
    let mut plan = plan(rule, pool, &grown.tree, group);
    let value = plan.choice.value(pool, 8, values).term(pool, 8);
    let among: Vec<usize> = (0..group.len()).step_by(2).collect();
    let among_term = plan.choice.among(pool, &among);
    let sources: Vec<ExprId> = group.iter().map(|&leaf| grown.tree.path_condition(pool, leaf)).collect();
    let mut evaluator = Evaluator::new();
    for model in models(pool) {
        let mut under = evaluator.under(pool, &model);
        let holding: Vec<usize> = (0..group.len()).filter(|&at| under.truth(sources[at]).expect("small")).collect();
        let joined = under.truth(plan.conditions[0]).expect("small");
        assert_eq!(joined, !holding.is_empty(), "{}: {model:?}", rule.name());
        if let [only] = holding[..] {
            let expected = values[only].word().expect("values are words");
            assert_eq!(under.word(value).expect("small"), expected, "{}: {model:?}", rule.name());
            assert_eq!(under.truth(among_term).expect("small"), among.contains(&only), "{}", rule.name());
        }
        assert!(holding.len() < 2, "leaves exclude each other");
    }
}

#[test]
fn joined_conditions_and_values_mean_what_the_states_meant() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut pool = ExprPool::new();
        let grown = grow(&mut pool, &mut random);
        let group: Vec<NodeId> = grown.leaves.iter().copied().filter(|_| random.below(4) > 0).collect();
        if group.len() < 2 {
            continue;
        }
        let values: Vec<Value> = group.iter().map(|_| Value::Word(random.below(3))).collect();
        check(&Flat, &mut pool, &grown, &group, &values);
        check(&TreeShaped, &mut pool, &grown, &group, &values);
    }
}

/// A loop that is left in one of n iterations: what was made in the i-th exists in all states from the i-th on.
#[test]
fn conditions_of_nested_sets_of_states_share_what_they_have_in_common() {
    let terms = |count: usize| {
        let mut pool = ExprPool::new();
        let (mut tree, mut inside, mut leaves) = (Tree::new(), Tree::ROOT, Vec::new());
        for iteration in 0..count {
            let stays = pool.symbol(&format!("x{iteration}"), 1, SymbolClass::Input);
            let leaves_it = pool.not(stays);
            leaves.push(tree.grow(inside, step(leaves_it, Gain::Branch, 0)));
            inside = tree.grow(inside, step(stays, Gain::Branch, 1));
        }
        leaves.push(inside);
        let mut plan = plan(&TreeShaped, &mut pool, &tree, &leaves);
        let before = pool.len();
        for iteration in 1..=count {
            let members: Vec<usize> = (iteration..=count).collect();
            plan.choice.among(&mut pool, &members);
        }
        pool.len() - before
    };
    assert!(terms(400) <= 2 * terms(200) + 8, "{} for 200, {} for 400", terms(200), terms(400));
}

/// Figure 3 of Trabish 2021: a loop over an object of size n, at most 3, that stops at once where z is 0.
#[test]
fn the_papers_figure_gives_the_papers_condition() {
    let mut pool = ExprPool::new();
    let n = pool.symbol("n", 64, SymbolClass::Input);
    let z = pool.symbol("z", 64, SymbolClass::Input);
    let zero = pool.bv(64, 0);
    let is_zero = pool.eq(z, zero);
    let not_zero = pool.not(is_zero);
    let mut tree = Tree::new();
    let mut inside = Tree::ROOT;
    let mut leaves = Vec::new();
    for round in 0..3 {
        let bound = pool.bv(64, round);
        let more = pool.ult(bound, n);
        let done = pool.not(more);
        let next = tree.grow(inside, step(more, Gain::Branch, 0));
        leaves.push(tree.grow(inside, step(done, Gain::Branch, 1)));
        inside = next;
        if round == 0 {
            tree.grow(inside, step(is_zero, Gain::Branch, 0));
            inside = tree.grow(inside, step(not_zero, Gain::Branch, 1));
        } else {
            inside = tree.grow(inside, step(not_zero, Gain::Decided, 1));
        }
    }
    leaves.push(inside);
    let plan = plan(&TreeShaped, &mut pool, &tree, &leaves);
    let (first, three) = (pool.ule(n, zero), pool.ult(zero, n));
    let rest = pool.and(three, not_zero);
    let expected = pool.or(first, rest);
    assert_eq!(plan.conditions[0], expected, "{} is not {}", pool.display(plan.conditions[0]), pool.display(expected));
}

/// The size of what comes of n rounds of a loop: linear for the tree, quadratic for the flat form.
#[test]
fn choices_in_the_shape_of_the_tree_stay_linear() {
    let size = |rule: &dyn JoinRule, rounds: u64| {
        let mut pool = ExprPool::new();
        let n = pool.symbol("n", 64, SymbolClass::Input);
        let (mut tree, mut inside, mut leaves) = (Tree::new(), Tree::ROOT, Vec::new());
        for round in 0..rounds {
            let x = pool.symbol(&format!("x{round}"), 64, SymbolClass::Input);
            let more = pool.ult(x, n);
            let done = pool.not(more);
            leaves.push(tree.grow(inside, step(done, Gain::Branch, 1)));
            inside = tree.grow(inside, step(more, Gain::Branch, 0));
        }
        leaves.push(inside);
        let values: Vec<Value> = (0..leaves.len() as u64).map(Value::Word).collect();
        let before = pool.len();
        let mut plan = plan(rule, &mut pool, &tree, &leaves);
        plan.choice.value(&mut pool, 64, &values);
        (pool.len() - before) as u64
    };
    assert!(size(&TreeShaped, 80) <= 2 * size(&TreeShaped, 40) + 10);
    assert!(size(&TreeShaped, 80) < 3 * 80);
}

/// Figure 2 and table 1 of Trabish 2023: memspn with "a" and n of at most 3. Two partitions, with the formulas that the paper prints
/// (`n > x - 1` is `x <= n` here).
#[test]
fn the_papers_table_of_patterns_is_made_again() {
    let mut pool = ExprPool::new();
    let n = pool.symbol("n", 32, SymbolClass::Input);
    let s = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
    let s = pool.base(s);
    let letter = pool.bv(8, 97);
    let (mut tree, mut inside) = (Tree::new(), Tree::ROOT);
    let (mut ended, mut met) = (Vec::new(), Vec::new());
    for round in 0..4u64 {
        let at = pool.bv(32, round);
        let more = pool.ult(at, n);
        let done = pool.not(more);
        if round == 3 {
            ended.push(tree.grow(inside, step(done, Gain::Decided, 1)));
            break;
        }
        ended.push(tree.grow(inside, step(done, Gain::Branch, 1)));
        inside = tree.grow(inside, step(more, Gain::Branch, 0));
        let byte = pool.read(s, at);
        let same = pool.eq(byte, letter);
        let other = pool.not(same);
        met.push(tree.grow(inside, step(other, Gain::Branch, 1)));
        inside = tree.grow(inside, step(same, Gain::Branch, 0));
    }
    let leaves: Vec<NodeId> = ended.iter().chain(&met).copied().collect();
    let parts = seen(&mut pool, &tree, &leaves, |group| Quantified::new(false).partition(group));
    let [first, second] = &parts[..] else { panic!("{parts:?}") };
    assert_eq!((first.members.clone(), second.members.clone()), (vec![0, 1, 2, 3], vec![4, 5, 6]));

    let k = pool.symbol("k0.2", 2, SymbolClass::Round);
    let [wide, round] = [k, pool.bound(2)].map(|x| pool.zext(x, 32));
    let one = pool.bv(32, 1);
    let before = pool.sub(round, one);
    let (byte, enough) = (pool.read(s, before), pool.ule(round, n));
    let same = pool.eq(byte, letter);
    let body = pool.and(enough, same);
    let each = pool.forall(k, body).expect("no quantifier inside");
    let next = pool.add(wide, one);
    let (end, more) = (pool.ult(n, next), pool.ule(next, n));
    let byte = pool.read(s, wide);
    let same = pool.eq(byte, letter);
    let other = pool.not(same);
    let two = pool.bv(2, 2);
    let at_most_two = pool.ule(k, two);
    let conjuncts = |part: &Part| part.encoded.clone().expect("a pattern").1;
    assert_eq!(conjuncts(first), [each, end]);
    assert_eq!(conjuncts(second), [at_most_two, each, more, other]);
}

/// After a state below A has become one with B, A's sibling, conditions below the common ancestor overlap: A's own condition no
/// longer says that a path is below A, and what is left below A is not all of it.
#[test]
fn a_state_that_became_one_with_an_aunt_is_told_from_its_sister() {
    let mut pool = ExprPool::new();
    let [c, d] = [0, 1].map(|at| {
        let (symbol, one) = (symbols(&mut pool)[at], pool.bv(WIDTH, 1));
        pool.eq(symbol, one)
    });
    let [not_c, not_d] = [c, d].map(|is| pool.not(is));
    let mut tree = Tree::new();
    let above = tree.grow(Tree::ROOT, step(c, Gain::Branch, 0));
    let aunt = tree.grow(Tree::ROOT, step(not_c, Gain::Branch, 1));
    let sister = tree.grow(above, step(d, Gain::Branch, 0));
    let moved = tree.grow(above, step(not_d, Gain::Branch, 1));
    tree.remove(aunt, Tree::ROOT);
    tree.remove(moved, Tree::ROOT);
    let condition = crate::contexts::either(&mut pool, vec![c, not_d], vec![not_c]);
    let joined = tree.grow_across(Tree::ROOT, step(condition, Gain::Folded, 1));
    assert!(tree.node(above).partial && tree.node(above).broken, "nobody may become one with what A was");
    assert!(!tree.covers(above) && !tree.covers(Tree::ROOT));
    let grown = Grown { tree, leaves: vec![sister, joined] };
    let values = [Value::Word(1), Value::Word(2)];
    for group in [[sister, joined], [joined, sister]] {
        check(&Flat, &mut pool, &grown, &group, &values);
        check(&TreeShaped, &mut pool, &grown, &group, &values);
    }
}

/// A spine of conditions that all differ, with leaves whose ends are alike in pairs: each pair looks like a pattern from its end,
/// and looking at it takes the whole spine.
fn irregular(pool: &mut ExprPool, rounds: u64) -> Grown {
    let (mut grown, mut inside) = (Grown { tree: Tree::new(), leaves: Vec::new() }, Tree::ROOT);
    let n = pool.symbol("n", 32, SymbolClass::Input);
    for round in 0..rounds {
        let names = [format!("x{round}"), format!("y{round}"), format!("z{}", round % (rounds / 2))];
        let [this, other, end] = names.map(|name| pool.symbol(&name, 32, SymbolClass::Input));
        let (more, done, ends) = (pool.ult(this, n), pool.ult(other, n), pool.ult(n, end));
        let aside = grown.tree.grow(inside, step(done, Gain::Branch, 1));
        grown.leaves.push(grown.tree.grow(aside, step(ends, Gain::Branch, 1)));
        inside = grown.tree.grow(inside, step(more, Gain::Branch, 0));
    }
    grown
}

#[test]
fn looking_for_patterns_in_an_irregular_tree_ends_in_time() {
    let visits = |rounds: u64| {
        let (mut pool, rule) = (ExprPool::new(), Quantified::new(false));
        let grown = irregular(&mut pool, rounds);
        let parts = seen(&mut pool, &grown.tree, &grown.leaves, |group| rule.partition(group));
        assert!(parts.len() == 1 && parts[0].encoded.is_none(), "nothing is regular");
        (rule.visits(), parts[0].refused)
    };
    let ((small, found), (large, refused)) = (visits(100), visits(4000));
    assert!(small > 100 * 100 / 4 && found.is_none(), "all of a small tree is looked at: {small}, {found:?}");
    assert_eq!(refused, Some("the search for patterns takes too long"));
    assert!(large < 300 * 3 * 4000, "{large} looks at a tree of 12000 nodes");
}
