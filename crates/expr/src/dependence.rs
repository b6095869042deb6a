//! Where a term depends on unknowns of a class, told by its shape: bounds of the inputs on which two values of the unknowns give
//! the term two values.
//!
//! Each part of the term has three conditions on the rest of the inputs. `may` holds wherever the part can depend on an
//! unknown, `must` only where it does, and `full` only where it takes every value as its unknowns vary. They are made bottom-up: a choice
//! follows the side that is chosen, what is multiplied by zero or masked is gone, a sum of independent parts depends where one of
//! them does. Parts are *independent* if they have no unknown in common; elements of one array at two known indexes are two
//! unknowns. What no rule knows may depend on all that its children may.
//!
//! Invariant: the conditions may mention unknowns, but have the same value for all values of them.

use core::cmp::Ordering;

use braid_entity::Entity;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::node::{ExprId, Node, UpdateId};
use crate::pool::ExprPool;
use crate::symbol::SymbolClass;

/// More unknowns of one part are not told apart: it is independent of nothing.
const MAX_UNKNOWNS: usize = 32;
/// Longer lists of updates are not followed.
const MAX_UPDATES: usize = 32;
/// Of larger terms only `may` is told.
const MAX_PARTS: usize = 1 << 12;

/// Bounds of where a term depends on unknowns, terms of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependence {
    /// Holds wherever the term depends on them.
    pub may: ExprId,
    /// Holds only where it does.
    pub must: ExprId,
}

/// A symbol, an element of an array, or a whole array.
type Unknown = (u32, Option<u64>);

/// Some unknowns in order.
type Unknowns = SmallVec<[Unknown; 4]>;

/// What is known of a part.
#[derive(Clone)]
struct Part {
    may: ExprId,
    must: ExprId,
    full: ExprId,
    /// Its unknowns in order; none if there are too many.
    unknowns: Option<Unknowns>,
}

/// Bounds of where `term` depends on unknowns of `class`.
pub fn dependence(pool: &mut ExprPool, term: ExprId, class: SymbolClass) -> Dependence {
    let parts = parts_with(pool, term, class);
    let (is_small, never) = (parts.len() <= MAX_PARTS, pool.fls());
    let mut analysis = Analysis { pool, class, is_small, never, parts: FxHashMap::default() };
    for part in parts {
        let known = analysis.part(part);
        analysis.parts.insert(part, known);
    }
    let Part { may, must, .. } = analysis.of(term);
    Dependence { may, must }
}

/// The parts of a term that have unknowns of a class, each after those it is made of.
fn parts_with(pool: &ExprPool, term: ExprId, class: SymbolClass) -> Vec<ExprId> {
    let (mut parts, mut open, mut seen) = (Vec::new(), vec![term], FxHashSet::default());
    while let Some(part) = open.pop() {
        if pool.has_class(part, class) && seen.insert(part) {
            parts.push(part);
            open.extend(pool.children(part));
        }
    }
    parts.sort_unstable();
    parts
}

struct Analysis<'a> {
    pool: &'a mut ExprPool,
    class: SymbolClass,
    is_small: bool,
    /// The condition that holds nowhere.
    never: ExprId,
    parts: FxHashMap<ExprId, Part>,
}

