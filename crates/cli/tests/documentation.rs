//! The pages for users are complete: what the binary and its tables have is in `docs/usage.md`, and what the README shows
//! is what comes out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use braid::report::{Bound, BoundKind, Bug, Incomplete, MergeRow, RunReport, stats};
use braid::{FaultKind, STRATEGIES};
use serde_json::Value;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the crate lies two folders below the root").to_owned()
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn braid(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the binary was built for this test")
}

fn help(arguments: &[&str]) -> String {
    String::from_utf8(braid(arguments, &root()).stdout).expect("braid writes UTF-8")
}

/// Fails with the names that a page does not have as code.
fn assert_named<'a>(what: &str, page: &str, names: impl IntoIterator<Item = &'a str>) {
    let names: Vec<&str> = names.into_iter().collect();
    assert!(!names.is_empty(), "there are no {what}");
    let has = |name: &str| ["`", " ", ","].iter().any(|end| page.contains(&format!("`{name}{end}")));
    let missing: Vec<&str> = names.into_iter().filter(|name| !has(name)).collect();
    assert!(missing.is_empty(), "{what} that the page leaves out: {}", missing.join(", "));
}

/// The long flags in a help text.
fn flags(help: &str) -> Vec<&str> {
    let words = help.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")));
    words.filter_map(|word| word.split([',', '[']).next()).filter(|word| word.len() > 2).collect()
}

#[test]
fn every_flag_of_run_is_explained() {
    let help = help(&["run", "--help"]);
    let found = flags(help.split("Examples:").next().unwrap_or(&help));
    assert!(found.len() > 20, "{found:?}");
    assert_named("flags", &page("docs/usage.md"), found);
}

#[test]
fn every_fault_kind_is_explained() {
    for name in ["docs/usage.md", "README.md"] {
        assert_named("fault kinds", &page(name), FaultKind::ALL.iter().map(|kind| kind.name()));
    }
}

#[test]
fn every_exit_code_is_explained_in_the_words_of_the_help() {
    let help = help(&["--help"]);
    let table = help.split("Exit codes:").nth(1).expect("the help has the table");
    let rows: Vec<(&str, &str)> = table.lines().filter_map(|line| line.trim().split_once("  ")).collect();
    assert!(rows.len() >= 6, "{rows:?}");
    for name in ["docs/usage.md", "README.md"] {
        let page = page(name);
        let missing = rows.iter().find(|(code, meaning)| !page.contains(&format!("| {code} | {meaning}")));
        assert!(missing.is_none(), "{name} leaves out {missing:?}");
    }
}

#[test]
fn every_search_order_and_every_column_is_explained() {
    let page = page("docs/usage.md");
    assert_named("search orders", &page, STRATEGIES.iter().map(|strategy| strategy.name));
    assert_named("columns", &page, stats::COLUMNS.iter().map(|(name, _)| *name));
}

/// The names of all fields, on every level but that of `options` and `counters`, which are open.
fn fields(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                names.push(name.clone());
                fields(value, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, names)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_result_is_explained() {
    let report = RunReport {
        bugs: vec![Bug::default()],
        incomplete: vec![Incomplete { reason: String::new(), count: 1u64.into(), place: None }],
        merges: vec![MergeRow::default()],
        bounds: vec![Bound { name: String::new(), value: String::new(), kind: BoundKind::Input, hit: false }],
        ..RunReport::default()
    };
    let value: Value = serde_json::from_str(&report.to_json()).expect("a report is JSON");
    let mut names = Vec::new();
    fields(&value, &mut names);
    assert_named("fields", &page("docs/usage.md"), names.iter().map(String::as_str));
}

/// The functions that a header declares, and the macros that look like functions.
fn declared(header: &str) -> Vec<&str> {
    let words = header.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_' || letter == '('));
    let calls = words.filter_map(|word| word.split_once('(')).map(|(name, _)| name);
    let mut names: Vec<&str> = calls.filter(|name| name.starts_with("klee_") || name.starts_with("braid_")).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn every_function_of_the_headers_is_explained() {
    for header in ["runtime/include/braid.h", "runtime/include/klee/klee.h"] {
        let text = page(header);
        let names = declared(&text);
        assert!(names.len() > 15, "{header}: {names:?}");
        assert_named("functions", &page("docs/usage.md"), names);
    }
}

/// The output that the README shows below a command.
fn shown(readme: &str, command: &str) -> Vec<String> {
    let lines = readme.lines().skip_while(|line| line.trim() != format!("$ {command}")).skip(1);
    let block =
        lines.take_while(|line| line.starts_with("    ") && !line.trim_start().starts_with("$ ") || line.is_empty());
    let lines = block.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty());
    lines.collect()
}

/// What differs from machine to machine and from run to run.
fn is_measure(line: &str) -> bool {
    line.starts_with("cost ") || line.starts_with("output ")
}

#[test]
fn the_tour_of_the_readme_is_what_comes_out() {
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::create_dir(scratch.path().join("examples")).expect("a new folder");
    for example in ["examples/timer.c", "examples/margin.c"] {
        std::fs::copy(root().join(example), scratch.path().join(example)).expect("a small file");
    }
    let readme = page("README.md");
    let commands = [
        "braid run examples/timer.c",
        "braid replay --sanitize",
        "braid export",
        "braid run examples/margin.c --merge=pattern",
    ];
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').skip(1).collect();
        let output = braid(&arguments, scratch.path());
        if output.status.code() == Some(3) {
            return; // Without a clang there is no tour.
        }
        let output = String::from_utf8(output.stdout).expect("braid writes UTF-8");
        let lines: Vec<&str> = output.lines().map(str::trim).collect();
        let expected = shown(&readme, command);
        assert!(!expected.is_empty(), "the README does not show {command}");
        for line in expected.iter().filter(|line| !is_measure(line)) {
            assert!(
                lines.contains(&line.as_str()),
                "the README shows a line of {command} that is none:\n{line}\n\n{output}"
            );
        }
    }
}
