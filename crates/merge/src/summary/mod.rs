//! Value summaries (Sen, Necula, Gong, Choi 2015): states are joined wherever they meet, and joined values are choices by guards.
//!
//! The paper has one store for all states, with the program counter as one more value in it. Here states are separate and are joined when they stand at
//! one place with one stack: equal answers, and the cost is that of what differs. As in the paper the place furthest behind goes on first, in the
//! order and with the patience of [`qce::statics`](crate::qce::statics), of which this mode is the case in which nothing is hot.
//!
//! The values are in [`choice`]; all modes join with it.

pub(crate) mod choice;

use serde::Serialize;

use crate::mode::{Mode, Options};
use crate::qce::{self, statics::Static};

/// The flags.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
#[group(skip)]
pub struct Flags {
    /// Join no states that meet: the paper's comparison, in the same order (summary)
    #[arg(long = "no-coalesce", action = clap::ArgAction::SetFalse)]
    #[serde(rename = "coalesce")]
    pub coalesce: bool,
}

/// The mode.
pub(crate) const MODE: Mode = Mode {
    name: "summary",
    about: "states that meet are joined, whatever they differ in; values are summaries under guards",
    source: "Sen, Necula, Gong, Choi, ESEC/FSE 2015",
    make: |options| {
        let qce = qce::Flags { alpha: f64::INFINITY, heap: qce::Heap::Guarded, ..options.qce.clone() };
        let everything = Options { qce, ..options.clone() };
        Some(Box::new(Static::joining_if(&everything, options.summary.coalesce)))
    },
};
