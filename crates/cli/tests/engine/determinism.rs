//! The same input, options and seed give byte-equal outputs: everything that a run writes, times and memory aside.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::config::REFERENCE;
use crate::{braid, folder, parallel, report};

/// Programs with many states, each with the search order under which it is run twice.
const RUNS: &[(&str, &str)] = &[
    ("c/klee/sort.c", "dfs"),
    ("c/klee/maze.c", "random-path,nurs:covnew"),
    ("c/klee/memspn.c", "random-state"),
    ("c/control/goto_state.c", "bfs"),
    ("c/memory/pointer_table.c", "nurs:md2u"),
    ("c/runtime/strtol.c", "nurs:qc"),
    ("c/faults/several_bugs.c", "nurs:icnt"),
    ("c/faults/freed_list.c", "nurs:depth"),
    ("c/runtime/qsort.c", "topological"),
];
/// What differs between equal runs: the fields of the report, and files that tell of time or name the folder.
const MEASURES: &[&str] = &["solver_time_s", "diagram_time_s", "time_s", "peak_memory_mb"];
const TIMED_FILES: &[&str] = &["stats.csv", "info.txt", "messages", "run.json"];

#[test]
fn two_runs_write_the_same() {
    let problems = parallel::map(RUNS, |(program, search)| {
        let what = twice(&folder(program), search).err()?;
        Some(format!("  {program:<28} {search}: {what}"))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), RUNS.len());
}

fn twice(program: &Path, search: &str) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let flags = ["--search", search, "--seed", "7"].map(str::to_owned);
    // The same name for the folder, so that a report that holds it is the same too.
    let [first, second] = ["a", "b"].map(|part| {
        let folder = scratch.path().join(part);
        std::fs::create_dir(&folder).map_err(|error| error.to_string())?;
        let run = braid::run(program, REFERENCE, &flags, &folder.join("out"))?;
        Ok::<_, String>((run.report.clone(), contents(&run.out)?))
    });
    let ((first_report, first), (second_report, second)) = (first?, second?);
    if without_measures(first_report) != without_measures(second_report) {
        return Err("the reports differ".to_owned());
    }
    let differing = first.iter().find(|(name, bytes)| second.get(*name) != Some(bytes)).map(|(name, _)| name);
    match differing.or_else(|| second.keys().find(|name| !first.contains_key(*name))) {
        Some(name) => Err(format!("{name} differs")),
        None if first.len() < 3 => Err(format!("only {} files were written", first.len())),
        None => Ok(()),
    }
}

pub(crate) fn without_measures(mut report: Value) -> Value {
    for name in MEASURES {
        report[name] = Value::Null;
    }
    report["options"]["out"] = Value::Null;
    report
}

/// The files of a folder that must be equal, by name.
pub(crate) fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = BTreeMap::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()) {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if !TIMED_FILES.contains(&name.as_str()) {
            files.insert(name, std::fs::read(&path).map_err(|error| error.to_string())?);
        }
    }
    Ok(files)
}
