//! Merging never changes the answer: every program of the suite, in every mode, against plain forking.
//!
//! Where neither run leaves anything out: the same faults by kind and line, the same lines reached, the same verdict. Every
//! join is validated on the way, every joined state is compared with its shadows, and every test of a merging run is replayed.

use std::path::Path;

use serde_json::Value;

use crate::braid::{self, Run};
use crate::config::{Config, REFERENCE};
use crate::expect::{Override, Program};
use crate::{config, parallel, report, suite};

/// The mode that the others are compared with.
const FORKING: &str = "none";
/// The way that joins all that can be joined.
const EVERYTHING: &str = "qce-dynamic, everything";
/// The way whose states may stand for more than there is: what they reach counts only where an exact run shows it.
const LATTICE: &str = "lattice";
/// The modes, each with its flags; the last ones only where there is time.
const MODES: &[(&str, &[&str])] = &[
    ("loop, tree", &["--merge=loop"]),
    ("summary", &["--merge=summary"]),
    ("qce-static", &["--merge=qce-static"]),
    ("pattern, dfs", &["--merge=pattern", "--no-pattern-cost", "--search=dfs"]),
    ("loop, flat, outermost", &["--merge=loop", "--encode=ite-flat", "--merge-nesting=outermost"]),
    ("qce-static, ite", &["--merge=qce-static", "--values=ite"]),
    ("loop, ite", &["--merge=loop", "--values=ite"]),
    ("region", &["--merge=region"]),
    ("qce-dynamic", &["--merge=qce-dynamic", "--search=bfs"]),
    (EVERYTHING, &["--merge=qce-dynamic", "--qce-alpha=inf", "--search=random-state"]),
    ("qce-static, paper", &["--merge=qce-static", "--qce-similar=paper", "--qce-branches=even", "--qce-alpha=0.5"]),
    ("qce-static, nothing concrete", &["--merge=qce-static", "--qce-alpha=0", "--qce-heap=equal", "--qce-zeta=2"]),
    ("pattern by cost, outermost", &["--merge=pattern", "--merge-nesting=outermost"]),
    ("loop, tree, outermost", &["--merge=loop", "--merge-nesting=outermost"]),
    ("pattern", &["--merge=pattern", "--no-pattern-cost"]),
    ("pattern, no incremental", &["--merge=pattern", "--no-pattern-cost", "--no-incremental"]),
    ("loop, flat", &["--merge=loop", "--encode=ite-flat"]),
    ("loop, sized", &["--merge=loop", "--merge-loops=sized,no-call"]),
    ("loop, tree, dfs", &["--merge=loop", "--search=dfs"]),
    (LATTICE, &["--merge=lattice"]),
];
/// Names the one mode in which all programs are run.
const MODE: &str = "BRAID_CONFORMANCE_MODE";
/// The tests of one in so many programs are replayed where there is no time: the suite replays those of forking.
const ONE_IN: u32 = 3;
/// How many of them every test run looks at.
const ALWAYS: usize = 4;
/// Of so many programs every test run looks at one with joins that forget.
const LATTICE_EVERY: usize = 8;
/// Thresholds of query counts: none that differ in a known value that is asked about, the default, everything that can be joined.
const ALPHAS: &[&str] = &["0", "0.1", "inf"];
/// Programs that take minutes under `qce-dynamic` with validation, because states that are joined early are asked about for long: of the ways by query
/// counts they have the static ones.
const DEAR: &[&str] = &["regexp.c", "qsort.c"];
/// Search orders under which states that are joined by query counts are looked at.
const SEARCHES: &[&str] = &["bfs", "dfs", "random-state", "nurs:covnew"];
/// Programs that take more than half a second of a processor to fork in a build for tests, or much more to join; only where there is time.
const LARGER: &[&str] =
    &["allocate_for_ever.c", "calculator.c", "extreme_text.c", "loop_forks.c", "qsort.c", "recursion_missed_base.c"];
/// The size modes, of which every test run takes the first. Every way is run with it, and every third with each of the others.
const SIZES: &[&str] = &["lazy", "eager", "max"];

