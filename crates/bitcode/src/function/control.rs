//! Control flow: branches, switches, phis, returns.

use braid_entity::Entity;
use braid_ir::body::BlockId;
use braid_ir::constant::{ConstId, Constant};
use braid_ir::inst::{CaseRange, Inst, Switch, SwitchTarget};
use braid_ir::types::TypeId;
use braid_ir::{Operand, TypeTable};
use rustc_hash::FxHashMap;

use super::Reader;
use super::values::Operands;
use crate::bitstream::Record;
use crate::constants::integer_of;
use crate::error::Error;
use crate::types::NO_TYPE;
use crate::value::signed;

/// Marks the switch records of a short-lived form with case ranges, which LLVM has not written since 2013 and still
/// reads.
const RANGE_SWITCH_MAGIC: u64 = 0x4B5;

impl Reader<'_> {
    /// `[value?]`
    pub(super) fn ret(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let value = if ops.left() == 0 { None } else { Some(self.pair(ops)?.operand) };
        ops.done()?;
        self.terminator(Inst::Ret { value }, ops.record)
    }
    /// `[block]` or `[block, block, condition]`
    pub(super) fn branch(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let then = self.target(ops.next()?, ops.record)?;
        if ops.left() == 0 {
            return self.terminator(Inst::Br { target: then }, ops.record);
        }
        let otherwise = self.target(ops.next()?, ops.record)?;
        let cond = self.typed(ops, TypeTable::I1, NO_TYPE)?.operand;
        ops.done()?;
        let inst = if then == otherwise { Inst::Br { target: then } } else { Inst::CondBr { cond, then, otherwise } };
        self.terminator(inst, ops.record)
    }
    /// `[type, value, default, (constant, block)...]`
    pub(super) fn switch(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let record = ops.record;
        if record.operand(0)? >> 16 == RANGE_SWITCH_MAGIC {
            return self.range_switch(ops);
        }
        let value = self.after_type(ops)?;
        let default = self.target(ops.next()?, record)?;
        let pairs = ops.rest().chunks_exact(2);
        if !pairs.remainder().is_empty() {
            return Err(record.corrupt("pairs of case and block"));
        }
        let mut cases = Vec::with_capacity(pairs.len());
        for pair in pairs {
            // Cases are numbered from the front, unlike other operands.
            let case = self.by_number(pair[0] as u32, value.ty, value.llvm, record)?;
            let case = self.constant_of(case, record)?;
            cases.push((CaseRange { low: case, high: case }, self.target(pair[1], record)?));
        }
        let targets = self.targets(cases, default, record)?;
        self.terminator(Inst::Switch(Box::new(Switch { value: value.operand, default, targets })), record)
    }
    /// `[magic, type, value, default, count, (count, (is single, low, high?)..., block)...]`: ranges of unsigned numbers,
    /// which are written out where they stand.
    fn range_switch(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let record = ops.record;
        ops.next()?;
        let value = self.after_type(ops)?;
        let Some(bits) = self.module.types.int_bits(value.ty) else {
            return Err(record.corrupt("an integer that decides"));
        };
        let default = self.target(ops.next()?, record)?;
        let mut cases = Vec::new();
        for _ in 0..ops.next()? {
            let first = cases.len();
            for _ in 0..ops.next()? {
                let single = ops.next()? != 0;
                let low = self.case(value.ty, bits, ops)?;
                let high = if single { low } else { self.case(value.ty, bits, ops)? };
                cases.push((CaseRange { low, high }, default));
            }
            let block = self.target(ops.next()?, record)?;
            cases[first..].iter_mut().for_each(|case| case.1 = block);
        }
        ops.done()?;
        // LLVM counts from the lowest to the highest number, and so takes nothing from a range that ends before it begins.
        let consts = &self.module.consts;
        cases.retain(|(range, _)| compare(&consts[range.low], &consts[range.high]).is_le());
        let targets = self.targets(cases, default, record)?;
        self.terminator(Inst::Switch(Box::new(Switch { value: value.operand, default, targets })), record)
    }
    /// A number that is written out: one word, or if it is wider than that, how many words and these.
    fn case(&mut self, ty: TypeId, bits: u32, ops: &mut Operands<'_>) -> Result<ConstId, Error> {
        let count = if bits > 64 { ops.next()? } else { 1 };
        if count == 0 || count > ops.left() as u64 {
            return Err(ops.record.corrupt("the words of a number").found(count));
        }
        let words = (0..count).map(|_| ops.next().map(signed)).collect::<Result<Vec<u64>, Error>>()?;
        let constant = integer_of(ty, bits, &words, 0, &mut self.tables.budget, ops.record)?;
        Ok(self.module.consts.intern(constant))
    }
    /// Cases as one condition per target: sorted, neighbours joined, without those that lead to the default.
    fn targets(
        &self,
        mut cases: Vec<(CaseRange, BlockId)>,
        default: BlockId,
        record: &Record,
    ) -> Result<Box<[SwitchTarget]>, Error> {
        let consts = &self.module.consts;
        let is_int = |id: ConstId| matches!(consts[id], Constant::Int { .. } | Constant::WideInt { .. });
        if cases.iter().any(|(case, _)| !is_int(case.low)) {
            return Err(record.corrupt("integers as cases"));
        }
        cases.sort_by(|a, b| compare(&consts[a.0.low], &consts[b.0.low]));
        if cases.windows(2).any(|pair| compare(&consts[pair[0].0.high], &consts[pair[1].0.low]).is_ge()) {
            return Err(record.corrupt("each case once"));
        }
        let mut order: Vec<BlockId> = Vec::new();
        let mut ranges: FxHashMap<BlockId, Vec<CaseRange>> = FxHashMap::default();
        let mut last = None;
        for (case, block) in cases.into_iter().filter(|(_, block)| *block != default) {
            let list = ranges.entry(block).or_insert_with(|| {
                order.push(block);
                Vec::new()
            });
            // Only a neighbour that leads to the same block, with nothing between them, is joined.
            let joins = matches!((last, consts.as_int(case.low)),
                (Some((to, before)), Some(value)) if to == block && value == before + 1);
            match list.last_mut().filter(|_| joins) {
                Some(range) => range.high = case.high,
                None => list.push(case),
            }
            last = consts.as_int(case.high).filter(|&value| value != u64::MAX).map(|value| (block, value));
        }
        let targets = order
            .into_iter()
            .map(|block| SwitchTarget { block, ranges: ranges.remove(&block).expect("it was listed").into() });
        Ok(targets.collect())
    }
    /// `[type, address, block...]`
    pub(super) fn indirect_branch(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let addr = self.after_type(ops)?.operand;
        let mut targets = Vec::with_capacity(ops.left());
        let stamp = self.body.insts.len() as u32;
        for &number in ops.rest() {
            let block = self.target(number, ops.record)?;
            if core::mem::replace(&mut self.seen[block.index()], (stamp, 0)).0 != stamp {
                targets.push(block);
            }
        }
        self.terminator(Inst::IndirectBr { addr, targets: targets.into() }, ops.record)
    }
    /// `[type, (value, block)..., flags?]`; values may be defined later and are numbered with a sign.
    pub(super) fn phi(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let record = ops.record;
        let llvm = self.tables.types.number(ops.next()?, record)?;
        let ty = self.tables.types.ir(llvm);
        if !self.module.types.is_first_class(ty) {
            return Err(record.corrupt("a phi of the type of a value"));
        }
        let stamp = self.body.insts.len() as u32;
        let mut incoming: Vec<(BlockId, Operand)> = Vec::with_capacity(ops.left() / 2);
        for pair in ops.rest().chunks_exact(2) {
            let number = match self.tables.relative {
                true => (self.tables.values.len() as u64).wrapping_sub(signed(pair[0])) as u32,
                false => pair[0] as u32,
            };
            let value = self.by_number(number, ty, llvm, record)?.operand;
            let block = self.target(pair[1], record)?;
            let at = incoming.len() as u32;
            let (last, known) = self.seen[block.index()];
            if last != stamp {
                self.seen[block.index()] = (stamp, at);
                incoming.push((block, value));
            } else if incoming[known as usize].1 != value {
                return Err(record.corrupt(format!("one value for each predecessor, also {block}")));
            }
        }
        self.define(Inst::Phi { incoming: incoming.into() }, ty, llvm, record)
    }
}

/// The unsigned order of two integers of one type.
fn compare(a: &Constant, b: &Constant) -> core::cmp::Ordering {
    match (a, b) {
        (Constant::Int { value: a, .. }, Constant::Int { value: b, .. }) => a.cmp(b),
        (Constant::WideInt { words: a, .. }, Constant::WideInt { words: b, .. }) => a.iter().rev().cmp(b.iter().rev()),
        _ => core::cmp::Ordering::Equal,
    }
}
