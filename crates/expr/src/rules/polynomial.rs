//! Equality of polynomials: sums, differences and products of the same terms in another shape.
//!
//! Circuits of products that were multiplied out differently share almost nothing, so a search would have to prove the distributive
//! law bit by bit. Both sides are multiplied out here instead, modulo 2^width, and compared. The rule says only whether they are
//! the same polynomial or differ by a constant; terms keep their shape otherwise. All of it is bounded, because products grow fast.

use std::collections::BTreeMap;

use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::Value;

/// How many products a polynomial has at most, how many factors each, and how deep terms are looked into.
const MAX_PRODUCTS: usize = 32;
const MAX_FACTORS: usize = 8;
const MAX_DEPTH: u32 = 8;

/// The coefficient of each product of terms, the empty product for the constant; none is 0.
type Polynomial = BTreeMap<Vec<ExprId>, Value>;

/// match: (eq a b), products in both, a and b as polynomials the same or different by a constant
/// result: true, false
pub(super) fn eq_polynomials(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    if !has_product(pool, a) || !has_product(pool, b) {
        return None;
    }
    let mut difference = expand(pool, a, MAX_DEPTH)?;
    let minus = Value::ones(pool.width(b));
    add_scaled(&mut difference, expand(pool, b, MAX_DEPTH)?, &minus)?;
    let is_constant = difference.keys().all(Vec::is_empty);
    is_constant.then(|| pool.bool(difference.is_empty()))
}

/// Whether it is a product, or a sum with one.
fn has_product(pool: &ExprPool, e: ExprId) -> bool {
    let is_product = |e| pool.op(e) == Op::Mul;
    is_product(e) || matches!(pool.op(e), Op::Add | Op::Sub) && pool.children(e).iter().any(|&child| is_product(child))
}

/// A term as a polynomial over terms that are no sums or products, or lie too deep; none if it is too large.
fn expand(pool: &ExprPool, e: ExprId, depth: u32) -> Option<Polynomial> {
    let width = pool.width(e);
    let one = Value::new(width, 1);
    if depth == 0 {
        return Some(Polynomial::from([(vec![e], one)]));
    }
    let scaled_sum = |a, b, scale: &Value| {
        let mut sum = expand(pool, a, depth - 1)?;
        add_scaled(&mut sum, expand(pool, b, depth - 1)?, scale)?;
        Some(sum)
    };
    match pool.node(e) {
        Node::Add(a, b) => scaled_sum(a, b, &one),
        Node::Sub(a, b) => scaled_sum(a, b, &Value::ones(width)),
        Node::Mul(a, b) => product(&expand(pool, a, depth - 1)?, &expand(pool, b, depth - 1)?),
        Node::Neg(a) => {
            let mut sum = Polynomial::new();
            add_scaled(&mut sum, expand(pool, a, depth - 1)?, &Value::ones(width))?;
            Some(sum)
        }
        _ => Some(match pool.as_const(e) {
            Some(value) if value.is_zero() => Polynomial::new(),
            Some(value) => Polynomial::from([(Vec::new(), value)]),
            None => Polynomial::from([(vec![e], one)]),
        }),
    }
}

/// Adds `scale` times `other`.
fn add_scaled(sum: &mut Polynomial, other: Polynomial, scale: &Value) -> Option<()> {
    for (factors, coefficient) in other {
        add_product(sum, factors, &coefficient.binary(Op::Mul, scale))?;
    }
    Some(())
}

fn add_product(sum: &mut Polynomial, factors: Vec<ExprId>, coefficient: &Value) -> Option<()> {
    let total = match sum.remove(&factors) {
        Some(before) => before.binary(Op::Add, coefficient),
        None => coefficient.clone(),
    };
    if !total.is_zero() {
        sum.insert(factors, total);
    }
    (sum.len() <= MAX_PRODUCTS).then_some(())
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut found = Polynomial::new();
    for (left, x) in a {
        for (right, y) in b {
            let mut factors = [&left[..], right].concat();
            factors.sort_unstable();
            if factors.len() > MAX_FACTORS {
                return None;
            }
            add_product(&mut found, factors, &x.binary(Op::Mul, y))?;
        }
    }
    Some(found)
}
