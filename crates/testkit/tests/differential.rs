//! The reader against LLVM: for every program of the corpus, what the reader decoded must be what the `llvm-dis` of the
//! same version prints, instruction by instruction; for rustc, what it prints itself.

mod common;

use std::fmt::Write as _;
use std::fs;

use braid_testkit::corpus::{self, Build, Compiler, Language, Program};
use braid_testkit::listing;
use common::{QUICK, QUICK_RUST, for_each_compiler, skipped};

for_each_compiler!(clang, rustc_programs);

fn clang(compiler: &Compiler) {
    if compiler.tool("llvm-dis").is_none() {
        return skipped("llvm-dis of this version");
    }
    let programs = [corpus::programs(Language::C), corpus::programs(Language::Cpp)].concat();
    check(compiler, &programs, QUICK);
}

fn rustc_programs(compiler: &Compiler) {
    check(compiler, &corpus::programs(Language::Rust), QUICK_RUST);
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
