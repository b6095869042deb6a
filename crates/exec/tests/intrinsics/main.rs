//! What LLVM defines, on known and on unknown values: intrinsics, floating point, variable arguments, atomics.

mod atomics;
mod bench;
mod floats;
mod integers;
mod memory;
mod varargs;
