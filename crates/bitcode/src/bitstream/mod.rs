//! The bitstream container: nested blocks of records, each written with an abbreviation or in the default form.
//!
//! This layer knows nothing of LLVM IR. It checks every length against the bits that are left before it trusts it, and
//! keeps the open blocks on a stack of its own, so nothing recurses on input. The format is described in LLVM's
//! "LLVM Bitcode File Format"; where that page and LLVM's reader differ, we follow the reader, except that a block must
//! end where its length says, which LLVM does not check.

mod abbreviation;
mod cursor;
mod record;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod writer;

pub(crate) use abbreviation::BlockInfo;
pub(crate) use cursor::Cursor;
pub(crate) use record::Record;

use abbreviation::{Abbreviation, CHAR6, Encoding, Table};
use std::borrow::Cow;

use crate::error::{Error, ErrorKind, Place};

/// Abbreviation ids with a fixed meaning.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u64 = 4;

/// The width of abbreviation ids outside all blocks.
const TOP_WIDTH: u32 = 2;
/// The fewest bits an operand takes in an unabbreviated record.
const MIN_OPERAND_BITS: u64 = 6;
/// Blocks in blocks in blocks: LLVM needs four levels (module, function, constants or metadata).
const MAX_DEPTH: usize = 64;

/// What comes next in the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The innermost block ends; it has been left.
    End,
    /// A block begins: [`Stream::enter`] or [`Stream::skip`] it.
    Block(Header),
    /// A record begins: read it with [`Stream::read`].
    Record(Shape),
}

/// The beginning of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// Which kind of block.
    pub(crate) id: u32,
    /// Bit offset of the first bit inside.
    pub(crate) start: u64,
    /// Bit offset of the first bit after it.
    pub(crate) end: u64,
    /// Width of abbreviation ids inside.
    width: u32,
}

impl Header {
    /// Which bytes of the stream the inside of the block is; blocks begin and end at 32-bit boundaries.
    pub(crate) fn bytes(self) -> core::ops::Range<usize> {
        (self.start / 8) as usize..(self.end / 8) as usize
    }
}

/// How the coming record is written: an abbreviation id of the innermost block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    id: u64,
    bit: u64,
}

/// An open block.
#[derive(Clone, Copy)]
struct Scope {
    id: u32,
    width: u32,
    end: u64,
    /// The list of BLOCKINFO and how much of it is in force here.
    shared: Option<(u32, u32)>,
    /// Where this block's own abbreviations begin in `local`, and their encodings in `local_table`.
    local: usize,
    encodings: usize,
}

/// A position among blocks and records.
#[derive(Clone)]
pub(crate) struct Stream<'a> {
    cursor: Cursor<'a>,
    /// What is added to bit offsets in records and errors: where the bytes begin in the whole bitstream.
    base: u64,
    scopes: Vec<Scope>,
    info: Cow<'a, BlockInfo>,
    local: Vec<Abbreviation>,
    local_table: Table,
}

