//! Control flow: branches, switches, phis, returns.

use braid_entity::Entity;
use braid_ir::body::BlockId;
use braid_ir::constant::{ConstId, Constant};
use braid_ir::inst::{CaseRange, Inst, Switch, SwitchTarget};
use braid_ir::{Operand, TypeTable};
use rustc_hash::FxHashMap;

use super::Reader;
use super::values::Operands;
use crate::bitstream::Record;
use crate::error::Error;
use crate::types::NO_TYPE;
use crate::value::signed;

/// Marks the switch records of a short-lived form with case ranges, which LLVM has not written since 2013.
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
            return Err(record.corrupt("a switch in the form that LLVM kept"));
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
            cases.push((self.constant_of(case, record)?, self.target(pair[1], record)?));
        }
        let targets = self.targets(cases, default, record)?;
        self.terminator(Inst::Switch(Box::new(Switch { value: value.operand, default, targets })), record)
    }
    /// Cases as one condition per target: sorted, neighbours joined, without those that lead to the default.
    fn targets(
        &self,
        mut cases: Vec<(ConstId, BlockId)>,
        default: BlockId,
        record: &Record,
    ) -> Result<Box<[SwitchTarget]>, Error> {
        let consts = &self.module.consts;
        if cases.iter().any(|(case, _)| !matches!(consts[*case], Constant::Int { .. } | Constant::WideInt { .. })) {
            return Err(record.corrupt("integers as cases"));
        }
        cases.sort_by(|a, b| compare(&consts[a.0], &consts[b.0]));
        if cases.windows(2).any(|pair| pair[0].0 == pair[1].0) {
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
            let value = consts.as_int(case);
            // Only a neighbour that leads to the same block, with nothing between them, is joined.
            let joins =
                matches!((last, value), (Some((to, before)), Some(value)) if to == block && value == before + 1);
            match list.last_mut().filter(|_| joins) {
                Some(range) => range.high = case,
                None => list.push(CaseRange { low: case, high: case }),
            }
            last = value.filter(|&value| value != u64::MAX).map(|value| (block, value));
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
