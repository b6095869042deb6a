//! When a run must stop: time, memory, instructions, the user.
//!
//! The clock and the memory of the process decide only whether the run goes on, never what it does: within the limits,
//! equal runs are equal. Everything that takes long asks the [`Interrupt`](braid_expr::Interrupt) of this budget. A run whose time is
//! over winds down: it has a tenth of its time, at least a second, to write tests for what is left.

use core::cell::Cell;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use braid_expr::{Cause, Meter};

use crate::cut::Cut;
use crate::error::EngineError;

/// A flag that the user's interrupt sets.
pub type Interrupt = Arc<AtomicBool>;

/// Who stops a run before everything is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The user.
    User,
    /// The clock.
    Time,
    /// Memory, even after states were dropped.
    Memory,
    /// The number of instructions.
    Instructions,
    /// The number of tests.
    Tests,
    /// Results that cannot be written.
    Output,
}

impl Stop {
    /// The row that it is counted in.
    pub(crate) fn cut(self) -> Cut {
        match self {
            Stop::User => Cut::Interrupted,
            Stop::Time => Cut::Time,
            Stop::Memory => Cut::Memory,
            Stop::Instructions => Cut::Instructions,
            Stop::Tests => Cut::Tests,
            Stop::Output => Cut::Output,
        }
    }
    /// Returns true if live states get their tests then.
    pub(crate) fn leaves_tests(self) -> bool {
        !matches!(self, Stop::Tests | Stop::Output)
    }
}

/// The limits of a run.
#[derive(Debug)]
pub(crate) struct Budget {
    start: Instant,
    /// When the time began to count: later than the start by what compilers took.
    counted_from: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    meter: Meter,
    user: Interrupt,
    interrupt: braid_expr::Interrupt,
    /// Set when the run winds down because of the time or the user.
    winding_down: Cell<Option<Stop>>,
    rounds: u32,
    /// Whether little memory was left when it was looked at last.
    tight: bool,
}

/// Memory is looked at once in this many rounds.
const ROUNDS: u32 = 64;
/// Winding down takes at least so long.
const LAST_TIME: Duration = Duration::from_secs(1);
/// Winding down takes one part in so many of the limit.
const LAST_PART: u32 = 10;
/// Of the time to wind down, one part in so many is left for the reports.
const REPORT_PART: u32 = 4;

impl Budget {
    /// Limits that begin now.
    pub(crate) fn new(time: Option<Duration>, memory: Option<u64>, user: Interrupt) -> Budget {
        let (start, meter) = (Instant::now(), seldom_asked as Meter);
        let interrupt = braid_expr::Interrupt::new(time.map(|time| start + time), Arc::clone(&user));
        let winding_down = Cell::new(None);
        let (counted_from, rounds, tight) = (start, 0, false);
        let budget = Budget { start, counted_from, time, memory, meter, user, interrupt, winding_down, rounds, tight };
        budget.watch_memory();
        budget
    }
    /// Memory is what this tells, from now on.
    pub(crate) fn set_meter(&mut self, meter: Meter) {
        self.meter = meter;
        self.watch_memory();
    }
    /// So much time does not count.
    pub(crate) fn pass_over(&mut self, time: Duration) {
        self.counted_from += time;
        self.interrupt = braid_expr::Interrupt::new(self.deadline(), Arc::clone(&self.user));
        self.watch_memory();
    }
    fn deadline(&self) -> Option<Instant> {
        self.time.map(|time| self.counted_from + time)
    }
    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
    /// What those ask who read the program: the time, and the user.
    pub(crate) fn reading(&self) -> braid_expr::Interrupt {
        braid_expr::Interrupt::new(self.deadline(), Arc::clone(&self.user))
    }
    /// That the run was over before it began, and why.
    pub(crate) fn unread(&self, reason: Cow<'static, str>) -> EngineError {
        let by_user = self.user.load(Ordering::Relaxed);
        EngineError::Interrupted { reason: if by_user { Cut::Interrupted.text() } else { reason } }
    }
    /// What everybody asks who works for long.
    pub(crate) fn interrupt(&self) -> &braid_expr::Interrupt {
        &self.interrupt
    }
    /// Why the run must stop, if it must.
    pub(crate) fn exhausted(&self) -> Option<Stop> {
        if let Some(stop) = self.winding_down.get() {
            return Some(stop);
        }
        if self.user.load(Ordering::Relaxed) {
            return Some(Stop::User);
        }
        self.deadline().filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
    }
    /// From now on there is only the time to wind down.
    pub(crate) fn wind_down(&self, stop: Stop) {
        if self.winding_down.replace(Some(stop)).is_some() {
            return;
        }
        let time = self.time.map_or(LAST_TIME, |time| LAST_TIME.max(time / LAST_PART));
        let begin = self.deadline().map_or_else(Instant::now, |deadline| deadline.min(Instant::now()));
        self.interrupt.postpone(begin + time - time / REPORT_PART);
        self.watch_memory();
    }
    /// The work that is done for the end of a path was interrupted. Returns true if it can be done again: with the time to wind
    /// down, or with a little more memory.
    pub(crate) fn grant_ending(&self) -> bool {
        match self.interrupt.cause() {
            Some(Cause::Memory) => {
                self.interrupt.limit_memory(self.memory.map(|limit| (self.meter, limit + limit / LAST_MARGIN)));
            }
            Some(Cause::Stop) if self.winding_down.get().is_none() => {
                self.wind_down(self.exhausted().unwrap_or(Stop::Time));
            }
            Some(Cause::Stop) | None => return false,
        }
        true
    }
    /// Work is interrupted if it takes the memory beyond its limit.
    pub(crate) fn watch_memory(&self) {
        let margin = if self.winding_down.get().is_some() { LAST_MARGIN } else { MARGIN };
        self.interrupt.limit_memory(self.memory.map(|limit| (self.meter, limit + limit / margin)));
    }
    /// Returns true if little memory was left when it was looked at last: then forks cost more than they are worth.
    pub(crate) fn memory_is_tight(&self) -> bool {
        self.tight
    }
    /// Returns the bytes that are in use beyond the limit, if there are any; looked at now and then.
    pub(crate) fn excess_memory(&mut self) -> Option<Excess> {
        let limit = self.memory?;
        self.rounds += 1;
        if !self.rounds.is_multiple_of(ROUNDS) {
            return None;
        }
        self.excess_of(limit)
    }
    /// Returns what is in use now, whether that is too much or not; none if there is no limit.
    pub(crate) fn usage(&self) -> Option<Excess> {
        self.memory.map(|limit| Excess { used: (self.meter)(), limit })
    }
    /// The same, looked at now.
    pub(crate) fn excess_now(&mut self) -> Option<Excess> {
        self.excess_of(self.memory?)
    }
    fn excess_of(&mut self, limit: u64) -> Option<Excess> {
        let used = (self.meter)();
        self.tight = used > limit / 8 * 7;
        (used > limit).then_some(Excess { used, limit })
    }
}