impl<'a> Stream<'a> {
    /// A stream at the start of `bytes`, outside all blocks.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self::with_info(bytes, Cow::Owned(BlockInfo::default()))
    }
    /// A stream inside `header`'s block, found earlier in the same bytes: how metadata is read later.
    pub(crate) fn resume(bytes: &'a [u8], header: Header, info: &'a BlockInfo) -> Result<Self, Error> {
        let mut stream = Self::with_info(bytes, Cow::Borrowed(info));
        stream.enter(header)?;
        Ok(stream)
    }
    /// A stream over `bytes`, which are the inside of `header`'s block, cut out: how a function body is read.
    pub(crate) fn inside(bytes: &'a [u8], header: Header, info: &'a BlockInfo) -> Result<Self, Error> {
        let mut stream = Self::with_info(bytes, Cow::Borrowed(info));
        stream.base = header.start;
        stream.enter(Header { start: 0, end: header.end - header.start, ..header })?;
        Ok(stream)
    }
    fn with_info(bytes: &'a [u8], info: Cow<'a, BlockInfo>) -> Self {
        let cursor = Cursor::new(bytes);
        Stream { cursor, base: 0, scopes: Vec::new(), info, local: Vec::new(), local_table: Table::default() }
    }
    /// The position in bits.
    pub(crate) fn bit(&self) -> u64 {
        self.cursor.bit()
    }
    /// How many bits are left in the input.
    pub(crate) fn bits_left(&self) -> u64 {
        self.cursor.bits_left()
    }
    /// What is added to bit offsets in records.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }
    /// The whole input.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.cursor.bytes()
    }
    /// What BLOCKINFO said so far.
    pub(crate) fn into_info(self) -> BlockInfo {
        self.info.into_owned()
    }
    /// Moves to a position between blocks, outside of all of them.
    pub(crate) fn jump(&mut self, bit: u64) -> Result<(), Error> {
        debug_assert!(self.scopes.is_empty());
        self.cursor.jump(bit)
    }

    /// Moves forward inside the innermost block, to the beginning of an entry.
    pub(crate) fn jump_inside(&mut self, bit: u64) -> Result<(), Error> {
        let end = self.scopes.last().map_or(0, |scope| scope.end);
        if bit < self.cursor.bit() || bit >= end {
            return Err(self.corrupt("a place further on in the block").found(format!("byte {}", bit / 8)));
        }
        self.cursor.jump(bit)
    }
    /// What comes next: the end of the block, a block or a record. Abbreviation definitions are taken in on the way.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Entry, Error> {
        loop {
            if let Some(entry) = self.step()? {
                return Ok(entry);
            }
        }
    }
    /// As [`next`](Self::next), but comes back empty-handed after an abbreviation definition.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<Option<Entry>, Error> {
        let (width, end) = self.scopes.last().map_or((TOP_WIDTH, u64::MAX), |s| (s.width, s.end));
        let bit = self.cursor.bit();
        if bit >= end {
            return Err(self.corrupt("the end of the block, as its length says"));
        }
        Ok(Some(match self.located(|c| c.fixed(width))? {
            END_BLOCK => {
                self.leave()?;
                Entry::End
            }
            ENTER_SUBBLOCK => Entry::Block(self.header()?),
            DEFINE_ABBREV => {
                self.define()?;
                return Ok(None);
            }
            id => Entry::Record(Shape { id, bit }),
        }))
    }
    /// Whether the innermost block ends here.
    pub(crate) fn at_end(&self) -> bool {
        let width = self.scopes.last().map_or(TOP_WIDTH, |s| s.width);
        self.cursor.clone().fixed(width) == Ok(END_BLOCK)
    }
    /// Goes into a block.
    pub(crate) fn enter(&mut self, header: Header) -> Result<(), Error> {
        if self.scopes.len() >= MAX_DEPTH {
            return Err(self.corrupt(format!("blocks nested at most {MAX_DEPTH} deep")));
        }
        self.cursor.jump(header.start)?;
        let shared = self.info.known(header.id);
        let (local, encodings) = (self.local.len(), self.local_table.len());
        self.scopes.push(Scope { id: header.id, width: header.width, end: header.end, shared, local, encodings });
        Ok(())
    }
    /// Goes past a block.
    pub(crate) fn skip(&mut self, header: Header) -> Result<(), Error> {
        self.cursor.jump(header.end)
    }
    /// The next record of the innermost block, if there is one; blocks inside it are passed over.
    #[inline]
    pub(crate) fn next_record(&mut self, record: &mut Record) -> Result<bool, Error> {
        loop {
            match self.next()? {
                Entry::End => return Ok(false),
                Entry::Block(header) => self.skip(header)?,
                Entry::Record(shape) => {
                    self.read(shape, record)?;
                    return Ok(true);
                }
            }
        }
    }
    /// Reads the record that [`next`](Self::next) announced.
    #[inline]
    pub(crate) fn read(&mut self, shape: Shape, record: &mut Record) -> Result<(), Error> {
        record.operands.clear();
        record.blob = None;
        record.bit = shape.bit + self.base;
        record.block = self.scopes.last().map_or(u32::MAX, |s| s.id);
        if shape.id == UNABBREV_RECORD { self.read_plain(record) } else { self.read_abbreviated(shape.id, record) }
    }
    /// Takes in a BLOCKINFO block.
    pub(crate) fn read_block_info(&mut self, header: Header) -> Result<(), Error> {
        self.enter(header)?;
        let mut record = Record::default();
        let mut list = None;
        loop {
            let bit = self.cursor.bit();
            let width = header.width;
            if bit >= header.end {
                return Err(self.corrupt("the end of the block, as its length says"));
            }
            match self.located(|c| c.fixed(width))? {
                END_BLOCK => return self.leave(),
                ENTER_SUBBLOCK => {
                    let inner = self.header()?;
                    self.skip(inner)?;
                }
                DEFINE_ABBREV => {
                    let encodings = self.definition()?;
                    let Some(list) = list else {
                        return Err(self.corrupt("a SETBID record before the first abbreviation"));
                    };
                    self.info.to_mut().push(list, &encodings);
                }
                id => {
                    self.read(Shape { id, bit }, &mut record)?;
                    // Names of blocks and records (for dump tools) are of no interest.
                    if record.code == crate::codes::blockinfo::SETBID {
                        let id = record.operand(0)?;
                        let id = u32::try_from(id).map_err(|_| record.corrupt("a block number").found(id))?;
                        list = Some(self.info.to_mut().list(id));
                    }
                }
            }
        }
    }

    fn leave(&mut self) -> Result<(), Error> {
        let Some(scope) = self.scopes.last().copied() else {
            return Err(self.corrupt("a block").found("the end of a block that was never begun"));
        };
        self.located(|c| c.align32())?;
        if self.cursor.bit() != scope.end {
            let end = scope.end / 8;
            return Err(self.corrupt(format!("the block to end at byte {end}, as its length says")));
        }
        self.scopes.pop();
        self.local.truncate(scope.local);
        self.local_table.truncate(scope.encodings);
        Ok(())
    }
    fn header(&mut self) -> Result<Header, Error> {
        let id = self.located(|c| c.vbr(8))?;
        let width = self.located(|c| c.vbr(4))?;
        self.located(|c| c.align32())?;
        let words = self.located(|c| c.fixed(32))?;
        let id = u32::try_from(id).map_err(|_| self.corrupt("a block number").found(id))?;
        if !(2..=32).contains(&width) {
            return Err(self.corrupt("abbreviation ids of 2 to 32 bits").found(width));
        }
        let start = self.cursor.bit();
        let outer = self.scopes.last().map_or(u64::MAX, |s| s.end);
        if words * 32 > self.cursor.bits_left() {
            let error = Error::new(ErrorKind::Truncated, self.place(), format!("a block of {} bytes", words * 4));
            return Err(error.found(format!("{} bytes to the end", self.cursor.bits_left() / 8)));
        }
        if start + words * 32 > outer {
            return Err(self.corrupt(format!("a block that ends inside its parent, by byte {}", outer / 8)));
        }
        Ok(Header { id, start, end: start + words * 32, width: width as u32 })
    }
    fn define(&mut self) -> Result<(), Error> {
        let encodings = self.definition()?;
        let abbreviation = self.local_table.add(&encodings);
        self.local.push(abbreviation);
        Ok(())
    }
    fn definition(&mut self) -> Result<Vec<Encoding>, Error> {
        let len = self.located(|c| c.vbr(5))?;
        if len == 0 || len > self.cursor.bits_left() {
            return Err(self.corrupt("an abbreviation with operands that fit into the file").found(len));
        }
        let mut encodings = Vec::new();
        for _ in 0..len {
            encodings.push(self.encoding()?);
        }
        self.check_definition(&encodings)?;
        Ok(encodings)
    }
    fn encoding(&mut self) -> Result<Encoding, Error> {
        if self.located(|c| c.fixed(1))? == 1 {
            return Ok(Encoding::Literal(self.located(|c| c.vbr(8))?));
        }
        match self.located(|c| c.fixed(3))? {
            1 => match self.located(|c| c.vbr(5))? {
                0 => Ok(Encoding::Literal(0)),
                width @ 1..=64 => Ok(Encoding::Fixed(width as u32)),
                width => Err(self.corrupt("a fixed field of at most 64 bits").found(width)),
            },
            2 => match self.located(|c| c.vbr(5))? {
                0 => Ok(Encoding::Literal(0)),
                width @ 2..=32 => Ok(Encoding::Vbr(width as u32)),
                width => Err(self.corrupt("a variable field with chunks of 2 to 32 bits").found(width)),
            },
            3 => Ok(Encoding::Array),
            4 => Ok(Encoding::Char6),
            5 => Ok(Encoding::Blob),
            other => Err(self.corrupt("an abbreviation encoding from 1 to 5").found(other)),
        }
    }
    /// The code comes first and is a number; an array is the last but one, before its element; a blob is the last.
    fn check_definition(&self, encodings: &[Encoding]) -> Result<(), Error> {
        for (at, encoding) in encodings.iter().enumerate() {
            let rest = &encodings[at + 1..];
            let fits = match encoding {
                Encoding::Array => at > 0 && matches!(rest, [Encoding::Fixed(_) | Encoding::Vbr(_) | Encoding::Char6]),
                Encoding::Blob => at > 0 && rest.is_empty(),
                Encoding::Literal(_) | Encoding::Fixed(_) | Encoding::Vbr(_) | Encoding::Char6 => true,
            };
            if !fits {
                return Err(self.corrupt("an array of numbers or a blob only at the end of an abbreviation"));
            }
        }
        Ok(())
    }

    fn read_plain(&mut self, record: &mut Record) -> Result<(), Error> {
        let result = read_plain(&mut self.cursor, usize::MAX, record);
        result.map_err(|error| error.shifted(self.base).relocated_in(Some(record.block)))
    }
    #[inline]
    fn read_abbreviated(&mut self, id: u64, record: &mut Record) -> Result<(), Error> {
        // The fields are borrowed one by one so that the encodings need no copy.
        let Stream { cursor, base, scopes, info, local, local_table } = self;
        let scope = scopes.last();
        let own = scope.map_or(&[][..], |scope| &local[scope.local..]);
        let Some(encodings) = abbreviation(scope.and_then(|s| s.shared), own, info, local_table, id) else {
            return Err(self.corrupt("an abbreviation that was defined").found(id));
        };
        let result = read_abbreviated(cursor, encodings, usize::MAX, record);
        result.map_err(|error| error.shifted(*base).relocated_in(Some(record.block)))
    }
    /// A reader of single records of the innermost block, to come back to later.
    pub(crate) fn record_reader(&self) -> RecordReader {
        let scope = self.scopes.last().expect("a block is open");
        RecordReader {
            block: scope.id,
            width: scope.width,
            shared: scope.shared,
            own: self.local[scope.local..].iter().map(|own| own.rebased(scope.encodings)).collect(),
            table: self.local_table.from(scope.encodings),
        }
    }
    #[inline]
    fn located<T>(&mut self, read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Error>) -> Result<T, Error> {
        match read(&mut self.cursor) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.relocated(error)),
        }
    }
    #[cold]
    fn relocated(&self, error: Error) -> Error {
        error.shifted(self.base).relocated_in(self.scopes.last().map(|s| s.id))
    }
    #[cold]
    fn corrupt(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Corrupt, self.place(), expected)
    }
    fn place(&self) -> Place {
        Place { bit: self.cursor.bit() + self.base, block: self.scopes.last().map(|s| s.id), record: None }
    }
}

