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
  printf(\"x is %d\\n\", x); fflush(stdout);
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
    let found = !braid_replay::tools::clangs().is_empty();
    if !found {
        braid_testing::skipped("clang is not installed");
    }
    found
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

/// 2,048 paths through eleven forks, and a bug on the last of them.
const MANY: &str = "\
#include <klee/klee.h>
#include <assert.h>
#include <stdio.h>
int main(void) {
  unsigned short x;
  int ones = 0;
  klee_make_symbolic(&x, sizeof x, \"x\");
  for (int i = 0; i < 11; i++)
    if (x >> i & 1) ones++;
  printf(\"%d\", ones);
  assert(ones != 11);
  return ones;
}
";

fn count_files(folder: &Path, end: &str) -> usize {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(end)).count()
}

#[test]
fn later_tests_share_an_archive_that_replay_and_export_read() {
    if !has_clang() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("many.c"), MANY).unwrap();
    let run = |out: &str, more: &[&str]| {
        let output = braid(place.path(), &[&["run", "many.c", "--quiet", "--json", "--out", out], more].concat());
        assert_eq!(json(&output)["tests"], 2048, "{}", text(&output.stderr));
        place.path().join(out)
    };
    let files = run("files", &["--tests=files"]);
    assert_eq!((count_files(&files, ".ktest"), files.join("tests.tar").exists()), (2048, false));
    let out = run("archive", &[]);
    let kept = count_files(&out, ".ktest");
    assert!((999..1010).contains(&kept) && count_files(&out, ".err") == 1, "{kept}");
    let [second, last] = [place.path().join("archive"), files].map(|folder| folder.join("test000002.ktest"));
    assert_eq!(std::fs::read(second).unwrap(), std::fs::read(last).unwrap());
    let replayed = braid(place.path(), &["replay", "archive", "2", "1000", "1001", "2047"]);
    assert!(text(&replayed.stdout).ends_with("4 tests: 4 confirmed\n"), "{}", text(&replayed.stdout));
    let exported = braid(place.path(), &["export", "archive", "--format", "raw"]);
    assert!(text(&exported.stdout).starts_with("2048 tests, 2048 files"), "{}", text(&exported.stdout));
    let unpacked = Command::new("tar").arg("xf").arg("tests.tar").current_dir(&out).output();
    if unpacked.is_ok_and(|output| output.status.success()) {
        assert_eq!(count_files(&out, ".ktest"), 2048);
        for entry in std::fs::read_dir(&out).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.ends_with(".ktest") {
                let other = place.path().join("files").join(&name);
                assert_eq!(std::fs::read(entry.path()).unwrap(), std::fs::read(other).unwrap(), "{name}");
            }
        }
    }
}

/// A program that lists the root folder and then takes one of two ways.
const LISTS_ROOT: &str = "\
#include <dirent.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  unsigned count = 0, known = 0;
  char x;
  DIR *root = opendir(\"/\");
  for (struct dirent *entry; (entry = readdir(root)); count++)
    known += !strcmp(entry->d_name, \".\") || !strcmp(entry->d_name, \"..\") || !strcmp(entry->d_name, \"here\");
  printf(\"%u names, %u known\\n\", count, known);
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (x == 'y')
    return 1;
  return 0;
}
";

/// What measures lines is not among the files that a program sees, and all lines that tests reach come together in a file.
#[test]
fn lines_are_measured_unseen_and_written() {
    if !has_clang() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("lists.c"), LISTS_ROOT).unwrap();
    let run = braid(place.path(), &["run", "lists.c", "--out", "out", "--quiet", "--sym-files", "1", "2"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stdout));
    let replayed = json(&braid(place.path(), &["replay", "--lines", "--json", "out"]));
    assert_eq!(replayed["counts"]["confirmed"], 2, "{replayed}");
    let lines = std::fs::read_to_string(place.path().join("out/native.info")).unwrap();
    let is_reached =
        |line: u32| lines.lines().any(|row| row.starts_with(&format!("DA:{line},")) && !row.ends_with(",0"));
    assert!(is_reached(14) && is_reached(15), "{lines}");
    // The folder is still known as one of a run.
    let again = braid(place.path(), &["run", "lists.c", "--out", "out", "--quiet", "--sym-files", "1", "2"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
}

#[test]
fn preprocessed_files_are_sources() {
    if !has_clang() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let clang = &braid_replay::tools::clangs()[0].path;
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    for (source, preprocessed) in [("prog.c", "prog.i"), ("prog.cc", "prog.ii")] {
        std::fs::write(place.path().join(source), SOURCE).unwrap();
        let mut command = Command::new(clang);
        command.arg("-E").arg(source).arg("-o").arg(preprocessed).arg("-I").arg(&include);
        assert!(command.current_dir(place.path()).status().unwrap().success());
        let output = braid(place.path(), &["run", preprocessed, "--quiet", "--json", "--out", "out"]);
        let result = json(&output);
        assert_eq!(result["bugs"][0]["kind"], "assert", "{}", text(&output.stderr));
        assert_eq!((&result["bugs"][0]["line"], &result["bugs"][0]["file"]), (&8.into(), &source.into()));
        assert_eq!(text(&output.stderr), "", "the compiler has nothing to say");
        let replayed = braid(place.path(), &["replay", "out"]);
        assert!(replayed.status.success(), "{}", text(&replayed.stdout));
    }
}

#[test]
fn programs_for_other_machines_are_refused_by_name() {
    if !has_clang() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("m.c"), "int main(void) { return 0; }\n").unwrap();
    for (target, name) in [("armv7-linux-gnueabihf", "armv7"), ("s390x-linux-gnu", "s390x")] {
        let output = braid(place.path(), &["run", "m.c", "--no-output", "--cflags", &format!("--target={target}")]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert!(message.contains(name) && message.contains("those for i386 can be run"), "{message}");
    }
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
