//! Metadata: where each numbered node stands, read only when something asks for it.
//!
//! Most of a file compiled with debug information is metadata that no run ever looks at. The module's blocks are passed
//! over when it is read. The first function body that needs a node has them indexed: from the index that LLVM writes
//! behind the nodes if there are many, else by one walk that notes where each begins. A node is decoded when it is used,
//! and what it became is kept beside its place.
//!
//! Numbers go on inside a function (its own METADATA block holds nodes only it uses) and are forgotten at its end.

pub(crate) mod debug;

use braid_ir::Module;

use crate::bitstream::{BlockInfo, Cursor, Entry, Header, Record, RecordReader, Stream};
use crate::codes::metadata as code;
use crate::error::{Error, ErrorKind, Place};
use crate::value::Val;

/// Marks the place of a string, which is a byte offset.
const STRING: u64 = 1 << 63;

/// All numbered metadata.
#[derive(Default)]
pub(crate) struct Metadata {
    /// Blocks of the module that are not indexed yet.
    unread: Vec<Header>,
    slots: Vec<Slot>,
    /// How to read the records of each block that slots stand in.
    blocks: Vec<RecordReader>,
    /// How many slots and blocks are the module's.
    module: (usize, usize),
    /// The nodes that tell where symbols come from: the value number of the symbol, and the node.
    symbols: Vec<(u64, u64)>,
    /// Where the last block of the module that was indexed ends.
    read_to: u64,
}

/// Where a string or node stands, and what became of it.
#[derive(Clone, Copy)]
struct Slot {
    /// A bit offset; or a byte offset and [`STRING`].
    place: u64,
    /// Which block; or the length of the string.
    aux: u32,
    /// What the node became; see [`debug`].
    made: debug::Made,
}

/// The input that places refer to.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    /// The bitstream, at least up to the end of the module's metadata.
    pub(crate) module: &'a [u8],
    /// The inside of the function block that is being read, and where it begins, in bits.
    pub(crate) body: (&'a [u8], u64),
    /// What its BLOCKINFO said.
    pub(crate) info: &'a BlockInfo,
}

/// A node that wraps a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueNode {
    /// LLVM's number of its type.
    pub(crate) ty: u64,
    /// Its absolute value number.
    pub(crate) value: u64,
}

