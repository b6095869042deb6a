//! Bounds of sums and differences of joined counters, without a search.
//!
//! A counter that was joined in every iteration is a chain of choices, `ite(g, c + 1, c)` over the `c` of the iteration before, and so is another one beside it.
//! Each by itself may be anything up to the number of iterations; what a program asserts is how they relate. A *form* is a sum of terms with
//! coefficients. Its newest term is taken apart first: a choice leads to two forms, of which the ones of both counters meet again in the iteration before, where
//! they are remembered. What conditions say of bytes, and conditions that stay as they are, go along as long as the form that is left depends on them, so that
//! choices that exclude each other are never combined. The cost is the number of different forms, not of paths.

use braid_entity::Entity;
use braid_expr::{Analysis, ByteSet, ByteSets, Cell, ExprId, ExprPool, Node};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The bounds of forms.
#[derive(Default)]
pub(crate) struct Forms {
    known: FxHashMap<Key, Bounds>,
    sets: ByteSets,
    /// Bounds of terms that are no choices.
    facts: Analysis,
}

/// The smallest and the largest value.
type Bounds = (i128, i128);

/// A form under what is known of its conditions.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Key {
    form: Form,
    context: Context,
}

/// Terms with their coefficients, the newest last; none is a constant.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Form(SmallVec<[(ExprId, i64); 3]>);

/// What is known, in order.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Context(SmallVec<[Fact; 2]>);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Fact {
    /// The cell has one of these values.
    In(Cell, ByteSet),
    /// The condition holds, or it does not.
    Is(ExprId, bool),
}

/// A form that another one can be, and what is to be added to it.
type Part = (Key, Bounds);

/// An order of two terms: the first is at most the second and this number.
type Order = (ExprId, ExprId, i64);

/// What has to be known first.
enum Step {
    /// The form is one of the first, and within each of the others on its side.
    Parts(Vec<Part>, Vec<(Side, Part)>),
    /// Whether a term keeps its value in another width depends on the bounds of this form.
    First(Key),
}

/// A bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

/// Forms of more terms than this are not looked at.
const MAX_TERMS: usize = 6;
/// No coefficient is larger.
const MAX_COEFFICIENT: i64 = 1 << 20;
/// So much is known at a time at most.
const MAX_FACTS: usize = 12;
/// A condition has at most so many cases.
const MAX_CASES: usize = 16;
/// Conditions within conditions are looked at so deep.
const MAX_DEPTH: u32 = 8;
/// One question may look at so many forms.
const MAX_FORMS: usize = 1 << 13;
/// All is forgotten when more forms than this are known.
const MAX_KNOWN: usize = 1 << 17;
/// Units of work that a form counts for.
const UNITS_OF_FORM: u32 = 64;

impl Forms {
    /// Whether a comparison of joined values holds under no values at all. False if that is not known.
    pub(crate) fn never_holds(&mut self, pool: &ExprPool, comparison: ExprId) -> bool {
        self.refutes(pool, comparison, &Context::default()).unwrap_or(false)
    }

    /// Some conjuncts, comparisons all of them, under which a comparison of joined values never holds. None if that is not known.
    pub(crate) fn refuting(
        &mut self,
        pool: &ExprPool,
        conjuncts: &[ExprId],
        comparison: ExprId,
    ) -> Option<Vec<ExprId>> {
        let is_order = |conjunct: &ExprId| orders(pool, *conjunct, true).next().is_some();
        let newest = conjuncts.iter().rev().copied().filter(is_order).take(MAX_FACTS);
        let premises: Vec<ExprId> = newest.filter(|&conjunct| conjunct != comparison).collect();
        let facts = premises.iter().map(|&premise| Fact::Is(premise, true));
        let context = facts.fold(Context::default(), |context, fact| context.with(fact));
        let refutes = !premises.is_empty() && self.refutes(pool, comparison, &context)?;
        refutes.then_some(premises)
    }

