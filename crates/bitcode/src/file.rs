//! The outermost layer of a bitcode file: wrapper, magic, and which modules stand in it.
//!
//! A file is a row of blocks: IDENTIFICATION (who wrote the next module), MODULE, STRTAB (the names of the modules
//! before it), SYMTAB (for linkers; not needed). Reading this layer touches only block headers, so it costs nothing for
//! any size of module.

use core::ops::Range;

use crate::bitstream::{Entry, Header, Record, Stream};
use crate::codes::{block, identification, strtab};
use crate::error::{Error, ErrorKind, Place};

/// The first bytes of bitcode: 'B' 'C' 0xC0DE.
pub const MAGIC: [u8; 4] = [b'B', b'C', 0xC0, 0xDE];
/// The first bytes of the wrapper that some tools put around bitcode.
pub const WRAPPER_MAGIC: [u8; 4] = 0x0B17_C0DE_u32.to_le_bytes();
/// Magic, version, offset, size, processor: five words.
const WRAPPER_LEN: usize = 20;
/// The only epoch that exists; LLVM changes it when it breaks the format.
const EPOCH: u64 = 0;

/// Whether these bytes begin like bitcode, wrapped or not.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER_MAGIC)
}

/// What stands in a file.
pub(crate) struct File {
    /// Which bytes of the input are the bitstream; less than all of them in a wrapped file.
    pub(crate) stream: Range<usize>,
    /// Its modules, in order.
    pub(crate) modules: Vec<ModuleEntry>,
}

/// One module of a file.
pub(crate) struct ModuleEntry {
    /// Its block.
    pub(crate) header: Header,
    /// The program that wrote it, as it names itself ("LLVM19.1.7").
    pub(crate) producer: String,
    /// Where its string table stands in the bitstream, if it has one.
    pub(crate) strtab: Option<Range<usize>>,
}

impl File {
    /// Finds the modules in `bytes`.
    pub(crate) fn open(bytes: &[u8]) -> Result<File, Error> {
        let stream = unwrap(bytes)?;
        let modules = find_modules(&bytes[stream.clone()]).map_err(|error| error.shifted(stream.start as u64 * 8))?;
        Ok(File { stream, modules })
    }
}

/// The part of the input that is a bitstream, without the wrapper.
fn unwrap(bytes: &[u8]) -> Result<Range<usize>, Error> {
    if !bytes.starts_with(&WRAPPER_MAGIC) {
        return Ok(0..bytes.len());
    }
    let at = |bit| Place { bit, ..Place::default() };
    let Some(head) = bytes.get(..WRAPPER_LEN) else {
        let error = Error::new(ErrorKind::Truncated, at(32), format!("a wrapper header of {WRAPPER_LEN} bytes"));
        return Err(error.found(format!("{} bytes", bytes.len())));
    };
    let word = |i: usize| u32::from_le_bytes(head[4 * i..4 * i + 4].try_into().expect("four bytes")) as usize;
    let (offset, size) = (word(2), word(3));
    if offset < WRAPPER_LEN {
        return Err(Error::new(ErrorKind::Corrupt, at(64), "an offset behind the wrapper header").found(offset));
    }
    if offset + size > bytes.len() {
        let expected = format!("{size} bytes of wrapped bitcode from byte {offset} on");
        return Err(Error::new(ErrorKind::Truncated, at(96), expected).found(format!("{} bytes", bytes.len())));
    }
    Ok(offset..offset + size)
}

fn find_modules(bytes: &[u8]) -> Result<Vec<ModuleEntry>, Error> {
    check_magic(bytes, 0)?;
    let mut stream = Stream::new(bytes);
    stream.jump(32)?;
    let (mut modules, mut producer) = (Vec::<ModuleEntry>::new(), String::new());
    // Some archivers leave padding at the end; fewer bytes than a block header needs are no block.
    while stream.bits_left() > 64 {
        if bytes[(stream.bit() / 8) as usize..].starts_with(&MAGIC) {
            // Files that were simply put one after the other.
            stream.jump(stream.bit() + 32)?;
            continue;
        }
        let header = match stream.next()? {
            Entry::Block(header) => header,
            Entry::Record(_) | Entry::End => {
                let place = Place { bit: stream.bit(), ..Place::default() };
                return Err(Error::new(ErrorKind::Corrupt, place, "a block at the outermost level"));
            }
        };
        match header.id {
            block::IDENTIFICATION => producer = read_identification(&mut stream, header)?,
            block::MODULE => {
                modules.push(ModuleEntry { header, producer: core::mem::take(&mut producer), strtab: None });
                stream.skip(header)?;
            }
            block::STRTAB => {
                let table = read_strtab(&mut stream, header)?;
                modules.iter_mut().rev().take_while(|m| m.strtab.is_none()).for_each(|m| m.strtab = table.clone());
            }
            _ => stream.skip(header)?,
        }
    }
    if modules.is_empty() {
        let place = Place { bit: bytes.len() as u64 * 8, ..Place::default() };
        return Err(Error::new(ErrorKind::Truncated, place, "a MODULE block").found("the end of the file"));
    }
    Ok(modules)
}

