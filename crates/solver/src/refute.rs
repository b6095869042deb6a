//! Refutation by facts: known bits and bounds of the other conjuncts may leave a new one no value, without a search.
//!
//! The facts follow the slice as it grows and shrinks at its end ([`Analysis`]), so a query costs its new conjuncts. No
//! term is made: simplifying conjuncts under the others would fill the pool with terms that no path holds.

use braid_expr::{Analysis, AnalysisMark, ExprId, ExprPool};

use rustc_hash::FxHashSet;

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Verdict};

/// Answers unsat where facts do.
pub struct Refute {
    next: Box<dyn Layer>,
    analysis: Analysis,
    /// The conjuncts that the analysis assumes, with the moment before each.
    assumed: Vec<(ExprId, AnalysisMark)>,
}

/// A slice with more new conjuncts than this is not looked at.
const MAX_NEW: usize = 64;
/// Conjuncts of more nodes than this are not looked at.
const MAX_SIZE: u32 = 64;

impl Refute {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Refute { next, analysis: Analysis::new(), assumed: Vec::new() }
    }
}

impl Layer for Refute {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        if let Some(core) = self.refuted(workspace.pool, query) {
            workspace.stats.refute_hits += 1;
            return Verdict::Unsat(core);
        }
        self.next.check(workspace, query)
    }
}

impl Refute {
    fn refuted(&mut self, pool: &ExprPool, query: Query<'_>) -> Option<Vec<ExprId>> {
        let &[broken] = query.near?.broken else { return None };
        let (&last, others) = query.conjuncts.split_last()?;
        if last != broken || !is_small(pool, broken) || !self.follow(pool, others) {
            return None;
        }
        if !contradicts(pool, &mut self.analysis, broken) {
            return None;
        }
        let mut core = self.core(pool, broken).unwrap_or_else(|| others.to_vec());
        core.push(broken);
        Some(core)
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
        if let Some(&(_, mark)) = self.assumed.get(shared) {
            self.analysis.undo_to(pool, mark);
            self.assumed.truncate(shared);
        }
        for &conjunct in &conjuncts[shared..] {
            self.assumed.push((conjunct, self.analysis.mark()));
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
    let mark = analysis.mark();
    analysis.assume(pool, conjunct);
    let contradiction = analysis.is_contradictory();
    analysis.undo_to(pool, mark);
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
    use braid_expr::{ArrayKind, SymbolClass};

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
}
