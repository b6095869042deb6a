//! One record: a code and numbers. The buffer is reused from record to record, and it knows its place, so that whoever
//! interprets the numbers can complain without asking the stream.

use core::ops::Range;
use std::borrow::Cow;

use crate::error::{Error, ErrorKind, Place};

/// The record that was read last.
#[derive(Clone, Default)]
pub(crate) struct Record {
    /// What kind of record it is; the numbering depends on the block.
    pub(crate) code: u32,
    /// The operands, without the code.
    pub(crate) operands: Vec<u64>,
    /// Where in the input the bytes of a blob operand stand, if there is one.
    pub(crate) blob: Option<Range<usize>>,
    /// Bit offset of its first bit.
    pub(crate) bit: u64,
    /// The number of the block it stands in.
    pub(crate) block: u32,
}

impl Record {
    /// Where it stands.
    pub(crate) fn place(&self) -> Place {
        Place { bit: self.bit, block: Some(self.block), record: Some(self.code) }
    }
    /// That it does not make sense.
    #[cold]
    pub(crate) fn corrupt(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Corrupt, self.place(), expected)
    }
    /// That it uses a form unknown to this reader.
    #[cold]
    pub(crate) fn too_new(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::TooNew, self.place(), expected)
    }
    /// Operand number `at`.
    #[inline]
    pub(crate) fn operand(&self, at: usize) -> Result<u64, Error> {
        match self.operands.get(at) {
            Some(&value) => Ok(value),
            None => Err(self.too_short(at + 1)),
        }
    }
    /// Operand number `at`, or zero where an older writer left it out.
    #[inline]
    pub(crate) fn optional(&self, at: usize) -> u64 {
        self.operands.get(at).copied().unwrap_or(0)
    }
    /// Complains unless there are at least `len` operands.
    #[inline]
    pub(crate) fn at_least(&self, len: usize) -> Result<(), Error> {
        if self.operands.len() < len { Err(self.too_short(len)) } else { Ok(()) }
    }
    /// The operands from `from` on as text: one character each, as LLVM writes names.
    pub(crate) fn bytes(&self, from: usize) -> Result<Vec<u8>, Error> {
        self.at_least(from)?;
        Ok(self.operands[from..].iter().map(|&c| c as u8).collect())
    }
    /// The operands from `from` on as a string; bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&self, from: usize) -> Result<String, Error> {
        Ok(match String::from_utf8(self.bytes(from)?) {
            Ok(text) => text,
            Err(bytes) => String::from_utf8_lossy(bytes.as_bytes()).into_owned(),
        })
    }
    #[cold]
    fn too_short(&self, len: usize) -> Error {
        self.corrupt(format!("at least {len} operands")).found(self.operands.len())
    }
}
