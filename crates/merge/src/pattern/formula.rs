//! Formula patterns (Trabish 2023, definition 3.5, lemma 3.10): conditions that are the same up to constants, with constants that are
//! linear in the number of the round.
//!
//! Each place of ω2 and ω3 gives one family of conditions with one skeleton; each hole of the skeleton gets a function of its own.
//! Places at which no state gained anything (branches that could go only one way) are left out; if one was gained in some round, it
//! is implied in the others, and is stated for all. What is the same in every round stands outside the quantifier.

use braid_expr::{ExprId, ExprPool, Shape};
use braid_state::memory::AddressSpace;
use braid_state::{NodeId, Tree};

use super::alphabet::Alphabet;
use super::linear::Linear;
use super::regular::Pattern;
use crate::words::Atoms;

/// Conditions with more constants than this are not generalised.
const MAX_HOLES: usize = 64;

/// What holds in a state that stands for all members of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    /// The number of rounds.
    pub(super) k: ExprId,
    /// φ1, what k can be, the quantified φ2, and φ3, as conjuncts.
    pub(super) conjuncts: Vec<ExprId>,
    /// The conditions that they are made of.
    pub(super) atoms: Atoms,
}

/// Why a pattern has no formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoFormula {
    /// A constant is no linear function of the round.
    NotLinear,
    /// A condition has too many constants.
    TooLarge,
    /// A condition is itself about a quantifier.
    Nested,
}

impl NoFormula {
    pub(super) fn name(self) -> &'static str {
        match self {
            NoFormula::NotLinear => "constants that are not linear in the round",
            NoFormula::TooLarge => "conditions with too many constants",
            NoFormula::Nested => "a quantifier inside a quantifier",
        }
    }
}

/// Makes the formula of a pattern.
pub(super) struct Synthesis<'a, 'b> {
    pub(super) pool: &'a mut ExprPool,
    pub(super) tree: &'a Tree,
    pub(super) alphabet: &'a mut Alphabet<'b>,
}

impl Synthesis<'_, '_> {
    /// The formula of a pattern over a fresh number of rounds.
    pub(super) fn formula(&mut self, pattern: &Pattern, k: ExprId) -> Result<Formula, NoFormula> {
        let tree = self.tree;
        let before: Vec<ExprId> =
            pattern.spine[..pattern.head].iter().filter_map(|&node| tree.condition(node)).collect();
        let mut conjuncts = before.clone();
        conjuncts.extend(domain(self.pool, k, &pattern.members.iter().map(|member| member.k).collect::<Vec<_>>()));
        let each = self.rounds(pattern, k, &mut conjuncts)?;
        let after = self.end(pattern, k, &mut conjuncts)?;
        Ok(Formula { k, conjuncts, atoms: Atoms { before, each, after } })
    }

    /// φ2; what holds in every round, for one round.
    fn rounds(&mut self, pattern: &Pattern, k: ExprId, conjuncts: &mut Vec<ExprId>) -> Result<Vec<ExprId>, NoFormula> {
        let width = self.pool.width(k);
        let bound = self.pool.bound(width);
        let (mut body, mut each) = (Vec::new(), Vec::new());
        for place in 0..pattern.core {
            let nodes = (1..=pattern.rounds())
                .map(|round| (round, pattern.spine[pattern.head + pattern.core * (round as usize - 1) + place]));
            let Some((atom, varies)) = self.atom(nodes.collect(), bound)? else { continue };
            if self.pool.has_forall(atom) {
                return Err(NoFormula::Nested);
            }
            each.push(atom);
            if varies {
                body.push(atom);
            } else {
                let zero = self.pool.zero(width);
                let none = self.pool.eq(k, zero);
                conjuncts.push(self.pool.or(none, atom));
            }
        }
        if !body.is_empty() {
            let body = self.pool.all(body);
            conjuncts.push(self.pool.forall(k, body).map_err(|_| NoFormula::Nested)?);
        }
        Ok(each)
    }

    /// φ3; what holds after the last round, one by one.
    fn end(&mut self, pattern: &Pattern, k: ExprId, conjuncts: &mut Vec<ExprId>) -> Result<Vec<ExprId>, NoFormula> {
        let mut then = Vec::new();
        let length = pattern.members.first().map_or(0, |member| member.tail.len());
        for place in 0..length {
            let nodes = pattern.members.iter().map(|member| (member.k, member.tail[place])).collect();
            if let Some((atom, _)) = self.atom(nodes, k)? {
                then.push(atom);
                conjuncts.push(atom);
            }
        }
        Ok(then)
    }

