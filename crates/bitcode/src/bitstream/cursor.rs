//! A cursor over bits: fixed-width and variable-width fields of a byte slice, in LLVM's little-endian order.
//!
//! The cursor is a bit position and nothing else. Each read loads the eight bytes around it (one unaligned load, no
//! refill state), so a jump is an assignment. It never reads past its end, and running out of bits is an error that
//! carries the position; it knows nothing of blocks and records.

use crate::error::{Error, ErrorKind, Place};

/// The widest field a bitstream may declare; LLVM's own limit.
pub(crate) const MAX_FIELD: u32 = 64;

/// A position in a slice of bytes, counted in bits.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    bit: u64,
    end: u64,
}

impl<'a> Cursor<'a> {
    /// A cursor at the first bit of `bytes`.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, bit: 0, end: bytes.len() as u64 * 8 }
    }
    /// The position in bits.
    #[inline]
    pub(crate) fn bit(&self) -> u64 {
        self.bit
    }
    /// How many bits are left.
    #[inline]
    pub(crate) fn bits_left(&self) -> u64 {
        self.end - self.bit
    }
    /// The bytes the cursor runs over.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
    /// Moves to a position; past the end is an error.
    pub(crate) fn jump(&mut self, bit: u64) -> Result<(), Error> {
        if bit > self.end {
            return Err(self.truncated(format!("a file of at least {} bytes", bit.div_ceil(8))));
        }
        self.bit = bit;
        Ok(())
    }
    /// The next `width` bits (at most 64) as a number.
    #[inline]
    pub(crate) fn fixed(&mut self, width: u32) -> Result<u64, Error> {
        debug_assert!(width <= MAX_FIELD);
        match self.full_window() {
            Some((window, valid)) if width <= valid => {
                self.bit += u64::from(width);
                Ok(window & !u64::MAX.checked_shl(width).unwrap_or(0))
            }
            _ => self.wide_fixed(width),
        }
    }
    /// A field that does not stand in one window, or not far enough from the end.
    #[inline(never)]
    fn wide_fixed(&mut self, width: u32) -> Result<u64, Error> {
        if self.bits_left() < u64::from(width) {
            return Err(self.truncated(format!("{width} more bits")));
        }
        let (window, valid) = self.window();
        let value = if width <= valid {
            window
        } else {
            // A field of more than 57 bits that starts inside a byte: its last bits stand in the next window.
            let next = Cursor { bit: self.bit + u64::from(valid), ..*self };
            window | next.window().0 << valid
        };
        self.bit += u64::from(width);
        Ok(if width == 64 { value } else { value & ((1 << width) - 1) })
    }
    /// The next number in chunks of `width` bits (2 to 32), the top bit of each saying whether another follows.
    #[inline]
    pub(crate) fn vbr(&mut self, width: u32) -> Result<u64, Error> {
        debug_assert!((2..=32).contains(&width));
        let more = 1u64 << (width - 1);
        // Nearly all numbers fit into one chunk, and a window has room for the widest.
        match self.full_window() {
            Some((window, _)) if window & more == 0 => {
                self.bit += u64::from(width);
                Ok(window & (more - 1))
            }
            _ => self.window_vbr(width),
        }
    }
    /// A number of several chunks that all stand in one window; its digits are fewer than 64 bits.
    #[inline(never)]
    fn window_vbr(&mut self, width: u32) -> Result<u64, Error> {
        let (mut window, valid) = self.window();
        let more = 1u64 << (width - 1);
        let room = self.bits_left().min(u64::from(valid)) as u32;
        let (mut value, mut shift, mut used) = (0, 0, width);
        while used <= room {
            value |= (window & (more - 1)) << shift;
            if window & more == 0 {
                self.bit += u64::from(used);
                return Ok(value);
            }
            window >>= width;
            shift += width - 1;
            used += width;
        }
        self.long_vbr(width)
    }
    /// The next two numbers in chunks of six bits: how a record begins that is not abbreviated.
    #[inline]
    pub(crate) fn vbr6_pair(&mut self) -> Result<[u64; 2], Error> {
        if let Some((window, valid)) = self.full_window() {
            let first = (!window & VBR6_MORE).trailing_zeros() + 1;
            let rest = window.checked_shr(first).unwrap_or(0);
            let second = (!rest & VBR6_MORE).trailing_zeros() + 1;
            if first + second <= valid {
                self.bit += u64::from(first + second);
                return Ok([vbr6_digits(window, first), vbr6_digits(rest, second)]);
            }
        }
        Ok([self.vbr(6)?, self.vbr(6)?])
    }
    /// The next `count` numbers in chunks of six bits, in which operands of records are written. As many as stand in
    /// one window are taken from it; where each ends is the first chunk whose top bit is not set.
    pub(crate) fn vbr6_list(&mut self, count: usize, out: &mut Vec<u64>) -> Result<(), Error> {
        out.reserve(count);
        let mut left = count;
        while left > 0 {
            let (mut window, valid) = self.window();
            let room = self.bits_left().min(u64::from(valid)) as u32;
            let mut used = 0;
            while left > 0 {
                let len = (!window & VBR6_MORE).trailing_zeros() + 1;
                if used + len > room {
                    break;
                }
                out.push(vbr6_digits(window, len));
                window >>= len;
                used += len;
                left -= 1;
            }
            self.bit += u64::from(used);
            if used == 0 {
                // It is too long for a window, or not all there.
                out.push(self.long_vbr(6)?);
                left -= 1;
            }
        }
        Ok(())
    }
    fn long_vbr(&mut self, width: u32) -> Result<u64, Error> {
        let start = self.bit;
        let more = 1u64 << (width - 1);
        let (mut value, mut shift) = (0u64, 0u32);
        loop {
            let chunk = self.fixed(width)?;
            let digits = chunk & (more - 1);
            // Zero chunks beyond 64 bits are harmless but endless; LLVM refuses them too.
            if shift >= 64 || (digits << shift) >> shift != digits {
                self.bit = start;
                return Err(self.corrupt("a number of at most 64 bits"));
            }
            value |= digits << shift;
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
        }
    }
    /// Moves to the next multiple of 32 bits.
    pub(crate) fn align32(&mut self) -> Result<(), Error> {
        self.jump(self.bit.next_multiple_of(32))
    }
    /// The next `len` bytes, at a byte boundary, and the padding to 32 bits that follows them.
    pub(crate) fn blob(&mut self, len: u64) -> Result<core::ops::Range<usize>, Error> {
        debug_assert!(self.bit.is_multiple_of(8));
        if len > self.bits_left() / 8 {
            return Err(self.truncated(format!("{len} more bytes")));
        }
        let start = (self.bit / 8) as usize;
        self.bit += len * 8;
        // The padding of a blob at the very end of a file may be missing.
        self.bit = self.bit.next_multiple_of(32).min(self.end);
        Ok(start..start + len as usize)
    }
    /// The bits from the position on and how many they are (57 to 64), unless the end is too near.
    #[inline]
    fn full_window(&self) -> Option<(u64, u32)> {
        let byte = (self.bit / 8) as usize;
        let shift = (self.bit % 8) as u32;
        let eight = self.bytes.get(byte..)?.first_chunk()?;
        Some((u64::from_le_bytes(*eight) >> shift, 64 - shift))
    }
    /// The bits from the position on, and how many of them are meaningful (57 to 64; bits past the end are zero).
    #[inline]
    fn window(&self) -> (u64, u32) {
        let byte = (self.bit / 8) as usize;
        let shift = (self.bit % 8) as u32;
        let word = match self.bytes.get(byte..byte + 8) {
            Some(eight) => u64::from_le_bytes(eight.try_into().expect("eight bytes")),
            None => self.last_word(byte),
        };
        (word >> shift, 64 - shift)
    }
    #[cold]
    fn last_word(&self, byte: usize) -> u64 {
        let tail = self.bytes.get(byte..).unwrap_or_default();
        tail.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b))
    }
    #[cold]
    fn truncated(&self, expected: String) -> Error {
        let found = format!("{} bits to the end", self.bits_left());
        Error::new(ErrorKind::Truncated, self.place(), expected).found(found)
    }
    #[cold]
    fn corrupt(&self, expected: &'static str) -> Error {
        Error::new(ErrorKind::Corrupt, self.place(), expected)
    }
    fn place(&self) -> Place {
        Place { bit: self.bit, block: None, record: None }
    }
}

