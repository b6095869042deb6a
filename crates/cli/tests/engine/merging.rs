//! Programs whose joins are known: how many states wait at each end of a loop, and how many are left.
//!
//! The programs of `tests/merge` say in their comments how they are run (`run:`) and what comes of it: the sizes of all
//! groups of states that become one, in ascending order (`groups:`), how many of them by a pattern (`patterns:`), how many contexts lost no state (`complete:`), how
//! many states end (`states:`), for how many paths at most (`paths:`), the verdict, bugs as `kind:line`, how often something was
//! refused (`refused:`), and what the user is told (`messages:`, without places). Every join is validated, and every test is
//! replayed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::braid::{self, Run};
use crate::config::REFERENCE;
use crate::{files, parallel, report, root};

/// What may be expected; any other name in a comment is a slip of the pen.
const NAMES: &[&str] =
    &["run", "patterns", "groups", "complete", "states", "paths", "verdict", "bugs", "refused", "messages"];

/// The expectations of a program, by name.
pub(crate) fn expectations(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let comments = text.lines().map_while(|line| line.strip_prefix("// "));
    let named = comments
        .filter_map(|line| line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))))
        .filter(|(name, _)| !name.contains(' '));
    let mut found = BTreeMap::new();
    for (name, value) in named {
        if !NAMES.contains(&name) {
            return Err(format!("there is no expectation called `{name}`"));
        }
        found.insert(name.to_owned(), value.trim().to_owned());
    }
    if found.contains_key("run") { Ok(found) } else { Err("it does not say how it is run".to_owned()) }
}

/// What came of a run, by the names of expectations.
fn outcome(run: &Run) -> BTreeMap<&'static str, String> {
    let rows = run.report["merges"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut groups: Vec<u64> =
        rows.iter().flat_map(|row| row["groups"].as_array().into_iter().flatten()).filter_map(Value::as_u64).collect();
    groups.sort_unstable();
    let complete: u64 = rows.iter().filter_map(|row| row["complete"].as_u64()).sum();
    let bugs: Vec<String> = run.bugs().iter().map(|bug| format!("{}:{}", bug.kind, bug.line)).collect();
    let refused = rows.iter().flat_map(|row| row["refused"].as_object().into_iter().flatten());
    let refused: u64 = refused.filter_map(|(_, count)| count.as_u64()).sum();
    let number = |name: &str| run.number(name).map_or_else(String::new, |number| number.to_string());
    BTreeMap::from([
        ("groups", groups.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")),
        ("complete", complete.to_string()),
        ("patterns", rows.iter().filter_map(|row| row["patterns"].as_u64()).sum::<u64>().to_string()),
        ("states", number("states")),
        ("paths", number("paths")),
        ("verdict", run.report["verdict"].as_str().unwrap_or_default().to_owned()),
        ("bugs", bugs.join(" ")),
        ("refused", refused.to_string()),
        ("messages", messages(&run.out)),
    ])
}

/// What the user was told, without the places.
fn messages(out: &Path) -> String {
    let text = std::fs::read_to_string(out.join("messages")).unwrap_or_default();
    text.lines().map(|line| line.rsplit(": ").next().unwrap_or(line)).collect::<Vec<_>>().join("; ")
}

fn check(path: &Path, scratch: &Path) -> Result<(), String> {
    let expected = expectations(path)?;
    let mut flags: Vec<String> = vec!["--validate-merges=prove".to_owned()];
    flags.extend(expected["run"].split_whitespace().map(str::to_owned));
    if !flags.iter().any(|flag| flag.starts_with("--merge=")) {
        flags.push("--merge=loop".to_owned());
    }
    let out = scratch.join(path.file_stem().expect("a program has a name"));
    let run = braid::run(path, REFERENCE, &flags, &out)?;
    let found = outcome(&run);
    for (name, value) in expected.iter().filter(|(name, _)| *name != "run") {
        if found[name.as_str()] != *value {
            return Err(format!("{name} {}, not {value}; {}", found[name.as_str()], run.report["incomplete"]));
        }
    }
    if !expected.contains_key("bugs") && !found["bugs"].is_empty() {
        return Err(format!("unexpected {}", found["bugs"]));
    }
    braid::replay(&out, REFERENCE)
}

fn check_folder(name: &str) {
    let programs: Vec<PathBuf> = files(&root().join("tests/merge").join(name), "c");
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&programs, |path| {
        let what = check(path, scratch.path()).err()?;
        Some(format!("  {:<28} {what}", path.file_name()?.to_string_lossy()))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), programs.len());
}

#[test]
fn patterns() {
    check_folder("patterns");
}

#[test]
fn loops() {
    check_folder("loops");
}

#[test]
fn regions() {
    check_folder("regions");
}

#[test]
fn patience() {
    check_folder("patience");
}