    fn refutes(&mut self, pool: &ExprPool, comparison: ExprId, context: &Context) -> Option<bool> {
        if self.known.len() > MAX_KNOWN {
            *self = Forms::default();
        }
        let (a, b) = match pool.node(comparison) {
            Node::Slt(a, b) | Node::Sle(a, b) | Node::Ult(a, b) | Node::Ule(a, b) | Node::Eq(a, b) => (a, b),
            _ => return None,
        };
        let width = pool.width(a);
        let is_related = !context.0.is_empty() || is_joined(pool, a) || is_joined(pool, b);
        if width > 64 || width == 1 || !is_related {
            return None;
        }
        let (low, high) = self.bounds(pool, &[(a, 1), (b, -1)], context)?;
        let half = 1_i128 << (width - 1);
        let never = match pool.node(comparison) {
            // Values that are equal differ by a multiple of 2^width.
            Node::Eq(..) => return Some((low > 0 && high < 2 * half) || (high < 0 && low > -2 * half)),
            Node::Slt(..) | Node::Ult(..) => low >= 0,
            _ => low > 0,
        };
        let within = values(pool, comparison, width);
        let mut fits = |term| {
            self.bounds(pool, &[(term, 1)], context).is_some_and(|(low, high)| within.start <= low && high < within.end)
        };
        Some(never && fits(a) && fits(b))
    }

    /// The bounds of a sum. None if it is too large, or the run is interrupted.
    fn bounds(&mut self, pool: &ExprPool, sum: &[(ExprId, i64)], context: &Context) -> Option<Bounds> {
        let (mut key, mut constant) = (Key::default(), 0);
        for &(term, coefficient) in sum {
            constant += key.form.add(pool, term, coefficient)?;
        }
        key.context = context.about(pool, &key.form);
        let (low, high) = self.bounds_of(pool, key)?;
        Some((low + constant, high + constant))
    }

    fn bounds_of(&mut self, pool: &ExprPool, key: Key) -> Option<Bounds> {
        let mut open = vec![key.clone()];
        let mut left = MAX_FORMS;
        while let Some(top) = open.last() {
            if self.bounds_at_hand(top).is_some() {
                open.pop();
                continue;
            }
            left = left.checked_sub(1)?;
            if pool.interrupt().spend(UNITS_OF_FORM) {
                return None;
            }
            let top = top.clone();
            let (parts, limits) = match self.step(pool, &top)? {
                Step::First(key) => {
                    open.push(key);
                    continue;
                }
                Step::Parts(parts, limits) => (parts, limits),
            };
            let before = open.len();
            let all = parts.iter().chain(limits.iter().map(|(_, part)| part));
            open.extend(all.filter(|(key, _)| self.bounds_at_hand(key).is_none()).map(|(key, _)| key.clone()));
            if open.len() == before {
                let value = |(key, more): &Part| sum(self.bounds_at_hand(key), *more);
                let bounds = parts.iter().map(value).reduce(union)?;
                let bounds = limits.iter().fold(bounds, |bounds, (side, part)| within(bounds, *side, value(part)));
                self.known.insert(top, bounds);
                open.pop();
            }
        }
        self.bounds_at_hand(&key)
    }

    fn bounds_at_hand(&self, key: &Key) -> Option<Bounds> {
        if key.form.0.is_empty() { Some((0, 0)) } else { self.known.get(key).copied() }
    }

