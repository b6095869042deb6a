//! Every combination of the stages that change models, on quantified queries like those that joined loops leave: the answers
//! are held against all models, and every stage must have answered some.

mod common;

use braid_expr::testing::{Inputs, Random};
use braid_expr::{ExprId, ExprPool, Op, UpdateId};
use braid_solver::blast::BackEnd;
use braid_solver::{Quantifiers, Solver, Stages, Stats, chain};
use common::{World, times};

/// A buffer, a number of repetitions, and where a program looks next: all small enough to try every value.
struct Loop<'a> {
    pool: &'a mut ExprPool,
    random: &'a mut Random,
    buffer: UpdateId,
    elements: u32,
    k: ExprId,
    /// Terms that an index may be made of, k among them.
    words: Vec<ExprId>,
}

impl Loop<'_> {
    fn width(&self) -> u32 {
        self.pool.width(self.k)
    }
    fn number(&mut self) -> ExprId {
        let (width, value) = (self.width(), self.random.below(1 << self.width()));
        self.pool.bv(width, value)
    }
    fn element(&mut self) -> ExprId {
        let value = self.random.below(1 << self.elements);
        self.pool.bv(self.elements, value)
    }
    fn comparison(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let op = self.random.pick(&[Op::Eq, Op::Eq, Op::Ult, Op::Ule]);
        let holds = self.pool.binary(op, a, b);
        if self.random.once_in(2) { self.pool.not(holds) } else { holds }
    }
    /// A word, one before it or one after it, or a number.
    fn index(&mut self) -> ExprId {
        let word = self.random.pick(&self.words);
        let one = self.pool.one(self.width());
        match self.random.below(4) {
            0 => self.number(),
            1 => self.pool.sub(word, one),
            2 => self.pool.add(word, one),
            _ => word,
        }
    }
    fn cell(&mut self) -> ExprId {
        let index = self.index();
        self.pool.read(self.buffer, index)
    }
    fn condition(&mut self) -> ExprId {
        match self.random.below(6) {
            0 => {
                let (a, b) = (self.index(), self.number());
                self.comparison(a, b)
            }
            1 => {
                let (a, b) = (self.index(), self.index());
                self.comparison(a, b)
            }
            2 => {
                let (a, b) = (self.cell(), self.cell());
                self.comparison(a, b)
            }
            _ => {
                let (cell, value) = (self.cell(), self.element());
                self.comparison(cell, value)
            }
        }
    }
    /// s[i - 1] or s[i] against an element, often, or against another cell.
    fn body(&mut self) -> ExprId {
        let (i, one) = (self.pool.bound(self.width()), self.pool.one(self.width()));
        let before = self.pool.sub(i, one);
        let index = if self.random.once_in(3) { i } else { before };
        let cell = self.pool.read(self.buffer, index);
        let other = if self.random.once_in(4) { self.cell() } else { self.element() };
        let atom = self.comparison(cell, other);
        match self.random.below(6) {
            0 => {
                let limit = self.index();
                let below = self.pool.ult(before, limit);
                self.pool.and(below, atom)
            }
            1 => {
                let (second, value) = (self.pool.read(self.buffer, i), self.element());
                let other = self.comparison(second, value);
                if self.random.once_in(2) { self.pool.or(atom, other) } else { self.pool.and(atom, other) }
            }
            _ => atom,
        }
    }
    /// What a quantifier says of some index, or its negation, and that the index is within its bounds.
    fn instance(&mut self, forall: ExprId) -> Vec<ExprId> {
        let (index, one) = (self.index(), self.pool.one(self.width()));
        let Some(holds) = self.pool.instantiate(forall, index) else { return Vec::new() };
        let side = if self.random.once_in(4) { holds } else { self.pool.not(holds) };
        let before = self.pool.sub(index, one);
        vec![self.pool.ult(before, self.k), side]
    }
    fn quantifier(&mut self) -> ExprId {
        let body = self.body();
        let forall = self.pool.forall(self.k, body).expect("the body has no quantifier");
        match self.random.below(12) {
            0 => self.pool.not(forall),
            1 => {
                let other = self.condition();
                self.pool.or(forall, other)
            }
            _ => forall,
        }
    }
}

