//! The constructors: one for each operator. They check that widths fit, fold and simplify, and intern.
//!
//! Widths that do not fit are a mistake of the caller and panic; whoever builds terms from a file checks them first and
//! reports them with a place. A quantifier that cannot be built is an outcome and has a type.

use core::fmt;

use braid_entity::Entity;

use crate::array::ArrayId;
use crate::node::{ExprId, Key, Op, UpdateId};
use crate::pool::ExprPool;
use crate::rules;
use crate::support::Space;
use crate::value::{Value, mask};

/// Why a quantifier cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForallError {
    /// The body holds a quantifier.
    Nested,
    /// The number of repetitions holds a bound variable or a quantifier.
    OpenBound,
    /// The body mentions a bound variable of another width than that of the number of repetitions.
    BoundWidth {
        /// The width of the number of repetitions.
        expected: u32,
    },
}

impl fmt::Display for ForallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForallError::Nested => write!(f, "the body of a bounded quantifier holds another quantifier"),
            ForallError::OpenBound => write!(f, "the bound of a quantifier depends on a quantifier"),
            ForallError::BoundWidth { expected } => {
                write!(f, "the body of a quantifier over {expected} bits mentions a bound variable of another width")
            }
        }
    }
}

impl core::error::Error for ForallError {}

