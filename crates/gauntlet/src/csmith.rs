//! Programs that Csmith made (Yang, Chen, Eide, Regehr, 2011): without input and without undefined behaviour, they print a
//! checksum of their variables. Braid must find one path, no fault, and the machine's checksum.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use braid_testing::Random;
use braid_testkit::process;
use serde_json::Value;

use crate::explore::{Braid, MODES};
use crate::judge::{Class, Disagreement};

/// Where Debian keeps Csmith's headers.
const HEADERS: &str = "/usr/include/csmith";
/// A native run that takes longer is no use: Csmith's loops need not end.
const NATIVE_LIMIT: Duration = Duration::from_secs(2);
const COMPILE_LIMIT: Duration = Duration::from_secs(120);
/// Instructions that Braid may need; a native run of two seconds would be far more.
const MAX_INSTRUCTIONS: &str = "100000000";
const MAX_TIME: &str = "60s";

/// Csmith's features that are switched on or off at random. Those whose programs have undefined behaviour are left out
/// (`builtins` counts the leading zeros of zero).
const FEATURES: &[&str] = &[
    "arrays",
    "bitfields",
    "comma-operators",
    "compound-assignment",
    "consts",
    "divs",
    "embedded-assigns",
    "pre-incr-operator",
    "post-decr-operator",
    "unary-plus-operator",
    "jumps",
    "longlong",
    "int8",
    "uint8",
    "float",
    "math64",
    "inline-function",
    "muls",
    "packed-struct",
    "pointers",
    "structs",
    "unions",
    "volatiles",
    "volatile-pointers",
    "const-pointers",
    "global-variables",
    "return-structs",
    "arg-structs",
    "return-unions",
    "arg-unions",
];

/// The options of a seed.
pub fn options(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed ^ 0xc511);
    let mut options: Vec<String> = ["--seed".to_owned(), (seed + 1).to_string()].into();
    for feature in FEATURES {
        match random.index(6) {
            0 => options.push(format!("--no-{feature}")),
            1 => options.push(format!("--{feature}")),
            _ => {}
        }
    }
    for (option, least, spread) in
        [("--max-funcs", 1, 6), ("--max-block-depth", 2, 4), ("--max-array-dim", 1, 3), ("--max-expr-complexity", 3, 8)]
    {
        options.push(option.into());
        options.push((least + random.index(spread)).to_string());
    }
    options
}

/// Returns true if Csmith is on this machine.
pub fn is_here() -> bool {
    Path::new(HEADERS).is_dir()
        && Command::new("csmith").arg("--version").current_dir(std::env::temp_dir()).output().is_ok()
}

/// Compares the program of a seed; none if it has no use, because it does not compile or end natively.
pub fn run(braid: &Braid, seed: u64, scratch: &Path) -> Option<Vec<Disagreement>> {
    let source = generate(seed, scratch)?;
    let level = seed % 3;
    let printed = native(&source, scratch)?;
    let mut command = Command::new(&braid.binary);
    let out = scratch.join("out");
    command.arg("run").arg(&source).args(["--json", "--quiet", "--max-time", MAX_TIME, "--out"]).arg(&out);
    command.args(["--max-instructions", MAX_INSTRUCTIONS, "--merge", MODES[(seed / 3) as usize % MODES.len()]]);
    command.arg(format!("--cflags=-O{level} -w -I{HEADERS}")).env("BRAID_CC", &braid.compiler);
    let finished = process::run(&mut command, COMPILE_LIMIT);
    let Ok(report) = serde_json::from_slice::<Value>(&finished.stdout) else {
        return Some(vec![Disagreement { class: Class::Crash, kind: String::new(), detail: finished.complaint() }]);
    };
    Some(judge(&report, &out, &printed))
}

fn generate(seed: u64, scratch: &Path) -> Option<PathBuf> {
    let source = scratch.join("csmith.c");
    let mut command = Command::new("csmith");
    let finished = process::run(command.args(options(seed)).arg("-o").arg(&source).current_dir(scratch), COMPILE_LIMIT);
    (finished.code == Some(0)).then_some(source)
}

/// What the program prints, unoptimised.
fn native(source: &Path, scratch: &Path) -> Option<String> {
    let executable = scratch.join("native");
    let mut compile = Command::new("clang-14");
    compile.args(["-O0", "-w", "-I", HEADERS]).arg(source).arg("-o").arg(&executable);
    if process::run(&mut compile, COMPILE_LIMIT).code != Some(0) {
        return None;
    }
    let finished = process::run(&mut Command::new(&executable), NATIVE_LIMIT);
    (finished.code == Some(0)).then(|| String::from_utf8_lossy(&finished.stdout).replace('\n', "\\n"))
}

/// Holds a report against what the program prints.
fn judge(report: &Value, out: &Path, printed: &str) -> Vec<Disagreement> {
    let bugs = report["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
    if let Some(bug) = bugs.first() {
        let kind = bug["kind"].as_str().unwrap_or_default().to_owned();
        let detail = format!("{kind} at line {}: {}", bug["line"], bug["message"]);
        return vec![Disagreement { class: Class::FalseAlarm, kind, detail }];
    }
    if report["verdict"] != "proved" {
        let rows = report["incomplete"].to_string();
        return vec![Disagreement { class: Class::Incomplete, kind: String::new(), detail: rows }];
    }
    let claims = std::fs::read_to_string(out.join("tests.jsonl")).unwrap_or_default();
    let claim: Value = claims.lines().next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let claimed = claim["stdout"].as_str().unwrap_or_default();
    if claims.lines().count() == 1 && claimed == printed && claim["exit_code"] == 0 {
        return Vec::new();
    }
    let detail = format!("{} tests; prints {claimed}, natively {printed}", claims.lines().count());
    vec![Disagreement { class: Class::WrongExit, kind: "output".into(), detail }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_options_of_its_own() {
        assert_eq!(options(4), options(4));
        assert_ne!(options(4), options(5));
    }

    #[test]
    fn a_wrong_checksum_and_a_false_alarm_are_told() {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        let claim = r#"{"test":"test000001","kind":"exit","exit_code":0,"stdout":"checksum = 1\\n"}"#;
        std::fs::write(out.path().join("tests.jsonl"), claim).expect("writable");
        let proved = serde_json::json!({"verdict": "proved", "bugs": [], "incomplete": []});
        assert_eq!(judge(&proved, out.path(), "checksum = 1\\n"), []);
        assert_eq!(judge(&proved, out.path(), "checksum = 2\\n")[0].class, Class::WrongExit);
        let bug = serde_json::json!({"verdict": "bug", "bugs": [{"kind": "overshift", "line": 3, "message": "m"}]});
        assert_eq!(judge(&bug, out.path(), "checksum = 1\\n")[0].kind, "overshift");
    }
}
