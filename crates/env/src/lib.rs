//! The machine around the program: intrinsics, the primitives of the runtime, the embedded runtime itself.

pub mod runtime;
