//! Rests of states as sets of literals, and their disjunction.

use std::collections::{BTreeMap, BTreeSet};

use braid_expr::{ByteSet, ByteSets, Cell, ExprId, ExprPool, Range};
use rustc_hash::FxHashMap;

use super::grouped::{Grouped, Hashed};

/// How often rests are looked through for two that are one.
const MAX_PASSES: usize = 8;

/// A cell by what it reads. In order of first appearance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    number: u32,
    range: Range,
    width: u32,
}

/// A conjunct. In order of first appearance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    number: u32,
    pub(super) term: ExprId,
}

/// Cells and conjuncts as the rests of states mention them, in order. The ids of terms have another order wherever they were made in another
/// order; what states become must not depend on that.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    cells: FxHashMap<(Range, u32), u32>,
    terms: FxHashMap<ExprId, u32>,
}

impl Numbers {
    fn key(&mut self, Cell { range, width }: Cell) -> Key {
        let next = self.cells.len() as u32;
        Key { number: *self.cells.entry((range, width)).or_insert(next), range, width }
    }
    fn literal(&mut self, term: ExprId) -> Literal {
        let next = self.terms.len() as u32;
        Literal { number: *self.terms.entry(term).or_insert(next), term }
    }
    /// The opposite of a conjunct, if some rest has it.
    pub(super) fn opposite(&self, pool: &mut ExprPool, literal: Literal) -> Option<Literal> {
        let term = pool.not(literal.term);
        self.terms.get(&term).map(|&number| Literal { number, term })
    }
}

/// What holds in a state beyond what is common: a conjunction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Row {
    /// The values of bytes that are read alone; not all of them.
    pub(super) bytes: BTreeMap<Key, ByteSet>,
    /// All other conjuncts.
    pub(super) others: BTreeSet<Literal>,
}

/// The cell of a key.
pub(super) fn cell(Key { range, width, .. }: Key) -> Cell {
    Cell { range, width }
}

impl Row {
    /// The literals of a rest.
    pub(super) fn of(pool: &ExprPool, sets: &mut ByteSets, numbers: &mut Numbers, rest: &[ExprId]) -> Row {
        let mut row = Row::default();
        for &conjunct in rest {
            match sets.of(pool, conjunct) {
                Some((cell, set)) => {
                    let known = row.bytes.entry(numbers.key(cell)).or_insert_with(|| cell.all());
                    *known = known.and(set);
                }
                None => {
                    row.others.insert(numbers.literal(conjunct));
                }
            }
        }
        row.bytes.retain(|&key, set| *set != cell(key).all());
        row
    }
    /// The conjuncts.
    fn conjuncts(&self, pool: &mut ExprPool) -> Vec<ExprId> {
        let mut all: Vec<ExprId> = self.others.iter().map(|literal| literal.term).collect();
        all.extend(self.bytes.iter().map(|(&key, &set)| cell(key).is_in(pool, set)));
        all
    }
    /// All of them as one term.
    pub(super) fn term(&self, pool: &mut ExprPool) -> ExprId {
        let conjuncts = self.conjuncts(pool);
        pool.all(conjuncts)
    }
    /// Whether it is seen to hold nowhere: a byte has no value, or a conjunct stands beside its opposite.
    fn is_contradictory(&self, pool: &mut ExprPool, numbers: &Numbers) -> bool {
        let is_opposed =
            |literal: &Literal| numbers.opposite(pool, *literal).is_some_and(|other| self.others.contains(&other));
        self.bytes.values().any(|set| set.is_empty()) || self.others.iter().any(is_opposed)
    }
    fn without(&self, literal: Literal) -> Row {
        let mut row = self.clone();
        row.others.remove(&literal);
        row
    }
}

/// The disjunction of some rests, as conjuncts.
pub(super) fn conditions(pool: &mut ExprPool, numbers: &Numbers, rows: Vec<Row>) -> Vec<ExprId> {
    let mut rows = reduced(pool, numbers, rows);
    let mut conditions = Vec::new();
    if rows.is_empty() {
        return vec![pool.fls()];
    }
    if let [only] = &rows[..] {
        return only.conjuncts(pool);
    }
    let shared = take_shared(&mut rows);
    conditions.extend(shared.conjuncts(pool));
    for part in factors(pool, rows) {
        conditions.push(disjunction(pool, &part));
    }
    conditions
}

