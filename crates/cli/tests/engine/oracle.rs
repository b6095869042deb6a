//! The expectations against native runs, without the engine.
//!
//! `tests/engine/oracle/enumerate.c` runs a program natively on all combinations of the values that stand in its `try`
//! lines, with sanitizers, and counts the different sequences of basic blocks. The number must be the expected number of
//! paths, and a fault must be seen if and only if one is marked.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::expect::Program;
use crate::suite::{GROUPS, programs};
use crate::{config, folder, parallel, process, report, root};

/// The compiler for which paths are pinned; where it is not, there is nothing to compare.
const COMPILER: &str = "clang-14";
const LIMIT: Duration = Duration::from_secs(120);
/// One in so many programs is counted unless there is time: what is counted depends on the programs alone, not on the engine.
const ONE_IN: u32 = 3;
/// What the sanitizers watch: faults that the machine does not tell by itself.
const SANITIZERS: &[&str] = &[
    "-fsanitize=address,null,shift-exponent,integer-divide-by-zero,unreachable",
    "-fsanitize-trap=null,shift-exponent,integer-divide-by-zero,unreachable",
];
/// A fault ends the run with a code of its own and says nothing.
const SANITIZER_OPTIONS: &str = "exitcode=99:detect_leaks=0:symbolize=0:handle_segv=0:handle_sigfpe=0:handle_abort=0:\
                                 detect_stack_use_after_return=1:log_path=/dev/null";

/// What the oracle counted.
#[derive(PartialEq, Eq, Debug)]
struct Counted {
    paths: u64,
    faults: u64,
}

#[test]
fn native_runs_take_as_many_paths() {
    if Command::new(COMPILER).arg("--version").output().is_err() {
        return;
    }
    let programs: Vec<Program> = GROUPS.iter().flat_map(|group| programs(group)).collect();
    let is_chosen = |program: &&Program| !program.tries.is_empty() && config::is_chosen(&program.path, ONE_IN);
    let tried: Vec<&Program> = programs.iter().filter(is_chosen).collect();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&tried, |program| check(program, scratch.path()));
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), tried.len());
}

fn check(program: &Program, scratch: &Path) -> Option<String> {
    let problem = match count(program, scratch) {
        Err(what) => what,
        Ok(counted) if Some(counted.paths) != program.paths => {
            format!("{} paths, not {:?}", counted.paths, program.paths)
        }
        Ok(counted) if (counted.faults > 0) == program.bugs.is_empty() => {
            format!("{} faults, {} marked", counted.faults, program.bugs.len())
        }
        Ok(_) => return None,
    };
    Some(format!("  {:<28} {problem}", program.name()))
}

fn count(program: &Program, scratch: &Path) -> Result<Counted, String> {
    let executable = scratch.join(program.name());
    let object = executable.with_extension("o");
    let mut compile = Command::new(COMPILER);
    compile.args(["-O0", "-g", "-w", "-c", "-Dmain=program_main", "-fsanitize-coverage=bb,trace-pc,no-prune"]);
    compile.args(SANITIZERS).arg("-idirafter").arg(root().join("runtime/include"));
    succeed(compile.arg(&program.path).arg("-o").arg(&object))?;
    let mut link = Command::new(COMPILER);
    link.args(["-O1", "-w", "-fsanitize=address"]).arg(&object).arg(folder("oracle").join("enumerate.c"));
    succeed(link.arg("-o").arg(&executable))?;
    let mut run = Command::new(&executable);
    let output = succeed(run.args(&program.tries).env("ASAN_OPTIONS", SANITIZER_OPTIONS))?;
    parse(&output).ok_or_else(|| format!("the oracle said `{output}`"))
}

fn succeed(command: &mut Command) -> Result<String, String> {
    let finished = process::run(command, LIMIT);
    match finished.code {
        Some(0) => Ok(String::from_utf8_lossy(&finished.stdout).into_owned()),
        code => Err(format!("{:?} ended with {code:?}: {}", command.get_program(), finished.complaint())),
    }
}

/// Reads `N runs, N paths, N faults`.
fn parse(text: &str) -> Option<Counted> {
    let number = |part: Option<&str>, word: &str| part?.trim().strip_suffix(word)?.trim().parse::<u64>().ok();
    let mut parts = text.trim().split(',');
    number(parts.next(), "runs")?;
    Some(Counted { paths: number(parts.next(), "paths")?, faults: number(parts.next(), "faults")? })
}

#[test]
fn counts_are_read() {
    assert_eq!(parse("12 runs, 3 paths, 1 faults\n"), Some(Counted { paths: 3, faults: 1 }));
    assert_eq!(parse("12 runs, 3 paths"), None);
}
