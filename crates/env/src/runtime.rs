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
/// every program needs, and what only some do. Every program pays for reading and linking those that it gets.
pub const MODULES: &[(u32, &str, &[u8])] = &[
    module!(64, "runtime"),
    module!(64, "files"),
    module!(64, "mathematics"),
    module!(64, "fenv"),
    module!(64, "cplusplus"),
    module!(64, "streams"),
    module!(64, "libc"),
    module!(64, "wides"),
    module!(64, "further"),
    module!(32, "runtime-i386"),
    module!(32, "files-i386"),
    module!(32, "mathematics-i386"),
    module!(32, "fenv-i386"),
    module!(32, "cplusplus-i386"),
    module!(32, "libc-i386"),
    module!(32, "wides-i386"),
    module!(32, "further-i386"),
];

/// The functions of the runtime that stay beside another libc: memory, which the engine watches.
const BESIDE: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "free",
    "cfree",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "malloc_usable_size",
    "valloc",
];
/// Names that begin so are no matter of a libc: those of the engine, of C++ and of Rust.
const BESIDE_PREFIXES: &[&str] =
    &["__braid_", "_Z", "__cxa_", "__gxx_", "_Unwind_", "__rust_", "__stack_chk_", "__dynamic_cast"];

/// Whether the runtime gives a function also beside another libc.
pub fn is_beside_libc(name: &str) -> bool {
    BESIDE.contains(&name) || BESIDE_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether the runtime defines a name.
pub fn has(name: &str) -> bool {
    MODULES.iter().any(|(_, names, _)| names.lines().any(|known| known == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_a_matter_of_libc_and_memory_is_not() {
        assert!(has("strlen") && !is_beside_libc("strlen"));
        assert!(has("malloc") && is_beside_libc("malloc") && is_beside_libc("__braid_syscall"));
    }
}
