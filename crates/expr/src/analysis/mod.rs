//! Known bits and bounds of terms, under assumptions.
//!
//! [`Analysis`] computes [`Facts`] bottom-up, once for each node, for words of at most 64 bits; of wider ones nothing is
//! known. Assumptions are conditions that hold: what they say of a term directly (`x < 10`, `x = 3`, `not (x = 0)`) meets
//! what its operands tell. Facts of a term are facts under every model of the assumptions.
//!
//! Assumptions come and go at the end, as a path condition grows and is left: each costs what it changes
//! ([`Dependents`]), and the last ones can be taken back.

mod facts;
mod transfer;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::dependents::Dependents;
use crate::node::{ExprId, Node, UpdateId};
use crate::pool::ExprPool;
use crate::value::{mask, sign_extend};

pub use facts::Facts;

/// How many stores a read is followed through; beyond, nothing is known of the element.
const MAX_ELEMENTS: u64 = 64;

/// Facts of terms of one pool, remembered.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// What assumptions say of terms directly.
    assumed: FxHashMap<ExprId, Facts>,
    /// What is known of terms, assumptions included.
    known: Dependents<Facts>,
    /// What assumptions said of a term before each change.
    trail: Vec<(ExprId, Option<Facts>)>,
    /// Terms whose facts the last assumption or its undoing made unknown; none if that is all of them.
    forgotten: Option<Vec<ExprId>>,
    stack: Vec<ExprId>,
    contradiction: bool,
    cost: u64,
}

/// How much was assumed at some moment.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisSavepoint {
    trail: usize,
    contradiction: bool,
}

impl AnalysisSavepoint {
    /// How many [changes](Analysis::changes) came before.
    pub fn changes(self) -> usize {
        self.trail
    }
}

/// Facts of more terms than this are forgotten when the next assumption comes: about 30 MB.
const MAX_KNOWN: usize = 1 << 18;

