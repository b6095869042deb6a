//! Lemmas from negated terms: ∀i. 1 ≤ i ≤ k → ψ(i) and ¬ψ(t) give ¬(1 ≤ t ≤ k), that is k ≤ t - 1.
//!
//! Paper 1, section 5, stage 1. A conjunct is matched with an atom of ψ; the index of the conjunct is solved for i where i
//! occurs once in a sum, with sign plus or minus: i - 1, base + i, base + k - i. This is one-to-one modulo 2^width, which a
//! steeper slope or i cut would not be. (The prototype of the paper solves for i + c alone, c a constant, and so says nothing of a
//! loop that starts where another one stopped.) Where ψ speaks of i extended by zeros, t has the width of the extension, and so
//! has the lemma. All occurrences must give one t, hence ψ's atom at t *is* the matched term. The prototype also treats two
//! equalities as opposite whenever their left sides are written differently, which does not follow; here equalities clash only
//! if both fix the same term to different constants.

use braid_expr::{ExprId, ExprPool, Node};

use super::strip::Quantifier;

/// The lemma that follows from an asserted quantifier and another conjunct, if they match.
pub(super) fn from_negated_term(pool: &mut ExprPool, forall: Quantifier, conjunct: ExprId) -> Option<ExprId> {
    let t = negated_at(pool, forall, conjunct)?;
    let (k, one) = (pool.zext(forall.k, pool.width(t)), pool.one(pool.width(t)));
    let before = pool.sub(t, one);
    Some(pool.ule(k, before))
}

/// The t for which the conjunct says ¬ψ(t), if there is one. It is as wide as k or wider; if it is wider, ψ speaks of the bound
/// variable with zeros above.
pub(super) fn negated_at(pool: &mut ExprPool, forall: Quantifier, conjunct: ExprId) -> Option<ExprId> {
    let atoms = conjunction(pool, forall.body);
    let negated = negations(pool, conjunct);
    let t = atoms.iter().find_map(|&atom| {
        let direct = negated.iter().find_map(|&target| solve(pool, atom, target));
        direct.or_else(|| solve_clash(pool, atom, conjunct))
    })?;
    (pool.width(t) >= pool.width(forall.k)).then_some(t)
}

/// Atoms of a conjunction, at most this many: a body is small, and a hostile one must not cost much.
const MAX_ATOMS: usize = 16;

fn conjunction(pool: &ExprPool, body: ExprId) -> Vec<ExprId> {
    let mut atoms = Vec::new();
    let mut stack = vec![body];
    while let Some(term) = stack.pop() {
        match pool.node(term) {
            Node::And(a, b) if atoms.len() + stack.len() < MAX_ATOMS => stack.extend([b, a]),
            _ => atoms.push(term),
        }
    }
    atoms.retain(|&atom| pool.has_bound(atom));
    atoms
}

/// The ways in which the negation of a boolean term may be written.
fn negations(pool: &mut ExprPool, term: ExprId) -> Vec<ExprId> {
    match pool.node(term) {
        Node::Not(inner) => {
            let mut forms = vec![inner];
            forms.extend(swapped(pool, inner).map(|other| pool.not(other)));
            forms
        }
        _ => {
            let mut forms = vec![pool.not(term)];
            forms.extend(swapped(pool, term));
            forms
        }
    }
}

/// The comparison that is the negation of another: ¬(a < b) is b ≤ a.
fn swapped(pool: &mut ExprPool, term: ExprId) -> Option<ExprId> {
    match pool.node(term) {
        Node::Ult(a, b) => Some(pool.ule(b, a)),
        Node::Ule(a, b) => Some(pool.ult(b, a)),
        Node::Slt(a, b) => Some(pool.sle(b, a)),
        Node::Sle(a, b) => Some(pool.slt(b, a)),
        _ => None,
    }
}

/// x(i) = c in the quantifier and x(t) = d in the conjunct, with c and d different constants.
fn solve_clash(pool: &mut ExprPool, atom: ExprId, conjunct: ExprId) -> Option<ExprId> {
    let (pattern, wanted) = term_and_constant(pool, atom)?;
    let (target, given) = term_and_constant(pool, conjunct)?;
    if wanted == given {
        return None;
    }
    solve(pool, pattern, target)
}

fn term_and_constant(pool: &ExprPool, equality: ExprId) -> Option<(ExprId, ExprId)> {
    let Node::Eq(a, b) = pool.node(equality) else { return None };
    match (pool.is_const(a), pool.is_const(b)) {
        (false, true) => Some((a, b)),
        (true, false) => Some((b, a)),
        _ => None,
    }
}

