//! Reads a file into memory, never more of it than a program can have.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::LoadError;

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";
/// The largest regular file that is read: bit offsets and name tables stay far below 2^32 entries.
const MAX_FILE: u64 = 1 << 32;
/// The most that is read from a pipe or device, which may never end.
const MAX_STREAM: u64 = 1 << 28;

/// The contents of a file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    if path.as_os_str() == STDIN {
        return read_bounded(path, io::stdin().lock(), 0, MAX_STREAM);
    }
    let failed = |error| LoadError::Read { path: path.to_owned(), error };
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(failed(io::Error::new(io::ErrorKind::IsADirectory, "is a directory, not a program")));
    }
    if metadata.is_file() {
        return read_bounded(path, file, metadata.len(), MAX_FILE);
    }
    read_bounded(path, file, 0, MAX_STREAM)
}

fn read_bounded(path: &Path, reader: impl Read, expected: u64, limit: u64) -> Result<Vec<u8>, LoadError> {
    let too_large = || LoadError::TooLarge { path: path.to_owned(), limit };
    if expected > limit {
        return Err(too_large());
    }
    // One byte more than expected, so that the end of the file is seen without growing the buffer.
    let room = usize::try_from(expected + 1).map_err(|_| too_large())?;
    let mut bytes = Vec::new();
    let read = bytes
        .try_reserve_exact(room)
        .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))
        .and_then(|()| reader.take(limit + 1).read_to_end(&mut bytes));
    read.map_err(|error| LoadError::Read { path: path.to_owned(), error })?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        let error = read_bounded(Path::new("pipe"), io::repeat(0), 0, 1000).unwrap_err();
        assert_eq!(error.to_string(), "pipe: larger than 1000 bytes; this is no program");
        assert_eq!(read_bounded(Path::new("pipe"), io::repeat(7).take(1000), 0, 1000).unwrap().len(), 1000);
    }

    #[test]
    fn a_folder_is_no_program() {
        let error = read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
        assert!(error.to_string().ends_with("is a directory, not a program"), "{error}");
    }
}
