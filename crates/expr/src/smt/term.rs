//! S-expressions to terms: names, scopes, and an evaluator with a stack of its own.
//!
//! A [`Scope`] holds what names mean. Terms are built bottom-up with an explicit stack of frames, so that nesting costs
//! memory in proportion to the text and no stack.

use braid_entity::{Entity, EntityMap, StringPool, Symbol};

use super::apply::Apply;
use super::array_term::{ArrayTerm, ArrayTerms};
use super::error::{Problem, SmtError};
use super::float::{self, Real};
use super::literal::{bits_literal, digits};
use super::open::Open;
use super::operator::{self, Indexed, Operator};
use super::quantifier::{self, QuantifierError};
use super::sort::Sort;
use super::syntax::{Sexprs, TokenKind};
use crate::{ArrayKind, ExprId, ExprPool, ForallError, Format, SymbolClass};

/// A term with its sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A boolean, of width 1 in the pool.
    Bool(ExprId),
    /// A bit-vector.
    Bits(ExprId),
    /// An array.
    Array(ArrayTerm),
    /// A floating-point number: its bits, with one NaN.
    Float(ExprId, Format),
    /// A rounding mode, of width 3 in the pool.
    Mode(ExprId),
    /// A real number that is known, by its place in the scope.
    Real(u32),
}

/// What a name means.
#[derive(Clone, Debug)]
pub enum Binding {
    /// A constant that was declared or defined, or a variable of a `let` or quantifier.
    Term(Term),
    /// A function that was defined: its parameters, as symbols of the pool, and its value.
    Function {
        /// The symbols that stand for the parameters in the value.
        params: Box<[Term]>,
        /// The value.
        value: Term,
    },
    /// A sort that was defined.
    Sort(Sort),
}

/// What names mean, innermost scope last, and the arrays that terms speak of.
#[derive(Debug, Default)]
pub struct Scope {
    pub(super) names: StringPool,
    pub(super) bindings: EntityMap<Symbol, Vec<Binding>>,
    /// Names in the order in which they were bound, for leaving scopes.
    bound: Vec<Symbol>,
    pub(super) arrays: ArrayTerms,
    /// Real numbers that terms speak of.
    pub(super) reals: Vec<Real>,
    /// What the theory of floating-point numbers leaves open.
    pub(super) open: Open,
    /// Labels given by `(! t :named label)` since they were last taken.
    labels: Vec<(String, ExprId)>,
    frames: Vec<Frame>,
    terms: Vec<Term>,
    /// How many symbols were made under names that were taken.
    renamed: u32,
}

/// What a scope has where a level of assertions begins.
#[derive(Clone, Debug, Default)]
pub struct ScopeLevel {
    names: usize,
    open: Open,
}

/// A list whose parts are being evaluated.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: FrameKind,
    node: usize,
    /// The next part to evaluate, and the end of the parts.
    next: usize,
    end: usize,
    /// How many terms stood on the stack before the parts of this list.
    base: usize,
    /// How many names were bound before this list.
    names: usize,
}

#[derive(Clone, Copy, Debug)]
enum FrameKind {
    Operator(Operator),
    /// An application of `(_ name n m)`.
    Indexed(Indexed, [u64; 2]),
    /// A defined function.
    Function(Symbol),
    /// `((as const sort) value)`.
    AllOf(u32, u32),
    /// The values of a `let`; its body is at this node.
    LetValues(usize),
    /// A body whose names end with it.
    LetBody,
    /// `(! term ...)`.
    Annotated,
    /// The body of a quantifier over this many bits; negated for `exists`.
    Quantifier(u32, bool),
}

