//! What a run may be told.
//!
//! Each option is declared here once: as a field, with its flag, its help and its default. The command line, `run.json` and the
//! library read the same struct. (What merging may be told stands in `merge`.)

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use braid_exec::{Capacities, Sizes, Undefined};
use braid_report::shown::Shown;
use braid_report::world::Stdin;
use braid_report::{TestStorage, World};
use braid_search::STRATEGIES;
use braid_solver::Stages;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ValueEnum, value_parser};
use serde::{Serialize, Serializer};

use crate::error::EngineError;
use crate::quantity;

/// A kind of fault that is looked for only if the user asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Broken promises about wrap-around of integers
    Overflow,
    /// Decisions that depend on memory that was never written
    UninitializedRead,
    /// Memory that is lost when the program ends
    Leak,
    /// Floating-point operations that make a NaN of numbers
    FloatInvalid,
    /// Floating-point results that are infinite though the operands are not, by division by zero too
    FloatOverflow,
    /// Numbers that do not fit the integer they are converted to
    FloatConvert,
}

/// Options of a run. The defaults explore everything without limits.
#[derive(Clone, Debug, clap::Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "The program")]
#[group(skip)]
pub struct Options {
    /// Where execution begins; a fuzz target needs no flag where there is no main
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
    /// Further flags for the compiler of source files, separated by blanks
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, action = ArgAction::Append)]
    pub cflags: Vec<String>,
    /// Bytes of the buffer for LLVMFuzzerTestOneInput
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub fuzz_bytes: u64,
    /// How to handle calls to undefined functions: end the path, return an unknown, or call the machine's
    #[arg(long, value_name = "WHAT", default_value = "error", value_parser = named(&UNDEFINED))]
    #[serde(serialize_with = "undefined_name")]
    pub undefined: Undefined,
    /// A library of the machine, by name or path, whose functions external calls find
    #[arg(long = "link-library", value_name = "NAME", action = ArgAction::Append)]
    #[serde(rename = "link-library")]
    pub link_libraries: Vec<String>,
    /// How single functions that the program does not define are carried out: a file with rows (see braid env)
    #[arg(long, value_name = "FILE")]
    pub env: Option<PathBuf>,
    /// Another C library in place of Braid's own: bitcode, or an archive of it
    #[arg(long, value_name = "FILE")]
    pub libc: Option<PathBuf>,
    /// What standard input is; with --sym-stdin a file, else nothing
    #[arg(long, value_name = "KIND", value_parser = named(&Stdin::ALL))]
    #[serde(serialize_with = "stdin_name")]
    pub stdin: Option<Stdin>,
    /// What the program is called: the first word of its command line
    #[arg(long, value_name = "NAME", default_value = "program")]
    pub argv0: String,
    /// A folder whose files the program finds from / on; what it writes stays in the model
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Arguments of the program, after -- (the options of the symbolic environment may be among them)
    #[arg(last = true, value_name = "ARG", num_args = 0..)]
    pub arguments: Vec<String>,

    /// The order in which states are explored
    #[arg(
        long, value_name = "ORDER", default_value = "random-path,nurs:cpicnt", long_help = search_orders(),
        help_heading = "Exploration"
    )]
    pub search: String,
    /// For random choices: equal seeds give equal runs
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Exploration")]
    pub seed: u64,
    /// Instructions a state runs before another may be picked
    #[arg(
        long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..),
        help_heading = "Exploration"
    )]
    pub batch: u64,
    /// What an allocation of symbolic size becomes: the largest size, a path for each size, or an object of symbolic size
    #[arg(
        long, value_name = "HOW", default_value = Sizes::default().name(), value_parser = named(&Sizes::ALL),
        help_heading = "Exploration"
    )]
    #[serde(serialize_with = "sizes_name")]
    pub sizes: Sizes,
    /// Bytes that an object of symbolic size may have; other bounds for a SITE, which is file:line or a function
    #[arg(long = "capacity", value_name = "N[,SITE=N]", default_value_t, help_heading = "Exploration")]
    #[serde(rename = "capacity", serialize_with = "as_text")]
    pub capacities: Capacities,
    /// Conflicts the solver may spend on one query
    #[arg(long, value_name = "N", help_heading = "Exploration")]
    pub solver_conflicts: Option<u64>,
    /// Another SMT-LIB solver that checks every answer of the back end, such as 'z3 -in'
    #[arg(long, value_name = "COMMAND", help_heading = "Exploration")]
    pub solver_check: Option<String>,
    /// Write every query as an SMT-LIB file into this folder
    #[arg(long, value_name = "DIR", help_heading = "Exploration")]
    pub dump_queries: Option<PathBuf>,
    /// Switch a pass over the program off
    #[arg(long = "without-pass", value_name = "PASS", action = ArgAction::Append, help_heading = "Exploration")]
    pub without_passes: Vec<String>,
    /// Switch a pass over the program on that is off by default
    #[arg(long = "with-pass", value_name = "PASS", action = ArgAction::Append, help_heading = "Exploration")]
    pub with_passes: Vec<String>,
    /// Write quantifiers out at once (with patterns)
    #[arg(long = "no-strip", action = ArgAction::SetFalse, help_heading = "Exploration")]
    pub strip: bool,
    /// Change no model of a query by duplication (with patterns)
    #[arg(long = "no-duplicate", action = ArgAction::SetFalse, help_heading = "Exploration")]
    pub duplicate: bool,
    /// Repair no model of a query (with patterns)
    #[arg(long = "no-repair", action = ArgAction::SetFalse, help_heading = "Exploration")]
    pub repair: bool,

    /// How states are joined.
    #[command(flatten)]
    #[serde(flatten)]
    pub merge: braid_merge::Options,

    /// Stop after this long: 60s, 5min, 2h
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    #[serde(serialize_with = "seconds")]
    pub max_time: Option<Duration>,
    /// Stay below this much memory: 4GiB, 500MB
    #[arg(
        long, value_name = "SIZE", value_parser = quantity::bytes, default_value = "4GiB", help_heading = "Limits"
    )]
    pub max_memory: Option<u64>,
    /// Stop after this many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,
    /// Follow no path beyond this many case splits
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u32>,
    /// Fork no more than this often
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_forks: Option<u64>,
    /// Stop after this many tests
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_tests: Option<u64>,
    /// Bytes of the program's stack: beyond them it overflows
    #[arg(
        long, value_name = "SIZE", value_parser = quantity::bytes, default_value = "8MiB", help_heading = "Limits"
    )]
    pub stack_size: u64,
    /// Follow no path into more nested calls
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..),
        help_heading = "Limits"
    )]
    pub max_call_depth: u64,

    /// Look for further faults
    #[arg(
        long = "check", value_name = "KIND", value_delimiter = ',', action = ArgAction::Append, value_enum,
        help_heading = "Faults"
    )]
    #[serde(flatten, serialize_with = "check_rows")]
    pub checks: Vec<Check>,

    /// Where tests and reports go; braid-out-N if absent
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Write no tests and reports
    #[arg(long = "no-output", action = ArgAction::SetFalse, conflicts_with = "out", help_heading = "Output")]
    #[serde(rename = "output")]
    pub write: bool,
    /// Write only tests that reach new lines (and those of bugs)
    #[arg(long, help_heading = "Output")]
    pub only_new_coverage: bool,
    /// Where tests go: many share tests.tar from the 1,000th on, or each is a file
    #[arg(
        long, value_name = "HOW", default_value = "archive", value_parser = named(&STORAGES), help_heading = "Output"
    )]
    #[serde(serialize_with = "storage_name")]
    pub tests: TestStorage,
    /// Count the paths of joined states exactly, at the cost of a query for each
    #[arg(long, help_heading = "Output")]
    pub count_paths: bool,
}

