//! Runs of the `braid` binary over a batch, and what they found for each case.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use braid_report::ktest::KTest;
use braid_testkit::process;
use serde_json::Value;

use crate::program::{Input, Program};

/// The ways in which every batch is explored.
pub const MODES: &[&str] = &["none", "loop", "pattern", "qce-static", "qce-dynamic", "summary", FORGETTING];
/// The one whose states may stand for more than there is: it may leave open whether a fault is one.
pub const FORGETTING: &str = "lattice";
/// A run over a batch that takes longer than this is cut off by Braid itself: an unoptimised one, and an optimised one, which
/// need not end where the program goes wrong.
const MAX_TIME: &str = "60s";
const MAX_TIME_OPTIMISED: &str = "15s";
/// A run that does not end by itself.
const LIMIT: Duration = Duration::from_secs(300);

/// The binary under test, and what it is given beside a program.
#[derive(Clone, Debug)]
pub struct Braid {
    /// The binary.
    pub binary: PathBuf,
    /// The compiler for sources.
    pub compiler: String,
}

/// A way of exploring a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The merge mode.
    pub mode: &'static str,
    /// The level of optimisation.
    pub level: u32,
}

/// A fault that Braid reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    /// Its kind.
    pub kind: String,
    /// Its line.
    pub line: u64,
    /// What it says.
    pub message: String,
    /// The test that shows it.
    pub test: String,
}

/// A test that Braid has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The case it runs.
    pub case: usize,
    /// The choices that make up its input.
    pub choices: Vec<i64>,
    /// What it claims: `exit`, `fault`, `early`.
    pub kind: String,
    /// The claimed exit code.
    pub code: Option<i64>,
}

/// What a run over a batch said.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The verdict.
    pub verdict: String,
    /// The faults.
    pub bugs: Vec<Bug>,
    /// The tests.
    pub tests: Vec<Test>,
    /// What was left out.
    pub incomplete: Vec<String>,
}

impl Braid {
    /// Explores a batch.
    pub fn explore(&self, source: &Path, programs: &[Program], way: Way, out: &Path) -> Result<Exploration, String> {
        let mut command = Command::new(&self.binary);
        command.arg("run").arg(source).arg("--json").arg("--quiet").arg("--out").arg(out);
        command.args(["--merge", way.mode, "--check", "overflow,uninitialized-read,leak", "--max-time"]);
        command.arg(if way.level == 0 { MAX_TIME } else { MAX_TIME_OPTIMISED });
        command.arg(format!("--cflags=-O{} -w -I{}", way.level, crate::native::folder().display()));
        command.env("BRAID_CC", &self.compiler);
        let finished = process::run(&mut command, LIMIT);
        let report: Value = serde_json::from_slice(&finished.stdout).map_err(|_| {
            format!(
                "braid ended with {:?}{}: {}",
                finished.code,
                if finished.hung { " (hung)" } else { "" },
                finished.complaint()
            )
        })?;
        Ok(Exploration {
            verdict: text(&report["verdict"]),
            bugs: list(&report["bugs"]).iter().map(bug).collect(),
            tests: tests(out, programs)?,
            incomplete: list(&report["incomplete"])
                .iter()
                .map(|row| format!("{} at {}", text(&row["reason"]), text(&row["place"])))
                .collect(),
        })
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn bug(value: &Value) -> Bug {
    Bug {
        kind: text(&value["kind"]),
        line: value["line"].as_u64().unwrap_or(0),
        message: text(&value["message"]),
        test: text(&value["test"]),
    }
}

/// The tests in an output folder.
fn tests(out: &Path, programs: &[Program]) -> Result<Vec<Test>, String> {
    let path = out.join("tests.jsonl");
    let claims = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    claims.lines().filter_map(|line| test(line, out, programs).transpose()).collect()
}

/// The test of a claim. A path that ended early may not have reached all inputs: it is no test of a whole input, so `None`.
fn test(line: &str, out: &Path, programs: &[Program]) -> Result<Option<Test>, String> {
    let claim: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let name = text(&claim["test"]);
    let bytes = std::fs::read(out.join(format!("{name}.ktest"))).map_err(|error| format!("{name}: {error}"))?;
    let inputs = KTest::from_bytes(&bytes).map_err(|error| format!("{name}: {error}"))?;
    let which = inputs.object("which").and_then(|object| object.bytes.first().copied());
    let case = usize::from(which.ok_or_else(|| format!("{name} has no case"))?);
    let program = programs.get(case).ok_or_else(|| format!("{name}: no case {case}"))?;
    let kind = text(&claim["kind"]);
    match choices(&inputs, program) {
        Some(choices) => Ok(Some(Test { name, case, choices, kind, code: claim["exit_code"].as_i64() })),
        None if kind == "early" => Ok(None),
        None => Err(format!("{name}: an input is missing or out of range")),
    }
}

/// The choices of the native harness that make the same input.
fn choices(inputs: &KTest, program: &Program) -> Option<Vec<i64>> {
    let mut choices = Vec::new();
    for input in &program.inputs {
        match input {
            Input::Number { name, low, high, of } => {
                let bytes = &inputs.object(name)?.bytes;
                let mut value = bytes.iter().rev().fold(0_i64, |value, byte| value << 8 | i64::from(*byte));
                if of.is_signed() && bytes.len() < 8 {
                    let unused = 64 - 8 * bytes.len() as u32;
                    value = value << unused >> unused;
                }
                choices.push((*low..=*high).contains(&value).then_some(value - low)?);
            }
            Input::Text { name, size } => {
                let bytes = &inputs.object(name)?.bytes;
                for at in 0..usize::try_from(*size).ok()? {
                    choices.push(b"\0ab".iter().position(|byte| bytes.get(at) == Some(byte))? as i64);
                }
            }
        }
    }
    Some(choices)
}

#[cfg(test)]
mod tests {
    use braid_report::ktest::InputObject;

    use super::*;
    use crate::program::Type;

    /// What comes of a claim of this kind whose input has these objects besides the case.
    fn read(kind: &str, objects: &[InputObject]) -> Result<Option<Test>, String> {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        let objects = std::iter::once(InputObject::new("which", &[0])).chain(objects.iter().cloned()).collect();
        let inputs = KTest { objects, ..KTest::default() };
        std::fs::write(out.path().join("t.ktest"), inputs.to_bytes()).expect("a file");
        let number = Input::Number { of: Type::U8, name: "x".into(), low: 0, high: 2 };
        let program = Program { globals: Vec::new(), inputs: vec![number], body: Vec::new(), results: Vec::new() };
        test(&format!(r#"{{"test":"t","kind":"{kind}"}}"#), out.path(), &[program])
    }

    #[test]
    fn only_a_path_that_ended_early_may_lack_an_input() {
        assert!(matches!(read("exit", &[InputObject::new("x", &[2])]), Ok(Some(test)) if test.choices == [2]));
        assert!(matches!(read("early", &[]), Ok(None)));
        assert!(read("exit", &[]).is_err());
        assert!(read("fault", &[InputObject::new("x", &[7])]).is_err(), "7 is out of range");
    }
}
