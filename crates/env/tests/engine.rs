//! Programs with the runtime under the executor: fixed inputs give the native output, symbolic ones few paths.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_code::Program;
use braid_env::{Environment, runtime};
use braid_exec::{Ending, Executor, INTRINSICS, Options, Outcome};
use braid_ir::module::BodyError;
use braid_link::{Library, LoadOptions, Toolchain, load};
use braid_passes::Pipeline;
use braid_solver::Solver;
use braid_state::{State, Value};

/// How a path ended, and what it had written to standard output: terms are shown as `?`.
#[derive(Debug)]
struct Ended {
    ending: Ending,
    output: String,
}

fn is_there(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether clang-14 is there; if not, the test says that it was skipped.
fn have_clang() -> bool {
    let there = is_there("clang-14");
    if !there {
        braid_testing::skipped("clang-14 not installed");
    }
    there
}

/// An executor of a C program with the runtime.
fn executor(source: &Path, flags: &[&str]) -> Executor {
    let options = LoadOptions {
        compiler_flags: flags.iter().map(Into::into).collect(),
        toolchain: Some(Toolchain { clang: Some("clang-14".into()), rustc: None }),
        roots: vec!["exit".to_owned()],
        library: Some(Library { name: runtime::NAME, modules: runtime::MODULES }),
        headers: runtime::HEADERS,
        ..LoadOptions::default()
    };
    let module = load(&[source.to_owned()], &options).unwrap_or_else(|error| panic!("{error}")).module;
    let mut pipeline = Pipeline::all();
    let program = Program::new(
        module,
        Box::new(move |module, func| {
            module.decode(func)?;
            pipeline.checked(module, func).map_err(|error| BodyError(format!("{error:?}").into()))
        }),
        INTRINSICS,
    );
    Executor::new(program, Box::new(Environment::new()), Solver::new(), Options::default())
}

/// Runs every path of `main` to its end.
fn run(mut exec: Executor) -> Vec<Ended> {
    let mut state = exec.initial_state().unwrap();
    let main = exec.program.module.func_named("main").expect("a program has a main");
    exec.enter_first(&mut state, main, &[]).unwrap();
    let (mut live, mut ended) = (vec![state], Vec::new());
    while let Some(mut state) = live.pop() {
        assert!(ended.len() < 1000, "too many paths");
        match exec.run(&mut state, 1_000_000) {
            Outcome::Paused | Outcome::Arrived(_) => live.push(state),
            Outcome::Ended(ending) => ended.push(finished(&state, ending)),
            Outcome::Forked(others) => {
                live.push(state);
                for (state, ending) in others {
                    match ending {
                        Some(ending) => ended.push(finished(&state, ending)),
                        None => live.push(state),
                    }
                }
            }
        }
    }
    ended
}

fn finished(state: &State, ending: Ending) -> Ended {
    let byte = |value: &Value| value.word().map_or('?', |word| char::from(word as u8));
    let written =
        state.output.acts().into_iter().filter(|act| act.0 == 1).flat_map(|(_, _, bytes, _)| bytes.iter().map(byte));
    Ended { ending, output: written.collect() }
}

/// Runs a program given as text.
fn run_text(source: &str) -> Vec<Ended> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("main.c");
    std::fs::write(&path, source).unwrap();
    run(executor(&path, &[]))
}

fn uses() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/tests/engine/uses.c")
}

#[test]
fn fixed_inputs_give_the_native_output() {
    if !have_clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let native = folder.path().join("native");
    let compiled = Command::new("clang-14").args(["-w", "-o"]).arg(&native).arg(uses()).status().unwrap();
    assert!(compiled.success());
    let native = Command::new(native).output().unwrap();
    for flags in [&["-w"][..], &["-w", "-O1"], &["-w", "-O2", "-D_FORTIFY_SOURCE=2"]] {
        let ended = run(executor(&uses(), flags));
        assert_eq!(ended.len(), 1, "{flags:?}: {ended:?}");
        assert_eq!(ended[0].output, String::from_utf8_lossy(&native.stdout), "{flags:?}: {:?}", ended[0].ending);
        let status = native.status.code().map(|code| Value::Word(code as u64)).unwrap();
        assert_eq!(ended[0].ending, Ending::Exit(status), "{flags:?}");
    }
}

#[test]
fn paths_are_as_many_as_the_task_has() {
    if !have_clang() {
        return;
    }
    let string = "char s[5]; klee_make_symbolic(s, 5, \"s\"); s[4] = 0;";
    for (body, paths) in [
        // One for each length.
        ("return strlen(s);".to_owned(), 5),
        // A character is one of the class or not, and nothing is asked that the caller does not ask.
        ("return isalpha(s[0]) + 0 * toupper(s[1]);".to_owned(), 1),
        ("return abs(s[0]);".to_owned(), 1),
        // Four places, and nowhere: at the end or at another zero before it.
        ("return strchr(s, 'x') != 0;".to_owned(), 9),
        // Where the number ends: white space, a sign, digits in any place.
        ("s[1] = 0; return atoi(s) == 7;".to_owned(), 5),
    ] {
        let text = format!(
            "#include <klee/klee.h>\n#define __NO_CTYPE\n#include <ctype.h>\n#include <stdlib.h>\n#include <string.h>\n
             int main(void) {{ {string} {body} }}"
        );
        let ended = run_text(&text);
        assert!(ended.iter().all(|path| matches!(path.ending, Ending::Exit(_))), "{body}: {ended:?}");
        assert_eq!(ended.len(), paths, "{body}: {ended:?}");
    }
}
