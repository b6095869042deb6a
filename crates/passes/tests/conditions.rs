//! Short-circuit conditions: random branches about one byte lead every byte where they led before, and lines of their own keep
//! branches apart.

mod common;

use braid_ir::inst::{CastOp, IntPredicate};
use braid_ir::{BlockId, FuncId, Module, Operand, TypeTable};
use braid_passes::Counter;
use braid_testing::Random;
use common::build::{Build, count, run_passes};
use common::machine;

const PREDICATES: [IntPredicate; 6] =
    [IntPredicate::Eq, IntPredicate::Ne, IntPredicate::Ult, IntPredicate::Uge, IntPredicate::Slt, IntPredicate::Sge];
/// Blocks that branch, and blocks that return.
const BRANCHES: usize = 6;
const ENDS: usize = 3;

/// A function in which branches about `byte`, which is read from memory, lead to later branches or to ends that tell who they are.
fn branches(seed: u64, byte: u64, lines: bool) -> (Module, FuncId) {
    let mut rng = Random::new(seed);
    let mut build = Build::new(&[], TypeTable::I32);
    let slot = build.alloca(TypeTable::I8);
    let value = build.int(8, byte);
    build.store(value, slot);
    let read = build.load(TypeTable::I8, slot);
    let later: Vec<BlockId> = (1..BRANCHES + ENDS).map(|_| build.new_block()).collect();
    for at in 0..BRANCHES {
        if at > 0 {
            build.at(later[at - 1]);
        }
        let (value, bits) = operand(&mut build, &mut rng, read);
        let limit = rng.index(256) as u64;
        let limit = build.int(bits, limit);
        let condition = build.compare(PREDICATES[rng.index(PREDICATES.len())], value, limit);
        // Near blocks share targets more often.
        let near = &later[at..later.len().min(at + 4)];
        let first = rng.index(near.len());
        let second = (first + 1 + rng.index(near.len() - 1)) % near.len();
        let (then, otherwise) = (near[first], near[second]);
        build.condbr(condition, then, otherwise);
    }
    for (number, &end) in later[BRANCHES - 1..].iter().enumerate() {
        build.at(end);
        let number = build.int(32, number as u64);
        build.ret(Some(number));
    }
    if !lines {
        build.body.insts.values_mut().for_each(|data| data.loc = None);
    }
    build.finish()
}

/// The byte, or a wider number that it is the low part of.
fn operand(build: &mut Build, rng: &mut Random, read: Operand) -> (Operand, u32) {
    match rng.index(3) {
        0 => (read, 8),
        1 => (build.cast(CastOp::ZExt, read, TypeTable::I32), 32),
        _ => (build.cast(CastOp::SExt, read, TypeTable::I32), 32),
    }
}

#[test]
fn every_byte_is_led_where_it_was() {
    let mut joined = 0;
    for seed in 0..300 {
        for byte in [0, 1, 31, 32, 99, 100, 127, 128, 129, 200, 254, 255]
            .into_iter()
            .chain((seed..seed + 8).map(|byte| byte % 256))
        {
            let (mut module, func) = branches(seed, byte, false);
            let before = machine::run(&module, func, 0);
            joined += run_passes(&mut module, func, &["unreachable", "conditions"]).get(Counter::ConditionsJoined);
            assert_eq!(machine::run(&module, func, 0), before, "seed {seed}, byte {byte}");
        }
    }
    assert!(joined > 2000, "{joined}");
}

#[test]
fn lines_of_their_own_keep_branches_apart() {
    for seed in 0..100 {
        let (mut module, func) = branches(seed, 7, true);
        let before = count(&module, func, "br");
        let stats = run_passes(&mut module, func, &["conditions"]);
        assert_eq!((stats.get(Counter::ConditionsJoined), count(&module, func, "br")), (0, before));
    }
}
