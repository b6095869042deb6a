//! What keeps a run from being complete and has no place in the program: a row for each.
//!
//! The text of a row is for people and scripts; whoever decides something looks at the variant.

use std::borrow::Cow;

use braid_report::{Count, Incomplete};

macro_rules! cuts {
    ($($(#[doc = $doc:literal])+ $variant:ident $text:literal,)*) => {
        /// What keeps a run from being complete.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub(crate) enum Cut {
            $($(#[doc = $doc])+ $variant,)*
            /// A path has no test; why.
            NoTest(String),
            /// A merger left something out; what.
            Merging(String),
        }
        impl Cut {
            /// The text, for people and scripts.
            pub(crate) fn text(&self) -> Cow<'static, str> {
                match self {
                    $(Cut::$variant => Cow::Borrowed($text),)*
                    Cut::NoTest(why) => Cow::Owned(format!("a path without a test: {why}")),
                    Cut::Merging(what) => Cow::Owned(what.clone()),
                }
            }
        }
    };
}

cuts! {
    /// The user interrupted the run.
    Interrupted "interrupted",
    /// The time is over.
    Time "time limit",
    /// Too much memory is used.
    Memory "memory limit",
    /// As many instructions were executed as were asked for.
    Instructions "instruction limit",
    /// As many tests were written as were asked for.
    Tests "test limit",
    /// Results could not be written.
    Output "results cannot be written",
    /// A path has as many case splits as it may.
    Depth "depth limit",
    /// The run has as many forks as it may.
    Forks "fork limit",
    /// The run ended before a test was written for a live state.
    NoTimeForTest "a path without a test: the run was over",
    /// The solver could not decide whether memory is lost.
    LeakUndecided "a leak that the solver cannot decide",
    /// The run ended while it was looked for lost memory.
    LeakUnchecked "a leak check that was interrupted",
    /// A state that was evicted for want of memory could not be made again.
    NotMadeAgain "a state that could not be made again after memory was short",
    /// States got lost.
    Unaccounted "states that are not accounted for, which is an error of Braid",
    /// A join may have lost inputs.
    LossyJoin "a join that may have lost inputs",
    /// Nothing satisfies what the program assumes.
    Vacuous "nothing satisfies the assumptions: no path comes to an end",
    /// All paths ended because the program asked for it, without a trace.
    Silent "all paths end in silence: nothing was explored to its end",
}

/// Rows in the order in which they first came up.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    rows: Vec<(Cut, u64)>,
}

impl Cuts {
    /// Counts a row some times.
    pub(crate) fn add(&mut self, cut: Cut, count: u64) {
        match self.rows.iter_mut().find(|(known, _)| *known == cut) {
            Some((_, sum)) => *sum += count,
            None => self.rows.push((cut, count)),
        }
    }
    /// Returns true if a row was counted.
    pub(crate) fn has(&self, cut: &Cut) -> bool {
        self.rows.iter().any(|(known, _)| known == cut)
    }
    /// All of them.
    pub(crate) fn report(&self) -> Vec<Incomplete> {
        let row = |(cut, count): &(Cut, u64)| Incomplete {
            reason: cut.text().into_owned(),
            count: Count::from(*count),
            place: None,
        };
        self.rows.iter().map(row).collect()
    }
}
