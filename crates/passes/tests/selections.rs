//! Small diamonds: random choices between numbers give every byte what they gave before, and lines of their own keep branches.

mod common;

use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_ir::{FuncId, Module, Operand, TypeTable};
use braid_passes::Counter;
use braid_testing::Random;
use common::build::{Build, count, run_passes};
use common::machine;

const PREDICATES: [IntPredicate; 4] = [IntPredicate::Eq, IntPredicate::Ult, IntPredicate::Uge, IntPredicate::Slt];
const VARIABLES: usize = 3;
const CHOICES: usize = 8;
const PASSES: [&str; 4] = ["unreachable", "promote", "selections", "blocks"];

/// A function that changes variables by conditions about `byte`, in one arm or both, one variable or several, and gives their sum.
fn choices(seed: u64, byte: u64, lines: bool) -> (Module, FuncId) {
    let mut rng = Random::new(seed);
    let mut build = Build::new(&[], TypeTable::I32);
    let slots: Vec<Operand> = (0..VARIABLES).map(|_| build.alloca(TypeTable::I32)).collect();
    let input = build.alloca(TypeTable::I8);
    let value = build.int(8, byte);
    build.store(value, input);
    for (at, &slot) in slots.iter().enumerate() {
        let value = build.int(32, at as u64);
        build.store(value, slot);
    }
    for _ in 0..CHOICES {
        let read = build.load(TypeTable::I8, input);
        let limit = rng.index(256) as u64;
        let limit = build.int(8, limit);
        let condition = build.compare(PREDICATES[rng.index(PREDICATES.len())], read, limit);
        let (then, otherwise, join) = (build.new_block(), build.new_block(), build.new_block());
        let (has_then, has_otherwise) = [(true, false), (false, true), (true, true)][rng.index(3)];
        build.condbr(condition, if has_then { then } else { join }, if has_otherwise { otherwise } else { join });
        for (arm, is_there) in [(then, has_then), (otherwise, has_otherwise)] {
            build.at(arm);
            if is_there {
                (0..1 + rng.index(3)).for_each(|_| change(&mut build, &mut rng, &slots));
            }
            build.br(join);
        }
        build.at(join);
    }
    let read: Vec<Operand> = slots.iter().map(|&slot| build.load(TypeTable::I32, slot)).collect();
    let sum = read[1..].iter().fold(read[0], |sum, &value| {
        let three = build.int(32, 3);
        let sum = build.binary(BinaryOp::Mul, sum, three);
        build.binary(BinaryOp::Add, sum, value)
    });
    build.ret(Some(sum));
    if !lines {
        build.body.insts.values_mut().for_each(|data| data.loc = None);
    }
    build.finish()
}

/// A variable becomes a constant, or the sum of two.
fn change(build: &mut Build, rng: &mut Random, slots: &[Operand]) {
    let slot = slots[rng.index(slots.len())];
    let mut value = build.int(32, rng.index(9) as u64);
    if rng.once_in(2) {
        let read = build.load(TypeTable::I32, slots[rng.index(slots.len())]);
        value = build.binary(BinaryOp::Add, read, value);
    }
    build.store(value, slot);
}

#[test]
fn every_byte_chooses_what_it_chose() {
    let mut selected = 0;
    for seed in 0..150 {
        for byte in [0, 1, 99, 127, 128, 255].into_iter().chain((seed..seed + 6).map(|byte| 37 * byte % 256)) {
            let (mut module, func) = choices(seed, byte, false);
            let before = machine::run(&module, func, 0);
            selected += run_passes(&mut module, func, &PASSES).get(Counter::BranchesSelected);
            assert_eq!(machine::run(&module, func, 0), before, "seed {seed}, byte {byte}");
        }
    }
    assert!(selected > 3000, "{selected}");
}

#[test]
fn lines_of_their_own_keep_branches() {
    for seed in 0..50 {
        let (mut module, func) = choices(seed, 7, true);
        run_passes(&mut module, func, &["unreachable", "promote"]);
        let before = count(&module, func, "br");
        let stats = run_passes(&mut module, func, &["selections"]);
        assert_eq!((stats.get(Counter::BranchesSelected), count(&module, func, "br")), (0, before));
    }
}