impl Analysis {
    /// Without assumptions.
    pub fn new() -> Self {
        Self::default()
    }
    /// Whether no model satisfies the assumptions, as far as facts tell. Facts are meaningless then.
    pub fn is_contradictory(&self) -> bool {
        self.contradiction
    }
    /// Assumes that `condition`, a term of width 1, is true.
    pub fn assume(&mut self, pool: &ExprPool, condition: ExprId) {
        self.begin_change();
        let mut open = vec![(condition, true)];
        while let Some((condition, truth)) = open.pop() {
            match pool.node(condition) {
                Node::And(a, b) if truth => open.extend([(a, true), (b, true)]),
                Node::Or(a, b) if !truth => open.extend([(a, false), (b, false)]),
                Node::Not(a) => open.push((a, !truth)),
                Node::Eq(a, b) if !truth && both_conditions(pool, a, b).is_some() => {
                    open.extend(both_conditions(pool, a, b).into_iter().flatten().map(|side| (side, true)));
                }
                _ => {
                    self.learn(pool, condition, Facts::constant(1, truth.into()));
                    self.assume_comparison(pool, condition, truth);
                }
            }
        }
    }
    /// Assumes facts about a term of at most 64 bits. They have its width.
    pub fn assume_facts(&mut self, pool: &ExprPool, term: ExprId, facts: Facts) {
        self.begin_change();
        self.learn_through(pool, term, facts);
    }
    /// What a comparison says of its operands when the other one is known.
    fn assume_comparison(&mut self, pool: &ExprPool, condition: ExprId, truth: bool) {
        let (Node::Eq(a, b) | Node::Ult(a, b) | Node::Ule(a, b) | Node::Slt(a, b) | Node::Sle(a, b)) =
            pool.node(condition)
        else {
            return;
        };
        if pool.width(a) > 64 {
            return;
        }
        let (left, right) = (self.facts(pool, a), self.facts(pool, b));
        let implied = match (pool.node(condition), truth) {
            (Node::Eq(..), true) => (Some(right), Some(left)),
            (Node::Eq(..), false) => (without(&left, &right), without(&right, &left)),
            (Node::Ult(..), true) => below(&left, &right, true),
            (Node::Ule(..), true) => below(&left, &right, false),
            (Node::Ult(..), false) => swap(below(&right, &left, false)),
            (Node::Ule(..), false) => swap(below(&right, &left, true)),
            (Node::Slt(..), true) => signed_below(&left, &right, true),
            (Node::Sle(..), true) => signed_below(&left, &right, false),
            (Node::Slt(..), false) => swap(signed_below(&right, &left, false)),
            _ => swap(signed_below(&right, &left, true)),
        };
        for (term, facts) in [(a, implied.0), (b, implied.1)] {
            match facts {
                Some(facts) => self.learn_through(pool, term, facts),
                None => self.contradiction = true,
            }
        }
    }
    /// How many facts were computed so far.
    pub fn cost(&self) -> u64 {
        self.cost
    }
    /// How much is assumed now.
    pub fn savepoint(&self) -> AnalysisSavepoint {
        AnalysisSavepoint { trail: self.trail.len(), contradiction: self.contradiction }
    }
    /// Takes back what was assumed since the savepoint was made.
    pub fn undo_to(&mut self, pool: &ExprPool, savepoint: AnalysisSavepoint) {
        self.begin_change();
        while self.trail.len() > savepoint.trail {
            let Some((term, before)) = self.trail.pop() else { break };
            match before {
                Some(facts) => self.assumed.insert(term, facts),
                None => self.assumed.remove(&term),
            };
            self.forget(pool, term);
        }
        self.contradiction = savepoint.contradiction;
    }
    /// The terms of which assumptions said something new, in the order they did; a savepoint tells where each assumption began.
    pub fn changes(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.trail.iter().map(|&(term, _)| term)
    }
    /// Terms whose facts the last call of [`assume`](Self::assume) or [`undo_to`](Self::undo_to) made unknown; none if
    /// that is all of them.
    pub(crate) fn forgotten(&self) -> Option<&[ExprId]> {
        self.forgotten.as_deref()
    }
    fn begin_change(&mut self) {
        self.forgotten.get_or_insert_default().clear();
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
            self.forgotten = None;
        }
    }
    /// What assumptions say of the term has changed; they speak of the opposite comparison too.
    fn forget(&mut self, pool: &ExprPool, term: ExprId) {
        for changed in [Some(term), pool.opposite(term)].into_iter().flatten() {
            let forgotten = &mut self.forgotten;
            self.known.forget(changed, |e| forgotten.iter_mut().for_each(|list| list.push(e)));
        }
    }
    /// Learns of a term and of what it is made of, where that is certain.
    fn learn_through(&mut self, pool: &ExprPool, mut term: ExprId, mut facts: Facts) {
        loop {
            if pool.is_const(term) {
                return;
            }
            self.learn(pool, term, facts);
            let width = pool.width(term);
            let next = match pool.node(term) {
                Node::Not(x) => Some((x, transfer::unary(crate::Op::Not, &facts))),
                Node::Extract(x, low) if pool.width(x) <= 64 => {
                    Some((x, Facts::bits(pool.width(x), facts.zeros << low, facts.ones << low)))
                }
                Node::Zext(x) => facts
                    .meet(&Facts::between(width, 0, mask(pool.width(x))))
                    .map(|f| (x, transfer::extract(&f, 0, pool.width(x)))),
                Node::Sext(x) => {
                    let own = Facts::any(pool.width(x));
                    let fits = facts.meet(&Facts::signed_between(width, own.signed_low, own.signed_high));
                    fits.map(|f| (x, Facts::signed_between(own.width, f.signed_low, f.signed_high)))
                }
                Node::Add(x, c) => {
                    pool.as_u64(c).map(|c| (x, transfer::binary(crate::Op::Sub, &facts, &Facts::constant(width, c))))
                }
                _ => None,
            };
            let Some((inner, implied)) = next else { return };
            (term, facts) = (inner, implied);
        }
    }
    fn learn(&mut self, pool: &ExprPool, term: ExprId, facts: Facts) {
        let before = self.assumed.get(&term).copied();
        let known = before.unwrap_or(Facts::any(facts.width));
        match known.meet(&facts) {
            Some(both) if both != known => {
                self.trail.push((term, before));
                self.assumed.insert(term, both);
                self.forget(pool, term);
            }
            Some(_) => {}
            None => self.contradiction = true,
        }
    }
    /// What is known of a term of at most 64 bits. A wider one is refused by panic: nothing is ever known of it.
    pub fn facts(&mut self, pool: &ExprPool, e: ExprId) -> Facts {
        assert!(pool.width(e) <= 64, "facts are about words of at most 64 bits");
        self.stack.push(e);
        while let Some(&top) = self.stack.last() {
            if self.known.get(top).is_some() {
                self.stack.pop();
                continue;
            }
            let operands = operands(pool, top);
            let waiting = self.stack.len();
            self.stack.extend(operands.iter().copied().filter(|&operand| self.known.get(operand).is_none()));
            if self.stack.len() == waiting {
                let facts = self.compute(pool, top);
                self.cost += 1;
                self.known.set(top, facts, operands);
                self.stack.pop();
            }
        }
        self.known.get(e).expect("it was just computed")
    }
    fn compute(&mut self, pool: &ExprPool, e: ExprId) -> Facts {
        let facts = self.forward(pool, e);
        let opposite = pool.opposite(e).and_then(|opposite| self.assumed.get(&opposite)?.value());
        let opposite = opposite.map(|word| Facts::constant(1, 1 - word));
        let assumed = self.assumed.get(&e).copied().or(opposite);
        let Some(assumed) = assumed else { return facts };
        facts.meet(&assumed).unwrap_or_else(|| {
            self.contradiction = true;
            facts
        })
    }
    fn forward(&self, pool: &ExprPool, e: ExprId) -> Facts {
        let width = pool.width(e);
        let at = |e: ExprId| self.known.get(e);
        let facts = match pool.node(e) {
            Node::Const => pool.as_u64(e).map(|word| Facts::constant(width, word)),
            Node::Not(a) | Node::Neg(a) => at(a).map(|a| transfer::unary(pool.op(e), &a)),
            Node::Ite(c, a, b) => at(c).zip(at(a)).zip(at(b)).map(|((c, a), b)| transfer::ite(&c, &a, &b)),
            Node::Concat(a, b) => at(a).zip(at(b)).map(|(a, b)| transfer::concat(&a, &b)),
            Node::Extract(a, low) if width == 1 && low + 1 == pool.width(a) && self.stays_in_range(pool, a) => {
                Some(Facts::constant(1, 0))
            }
            Node::Extract(a, low) => at(a).map(|a| transfer::extract(&a, low, width)),
            Node::Zext(a) => at(a).map(|a| transfer::zext(&a, width)),
            Node::Sext(a) => at(a).map(|a| transfer::sext(&a, width)),
            Node::Read(updates, index) => self.element(pool, updates, index),
            Node::Symbol(_) | Node::Bound | Node::Base(_) | Node::Store(..) | Node::Forall(..) => None,
            Node::FloatUnary(..) | Node::FloatBinary(..) => None,
            _ => {
                let children = pool.children(e);
                at(children[0]).zip(at(children[1])).map(|(a, b)| transfer::binary(pool.op(e), &a, &b))
            }
        };
        facts.unwrap_or(Facts::any(width))
    }
    /// Whether a term is one whose sign tells that a signed sum or difference overflows (see `derived.rs`), which the bounds of the operands
    /// rule out: `(s ^ a) & (s ^ b)` of a sum, `(a ^ b) & (a ^ d)` of a difference.
    fn stays_in_range(&self, pool: &ExprPool, e: ExprId) -> bool {
        let Node::And(left, right) = pool.node(e) else { return false };
        let (Node::Xor(a, b), Node::Xor(c, d)) = (pool.node(left), pool.node(right)) else { return false };
        let pairs = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)];
        let in_range = |op: crate::Op, x: ExprId, y: ExprId| {
            let facts = self.known.get(x).zip(self.known.get(y));
            facts.is_some_and(|(x, y)| transfer::signed_in_range(op, &x, &y))
        };
        pairs.into_iter().filter(|(shared, _, other, _)| shared == other).any(|(shared, x, _, y)| {
            match (pool.node(shared), pool.node(x), pool.node(y)) {
                (Node::Add(p, q), _, _) if (p, q) == (x, y) || (q, p) == (x, y) => in_range(crate::Op::Add, x, y),
                (_, Node::Sub(p, q), _) if (p, q) == (shared, y) => in_range(crate::Op::Sub, shared, y),
                (_, _, Node::Sub(p, q)) if (p, q) == (shared, x) => in_range(crate::Op::Sub, shared, x),
                _ => false,
            }
        })
    }
    /// What a read may give: any stored value, or an element of a constant array that the index may reach.
    fn element(&self, pool: &ExprPool, updates: UpdateId, index: ExprId) -> Option<Facts> {
        let array = pool.updated_array(updates);
        let data = pool.array_data(array);
        let width = data.element_width;
        let values = stored(pool, updates);
        if values.len() as u64 != u64::from(pool.update_count(updates)) {
            return None;
        }
        let Facts { low, high, .. } = self.known.get(index)?;
        let elements = data.elements(low, high)?;
        let values = values.into_iter().map(|value| self.known.get(value).unwrap_or(Facts::any(width)));
        Some(values.fold(elements, |a, b| a.join(&b)))
    }
}