fn is_long() -> bool {
    std::env::var_os("BRAID_SOAK").is_some()
}

/// A way of merging, with its flags.
struct Way {
    name: String,
    flags: Vec<String>,
}

/// All ways of joining by query counts: both modes with every threshold under every search.
fn query_counts() -> Vec<Way> {
    let mut ways = Vec::new();
    for mode in ["qce-static", "qce-dynamic"] {
        for alpha in ALPHAS {
            for search in SEARCHES {
                let flags = [format!("--merge={mode}"), format!("--qce-alpha={alpha}"), format!("--search={search}")];
                ways.push(Way { name: format!("{mode}, α = {alpha}, {search}"), flags: flags.to_vec() });
            }
        }
    }
    ways
}

/// The ways in which a program is run: the usual ones, or the one that is named.
fn ways(program: &Program) -> Vec<Way> {
    let Ok(mode) = std::env::var(MODE) else { return usual_ways(program) };
    MODES.iter().filter(|(name, _)| *name == mode).map(|(name, flags)| way(name, flags)).collect()
}

fn way(name: &str, flags: &[&str]) -> Way {
    Way { name: name.to_owned(), flags: flags.iter().map(|&flag| flag.to_owned()).collect() }
}

/// Every test run takes one by query counts for each program, so that the suite has them all; where there is time,
/// every program has both modes with every threshold, under searches that change from program to program.
fn usual_ways(program: &Program) -> Vec<Way> {
    let modes = if is_long() { MODES } else { &MODES[..ALWAYS] };
    let mut ways: Vec<Way> = modes.iter().map(|(name, flags)| way(name, flags)).collect();
    let mut counts = query_counts();
    if DEAR.contains(&program.name().as_str()) {
        counts.retain(|way| way.flags[0] == "--merge=qce-static");
        ways.retain(|way| way.name != EVERYTHING);
    }
    let number = program.name().bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    if is_long() {
        let row = |at: usize| at / SEARCHES.len();
        ways.extend(
            (0..).zip(counts).filter(|&(at, _)| (at + row(at) + number) % SEARCHES.len() == 0).map(|(_, way)| way),
        );
    } else {
        if number % LATTICE_EVERY == 0 {
            ways.push(way(LATTICE, &["--merge=lattice"]));
        }
        ways.push(counts.swap_remove(number % counts.len()));
    }
    ways
}

/// One program, run by forking and in every mode.
fn check(program: &Program, scratch: &Path) -> Vec<String> {
    let config = Config::reference(&program.path);
    // A program that is about one way of taking sizes is run that way.
    let chosen = program.flags.iter().any(|flag| flag.starts_with("--sizes"));
    let sizes = if is_long() && !chosen { SIZES } else { &SIZES[..1] };
    let ways = ways(program);
    let mut problems = Vec::new();
    for (at, size) in sizes.iter().enumerate() {
        let size: Vec<String> = if chosen { Vec::new() } else { vec![format!("--sizes={size}")] };
        let base = Attempt { program, config, scratch, mode: FORKING, flags: size.clone() };
        let forked = match base.run() {
            Ok(run) => run,
            Err(what) => return vec![base.tell(&what)],
        };
        for way in ways.iter().skip(at).step_by(if at == 0 { 1 } else { SIZES.len() }) {
            let mut flags = way.flags.clone();
            flags.extend(size.iter().cloned().chain(["--validate-merges", "--shadow"].map(str::to_owned)));
            let attempt = Attempt { program, config, scratch, mode: &way.name, flags };
            problems.extend(attempt.compare(&forked).err().map(|what| attempt.tell(&what)));
        }
    }
    problems
}

/// A run of a program in a mode.
struct Attempt<'a> {
    program: &'a Program,
    config: Config,
    scratch: &'a Path,
    mode: &'a str,
    flags: Vec<String>,
}

