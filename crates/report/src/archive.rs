//! Tests that share one file, `tests.tar`.
//!
//! A small file costs a file system more than exploring the path that it stands for. So most tests of a long run are
//! entries of one archive, appended many at a time, in a format that every system unpacks: `tar xf tests.tar` gives the
//! files that they would have been. Entries have no date and no owner, so that equal runs write equal bytes.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// So many bytes are collected before they are written.
const ENOUGH: usize = 1 << 18;
/// The unit of the format: headers and contents fill whole blocks.
const BLOCK: usize = 512;
/// The length of a name that lies in one field of a header.
const LONGEST_NAME: usize = 100;
/// The date of every entry: some day in 2001, because unpackers warn about the beginning of time.
const DATE: u64 = 1_000_000_000;

/// An archive that grows.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    /// Entries that are not in the file yet.
    pending: Mutex<Vec<u8>>,
    last: Mutex<Option<Last>>,
    /// Where the contents of each entry lie, once somebody has asked.
    index: OnceLock<BTreeMap<String, Span>>,
}

/// The header that was written last. From test to test hardly more than the name differs, and to make all of a header anew costs more than
/// the rest of the entry.
#[derive(Debug)]
struct Last {
    header: tar::Header,
    /// How long the contents are.
    length: usize,
    /// How long the name is.
    name: usize,
    sum: u32,
}

impl Last {
    /// Whether the header of a file differs from it in nothing but letters of the name.
    fn fits(&self, name: &str, length: usize) -> bool {
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
        self.length == length && self.name == name.len() && name.len() < LONGEST_NAME && is_plain
    }

    /// Makes it the header of a file of this name.
    fn rename(&mut self, name: &str) {
        let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
        let old = self.header.as_old_mut();
        let letters = &mut old.name[..name.len()];
        self.sum = self.sum - sum(letters) + sum(name.as_bytes());
        letters.copy_from_slice(name.as_bytes());
        let (digits, mut rest) = (&mut old.cksum[..7], self.sum);
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 8) as u8;
            rest /= 8;
        }
    }
}

fn fresh_header(name: &str, length: usize) -> io::Result<tar::Header> {
    let mut header = tar::Header::new_ustar();
    header.set_path(name)?;
    header.set_size(length as u64);
    header.set_mode(0o644);
    header.set_mtime(DATE);
    header.set_cksum();
    Ok(header)
}

/// A part of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    at: u64,
    length: u64,
}

impl Archive {
    /// The one in the file of that name, if there is one.
    pub(crate) fn at(path: PathBuf) -> Archive {
        Archive { path, pending: Mutex::default(), last: Mutex::default(), index: OnceLock::new() }
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a file.
    pub(crate) fn add(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        let mut pending = self.pending.lock().expect("nobody panics with it");
        pending.extend_from_slice(self.header(name, contents.len())?.as_bytes());
        pending.extend_from_slice(contents);
        let filled = pending.len().next_multiple_of(BLOCK);
        pending.resize(filled, 0);
        if pending.len() >= ENOUGH { self.append(&mut pending) } else { Ok(()) }
    }

    /// The header of a file.
    fn header(&self, name: &str, length: usize) -> io::Result<tar::Header> {
        let mut last = self.last.lock().expect("nobody panics with it");
        if let Some(last) = &mut *last
            && last.fits(name, length)
        {
            last.rename(name);
            return Ok(last.header.clone());
        }
        let header = fresh_header(name, length)?;
        *last = Some(Last { length, name: name.len(), sum: header.cksum()?, header: header.clone() });
        Ok(header)
    }

    /// Writes what was collected. The file is an archive that ends at its last entry, which unpackers accept.
    pub(crate) fn flush(&self) -> io::Result<()> {
        let mut pending = self.pending.lock().expect("nobody panics with it");
        if pending.is_empty() { Ok(()) } else { self.append(&mut pending) }
    }

    /// Writes what was collected and the end mark, if there is an archive at all. Nothing is added afterwards.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.flush()?;
        if self.path.exists() { self.append(&mut vec![0; 2 * BLOCK]) } else { Ok(()) }
    }

