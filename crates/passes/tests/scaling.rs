//! Large functions: every pass takes about linear time on shapes that make simple algorithms quadratic. A quadratic step
//! on these sizes is some 10^9 to 10^10 operations, so a bound of many seconds tells it apart on any machine.

mod common;

use std::time::{Duration, Instant};

use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_ir::{Inst, TypeTable};
use braid_passes::PASSES;
use common::build::Build;

const SIZE: usize = 50_000;
const LIMIT: Duration = Duration::from_secs(30);

fn all_passes(build: Build) {
    let names: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
    let start = Instant::now();
    build.run(&names);
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
}

#[test]
fn many_constant_branches_into_one_block() {
    let mut b = Build::new(&[TypeTable::I32], TypeTable::I32);
    let join = b.new_block();
    let mut incoming = Vec::new();
    for at in 0..SIZE {
        let [next, middle] = [0; 2].map(|_| b.new_block());
        let (seven, small) = (b.int(32, 7), b.int(32, (at % 14) as u64));
        let taken = b.compare(IntPredicate::Ult, small, seven);
        b.condbr(taken, next, middle);
        b.at(middle);
        // A block in between, so that chains end at the join.
        let last = b.new_block();
        b.br(last);
        b.at(last);
        b.br(join);
        incoming.push((last, seven));
        b.at(next);
        if at % 14 == 13 {
            let choice = b.choice();
            let go_on = b.new_block();
            incoming.push((next, seven));
            b.condbr(choice, join, go_on);
            b.at(go_on);
        }
    }
    let zero = b.int(32, 0);
    b.ret(Some(zero));
    b.at(join);
    let phi = b.value(Inst::Phi { incoming: incoming.into() }, TypeTable::I32);
    b.ret(Some(phi));
    all_passes(b);
}

#[test]
fn a_long_chain_of_arithmetic_through_slots() {
    let mut b = Build::new(&[TypeTable::I32], TypeTable::I32);
    let pair = b.structure(&[TypeTable::I32, TypeTable::I32]);
    let slot = b.alloca(pair);
    let first = b.param(0);
    b.store(first, slot);
    for at in 0..SIZE {
        let next = b.new_block();
        let value = b.load(TypeTable::I32, slot);
        let by = b.int(32, at as u64);
        let sum = b.binary(BinaryOp::Add, value, by);
        b.store(sum, slot);
        b.br(next);
        b.at(next);
    }
    let value = b.load(TypeTable::I32, slot);
    b.ret(Some(value));
    all_passes(b);
}

#[test]
fn many_structs_copied_into_each_other() {
    let mut b = Build::new(&[TypeTable::I32], TypeTable::I32);
    let pair = b.structure(&[TypeTable::I32, TypeTable::I32, TypeTable::I64]);
    let slots: Vec<_> = (0..SIZE / 5).map(|_| b.alloca(pair)).collect();
    let first = b.param(0);
    b.store(first, slots[0]);
    for (to, from) in slots[1..].iter().zip(&slots) {
        b.memcpy(*to, *from, 16);
    }
    let value = b.load(TypeTable::I32, *slots.last().unwrap());
    b.ret(Some(value));
    all_passes(b);
}

#[test]
fn a_slot_of_deeply_nested_structs() {
    let mut b = Build::new(&[], TypeTable::VOID);
    let mut ty = TypeTable::I32;
    for _ in 0..SIZE {
        ty = b.structure(&[ty]);
    }
    let slot = b.alloca(ty);
    let value = b.load(ty, slot);
    b.store(value, slot);
    let half = b.load(TypeTable::I8, slot);
    b.sink(half);
    b.ret(None);
    all_passes(b);
}
