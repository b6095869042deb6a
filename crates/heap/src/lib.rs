//! What the system's allocator is asked beyond Rust: to give back what it keeps, and which blocks it shall not keep at all.
//!
//! An allocator keeps most of what is freed for later. A run whose memory is limited frees much at a time (circuits of a solver, states), and
//! what it needs next has other sizes, so that the process grows although little is alive. Only the GNU C library has something to ask; other
//! allocators have other habits.
//!
//! This is a part of its own because these are calls of C functions: all other parts forbid unsafe code.

/// Gives back to the system what was freed, as far as whole pages are free.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "a function of the C library")]
    // SAFETY: the function takes no pointer, may be called at any time, and leaves blocks in use as they are.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Blocks of at least so many bytes are the system's own from now on, and go back to it as soon as they are freed. Unless it is told, a block
/// of many megabytes that is freed once makes all later ones part of the heap.
pub fn return_blocks_from(bytes: i32) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "a function of the C library")]
    // SAFETY: the function takes no pointer and changes how later blocks are made; those in use stay as they are.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, bytes);
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = bytes;
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    fn resident_kilobytes() -> u64 {
        let text = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it tells that too");
        line.trim().trim_end_matches("kB").trim().parse().expect("a number")
    }

    /// Something behind the freed blocks is alive, so that the allocator keeps them unless it is asked.
    #[test]
    fn what_was_freed_goes_back_although_something_behind_it_is_alive() {
        let blocks: Vec<Box<[u8; 64]>> = (0..1_000_000).map(|_| Box::new([1; 64])).collect();
        let pin = std::hint::black_box(Box::new([1u8; 64]));
        let full = resident_kilobytes();
        drop(std::hint::black_box(blocks));
        give_back();
        let left = resident_kilobytes();
        assert!(left + 50_000 < full, "{left} of {full} kB");
        drop(pin);
    }

    #[test]
    fn a_large_block_goes_back_at_once() {
        return_blocks_from(1 << 20);
        let before = resident_kilobytes();
        let block = std::hint::black_box(vec![1u8; 32 << 20]);
        let small = std::hint::black_box(vec![1u8; 1 << 10]);
        drop(block);
        assert!(resident_kilobytes() < before + 16_000);
        drop(small);
    }
}
