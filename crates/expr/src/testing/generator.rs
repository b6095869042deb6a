//! Random terms: grown from the leaves up, each new node over nodes that stand already.
//!
//! Every decision depends on the seed and on widths that the generator itself keeps, never on what a pool made of a
//! term; so one seed gives one term in every pool.

use braid_entity::Entity;

use crate::array::{ArrayKind, Table};
use crate::node::{ExprId, Op, UpdateId};
use crate::pool::ExprPool;
use crate::testing::{Inputs, Random, RandomValues as _};

/// What generated terms look like.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Widest node.
    pub max_width: u32,
    /// How many nodes are grown on top of the leaves.
    pub nodes: u32,
    /// Total bits of all unknowns at most.
    pub input_bits: u32,
    /// Whether arrays are read and written.
    pub arrays: bool,
    /// Whether bounded quantifiers occur.
    pub quantifiers: bool,
}

impl Limits {
    /// Terms that can be checked under every model: at most 12 input bits.
    pub const EXHAUSTIVE: Limits = Limits { max_width: 9, nodes: 14, input_bits: 12, arrays: true, quantifiers: true };
    /// Words as programs have them.
    pub const WORDS: Limits = Limits { max_width: 64, nodes: 20, input_bits: 128, arrays: true, quantifiers: false };
    /// Everything, up to 200 bits.
    pub const WIDE: Limits = Limits { max_width: 200, nodes: 25, input_bits: 600, arrays: true, quantifiers: true };
}

/// A node that was grown, with what the generator must know of it.
#[derive(Clone, Copy, Debug)]
struct Grown {
    e: ExprId,
    width: u32,
    forall: bool,
}

/// Grows random terms in a pool.
#[derive(Debug)]
pub struct Generator {
    limits: Limits,
    random: Random,
    /// The unknowns of the terms.
    pub inputs: Inputs,
    grown: Vec<Grown>,
    /// Update lists with their index and element width.
    lists: Vec<(UpdateId, u32, u32)>,
}

const WORD_OPS: &[Op] = &[
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Sdiv,
    Op::Urem,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
];
const COMPARISONS: &[Op] = &[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle];

impl Generator {
    /// A generator whose unknowns are made in `pool`.
    pub fn new(seed: u64, limits: Limits, pool: &mut ExprPool) -> Self {
        let random = Random::new(seed);
        let mut generator =
            Generator { limits, random, inputs: Inputs::default(), grown: Vec::new(), lists: Vec::new() };
        generator.make_arrays(pool);
        generator.make_symbols(pool);
        generator
    }
    /// A random term of width 1.
    pub fn boolean(&mut self, pool: &mut ExprPool) -> ExprId {
        self.term(pool, 1)
    }
    /// A random term of `width` bits over all operators.
    pub fn term(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        for _ in 0..self.limits.nodes {
            let grown = self.grow(pool);
            self.grown.push(grown);
        }
        let last = self.grown.len() - 1;
        let top = self.grown[last];
        self.fit(pool, top, width).e
    }

