//! How much memory the process uses: what is alive, not what the allocator keeps for later.
//!
//! An allocator gives little of what is freed back to the system, so the resident memory of a process that drops half of
//! its states stays as it is. The bytes that are alive are counted by a wrapper around the system's allocator (two relaxed additions
//! for each allocation). They leave out what the allocator needs for itself; how much that is follows from the moment when the
//! resident memory was largest, because then nothing was kept for later.

use std::alloc::System;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use cap::Cap;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The largest resident memory so far.
static PEAK: AtomicU64 = AtomicU64::new(0);
/// The most bytes that were alive since then.
static ALIVE_AT_PEAK: AtomicU64 = AtomicU64::new(1);
/// The resident memory has a new peak if it grew by one part in so many: it grows a little for a few blocks of another size, while much is
/// kept for later.
const NEW_PEAK: u64 = 64;

/// What tells the allocator of the GNU C library from which size on a block is the system's. Unless it is told, a block of many
/// megabytes that is freed once makes all later ones part of the heap, where what is freed is kept for later. Smaller blocks come and go
/// with every query, and cost more than they are worth if the system clears each.
#[cfg(target_os = "linux")]
const LARGE_BLOCKS: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "1048576");

/// Sees to it that large blocks go back to the system when they are freed, for a run whose memory is limited: circuits of a solver grow to
/// half of it and go at once. The allocator reads its settings when a process begins, so the process begins again. Where that is
/// not possible, nothing changes.
#[cfg(target_os = "linux")]
pub(crate) fn return_large_blocks() {
    use std::os::unix::process::CommandExt;
    let (name, value) = LARGE_BLOCKS;
    if std::env::var_os(name).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut arguments = std::env::args_os();
        let own_name = arguments.next().unwrap_or_default();
        // Comes back only if it fails.
        let _ = Command::new(program).arg0(own_name).args(arguments).env(name, value).exec();
    }
}

/// Elsewhere the allocator has other habits.
#[cfg(not(target_os = "linux"))]
pub(crate) fn return_large_blocks() {}

/// The resident memory creeps above what is in use by so much, one part in so many, while blocks of many sizes come and go.
const CREEP: u64 = 6;

/// Bytes in use, and what the allocator is likely to keep beside them.
pub(crate) fn used() -> u64 {
    let (resident, alive) = (braid::resident_memory(), ALLOCATOR.allocated() as u64);
    let peak = PEAK.load(Ordering::Relaxed);
    if resident > peak + peak / NEW_PEAK {
        PEAK.store(resident, Ordering::Relaxed);
        ALIVE_AT_PEAK.store(alive.max(1), Ordering::Relaxed);
    } else {
        ALIVE_AT_PEAK.fetch_max(alive, Ordering::Relaxed);
    }
    let in_use = estimate(resident, alive, PEAK.load(Ordering::Relaxed), ALIVE_AT_PEAK.load(Ordering::Relaxed));
    in_use + in_use / CREEP
}

/// Bytes in use, from what is alive and what the process took when it took most. Where the system does not tell, those alive.
fn estimate(resident: u64, alive: u64, peak: u64, alive_at_peak: u64) -> u64 {
    if resident == 0 {
        return alive;
    }
    let in_use = u128::from(peak) * u128::from(alive) / u128::from(alive_at_peak.max(1));
    resident.min(u64::try_from(in_use).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_memory_is_not_in_use() {
        assert_eq!(estimate(1000, 400, 1000, 800), 500, "half of what was alive at the peak is");
        assert_eq!(estimate(1000, 900, 1000, 800), 1000, "never more than is resident");
        assert_eq!(estimate(0, 700, 0, 1), 700, "where nobody tells, what is alive counts");
    }

    #[test]
    fn what_is_allocated_is_counted_and_what_is_freed_is_not() {
        let before = ALLOCATOR.allocated();
        let block = std::hint::black_box(vec![1u8; 64 << 20]);
        assert!(ALLOCATOR.allocated() >= before + (60 << 20));
        drop(block);
        assert!(ALLOCATOR.allocated() < before + (60 << 20));
    }

    /// Small blocks that are freed stay with the allocator, because something behind them is alive: the resident memory does not tell.
    #[test]
    fn what_the_allocator_keeps_is_not_in_use_however_often_it_is_looked_at() {
        let blocks: Vec<Box<[u8; 64]>> = (0..1_000_000).map(|_| Box::new([1; 64])).collect();
        let pin = std::hint::black_box(Box::new([1u8; 64]));
        let before = used();
        drop(std::hint::black_box(blocks));
        let after: Vec<u64> = (0..3).map(|_| used()).collect();
        assert!(after.iter().all(|&used| used > 0 && used < before / 2), "{after:?} of {before}");
        drop(pin);
    }
}