impl Default for Options {
    fn default() -> Self {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            options: Options,
        }
        <Alone as clap::Parser>::parse_from([""]).options
    }
}

impl Options {
    /// Returns true if this kind of fault is looked for.
    pub fn checks(&self, check: Check) -> bool {
        self.checks.contains(&check)
    }
    /// The symbolic environment, as the words of the command line describe it.
    pub fn world(&self) -> Result<World, EngineError> {
        let usage = |what: &dyn core::fmt::Display| EngineError::Usage(what.to_string());
        let mut world = World::parse(&self.arguments).map_err(|error| usage(&error))?;
        world.stdin_kind = self.stdin;
        world.name = Some(self.argv0.clone());
        world.check().map_err(|error| usage(&error))?;
        if world.sizes && self.sizes != Sizes::Lazy {
            return Err(usage(&"--sym-sizes: files of unknown size need --sizes=lazy"));
        }
        if self.argv0.contains('\0') {
            return Err(usage(&"--argv0: the name of a program has no zero byte"));
        }
        Ok(world)
    }
    /// The same with the files that are shown.
    pub fn world_with_files(&self) -> Result<World, EngineError> {
        let mut world = self.world()?;
        if let Some(root) = &self.root {
            world.shown = Shown::read(root).map_err(EngineError::Usage)?;
        }
        Ok(world)
    }
    /// The stages that decide queries with quantifiers.
    pub fn stages(&self) -> Stages {
        Stages { strip: self.strip, duplicate: self.duplicate, repair: self.repair, ..Stages::default() }
    }
    /// The flags for the compiler of source files, one by one.
    pub fn compiler_flags(&self) -> Vec<OsString> {
        self.cflags.iter().flat_map(|flags| flags.split_whitespace()).map(OsString::from).collect()
    }
}

