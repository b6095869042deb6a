//! Query counts: the example of Kuznetsov 2012, section 3.2, and random graphs against a literal unrolling.

mod common;

use std::collections::BTreeMap;

use braid_analysis::query_count::{Branches, Parameters};
use braid_analysis::{Cfg, Dominators, LoopId, Loops, Magnitude, QueryCounts};
use braid_entity::Entity;
use braid_ir::BlockId;
use braid_testing::Random;
use common::{body_of, random_successors};

struct Graph {
    cfg: Cfg,
    loops: Loops,
}

impl Graph {
    fn new(successors: &[Vec<usize>]) -> Graph {
        let (body, _) = body_of(successors);
        let cfg = Cfg::new(&body);
        let loops = Loops::new(&cfg, &Dominators::of(&cfg));
        Graph { cfg, loops }
    }
    /// The counts of all reachable blocks by number, if these blocks ask one query each.
    fn counts(&self, parameters: Parameters, asks: impl Fn(usize) -> bool) -> BTreeMap<usize, f64> {
        let counts = QueryCounts::new(&self.cfg, &self.loops, parameters, |_| None);
        let own = |block: BlockId| if asks(block.index()) { Magnitude::ONE } else { Magnitude::ZERO };
        let order = self.cfg.reverse_postorder().iter().map(|block| block.index());
        order.zip(counts.count(own)).map(|(block, count)| (block, count.to_f64())).collect()
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Figure 1 from line 7 on. Blocks: 1 is line 7, 2 line 8, 3 line 9, 4 the end of the outer body, 5 line 10, 6 line 11.
#[test]
fn the_example_of_the_paper_has_the_counts_that_it_prints() {
    let graph = Graph::new(&[vec![1], vec![2, 5], vec![3, 4], vec![2], vec![1], vec![6, 7], vec![7], vec![]]);
    let parameters = Parameters { beta: 0.6, kappa: 1, branches: Branches::Even };
    let at_line_7 = |sites: &[usize]| graph.counts(parameters, |block| sites.contains(&block))[&1];
    assert!(close(at_line_7(&[1, 2]), 1.6), "Q_add(7, arg)");
    assert!(close(at_line_7(&[5]), 1.32), "Q_add(7, r)");
    assert!(close(at_line_7(&[1, 2, 5]), 2.92), "Q_t(7)");
}

/// A literal unrolling: how many iterations each loop around a block has left is part of the place.
struct Unrolled<'a> {
    graph: &'a Graph,
    successors: &'a [Vec<usize>],
    parameters: Parameters,
    known: BTreeMap<(usize, Vec<(LoopId, u64)>), f64>,
}

impl Unrolled<'_> {
    fn value(&mut self, block: usize, left: &[(LoopId, u64)]) -> f64 {
        let key = (block, left.to_vec());
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut targets = self.successors[block].clone();
        targets.sort_unstable();
        targets.dedup();
        let factor = if targets.len() > 1 { self.parameters.beta } else { 1.0 };
        let own = if block.is_multiple_of(3) { 1.0 } else { 0.0 };
        let after: f64 = targets.iter().map(|&to| self.edge(block, to, left)).sum();
        let value = own + factor * after;
        self.known.insert(key, value);
        value
    }
    /// The value that an edge leads to.
    fn edge(&mut self, from: usize, to: usize, left: &[(LoopId, u64)]) -> f64 {
        let loops = &self.graph.loops;
        let mut left: Vec<(LoopId, u64)> =
            left.iter().copied().filter(|&(id, _)| loops.contains(id, BlockId::new(to))).collect();
        let Some(id) = loops.headed_by(BlockId::new(to)) else { return self.value(to, &left) };
        match left.iter().position(|row| row.0 == id) {
            // Into the loop.
            None if self.parameters.kappa == 0 => self.exit(id, &left),
            None => {
                left.push((id, self.parameters.kappa));
                left.sort_unstable();
                self.value(to, &left)
            }
            Some(place) => {
                assert!(loops.contains(id, BlockId::new(from)));
                left[place].1 -= 1;
                if left[place].1 == 0 { self.exit(id, &left) } else { self.value(to, &left) }
            }
        }
    }
    /// The value where the last back edge of a loop leads.
    fn exit(&mut self, id: LoopId, left: &[(LoopId, u64)]) -> f64 {
        let all = self.graph.loops.exits(&self.graph.cfg, id);
        let about = &self.graph.loops[id];
        let header: Vec<_> = all.iter().filter(|exit| exit.from == about.header).collect();
        let latches: Vec<_> = all.iter().filter(|exit| about.latches.contains(&exit.from)).collect();
        let chosen = [header, latches, all.iter().collect()].into_iter().find(|some| !some.is_empty());
        let chosen: Vec<(usize, usize)> =
            chosen.unwrap_or_default().into_iter().map(|exit| (exit.from.index(), exit.to.index())).collect();
        let sum: f64 = chosen.iter().map(|&(from, to)| self.edge(from, to, left)).sum();
        sum / chosen.len().max(1) as f64
    }
}

