//! CPU time and memory of this process, as the kernel accounts them.

use rustix::time::{ClockId, clock_gettime};

/// CPU seconds that this process has used so far, user and system.
pub(crate) fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    // Both parts are far below 2^53.
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Runs `work` and gives its CPU seconds beside its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = cpu_seconds();
    let result = work();
    (result, cpu_seconds() - start)
}

/// The most memory that this process ever held, in bytes; 0 where the system does not tell.
///
/// Taken from the process itself and not from its parent's `wait`: there the size of the parent at the moment of the
/// fork counts as well.
pub(crate) fn peak_bytes() -> u64 {
    status_line("VmHWM:")
}

/// The memory that this process holds now, in bytes; 0 where the system does not tell.
pub(crate) fn resident_bytes() -> u64 {
    status_line("VmRSS:")
}

fn status_line(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_costs_time_and_sleep_does_not() {
        let (sum, busy) = timed(|| (0..20_000_000u64).fold(0, |a, b| std::hint::black_box(a ^ b)));
        assert!(busy > 0.0, "{sum}");
        let ((), idle) = timed(|| std::thread::sleep(std::time::Duration::from_millis(50)));
        assert!(idle < 0.04, "{idle}");
    }
}
