//! Applications: an operator or function and its arguments, checked for number and sort, to a term.

use braid_entity::Symbol;

use super::array_term::ArrayTerm;
use super::error::{Problem, SmtError};
use super::operator::{Indexed, Operator};
use super::syntax::Sexprs;
use super::term::{Binding, Scope, Term};
use crate::{ExprId, ExprPool, MAX_WIDTH, Op, Substitution};

/// An application whose arguments are known.
pub(super) struct Apply<'s, 'p, 't, 'x> {
    pub(super) scope: &'s mut Scope,
    pub(super) pool: &'p mut ExprPool,
    pub(super) sexprs: &'x Sexprs<'t>,
    pub(super) node: usize,
}

impl Apply<'_, '_, '_, '_> {
    pub(super) fn fail<T>(&self, problem: Problem) -> Result<T, SmtError> {
        Err(SmtError::new(self.sexprs.offset(self.node), problem))
    }
    pub(super) fn arity<T>(&self, args: &[Term]) -> Result<T, SmtError> {
        let head = self.node + 1;
        self.fail(Problem::Arity { operator: self.sexprs.source(head), found: args.len() })
    }
    pub(super) fn wrong<T>(&self, expected: impl Into<String>, found: Term) -> Result<T, SmtError> {
        let found = self.scope.sort(self.pool, found);
        self.fail(Problem::WrongSort { expected: expected.into(), found })
    }
    fn bool_of(&self, term: Term) -> Result<ExprId, SmtError> {
        match term {
            Term::Bool(e) => Ok(e),
            other => self.wrong("Bool", other),
        }
    }
    /// A bit-vector, of a given width if one is given.
    pub(super) fn bits_of(&self, term: Term, width: Option<u32>) -> Result<ExprId, SmtError> {
        match (term, width) {
            (Term::Bits(e), None) => Ok(e),
            (Term::Bits(e), Some(width)) if self.pool.width(e) == width => Ok(e),
            (other, Some(width)) => self.wrong(format!("(_ BitVec {width})"), other),
            (other, None) => self.wrong("a bit-vector", other),
        }
    }
    /// Two bit-vectors of one width.
    fn pair(&self, args: &[Term]) -> Result<(ExprId, ExprId), SmtError> {
        let [a, b] = args[..] else { return self.arity(args) };
        let a = self.bits_of(a, None)?;
        Ok((a, self.bits_of(b, Some(self.pool.width(a)))?))
    }

    pub(super) fn operator(&mut self, op: Operator, args: &[Term]) -> Result<Term, SmtError> {
        match op {
            Operator::Not => {
                let [a] = args[..] else { return self.arity(args) };
                let a = self.bool_of(a)?;
                Ok(Term::Bool(self.pool.not(a)))
            }
            Operator::Implies => self.implies(args),
            Operator::Logic(op) => self.logic(op, args),
            Operator::Equal => self.chain(args),
            Operator::Distinct => self.distinct(args),
            Operator::Ite => self.ite(args),
            Operator::Unary(op) => {
                let [a] = args[..] else { return self.arity(args) };
                let a = self.bits_of(a, None)?;
                let result = op.apply(self.pool, a);
                Ok(if op.is_predicate() { Term::Bool(result) } else { Term::Bits(result) })
            }
            Operator::Word(op) => self.word(op, args),
            Operator::Compare(op, swapped) => {
                let (a, b) = self.pair(args)?;
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                Ok(Term::Bool(self.pool.binary(op, a, b)))
            }
            Operator::Binary(op) => {
                let (a, b) = self.pair(args)?;
                let result = op.apply(self.pool, a, b);
                Ok(if op.is_predicate() { Term::Bool(result) } else { Term::Bits(result) })
            }
            Operator::Concat => self.concat(args),
            Operator::Select => self.select(args),
            Operator::Store => self.store(args),
            Operator::Float(op) => self.float(op, args),
        }
    }

    fn implies(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        let Some((&last, premises)) = args.split_last().filter(|(_, rest)| !rest.is_empty()) else {
            return self.arity(args);
        };
        let mut result = self.bool_of(last)?;
        for &premise in premises.iter().rev() {
            let premise = self.bool_of(premise)?;
            result = self.pool.implies(premise, result);
        }
        Ok(Term::Bool(result))
    }

    fn logic(&mut self, op: Op, args: &[Term]) -> Result<Term, SmtError> {
        let Some((&first, rest)) = args.split_first() else { return self.arity(args) };
        let mut result = self.bool_of(first)?;
        for &arg in rest {
            let arg = self.bool_of(arg)?;
            result = self.pool.binary(op, result, arg);
        }
        Ok(Term::Bool(result))
    }

