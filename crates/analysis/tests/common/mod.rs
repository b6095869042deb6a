//! Random control-flow graphs from a seed, and the slow answers that the analyses are compared with.
#![allow(dead_code, reason = "each test binary uses its own part")]

use braid_analysis::{Cfg, Dominators};
use braid_entity::Entity;
use braid_ir::inst::{CaseRange, Switch, SwitchTarget};
use braid_ir::{BlockId, Body, Constants, Inst, Operand, TypeTable, ValueId};
use braid_testing::Random;

/// A body with `len` blocks and the successors of each given by number; the first parameter decides every jump.
pub(crate) fn body_of(successors: &[Vec<usize>]) -> (Body, Constants) {
    let (mut body, mut consts) = (Body::default(), Constants::default());
    let cond = body.add_param(TypeTable::I1);
    let number = body.add_param(TypeTable::I32);
    for _ in successors {
        body.add_block();
    }
    for (at, targets) in successors.iter().enumerate() {
        let inst = terminator(targets, Operand::value(cond), Operand::value(number), &mut consts);
        body.append(BlockId::new(at), inst, None, None);
    }
    (body, consts)
}

fn terminator(targets: &[usize], cond: Operand, number: Operand, consts: &mut Constants) -> Inst {
    let block = |at: usize| BlockId::new(targets[at]);
    match targets.len() {
        0 => Inst::Ret { value: None },
        1 => Inst::Br { target: block(0) },
        2 if targets[0] != targets[1] => Inst::CondBr { cond, then: block(0), otherwise: block(1) },
        _ => {
            let case = |at: usize, consts: &mut Constants| {
                let value = consts.int(TypeTable::I32, at as u64);
                SwitchTarget { block: block(at), ranges: [CaseRange { low: value, high: value }].into() }
            };
            let targets = (1..targets.len()).map(|at| case(at, consts)).collect();
            Inst::Switch(Box::new(Switch { value: number, default: block(0), targets }))
        }
    }
}

/// A random graph: mostly forward edges near by, some back, some anywhere; so loops, irreducible loops, unreachable
/// blocks and several exits all occur.
pub(crate) fn random_successors(rng: &mut Random, len: usize) -> Vec<Vec<usize>> {
    let mut successors = vec![Vec::new(); len];
    let wild = rng.index(4);
    for (at, targets) in successors.iter_mut().enumerate() {
        let count = [0, 1, 1, 1, 2, 2, 2, 2, 3][rng.index(9)];
        for _ in 0..count {
            let target = match rng.index(8) {
                0..=3 => at + 1 + rng.index(3),
                4 => at.saturating_sub(rng.index(4)),
                5 if wild > 1 => rng.index(len),
                _ => at + 1,
            };
            // Nothing jumps to the entry.
            if len > 1 {
                targets.push(1 + (target.max(1) - 1) % (len - 1));
            }
        }
    }
    successors
}

/// Which nodes `from` reaches when `without` is taken out.
pub(crate) fn reach(successors: &[Vec<usize>], from: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; successors.len()];
    let mut stack = Vec::new();
    if Some(from) != without {
        seen[from] = true;
        stack.push(from);
    }
    while let Some(at) = stack.pop() {
        for &to in &successors[at] {
            if Some(to) != without && !seen[to] {
                seen[to] = true;
                stack.push(to);
            }
        }
    }
    seen
}

/// A random body in SSA form on a random graph: blocks with phis and with uses of whatever dominates them.
pub(crate) fn random_ssa(rng: &mut Random, len: usize) -> Body {
    let (mut body, _) = body_of(&random_successors(rng, len));
    let cfg = Cfg::new(&body);
    let dominators = Dominators::of(&cfg);
    let mut phis = Vec::new();
    for &block in dominators.preorder() {
        let end = body.blocks[block].insts.pop().expect("a terminator");
        if cfg.predecessors(block).len() > 1 && rng.index(2) == 0 {
            phis.push(body.append(block, Inst::Phi { incoming: Default::default() }, Some(TypeTable::I1), None));
        }
        for _ in 0..rng.index(3) {
            let arg = pick(&body, &dominators, block, rng);
            body.append(block, Inst::Freeze { arg }, Some(TypeTable::I1), None);
        }
        body.blocks[block].insts.push(end);
    }
    for phi in phis {
        let block = body.order.iter().copied().find(|&block| body.blocks[block].insts.contains(&phi)).expect("placed");
        let before = cfg.predecessors(block).iter();
        let incoming = before.map(|&from| (from, pick(&body, &dominators, from, rng))).collect();
        body.insts[phi].inst = Inst::Phi { incoming };
    }
    body
}

/// A value that is defined at the end of `block`, as it is so far.
fn pick(body: &Body, dominators: &Dominators, block: BlockId, rng: &mut Random) -> Operand {
    let dominating =
        body.order.iter().filter(|&&from| dominators.is_reachable(from) && dominators.dominates(from, block));
    let insts = dominating.flat_map(|&from| body.blocks[from].insts.iter());
    let mut values: Vec<ValueId> = insts.filter_map(|&id| body.insts[id].result).collect();
    values.push(ValueId::new(0));
    Operand::value(values[rng.index(values.len())])
}
