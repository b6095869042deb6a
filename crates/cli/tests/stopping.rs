//! A run that is stopped in the middle of a query that would take minutes: it ends at once, says why, and keeps its results.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A square has no sign: a solver of bits needs long to see it. The paths beside it are easy.
const HARD: &str = r#"
    #include <klee/klee.h>
    int main(void) {
        int x;
        char easy;
        klee_make_symbolic(&x, sizeof x, "x");
        klee_make_symbolic(&easy, sizeof easy, "easy");
        if (easy == 'a') return 1;
        if (easy == 'b') return 2;
        __int128 square = (__int128)x * x;
        if (square >> 64) return 3;
        return 0;
    }
"#;

/// Starts a run; none without a compiler, and the test says that it was skipped.
fn start(arguments: &[&str]) -> Option<(TempDir, Child)> {
    if Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_err() {
        braid_testing::skipped("clang-14 not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.c"), HARD).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.c", "--json", "--out", "out", "--search", "dfs"]).args(arguments);
    command.env("BRAID_CC", "clang-14").current_dir(folder.path());
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    Some((folder, child))
}

/// Waits for the end of a run: its exit code and what it says. A run that does not stop is ended with the test.
fn end(mut child: Child) -> (Option<i32>, Value) {
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let code = child.wait().unwrap().code();
    (code, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

/// The reasons of a stopped run, after all its tests were found to replay.
fn reasons(folder: &TempDir, run: &Value) -> Vec<String> {
    let replay = Command::new(env!("CARGO_BIN_EXE_braid"))
        .args(["replay", "out"])
        .env("BRAID_CC", "clang-14")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stdout));
    let rows = run["incomplete"].as_array().unwrap().iter();
    rows.map(|row| row["reason"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_time_limit_ends_a_query() {
    let Some((folder, child)) = start(&["--max-time", "2s"]) else { return };
    let (code, run) = end(child);
    assert_eq!((code, run["verdict"].as_str()), (Some(4), Some("inconclusive")));
    let reasons = reasons(&folder, &run);
    assert!(reasons.iter().any(|reason| reason == "time limit"), "{reasons:?}");
    assert!(run["tests"].as_u64().unwrap() >= 1, "{run}");
}

#[test]
fn an_interrupt_ends_a_query() {
    let Some((folder, child)) = start(&[]) else { return };
    std::thread::sleep(Duration::from_secs(3));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let (code, run) = end(child);
    assert_eq!((code, run["verdict"].as_str()), (Some(4), Some("inconclusive")));
    let reasons = reasons(&folder, &run);
    assert!(reasons.iter().any(|reason| reason.contains("interrupted")), "{reasons:?}");
    assert!(run["tests"].as_u64().unwrap() >= 1, "{run}");
}
