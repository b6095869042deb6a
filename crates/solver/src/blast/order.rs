//! Comparisons of joined words: choice by choice down to plain words, with the laws of order between these as clauses.
//!
//! A comparison of choices is a choice between comparisons. Below them stand few comparisons of plain words, which many terms share. That such
//! comparisons fit together (no word is below itself by way of others) follows from their bits, but a search finds it bit by bit, again for every
//! cycle. So it is said of the comparisons themselves, as transitivity constraints are in Bryant and Velev 2000: < is asymmetric, and if x < y then
//! x < z or z < y. That is all there is to say of a strict weak order, and unit propagation draws every conclusion from it that three words allow.
//!
//! The clauses are consequences of the circuits and change no answer. They are made where all three pairs of three words are compared.

use braid_expr::{ExprId, ExprPool, Node};
use rustc_hash::FxHashMap;

use crate::sat::{Lit, Sat};

use super::context::Context;

/// A comparison that would need more steps is a circuit over the bits of its operands.
const MAX_STEPS: usize = 512;
/// A word that is compared with more others than this has no further laws.
const MAX_NEIGHBOURS: usize = 24;

/// How two words are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    /// The first is below the second.
    Less(Signed),
    /// The second is not below the first.
    AtMost(Signed),
}

/// Whether an order is that of two's complement.
pub(super) type Signed = bool;

/// The comparison that a term is, with its operands.
pub(super) fn comparison(pool: &ExprPool, term: ExprId) -> Option<(Comparison, ExprId, ExprId)> {
    match pool.node(term) {
        Node::Eq(a, b) => Some((Comparison::Equal, a, b)),
        Node::Ult(a, b) => Some((Comparison::Less(false), a, b)),
        Node::Ule(a, b) => Some((Comparison::AtMost(false), a, b)),
        Node::Slt(a, b) => Some((Comparison::Less(true), a, b)),
        Node::Sle(a, b) => Some((Comparison::AtMost(true), a, b)),
        _ => None,
    }
}

/// A comparison of choices, taken apart: steps in order, the last is the whole.
pub(super) struct Plan(Vec<Step>);

enum Step {
    /// Compares two words.
    Compare(ExprId, ExprId),
    /// Chooses between two earlier steps by a condition.
    Choose(ExprId, usize, usize),
}

impl Plan {
    /// Takes a comparison apart. None if neither operand is a choice, or there are too many cases.
    pub(super) fn of(pool: &ExprPool, a: ExprId, b: ExprId) -> Option<Plan> {
        split(pool, a, b)?;
        let mut steps = Vec::new();
        let mut known: FxHashMap<(ExprId, ExprId), usize> = FxHashMap::default();
        let mut stack = vec![(a, b, false)];
        while let Some((a, b, cases_done)) = stack.pop() {
            if known.contains_key(&(a, b)) {
                continue;
            }
            let step = match split(pool, a, b) {
                None => Step::Compare(a, b),
                Some((condition, yes, no)) if cases_done => Step::Choose(condition, known[&yes], known[&no]),
                Some((_, yes, no)) => {
                    stack.extend([(a, b, true), (no.0, no.1, false), (yes.0, yes.1, false)]);
                    continue;
                }
            };
            if steps.len() == MAX_STEPS {
                return None;
            }
            known.insert((a, b), steps.len());
            steps.push(step);
        }
        Some(Plan(steps))
    }

    /// The terms that are encoded before it.
    pub(super) fn parts(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.0
            .iter()
            .flat_map(|step| match *step {
                Step::Compare(a, b) => [Some(a), Some(b)],
                Step::Choose(condition, ..) => [Some(condition), None],
            })
            .flatten()
    }
}

type Pair = (ExprId, ExprId);

/// The condition that a comparison depends on first, and its operands on both sides. Equal operands need none.
fn split(pool: &ExprPool, a: ExprId, b: ExprId) -> Option<(ExprId, Pair, Pair)> {
    if a == b {
        return None;
    }
    match (pool.node(a), pool.node(b)) {
        (Node::Ite(c, a_yes, a_no), Node::Ite(d, b_yes, b_no)) if c == d => Some((c, (a_yes, b_yes), (a_no, b_no))),
        (Node::Ite(c, yes, no), _) => Some((c, (yes, b), (no, b))),
        (_, Node::Ite(c, yes, no)) => Some((c, (a, yes), (a, no))),
        _ => None,
    }
}