/// The two conditions of `(a ? 1 : 0) & (b ? 1 : 0)`, which C makes of `a & b`, where that is compared with zero.
fn both_conditions(pool: &ExprPool, a: ExprId, b: ExprId) -> Option<[ExprId; 2]> {
    let word = if pool.as_u64(b) == Some(0) { a } else { Some(b).filter(|_| pool.as_u64(a) == Some(0))? };
    let Node::And(left, right) = pool.node(word) else { return None };
    let (Node::Zext(left), Node::Zext(right)) = (pool.node(left), pool.node(right)) else { return None };
    (pool.width(left) == 1 && pool.width(right) == 1).then_some([left, right])
}

/// The operands that tell something of a term's value.
fn operands(pool: &ExprPool, e: ExprId) -> SmallVec<[ExprId; 4]> {
    let mut operands: SmallVec<[ExprId; 4]> = match pool.node(e) {
        Node::Read(updates, index) => core::iter::once(index).chain(stored(pool, updates)).collect(),
        Node::Forall(..) => SmallVec::new(),
        _ => pool.children(e).into_iter().collect(),
    };
    operands.retain(|operand| pool.width(*operand) <= 64);
    operands
}

/// The values of the stores of an update list, or none at all if there are many.
fn stored(pool: &ExprPool, updates: UpdateId) -> Vec<ExprId> {
    let constant = pool.array_data(pool.updated_array(updates)).is_constant();
    if !constant || u64::from(pool.update_count(updates)) > MAX_ELEMENTS {
        return Vec::new();
    }
    let mut values = Vec::new();
    let mut at = updates;
    while let Node::Store(older, _, value) = pool.update(at) {
        values.push(value);
        at = older;
    }
    values
}

