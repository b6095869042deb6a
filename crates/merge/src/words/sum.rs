//! Sums as people read them: how often each summand comes, how often the round does, and a number; and cells of arrays by such
//! indices, counted in elements.

use braid_expr::{ArrayKind, ExprId, ExprPool, Node, SymbolClass, UpdateId};

/// Sums of more summands than this are not taken apart.
const MAX_PARTS: usize = 16;

/// A sum, modulo the width of its term.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum {
    /// Summands with their factors.
    pub(super) parts: Vec<(i64, ExprId)>,
    /// How often the round is added; rounds begin with 1.
    pub(super) rounds: i64,
    /// What is added beside.
    pub(super) number: i64,
}

impl Sum {
    /// What a term is the sum of.
    pub(super) fn of(pool: &ExprPool, term: ExprId) -> Sum {
        let (mut sum, mut open) = (Sum::default(), vec![(1i64, term)]);
        while let Some((factor, term)) = open.pop() {
            if sum.parts.len() > MAX_PARTS {
                return Sum { parts: vec![(1, term)], ..Sum::default() };
            }
            match pool.node(term) {
                Node::Add(a, b) => open.extend([(factor, b), (factor, a)]),
                Node::Sub(a, b) => open.extend([(factor.wrapping_neg(), b), (factor, a)]),
                Node::Neg(a) => open.push((factor.wrapping_neg(), a)),
                Node::Mul(a, b) if signed(pool, a).is_some() => open.push((times(pool, factor, a), b)),
                Node::Mul(a, b) if signed(pool, b).is_some() => open.push((times(pool, factor, b), a)),
                Node::Concat(high, low) if pool.as_u64(low) == Some(0) && pool.width(low) < 32 => {
                    open.push((factor.wrapping_mul(1 << pool.width(low)), high));
                }
                Node::Bound => sum.rounds = sum.rounds.wrapping_add(factor),
                Node::Zext(inner) if is_plain(pool, inner) => open.push((factor, inner)),
                Node::Extract(inner, 0) if fits(pool, inner, pool.width(term)) => open.push((factor, inner)),
                _ => match signed(pool, term) {
                    Some(number) => sum.number = sum.number.wrapping_add(factor.wrapping_mul(number)),
                    None => sum.parts.push((factor, term)),
                },
            }
        }
        sum
    }

    /// Returns true if the round is nowhere inside of a summand.
    pub(super) fn is_linear(&self, pool: &ExprPool) -> bool {
        !self.parts.iter().any(|part| pool.has_bound(part.1))
    }

    /// Returns true if it is numbers of rounds and a number, in more bits than they have: it does not wrap.
    pub(super) fn is_count(&self, pool: &ExprPool, width: u32) -> bool {
        let is_round = |&(factor, part): &(i64, ExprId)| {
            let is_round_symbol = |symbol| pool.symbol_data(symbol).class == SymbolClass::Round;
            factor == 1
                && pool.width(part) < width.min(32)
                && matches!(pool.node(part), Node::Symbol(s) if is_round_symbol(s))
        };
        self.number.unsigned_abs() <= 1 && self.parts.len() <= 2 && width >= 32 && self.parts.iter().all(is_round)
    }

    /// A part of it, if it is that exactly.
    fn divided(&self, by: i64) -> Option<Sum> {
        let numbers = self.parts.iter().map(|part| part.0).chain([self.rounds, self.number]);
        if numbers.clone().any(|number| number % by != 0) {
            return None;
        }
        let parts = self.parts.iter().map(|&(factor, part)| (factor / by, part)).collect();
        Some(Sum { parts, rounds: self.rounds / by, number: self.number / by })
    }
}

/// Terms that are as well read without their extension: nothing in them can wrap.
fn is_plain(pool: &ExprPool, term: ExprId) -> bool {
    match pool.node(term) {
        Node::Symbol(_) | Node::Bound | Node::Read(..) => true,
        Node::Concat(high, low) => pool.as_u64(low) == Some(0) && is_leaf(pool, high),
        _ => false,
    }
}

fn is_leaf(pool: &ExprPool, term: ExprId) -> bool {
    match pool.node(term) {
        Node::Zext(inner) => matches!(pool.node(inner), Node::Symbol(_) | Node::Bound),
        node => matches!(node, Node::Symbol(_) | Node::Bound),
    }
}

/// Returns true if nothing of a value is lost in fewer bits.
fn fits(pool: &ExprPool, term: ExprId, width: u32) -> bool {
    pool.width(term) <= 64 && width < 64 && pool.bounds(term).1 < 1 << width
}

fn times(pool: &ExprPool, factor: i64, constant: ExprId) -> i64 {
    factor.wrapping_mul(signed(pool, constant).unwrap_or(0))
}

/// A constant of at most 64 bits with its sign.
pub(super) fn signed(pool: &ExprPool, constant: ExprId) -> Option<i64> {
    let unused = 64u32.checked_sub(pool.width(constant))?;
    Some((pool.as_u64(constant)? << unused).cast_signed() >> unused)
}

/// An element of an array that is read as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// The array as it was when it was read.
    pub(super) updates: UpdateId,
    /// Which element.
    pub(super) index: Sum,
    /// How many bytes it has.
    pub(super) bytes: u32,
}

impl Cell {
    /// The cell that a term is, if it is one: a byte, or neighbouring ones with the lowest first.
    pub(super) fn of(pool: &ExprPool, term: ExprId) -> Option<Cell> {
        let (mut open, mut found): (Vec<ExprId>, Option<(UpdateId, Sum, u32)>) = (vec![term], None);
        while let Some(term) = open.pop() {
            match pool.node(term) {
                Node::Concat(high, low) if pool.width(term) <= 64 => open.extend([high, low]),
                Node::Read(updates, index) => {
                    let index = Sum::of(pool, index);
                    match &mut found {
                        None => found = Some((updates, index, 1)),
                        Some((known, first, bytes)) => {
                            let next = Sum { number: first.number.wrapping_add(i64::from(*bytes)), ..first.clone() };
                            (*known == updates && index == next).then_some(())?;
                            *bytes += 1;
                        }
                    }
                }
                _ => return None,
            }
        }
        let (updates, index, bytes) = found?;
        let cell = Cell { updates, index: index.divided(i64::from(bytes))?, bytes };
        (8 * bytes == pool.width(term)).then_some(cell)
    }

    /// The element of so many bytes that begins with this one.
    pub(super) fn widened(&self, bytes: u32) -> Option<Cell> {
        let index = self.index.divided(i64::from(bytes))?;
        matches!(bytes, 1 | 2 | 4 | 8).then_some(Cell { index, bytes, updates: self.updates })
    }

    /// Returns true if it is an input that has no other elements.
    pub(super) fn is_whole(&self, pool: &ExprPool) -> bool {
        let size = match pool.array_data(pool.updated_array(self.updates)).kind {
            ArrayKind::Symbolic { size } => size,
            ArrayKind::Uninitialised | ArrayKind::Constant(_) => None,
        };
        self.index == Sum::default() && size == Some(u64::from(self.bytes))
    }
}