fn check_magic(bytes: &[u8], bit: u64) -> Result<(), Error> {
    if bytes.starts_with(&MAGIC) {
        return Ok(());
    }
    let start: Vec<String> = bytes.iter().take(4).map(|b| format!("{b:02x}")).collect();
    let found = if start.is_empty() { "an empty file".to_string() } else { start.join(" ") };
    let (kind, place) = (ErrorKind::NotBitcode, Place { bit, ..Place::default() });
    Err(Error::new(kind, place, "the bytes 42 43 c0 de ('BC', 0xC0DE)").found(found))
}

fn read_identification(stream: &mut Stream<'_>, header: Header) -> Result<String, Error> {
    stream.enter(header)?;
    let (mut record, mut producer) = (Record::default(), String::new());
    while stream.next_record(&mut record)? {
        match record.code {
            identification::STRING => producer = record.text(0)?,
            identification::EPOCH => {
                let epoch = record.operand(0)?;
                if epoch != EPOCH {
                    return Err(record.too_new(format!("bitcode of epoch {EPOCH}")).found(epoch));
                }
            }
            _ => {}
        }
    }
    Ok(producer)
}

fn read_strtab(stream: &mut Stream<'_>, header: Header) -> Result<Option<Range<usize>>, Error> {
    stream.enter(header)?;
    let (mut record, mut table) = (Record::default(), None);
    while stream.next_record(&mut record)? {
        if record.code == strtab::BLOB {
            table = record.blob.clone();
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitstream::writer::Writer;

    fn sample() -> Vec<u8> {
        let mut w = Writer::bitcode();
        w.enter(13, 5).text(1, &[], "LLVM99").record(2, &[0]).leave();
        w.enter(8, 3).record(1, &[2]).leave();
        w.enter(23, 3).id(2).vbr(2, 5).fixed(1, 1).vbr(1, 8).fixed(0, 1).fixed(5, 3);
        w.id(4).vbr(4, 6).align().fixed(0x6e69_616d, 32).leave();
        w.bytes()
    }

    fn wrapped(bytes: &[u8], size: usize) -> Vec<u8> {
        let words = [0x0B17_C0DE, 0, 20, size as u32, 7];
        let mut out: Vec<u8> = words.iter().flat_map(|w: &u32| w.to_le_bytes()).collect();
        out.extend_from_slice(bytes);
        out
    }

    #[test]
    fn modules_are_found_with_producer_and_names() {
        let bytes = sample();
        let file = File::open(&bytes).unwrap();
        assert_eq!(file.modules.len(), 1);
        assert_eq!(file.modules[0].producer, "LLVM99");
        assert_eq!(&bytes[file.modules[0].strtab.clone().unwrap()], b"main");
        let twice = [sample(), sample()].concat();
        assert_eq!(File::open(&twice).unwrap().modules.len(), 2);
        let padded = [sample(), vec![0; 7]].concat();
        assert_eq!(File::open(&padded).unwrap().modules.len(), 1);
    }

    #[test]
    fn a_wrapper_is_taken_off_and_offsets_count_from_the_file() {
        let bytes = sample();
        let file = File::open(&wrapped(&bytes, bytes.len())).unwrap();
        assert_eq!((file.stream, file.modules.len()), (20..20 + bytes.len(), 1));
        let error = File::open(&wrapped(b"junk", 4)).map(|_| ()).unwrap_err();
        assert_eq!((error.kind(), error.place().bit), (ErrorKind::NotBitcode, 160));
        let error = File::open(&wrapped(&bytes, bytes.len() + 1)).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated);
        assert_eq!(File::open(&wrapped(&bytes, 8)[..12]).map(|_| ()).unwrap_err().kind(), ErrorKind::Truncated);
        let mut inside = wrapped(&bytes, bytes.len());
        inside[8] = 4;
        assert_eq!(File::open(&inside).map(|_| ()).unwrap_err().kind(), ErrorKind::Corrupt);
    }

    #[test]
    fn other_files_are_told_apart_from_damaged_ones() {
        let kind = |bytes: &[u8]| File::open(bytes).map(|_| ()).unwrap_err().kind();
        assert_eq!(kind(b""), ErrorKind::NotBitcode);
        assert_eq!(kind(b"\x7fELF"), ErrorKind::NotBitcode);
        assert_eq!(kind(b"BC\xc0\xde"), ErrorKind::Truncated);
        let mut w = Writer::bitcode();
        w.enter(13, 5).record(2, &[1]).leave().enter(8, 3).leave();
        assert_eq!(kind(&w.bytes()), ErrorKind::TooNew);
        let mut w = Writer::bitcode();
        w.id(3).fixed(0, 64).fixed(0, 64);
        assert_eq!(kind(&w.bytes()), ErrorKind::Corrupt);
    }
}
