//! Refutation by facts: known bits and bounds of the other conjuncts may leave a new one no value, without a search.
//!
//! The facts follow the slice as it grows and shrinks at its end ([`Analysis`]), so a query costs its new conjuncts. No
//! term is made: simplifying conjuncts under the others would fill the pool with terms that no path holds. (The exception is
//! a conjunct that contradicts the body of a quantifier among the others: what follows from the two is a term, and it is
//! held against the facts in the conjunct's place.)

use braid_expr::{Analysis, AnalysisSavepoint, ExprId, ExprPool, Op};

use rustc_hash::FxHashSet;

use crate::layer::{Layer, Workspace};
use crate::linear::Forms;
use crate::quantifier::outside;
use crate::verdict::{Query, Verdict};

/// Answers unsat where facts do.
pub struct Refute {
    next: Box<dyn Layer>,
    analysis: Analysis,
    /// Facts that hold without any conjunct. Each term is looked at once, so that conjuncts of any size can be.
    always: Analysis,
    /// The conjuncts that the analysis assumes, with the moment before each.
    assumed: Vec<(ExprId, AnalysisSavepoint)>,
    /// Where quantifiers stand among them.
    quantifiers: Vec<usize>,
    forms: Forms,
}

/// A slice with more new conjuncts than this is not looked at.
const MAX_NEW: usize = 64;
/// Conjuncts of more nodes than this are not looked at. A product of two words of eight bytes that is checked for overflow has 140.
const MAX_SIZE: u32 = 192;
/// What holds without any conjunct is forgotten when so many terms were looked at.
const MAX_ALWAYS: u64 = 1 << 19;
/// A new conjunct is held against so many quantifiers.
const MAX_QUANTIFIERS: usize = 16;

impl Refute {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Refute {
            next,
            analysis: Analysis::new(),
            always: Analysis::new(),
            assumed: Vec::new(),
            quantifiers: Vec::new(),
            forms: Forms::default(),
        }
    }
}

impl Layer for Refute {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        if let Some(conjunct) = self.never_holds(workspace.pool, query) {
            workspace.stats.refute_hits += 1;
            return Verdict::Unsat(vec![conjunct]);
        }
        if let Some(core) = self.refuted_by_forms(workspace.pool, query) {
            workspace.stats.linear_hits += 1;
            return Verdict::Unsat(core);
        }
        let Some(broken) = self.suspect(workspace.pool, query) else { return self.next.check(workspace, query) };
        if let Some(core) = self.refuted(workspace.pool, query.conjuncts, broken) {
            workspace.stats.refute_hits += 1;
            return Verdict::Unsat(core);
        }
        if let Some(core) = self.refuted_by_quantifier(workspace.pool, query.conjuncts, broken) {
            workspace.stats.quantifier_fact_hits += 1;
            return Verdict::Unsat(core);
        }
        self.next.check(workspace, query)
    }

    fn forget(&mut self) {
        self.analysis = Analysis::new();
        self.assumed = Vec::new();
        self.quantifiers = Vec::new();
        self.forms = Forms::default();
        self.next.forget();
    }
}

impl Refute {
    /// A broken conjunct that holds under no values at all, by the bounds of what it is made of: such as a comparison of a joined
    /// counter with more than it can have reached.
    fn never_holds(&mut self, pool: &ExprPool, query: Query<'_>) -> Option<ExprId> {
        if self.always.cost() > MAX_ALWAYS {
            self.always = Analysis::new();
        }
        let broken = query.near?.broken;
        let always = &mut self.always;
        broken.iter().copied().find(|&conjunct| always.facts(pool, conjunct).value() == Some(0))
    }

    /// Conjuncts of which a broken one holds never because of how joined values relate, by themselves or where the others hold.
    fn refuted_by_forms(&mut self, pool: &ExprPool, query: Query<'_>) -> Option<Vec<ExprId>> {
        query.near?.broken.iter().find_map(|&broken| {
            if self.forms.never_holds(pool, broken) {
                return Some(vec![broken]);
            }
            let mut core = self.forms.refuting(pool, query.conjuncts, broken)?;
            core.insert(0, broken);
            core.reverse();
            Some(core)
        })
    }

    /// The conjunct that may be refuted: the last, if it alone is broken and the facts of the others are at hand.
    fn suspect(&mut self, pool: &ExprPool, query: Query<'_>) -> Option<ExprId> {
        let &[broken] = query.near?.broken else { return None };
        let (&last, others) = query.conjuncts.split_last()?;
        (last == broken && is_small(pool, broken) && self.follow(pool, others)).then_some(broken)
    }

