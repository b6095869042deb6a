//! Substitution and instantiation mean what evaluation says they mean.

use braid_expr::testing::{Generator, Limits, Random, RandomValues as _};
use braid_expr::{Evaluator, ExprPool, ForallError, Node, Substitution, SymbolClass};

#[test]
fn a_replaced_symbol_is_a_symbol_with_another_value() {
    let mut evaluator = Evaluator::new();
    for seed in 0..2_000 {
        let mut pool = if seed % 2 == 0 { ExprPool::new() } else { ExprPool::without_rules() };
        let limits = [Limits::EXHAUSTIVE, Limits::WORDS, Limits::WIDE][seed as usize % 3];
        let mut generator = Generator::new(seed, limits, &mut pool);
        let term = generator.term(&mut pool, 1 + seed as u32 % 30);
        let mut replacements = Vec::new();
        for &(symbol, width) in &generator.inputs.symbols {
            let constant = pool.bv_value(&Random::new(seed).value(width));
            let own = pool.symbol_term(symbol);
            let product = pool.mul(own, own);
            replacements.push((symbol, width, pool.add(product, constant)));
        }
        let mut substitution = Substitution::new();
        for &(symbol, _, by) in &replacements {
            let own = pool.symbol_term(symbol);
            substitution.replace(&pool, own, by);
        }
        let image = substitution.apply(&mut pool, term).expect("no quantifier is put in");
        let model = generator.inputs.random_model(&mut Random::new(seed + 1));
        let mut changed = model.clone();
        for &(symbol, _, by) in &replacements {
            changed.set(symbol, &evaluator.evaluate(&pool, &model, by).unwrap());
        }
        let (left, right) = (evaluator.evaluate(&pool, &model, image), evaluator.evaluate(&pool, &changed, term));
        assert_eq!(left, right, "seed {seed}");
    }
}

#[test]
fn a_quantifier_is_the_conjunction_of_its_instances() {
    let mut evaluator = Evaluator::new();
    let mut found = 0;
    for seed in 0..6_000 {
        let mut pool = ExprPool::new();
        let mut generator = Generator::new(seed, Limits::EXHAUSTIVE, &mut pool);
        let _ = generator.boolean(&mut pool);
        let all: Vec<_> = (0..pool.len() as u32).map(braid_entity::Entity::from_u32).collect();
        for forall in all {
            let Node::Forall(k, _) = pool.node(forall) else { continue };
            found += 1;
            let model = generator.inputs.random_model(&mut Random::new(seed));
            let last = evaluator.evaluate(&pool, &model, k).unwrap().to_u64().unwrap();
            let mut holds = true;
            for i in 1..=last {
                let value = pool.bv(pool.width(k), i);
                let instance = pool.instantiate(forall, value).unwrap();
                assert!(!pool.has_bound(instance));
                holds &= evaluator.under(&pool, &model).truth(instance).unwrap();
            }
            assert_eq!(evaluator.under(&pool, &model).truth(forall), Ok(holds), "seed {seed}");
        }
    }
    assert!(found > 500, "only {found} quantifiers");
}

#[test]
fn a_quantifier_is_not_put_into_another() {
    let mut pool = ExprPool::new();
    let k = pool.symbol("k", 8, SymbolClass::Round);
    let p = pool.symbol("p", 1, SymbolClass::Input);
    let i = pool.bound(8);
    let ten = pool.bv(8, 10);
    let small = pool.ult(i, ten);
    let either = pool.or(small, p);
    let (outer, inner) = (pool.forall(k, either).unwrap(), pool.forall(k, small).unwrap());
    let mut substitution = Substitution::new();
    substitution.replace(&pool, p, inner);
    assert_eq!(substitution.apply(&mut pool, outer), Err(ForallError::Nested));
    assert!(substitution.apply(&mut pool, p).is_ok(), "a refusal leaves nothing behind");
}
