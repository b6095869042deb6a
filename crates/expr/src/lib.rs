//! Hash-consed bit-vector and array terms, their simplifier, evaluator and printers.
//!
//! Everything is owned by an [`ExprPool`]; an [`ExprId`] names a term and equal terms have equal ids. Booleans are
//! bit-vectors of width 1. Arrays are read through persistent update lists ([`UpdateId`]). The only quantifier is
//! bounded: for all i with 1 ≤ i ≤ k, with one bound variable for each width and no nesting, so that nothing can be
//! captured.
//!
//! This crate knows nothing of programs, states or solvers.

mod analysis;
mod array;
mod bounds;
mod build;
mod byte_set;
mod cells;
mod conjunction;
mod context;
mod dag;
mod dependence;
mod dependents;
mod derived;
mod eval;
mod fingerprint;
mod float;
mod fold;
mod intervals;
mod model;
mod node;
mod pool;
mod print;
mod rules;
mod segment;
mod skeleton;
pub mod smt;
mod sparse;
mod subst;
mod support;
mod symbol;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod value;
mod wide_constants;

pub use analysis::{Analysis, AnalysisSavepoint, Facts};
pub use array::{ArrayData, ArrayId, ArrayKind, MAX_ARRAY_WIDTH, Table};
pub use braid_entity::{Cause, Interrupt, Meter};
pub use build::ForallError;
pub use byte_set::{ByteSet, ByteSets, Cell};
pub use cells::{CellTable, Cells, Open};
pub use conjunction::Conjunction;
pub use context::{Context, ContextSavepoint};
pub use dependence::{Dependence, dependence};
pub use eval::{DEFAULT_STEPS, EvalError, Evaluation, Evaluator};
pub use fingerprint::{Fingerprints, head};
pub use float::terms::{FloatClass, FloatOrder};
pub use float::{FloatOp, Format, Operation, Rounding};
pub use model::Model;
pub use node::{Children, ExprId, MAX_WIDTH, Node, Op, UpdateId};
pub use pool::ExprPool;
pub use print::Printed;
pub use rules::Rule;
pub use skeleton::{ConstantsId, Shape, SkeletonId, Skeletons};
pub use subst::Substitution;
pub use support::{MAX_RANGES, Range, Space, SupportId};
pub use symbol::{SymbolClass, SymbolData, SymbolId};
pub use value::{Value, mask, sign_extend};
