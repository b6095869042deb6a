//! The way to end work from outside: the user's interrupt, the time limit of a run and its memory limit.
//!
//! Budgets are counted in steps, so that equal runs give equal answers. A piece of work can still take minutes within its
//! budget, and a user who interrupts the run, or who gave it a time, does not wait for it. Every loop whose length a program
//! can make large [spends](Interrupt::spend) units of work, which costs a counter; the clock is read once in
//! [`UNITS`] of them. Work that is stopped has no result: nobody may take a default for one.
//!
//! Whoever reads a program is given it; after that it lies in the pool of terms, which everybody has who works on terms.

use core::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Units of work between two looks at the clock and the memory. A unit is about as much as evaluating a node: some tens of nanoseconds, and a gate
/// of a circuit takes some hundreds of bytes.
const UNITS: u32 = 1 << 11;

/// Says whether work should end at once. Clones are one and the same.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Rc<Sources>>);

/// What an interrupt came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The user, or the time limit: all work ends.
    Stop,
    /// Memory is used up: the work at hand ends.
    Memory,
}

/// Tells how many bytes are in use. It is asked every few microseconds, so it must cost little.
pub type Meter = fn() -> u64;

/// What an interrupt can come from.
struct Sources {
    deadline: Cell<Option<Instant>>,
    /// Set by the user; no longer asked when the run winds down.
    user: Arc<AtomicBool>,
    ignores_user: Cell<bool>,
    /// Units of work that are left until the clock is read.
    left: Cell<u32>,
    /// Bytes that may be in use, and who tells how many are.
    memory: Cell<Option<(Meter, u64)>>,
    cause: Cell<Option<Cause>>,
}

impl Interrupt {
    /// An interrupt that comes at the deadline, if there is one, and when the flag is set.
    pub fn new(deadline: Option<Instant>, user: Arc<AtomicBool>) -> Interrupt {
        Interrupt(Some(Rc::new(Sources {
            deadline: Cell::new(deadline),
            user,
            ignores_user: Cell::new(false),
            left: Cell::new(UNITS),
            memory: Cell::new(None),
            cause: Cell::new(None),
        })))
    }
    /// From now on it comes also when more bytes than this are in use; never for that reason if there is none.
    pub fn limit_memory(&self, limit: Option<(Meter, u64)>) {
        let Some(sources) = &self.0 else { return };
        sources.memory.set(limit);
        if sources.cause.get() == Some(Cause::Memory) {
            sources.cause.set(None);
        }
    }
    /// What it came from, if it has come. Asks nobody.
    pub fn cause(&self) -> Option<Cause> {
        self.0.as_ref().and_then(|sources| sources.cause.get())
    }
    /// An interrupt that has come already.
    pub fn at_once() -> Interrupt {
        Interrupt::new(Some(Instant::now()), Arc::default())
    }
    /// The deadline comes so much later: for time that does not count.
    pub fn extend(&self, time: Duration) {
        let Some(sources) = &self.0 else { return };
        sources.deadline.set(sources.deadline.get().map(|at| at + time));
    }
    /// From now on it comes at this time alone, in all clones.
    pub fn postpone(&self, deadline: Instant) {
        let Some(sources) = &self.0 else { return };
        sources.deadline.set(Some(deadline));
        sources.ignores_user.set(true);
        sources.cause.set(None);
        sources.left.set(UNITS);
    }
    /// Returns true if so many more bytes may be in use. If not, it has come, for want of memory.
    pub fn has_room(&self, bytes: u64) -> bool {
        let Some(sources) = &self.0 else { return true };
        let Some((used, limit)) = sources.memory.get() else { return true };
        let fits = used().saturating_add(bytes) <= limit;
        if !fits && sources.cause.get().is_none() {
            sources.cause.set(Some(Cause::Memory));
        }
        fits
    }
    /// Returns true if it has come. Reads the clock: to be asked between pieces of work.
    pub fn has_come(&self) -> bool {
        self.0.as_ref().is_some_and(|sources| sources.look())
    }
    /// Counts units of work and returns true if the interrupt has come. Reads the clock seldom.
    #[inline]
    pub fn spend(&self, units: u32) -> bool {
        let Some(sources) = &self.0 else { return false };
        match sources.left.get().checked_sub(units) {
            Some(left) => {
                sources.left.set(left);
                sources.cause.get().is_some()
            }
            None => sources.look(),
        }
    }
}

impl Sources {
    #[cold]
    fn look(&self) -> bool {
        self.left.set(UNITS);
        let by_user = !self.ignores_user.get() && self.user.load(Ordering::Relaxed);
        if by_user || self.deadline.get().is_some_and(|at| Instant::now() >= at) {
            self.cause.set(Some(Cause::Stop));
        } else if self.cause.get().is_none() && self.memory_is_short() {
            self.cause.set(Some(Cause::Memory));
        }
        self.cause.get().is_some()
    }
}

impl Sources {
    fn memory_is_short(&self) -> bool {
        self.memory.get().is_some_and(|(used, limit)| used() > limit)
    }
}

impl core::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() { "Interrupt" } else { "Interrupt::default()" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_after_enough_work_and_stays_until_it_is_postponed() {
        let interrupt = Interrupt::at_once();
        let clone = interrupt.clone();
        assert!(!clone.spend(1), "the clock is not read for one unit");
        assert!((0..2).any(|_| clone.spend(UNITS)));
        assert!(interrupt.spend(1), "clones are one");
        interrupt.postpone(Instant::now() + Duration::from_secs(3600));
        assert!(!clone.has_come() && !clone.spend(UNITS + 1));
        assert!(!Interrupt::default().has_come());
    }

    #[test]
    fn a_deadline_can_be_moved_before_it_has_come() {
        let interrupt = Interrupt::at_once();
        interrupt.extend(Duration::from_secs(3600));
        assert!(!interrupt.has_come());
        Interrupt::default().extend(Duration::from_secs(1));
    }

    #[test]
    fn it_comes_when_memory_is_short_until_the_limit_is_set_again() {
        let interrupt = Interrupt::new(None, Arc::default());
        interrupt.limit_memory(Some((|| 100, 100)));
        assert!(!interrupt.has_come());
        interrupt.limit_memory(Some((|| 101, 100)));
        assert!(interrupt.has_come());
        assert_eq!(interrupt.cause(), Some(Cause::Memory));
        interrupt.limit_memory(None);
        assert!(!interrupt.has_come());
    }

    #[test]
    fn a_large_piece_of_memory_is_asked_for_before_it_is_taken() {
        let interrupt = Interrupt::new(None, Arc::default());
        assert!(interrupt.has_room(u64::MAX), "there is no limit");
        interrupt.limit_memory(Some((|| 60, 100)));
        assert!(interrupt.has_room(40) && interrupt.cause().is_none());
        assert!(!interrupt.has_room(41));
        assert_eq!(interrupt.cause(), Some(Cause::Memory));
    }

    #[test]
    fn the_user_is_heard_until_the_run_winds_down() {
        let user = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt::new(None, Arc::clone(&user));
        assert!(!interrupt.has_come());
        user.store(true, Ordering::Relaxed);
        assert!(interrupt.has_come());
        interrupt.postpone(Instant::now() + Duration::from_secs(3600));
        assert!(!interrupt.has_come());
    }
}
