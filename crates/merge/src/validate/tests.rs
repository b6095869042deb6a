//! Joins that are wrong on purpose, each in one way: both kinds of validation find them.

use braid_entity::Entity;
use braid_expr::SymbolClass;
use braid_ir::FuncId;
use braid_state::memory::{CallPath, Memory};

use super::*;

/// A state with one register and these conditions on its path.
fn state(register: Value, path: &[ExprId]) -> State {
    let mut state = State::new(Memory::new());
    state.stack.push(FuncId::from_u32(0), CallPath(0), Value::Word(0), 1, &[register]);
    path.iter().for_each(|&condition| state.path.push(condition));
    state
}

/// Joins of states that know something of a byte.
struct Case {
    pool: ExprPool,
    x: ExprId,
}

impl Case {
    fn new() -> Case {
        let mut pool = ExprPool::new();
        let x = pool.symbol("x", 8, SymbolClass::Input);
        Case { pool, x }
    }
    fn below(&mut self, bound: u64) -> ExprId {
        let bound = self.pool.bv(8, bound);
        self.pool.ult(self.x, bound)
    }
    fn at_least(&mut self, bound: u64) -> ExprId {
        let below = self.below(bound);
        self.pool.not(below)
    }
    /// 1 below 5, else this.
    fn choice(&mut self, otherwise: u64) -> Value {
        let (below, one, other) = (self.below(5), self.pool.bv(32, 1), self.pool.bv(32, otherwise));
        let term = self.pool.ite(below, one, other);
        Value::of(&self.pool, term)
    }
    /// The same answer of both kinds of validation.
    fn both(&mut self, sources: &[(ExprId, u64)], joined: Value, path: &[ExprId]) -> Result<(), Mismatch> {
        let sampled = self.validate(sources, joined, path, Validation::Sample);
        assert_eq!(sampled, self.prove(sources, joined, path));
        sampled
    }
    /// What a proof says, where a single model may miss what is wrong.
    fn prove(&mut self, sources: &[(ExprId, u64)], joined: Value, path: &[ExprId]) -> Result<(), Mismatch> {
        self.validate(sources, joined, path, Validation::Prove)
    }
    fn validate(
        &mut self,
        sources: &[(ExprId, u64)],
        joined: Value,
        path: &[ExprId],
        how: Validation,
    ) -> Result<(), Mismatch> {
        let source = |&(condition, register): &(ExprId, u64)| state(Value::Word(register), &[condition]);
        let mut sources: Vec<State> = sources.iter().map(source).collect();
        let mut joined = state(joined, path);
        let mut live = |_: FramePlace| vec![LiveSlot { slot: 0, bits: 32 }];
        let mut solver = Solver::new();
        let mut bench = Checker { pool: &mut self.pool, solver: &mut solver, live: &mut live };
        let common = Common::default();
        let exactness = Exactness::Exact;
        let mut join = Join { sources: &mut sources, joined: &mut joined, common: &common, fresh: &[], exactness };
        validate(&mut bench, &mut join, how)
    }
}

#[test]
fn a_right_join_passes() {
    let mut case = Case::new();
    let (low, high, register) = (case.below(5), case.at_least(5), case.choice(2));
    assert_eq!(case.both(&[(low, 1), (high, 2)], register, &[]), Ok(()));
}

#[test]
fn an_input_that_is_lost_is_found() {
    let mut case = Case::new();
    let (low, high, register) = (case.below(5), case.at_least(5), case.choice(2));
    let lost = Err(Mismatch::Lost { source_number: 1, count: 2 });
    assert_eq!(case.both(&[(low, 1), (high, 2)], register, &[high]), lost);
}

#[test]
fn an_input_that_is_invented_is_found() {
    let mut case = Case::new();
    let (low, high, register) = (case.below(5), case.at_least(250), case.choice(2));
    assert_eq!(case.prove(&[(low, 1), (high, 2)], register, &[]), Err(Mismatch::Invented { count: 2 }));
}

#[test]
fn an_input_of_two_sources_is_found() {
    let mut case = Case::new();
    let (some, more) = (case.below(10), case.below(20));
    let shared = case.prove(&[(some, 1), (more, 1)], Value::Word(1), &[more]);
    assert_eq!(shared, Err(Mismatch::Shared { first: 1, second: 2, count: 2 }));
}

#[test]
fn a_value_that_differs_is_found() {
    let mut case = Case::new();
    let (low, high, register) = (case.below(5), case.at_least(5), case.choice(3));
    let found = case.both(&[(low, 1), (high, 2)], register, &[]);
    assert!(matches!(found, Err(Mismatch::Differs { source_number: 2, count: 2, .. })), "{found:?}");
}