/// As few rests as can be seen to say the same: none, if they hold nowhere. Paths of states hold somewhere, so that nothing is left out of
/// those; but a rest with a conjunct and its opposite has no sign that could be cancelled.
pub(super) fn reduced(pool: &mut ExprPool, numbers: &Numbers, rows: Vec<Row>) -> Vec<Row> {
    if is_over(pool, &rows) {
        return rows;
    }
    let mut distinct: Grouped<()> = Grouped::default();
    rows.into_iter().for_each(|row| *distinct.of(Hashed::new(row)) = ());
    let mut rows: Vec<Hashed> = distinct.into_items().into_iter().map(|(row, ())| row).collect();
    rows.retain(|row| !row.row().is_contradictory(pool, numbers));
    for _ in 0..MAX_PASSES {
        let before = rows.len();
        if before <= 1 {
            break;
        }
        rows = unite_bytes(pool, rows);
        rows = cancel_signs(pool, numbers, rows);
        if rows.len() == before {
            break;
        }
    }
    let mut rows: Vec<Row> = rows.into_iter().map(Hashed::into_row).collect();
    rows.sort_unstable();
    rows
}

/// Returns true if the run is over, after going through all rests once more. Who reduces them then leaves them as they are, which says the same.
pub(super) fn is_over<'a>(pool: &ExprPool, rows: impl IntoIterator<Item = &'a Row>) -> bool {
    let literals = rows.into_iter().map(|row| 1 + row.bytes.len() + row.others.len()).sum::<usize>();
    pool.interrupt().spend(u32::try_from(literals).unwrap_or(u32::MAX))
}

/// Rests that differ in one byte alone are one.
fn unite_bytes(pool: &ExprPool, mut rows: Vec<Hashed>) -> Vec<Hashed> {
    let keys: BTreeSet<Key> = rows.iter().flat_map(|row| row.row().bytes.keys().copied()).collect();
    for key in keys {
        if pool.interrupt().spend(rows.len() as u32) {
            break;
        }
        let mut united: Grouped<ByteSet> = Grouped::default();
        for mut row in rows {
            let set = row.take_byte(key).unwrap_or_else(|| cell(key).all());
            let known = united.of(row);
            *known = known.or(set);
        }
        let with = |(mut row, set): (Hashed, ByteSet)| {
            if set != cell(key).all() {
                row.put_byte(key, set);
            }
            row
        };
        rows = united.into_items().into_iter().map(with).collect();
    }
    rows
}

/// Rests that differ in the sign of one conjunct alone are one without it.
fn cancel_signs(pool: &mut ExprPool, numbers: &Numbers, mut rows: Vec<Hashed>) -> Vec<Hashed> {
    let literals: BTreeSet<Literal> = rows.iter().flat_map(|row| row.row().others.iter().copied()).collect();
    for literal in literals.iter().copied() {
        let other = numbers.opposite(pool, literal).filter(|other| literal < *other && literals.contains(other));
        let Some(other) = other else { continue };
        if pool.interrupt().spend(rows.len() as u32) {
            break;
        }
        let mut signs: Grouped<Signs> = Grouped::default();
        for mut row in rows {
            let (is_so, is_not) = (row.take(literal), row.take(other));
            let known = signs.of(row);
            known.with |= is_so;
            known.opposite |= is_not;
            known.without |= !is_so && !is_not;
        }
        let signed = |(mut row, signs): (Hashed, Signs)| {
            if let Some(sign) = signs.kept(literal, other) {
                row.put(sign);
            }
            row
        };
        rows = signs.into_items().into_iter().map(signed).collect();
    }
    rows
}

/// How rests that are the same but for a conjunct have it.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    with: bool,
    opposite: bool,
    without: bool,
}

impl Signs {
    /// The sign that all of them have.
    fn kept(self, literal: Literal, other: Literal) -> Option<Literal> {
        match self {
            Signs { with: true, opposite: false, without: false } => Some(literal),
            Signs { with: false, opposite: true, without: false } => Some(other),
            _ => None,
        }
    }
}

/// Takes away what all rests say.
fn take_shared(rows: &mut [Row]) -> Row {
    let mut shared = rows[0].clone();
    for row in &rows[1..] {
        shared.bytes.retain(|key, set| row.bytes.get(key) == Some(set));
        shared.others.retain(|literal| row.others.contains(literal));
    }
    for row in rows {
        row.bytes.retain(|key, _| !shared.bytes.contains_key(key));
        row.others.retain(|literal| !shared.others.contains(literal));
    }
    shared
}