/// Work at hand may exceed the limit on memory by one part in so many before it is interrupted.
const MARGIN: u64 = 64;
/// The work for the end of a path, by one part in so many.
const LAST_MARGIN: u64 = 32;

/// More memory is in use than may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Excess {
    used: u64,
    limit: u64,
}

impl Excess {
    /// An excess because of which half of the states go.
    #[cfg(test)]
    pub(crate) fn by_half() -> Excess {
        Excess { used: 180, limit: 100 }
    }
    /// Returns true if there is no room for some more states.
    pub(crate) fn is_near(self) -> bool {
        self.used > self.limit / 16 * 15
    }
    /// How many of so many states must go so that nine tenths of the limit are in use, if they all have the same part of it.
    pub(crate) fn share_of(self, states: usize) -> usize {
        self.share_to(self.limit / 10 * 9, states)
    }
    /// The same, for three quarters of the limit.
    pub(crate) fn share_to_three_quarters(self, states: usize) -> usize {
        self.share_to(self.limit / 4 * 3, states)
    }
    fn share_to(self, wanted: u64, states: usize) -> usize {
        let surplus = u128::from(self.used - wanted.min(self.used));
        let share = (states as u128 * surplus).div_ceil(u128::from(self.used.max(1)));
        usize::try_from(share).unwrap_or(states).clamp(1, states.max(1))
    }
}

/// Bytes that the process uses now; 0 where the system does not tell.
pub fn resident_memory() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.map_or(0, |pages| pages * rustix::param::page_size() as u64)
}

/// The system is asked for the memory in use once in so many times.
const ASKED: u32 = 32;

/// Bytes that the process uses, or used not long ago: asking the system takes longer than what is done in between.
fn seldom_asked() -> u64 {
    thread_local! {
        static LAST: Cell<(u32, u64)> = const { Cell::new((0, 0)) };
    }
    let (times, bytes) = LAST.get();
    let bytes = if times.is_multiple_of(ASKED) { resident_memory() } else { bytes };
    LAST.set((times.wrapping_add(1), bytes));
    bytes
}

/// The most bytes that the process used at a time; 0 where the system does not tell.
pub(crate) fn peak_memory() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()).map_or(0, |kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_states_go_as_bring_the_run_to_nine_tenths() {
        let excess = Excess { used: 1100, limit: 1000 };
        assert_eq!(excess.share_of(1_000_000), 181_819);
        assert_eq!(excess.share_of(1), 1);
        assert_eq!(Excess { used: u64::MAX, limit: 10 }.share_of(7), 7);
    }

    #[test]
    fn winding_down_has_its_own_time() {
        let user = Interrupt::default();
        let budget = Budget::new(Some(Duration::ZERO), None, user);
        assert_eq!(budget.exhausted(), Some(Stop::Time));
        assert!(budget.interrupt().has_come());
        assert!(budget.grant_ending());
        assert!(!budget.interrupt().has_come(), "there is time for an ending");
        assert!(!budget.grant_ending(), "it is given once");
        assert_eq!(budget.exhausted(), Some(Stop::Time));
    }
}
