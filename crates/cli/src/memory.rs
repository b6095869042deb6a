//! How much memory the process holds, and what is done so that it holds no more than it needs.
//!
//! An allocator gives little of what is freed back to the system, so the resident memory of a process that drops half of its states stays as it
//! is. Where memory is limited the allocator is asked to give back what it keeps, as soon as that is much. What it keeps is what is resident
//! beyond the bytes that are alive, which a wrapper around the system's allocator counts (two relaxed additions for each allocation). The
//! program itself is part of that and cannot be given back; what was left the last time tells how much that is.

use std::alloc::System;
use std::sync::atomic::{AtomicU64, Ordering};

use cap::Cap;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// What the process may hold.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// What could not be given back, the last time that it was tried.
static LEFT: AtomicU64 = AtomicU64::new(0);

/// Blocks of so many bytes are the system's own. Smaller ones come and go with every query, and cost more than they are worth if the system
/// clears each.
const LARGE_BLOCK: i32 = 1 << 20;
/// While less than one part in so many of the limit is in use nothing is given back, because nobody needs it.
const PLENTY: u64 = 2;
/// What the allocator keeps is given back when it has grown by one part in so many of the limit.
const MUCH: u64 = 50;

/// What was alive and what the process held when it was looked at last.
static ALIVE: AtomicU64 = AtomicU64::new(0);
static HELD: AtomicU64 = AtomicU64::new(0);
/// How often somebody asked.
static ASKED: AtomicU64 = AtomicU64::new(0);
/// Less than one part in so many of the limit is little.
const LITTLE: u64 = 256;
/// Once in so many times the process is looked at, whatever was allocated: memory that is alive is held only when it is first written to.
const OFTEN: u64 = 16;

/// The process is to hold no more than this, from now on.
pub(crate) fn limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
    braid_heap::return_blocks_from(LARGE_BLOCK);
}

/// Bytes that the process holds, or held when it was looked at last, if little was allocated or freed since. Where the system does not tell,
/// those that are alive.
pub(crate) fn used() -> u64 {
    let (alive, before) = (ALLOCATOR.allocated() as u64, ALIVE.load(Ordering::Relaxed));
    let asked = ASKED.fetch_add(1, Ordering::Relaxed);
    if alive.abs_diff(before) > LIMIT.load(Ordering::Relaxed) / LITTLE || asked.is_multiple_of(OFTEN) {
        ALIVE.store(alive, Ordering::Relaxed);
        HELD.store(look(alive), Ordering::Relaxed);
    }
    HELD.load(Ordering::Relaxed)
}

/// Bytes that the process holds now, after what is not needed was given back.
fn look(alive: u64) -> u64 {
    let resident = braid::resident_memory();
    if resident == 0 {
        return alive;
    }
    let (kept, left) = (resident.saturating_sub(alive), LEFT.load(Ordering::Relaxed));
    if !is_worth_giving_back(resident, kept, left, LIMIT.load(Ordering::Relaxed)) {
        LEFT.store(left.min(kept), Ordering::Relaxed);
        return resident;
    }
    braid_heap::give_back();
    let resident = braid::resident_memory();
    LEFT.store(resident.saturating_sub(alive), Ordering::Relaxed);
    resident
}

/// The bytes in use, if a limit leaves too little beside them for a run to lose nothing.
pub(crate) fn is_nearly_used_up(limit: u64) -> Option<u64> {
    let used = used();
    (used > limit / 4 * 3).then_some(used)
}

/// Whether the allocator keeps so much more than was left the last time that it is asked to give it back.
fn is_worth_giving_back(resident: u64, kept: u64, left: u64, limit: u64) -> bool {
    resident > limit / PLENTY && kept > left + limit / MUCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_back_if_it_is_scarce_and_much_is_kept() {
        assert!(is_worth_giving_back(900, 300, 200, 1000));
        assert!(!is_worth_giving_back(900, 210, 200, 1000), "little was freed since");
        assert!(!is_worth_giving_back(400, 300, 200, 1000), "there is plenty");
        assert!(!is_worth_giving_back(900, 300, 200, u64::MAX), "there is no limit");
    }

    #[test]
    fn what_is_allocated_is_counted_and_what_is_freed_is_not() {
        let before = ALLOCATOR.allocated();
        let block = std::hint::black_box(vec![1u8; 64 << 20]);
        assert!(ALLOCATOR.allocated() >= before + (60 << 20));
        drop(block);
        assert!(ALLOCATOR.allocated() < before + (60 << 20));
    }

    /// Small blocks that are freed stay with the allocator, because something behind them is alive.
    #[test]
    fn what_the_allocator_keeps_is_given_back_under_a_limit() {
        limit(100 << 20);
        let blocks: Vec<Box<[u8; 64]>> = (0..1_000_000).map(|_| Box::new([1; 64])).collect();
        let pin = std::hint::black_box(Box::new([1u8; 64]));
        let before = used();
        drop(std::hint::black_box(blocks));
        let after: Vec<u64> = (0..3).map(|_| used()).collect();
        assert!(after.iter().all(|&used| used > 0 && used < before / 2), "{after:?} of {before}");
        drop(pin);
    }
}
