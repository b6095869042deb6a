//! What a run may be told about query count estimation.

use braid_analysis::query_count::Branches;
use clap::ValueEnum;
use serde::{Serialize, Serializer};

use braid_code::estimate::Estimate;

/// The queries that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Queries {
    /// Branches and switches.
    Branches,
    /// These, divisions, and accesses at addresses that depend on data.
    #[default]
    All,
}

/// When states are similar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Similar {
    /// Hot variables are equal, or symbolic in all states (section 4.3).
    #[default]
    Hash,
    /// Hot variables are equal, or symbolic in one of the states (relation 1).
    Paper,
}

/// Whether an allocation keeps states apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heap {
    /// States have the same live heap objects.
    Equal,
    /// Objects that some of the states have exist under a guard.
    #[default]
    Guarded,
}

/// What a query costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryCost {
    /// The same everywhere (equation 3).
    #[default]
    Even,
    /// What queries and conflicts it has cost so far in this run, beyond the paper.
    Measured,
}

/// How a branch weighs its ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weights {
    /// Each with β (equation 3).
    Even,
    /// They share 2β, and a loop is left once in all of its iterations.
    #[default]
    Flow,
}

impl Weights {
    fn weights(self) -> Branches {
        match self {
            Weights::Even => Branches::Even,
            Weights::Flow => Branches::Flow,
        }
    }
}

/// The flags.
#[derive(Clone, Debug, clap::Args, Serialize)]
#[group(skip)]
pub struct Flags {
    /// A variable is hot if more than this fraction of the expected queries depends on it (qce): 0 or more, or inf
    #[arg(long = "qce-alpha", value_name = "A", default_value_t = 0.1, value_parser = alpha)]
    #[serde(rename = "qce-alpha", serialize_with = "number")]
    pub alpha: f64,
    /// The probability that a branch goes one of its ways (qce): more than 0, at most 1
    #[arg(long = "qce-beta", value_name = "B", default_value_t = 0.5, value_parser = beta)]
    #[serde(rename = "qce-beta")]
    pub beta: f64,
    /// How often a loop is executed whose count is not known (qce)
    #[arg(long = "qce-kappa", value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    #[serde(rename = "qce-kappa")]
    pub kappa: u64,
    /// How much a query costs about a value that a join has chosen, where one without costs 1 (qce): 1 or more
    #[arg(long = "qce-zeta", value_name = "Z", default_value_t = 1.0, value_parser = zeta)]
    #[serde(rename = "qce-zeta")]
    pub zeta: f64,
    /// When states are similar (qce)
    #[arg(long = "qce-similar", value_name = "HOW", default_value_t, value_enum)]
    #[serde(rename = "qce-similar")]
    pub similar: Similar,
    /// The queries that are counted (qce)
    #[arg(long = "qce-queries", value_name = "WHICH", default_value_t, value_enum)]
    #[serde(rename = "qce-queries")]
    pub queries: Queries,
    /// How a branch weighs its ways (qce)
    #[arg(long = "qce-branches", value_name = "HOW", default_value_t, value_enum)]
    #[serde(rename = "qce-branches")]
    pub branches: Weights,
    /// What a query counts for (qce)
    #[arg(long = "qce-cost", value_name = "HOW", default_value_t, value_enum)]
    #[serde(rename = "qce-cost")]
    pub cost: QueryCost,
    /// Whether states with different heap objects are joined (qce)
    #[arg(long = "qce-heap", value_name = "HOW", default_value_t, value_enum)]
    #[serde(rename = "qce-heap")]
    pub heap: Heap,
    /// How many blocks back a state is remembered, so that others catch up with it (qce-dynamic)
    #[arg(long = "dsm-distance", value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[serde(rename = "dsm-distance")]
    pub distance: u32,
}

impl Flags {
    /// How queries are counted.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            beta: self.beta,
            kappa: self.kappa,
            all: self.queries == Queries::All,
            branches: self.branches.weights(),
            measured: self.cost == QueryCost::Measured,
        }
    }
}

/// Infinity is no number of JSON.
fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { serializer.serialize_f64(*value) } else { serializer.serialize_str("inf") }
}

fn parsed(text: &str, is_in: impl Fn(f64) -> bool, range: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|&number| is_in(number));
    number.ok_or_else(|| format!("{text:?} is not a number {range}"))
}
fn alpha(text: &str) -> Result<f64, String> {
    parsed(text, |number| number >= 0.0, "from 0 on, or inf")
}
fn beta(text: &str) -> Result<f64, String> {
    parsed(text, |number| number > 0.0 && number <= 1.0, "above 0 and at most 1")
}
fn zeta(text: &str) -> Result<f64, String> {
    parsed(text, |number| number >= 1.0 && number.is_finite(), "from 1 on")
}
