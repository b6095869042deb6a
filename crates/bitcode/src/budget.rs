//! A limit on what a file may make us allocate beyond its own size.
//!
//! Nearly everything a reader keeps takes about as many bytes as the record it came from. A few forms are small in the
//! file and large in memory or work: the null value of `i8388608` is one record and a megabyte, and a long name may be
//! referred to from many places. Those are charged here, so that no file costs more than a fixed multiple of its length.

use braid_entity::Interrupt;

use crate::bitstream::Record;
use crate::error::{Error, ErrorKind};

/// Bytes of such forms allowed per byte of the file.
const PER_BYTE: u64 = 16;
/// Allowed for any file, so that small ones may hold a few large forms.
const FLOOR: u64 = 1 << 16;

/// What is left to be spent.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: u64,
    /// Says whether to stop.
    interrupt: Interrupt,
}

impl Budget {
    /// The budget of a module of this many bytes.
    pub(crate) fn new(len: usize) -> Self {
        Budget { left: FLOOR + PER_BYTE * len as u64, interrupt: Interrupt::default() }
    }
    /// From now on this says whether to stop.
    pub(crate) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }
    /// Counts so many steps of work for a record.
    pub(crate) fn spend(&self, steps: usize, record: &Record) -> Result<(), Error> {
        match self.interrupt.spend(u32::try_from(steps).unwrap_or(u32::MAX)) {
            true => Err(Error::new(ErrorKind::Interrupted, record.place(), "more time")),
            false => Ok(()),
        }
    }
    /// Takes `bytes` off, for what `record` asks for.
    pub(crate) fn charge(&mut self, bytes: u64, record: &Record) -> Result<(), Error> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let expected = format!("a form that takes at most {} more bytes of memory", self.left);
                Err(Error::new(ErrorKind::TooLarge, record.place(), expected).found(bytes))
            }
        }
    }
}
