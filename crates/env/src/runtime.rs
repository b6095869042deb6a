//! The core runtime and the headers, embedded.
//!
//! The runtime (`runtime/` at the top of the source) is C of our own, compiled to bitcode beforehand: building Braid needs
//! no clang, changing the runtime does (`make runtime`). It brings what of libc nearly every program needs, over the few
//! primitives of `runtime/include/braid/primitives.h` that the engine carries out. Whoever loads a program hands
//! [`BITCODE`] and [`HEADERS`] to the linker; all definitions in the runtime are weak, so that the program's own win.

/// What the origin of the runtime's symbols is called.
pub const NAME: &str = "braid runtime";

/// The folder that the runtime's sources are in, as its debug information gives it.
pub const FOLDER: &str = "runtime";

/// The headers: their names as `#include` gives them, and their texts.
pub const HEADERS: &[(&str, &str)] = &[
    ("braid.h", include_str!("../../../runtime/include/braid.h")),
    ("braid/templates.h", include_str!("../../../runtime/include/braid/templates.h")),
    ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
];

/// The runtime's bitcode, one module for each width of a pointer in bits.
pub const BITCODE: &[(u32, &[u8])] = &[
    (64, include_bytes!("../../../runtime/prebuilt/runtime.bc")),
    (32, include_bytes!("../../../runtime/prebuilt/runtime-i386.bc")),
];