fn swap<A, B>((a, b): (A, B)) -> (B, A) {
    (b, a)
}

/// What `a` is when it differs from `b`: a bound moves if it is the one value of `b`.
fn without(a: &Facts, b: &Facts) -> Option<Facts> {
    let Some(word) = b.value() else { return Some(*a) };
    let mut facts = *a;
    if a.value() == Some(word) {
        return None;
    }
    let signed = sign_extend(a.width, word);
    facts.low += u64::from(facts.low == word);
    facts.high -= u64::from(facts.high == word);
    facts.signed_low += i64::from(facts.signed_low == signed);
    facts.signed_high -= i64::from(facts.signed_high == signed);
    facts.meet(&Facts::any(a.width))
}

/// What `a < b` or `a <= b` says of both.
fn below(a: &Facts, b: &Facts, strict: bool) -> (Option<Facts>, Option<Facts>) {
    let step = u64::from(strict);
    let (top, bottom) = (b.high.checked_sub(step), a.low.checked_add(step).filter(|&low| low <= mask(a.width)));
    let left = top.and_then(|high| Facts::between(a.width, 0, high).meet(a));
    let right = bottom.and_then(|low| Facts::between(b.width, low, mask(b.width)).meet(b));
    (left, right)
}

/// What `a < b` or `a <= b`, signed, says of both.
fn signed_below(a: &Facts, b: &Facts, strict: bool) -> (Option<Facts>, Option<Facts>) {
    let step = i64::from(strict);
    let any = Facts::any(a.width);
    let top = b.signed_high.checked_sub(step).filter(|&high| high >= any.signed_low);
    let bottom = a.signed_low.checked_add(step).filter(|&low| low <= any.signed_high);
    let left = top.and_then(|high| Facts::signed_between(a.width, any.signed_low, high).meet(a));
    let right = bottom.and_then(|low| Facts::signed_between(b.width, low, any.signed_high).meet(b));
    (left, right)
}
