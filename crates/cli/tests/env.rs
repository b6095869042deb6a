//! `braid env` and `--env`: the table of external calls, and rows of the user in place of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn braid(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the binary was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("there is room for a folder");
    for (name, contents) in files {
        fs::write(place.path().join(name), contents).expect("there is room for a file");
    }
    place
}

/// What a run with these rows says: verdict, number of paths, and the reasons why it is incomplete.
fn run(place: &Path, rows: &str) -> (String, u64, String) {
    fs::write(place.join("rows"), rows).expect("there is room for a file");
    let output = braid(place, &["run", "--env", "rows", "--no-output", "--json", "main.c"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr));
    });
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    (verdict, report["paths"].as_u64().unwrap_or(0), report["incomplete"].to_string())
}

#[test]
fn the_table_tells_how_and_who() {
    let place = folder(&[("rows", "rand any # whatever\nstrfry native\n")]);
    let all = text(&braid(place.path(), &["env"]).stdout);
    let row = |name: &str| all.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default();
    assert!(
        row("malloc").contains("exact model") && row("malloc").contains("runtime/src/heap.c:"),
        "{}",
        row("malloc")
    );
    assert!(row("sscanf").contains("runtime/src/scan.c:"), "{}", row("sscanf"));
    assert!(row("memcpy").contains("crates/env/src/memory.rs"), "{}", row("memcpy"));
    assert!(row("system").contains("refused"), "{}", row("system"));
    assert!(row("getpid").contains("exact model"), "{}", row("getpid"));
    assert!(all.ends_with("every other function: refused, unless --undefined or --env says otherwise\n"));
    let some = braid(place.path(), &["env", "--env", "rows", "--json", "rand", "strfry", "nobody"]);
    let rows: Value = serde_json::from_slice(&some.stdout).expect("it prints JSON");
    let of = |at: usize, field: &str| rows[at][field].as_str().unwrap_or_default().to_owned();
    assert_eq!((of(0, "how"), of(0, "source")), ("over-approximation".to_owned(), "rows:1".to_owned()));
    assert_eq!((of(1, "how"), of(1, "source")), ("native call".to_owned(), "rows:2".to_owned()));
    assert_eq!(of(2, "how"), "refused");
}

#[test]
fn rows_of_the_user_replace_those_of_the_table() {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-14 not installed");
        return;
    }
    let main = "#include <stdlib.h>\nint main(void) { if (rand() == 7) return 1; return 0; }\n";
    let model = "int rand(void) { return 7; }\n";
    let place = folder(&[("main.c", main), ("seven.c", model)]);
    assert_eq!(run(place.path(), "# nothing\n"), ("proved".to_owned(), 1, "[]".to_owned()));
    assert_eq!(run(place.path(), "rand model seven.c"), ("proved".to_owned(), 1, "[]".to_owned()));
    let (verdict, paths, why) = run(place.path(), "rand any");
    assert_eq!((verdict.as_str(), paths), ("inconclusive", 2), "{why}");
    assert!(why.contains("'rand'"), "{why}");
    let (verdict, _, why) = run(place.path(), "rand refused");
    assert!(verdict == "inconclusive" && why.contains("call of the undefined function 'rand'"), "{why}");
    let (verdict, paths, why) = run(place.path(), "rand native");
    assert_eq!((verdict.as_str(), paths), ("inconclusive", 1), "{why}");
    assert!(why.contains("external call of 'rand'"), "{why}");
}

#[test]
fn a_wrong_file_is_told_with_its_line() {
    let place = folder(&[("main.c", "int main(void) { return 0; }\n")]);
    for (rows, complaint) in [
        ("rand sometimes\n", "line 1: expected NAME"),
        ("\nmemcpy any\n", "line 2: 'memcpy' is carried out by the engine"),
        ("rand any\nrand native\n", "line 2: there is a row for 'rand' already"),
    ] {
        fs::write(place.path().join("rows"), rows).expect("there is room for a file");
        for command in [&["env", "--env", "rows"][..], &["run", "--env", "rows", "main.c"]] {
            let output = braid(place.path(), command);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {}", text(&output.stderr));
            assert!(text(&output.stderr).contains(complaint), "{command:?}: {}", text(&output.stderr));
        }
    }
    let output = braid(place.path(), &["env", "--env", "absent"]);
    assert!(
        output.status.code() == Some(2) && text(&output.stderr).contains("--env absent"),
        "{}",
        text(&output.stderr)
    );
}
