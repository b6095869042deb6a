//! Postponed operations: a floating-point operation is an unknown word with facts, and has its circuit when a model breaks it.
//!
//! A model of the clauses is first evaluated exactly: what it says about results is a guess, and often the query holds all the same
//! with the results as they are. Where it does not, the first operation below the conjuncts that fail and whose guess was
//! wrong gets its circuit. This is lemmas on demand as for arrays (Brummayer and Biere 2009), with the whole definition as the lemma.
//!
//! The remainders of formats with many exponents have a circuit for quotients of some bits; beyond that each result is told by
//! itself, so many times, and then the query has no answer.

use braid_expr::{ExprId, ExprPool, Node, Operation};

use crate::sat::{Lit, Sat};
use crate::stats::Stats;
use crate::verdict::{Reason, Unsupported};

use super::adder::Bits;
use super::context::{Context, Origin};
use super::float;

/// An operation that began as an unknown word.
#[derive(Clone, Copy)]
pub(super) struct Postponed {
    term: ExprId,
    /// The leaf that stands for the result.
    leaf: u32,
    known: Known,
}

/// What the clauses say about a result besides its facts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Nothing yet.
    Nothing,
    /// What it is where a short circuit is enough, and so many single results.
    Part(u32),
    /// What it is.
    All,
}

/// So many pairs of applications are looked at for their order in a model, and told of.
const MAX_PAIRS: usize = 64;
/// A constant whose significand has at most this many bits set makes a small circuit of a product or quotient.
const FEW_BITS: usize = 2;
/// So many results of an operation are told one by one.
const MAX_VALUES: u32 = 32;

impl Context {
    /// Whether an operation is to begin as an unknown word.
    pub(super) fn postpones(&self, pool: &ExprPool, operation: Operation, children: &[ExprId]) -> bool {
        if !float::has_circuit(operation) {
            return true;
        }
        let is_long = operation.format.precision() >= self.limits.postponed_precision;
        let is_plain = |&child: &ExprId| {
            let bits = 0..operation.format.fraction_bits();
            pool.as_const(child).is_some_and(|value| bits.filter(|&at| value.bit(at)).count() <= FEW_BITS)
        };
        is_long && float::has_facts(operation.op) && !children.iter().any(is_plain)
    }

    /// Makes the unknown word of an operation whose operands are encoded, with its facts; gives where its bits start.
    pub(super) fn postpone(&mut self, pool: &ExprPool, term: ExprId, operation: Operation) -> u32 {
        let width = pool.width(term);
        let leaf = self.new_leaf(Origin::Operation(self.postponed.len() as u32), width, width);
        self.postponed.push(Postponed { term, leaf, known: Known::Nothing });
        self.read_leaves.insert(term, Box::new([leaf]));
        let operands: Vec<Bits> = pool.children(term).iter().map(|&child| self.word(pool, child).to_vec()).collect();
        let (x, y, z) = (&operands[0], &operands[operands.len() - 1], self.leaf_bits(leaf).to_vec());
        for clause in self.gates.facts(operation, x, y, &z) {
            self.gates.sat.add_clause(&clause);
        }
        self.leaves[leaf as usize].start
    }

    /// Whether the search decides the bits of a leaf.
    pub(super) fn is_decided(&self, leaf: u32) -> bool {
        !matches!(self.leaves[leaf as usize].origin, Origin::Operation(_)) || self.guess(leaf).is_some()
    }

    /// Whether one of these leaves is a result that is only guessed.
    pub(super) fn has_guesses(&self, leaves: &[u32]) -> bool {
        leaves.iter().any(|&leaf| self.guess(leaf).is_some())
    }

    /// The operations among these leaves whose results are guessed, and where their bits start.
    pub(super) fn guessed_terms(&self, leaves: &[u32]) -> Vec<(ExprId, u32)> {
        let guesses = leaves.iter().filter_map(|&leaf| self.guess(leaf)).map(|at| self.postponed[at as usize]);
        guesses.map(|guess| (guess.term, self.leaves[guess.leaf as usize].start)).collect()
    }

    fn guess(&self, leaf: u32) -> Option<u32> {
        match self.leaves[leaf as usize].origin {
            Origin::Operation(at) if self.postponed[at as usize].known != Known::All => Some(at),
            _ => None,
        }
    }

