//! When a run must stop: time, memory, instructions, the user.
//!
//! The clock and the memory of the process decide only whether the run goes on, never what it does: within the limits,
//! equal runs are equal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that the user's interrupt sets.
pub type Interrupt = Arc<AtomicBool>;

/// Why a run stops before everything is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// The user interrupted it.
    Interrupted,
    /// The time is over.
    Time,
    /// Too much memory is used even after states were dropped.
    Memory,
    /// As many instructions were executed as were asked for.
    Instructions,
    /// As many tests were written as were asked for.
    Tests,
}

impl Reason {
    /// The reason, for people and scripts.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Reason::Interrupted => "interrupted",
            Reason::Time => "time limit",
            Reason::Memory => "memory limit",
            Reason::Instructions => "instruction limit",
            Reason::Tests => "test limit",
        }
    }
}

/// The limits of a run.
#[derive(Debug)]
pub(crate) struct Budget {
    start: Instant,
    time: Option<Duration>,
    memory: Option<u64>,
    interrupt: Interrupt,
    rounds: u32,
}

/// Memory is looked at once in this many rounds.
const ROUNDS: u32 = 64;

impl Budget {
    /// Limits that begin now.
    pub(crate) fn new(time: Option<Duration>, memory: Option<u64>, interrupt: Interrupt) -> Budget {
        Budget { start: Instant::now(), time, memory, interrupt, rounds: 0 }
    }
    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
    /// Whether the run must stop.
    pub(crate) fn exhausted(&self) -> Option<Reason> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        self.time.filter(|&limit| self.start.elapsed() >= limit).map(|_| Reason::Time)
    }
    /// What ends a query that would outlast the run.
    pub(crate) fn interrupt_of_queries(&self) -> braid_solver::Interrupt {
        let (start, time, interrupt) = (self.start, self.time, Arc::clone(&self.interrupt));
        braid_solver::Interrupt::when(move || {
            interrupt.load(Ordering::Relaxed) || time.is_some_and(|limit| start.elapsed() >= limit)
        })
    }
    /// Whether memory is over its limit; looked at now and then.
    pub(crate) fn memory_is_short(&mut self) -> bool {
        let Some(limit) = self.memory else { return false };
        self.rounds += 1;
        if !self.rounds.is_multiple_of(ROUNDS) {
            return false;
        }
        used_memory() > limit
    }
}

/// Bytes that the process uses now; 0 where the system does not tell.
pub(crate) fn used_memory() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).map_or(0, |pages| pages * 4096)
}

/// The most bytes that the process used at a time; 0 where the system does not tell.
pub(crate) fn peak_memory() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()).map_or(0, |kib| kib * 1024)
}
