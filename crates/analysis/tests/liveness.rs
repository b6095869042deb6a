//! Liveness and iterated frontiers against definitions taken literally, on random programs in SSA form.

mod common;

use std::collections::BTreeSet;

use braid_analysis::{Cfg, Dominators, FrontierFinder, Liveness};
use braid_entity::Entity;
use braid_ir::{BlockId, Body, Inst, ValueId};
use braid_testing::Random;
use common::random_ssa;

type Set = BTreeSet<ValueId>;

/// The equations of liveness, iterated until nothing changes.
fn naive(body: &Body, cfg: &Cfg) -> (Vec<Set>, Vec<Set>) {
    let len = body.blocks.len();
    let (mut live_in, mut live_out) = (vec![Set::new(); len], vec![Set::new(); len]);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.reverse_postorder().iter().rev() {
            let mut out = Set::new();
            for &to in cfg.successors(block) {
                out.extend(&live_in[to.index()]);
                for &id in &body.blocks[to].insts {
                    if let Inst::Phi { incoming } = &body.insts[id].inst {
                        out.extend(
                            incoming.iter().filter(|(from, _)| *from == block).filter_map(|(_, v)| v.as_value()),
                        );
                    }
                }
            }
            let mut live = out.clone();
            for &id in body.blocks[block].insts.iter().rev() {
                let data = &body.insts[id];
                data.result.map(|result| live.remove(&result));
                if !matches!(data.inst, Inst::Phi { .. }) {
                    data.inst.for_each_operand(|operand| live.extend(operand.as_value()));
                }
            }
            changed |= live != live_in[block.index()] || out != live_out[block.index()];
            (live_in[block.index()], live_out[block.index()]) = (live, out);
        }
    }
    (live_in, live_out)
}

#[test]
fn live_sets_solve_the_equations() {
    for seed in 0..800 {
        let mut rng = Random::new(seed);
        let len = 1 + rng.index(20);
        let body = random_ssa(&mut rng, len);
        let cfg = Cfg::new(&body);
        let liveness = Liveness::new(&body, &cfg);
        let (mut live_in, live_out) = naive(&body, &cfg);
        // Parameters are defined at the start of the entry, as phis are at the start of their block.
        let params: Set = live_in[0].iter().copied().collect();
        live_in[0].clear();
        for block in body.blocks.ids() {
            assert!(liveness.live_in(block).iter().eq(&live_in[block.index()]), "seed {seed}: into {block}");
            assert!(liveness.live_out(block).iter().eq(&live_out[block.index()]), "seed {seed}: out of {block}");
            if !cfg.is_reachable(block) {
                continue;
            }
            let insts = body.blocks[block].insts.len();
            let phis = body.blocks[block].insts.iter();
            let phis: Set = phis
                .filter(|&&id| matches!(body.insts[id].inst, Inst::Phi { .. }))
                .filter_map(|&id| body.insts[id].result)
                .collect();
            assert!(liveness.live_before(&body, block, insts).iter().eq(&live_out[block.index()]));
            let first = liveness.live_before(&body, block, phis.len());
            assert!(
                first
                    .iter()
                    .filter(|v| !phis.contains(v) && (block != BlockId::ENTRY || !params.contains(v)))
                    .eq(&live_in[block.index()]),
                "seed {seed}"
            );
        }
    }
}

/// Blocks where two writes meet: the least set that contains every successor, not strictly dominated by a write or
/// member, of a block that this one dominates.
fn naive_frontier(cfg: &Cfg, dominators: &Dominators, writes: &[BlockId]) -> BTreeSet<BlockId> {
    let mut frontier = BTreeSet::new();
    let mut pending = writes.to_vec();
    while let Some(x) = pending.pop() {
        for &y in cfg.reverse_postorder().iter().filter(|&&y| dominators.dominates(x, y)) {
            for &z in cfg.successors(y) {
                if !dominators.strictly_dominates(x, z) && frontier.insert(z) {
                    pending.push(z);
                }
            }
        }
    }
    frontier
}

#[test]
fn frontiers_are_where_writes_meet() {
    for seed in 0..1500 {
        let mut rng = Random::new(seed);
        let len = 2 + rng.index(20);
        let body = random_ssa(&mut rng, len);
        let cfg = Cfg::new(&body);
        let dominators = Dominators::of(&cfg);
        let mut finder = FrontierFinder::new(&cfg, &dominators);
        for _ in 0..3 {
            let reachable = cfg.reverse_postorder();
            let some = |rng: &mut Random| reachable[rng.index(reachable.len())];
            let mut writes: Vec<_> = (0..1 + rng.index(4)).map(|_| some(&mut rng)).collect();
            writes.push(BlockId::ENTRY);
            let uses: Vec<_> = (0..1 + rng.index(4)).map(|_| some(&mut rng)).collect();
            let live = live_blocks(&cfg, &writes, &uses);
            let expected = naive_frontier(&cfg, &dominators, &writes);
            let found: BTreeSet<_> = finder.iterated(&writes, &live).into_iter().collect();
            let expected: BTreeSet<_> = expected.into_iter().filter(|block| live.contains(block)).collect();
            assert_eq!(found, expected, "seed {seed}: writes {writes:?} uses {uses:?}");
        }
    }
}

/// The blocks at whose start a variable is live that is read at the start of `uses` and written at the end of `writes`.
fn live_blocks(cfg: &Cfg, writes: &[BlockId], uses: &[BlockId]) -> Vec<BlockId> {
    let mut live = Vec::new();
    let mut pending = uses.to_vec();
    while let Some(block) = pending.pop() {
        if live.contains(&block) {
            continue;
        }
        live.push(block);
        let before = cfg.predecessors(block).iter().copied();
        pending.extend(before.filter(|from| cfg.is_reachable(*from) && !writes.contains(from)));
    }
    live
}