impl Metadata {
    /// Where the metadata of the module ends, in bits.
    pub(crate) fn end(&self) -> u64 {
        self.unread.iter().map(|header| header.end).fold(self.read_to, u64::max)
    }
    /// Notes a block of the module for later.
    pub(crate) fn remember(&mut self, header: Header) {
        self.unread.push(header);
    }
    /// Indexes the module's blocks if that has not been done.
    pub(crate) fn prepare(&mut self, input: Input<'_>) -> Result<(), Error> {
        for header in core::mem::take(&mut self.unread) {
            let mut stream = Stream::resume(input.module, header, input.info)?;
            self.index(&mut stream)?;
            self.module = (self.slots.len(), self.blocks.len());
            self.read_to = self.read_to.max(header.end);
        }
        Ok(())
    }
    /// Takes in the METADATA block of a function that `stream` has just entered.
    pub(crate) fn enter_function(&mut self, stream: &mut Stream<'_>, input: Input<'_>) -> Result<(), Error> {
        self.prepare(input)?;
        self.index(stream)
    }
    /// The nodes that tell where the symbol with this value number comes from.
    pub(crate) fn of_symbol(&self, value: u64) -> impl Iterator<Item = u64> + '_ {
        self.symbols.iter().filter(move |(symbol, _)| *symbol == value).map(|(_, node)| *node)
    }
    /// Forgets what belongs to a function.
    pub(crate) fn leave_function(&mut self) {
        self.slots.truncate(self.module.0);
        self.blocks.truncate(self.module.1);
    }
    /// The value that node `id` wraps, if it does; also as the only one of a list of arguments.
    pub(crate) fn argument(&self, id: u64, input: Input<'_>, record: &mut Record) -> Result<Option<ValueNode>, Error> {
        if !self.read(id, input, record)? || record.code != code::ARG_LIST {
            return self.value(id, input, record);
        }
        match record.operands[..] {
            [only] => self.value(only, input, record),
            _ => Ok(None),
        }
    }
    /// The value that node `id` wraps, if it does.
    pub(crate) fn value(&self, id: u64, input: Input<'_>, record: &mut Record) -> Result<Option<ValueNode>, Error> {
        if !self.read(id, input, record)? || record.code != code::VALUE {
            return Ok(None);
        }
        Ok(Some(ValueNode { ty: record.operand(0)?, value: record.operand(1)? }))
    }
    /// A short text for metadata that is passed to an intrinsic: a string as it is, a node by its parts.
    pub(crate) fn text(&self, id: u64, input: Input<'_>, record: &mut Record) -> Result<String, Error> {
        if let Some(text) = self.string(id, input, record)? {
            return Ok(text);
        }
        if !self.read(id, input, record)? || !matches!(record.code, code::NODE | code::DISTINCT_NODE) {
            return Ok(format!("!{id}"));
        }
        let parts: Vec<u64> = record.operands.iter().take(MAX_TEXT_PARTS).copied().collect();
        let texts = parts.into_iter().map(|part| {
            let Some(part) = part.checked_sub(1) else { return Ok("null".to_owned()) };
            Ok(match self.string(part, input, record)? {
                Some(text) => format!("!\"{text}\""),
                None => format!("!{part}"),
            })
        });
        Ok(format!("!{{{}}}", texts.collect::<Result<Vec<_>, Error>>()?.join(", ")))
    }
    /// The string with number `id`, if it is one.
    pub(crate) fn string(&self, id: u64, input: Input<'_>, record: &mut Record) -> Result<Option<String>, Error> {
        let Some(slot) = self.slot(id) else { return Ok(None) };
        if slot.place & STRING != 0 {
            let start = (slot.place & !STRING) as usize;
            let all = if id < self.module.0 as u64 { input.module } else { input.body.0 };
            let bytes = &all[start..start + slot.aux as usize];
            return Ok(Some(String::from_utf8_lossy(bytes).into_owned()));
        }
        self.read_slot(slot, input, 0, record)?;
        if record.code != code::STRING_OLD {
            return Ok(None);
        }
        self.read_slot(slot, input, usize::MAX, record)?;
        record.text(0).map(Some)
    }
    /// Reads the record of node `id`; whether there is one.
    fn read(&self, id: u64, input: Input<'_>, record: &mut Record) -> Result<bool, Error> {
        let Some(slot) = self.slot(id).filter(|slot| slot.place & STRING == 0) else { return Ok(false) };
        self.read_slot(slot, input, MAX_FIELDS, record)?;
        Ok(true)
    }
    /// As [`read`](Self::read), with all operands of the record.
    fn read_whole(&self, id: u64, input: Input<'_>, record: &mut Record) -> Result<bool, Error> {
        let Some(slot) = self.slot(id).filter(|slot| slot.place & STRING == 0) else { return Ok(false) };
        self.read_slot(slot, input, usize::MAX, record)?;
        Ok(true)
    }
    fn read_slot(&self, slot: Slot, input: Input<'_>, limit: usize, record: &mut Record) -> Result<(), Error> {
        let bytes = if (slot.aux as usize) < self.module.1 { (input.module, 0) } else { input.body };
        self.blocks[slot.aux as usize].read(bytes, input.info, slot.place, limit, record)
    }
    fn slot(&self, id: u64) -> Option<Slot> {
        self.slots.get(usize::try_from(id).ok()?).copied()
    }

    /// Notes where every string and node of a block stands.
    fn index(&mut self, stream: &mut Stream<'_>) -> Result<(), Error> {
        let block = self.blocks.len() as u32;
        let mut record = Record::default();
        loop {
            // Abbreviations may be defined anywhere, so the reader of single records is made at the end.
            if stream.at_end() {
                self.blocks.push(stream.record_reader());
            }
            match stream.step()? {
                None => {}
                Some(Entry::Block(header)) => stream.skip(header)?,
                Some(Entry::Record(shape)) => {
                    stream.read(shape, &mut record)?;
                    match record.code {
                        code::INDEX_OFFSET => self.follow_index(block, &mut record, stream)?,
                        _ => self.note(block, &record, stream)?,
                    }
                }
                Some(Entry::End) => return Ok(()),
            }
        }
    }
    /// Takes the places of the nodes from the index behind them, if it is where this record says, and goes on there.
    /// The places are not checked: a wrong one shows when the node is read.
    fn follow_index(&mut self, block: u32, record: &mut Record, stream: &mut Stream<'_>) -> Result<(), Error> {
        let offset = record.operand(0)? | record.operand(1)? << 32;
        let nodes = stream.bit();
        let Some(index) = nodes.checked_add(offset) else { return Err(record.corrupt("an index in the file")) };
        stream.jump_inside(index)?;
        loop {
            match stream.step()? {
                None => {}
                Some(Entry::Record(shape)) => {
                    stream.read(shape, record)?;
                    break;
                }
                Some(_) => return Err(record.corrupt("an index of the nodes")),
            }
        }
        if record.code != code::INDEX {
            return Err(record.corrupt("an index of the nodes"));
        }
        // Each place is given by its distance from the one before.
        let mut place = nodes + stream.base();
        for &distance in &record.operands {
            place = place.saturating_add(distance).min(STRING - 1);
            self.slots.push(Slot { place, aux: block, made: debug::Made::NONE });
        }
        Ok(())
    }
    fn note(&mut self, block: u32, record: &Record, stream: &Stream<'_>) -> Result<(), Error> {
        match record.code {
            code::STRINGS => self.note_strings(record, stream),
            code::GLOBAL_DECL_ATTACHMENT => self.note_symbol(record),
            // These are not numbered.
            code::NAME | code::NAMED_NODE | code::KIND | code::ATTACHMENT | code::INDEX_OFFSET | code::INDEX => Ok(()),
            _ => {
                self.slots.push(Slot { place: record.bit, aux: block, made: debug::Made::NONE });
                Ok(())
            }
        }
    }
    /// `[symbol, (kind, node)...]`
    fn note_symbol(&mut self, record: &Record) -> Result<(), Error> {
        let symbol = record.operand(0)?;
        let nodes = record.operands[1..].chunks_exact(2).filter(|pair| pair[0] == DEBUG_KIND);
        self.symbols.extend(nodes.map(|pair| (symbol, pair[1])));
        Ok(())
    }
    /// All strings of a block in one record: their lengths, then their characters.
    fn note_strings(&mut self, record: &Record, stream: &Stream<'_>) -> Result<(), Error> {
        let (count, offset) = (record.operand(0)?, record.operand(1)?);
        let Some(blob) = record.blob.clone() else { return Err(record.corrupt("a blob of strings")) };
        if offset > blob.len() as u64 {
            return Err(record.corrupt(format!("characters inside the blob of {} bytes", blob.len())).found(offset));
        }
        let mut start = blob.start + offset as usize;
        let mut lengths = Cursor::new(&stream.bytes()[blob.start..start]);
        for _ in 0..count {
            let base = stream.base() + blob.start as u64 * 8;
            let shifted = |error: Error| error.shifted(base).relocated_in(Some(record.block));
            let len = lengths.vbr(6).map_err(shifted)?;
            if len > (blob.end - start) as u64 {
                let place = Place { bit: stream.base() + start as u64 * 8, ..record.place() };
                return Err(Error::new(ErrorKind::Corrupt, place, "a string inside the blob").found(len));
            }
            self.slots.push(Slot { place: start as u64 | STRING, aux: len as u32, made: debug::Made::NONE });
            start += len as usize;
        }
        Ok(())
    }
}

/// The kind of attachment that is debug information.
const DEBUG_KIND: u64 = 0;
/// Parts of a node that its text shows.
const MAX_TEXT_PARTS: usize = 16;
/// More operands than this no node has whose operands are fields with a meaning each.
const MAX_FIELDS: usize = 32;

impl core::fmt::Debug for Metadata {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Metadata({} nodes, {} blocks unread)", self.slots.len(), self.unread.len())
    }
}

/// What decoding debug information works with.
pub(crate) struct Context<'a> {
    /// The nodes.
    pub(crate) metadata: &'a mut Metadata,
    /// Where the results go.
    pub(crate) module: &'a mut Module,
    /// The value table, for sizes that are constants.
    pub(crate) values: &'a [Val],
    /// The file.
    pub(crate) input: Input<'a>,
    /// A buffer.
    pub(crate) record: &'a mut Record,
}
