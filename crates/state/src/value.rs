//! What a register or a few bytes of memory hold: a machine word where the value is known, a term where it is not.
//!
//! The engine computes on words without touching the term pool, so that code without symbolic data runs at the speed of
//! an interpreter. Invariant: a [`Value::Term`] of at most 64 bits is never a constant, so "is it concrete" is a look at
//! the tag; [`Value::of`] is the only way from a term to a value and keeps it.

use braid_expr::{ExprId, ExprPool};

/// A scalar: an integer, the bits of a float, or an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A known value of at most 64 bits, zero-extended.
    Word(u64),
    /// An unknown value of the width of the term, or any value of more than 64 bits.
    Term(ExprId),
}

impl Value {
    /// The value of a term: a word if it is a constant of at most 64 bits.
    #[inline]
    pub fn of(pool: &ExprPool, term: ExprId) -> Value {
        pool.as_u64(term).map_or(Value::Term(term), Value::Word)
    }
    /// The term of this value, which has `width` bits.
    #[inline]
    pub fn term(self, pool: &mut ExprPool, width: u32) -> ExprId {
        match self {
            Value::Word(word) => pool.bv(width, word),
            Value::Term(term) => {
                debug_assert_eq!(pool.width(term), width, "a value is used at its own width");
                term
            }
        }
    }
    /// The word, if the value is known and has at most 64 bits.
    #[inline]
    pub fn word(self) -> Option<u64> {
        match self {
            Value::Word(word) => Some(word),
            Value::Term(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::SymbolClass;

    #[test]
    fn small_constants_become_words_and_wide_ones_stay_terms() {
        let mut pool = ExprPool::new();
        let (small, wide) = (pool.bv(64, 7), pool.bv(65, 7));
        let x = pool.symbol("x", 8, SymbolClass::Input);
        assert_eq!(Value::of(&pool, small), Value::Word(7));
        assert_eq!(Value::of(&pool, wide), Value::Term(wide));
        assert_eq!(Value::of(&pool, x).word(), None);
        assert_eq!(Value::Word(7).term(&mut pool, 64), small);
        assert_eq!(Value::of(&pool, x).term(&mut pool, 8), x);
    }
}
