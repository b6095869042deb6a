//! What a query is and how it can be answered.

use core::fmt;
use std::rc::Rc;

use braid_expr::{ExprId, Model};

use crate::sequence::Sequence;

/// A question: can all conjuncts hold together?
///
/// Conjuncts are terms of width 1 without free bound variables. Their order does not change the answer; a caller whose
/// path condition grows appends to it, and layers work on what is new since the last query with the same beginning.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// What must hold.
    pub conjuncts: &'a [ExprId],
    /// The conjuncts as the engine asked for them; none if they are a part of that, or were made from it.
    pub whole: Option<&'a Sequence>,
    /// How much may be spent on it.
    pub budget: Budget,
    /// A model that is close, if one is known.
    pub near: Option<Near<'a>>,
}

/// A model that satisfies a query but for some of its conjuncts. A search that starts there often ends soon.
#[derive(Clone, Copy, Debug)]
pub struct Near<'a> {
    /// The model.
    pub model: &'a Model,
    /// The conjuncts it does not satisfy. It has been confirmed for all others, by whoever made the query.
    pub broken: &'a [ExprId],
}

/// What a query may cost, counted in steps of the search and never by a clock, so that equal runs give equal answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Conflicts of the SAT search.
    pub conflicts: u64,
    /// Instances of bounded quantifiers.
    pub instances: u64,
}

impl Budget {
    /// No limits.
    pub const UNLIMITED: Budget = Budget { conflicts: u64::MAX, instances: u64::MAX };
}

/// The default leaves room for every query of a usual run (which needs some hundreds of conflicts) and ends a hopeless
/// one within about a minute.
impl Default for Budget {
    fn default() -> Self {
        Budget { conflicts: 1 << 20, instances: 1 << 16 }
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All conjuncts hold under this model; evaluation has confirmed it.
    Sat(Rc<Model>),
    /// They cannot hold together; these alone cannot. A subset of the query's conjuncts, in the query's order.
    Unsat(Vec<ExprId>),
    /// No answer, and why.
    Unknown(Reason),
}

impl Verdict {
    /// Whether the conjuncts can hold together.
    pub fn is_sat(&self) -> bool {
        matches!(self, Verdict::Sat(_))
    }
    /// Whether they cannot.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Verdict::Unsat(_))
    }
}

/// Why a query has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The search met as many conflicts as it may.
    Conflicts(u64),
    /// A bounded quantifier asked for more instances than it may.
    Instances(u64),
    /// The circuit of a term would be too large.
    TooLarge {
        /// The term.
        term: ExprId,
        /// How many gates it would take, about.
        gates: u64,
    },
    /// A layer met a term that it does not know.
    Unsupported {
        /// What it is.
        what: Unsupported,
        /// Which term.
        term: ExprId,
    },
    /// Two solvers gave different answers: a bug in one of them.
    Disagreement {
        /// The conjuncts they disagree on.
        conjuncts: Vec<ExprId>,
    },
    /// A model could not be confirmed because its evaluation took more steps than it may.
    Evaluation {
        /// The limit.
        steps: u32,
    },
    /// A solver gave a model that does not satisfy the query: a bug in it.
    WrongModel {
        /// A conjunct that the model makes false.
        conjunct: ExprId,
    },
    /// The user, or the time limit of the run, ended it.
    Interrupted,
    /// An external solver failed.
    Process(ProcessFault),
}

/// Terms that a layer may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// A quantifier reached the back end: the quantifier layer is missing from the chain.
    Quantifier,
    /// A bound variable outside its quantifier.
    FreeBound,
    /// A floating-point remainder whose quotient is longer than its circuit.
    Remainder,
}

/// How an external solver failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProcessFault {
    /// It could not be started.
    NotStarted(String),
    /// It ended before it answered.
    Died(String),
    /// It did not answer in time.
    TimedOut,
    /// It answered what is no answer.
    Garbled(String),
    /// It answered that it does not know.
    GaveUp(String),
}

impl Reason {
    /// Returns true if a solver made a mistake: its answer is wrong, whatever the program is.
    pub fn is_mistake(&self) -> bool {
        matches!(self, Reason::Disagreement { .. } | Reason::WrongModel { .. })
    }
    /// Returns true if the query has cost as much as it may: an easier one may be answered.
    pub fn is_budget(&self) -> bool {
        matches!(self, Reason::Conflicts(_) | Reason::Instances(_) | Reason::Evaluation { .. })
    }
}

/// The text names no term: one cause is one row of a report, however many terms it meets.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Conflicts(budget) => write!(f, "the budget of {budget} conflicts ran out"),
            Reason::Instances(budget) => write!(f, "the budget of {budget} quantifier instances ran out"),
            Reason::TooLarge { .. } => write!(f, "the circuit of a term would take too many gates"),
            Reason::Unsupported { what, .. } => write!(f, "{what} is not supported here"),
            Reason::Disagreement { .. } => write!(f, "two solvers disagree"),
            Reason::Evaluation { steps } => write!(f, "evaluating the query takes more than {steps} steps"),
            Reason::WrongModel { .. } => write!(f, "the model found does not satisfy the query"),
            Reason::Interrupted => write!(f, "the query was interrupted"),
            Reason::Process(fault) => write!(f, "{fault}"),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsupported::Quantifier => "a quantifier",
            Unsupported::FreeBound => "a bound variable outside its quantifier",
            Unsupported::Remainder => "a floating-point remainder whose quotient has more than 64 bits",
        })
    }
}

impl fmt::Display for ProcessFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProcessFault::NotStarted(why) => write!(f, "the external solver could not be started: {why}"),
            ProcessFault::Died(why) => write!(f, "the external solver died: {why}"),
            ProcessFault::TimedOut => write!(f, "the external solver did not answer in time"),
            ProcessFault::Garbled(what) => write!(f, "the external solver answered nonsense: {what}"),
            ProcessFault::GaveUp(why) => write!(f, "the external solver gave up: {why}"),
        }
    }
}
