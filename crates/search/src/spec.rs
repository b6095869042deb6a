//! What a user asks for: `dfs`, or `random-path,nurs:covnew` for orders that take turns.

use std::fmt;
use std::str::FromStr;

use crate::strategy::BY_CONTEXT;
use crate::{Batching, Interleaved, Rng, STRATEGIES, Searcher, Strategy};

/// One order, or several that take turns.
#[derive(Clone, Debug)]
pub struct Spec {
    /// At least one.
    strategies: Vec<&'static Strategy>,
}

/// Why a text names no order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// A name that is not in the table.
    #[error("`{0}` is no search order; there are {names}", names = names())]
    Unknown(String),
    /// Nothing where a name should be.
    #[error("a name is missing in `{0}`; there are {names}", names = names())]
    Empty(String),
}

impl Spec {
    /// Makes the order. Each part has random numbers of its own, so that one does not depend on how often another
    /// draws. A batch of 0 instructions means: ask again at every pick.
    pub fn build(&self, seed: u64, batch: u64) -> Box<dyn Searcher> {
        let mut rng = Rng::new(seed);
        let mut searchers: Vec<_> = self.strategies.iter().map(|strategy| (strategy.make)(rng.split())).collect();
        let inner = match searchers.len() {
            1 => searchers.remove(0),
            _ => Box::new(Interleaved::new(searchers)),
        };
        if batch == 0 { inner } else { Box::new(Batching::new(inner, batch)) }
    }
}

impl Spec {
    /// Whether some part asks how much was [executed in a context](crate::View::executed_in_context), which has to be
    /// counted for it.
    pub fn counts_contexts(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.name == BY_CONTEXT)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let named = |name: &str| match name.trim() {
            "" => Err(SpecError::Empty(text.to_owned())),
            name => Strategy::named(name).ok_or_else(|| SpecError::Unknown(name.to_owned())),
        };
        Ok(Spec { strategies: text.split(',').map(named).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.strategies.iter().map(|strategy| strategy.name).collect();
        f.write_str(&names.join(","))
    }
}

fn names() -> String {
    STRATEGIES.iter().map(|strategy| strategy.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_printed() {
        for strategy in STRATEGIES {
            let spec: Spec = strategy.name.parse().expect("it is in the table");
            assert_eq!(spec.to_string(), strategy.name);
        }
        let spec: Spec = "random-path, nurs:covnew".parse().expect("two names");
        assert_eq!(spec.to_string(), "random-path,nurs:covnew");
    }

    #[test]
    fn names_are_distinct() {
        let mut names: Vec<_> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STRATEGIES.len());
    }

    #[test]
    fn what_is_no_order_is_refused_with_the_names_of_all() {
        for text in ["", ",", "dfs,", "deep", "dfs,nurs", "DFS"] {
            let error = text.parse::<Spec>().expect_err(text);
            assert!(error.to_string().contains("random-path, random-state"), "{error}");
        }
    }
}