/// The top bits of the chunks of six bits that a word has room for.
const VBR6_MORE: u64 = 0x0820_8208_2082_0820;

/// The digits of a number of `len` bits at the start of a window, in chunks of six bits.
#[inline]
fn vbr6_digits(window: u64, len: u32) -> u64 {
    let first = window & 31;
    match len {
        6 => first,
        12 => first | window >> 1 & 0x3e0,
        _ => (1..len / 6).fold(first, |value, chunk| value | (window >> (chunk * 6) & 31) << (chunk * 5)),
    }
}

#[cfg(test)]
mod tests {
    use braid_testing::Random;

    use super::*;

    /// The obvious reader, one bit at a time.
    fn slow_fixed(bytes: &[u8], bit: u64, width: u32) -> u64 {
        (0..u64::from(width)).fold(0, |v, i| {
            let at = bit + i;
            v | (u64::from(bytes[(at / 8) as usize] >> (at % 8)) & 1) << i
        })
    }

    fn noise(len: usize) -> Vec<u8> {
        let mut random = Random::new(1);
        (0..len).map(|_| random.word() as u8).collect()
    }

    #[test]
    fn fixed_fields_agree_with_reading_bit_by_bit() {
        let bytes = noise(40);
        for start in 0..(bytes.len() as u64 * 8) {
            for width in 0..=64 {
                let mut cursor = Cursor::new(&bytes);
                cursor.jump(start).unwrap();
                let fits = start + u64::from(width) <= bytes.len() as u64 * 8;
                match cursor.fixed(width) {
                    Ok(value) => {
                        assert!(fits);
                        assert_eq!(value, slow_fixed(&bytes, start, width), "at {start}, width {width}");
                        assert_eq!(cursor.bit(), start + u64::from(width));
                    }
                    Err(error) => {
                        assert!(!fits);
                        assert_eq!((error.kind(), error.place().bit), (ErrorKind::Truncated, start));
                    }
                }
            }
        }
    }

