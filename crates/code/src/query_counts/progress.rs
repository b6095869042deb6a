//! How far a loop has come: the variables that every iteration moves in one direction, and how often a loop is executed.

use crate::code::{Alu, Code, Op, Pc, Src};
use braid_analysis::{LoopId, Loops};
use braid_ir::inst::IntPredicate;
use rustc_hash::FxHashSet;

use super::graph::{Graph, Node};
use super::webs::Webs;

/// A function in which loops are looked at.
pub(super) struct Body<'a> {
    pub(super) code: &'a Code,
    pub(super) webs: &'a Webs,
    pub(super) graph: &'a Graph,
    pub(super) loops: &'a Loops,
    /// For each load of a word that is followed: the word.
    pub(super) loaded: &'a dyn Fn(Pc) -> Option<Node>,
}

/// By how much an iteration moves a variable: the least and the most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) least: i64,
    pub(super) most: i64,
}

/// The step of what was not looked at yet: it adds nothing.
const NONE: Step = Step { least: i64::MAX, most: i64::MIN };

impl Step {
    const STAYS: Step = Step { least: 0, most: 0 };
    fn or(self, other: Step) -> Step {
        Step { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
    fn plus(self, constant: i64) -> Step {
        if self == NONE {
            return NONE;
        }
        Step { least: self.least.saturating_add(constant), most: self.most.saturating_add(constant) }
    }
    /// Whether it goes one way, and goes at all.
    pub(super) fn direction(self) -> Option<bool> {
        match (self.least, self.most) {
            (0.., 1..) => Some(true),
            (..=-1, ..=0) => Some(false),
            _ => None,
        }
    }
    /// Whether it goes in every iteration.
    pub(super) fn always_moves(self) -> bool {
        self.least > 0 || self.most < 0
    }
}

impl Body<'_> {
    /// By how much an iteration of a loop moves a variable or word; none if it may get another value altogether.
    pub(super) fn step(&self, id: LoopId, of: Node) -> Option<Step> {
        let mut walk = Walk { body: self, id, of, open: FxHashSet::default() };
        walk.written(of).filter(|&step| step != NONE)
    }

    fn is_inside(&self, id: LoopId, pc: Pc) -> bool {
        self.loops.contains(id, self.code.blocks[self.code.block_of[pc as usize] as usize].0)
    }
    fn word(&self, source: Src) -> Option<u64> {
        self.code.constants[source.as_constant()? as usize].word()
    }

    /// How often a loop is executed, if its head compares a variable, which begins with a constant and has a fixed step, with a
    /// constant.
    pub(super) fn iterations(&self, id: LoopId, head: u32) -> Option<u64> {
        let start = self.code.blocks[head as usize].1;
        let last = (start..self.code.ops.len() as Pc).take_while(|&pc| self.code.block_of[pc as usize] == head);
        let (pc, pred, alu) = last
            .filter_map(|pc| match &self.code.ops[pc as usize] {
                Op::CompareBranch { pred, alu, .. } => Some((pc, *pred, *alu)),
                _ => None,
            })
            .next()?;
        let limit = self.word(alu.b)?;
        let web = self.webs.read(pc, alu.a.as_slot()?)?;
        let step = self.step(id, web).filter(|step| step.least == step.most && step.least != 0)?.least;
        let first = self.first_value(id, web)?;
        count(pred, alu.bits, first, limit, step)
    }

    /// The constant that a variable has when a loop begins.
    fn first_value(&self, id: LoopId, web: Node) -> Option<u64> {
        let outside = self.graph.writers[web as usize].iter().filter(|&&pc| !self.is_inside(id, pc));
        let mut values = outside.map(|&pc| match &self.code.ops[pc as usize] {
            Op::Move { src, .. } => self.word(*src),
            _ => None,
        });
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }
}

/// How often a loop goes on whose head compares `first`, `first + step`, … with a limit.
fn count(pred: IntPredicate, bits: u32, first: u64, limit: u64, step: i64) -> Option<u64> {
    let signed = |word: u64| i128::from(((word << (64 - bits)) as i64) >> (64 - bits));
    let plain = |word: u64| i128::from(word);
    let (first, limit) = match pred {
        IntPredicate::Slt | IntPredicate::Sle | IntPredicate::Sgt | IntPredicate::Sge => (signed(first), signed(limit)),
        _ => (plain(first), plain(limit)),
    };
    let (up, down) = (limit - first, first - limit);
    let (way, step) = if step > 0 { (up, i128::from(step)) } else { (down, -i128::from(step)) };
    let way = match pred {
        IntPredicate::Slt | IntPredicate::Ult | IntPredicate::Sgt | IntPredicate::Ugt | IntPredicate::Ne => way,
        IntPredicate::Sle | IntPredicate::Ule | IntPredicate::Sge | IntPredicate::Uge => way + 1,
        IntPredicate::Eq => return None,
    };
    u64::try_from((way + step - 1).div_euclid(step)).ok().filter(|&count| count > 0)
}

struct Walk<'a> {
    body: &'a Body<'a>,
    id: LoopId,
    of: Node,
    open: FxHashSet<Node>,
}

