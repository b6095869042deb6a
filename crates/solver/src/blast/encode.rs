//! From terms to circuits: each node of a term's DAG once, children first.

use braid_expr::{ExprId, ExprPool, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::sat::{Lit, Sat};
use crate::stats::Stats;
use crate::verdict::{Reason, Unsupported};

use super::adder::{Bits, invert};
use super::context::{Conjunct, Context};
use super::gates::UNITS_OF_GATE;
use super::order::{self, Plan};
use super::shifter::Direction;

/// A context that would hold more variables than this is refused: some gigabytes of clauses.
const MAX_VARIABLES: u64 = 1 << 25;

/// Units of work, for whoever counts it, that a node takes.
const UNITS_OF_NODE: u64 = 4;

impl Context {
    /// Encodes a conjunct and notes what queries need to know of it.
    pub(super) fn conjunct(
        &mut self,
        pool: &ExprPool,
        stats: &mut Stats,
        term: ExprId,
    ) -> Result<&mut Conjunct, Reason> {
        if !self.conjuncts.contains_key(&term) {
            self.encode(pool, stats, term)?;
            let lit = self.word(pool, term)[0];
            let leaves = self.leaves_of(pool, term).ok_or(Reason::Interrupted)?;
            self.conjuncts.insert(term, Conjunct { lit, leaves, asked: 0 });
        }
        Ok(self.conjuncts.get_mut(&term).expect("just made"))
    }

    /// Encodes `root` and everything below it that is not encoded yet.
    pub(super) fn encode(&mut self, pool: &ExprPool, stats: &mut Stats, root: ExprId) -> Result<(), Reason> {
        let mut stack = vec![(root, false)];
        let mut plans: FxHashMap<ExprId, Plan> = FxHashMap::default();
        while let Some((term, children_done)) = stack.pop() {
            if self.words.contains_key(&term) {
                continue;
            }
            if !children_done {
                stack.push((term, true));
                match order::comparison(pool, term).and_then(|(_, a, b)| Plan::of(pool, a, b)) {
                    Some(plan) => {
                        stack.extend(plan.parts().map(|part| (part, false)));
                        plans.insert(term, plan);
                    }
                    None => stack.extend(pool.children(term).iter().map(|&child| (child, false))),
                }
                continue;
            }
            let variables = self.gates.sat.variables() as u64;
            if variables > MAX_VARIABLES {
                return Err(Reason::TooLarge { term, gates: variables });
            }
            let start = self.encode_node(pool, term, plans.remove(&term).as_ref())?;
            self.words.insert(term, start);
            stats.terms_encoded += 1;
            let gates = self.gates.sat.variables() as u64 - variables;
            if pool
                .interrupt()
                .spend(u32::try_from(gates * u64::from(UNITS_OF_GATE) + UNITS_OF_NODE).unwrap_or(u32::MAX))
            {
                return Err(Reason::Interrupted);
            }
        }
        Ok(())
    }

    /// Encodes one node whose children are encoded; gives where its bits start.
    fn encode_node(&mut self, pool: &ExprPool, term: ExprId, plan: Option<&Plan>) -> Result<u32, Reason> {
        match pool.node(term) {
            Node::Symbol(symbol) => {
                let leaf = self.symbol(pool, symbol);
                Ok(self.leaves[leaf as usize].start)
            }
            Node::Read(updates, index) => self.encode_read(pool, term, updates, index),
            Node::Base(_) | Node::Store(..) => Ok(0),
            Node::Extract(a, low) => Ok(self.words[&a] + low),
            Node::FloatUnary(operation, _) | Node::FloatBinary(operation, ..)
                if self.postpones(pool, operation, &pool.children(term)) =>
            {
                Ok(self.postpone(pool, term, operation))
            }
            Node::Forall(..) => Err(Reason::Unsupported { what: Unsupported::Quantifier, term }),
            Node::Bound => Err(Reason::Unsupported { what: Unsupported::FreeBound, term }),
            _ => {
                self.gates.interrupt = pool.interrupt().clone();
                let bits = match order::comparison(pool, term) {
                    Some((how, a, b)) => vec![match plan {
                        Some(plan) => self.compare_by_plan(pool, how, plan),
                        None => self.compare(pool, how, a, b),
                    }],
                    None => self.circuit(pool, term)?,
                };
                // A circuit that was ended in the middle has no meaning.
                if pool.interrupt().cause().is_some() {
                    return Err(Reason::Interrupted);
                }
                Ok(self.push_bits(&bits))
            }
        }
    }

    /// The circuit of a node over words.
    fn circuit(&mut self, pool: &ExprPool, term: ExprId) -> Result<Bits, Reason> {
        let width = pool.width(term) as usize;
        let bits = |this: &Self, e: ExprId| this.word(pool, e).to_vec();
        let pair = |this: &Self, a: ExprId, b: ExprId| (bits(this, a), bits(this, b));
        let square = (width as u64).pow(2);
        Ok(match pool.node(term) {
            Node::Const => {
                let value = pool.as_const(term).expect("a constant");
                (0..width as u32).map(|at| Lit::constant(value.bit(at))).collect()
            }
            Node::Not(a) => invert(&bits(self, a)),
            Node::Neg(a) => {
                let a = bits(self, a);
                self.gates.neg(&a)
            }
            Node::And(a, b) => self.bitwise(pool, a, b, |g, x, y| g.and(x, y)),
            Node::Or(a, b) => self.bitwise(pool, a, b, |g, x, y| g.or(x, y)),
            Node::Xor(a, b) => self.bitwise(pool, a, b, |g, x, y| g.xor(x, y)),
            Node::Add(a, b) => {
                let (a, b) = pair(self, a, b);
                self.gates.add(&a, &b, Lit::FALSE)
            }
            Node::Sub(a, b) => {
                let (a, b) = pair(self, a, b);
                self.gates.sub(&a, &b)
            }
            Node::Mul(a, b) => {
                Self::affordable(term, 3 * square)?;
                let (a, b) = pair(self, a, b);
                self.gates.mul(&a, &b)
            }
            Node::Udiv(a, b) => {
                Self::affordable(term, 4 * square)?;
                let (a, b) = pair(self, a, b);
                self.gates.divide(&a, &b).0
            }
            Node::Urem(a, b) => {
                Self::affordable(term, 4 * square)?;
                let (a, b) = pair(self, a, b);
                self.gates.divide(&a, &b).1
            }
            Node::Sdiv(a, b) => {
                Self::affordable(term, 4 * square)?;
                let (a, b) = pair(self, a, b);
                self.gates.signed_quotient(&a, &b)
            }
            Node::Srem(a, b) => {
                Self::affordable(term, 4 * square)?;
                let (a, b) = pair(self, a, b);
                self.gates.signed_remainder(&a, &b)
            }
            Node::Shl(a, b) => self.shift(pool, a, b, Direction::Left, false),
            Node::Lshr(a, b) => self.shift(pool, a, b, Direction::Right, false),
            Node::Ashr(a, b) => self.shift(pool, a, b, Direction::Right, true),
            Node::Ite(c, a, b) => {
                let (c, (a, b)) = (self.word(pool, c)[0], pair(self, a, b));
                self.choose_word(c, &a, &b)
            }
            Node::Concat(high, low) => {
                let mut word = bits(self, low);
                word.extend_from_slice(self.word(pool, high));
                word
            }
            Node::Zext(a) => {
                let mut word = bits(self, a);
                word.resize(width, Lit::FALSE);
                word
            }
            Node::Sext(a) => {
                let mut word = bits(self, a);
                word.resize(width, *word.last().expect("a word has bits"));
                word
            }
            Node::FloatUnary(operation, a) => {
                let a = bits(self, a);
                self.gates.float(operation, width as u32, &a, &[])
            }
            Node::FloatBinary(operation, a, b) => {
                let (a, b) = pair(self, a, b);
                self.gates.float(operation, width as u32, &a, &b)
            }
            Node::Symbol(_)
            | Node::Eq(..)
            | Node::Ult(..)
            | Node::Ule(..)
            | Node::Slt(..)
            | Node::Sle(..)
            | Node::Bound
            | Node::Base(_)
            | Node::Extract(..)
            | Node::Read(..)
            | Node::Store(..)
            | Node::Forall(..) => unreachable!("encode_node does these"),
        })
    }

    fn bitwise(
        &mut self,
        pool: &ExprPool,
        a: ExprId,
        b: ExprId,
        gate: impl Fn(&mut super::gates::Gates<crate::sat::Cdcl>, Lit, Lit) -> Lit,
    ) -> Bits {
        let (a, b) = (self.words[&a] as usize, (self.words[&b] as usize, pool.width(b) as usize));
        (0..b.1).map(|at| gate(&mut self.gates, self.bits[a + at], self.bits[b.0 + at])).collect()
    }

    pub(super) fn choose_word(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Bits {
        a.iter().zip(b).map(|(&x, &y)| self.gates.choose(c, x, y)).collect()
    }

    fn shift(&mut self, pool: &ExprPool, a: ExprId, amount: ExprId, direction: Direction, signed: bool) -> Bits {
        let (a, amount) = (self.word(pool, a).to_vec(), self.word(pool, amount).to_vec());
        let fill = if signed { a[a.len() - 1] } else { Lit::FALSE };
        self.gates.shift(&a, &amount, direction, fill)
    }

    /// All leaves below a term, in order of first sight.
    fn leaves_of(&self, pool: &ExprPool, root: ExprId) -> Option<Box<[u32]>> {
        let mut seen = FxHashSet::default();
        let mut leaves = Vec::new();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if pool.interrupt().spend(UNITS_OF_NODE as u32) {
                return None;
            }
            match pool.node(term) {
                // What the circuit does not depend on, because a comparison with itself folded, may not be there.
                Node::Symbol(symbol) => leaves.extend(self.symbols.get(&symbol)),
                Node::Read(..) | Node::FloatUnary(..) | Node::FloatBinary(..) => {
                    leaves.extend(self.read_leaves.get(&term).into_iter().flatten());
                }
                _ => {}
            }
            stack.extend(pool.children(term).iter().copied());
        }
        let mut unique = FxHashSet::default();
        leaves.retain(|&leaf| unique.insert(leaf));
        Some(leaves.into_boxed_slice())
    }
}
