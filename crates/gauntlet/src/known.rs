//! Disagreements that are known and understood: rows of one table, each with its reason.

use crate::judge::{Class, Disagreement};

/// A known disagreement.
pub struct Known {
    /// Its class.
    pub class: Class,
    /// The kind of fault that it is about; empty for any.
    pub kind: &'static str,
    /// A part of its words; empty for any.
    pub words: &'static str,
    /// Why it is there.
    pub reason: &'static str,
}

/// The table. Empty is best.
pub const KNOWN: &[Known] = &[];

/// The reason of a disagreement that is known.
pub fn reason(what: &Disagreement) -> Option<&'static str> {
    let matches = |known: &&Known| {
        known.class == what.class
            && (known.kind.is_empty() || known.kind == what.kind)
            && what.detail.contains(known.words)
    };
    KNOWN.iter().find(matches).map(|known| known.reason)
}
