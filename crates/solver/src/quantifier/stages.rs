//! Which stages stand before instances: the switches of the paper's ablation.

/// The stages that try to turn a model of the stripped query into one of the whole query. Without any of them the query is
/// decided all the same, by instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stages {
    /// Quantifier stripping: the query is asked without its quantifiers first. Off, all their instances are written out at
    /// once, as far as the width of k and a limit allow.
    pub strip: bool,
    /// Assignment duplication: cells that a quantifier speaks of get the value of its first instance.
    pub duplicate: bool,
    /// Duplication leaves the cells of instances that hold as they are. Off, it fills the cells of all, as the paper does.
    pub sparing: bool,
    /// Model repair: only the instances about cells in conflict are added, and the search starts at the duplicated model.
    pub repair: bool,
}

impl Default for Stages {
    fn default() -> Self {
        Stages { strip: true, duplicate: true, sparing: true, repair: true }
    }
}

impl Stages {
    /// Stripping and instances alone.
    pub const NONE: Stages = Stages { strip: true, duplicate: false, sparing: false, repair: false };
    /// What the paper does.
    pub const PAPER: Stages = Stages { strip: true, duplicate: true, sparing: false, repair: true };
}
