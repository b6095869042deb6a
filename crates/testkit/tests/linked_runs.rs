//! Programs of several modules, linked by us, against the native program: in every order of the modules, lazily decoded
//! after linking, as linked and after all passes.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use braid_ir::{Module, verify};
use braid_link::{LoadOptions, load_bytes};
use braid_passes::Pipeline;
use braid_testkit::corpus::{self, Build, Compiler, Level, NativeEnd, NativeRun, Program};
use braid_testkit::interp::{self, End};

const BUDGET: u64 = 1_000_000;

#[test]
fn linked_programs_do_what_native_ones_do() {
    let builds = [Build { level: Level::O0, debug: true }, Build { level: Level::O2, debug: false }];
    let mut wrong = String::new();
    for compiler in Compiler::clangs() {
        for (name, modules) in corpus::linked() {
            if !modules.iter().all(|module| compiler.takes(module)) {
                continue;
            }
            for build in builds {
                if let Err(what) = check(&compiler, &modules, build) {
                    writeln!(wrong, "{name} {build} by clang {:?}: {what}", compiler.clang)
                        .expect("a string takes all");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn check(compiler: &Compiler, modules: &[Program], build: Build) -> Result<(), String> {
    let native = compiler.native(&modules.iter().collect::<Vec<_>>(), build).map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for module in modules {
        let path = compiler.bitcode(module, build).map_err(|error| error.to_string())?;
        files.push((PathBuf::from(&module.name), fs::read(path).map_err(|error| error.to_string())?));
    }
    // The end of the program is the same in every order; what constructors print is ordered by their priorities.
    for turn in 0..files.len() {
        files.rotate_left(1);
        let linked = load_bytes(files.clone(), &LoadOptions::default()).map_err(|error| error.to_string())?;
        let mut module = linked.module;
        module.decode_all().map_err(|error| error.to_string())?;
        compare(&module, &native).map_err(|what| format!("turn {turn}: {what}"))?;
        let mut pipeline = Pipeline::all();
        for func in module.funcs.ids() {
            pipeline.checked(&mut module, func).map_err(|malformed| format!("{malformed:?}"))?;
        }
        compare(&module, &native).map_err(|what| format!("turn {turn}, after all passes: {what}"))?;
    }
    Ok(())
}

fn compare(module: &Module, native: &NativeRun) -> Result<(), String> {
    let errors = verify::module(module);
    if !errors.is_empty() {
        return Err(format!("{errors:?}"));
    }
    let outcome = interp::run(module, BUDGET).map_err(|failure| failure.to_string())?;
    let output = String::from_utf8_lossy(&outcome.output);
    match (outcome.end, native.end) {
        (End::Exit(ours), NativeEnd::Exit(theirs)) if i32::from(ours) == theirs && outcome.output == native.output => {
            Ok(())
        }
        (ours, theirs) => Err(format!(
            "native ended with {theirs:?} after\n{}\nthe IR with {ours:?} after\n{output}",
            String::from_utf8_lossy(&native.output)
        )),
    }
}
