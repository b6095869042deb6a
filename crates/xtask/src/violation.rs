//! One thing that a check found wrong, with its place.

use std::fmt;

/// What is wrong and where. Printed as `place: what`, which editors turn into a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    /// A file, `file:line`, or the name of a crate or test.
    pub(crate) place: String,
    /// What is wrong and what to do about it.
    pub(crate) what: String,
}

impl Violation {
    /// A violation at `place`.
    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Violation { place: place.into(), what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}
