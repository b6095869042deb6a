//! The line of progress on a terminal.

use std::io::Write;

use braid::Observer;
use braid::report::Sample;

/// A line that is written over again and again.
#[derive(Default)]
pub(super) struct Progress {
    shown: bool,
    before: Option<Sample>,
}

impl Observer for Progress {
    fn progress(&mut self, sample: &Sample) {
        let line = line(sample, self.before.as_ref());
        self.before = Some(*sample);
        self.shown = true;
        // Nobody is left to tell if standard error is gone.
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
    }
}

impl Progress {
    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(now: &Sample, before: Option<&Sample>) -> String {
    let (time, queries) = before.map_or((0.0, 0), |before| (before.time_s, before.queries));
    let rate = (now.queries - queries) as f64 / (now.time_s - time).max(0.001);
    let share = 100.0 * now.solver_time_s / now.time_s.max(0.001);
    format!(
        "{:.0}s  {} states  {} paths  {} tests  {} bugs  {} lines  {rate:.0} queries/s  solver {share:.0}%  {:.0} MB",
        now.time_s, now.states, now.paths, now.tests, now.bugs, now.lines_covered, now.memory_mb
    )
}
