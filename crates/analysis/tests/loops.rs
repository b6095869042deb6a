//! Post-dominators, loops, regions and orders against definitions taken literally, on random graphs.

mod common;

use braid_analysis::{Cfg, Dominators, Loops, PostDominators, order};
use braid_entity::Entity;
use braid_ir::BlockId;
use braid_testing::Random;
use common::{body_of, random_successors, reach};

fn b(at: usize) -> BlockId {
    BlockId::new(at)
}

struct Case {
    seed: u64,
    successors: Vec<Vec<usize>>,
    reachable: Vec<bool>,
    cfg: Cfg,
    dominators: Dominators,
}

fn cases(count: u64, max: usize) -> impl Iterator<Item = Case> {
    (0..count).map(move |seed| {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(max);
        case(seed, random_successors(&mut rng, len))
    })
}

fn case(seed: u64, successors: Vec<Vec<usize>>) -> Case {
    let (body, _) = body_of(&successors);
    let cfg = Cfg::new(&body);
    let dominators = Dominators::of(&cfg);
    Case { seed, reachable: reach(&successors, 0, None), successors, cfg, dominators }
}

impl Case {
    fn blocks(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.successors.len()).filter(|&at| self.reachable[at])
    }
}

#[test]
fn a_post_dominates_b_if_without_a_nothing_leads_from_b_to_the_end() {
    for case in cases(800, 20) {
        let post = PostDominators::of(&case.cfg);
        let ends = |at: usize| case.successors[at].is_empty() || post.endless().contains(&b(at));
        let ends_from = |from, without| {
            let seen = reach(&case.successors, from, without);
            case.blocks().any(|at| seen[at] && ends(at))
        };
        for y in case.blocks() {
            assert!(ends_from(y, None), "seed {}: block {y} has no end", case.seed);
            for x in case.blocks() {
                let expected = x == y || !ends_from(y, Some(x));
                assert_eq!(post.dominates(b(x), b(y)), expected, "seed {}: {x} {y}", case.seed);
            }
            if let Some(next) = post.ipdom(b(y)) {
                assert!(post.strictly_dominates(next, b(y)));
                let others = case.blocks().filter(|&x| post.strictly_dominates(b(x), b(y)));
                assert!(others.into_iter().all(|x| post.dominates(b(x), next)));
            }
        }
    }
}

#[test]
fn a_loop_that_nothing_leaves_ends_at_its_header() {
    // 0 -> 1 -> 2 -> 1, 0 -> 3 (returns).
    let case = case(0, vec![vec![1, 3], vec![2], vec![1], vec![]]);
    let post = PostDominators::of(&case.cfg);
    assert_eq!(post.endless(), [b(1)]);
    assert_eq!([0, 1, 2, 3].map(|at| post.ipdom(b(at))), [None, None, Some(b(1)), None]);
}

/// The natural loop of a header: what reaches a latch without passing the header.
fn naive_loop(case: &Case, header: usize) -> Option<(Vec<usize>, Vec<usize>)> {
    let is_latch = |at: &usize| case.successors[*at].contains(&header) && case.dominators.dominates(b(header), b(*at));
    let latches: Vec<usize> = case.blocks().filter(is_latch).collect();
    let inside = |at: usize| {
        let seen = reach(&case.successors, at, Some(header));
        at == header || latches.iter().any(|&latch| seen[latch])
    };
    let members = case.blocks().filter(|&at| inside(at)).collect();
    (!latches.is_empty()).then_some((members, latches))
}

#[test]
fn loops_are_what_reaches_a_latch_without_the_header() {
    for case in cases(1000, 24) {
        let loops = Loops::new(&case.cfg, &case.dominators);
        let naive: Vec<_> = case.blocks().filter_map(|at| Some((at, naive_loop(&case, at)?))).collect();
        assert_eq!(loops.len(), naive.len(), "seed {}", case.seed);
        for (header, (members, latches)) in &naive {
            let id = loops.headed_by(b(*header)).expect("a loop");
            let mut blocks = loops.blocks(id).to_vec();
            assert_eq!(blocks[0], b(*header));
            blocks.sort();
            assert_eq!(blocks, members.iter().map(|&at| b(at)).collect::<Vec<_>>(), "seed {}", case.seed);
            assert_eq!(loops[id].latches, latches.iter().map(|&at| b(at)).collect::<Vec<_>>());
            let around = naive.iter().filter(|(_, (outer, _))| members.iter().all(|at| outer.contains(at)));
            assert_eq!(loops[id].depth as usize, around.count(), "seed {}", case.seed);
            assert_eq!(loops[id].depth as usize, loops.around(id).count());
            let exits = loops.exits(&case.cfg, id);
            for &from in members {
                for &to in &case.successors[from] {
                    let listed = exits.iter().any(|exit| (exit.from, exit.to) == (b(from), b(to)));
                    assert_eq!(listed, !members.contains(&to));
                }
            }
            assert!(case.blocks().all(|at| loops.contains(id, b(at)) == members.contains(&at)));
        }
    }
}

#[test]
fn regions_are_the_cycles_without_back_edges() {
    for case in cases(1000, 24) {
        let loops = Loops::new(&case.cfg, &case.dominators);
        let forward: Vec<Vec<usize>> = case
            .successors
            .iter()
            .enumerate()
            .map(|(at, targets)| {
                targets.iter().copied().filter(|&to| !case.dominators.dominates(b(to), b(at))).collect()
            })
            .collect();
        let reaches: Vec<_> = (0..forward.len()).map(|at| reach(&forward, at, None)).collect();
        for x in case.blocks() {
            for y in case.blocks().filter(|&y| y != x) {
                let same = reaches[x][y] && reaches[y][x];
                let found = loops.region(b(x)).is_some() && loops.region(b(x)) == loops.region(b(y));
                assert_eq!(found, same, "seed {}: {x} {y}", case.seed);
            }
        }
        for (_, region) in loops.regions() {
            assert!(region.entries.len() > 1, "seed {}: one entry would dominate the rest", case.seed);
        }
    }
}

#[test]
fn a_jump_into_a_loop_is_a_region_with_two_entries() {
    let case = case(0, vec![vec![1, 2], vec![2], vec![1, 3], vec![]]);
    let loops = Loops::new(&case.cfg, &case.dominators);
    assert!(loops.is_empty());
    let region = &loops[loops.region(b(1)).expect("a region")];
    assert_eq!((&region.entries, &region.blocks), (&vec![b(1), b(2)], &vec![b(1), b(2)]));
}

#[test]
fn the_order_is_topological_and_keeps_loops_together() {
    for case in cases(1000, 24) {
        let loops = Loops::new(&case.cfg, &case.dominators);
        let order = order::blocks(&case.cfg, &loops);
        assert_eq!(order.len(), case.cfg.reverse_postorder().len(), "seed {}", case.seed);
        let place = |block: BlockId| order.iter().position(|&at| at == block).expect("every block once");
        for at in case.blocks() {
            for &to in case.cfg.successors(b(at)) {
                assert!(case.cfg.is_retreating(b(at), to) || place(b(at)) < place(to), "seed {}", case.seed);
            }
        }
        for (id, this) in loops.iter() {
            let places = loops.blocks(id).iter().map(|&block| place(block));
            let (first, last) = (places.clone().min().unwrap(), places.max().unwrap());
            assert_eq!((first, last - first + 1), (place(this.header), loops.blocks(id).len()), "seed {}", case.seed);
        }
    }
}
