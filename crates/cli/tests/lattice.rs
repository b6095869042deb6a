//! Loops without a bound: what is true is proved, what is false is shown by a run or not decided, and nothing false is ever proved.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/merge/lattice").join(folder);
    let entries = std::fs::read_dir(&folder).expect("there are programs");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    paths.sort();
    paths
}

fn has_compiler() -> bool {
    let found = Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        braid_testing::skipped("clang-14 not installed");
    }
    found
}

/// Limits that count work: the same answer on every machine.
const LIMITS: &[&str] = &["--max-instructions=60000"];

fn run(program: &PathBuf, flags: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command
        .arg("run")
        .arg(program)
        .args(["--no-output", "--json", "--quiet", "--merge=lattice"])
        .args(LIMITS)
        .args(flags);
    let output = command.env("BRAID_CC", "clang-14").stdin(Stdio::null()).output().expect("the binary was built");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {}", program.display(), String::from_utf8_lossy(&output.stderr)))
}

fn verdicts(folder: &str, flags: &[&str]) -> BTreeMap<String, String> {
    let name = |program: &PathBuf| program.file_stem().expect("a name").to_string_lossy().into_owned();
    let verdict = |program: &PathBuf| run(program, flags)["verdict"].as_str().expect("a verdict").to_owned();
    programs(folder).iter().map(|program| (name(program), verdict(program))).collect()
}

#[test]
fn what_is_true_of_loops_without_a_bound_is_proved() {
    if !has_compiler() {
        return;
    }
    let verdicts = verdicts("true", &["--validate-merges", "--max-time=60"]);
    let proved = verdicts.values().filter(|verdict| *verdict == "proved").count();
    assert!(verdicts.values().all(|verdict| verdict != "bug"), "{verdicts:?}");
    assert!(verdicts.len() >= 20 && proved >= 12, "{proved} of {}: {verdicts:?}", verdicts.len());
}

#[test]
fn what_is_false_after_many_iterations_is_never_proved() {
    if !has_compiler() {
        return;
    }
    let verdicts = verdicts("false", &["--validate-merges", "--max-time=6"]);
    let refuted = verdicts.values().filter(|verdict| *verdict == "bug").count();
    assert!(verdicts.values().all(|verdict| verdict != "proved"), "{verdicts:?}");
    assert!(verdicts.len() >= 8 && refuted >= 4, "{refuted} of {}: {verdicts:?}", verdicts.len());
}

/// What was shown of each closed loop is shown again, by Braid and by another solver if there is one.
#[test]
fn certificates_have_no_model() {
    if !has_compiler() {
        return;
    }
    let other = Command::new("z3").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !other {
        braid_testing::left_out("z3 not installed");
    }
    let mut checked = 0;
    for name in ["count_up", "pos_sum", "saturate", "nested", "bounded_walk"] {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        let folder = out.path().join("out");
        let program = programs("true").into_iter().find(|path| path.ends_with(format!("{name}.c"))).expect("a program");
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.arg("run").arg(&program).args(["--quiet", "--merge=lattice", "--lattice-certificates", "--out"]);
        let status = command.arg(&folder).args(LIMITS).env("BRAID_CC", "clang-14").stdin(Stdio::null()).output();
        assert!(status.expect("it runs").status.success(), "{name}");
        let files = std::fs::read_dir(&folder).expect("results").map(|entry| entry.expect("an entry").path());
        let is_certificate = |path: &PathBuf| path.to_string_lossy().contains("certificate-");
        let files: Vec<PathBuf> = files.filter(is_certificate).collect();
        assert!(files.len() >= 2, "{name}: {files:?}");
        for file in files {
            let own = Command::new(env!("CARGO_BIN_EXE_braid")).arg("solve").arg(&file).output().expect("it runs");
            assert_eq!(String::from_utf8_lossy(&own.stdout).trim(), "unsat", "{name}: {}", file.display());
            if other {
                let output = Command::new("z3").arg("-T:30").arg(&file).output().expect("it runs");
                assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "unsat", "{name}: {}", file.display());
            }
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked}");
}