    /// The first operation below some conjuncts, operands first, whose result the model of the SAT solver guessed wrong.
    pub(super) fn first_wrong_guess(&self, pool: &ExprPool, conjuncts: &[ExprId]) -> Option<u32> {
        let leaves = conjuncts.iter().flat_map(|conjunct| self.conjuncts[conjunct].leaves.iter().copied());
        let mut guesses: Vec<u32> = leaves.filter_map(|leaf| self.guess(leaf)).collect();
        guesses.sort_unstable();
        guesses.dedup();
        guesses.into_iter().find(|&at| {
            let Applied { operation, operands, result } = self.applied(pool, at);
            let width = operation.format.width();
            operation.value(width, width, [operands[0], operands[1], 0]) != result
        })
    }

    /// Tells that an operation is monotone, of the first two applications below some conjuncts whose order the model of the SAT solver breaks.
    /// Returns true if there were such.
    pub(super) fn tell_order(&mut self, pool: &ExprPool, conjuncts: &[ExprId]) -> bool {
        if self.told_orders.len() >= MAX_PAIRS {
            return false;
        }
        let leaves = conjuncts.iter().flat_map(|conjunct| self.conjuncts[conjunct].leaves.iter().copied());
        let mut guesses: Vec<u32> = leaves.filter_map(|leaf| self.guess(leaf)).collect();
        guesses.sort_unstable();
        guesses.dedup();
        let pairs = (0..guesses.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        // Of all pairs, which are as many as the square of the guesses, some are looked at.
        let pairs = pairs.map(|(first, second)| (guesses[first], guesses[second]));
        let candidates: Vec<(u32, u32)> =
            pairs.filter(|pair| !self.told_orders.contains(pair)).take(MAX_PAIRS).collect();
        let broken = candidates.into_iter().find(|&(first, second)| self.breaks_order(pool, first, second));
        if let Some((first, second)) = broken {
            self.told_orders.insert((first, second));
            let operation = self.operation(pool, first);
            let words = [first, second].map(|at| self.application_words(pool, at));
            for clause in self.order_clauses(operation, &words) {
                self.gates.sat.add_clause(&clause);
            }
        }
        broken.is_some()
    }

    fn operation(&self, pool: &ExprPool, at: u32) -> Operation {
        application(pool, self.postponed[at as usize].term).0
    }

    /// Whether the numbers of a model have an order that no two results have.
    fn breaks_order(&mut self, pool: &ExprPool, first: u32, second: u32) -> bool {
        let operation = self.operation(pool, first);
        if operation != self.operation(pool, second) {
            return false;
        }
        let width = operation.format.width() as usize;
        let words = [first, second].map(|at| {
            let Applied { operands: [x, y], result, .. } = self.applied(pool, at);
            [x, y, result].map(|bits| float::constant(width, bits))
        });
        self.order_clauses(operation, &words).iter().any(|clause| !clause.contains(&Lit::TRUE))
    }

    /// The bits of an application: both operands and the result.
    fn application_words(&self, pool: &ExprPool, at: u32) -> [Bits; 3] {
        let Postponed { term, leaf, .. } = self.postponed[at as usize];
        let (_, x, y) = application(pool, term);
        [self.word(pool, x).to_vec(), self.word(pool, y).to_vec(), self.leaf_bits(leaf).to_vec()]
    }

    fn order_clauses(&mut self, operation: Operation, words: &[[Bits; 3]; 2]) -> Vec<Vec<Lit>> {
        let [first, second] = words.each_ref().map(|[x, y, z]| self.gates.application(operation, x, y, z));
        self.gates.monotone(&first, &second)
    }

    /// An operation with the numbers that the SAT solver's model gives its operands and its result.
    fn applied(&self, pool: &ExprPool, at: u32) -> Applied {
        let term = self.postponed[at as usize].term;
        let number = |term: ExprId| self.wide_number(self.words[&term], pool.width(term));
        let (operation, a, b) = application(pool, term);
        Applied { operation, operands: [number(a), number(b)], result: number(term) }
    }

    /// Tells more of an operation whose result was guessed wrong: its circuit, or, behind one that was too short, this one result.
    pub(super) fn refine_guess(&mut self, pool: &ExprPool, stats: &mut Stats, at: u32) -> Result<(), Reason> {
        match self.postponed[at as usize].known {
            Known::Part(MAX_VALUES) => {
                let term = self.postponed[at as usize].term;
                Err(Reason::Unsupported { what: Unsupported::Remainder, term })
            }
            Known::Part(values) => {
                self.tell_value(pool, at);
                self.postponed[at as usize].known = Known::Part(values + 1);
                stats.operation_values += 1;
                Ok(())
            }
            Known::Nothing | Known::All => {
                stats.operations_defined += 1;
                self.define(pool, at)
            }
        }
    }

    /// Demands that a result is that of its circuit where this is long enough.
    fn define(&mut self, pool: &ExprPool, at: u32) -> Result<(), Reason> {
        let Postponed { term, leaf, .. } = self.postponed[at as usize];
        self.gates.interrupt = pool.interrupt().clone();
        let (operation, a, b) = application(pool, term);
        let (a, b) = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
        let (circuit, holds) = self.gates.float_part(operation, pool.width(term), &a, &b);
        // A circuit that was ended in the middle has no meaning.
        if pool.interrupt().cause().is_some() {
            return Err(Reason::Interrupted);
        }
        let result = self.leaf_bits(leaf).to_vec();
        // The result was decided, and is propagated from here on.
        self.gates.sat.reset();
        self.equal_unless(&[!holds], &result, &circuit);
        self.postponed[at as usize].known = if holds == Lit::TRUE { Known::All } else { Known::Part(0) };
        Ok(())
    }

    /// Demands the right result for the operands that the SAT solver's model has.
    fn tell_value(&mut self, pool: &ExprPool, at: u32) {
        let Postponed { term, leaf, .. } = self.postponed[at as usize];
        let (_, a, b) = application(pool, term);
        let Applied { operation, operands, .. } = self.applied(pool, at);
        let width = operation.format.width();
        let value = operation.value(width, width, [operands[0], operands[1], 0]);
        let [first, second, value] =
            [operands[0], operands[1], value].map(|bits| float::constant(width as usize, bits));
        let (a, b) = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
        let (same_a, same_b) = (self.gates.eq(&a, &first), self.gates.eq(&b, &second));
        let result = self.leaf_bits(leaf).to_vec();
        self.equal_unless(&[!same_a, !same_b], &result, &value);
    }
}

/// An operation in a model.
struct Applied {
    operation: Operation,
    operands: [u128; 2],
    result: u128,
}

/// The operation of a postponed term and its operands; of one operand, the second is the first again.
fn application(pool: &ExprPool, term: ExprId) -> (Operation, ExprId, ExprId) {
    match pool.node(term) {
        Node::FloatUnary(operation, a) => (operation, a, a),
        Node::FloatBinary(operation, a, b) => (operation, a, b),
        _ => unreachable!("only floating-point operations are postponed"),
    }
}

impl<S: Sat> super::gates::Gates<S> {
    /// The clauses of all facts about an operation.
    fn facts(&mut self, operation: Operation, x: &[Lit], y: &[Lit], z: &[Lit]) -> Vec<Vec<Lit>> {
        let application = self.application(operation, x, y, z);
        Self::FACTS.iter().flat_map(|(_, fact)| fact(self, &application)).collect()
    }
}

#[cfg(test)]
mod tests {
    use braid_expr::{FloatClass, FloatOp, FloatOrder, Format, Operation, Rounding, SymbolClass};
    use braid_testing::Random;

