//! The program in the form that is run: lowered code, and what is computed from it.
//!
//! - [`lower`] brings a function body into [`code`]; [`Program`] keeps the code of each function that was called, and the
//!   addresses of its symbols. [`quick`] is the same code once more, for the loop over words.
//! - [`operands`] tells what an operation reads and writes; [`live_slots`] which slots matter where, [`distance`] how far it is to
//!   code that nobody has reached, [`lines`] and [`place`] where code stands in the source.
//! - [`loops`] tells the loops that a state is in, [`flow`] the order of blocks and where they join.
//! - [`query_counts`] estimates how many queries are asked after a place (Kuznetsov 2012).
//!
//! Nothing here runs a state or asks a solver.

mod code;
pub mod costs;
mod distance;
pub mod estimate;
mod flow;
pub mod frame_size;
mod homes;
mod indirect;
mod intrinsic;
mod lines;
mod live_slots;
mod loops;
mod lower;
mod operands;
mod place;
mod points;
mod program;
mod query_counts;
mod quick;
mod sections;

pub use braid_analysis::Magnitude;
pub use code::{
    Access, Alu, Argument, Call, Callee, Cases, Clause, Code, FloatOp, IntrinsicCall, LandingPad, Lanes, Op, Pc,
    Promise, Repack, Scalar, Slot, Src,
};
pub use flow::Flow;
pub use homes::Homes;
pub use intrinsic::{Intrinsic, Intrinsics};
pub use live_slots::LiveSlots;
pub use loops::{FrameLoop, LoopAt, LoopTable};
pub use lower::{Leaf, callee, is_deferred, leaves, zero};
pub use operands::Operands;
pub use place::{Frame, Place, SourcePlace};
pub use points::BadPoint;
pub use program::{Prepare, Program};
pub use query_counts::CountTable;
pub use quick::{Quick, Short};
pub use sections::Part;
