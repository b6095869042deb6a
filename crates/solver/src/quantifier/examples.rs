//! Examples 5 to 9 of Trabish 2023, stage by stage. The models it prints lack a cell: s[n] = s[7] = 0 and s[k - 1] = s[6] = 8 need
//! eight of them.

use std::rc::Rc;

use braid_expr::{ArrayId, ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass, SymbolId};

use super::access::Cells;
use super::duplicate::{all_but_first, duplicate};
use super::repair::{conflicts, instances_about};
use super::strip::{Quantifier, Stripped};
use super::{Quantifiers, Stages};
use crate::blast::BackEnd;
use crate::confirm::first_false;
use crate::{Layer, Query, Solver, Stats, Verdict, Workspace};

/// s[n] = 0, 1 ≤ k ≤ 10, s[k - 1] = 8, and for all i from 1 to k: s[i - 1] ≠ 0.
struct Example {
    pool: ExprPool,
    array: ArrayId,
    n: ExprId,
    k: ExprId,
    last_is_8: ExprId,
    forall: Quantifier,
    query: [ExprId; 5],
}

impl Example {
    fn new() -> Example {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
        let s = pool.base(array);
        let (n, k) = (pool.symbol("n", 32, SymbolClass::Input), pool.symbol("k", 32, SymbolClass::Round));
        let (one, ten, zero, eight) = (pool.bv(32, 1), pool.bv(32, 10), pool.bv(8, 0), pool.bv(8, 8));
        let (i, before) = (pool.bound(32), pool.sub(k, one));
        let index = pool.sub(i, one);
        let cells = [n, before, index].map(|index| pool.read(s, index));
        let (ends, last_is_8, body) = (pool.eq(cells[0], zero), pool.eq(cells[1], eight), pool.ne(cells[2], zero));
        let term = pool.forall(k, body).expect("well-formed");
        let query = [ends, pool.ule(one, k), pool.ule(k, ten), last_is_8, term];
        let forall = Quantifier { term, k, body, name: None };
        Example { pool, array, n, k, last_is_8, forall, query }
    }

    fn symbol(&self, term: ExprId) -> SymbolId {
        let Node::Symbol(symbol) = self.pool.node(term) else { panic!("{term} is no symbol") };
        symbol
    }

    fn model(&self, n: u64, k: u64, cells: &[u64]) -> Model {
        let mut model = Model::new();
        model.set_word(self.symbol(self.n), n);
        model.set_word(self.symbol(self.k), k);
        cells.iter().enumerate().for_each(|(at, &cell)| model.set_cell(self.array, at as u64, cell));
        model
    }

    /// The first conjunct that the model does not satisfy.
    fn violated(&self, model: &Model) -> Option<ExprId> {
        first_false(&mut Evaluator::new(), &self.pool, model, &self.query).expect("small")
    }

    /// Duplication as in the paper: the cells of all instances.
    fn duplicated(&self, model: &Model, kept: &Cells) -> Model {
        let mut evaluator = Evaluator::new();
        let all = all_but_first(&mut evaluator, &self.pool, model, [self.forall].into_iter(), 10).expect("small");
        duplicate(&mut evaluator, &self.pool, model, &all, kept).expect("small").model
    }

    /// What the solver says if the stripped query is first answered with `model`.
    fn stages_after(&mut self, model: Model, stages: Stages) -> Stats {
        let answers = Answers { first: Some(Rc::new(model)), then: BackEnd::new() };
        let mut solver = Solver::with_chain(Box::new(Quantifiers::with_stages(Box::new(answers), stages)));
        let Verdict::Sat(model) = solver.check(&mut self.pool, &self.query) else { panic!("sat was expected") };
        assert_eq!(self.violated(&model), None);
        *solver.stats()
    }
}

/// A back end whose first answer is given.
struct Answers {
    first: Option<Rc<Model>>,
    then: BackEnd,
}

impl Layer for Answers {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        self.first.take().map_or_else(|| self.then.check(workspace, query), Verdict::Sat)
    }
    fn forget(&mut self) {
        self.then.forget();
    }
}

/// The model of examples 5 and 8, and what duplication makes of it.
const FIRST: [u64; 8] = [1, 0, 0, 0, 0, 0, 8, 0];
const DUPLICATED: [u64; 8] = [1, 1, 1, 1, 1, 1, 1, 0];
const REPAIRED: [u64; 8] = [1, 1, 1, 1, 1, 1, 8, 0];