    /// Takes the newest term of a form apart. None if that is too much.
    fn step(&mut self, pool: &ExprPool, key: &Key) -> Option<Step> {
        let mut rest = key.form.clone();
        let (term, coefficient) = rest.0.pop().expect("a form that is not known has a term");
        let limits = match self.limits(pool, key, &rest, (term, coefficient))? {
            Ok(limits) => limits,
            Err(first) => return Some(Step::First(first)),
        };
        let terms: SmallVec<[(ExprId, i64); 2]> = match pool.node(term) {
            Node::Ite(condition, then, otherwise) => {
                let sides = |holds| if holds { then } else { otherwise };
                let cases = self.cases(pool, condition, &key.context, MAX_DEPTH)?;
                let parts = cases
                    .into_iter()
                    .map(|(holds, context)| part(pool, &rest, &context, &[(sides(holds), coefficient)]));
                return Some(Step::Parts(parts.collect::<Option<_>>()?, limits));
            }
            Node::Add(a, b) => smallvec::smallvec![(a, coefficient), (b, coefficient)],
            Node::Sub(a, b) => smallvec::smallvec![(a, coefficient), (b, -coefficient)],
            Node::Neg(a) => smallvec::smallvec![(a, -coefficient)],
            Node::Zext(inner) | Node::Sext(inner) if pool.width(inner) > 1 => {
                let mut narrow = Key::default();
                let constant = narrow.form.add(pool, inner, 1)?;
                let Some(bounds) = self.bounds_at_hand(&narrow) else { return Some(Step::First(narrow)) };
                let bounds = sum(Some(bounds), (constant, constant));
                if !keeps_value(pool, term, bounds) {
                    return Some(Step::Parts(
                        vec![self.opaque(pool, &rest, &key.context, (term, coefficient))?],
                        limits,
                    ));
                }
                smallvec::smallvec![(inner, coefficient)]
            }
            _ => return Some(Step::Parts(vec![self.opaque(pool, &rest, &key.context, (term, coefficient))?], limits)),
        };
        Some(Step::Parts(vec![part(pool, &rest, &key.context, &terms)?], limits))
    }

    /// A term that nothing but its own bounds is known of.
    fn opaque(
        &mut self,
        pool: &ExprPool,
        rest: &Form,
        context: &Context,
        (term, factor): (ExprId, i64),
    ) -> Option<Part> {
        let facts = self.facts.facts(pool, term);
        let ends = [facts.signed_low, facts.signed_high].map(|end| i128::from(end) * i128::from(factor));
        let (key, constant) = part(pool, rest, context, &[])?;
        let more = sum(Some(constant), (ends[0].min(ends[1]), ends[0].max(ends[1])));
        Some((key, more))
    }

    /// What is known of the order of a term and another bounds the form on a side. An order is used once: a condition is newer than what it compares, so
    /// that of all that a form and its context have the newest goes and older terms come. An order that is known of words is one of values only if
    /// both have values that fit: else the form of one comes first.
    fn limits(
        &self,
        pool: &ExprPool,
        key: &Key,
        rest: &Form,
        (term, coefficient): (ExprId, i64),
    ) -> Option<Result<Vec<(Side, Part)>, Key>> {
        let mut limits = Vec::new();
        for fact in &key.context.0 {
            let &Fact::Is(condition, holds) = fact else { continue };
            for (small, large, more) in orders(pool, condition, holds) {
                let (other, offset) = match term {
                    _ if term == small => (large, more),
                    _ if term == large => (small, -more),
                    _ => continue,
                };
                for operand in [small, large] {
                    match self.has_value(pool, condition, operand)? {
                        Ok(true) => {}
                        Ok(false) => return Some(Ok(limits)),
                        Err(first) => return Some(Err(first)),
                    }
                }
                let side = if (term == small) == (coefficient > 0) { Side::Upper } else { Side::Lower };
                let (key, (low, high)) = part(pool, rest, &key.context.without(fact), &[(other, coefficient)])?;
                let constant = i128::from(coefficient) * i128::from(offset);
                limits.push((side, (key, (low + constant, high + constant))));
            }
        }
        Some(Ok(limits))
    }

    /// Whether the value of a term is what a comparison compares; an error is what has to be known first.
    fn has_value(&self, pool: &ExprPool, comparison: ExprId, term: ExprId) -> Option<Result<bool, Key>> {
        let mut key = Key::default();
        let constant = key.form.add(pool, term, 1)?;
        let Some(bounds) = self.bounds_at_hand(&key) else { return Some(Err(key)) };
        let (low, high) = sum(Some(bounds), (constant, constant));
        let values = values(pool, comparison, pool.width(term));
        Some(Ok(values.start <= low && high < values.end))
    }

