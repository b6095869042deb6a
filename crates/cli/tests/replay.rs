//! `braid replay`, `braid export` and `braid doctor` as a script sees them, on a folder of tests made by hand.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use braid_report::{
    Bytes, Ending, Fault, Folder, InputObject, KTest, Place, Program, RunReport, Sources, TestClaim, folder,
};

const SOURCE: &str = "\
#include <klee/klee.h>
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, \"x\");
  printf(\"x is %d\\n\", x);
  assert(x != 7);
  return x & 127;
}
";

fn braid(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the binary was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("braid writes UTF-8")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(&output.stdout)))
}

/// A folder with a program and a run of it: a test that exits, one that fails the assertion, one whose claim is wrong.
fn sample() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("prog.c"), SOURCE).unwrap();
    let out = Folder::create_in(place.path(), "").unwrap();
    let directory = place.path().display().to_string();
    let program = Program { files: vec!["prog.c".to_owned()], directory, ..Program::default() };
    out.write_run(&RunReport { program, ..RunReport::default() }).unwrap();
    let claim = |ending: Ending, x: i32| TestClaim {
        ending,
        stdout: Bytes(format!("x is {x}\n").into_bytes()),
        ..TestClaim::default()
    };
    let assert_place = Place { file: Some("prog.c".to_owned()), line: 8, column: 3, function: "main".to_owned() };
    let fault = Fault { kind: "assert".to_owned(), place: assert_place, ..Fault::default() };
    let rows = [(5, Ending::Exit { exit_code: 5 }), (7, Ending::Fault { fault }), (6, Ending::Exit { exit_code: 9 })];
    for (number, (x, ending)) in (1..).zip(rows) {
        let input = KTest { objects: vec![InputObject::new("x", &i32::to_le_bytes(x))], ..KTest::default() };
        out.write_test(number, &input, &claim(ending, x), &Sources::none()).unwrap();
    }
    place
}

fn has_clang() -> bool {
    !braid_replay::tools::clangs().is_empty()
}

#[test]
fn replay_confirms_and_contradicts() {
    let place = sample();
    if !has_clang() {
        return;
    }
    let all = braid(place.path(), &["replay"]);
    let expected = "\
test000001  confirmed       exit code 5
test000002  confirmed       assert at prog.c:8:3 in main
test000003  differs         exit code 9
            it ended with exit code 6, not with exit code 9
3 tests: 2 confirmed, 1 differs
";
    assert_eq!(text(&all.stdout), expected, "{}", text(&all.stderr));
    assert_eq!(all.status.code(), Some(1));
    let some = braid(place.path(), &["replay", "braid-last", "1", "test000002.ktest"]);
    assert_eq!(some.status.code(), Some(0), "{}", text(&some.stdout));
    let value = json(&braid(place.path(), &["replay", "--json", "braid-out-0", "3"]));
    assert_eq!(value["tests"][0]["result"], "differs");
    assert_eq!(value["counts"]["differs"], 1);
}

#[test]
fn replay_says_what_is_wrong_with_its_arguments() {
    let place = sample();
    for (arguments, code, words) in [
        (&["replay", "nowhere"][..], 3, "nowhere: cannot read"),
        (&["replay", "prog.c"], 3, "prog.c: not a folder"),
        (&["replay", "braid-last", "9"], 2, "there is no test '9' (3 tests)"),
        (&["replay", "--test-time", "soon"], 2, "write one such as 60s"),
        (&["export", "braid-last", "x"], 2, "there is no test 'x'"),
        (&["export", "--format", "odd"], 2, "possible values: c, raw"),
        (&["export", "--to", "prog.c/below"], 3, "cannot write"),
    ] {
        let output = braid(place.path(), arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
    }
    std::fs::write(place.path().join("braid-last").join(folder::RUN), "{}").unwrap();
    let output = braid(place.path(), &["replay"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("run.json: missing field"), "{}", text(&output.stderr));
}

#[test]
fn exported_tests_replay_without_braid() {
    let place = sample();
    let output = braid(place.path(), &["export"]);
    assert_eq!(text(&output.stdout), "3 tests, 3 files in braid-export\n", "{}", text(&output.stderr));
    let raw = braid(place.path(), &["export", "--format", "raw", "--to", "bytes", "braid-last", "2"]);
    assert_eq!(raw.status.code(), Some(0));
    assert_eq!(std::fs::read(place.path().join("bytes/test000002/000-x")).unwrap(), [7, 0, 0, 0]);
    if Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    // The command at the top of the file works as it stands, also for a program that includes a header of Braid's.
    let file = std::fs::read_to_string(place.path().join("braid-export/test000001.c")).unwrap();
    let command = file.lines().find_map(|line| line.strip_prefix(" *     cc ")).unwrap();
    let mut shell = Command::new("sh");
    let output = shell.arg("-c").arg(format!("cc {command}")).current_dir(place.path().join("braid-export")).output();
    let output = output.unwrap();
    let found = (output.status.code(), text(&output.stdout));
    assert_eq!(found, (Some(5), "x is 5\n".to_owned()), "{command}: {}", text(&output.stderr));
}

#[test]
fn doctor_finds_what_is_there() {
    let place = tempfile::tempdir().unwrap();
    let output = braid(place.path(), &["doctor"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("ok       current folder"));
    let value = json(&braid(place.path(), &["doctor", "--json"]));
    assert_eq!(value["ok"], true);
    let checks = value["checks"].as_array().unwrap();
    let clang = checks.iter().find(|check| check["name"] == "clang").unwrap();
    assert_eq!(clang["found"].is_null(), !has_clang());
    let mut bare = Command::new(env!("CARGO_BIN_EXE_braid"));
    let output = bare.arg("doctor").current_dir(place.path()).env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "bitcode needs nothing of all that");
    assert!(text(&output.stdout).contains("missing  clang"), "{}", text(&output.stdout));
}