/// Example 5: the quantifier gives way to k ≥ 1 → s[0] ≠ 0 and ¬(1 ≤ n + 1 ≤ k), which is k ≤ n.
#[test]
fn example_5_strips_the_quantifier() {
    let mut example = Example::new();
    let mut stripped = Stripped::default();
    let mut stats = Stats::default();
    let mut diagrams = braid_guard::Diagrams::default();
    let mut workspace = Workspace { pool: &mut example.pool, stats: &mut stats, diagrams: &mut diagrams };
    stripped.follow(&mut workspace, &example.query);
    let pool = &mut example.pool;
    let outside = pool.ule(example.k, example.n);
    let asked: Vec<ExprId> = stripped.conjuncts().collect();
    assert_eq!(asked[..4], example.query[..4]);
    assert_eq!((&asked[4..], stats.negated_term_lemmas), (&[outside][..], 1));
    let model = example.model(7, 7, &FIRST);
    assert_eq!(first_false(&mut Evaluator::new(), &example.pool, &model, &asked), Ok(None));
    assert_eq!(example.violated(&model), Some(example.forall.term));
}

/// Example 6: s[1] to s[6] get the value of s[0], which breaks s[k - 1] = 8.
#[test]
fn example_6_duplicates_the_first_cell() {
    let mut example = Example::new();
    let model = example.model(7, 7, &FIRST);
    let duplicated = example.duplicated(&model, &Cells::new());
    assert_eq!(duplicated, example.model(7, 7, &DUPLICATED));
    assert_eq!(example.violated(&duplicated), Some(example.last_is_8));
    // Sparing the instance that holds, the same model is done after this stage.
    let violated: Vec<_> = (2..7).map(|i| (example.forall, i)).collect();
    let sparing = duplicate(&mut Evaluator::new(), &example.pool, &model, &violated, &Cells::new()).expect("small");
    assert_eq!(sparing.model, example.model(7, 7, &REPAIRED));
    assert_eq!(sparing.changed, (1..6).map(|index| (example.array, index)).collect::<Vec<_>>());
    let stats = example.stages_after(model, Stages::default());
    assert_eq!((stats.duplicate_hits, stats.instances), (1, 0));
}

/// Example 7: the conflict is about s[6], of which the seventh instance speaks; duplication then leaves it alone.
#[test]
fn example_7_repairs_the_cell_in_conflict() {
    let mut example = Example::new();
    let (model, evaluator) = (example.model(7, 7, &DUPLICATED), &mut Evaluator::new());
    let mut cells = Cells::new();
    conflicts(evaluator, &example.pool, &model, &[example.last_is_8], &[], &mut cells).expect("small");
    assert_eq!(cells, Cells::from([(example.array, 6)]));
    let quantifiers = [example.forall].into_iter();
    let instances = instances_about(evaluator, &example.pool, &model, quantifiers, &cells, 10).expect("small");
    assert_eq!(instances, [(example.forall, 7)]);
    let first = example.model(7, 7, &FIRST);
    let repaired = example.duplicated(&first, &cells);
    assert_eq!(repaired, example.model(7, 7, &REPAIRED));
    assert_eq!(example.violated(&repaired), None);
    let stats = example.stages_after(first.clone(), Stages::PAPER);
    assert_eq!((stats.repair_hits, stats.instances, stats.back_end_queries), (1, 1, 1));
    // Without repair, or without both stages, instances decide.
    for stages in [Stages { repair: false, ..Stages::PAPER }, Stages::NONE] {
        assert_eq!(example.stages_after(first.clone(), stages).instantiation_hits, 1);
    }
}

/// Example 8: with luck the stripped query has a model of the whole one.
#[test]
fn example_8_may_end_after_stripping() {
    let mut example = Example::new();
    let model = example.model(1, 1, &[8, 0]);
    assert_eq!(example.violated(&model), None);
    assert_eq!(example.stages_after(model, Stages::PAPER).strip_hits, 1);
}

/// Example 9: a first cell that is 8 suits all conjuncts.
#[test]
fn example_9_may_end_after_duplication() {
    let mut example = Example::new();
    let model = example.model(7, 7, &[8, 0, 0, 0, 0, 0, 8, 0]);
    assert_eq!(example.violated(&model), Some(example.forall.term));
    let duplicated = example.duplicated(&model, &Cells::new());
    assert_eq!(duplicated, example.model(7, 7, &[8, 8, 8, 8, 8, 8, 8, 0]));
    assert_eq!(example.violated(&duplicated), None);
    assert_eq!(example.stages_after(model, Stages::PAPER).duplicate_hits, 1);
}
