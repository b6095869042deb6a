//! The reader against LLVM: for every program of the corpus, what the reader decoded must be what the `llvm-dis` of the
//! same version prints, instruction by instruction; for rustc, what it prints itself.

use std::fmt::Write as _;
use std::fs;

use braid_testkit::corpus::{self, Build, Compiler, Language, Level, Program};
use braid_testkit::listing;

/// The same builds as those of the concrete runs, so that nothing is compiled twice.
const BUILDS: &[Build] = &[
    Build { level: Level::O0, debug: true },
    Build { level: Level::O1, debug: false },
    Build { level: Level::O2, debug: true },
];

#[test]
fn clang_14() {
    clang(14);
}

#[test]
fn clang_15() {
    clang(15);
}

#[test]
fn clang_16() {
    clang(16);
}

#[test]
fn clang_19() {
    clang(19);
}

#[test]
fn clang_22() {
    clang(22);
}

#[test]
fn rustc() {
    let Some(compiler) = Compiler::rustc() else { return skipped("rustc") };
    let levels = [Level::O0, Level::O1, Level::O2, Level::O3];
    let builds: Vec<Build> =
        levels.iter().map(|&level| Build { level, debug: matches!(level, Level::O0 | Level::O2) }).collect();
    check(&compiler, &corpus::programs(Language::Rust), &builds);
}

fn clang(version: u32) {
    let Some(compiler) = Compiler::clang(version) else { return skipped(&format!("clang-{version}")) };
    if compiler.tool("llvm-dis").is_none() {
        return skipped(&format!("llvm-dis-{version}"));
    }
    let programs = [corpus::programs(Language::C), corpus::programs(Language::Cpp)].concat();
    check(&compiler, &programs, BUILDS);
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skipped(what: &str) {
    eprintln!("skipped: {what} is not here");
}

fn check(compiler: &Compiler, programs: &[Program], builds: &[Build]) {
    let mut wrong = String::new();
    let mut instructions = 0;
    for program in programs.iter().filter(|program| compiler.takes(program)) {
        for &build in builds {
            match compare(compiler, program, build) {
                Ok(compared) => instructions += compared,
                Err(what) => writeln!(wrong, "{} {build}: {what}", program.name).expect("a string takes everything"),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(instructions > 1000, "only {instructions} instructions were compared");
}

/// Compares one module; gives how many instructions were compared.
fn compare(compiler: &Compiler, program: &Program, build: Build) -> Result<usize, String> {
    let bitcode = compiler.bitcode(program, build).map_err(|error| error.to_string())?;
    let text = compiler.listing(program, build).map_err(|error| error.to_string())?;
    listing::compare(fs::read(bitcode).map_err(|error| error.to_string())?, &text)
}