    fn refuted(&mut self, pool: &ExprPool, conjuncts: &[ExprId], broken: ExprId) -> Option<Vec<ExprId>> {
        if !contradicts(pool, &mut self.analysis, broken) {
            return None;
        }
        let others = &conjuncts[..conjuncts.len() - 1];
        let mut core = self.core(pool, broken).unwrap_or_else(|| others.to_vec());
        core.push(broken);
        Some(core)
    }

    /// As [`refuted`](Self::refuted), where what is refuted is what follows from the conjunct and a quantifier.
    fn refuted_by_quantifier(
        &mut self,
        pool: &mut ExprPool,
        conjuncts: &[ExprId],
        broken: ExprId,
    ) -> Option<Vec<ExprId>> {
        for at in 0..self.quantifiers.len().min(MAX_QUANTIFIERS) {
            let forall = self.assumed[self.quantifiers[at]].0;
            let implied = outside(pool, forall, broken).into_iter().flatten();
            for implied in implied {
                if contradicts(pool, &mut self.analysis, implied) {
                    let core = self.core(pool, implied);
                    let wanted: Option<FxHashSet<ExprId>> = core.map(|core| core.into_iter().collect());
                    let is_part =
                        |c: ExprId| c == forall || c == broken || wanted.as_ref().is_none_or(|w| w.contains(&c));
                    return Some(conjuncts.iter().copied().filter(|&c| is_part(c)).collect());
                }
            }
        }
        None
    }

    /// Some of the assumed conjuncts that contradict `broken` by themselves, in the order they were assumed. Only those come
    /// into question that said something new of a term in it, and newer ones say more.
    fn core(&self, pool: &ExprPool, broken: ExprId) -> Option<Vec<ExprId>> {
        let terms = terms_of(pool, broken);
        let mut from = self.assumed.len();
        let mut blamed: Vec<usize> = Vec::new();
        let changes: Vec<ExprId> = self.analysis.changes().collect();
        let mut to = changes.len();
        while from > 0 {
            from -= 1;
            let start = self.assumed[from].1.changes();
            if changes[start..to].iter().any(|term| terms.contains(term)) {
                blamed.push(from);
            }
            to = start;
        }
        let mut analysis = Analysis::new();
        let needed = blamed.iter().position(|&at| {
            analysis.assume(pool, self.assumed[at].0);
            contradicts(pool, &mut analysis, broken)
        })?;
        Some(blamed[..=needed].iter().rev().map(|&at| self.assumed[at].0).collect())
    }

    /// Makes `conjuncts` what the analysis assumes.
    fn follow(&mut self, pool: &ExprPool, conjuncts: &[ExprId]) -> bool {
        let shared = self.assumed.iter().zip(conjuncts).take_while(|((a, _), b)| a == *b).count();
        if conjuncts.len() - shared > MAX_NEW {
            return false;
        }
        if let Some(&(_, savepoint)) = self.assumed.get(shared) {
            self.analysis.undo_to(pool, savepoint);
            self.assumed.truncate(shared);
            self.quantifiers.retain(|&at| at < shared);
        }
        for &conjunct in &conjuncts[shared..] {
            if pool.op(conjunct) == Op::Forall {
                self.quantifiers.push(self.assumed.len());
            }
            self.assumed.push((conjunct, self.analysis.savepoint()));
            if is_small(pool, conjunct) {
                self.analysis.assume(pool, conjunct);
            }
        }
        true
    }
}

/// Whether facts of a conjunct are worth their cost: of the nested choices that merging leaves they say little.
fn is_small(pool: &ExprPool, conjunct: ExprId) -> bool {
    pool.size(conjunct) <= MAX_SIZE && !pool.has_forall(conjunct)
}

/// Whether no value is left if `conjunct` holds as well.
fn contradicts(pool: &ExprPool, analysis: &mut Analysis, conjunct: ExprId) -> bool {
    if analysis.is_contradictory() || analysis.facts(pool, conjunct).value() == Some(0) {
        return true;
    }
    let savepoint = analysis.savepoint();
    analysis.assume(pool, conjunct);
    let contradiction = analysis.is_contradictory();
    analysis.undo_to(pool, savepoint);
    contradiction
}

/// The terms that a term is made of; of a large one some.
fn terms_of(pool: &ExprPool, root: ExprId) -> FxHashSet<ExprId> {
    let mut terms = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if terms.len() < MAX_TERMS && terms.insert(term) {
            stack.extend(pool.children(term));
        }
    }
    terms
}

/// How many terms of a refuted conjunct are looked at to say why.
const MAX_TERMS: usize = 256;

