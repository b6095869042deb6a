//! What is wrong with a bitcode file, and where.
//!
//! A reader of untrusted files is judged by its errors. Each one says what was expected, what was found, and the place:
//! block, record, byte and bit offset in the file as the user has it. The kind separates the four things a user can do
//! about it: give another file, get the rest of it, get an undamaged copy, or get a newer Braid.

use core::fmt;
use std::borrow::Cow;

use crate::codes;

/// Why a file was refused, with the place of the first thing that could not be read.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Details>);

/// The kinds of unreadable input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The file is something else: no bitcode magic where one must stand.
    NotBitcode,
    /// The file ends, or a block ends, in the middle of something.
    Truncated,
    /// The bits are there but do not make sense.
    Corrupt,
    /// The file uses a form that this reader does not know, although nothing shows that it is damaged.
    TooNew,
    /// The file needs more than this reader is willing to spend on it.
    TooLarge,
    /// The reader was told to stop.
    Interrupted,
}

/// Where in a file something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Offset in bits from the start of the input.
    pub bit: u64,
    /// The number of the innermost open block, if any.
    pub block: Option<u32>,
    /// The code of the record that is being read, if any.
    pub record: Option<u32>,
}

#[derive(Clone, PartialEq, Eq)]
struct Details {
    kind: ErrorKind,
    place: Place,
    expected: Cow<'static, str>,
    found: Option<String>,
}

impl Error {
    /// An error of this kind at this place.
    #[cold]
    pub(crate) fn new(kind: ErrorKind, place: Place, expected: impl Into<Cow<'static, str>>) -> Self {
        Error(Box::new(Details { kind, place, expected: expected.into(), found: None }))
    }
    /// The same error with what stood there instead.
    #[cold]
    pub(crate) fn found(mut self, found: impl fmt::Display) -> Self {
        self.0.found = Some(found.to_string());
        self
    }
    /// The same error, `bits` further on: used where a part of the file was read as a file of its own.
    #[cold]
    pub(crate) fn shifted(mut self, bits: u64) -> Self {
        self.0.place.bit += bits;
        self
    }
    /// The same error, known to be inside `block`.
    #[cold]
    pub(crate) fn relocated_in(mut self, block: Option<u32>) -> Self {
        self.0.place.block = self.0.place.block.or(block);
        self
    }
    /// What sort of problem it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
    /// Where it is.
    pub fn place(&self) -> Place {
        self.0.place
    }
    /// What should have stood there, in words.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorKind::NotBitcode => "not LLVM bitcode",
            ErrorKind::Truncated => "truncated bitcode",
            ErrorKind::Corrupt => "corrupt bitcode",
            ErrorKind::TooNew => "bitcode is newer than this reader",
            ErrorKind::TooLarge => "bitcode is too large",
            ErrorKind::Interrupted => "reading was interrupted",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", self.bit / 8)?;
        if !self.bit.is_multiple_of(8) {
            write!(f, " bit {}", self.bit % 8)?;
        }
        let Some(block) = self.block else { return Ok(()) };
        match codes::block_name(block) {
            Some(name) => write!(f, ", block {name}")?,
            None => write!(f, ", block #{block}")?,
        }
        let Some(record) = self.record else { return Ok(()) };
        match codes::record_name(block, record) {
            Some(name) => write!(f, ", record {name}"),
            None => write!(f, ", record #{record}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { kind, place, expected, found } = &*self.0;
        write!(f, "{kind}: expected {expected}")?;
        if let Some(found) = found {
            write!(f, ", found {found}")?;
        }
        write!(f, " (at {place})")
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_was_expected_and_found_and_where() {
        let place = Place { bit: 8 * 1234 + 3, block: Some(codes::block::FUNCTION), record: Some(2) };
        let error = Error::new(ErrorKind::Corrupt, place, "a type number below 7").found(9);
        assert_eq!(
            error.to_string(),
            "corrupt bitcode: expected a type number below 7, found 9 (at byte 1234 bit 3, block FUNCTION, record \
             INST_BINOP)"
        );
        let outside = Error::new(ErrorKind::NotBitcode, Place::default(), "the bytes 'BC' 0xC0DE").shifted(64);
        assert_eq!(outside.to_string(), "not LLVM bitcode: expected the bytes 'BC' 0xC0DE (at byte 8)");
    }

    #[test]
    fn unknown_blocks_and_records_are_named_by_number() {
        let place = Place { bit: 0, block: Some(77), record: Some(5) };
        assert_eq!(place.to_string(), "byte 0, block #77, record #5");
    }
}
