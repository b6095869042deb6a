//! Programs that go wrong: the interpreter says how and where, for the IR as it was read, after each pass alone, and after
//! all of them. It shows that the interpreter is strict, and that no pass removes, folds or moves what can fault.

use std::fmt::Write as _;
use std::fs;

use braid_ir::Module;
use braid_passes::{PASSES, Pipeline};
use braid_testkit::corpus::{self, Build, Compiler, Level, Program};
use braid_testkit::interp;

/// Enough for every program here to reach its fault, and few enough to see soon that one does not end.
const BUDGET: u64 = 300_000;

#[test]
fn a_fault_stays_where_it_is() {
    let compilers = Compiler::clangs();
    let mut wrong = String::new();
    for compiler in &compilers {
        for program in corpus::faults() {
            if let Err(what) = check(compiler, &program) {
                writeln!(wrong, "{} by clang {:?}: {what}", program.name, compiler.clang).expect("a string takes all");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn check(compiler: &Compiler, program: &Program) -> Result<(), String> {
    let source = fs::read_to_string(&program.path).map_err(|error| error.to_string())?;
    let wanted = source.lines().next().and_then(|line| line.strip_prefix("// fault: ")).ok_or("no fault is named")?;
    let line = 1 + source.lines().position(|line| line.ends_with("// here")).ok_or("no line is marked")?;
    let build = Build { level: Level::O0, debug: true };
    let bytes = fs::read(compiler.bitcode(program, build).map_err(|error| error.to_string())?);
    let bytes = bytes.map_err(|error| error.to_string())?;
    let mut stages = vec![("as read", Pipeline::none()), ("all passes", Pipeline::all())];
    for pass in PASSES {
        let mut one = Pipeline::none();
        one.set(pass.name, true).map_err(|error| error.to_string())?;
        stages.push((pass.name, one));
    }
    for (stage, mut pipeline) in stages {
        let module = prepared(&bytes, &mut pipeline)?;
        let failure = match interp::run(&module, BUDGET) {
            Ok(outcome) => return Err(format!("{stage}: ended with {:?}", outcome.end)),
            Err(failure) => failure,
        };
        if !failure.to_string().contains(wanted) || failure.place.line as usize != line {
            return Err(format!("{stage}: {failure}, but line {line} has: {wanted}"));
        }
    }
    Ok(())
}

fn prepared(bytes: &[u8], pipeline: &mut Pipeline) -> Result<Module, String> {
    let mut module = braid_bitcode::read(bytes.to_vec(), "module").map_err(|error| error.to_string())?;
    module.decode_all().map_err(|error| error.to_string())?;
    for func in module.funcs.ids() {
        pipeline.checked(&mut module, func).map_err(|malformed| format!("{malformed:?}"))?;
    }
    Ok(module)
}
