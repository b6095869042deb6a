//! The chain: which layers there are and in which order they stand, in one function.

use crate::blast::BackEnd;
use crate::layer::Layer;
use crate::quantifier::Quantifiers;
use crate::slice::Slicing;
use crate::syntactic::Syntactic;
use crate::value_sets::ValueSets;

/// All layers, the cheapest first.
pub fn default_chain() -> Box<dyn Layer> {
    let back_end = Box::new(BackEnd::new());
    let quantifiers = Box::new(Quantifiers::new(back_end));
    let value_sets = Box::new(ValueSets::new(quantifiers));
    let slicing = Box::new(Slicing::new(value_sets));
    Box::new(Syntactic::new(slicing))
}
