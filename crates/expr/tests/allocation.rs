//! Constructing a term that exists, and evaluating a term again, allocate nothing: counted by the allocator itself.
//!
//! One test only: the counters are of the whole process.

use std::alloc::System;

use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model, SymbolClass};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A condition with every kind of node, wide constants among them.
fn build(pool: &mut ExprPool, array: braid_expr::ArrayId) -> ExprId {
    let x = pool.symbol("x", 32, SymbolClass::Input);
    let wide = pool.symbol("wide", 200, SymbolClass::Input);
    let k = pool.symbol("k", 32, SymbolClass::Round);
    let limit = pool.bv_wide(200, &[1, 2, 3, 4]);
    let small = pool.ult(wide, limit);
    let base = pool.base(array);
    let (seven, byte) = (pool.bv(32, 7), pool.extract(x, 8, 8));
    let sum = pool.add(x, seven);
    let updates = pool.store(base, sum, byte);
    let element = pool.read(updates, k);
    let wider = pool.sext(element, 32);
    let quotient = pool.sdiv(wider, x);
    let i = pool.bound(32);
    let cell = pool.read(base, i);
    let same = pool.eq(cell, byte);
    let all = pool.forall(k, same).expect("one quantifier");
    let chosen = pool.ite(all, quotient, x);
    let rotated = pool.concat(byte, chosen);
    let mixed = pool.extract(rotated, 3, 32);
    let less = pool.slt(mixed, k);
    pool.and(small, less)
}

#[test]
fn existing_terms_and_repeated_evaluation_allocate_nothing() {
    let mut pool = ExprPool::new();
    let array = pool.array("s", ArrayKind::Symbolic { size: Some(64) }, 32, 8);
    let first = build(&mut pool, array);
    let (nodes, region) = (pool.len(), Region::new(ALLOCATOR));
    for _ in 0..100 {
        assert!(build(&mut pool, array) == first);
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations, pool.len()), (0, 0, nodes));

    let (mut evaluator, mut model) = (Evaluator::new(), Model::new());
    let k = pool.find_symbol("k").expect("it was made");
    model.set_word(k, 40);
    assert!(evaluator.under(&pool, &model).truth(first).is_ok());
    let region = Region::new(ALLOCATOR);
    for n in 0..100 {
        model.set_word(k, n);
        assert!(evaluator.under(&pool, &model).truth(first).is_ok());
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0));
}
