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
pub const KNOWN: &[Known] = &[
    Known { class: Class::Limit, kind: "time", words: "", reason: "the clock is not asked everywhere yet" },
    Known { class: Class::Limit, kind: "memory", words: "", reason: "the limit is not asked for everywhere yet" },
    Known {
        class: Class::FalseAlarm,
        kind: "uninitialized-read",
        words: "",
        reason: "a use ends the path for all inputs on which an unknown is part of the value, also where the input cancels it",
    },
    Known {
        class: Class::Missed,
        kind: "uninitialized-read",
        words: "",
        reason: "values that were never written are followed less exactly than by the memory sanitizer",
    },
    Known {
        class: Class::WrongExit,
        kind: "uninitialized-read",
        words: "",
        reason: "values that were never written are followed less exactly than by the memory sanitizer",
    },
];

/// The reason of a disagreement that is known.
pub fn reason(what: &Disagreement) -> Option<&'static str> {
    let matches = |known: &&Known| {
        known.class == what.class
            && (known.kind.is_empty() || known.kind == what.kind)
            && what.detail.contains(known.words)
    };
    KNOWN.iter().find(matches).map(|known| known.reason)
}
