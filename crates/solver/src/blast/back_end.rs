//! The back end as a layer: asks a context, refines it, reads the model, and starts a new context when the old one is
//! mostly garbage.

use std::rc::Rc;

use braid_expr::{Evaluator, ExprId, ExprPool, Model, Range, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layer::{Layer, Workspace};
use crate::sat::{Limit, Lit, Outcome, Sat};
use crate::stats::Stats;
use crate::verdict::{Budget, Query, Reason, Verdict};

use super::context::Context;
use super::laziness::Laziness;
use super::nearby::Nearby;
use super::{narrow, repair};

/// The embedded solver for bit-vectors and arrays without quantifiers.
pub struct BackEnd {
    context: Context,
    /// Symbols that were once asked without a bound; they are never narrowed again.
    wide: FxHashSet<SymbolId>,
    evaluator: Evaluator,
    /// Where near models are repaired; none in the context that does it.
    nearby: Option<Nearby>,
    /// Whether symbols keep their values in the near model, so that a search changes cells of arrays alone.
    pub(super) keeps_symbols: bool,
}

/// What a search has found.
pub(super) enum Found {
    /// A model, and what of the near one was changed for it, sorted.
    Model(Model, Vec<Range>),
    /// Conjuncts that have none together.
    Core(Vec<ExprId>),
}

impl BackEnd {
    /// A back end with an empty context.
    pub fn new() -> Self {
        Self::with_laziness(Laziness::default())
    }
    /// A back end that begins lemmas about arrays elsewhere.
    pub fn with_laziness(limits: Laziness) -> Self {
        BackEnd { nearby: Some(Nearby::new(limits)), ..Self::alone(limits) }
    }
    /// A back end of one context.
    pub(super) fn alone(limits: Laziness) -> Self {
        BackEnd {
            context: Context::new(limits),
            wide: FxHashSet::default(),
            evaluator: Evaluator::new(),
            nearby: None,
            keeps_symbols: false,
        }
    }
    /// Begins a new context if the old one holds more terms than this.
    pub(super) fn renew(&mut self, terms: usize) {
        if self.context.words.len() > terms {
            self.context = Context::new(self.context.limits);
        }
    }
}

impl Default for BackEnd {
    fn default() -> Self {
        Self::new()
    }
}

impl Layer for BackEnd {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let Workspace { pool, stats, .. } = workspace;
        stats.back_end_queries += 1;
        let verdict = self.in_stages(pool, stats, query).unwrap_or_else(Verdict::Unknown);
        if let (Verdict::Unsat(core), Some(nearby)) = (&verdict, &mut self.nearby) {
            nearby.learn(pool, query, core);
        }
        match &verdict {
            Verdict::Sat(_) => stats.back_end_sat += 1,
            Verdict::Unsat(_) => stats.back_end_unsat += 1,
            Verdict::Unknown(_) => {}
        }
        verdict
    }

    /// The circuits go, with what was learnt about them: they outweigh all else where many states have terms of their own.
    fn forget(&mut self) {
        *self = BackEnd::with_laziness(self.context.limits);
    }
}

/// After so many conflicts a query is asked in a context of its own.
const CONFLICTS_TOGETHER: u64 = 1 << 12;
/// After so many there, in the common one to the end.
const CONFLICTS_ALONE: u64 = 1 << 12;

impl BackEnd {
    /// Asks in the common context, where what was learnt before helps; then in one with nothing in it but the query, where no gate of another one
    /// leads the search astray; then in the common one again.
    fn in_stages(&mut self, pool: &ExprPool, stats: &mut Stats, query: Query<'_>) -> Result<Verdict, Reason> {
        if let Some(nearby) = &mut self.nearby
            && let Some(verdict) = nearby.answer(pool, stats, query)?
        {
            return Ok(verdict);
        }
        let all = query.budget.conflicts;
        let within = |conflicts| Query { budget: Budget { conflicts, ..query.budget }, ..query };
        let together = CONFLICTS_TOGETHER.min(all);
        let exceeds = |answer: &Result<Verdict, Reason>| matches!(answer, Err(Reason::Conflicts(_)));
        let mut answer = self.answer(pool, stats, within(together));
        if exceeds(&answer) && all > together {
            let alone = CONFLICTS_ALONE.min(all - together);
            answer = BackEnd::alone(self.context.limits).answer(pool, stats, within(alone));
            if exceeds(&answer) && all > together + alone {
                answer = self.answer(pool, stats, within(all - together - alone));
            }
        }
        if exceeds(&answer) { Err(Reason::Conflicts(all)) } else { answer }
    }

