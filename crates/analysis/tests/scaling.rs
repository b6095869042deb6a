//! Large functions: every analysis takes about linear time and room on shapes that make simple algorithms quadratic.
//!
//! A quadratic step on these sizes is some 10^10 operations, so a bound of many seconds tells it apart from a linear
//! one on any machine.

mod common;

use std::time::{Duration, Instant};

use braid_analysis::{Cfg, Dominators, FrontierFinder, Liveness, Loops, PostDominators, order};
use braid_entity::Entity;
use braid_ir::{BlockId, Inst, Operand, TypeTable};
use common::body_of;

const BLOCKS: usize = 100_000;
const LIMIT: Duration = Duration::from_secs(20);

/// Each block leads to the next.
fn chain() -> Vec<Vec<usize>> {
    (0..BLOCKS).map(|at| if at + 1 < BLOCKS { vec![at + 1] } else { vec![] }).collect()
}

/// One diamond after the other.
fn ladder() -> Vec<Vec<usize>> {
    let arm = |at: usize| match at % 3 {
        0 => vec![at + 1, at + 2],
        1 => vec![at + 2],
        _ => vec![at + 1],
    };
    (0..BLOCKS).map(|at| if at + 3 < BLOCKS { arm(at) } else { vec![] }).collect()
}

/// Every block of the first half is the header of a loop whose latch is in the second half, the first one outermost.
fn nest() -> Vec<Vec<usize>> {
    let half = BLOCKS / 2;
    let inner = |at: usize| vec![at + 1];
    let latch = |at: usize| if at + 1 < BLOCKS { vec![at + 1, BLOCKS - 1 - at] } else { vec![] };
    (0..BLOCKS).map(|at| if at < half { inner(at) } else { latch(at) }).collect()
}

/// Every block leads to the next and to the last: a frontier as wide as the function.
fn fan() -> Vec<Vec<usize>> {
    (0..BLOCKS).map(|at| if at + 2 < BLOCKS { vec![at + 1, BLOCKS - 1] } else { vec![] }).collect()
}

fn within_limit(name: &str, successors: Vec<Vec<usize>>) {
    let (mut body, _) = body_of(&successors);
    // Each block computes something from the block before, so that little is live anywhere.
    for at in 0..BLOCKS {
        let block = BlockId::new(at);
        let end = body.blocks[block].insts.pop().expect("a terminator");
        let arg = Operand::value(braid_ir::ValueId::new(0));
        body.append(block, Inst::Freeze { arg }, Some(TypeTable::I1), None);
        body.blocks[block].insts.push(end);
    }
    let start = Instant::now();
    let cfg = Cfg::new(&body);
    let dominators = Dominators::of(&cfg);
    let post = PostDominators::of(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let order = order::blocks(&cfg, &loops);
    let liveness = Liveness::new(&body, &cfg);
    let live: usize = body.blocks.ids().map(|block| liveness.live_in(block).len()).sum();
    let mut finder = FrontierFinder::new(&cfg, &dominators);
    for &block in cfg.reverse_postorder() {
        finder.iterated(&[BlockId::ENTRY, block], &[block]);
    }
    let elapsed = start.elapsed();
    assert!(elapsed < LIMIT, "{name}: {elapsed:?}");
    assert_eq!(order.len(), cfg.reverse_postorder().len());
    assert!(post.depth(BlockId::ENTRY) > 0);
    // The two parameters are live almost everywhere; what the blocks compute is not live anywhere else.
    assert!(live <= 2 * BLOCKS, "{name}: {live} live values");
}

#[test]
fn a_chain() {
    within_limit("chain", chain());
}

#[test]
fn a_ladder() {
    within_limit("ladder", ladder());
}

#[test]
fn nested_loops() {
    let (body, _) = body_of(&nest());
    let cfg = Cfg::new(&body);
    let loops = Loops::new(&cfg, &Dominators::of(&cfg));
    assert_eq!(loops.iter().map(|(_, this)| this.depth).max(), Some(BLOCKS as u32 / 2 - 1));
    within_limit("nest", nest());
}

#[test]
fn a_fan() {
    within_limit("fan", fan());
}
