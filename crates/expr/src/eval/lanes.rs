//! A term for all values of one byte at once: a word for each of the 256 values, operator by operator.
//!
//! The set of values under which a condition holds is asked for once for each new condition over a byte. Taken value by value it
//! costs 256 walks over the term; here each operator is one loop over plain words, which the compiler makes vector
//! instructions of. Only small terms of words are for it: no update lists, quantifiers or floating point.

use crate::array::ArrayKind;
use crate::byte_set::ByteSet;
use crate::node::{ExprId, Op};
use crate::pool::{ExprPool, Stored};
use crate::value::{mask, sign_extend, word};

/// The word of a node for each value of the byte.
type Lane = [u64; 256];

/// Larger terms, as trees, are not for it: a lane has 2 KiB.
const MAX_NODES: u32 = 64;

/// Evaluates terms over one unknown of at most 8 bits. Keep it: its tables are reused.
#[derive(Default, Debug)]
pub(crate) struct Lanes {
    /// The nodes of the term, children first: ids are a topological order.
    nodes: Vec<ExprId>,
    lanes: Vec<Lane>,
}

impl Lanes {
    /// The values under which a term of width 1 holds that reads nothing but one unknown of at most 8 bits; none if it has operators that are not
    /// for this. Values that the unknown cannot have are among them at will.
    pub(crate) fn truths(&mut self, pool: &ExprPool, term: ExprId) -> Option<ByteSet> {
        self.collect(pool, term)?;
        pool.interrupt().spend(self.nodes.len() as u32);
        if self.lanes.len() < self.nodes.len() {
            self.lanes.resize(self.nodes.len(), [0; 256]);
        }
        for (at, &node) in self.nodes.iter().enumerate() {
            let (done, rest) = self.lanes.split_at_mut(at);
            let of = |child: ExprId| &done[self.nodes.binary_search(&child).expect("children come first")];
            fill(pool, pool.stored(node), of, &mut rest[0])?;
        }
        let mut set = ByteSet::default();
        let truths = &self.lanes[self.nodes.len() - 1];
        (0..).zip(truths).filter(|&(_, &word)| word == 1).for_each(|(value, _)| set.insert(value));
        Some(set)
    }

    /// The nodes under a term; none if it is too large or has words of more than 64 bits.
    fn collect(&mut self, pool: &ExprPool, term: ExprId) -> Option<()> {
        if pool.size(term) > MAX_NODES {
            return None;
        }
        self.nodes.clear();
        self.nodes.push(term);
        let mut at = 0;
        while let Some(&e) = self.nodes.get(at) {
            at += 1;
            if pool.width(e) > 64 {
                return None;
            }
            match pool.stored(e) {
                read if read.op == Op::Read => self.nodes.push(read.arg(1)),
                _ => self.nodes.extend(pool.children(e)),
            }
        }
        self.nodes.sort_unstable();
        self.nodes.dedup();
        Some(())
    }
}

/// The lane of a node from those of its children.
fn fill<'a>(pool: &ExprPool, node: &Stored, of: impl Fn(ExprId) -> &'a Lane, out: &mut Lane) -> Option<()> {
    let (a, b, width) = (node.arg(0), node.arg(1), u32::from(node.width));
    match node.op {
        Op::Const => out.fill(node.constant_word()),
        Op::Symbol => identity(width, out),
        Op::Read if pool.stored(a).op == Op::Base => match &pool.array_data(pool.stored(a).array()).kind {
            ArrayKind::Constant(table) => each(of(b), out, |index| table.get(index)),
            // The term reads one cell only, so a read at a known index is of that cell.
            ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised if pool.is_const(b) => identity(width, out),
            ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised => return None,
        },
        Op::Not | Op::Neg => each(of(a), out, |word| word::unary(node.op, width, word)),
        Op::Zext => *out = *of(a),
        Op::Sext => {
            let narrow = pool.width(a);
            each(of(a), out, |word| sign_extend(narrow, word) as u64 & mask(width));
        }
        Op::Extract => each(of(a), out, |word| word >> node.args[1] & mask(width)),
        Op::Concat => {
            let low = pool.width(b);
            both(of(a), of(b), out, |high, word| high << low | word);
        }
        Op::Ite => {
            both(of(b), of(node.arg(2)), out, |_, other| other);
            let then = of(b);
            (0..).zip(of(a)).filter(|&(_, &truth)| truth == 1).for_each(|(at, _): (usize, _)| out[at] = then[at]);
        }
        op if op.is_comparison() || op.is_word_binary() => binary(op, pool.width(a), of(a), of(b), out),
        _ => return None,
    }
    Some(())
}

/// The unknown itself.
fn identity(width: u32, out: &mut Lane) {
    (0..).zip(out).for_each(|(value, word)| *word = value & mask(width));
}

fn each(a: &Lane, out: &mut Lane, apply: impl Fn(u64) -> u64) {
    for (out, &a) in out.iter_mut().zip(a) {
        *out = apply(a);
    }
}

#[inline(always)] // so that every operator has a loop of its own
fn both(a: &Lane, b: &Lane, out: &mut Lane, apply: impl Fn(u64, u64) -> u64) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = apply(a, b);
    }
}

/// A loop for each operator, chosen once.
fn binary(op: Op, width: u32, a: &Lane, b: &Lane, out: &mut Lane) {
    macro_rules! loops {
        ($($name:ident)*) => {
            match op {
                $(Op::$name => both(a, b, out, |a, b| word::binary(Op::$name, width, a, b)),)*
                _ => both(a, b, out, |a, b| word::binary(op, width, a, b)),
            }
        };
    }
    loops!(And Or Xor Add Sub Mul Shl Lshr Ashr Eq Ult Ule Slt Sle);
}
