//! The merge plug: two ways of merging that exist only here, each one folder and one row, give the answers of plain forking.
//!
//! Nothing outside of `merge` knows them. If one of them needed a change of `exec`, `state`, `search` or `driver`, the plug would
//! not be one.

mod arms;
mod meeting;
mod shadows;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use braid::merge::validate::Validation;
use braid::merge::{Mode, Options as MergeOptions};
use braid::report::RunReport;
use braid::{Engine, Options};

/// The command line of a run, as far as programs of the suites say something about it.
#[derive(clap::Parser)]
struct Flags {
    #[command(flatten)]
    options: Options,
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    paths
}

/// The options of a program: what it says itself, but how states are merged.
fn options(program: &Path) -> Options {
    let text = std::fs::read_to_string(program).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.strip_prefix("// flags: ").or(line.strip_prefix("// run: ")));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).filter(|word| !word.contains("merge")).collect();
    let mut options = <Flags as clap::Parser>::try_parse_from([""].into_iter().chain(words))
        .map_or_else(|_| Options::default(), |flags| flags.options);
    options.write = false;
    options.max_instructions = Some(200_000);
    options
}

fn run(program: &Path, mode: &'static Mode) -> RunReport {
    let merge = MergeOptions { mode, validation: Validation::Sample, measure: true, ..MergeOptions::default() };
    let options = Options { merge, ..options(program) };
    let engine = Engine::load(&[program.to_owned()], options);
    let report = engine.and_then(|engine| engine.run(None));
    report.unwrap_or_else(|error| panic!("{} {}: {error}", program.display(), mode.name))
}

type Answer = (BTreeSet<(String, u32)>, &'static str, (u64, u64));

fn answer(report: &RunReport) -> Answer {
    let bugs = report.bugs.iter().map(|bug| (bug.fault.kind.clone(), bug.fault.place.line)).collect();
    (bugs, report.verdict.name(), (report.coverage.lines_covered, report.coverage.lines_total))
}

/// Every program of some folders that forking explores completely has the same answer in a mode; how many joins there were.
fn conforms(mode: &'static Mode, folders: &[&str]) -> u64 {
    let (mut joins, mut compared) = (0, 0);
    for program in folders.iter().flat_map(|folder| programs(folder)) {
        let forked = run(&program, Mode::named("none").expect("a mode"));
        if !forked.incomplete.is_empty() {
            continue;
        }
        let merged = run(&program, mode);
        let what = format!("{} {}", program.display(), mode.name);
        assert!(merged.incomplete.is_empty(), "{what}: {:?}", merged.incomplete);
        assert_eq!(answer(&merged), answer(&forked), "{what}");
        joins += merged.joins.to_string().parse::<u64>().unwrap_or(u64::MAX);
        compared += 1;
    }
    assert!(compared > 10, "{compared} programs are too few to tell anything");
    joins
}

/// Folders of programs; every test run looks at the first ones.
const FOLDERS: &[&str] =
    &["merge/loops", "engine/c/control", "merge/objects", "merge/patterns", "engine/c/faults", "engine/c/memory"];
const ALWAYS: usize = 2;

fn folders() -> &'static [&'static str] {
    if std::env::var_os("BRAID_SOAK").is_some() { FOLDERS } else { &FOLDERS[..ALWAYS] }
}

#[test]
fn the_arms_of_an_if_are_joined_at_its_post_dominator() {
    assert!(conforms(&arms::MODE, folders()) > 20);
}

#[test]
fn states_that_meet_at_a_loop_head_are_joined_without_a_context() {
    assert!(conforms(&meeting::MODE, folders()) > 20);
}

const CHAIN: &str = "#include <klee/klee.h>
    #include <assert.h>
    int main(void) {
        unsigned char s[12];
        unsigned low = 0;
        klee_make_symbolic(s, sizeof s, \"s\");
        for (int i = 0; i < 12; i++) {
            if (s[i] < 10)
                low |= 1;
            else
                low |= 2;
        }
        if (s[0] < 10) assert(low & 1);
        assert(low != 0);
        assert(low != 3 || s[1] != 77);
        return low;
    }";

fn written(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).expect("it is written");
    (folder, path)
}

