//! What lowering must know of intrinsics. The table itself belongs to whoever carries them out.

use crate::code::IntrinsicCall;

/// An intrinsic, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Intrinsic(pub u16);

/// A table of intrinsics.
pub trait Intrinsics {
    /// The intrinsic of this name, which begins with `llvm.`.
    fn find(&self, name: &str) -> Option<Intrinsic>;
    /// Its name without `llvm.` and types.
    fn name(&self, intrinsic: Intrinsic) -> &'static str;
    /// Returns true if it works on the lanes of vectors one by one.
    fn is_lane_wise(&self, intrinsic: Intrinsic) -> bool;
    /// Returns true if a call has operands and results as its intrinsic needs them.
    fn accepts(&self, call: &IntrinsicCall) -> bool;
}