/// How many pairs of nodes a match looks at.
const MAX_PAIRS: usize = 64;

/// The t for which `pattern` with t for its bound variable is `target`.
fn solve(pool: &mut ExprPool, pattern: ExprId, target: ExprId) -> Option<ExprId> {
    let mut solution = None;
    let mut pairs = vec![(pattern, target)];
    let mut looked_at = 0;
    while let Some((pattern, target)) = pairs.pop() {
        looked_at += 1;
        if looked_at > MAX_PAIRS {
            return None;
        }
        if !pool.has_bound(pattern) {
            if pattern != target {
                return None;
            }
            continue;
        }
        if let Some(found) = solve_index(pool, pattern, target) {
            if solution.is_some_and(|known| known != found) {
                return None;
            }
            solution = Some(found);
            continue;
        }
        pairs.extend(matching_children(pool, pattern, target)?);
    }
    solution
}

/// Solves pattern = target for i, or for i with zeros above it, where the pattern is a sum with i in it.
fn solve_index(pool: &mut ExprPool, mut pattern: ExprId, mut target: ExprId) -> Option<ExprId> {
    if pool.op(target).is_array() || pool.width(pattern) != pool.width(target) {
        return None;
    }
    loop {
        (pattern, target) = match pool.node(pattern) {
            Node::Bound => return Some(target),
            Node::Zext(inner) if pool.node(inner) == Node::Bound => return Some(target),
            Node::Add(a, b) if !pool.has_bound(b) => (a, pool.sub(target, b)),
            Node::Add(a, b) if !pool.has_bound(a) => (b, pool.sub(target, a)),
            Node::Sub(a, b) if !pool.has_bound(b) => (a, pool.add(target, b)),
            Node::Sub(a, b) if !pool.has_bound(a) => (b, pool.sub(a, target)),
            Node::Neg(a) => (a, pool.neg(target)),
            _ => return None,
        };
    }
}

/// Children to be matched in pairs, if both nodes are the same operator, or orders of which one is strict.
fn matching_children(pool: &mut ExprPool, pattern: ExprId, target: ExprId) -> Option<Vec<(ExprId, ExprId)>> {
    if let Some(pairs) = strict_and_not(pool, pattern, target) {
        return Some(pairs);
    }
    let (a, b) = (pool.node(pattern), pool.node(target));
    let same_place = match (a, b) {
        (Node::Extract(_, low), Node::Extract(_, other)) => low == other,
        _ => true,
    };
    let same_node = pool.op(pattern) == pool.op(target) && pool.width(pattern) == pool.width(target) && same_place;
    if !same_node {
        return None;
    }
    let (ours, theirs) = (pool.children(pattern), pool.children(target));
    if pool.op(pattern).is_commutative() && ours.len() == 2 {
        // The order of operands depends on when they were made: the side without the variable finds its match.
        let (fixed, open) = if pool.has_bound(ours[0]) { (ours[1], ours[0]) } else { (ours[0], ours[1]) };
        if !pool.has_bound(fixed) {
            let other = if theirs[0] == fixed { theirs[1] } else { theirs[0] };
            return Some(vec![(open, other), (fixed, if theirs[0] == fixed { theirs[0] } else { theirs[1] })]);
        }
    }
    Some(ours.iter().copied().zip(theirs.iter().copied()).collect())
}

/// x < y(i) or x(i) < y beside a comparison with a constant, which is written as x < c or c ≤ x whatever it was: c ≤ x is
/// c - 1 < x, and x < c is x ≤ c - 1, unless c is the least number.
fn strict_and_not(pool: &mut ExprPool, pattern: ExprId, target: ExprId) -> Option<Vec<(ExprId, ExprId)>> {
    let ((a, b), (x, y), left) = match (pool.node(pattern), pool.node(target)) {
        (Node::Ult(a, b), Node::Ule(x, y)) => ((a, b), (x, y), true),
        (Node::Ule(a, b), Node::Ult(x, y)) => ((a, b), (x, y), false),
        _ => return None,
    };
    let constant = if left { x } else { y };
    let (zero, one) = (pool.zero(pool.width(constant)), pool.one(pool.width(constant)));
    if !pool.is_const(constant) || constant == zero {
        return None;
    }
    let before = pool.sub(constant, one);
    Some(if left { vec![(a, before), (b, y)] } else { vec![(a, x), (b, before)] })
}
