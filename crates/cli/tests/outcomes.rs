//! What ends a run without being a matter of the program has an exit code of its own, and takes nothing with it that was found.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = r#"
    #include <klee/klee.h>
    #include <assert.h>
    int main(void) {
        unsigned x, y;
        klee_make_symbolic(&x, sizeof x, "x");
        klee_make_symbolic(&y, sizeof y, "y");
        if (x * y == 391 && x > 1 && y > 1) assert(x > y);
        return 0;
    }
"#;

/// A folder with the program as bitcode; none without a compiler, and the test says that it was skipped.
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
fn folder() -> Option<TempDir> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.c"), PROGRAM).unwrap();
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/include");
    let mut command = Command::new("clang-14");
    command.args(["-g", "-emit-llvm", "-c", "main.c", "-o", "main.bc", "-I", include]).current_dir(folder.path());
    if !command.status().is_ok_and(|status| status.success()) {
        println!("skipped: clang-14 not installed");
        return None;
    }
    Some(folder)
}

fn braid(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["run", "main.bc", "--json"]).args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn told(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_full_disk_exits_74_with_what_was_found() {
    let Some(folder) = folder() else { return };
    // No file may have more than 512 bytes, as if the disk were full: the report of the run does not fit.
    let script =
        format!("trap '' XFSZ; ulimit -f 1; exec {} run main.bc --json --out out", env!("CARGO_BIN_EXE_braid"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(74), "{}", String::from_utf8_lossy(&output.stderr));
    let run = told(&output);
    assert_eq!((run["verdict"].as_str(), run["bugs"].as_array().unwrap().len()), (Some("bug"), 1), "{run}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}

#[test]
fn a_folder_that_cannot_be_made_exits_74() {
    let Some(folder) = folder() else { return };
    let output = braid(folder.path(), &["--out", "/proc/no-such-place/out"]).output().unwrap();
    assert_eq!(output.status.code(), Some(74), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_folder_of_others_is_a_wrong_command_line() {
    let Some(folder) = folder() else { return };
    let output = braid(folder.path(), &["--out", "."]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_solver_that_contradicts_ours_exits_70_after_the_report() {
    let Some(folder) = folder() else { return };
    let liar = folder.path().join("liar");
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in *check-sat*) echo unsat;; esac; done\n";
    std::fs::write(&liar, script).unwrap();
    std::fs::set_permissions(&liar, std::fs::Permissions::from_mode(0o755)).unwrap();
    let output = braid(folder.path(), &["--no-output", "--solver-check", "./liar"]).output().unwrap();
    assert_eq!(output.status.code(), Some(70), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("two solvers disagree"));
    assert_ne!(told(&output)["verdict"], "proved");
}