    #[test]
    fn vbr_numbers_of_every_chunk_width_come_back() {
        for width in 2..=32 {
            for value in [0, 1, 2, 31, 32, 1000, u64::from(u32::MAX), 1 << 63, u64::MAX] {
                let mut bits = Vec::new();
                let mut rest = value;
                loop {
                    let digits = rest & ((1 << (width - 1)) - 1);
                    rest >>= width - 1;
                    let chunk = digits | u64::from(rest != 0) << (width - 1);
                    bits.extend((0..width).map(|i| chunk >> i & 1 == 1));
                    if rest == 0 {
                        break;
                    }
                }
                let bytes: Vec<u8> = bits
                    .chunks(8)
                    .map(|c| c.iter().enumerate().fold(0, |b, (i, &bit)| b | u8::from(bit) << i))
                    .collect();
                let mut cursor = Cursor::new(&bytes);
                assert_eq!(cursor.vbr(width).unwrap(), value, "width {width}");
                assert_eq!(cursor.bit(), bits.len() as u64);
            }
        }
    }

    #[test]
    fn an_endless_or_cut_off_vbr_is_an_error_at_its_start() {
        let ones = [0xff; 64];
        let mut cursor = Cursor::new(&ones);
        cursor.jump(5).unwrap();
        let error = cursor.vbr(6).unwrap_err();
        assert_eq!((error.kind(), error.place().bit), (ErrorKind::Corrupt, 5));
        let mut zeros_with_more = [0x20, 0x08, 0x82].repeat(40);
        zeros_with_more.push(0);
        assert_eq!(Cursor::new(&zeros_with_more).vbr(6).unwrap_err().kind(), ErrorKind::Corrupt);
        let error = Cursor::new(&ones[..2]).vbr(6).unwrap_err();
        assert_eq!((error.kind(), error.place().bit), (ErrorKind::Truncated, 12));
        assert_eq!(Cursor::new(&[]).vbr(6).unwrap_err().kind(), ErrorKind::Truncated);
    }

    #[test]
    fn alignment_and_blobs_stay_inside() {
        let bytes = noise(10);
        let mut cursor = Cursor::new(&bytes);
        cursor.fixed(3).unwrap();
        cursor.align32().unwrap();
        assert_eq!(cursor.bit(), 32);
        cursor.align32().unwrap();
        assert_eq!(cursor.bit(), 32);
        assert_eq!(cursor.blob(6).unwrap(), 4..10);
        assert_eq!(cursor.bits_left(), 0);
        cursor.jump(64).unwrap();
        assert_eq!(cursor.blob(3).unwrap_err().kind(), ErrorKind::Truncated);
        assert_eq!(cursor.blob(u64::MAX).unwrap_err().kind(), ErrorKind::Truncated);
        cursor.fixed(1).unwrap();
        assert_eq!(cursor.align32().unwrap_err().kind(), ErrorKind::Truncated);
        assert_eq!(cursor.jump(81).unwrap_err().kind(), ErrorKind::Truncated);
    }

    #[test]
    fn lists_agree_with_single_numbers() {
        // Noise has numbers of all lengths; runs of set bits make them too long for a window, or for 64 bits.
        let mut bytes = noise(300);
        bytes[100..108].fill(0xff);
        bytes[200..220].fill(0xff);
        for start in 0..bytes.len() as u64 * 8 {
            for count in [1, 2, 7, 40] {
                let mut single = Cursor::new(&bytes);
                single.jump(start).unwrap();
                let mut list = single;
                let (mut pair, mut two) = (single, single);
                let expected = two.vbr(6).and_then(|first| Ok([first, two.vbr(6)?]));
                assert_eq!(pair.vbr6_pair().map_err(|e| e.to_string()), expected.map_err(|e| e.to_string()));
                assert_eq!(pair.bit(), two.bit());
                let expected: Result<Vec<u64>, Error> = (0..count).map(|_| single.vbr(6)).collect();
                let mut found = Vec::new();
                let result = list.vbr6_list(count, &mut found).map(|()| found);
                assert_eq!(result.map_err(|error| error.to_string()), expected.map_err(|error| error.to_string()));
                assert_eq!(list.bit(), single.bit(), "at {start}, {count} numbers");
            }
        }
    }
}