#[cfg(test)]
mod tests {
    use braid_expr::{ArrayKind, SymbolClass, UpdateId};

    use super::*;
    use crate::Solver;

    #[test]
    fn bounds_refute_without_the_back_end_and_say_which_conjuncts_do() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let (x, y) = (pool.symbol("x", 32, SymbolClass::Input), pool.symbol("y", 32, SymbolClass::Input));
        let constant = [10, 20, 100, 8].map(|value| pool.bv(32, value));
        let sum = pool.add(x, constant[3]);
        let path = [pool.ult(x, constant[2]), pool.ne(y, x), pool.ult(x, constant[0]), pool.ule(y, constant[2])];
        assert!(solver.check(&mut pool, &path).is_sat());
        let asked = solver.stats().back_end_queries;
        // x < 10, so x + 8 is below 20.
        let large = pool.ule(constant[1], sum);
        let Verdict::Unsat(core) = solver.may(&mut pool, &path, large) else { panic!("x + 8 is at most 17") };
        assert_eq!(core, [path[2], large]);
        assert_eq!((solver.stats().refute_hits, solver.stats().back_end_queries), (1, asked));
        // Without the bound, after going back, there is a model.
        assert!(solver.may(&mut pool, &path[..2], large).is_sat());
    }

    #[test]
    fn words_of_bytes_are_refuted_by_their_bytes() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: Some(8) }, 32, 8);
        let s = pool.base(array);
        let cells: Vec<ExprId> = (0..4)
            .map(|at| {
                let index = pool.bv(32, at);
                pool.read(s, index)
            })
            .collect();
        let word = cells[1..].iter().fold(cells[0], |word, &cell| pool.concat(cell, word));
        let (small, limit) = (pool.bv(8, 16), pool.bv(32, 0x2000_0000));
        let path = [pool.ult(cells[3], small), pool.ne(cells[0], cells[1])];
        assert!(solver.check(&mut pool, &path).is_sat());
        let above = pool.ule(limit, word);
        let Verdict::Unsat(core) = solver.may(&mut pool, &path, above) else { panic!("the high byte is below 16") };
        assert_eq!(core, [path[0], above]);
        assert_eq!(solver.stats().refute_hits, 1);
    }

    /// For all i from 1 to k: i - 1 < n and s[i - 1] = 'a'.
    fn all_a(pool: &mut ExprPool, k: ExprId, n: ExprId, s: UpdateId) -> ExprId {
        let (i, one, letter) = (pool.bound(32), pool.one(32), pool.bv(8, 97));
        let index = pool.sub(i, one);
        let cell = pool.read(s, index);
        let (below, same) = (pool.ult(index, n), pool.eq(cell, letter));
        let body = pool.and(below, same);
        pool.forall(k, body).expect("well-formed")
    }

    #[test]
    fn a_quantifier_decides_what_it_says_of_an_index_within_its_bounds() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: Some(64) }, 32, 8);
        let s = pool.base(array);
        let [k, n, j] = ["k", "n", "j"].map(|name| pool.symbol(name, 32, SymbolClass::Input));
        let (forall, limit, five) = (all_a(&mut pool, k, n, s), pool.bv(32, 60), pool.bv(32, 5));
        let path = [pool.ule(k, limit), pool.ule(n, limit), forall, pool.ule(five, k), pool.ult(j, k)];
        assert!(solver.check(&mut pool, &path).is_sat());
        let searches = solver.stats().back_end_queries;
        // k is at least 5 and above j: the cells 4 and j hold the letter, and n is above 4 and j.
        let (four, letter, other) = (pool.bv(32, 4), pool.bv(8, 97), pool.bv(8, 98));
        let (fourth, at_j) = (pool.read(s, four), pool.read(s, j));
        let same = pool.eq(fourth, letter);
        let refuted = [pool.not(same), pool.eq(at_j, other), pool.ule(n, four), pool.ule(n, j)];
        let reasons = [path[3], path[4], path[3], path[4]];
        for (side, reason) in refuted.into_iter().zip(reasons) {
            let Verdict::Unsat(core) = solver.may(&mut pool, &path, side) else { panic!("the quantifier refutes it") };
            assert_eq!(core, [forall, reason, side]);
        }
        assert_eq!((solver.stats().quantifier_fact_hits, solver.stats().back_end_queries), (4, searches));
        // Of the cell after these the quantifier says nothing.
        let after = pool.read(s, five);
        let differs = pool.eq(after, other);
        assert!(solver.may(&mut pool, &path, differs).is_sat());
    }
}