    fn answer(&mut self, pool: &ExprPool, stats: &mut Stats, query: Query<'_>) -> Result<Verdict, Reason> {
        self.find(pool, stats, query).map(|found| match found {
            Found::Model(model, _) => Verdict::Sat(Rc::new(model)),
            Found::Core(core) => Verdict::Unsat(core),
        })
    }

    /// A model of the query, near the one that it has if it has one, or why there is none.
    pub(super) fn find(&mut self, pool: &ExprPool, stats: &mut Stats, query: Query<'_>) -> Result<Found, Reason> {
        self.collect_garbage(pool, stats);
        let asked = match self.prepare(pool, stats, query.conjuncts) {
            Err(reason @ Reason::TooLarge { .. }) => {
                // What was encoded before the term that is too much may be most of it: start afresh.
                self.context = Context::new(self.context.limits);
                return Err(reason);
            }
            prepared => prepared?,
        };
        if let Some(&(conjunct, _)) = asked.literals.iter().find(|(_, lit)| *lit == Lit::FALSE) {
            return Ok(Found::Core(asked.justified(query.conjuncts, &[conjunct])));
        }
        let before = (self.context.gates.sat.conflicts(), self.context.gates.sat.propagations());
        let found = self.search(pool, stats, query, &asked);
        stats.conflicts += self.context.gates.sat.conflicts() - before.0;
        stats.propagations += self.context.gates.sat.propagations() - before.1;
        if let Some((model, changed)) = found? {
            return Ok(Found::Model(model, changed));
        }
        let failed: FxHashSet<Lit> = self.context.gates.sat.core().iter().copied().collect();
        let core: Vec<ExprId> =
            asked.literals.iter().filter(|(_, lit)| failed.contains(lit)).map(|&(term, _)| term).collect();
        Ok(Found::Core(asked.justified(query.conjuncts, &core)))
    }

    /// A model of the query with what was changed for it, or none if there is none.
    ///
    /// All conjuncts are assumed, but only the bits of those that the near model breaks are decided, starting from their
    /// values in it; all other bits keep theirs. If that breaks other conjuncts, their bits are decided too.
    fn search(
        &mut self,
        pool: &ExprPool,
        stats: &mut Stats,
        query: Query<'_>,
        asked: &Asked,
    ) -> Result<Option<(Model, Vec<Range>)>, Reason> {
        let assumptions: Vec<Lit> =
            asked.literals.iter().map(|&(_, lit)| lit).filter(|&lit| lit != Lit::TRUE).collect();
        let nothing = Model::new();
        let (near, mut doubtful) = match query.near {
            Some(near) => (near.model, near.broken.to_vec()),
            None => (&nothing, query.conjuncts.to_vec()),
        };
        let mut leaves = Vec::new();
        self.context.gates.sat.retreat(&assumptions);
        let conflicts = self.context.gates.sat.conflicts().saturating_add(query.budget.conflicts);
        let limit = Limit { conflicts, interrupt: Some(pool.interrupt()) };
        loop {
            let new_from = leaves.len();
            self.context.add_leaves(&doubtful, &mut leaves);
            self.context.start_at(near, &leaves[new_from..]);
            if query.near.is_some() {
                self.start_results_at(pool, near, &leaves[new_from..])?;
            }
            let assumptions = match self.keeps_symbols {
                true => [&assumptions[..], &self.context.symbol_values(near, &leaves)].concat(),
                false => assumptions.clone(),
            };
            match self.refined_search(
                pool,
                stats,
                &Question { assumptions: &assumptions, leaves: &leaves, doubtful: &doubtful, near, limit },
            )? {
                Outcome::Sat => {}
                Outcome::Unsat => return Ok(None),
                Outcome::Interrupted => return Err(Reason::Interrupted),
                Outcome::OutOfBudget => return Err(Reason::Conflicts(query.budget.conflicts)),
            }
            let (model, changed) = self.context.model(near, &leaves);
            let broken = repair::broken(&mut self.evaluator, pool, &model, query.conjuncts, &doubtful, &changed)?;
            let Some(&first) = broken.first() else { return Ok(Some((model, changed))) };
            if broken.iter().all(|conjunct| doubtful.contains(conjunct)) {
                return Err(Reason::WrongModel { conjunct: first });
            }
            doubtful.extend(broken);
        }
    }

