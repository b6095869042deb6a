//! The chain: which layers there are and in which order they stand, in one function.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::blast::BackEnd;
use crate::cache::QueryCache;
use crate::diagrams::ByDiagrams;
use crate::dump::Dump;
use crate::layer::Layer;
use crate::pipe::Pipe;
use crate::portfolio::Portfolio;
use crate::quantifier::{Quantifiers, Stages};
use crate::refute::Refute;
use crate::slice::Slicing;
use crate::syntactic::Syntactic;
use crate::validate::Validate;
use crate::value_sets::ValueSets;

/// What a chain is made of beyond its usual layers. The default is Braid's own solver and nothing else.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Another solver, by command, in place of Braid's own back end.
    pub back_end: Option<String>,
    /// Another solver that checks every answer of the back end.
    pub check: Option<String>,
    /// Another solver that is asked where the budget runs out.
    pub second: Option<String>,
    /// How long another solver may think about a query; [`DEFAULT_TIME_LIMIT`] if it is not said.
    pub time_limit: Option<Duration>,
    /// Which stages try to change a model before quantifiers are decided by instances.
    pub stages: Stages,
    /// A folder that every query of the whole chain is written to.
    pub dump: Option<PathBuf>,
}

/// How long another solver may think about a query.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// All layers, the cheapest first. Fails only if the folder for queries cannot be made.
pub fn chain(options: &Options) -> io::Result<Box<dyn Layer>> {
    let pipe = |command: &String| Box::new(Pipe::new(command, options.time_limit.unwrap_or(DEFAULT_TIME_LIMIT)));
    let own = || -> Box<dyn Layer> { Box::new(Quantifiers::with_stages(Box::new(BackEnd::new()), options.stages)) };
    // Other solvers know quantifiers by themselves, so they stand beside the quantifier layer, not below it.
    let mut layer = options.back_end.as_ref().map_or_else(own, |command| pipe(command));
    if let Some(command) = &options.check {
        layer = Box::new(Validate::new(layer, pipe(command)));
    }
    if let Some(command) = &options.second {
        layer = Box::new(Portfolio::new(layer, pipe(command)));
    }
    layer = front(layer);
    if let Some(folder) = &options.dump {
        layer = Box::new(Dump::new(folder.clone(), layer)?);
    }
    Ok(layer)
}

/// The layers that stand before whatever decides: constants and syntax, independent slices with recent models, sets of
/// byte values, answers to earlier queries, known bits and bounds, decision diagrams.
fn front(layer: Box<dyn Layer>) -> Box<dyn Layer> {
    let refute = Box::new(Refute::new(Box::new(ByDiagrams::new(layer))));
    let cache = Box::new(QueryCache::new(refute));
    let value_sets = Box::new(ValueSets::new(cache));
    let slicing = Box::new(Slicing::new(value_sets));
    Box::new(Syntactic::new(slicing))
}

/// All layers over a back end that knows no quantifiers.
pub fn over(back_end: Box<dyn Layer>) -> Box<dyn Layer> {
    front(Box::new(Quantifiers::new(back_end)))
}

/// The chain of Braid's own solver.
pub fn default_chain() -> Box<dyn Layer> {
    chain(&Options::default()).expect("only the folder for queries can fail, and there is none")
}
