//! The folder of a run: what lies where in it, how it is made, written and read.
//!
//! By default a run gets a new folder `braid-out-N` in the current one, and the link `braid-last` points to it. A folder
//! that the user names is made if it is not there, and taken if it is empty or holds an older run, whose files are removed. Nothing
//! else is ever removed: a folder with foreign files is refused.
//!
//! Invariant: [`INFO`] is the first file that is written, so that a run that was cut off is still known as one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::archive::Archive;
use crate::claims::Claims;
use crate::fault_text;
use crate::forks::{self, ForkSite};
use crate::ktest::{KTest, KTestError};
use crate::lcov::{self, LineTable};
use crate::run::RunReport;
use crate::source::Sources;
use crate::test::{Ending, TestClaim};

/// What was run and by whom; marks the folder as one of ours.
pub const INFO: &str = "info.txt";
/// How that file begins.
const INFO_BEGINS: &str = "Braid";
/// What the tests claim, a line each.
pub const CLAIMS: &str = "tests.jsonl";
/// The inputs of tests that have no file of their own.
pub const ARCHIVE: &str = "tests.tar";
/// The result.
pub const RUN: &str = "run.json";
/// Coverage by line.
pub const LCOV: &str = "lcov.info";
/// The lines that replayed tests reached natively, in the same format.
pub const NATIVE: &str = "native.info";
/// Statistics over time.
pub const STATS: &str = "stats.csv";
/// Where states come from.
pub const FORKS: &str = "forks.csv";
/// What was told to the user.
pub const MESSAGES: &str = "messages";
/// Native programs that `replay` has built.
pub const REPLAY: &str = "replay";

const PREFIX: &str = "braid-out-";
const LAST: &str = "braid-last";
const TEST: &str = "test";
/// Digits in the name of a test.
const DIGITS: usize = 6;

/// From this number on, tests that reach no new line and show no bug share [`ARCHIVE`].
pub const FIRST_ARCHIVED: u64 = 1000;

/// Where the inputs of tests go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TestStorage {
    /// The first thousand, those that reach new lines and those of bugs are files; the others share an archive.
    #[default]
    Archive,
    /// Every test is a file.
    Files,
}

/// The folder of a run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    claims: Claims,
    archive: Archive,
    storage: TestStorage,
}