/// Parts the rests into several lists whose disjunctions together say the same, where they are products.
fn factors(pool: &ExprPool, rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut parts = Vec::new();
    let mut left = rows;
    for component in components(pool, &left) {
        if is_over(pool, &left) {
            break;
        }
        let part = distinct(left.iter().map(|row| component.part(row)));
        if part.len() <= 1 || part.len() == left.len() || !left.len().is_multiple_of(part.len()) {
            continue;
        }
        let rest = distinct(left.iter().map(|row| component.without(row)));
        if part.len() * rest.len() == left.len() {
            parts.push(part);
            left = rest;
        }
    }
    parts.push(left);
    parts
}

/// Literals that share nothing with all others.
struct Component {
    bytes: BTreeSet<Key>,
    others: BTreeSet<Literal>,
}

impl Component {
    /// What a rest says about it.
    fn part(&self, row: &Row) -> Row {
        let bytes = self.bytes.iter().filter_map(|key| Some((*key, *row.bytes.get(key)?)));
        Row { bytes: bytes.collect(), others: self.others.intersection(&row.others).copied().collect() }
    }
    /// What a rest says about everything else.
    fn without(&self, row: &Row) -> Row {
        let mut rest = row.clone();
        rest.bytes.retain(|key, _| !self.bytes.contains(key));
        rest.others.retain(|literal| !self.others.contains(literal));
        rest
    }
}

/// Rests, each of them once, in order.
fn distinct(rows: impl Iterator<Item = Row>) -> Vec<Row> {
    rows.collect::<BTreeSet<Row>>().into_iter().collect()
}

/// The literals of rests by what they share, in order of their first.
fn components(pool: &ExprPool, rows: &[Row]) -> Vec<Component> {
    let bytes: BTreeSet<Key> = rows.iter().flat_map(|row| row.bytes.keys().copied()).collect();
    let others: BTreeSet<Literal> = rows.iter().flat_map(|row| row.others.iter().copied()).collect();
    let mut parts: Vec<(Vec<Range>, Component)> = Vec::new();
    let mut add = |ranges: Vec<Range>, mut component: Component| {
        let mut ranges = ranges;
        let mut apart = Vec::new();
        for (known, part) in parts.drain(..) {
            if known.iter().any(|a| ranges.iter().any(|b| a.meets(b))) {
                ranges.extend(known);
                component.bytes.extend(part.bytes);
                component.others.extend(part.others);
            } else {
                apart.push((known, part));
            }
        }
        apart.push((ranges, component));
        parts = apart;
    };
    for key in bytes {
        add(vec![key.range], Component { bytes: BTreeSet::from([key]), others: BTreeSet::new() });
    }
    for literal in others {
        let component = Component { bytes: BTreeSet::new(), others: BTreeSet::from([literal]) };
        add(pool.support(literal.term).to_vec(), component);
    }
    parts.into_iter().map(|(_, component)| component).collect()
}

/// One term for some rests: a conjunct that several of them have is written once.
pub(super) fn disjunction(pool: &mut ExprPool, rows: &[Row]) -> ExprId {
    let mut counts: FxHashMap<Literal, usize> = FxHashMap::default();
    rows.iter().flat_map(|row| &row.others).for_each(|&literal| *counts.entry(literal).or_default() += 1);
    let most = counts.iter().filter(|row| *row.1 > 1).max_by_key(|&(&literal, &count)| (count, literal));
    let Some((&literal, _)) = most.filter(|_| !is_over(pool, rows)) else {
        let terms: Vec<ExprId> = rows.iter().map(|row| row.term(pool)).collect();
        return balanced(pool, terms);
    };
    let (having, lacking): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(|row| row.others.contains(&literal));
    let having: Vec<Row> = having.iter().map(|row| row.without(literal)).collect();
    let below = disjunction(pool, &having);
    let term = pool.and(literal.term, below);
    if lacking.is_empty() {
        return term;
    }
    let others = disjunction(pool, &lacking);
    pool.or(term, others)
}

/// A disjunction that is as deep as the logarithm of its length.
fn balanced(pool: &mut ExprPool, mut terms: Vec<ExprId>) -> ExprId {
    if terms.is_empty() {
        return pool.fls();
    }
    while terms.len() > 1 {
        terms = terms
            .chunks(2)
            .map(|pair| match *pair {
                [one, other] => pool.or(one, other),
                _ => pair[0],
            })
            .collect();
    }
    terms[0]
}
