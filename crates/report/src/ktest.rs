//! KLEE's test files (`.ktest`): the inputs of one test, as KLEE's own tools read and write them.
//!
//! All integers are 32 bits, most significant byte first:
//!
//! ```text
//! "KTEST" | version | n, then n arguments | symbolic arguments, their length | m, then m objects
//! argument = length, bytes            object = length, name; length, bytes
//! ```
//!
//! The pair about symbolic arguments came with version 2; an old magic, `"BOUT\n"`, means the same format. Strings have
//! no terminator. KLEE writes version 3, and so do we; 1 to 3 are read.
//!
//! Files may come from anywhere: lengths are checked against what is left before anything is allocated, and an error
//! names the offset.

use std::fmt;

use crate::bytes::escape;

const MAGIC: &[u8] = b"KTEST";
const OLD_MAGIC: &[u8] = b"BOUT\n";
/// The version that is written, and the newest that is read.
const VERSION: u32 = 3;
/// The first version that tells about symbolic arguments.
const SYMBOLIC_ARGUMENTS_SINCE: u32 = 2;

/// The inputs of one test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The command line: the program's name and its arguments.
    pub arguments: Vec<Vec<u8>>,
    /// How many arguments were symbolic (KLEE's own tools use it; 0 otherwise).
    pub symbolic_arguments: u32,
    /// How long each of them is.
    pub symbolic_argument_length: u32,
    /// The input objects in the order in which the program made them.
    pub objects: Vec<InputObject>,
}

/// One input: a name and the bytes that the program found there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputObject {
    /// The name that the program gave; need not be unique nor UTF-8.
    pub name: Vec<u8>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl InputObject {
    /// An input from its name and bytes.
    pub fn new(name: &str, bytes: &[u8]) -> InputObject {
        InputObject { name: name.as_bytes().to_vec(), bytes: bytes.to_vec() }
    }

    /// The name for people.
    pub fn name_text(&self) -> String {
        escape(&self.name)
    }
}

/// Why a file is no test file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a .ktest file: {problem} (at byte {offset})")]
pub struct KTestError {
    /// Where in the file.
    pub offset: usize,
    /// What is wrong there.
    pub problem: KTestProblem,
}

/// What can be wrong with a test file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KTestProblem {
    /// It does not begin with the magic word.
    Magic,
    /// It is of a version that we do not know.
    Version(u32),
    /// It ends in the middle of something.
    Truncated {
        /// What was being read.
        reading: &'static str,
        /// How many bytes it has.
        needed: u64,
        /// How many are left.
        left: u64,
    },
    /// It goes on after its end.
    Trailing(u64),
}

impl fmt::Display for KTestProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KTestProblem::Magic => f.write_str("it does not begin with 'KTEST'"),
            KTestProblem::Version(version) => write!(f, "version {version} is unknown, 1 to {VERSION} are read"),
            KTestProblem::Truncated { reading, needed, left } => {
                write!(f, "it is cut off: {reading} needs {needed} bytes, {left} are left")
            }
            KTestProblem::Trailing(count) => write!(f, "{count} bytes follow after its end"),
        }
    }
}