    use super::*;
    use crate::{Solver, Verdict};

    /// A result that was decided and then gets its circuit has the value of it, whatever was decided in between: a model that is found is one.
    #[test]
    fn results_that_were_guessed_follow_from_their_circuits() {
        for seed in 0..12 {
            let (mut random, mut pool, mut solver) = (Random::new(seed), ExprPool::new(), Solver::new());
            let x = pool.symbol("x", 64, SymbolClass::Input);
            let op = random.pick(&[FloatOp::Sqrt, FloatOp::Add, FloatOp::Mul]);
            let results: Vec<ExprId> = Rounding::ALL
                .iter()
                .map(|&rounding| match op {
                    FloatOp::Sqrt => pool.float_unary(Operation::new(op, Format::DOUBLE, rounding), x, 64),
                    _ => pool.float(op, Format::DOUBLE, rounding, x, x),
                })
                .collect();
            let mut path = Vec::new();
            for _ in 0..12 {
                let [first, second] = [random.pick(&results), random.pick(&results)];
                let condition = match random.below(4) {
                    0 => pool.float_compare(Format::DOUBLE, FloatOrder::Equal, first, second),
                    1 => pool.float_compare(Format::DOUBLE, FloatOrder::Less, first, second),
                    2 => pool.float_is(Format::DOUBLE, FloatClass::Infinite, first),
                    _ => pool.float_is(Format::DOUBLE, FloatClass::Nan, first),
                };
                let other = pool.not(condition);
                let mut may = [condition, other].map(|holds| {
                    path.push(holds);
                    let verdict = solver.check(&mut pool, &path);
                    path.pop();
                    if let Verdict::Unknown(Reason::WrongModel { .. }) = verdict {
                        panic!("seed {seed}: {verdict:?}");
                    }
                    matches!(verdict, Verdict::Sat(_)).then_some(holds)
                });
                if random.once_in(2) {
                    may.reverse();
                }
                path.extend(may.into_iter().flatten().next());
                solver.limit_conflicts(2000);
            }
        }
    }
}
