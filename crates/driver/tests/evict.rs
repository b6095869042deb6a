//! A limit on memory loses nothing: states are evicted to their names and made again, and the answers are those of a run without a limit.
//!
//! Here states are evicted again and again, whatever memory is in use.

use std::path::{Path, PathBuf};

use braid::merge::Mode;
use braid::{Engine, Options, merge};
use braid_report::RunReport;

fn tests() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

fn options(search: &str, mode: &str) -> Options {
    let merge = merge::Options { mode: Mode::named(mode).expect("a mode"), ..merge::Options::default() };
    Options { write: false, search: search.to_owned(), merge, ..Options::default() }
}

fn load(program: &Path, options: Options) -> Engine {
    Engine::load(&[program.to_owned()], options).unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// The programs in C of a folder of `tests/merge`, but those that take long or never end by themselves.
fn programs(folder: &str) -> Vec<PathBuf> {
    let slow = ["huge_group.c", "server.c", "waits_for_ever.c", "wildcard.c"];
    let entries = std::fs::read_dir(tests().join("merge").join(folder)).expect("there are programs");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.retain(|path| !path.file_name().is_some_and(|name| slow.iter().any(|slow| name == *slow)));
    programs.sort();
    programs
}

/// What must not depend on a limit on memory.
fn answers(report: &RunReport) -> String {
    let bugs = |bug: &braid_report::Bug| format!("{} {:?} {}", bug.fault.kind, bug.fault.place, bug.count);
    let mut bugs: Vec<String> = report.bugs.iter().map(bugs).collect();
    bugs.sort();
    let rows: Vec<String> = report.incomplete.iter().map(|row| format!("{} {}", row.reason, row.count)).collect();
    format!(
        "{} paths {} states {} forks {} instructions {} lines {:?} bugs {bugs:?} incomplete {rows:?}",
        report.verdict.name(),
        report.paths,
        report.states,
        report.forks,
        report.instructions,
        report.coverage,
    )
}

/// What is found: bugs, lines, what is missing, and the verdict.
fn findings(report: &RunReport) -> String {
    let mut bugs: Vec<String> =
        report.bugs.iter().map(|bug| format!("{} {:?}", bug.fault.kind, bug.fault.place)).collect();
    bugs.sort();
    let rows: Vec<&str> = report.incomplete.iter().map(|row| row.reason.as_str()).collect();
    format!("{} lines {:?} bugs {bugs:?} incomplete {rows:?}", report.verdict.name(), report.coverage)
}

fn check(program: &Path, options: &Options, rounds: u64) -> u64 {
    compare(program, options, rounds, answers)
}

fn check_findings(program: &Path, options: &Options, rounds: u64) -> u64 {
    compare(program, options, rounds, findings)
}

/// Runs a program with and without evictions after every so many rounds; how many states were evicted, all of which came back.
fn compare(program: &Path, options: &Options, rounds: u64, seen: fn(&RunReport) -> String) -> u64 {
    let free = load(program, options.clone()).run(None).expect("the program runs");
    let mut pressed = load(program, Options { max_memory: Some(1 << 60), ..options.clone() });
    while pressed.advance(rounds).expect("the program runs") {
        pressed.evict_all();
    }
    let pressed = pressed.run(None).expect("the report is written");
    let what = format!("{} by {} with {}", program.display(), options.search, options.merge.mode.name);
    assert_eq!(seen(&pressed), seen(&free), "{what}");
    let count = |name: &str| pressed.counters[name].to_string().parse::<u64>().expect("a number");
    assert_eq!(count("evicted"), count("revived"), "{what}");
    count("evicted")
}

#[test]
fn a_limit_on_memory_loses_no_path() {
    let mut evicted = 0;
    for (program, search) in [
        ("klee/regexp.c", "bfs"),
        ("klee/memspn_two.c", "random-path,nurs:md2u"),
        ("klee/sort.c", "topological"),
        ("klee/sort.c", "dfs"),
    ] {
        evicted += check(&tests().join("engine/c").join(program), &options(search, "none"), 7);
    }
    assert!(evicted > 500, "{evicted} states were evicted, too few to tell anything");
}

/// States outside of merge contexts are evicted, also such as were joined before: they are made again by way of what joined them.
#[test]
fn a_limit_on_memory_loses_no_path_where_states_are_merged() {
    let mut evicted = 0;
    for (folder, mode) in [("loops", "loop"), ("patterns", "pattern"), ("regions", "region")] {
        for program in programs(folder) {
            evicted += check(&program, &Options { batch: 50, ..options("bfs", mode) }, 2);
        }
    }
    assert!(evicted > 100, "{evicted} states were evicted, too few to tell anything");
}

/// States that merely met are evicted too, and are made again by way of those that they were. Who is put aside cannot be joined
/// meanwhile, so that the states and instructions of a run may be others; what it answers is the same.
#[test]
fn a_limit_on_memory_loses_no_path_where_states_merely_meet() {
    let mut evicted = 0;
    for (mode, search) in [("qce-static", "bfs"), ("qce-dynamic", "random-path")] {
        for folder in ["qce", "loops"] {
            for program in programs(folder) {
                evicted += check_findings(&program, &Options { batch: 50, ..options(search, mode) }, 3);
            }
        }
    }
    assert!(evicted > 100, "{evicted} states were evicted, too few to tell anything");
}

/// Where questions are not answered, runs differ by what the solver has learned before; but no state is lost.
#[test]
fn states_that_were_split_again_come_back() {
    let mut options = Options { solver_conflicts: Some(10), batch: 20, ..options("bfs", "pattern") };
    options.merge.pattern = merge::pattern::Flags { incremental: true, pattern_cost: false };
    options.merge.values = merge::Values::Ite;
    let mut evicted = 0;
    for program in ["in_a_loop.c", "modulo.c", "two_numbers.c"] {
        let program = tests().join("merge/unmerge").join(program);
        let mut engine = load(&program, Options { max_memory: Some(1 << 60), ..options.clone() });
        while engine.advance(2).expect("the program runs") {
            engine.evict_all();
        }
        let report = engine.run(None).expect("the report is written");
        let lost = report.incomplete.iter().find(|row| row.reason.contains("made again"));
        assert!(lost.is_none(), "{}: {lost:?}", program.display());
        assert_eq!(report.counters["evicted"], report.counters["revived"], "{}", program.display());
        evicted += report.counters["evicted"].to_string().parse::<u64>().expect("a number");
    }
    assert!(evicted > 20, "{evicted} states were evicted, too few to tell anything");
}