/// Declares the constructors of binary word operators.
macro_rules! word_constructors {
    ($($(#[$meta:meta])* $name:ident $op:ident;)*) => {
        impl ExprPool {
            $($(#[$meta])* pub fn $name(&mut self, a: ExprId, b: ExprId) -> ExprId { self.binary(Op::$op, a, b) })*
        }
    };
}

word_constructors! {
    /// Bitwise and; logical on width 1.
    and And;
    /// Bitwise or; logical on width 1.
    or Or;
    /// Bitwise exclusive or; inequality on width 1.
    xor Xor;
    /// Sum modulo 2^width.
    add Add;
    /// Difference modulo 2^width.
    sub Sub;
    /// Product modulo 2^width.
    mul Mul;
    /// Unsigned quotient; all ones if the divisor is 0.
    udiv Udiv;
    /// Signed quotient rounded to zero; by 0 it is 1 for a negative dividend, else all ones.
    sdiv Sdiv;
    /// Unsigned remainder; the dividend if the divisor is 0.
    urem Urem;
    /// Signed remainder with the dividend's sign; the dividend if the divisor is 0.
    srem Srem;
    /// Shift left; 0 if the amount is the width or more.
    shl Shl;
    /// Logical shift right; 0 if the amount is the width or more.
    lshr Lshr;
    /// Arithmetic shift right; all sign bits if the amount is the width or more.
    ashr Ashr;
    /// Equality.
    eq Eq;
    /// Unsigned less than.
    ult Ult;
    /// Unsigned less than or equal.
    ule Ule;
    /// Signed less than.
    slt Slt;
    /// Signed less than or equal.
    sle Sle;
}

impl ExprPool {
    // Leaves.

    /// The constant with the low `width` bits of `word`, zero-extended above 64 bits.
    #[inline]
    pub fn bv(&mut self, width: u32, word: u64) -> ExprId {
        if width > 64 {
            return self.bv_value(&Value::new(width, word));
        }
        let word = word & mask(width);
        self.intern(Key::new(Op::Const, width, [word as u32, (word >> 32) as u32, 0]))
    }
    /// The constant of this value.
    pub fn bv_value(&mut self, value: &Value) -> ExprId {
        self.bv_wide(value.width(), value.limbs())
    }
    /// The constant 1 of width 1.
    pub fn tru(&mut self) -> ExprId {
        self.bv(1, 1)
    }
    /// The constant 0 of width 1.
    pub fn fls(&mut self) -> ExprId {
        self.bv(1, 0)
    }
    /// The constant `bit` of width 1.
    pub fn bool(&mut self, bit: bool) -> ExprId {
        self.bv(1, bit.into())
    }
    /// All bits 0.
    pub fn zero(&mut self, width: u32) -> ExprId {
        self.bv(width, 0)
    }
    /// The number 1.
    pub fn one(&mut self, width: u32) -> ExprId {
        self.bv(width, 1)
    }
    /// All bits 1.
    pub fn ones(&mut self, width: u32) -> ExprId {
        if width <= 64 { self.bv(width, u64::MAX) } else { self.bv_value(&Value::ones(width)) }
    }
    /// The variable that the quantifier around the term binds; there is one for each width.
    pub fn bound(&mut self, width: u32) -> ExprId {
        self.intern(Key::new(Op::Bound, width, [0; 3]))
    }

    // Words.

    /// Bitwise complement; negation on width 1.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        self.make(Key::new(Op::Not, self.width(a), [a.as_u32(), 0, 0]))
    }
    /// Two's complement.
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        self.make(Key::new(Op::Neg, self.width(a), [a.as_u32(), 0, 0]))
    }
    /// `a op b` for a word operator or a comparison.
    #[inline]
    pub fn binary(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        assert!(op.is_word_binary() || op.is_comparison(), "{op:?} is not a binary word operator");
        assert_eq!(width, self.width(b), "operands of {op:?} have one width");
        let width = if op.is_comparison() { 1 } else { width };
        self.make(Key::new(op, width, [a.as_u32(), b.as_u32(), 0]))
    }
    /// Unsigned greater than.
    pub fn ugt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ult(b, a)
    }
    /// Unsigned greater than or equal.
    pub fn uge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ule(b, a)
    }
    /// Signed greater than.
    pub fn sgt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.slt(b, a)
    }
    /// Signed greater than or equal.
    pub fn sge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.sle(b, a)
    }
    /// Inequality.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }
    /// `a` implies `b`, on width 1.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        assert_eq!(self.width(a), 1, "an implication is between booleans");
        let not_a = self.not(a);
        self.or(not_a, b)
    }
    /// The conjunction of all.
    pub fn all(&mut self, terms: impl IntoIterator<Item = ExprId>) -> ExprId {
        let tru = self.tru();
        terms.into_iter().fold(tru, |all, term| self.and(all, term))
    }
    /// The disjunction of all.
    pub fn any(&mut self, terms: impl IntoIterator<Item = ExprId>) -> ExprId {
        let fls = self.fls();
        terms.into_iter().fold(fls, |any, term| self.or(any, term))
    }
    /// `a` if `condition` is 1, else `b`.
    pub fn ite(&mut self, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        assert_eq!(self.width(condition), 1, "a condition has width 1");
        assert_eq!(self.width(a), self.width(b), "the sides of an ite have one width");
        self.make(Key::new(Op::Ite, self.width(a), [condition.as_u32(), a.as_u32(), b.as_u32()]))
    }
    /// The bits of `high` above those of `low`. The result must not be wider than [`MAX_WIDTH`](crate::MAX_WIDTH).
    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        let width = self.width(high) + self.width(low);
        self.make(Key::new(Op::Concat, width, [high.as_u32(), low.as_u32(), 0]))
    }
    /// `width` bits of `a` from bit `low` on.
    pub fn extract(&mut self, a: ExprId, low: u32, width: u32) -> ExprId {
        let all = self.width(a);
        assert!(u64::from(low) + u64::from(width) <= all.into(), "bits {low}+{width} lie inside {all} bits");
        self.make(Key::new(Op::Extract, width, [a.as_u32(), low, 0]))
    }
    /// `a` with zeros above, up to `width`; `a` itself if it has that width.
    pub fn zext(&mut self, a: ExprId, width: u32) -> ExprId {
        self.extension(Op::Zext, a, width)
    }
    /// `a` with copies of its sign bit above, up to `width`; `a` itself if it has that width.
    pub fn sext(&mut self, a: ExprId, width: u32) -> ExprId {
        self.extension(Op::Sext, a, width)
    }
    fn extension(&mut self, op: Op, a: ExprId, width: u32) -> ExprId {
        let own = self.width(a);
        assert!(own <= width, "an extension does not narrow");
        if own == width { a } else { self.make(Key::new(op, width, [a.as_u32(), 0, 0])) }
    }
    /// The low bits of `a`, or `a` with zeros above, whichever gives `width` bits.
    pub fn zext_or_trunc(&mut self, a: ExprId, width: u32) -> ExprId {
        if self.width(a) < width { self.zext(a, width) } else { self.trunc(a, width) }
    }
    /// The low `width` bits of `a`; `a` itself if it has that width.
    pub fn trunc(&mut self, a: ExprId, width: u32) -> ExprId {
        if self.width(a) == width { a } else { self.extract(a, 0, width) }
    }

    // Arrays.

    /// The array without updates.
    pub fn base(&mut self, array: ArrayId) -> UpdateId {
        let width = self.array_data(array).element_width;
        let node = self.intern(Key::new(Op::Base, width, [array.as_u32(), 0, 0]));
        UpdateId::from_u32(node.as_u32())
    }
    /// The array with the element at `index` set to `value`.
    pub fn store(&mut self, updates: UpdateId, index: ExprId, value: ExprId) -> UpdateId {
        let array = self.array_data(self.updated_array(updates));
        let element_width = array.element_width;
        assert_eq!(array.index_width, self.width(index), "an index has the array's index width");
        assert_eq!(element_width, self.width(value), "an element has the array's element width");
        let key = Key::new(Op::Store, element_width, [updates.as_u32(), index.as_u32(), value.as_u32()]);
        UpdateId::from_u32(self.make(key).as_u32())
    }
    /// The element at `index`.
    pub fn read(&mut self, updates: UpdateId, index: ExprId) -> ExprId {
        let array = self.array_data(self.updated_array(updates));
        let element_width = array.element_width;
        assert_eq!(array.index_width, self.width(index), "an index has the array's index width");
        self.make(Key::new(Op::Read, element_width, [updates.as_u32(), index.as_u32(), 0]))
    }

    // Quantifiers.

    /// For all i with 1 ≤ i ≤ k (unsigned), `body`, which speaks of i as [`bound`](Self::bound) of k's width.
    pub fn forall(&mut self, k: ExprId, body: ExprId) -> Result<ExprId, ForallError> {
        let width = self.width(k);
        assert_eq!(self.width(body), 1, "the body of a quantifier has width 1");
        if self.has_bound(k) || self.has_forall(k) {
            return Err(ForallError::OpenBound);
        }
        if self.has_forall(body) {
            return Err(ForallError::Nested);
        }
        let width64 = u64::from(width);
        let mut bound = self.support(body).iter().filter(|range| range.space == Space::Bound);
        if bound.any(|range| range.low != width64 || range.high != width64) {
            return Err(ForallError::BoundWidth { expected: width });
        }
        Ok(self.make(Key::new(Op::Forall, 1, [k.as_u32(), body.as_u32(), 0])))
    }

    /// The term with each child replaced by what `image` gives for it, which must have the child's width. Refused if that
    /// would put a quantifier into a quantifier.
    pub fn map_children(&mut self, e: ExprId, mut image: impl FnMut(ExprId) -> ExprId) -> Result<ExprId, ForallError> {
        let mut key = self.stored(e).key();
        let children = key.children();
        for (arg, child) in key.args.iter_mut().zip(children) {
            *arg = image(child).as_u32();
        }
        if key.op == Op::Forall {
            return self.forall(key.arg(0), key.arg(1));
        }
        Ok(self.make(key))
    }

    /// The node of `key`, or what it simplifies to. A node that exists is its own normal form.
    pub(crate) fn make(&mut self, key: Key) -> ExprId {
        if let Some(found) = self.lookup(&key) {
            return found;
        }
        if self.rules.enabled
            && let Some(simpler) = self.simplified(&key)
        {
            return simpler;
        }
        self.intern(key)
    }

    /// What a node that does not exist simplifies to. Of comparisons with constants, which a loop builds over and over, it is remembered.
    fn simplified(&mut self, key: &Key) -> Option<ExprId> {
        let is_kept = key.op.is_comparison() && self.is_const(key.arg(1)) && self.rules.is_outermost();
        if let Some(known) = self.rules.remembered(key).filter(|_| is_kept) {
            return Some(known);
        }
        let simpler = rules::simplify(self, key)?;
        if is_kept {
            self.rules.remember(key, simpler);
        }
        Some(simpler)
    }
}
