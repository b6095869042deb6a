//! How a run is going: samples of it over time, for the user and for statistics.

use std::time::{Duration, Instant};

use braid_report as report;
use braid_report::Sample;

use crate::exploration::Explorer;

/// How often progress is told and statistics are taken.
const SAMPLE_EVERY: Duration = Duration::from_millis(250);

/// Whoever wants to know how a run is going.
pub trait Observer {
    /// Called a few times a second.
    fn progress(&mut self, sample: &Sample);
}

/// The samples so far.
pub(crate) struct Progress {
    /// A row for each sample, below a header.
    pub(crate) samples: String,
    sampled: Option<Instant>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { samples: report::stats::header(), sampled: None }
    }
}

impl Explorer<'_> {
    /// Tells how the run is going, now and then.
    pub(crate) fn observe(&mut self, observer: &mut Option<&mut dyn Observer>) {
        if self.run.progress.sampled.is_some_and(|at| at.elapsed() < SAMPLE_EVERY) {
            return;
        }
        let first = self.run.progress.sampled.is_none();
        self.run.progress.sampled = Some(Instant::now());
        if first {
            return;
        }
        let sample = self.sample();
        self.run.progress.samples += &sample.row();
        if let Some(observer) = observer {
            observer.progress(&sample);
        }
    }
}
