//! Satisfiability of clauses under assumptions: what the circuits above need of a SAT solver, as one trait.
//!
//! Separate so that the circuits do not know which solver decides their clauses. Variable 0 is the constant true in
//! every solver, hence [`Lit::TRUE`] and [`Lit::FALSE`] are literals like any other and gates fold them away.

mod analyze;
mod clauses;
mod forget;
mod heap;
#[cfg(test)]
mod minisat;
mod propagate;
mod search;

#[cfg(test)]
mod tests;

use core::ops::Not;

use braid_expr::Interrupt;

#[cfg(test)]
use minisat::MiniSat;
pub use search::Cdcl;

/// A variable or its negation, packed as `2 * variable + negated`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The constant true.
    pub const TRUE: Lit = Lit(0);
    /// The constant false.
    pub const FALSE: Lit = Lit(1);

    /// The literal of `variable`, negated or not.
    #[inline]
    pub fn new(variable: u32, negated: bool) -> Lit {
        Lit(variable << 1 | u32::from(negated))
    }
    /// The constant `value`.
    #[inline]
    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }
    /// Its variable.
    #[inline]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }
    /// Whether it is the negation of its variable.
    #[inline]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    /// A dense index: variables in order, positive before negated.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
    /// The value if it is a constant.
    #[inline]
    pub fn as_constant(self) -> Option<bool> {
        match self {
            Lit::TRUE => Some(true),
            Lit::FALSE => Some(false),
            _ => None,
        }
    }
    /// This literal, negated if `flip`.
    #[inline]
    pub fn flip_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a variable stands for, which tells whether the search may decide it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// A free bit; once all free bits that a query needs have values, propagation gives values to its gates.
    Input,
    /// The output of a gate, a function of inputs. Never decided.
    Gate,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All assumptions hold together; [`Sat::value`] gives the inputs' values.
    Sat,
    /// They cannot hold together; [`Sat::core`] says which of them clash.
    Unsat,
    /// The budget of conflicts ran out first.
    OutOfBudget,
    /// The user, or a time limit, ended the search.
    Interrupted,
}

/// What may end a search before its answer.
#[derive(Clone, Copy, Debug)]
pub struct Limit<'a> {
    /// It gives up after so many conflicts.
    pub conflicts: u64,
    /// It ends soon after this has come.
    pub interrupt: Option<&'a Interrupt>,
}

impl Limit<'_> {
    /// Counts units of work and returns true if the interrupt has come.
    fn spend(&self, units: u64) -> bool {
        self.interrupt.is_some_and(|interrupt| interrupt.spend(u32::try_from(units).unwrap_or(u32::MAX)))
    }
}

/// Nothing but conflicts.
impl From<u64> for Limit<'_> {
    fn from(conflicts: u64) -> Self {
        Limit { conflicts, interrupt: None }
    }
}

/// A SAT solver that is asked again and again while clauses are added.
pub trait Sat {
    /// A fresh variable, as its positive literal.
    fn new_var(&mut self, kind: VarKind) -> Lit;
    /// Demands that one of `clause` holds from now on.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Takes back what the last search decided, as far as these assumptions differ from its own: hints that are given now are kept.
    fn retreat(&mut self, assumptions: &[Lit]);
    /// Takes back all that was decided and assumed. A clause that would force, earlier, what was decided later is noticed only then: where a bit will
    /// no longer be decided, what gives it its value must be told after this.
    fn reset(&mut self);
    /// Whether all `assumptions` can hold together. `inputs` are the free bits the question is about: the solver may leave
    /// all others without a value.
    fn solve(&mut self, assumptions: &[Lit], inputs: &[Lit], limit: Limit<'_>) -> Outcome;
    /// The value of a literal after [`Outcome::Sat`], if it was given one.
    fn value(&self, lit: Lit) -> Option<bool>;
    /// After [`Outcome::Unsat`]: a subset of the assumptions that cannot hold together.
    fn core(&self) -> &[Lit];
    /// A hint to try this value of an input first.
    fn set_phase(&mut self, lit: Lit);
    /// Conflicts met so far, over all searches.
    fn conflicts(&self) -> u64;
    /// Propagations made so far, over all searches.
    fn propagations(&self) -> u64;
    /// How many variables there are.
    fn variables(&self) -> usize;
}
