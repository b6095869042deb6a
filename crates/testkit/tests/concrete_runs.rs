//! Programs of the corpus, run as IR, against the native program: the same output and the same end, for the IR as it was
//! read, after each pass alone (one build of each compiler), and after all of them. The verifier runs at every stage.
//!
//! `BRAID_SOAK=1` runs the full matrix: each pass alone for every build, every level with and without debug information, the native program built anew
//! at every level.

mod common;

use std::fmt::Write as _;
use std::fs;

use braid_ir::{Module, verify};
use braid_passes::{PASSES, Pipeline};
use braid_testkit::corpus::{self, Build, Compiler, Language, Level, NativeEnd, NativeRun, Program};
use braid_testkit::interp::{self, End, Outcome};
use common::{QUICK, QUICK_RUST, for_each_compiler, skipped};

/// No program of the corpus executes more instructions than this.
const BUDGET: u64 = 20_000_000;

for_each_compiler!(clang, rustc_programs);

/// A read of what was never written is seen in memory and, once the slot is a register, by the check that the passes
/// leave in its place.
#[test]
fn an_uninitialised_read_stays_visible() {
    let Some(compiler) = Compiler::clangs().into_iter().next() else { return skipped("clang") };
    let programs = corpus::programs(Language::C);
    let program = programs.iter().find(|program| program.name == "uninitialised_read.c").expect("it is in the corpus");
    let path = compiler.bitcode(program, QUICK[0]).unwrap_or_else(|error| panic!("{error}"));
    let mut module =
        read(&fs::read(path).expect("the bitcode is there"), &program.name).unwrap_or_else(|error| panic!("{error}"));
    for stage in ["as read", "after all passes"] {
        let outcome = interp::run(&module, BUDGET).unwrap_or_else(|failure| panic!("{stage}: {failure}"));
        assert_eq!(uninitialised(&outcome), [("pick", 6), ("pick", 7)], "{stage}");
        transform(&mut module, &mut Pipeline::all()).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn clang(compiler: &Compiler) {
    let builds = if full() { matrix(&[Level::O0, Level::O1, Level::O2]) } else { QUICK.to_vec() };
    let programs = [corpus::programs(Language::C), corpus::programs(Language::Cpp)].concat();
    check(compiler, &programs, &builds);
}

fn rustc_programs(compiler: &Compiler) {
    let builds = if full() { matrix(&[Level::O0, Level::O1, Level::O2, Level::O3]) } else { QUICK_RUST.to_vec() };
    check(compiler, &corpus::programs(Language::Rust), &builds);
}

fn full() -> bool {
    std::env::var_os("BRAID_SOAK").is_some()
}

fn matrix(levels: &[Level]) -> Vec<Build> {
    levels.iter().flat_map(|&level| [false, true].map(|debug| Build { level, debug })).collect()
}

/// Checks every program that the compiler takes under every build, and reports all that is wrong at once.
fn check(compiler: &Compiler, programs: &[Program], builds: &[Build]) {
    let only = std::env::var("BRAID_ONLY").ok();
    let mut wrong = String::new();
    let mut runs = 0;
    for program in programs.iter().filter(|program| compiler.takes(program)) {
        if only.as_ref().is_some_and(|only| !program.name.contains(only.as_str())) {
            continue;
        }
        for (at, &build) in builds.iter().enumerate() {
            let alone = at == 0 || full();
            if let Err(what) = check_build(compiler, program, build, alone, &mut runs) {
                writeln!(wrong, "{} {build}: {what}", program.name).expect("a string takes everything");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(runs > 0 || only.is_some(), "no program was run");
}

/// Checks one build; each pass is run alone, too, if `alone`.
fn check_build(
    compiler: &Compiler,
    program: &Program,
    build: Build,
    alone: bool,
    runs: &mut u32,
) -> Result<(), String> {
    let path = compiler.bitcode(program, build).map_err(|error| error.to_string())?;
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    let plain = read(&bytes, &program.name)?;
    if program.decode_only.is_some() {
        return decode_only(&bytes, &program.name);
    }
    let native_build = if full() { build } else { Build { level: Level::O1, debug: false } };
    let native = compiler.native(&[program], native_build).map_err(|error| error.to_string())?;
    *runs += 1;
    let before = compare(&plain, &native, "as read")?;
    for pass in PASSES.iter().filter(|_| alone) {
        let mut pipeline = Pipeline::none();
        pipeline.set(pass.name, true).map_err(|error| error.to_string())?;
        rewritten(&bytes, program, &mut pipeline, &native, &before, pass.name)?;
    }
    rewritten(&bytes, program, &mut Pipeline::all(), &native, &before, "all passes")
}

/// Runs passes, verifies after each, and compares the run.
fn rewritten(
    bytes: &[u8],
    program: &Program,
    pipeline: &mut Pipeline,
    native: &NativeRun,
    before: &Outcome,
    stage: &str,
) -> Result<(), String> {
    let mut module = read(bytes, &program.name)?;
    transform(&mut module, pipeline)?;
    let after = compare(&module, native, stage)?;
    let (was, is) = (uninitialised(before), uninitialised(&after));
    if was != is {
        return Err(format!("{stage}: uninitialised reads were at {was:?} and are now at {is:?}"));
    }
    Ok(())
}

/// Where something uninitialised was read, as function and line.
fn uninitialised(outcome: &Outcome) -> Vec<(&str, u32)> {
    let mut places: Vec<_> = outcome.uninitialised.iter().map(|place| (place.func.as_str(), place.line)).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// A program that cannot be run is read, rewritten and verified all the same.
fn decode_only(bytes: &[u8], name: &str) -> Result<(), String> {
    let mut module = read(bytes, name)?;
    transform(&mut module, &mut Pipeline::all())
}

fn transform(module: &mut Module, pipeline: &mut Pipeline) -> Result<(), String> {
    for func in module.funcs.ids() {
        pipeline.checked(module, func).map_err(|malformed| {
            let name = module.names.get(module.funcs[func].symbol.name);
            format!("{} left {name} malformed: {:?}", malformed.pass, malformed.errors)
        })?;
    }
    verified(module, "after the passes")
}

fn read(bytes: &[u8], name: &str) -> Result<Module, String> {
    let mut module = braid_bitcode::read(bytes.to_vec(), name).map_err(|error| format!("read: {error}"))?;
    module.decode_all().map_err(|error| format!("decode: {error}"))?;
    verified(&module, "as read")?;
    Ok(module)
}

fn verified(module: &Module, stage: &str) -> Result<(), String> {
    let errors = verify::module(module);
    if errors.is_empty() { Ok(()) } else { Err(format!("{stage}: {errors:?}")) }
}

fn compare(module: &Module, native: &NativeRun, stage: &str) -> Result<Outcome, String> {
    let outcome = interp::run(module, BUDGET).map_err(|failure| format!("{stage}: {failure}"))?;
    // Signals of Linux: 4 is that of an illegal instruction, 6 that of abort.
    let end = match outcome.end {
        End::Exit(code) => NativeEnd::Exit(i32::from(code)),
        End::Abort => NativeEnd::Signal(6),
        End::Trap => NativeEnd::Signal(4),
    };
    if end != native.end || outcome.output != native.output {
        return Err(format!(
            "{stage}: native ended with {:?} after\n{}\nthe IR with {end:?} after\n{}",
            native.end,
            String::from_utf8_lossy(&native.output),
            String::from_utf8_lossy(&outcome.output)
        ));
    }
    Ok(outcome)
}
