//! What is told about a file: the parts of `struct stat` that can be unknown.

use crate::ktest::InputObject;

/// Bytes of `struct stat` on 64-bit Linux.
pub const STAT_SIZE: usize = 144;
/// The mode of a regular file.
const REGULAR: u32 = 0o100_000;
/// Where `struct stat` has the mode, the size and the time of writing.
const MODE_AT: usize = 24;
const SIZE_AT: usize = 48;
const WRITTEN_AT: usize = 88;
/// When the program's clock starts, in seconds.
pub const CLOCK_START: u32 = 1_000_000_000;

/// What is told about a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    /// The nine bits of its permissions.
    pub permissions: u32,
    /// Its size in bytes.
    pub size: u64,
    /// When it was written, in seconds.
    pub written: u32,
}

impl Default for Status {
    fn default() -> Self {
        Status { permissions: 0o644, size: 0, written: CLOCK_START }
    }
}

impl Status {
    /// From the bytes of `struct stat`; what is not there is zero.
    pub(crate) fn read(bytes: &[u8]) -> Status {
        let word = |at: usize| bytes.iter().skip(at).take(4).rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        Status { permissions: word(MODE_AT) & 0o777, size: word(SIZE_AT).into(), written: word(WRITTEN_AT) }
    }

    /// The object of a test that tells it of the file with this name, for tools that make the file again.
    pub(crate) fn object(&self, name: &str) -> InputObject {
        let mut bytes = [0; STAT_SIZE];
        let mut put = |at: usize, word: &[u8]| bytes[at..at + word.len()].copy_from_slice(word);
        put(8, &1_u64.to_le_bytes());
        put(16, &1_u64.to_le_bytes());
        put(MODE_AT, &(REGULAR | self.permissions).to_le_bytes());
        put(SIZE_AT, &self.size.to_le_bytes());
        put(56, &4096_u64.to_le_bytes());
        put(64, &8_u64.to_le_bytes());
        for at in [72, WRITTEN_AT, 104] {
            put(at, &self.written.to_le_bytes());
        }
        InputObject::new(&format!("{name}_stat"), &bytes)
    }
}
