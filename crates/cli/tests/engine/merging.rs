//! Programs whose joins are known: how many states wait at each end of a loop, and how many are left.
//!
//! The programs of `tests/merge` say in their comments how they are run (`run:`) and what comes of it: the sizes of all
//! groups of states that become one, in ascending order (`groups:`), how many of them by a pattern (`patterns:`), how many contexts lost no state (`complete:`), how
//! many states end (`states:`), for how many paths at most (`paths:`), the verdict, bugs as `kind:line`, how many paths lead to
//! each (`bug-paths:`), how often something was refused (`refused:`), and what the user is told (`messages:`, with line and
//! function). Behind every number stands where it comes from (`groups: 11 -- n = 0 to 10`).
//! Every join is validated, every test is replayed, and bugs, lines and verdict are those of a run that joins
//! nothing; that one has at most as many paths as expected, and where paths are counted, just as many.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::braid::{self, Run};
use crate::config::Config;
use crate::conformance::same_answer;
use crate::{files, parallel, report, root};

/// What may be expected; any other name in a comment is a slip of the pen.
const NAMES: &[&str] = &[
    "run",
    "patterns",
    "groups",
    "complete",
    "states",
    "paths",
    "verdict",
    "bugs",
    "bug-paths",
    "refused",
    "messages",
];

/// Numbers, which say where they come from.
const COUNTS: &[&str] = &["patterns", "groups", "complete", "states", "paths", "bug-paths", "refused"];

/// An expectation without the reason behind it, which a number must have.
fn without_reason<'a>(name: &str, value: &'a str) -> Result<&'a str, String> {
    if !COUNTS.contains(&name) {
        return Ok(value.trim());
    }
    match value.split_once("-- ") {
        Some((value, reason)) if !reason.trim().is_empty() => Ok(value.trim()),
        _ => Err(format!("`{name}` does not say where its number comes from")),
    }
}

/// The expectations of a program, by name.
pub(crate) fn expectations(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let comments = text.lines().map_while(|line| line.strip_prefix("//! ").or_else(|| line.strip_prefix("// ")));
    let named = comments
        .filter_map(|line| line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))))
        .filter(|(name, _)| !name.contains(' '));
    let mut found = BTreeMap::new();
    for (name, value) in named {
        if !NAMES.contains(&name) {
            return Err(format!("there is no expectation called `{name}`"));
        }
        found.insert(name.to_owned(), without_reason(name, value)?.to_owned());
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
        ("bug-paths", bug_paths(run)),
        ("refused", refused.to_string()),
        ("messages", messages(&run.out)),
    ])
}

