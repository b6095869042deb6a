//! Every line that a run reaches is claimed by exactly one test, however the paths that reach it end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use braid::{Engine, Options};
use braid_report::{Ending, Folder, lcov};

/// Paths end in silence, by a false assumption, by a fault that was seen before, by exit, or never.
const ENDS: &str = r#"#include <klee/klee.h>
static int steps;
static int divide(int a, int b) {
    return a / b;
}
int main(void) {
    unsigned char x, zero;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&zero, sizeof zero, "zero");
    if (x == 1) {
        steps = 1;
        klee_silent_exit(0);
    }
    if (x == 2) {
        steps = 2;
        klee_assume(x == 3);
        steps = 3;
    }
    if (x == 4) {
        steps = 4;
        divide(x, zero & 1);
        steps = 5;
    }
    if (x == 5) {
        steps = 6;
        divide(x, zero & 2);
        steps = 7;
    }
    if (x == 6) {
        while (1)
            steps++;
    }
    if (x < 100)
        return steps;
    steps = 8;
    return 0;
}
"#;

/// Checks the claims of a run; the tests that were written.
fn check(path: &Path, name: &str, options: Options) -> Vec<Ending> {
    let out = tempfile::tempdir().expect("a folder for temporary files");
    let options = Options { out: Some(out.path().join("out")), ..options };
    let engine = Engine::load(&[path.to_owned()], options).unwrap_or_else(|error| panic!("{name}: {error}"));
    engine.run(None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let folder = Folder::open(&out.path().join("out")).expect("the run has a folder");
    let mut claims: BTreeMap<(String, u32), Vec<String>> = BTreeMap::new();
    let mut endings = Vec::new();
    for test in folder.test_names().expect("tests have names") {
        let claim = folder.read_claim(&test).expect("a test has a claim");
        for (file, lines) in &claim.lines {
            lines.iter().for_each(|line| claims.entry((file.clone(), line)).or_default().push(test.clone()));
        }
        endings.push(claim.ending);
    }
    let text = std::fs::read_to_string(out.path().join("out/lcov.info")).expect("there is a file of lines");
    let reached = lcov::parse(&text).expect("it can be read");
    for (file, lines) in &reached {
        for (&line, &count) in lines {
            let tests = claims.remove(&(file.clone(), line)).unwrap_or_default();
            assert_eq!(tests.len(), usize::from(count > 0), "{name}, {file}:{line}, reached {count} times: {tests:?}");
        }
    }
    assert!(claims.is_empty(), "{name}: claimed but not in the file of lines: {claims:?}");
    endings
}

fn limits() -> Vec<Options> {
    let mut all = Vec::new();
    for search in ["dfs", "bfs", "random-path", "nurs:covnew"] {
        for max_instructions in [1, 40, 150, 5_000] {
            for only_new_coverage in [false, true] {
                all.push(Options {
                    search: search.to_owned(),
                    batch: 20,
                    max_instructions: Some(max_instructions),
                    only_new_coverage,
                    ..Options::default()
                });
            }
        }
    }
    all
}

#[test]
fn lines_before_every_kind_of_end_are_claimed() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("ends.c");
    std::fs::write(&path, ENDS).expect("it can be written");
    for options in limits() {
        check(&path, &format!("{} {:?}", options.search, options.max_instructions), options);
    }
    let options = Options {
        max_instructions: Some(20_000),
        only_new_coverage: true,
        search: "bfs".to_owned(),
        ..Options::default()
    };
    let endings = check(&path, "to the end", options);
    let count = |wanted: &dyn Fn(&Ending) -> bool| endings.iter().filter(|ending| wanted(ending)).count();
    assert_eq!(count(&|ending| matches!(ending, Ending::Fault { .. })), 1, "{endings:?}");
    let silent = |ending: &Ending| matches!(ending, Ending::Early { reason } if reason == "an end in silence");
    assert_eq!(count(&silent), 2, "{endings:?}");
}

#[test]
fn a_fault_that_is_known_still_has_a_test_for_new_lines() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("again.c");
    let program = "#include <klee/klee.h>\nint g;\nstatic int divide(int a, int b) { return a / b; }\nint main(void) {\n\
                   int x;\nklee_make_symbolic(&x, sizeof x, \"x\");\nif (x == 1)\ndivide(1, 0);\n\
                   if (x == 2)\ndivide(2, 0);\nreturn 0;\n}\n";
    std::fs::write(&path, program).expect("it can be written");
    let endings = check(&path, "again", Options::default());
    let faults = endings.iter().filter(|ending| matches!(ending, Ending::Fault { .. })).count();
    assert_eq!(faults, 2, "{endings:?}");
}

#[test]
fn lines_of_the_suite_are_claimed() {
    let suite = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine/c");
    let suite = suite.canonicalize().expect("the suite is there");
    for name in ["control/goto_state.c", "control/exit_codes.c", "klee/sort.c", "klee/maze.c", "bounds/loop_depth.c"] {
        for max_instructions in [300, 30_000] {
            let options = Options { max_instructions: Some(max_instructions), ..Options::default() };
            check(&suite.join(name), name, options);
        }
    }
    check(&suite.join("klee/regexp.c"), "few forks", Options { max_forks: Some(5), ..Options::default() });
    check(&suite.join("klee/regexp.c"), "few splits", Options { max_depth: Some(5), ..Options::default() });
}

/// Four branches in a row, each with lines of its own on both sides.
const BRANCHES: &str = r#"#include <klee/klee.h>
int main(void) {
    unsigned char s[4];
    int n = 0;
    klee_make_symbolic(s, sizeof s, "s");
    if (s[0] == 'a')
        n += 1;
    else
        n += 2;
    if (s[1] == 'b')
        n += 3;
    else
        n += 4;
    if (s[2] == 'c')
        n += 5;
    else
        n += 6;
    if (s[3] == 'd')
        n += 7;
    else
        n += 8;
    return n;
}
"#;

/// States that are joined get tests for their new lines together: one whose input leads through the lines of several claims all of them.
#[test]
fn tests_for_lines_of_joined_states_are_fewer_than_those_states() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("branches.c");
    std::fs::write(&path, BRANCHES).expect("it can be written");
    for mode in ["qce-static", "qce-dynamic"] {
        for max_instructions in [None, Some(60)] {
            let merge = braid_merge::Options {
                mode: braid_merge::Mode::named(mode).expect("a mode"),
                ..braid_merge::Options::default()
            };
            let endings = check(&path, mode, Options { merge, max_instructions, ..Options::default() });
            // Without sharing there are eight, and one of the end.
            assert!(max_instructions.is_some() || endings.len() <= 5, "{mode}: {endings:?}");
        }
    }
}