    /// The ways in which a condition holds or does not, with what is known in each. None if they are too many.
    fn cases(&mut self, pool: &ExprPool, condition: ExprId, context: &Context, depth: u32) -> Option<Cases> {
        if let Some(known) = pool.as_u64(condition).map(|word| word == 1).or_else(|| context.holds(pool, condition)) {
            return Some(smallvec::smallvec![(known, context.clone())]);
        }
        if let Some((cell, set)) = self.sets.of(pool, condition) {
            return Some(context.split(cell, set));
        }
        match pool.node(condition) {
            _ if depth == 0 => {}
            Node::Not(inner) => {
                let cases = self.cases(pool, inner, context, depth - 1)?;
                return Some(cases.into_iter().map(|(holds, context)| (!holds, context)).collect());
            }
            Node::And(..) | Node::Or(..) => return self.cases_of_junction(pool, condition, context, depth),
            Node::Ite(choice, then, otherwise) => {
                let mut found = Cases::new();
                for (holds, context) in self.cases(pool, choice, context, depth - 1)? {
                    found.extend(self.cases(pool, if holds { then } else { otherwise }, &context, depth - 1)?);
                }
                return (found.len() <= MAX_CASES).then_some(found);
            }
            _ => {}
        }
        Some([true, false].map(|holds| (holds, context.with(Fact::Is(condition, holds)))).into_iter().collect())
    }

    /// As [`cases`](Self::cases), of a conjunction or a disjunction: what it says of one cell is one condition.
    fn cases_of_junction(&mut self, pool: &ExprPool, junction: ExprId, context: &Context, depth: u32) -> Option<Cases> {
        let decisive = matches!(pool.node(junction), Node::Or(..));
        let (mut cells, mut others): (Vec<(Cell, ByteSet)>, Vec<ExprId>) = (Vec::new(), Vec::new());
        for term in juncts(pool, junction)? {
            match self.sets.of(pool, term) {
                None => others.push(term),
                Some((cell, set)) => match cells.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, known)) => *known = if decisive { known.or(set) } else { known.and(set) },
                    None => cells.push((cell, set)),
                },
            }
        }
        let (mut found, mut open) = (Cases::new(), vec![context.clone()]);
        for at in 0..cells.len() + others.len() {
            for context in core::mem::take(&mut open) {
                let cases = match cells.get(at) {
                    Some(&(cell, set)) => context.split(cell, set),
                    None => self.cases(pool, others[at - cells.len()], &context, depth - 1)?,
                };
                for (holds, context) in cases {
                    if holds == decisive {
                        found.push((decisive, context));
                    } else {
                        open.push(context);
                    }
                }
            }
            if found.len() + open.len() > MAX_CASES {
                return None;
            }
        }
        found.extend(open.into_iter().map(|context| (!decisive, context)));
        Some(found)
    }
}

/// Ways in which a condition holds or does not.
type Cases = SmallVec<[(bool, Context); 4]>;

impl Form {
    /// Adds a term, and returns what of it is constant. None if the form becomes too large.
    fn add(&mut self, pool: &ExprPool, term: ExprId, coefficient: i64) -> Option<i128> {
        if pool.width(term) > 64 {
            return None;
        }
        if let Some(word) = pool.as_u64(term) {
            return Some(i128::from(signed(word, pool.width(term))) * i128::from(coefficient));
        }
        match self.0.binary_search_by_key(&term, |&(known, _)| known) {
            Ok(at) => {
                self.0[at].1 += coefficient;
                if self.0[at].1 == 0 {
                    self.0.remove(at);
                }
            }
            Err(at) => self.0.insert(at, (term, coefficient)),
        }
        let is_small = self.0.len() <= MAX_TERMS && self.0.iter().all(|(_, c)| c.abs() <= MAX_COEFFICIENT);
        is_small.then_some(0)
    }
}