/// What is known of the comparisons of plain words.
#[derive(Default)]
pub(super) struct Orders {
    /// Whether the first word is below the second.
    less: FxHashMap<(Signed, ExprId, ExprId), Lit>,
    equal: FxHashMap<(ExprId, ExprId), Lit>,
    /// The words that a word is compared with.
    neighbours: FxHashMap<(Signed, ExprId), Vec<ExprId>>,
}

impl Context {
    /// The circuit of a comparison of choices whose parts are encoded.
    pub(super) fn compare_by_plan(&mut self, pool: &ExprPool, how: Comparison, plan: &Plan) -> Lit {
        let mut literals: Vec<Lit> = Vec::with_capacity(plan.0.len());
        for step in &plan.0 {
            let lit = match *step {
                Step::Compare(a, b) => self.compare(pool, how, a, b),
                Step::Choose(condition, yes, no) => {
                    let condition = self.word(pool, condition)[0];
                    self.gates.choose(condition, literals[yes], literals[no])
                }
            };
            literals.push(lit);
        }
        *literals.last().expect("a comparison has a step")
    }

    /// The circuit of a comparison of encoded words.
    pub(super) fn compare(&mut self, pool: &ExprPool, how: Comparison, a: ExprId, b: ExprId) -> Lit {
        match how {
            Comparison::Equal => self.equal(pool, a, b),
            Comparison::Less(signed) => self.less(pool, signed, a, b),
            Comparison::AtMost(signed) => !self.less(pool, signed, b, a),
        }
    }

