//! The reader against LLVM: for every program of the corpus, what the reader decoded must be what the `llvm-dis` of the
//! same version prints, instruction by instruction; for rustc, what it prints itself.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use braid_testkit::corpus::{self, Build, Compiler, Language, Level, Program};
use braid_testkit::listing::{self, Listing};

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

/// Real programs: the modules that `tools/subjects` made, in a long run.
#[test]
fn subjects() {
    let Some(folder) = std::env::var_os("BRAID_SUBJECTS").map(PathBuf::from) else {
        return skipped("a folder of real programs (BRAID_SUBJECTS)");
    };
    let mut wrong = String::new();
    let (mut modules, mut instructions) = (0, 0);
    for path in bitcode_files(&folder) {
        match compare_subject(&path) {
            Ok(compared) => (modules, instructions) = (modules + 1, instructions + compared),
            Err(what) => writeln!(wrong, "{}: {what}", path.display()).expect("a string takes everything"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    told(&format!("{modules} modules with {instructions} instructions are the same"));
}

/// The files that end in `.bc`, one folder down.
fn bitcode_files(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let mut files: Vec<PathBuf> = list(folder).iter().flat_map(|inner| list(inner)).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bc"));
    files.sort();
    files
}

/// Compares a module with the `llvm-dis` of the LLVM that wrote it.
fn compare_subject(path: &Path) -> Result<usize, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let producer = braid_bitcode::producer(&bytes).map_err(|error| error.to_string())?;
    let major = producer.trim_start_matches("LLVM").split('.').next().and_then(|major| major.parse().ok());
    let version = major.ok_or_else(|| format!("unknown producer {producer}"))?;
    let text = corpus::disassemble(path, version).map_err(|error| error.to_string())?;
    compare_files(bytes, &text)
}

fn clang(version: u32) {
    let Some(compiler) = Compiler::clang(version) else { return skipped(&format!("clang-{version}")) };
    if compiler.tool("llvm-dis").is_none() {
        return skipped(&format!("llvm-dis-{version}"));
    }
    let programs = [corpus::programs(Language::C), corpus::programs(Language::Cpp)].concat();
    check(&compiler, &programs, BUILDS);
}

fn skipped(what: &str) {
    told(&format!("skipped: {what} is not here"));
}

#[expect(clippy::print_stderr, reason = "a test says what it skipped and what it covered")]
fn told(what: &str) {
    eprintln!("{what}");
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
    compare_files(fs::read(bitcode).map_err(|error| error.to_string())?, &text)
}

/// Compares bitcode with its text form; gives how many instructions were compared.
fn compare_files(bytes: Vec<u8>, text: &Path) -> Result<usize, String> {
    let text = fs::read(text).map_err(|error| error.to_string())?;
    let llvm = listing::of_text(&String::from_utf8_lossy(&text)).without_debug_intrinsics();
    let mut module = braid_bitcode::read(bytes, "module").map_err(|error| error.to_string())?;
    module.decode_all().map_err(|error| error.to_string())?;
    let ours = listing::of_module(&module).without_debug_intrinsics();
    let differences = listing::differences(&llvm, &ours);
    if differences.is_empty() {
        return Ok(instructions(&llvm));
    }
    Err(differences.iter().take(3).map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

fn instructions(listing: &Listing) -> usize {
    listing.functions.iter().filter_map(|function| function.body.as_ref()).map(Vec::len).sum()
}