impl Walk<'_> {
    /// By how much what is written to a variable or word inside the loop differs from the one in question.
    fn written(&mut self, node: Node) -> Option<Step> {
        if !self.open.insert(node) {
            return Some(NONE);
        }
        let body = self.body;
        let inside: Vec<Pc> =
            body.graph.writers[node as usize].iter().copied().filter(|&pc| body.is_inside(self.id, pc)).collect();
        if inside.is_empty() {
            return None;
        }
        inside.into_iter().try_fold(NONE, |step, pc| Some(step.or(self.result(pc)?)))
    }
    fn result(&mut self, pc: Pc) -> Option<Step> {
        match &self.body.code.ops[pc as usize] {
            Op::Move { src, .. } | Op::ZExt { src, .. } | Op::SExt { src, .. } | Op::Trunc { src, .. } => {
                self.operand(pc, *src)
            }
            Op::Store(access) => self.operand(pc, access.value),
            Op::Add(alu) => self.sum(pc, alu, false),
            Op::Sub(alu) => self.sum(pc, alu, true),
            Op::Select { a, b, .. } => Some(self.operand(pc, *a)?.or(self.operand(pc, *b)?)),
            Op::Load(_) => {
                let word = (self.body.loaded)(pc)?;
                self.node(word)
            }
            _ => None,
        }
    }
    fn operand(&mut self, pc: Pc, source: Src) -> Option<Step> {
        let web = self.body.webs.read(pc, source.as_slot()?)?;
        self.node(web)
    }
    fn node(&mut self, node: Node) -> Option<Step> {
        if node == self.of { Some(Step::STAYS) } else { self.written(node) }
    }
    fn sum(&mut self, pc: Pc, alu: &Alu, minus: bool) -> Option<Step> {
        let signed = |word: u64| ((word << (64 - alu.bits.min(64))) as i64) >> (64 - alu.bits.min(64));
        let (variable, constant) = match (self.body.word(alu.a), self.body.word(alu.b)) {
            (None, Some(constant)) => (alu.a, signed(constant)),
            (Some(constant), None) if !minus => (alu.b, signed(constant)),
            _ => return None,
        };
        let step = self.operand(pc, variable)?;
        Some(step.plus(if minus { constant.wrapping_neg() } else { constant }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_with_constant_bounds_are_counted() {
        use IntPredicate::{Ne, Sgt, Sle, Slt, Ult};
        assert_eq!(count(Slt, 32, 0, 10, 1), Some(10));
        assert_eq!(count(Slt, 32, 0, 10, 3), Some(4));
        assert_eq!(count(Sle, 32, 1, 10, 1), Some(10));
        assert_eq!(count(Ne, 64, 0, 8, 2), Some(4));
        assert_eq!(count(Sgt, 8, 5, 0xff, -1), Some(6));
        assert_eq!(count(Ult, 8, 9, 5, 1), None);
    }
}