/// 4096 paths for forking; a state for each iteration where arms are joined.
#[test]
fn joining_arms_saves_states() {
    let (_folder, path) = written(CHAIN);
    let merged = run(&path, &arms::MODE);
    assert!(merged.bugs.len() == 1, "{:?}", merged.bugs);
    assert!(merged.incomplete.is_empty(), "{:?} {:?}", merged.incomplete, merged.merges);
    let states: u64 = merged.states.to_string().parse().expect("a number");
    assert!(states < 20, "{states}");
    let row = &merged.merges[0];
    assert!(row.line == 8 && row.joins.to_string() == "12", "{row:?}");
}

const MEET: &str = "#include <klee/klee.h>
    #include <assert.h>
    unsigned char seen[4];
    int main(void) {
        unsigned char s[8];
        klee_make_symbolic(s, sizeof s, \"s\");
        for (int i = 0; i < 8; i++)
            switch (s[i]) {
            case 'a': seen[0] = 1; break;
            case 'b': seen[1] = 1; break;
            case 'c': seen[2] = 1; break;
            default: seen[3] = 1;
            }
        assert(seen[0] | seen[1] | seen[2] | seen[3]);
        assert(!(seen[0] & seen[1] & seen[2] & seen[3]));
        return 0;
    }";

/// 65536 paths for forking; states that differ in memory alone meet at each iteration, wherever they forked.
#[test]
fn states_that_merely_meet_are_few() {
    let (_folder, path) = written(MEET);
    let merged = run(&path, &meeting::MODE);
    assert!(merged.incomplete.is_empty() && merged.bugs.len() == 1, "{:?} {:?}", merged.bugs, merged.incomplete);
    let states: u64 = merged.states.to_string().parse().expect("a number");
    assert!(states < 10, "{states}");
}

const FORGET: &str = "#include <klee/klee.h>
    #include <assert.h>
    unsigned char mode;
    int main(void) {
        unsigned char s[2];
        klee_make_symbolic(s, sizeof s, \"s\");
        for (int i = 0; i < 2; i++)
            if (s[i] == 'x') mode = 1; else mode = 2;
        if (s[1] == 'x')
            assert(mode != 1);
        assert(mode != 3);
        return 0;
    }";

/// What a join has forgotten may be anything: one fault is shown by an exact run, the other by none.
#[test]
fn a_fault_of_an_over_approximated_state_is_a_bug_only_if_an_exact_run_shows_it() {
    let (_folder, path) = written(FORGET);
    let merged = run(&path, &meeting::FORGETFUL);
    let lines: Vec<u32> = merged.bugs.iter().map(|bug| bug.fault.place.line).collect();
    assert_eq!(lines, [10], "{:?}", merged.bugs);
    let reason = "a fault of an over-approximated state that no exact run has shown";
    assert!(merged.incomplete.iter().any(|row| row.reason == reason), "{:?}", merged.incomplete);
    assert!(merged.joins.to_string() != "0");
}

/// As many states that come of joins are made again for each program.
const ENOUGH: usize = 30;

/// Neither of them knows anything of names, and every live state of them is made again from its name by another engine.
fn are_made_again(mode: &'static Mode, programs: &[PathBuf]) {
    let mut all = 0;
    for program in programs {
        let (mut done, mut joined) = (BTreeSet::new(), 0);
        let merge = MergeOptions { mode, ..MergeOptions::default() };
        let options = Options { merge, batch: 20, search: "bfs".to_owned(), ..options(program) };
        let load = || Engine::load(std::slice::from_ref(program), options.clone()).expect("the program is read");
        let (mut first, mut second) = (load(), load());
        while joined < ENOUGH && done.len() < 5 * ENOUGH && first.advance(2).expect("the program runs") {
            for (name, expected) in first.names().into_iter().zip(first.descriptions()).rev() {
                if !done.insert(name.to_string()) {
                    continue;
                }
                let again = second.recreate(&name);
                let what = format!("{} {}: {name}", program.display(), mode.name);
                assert_eq!(again.unwrap_or_else(|error| panic!("{what}: {error}")), expected, "{what}");
                joined += usize::from(name.is_of_joined());
            }
        }
        all += joined;
    }
    assert!(all > 60, "{}: {all} states that come of joins are too few to tell anything", mode.name);
}

#[test]
fn states_of_mergers_that_know_no_names_are_made_again() {
    let (_chain, chain) = written(CHAIN);
    let (_meet, meet) = written(MEET);
    let (_forget, forget) = written(FORGET);
    let some = programs("merge/loops").into_iter().step_by(4);
    let all: Vec<PathBuf> = [chain, meet, forget].into_iter().chain(some).collect();
    for mode in [&arms::MODE, &meeting::MODE, &meeting::FORGETFUL] {
        are_made_again(mode, &all);
    }
}
