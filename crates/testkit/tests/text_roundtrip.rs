//! Programs of the corpus through the text form: what was read from bitcode is printed, parsed and compared field by
//! field, and so is what the passes make of it. The text is the same when it is printed again.
//!
//! The builds are those of the quick run of `concrete_runs`, so that both use the same compiled files.

mod common;

use std::fmt::Write as _;
use std::fs;

use braid_ir::{Module, text, verify};
use braid_passes::Pipeline;
use braid_testkit::corpus::{self, Build, Compiler, Language, Program};
use common::{QUICK, for_each_compiler};

#[path = "../../ir/tests/common/isomorphism.rs"]
mod isomorphism;

for_each_compiler!(clang, rustc_programs);

fn clang(compiler: &Compiler) {
    check(compiler, &[corpus::programs(Language::C), corpus::programs(Language::Cpp)].concat());
}

fn rustc_programs(compiler: &Compiler) {
    check(compiler, &corpus::programs(Language::Rust));
}

/// Checks every program that the compiler takes, and reports all that is wrong at once.
fn check(compiler: &Compiler, programs: &[Program]) {
    let mut wrong = String::new();
    let mut checked = 0;
    for program in programs.iter().filter(|program| compiler.takes(program)) {
        for &build in QUICK {
            checked += 1;
            if let Err(what) = check_build(compiler, program, build) {
                writeln!(wrong, "{} {build}: {what}", program.name).expect("a string takes everything");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 0, "no program was read");
}

fn check_build(compiler: &Compiler, program: &Program, build: Build) -> Result<(), String> {
    let path = compiler.bitcode(program, build).map_err(|error| error.to_string())?;
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    let mut module = braid_bitcode::read(bytes, &program.name).map_err(|error| error.to_string())?;
    module.decode_all().map_err(|error| error.to_string())?;
    round_trip(&module).map_err(|what| format!("as read: {what}"))?;
    Pipeline::all().run(&mut module);
    round_trip(&module).map_err(|what| format!("after the passes: {what}"))
}

fn round_trip(module: &Module) -> Result<(), String> {
    let printed = text::print(module);
    let again = text::parse(&printed).map_err(|error| {
        let line = printed.lines().nth(error.line as usize - 1).unwrap_or_default();
        format!("{error}\n{line}")
    })?;
    if let Some(difference) = isomorphism::difference(module, &again) {
        return Err(difference);
    }
    if let Some(error) = verify::module(&again).first() {
        return Err(error.to_string());
    }
    if text::print(&again) == printed { Ok(()) } else { Err("printed again, the text differs".to_owned()) }
}
