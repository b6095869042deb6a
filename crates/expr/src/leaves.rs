//! Leaves: a term as a choice between known values.
//!
//! A value that was joined from known ones is made of choices between constants and of operations on them. Its leaves are those
//! constants, each with the guard under which the term has it; this is the value summary of Sen et al. (2015), read off the term.
//! Choices share parts, so that a constant is reached on several ways: the guard is the disjunction of them, and is built from the
//! root down, at one conjunction and one disjunction for each edge.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::node::{ExprId, Node};
use crate::pool::ExprPool;

/// A known value that a term may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// When the term has it.
    pub guard: ExprId,
    /// The value, a constant.
    pub value: ExprId,
}

/// Leaves of terms, by the term, how many there may be, and how deep operations may nest. Joined pointers are looked at again and
/// again, and choices below operations below choices share what they are made of.
pub(crate) type KnownLeaves = FxHashMap<(ExprId, usize, u32), Option<Rc<[Leaf]>>>;

/// How many terms with their leaves are remembered.
const MAX_KNOWN: usize = 1 << 14;

/// How deep operations on choices nest; joined pointers are a sum of a choice and an offset.
const MAX_OPERATIONS: u32 = 6;

/// How many nodes of one choice are looked at for each leaf that it may have.
const NODES_PER_LEAF: usize = 8;

impl ExprPool {
    /// The leaves of a term, in order of their values' ids, if all its values are known and there are at most `most`. Exactly one
    /// guard holds under every model. A value may be impossible for a reason that its guard does not show.
    pub fn leaves(&mut self, term: ExprId, most: usize) -> Option<Rc<[Leaf]>> {
        self.leaves_of(term, most, MAX_OPERATIONS)
    }

    fn leaves_of(&mut self, term: ExprId, most: usize, depth: u32) -> Option<Rc<[Leaf]>> {
        match self.node(term) {
            Node::Const => return Some(Rc::new([Leaf { guard: self.tru(), value: term }])),
            Node::Ite(..) => {}
            node if depth > 0 && is_operation(node) => {}
            _ => return None,
        }
        if let Some(known) = self.leaves.get(&(term, most, depth)) {
            return known.clone();
        }
        let found = match self.node(term) {
            Node::Ite(..) => self.leaves_of_choice(term, most, depth),
            _ => self.leaves_of_operation(term, most, depth - 1),
        };
        let found = found.map(Rc::from);
        if self.leaves.len() >= MAX_KNOWN {
            self.leaves.clear();
        }
        self.leaves.insert((term, most, depth), found.clone());
        found
    }

    /// Goes through a choice from its root down. Ids are a topological order: when the highest of the nodes that are left is taken,
    /// all ways to it are known.
    fn leaves_of_choice(&mut self, term: ExprId, most: usize, depth: u32) -> Option<Vec<Leaf>> {
        let mut reached = BTreeMap::from([(term, self.tru())]);
        let (mut found, mut left) = (Found::default(), most * NODES_PER_LEAF);
        while let Some((node, guard)) = reached.pop_last() {
            left = left.checked_sub(1)?;
            let Node::Ite(condition, then, other) = self.node(node) else {
                for leaf in self.leaves_of(node, most, depth)?.iter() {
                    let guard = self.and(guard, leaf.guard);
                    found.add(self, Leaf { guard, value: leaf.value }, most)?;
                }
                continue;
            };
            let not = self.not(condition);
            for (side, when) in [(then, condition), (other, not)] {
                let way = self.and(guard, when);
                let before = reached.get(&side).copied().unwrap_or_else(|| self.fls());
                let either = self.or(before, way);
                if !self.is_false(either) {
                    reached.insert(side, either);
                }
            }
        }
        Some(found.sorted())
    }

    /// Carries an operation out on every combination of its operands' leaves.
    fn leaves_of_operation(&mut self, term: ExprId, most: usize, depth: u32) -> Option<Vec<Leaf>> {
        let operands = self.children(term);
        let mut combined: Vec<(ExprId, Vec<ExprId>)> = vec![(self.tru(), Vec::new())];
        for &operand in operands.iter() {
            let leaves = self.leaves_of(operand, most, depth)?;
            if combined.len() * leaves.len() > most * NODES_PER_LEAF {
                return None;
            }
            let mut longer = Vec::with_capacity(combined.len() * leaves.len());
            for (guard, values) in &combined {
                for leaf in leaves.iter() {
                    let guard = self.and(*guard, leaf.guard);
                    longer.push((guard, values.iter().copied().chain([leaf.value]).collect()));
                }
            }
            combined = longer;
        }
        let mut found = Found::default();
        for (guard, values) in combined {
            let mut values = values.into_iter();
            let value = self.map_children(term, |_| values.next().expect("a value for each operand"));
            let value = value.ok().filter(|&value| self.is_const(value))?;
            found.add(self, Leaf { guard, value }, most)?;
        }
        Some(found.sorted())
    }
}