/// Reads records of one block at any place in it: what a [`Stream`] needs to know to do so, without its position.
#[derive(Clone)]
pub(crate) struct RecordReader {
    block: u32,
    width: u32,
    shared: Option<(u32, u32)>,
    own: Vec<Abbreviation>,
    table: Table,
}

impl RecordReader {
    /// Reads the record that begins at bit `bit`, as a [`Stream`] over the same bytes with the same base found it. Of
    /// a list at most `limit` operands are read, so that a long one does not cost its length at each reference to it.
    pub(crate) fn read(
        &self,
        (bytes, base): (&[u8], u64),
        info: &BlockInfo,
        bit: u64,
        limit: usize,
        record: &mut Record,
    ) -> Result<(), Error> {
        record.operands.clear();
        record.blob = None;
        record.bit = bit;
        record.block = self.block;
        let mut cursor = Cursor::new(bytes);
        cursor.jump(bit - base)?;
        let id = cursor.fixed(self.width)?;
        let result = if id == UNABBREV_RECORD {
            read_plain(&mut cursor, limit, record)
        } else {
            match abbreviation(self.shared, &self.own, info, &self.table, id) {
                Some(encodings) => read_abbreviated(&mut cursor, encodings, limit, record),
                None => return Err(record.corrupt("a record in a known form").found(id)),
            }
        };
        result.map_err(|error| error.shifted(base).relocated_in(Some(self.block)))
    }
}