    fn word(&mut self, op: Op, args: &[Term]) -> Result<Term, SmtError> {
        let Some((&first, rest)) = args.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return self.arity(args);
        };
        let many = matches!(op, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul);
        if rest.len() > 1 && !many {
            return self.arity(args);
        }
        let mut result = self.bits_of(first, None)?;
        let width = self.pool.width(result);
        for &arg in rest {
            let arg = self.bits_of(arg, Some(width))?;
            result = self.pool.binary(op, result, arg);
        }
        Ok(Term::Bits(result))
    }

    fn chain(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        if args.len() < 2 {
            return self.arity(args);
        }
        let mut all = self.pool.tru();
        for pair in args.windows(2) {
            let equal = self.equal(pair[0], pair[1])?;
            all = self.pool.and(all, equal);
        }
        Ok(Term::Bool(all))
    }

    fn distinct(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        /// Every pair is compared, so the number of arguments is bounded.
        const MOST: usize = 1024;
        if args.len() < 2 {
            return self.arity(args);
        }
        if args.len() > MOST {
            return self.fail(Problem::Unsupported(format!("'distinct' with more than {MOST} arguments")));
        }
        let mut all = self.pool.tru();
        for (at, &a) in args.iter().enumerate() {
            for &b in &args[at + 1..] {
                let equal = self.equal(a, b)?;
                let differ = self.pool.not(equal);
                all = self.pool.and(all, differ);
            }
        }
        Ok(Term::Bool(all))
    }

    fn equal(&mut self, a: Term, b: Term) -> Result<ExprId, SmtError> {
        match (a, b) {
            (Term::Bool(a), Term::Bool(b)) | (Term::Mode(a), Term::Mode(b)) => Ok(self.pool.eq(a, b)),
            (Term::Float(a, format), Term::Float(b, other)) if format == other => Ok(self.pool.eq(a, b)),
            (Term::Bits(a), Term::Bits(b)) if self.pool.width(a) == self.pool.width(b) => Ok(self.pool.eq(a, b)),
            (Term::Array(a), Term::Array(b)) if self.scope.arrays.widths(a) == self.scope.arrays.widths(b) => {
                self.equal_arrays(a, b)
            }
            _ => {
                let expected = self.scope.sort(self.pool, a).to_string();
                self.wrong(expected, b)
            }
        }
    }

    /// Arrays with few elements are compared element by element; others only with themselves.
    fn equal_arrays(&mut self, a: ArrayTerm, b: ArrayTerm) -> Result<ExprId, SmtError> {
        /// Indexes of at most this many bits.
        const SMALL: u32 = 8;
        let (index_width, _) = self.scope.arrays.widths(a);
        if a == b {
            return Ok(self.pool.tru());
        }
        if index_width > SMALL {
            return self
                .fail(Problem::Unsupported(format!("equality of arrays with more than {} elements", 1 << SMALL)));
        }
        let mut all = self.pool.tru();
        for index in 0..1u64 << index_width {
            let index = self.pool.bv(index_width, index);
            let left = self.scope.arrays.select(self.pool, a, index);
            let right = self.scope.arrays.select(self.pool, b, index);
            let equal = self.pool.eq(left, right);
            all = self.pool.and(all, equal);
        }
        Ok(all)
    }

    fn ite(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        let [condition, then, otherwise] = args[..] else { return self.arity(args) };
        let condition = self.bool_of(condition)?;
        match (then, otherwise) {
            (Term::Bool(a), Term::Bool(b)) => Ok(Term::Bool(self.pool.ite(condition, a, b))),
            (Term::Mode(a), Term::Mode(b)) => Ok(Term::Mode(self.pool.ite(condition, a, b))),
            (Term::Float(a, format), Term::Float(b, other)) if format == other => {
                Ok(Term::Float(self.pool.ite(condition, a, b), format))
            }
            (Term::Bits(a), Term::Bits(b)) if self.pool.width(a) == self.pool.width(b) => {
                Ok(Term::Bits(self.pool.ite(condition, a, b)))
            }
            (Term::Array(a), Term::Array(b)) if self.scope.arrays.widths(a) == self.scope.arrays.widths(b) => {
                Ok(Term::Array(self.scope.arrays.ite(self.pool, condition, a, b)))
            }
            _ => {
                let expected = self.scope.sort(self.pool, then).to_string();
                self.wrong(expected, otherwise)
            }
        }
    }

    fn concat(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        let Some((&first, rest)) = args.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return self.arity(args);
        };
        let mut result = self.bits_of(first, None)?;
        for &arg in rest {
            let arg = self.bits_of(arg, None)?;
            self.width_fits(u64::from(self.pool.width(result)) + u64::from(self.pool.width(arg)))?;
            result = self.pool.concat(result, arg);
        }
        Ok(Term::Bits(result))
    }

    fn select(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        let [array, index] = args[..] else { return self.arity(args) };
        let Term::Array(array) = array else { return self.wrong("an array", array) };
        let (index_width, _) = self.scope.arrays.widths(array);
        let index = self.bits_of(index, Some(index_width))?;
        Ok(Term::Bits(self.scope.arrays.select(self.pool, array, index)))
    }

    fn store(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        let [array, index, value] = args[..] else { return self.arity(args) };
        let Term::Array(array) = array else { return self.wrong("an array", array) };
        let (index_width, element_width) = self.scope.arrays.widths(array);
        let index = self.bits_of(index, Some(index_width))?;
        let value = self.bits_of(value, Some(element_width))?;
        Ok(Term::Array(self.scope.arrays.store(self.pool, array, index, value)))
    }

    pub(super) fn indexed(&mut self, op: Indexed, [n, m]: [u64; 2], args: &[Term]) -> Result<Term, SmtError> {
        if let Indexed::ToFloat | Indexed::ToFloatUnsigned | Indexed::ToSigned | Indexed::ToUnsigned = op {
            return self.indexed_float(op, [n, m], args);
        }
        let [arg] = args[..] else { return self.arity(args) };
        let arg = self.bits_of(arg, None)?;
        let width = self.pool.width(arg);
        let result = match op {
            Indexed::Extract => {
                if n < m || n >= u64::from(width) {
                    return self.fail(Problem::BadNumber(format!("{n} {m} of {width} bits")));
                }
                self.pool.extract(arg, m as u32, (n - m) as u32 + 1)
            }
            Indexed::ZeroExtend | Indexed::SignExtend => {
                let wide = self.width_fits(u64::from(width).saturating_add(n))?;
                if op == Indexed::ZeroExtend { self.pool.zext(arg, wide) } else { self.pool.sext(arg, wide) }
            }
            Indexed::RotateLeft => rotate(self.pool, arg, (n % u64::from(width)) as u32),
            Indexed::RotateRight => {
                let left = (u64::from(width) - n % u64::from(width)) % u64::from(width);
                rotate(self.pool, arg, left as u32)
            }
            Indexed::Repeat => {
                if n == 0 {
                    return self.fail(Problem::BadNumber("0".into()));
                }
                self.width_fits(u64::from(width).saturating_mul(n))?;
                (1..n).fold(arg, |all, _| self.pool.concat(all, arg))
            }
            Indexed::ToFloat | Indexed::ToFloatUnsigned | Indexed::ToSigned | Indexed::ToUnsigned => {
                unreachable!("conversions of numbers were left to others")
            }
        };
        Ok(Term::Bits(result))
    }

    fn width_fits(&self, width: u64) -> Result<u32, SmtError> {
        match u32::try_from(width) {
            Ok(width @ 1..=MAX_WIDTH) => Ok(width),
            _ => self.fail(Problem::Unsupported(format!("bit-vectors of width {width}, only 1 to {MAX_WIDTH}"))),
        }
    }

    /// Calls a defined function: its value with the arguments put in for its parameters.
    pub(super) fn function(&mut self, name: Symbol, args: &[Term]) -> Result<Term, SmtError> {
        let Some(Binding::Function { params, value }) = self.scope.bindings[name].last().cloned() else {
            return self.fail(Problem::UnknownSymbol(self.scope.names.get(name).to_owned()));
        };
        if params.len() != args.len() {
            return self.arity(args);
        }
        let mut substitution = Substitution::new();
        for (&param, &arg) in params.iter().zip(args) {
            let (expected, found) = (self.scope.sort(self.pool, param), self.scope.sort(self.pool, arg));
            match (param, arg) {
                (Term::Bool(p), Term::Bool(a))
                | (Term::Bits(p), Term::Bits(a))
                | (Term::Mode(p), Term::Mode(a))
                | (Term::Float(p, _), Term::Float(a, _))
                    if expected == found =>
                {
                    substitution.replace(self.pool, p, a);
                }
                _ => return self.wrong(expected.to_string(), arg),
            }
        }
        let called = match value {
            Term::Bool(e) => substitution.apply(self.pool, e).map(Term::Bool),
            Term::Bits(e) => substitution.apply(self.pool, e).map(Term::Bits),
            Term::Mode(e) => substitution.apply(self.pool, e).map(Term::Mode),
            Term::Float(e, format) => substitution.apply(self.pool, e).map(|e| Term::Float(e, format)),
            Term::Array(_) | Term::Real(_) => Ok(value),
        };
        called.or_else(|refusal| self.fail(Problem::Unsupported(format!("a call in which {refusal}"))))
    }
}

/// The bits of `a` moved up by `left` places, those that leave coming back below.
fn rotate(pool: &mut ExprPool, a: ExprId, left: u32) -> ExprId {
    let width = pool.width(a);
    if left == 0 {
        return a;
    }
    let (high, low) = (pool.extract(a, 0, width - left), pool.extract(a, width - left, left));
    pool.concat(high, low)
}
