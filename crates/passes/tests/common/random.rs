//! Random programs: slots of several shapes, random control flow, accesses of many widths at many offsets.

use braid_entity::Entity;
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_ir::{BlockId, FuncId, Module, Operand, TypeId, TypeTable};
use braid_testing::Random;

use super::build::Build;

/// What kind of programs are made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    /// Whether slots are accessed in parts, copied and filled.
    pub(crate) aggregates: bool,
    /// Whether slots have lifetime markers.
    pub(crate) lifetimes: bool,
    /// Whether numbers are mostly constants, so that there is something to fold.
    pub(crate) constants: bool,
    /// Whether the target is big-endian.
    pub(crate) big_endian: bool,
}

struct Slot {
    address: Operand,
    size: u64,
    /// The one width that it is accessed with, or 0 for any.
    bits: u32,
}

struct Maker {
    build: Build,
    rng: Random,
    shape: Shape,
    slots: Vec<Slot>,
    /// Numbers at hand in the current block, with their widths.
    numbers: Vec<(Operand, u32)>,
}

const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// A random program.
pub(crate) fn program(seed: u64, shape: Shape) -> (Module, FuncId) {
    let mut rng = Random::new(seed);
    let layout = if shape.big_endian { "E-p:64:64-i64:64" } else { "e-m:e-i64:64" };
    let build = Build::with_layout(layout, &[TypeTable::I32, TypeTable::I64], TypeTable::VOID);
    let blocks = 1 + rng.index(10);
    let mut maker = Maker { build, rng, shape, slots: Vec::new(), numbers: Vec::new() };
    for _ in 0..1 + maker.rng.index(5) {
        maker.slot();
    }
    for _ in 1..blocks {
        maker.build.new_block();
    }
    for at in 0..blocks {
        maker.block(BlockId::new(at), blocks);
    }
    maker.build.finish()
}

impl Maker {
    fn slot(&mut self) {
        let bits = WIDTHS[self.rng.index(4)];
        let int = self.build.int_type(bits);
        let (ty, bits): (TypeId, u32) = match self.rng.index(if self.shape.aggregates { 5 } else { 1 }) {
            0 => (int, if self.shape.aggregates { 0 } else { bits }),
            1 => (self.build.array(TypeTable::I8, 8), 0),
            2 => (self.build.structure(&[TypeTable::I32, TypeTable::I32]), 0),
            3 => (self.build.structure(&[TypeTable::I8, TypeTable::I64, TypeTable::I32]), 0),
            _ => (self.build.array(TypeTable::I32, 4), 0),
        };
        let size = self.build.module.layout.size(&self.build.module.types, ty).unwrap();
        let address = self.build.alloca(ty);
        if self.rng.index(2) == 0 {
            self.build.declare(&format!("x{}", self.slots.len()), address);
        }
        self.slots.push(Slot { address, size, bits });
    }

    fn block(&mut self, block: BlockId, blocks: usize) {
        self.build.at(block);
        let params = [(self.build.param(0), 32), (self.build.param(1), 64)];
        self.numbers = params.into();
        for _ in 0..self.rng.index(8) {
            match self.rng.index(if self.shape.aggregates { 10 } else { 7 }) {
                0..=2 => self.store(),
                3..=4 => self.load(),
                5 => self.arithmetic(),
                6 => self.marker(),
                7..=8 => self.copy(),
                _ => self.fill(),
            }
        }
        let later = |rng: &mut Random| BlockId::new(1 + (block.index() + rng.index(4)) % (blocks - 1).max(1));
        match self.rng.index(5) {
            0 => self.build.ret(None),
            _ if blocks == 1 => self.build.ret(None),
            1 | 2 => {
                let target = later(&mut self.rng);
                self.build.br(target);
            }
            _ => {
                let (then, otherwise) = (later(&mut self.rng), later(&mut self.rng));
                if then == otherwise {
                    self.build.br(then);
                } else {
                    let cond = self.condition();
                    self.build.condbr(cond, then, otherwise);
                }
            }
        }
    }