/// Why the folder of a run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It holds files that are not ours.
    #[error("{}: the folder is not empty and is no output of Braid (it holds '{example}'); name another or remove it", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// One of the foreign files.
        example: String,
    },
    /// There is something else of that name.
    #[error("{}: not a folder", path.display())]
    NotAFolder {
        /// What was named.
        path: PathBuf,
    },
    /// A file cannot be written or a folder not made.
    #[error("{}: cannot write: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file cannot be read.
    #[error("{}: cannot read: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A test file is damaged.
    #[error("{}: {error}", path.display())]
    KTest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: KTestError,
    },
    /// A test has no claim.
    #[error("{}: no claim of the test '{test}'", path.display())]
    NoClaim {
        /// The file of the claims.
        path: PathBuf,
        /// The test.
        test: String,
    },
    /// A JSON file is damaged or has another layout.
    #[error("{}: {error}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl Folder {
    /// Makes a new `braid-out-N` in `parent`, with a number that was not used, and lets `braid-last` point to it.
    pub fn create_in(parent: &Path, info: &str) -> Result<Folder, FolderError> {
        let mut number = next_number(parent);
        let path = loop {
            let path = parent.join(format!("{PREFIX}{number}"));
            match fs::create_dir(&path) {
                Ok(()) => break path,
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(FolderError::Write { path, error }),
            }
        };
        point_last(parent, &format!("{PREFIX}{number}"));
        let folder = Folder::at(path);
        folder.begin(info)?;
        Ok(folder)
    }

    /// Takes the folder that the user names. `info` tells what is run.
    pub fn create_at(path: &Path, info: &str) -> Result<Folder, FolderError> {
        let folder = Folder::at(path.to_owned());
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(path).map_err(|error| FolderError::Write { path: path.to_owned(), error })?;
            }
            Err(error) => return Err(FolderError::Read { path: path.to_owned(), error }),
            Ok(about) if !about.is_dir() => return Err(FolderError::NotAFolder { path: path.to_owned() }),
            Ok(_) => folder.clear()?,
        }
        folder.begin(info)?;
        Ok(folder)
    }

    /// The folder of a run that was made before.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        if path.is_dir() {
            return Ok(Folder::at(path.to_owned()));
        }
        match path.metadata() {
            Ok(_) => Err(FolderError::NotAFolder { path: path.to_owned() }),
            Err(error) => Err(FolderError::Read { path: path.to_owned(), error }),
        }
    }

    fn at(path: PathBuf) -> Folder {
        let claims = Claims::at(path.join(CLAIMS));
        let archive = Archive::at(path.join(ARCHIVE));
        Folder { path, claims, archive, storage: TestStorage::default() }
    }

    /// The same folder, with tests that go elsewhere from now on.
    #[must_use]
    pub fn with_storage(self, storage: TestStorage) -> Folder {
        Folder { storage, ..self }
    }

    /// Returns true if a test goes into the archive.
    fn is_archived(&self, number: u64, claim: &TestClaim) -> bool {
        let stands_out = !claim.lines.is_empty() || matches!(claim.ending, Ending::Fault { .. });
        self.storage == TestStorage::Archive && number >= FIRST_ARCHIVED && !stands_out
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file of the given name.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> Result<(), FolderError> {
        let path = self.path.join(name);
        fs::write(&path, contents).map_err(|error| FolderError::Write { path, error })
    }

    /// Writes a test: its input and, for a fault, the readable report. Its claim is written with those of others, at the
    /// latest by [`flush`](Self::flush) or when the folder is let go.
    pub fn write_test(
        &self,
        number: u64,
        test: &KTest,
        claim: &TestClaim,
        sources: &Sources,
    ) -> Result<(), FolderError> {
        let mut file = test_name(number);
        let length = file.len();
        file.push_str(".ktest");
        let name = &file[..length];
        if self.is_archived(number, claim) {
            self.archive.add(&file, &test.to_bytes()).map_err(|error| self.archive_unwritten(error))?;
        } else {
            self.write(&file, test.to_bytes())?;
        }
        self.claims.add(name, claim).map_err(|error| self.claims_unwritten(error))?;
        if let Ending::Fault { fault } = &claim.ending {
            let text = fault_text::render(fault, name, test, sources);
            self.write(&format!("{name}.{}.err", file_word(&fault.kind)), text)?;
        }
        Ok(())
    }

    /// Writes the claims and tests that were collected.
    pub fn flush(&self) -> Result<(), FolderError> {
        self.archive.flush().map_err(|error| self.archive_unwritten(error))?;
        self.claims.flush().map_err(|error| self.claims_unwritten(error))
    }

    /// Writes what was collected, and ends the archive. No test is written afterwards.
    pub fn finish(&self) -> Result<(), FolderError> {
        self.flush()?;
        self.archive.finish().map_err(|error| self.archive_unwritten(error))
    }

    fn archive_unwritten(&self, error: io::Error) -> FolderError {
        FolderError::Write { path: self.archive.path().to_owned(), error }
    }

    fn archive_unread(&self, error: io::Error) -> FolderError {
        FolderError::Read { path: self.archive.path().to_owned(), error }
    }

    fn claims_unwritten(&self, error: io::Error) -> FolderError {
        FolderError::Write { path: self.claims.path().to_owned(), error }
    }

    /// Writes the result.
    pub fn write_run(&self, report: &RunReport) -> Result<(), FolderError> {
        self.write(RUN, report.to_json())
    }

    /// Writes the coverage. Relative names begin at `directory`.
    pub fn write_lcov(&self, table: &LineTable, directory: &str) -> Result<(), FolderError> {
        self.write(LCOV, lcov::render(table, directory))
    }

    /// Writes the lines that replayed tests reached natively.
    pub fn write_native_lines(&self, table: &LineTable, directory: &str) -> Result<(), FolderError> {
        self.write(NATIVE, lcov::render(table, directory))
    }

    /// Writes the fork profile.
    pub fn write_forks(&self, sites: &[ForkSite]) -> Result<(), FolderError> {
        self.write(FORKS, forks::render(sites))
    }

    /// Reads the result.
    pub fn read_run(&self) -> Result<RunReport, FolderError> {
        let (path, text) = self.read_text(RUN)?;
        RunReport::from_json(&text).map_err(|error| FolderError::Json { path, error })
    }

    /// The names of the tests, in order.
    pub fn test_names(&self) -> Result<Vec<String>, FolderError> {
        let files = self.entries()?;
        let archived = self.archive.names().map_err(|error| self.archive_unread(error))?;
        let files = files.iter().map(String::as_str).chain(archived);
        let mut names: Vec<String> = files.filter_map(|file| Some(file.strip_suffix(".ktest")?.to_owned())).collect();
        // Numbers outgrow their six digits; the shorter name is the smaller number.
        names.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        // Whoever has unpacked the archive has both.
        names.dedup();
        Ok(names)
    }

    /// Reads the input of a test.
    pub fn read_input(&self, name: &str) -> Result<KTest, FolderError> {
        let path = self.path.join(format!("{name}.ktest"));
        let bytes = self.read_bytes(name)?;
        KTest::from_bytes(&bytes).map_err(|error| FolderError::KTest { path, error })
    }

    /// Reads the bytes of a test's input: of its file or, if it has none, of the archive.
    pub fn read_bytes(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        let file = format!("{name}.ktest");
        let path = self.path.join(&file);
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let archived = self.archive.read(&file).map_err(|error| self.archive_unread(error))?;
                archived.ok_or(FolderError::Read { path, error })
            }
            other => other.map_err(|error| FolderError::Read { path, error }),
        }
    }

    /// The file of a test's input, if it has one of its own.
    pub fn file_of(&self, name: &str) -> Option<PathBuf> {
        let path = self.path.join(format!("{name}.ktest"));
        path.is_file().then_some(path)
    }

    /// Reads the claim of a test.
    pub fn read_claim(&self, name: &str) -> Result<TestClaim, FolderError> {
        let path = || self.claims.path().to_owned();
        let line = self.claims.line(name).map_err(|error| FolderError::Read { path: path(), error })?;
        let line = line.ok_or_else(|| FolderError::NoClaim { path: path(), test: name.to_owned() })?;
        TestClaim::from_json(line).map_err(|error| FolderError::Json { path: path(), error })
    }

    fn read_text(&self, name: &str) -> Result<(PathBuf, String), FolderError> {
        let path = self.path.join(name);
        match fs::read_to_string(&path) {
            Ok(text) => Ok((path, text)),
            Err(error) => Err(FolderError::Read { path, error }),
        }
    }

    fn begin(&self, info: &str) -> Result<(), FolderError> {
        self.write(INFO, format!("{INFO_BEGINS} {}\n{info}", env!("CARGO_PKG_VERSION")))
    }

    /// Names of what lies in the folder.
    fn entries(&self) -> Result<Vec<String>, FolderError> {
        let wrong = |error| FolderError::Read { path: self.path.clone(), error };
        let entries = fs::read_dir(&self.path).map_err(wrong)?;
        entries.map(|entry| Ok(entry.map_err(wrong)?.file_name().to_string_lossy().into_owned())).collect()
    }

    /// Removes the files of an older run; refuses a folder with anything else, before it removes anything.
    fn clear(&self) -> Result<(), FolderError> {
        let mut entries = self.entries()?;
        entries.sort();
        let marked = fs::read(self.path.join(INFO)).is_ok_and(|text| text.starts_with(INFO_BEGINS.as_bytes()));
        if let Some(example) = entries.iter().find(|name| !marked || !is_ours(name)) {
            return Err(FolderError::Foreign { path: self.path.clone(), example: example.clone() });
        }
        for name in entries {
            let path = self.path.join(&name);
            let removed = if name == REPLAY { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(|error| FolderError::Write { path, error })?;
        }
        Ok(())
    }
}

