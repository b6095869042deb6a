//! What the evaluator promises beyond right values: early exits, reuse within a run, limits instead of hangs.

use braid_expr::testing::Random;
use braid_expr::{ArrayKind, EvalError, Evaluator, ExprPool, Model, Node, SymbolClass, SymbolId, Value};

fn symbol(pool: &mut ExprPool, name: &str, width: u32) -> (braid_expr::ExprId, SymbolId) {
    let e = pool.symbol(name, width, SymbolClass::Input);
    let Node::Symbol(id) = pool.node(e) else { panic!("a symbol") };
    (e, id)
}

#[test]
fn a_quantifier_holds_up_to_its_first_violation() {
    let mut pool = ExprPool::new();
    let (k, k_id) = symbol(&mut pool, "k", 64);
    let i = pool.bound(64);
    let hundred = pool.bv(64, 100);
    let body = pool.ult(i, hundred);
    let all = pool.forall(k, body).unwrap();
    let (mut evaluator, mut model) = (Evaluator::new(), Model::new());
    for (k, holds) in [(0, true), (1, true), (99, true), (100, false), (u64::MAX, false)] {
        model.set_word(k_id, k);
        assert_eq!(evaluator.under(&pool, &model).truth(all), Ok(holds), "k = {k}");
    }
    let mut run = evaluator.under(&pool, &model);
    assert_eq!(run.violation(all, 1), Ok(Some(100)));
    assert_eq!(run.violation(all, 104), Ok(Some(104)));
}

#[test]
fn a_huge_quantifier_reaches_the_limit() {
    let mut pool = ExprPool::without_rules();
    let (k, k_id) = symbol(&mut pool, "k", 64);
    let i = pool.bound(64);
    let body = pool.ule(i, k);
    let all = pool.forall(k, body).unwrap();
    let mut model = Model::new();
    model.set_word(k_id, u64::MAX);
    let mut evaluator = Evaluator::with_limit(10_000);
    assert_eq!(evaluator.under(&pool, &model).truth(all), Err(EvalError::Limit { steps: 10_000 }));
    model.set_word(k_id, 5);
    assert_eq!(evaluator.under(&pool, &model).truth(all), Ok(true));
}

#[test]
fn a_body_without_the_bound_variable_is_evaluated_once() {
    let mut pool = ExprPool::without_rules();
    let (k, k_id) = symbol(&mut pool, "k", 64);
    let (x, x_id) = symbol(&mut pool, "x", 1);
    let all = pool.forall(k, x).unwrap();
    let (mut evaluator, mut model) = (Evaluator::with_limit(100), Model::new());
    assert_eq!(evaluator.under(&pool, &model).truth(all), Ok(true), "no instance at all");
    model.set_word(k_id, u64::MAX);
    assert_eq!(evaluator.under(&pool, &model).truth(all), Ok(false));
    model.set_word(x_id, 1);
    assert_eq!(evaluator.under(&pool, &model).truth(all), Ok(true));
}

#[test]
fn wide_bound_variables_and_wide_bodies_work() {
    let mut pool = ExprPool::without_rules();
    let (k, k_id) = symbol(&mut pool, "k", 100);
    let i = pool.bound(100);
    let square = pool.mul(i, i);
    let limit = pool.bv_wide(100, &[3000 * 3000 + 1, 0]);
    let body = pool.ult(square, limit);
    let all = pool.forall(k, body).unwrap();
    let (mut evaluator, mut model) = (Evaluator::new(), Model::new());
    for (k, holds) in [(3000, true), (3001, false)] {
        model.set(k_id, &Value::new(100, k));
        assert_eq!(evaluator.under(&pool, &model).truth(all), Ok(holds));
    }
}

#[test]
fn reads_find_the_latest_store() {
    let mut pool = ExprPool::without_rules();
    let array = pool.array("a", ArrayKind::Symbolic { size: None }, 8, 8);
    let mut updates = pool.base(array);
    let (x, x_id) = symbol(&mut pool, "x", 8);
    for n in 0..200 {
        let offset = pool.bv(8, n % 50);
        let (index, value) = (pool.add(x, offset), pool.bv(8, n));
        updates = pool.store(updates, index, value);
    }
    let mut model = Model::new();
    model.set_word(x_id, 10);
    model.set_cell(array, 70, 77);
    let mut evaluator = Evaluator::new();
    for (index, element) in [(10, 150), (59, 199), (60, 0), (70, 77), (9, 0)] {
        let at = pool.bv(8, index);
        let read = pool.read(updates, at);
        assert_eq!(evaluator.under(&pool, &model).word(read), Ok(element), "index {index}");
    }
}

#[test]
fn long_lists_are_read_in_fewer_steps_than_they_have_stores() {
    let mut pool = ExprPool::without_rules();
    let array = pool.array("a", ArrayKind::Symbolic { size: None }, 32, 8);
    let (x, x_id) = symbol(&mut pool, "x", 32);
    let mut model = Model::new();
    model.set_word(x_id, 3);
    let (mut updates, mut heads, mut cells) = (pool.base(array), Vec::new(), std::collections::BTreeMap::new());
    let mut random = Random::new(7);
    for n in 0..10_000_u64 {
        // Half of the indexes need evaluation, and many stores hit the same cell.
        let place = random.below(6_000);
        let place_term = pool.bv(32, place);
        let index = if n % 2 == 0 { place_term } else { pool.mul(x, place_term) };
        let value = pool.bv(8, n * 7);
        updates = pool.store(updates, index, value);
        cells.insert(if n % 2 == 0 { place } else { 3 * place }, n * 7 % 256);
        if n % 997 == 0 {
            heads.push((updates, cells.clone()));
        }
    }
    heads.push((updates, cells));
    let (mut reads, mut expected) = (Vec::new(), Vec::new());
    for (head, cells) in &heads {
        for at in (0..18_000).step_by(7) {
            let index = pool.bv(32, at);
            reads.push(pool.read(*head, index));
            expected.push(cells.get(&at).copied().unwrap_or(0));
        }
    }
    // 28,000 reads of lists of 5,000 stores on average would take 140 million steps one by one.
    let mut evaluator = Evaluator::with_limit(12_000_000);
    let mut run = evaluator.under(&pool, &model);
    for (&read, &element) in reads.iter().zip(&expected) {
        assert_eq!(run.word(read), Ok(element), "{read}");
    }
}

#[test]
fn a_deep_term_is_evaluated_without_recursion() {
    let mut pool = ExprPool::without_rules();
    let (x, x_id) = symbol(&mut pool, "x", 32);
    let mut e = x;
    for n in 0..300_000 {
        e = if n % 2 == 0 { pool.add(e, x) } else { pool.xor(x, e) };
    }
    let mut model = Model::new();
    model.set_word(x_id, 0x1234_5678);
    let expected = (0..300_000)
        .fold(0x1234_5678_u32, |e, n| if n % 2 == 0 { e.wrapping_add(0x1234_5678) } else { e ^ 0x1234_5678 });
    assert_eq!(Evaluator::new().under(&pool, &model).word(e), Ok(expected.into()));
}
