//! The arguments of `braid run`: what they are called, and the options they become.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr as _;

use braid::merge::validate::Validation;
use braid::{Capacities, Checks, Options, STRATEGIES, Sizes, Stages, Undefined, merge};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::exit::Failure;
use crate::quantity;

pub(super) const EXPLAIN_MERGES: &str = "explain-merges";
pub(super) const JSON: &str = "json";
pub(super) const QUIET: &str = "quiet";
pub(super) const EXIT_ZERO: &str = "exit-zero";
const FILES: &str = "FILE";
const ARGUMENTS: &str = "ARG";

/// Adds the arguments.
pub(super) fn arguments(command: Command) -> Command {
    let command =
        command.args(program()).args(exploration()).args(merging()).args(limits()).args(faults()).args(output());
    command.arg(Arg::new(ARGUMENTS).last(true).num_args(0..).help("Arguments of the program, after --"))
}

fn value(name: &'static str, unit: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(unit).help(help)
}

fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn number(name: &'static str, help: &'static str) -> Arg {
    value(name, "N", help).value_parser(value_parser!(u64))
}

fn program() -> Vec<Arg> {
    vec![
        Arg::new(FILES)
            .help("The program: bitcode, C, C++ or Rust source files, archives, object files, text IR")
            .required(true)
            .num_args(1..)
            .value_parser(value_parser!(PathBuf)),
        value("entry", "FUNCTION", "Where execution begins; a fuzz target needs no flag where there is no main").default_value("main"),
        value("cflags", "FLAGS", "Further flags for the compiler of source files, separated by blanks")
            .action(ArgAction::Append)
            .allow_hyphen_values(true),
        number("fuzz-bytes", "Bytes of the buffer for LLVMFuzzerTestOneInput").default_value("32"),
        value(
            "undefined",
            "WHAT",
            "What a call of a function that nobody defines does: end the path, return an unknown, or call the machine's",
        )
        .value_parser(PossibleValuesParser::new(["error", "symbolic", "external"]))
        .default_value("error"),
        value("link-library", "NAME", "A library of the machine, by name or path, whose functions external calls find")
            .action(ArgAction::Append),
    ]
}

fn exploration() -> Vec<Arg> {
    let mut orders = String::from("One of these, or several with commas between, which take turns:");
    for strategy in STRATEGIES {
        orders += &format!("\n  {:<13} {}", strategy.name, strategy.description);
    }
    vec![
        value("search", "ORDER", "The order in which states are explored")
            .long_help(orders)
            .default_value("random-path,nurs:md2u"),
        number("seed", "For random choices: equal seeds give equal runs").default_value("0"),
        number("batch", "Instructions a state runs before another may be picked").default_value("10000"),
        value(
            "sizes",
            "HOW",
            "What an allocation of symbolic size becomes: the largest size, a path for each size, or an object of \
             symbolic size",
        )
        .value_parser(PossibleValuesParser::new(Sizes::ALL.map(|(name, _)| name)))
        .default_value(Sizes::default().name()),
        value(
            "capacity",
            "N[,SITE=N]",
            "Bytes that an object of symbolic size may have; other bounds for a SITE, which is file:line or a function",
        )
        .value_parser(Capacities::from_str)
        .default_value("256"),
        number("solver-conflicts", "Conflicts the solver may spend on one query"),
        value(
            "solver-check",
            "COMMAND",
            "Another SMT-LIB solver that checks every answer of the back end, such as 'z3 -in'",
        ),
        value("dump-queries", "DIR", "Write every query as an SMT-LIB file into this folder")
            .value_parser(value_parser!(PathBuf)),
        value("without-pass", "PASS", "Switch a pass over the program off").action(ArgAction::Append),
    ]
}

