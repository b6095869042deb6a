//! The result of a run: the object that `--json` prints and `run.json` keeps.
//!
//! Its fields are a promise to scripts: a field may be added, and [`SCHEMA_VERSION`] changes when one changes its meaning or
//! goes. Times and memory are the only values that differ between two equal runs; [`RunReport::without_measures`] blanks
//! them for comparison.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::count::Count;
use crate::fault::Fault;
use crate::merges::MergeRow;
use crate::program::Program;

/// The version of the layout of [`RunReport`].
pub const SCHEMA_VERSION: u32 = 1;

/// What a run found and what it cost.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunReport {
    /// The version of this layout.
    pub schema_version: u32,
    /// The version of Braid that made it.
    #[serde(default)]
    pub braid_version: String,
    /// The answer.
    pub verdict: Verdict,
    /// The bugs, one for each kind and place, in the order in which they were found.
    pub bugs: Vec<Bug>,
    /// Completed paths. With joined states an upper bound, see [`Self::paths_exact`].
    pub paths: Count,
    /// Whether [`Self::paths`] is exact.
    pub paths_exact: bool,
    /// The multiplicities of the states that ended by themselves, added up (Kuznetsov 2012, section 5.2): completed paths at most. It
    /// ends at 2^128.
    #[serde(default)]
    pub multiplicity: Count,
    /// Its logarithm to base 2; 0 if it is 0.
    #[serde(default, serialize_with = "thousandths")]
    pub multiplicity_log2: f64,
    /// Final states: those that ended by themselves or were ended.
    pub states: Count,
    /// Tests written.
    pub tests: Count,
    /// Forks made.
    pub forks: Count,
    /// Joins made.
    pub joins: Count,
    /// Instructions executed.
    pub instructions: Count,
    /// Queries that reached the solver.
    pub queries: Count,
    /// Time in the solver, in seconds.
    #[serde(serialize_with = "thousandths")]
    pub solver_time_s: f64,
    /// Time in decision diagrams, in queries and elsewhere, in seconds.
    #[serde(default, serialize_with = "thousandths")]
    pub diagram_time_s: f64,
    /// Time from start to end, in seconds.
    #[serde(serialize_with = "thousandths")]
    pub time_s: f64,
    /// Most memory used at a time, in 10^6 bytes.
    #[serde(serialize_with = "thousandths")]
    pub peak_memory_mb: f64,
    /// Lines of the program that were reached.
    pub coverage: Coverage,
    /// Everything that keeps the exploration from being complete. Empty if and only if nothing was left out.
    pub incomplete: Vec<Incomplete>,
    /// What is odd about the program or the run, though nothing was left out.
    #[serde(default)]
    pub warnings: Vec<Incomplete>,
    /// Assumptions that let no path through, by place: what comes behind them was not explored.
    #[serde(default)]
    pub dead_assumptions: Vec<DeadAssumption>,
    /// Bounds under which the verdict holds.
    #[serde(default)]
    pub bounds: Vec<Bound>,
    /// Where states were joined, what saved most first.
    #[serde(default)]
    pub merges: Vec<MergeRow>,
    /// What holds at the heads of loops, if a witness was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<LoopInvariant>,
    /// Every option with its value, defaults included.
    pub options: BTreeMap<String, serde_json::Value>,
    /// Further counters by name.
    #[serde(default)]
    pub counters: BTreeMap<String, Count>,
    /// What was run.
    #[serde(default)]
    pub program: Program,
}

/// The answer of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The program has a bug.
    Bug,
    /// Every path was explored and none has a bug, under the printed bounds on the input.
    Proved,
    /// No bug was found, but something was left out.
    #[default]
    Inconclusive,
}

impl Verdict {
    /// The only honest verdict: a bug counts in any case, a proof only if nothing was left out.
    pub fn of(bugs: &[Bug], incomplete: &[Incomplete]) -> Verdict {
        match (bugs, incomplete) {
            ([_, ..], _) => Verdict::Bug,
            ([], []) => Verdict::Proved,
            ([], [_, ..]) => Verdict::Inconclusive,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Bug => "bug",
            Verdict::Proved => "proved",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

/// A bug: a fault with the test that shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Bug {
    /// What, where, and how the program came there the first time.
    #[serde(flatten)]
    pub fault: Fault,
    /// The first test that shows it, such as `test000003`.
    pub test: Option<String>,
    /// How many paths ended with it.
    pub count: Count,
}

/// What holds whenever control comes to the head of a loop.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LoopInvariant {
    /// The source file.
    pub file: String,
    /// The line of the loop.
    pub line: u32,
    /// The function.
    pub function: String,
    /// The invariant, as a C expression.
    pub invariant: String,
}

/// Lines reached. A line counts if an instruction belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// Lines reached.
    pub lines_covered: u64,
    /// Lines there are.
    pub lines_total: u64,
}

