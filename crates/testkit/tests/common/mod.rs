//! What the tests over the whole corpus share: the compilers, each a test of its own, and the builds.

use braid_testkit::corpus::{Build, Compiler, Level};

/// The builds of the quick run: debug information alternates, so that both are read at some level. All tests use the
/// same ones, so that nothing is compiled twice.
pub(crate) const QUICK: &[Build] = &[
    Build { level: Level::O0, debug: true },
    Build { level: Level::O1, debug: false },
    Build { level: Level::O2, debug: true },
];

/// As [`QUICK`], at the levels of rustc.
#[allow(dead_code, reason = "not every test builds Rust at each of its levels")]
pub(crate) const QUICK_RUST: &[Build] = &[
    Build { level: Level::O0, debug: true },
    Build { level: Level::O1, debug: false },
    Build { level: Level::O2, debug: true },
    Build { level: Level::O3, debug: false },
];

/// Declares a test for each compiler: `$clang` is called with a version of clang that is here, `$rustc` with rustc.
macro_rules! for_each_compiler {
    ($clang:path, $rustc:path) => {
        for_each_compiler!(@clang $clang, clang_14 14, clang_15 15, clang_16 16, clang_19 19, clang_22 22);

        #[test]
        fn rustc() {
            match braid_testkit::corpus::Compiler::rustc() {
                Some(compiler) => $rustc(&compiler),
                None => common::skipped("rustc"),
            }
        }
    };
    (@clang $clang:path, $($name:ident $version:literal),*) => {
        $(#[test]
        fn $name() {
            if let Some(compiler) = common::clang($version) {
                $clang(&compiler);
            }
        })*
    };
}
pub(crate) use for_each_compiler;

/// The versions of clang that every machine is to have for the tests; others are tested where they are.
const REQUIRED: &[u32] = &[14, 19];

/// A version of clang, if it is here.
pub(crate) fn clang(version: u32) -> Option<Compiler> {
    let compiler = Compiler::clang(version);
    if compiler.is_none() {
        let what = format!("clang-{version} is not here");
        if REQUIRED.contains(&version) { braid_testing::skipped(&what) } else { braid_testing::left_out(&what) }
    }
    compiler
}

/// Says that a test is skipped because something is not installed.
pub(crate) fn skipped(what: &str) {
    braid_testing::skipped(&format!("{what} is not here"));
}