fn merging() -> Vec<Arg> {
    let mut modes = String::from("How paths that came apart become one again:");
    for mode in merge::MODES {
        modes += &format!("\n  {:<8} {}", mode.name, mode.about);
    }
    let defaults = merge::Options::default();
    vec![
        value("merge", "MODE", "How paths that came apart become one again")
            .long_help(modes)
            .value_parser(PossibleValuesParser::new(merge::MODES.iter().map(|mode| mode.name)))
            .default_value(defaults.mode.name()),
        value("encode", "FORM", "How values that differ become one: choices shaped by the execution tree, or flat ones")
            .value_parser(PossibleValuesParser::new(merge::Encoding::NAMES.iter().map(|row| row.0)))
            .default_value(defaults.encoding.name()),
        value(
            "merge-loops",
            "WHICH",
            "Loops that --merge=loop takes: forking (all), sized (forks that depend on the size of an object), no-call, \
             or a PLACE, which is file:line or a function; several with commas between",
        )
        .value_parser(merge::loops::LoopSelection::from_str)
        .default_value("forking"),
        value("merge-nesting", "HOW", "Whether loops in loops are merged by themselves, or only the outermost")
            .value_parser(PossibleValuesParser::new(merge::Nesting::NAMES.iter().map(|row| row.0)))
            .default_value(defaults.nesting.name()),
        number("merge-group", "Groups of more states than this are not joined").default_value("10000"),
        number("merge-patience", "Instructions of all states together that a state waits for those it may be joined with")
            .default_value("100000"),
        value("validate-merges", "HOW", "Check every join: by sampled models, or by proofs of the solver")
            .value_parser(PossibleValuesParser::new(Validation::NAMES.iter().map(|row| row.0)))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(Validation::Sample.name())
            .default_value(Validation::Off.name()),
        switch("no-incremental", "Join no states inside loops (with patterns)"),
        switch("no-pattern-cost", "Take patterns also where choices are smaller"),
        switch("no-unmerge", "Split no joined state whose queries exceed their budget (with patterns)"),
        switch("no-strip", "Write quantifiers out at once (with patterns)"),
        switch("no-duplicate", "Change no model of a query by duplication (with patterns)"),
        switch("no-repair", "Repair no model of a query (with patterns)"),
        switch(EXPLAIN_MERGES, "Tell where states were joined, what it saved and what it cost"),
    ]
}