impl Form {
    fn has(&self, term: ExprId) -> bool {
        self.0.binary_search_by_key(&term, |&(known, _)| known).is_ok()
    }
}

/// What a comparison says of the order of two terms, if it holds or does not.
fn orders(pool: &ExprPool, comparison: ExprId, holds: bool) -> impl Iterator<Item = Order> {
    let found = match (pool.node(comparison), holds) {
        (Node::Slt(a, b) | Node::Ult(a, b), true) => [Some((a, b, -1)), None],
        (Node::Slt(a, b) | Node::Ult(a, b), false) => [Some((b, a, 0)), None],
        (Node::Sle(a, b) | Node::Ule(a, b), true) => [Some((a, b, 0)), None],
        (Node::Sle(a, b) | Node::Ule(a, b), false) => [Some((b, a, -1)), None],
        (Node::Eq(a, b), true) if pool.width(a) > 1 => [Some((a, b, 0)), Some((b, a, 0))],
        _ => [None, None],
    };
    found.into_iter().flatten().filter(|&(a, _, _)| pool.width(a) <= 64)
}

/// Whether one comparison holds just where the other does not.
fn are_opposite(pool: &ExprPool, a: ExprId, b: ExprId) -> bool {
    match (pool.node(a), pool.node(b)) {
        (Node::Slt(x, y), Node::Sle(v, u)) | (Node::Sle(v, u), Node::Slt(x, y)) => (x, y) == (u, v),
        (Node::Ult(x, y), Node::Ule(v, u)) | (Node::Ule(v, u), Node::Ult(x, y)) => (x, y) == (u, v),
        _ => false,
    }
}

/// The values that a comparison takes words for.
fn values(pool: &ExprPool, comparison: ExprId, width: u32) -> core::ops::Range<i128> {
    let half = 1_i128 << (width - 1);
    match pool.node(comparison) {
        Node::Ult(..) | Node::Ule(..) => 0..2 * half,
        _ => -half..half,
    }
}

/// A form with some terms more, under what of the context matters to it.
fn part(pool: &ExprPool, rest: &Form, context: &Context, terms: &[(ExprId, i64)]) -> Option<Part> {
    let (mut form, mut constant) = (rest.clone(), 0);
    for &(term, coefficient) in terms {
        constant += form.add(pool, term, coefficient)?;
    }
    let context = context.about(pool, &form);
    Some((Key { form, context }, (constant, constant)))
}

impl Context {
    fn holds(&self, pool: &ExprPool, condition: ExprId) -> Option<bool> {
        self.0.iter().find_map(|fact| match *fact {
            Fact::Is(known, holds) if known == condition => Some(holds),
            Fact::Is(known, holds) if are_opposite(pool, known, condition) => Some(!holds),
            _ => None,
        })
    }
    fn set_of(&self, cell: Cell) -> ByteSet {
        let known = self.0.iter().find_map(|fact| match *fact {
            Fact::In(known, set) if known == cell => Some(set),
            _ => None,
        });
        known.unwrap_or(cell.all())
    }
    /// The cell is in the set, or it is not: whatever of the two can be.
    fn split(&self, cell: Cell, set: ByteSet) -> Cases {
        let known = self.set_of(cell);
        let sides = [(true, known.and(set)), (false, known.and(set.complement()))];
        let possible = sides.into_iter().filter(|(_, set)| !set.is_empty());
        possible.map(|(holds, set)| (holds, self.with(Fact::In(cell, set)))).collect()
    }
    /// With one fact more; if there are too many the first goes.
    fn with(&self, fact: Fact) -> Context {
        let mut facts = self.0.clone();
        facts.retain(|known| known.subject() != fact.subject());
        let at = facts.partition_point(|known| known.subject() < fact.subject());
        facts.insert(at, fact);
        if facts.len() > MAX_FACTS {
            facts.remove(0);
        }
        Context(facts)
    }
    fn without(&self, fact: &Fact) -> Context {
        Context(self.0.iter().filter(|known| *known != fact).copied().collect())
    }
    /// What of it a form may depend on.
    fn about(&self, pool: &ExprPool, form: &Form) -> Context {
        let newest = form.0.last().map(|&(term, _)| term);
        let matters = |fact: &Fact| match fact {
            Fact::In(cell, _) => {
                form.0.iter().any(|&(term, _)| pool.support(term).iter().any(|range| range.meets(&cell.range)))
            }
            // A term is made after the conditions in it, and these, or their opposites, after what they compare.
            Fact::Is(condition, holds) => {
                let made_after = pool.children(*condition).iter().copied().max();
                newest > made_after.filter(|_| orders(pool, *condition, *holds).next().is_some()).or(Some(*condition))
                    || orders(pool, *condition, *holds).any(|(a, b, _)| form.has(a) || form.has(b))
            }
        };
        Context(self.0.iter().filter(|fact| matters(fact)).copied().collect())
    }
}