/// Leaves by their values.
#[derive(Default)]
struct Found(FxHashMap<ExprId, ExprId>);

impl Found {
    /// Adds a leaf; equal values coalesce, false guards vanish. None if there are too many.
    fn add(&mut self, pool: &mut ExprPool, leaf: Leaf, most: usize) -> Option<()> {
        if pool.is_false(leaf.guard) {
            return Some(());
        }
        let guard = match self.0.get(&leaf.value) {
            Some(&before) => pool.or(before, leaf.guard),
            None => leaf.guard,
        };
        self.0.insert(leaf.value, guard);
        (self.0.len() <= most).then_some(())
    }
    fn sorted(self) -> Vec<Leaf> {
        let mut leaves: Vec<Leaf> = self.0.into_iter().map(|(value, guard)| Leaf { guard, value }).collect();
        leaves.sort_unstable_by_key(|leaf| leaf.value);
        leaves
    }
}

/// Operations whose result is known where their operands are.
fn is_operation(node: Node) -> bool {
    matches!(
        node,
        Node::Not(_)
            | Node::Neg(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Xor(..)
            | Node::Add(..)
            | Node::Sub(..)
            | Node::Mul(..)
            | Node::Shl(..)
            | Node::Lshr(..)
            | Node::Ashr(..)
            | Node::Concat(..)
            | Node::Extract(..)
            | Node::Zext(_)
            | Node::Sext(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Inputs, Random};
    use crate::{Evaluator, SymbolClass};

    const MOST: usize = 16;

    #[test]
    fn equal_values_coalesce_and_guards_exclude_each_other() {
        let mut pool = ExprPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, 1, SymbolClass::Input));
        let [one, two, three] = [1, 2, 3].map(|value| pool.bv(64, value));
        let inner = pool.ite(b, one, two);
        let outer = pool.ite(a, three, inner);
        let moved = pool.add(outer, three);
        let leaves = pool.leaves(moved, MOST).expect("all is known");
        let mut values: Vec<u64> = leaves.iter().filter_map(|leaf| pool.as_u64(leaf.value)).collect();
        values.sort_unstable();
        assert_eq!(values, [4, 5, 6]);
        assert_eq!(pool.leaves(moved, 2), None);
        let x = pool.symbol("x", 64, SymbolClass::Input);
        let open = pool.ite(a, x, one);
        assert_eq!(pool.leaves(open, MOST), None);
    }

    /// A random term over choices of constants.
    fn random_choice(pool: &mut ExprPool, random: &mut Random, conditions: &[ExprId], terms: &mut Vec<ExprId>) {
        let mut pick = |terms: &[ExprId]| terms[random.below(terms.len() as u64) as usize];
        let (a, b, condition) = (pick(terms), pick(terms), pick(conditions));
        let term = match random.below(5) {
            0 | 1 => pool.ite(condition, a, b),
            2 => pool.add(a, b),
            3 => pool.sub(a, b),
            _ => {
                let low = pool.extract(a, 0, 8);
                pool.zext(low, 64)
            }
        };
        terms.push(term);
    }

    #[test]
    fn under_every_model_one_guard_holds_and_its_value_is_the_term() {
        let mut random = Random::new(7);
        let mut seen = 0;
        for _ in 0..200 {
            let (mut pool, mut inputs) = (ExprPool::new(), Inputs::default());
            let conditions: Vec<ExprId> = (0..4).map(|_| inputs.symbol(&mut pool, 1)).collect();
            let mut terms: Vec<ExprId> = (0..4).map(|_| pool.bv(64, random.below(300))).collect();
            for _ in 0..12 {
                random_choice(&mut pool, &mut random, &conditions, &mut terms);
            }
            let term = *terms.last().expect("some");
            let Some(leaves) = pool.leaves(term, MOST) else { continue };
            seen += usize::from(leaves.len() > 1);
            for _ in 0..16 {
                let model = inputs.random_model(&mut random);
                let mut evaluator = Evaluator::new();
                let mut value = |e| evaluator.evaluate(&pool, &model, e).expect("small").to_u64();
                let holding: Vec<&Leaf> = leaves.iter().filter(|leaf| value(leaf.guard) == Some(1)).collect();
                assert_eq!(holding.len(), 1);
                assert_eq!(value(holding[0].value), value(term));
            }
        }
        assert!(seen > 50, "most terms have several leaves: {seen}");
    }
}