    fn append(&self, pending: &mut Vec<u8>) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(pending)?;
        pending.clear();
        Ok(())
    }

    /// The names of all entries, in order.
    pub(crate) fn names(&self) -> io::Result<impl Iterator<Item = &str>> {
        Ok(self.index()?.keys().map(String::as_str))
    }

    /// The contents of an entry; none if there is no such.
    pub(crate) fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(span) = self.index()?.get(name) else { return Ok(None) };
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(span.at))?;
        let mut bytes = Vec::new();
        file.take(span.length).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    fn index(&self) -> io::Result<&BTreeMap<String, Span>> {
        self.flush()?;
        match self.index.get() {
            Some(index) => Ok(index),
            None => {
                let index = self.read_index()?;
                Ok(self.index.get_or_init(|| index))
            }
        }
    }

    /// Reads all headers. What a run that was cut off left half written is no entry.
    fn read_index(&self) -> io::Result<BTreeMap<String, Span>> {
        let mut index = BTreeMap::new();
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(index),
            Err(error) => return Err(error),
        };
        let end = fs::metadata(&self.path)?.len();
        let mut archive = tar::Archive::new(file);
        for entry in archive.entries_with_seek()? {
            let Ok(entry) = entry else { break };
            let span = Span { at: entry.raw_file_position(), length: entry.size() };
            if span.at.checked_add(span.length).is_none_or(|last| last > end) {
                break;
            }
            index.insert(entry.path()?.to_string_lossy().into_owned(), span);
        }
        Ok(index)
    }
}

/// What was collected is written also if nobody asked for it. An error has nowhere to go then.
impl Drop for Archive {
    fn drop(&mut self) {
        drop(self.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_the_system_unpacks_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tests.tar");
        let archive = Archive::at(path.clone());
        assert_eq!(archive.names().unwrap().count(), 0);
        let archive = Archive::at(path.clone());
        let contents = |number: usize| vec![number as u8; number * 7];
        for number in 0..800 {
            archive.add(&format!("test{number:06}.ktest"), &contents(number)).unwrap();
        }
        assert!(fs::metadata(&path).unwrap().len() as usize >= ENOUGH, "the first ones are there before the end");
        archive.finish().unwrap();
        let again = Archive::at(path.clone());
        assert_eq!(again.names().unwrap().count(), 800);
        assert_eq!(again.read("test000799.ktest").unwrap().unwrap(), contents(799));
        assert_eq!(again.read("test000000.ktest").unwrap().unwrap(), contents(0));
        assert_eq!(again.read("test000800.ktest").unwrap(), None);
        let mut command = std::process::Command::new("tar");
        if let Ok(output) = command.arg("xf").arg(&path).current_dir(folder.path()).output() {
            assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(fs::read(folder.path().join("test000123.ktest")).unwrap(), contents(123));
        }
    }

    #[test]
    fn a_header_is_the_same_whatever_came_before() {
        let archive = Archive::at(PathBuf::from("nowhere"));
        let long = "x".repeat(99);
        let names =
            ["test000001.ktest", "test999999.ktest", "test1000000.ktest", "a/b.ktest", "test000002.ktest", &long, "z"];
        for number in 0..4000 {
            let (name, length) = (names[number * 7 / 3 % names.len()], [0, 57, 57, 600][number / 5 % 4]);
            let name = name.replace("999999", &format!("{:06}", number * 131 % 1_000_000));
            let header = archive.header(&name, length).unwrap();
            assert_eq!(header.as_bytes(), fresh_header(&name, length).unwrap().as_bytes(), "{name} {length}");
        }
    }

    #[test]
    fn half_an_entry_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tests.tar");
        let archive = Archive::at(path.clone());
        archive.add("a", &[1; 600]).unwrap();
        archive.add("b", &[2; 600]).unwrap();
        drop(archive);
        let bytes = fs::read(&path).unwrap();
        for length in [bytes.len() - 600, bytes.len() - 1400, BLOCK + 1024 + 100] {
            fs::write(&path, &bytes[..length]).unwrap();
            assert_eq!(Archive::at(path.clone()).names().unwrap().collect::<Vec<_>>(), ["a"], "{length}");
        }
    }
}
