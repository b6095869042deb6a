//! Memory: objects of bytes at fixed addresses, in three regions, every access checked against their bounds.
//!
//! Each byte has a mask of undefined bits, and a mark as long as nothing was ever written to it. Addresses are handed out in order with a gap between objects, so a lookup is a
//! binary search, an access past the end of an object hits nothing, and two runs give the same addresses.

use core::ops::Range;

use super::bits::Bits;
use super::failure::Fault;
use super::value::Scalar;

/// Where the global variables begin.
const GLOBALS: u64 = 0x1000_0000;
/// Where the heap begins.
const HEAP: u64 = 0x10_0000_0000;
/// Where the stack begins; it grows upwards here, which programs cannot tell within the language.
const STACK: u64 = 0x7000_0000_0000;
/// At least this many bytes lie between two objects.
const GAP: u64 = 32;

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Region {
    /// Global variables and constants.
    Globals,
    /// What `malloc` gave.
    Heap,
    /// Locals.
    Stack,
}

#[derive(Debug)]
struct Object {
    base: u64,
    bytes: Vec<u8>,
    /// Undefined bits of each byte.
    undef: Vec<u8>,
    /// Whether a byte was never written.
    fresh: Vec<bool>,
    live: bool,
    writable: bool,
}

/// Objects by ascending address.
#[derive(Debug)]
struct Area {
    objects: Vec<Object>,
    next: u64,
}

/// The memory of a program.
#[derive(Debug)]
pub(super) struct Memory {
    areas: [Area; 3],
}

impl Default for Memory {
    fn default() -> Self {
        Memory { areas: [GLOBALS, HEAP, STACK].map(|next| Area { objects: Vec::new(), next }) }
    }
}

impl Memory {
    /// A new object with undefined contents; gives its address.
    pub(super) fn allocate(&mut self, region: Region, size: u64, align: u64) -> u64 {
        let area = &mut self.areas[region as usize];
        let base = area.next.next_multiple_of(align.max(1));
        area.next = base + size + GAP;
        let size = size as usize;
        let (bytes, undef, fresh) = (vec![0; size], vec![0xff; size], vec![true; size]);
        area.objects.push(Object { base, bytes, undef, fresh, live: true, writable: true });
        base
    }
    /// Makes the object at `address` constant.
    pub(super) fn protect(&mut self, address: u64) {
        if let Some((area, at)) = self.find(address) {
            self.areas[area].objects[at].writable = false;
        }
    }
    /// A mark to which the stack can be cut back.
    pub(super) fn stack_mark(&self) -> u64 {
        self.areas[Region::Stack as usize].next
    }
    /// Takes away every stack object that was made after `mark`.
    pub(super) fn cut_stack(&mut self, mark: u64) {
        let area = &mut self.areas[Region::Stack as usize];
        while area.objects.last().is_some_and(|object| object.base >= mark) {
            area.objects.pop();
        }
        area.next = mark;
    }
    /// Frees the heap object that starts at `address`.
    pub(super) fn free(&mut self, address: u64) -> Result<(), Fault> {
        let heap = &mut self.areas[Region::Heap as usize].objects;
        let at = heap.binary_search_by_key(&address, |object| object.base).map_err(|_| Fault::BadFree(address))?;
        if !heap[at].live {
            return Err(Fault::BadFree(address));
        }
        heap[at].live = false;
        heap[at].bytes = Vec::new();
        heap[at].undef = Vec::new();
        heap[at].fresh = Vec::new();
        Ok(())
    }
    /// The size of the live object that starts at `address`.
    pub(super) fn size_at(&self, address: u64) -> Option<u64> {
        let (area, at) = self.find(address)?;
        let object = &self.areas[area].objects[at];
        (object.live && object.base == address).then_some(object.bytes.len() as u64)
    }

    /// The object at or before `address`, as area and position.
    fn find(&self, address: u64) -> Option<(usize, usize)> {
        let area = match address {
            STACK.. => Region::Stack,
            HEAP.. => Region::Heap,
            GLOBALS.. => Region::Globals,
            _ => return None,
        } as usize;
        let after = self.areas[area].objects.partition_point(|object| object.base <= address);
        Some((area, after.checked_sub(1)?))
    }
    /// The object that holds all `size` bytes at `address`, and the offset in it.
    fn resolve(&self, address: u64, size: u64) -> Result<(usize, usize, usize), Fault> {
        let outside = Fault::OutOfBounds { address, size };
        let (area, at) = self.find(address).ok_or_else(|| outside.clone())?;
        let object = &self.areas[area].objects[at];
        if !object.live {
            return Err(Fault::UseAfterFree(address));
        }
        let offset = address - object.base;
        let inside = offset.checked_add(size).is_some_and(|end| end <= object.bytes.len() as u64);
        if inside { Ok((area, at, offset as usize)) } else { Err(outside) }
    }