impl Analysis<'_> {
    /// What is known of a term that was looked at, or has no unknowns.
    fn of(&self, term: ExprId) -> Part {
        let never = self.never;
        let without = || Part { may: never, must: never, full: never, unknowns: Some(SmallVec::new()) };
        self.parts.get(&term).cloned().unwrap_or_else(without)
    }

    /// Returns true if a term has unknowns.
    fn is_open(&self, term: ExprId) -> bool {
        self.pool.has_class(term, self.class)
    }

    fn part(&mut self, term: ExprId) -> Part {
        let part = self.rule(term);
        if self.is_small {
            return part;
        }
        Part { must: self.never, full: self.never, unknowns: None, ..part }
    }

    fn rule(&mut self, term: ExprId) -> Part {
        match self.pool.node(term) {
            Node::Symbol(symbol) => self.free((symbol.as_u32(), None)),
            Node::Not(a) | Node::Neg(a) => self.of(a),
            Node::Zext(a) | Node::Sext(a) => Part { full: self.never, ..self.of(a) },
            Node::Extract(a, _) => {
                let a = self.of(a);
                Part { must: a.full, ..a }
            }
            Node::Add(a, b) | Node::Sub(a, b) | Node::Xor(a, b) => self.sum(a, b),
            Node::Concat(a, b) => self.concat(a, b),
            Node::And(a, b) => self.masked(a, b, true),
            Node::Or(a, b) => self.masked(a, b, false),
            Node::Mul(a, b) => self.product(a, b),
            Node::Shl(a, b) | Node::Lshr(a, b) | Node::Ashr(a, b) => self.shift(term, a, b),
            Node::Eq(a, b) => self.equal(a, b),
            Node::Ult(a, b) | Node::Ule(a, b) | Node::Slt(a, b) | Node::Sle(a, b) => self.compare(term, a, b),
            Node::Ite(condition, then, otherwise) => self.choice(condition, then, otherwise),
            Node::Read(updates, index) => self.read(updates, index).unwrap_or_else(|| self.any(term)),
            _ => self.any(term),
        }
    }

    /// An unknown itself.
    fn free(&mut self, unknown: Unknown) -> Part {
        let always = self.pool.tru();
        Part { may: always, must: always, full: always, unknowns: Some(SmallVec::from_iter([unknown])) }
    }

    /// What may depend on all that its children may.
    fn any(&mut self, term: ExprId) -> Part {
        let never = self.never;
        if let Node::Base(_) | Node::Forall(..) = self.pool.node(term) {
            return Part { may: self.pool.tru(), must: never, full: never, unknowns: None };
        }
        let children: SmallVec<[Part; 3]> = self.pool.children(term).into_iter().map(|child| self.of(child)).collect();
        let may = children.iter().fold(never, |any, child| self.pool.or(any, child.may));
        let unknowns = children.iter().try_fold(Unknowns::new(), |all, child| union(&Some(all), &child.unknowns));
        Part { may, must: never, full: never, unknowns }
    }

    /// An operation that has another result wherever one operand alone has another value.
    fn sum(&mut self, a: ExprId, b: ExprId) -> Part {
        let (a, b) = (self.of(a), self.of(b));
        let may = self.pool.or(a.may, b.may);
        let unknowns = union(&a.unknowns, &b.unknowns);
        if !are_independent(&a, &b) {
            return Part { may, must: self.never, full: self.never, unknowns };
        }
        Part { may, must: self.pool.or(a.must, b.must), full: self.pool.or(a.full, b.full), unknowns }
    }

    fn concat(&mut self, a: ExprId, b: ExprId) -> Part {
        let (a, b) = (self.of(a), self.of(b));
        let full = if are_independent(&a, &b) { self.pool.and(a.full, b.full) } else { self.never };
        Part {
            may: self.pool.or(a.may, b.may),
            must: self.pool.or(a.must, b.must),
            full,
            unknowns: union(&a.unknowns, &b.unknowns),
        }
    }

    /// A conjunction, or a disjunction: an operand that has no unknowns lets the bits of the other through, or not.
    fn masked(&mut self, a: ExprId, b: ExprId, conjunction: bool) -> Part {
        if self.pool.width(a) == 1 {
            return self.connective(a, b, conjunction);
        }
        let (open, mask) = match (self.is_open(a), self.is_open(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return self.either(a, b),
        };
        let width = self.pool.width(mask);
        let nothing = if conjunction { self.pool.zero(width) } else { self.pool.ones(width) };
        let passes = self.pool.ne(mask, nothing);
        self.passed(open, passes)
    }

    /// A connective of two truths. `a` is asked only where `b` does not decide by itself.
    fn connective(&mut self, a: ExprId, b: ExprId, conjunction: bool) -> Part {
        let [open_a, open_b] = [a, b].map(|side| if conjunction { side } else { self.pool.not(side) });
        let (a, b) = (self.of(a), self.of(b));
        let [may_a, may_b] = [(&a, &b, open_b), (&b, &a, open_a)].map(|(own, other, lets_through)| {
            let lets_through = self.pool.or(other.may, lets_through);
            self.pool.and(own.may, lets_through)
        });
        let [must_a, must_b] = [(&a, &b, open_b), (&b, &a, open_a)].map(|(own, other, lets_through)| {
            let settled = self.pool.not(other.may);
            let lets_through = self.pool.and(settled, lets_through);
            self.pool.and(own.must, lets_through)
        });
        let both = if are_independent(&a, &b) { self.pool.and(a.must, b.must) } else { self.never };
        let must = self.pool.or(must_a, must_b);
        let must = self.pool.or(must, both);
        // One bit that depends takes both values.
        Part { may: self.pool.or(may_a, may_b), must, full: must, unknowns: union(&a.unknowns, &b.unknowns) }
    }

    fn product(&mut self, a: ExprId, b: ExprId) -> Part {
        let (open, factor) = match (self.is_open(a), self.is_open(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return self.either(a, b),
        };
        let zero = self.pool.zero(self.pool.width(factor));
        let passes = self.pool.ne(factor, zero);
        let odd = self.pool.extract(factor, 0, 1);
        let part = self.of(open);
        let full = self.pool.and(part.full, odd);
        Part { full, ..self.passed(open, passes) }
    }

    fn shift(&mut self, term: ExprId, a: ExprId, amount: ExprId) -> Part {
        if self.is_open(amount) {
            return self.any(term);
        }
        // The sign goes through an arithmetic shift by any amount.
        if let Node::Ashr(..) = self.pool.node(term) {
            let always = self.pool.tru();
            return self.passed(a, always);
        }
        let beyond = self.pool.shift_overflows(amount);
        let passes = self.pool.not(beyond);
        self.passed(a, passes)
    }

    /// Some bits of `open` where `passes` holds, and none elsewhere.
    fn passed(&mut self, open: ExprId, passes: ExprId) -> Part {
        let part = self.of(open);
        Part {
            may: self.pool.and(part.may, passes),
            must: self.pool.and(part.full, passes),
            full: self.never,
            unknowns: part.unknowns,
        }
    }

    /// An operation on two parts of which nothing is known but what they may depend on.
    fn either(&mut self, a: ExprId, b: ExprId) -> Part {
        let (a, b) = (self.of(a), self.of(b));
        let may = self.pool.or(a.may, b.may);
        Part { may, must: self.never, full: self.never, unknowns: union(&a.unknowns, &b.unknowns) }
    }

    fn equal(&mut self, a: ExprId, b: ExprId) -> Part {
        let (one, other) = (self.of(a), self.of(b));
        let part = self.either(a, b);
        if !are_independent(&one, &other) {
            return part;
        }
        let must = self.pool.or(one.full, other.full);
        Part { must, full: must, ..part }
    }

    /// An order: the smallest and the largest value do not depend on what they are compared with.
    fn compare(&mut self, term: ExprId, a: ExprId, b: ExprId) -> Part {
        let part = self.either(a, b);
        if self.is_open(a) && self.is_open(b) {
            return part;
        }
        let width = self.pool.width(a);
        let is_signed = matches!(self.pool.node(term), Node::Slt(..) | Node::Sle(..));
        let is_strict = matches!(self.pool.node(term), Node::Ult(..) | Node::Slt(..));
        let least = if is_signed { self.pool.smallest_signed(width) } else { self.pool.zero(width) };
        let most = self.pool.not(least);
        let (open, end, fixed) = match (self.is_open(a), is_strict) {
            (true, true) => (a, least, b),
            (true, false) => (a, most, b),
            (false, true) => (b, most, a),
            (false, false) => (b, least, a),
        };
        let inside = self.pool.ne(fixed, end);
        let open = self.of(open);
        let may = self.pool.and(open.may, inside);
        let must = self.pool.and(open.full, inside);
        Part { may, must, full: must, ..part }
    }

    fn choice(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> Part {
        let is_open = self.is_open(condition);
        let alike = self.pool.eq(then, otherwise);
        let differ = self.pool.not(alike);
        let settled = !self.is_open(then) && !self.is_open(otherwise);
        let (asked, then, otherwise) = (self.of(condition), self.of(then), self.of(otherwise));
        let [may, must, full] = [|part: &Part| part.may, |part: &Part| part.must, |part: &Part| part.full]
            .map(|of| self.pool.ite(condition, of(&then), of(&otherwise)));
        let unknowns = union(&union(&asked.unknowns, &then.unknowns), &otherwise.unknowns);
        if !is_open {
            return Part { may, must, full, unknowns };
        }
        let sure = self.pool.not(asked.may);
        let [mut must, full] = [must, full].map(|part| self.pool.and(sure, part));
        let mut open = asked.may;
        if settled {
            open = self.pool.and(open, differ);
            let differs = self.pool.and(asked.must, differ);
            must = self.pool.or(must, differs);
        }
        Part { may: self.pool.or(open, may), must, full, unknowns }
    }

    /// The element of an array at an index without unknowns, through its last updates; none if that cannot be followed.
    fn read(&mut self, updates: UpdateId, index: ExprId) -> Option<Part> {
        if self.is_open(index) {
            return None;
        }
        let mut stores: SmallVec<[(ExprId, ExprId); 8]> = SmallVec::new();
        let mut list = updates;
        let base = loop {
            match self.pool.node(list.node()) {
                Node::Store(rest, at, value) if stores.len() < MAX_UPDATES && !self.is_open(at) => {
                    stores.push((at, value));
                    list = rest;
                }
                Node::Base(array) => break array,
                _ => return None,
            }
        };
        let mut part = self.of(index);
        if self.is_open(list.node()) {
            part = self.free((base.as_u32() | 1 << 31, self.pool.as_u64(index)));
        }
        for (at, value) in stores.into_iter().rev() {
            let (here, value) = (self.pool.eq(at, index), self.of(value));
            part = Part {
                may: self.pool.ite(here, value.may, part.may),
                must: self.pool.ite(here, value.must, part.must),
                full: self.pool.ite(here, value.full, part.full),
                unknowns: union(&value.unknowns, &part.unknowns),
            };
        }
        Some(part)
    }
}

/// The unknowns of both, in order.
fn union(a: &Option<Unknowns>, b: &Option<Unknowns>) -> Option<Unknowns> {
    let mut all: Unknowns = a.as_ref()?.iter().chain(b.as_ref()?).copied().collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MAX_UNKNOWNS).then_some(all)
}

/// Returns true if two parts have no unknown in common.
fn are_independent(a: &Part, b: &Part) -> bool {
    let (Some(a), Some(b)) = (&a.unknowns, &b.unknowns) else { return false };
    let meets = |one: &Unknown, other: &Unknown| {
        one.0.cmp(&other.0) == Ordering::Equal && (one.1 == other.1 || one.1.is_none() || other.1.is_none())
    };
    !a.iter().any(|one| b.iter().any(|other| meets(one, other)))
}