/// The name of a test.
pub fn test_name(number: u64) -> String {
    // By hand: there are names by the million, and the machinery of formats takes several times as long.
    let (mut digits, mut rest, mut at) = ([b'0'; 20], number, 20);
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let digits = &digits[at.min(digits.len() - DIGITS)..];
    [TEST, core::str::from_utf8(digits).expect("digits are text")].concat()
}

/// How the names of certificates of closed loops begin.
const CERTIFICATE: &str = "certificate-";

/// Whether a file of that name is one that a run writes.
fn is_ours(name: &str) -> bool {
    let is_test = name.strip_prefix(TEST).is_some_and(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits >= DIGITS && [".ktest", ".err"].iter().any(|end| rest.ends_with(end))
    });
    let is_certificate = name.starts_with(CERTIFICATE) && name.ends_with(".smt2");
    is_test
        || is_certificate
        || [INFO, CLAIMS, ARCHIVE, RUN, LCOV, NATIVE, STATS, FORKS, MESSAGES, REPLAY].contains(&name)
}

/// A fault kind as part of a file name.
fn file_word(kind: &str) -> String {
    kind.chars().map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' }).collect()
}

/// One more than the largest number in use, so that the newest run has the largest number.
fn next_number(parent: &Path) -> u64 {
    let names = fs::read_dir(parent).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| number_of(&name)).max().map_or(0, |number| number + 1)
}