    fn equal(&mut self, pool: &ExprPool, a: ExprId, b: ExprId) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&lit) = self.orders.equal.get(&(a, b)) {
            return lit;
        }
        let words = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
        let lit = self.gates.eq(&words.0, &words.1);
        self.orders.equal.insert((a, b), lit);
        for signed in [false, true] {
            if let (Some(&below), Some(&above)) =
                (self.orders.less.get(&(signed, a, b)), self.orders.less.get(&(signed, b, a)))
            {
                self.trichotomy(below, lit, above);
            }
        }
        lit
    }

    fn less(&mut self, pool: &ExprPool, signed: Signed, a: ExprId, b: ExprId) -> Lit {
        if let Some(&lit) = self.orders.less.get(&(signed, a, b)) {
            return lit;
        }
        if a == b {
            return Lit::FALSE;
        }
        let below = self.less_circuit(pool, signed, a, b);
        self.orders.less.insert((signed, a, b), below);
        if !self.has_laws(pool, signed, a, b) {
            return below;
        }
        let above = self.less_circuit(pool, signed, b, a);
        self.orders.less.insert((signed, b, a), above);
        match self.orders.equal.get(&(a.min(b), a.max(b))) {
            Some(&equal) => self.trichotomy(below, equal, above),
            None => self.gates.sat.add_clause(&[!below, !above]),
        }
        self.relate(signed, a, b);
        below
    }

    fn less_circuit(&mut self, pool: &ExprPool, signed: Signed, a: ExprId, b: ExprId) -> Lit {
        let (a, b) = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
        if signed { self.gates.slt(&a, &b) } else { self.gates.ult(&a, &b) }
    }

    /// Whether the laws of order are said of a pair: constants are ordered by their bits.
    fn has_laws(&self, pool: &ExprPool, signed: Signed, a: ExprId, b: ExprId) -> bool {
        let crowded = |word| self.orders.neighbours.get(&(signed, word)).is_some_and(|n| n.len() >= MAX_NEIGHBOURS);
        ![a, b].into_iter().any(|word| pool.is_const(word) || crowded(word))
    }

    /// Exactly one of three holds.
    fn trichotomy(&mut self, below: Lit, equal: Lit, above: Lit) {
        self.gates.sat.add_clause(&[below, equal, above]);
        for (one, other) in [(below, equal), (below, above), (equal, above)] {
            self.gates.sat.add_clause(&[!one, !other]);
        }
    }

    /// Says the laws of two words and each third one that both are compared with.
    fn relate(&mut self, signed: Signed, a: ExprId, b: ExprId) {
        for (word, other) in [(a, b), (b, a)] {
            self.orders.neighbours.entry((signed, word)).or_default().push(other);
        }
        let thirds: Vec<ExprId> = self.orders.neighbours[&(signed, a)].clone();
        for c in thirds {
            if !self.orders.less.contains_key(&(signed, b, c)) || !self.orders.less.contains_key(&(signed, c, b)) {
                continue;
            }
            for (x, y, z) in [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)] {
                let less = |x, y| self.orders.less[&(signed, x, y)];
                let clause = [!less(x, y), less(x, z), less(z, y)];
                self.gates.sat.add_clause(&clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use braid_expr::testing::Random;
    use braid_expr::{Evaluator, Model, Op, SymbolClass};

    use super::*;
    use crate::{Solver, Verdict};

    /// Words of `width` bits with the names x0, x1 and so on.
    fn words(pool: &mut ExprPool, count: usize, width: u32) -> Vec<ExprId> {
        (0..count).map(|at| pool.symbol(&format!("x{at}"), width, SymbolClass::Input)).collect()
    }

    /// The largest of some words, as a loop that joins in each iteration makes it.
    fn largest(pool: &mut ExprPool, words: &[ExprId]) -> ExprId {
        words[1..].iter().fold(words[0], |best, &word| {
            let above = pool.slt(best, word);
            pool.ite(above, word, best)
        })
    }

    #[test]
    fn no_word_is_above_the_largest() {
        let (mut pool, mut solver) = (ExprPool::new(), Solver::new());
        let words = words(&mut pool, 14, 32);
        let best = largest(&mut pool, &words);
        for &word in &words {
            let above = pool.slt(best, word);
            assert!(solver.check(&mut pool, &[above]).is_unsat());
        }
        let none: Vec<ExprId> = words.iter().map(|&word| pool.ne(best, word)).collect();
        assert!(solver.check(&mut pool, &none).is_unsat());
        let conflicts = solver.stats().conflicts;
        assert!(conflicts < 2_000, "{conflicts} conflicts, some hundred thousand without the laws of order");
    }

    /// A random word: one of some, a constant, or a choice between two by a comparison.
    fn word(pool: &mut ExprPool, random: &mut Random, words: &[ExprId], depth: u32) -> ExprId {
        match random.below(if depth == 0 { 4 } else { 10 }) {
            0 => pool.bv(3, random.below(8)),
            1..4 => words[random.below(words.len() as u64) as usize],
            _ => {
                let condition = condition(pool, random, words, depth - 1);
                let [yes, no] = [0, 1].map(|_| word(pool, random, words, depth - 1));
                pool.ite(condition, yes, no)
            }
        }
    }

    fn condition(pool: &mut ExprPool, random: &mut Random, words: &[ExprId], depth: u32) -> ExprId {
        let op = [Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle][random.below(5) as usize];
        let [a, b] = [0, 1].map(|_| word(pool, random, words, depth));
        let holds = pool.binary(op, a, b);
        if random.once_in(2) { pool.not(holds) } else { holds }
    }

    /// Random comparisons of choices between four words of three bits, against all 4,096 values of these.
    #[test]
    fn answers_are_those_of_all_values() {
        let (mut satisfiable, mut refuted) = (0, 0);
        for seed in 0..60 {
            let random = &mut Random::new(seed);
            let (mut pool, mut solver, mut evaluator) = (ExprPool::new(), Solver::new(), Evaluator::new());
            let words = words(&mut pool, 4, 3);
            let symbols: Vec<_> = (0..4).map(|at| pool.find_symbol(&format!("x{at}")).expect("a word")).collect();
            for _ in 0..4 {
                let query: Vec<ExprId> = (0..7).map(|_| condition(&mut pool, random, &words, 3)).collect();
                let has_model = (0..1_u64 << 12).any(|values| {
                    let mut model = Model::new();
                    symbols.iter().enumerate().for_each(|(at, &x)| model.set_word(x, values >> (3 * at) & 7));
                    let mut run = evaluator.under(&pool, &model);
                    query.iter().all(|&conjunct| run.truth(conjunct) == Ok(true))
                });
                match solver.check(&mut pool, &query) {
                    Verdict::Sat(_) => satisfiable += 1,
                    Verdict::Unsat(_) => refuted += 1,
                    Verdict::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
                }
                assert_eq!(solver.check(&mut pool, &query).is_sat(), has_model, "seed {seed}");
            }
        }
        assert!(satisfiable > 50 && refuted > 50, "{satisfiable} satisfiable, {refuted} refuted");
    }

    #[test]
    fn comparisons_of_too_many_cases_are_left_alone() {
        let mut pool = ExprPool::new();
        let words = words(&mut pool, 60, 8);
        let (best, other) = (largest(&mut pool, &words[..30]), largest(&mut pool, &words[30..]));
        assert!(Plan::of(&pool, best, other).is_none());
        assert!(Plan::of(&pool, best, words[59]).is_some());
        assert!(Plan::of(&pool, words[0], words[1]).is_none());
    }
}