    /// Encodes the conjuncts and collects what the search needs to know of them.
    fn prepare(&mut self, pool: &ExprPool, stats: &mut Stats, conjuncts: &[ExprId]) -> Result<Asked, Reason> {
        let bounds = tightest_bounds(pool, conjuncts);
        self.narrow(stats, &bounds, conjuncts, pool);
        let context = &mut self.context;
        context.now += 1;
        let now = context.now;
        let mut asked = Asked::default();
        for &term in conjuncts {
            let conjunct = context.conjunct(pool, stats, term)?;
            conjunct.asked = now;
            asked.literals.push((term, conjunct.lit));
        }
        let narrowed = bounds.into_iter().filter(|(symbol, _)| context.narrowed.contains_key(symbol));
        asked.justifications.extend(narrowed.map(|(_, (_, term))| term));
        Ok(asked)
    }

    /// Decides which symbols are encoded at fewer bits, and replaces a context that relied on a bound the query lacks.
    fn narrow(
        &mut self,
        stats: &mut Stats,
        bounds: &FxHashMap<SymbolId, (u64, ExprId)>,
        conjuncts: &[ExprId],
        pool: &ExprPool,
    ) {
        let broken: Vec<SymbolId> = self.broken_bounds(bounds, conjuncts, pool);
        if !broken.is_empty() {
            self.wide.extend(broken);
            self.context = Context::new(self.context.limits);
            stats.contexts_widened += 1;
        }
        for (&symbol, &(limit, _)) in bounds {
            let bits = narrow::bits_for(limit);
            if !self.context.symbols.contains_key(&symbol)
                && !self.wide.contains(&symbol)
                && bits < pool.symbol_data(symbol).width
            {
                self.context.narrowed.insert(symbol, bits);
            }
        }
    }

    /// Narrowed symbols that the query mentions without a bound that fits.
    fn broken_bounds(
        &self,
        bounds: &FxHashMap<SymbolId, (u64, ExprId)>,
        conjuncts: &[ExprId],
        pool: &ExprPool,
    ) -> Vec<SymbolId> {
        let fits = |symbol: &SymbolId, bits: u32| {
            bounds.get(symbol).is_some_and(|&(limit, _)| narrow::bits_for(limit) <= bits)
        };
        let mut broken: Vec<SymbolId> =
            self.context.narrowed.iter().filter(|&(symbol, &bits)| !fits(symbol, bits)).map(|(&s, _)| s).collect();
        broken.retain(|&symbol| conjuncts.iter().any(|&c| narrow::mentions(pool, c, symbol)));
        broken.sort_unstable();
        broken
    }

    /// Searches, and searches again as long as the model found breaks lemmas about arrays or results of operations. The conflicts of
    /// the limit are counted from the context's first search.
    fn refined_search(
        &mut self,
        pool: &ExprPool,
        stats: &mut Stats,
        question: &Question<'_>,
    ) -> Result<Outcome, Reason> {
        let Question { assumptions, leaves, limit, .. } = *question;
        loop {
            let context = &mut self.context;
            let bits = |leaf: u32| context.leaf_bits(leaf).iter().copied().filter(|lit| lit.as_constant().is_none());
            let decided = leaves.iter().copied().filter(|&leaf| context.is_decided(leaf));
            let inputs: Vec<Lit> = decided.flat_map(bits).collect();
            let left = Limit { conflicts: limit.conflicts.saturating_sub(context.gates.sat.conflicts()), ..limit };
            let outcome = context.gates.sat.solve(assumptions, &inputs, left);
            if outcome != Outcome::Sat {
                return Ok(outcome);
            }
            let refined = context.refine(pool, stats, leaves) || self.define_wrong(pool, stats, question)?;
            if pool.interrupt().spend(1) {
                return Ok(Outcome::Interrupted);
            }
            if !refined {
                return Ok(outcome);
            }
        }
    }

