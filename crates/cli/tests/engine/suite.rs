//! The groups of the suite, one test each.

use tempfile::TempDir;

use crate::config::Config;
use crate::expect::{Override, Program};
use crate::{braid, files, folder, judge, parallel, report};

/// The groups, each a folder with programs: `name => folder`, for a macro that makes something of them.
macro_rules! groups {
    ($make:ident) => {
        $make! {
            arith => "c/arith";
            bounds => "c/bounds";
            control => "c/control";
            faults => "c/faults";
            floats => "c/floats";
            intrinsics => "c/intrinsics";
            klee => "c/klee";
            memory => "c/memory";
            file_model => "c/files";
            runtime => "c/runtime";
            sizes => "c/sizes";
            unknowns => "c/unknowns";
            environment => "c/world";
            cpp => "cpp";
            rust => "rust";
        }
    };
}
pub(crate) use groups;

macro_rules! names {
    ($($name:ident => $folder:literal;)+) => {
        /// The groups: the folders with programs.
        pub(crate) const GROUPS: &[&str] = &[$($folder),+];
    };
}
groups!(names);

/// The programs of a group, by name.
pub(crate) fn programs(group: &str) -> Vec<Program> {
    let folder = folder(group);
    let paths = ["c", "cc", "rs"].iter().flat_map(|ending| files(&folder, ending));
    paths.map(|path| Program::read(&path).unwrap_or_else(|what| panic!("{what}"))).collect()
}

fn check(group: &str) {
    let programs = programs(group);
    let skipped = |program: &Program, config: Config| program.overridden(config).any(|what| *what == Override::Skip);
    let runs: Vec<(&Program, Config)> = programs
        .iter()
        .flat_map(|program| Config::of(&program.path).into_iter().map(move |config| (program, config)))
        .filter(|(program, config)| !skipped(program, *config))
        .collect();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&runs, |(program, config)| one(program, *config, &scratch));
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), runs.len());
}

/// Runs, judges and replays one program; a line of the table if something is wrong.
fn one(program: &Program, config: Config, scratch: &TempDir) -> Option<String> {
    let out = scratch.path().join(format!("{}-{}", program.name(), config.to_string().replace(' ', "")));
    let mut problems = match braid::run(&program.path, config, &program.flags, &out) {
        Ok(run) => judge::judge(program, config, &run),
        Err(what) => vec![what],
    };
    // What an optimiser may choose it chooses for the native program by itself.
    let is_open = program.overridden(config).any(|what| *what == Override::AnyBugs);
    if problems.is_empty() && program.replayed && !is_open && config.is_replayed(&program.path) {
        problems.extend(braid::replay(&out, config).err());
    }
    (!problems.is_empty()).then(|| format!("  {:<28} {config}: {}", program.name(), problems.join("; ")))
}

/// One test for each group.
macro_rules! tests {
    ($($name:ident => $folder:literal;)+) => {
        $(
            #[test]
            fn $name() {
                check($folder);
            }
        )+
    };
}
groups!(tests);
