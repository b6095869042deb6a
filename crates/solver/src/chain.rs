//! The chain: which layers there are and in which order they stand, in one function.

use crate::blast::BackEnd;
use crate::layer::Layer;
use crate::syntactic::Syntactic;

/// All layers, the cheapest first.
pub fn default_chain() -> Box<dyn Layer> {
    let back_end = Box::new(BackEnd::new());
    Box::new(Syntactic::new(back_end))
}