    fn make_arrays(&mut self, pool: &mut ExprPool) {
        if !self.limits.arrays {
            return;
        }
        let small = self.limits.input_bits < 64;
        if self.random.once_in(2) {
            let (index, element) = if small { (1 + self.random.below(2) as u32, 2) } else { (32, 8) };
            let array = self.inputs.array(pool, index, element);
            self.lists.push((pool.base(array), index, element));
        }
        if self.random.once_in(3) {
            let (index, element) = if small { (2, 3) } else { (8, 8) };
            let elements: Vec<u64> = (0..3 + self.random.below(6)).map(|_| self.random.word()).collect();
            let kind = ArrayKind::Constant(Table::new(element, elements, self.random.word()));
            let array = pool.array("table", kind, index, element);
            self.lists.push((pool.base(array), index, element));
        }
    }
    fn make_symbols(&mut self, pool: &mut ExprPool) {
        let spent = if self.limits.input_bits < 64 { self.inputs.bits() as u32 } else { 0 };
        let mut left = self.limits.input_bits.saturating_sub(spent).max(1);
        for _ in 0..2 + self.random.below(3) {
            let width = self.some_width().min(left);
            let e = self.inputs.symbol(pool, width);
            self.grown.push(Grown { e, width, forall: false });
            left -= width;
            if left == 0 {
                break;
            }
        }
    }
    /// Widths that programs use, their neighbours, and any other.
    fn some_width(&mut self) -> u32 {
        let max = self.limits.max_width;
        let width = match self.random.below(4) {
            0 => self.random.pick(&[1, 8, 16, 32, 64]),
            1 => self.random.pick(&[1, 2, 3, 7, 9, 31, 33, 63, 65, 128]),
            _ => 1 + self.random.below(max.into()) as u32,
        };
        if width > max { 1 + width % max } else { width }
    }
    fn some(&mut self) -> Grown {
        // Late nodes are likelier, so that terms get deep.
        let n = self.grown.len() as u64;
        let back = self.random.below(n).min(self.random.below(n));
        self.grown[(n - 1 - back) as usize]
    }
    fn constant(&mut self, pool: &mut ExprPool, width: u32) -> Grown {
        let value = self.random.value(width);
        Grown { e: pool.bv_value(&value), width, forall: false }
    }
    /// An operand of `width` bits: a constant now and then, else some node made to fit.
    fn operand(&mut self, pool: &mut ExprPool, width: u32) -> Grown {
        if self.random.once_in(4) {
            return self.constant(pool, width);
        }
        let grown = self.some();
        self.fit(pool, grown, width)
    }
    /// A node of `width` bits over `grown`.
    fn fit(&mut self, pool: &mut ExprPool, grown: Grown, width: u32) -> Grown {
        let Grown { e, width: own, forall } = grown;
        let e = match own.cmp(&width) {
            core::cmp::Ordering::Equal => e,
            core::cmp::Ordering::Less if self.random.once_in(2) => pool.zext(e, width),
            core::cmp::Ordering::Less => pool.sext(e, width),
            core::cmp::Ordering::Greater => {
                let low = self.random.below(u64::from(own - width) + 1) as u32;
                pool.extract(e, low, width)
            }
        };
        Grown { e, width, forall }
    }
    fn grow(&mut self, pool: &mut ExprPool) -> Grown {
        match self.random.below(20) {
            0..=6 => self.grow_word(pool),
            7..=10 => self.grow_comparison(pool),
            11 => self.grow_unary(pool),
            12..=13 => self.grow_ite(pool),
            14 => self.grow_concat(pool),
            15 => {
                let (some, width) = (self.some(), self.some_width());
                self.fit(pool, some, width)
            }
            16..=17 => self.grow_read(pool),
            18 => self.grow_store(pool),
            _ => self.grow_forall(pool),
        }
    }
    fn grow_word(&mut self, pool: &mut ExprPool) -> Grown {
        let a = self.some();
        let b = self.operand(pool, a.width);
        let op = self.random.pick(WORD_OPS);
        let (a, b) = if self.random.once_in(4) { (b, a) } else { (a, b) };
        Grown { e: pool.binary(op, a.e, b.e), width: a.width, forall: a.forall || b.forall }
    }
    fn grow_comparison(&mut self, pool: &mut ExprPool) -> Grown {
        let a = self.some();
        let b = self.operand(pool, a.width);
        let op = self.random.pick(COMPARISONS);
        let (a, b) = if self.random.once_in(3) { (b, a) } else { (a, b) };
        Grown { e: pool.binary(op, a.e, b.e), width: 1, forall: a.forall || b.forall }
    }
    fn grow_unary(&mut self, pool: &mut ExprPool) -> Grown {
        let a = self.some();
        let e = if self.random.once_in(2) { pool.not(a.e) } else { pool.neg(a.e) };
        Grown { e, ..a }
    }
    fn grow_ite(&mut self, pool: &mut ExprPool) -> Grown {
        let condition = self.operand(pool, 1);
        let a = self.some();
        let b = self.operand(pool, a.width);
        let forall = condition.forall || a.forall || b.forall;
        Grown { e: pool.ite(condition.e, a.e, b.e), width: a.width, forall }
    }
    fn grow_concat(&mut self, pool: &mut ExprPool) -> Grown {
        let high = self.some();
        let room = self.limits.max_width.saturating_sub(high.width);
        if room == 0 {
            return self.grow_unary(pool);
        }
        let width = self.some_width().min(room);
        let low = self.operand(pool, width);
        Grown { e: pool.concat(high.e, low.e), width: high.width + width, forall: high.forall || low.forall }
    }
    /// Arrays hold no quantifiers here: a read of one would hide it from this generator.
    fn plain_operand(&mut self, pool: &mut ExprPool, width: u32) -> Grown {
        let operand = self.operand(pool, width);
        if operand.forall { self.constant(pool, width) } else { operand }
    }
    fn grow_read(&mut self, pool: &mut ExprPool) -> Grown {
        let Some(last) = self.lists.len().checked_sub(1) else { return self.grow_word(pool) };
        let (list, index_width, width) = self.lists[self.random.below(last as u64 + 1) as usize];
        let index = self.plain_operand(pool, index_width);
        Grown { e: pool.read(list, index.e), width, forall: false }
    }
    fn grow_store(&mut self, pool: &mut ExprPool) -> Grown {
        let Some(last) = self.lists.len().checked_sub(1) else { return self.grow_word(pool) };
        let (list, index_width, width) = self.lists[self.random.below(last as u64 + 1) as usize];
        let index = self.plain_operand(pool, index_width);
        let value = self.plain_operand(pool, width);
        self.lists.push((pool.store(list, index.e, value.e), index_width, width));
        self.grow_read(pool)
    }
    /// A quantifier with few instances. Its body is grown over what stands, without quantifiers, and then forgotten.
    fn grow_forall(&mut self, pool: &mut ExprPool) -> Grown {
        if !self.limits.quantifiers {
            return self.grow_comparison(pool);
        }
        let narrow = 1 + self.random.below(3) as u32;
        let width = self.some_width().max(narrow);
        let repetitions = self.plain_operand(pool, narrow);
        let k = pool.zext(repetitions.e, width);
        let before = (self.grown.clone(), self.lists.len());
        self.grown.retain(|grown| !grown.forall);
        self.grown.push(Grown { e: pool.bound(width), width, forall: false });
        let (quantifiers, nodes) = (self.limits.quantifiers, 1 + self.random.below(5));
        self.limits.quantifiers = false;
        for _ in 0..nodes {
            let grown = self.grow(pool);
            self.grown.push(grown);
        }
        let top = *self.grown.last().expect("some were grown");
        let body = self.fit(pool, top, 1);
        self.limits.quantifiers = quantifiers;
        self.grown = before.0;
        self.lists.truncate(before.1);
        let e = pool.forall(k, body.e).expect("the body has no quantifier and the bound is closed");
        debug_assert!(e.index() < pool.len());
        Grown { e, width: 1, forall: true }
    }
}