/// Index and element width, and how many symbols beside k.
const SIZES: [(u32, u32, usize); 3] = [(2, 2, 1), (3, 1, 0), (2, 1, 3)];

fn world(seed: u64) -> World {
    let (mut pool, mut inputs, mut random) = (ExprPool::new(), Inputs::default(), Random::new(seed));
    let (width, elements, others) = random.pick(&SIZES);
    let array = inputs.array(&mut pool, width, elements);
    let words: Vec<ExprId> = (0..=others).map(|_| inputs.symbol(&mut pool, width)).collect();
    let (buffer, k) = (pool.base(array), words[0]);
    let mut maker = Loop { pool: &mut pool, random: &mut random, buffer, elements, k, words };
    let mut conjuncts: Vec<ExprId> = (0..3).map(|_| maker.quantifier()).collect();
    for at in 0..3 {
        conjuncts.extend(maker.instance(conjuncts[at]));
    }
    conjuncts.extend((0..6).map(|_| maker.condition()));
    World::of(seed, pool, &inputs, conjuncts)
}

/// All combinations that differ: sparing means nothing without duplication, and without stripping the others have nothing to do.
fn combinations() -> Vec<Stages> {
    let of =
        |bits: u32| Stages { strip: true, duplicate: bits & 1 != 0, sparing: bits & 2 != 0, repair: bits & 4 != 0 };
    let all = (0..8).map(of).filter(|stages| stages.duplicate || !stages.sparing);
    all.chain([Stages { strip: false, ..Stages::default() }]).collect()
}

/// How many slices each stage answered, and how many needed none because a quantifier was a fact.
fn hits(stats: &Stats) -> [u64; 5] {
    let stages = [stats.strip_hits, stats.duplicate_hits, stats.repair_hits, stats.instantiation_hits];
    [stages[0], stages[1], stages[2], stages[3], stats.quantifier_fact_hits]
}

/// Asks queries that grow and shrink and gives how many each stage answered.
fn run(first_seed: u64, worlds: u64, solver: impl Fn() -> Solver) -> [u64; 5] {
    let mut sum = [0; 5];
    for seed in first_seed..first_seed + worlds * times() {
        let (mut world, mut solver) = (world(seed), solver());
        let mut query = Vec::new();
        for _ in 0..16 {
            query = world.next_query(&query);
            query.truncate(7);
            world.ask(&mut solver, &query);
        }
        sum.iter_mut().zip(hits(solver.stats())).for_each(|(sum, more)| *sum += more);
    }
    sum
}

#[test]
fn every_combination_of_stages_agrees_with_all_models() {
    for stages in combinations() {
        let bare = || Solver::with_chain(Box::new(Quantifiers::with_stages(Box::new(BackEnd::new()), stages)));
        let [strip, duplicate, repair, instances, _] = run(1_000, 150, bare);
        let counts = format!("{stages:?}: {strip} {duplicate} {repair} {instances}");
        assert!(instances > 0, "{counts}");
        assert_eq!(strip > 0, stages.strip, "{counts}");
        assert_eq!(duplicate > 0, stages.strip && stages.duplicate, "{counts}");
        assert_eq!(repair > 0, stages.strip && stages.repair, "{counts}");
    }
}

#[test]
fn the_chain_agrees_with_all_models_with_every_combination_of_stages() {
    for stages in combinations() {
        let options = chain::Options { stages, ..chain::Options::default() };
        let [strip, .., facts] =
            run(5_000, 100, || Solver::with_chain(chain::chain(&options).expect("no folder is made")));
        assert!((strip > 0) == stages.strip && facts > 0, "{strip} {facts}");
    }
}