/// How many paths lead to each bug, in order.
fn bug_paths(run: &Run) -> String {
    let bugs = run.report["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
    bugs.iter().map(|bug| bug["count"].to_string()).collect::<Vec<_>>().join(" ")
}

/// What the user was told: the line and function of each place and what is wrong there. What is to be done about it must
/// be told too, but in any words.
fn messages(out: &Path) -> String {
    let text = std::fs::read_to_string(out.join("messages")).unwrap_or_default();
    let short = |line: &str| {
        let [place, what, advice] = line.splitn(3, ": ").collect::<Vec<_>>()[..] else { return line.to_owned() };
        assert!(!advice.is_empty(), "{line}");
        format!("{}: {what}", place.rsplit_once(':').map_or(place, |(_, place)| place))
    };
    text.lines().map(short).collect::<Vec<_>>().join("; ")
}

fn check(path: &Path, scratch: &Path) -> Result<(), String> {
    let expected = expectations(path)?;
    let config = Config::reference(path);
    let mut flags: Vec<String> = expected["run"].split_whitespace().map(str::to_owned).collect();
    if !flags.iter().any(|flag| flag.starts_with("--merge=")) {
        flags.push("--merge=loop".to_owned());
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let forking: Vec<String> =
        flags.iter().map(|flag| if flag.starts_with("--merge=") { "--merge=none" } else { flag }.to_owned()).collect();
    if !flags.iter().any(|flag| flag.starts_with("--validate-merges")) {
        flags.push("--validate-merges=prove".to_owned());
    }
    let out = scratch.join(&name);
    let run = braid::run(path, config, &flags, &out)?;
    let found = outcome(&run);
    for (name, value) in expected.iter().filter(|(name, _)| *name != "run") {
        if found[name.as_str()] != *value {
            return Err(format!("{name} {}, not {value}; {}", found[name.as_str()], run.report["incomplete"]));
        }
    }
    if !expected.contains_key("bugs") && !found["bugs"].is_empty() {
        return Err(format!("unexpected {}", found["bugs"]));
    }
    let forked = braid::run(path, config, &forking, &scratch.join(format!("{name}-forked")))?;
    same_answer(&run, &forked, &name, false)?;
    let of_forked = outcome(&forked);
    if let Some(what) = ["paths", "bug-paths"].iter().find(|&&what| found[what] != of_forked[what])
        && flags.iter().any(|flag| flag == "--count-paths")
    {
        return Err(format!("{what} {}, but forking counts {}", found[what], of_forked[what]));
    }
    let number = |paths: &str| paths.parse::<u128>().unwrap_or(0);
    if let Some(paths) = expected.get("paths").filter(|paths| number(paths) < number(&of_forked["paths"])) {
        return Err(format!("paths {paths}, but forking counts {}", of_forked["paths"]));
    }
    braid::replay(&out, config)
}

fn check_folder(name: &str) {
    let folder = root().join("tests/merge").join(name);
    let programs: Vec<PathBuf> = ["c", "cc", "rs"].iter().flat_map(|ending| files(&folder, ending)).collect();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&programs, |path| {
        let what = check(path, scratch.path()).err()?;
        Some(format!("  {:<28} {what}", path.file_name()?.to_string_lossy()))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), programs.len());
}

#[test]
fn a_number_without_a_reason_is_refused() {
    assert_eq!(without_reason("groups", "3 4 -- n = 0 to 2; n = 0 to 3"), Ok("3 4"));
    assert_eq!(without_reason("groups", "-- nobody waits"), Ok(""));
    assert!(without_reason("groups", "3 4").is_err() && without_reason("states", "1 -- ").is_err());
    assert_eq!(without_reason("verdict", "proved"), Ok("proved"));
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
fn objects() {
    check_folder("objects");
}

#[test]
fn values() {
    check_folder("values");
}

#[test]
fn summaries() {
    check_folder("summary");
}

#[test]
fn patience() {
    check_folder("patience");
}

#[test]
fn query_counts() {
    check_folder("qce");
}

#[test]
fn unmerge() {
    check_folder("unmerge");
}

/// A program, groups, how many contexts are complete, and how many states end.
type Counts = (&'static str, &'static str, u64, u64);

/// The counts that the prototype of the papers prints for its own tests of these shapes: unoptimised, with the outermost loop's
/// context alone. Its loops are those whose forks depend on the size of an object; calls are allowed where its tests allow them.
const PROTOTYPE: &[Counts] = &[
    ("loops/fill.c", "11", 1, 1),
    ("loops/fill_twice.c", "11 11", 2, 1),
    ("loops/nested.c", "11", 1, 1),
    ("loops/inner_call.c", "11", 1, 1),
    ("loops/inner_size.c", "111", 1, 1),
    // Of its three ends two are faults, which it does not count as paths.
    ("loops/out_of_bounds.c", "2", 0, 3),
    ("loops/set_memory.c", "11", 1, 2),
    ("loops/abort_inside.c", "3", 0, 2),
    ("loops/early_return.c", "1 3", 1, 2),
    ("loops/early_out.c", "3 4", 1, 2),
    ("loops/count.c", "11", 1, 1),
    ("loops/figure3.c", "1 4", 1, 2),
    // By choices, all that are not joined inside of the loop.
    ("patterns/strspn_one_loop.c", "15", 1, 1),
    ("patterns/strchr.c", "3 4", 1, 2),
];

/// Its test of a switch has no fork that depends on a size: there every loop that forks is taken.
const PROTOTYPE_FORKING: Counts = ("loops/switch_inside.c", "8", 1, 1);

#[test]
fn counts_are_those_of_the_prototype() {
    let rows = PROTOTYPE.iter().flat_map(|row| [("sized", row), ("forking", row)]);
    let rows: Vec<(&str, &Counts)> = rows.chain([("forking", &PROTOTYPE_FORKING)]).collect();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&rows, |&(loops, &(name, groups, complete, states))| {
        let path = root().join("tests/merge").join(name);
        let capacity = expectations(&path).unwrap_or_else(|what| panic!("{name}: {what}")).remove("run");
        let capacity = capacity.as_deref().unwrap_or_default().split(' ').find(|flag| flag.starts_with("--capacity"));
        let flags = ["--merge=loop", "--merge-nesting=outermost", capacity.unwrap_or("--capacity=10")];
        let flags = flags.map(str::to_owned).into_iter().chain([format!("--merge-loops={loops}")]).collect::<Vec<_>>();
        let out = scratch.path().join(format!("{}-{loops}", name.replace('/', "-")));
        let found = match braid::run(&path, Config::reference(&path), &flags, &out) {
            Ok(run) => outcome(&run),
            Err(what) => return Some(format!("  {name:<28} {what}")),
        };
        let found = [&found["groups"], &found["complete"], &found["states"]];
        let expected = [groups.to_owned(), complete.to_string(), states.to_string()];
        (found != expected.each_ref()).then(|| format!("  {name:<28} {loops}: {found:?}, not {expected:?}"))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), rows.len());
}

/// With the same budget, merging leaves something out if nothing is un-merged.
#[test]
fn without_unmerging_a_budget_is_not_enough() {
    let programs: Vec<PathBuf> = files(&root().join("tests/merge/unmerge"), "c");
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&programs, |path| {
        let name = path.file_name().expect("a program has a name").to_string_lossy();
        let run = |how: &str| -> Result<usize, String> {
            let expected = expectations(path)?;
            let flags = expected["run"].split_whitespace().chain([how]).map(str::to_owned).collect::<Vec<_>>();
            let run = braid::run(path, Config::reference(path), &flags, &scratch.path().join(format!("{name}{how}")))?;
            Ok(run.report["incomplete"].as_array().map_or(0, Vec::len))
        };
        match (run("--quiet"), run("--no-unmerge")) {
            (Ok(0), Ok(1..)) => None,
            other => Some(format!("  {name:<28} left out with and without un-merging: {other:?}")),
        }
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    report(&problems, programs.len());
}