    /// `size` bytes and their undefined bits.
    pub(super) fn read(&self, address: u64, size: u64) -> Result<(&[u8], &[u8]), Fault> {
        let (area, at, offset) = self.resolve(address, size)?;
        let object = &self.areas[area].objects[at];
        let range = offset..offset + size as usize;
        Ok((&object.bytes[range.clone()], &object.undef[range]))
    }
    /// The object and the range in it that may be written.
    fn writable(&mut self, address: u64, size: u64) -> Result<(&mut Object, Range<usize>), Fault> {
        let (area, at, offset) = self.resolve(address, size)?;
        let object = &mut self.areas[area].objects[at];
        if object.writable { Ok((object, offset..offset + size as usize)) } else { Err(Fault::ReadOnly(address)) }
    }
    /// Writes bytes and their undefined bits.
    pub(super) fn write(&mut self, address: u64, bytes: &[u8], undef: &[u8]) -> Result<(), Fault> {
        let (object, range) = self.writable(address, bytes.len() as u64)?;
        object.bytes[range.clone()].copy_from_slice(bytes);
        object.undef[range.clone()].copy_from_slice(undef);
        object.fresh[range].fill(false);
        Ok(())
    }
    /// Writes defined bytes.
    pub(super) fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.write(address, bytes, &vec![0; bytes.len()])
    }
    /// Copies, as memmove does.
    pub(super) fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let (area, at, offset) = self.resolve(from, size)?;
        let (source, range) = (&self.areas[area].objects[at], offset..offset + size as usize);
        let bytes = source.bytes[range.clone()].to_vec();
        let undef = source.undef[range.clone()].to_vec();
        let fresh = source.fresh[range].to_vec();
        let (object, range) = self.writable(to, size)?;
        object.bytes[range.clone()].copy_from_slice(&bytes);
        object.undef[range.clone()].copy_from_slice(&undef);
        object.fresh[range].copy_from_slice(&fresh);
        Ok(())
    }
    /// The scalar of `width` bits at `address`.
    pub(super) fn load(&self, address: u64, width: u32) -> Result<Scalar, Fault> {
        let size = u64::from(width.div_ceil(8));
        let (bytes, undef) = self.read(address, size)?;
        let value = Bits::from_bytes(width, bytes);
        if undef.iter().all(|mask| *mask == 0) {
            return Ok(Scalar::new(value));
        }
        let value = Scalar::with_undef(value, Bits::from_bytes(width, undef));
        let (area, at, offset) = self.resolve(address, size)?;
        let fresh = &self.areas[area].objects[at].fresh[offset..offset + size as usize];
        Ok(if fresh.iter().all(|fresh| *fresh) { value.made_fresh() } else { value })
    }
    /// Stores a scalar; bits between its width and the next byte become zero.
    pub(super) fn store(&mut self, address: u64, value: &Scalar) -> Result<(), Fault> {
        let bytes = value.bits.to_bytes();
        if value.is_defined() {
            const NONE: [u8; 16] = [0; 16];
            return match NONE.get(..bytes.len()) {
                Some(undef) => self.write(address, &bytes, undef),
                None => self.write_bytes(address, &bytes),
            };
        }
        self.write(address, &bytes, &value.undef_bits().to_bytes())?;
        let (object, range) = self.writable(address, bytes.len() as u64)?;
        object.fresh[range].fill(value.is_fresh());
        Ok(())
    }
    /// The defined bytes of a C string, without its end.
    pub(super) fn c_string(&self, address: u64) -> Result<Vec<u8>, Fault> {
        let mut text = Vec::new();
        for at in address.. {
            let (bytes, undef) = self.read(at, 1)?;
            if undef[0] != 0 {
                return Err(Fault::Undefined("a string"));
            }
            if bytes[0] == 0 {
                break;
            }
            text.push(bytes[0]);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_access_past_the_end_is_a_fault() {
        let mut memory = Memory::default();
        let (a, b) = (memory.allocate(Region::Heap, 10, 16), memory.allocate(Region::Heap, 10, 16));
        assert!(memory.store(a + 2, &Scalar::int(64, 7)).is_ok());
        assert_eq!(memory.load(a + 3, 64), Err(Fault::OutOfBounds { address: a + 3, size: 8 }));
        assert_eq!(memory.load(a.wrapping_sub(1), 8), Err(Fault::OutOfBounds { address: a - 1, size: 1 }));
        memory.free(b).unwrap();
        assert_eq!(memory.load(b, 8), Err(Fault::UseAfterFree(b)));
        assert_eq!(memory.free(b), Err(Fault::BadFree(b)));
        assert_eq!(memory.free(a + 1), Err(Fault::BadFree(a + 1)));
    }

    #[test]
    fn what_was_never_written_is_known_bit_by_bit() {
        let mut memory = Memory::default();
        let a = memory.allocate(Region::Stack, 8, 8);
        memory.store(a, &Scalar::int(16, 0x1234)).unwrap();
        let word = memory.load(a, 32).unwrap();
        assert_eq!((word.bits.low(), word.undef_bits().low()), (0x1234, 0xffff_0000));
        memory.copy(a + 4, a, 4).unwrap();
        assert_eq!(memory.load(a + 4, 32).unwrap(), word);
        assert!(!word.is_fresh() && memory.load(a + 6, 16).unwrap().is_fresh());
        memory.store(a + 6, &Scalar::undef(16)).unwrap();
        assert!(!memory.load(a + 6, 16).unwrap().is_fresh(), "it was written, if only with something undefined");
    }

    #[test]
    fn a_cut_stack_is_gone() {
        let mut memory = Memory::default();
        let mark = memory.stack_mark();
        let a = memory.allocate(Region::Stack, 8, 8);
        memory.cut_stack(mark);
        assert!(memory.load(a, 8).is_err());
    }
}
