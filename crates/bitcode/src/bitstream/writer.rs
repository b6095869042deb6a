//! A bitstream writer for tests: just enough to build well-formed and ill-formed streams by hand.

/// Bits in the making.
#[derive(Default, Clone)]
pub(crate) struct Writer {
    bits: Vec<bool>,
    /// Open blocks: the position of the length word and the width outside.
    open: Vec<(usize, u32)>,
    width: u32,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Writer { width: 2, ..Writer::default() }
    }
    /// The magic number of bitcode, then what follows.
    pub(crate) fn bitcode() -> Self {
        let mut w = Self::new();
        for byte in [b'B', b'C', 0xC0, 0xDE] {
            w.fixed(u64::from(byte), 8);
        }
        w
    }
    pub(crate) fn fixed(&mut self, value: u64, width: u32) -> &mut Self {
        self.bits.extend((0..width).map(|i| value >> i & 1 == 1));
        self
    }
    pub(crate) fn vbr(&mut self, mut value: u64, width: u32) -> &mut Self {
        let digits = width - 1;
        while value >> digits != 0 {
            self.fixed(value & ((1 << digits) - 1) | 1 << digits, width);
            value >>= digits;
        }
        self.fixed(value, width)
    }
    pub(crate) fn align(&mut self) -> &mut Self {
        while !self.bits.len().is_multiple_of(32) {
            self.bits.push(false);
        }
        self
    }
    pub(crate) fn id(&mut self, id: u64) -> &mut Self {
        let width = self.width;
        self.fixed(id, width)
    }
    pub(crate) fn enter(&mut self, block: u64, width: u32) -> &mut Self {
        self.id(1).vbr(block, 8).vbr(u64::from(width), 4).align();
        self.open.push((self.bits.len(), self.width));
        self.width = width;
        self.fixed(0, 32)
    }
    pub(crate) fn leave(&mut self) -> &mut Self {
        self.id(0).align();
        let (at, width) = self.open.pop().expect("a block is open");
        let words = (self.bits.len() - at - 32) / 32;
        for i in 0..32 {
            self.bits[at + i] = words >> i & 1 == 1;
        }
        self.width = width;
        self
    }
    pub(crate) fn record(&mut self, code: u64, operands: &[u64]) -> &mut Self {
        self.id(3).vbr(code, 6).vbr(operands.len() as u64, 6);
        for &op in operands {
            self.vbr(op, 6);
        }
        self
    }
    /// A record whose operands from the second part on are the characters of a text.
    pub(crate) fn text(&mut self, code: u64, operands: &[u64], text: &str) -> &mut Self {
        let all: Vec<u64> = operands.iter().copied().chain(text.bytes().map(u64::from)).collect();
        self.record(code, &all)
    }
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.bits.chunks(8).map(|c| c.iter().enumerate().fold(0, |b, (i, &bit)| b | u8::from(bit) << i)).collect()
    }
    pub(crate) fn len(&self) -> u64 {
        self.bits.len() as u64
    }
}