/// The encodings behind abbreviation id `id`, in a block with these shared and own ones.
#[inline]
fn abbreviation<'t>(
    shared: Option<(u32, u32)>,
    own: &[Abbreviation],
    info: &'t BlockInfo,
    table: &'t Table,
    id: u64,
) -> Option<&'t [Encoding]> {
    let at = id.checked_sub(FIRST_ABBREV)?;
    let (list, len) = shared.unwrap_or((0, 0));
    if at < u64::from(len) {
        return Some(info.get(list, at as u32));
    }
    Some(table.get(*own.get((at - u64::from(len)) as usize)?))
}

fn read_plain(cursor: &mut Cursor<'_>, limit: usize, record: &mut Record) -> Result<(), Error> {
    let [code, len] = cursor.vbr6_pair()?;
    record.code = code_of(code, cursor)?;
    let room = cursor.bits_left() / MIN_OPERAND_BITS;
    if len > room {
        let place = Place { bit: cursor.bit(), ..record.place() };
        return Err(Error::new(ErrorKind::Truncated, place, format!("at most {room} operands")).found(len));
    }
    cursor.vbr6_list(limit.min(len as usize), &mut record.operands)
}

fn read_abbreviated(
    cursor: &mut Cursor<'_>,
    encodings: &[Encoding],
    limit: usize,
    record: &mut Record,
) -> Result<(), Error> {
    let (head, rest) = encodings.split_first().expect("a definition has operands");
    let code = scalar(cursor, *head)?;
    record.code = code_of(code, cursor)?;
    for (at, &encoding) in rest.iter().enumerate() {
        match encoding {
            Encoding::Array => {
                // The element's encoding is the last one.
                return array(cursor, rest[at + 1], limit, &mut record.operands);
            }
            Encoding::Blob => {
                let len = cursor.vbr(6)?;
                cursor.align32()?;
                record.blob = Some(cursor.blob(len)?);
            }
            simple => record.operands.push(scalar(cursor, simple)?),
        }
    }
    Ok(())
}