#[test]
fn counts_are_those_of_the_unrolled_graph() {
    let mut compared = 0;
    for seed in 0..3000 {
        let mut rng = Random::new(seed);
        let len = 2 + rng.index(12);
        let successors = random_successors(&mut rng, len);
        let graph = Graph::new(&successors);
        if graph.loops.regions().next().is_some() {
            continue;
        }
        let parameters = Parameters {
            beta: [0.3, 0.6, 0.8, 1.0][rng.index(4)],
            kappa: rng.index(5) as u64,
            branches: Branches::Even,
        };
        let counts = graph.counts(parameters, |block| block.is_multiple_of(3));
        let mut unrolled = Unrolled { graph: &graph, successors: &successors, parameters, known: BTreeMap::new() };
        // The entry is in no loop.
        let expected = unrolled.value(0, &[]);
        assert!(close(counts[&0], expected), "seed {seed}: {} {expected}", counts[&0]);
        if parameters.kappa == 0 {
            continue;
        }
        // Inside of a loop, counts are those of its first iteration.
        for &block in graph.cfg.reverse_postorder() {
            let around = graph.loops.innermost(block).into_iter().flat_map(|id| graph.loops.around(id));
            let mut left: Vec<_> = around.map(|id| (id, parameters.kappa)).collect();
            left.sort_unstable();
            let expected = unrolled.value(block.index(), &left);
            assert!(close(counts[&block.index()], expected), "seed {seed}, {block}: {counts:?} {expected}");
            compared += usize::from(!left.is_empty());
        }
    }
    assert!(compared > 1000, "{compared} blocks in loops were compared");
}

/// Cycles with several entries are defined, finite and not negative; known iterations are taken instead of κ.
#[test]
fn every_graph_has_counts() {
    for seed in 0..2000 {
        let mut rng = Random::new(seed);
        let len = 2 + rng.index(40);
        let graph = Graph::new(&random_successors(&mut rng, len));
        for kappa in [0, 1, 7, u64::MAX] {
            let counts = graph.counts(Parameters { beta: 0.8, kappa, branches: Branches::Even }, |_| true);
            assert!(counts.values().all(|count| count.is_finite() && *count >= 0.0), "seed {seed}");
        }
    }
    let successors = [vec![1], vec![2, 3], vec![1], vec![]];
    let graph = Graph::new(&successors);
    let known = |block: BlockId| (block.index() == 1).then_some(3);
    let counts =
        QueryCounts::new(&graph.cfg, &graph.loops, Parameters { beta: 0.5, kappa: 9, branches: Branches::Even }, known);
    let own = |block: BlockId| if block.index() == 1 { Magnitude::ONE } else { Magnitude::ZERO };
    // The test is asked three times, with probability 1, 1/2 and 1/4.
    assert!(close(counts.count(own)[0].to_f64(), 1.75));
}

/// Branch after branch, and loop in loop: the count leaves the range of floats and stays a number.
#[test]
fn counts_may_be_larger_than_any_float() {
    let len = 3 * 2000;
    let diamond = |at: usize| match at % 3 {
        0 => vec![at + 1, at + 2],
        1 => vec![at + 2],
        _ => vec![at + 1],
    };
    let successors: Vec<Vec<usize>> = (0..=len).map(|at| if at == len { Vec::new() } else { diamond(at) }).collect();
    let graph = Graph::new(&successors);
    let counts = QueryCounts::new(
        &graph.cfg,
        &graph.loops,
        Parameters { beta: 0.8, kappa: 1, branches: Branches::Even },
        |_| None,
    );
    let first = counts.count(|_| Magnitude::ONE)[0];
    assert!(first > Magnitude::new(f64::MAX));
    assert!((first.log2() - 2000.0 * 1.6f64.log2()).abs() < 4.0, "{}", first.log2());
}