    fn condition(&mut self) -> Operand {
        if self.rng.index(3) > 0 {
            return self.build.choice();
        }
        let (a, bits) = self.number();
        let b = self.number_of(bits);
        let pred = IntPredicate::ALL[self.rng.index(IntPredicate::ALL.len())];
        self.build.compare(pred, a, b)
    }

    /// A place for an access: its address and width.
    fn place(&mut self) -> (Operand, u32) {
        let at = self.rng.index(self.slots.len());
        let (address, size, only) = (self.slots[at].address, self.slots[at].size, self.slots[at].bits);
        let fitting: Vec<u32> = WIDTHS.into_iter().filter(|&bits| u64::from(bits) / 8 <= size).collect();
        let bits = if only != 0 { only } else { fitting[self.rng.index(fitting.len())] };
        let step = u64::from(bits) / 8;
        let places = (size - step) / step + 1;
        // Mostly the first few places, so that accesses meet.
        let offset = step * (self.rng.index(places.min(3) as usize) as u64);
        if offset == 0 { (address, bits) } else { (self.build.ptradd(address, offset as i64), bits) }
    }

    fn store(&mut self) {
        let (address, bits) = self.place();
        let value = self.number_of(bits);
        self.build.store(value, address);
    }

    fn load(&mut self) {
        let (address, bits) = self.place();
        let ty = self.build.int_type(bits);
        let value = self.build.load(ty, address);
        self.numbers.push((value, bits));
        if self.rng.index(2) == 0 {
            self.build.sink(value);
        }
    }

    fn arithmetic(&mut self) {
        use BinaryOp::{Add, And, Mul, Or, SDiv, Shl, Sub, UDiv, Xor};
        let (a, bits) = self.number();
        let b = self.number_of(bits);
        let op = [Add, Sub, Mul, And, Or, Xor, Shl, UDiv, SDiv][self.rng.index(9)];
        let value = self.build.binary(op, a, b);
        self.numbers.push((value, bits));
    }

    fn marker(&mut self) {
        if self.shape.lifetimes {
            let at = self.rng.index(self.slots.len());
            let which = ["start", "end"][self.rng.index(2)];
            self.build.lifetime(which, self.slots[at].address);
        }
    }

    fn copy(&mut self) {
        let (to, from) = (self.rng.index(self.slots.len()), self.rng.index(self.slots.len()));
        if to != from {
            let most = self.slots[to].size.min(self.slots[from].size);
            let len = if self.rng.index(2) == 0 { most } else { 1 + self.rng.word() % most };
            self.build.memcpy(self.slots[to].address, self.slots[from].address, len);
        }
    }

    fn fill(&mut self) {
        let at = self.rng.index(self.slots.len());
        let byte = self.number_of(8);
        let len = if self.rng.index(2) == 0 { self.slots[at].size } else { 1 + self.rng.word() % self.slots[at].size };
        self.build.memset(self.slots[at].address, byte, len);
    }

    fn number(&mut self) -> (Operand, u32) {
        if self.rng.index(3) == 0 || self.shape.constants {
            let bits = WIDTHS[self.rng.index(4)];
            return (self.number_of(bits), bits);
        }
        self.numbers[self.rng.index(self.numbers.len())]
    }

    fn number_of(&mut self, bits: u32) -> Operand {
        let known: Vec<_> = self.numbers.iter().filter(|(_, width)| *width == bits).map(|(value, _)| *value).collect();
        if known.is_empty() || self.rng.index(3) == 0 || (self.shape.constants && self.rng.index(4) > 0) {
            let value = [0, 1, 2, 7, u64::MAX, self.rng.word()][self.rng.index(6)];
            return self.build.int(bits, value);
        }
        known[self.rng.index(known.len())]
    }
}