impl Fact {
    /// What the fact is about.
    fn subject(&self) -> (bool, Option<braid_expr::Range>, u32) {
        match self {
            Fact::Is(condition, _) => (false, None, condition.as_u32()),
            Fact::In(cell, _) => (true, Some(cell.range), cell.width),
        }
    }
}

/// Whether a term is a choice between more than constants, up to what is added to it.
fn is_joined(pool: &ExprPool, mut term: ExprId) -> bool {
    for _ in 0..MAX_DEPTH {
        term = match pool.node(term) {
            Node::Ite(..) => return true,
            Node::Add(a, b) if pool.is_const(b) || pool.is_const(a) => {
                if pool.is_const(b) {
                    a
                } else {
                    b
                }
            }
            Node::Add(a, b) | Node::Sub(a, b) => return is_choice(pool, a) || is_choice(pool, b),
            Node::Zext(inner) | Node::Sext(inner) => inner,
            _ => return false,
        };
    }
    false
}

fn is_choice(pool: &ExprPool, term: ExprId) -> bool {
    matches!(pool.node(term), Node::Ite(..))
}

/// Whether an extended term has the value of what it extends, which has these bounds.
fn keeps_value(pool: &ExprPool, term: ExprId, (low, high): Bounds) -> bool {
    match pool.node(term) {
        Node::Zext(inner) => low >= 0 && high < 1 << pool.width(inner),
        Node::Sext(inner) => {
            let half = 1_i128 << (pool.width(inner) - 1);
            -half <= low && high < half
        }
        _ => false,
    }
}

/// The terms of a conjunction or of a disjunction. None if they are too many.
fn juncts(pool: &ExprPool, junction: ExprId) -> Option<Vec<ExprId>> {
    let is_or = matches!(pool.node(junction), Node::Or(..));
    let (mut found, mut open) = (Vec::new(), vec![junction]);
    while let Some(term) = open.pop() {
        match pool.node(term) {
            Node::Or(a, b) if is_or => open.extend([b, a]),
            Node::And(a, b) if !is_or => open.extend([b, a]),
            _ => found.push(term),
        }
        if found.len() + open.len() > 2 * MAX_CASES {
            return None;
        }
    }
    Some(found)
}

fn signed(word: u64, width: u32) -> i64 {
    (word << (64 - width)) as i64 >> (64 - width)
}

fn sum(bounds: Option<Bounds>, (low, high): Bounds) -> Bounds {
    let (least, most) = bounds.expect("it was just computed");
    (least + low, most + high)
}

fn within((low, high): Bounds, side: Side, (least, most): Bounds) -> Bounds {
    match side {
        Side::Lower => (low.max(least), high),
        Side::Upper => (low, high.min(most)),
    }
}

fn union(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

#[cfg(test)]
mod tests;