    /// Makes the circuit of the first postponed operation that the SAT solver's model guessed wrong, unless its symbols and cells satisfy
    /// the doubtful conjuncts all the same; tells whether there was one. What is computed of its result may be right then.
    fn define_wrong(&mut self, pool: &ExprPool, stats: &mut Stats, question: &Question<'_>) -> Result<bool, Reason> {
        let Question { leaves, doubtful, near, .. } = *question;
        if !self.context.has_guesses(leaves) {
            return Ok(false);
        }
        let (model, _) = self.context.model(near, leaves);
        let broken = repair::broken(&mut self.evaluator, pool, &model, doubtful, doubtful, &[])?;
        if broken.is_empty() {
            stats.guesses_kept += 1;
            return Ok(false);
        }
        let Some(wrong) = self.context.first_wrong_guess(pool, &broken) else { return Ok(false) };
        if self.context.tell_order(pool, &broken) {
            stats.orders_told += 1;
        } else {
            self.context.refine_guess(pool, stats, wrong)?;
        }
        self.start_results_at(pool, &model, leaves)?;
        Ok(true)
    }

    /// Makes the search try first, for results that are guessed, those that they have in a model.
    fn start_results_at(&mut self, pool: &ExprPool, model: &Model, leaves: &[u32]) -> Result<(), Reason> {
        if !self.context.has_guesses(leaves) {
            return Ok(());
        }
        let mut run = self.evaluator.under(pool, model);
        for (term, start) in self.context.guessed_terms(leaves) {
            let width = pool.width(term);
            if width <= 64 {
                let word = run.word(term)?;
                self.context.prefer(start, width, word);
            }
        }
        Ok(())
    }

    /// Starts a new context if most of what the old one holds is no longer asked for.
    fn collect_garbage(&mut self, pool: &ExprPool, stats: &mut Stats) {
        let context = &mut self.context;
        let inspections = context.due_inspections();
        if inspections.iter().any(|due| context.is_mostly_garbage(pool, due)) {
            self.context = Context::new(context.limits);
            stats.contexts_rebuilt += 1;
        } else {
            inspections.iter().for_each(|due| context.inspect_later(due));
        }
    }
}

/// What a search is about.
#[derive(Clone, Copy)]
struct Question<'a> {
    assumptions: &'a [Lit],
    /// What the search decides.
    leaves: &'a [u32],
    /// The conjuncts of these leaves.
    doubtful: &'a [ExprId],
    /// Where all other bits have their values.
    near: &'a Model,
    limit: Limit<'a>,
}

/// A query, encoded.
#[derive(Default)]
struct Asked {
    literals: Vec<(ExprId, Lit)>,
    /// The conjuncts that allow narrowed symbols to be narrow.
    justifications: Vec<ExprId>,
}

impl Asked {
    /// `core` with what its encoding rests on, in the order of the query.
    fn justified(&self, conjuncts: &[ExprId], core: &[ExprId]) -> Vec<ExprId> {
        let wanted: FxHashSet<ExprId> = core.iter().chain(&self.justifications).copied().collect();
        let mut seen = FxHashSet::default();
        conjuncts.iter().copied().filter(|c| wanted.contains(c) && seen.insert(*c)).collect()
    }
}

/// The smallest upper bound that some conjunct gives each symbol, and that conjunct.
fn tightest_bounds(pool: &ExprPool, conjuncts: &[ExprId]) -> FxHashMap<SymbolId, (u64, ExprId)> {
    let mut bounds = FxHashMap::default();
    for &term in conjuncts {
        if let Some((symbol, limit)) = narrow::upper_bound(pool, term) {
            let entry = bounds.entry(symbol).or_insert((limit, term));
            if limit < entry.0 {
                *entry = (limit, term);
            }
        }
    }
    bounds
}
