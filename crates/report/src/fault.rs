//! A fault of the program, as a test claims it and a bug reports it.

use serde::{Deserialize, Serialize};

use crate::place::Place;

/// A fault: what, where, and how the program came there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fault {
    /// The kind, a name of the engine's table of faults, such as `null-deref`.
    pub kind: String,
    /// Where: the innermost place that is the user's own.
    #[serde(flatten)]
    pub place: Place,
    /// What exactly went wrong, in a sentence.
    #[serde(default)]
    pub message: String,
    /// The stack, innermost frame first; may begin with frames of the runtime.
    #[serde(default)]
    pub stack: Vec<Place>,
}