impl KTest {
    /// The file's bytes.
    ///
    /// # Panics
    /// If an input has 4 GiB or more, which the format cannot say.
    pub fn to_bytes(&self) -> Vec<u8> {
        let strings =
            self.arguments.iter().map(Vec::len).chain(self.objects.iter().map(|o| o.name.len() + o.bytes.len() + 4));
        let mut bytes = Vec::with_capacity(MAGIC.len() + 20 + strings.map(|length| length + 4).sum::<usize>());
        bytes.extend_from_slice(MAGIC);
        put_word(&mut bytes, VERSION);
        put_length(&mut bytes, self.arguments.len());
        for argument in &self.arguments {
            put_string(&mut bytes, argument);
        }
        put_word(&mut bytes, self.symbolic_arguments);
        put_word(&mut bytes, self.symbolic_argument_length);
        put_length(&mut bytes, self.objects.len());
        for object in &self.objects {
            put_string(&mut bytes, &object.name);
            put_string(&mut bytes, &object.bytes);
        }
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<KTest, KTestError> {
        let mut cursor = Cursor { bytes, at: 0 };
        let version = cursor.header()?;
        let arguments = cursor.list("the arguments", |cursor| cursor.string("an argument"))?;
        let [mut symbolic_arguments, mut symbolic_argument_length] = [0; 2];
        if version >= SYMBOLIC_ARGUMENTS_SINCE {
            symbolic_arguments = cursor.word("the number of symbolic arguments")?;
            symbolic_argument_length = cursor.word("the length of symbolic arguments")?;
        }
        let objects = cursor.list("the objects", |cursor| {
            Ok(InputObject { name: cursor.string("an object's name")?, bytes: cursor.string("an object's bytes")? })
        })?;
        match cursor.left() {
            0 => Ok(KTest { arguments, symbolic_arguments, symbolic_argument_length, objects }),
            left => Err(cursor.error(KTestProblem::Trailing(left as u64))),
        }
    }

    /// The first object of that name.
    pub fn object(&self, name: &str) -> Option<&InputObject> {
        self.objects.iter().find(|object| object.name == name.as_bytes())
    }
}

fn put_word(bytes: &mut Vec<u8>, word: u32) {
    bytes.extend_from_slice(&word.to_be_bytes());
}

fn put_length(bytes: &mut Vec<u8>, length: usize) {
    put_word(bytes, u32::try_from(length).expect("an input of 4 GiB cannot be written as a test"));
}

fn put_string(bytes: &mut Vec<u8>, string: &[u8]) {
    put_length(bytes, string.len());
    bytes.extend_from_slice(string);
}

/// The reader's place in the file.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn error(&self, problem: KTestProblem) -> KTestError {
        KTestError { offset: self.at, problem }
    }

    fn header(&mut self) -> Result<u32, KTestError> {
        if !self.bytes.starts_with(MAGIC) && !self.bytes.starts_with(OLD_MAGIC) {
            return Err(self.error(KTestProblem::Magic));
        }
        self.at = MAGIC.len();
        let version = self.word("the version")?;
        if (1..=VERSION).contains(&version) {
            return Ok(version);
        }
        self.at -= size_of::<u32>();
        Err(self.error(KTestProblem::Version(version)))
    }

    fn take(&mut self, needed: usize, reading: &'static str) -> Result<&'a [u8], KTestError> {
        let Some(taken) = self.bytes[self.at..].get(..needed) else {
            let left = self.left() as u64;
            return Err(self.error(KTestProblem::Truncated { reading, needed: needed as u64, left }));
        };
        self.at += needed;
        Ok(taken)
    }

    fn word(&mut self, reading: &'static str) -> Result<u32, KTestError> {
        let bytes = self.take(size_of::<u32>(), reading)?;
        Ok(u32::from_be_bytes(bytes.try_into().expect("four bytes were taken")))
    }

    fn string(&mut self, reading: &'static str) -> Result<Vec<u8>, KTestError> {
        let length = self.word(reading)? as usize;
        Ok(self.take(length, reading)?.to_vec())
    }

    /// A number and as many items. The number is not trusted: each item has at least its length word, so a list that
    /// cannot fit is refused before anything is allocated for it.
    fn list<T>(
        &mut self,
        reading: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<T, KTestError>,
    ) -> Result<Vec<T>, KTestError> {
        let count = self.word(reading)?;
        let (needed, left) = (u64::from(count) * size_of::<u32>() as u64, self.left() as u64);
        if needed > left {
            return Err(self.error(KTestProblem::Truncated { reading, needed, left }));
        }
        (0..count).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file byte by byte, as KLEE's writer would make it.
    const BY_HAND: &[u8] = b"KTEST\0\0\0\x03\0\0\0\x02\0\0\0\x04p.bc\0\0\0\x01a\0\0\0\0\0\0\0\0\
        \0\0\0\x02\0\0\0\x01x\0\0\0\x04\x01\x02\x03\x04\0\0\0\x03buf\0\0\0\0";

    fn by_hand() -> KTest {
        KTest {
            arguments: vec![b"p.bc".to_vec(), b"a".to_vec()],
            objects: vec![InputObject::new("x", &[1, 2, 3, 4]), InputObject::new("buf", &[])],
            ..KTest::default()
        }
    }

    #[test]
    fn the_format_is_klees() {
        assert_eq!(by_hand().to_bytes(), BY_HAND);
        assert_eq!(KTest::from_bytes(BY_HAND).unwrap(), by_hand());
    }

    #[test]
    fn older_versions_are_read() {
        let old = b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\xff";
        assert_eq!(KTest::from_bytes(old).unwrap().objects, [InputObject::new("x", &[255])]);
    }

    #[test]
    fn every_cut_is_told_with_its_place() {
        for length in 0..BY_HAND.len() {
            let error = KTest::from_bytes(&BY_HAND[..length]).unwrap_err();
            assert!(error.offset <= length, "{error}");
        }
        let error = KTest::from_bytes(&BY_HAND[..BY_HAND.len() - 1]).unwrap_err();
        let text = "not a .ktest file: it is cut off: an object's bytes needs 4 bytes, 3 are left (at byte 58)";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn wrong_magic_version_and_trailing_bytes_are_told() {
        let problem = |bytes: &[u8]| KTest::from_bytes(bytes).unwrap_err().problem;
        assert_eq!(problem(b"KTESS\0\0\0\x03"), KTestProblem::Magic);
        assert_eq!(problem(b"KTEST\0\0\0\x04"), KTestProblem::Version(4));
        assert_eq!(problem(&[BY_HAND, b"!"].concat()), KTestProblem::Trailing(1));
    }

    #[test]
    fn a_false_length_allocates_nothing() {
        let huge = b"KTEST\0\0\0\x03\xff\xff\xff\xff";
        assert!(matches!(KTest::from_bytes(huge).unwrap_err().problem, KTestProblem::Truncated { .. }));
    }

    #[test]
    fn single_damaged_bytes_never_panic_and_what_is_read_is_written_the_same() {
        for at in 0..BY_HAND.len() {
            for value in [0, 1, 2, 0x7f, 0xff] {
                let mut bytes = BY_HAND.to_vec();
                bytes[at] = value;
                if let Ok(test) = KTest::from_bytes(&bytes) {
                    assert_eq!(KTest::from_bytes(&test.to_bytes()).unwrap(), test);
                }
            }
        }
    }
}
