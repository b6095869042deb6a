//! A decision tree over the rests of states: which conditions tell them apart.

use std::collections::BTreeSet;

use braid_expr::{ByteSet, ExprId, ExprPool};
use rustc_hash::FxHashMap;

use super::rows::{Key, Literal, Numbers, Row, cell, disjunction, is_over, reduced};

/// What a side of a decision leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decision {
    State(usize),
    Node(usize),
}

/// A decision: sides with their conditions, of which the first that holds is taken. The last needs none.
pub(super) type Node = Vec<(ExprId, Decision)>;

/// The tree.
pub(super) struct Decisions {
    /// What is below a node comes before it.
    pub(super) nodes: Vec<Node>,
    pub(super) top: Decision,
    /// How many states there are.
    pub(super) states: usize,
}

/// What a decision is by.
enum By {
    /// The value of a byte: the sides, with the values that lead to each.
    Byte(Key, Vec<(ByteSet, Vec<usize>)>),
    /// A conjunct that the first ones have, and the others the opposite of.
    Conjunct(Literal, Vec<usize>, Vec<usize>),
    /// The whole rests of the first ones.
    Rests(Vec<usize>, Vec<usize>),
}

impl Decisions {
    /// The tree for states with these rests.
    pub(super) fn new(pool: &mut ExprPool, numbers: &Numbers, rows: &[Row]) -> Decisions {
        let mut decisions = Decisions { nodes: Vec::new(), top: Decision::State(0), states: rows.len() };
        decisions.top = decisions.decide(pool, numbers, rows, (0..rows.len()).collect());
        decisions
    }

    /// The decision between some states. Each side has fewer of them; bytes and conjuncts part them as evenly as they can.
    fn decide(&mut self, pool: &mut ExprPool, numbers: &Numbers, rows: &[Row], members: Vec<usize>) -> Decision {
        if let [only] = members[..] {
            return Decision::State(only);
        }
        let sides: Node = match chosen(pool, numbers, rows, &members) {
            By::Byte(key, sides) => sides
                .into_iter()
                .map(|(set, members)| (cell(key).is_in(pool, set), self.decide(pool, numbers, rows, members)))
                .collect(),
            By::Conjunct(literal, having, lacking) => {
                let having = self.decide(pool, numbers, rows, having);
                let lacking = self.decide(pool, numbers, rows, lacking);
                vec![(literal.term, having), (literal.term, lacking)]
            }
            By::Rests(some, others) => {
                let of_some = reduced(pool, numbers, some.iter().map(|&member| rows[member].clone()).collect());
                let condition = disjunction(pool, &of_some);
                let some = self.decide(pool, numbers, rows, some);
                let others = self.decide(pool, numbers, rows, others);
                vec![(condition, some), (condition, others)]
            }
        };
        self.nodes.push(sides);
        Decision::Node(self.nodes.len() - 1)
    }
}

/// What parts some states best; when the run is over, two halves.
fn chosen(pool: &mut ExprPool, numbers: &Numbers, rows: &[Row], members: &[usize]) -> By {
    if is_over(pool, members.iter().map(|&member| &rows[member])) {
        let (some, others) = members.split_at(members.len() / 2);
        return By::Rests(some.to_vec(), others.to_vec());
    }
    let bytes = members.iter().map(|&member| rows[member].bytes.keys().copied().collect::<BTreeSet<Key>>());
    let in_all = bytes.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default();
    let by_byte = in_all.into_iter().filter_map(|key| {
        let sides = sides_of(rows, members, key);
        (sides.len() > 1).then_some((key, sides))
    });
    let largest = |sides: &[(ByteSet, Vec<usize>)]| sides.iter().map(|side| side.1.len()).max().unwrap_or(0);
    if let Some((key, sides)) = by_byte.min_by_key(|(_, sides)| largest(sides)) {
        return By::Byte(key, sides);
    }
    by_conjunct(pool, numbers, rows, members).unwrap_or_else(|| by_rests(rows, members))
}

/// States by the values that a byte may have in them: those that share a value are on one side.
fn sides_of(rows: &[Row], members: &[usize], key: Key) -> Vec<(ByteSet, Vec<usize>)> {
    let mut sides: Vec<(ByteSet, Vec<usize>)> = Vec::new();
    for &member in members {
        let mut side = (rows[member].bytes[&key], vec![member]);
        let (met, apart): (Vec<_>, Vec<_>) = sides.into_iter().partition(|known| !known.0.and(side.0).is_empty());
        for known in met {
            side.0 = side.0.or(known.0);
            side.1.extend(known.1);
        }
        side.1.sort_unstable();
        sides = apart;
        sides.push(side);
    }
    sides.sort_by_key(|side| side.1[0]);
    sides
}

/// A conjunct that some states have and all others have the opposite of.
fn by_conjunct(pool: &mut ExprPool, numbers: &Numbers, rows: &[Row], members: &[usize]) -> Option<By> {
    let candidates: Vec<Literal> = rows[members[0]].others.iter().copied().collect();
    let mut best: Option<(u32, usize, By)> = None;
    for literal in candidates {
        let Some(other) = numbers.opposite(pool, literal) else { continue };
        let (having, rest): (Vec<usize>, Vec<usize>) =
            members.iter().copied().partition(|&member| rows[member].others.contains(&literal));
        if rest.is_empty() || !rest.iter().all(|&member| rows[member].others.contains(&other)) {
            continue;
        }
        let cost = (pool.size(literal.term), having.len().abs_diff(rest.len()));
        if best.as_ref().is_none_or(|known| cost < (known.0, known.1)) {
            best = Some((cost.0, cost.1, By::Conjunct(literal, having, rest)));
        }
    }
    best.map(|best| best.2)
}

/// Two sides of about the same size; those that share a conjunct stay together where that is so.
fn by_rests(rows: &[Row], members: &[usize]) -> By {
    let mut counts: FxHashMap<Literal, usize> = FxHashMap::default();
    members
        .iter()
        .flat_map(|&member| &rows[member].others)
        .for_each(|&literal| *counts.entry(literal).or_default() += 1);
    let half = members.len() / 2;
    let some = counts.iter().filter(|row| *row.1 < members.len());
    let literal = some.min_by_key(|&(&literal, &count)| (count.abs_diff(half.max(1)), literal)).map(|row| *row.0);
    let (some, others): (Vec<usize>, Vec<usize>) = match literal {
        Some(literal) => members.iter().copied().partition(|&member| rows[member].others.contains(&literal)),
        None => (members[..half].to_vec(), members[half..].to_vec()),
    };
    By::Rests(some, others)
}