fn code_of(code: u64, cursor: &Cursor<'_>) -> Result<u32, Error> {
    let place = Place { bit: cursor.bit(), ..Place::default() };
    let error = |_| Error::new(ErrorKind::Corrupt, place, "a record code of at most 32 bits").found(code);
    u32::try_from(code).map_err(error)
}

#[inline]
fn scalar(cursor: &mut Cursor<'_>, encoding: Encoding) -> Result<u64, Error> {
    match encoding {
        Encoding::Literal(value) => Ok(value),
        Encoding::Fixed(width) => cursor.fixed(width),
        Encoding::Vbr(width) => cursor.vbr(width),
        Encoding::Char6 => Ok(u64::from(CHAR6[cursor.fixed(6)? as usize])),
        Encoding::Array | Encoding::Blob => unreachable!("definitions are checked when they are made"),
    }
}

fn array(cursor: &mut Cursor<'_>, element: Encoding, limit: usize, out: &mut Vec<u64>) -> Result<(), Error> {
    let len = cursor.vbr(6)?;
    let bits = match element {
        Encoding::Fixed(width) | Encoding::Vbr(width) => u64::from(width),
        _ => 6,
    };
    let room = cursor.bits_left() / bits;
    if len > room {
        let place = Place { bit: cursor.bit(), ..Place::default() };
        return Err(Error::new(ErrorKind::Truncated, place, format!("at most {room} array elements")).found(len));
    }
    let len = limit.min(len as usize);
    if element == Encoding::Vbr(6) {
        return cursor.vbr6_list(len, out);
    }
    out.reserve(len);
    for _ in 0..len {
        out.push(scalar(cursor, element)?);
    }
    Ok(())
}
