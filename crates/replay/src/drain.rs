//! Takes in what a process writes to a pipe, so that it never waits, and keeps the beginning.

use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// More bytes are not kept.
const KEPT: usize = 64 << 20;
/// How long a process that was left behind may keep the pipe open after the program has ended.
const PATIENCE: Duration = Duration::from_millis(500);

/// A pipe that is read.
#[derive(Debug)]
pub(crate) struct Drain {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Drain {
    /// Begins to read.
    pub(crate) fn of(mut pipe: impl Read + Send + 'static) -> Drain {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 1 << 16];
            while let Ok(count @ 1..) = pipe.read(&mut bytes) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let room = KEPT.saturating_sub(kept.len());
                kept.extend_from_slice(&bytes[..count.min(room)]);
            }
        });
        Drain { kept, reader }
    }

    /// How many bytes have come.
    pub(crate) fn len(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// What has come. The program has ended.
    pub(crate) fn finish(self) -> Vec<u8> {
        let end = Instant::now() + PATIENCE;
        while !self.reader.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_micros(100));
        }
        std::mem::take(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
