//! Arithmetic, casts, comparisons, and the parts of aggregates and vectors.

use braid_ir::TypeTable;
use braid_ir::inst::{CastOp, FastMath, InsertValue, Inst, WrapFlags};
use braid_ir::types::{Type, TypeId};

use super::Reader;
use super::values::Operands;
use crate::error::Error;
use crate::operators;
use crate::types::{NO_TYPE, truth_of};

impl Reader<'_> {
    /// `[value, value, operation, flags?]`
    pub(super) fn binary(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let a = self.pair(ops)?;
        let b = self.same(ops, a)?;
        let float = operators::is_float(a.ty, self.module);
        let op = operators::binary(ops.next()?, float, ops.record)?;
        let bits = ops.next_or_zero();
        let (flags, fast) = match float {
            true => (WrapFlags::NONE, operators::fast_math(bits)),
            false => (operators::wrap_flags(op, bits), FastMath::NONE),
        };
        self.define(Inst::Binary { op, flags, fast, args: [a.operand, b.operand] }, a.ty, a.llvm, ops.record)
    }
    /// `[value, operation, flags?]`
    pub(super) fn unary(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let a = self.pair(ops)?;
        let op = operators::unary(ops.next()?, ops.record)?;
        let fast = operators::fast_math(ops.next_or_zero());
        self.define(Inst::Unary { op, fast, arg: a.operand }, a.ty, a.llvm, ops.record)
    }
    /// `[value, type, operation, flags?]`
    pub(super) fn cast(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let a = self.pair(ops)?;
        let llvm = self.tables.types.number(ops.next()?, ops.record)?;
        let ty = self.tables.types.ir(llvm);
        if !self.module.types.is_first_class(ty) {
            return Err(ops.record.corrupt("a cast to the type of a value"));
        }
        let op = operators::cast(ops.next()?, ops.record)?;
        let bits = ops.next_or_zero();
        let flags = match op {
            CastOp::ZExt | CastOp::UiToFp if bits & 1 != 0 => WrapFlags::NNEG,
            CastOp::Trunc => operators::no_wrap(bits),
            _ => WrapFlags::NONE,
        };
        // The licences of `uitofp` stand above its promise.
        let fast = match op {
            CastOp::UiToFp => operators::fast_math(bits >> 1),
            CastOp::FpTrunc | CastOp::FpExt | CastOp::SiToFp => operators::fast_math(bits),
            _ => FastMath::NONE,
        };
        self.define(Inst::Cast { op, flags, fast, arg: a.operand }, ty, llvm, ops.record)
    }
    /// `[value, value, predicate, flags?]`
    pub(super) fn compare(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let a = self.pair(ops)?;
        let b = self.same(ops, a)?;
        let (pred, bits) = (ops.next()?, ops.next_or_zero());
        let args = [a.operand, b.operand];
        let inst = if operators::is_float(a.ty, self.module) {
            let pred = operators::float_predicate(pred, ops.record)?;
            Inst::FloatCompare { pred, fast: operators::fast_math(bits), args }
        } else {
            let pred = operators::int_predicate(pred, ops.record)?;
            let flags = if bits & 1 != 0 { WrapFlags::SAMESIGN } else { WrapFlags::NONE };
            Inst::IntCompare { pred, flags, args }
        };
        let ty = truth_of(self.module, a.ty);
        self.define(inst, ty, NO_TYPE, ops.record)
    }
    /// `[value if true, value if false, condition, flags?]`; the type of the condition is free in the newer form.
    pub(super) fn select(&mut self, ops: &mut Operands<'_>, any_condition: bool) -> Result<(), Error> {
        let a = self.pair(ops)?;
        let b = self.same(ops, a)?;
        let cond = if any_condition { self.pair(ops)? } else { self.typed(ops, TypeTable::I1, NO_TYPE)? };
        if self.module.types.lanes(cond.ty).0 != TypeTable::I1 {
            return Err(ops.record.corrupt("a condition of type i1 or a vector of them"));
        }
        let fast = operators::fast_math(ops.next_or_zero());
        let args = [cond.operand, a.operand, b.operand];
        self.define(Inst::Select { args, fast }, a.ty, a.llvm, ops.record)
    }
    /// `[value]`
    pub(super) fn freeze(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let a = self.pair(ops)?;
        ops.done()?;
        self.define(Inst::Freeze { arg: a.operand }, a.ty, a.llvm, ops.record)
    }
    /// `[aggregate, index...]`
    pub(super) fn extract_value(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let agg = self.pair(ops)?;
        let (path, ty, llvm) = self.path(agg.ty, agg.llvm, ops)?;
        self.define(Inst::ExtractValue { agg: agg.operand, path: path.into() }, ty, llvm, ops.record)
    }
    /// `[aggregate, value, index...]`
    pub(super) fn insert_value(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let agg = self.pair(ops)?;
        let value = self.pair(ops)?;
        let (path, ty, _) = self.path(agg.ty, agg.llvm, ops)?;
        if ty != value.ty {
            return Err(ops.record.corrupt("a value of the type of the part it replaces"));
        }
        let insert = InsertValue { agg: agg.operand, value: value.operand, path: path.into() };
        self.define(Inst::InsertValue(Box::new(insert)), agg.ty, agg.llvm, ops.record)
    }
    /// The way to a part of an aggregate, from the operands that are left, and the type of the part.
    fn path(&self, mut ty: TypeId, mut llvm: u32, ops: &Operands<'_>) -> Result<(Vec<u32>, TypeId, u32), Error> {
        let record = ops.record;
        let mut path = Vec::with_capacity(ops.left());
        for &index in ops.rest() {
            let inside = match self.module.types[ty] {
                Type::Struct { .. } | Type::Array { .. } => self.module.types.member(ty, index),
                _ => None,
            };
            let (Some(inside), Ok(step)) = (inside, u32::try_from(index)) else {
                return Err(record.corrupt("an index of a part of the aggregate").found(index));
            };
            path.push(step);
            llvm = self.tables.types.member(self.module, llvm, index).unwrap_or(NO_TYPE);
            ty = inside;
        }
        if path.is_empty() {
            return Err(record.corrupt("at least one index"));
        }
        Ok((path, ty, llvm))
    }
    /// `[vector, index]`
    pub(super) fn extract_element(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let vector = self.pair(ops)?;
        let index = self.pair(ops)?;
        let elem = self.lane(vector.ty, ops)?;
        let llvm = self.tables.types.component(vector.llvm, 0).unwrap_or(NO_TYPE);
        self.define(Inst::ExtractElement { args: [vector.operand, index.operand] }, elem, llvm, ops.record)
    }
    /// `[vector, value, index]`
    pub(super) fn insert_element(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let vector = self.pair(ops)?;
        let elem = self.lane(vector.ty, ops)?;
        let lane = self.tables.types.component(vector.llvm, 0).unwrap_or(NO_TYPE);
        let value = self.typed(ops, elem, lane)?;
        let index = self.pair(ops)?;
        let args = [vector.operand, value.operand, index.operand];
        self.define(Inst::InsertElement { args }, vector.ty, vector.llvm, ops.record)
    }
    /// `[vector, vector, mask]`
    pub(super) fn shuffle(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let a = self.pair(ops)?;
        let b = self.same(ops, a)?;
        let elem = self.lane(a.ty, ops)?;
        let mask = self.pair(ops)?;
        if self.lane(mask.ty, ops)? != TypeTable::I32 {
            return Err(ops.record.corrupt("a mask of 32-bit numbers"));
        }
        let ty = self.module.types.shaped_like(mask.ty, elem);
        let mask = self.constant_of(mask, ops.record)?;
        self.define(Inst::Shuffle { args: [a.operand, b.operand], mask }, ty, NO_TYPE, ops.record)
    }
    fn lane(&self, ty: TypeId, ops: &Operands<'_>) -> Result<TypeId, Error> {
        match self.module.types[ty] {
            Type::Vector { elem, .. } => Ok(elem),
            _ => Err(ops.record.corrupt("a vector")),
        }
    }
}
