//! Joined states are compared with their shadows in programs whose joins are many, and a run finds the same with and without shadows.
//!
//! All programs of the engine's suite are run with shadows by [`conformance`](crate::conformance).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::braid::{self, Run};
use crate::config::Config;
use crate::{determinism, files, merging, parallel, report, root};

/// Each folder of programs with the modes in which every test run looks at it.
const FOLDERS: &[(&str, &[&str])] = &[
    ("qce", &["qce-static", "qce-dynamic"]),
    ("loops", &[]),
    ("regions", &["region"]),
    ("patterns", &[]),
    ("objects", &[]),
];
/// The modes, where there is time.
const ALL: &[&str] = &["qce-static", "qce-dynamic", "loop", "region", "pattern"];

/// The counters of the exploration. Those of the solver may change by a few: shadows make terms of their own, so the others
/// have other numbers, by which the operands of a sum are ordered, say, and a cache meets another spelling of a query.
const EXPLORATION: &[&str] = &["calls", "evicted", "expanded", "forks", "instructions", "revived", "unmerged"];

/// The report without what shadows add to it, and without what they change while the same is found: a join need not make
/// terms that they have made.
fn without_shadows(mut report: Value) -> Value {
    if let Some(options) = report["options"].as_object_mut() {
        options.retain(|name, _| !name.contains("shadow") && name != "out");
    }
    if let Some(counters) = report["counters"].as_object_mut() {
        counters.retain(|name, _| EXPLORATION.contains(&name.as_str()));
        assert_eq!(counters.len(), EXPLORATION.len(), "every counter of the exploration is in the report");
    }
    for row in report["merges"].as_array_mut().into_iter().flatten() {
        for name in ["shadowed", "terms", "time_after_s"] {
            row[name] = Value::Null;
        }
    }
    determinism::without_measures(report)
}

fn check(program: &Path, mode: &str, scratch: &Path) -> Result<u64, String> {
    let flags = merging::expectations(program)?.remove("run").unwrap_or_default();
    let own = |flag: &&str| !flag.starts_with("--merge=") && !flag.starts_with("--validate");
    let mut flags: Vec<String> = flags.split_whitespace().filter(own).map(str::to_owned).collect();
    flags.push(format!("--merge={mode}"));
    let name = program.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let config = Config::reference(program);
    let run = |more: &str| -> Result<(Run, BTreeMap<String, Vec<u8>>), String> {
        let flags: Vec<String> = flags.iter().cloned().chain((!more.is_empty()).then(|| more.to_owned())).collect();
        let run = braid::run(program, config, &flags, &scratch.join(format!("{name}-{mode}{more}")).join("out"))?;
        let written = determinism::contents(&run.out)?;
        Ok((run, written))
    };
    let ((plain, plain_files), (shadowed, shadowed_files)) = (run("")?, run("--shadow")?);
    let decisions = shadowed.report["counters"]["shadow_decisions"].as_u64().unwrap_or(0);
    let [plain, shadowed] = [plain, shadowed].map(|run| without_shadows(run.report));
    if let Some((name, found)) = plain.as_object().into_iter().flatten().find(|&(name, value)| shadowed[name] != *value)
    {
        return Err(format!("{name} is {}, not {found}", shadowed[name]));
    }
    match plain_files.iter().find(|(name, bytes)| shadowed_files.get(*name) != Some(bytes)) {
        Some((name, _)) => Err(format!("{name} differs")),
        None => Ok(decisions),
    }
}

#[test]
fn joined_states_agree_with_their_shadows_which_change_nothing() {
    let is_long = std::env::var_os("BRAID_SOAK").is_some();
    let mut runs: Vec<(PathBuf, &str)> = Vec::new();
    for &(folder, modes) in FOLDERS {
        let programs = files(&root().join("tests/merge").join(folder), "c");
        let modes = if is_long { ALL } else { modes };
        runs.extend(modes.iter().flat_map(|&mode| programs.iter().map(move |program| (program.clone(), mode))));
    }
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let found = parallel::map(&runs, |(program, mode)| {
        let name = program.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        check(program, mode, scratch.path()).map_err(|what| format!("  {name:<28} {mode}: {what}"))
    });
    let decisions: u64 = found.iter().filter_map(|found| found.as_ref().ok()).sum();
    let problems: Vec<String> = found.into_iter().filter_map(Result::err).collect();
    report(&problems, runs.len());
    assert!(decisions > 500, "{decisions} decisions are too few to tell anything");
}