fn number_of(name: &OsStr) -> Option<u64> {
    name.to_str()?.strip_prefix(PREFIX)?.parse().ok().filter(|&number| number < u64::MAX)
}

/// Lets the link point to the newest run. A link that cannot be made is a comfort lost, no error; what is not a link is
/// the user's and stays.
fn point_last(parent: &Path, target: &str) {
    let link = parent.join(LAST);
    match link.symlink_metadata() {
        Ok(about) if about.is_symlink() => drop(fs::remove_file(&link)),
        Ok(_) => return,
        Err(_) => {}
    }
    #[cfg(unix)]
    drop(std::os::unix::fs::symlink(target, link));
    #[cfg(not(unix))]
    let _ = target;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::ktest::InputObject;

    fn error_text(result: Result<Folder, FolderError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn certificates_are_of_a_run() {
        assert!(is_ours("certificate-loop1-step.smt2") && !is_ours("certificate.txt") && !is_ours("mine.smt2"));
    }

    #[test]
    fn names_of_tests_have_six_digits_or_more() {
        for number in [0, 1, 10, 999_999, 1_000_000, 12_345_678, u64::MAX] {
            assert_eq!(test_name(number), format!("test{number:06}"));
        }
    }

    #[test]
    fn runs_are_numbered_and_the_link_follows() {
        let parent = tempfile::tempdir().unwrap();
        for number in 0..3 {
            let folder = Folder::create_in(parent.path(), "x\n").unwrap();
            assert_eq!(folder.path(), parent.path().join(format!("braid-out-{number}")));
            assert_eq!(fs::read_link(parent.path().join(LAST)).unwrap(), Path::new(&format!("braid-out-{number}")));
        }
        fs::remove_dir_all(parent.path().join("braid-out-1")).unwrap();
        let folder = Folder::create_in(parent.path(), "").unwrap();
        assert!(folder.path().ends_with("braid-out-3"), "numbers are not used again below the newest");
    }

    #[test]
    fn a_users_file_named_like_the_link_stays() {
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join(LAST), "mine").unwrap();
        Folder::create_in(parent.path(), "").unwrap();
        assert_eq!(fs::read(parent.path().join(LAST)).unwrap(), b"mine");
    }

    #[test]
    fn an_older_run_is_replaced_a_foreign_folder_refused() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("deep/out");
        let folder = Folder::create_at(&path, "").unwrap();
        folder.write_test(1, &KTest::default(), &TestClaim::default(), &Sources::none()).unwrap();
        fs::create_dir(path.join(REPLAY)).unwrap();
        let folder = Folder::create_at(&path, "").unwrap();
        assert_eq!(folder.test_names().unwrap(), Vec::<String>::new());
        fs::write(path.join("thesis.tex"), "years of work").unwrap();
        let text = error_text(Folder::create_at(&path, ""));
        assert!(text.contains("not empty") && text.contains("thesis.tex"), "{text}");
        assert!(path.join(INFO).exists(), "nothing is removed before the refusal");
    }

    #[test]
    fn names_alone_do_not_make_a_folder_ours() {
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join(RUN), "{}").unwrap();
        assert!(error_text(Folder::create_at(parent.path(), "")).contains("run.json"));
    }

    #[test]
    fn what_cannot_be_written_or_read_is_told_with_its_name() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(error_text(Folder::create_at(&file, "")).ends_with("file: not a folder"));
        assert!(matches!(Folder::create_at(&file.join("below"), ""), Err(FolderError::Read { .. })));
        assert!(matches!(Folder::create_in(&parent.path().join("none"), ""), Err(FolderError::Write { .. })));
        assert!(matches!(Folder::open(&parent.path().join("none")), Err(FolderError::Read { .. })));
        let folder = Folder::open(parent.path()).unwrap();
        folder.write("test000001.ktest", "KTEST").unwrap();
        folder.write(CLAIMS, "{\"test\":\"test000001\"}\n").unwrap();
        assert!(matches!(folder.read_input("test000001"), Err(FolderError::KTest { .. })));
        assert!(matches!(folder.read_claim("test000001"), Err(FolderError::Json { .. })));
        assert!(matches!(folder.read_claim("test000002"), Err(FolderError::NoClaim { .. })));
        assert!(matches!(folder.read_run(), Err(FolderError::Read { .. })));
    }

    #[test]
    fn a_test_is_a_file_and_a_line_and_another_file_with_a_fault() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::create_at(parent.path(), "").unwrap();
        let input = KTest { objects: vec![InputObject::new("x", &[1])], ..KTest::default() };
        let fault = Fault { kind: "double-free".to_owned(), ..Fault::default() };
        let claim = TestClaim { ending: Ending::Fault { fault }, ..TestClaim::default() };
        folder.write_test(1_234_567, &input, &claim, &Sources::none()).unwrap();
        folder.write_test(7, &input, &TestClaim::default(), &Sources::none()).unwrap();
        assert_eq!(folder.test_names().unwrap(), ["test000007", "test1234567"]);
        assert_eq!(folder.read_input("test1234567").unwrap(), input);
        assert_eq!(folder.read_claim("test1234567").unwrap(), claim);
        assert!(parent.path().join("test1234567.double-free.err").exists());
    }

    #[test]
    fn later_tests_that_do_not_stand_out_share_an_archive() {
        let parent = tempfile::tempdir().unwrap();
        let input = |x: u8| KTest { objects: vec![InputObject::new("x", &[x])], ..KTest::default() };
        let plain = TestClaim::default();
        let fault = Ending::Fault { fault: Fault { kind: "leak".to_owned(), ..Fault::default() } };
        let bug = TestClaim { ending: fault, ..TestClaim::default() };
        let lines = [("a.c".to_owned(), [3].into_iter().collect())].into_iter().collect();
        let new_lines = TestClaim { lines, ..TestClaim::default() };
        let files = |path: &Path| {
            let names = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.filter(|name| name.ends_with(".ktest")).count()
        };
        for (storage, expected) in [(TestStorage::Archive, 3), (TestStorage::Files, 5)] {
            let path = parent.path().join(format!("{storage:?}"));
            let folder = Folder::create_at(&path, "").unwrap().with_storage(storage);
            for (number, claim) in [(999, &plain), (1000, &plain), (1001, &bug), (1002, &new_lines), (1003, &plain)] {
                folder.write_test(number, &input(number as u8), claim, &Sources::none()).unwrap();
            }
            folder.finish().unwrap();
            drop(folder);
            assert_eq!((files(&path), path.join(ARCHIVE).exists()), (expected, storage == TestStorage::Archive));
            let folder = Folder::open(&path).unwrap();
            let names: Vec<String> = (999..=1003).map(test_name).collect();
            assert_eq!(folder.test_names().unwrap(), names);
            for (number, name) in (999..).zip(&names) {
                assert_eq!(folder.read_input(name).unwrap(), input(number as u8));
                assert!(folder.read_claim(name).is_ok());
            }
            assert!(matches!(folder.read_input("test001004"), Err(FolderError::Read { .. })));
            drop(folder);
            assert_eq!(Folder::create_at(&path, "").unwrap().test_names().unwrap(), Vec::<String>::new());
        }
    }
}
