//! Choices: terms of which every value is known, as joins make them.
//!
//! A join makes a choice between constants, and operations on it leave a choice that is written in many ways: the simplifier moves
//! extensions out of it, and a sum with a constant stays a sum. All of these are looked through: what is applied to one choice, with constants beside
//! it, is applied to each of its values. A truth value has two.

use braid_expr::{ExprId, ExprPool, Node, Substitution};
use rustc_hash::FxHashMap;

/// How many nodes of a choice are looked at, and how many values one may have.
const MAX_CHOICES: usize = 1 << 10;

/// What a term is a choice between, in order of their bits, if all of that is known. Some of the values may be impossible.
pub(crate) fn choice_of_known(pool: &mut ExprPool, term: ExprId) -> Option<Vec<ExprId>> {
    let (mut values, mut open) = (FxHashMap::<ExprId, Vec<ExprId>>::default(), vec![term]);
    while let Some(&top) = open.last() {
        if values.contains_key(&top) {
            open.pop();
            continue;
        }
        let below = parts(pool, top)?;
        let waiting = open.len();
        open.extend(below.iter().filter(|part| !values.contains_key(part)));
        if open.len() == waiting {
            let own = joined(pool, top, &below, &values)?;
            values.insert(top, own);
        }
        if values.len() > MAX_CHOICES {
            return None;
        }
    }
    values.remove(&term)
}

/// The terms on whose values those of a term depend; none if these are not known.
fn parts(pool: &ExprPool, term: ExprId) -> Option<Vec<ExprId>> {
    match pool.node(term) {
        Node::Const => Some(Vec::new()),
        _ if pool.width(term) == 1 => Some(Vec::new()),
        Node::Ite(_, then, other) => Some(vec![then, other]),
        Node::Symbol(_) | Node::Bound | Node::Base(_) | Node::Read(..) | Node::Store(..) | Node::Forall(..) => None,
        _ => {
            let mut open = pool.children(term).to_vec();
            open.retain(|&child| pool.as_const(child).is_none());
            open.dedup();
            (open.len() == 1).then_some(open)
        }
    }
}

/// The values of a term from those of its parts.
fn joined(
    pool: &mut ExprPool,
    term: ExprId,
    parts: &[ExprId],
    values: &FxHashMap<ExprId, Vec<ExprId>>,
) -> Option<Vec<ExprId>> {
    let mut own = match (pool.node(term), parts) {
        (Node::Const, _) => vec![term],
        (Node::Ite(..), [then, other]) => [&values[then][..], &values[other]].concat(),
        (_, [part]) => {
            let apply = |&value: &ExprId| {
                let mut substitution = Substitution::new();
                substitution.replace(pool, *part, value);
                substitution.apply(pool, term).ok()
            };
            values[part].iter().map(apply).collect::<Option<Vec<ExprId>>>()?
        }
        _ => vec![pool.bool(false), pool.bool(true)],
    };
    own.sort_by_cached_key(|&value| {
        pool.as_const(value).map(|value| value.limbs().iter().rev().copied().collect::<Vec<u64>>())
    });
    own.dedup();
    (own.len() <= MAX_CHOICES && own.iter().all(|&value| pool.as_const(value).is_some())).then_some(own)
}

#[cfg(test)]
mod tests {
    use braid_expr::SymbolClass;

    use super::*;

    #[test]
    fn operations_on_choices_are_choices() {
        let mut pool = ExprPool::new();
        let digit = pool.symbol("digit", 8, SymbolClass::Input);
        let mut chain = pool.bv(32, 9);
        for value in 0..9 {
            let (leaf, constant) = (pool.bv(32, value), pool.bv(8, value));
            let is_it = pool.eq(digit, constant);
            chain = pool.ite(is_it, leaf, chain);
        }
        let ten = pool.bv(32, 10);
        let product = pool.mul(chain, ten);
        let negative = pool.neg(product);
        let wide = pool.zext(negative, 64);
        let known = choice_of_known(&mut pool, wide).expect("ten values");
        let words: Vec<u64> = known.iter().map(|&value| pool.as_u64(value).expect("a constant")).collect();
        let mut expected: Vec<u64> = (0..10_u32).map(|value| u64::from((value * 10).wrapping_neg())).collect();
        expected.sort_unstable();
        assert_eq!(words, expected);
        let wide_digit = pool.zext(digit, 64);
        assert_eq!(choice_of_known(&mut pool, wide_digit), None);
        let small = pool.bv(8, 5);
        let is_small = pool.ult(digit, small);
        let flag = pool.zext(is_small, 64);
        assert_eq!(choice_of_known(&mut pool, flag).map(|values| values.len()), Some(2));
    }
}
