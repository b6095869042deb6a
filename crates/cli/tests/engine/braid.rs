//! Runs of the `braid` binary, and what they left behind.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::config::Config;
use crate::process::{self, Finished};

/// A run takes at most this long; programs that need a bound of time set a much smaller one.
const LIMIT: Duration = Duration::from_secs(600);

/// A finished run.
#[derive(Debug)]
pub(crate) struct Run {
    /// How the process ended.
    pub(crate) finished: Finished,
    /// The object on standard output.
    pub(crate) report: Value,
    /// The folder that it wrote.
    pub(crate) out: PathBuf,
}

/// A bug that was found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FoundBug {
    /// Its kind.
    pub(crate) kind: String,
    /// The name of the file, without folders.
    pub(crate) file: String,
    /// Its line.
    pub(crate) line: u64,
}

/// `braid run --json` over a source file; what went wrong if there is no report.
pub(crate) fn run(source: &Path, config: Config, flags: &[String], out: &Path) -> Result<Run, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.arg("run").arg(source).arg("--json").arg("--out").arg(out).args(flags);
    config.apply(&mut command);
    share_builds(&mut command);
    let finished = process::run(&mut command, LIMIT);
    if finished.hung {
        return Err(format!("still running after {LIMIT:?}"));
    }
    let report = serde_json::from_slice(&finished.stdout)
        .map_err(|error| format!("exit code {:?} and no report ({error}): {}", finished.code, finished.complaint()))?;
    Ok(Run { finished, report, out: out.to_owned() })
}

/// Many tests run the same program: what compilers make of it is kept for all of them.
fn share_builds(command: &mut Command) {
    command.env("BRAID_BUILDS", Path::new(env!("CARGO_TARGET_TMPDIR")).join("builds"));
}

/// Replays every test of a run natively, with sanitizers where the compiler has them. A claim that no machine shows (a
/// call with a wrong signature, a fault in bitcode without sanitizers) is no failure; one that differs is.
pub(crate) fn replay(out: &Path, config: Config) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(["replay", "--json", "--test-time", "60s"]).arg(out).args(sample(out)?);
    share_builds(&mut command);
    if config.clang.is_some() {
        command.env("BRAID_CC", config.compiler()).args(["--sanitize", "--lines"]);
    }
    let finished = process::run(&mut command, LIMIT);
    let report: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|_| format!("replay ended with {:?}: {}", finished.code, finished.complaint()))?;
    let wrong = |test: &&Value| match test["result"].as_str().unwrap_or_default() {
        "confirmed" => false,
        "not-observable" => is_always_shown(test),
        "failed" => !is_refused(test),
        _ => true,
    };
    let tests = report["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
    let wrong: Vec<String> = tests.iter().filter(wrong).take(3).map(Value::to_string).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("replay: {}", wrong.join(" | "))) }
}

/// Returns true if a test was not replayed because it may change files and nothing shuts programs in on this machine.
fn is_refused(test: &Value) -> bool {
    let refused = test["detail"].as_str().is_some_and(|why| why.contains("cannot be shut in here"));
    if refused {
        braid_testing::left_out("programs that may change files are not replayed: no user namespaces");
    }
    refused
}

/// Kinds of faults that a sanitizer need not see and that it does see in every program of the suite, as far as it sees all of the program.
const SHOWN: &[&str] = &["leak", "use-after-free"];

/// Returns true if a test that was replayed is of a kind that shows in every program of the suite under sanitizers.
fn is_always_shown(test: &Value) -> bool {
    let [claim, why] = ["claim", "detail"].map(|field| test[field].as_str().unwrap_or_default());
    SHOWN.iter().any(|kind| claim.split(' ').next() == Some(kind))
        && why.contains("sanitizer takes") | why.contains("sanitizer watches")
}

/// More tests than this are replayed in full only where there is time.
const REPLAYED: usize = 20;

/// The tests to replay: none named, which means all, or of very many those that show a bug or claim lines, and of the others
/// every so-manieth.
fn sample(out: &Path) -> Result<Vec<String>, String> {
    let claims = claims(out)?;
    if claims.len() <= REPLAYED || std::env::var_os("BRAID_SOAK").is_some() {
        return Ok(Vec::new());
    }
    let every = claims.len().div_ceil(REPLAYED);
    let has_lines = |claim: &Value| claim["lines"].as_object().is_some_and(|lines| !lines.is_empty());
    let matters = |claim: &Value| claim["kind"] != "exit" || has_lines(claim);
    let chosen = claims.iter().enumerate().filter(|(at, (_, claim))| at % every == 0 || matters(claim));
    Ok(chosen.filter_map(|(_, (_, claim))| Some(claim["test"].as_str()?.to_owned())).collect())
}

/// The claims of the tests of a run, with the input file that each belongs to.
fn claims(out: &Path) -> Result<Vec<(PathBuf, Value)>, String> {
    let path = out.join("tests.jsonl");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let claim = |line: &str| {
        let claim: Value = serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = claim["test"].as_str().ok_or("a claim without the name of its test")?;
        Ok((out.join(format!("{name}.ktest")), claim))
    };
    text.lines().map(claim).collect()
}

impl Run {
    /// A number of the report; large ones are strings.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        let value = &self.report[name];
        value.as_u64().or_else(|| value.as_str()?.parse().ok())
    }

    /// The bugs, in order and without repetition.
    pub(crate) fn bugs(&self) -> BTreeSet<FoundBug> {
        let bugs = self.report["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
        let text = |bug: &Value, name: &str| bug[name].as_str().unwrap_or_default().to_owned();
        let bug = |bug: &Value| FoundBug {
            kind: text(bug, "kind"),
            file: Path::new(&text(bug, "file")).file_name().map_or_else(String::new, |n| n.to_string_lossy().into()),
            line: bug["line"].as_u64().unwrap_or(0),
        };
        bugs.iter().map(bug).collect()
    }

    /// The lines of `file` that the coverage file says were reached, and those that were not.
    pub(crate) fn lines(&self, file: &str) -> Result<[BTreeSet<u64>; 2], String> {
        let path = self.out.join("lcov.info");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut lines = [BTreeSet::new(), BTreeSet::new()];
        let mut ours = false;
        for line in text.lines() {
            if let Some(source) = line.strip_prefix("SF:") {
                ours = Path::new(source).file_name().is_some_and(|name| name.to_string_lossy() == file);
            }
            let entry = line.strip_prefix("DA:").filter(|_| ours).and_then(|entry| entry.split_once(','));
            if let Some((number, count)) = entry {
                let number = number.parse().map_err(|_| format!("{}: `{line}`", path.display()))?;
                lines[usize::from(count.trim() == "0")].insert(number);
            }
        }
        Ok(lines)
    }

    /// The claims of its tests, with the input file that each belongs to.
    pub(crate) fn claims(&self) -> Result<Vec<(PathBuf, Value)>, String> {
        claims(&self.out)
    }
}