/// The options of merging that the arguments make up.
fn merge_options(matches: &ArgMatches) -> merge::Options {
    let text = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
    let row =
        |names: &[(&'static str, merge::Encoding)], name: &str| names.iter().find(|row| row.0 == name).map(|row| row.1);
    let defaults = merge::Options::default();
    let nesting = merge::Nesting::NAMES.iter().find(|row| row.0 == text("merge-nesting")).map(|row| row.1);
    let validation = Validation::NAMES.iter().find(|row| row.0 == text("validate-merges")).map(|row| row.1);
    merge::Options {
        mode: merge::MODES.iter().find(|mode| mode.name == text("merge")).map_or(defaults.mode, |mode| mode.kind),
        encoding: row(merge::Encoding::NAMES, text("encode")).unwrap_or(defaults.encoding),
        loops: matches.get_one("merge-loops").cloned().unwrap_or(defaults.loops),
        nesting: nesting.unwrap_or(defaults.nesting),
        exact_writes: false,
        incremental: !matches.get_flag("no-incremental"),
        pattern_cost: !matches.get_flag("no-pattern-cost"),
        unmerge: !matches.get_flag("no-unmerge"),
        measure: matches.get_flag(EXPLAIN_MERGES),
        validation: validation.unwrap_or_default(),
        patience: matches.get_one("merge-patience").copied().unwrap_or(defaults.patience),
        max_group: matches.get_one::<u64>("merge-group").map_or(defaults.max_group, |&n| n as usize),
    }
}

/// The stages that decide queries with quantifiers.
fn stages(matches: &ArgMatches) -> Stages {
    Stages {
        strip: !matches.get_flag("no-strip"),
        duplicate: !matches.get_flag("no-duplicate"),
        repair: !matches.get_flag("no-repair"),
        ..Stages::default()
    }
}

fn limits() -> Vec<Arg> {
    vec![
        value("max-time", "TIME", "Stop after this long: 60s, 5min, 2h").value_parser(quantity::time),
        value("max-memory", "SIZE", "Stay below this much memory: 4GiB, 500MB")
            .value_parser(quantity::bytes)
            .default_value("4GiB"),
        number("max-instructions", "Stop after this many instructions"),
        value("max-depth", "N", "Follow no path beyond this many case splits").value_parser(value_parser!(u32)),
        number("max-forks", "Fork no more than this often"),
        number("max-tests", "Stop after this many tests"),
        number("max-call-depth", "Calls that may nest before it counts as a stack overflow").default_value("8192"),
    ]
}

fn faults() -> Vec<Arg> {
    vec![
        value("check", "KIND", "Look for further faults: overflow, uninitialized-read, leak")
            .value_parser(PossibleValuesParser::new(["overflow", "uninitialized-read", "leak"]))
            .value_delimiter(',')
            .action(ArgAction::Append),
    ]
}

fn output() -> Vec<Arg> {
    vec![
        value("out", "DIR", "Where tests and reports go; braid-out-N if absent").value_parser(value_parser!(PathBuf)),
        switch("no-output", "Write no tests and reports"),
        switch("only-new-coverage", "Write only tests that reach new lines (and those of bugs)"),
        switch("count-paths", "Count the paths of joined states exactly, at the cost of a query for each"),
        switch(JSON, "Print the result as one JSON object"),
        switch(QUIET, "No line of progress"),
        switch(EXIT_ZERO, "Exit with 0 whatever the verdict is"),
    ]
}

/// The files of the program.
pub(super) fn files(matches: &ArgMatches) -> Vec<PathBuf> {
    matches.get_many(FILES).into_iter().flatten().cloned().collect()
}

/// The options that the arguments make up.
pub(super) fn options(matches: &ArgMatches) -> Result<Options, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let many = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned().collect::<Vec<_>>();
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let checks = many("check");
    let has = |kind: &str| checks.iter().any(|check| check == kind);
    if matches.get_flag("no-output") && matches.get_one::<PathBuf>("out").is_some() {
        return Err(Failure::Usage("--out names a folder for results, and --no-output forbids them".to_owned()));
    }
    let defaults = Options::default();
    Ok(Options {
        entry: text("entry").unwrap_or(defaults.entry),
        arguments: many(ARGUMENTS),
        merge: merge_options(matches),
        search: text("search").unwrap_or(defaults.search),
        seed: number("seed").unwrap_or(0),
        batch: number("batch").unwrap_or(defaults.batch).max(1),
        max_time: matches.get_one("max-time").copied(),
        max_memory: matches.get_one("max-memory").copied(),
        max_instructions: number("max-instructions"),
        max_depth: matches.get_one("max-depth").copied(),
        max_forks: number("max-forks"),
        max_tests: number("max-tests"),
        max_call_depth: number("max-call-depth").map_or(defaults.max_call_depth, |depth| depth.max(1) as usize),
        fuzz_bytes: number("fuzz-bytes").unwrap_or(defaults.fuzz_bytes),
        sizes: text("sizes").as_deref().and_then(Sizes::named).unwrap_or(defaults.sizes),
        capacities: matches.get_one("capacity").cloned().unwrap_or(defaults.capacities),
        solver_conflicts: number("solver-conflicts"),
        stages: stages(matches),
        solver_check: text("solver-check"),
        dump_queries: matches.get_one("dump-queries").cloned(),
        only_new_coverage: matches.get_flag("only-new-coverage"),
        count_paths: matches.get_flag("count-paths"),
        undefined: match text("undefined").as_deref() {
            Some("symbolic") => Undefined::Symbolic,
            Some("external") => Undefined::External,
            _ => Undefined::Error,
        },
        link_libraries: many("link-library"),
        checks: Checks { overflow: has("overflow"), uninitialized_read: has("uninitialized-read"), leak: has("leak") },
        out: matches.get_one("out").cloned(),
        write: !matches.get_flag("no-output"),
        compiler_flags: many("cflags").iter().flat_map(|flags| flags.split_whitespace()).map(OsString::from).collect(),
        without_passes: many("without-pass"),
    })
}