impl Scope {
    /// A scope without names.
    pub fn new() -> Self {
        Self::default()
    }
    /// How many names are bound: what [`leave`](Self::leave) takes to come back here.
    pub fn savepoint(&self) -> usize {
        self.bound.len()
    }
    /// Forgets the names that were bound since `savepoint`.
    pub fn leave(&mut self, savepoint: usize) {
        for name in self.bound.drain(savepoint.min(self.bound.len())..) {
            self.bindings[name].pop();
        }
    }
    /// What a level of assertions begins with: what [`leave_level`](Self::leave_level) takes to come back here.
    pub fn level(&self) -> ScopeLevel {
        ScopeLevel { names: self.savepoint(), open: self.open.clone() }
    }
    /// Forgets the names that were bound since the level began, and what was left open of assertions that are gone: an array that
    /// every check reads would grow with all of them.
    pub fn leave_level(&mut self, level: &ScopeLevel) {
        self.leave(level.names);
        self.open = level.open.clone();
    }
    /// Binds a name until its scope is left.
    pub fn bind(&mut self, name: &str, binding: Binding) {
        let name = self.names.intern(name);
        while self.bindings.len() <= name.index() {
            self.bindings.push(Vec::new());
        }
        self.bindings[name].push(binding);
        self.bound.push(name);
    }
    /// What a name means.
    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.bindings.get(self.names.find(name)?)?.last()
    }
    /// Declares a constant of this sort and binds it.
    pub fn declare(&mut self, pool: &mut ExprPool, name: &str, sort: Sort) -> Term {
        let term = match self.declare_parameter(pool, name, sort) {
            Term::Float(e, format) => Term::Float(pool.float_one_nan(format, e), format),
            Term::Mode(e) => Term::Mode(float::one_mode(pool, e)),
            term => term,
        };
        self.bind(name, Binding::Term(term));
        term
    }
    /// A symbol of this sort that stands for a term to be put in. Of a number it may have any NaN, of a rounding mode any code.
    pub fn declare_parameter(&mut self, pool: &mut ExprPool, name: &str, sort: Sort) -> Term {
        match sort {
            Sort::Real => unreachable!("real numbers have no names"),
            Sort::Float(format) => Term::Float(self.symbol(pool, name, format.width()), format),
            Sort::Mode => Term::Mode(self.symbol(pool, name, 3)),
            Sort::Bool => Term::Bool(self.symbol(pool, name, 1)),
            Sort::Bits(width) => Term::Bits(self.symbol(pool, name, width)),
            Sort::Array { index, element } => {
                let array = pool.array(name, ArrayKind::Symbolic { size: None }, index, element);
                let base = pool.base(array);
                Term::Array(self.arrays.updates(pool, base))
            }
        }
    }
    /// A real number as a term.
    pub(super) fn real(&mut self, real: Real) -> Term {
        self.reals.push(real);
        Term::Real(self.reals.len() as u32 - 1)
    }
    /// The sort of a term.
    pub fn sort(&self, pool: &ExprPool, term: Term) -> Sort {
        match term {
            Term::Bool(_) => Sort::Bool,
            Term::Bits(e) => Sort::Bits(pool.width(e)),
            Term::Float(_, format) => Sort::Float(format),
            Term::Mode(_) => Sort::Mode,
            Term::Real(_) => Sort::Real,
            Term::Array(array) => {
                let (index, element) = self.arrays.widths(array);
                Sort::Array { index, element }
            }
        }
    }
    /// The arrays that terms of this scope speak of.
    pub fn arrays(&self) -> &ArrayTerms {
        &self.arrays
    }
    /// The labels given by `(! t :named label)` since the last call.
    pub fn take_labels(&mut self) -> Vec<(String, ExprId)> {
        core::mem::take(&mut self.labels)
    }
    /// The sort that the s-expression at `node` names, by definition or by itself.
    pub fn sort_at(&self, sexprs: &Sexprs<'_>, node: usize) -> Result<Sort, SmtError> {
        match self.find(sexprs.text(node)) {
            Some(Binding::Sort(sort)) if sexprs.kind(node) == TokenKind::Symbol => Ok(*sort),
            _ => Sort::parse(sexprs, node),
        }
    }

    /// The symbol of a declared constant. A name that the pool knows with another width gets a number behind it.
    fn symbol(&mut self, pool: &mut ExprPool, name: &str, width: u32) -> ExprId {
        let fits = |pool: &ExprPool, name: &str| {
            let known = pool.find_symbol(name).map(|id| pool.symbol_data(id));
            known.is_none_or(|data| data.width == width && data.class == SymbolClass::Input)
        };
        let mut free = name.to_owned();
        while !fits(pool, &free) {
            self.renamed += 1;
            free = format!("{name}!{}", self.renamed);
        }
        pool.symbol(&free, width, SymbolClass::Input)
    }

    /// The term at `node`.
    pub fn term(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<Term, SmtError> {
        let savepoint = self.savepoint();
        let result = self.evaluate(pool, sexprs, node);
        self.frames.clear();
        self.leave(savepoint);
        let term = result.map(|()| self.terms.pop().expect("evaluation leaves one term"));
        self.terms.clear();
        term
    }
    /// The boolean at `node`.
    pub fn formula(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<ExprId, SmtError> {
        match self.term(pool, sexprs, node)? {
            Term::Bool(e) => Ok(e),
            other => {
                let problem = Problem::WrongSort { expected: "Bool".into(), found: self.sort(pool, other) };
                Err(SmtError::new(sexprs.offset(node), problem))
            }
        }
    }

    fn evaluate(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<(), SmtError> {
        self.enter(pool, sexprs, node)?;
        while let Some(frame) = self.frames.last_mut() {
            if frame.next < frame.end {
                let mut part = frame.next;
                frame.next = sexprs.next(part);
                if let FrameKind::LetValues(_) = frame.kind {
                    part = let_value(sexprs, part)?;
                }
                self.enter(pool, sexprs, part)?;
            } else {
                let frame = self.frames.pop().expect("there was a last frame");
                self.finish(pool, sexprs, frame)?;
            }
        }
        Ok(())
    }

    /// Begins the evaluation of `node`: pushes its term if it is a token, a frame if it is a list.
    fn enter(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<(), SmtError> {
        if sexprs.kind(node) != TokenKind::List {
            let term = self.token(pool, sexprs, node)?;
            self.terms.push(term);
            return Ok(());
        }
        let head = node + 1;
        let end = sexprs.next(node);
        if head >= end {
            return Err(SmtError::new(sexprs.offset(node), Problem::Expected("a term")));
        }
        let base = Frame {
            kind: FrameKind::LetBody,
            node,
            next: sexprs.next(head),
            end,
            base: self.terms.len(),
            names: self.savepoint(),
        };
        if sexprs.kind(head) == TokenKind::List {
            let kind = self.applied_list(sexprs, head)?;
            self.frames.push(Frame { kind, ..base });
            return Ok(());
        }
        match sexprs.text(head) {
            "let" => self.enter_let(sexprs, base),
            "forall" | "exists" => self.enter_quantifier(pool, sexprs, base),
            "!" => {
                let end = if base.next < end { sexprs.next(base.next) } else { base.next };
                self.frames.push(Frame { kind: FrameKind::Annotated, end, ..base });
                Ok(())
            }
            "_" => {
                let term = match float::literal(pool, sexprs, node)? {
                    Some(number) => number,
                    None => bits_literal(pool, sexprs, node)?,
                };
                self.terms.push(term);
                Ok(())
            }
            name => {
                let kind = self.applied_symbol(name).ok_or_else(|| unknown(sexprs, head))?;
                self.frames.push(Frame { kind, ..base });
                Ok(())
            }
        }
    }

    /// What applying a symbol means: a defined function, or an operator.
    fn applied_symbol(&self, name: &str) -> Option<FrameKind> {
        let known = self.names.find(name).filter(|&symbol| {
            let bindings = self.bindings.get(symbol).and_then(|bindings| bindings.last());
            matches!(bindings, Some(Binding::Function { .. }))
        });
        match known {
            Some(symbol) => Some(FrameKind::Function(symbol)),
            None => operator::operator(name).map(FrameKind::Operator),
        }
    }

    /// What applying a list means: `(_ name numbers)` or `(as const sort)`.
    fn applied_list(&self, sexprs: &Sexprs<'_>, head: usize) -> Result<FrameKind, SmtError> {
        let parts: Vec<usize> = sexprs.children(head).collect();
        let fail = |problem| Err(SmtError::new(sexprs.offset(head), problem));
        match parts.first().map(|&first| sexprs.text(first)) {
            Some("_") if parts.len() >= 2 => {
                let name = sexprs.text(parts[1]);
                let Some((op, count)) = operator::indexed(name) else {
                    return fail(Problem::Unsupported(format!("the operator '{}'", sexprs.source(head))));
                };
                if parts.len() != 2 + count {
                    return fail(Problem::Arity { operator: name.to_owned(), found: parts.len() - 2 });
                }
                let mut numbers = [0; 2];
                for (number, &part) in numbers.iter_mut().zip(&parts[2..]) {
                    *number = sexprs.number(part)?;
                }
                Ok(FrameKind::Indexed(op, numbers))
            }
            Some("as") if parts.len() == 3 && sexprs.text(parts[1]) == "const" => {
                match self.sort_at(sexprs, parts[2])? {
                    Sort::Array { index, element } => Ok(FrameKind::AllOf(index, element)),
                    sort => fail(Problem::WrongSort { expected: "an array sort".into(), found: sort }),
                }
            }
            _ => fail(Problem::Unsupported(format!("the function '{}'", sexprs.source(head)))),
        }
    }

    fn enter_let(&mut self, sexprs: &Sexprs<'_>, base: Frame) -> Result<(), SmtError> {
        let list = base.next;
        if list >= base.end || sexprs.kind(list) != TokenKind::List {
            return Err(SmtError::new(sexprs.offset(base.node), Problem::Expected("a list of bindings after 'let'")));
        }
        let body = sexprs.next(list);
        if body >= base.end || sexprs.next(body) != base.end {
            return Err(SmtError::new(sexprs.offset(base.node), Problem::Expected("one body after the bindings")));
        }
        let frame = Frame { kind: FrameKind::LetValues(body), node: list, next: list + 1, end: body, ..base };
        self.frames.push(frame);
        Ok(())
    }

    fn enter_quantifier(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, base: Frame) -> Result<(), SmtError> {
        let fail = |problem| Err(SmtError::new(sexprs.offset(base.node), problem));
        let vars: Vec<usize> = sexprs.children(base.next.min(base.end - 1)).collect();
        let [var] = vars[..] else {
            return fail(Problem::Unsupported("a quantifier over other than one variable".into()));
        };
        let parts: Vec<usize> = sexprs.children(var).collect();
        let body = sexprs.next(base.next);
        let (&[name, sort], true) = (&parts[..], body < base.end && sexprs.next(body) == base.end) else {
            return fail(Problem::Expected("a variable with its sort, and one body"));
        };
        let Sort::Bits(width) = self.sort_at(sexprs, sort)? else {
            return fail(Problem::Unsupported("a quantifier over other than a bit-vector".into()));
        };
        let bound = Term::Bits(pool.bound(width));
        self.bind(sexprs.text(name), Binding::Term(bound));
        let negated = sexprs.text(base.node + 1) == "exists";
        self.frames.push(Frame { kind: FrameKind::Quantifier(width, negated), next: body, ..base });
        Ok(())
    }

    /// Makes the term of a list whose parts are on the stack.
    fn finish(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, frame: Frame) -> Result<(), SmtError> {
        let args: smallvec::SmallVec<[Term; 8]> = self.terms.drain(frame.base..).collect();
        let term = match frame.kind {
            FrameKind::LetValues(body) => return self.finish_let(pool, sexprs, frame, body, &args),
            FrameKind::LetBody | FrameKind::Annotated => self.one(sexprs, frame, &args)?,
            FrameKind::Operator(op) => Apply { scope: self, pool, sexprs, node: frame.node }.operator(op, &args)?,
            FrameKind::Indexed(op, numbers) => {
                Apply { scope: self, pool, sexprs, node: frame.node }.indexed(op, numbers, &args)?
            }
            FrameKind::Function(name) => Apply { scope: self, pool, sexprs, node: frame.node }.function(name, &args)?,
            FrameKind::AllOf(index, element) => {
                let value = self.one(sexprs, frame, &args)?;
                let value = Apply { scope: self, pool, sexprs, node: frame.node }.bits_of(value, Some(element))?;
                Term::Array(self.arrays.all(pool, index, value))
            }
            FrameKind::Quantifier(width, negated) => {
                let body = self.one(sexprs, frame, &args)?;
                self.quantify(pool, sexprs, frame.node, (width, negated), body)?
            }
        };
        if let (FrameKind::Annotated, Term::Bool(e)) = (frame.kind, term) {
            self.label(sexprs, frame, e);
        }
        self.leave(frame.names);
        self.terms.push(term);
        Ok(())
    }

    /// Binds the names of a `let` to its values, all at once, and goes on with its body.
    fn finish_let(
        &mut self,
        pool: &mut ExprPool,
        sexprs: &Sexprs<'_>,
        frame: Frame,
        body: usize,
        values: &[Term],
    ) -> Result<(), SmtError> {
        for (pair, &value) in sexprs.children(frame.node).zip(values) {
            self.bind(sexprs.text(pair + 1), Binding::Term(value));
        }
        let end = sexprs.next(body);
        self.frames.push(Frame { kind: FrameKind::LetBody, next: end, end, ..frame });
        self.enter(pool, sexprs, body)
    }

    fn one(&self, sexprs: &Sexprs<'_>, frame: Frame, args: &[Term]) -> Result<Term, SmtError> {
        match args {
            [term] => Ok(*term),
            _ => Err(SmtError::new(sexprs.offset(frame.node), Problem::Expected("exactly one term"))),
        }
    }

    fn label(&mut self, sexprs: &Sexprs<'_>, frame: Frame, term: ExprId) {
        let mut parts = sexprs.children(frame.node).skip(2);
        while let Some(part) = parts.next() {
            if sexprs.text(part) == ":named"
                && let Some(name) = parts.next()
            {
                self.labels.push((sexprs.text(name).to_owned(), term));
            }
        }
    }

    fn quantify(
        &mut self,
        pool: &mut ExprPool,
        sexprs: &Sexprs<'_>,
        node: usize,
        (width, negated): (u32, bool),
        body: Term,
    ) -> Result<Term, SmtError> {
        let fail = |problem| SmtError::new(sexprs.offset(node), problem);
        let Term::Bool(body) = body else {
            return Err(fail(Problem::WrongSort { expected: "Bool".into(), found: self.sort(pool, body) }));
        };
        let body = if negated { pool.not(body) } else { body };
        let all = quantifier::forall(pool, width, body).map_err(|error| {
            fail(Problem::Unsupported(match error {
                QuantifierError::Unbounded => "a quantifier whose variable has no upper bound, as in \
                    (forall ((i (_ BitVec 32))) (=> (and (bvule #x00000001 i) (bvule i k)) ...))"
                    .into(),
                QuantifierError::Refused(ForallError::Nested) => "a quantifier inside a quantifier".into(),
                QuantifierError::Refused(error) => error.to_string(),
            }))
        })?;
        Ok(Term::Bool(if negated { pool.not(all) } else { all }))
    }

    fn token(&mut self, pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<Term, SmtError> {
        let text = sexprs.text(node);
        match sexprs.kind(node) {
            TokenKind::Symbol => match self.find(text) {
                Some(Binding::Term(term)) => Ok(*term),
                Some(Binding::Function { params, .. }) => {
                    let found = params.len();
                    let problem =
                        Problem::Arity { operator: format!("{text}, a function of {found} arguments,"), found: 0 };
                    Err(SmtError::new(sexprs.offset(node), problem))
                }
                _ => match text {
                    "true" => Ok(Term::Bool(pool.tru())),
                    "false" => Ok(Term::Bool(pool.fls())),
                    name => match float::mode(name) {
                        Some(mode) => Ok(Term::Mode(pool.bv(3, mode as u64))),
                        None => Err(unknown(sexprs, node)),
                    },
                },
            },
            TokenKind::Hexadecimal => digits(pool, sexprs, node, 4),
            TokenKind::Binary => digits(pool, sexprs, node, 1),
            TokenKind::Numeral | TokenKind::Decimal => match Real::parse(text) {
                Some(real) => Ok(self.real(real)),
                None => Err(SmtError::new(sexprs.offset(node), Problem::Unsupported("a number of this length".into()))),
            },
            _ => Err(SmtError::new(sexprs.offset(node), Problem::Expected("a term"))),
        }
    }
}

/// The value part of a binding of a `let`.
fn let_value(sexprs: &Sexprs<'_>, pair: usize) -> Result<usize, SmtError> {
    let parts: Vec<usize> = sexprs.children(pair).take(3).collect();
    match parts[..] {
        [name, value] if sexprs.kind(name) == TokenKind::Symbol => Ok(value),
        _ => Err(SmtError::new(sexprs.offset(pair), Problem::Expected("a name with a term"))),
    }
}

fn unknown(sexprs: &Sexprs<'_>, node: usize) -> SmtError {
    SmtError::new(sexprs.offset(node), Problem::UnknownSymbol(sexprs.source(node)))
}
