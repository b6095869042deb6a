//! Control flow and dominators against definitions taken literally, on random graphs.

mod common;

use braid_analysis::{Cfg, Components, Dominators};
use braid_entity::Entity;
use braid_ir::BlockId;
use braid_testing::Random;
use common::{body_of, random_successors, reach};

fn b(at: usize) -> BlockId {
    BlockId::new(at)
}

#[test]
fn edges_are_those_of_the_terminators_each_once() {
    for seed in 0..300 {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(20);
        let successors = random_successors(&mut rng, len);
        let (body, _) = body_of(&successors);
        let cfg = Cfg::new(&body);
        let reachable = reach(&successors, 0, None);
        for at in 0..len {
            let mut expected: Vec<_> = successors[at].iter().map(|&to| b(to)).collect();
            let mut found = cfg.successors(b(at)).to_vec();
            expected.sort();
            expected.dedup();
            found.sort();
            assert_eq!(found, expected, "seed {seed}");
            let back: Vec<_> = (0..len).filter(|&from| successors[from].contains(&at)).map(b).collect();
            assert_eq!(cfg.predecessors(b(at)), back, "seed {seed}");
            assert_eq!(cfg.is_reachable(b(at)), reachable[at], "seed {seed}");
        }
    }
}

#[test]
fn without_retreating_edges_the_order_is_topological() {
    for seed in 0..300 {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(30);
        let (body, _) = body_of(&random_successors(&mut rng, len));
        let cfg = Cfg::new(&body);
        assert_eq!(cfg.reverse_postorder()[0], BlockId::ENTRY);
        for (at, &block) in cfg.reverse_postorder().iter().enumerate() {
            assert_eq!(cfg.number(block), Some(at));
            for &to in cfg.successors(block) {
                assert_eq!(cfg.is_retreating(block, to), cfg.number(to).unwrap() <= at);
            }
        }
    }
}

#[test]
fn a_dominates_b_if_without_a_nothing_leads_to_b() {
    for seed in 0..1000 {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(24);
        let successors = random_successors(&mut rng, len);
        let (body, _) = body_of(&successors);
        let dominators = Dominators::of(&Cfg::new(&body));
        let reachable = reach(&successors, 0, None);
        for x in 0..len {
            let without = reach(&successors, 0, Some(x));
            for y in 0..len {
                let expected = !reachable[y] || x == y || (reachable[x] && !without[y]);
                assert_eq!(dominators.dominates(b(x), b(y)), expected, "seed {seed}: {x} {y}");
            }
        }
        for y in (1..len).filter(|&y| reachable[y]) {
            let idom = dominators.idom(b(y)).expect("a reachable block has one");
            assert!(dominators.strictly_dominates(idom, b(y)));
            assert_eq!(dominators.depth(b(y)), dominators.depth(idom) + 1);
            for x in (0..len).filter(|&x| reachable[x] && dominators.strictly_dominates(b(x), b(y))) {
                assert!(dominators.dominates(b(x), idom), "seed {seed}");
            }
            assert!(dominators.children(idom).contains(&b(y)));
        }
    }
}

#[test]
fn the_common_dominator_is_the_nearest() {
    for seed in 0..200 {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(16);
        let (body, _) = body_of(&random_successors(&mut rng, len));
        let dominators = Dominators::of(&Cfg::new(&body));
        let blocks = dominators.preorder();
        for &x in blocks {
            for &y in blocks {
                let common = dominators.common_dominator(x, y).unwrap();
                let both = |z: BlockId| dominators.dominates(z, x) && dominators.dominates(z, y);
                assert!(both(common));
                assert!(blocks.iter().all(|&z| !both(z) || dominators.dominates(z, common)));
            }
        }
    }
}

#[test]
fn components_are_sets_of_mutual_reach_in_reverse_topological_order() {
    for seed in 0..300 {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(20);
        let successors = random_successors(&mut rng, len);
        let (body, _) = body_of(&successors);
        let cfg = Cfg::new(&body);
        let components = Components::new(cfg.graph());
        let reaches: Vec<_> = (0..len).map(|at| reach(&successors, at, None)).collect();
        for x in 0..len {
            for (y, back) in reaches.iter().enumerate() {
                let same = reaches[x][y] && back[x];
                assert_eq!(components.of(b(x)) == components.of(b(y)), same, "seed {seed}");
            }
            assert!(successors[x].iter().all(|&to| components.of(b(to)) <= components.of(b(x))));
        }
        assert_eq!(components.iter().map(<[_]>::len).sum::<usize>(), len);
    }
}
