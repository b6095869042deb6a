//! The core runtime and the headers, embedded.
//!
//! The runtime (`runtime/` at the top of the source) is C of our own, compiled to bitcode beforehand: building Braid needs
//! no clang, changing the runtime does (`make runtime`). It brings what of libc nearly every program needs, over the few
//! primitives of `runtime/include/braid/primitives.h` that the engine carries out. Whoever loads a program hands
//! [`MODULES`] and [`HEADERS`] to the linker; all definitions in the runtime are weak, so that the program's own win.

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

/// Takes a module and its names from `runtime/prebuilt`.
macro_rules! module {
    ($pointer_bits:literal, $name:literal) => {
        (
            $pointer_bits,
            include_str!(concat!("../../../runtime/prebuilt/", $name, ".names")),
            include_bytes!(concat!("../../../runtime/prebuilt/", $name, ".bc")),
        )
    };
}

/// The runtime's modules for each machine, by the width of its pointers in bits, with the names that each defines, one a line: what nearly
/// every program needs, and the rest of libc.
pub const MODULES: &[(u32, &str, &[u8])] =
    &[module!(64, "runtime"), module!(64, "libc"), module!(32, "runtime-i386"), module!(32, "libc-i386")];