    /// The condition that is that of each node for its number, as a condition of `x`, and whether it depends on it; none if no
    /// state gained anything at these nodes.
    fn atom(&mut self, nodes: Vec<(u64, NodeId)>, x: ExprId) -> Result<Option<(ExprId, bool)>, NoFormula> {
        if nodes.iter().all(|&(_, node)| self.tree.condition(node).is_none()) {
            return Ok(None);
        }
        let points: Vec<(u64, Shape)> =
            nodes.iter().map(|&(number, node)| (number, self.alphabet.of(self.pool, self.tree, node).1)).collect();
        let alphabet = &*self.alphabet;
        let constants = |shape: Shape| alphabet.constants(shape, MAX_HOLES);
        let fillers = fit(self.pool, &points, x, constants)?;
        let varies = fillers.iter().any(|&filler| !self.pool.is_const(filler));
        Ok(Some((self.alphabet.build(self.pool, points[0].1, &fillers), varies)))
    }
}

/// What fills the holes of a skeleton so that for each number the term of that number comes out: constants, and linear
/// functions of `x`.
pub(super) fn fit(
    pool: &mut ExprPool,
    points: &[(u64, Shape)],
    x: ExprId,
    constants: impl Fn(Shape) -> Option<Vec<ExprId>>,
) -> Result<Vec<ExprId>, NoFormula> {
    let first = constants(points[0].1).ok_or(NoFormula::TooLarge)?;
    if points.iter().all(|point| point.1.constants == points[0].1.constants) {
        return Ok(first);
    }
    let mut columns: Vec<Vec<(u64, ExprId)>> = vec![Vec::with_capacity(points.len()); first.len()];
    for &(number, shape) in points {
        for (column, constant) in columns.iter_mut().zip(constants(shape).ok_or(NoFormula::TooLarge)?) {
            column.push((number, constant));
        }
    }
    columns.iter().map(|column| hole(pool, column, x).ok_or(NoFormula::NotLinear)).collect()
}

/// The function of `x` that is each constant for its number.
fn hole(pool: &mut ExprPool, column: &[(u64, ExprId)], x: ExprId) -> Option<ExprId> {
    let constant = column[0].1;
    if column.iter().all(|entry| entry.1 == constant) {
        return Some(constant);
    }
    let width = pool.width(constant);
    let points: Option<Vec<(u64, u64)>> =
        column.iter().map(|&(number, constant)| Some((number, pool.as_u64(constant)?))).collect();
    let linear = through(&points?, width)?;
    Some(apply(pool, linear, x, width))
}

/// The linear function through all points, if there is one that means something: addresses of several objects may lie on a line,
/// but a pointer that moves along it would lead out of the first.
pub(super) fn through(points: &[(u64, u64)], width: u32) -> Option<Linear> {
    // A number of 32 bits that is no address is seldom in the range of objects, and loses nothing but a pattern there.
    let addresses = AddressSpace::of_bits(width);
    let object = |point: &(u64, u64)| addresses.and_then(|addresses| addresses.base_of(point.1));
    let is_pointer = width >= 64 || points.iter().all(|point| object(point).is_some_and(|base| base >> 28 < 15));
    let leaves_object = is_pointer && points.iter().any(|point| object(point) != object(&points[0]));
    if leaves_object { None } else { Linear::through(points, width) }
}

/// A linear function of a term, at a width.
pub(super) fn apply(pool: &mut ExprPool, linear: Linear, x: ExprId, width: u32) -> ExprId {
    let offset = pool.bv(width, linear.offset);
    if linear.is_constant() {
        return offset;
    }
    let x = pool.zext_or_trunc(x, width);
    let slope = pool.bv(width, linear.slope);
    let scaled = pool.mul(slope, x);
    pool.add(scaled, offset)
}

/// That a number is one of these, which ascend: a range, and its gaps.
pub(super) fn domain(pool: &mut ExprPool, k: ExprId, numbers: &[u64]) -> Vec<ExprId> {
    let width = pool.width(k);
    let (Some(&low), Some(&high)) = (numbers.first(), numbers.last()) else { return Vec::new() };
    let (least, most) = (pool.bv(width, low), pool.bv(width, high));
    let mut conjuncts = vec![pool.ule(least, k), pool.ule(k, most)];
    for pair in numbers.windows(2) {
        for gap in pair[0] + 1..pair[1] {
            let gap = pool.bv(width, gap);
            conjuncts.push(pool.ne(k, gap));
        }
    }
    conjuncts.retain(|&term| !pool.is_true(term));
    conjuncts
}