impl Attempt<'_> {
    fn tell(&self, what: &str) -> String {
        format!("  {:<28} {}: {what}", self.program.name(), self.mode)
    }

    /// Runs it.
    fn run(&self) -> Result<Run, String> {
        let kind = if self.mode == FORKING { "forked" } else { "joined" };
        let out = self.scratch.join(format!("{}-{kind}", self.program.name()));
        let flags: Vec<String> = self.program.flags.iter().chain(&self.flags).cloned().collect();
        braid::run(&self.program.path, self.config, &flags, &out)
    }

    /// What is different from a run that forked.
    fn compare(&self, forked: &Run) -> Result<(), String> {
        let run = self.run()?;
        same_answer(&run, forked, &self.program.name(), self.mode == LATTICE)?;
        let joined = run.number("joins").unwrap_or(0) > 0;
        let is_replayed = is_long() || self.mode == MODES[0].0 && config::is_chosen(&self.program.path, ONE_IN);
        let is_replayed = is_replayed && self.program.replayed;
        if joined && is_replayed { braid::replay(&run.out, self.config) } else { Ok(()) }
    }
}

/// Where a run that forks leaves nothing out, a run that joins does not either, and gives the same bugs, verdict and lines; `fewer` if
/// it may reach fewer lines.
pub(crate) fn same_answer(run: &Run, forked: &Run, file: &str, fewer: bool) -> Result<(), String> {
    let left_out = |run: &Run| run.report["incomplete"].as_array().is_some_and(|rows| !rows.is_empty());
    if left_out(forked) {
        return Ok(());
    }
    if left_out(run) && is_cut_by_sizes(run) {
        let invented: Vec<_> = run.bugs().difference(&forked.bugs()).cloned().collect();
        return same(&invented, &Vec::new(), "bugs that forking does not find:");
    }
    if left_out(run) {
        return Err(format!("it leaves something out that forking does not: {}", run.report["incomplete"]));
    }
    same(&run.bugs(), &forked.bugs(), "bugs")?;
    same(&run.report["verdict"], &forked.report["verdict"], "verdict")?;
    let (lines, all) = (run.lines(file)?, forked.lines(file)?);
    match fewer {
        true => same(&lines[0].difference(&all[0]).count(), &0, "lines that forking does not reach:"),
        false => same(&lines, &all, "lines"),
    }
}

/// Returns true if all that a run leaves out are sizes: `--sizes=max` leaves out those of a choice that joining made of known ones, as it says.
fn is_cut_by_sizes(run: &Run) -> bool {
    let rows = run.report["incomplete"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_size = |row: &Value| row["reason"].as_str().is_some_and(|reason| reason.contains("gets the largest"));
    run.report["options"]["sizes"] == "max" && rows.iter().all(is_size)
}

fn same<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T, what: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} {found:?}, not {expected:?}")) }
}

fn check_group(group: &str) {
    let programs = suite::programs(group);
    let is_run = |program: &&Program| {
        let is_skipped = program.overridden(REFERENCE).any(|what| *what == Override::Skip);
        !is_skipped && (is_long() || !LARGER.contains(&program.name().as_str()))
    };
    let runs: Vec<&Program> = programs.iter().filter(is_run).collect();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&runs, |program| check(program, scratch.path()));
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), runs.len());
}

/// One test for each group.
macro_rules! tests {
    ($($name:ident => $folder:literal;)+) => {
        $(
            #[test]
            fn $name() {
                check_group($folder);
            }
        )+
    };
}
suite::groups!(tests);

#[test]
fn larger_programs_are_programs() {
    let all: Vec<String> = suite::GROUPS.iter().flat_map(|group| suite::programs(group)).map(|p| p.name()).collect();
    assert!(LARGER.iter().chain(DEAR).all(|name| all.iter().any(|known| known == name)));
}

/// One way for each program is enough for the suite to have all of them.
#[test]
fn the_suite_has_every_way_of_joining_by_query_counts() {
    if is_long() {
        return;
    }
    let programs: Vec<Program> = suite::GROUPS.iter().flat_map(|group| suite::programs(group)).collect();
    let mut taken: Vec<String> = programs.iter().filter_map(|program| Some(usual_ways(program).pop()?.name)).collect();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), query_counts().len(), "{taken:?}");
}
