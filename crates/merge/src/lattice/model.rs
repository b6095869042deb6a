//! The lattice model of joins (Scheurer, Hähnle, Bubel 2016): what any join must satisfy, on states that are values and a path condition.
//!
//! A join operation is definition 9: a variable that both states agree in keeps its value (★), every other one gets what the *technique* says: a
//! value, and an axiom about it. Two techniques are the paper's: the exact choice (definition 10) and abstract weakening (definition 13).
//!
//! Where we differ from the print: ★ is C1 ∨ C2 ⊢ t1 = t2; a choice needs disjoint sources and is made by conjuncts D of C1 with D ∧ C2 unsatisfiable;
//! SEL5 asks for values of the fresh constants relative to C. The property tests beside hold SEL1 to SEL5 against every technique.

use braid_expr::{Conjunction, ExprId, ExprPool, SymbolClass};

use super::asker::Asker;
use super::domain::{Domain, Subject};

/// A state of the model. All states of one join have the same variables.
#[derive(Clone, Debug, Default)]
pub struct Abstracted {
    /// The value of each variable.
    pub values: Vec<ExprId>,
    /// What holds of the inputs, and of constants that earlier joins have introduced.
    pub path: Conjunction,
    /// How many conjuncts of the path are there because of the sources alone; those behind are axioms of the newest constants.
    pub own: usize,
}

/// Why states are not joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotJoined {
    /// A choice between values would lose those of one state.
    #[error("the states are not known to exclude each other")]
    Overlap,
}

/// A join technique: what becomes of the variables that states differ in.
pub trait Technique {
    /// The value of a variable, for which there is a constant that occurs nowhere else.
    fn join_value(&mut self, asker: &mut Asker<'_>, states: [&Abstracted; 2], at: usize, fresh: ExprId) -> Joined;
    /// The axioms of the constants among the joined values.
    fn axioms(&mut self, _pool: &mut ExprPool, _values: &[ExprId]) -> Vec<ExprId> {
        Vec::new()
    }
}

/// A joined value, or why there is none.
pub type Joined = Result<ExprId, NotJoined>;

/// Joins two states (definition 9). Fresh constants have names that begin with `name`.
pub fn join(
    asker: &mut Asker<'_>,
    technique: &mut dyn Technique,
    [a, b]: [&Abstracted; 2],
    name: &str,
) -> Result<Abstracted, NotJoined> {
    let path = either(asker.pool, &a.path, &b.path);
    let mut values = Vec::with_capacity(a.values.len());
    for at in 0..a.values.len() {
        let width = asker.pool.width(a.values[at]);
        values.push(match is_same(asker, &path, a.values[at], b.values[at]) {
            true => a.values[at],
            false => {
                let fresh = asker.pool.symbol(&format!("{name}.{at}"), width, SymbolClass::Abstract);
                technique.join_value(asker, [a, b], at, fresh)?
            }
        });
    }
    let mut joined = Abstracted { own: path.len(), values, path };
    for axiom in technique.axioms(asker.pool, &joined.values) {
        if !asker.pool.is_true(axiom) {
            joined.path.push(axiom);
        }
    }
    Ok(joined)
}

/// The test ★: whether two values are the same wherever one of the states is.
fn is_same(asker: &mut Asker<'_>, path: &Conjunction, a: ExprId, b: ExprId) -> bool {
    a == b || {
        let same = asker.pool.eq(a, b);
        asker.must(path, same)
    }
}

/// C1 ∨ C2: what both say stays as it is.
fn either(pool: &mut ExprPool, a: &Conjunction, b: &Conjunction) -> Conjunction {
    let mut path = a.prefix(a.shared(b));
    let rests = [a, b].map(|side| side.since(path.len()));
    let rests = rests.map(|rest| pool.all(rest));
    let any = pool.any(rests);
    if !pool.is_true(any) {
        path.push(any);
    }
    path
}

/// The exact choice (definition 10).
#[derive(Clone, Copy, Debug, Default)]
pub struct IfThenElse;

impl Technique for IfThenElse {
    fn join_value(&mut self, asker: &mut Asker<'_>, [a, b]: [&Abstracted; 2], at: usize, _: ExprId) -> Joined {
        let condition = distinguishing(asker, &a.path, &b.path).ok_or(NotJoined::Overlap)?;
        Ok(asker.pool.ite(condition, a.values[at], b.values[at]))
    }
}

/// A distinguishing formula: conjuncts of the first path that exclude the second; a single one if there is one.
fn distinguishing(asker: &mut Asker<'_>, first: &Conjunction, second: &Conjunction) -> Option<ExprId> {
    let rest = first.since(first.shared(second));
    let whole = asker.pool.all(rest.iter().copied());
    rest.into_iter().chain([whole]).find(|&condition| !asker.may(second, condition))
}

/// Abstract weakening (definition 13), with one domain for all variables.
#[derive(Debug)]
pub struct Weakening<'a, D: Domain> {
    domain: &'a D,
    kept: Vec<(usize, D::Element)>,
}

impl<D: Domain> Weakening<'_, D> {
    /// By this domain.
    pub fn by(domain: &D) -> Weakening<'_, D> {
        Weakening { domain, kept: Vec::new() }
    }
}

impl<D: Domain> Technique for Weakening<'_, D> {
    fn join_value(&mut self, asker: &mut Asker<'_>, states: [&Abstracted; 2], at: usize, fresh: ExprId) -> Joined {
        let least = states.map(|state| self.domain.least(asker, &state.path, Subject { values: &state.values, at }));
        self.kept.push((at, self.domain.join(&least[0], &least[1])));
        Ok(fresh)
    }
    fn axioms(&mut self, pool: &mut ExprPool, values: &[ExprId]) -> Vec<ExprId> {
        let kept = core::mem::take(&mut self.kept);
        kept.iter().map(|(at, element)| self.domain.axiom(pool, element, Subject { values, at: *at })).collect()
    }
}
