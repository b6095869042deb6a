//! What every user of the pool relies on: sharing, cached facts, folding, refusals.

use braid_expr::{ArrayKind, ExprPool, ForallError, Node, Op, Range, Space, SymbolClass, Table, Value};

fn bytes(pool: &mut ExprPool, name: &str) -> (braid_expr::ArrayId, braid_expr::UpdateId) {
    let array = pool.array(name, ArrayKind::Symbolic { size: Some(8) }, 32, 8);
    (array, pool.base(array))
}

#[test]
fn equal_terms_have_equal_ids_and_take_no_room() {
    let mut pool = ExprPool::new();
    let build = |pool: &mut ExprPool| {
        let x = pool.symbol("x", 100, SymbolClass::Input);
        let c = pool.bv_wide(100, &[7, 9]);
        let sum = pool.add(x, c);
        let low = pool.extract(sum, 3, 17);
        let wide = pool.sext(low, 40);
        let one = pool.bv(40, 1);
        pool.ult(wide, one)
    };
    let first = build(&mut pool);
    let before = (pool.len(), pool.room());
    assert_eq!(build(&mut pool), first);
    assert_eq!((pool.len(), pool.room()), before);
}

#[test]
fn facts_come_from_the_children() {
    let mut pool = ExprPool::without_rules();
    let (array, s) = bytes(&mut pool, "s");
    let k = pool.symbol("k", 32, SymbolClass::Round);
    let i = pool.bound(32);
    let one = pool.bv(32, 1);
    let index = pool.sub(i, one);
    let cell = pool.read(s, index);
    let zero = pool.bv(8, 0);
    let body = pool.ne(cell, zero);
    assert!(pool.has_bound(body) && !pool.has_class(body, SymbolClass::Round) && pool.has_read(body));
    let all = pool.forall(k, body).unwrap();
    assert!(!pool.has_bound(all) && pool.has_class(all, SymbolClass::Round) && pool.has_forall(all));
    assert_eq!((pool.width(all), pool.size(all)), (1, 10));
    let cells = Range { space: Space::Array(array), low: 0, high: u64::from(u32::MAX) };
    let symbol = Range { space: Space::Symbols, low: 0, high: 0 };
    assert_eq!(pool.support(all), [symbol, cells]);
}

#[test]
fn a_read_reaches_the_cells_its_index_allows() {
    let mut pool = ExprPool::without_rules();
    let (array, s) = bytes(&mut pool, "s");
    let x = pool.symbol("x", 4, SymbolClass::Input);
    let wide = pool.zext(x, 32);
    let ten = pool.bv(32, 10);
    let index = pool.add(ten, wide);
    let read = pool.read(s, index);
    assert!(pool.support(read).contains(&Range { space: Space::Array(array), low: 10, high: 25 }));
    let at_ten = pool.read(s, ten);
    let nine = pool.bv(32, 9);
    let at_nine = pool.read(s, nine);
    let [read, at_ten, at_nine] = [read, at_ten, at_nine].map(|e| pool.support_id(e));
    assert!(pool.supports_meet(read, at_ten) && !pool.supports_meet(read, at_nine));
}

#[test]
fn update_lists_know_their_array_and_share_their_tails() {
    let mut pool = ExprPool::new();
    let (array, s) = bytes(&mut pool, "s");
    let x = pool.symbol("x", 32, SymbolClass::Input);
    let v = pool.symbol("v", 8, SymbolClass::Input);
    let one = pool.store(s, x, v);
    let y = pool.symbol("y", 32, SymbolClass::Input);
    let two = pool.store(one, y, v);
    assert_eq!((pool.updated_array(two), pool.update_count(two), pool.update_count(s)), (array, 2, 0));
    assert_eq!(pool.store(one, y, v), two);
    assert_eq!(pool.update(two), Node::Store(one, y, v));
}

#[test]
fn a_constant_array_folds() {
    let mut pool = ExprPool::new();
    let table = pool.array("t", ArrayKind::Constant(Table::from_bytes(*b"braid")), 16, 8);
    let base = pool.base(table);
    for (index, byte) in [(0, b'b'), (4, b'd'), (5, 0)] {
        let index = pool.bv(16, index);
        let element = pool.read(base, index);
        assert_eq!(pool.as_u64(element), Some(byte.into()));
    }
}

#[test]
fn constants_fold_at_word_and_wide_widths() {
    let mut pool = ExprPool::new();
    let (a, b) = (Value::from_limbs(130, &[5, 6, 3]), Value::from_limbs(130, &[u64::MAX, 1, 1]));
    let (ea, eb) = (pool.bv_value(&a), pool.bv_value(&b));
    for &op in Op::ALL.iter().filter(|op| op.is_word_binary() || op.is_comparison()) {
        let folded = pool.binary(op, ea, eb);
        assert_eq!(pool.as_const(folded), Some(a.binary(op, &b)), "{op:?}");
    }
    let joined = pool.concat(ea, eb);
    let part = pool.extract(joined, 120, 30);
    assert_eq!(pool.as_const(part), Some(a.concat(&b).extract(120, 30)));
}

#[test]
fn quantifiers_that_cannot_be_decided_by_instances_are_refused() {
    let mut pool = ExprPool::without_rules();
    let k = pool.symbol("k", 8, SymbolClass::Round);
    let i = pool.bound(8);
    let body = pool.ult(i, k);
    let all = pool.forall(k, body).unwrap();
    assert_eq!(pool.forall(k, all), Err(ForallError::Nested));
    assert_eq!(pool.forall(i, body), Err(ForallError::OpenBound));
    let other = pool.bound(16);
    let zero = pool.bv(16, 0);
    let open = pool.eq(other, zero);
    assert_eq!(pool.forall(k, open), Err(ForallError::BoundWidth { expected: 8 }));
}

#[test]
fn a_deep_term_is_built_and_dropped_without_recursion() {
    let mut pool = ExprPool::new();
    let x = pool.symbol("x", 8, SymbolClass::Input);
    let mut e = x;
    for _ in 0..100_000 {
        e = pool.mul(e, x);
    }
    assert_eq!(pool.size(e), 200_001);
    for _ in 0..40 {
        e = pool.mul(e, e);
    }
    assert_eq!(pool.size(e), u32::MAX);
}
