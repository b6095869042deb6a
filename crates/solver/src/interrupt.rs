//! The way to end a query from outside: the user's interrupt and the time limit of a run.
//!
//! Budgets are counted in steps of the search, so that equal runs give equal answers. A hard query can still take minutes
//! within its budget, and a user who interrupts the run, or who gave it a time, does not wait for it. Whether to stop is
//! asked now and then during a search; a search that is stopped answers [`Reason::Interrupted`](crate::Reason::Interrupted).

/// Says whether queries should end at once.
#[derive(Default)]
pub struct Interrupt(Option<Box<dyn Fn() -> bool>>);

impl Interrupt {
    /// An interrupt that has come as soon as `has_come` says so.
    pub fn when(has_come: impl Fn() -> bool + 'static) -> Interrupt {
        Interrupt(Some(Box::new(has_come)))
    }
    /// Whether it has come.
    pub fn has_come(&self) -> bool {
        self.0.as_ref().is_some_and(|has_come| has_come())
    }
}

impl core::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() { "Interrupt" } else { "Interrupt::default()" })
    }
}