/// An assumption of the program that let no path through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadAssumption {
    /// Where, as `file:line in function`.
    pub place: String,
    /// How many states came to it; a joined state counts once.
    pub reached: Count,
}

/// Something that was left out, bounded, or unknown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Incomplete {
    /// What, such as `time limit` or `floating point made concrete`.
    pub reason: String,
    /// How often.
    pub count: Count,
    /// Where (the first time), as `file:line in function`; none if it belongs to no place.
    pub place: Option<String>,
}

/// A bound that was in force.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bound {
    /// Its name, such as `max-time` or `data bytes`.
    pub name: String,
    /// Its value, with unit.
    pub value: String,
    /// What it bounds.
    pub kind: BoundKind,
    /// Whether the run met it. A resource that was met is in `incomplete` too.
    pub hit: bool,
}

/// What a bound bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundKind {
    /// The input: a proof under it is a proof for all inputs of that size.
    Input,
    /// A resource of the run: meeting it means that something was left out.
    Resource,
}

impl RunReport {
    /// The report as JSON, ending in a line feed.
    pub fn to_json(&self) -> String {
        pretty(self)
    }

    /// Reads a report; what is wrong with line and column if it is none.
    pub fn from_json(text: &str) -> Result<RunReport, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The report with the values blanked that differ between two equal runs.
    pub fn without_measures(&self) -> RunReport {
        let merges = self.merges.iter().map(MergeRow::without_times).collect();
        RunReport { solver_time_s: 0.0, diagram_time_s: 0.0, time_s: 0.0, peak_memory_mb: 0.0, merges, ..self.clone() }
    }
}

/// JSON for people and programs, ending in a line feed.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut json = serde_json::to_string_pretty(value).expect("plain data with string keys is always JSON");
    json.push('\n');
    json
}

fn thousandths<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    fn sample() -> RunReport {
        let place = Place { file: Some("maze.c".to_owned()), line: 41, column: 5, function: "main".to_owned() };
        let fault = Fault { kind: "assert".to_owned(), place, message: "x != 7".to_owned(), stack: Vec::new() };
        RunReport {
            schema_version: SCHEMA_VERSION,
            verdict: Verdict::Bug,
            bugs: vec![Bug { fault, test: Some("test000002".to_owned()), count: Count::from(3u64) }],
            paths: Count::from(1u128 << 100),
            instructions: Count::from((1u64 << 53) + 1),
            time_s: 1.23456,
            incomplete: vec![Incomplete { reason: "time limit".to_owned(), count: Count::from(1u64), place: None }],
            options: [("seed".to_owned(), 0.into())].into_iter().collect(),
            ..RunReport::default()
        }
    }

    #[test]
    fn the_promised_fields_are_there() {
        let value: serde_json::Value = serde_json::from_str(&sample().to_json()).unwrap();
        let promised = "verdict bugs paths states tests forks joins instructions queries solver_time_s time_s \
                        peak_memory_mb coverage incomplete options schema_version";
        for name in promised.split_whitespace() {
            assert!(!value[name].is_null(), "{name}");
        }
        for name in ["kind", "file", "line", "function", "test", "count"] {
            assert!(!value["bugs"][0][name].is_null(), "{name}");
        }
        assert_eq!(value["paths"], "1267650600228229401496703205376");
        assert_eq!(value["instructions"], "9007199254740993");
        assert_eq!(value["time_s"], 1.235);
        assert_eq!(value["coverage"]["lines_total"], 0);
    }

    #[test]
    fn a_report_reads_back_and_is_byte_stable() {
        let report = RunReport::from_json(&sample().to_json()).unwrap();
        assert_eq!(report.to_json(), sample().to_json());
        assert_eq!(report.without_measures(), sample().without_measures());
    }

    #[test]
    fn the_order_of_fields_is_the_declared_one() {
        let json = sample().to_json();
        let at = |name: &str| json.find(&format!("\n  \"{name}\"")).unwrap();
        assert!(at("schema_version") < at("verdict") && at("verdict") < at("bugs") && at("options") < at("program"));
    }

    #[test]
    fn a_proof_needs_that_nothing_was_left_out() {
        let report = sample();
        assert_eq!(Verdict::of(&report.bugs, &report.incomplete), Verdict::Bug);
        assert_eq!(Verdict::of(&[], &report.incomplete), Verdict::Inconclusive);
        assert_eq!(Verdict::of(&[], &[]), Verdict::Proved);
    }
}