/// What may be done about undefined functions, by name.
const UNDEFINED: [(&str, Undefined); 3] =
    [("error", Undefined::Error), ("symbolic", Undefined::Symbolic), ("external", Undefined::External)];

/// Where the inputs of tests may go, by name.
const STORAGES: [(&str, TestStorage); 2] = [("archive", TestStorage::Archive), ("files", TestStorage::Files)];

/// A parser of the names in a table.
fn named<T: Copy + Send + Sync + 'static>(rows: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(rows.iter().map(|row| row.0));
    names.map(|name| rows.iter().find(|row| row.0 == name).expect("the parser knows only names of the table").1)
}

/// The long help of `--search`: all orders.
fn search_orders() -> String {
    let mut text = String::from(
        "The order in which states are explored: one of these, or several with commas between, which take turns:",
    );
    for strategy in STRATEGIES {
        text += &format!("\n  {:<13} {}", strategy.name, strategy.description);
    }
    text
}

/// Serialises a value as the text that the command line takes.
fn as_text<T: core::fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn sizes_name<S: Serializer>(sizes: &Sizes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(sizes.name())
}

fn stdin_name<S: Serializer>(stdin: &Option<Stdin>, serializer: S) -> Result<S::Ok, S::Error> {
    stdin.map(Stdin::name).serialize(serializer)
}

fn undefined_name<S: Serializer>(undefined: &Undefined, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(UNDEFINED.iter().find(|row| row.1 == *undefined).map_or("", |row| row.0))
}

fn storage_name<S: Serializer>(storage: &TestStorage, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(STORAGES.iter().find(|row| row.1 == *storage).map_or("", |row| row.0))
}

fn seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64()).serialize(serializer)
}

/// A row `check-KIND` for each kind: whether it is looked for.
fn check_rows<S: Serializer>(checks: &[Check], serializer: S) -> Result<S::Ok, S::Error> {
    let name = |check: &Check| check.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
    serializer.collect_map(
        Check::value_variants().iter().map(|check| (format!("check-{}", name(check)), checks.contains(check))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    #[command(args_override_self = true)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn parse(words: &[&str]) -> Options {
        <Line as clap::Parser>::try_parse_from([&["braid"], words].concat()).expect("these are options").options
    }

    #[test]
    fn every_option_is_a_row_of_the_result() {
        let rows = serde_json::to_value(Options::default()).expect("options are data");
        let names: Vec<&String> = rows.as_object().expect("rows").keys().collect();
        for flag in <Line as clap::CommandFactory>::command().get_arguments().filter_map(|arg| arg.get_long()) {
            let bare = flag.strip_prefix("no-").unwrap_or(flag);
            let plural = format!("{bare}es");
            let is_row =
                |name: &&String| [bare, &plural].contains(&name.as_str()) || name.starts_with(&format!("{bare}-"));
            assert!(names.iter().any(is_row), "--{flag} is no row");
        }
    }

    #[test]
    fn what_is_said_twice_is_taken_from_the_last() {
        let options = parse(&["--seed", "1", "--merge=loop", "--seed=7", "--merge=pattern"]);
        assert_eq!((options.seed, options.merge.mode.name), (7, "pattern"));
    }

    #[test]
    fn switches_and_kinds_of_checks_are_read() {
        let options = parse(&["--no-output", "--check", "overflow,leak", "--no-strip", "--cflags=-O1 -DX"]);
        assert!(!options.write && options.checks(Check::Leak) && !options.checks(Check::UninitializedRead));
        assert!(!options.stages().strip && options.stages().repair);
        assert_eq!(options.compiler_flags(), ["-O1", "-DX"]);
    }
}
