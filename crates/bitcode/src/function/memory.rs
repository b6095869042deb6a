//! Memory: stack slots, address arithmetic, loads, stores, atomics.

use braid_ir::TypeTable;
use braid_ir::constant::Constant;
use braid_ir::inst::{Access, AllocaFlags, BinaryOp, CastOp, CmpXchg, FastMath, Inst, Operand, PtrFlags, WrapFlags};
use braid_ir::types::{Type, TypeId};

use super::Reader;
use super::values::Operands;
use crate::bitstream::Record;
use crate::codes::function as code;
use crate::constant_expr::{splat, splat_mask};
use crate::error::Error;
use crate::gep::{self, Size, Step};
use crate::globals::align_log2;
use crate::operators;
use crate::types::NO_TYPE;
use crate::value::Val;

/// The scope of an atomic access that takes in the whole system.
const SYSTEM_SCOPE: u8 = 1;

impl Reader<'_> {
    /// `[type, type of count, count, alignment and flags, address space?]`
    pub(super) fn alloca(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let mut llvm = self.tables.types.number(ops.next()?, ops.record)?;
        let count_type = self.tables.types.number(ops.next()?, ops.record)?;
        // The count is numbered from the front, unlike other operands.
        let number = ops.next()? as u32;
        let count = self.by_number(number, self.tables.types.ir(count_type), count_type, ops.record)?;
        let bits = ops.next()?;
        let mut space = self.module.layout.alloca_space();
        if bits & 1 << 6 == 0 {
            // The type is that of the address: LLVM before 3.8.
            space = gep::space_of(self.tables.types.ir(llvm), self.module, ops.record)?;
            let pointee = self.tables.types.component(llvm, 0);
            llvm = self.tables.types.number(pointee.map_or(u64::MAX, u64::from), ops.record)?;
        }
        if ops.left() > 0 {
            space = u32::try_from(ops.next()?).map_err(|_| ops.record.corrupt("an address space"))?;
        }
        let ty = self.tables.types.ir(llvm);
        if !matches!(self.module.types[count.ty], Type::Int(_)) {
            return Err(ops.record.corrupt("an integer as the number of elements"));
        }
        // Five bits of alignment stand below the flags, three above.
        let align = (bits & 0x1F) | (bits >> 8 & 7) << 5;
        let align_log2 = self.alignment(align, ty, ops.record)?;
        let mut flags = AllocaFlags::NONE;
        if bits & 1 << 5 != 0 {
            flags = flags.with(AllocaFlags::INALLOCA);
        }
        if bits & 1 << 7 != 0 {
            flags = flags.with(AllocaFlags::SWIFT_ERROR);
        }
        let inst = Inst::Alloca { ty, count: count.operand, align_log2, flags };
        let result = self.module.types.ptr(space);
        let pointer = self.tables.types.pointer_to(llvm, space);
        self.define(inst, result, pointer, ops.record)
    }

    /// `[address, type?, alignment, volatile, (ordering, scope)?]`
    pub(super) fn load(&mut self, ops: &mut Operands<'_>, atomic: bool) -> Result<(), Error> {
        let addr = self.address(ops)?;
        let fixed = if atomic { 4 } else { 2 };
        let llvm = match ops.left() > fixed {
            true => self.tables.types.number(ops.next()?, ops.record)?,
            false => self.pointee(addr, ops.record)?,
        };
        let ty = self.tables.types.ir(llvm);
        if !self.module.types.is_first_class(ty) {
            return Err(ops.record.corrupt("the type of a value that can be loaded"));
        }
        let access = self.access(ops, ty, atomic)?;
        self.define(Inst::Load { addr: addr.operand, access }, ty, llvm, ops.record)
    }
    /// `[address, value, alignment, volatile, (ordering, scope)?]`
    pub(super) fn store(&mut self, ops: &mut Operands<'_>, atomic: bool) -> Result<(), Error> {
        let addr = self.address(ops)?;
        let value = match ops.record.code {
            code::INST_STORE | code::INST_STOREATOMIC => self.pair(ops)?,
            _ => self.of_pointee(addr, ops)?,
        };
        let access = self.access(ops, value.ty, atomic)?;
        self.effect(Inst::Store { value: value.operand, addr: addr.operand, access }, ops.record)
    }
    /// `[address, expected, new, volatile, ordering, scope, ordering on failure?, weak?, alignment?]`
    pub(super) fn compare_exchange(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let addr = self.address(ops)?;
        let expected = match ops.record.code {
            code::INST_CMPXCHG => self.pair(ops)?,
            _ => self.of_pointee(addr, ops)?,
        };
        let new = self.same(ops, expected)?;
        let volatile = ops.next()? != 0;
        let ordering = operators::ordering(ops.next()?);
        let scope = self.sync_scope(ops.next()?);
        let failure = if ops.left() > 0 { operators::ordering(ops.next()?) } else { ordering };
        // Before weak exchanges existed the result was the old value alone.
        let old_form = ops.left() == 0;
        let weak = ops.next_or_zero() != 0;
        let align = match align_log2(ops.next_or_zero(), ops.record)? {
            Some(log2) => log2,
            None => self.natural_alignment(expected.ty),
        };
        let access = Access { align_log2: align, volatile, ordering, scope };
        let exchange =
            CmpXchg { addr: addr.operand, expected: expected.operand, new: new.operand, access, failure, weak };
        let fields = [expected.ty, TypeTable::I1].into();
        let pair = self.module.types.intern(Type::Struct { name: None, fields, packed: false });
        let inst = Inst::CmpXchg(Box::new(exchange));
        if !old_form {
            return self.define(inst, pair, NO_TYPE, ops.record);
        }
        let agg = self.emit_value(inst, pair, ops.record)?;
        self.define(Inst::ExtractValue { agg, path: [0].into() }, expected.ty, expected.llvm, ops.record)
    }
    /// `[address, value, operation, volatile, ordering, scope, alignment?]`
    pub(super) fn atomic_rmw(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let addr = self.address(ops)?;
        let value = match ops.record.code {
            code::INST_ATOMICRMW => self.pair(ops)?,
            _ => self.of_pointee(addr, ops)?,
        };
        let op = operators::rmw(ops.next()?, ops.record)?;
        let volatile = ops.next()? != 0;
        let ordering = operators::ordering(ops.next()?);
        let scope = self.sync_scope(ops.next()?);
        let align = match align_log2(ops.next_or_zero(), ops.record)? {
            Some(log2) => log2,
            None => self.natural_alignment(value.ty),
        };
        let access = Access { align_log2: align, volatile, ordering, scope };
        let inst = Inst::AtomicRmw { op, addr: addr.operand, value: value.operand, access };
        self.define(inst, value.ty, value.llvm, ops.record)
    }
    /// `[ordering, scope]`
    pub(super) fn fence(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let ordering = operators::ordering(ops.next()?);
        let scope = self.sync_scope(ops.next()?);
        self.effect(Inst::Fence { ordering, scope }, ops.record)
    }

    /// `[flags, type]? [base, index...]`: the indices as a number of bytes, then one addition to the base.
    pub(super) fn gep(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let record = ops.record;
        let mut elem = None;
        let flags = match record.code {
            code::INST_GEP => {
                let flags = gep::ptr_flags(ops.next()?);
                elem = Some(self.tables.types.number(ops.next()?, record)?);
                flags
            }
            code::INST_INBOUNDS_GEP_OLD => PtrFlags::INBOUNDS,
            _ => PtrFlags::NONE,
        };
        let base = self.pair(ops)?;
        let space = gep::space_of(base.ty, self.module, record)?;
        let elem = match elem {
            Some(elem) => elem,
            None => self.pointee(base, record)?,
        };
        let mut indices = smallvec::SmallVec::<[Val; 4]>::new();
        while ops.left() > 0 {
            indices.push(self.pair(ops)?);
        }
        // If anything is a vector the result is a vector of pointers, and single values count for every lane.
        let shape = indices.iter().map(|index| index.ty).find(|&ty| self.module.types.lanes(ty).1.is_some());
        let pointer = self.module.types.ptr(space);
        let ty = match (self.module.types.lanes(base.ty).1, shape) {
            (None, Some(shape)) => self.module.types.shaped_like(shape, pointer),
            _ => base.ty,
        };
        let steps = gep::steps(self.tables.types.ir(elem), &indices, self.module, record)?;
        let offset = self.offset(&steps, flags, space, ty, record)?;
        let base = self.shape(base.operand, base.ty, ty, record)?;
        let llvm = self.gep_result(elem, &indices, space);
        self.define(Inst::PtrAdd { base, offset, flags }, ty, llvm, record)
    }
    /// The number of the type of the result, in files with typed pointers.
    fn gep_result(&self, elem: u32, indices: &[Val], space: u32) -> u32 {
        let mut number = elem;
        for index in indices.iter().skip(1) {
            let field = index.operand.as_const().and_then(|index| self.module.consts.as_int(index));
            match self.tables.types.member(self.module, number, field.unwrap_or(0)) {
                Some(inside) => number = inside,
                None => return NO_TYPE,
            }
        }
        self.tables.types.pointer_to(number, space)
    }
    /// The sum of the steps, in the shape of `like`.
    fn offset(
        &mut self,
        steps: &[Step],
        flags: PtrFlags,
        space: u32,
        like: TypeId,
        record: &Record,
    ) -> Result<Operand, Error> {
        let (scalar, bits) = gep::offset_type(space, self.module, record)?;
        let wrap = gep::offset_flags(flags);
        let mut sum: Option<(Operand, TypeId)> = None;
        for &step in steps {
            let part = match step {
                Step::Bytes(bytes) => (Operand::constant(gep::int_constant(bytes, scalar, bits, self.module)), scalar),
                Step::Scaled { index, size } => self.scaled(index, size, wrap, scalar, bits, record)?,
            };
            sum = Some(match sum {
                None => part,
                Some(sum) => self.add(sum, part, wrap, record)?,
            });
        }
        let (operand, from) = match sum {
            Some(sum) => sum,
            None => (Operand::constant(gep::int_constant(0, scalar, bits, self.module)), scalar),
        };
        let to = self.module.types.shaped_like(like, scalar);
        self.shape(operand, from, to, record)
    }
    /// An index of any width as a number of bytes.
    fn scaled(
        &mut self,
        index: Val,
        size: Size,
        flags: WrapFlags,
        scalar: TypeId,
        bits: u32,
        record: &Record,
    ) -> Result<(Operand, TypeId), Error> {
        let ty = self.module.types.shaped_like(index.ty, scalar);
        let width = self.module.types.int_bits(self.module.types.lanes(index.ty).0).unwrap_or(bits);
        let mut operand = index.operand;
        if width != bits {
            let (op, flags) = match width < bits {
                true => (CastOp::SExt, WrapFlags::NONE),
                false => (CastOp::Trunc, flags),
            };
            operand = self.emit_value(Inst::Cast { op, flags, fast: FastMath::NONE, arg: operand }, ty, record)?;
        }
        if size != Size::Bytes(1) {
            let size = size.constant(scalar, bits, self.module);
            let size = Operand::constant(splat(size, ty, self.module));
            operand = self.arithmetic(BinaryOp::Mul, [operand, size], flags, ty, record)?;
        }
        Ok((operand, ty))
    }
    fn add(
        &mut self,
        a: (Operand, TypeId),
        b: (Operand, TypeId),
        flags: WrapFlags,
        record: &Record,
    ) -> Result<(Operand, TypeId), Error> {
        let ty = if self.module.types.lanes(a.1).1.is_some() { a.1 } else { b.1 };
        let args = [self.shape(a.0, a.1, ty, record)?, self.shape(b.0, b.1, ty, record)?];
        Ok((self.arithmetic(BinaryOp::Add, args, flags, ty, record)?, ty))
    }
    fn arithmetic(
        &mut self,
        op: BinaryOp,
        args: [Operand; 2],
        flags: WrapFlags,
        ty: TypeId,
        record: &Record,
    ) -> Result<Operand, Error> {
        self.emit_value(Inst::Binary { op, flags, fast: FastMath::NONE, args }, ty, record)
    }
    /// `operand` as a value of type `to`: itself, or in every lane if `to` is a vector and it is not.
    fn shape(&mut self, operand: Operand, from: TypeId, to: TypeId, record: &Record) -> Result<Operand, Error> {
        if from == to || self.module.types.lanes(from).1.is_some() {
            return Ok(operand);
        }
        if let Some(constant) = operand.as_const() {
            return Ok(Operand::constant(splat(constant, to, self.module)));
        }
        let poison = self.intern(Constant::Poison(to));
        let zero = Operand::constant(self.module.consts.int(TypeTable::I32, 0));
        let first = self.emit_value(Inst::InsertElement { args: [poison, operand, zero] }, to, record)?;
        let mask = splat_mask(to, self.module);
        self.emit_value(Inst::Shuffle { args: [first, poison], mask }, to, record)
    }

    /// An operand that is a pointer.
    fn address(&mut self, ops: &mut Operands<'_>) -> Result<Val, Error> {
        let val = self.pair(ops)?;
        match self.module.types[val.ty] {
            Type::Ptr { .. } => Ok(val),
            _ => Err(ops.record.corrupt("a pointer to access memory by")),
        }
    }
    /// An operand of the type that `addr` points to: how old records left it out.
    fn of_pointee(&mut self, addr: Val, ops: &mut Operands<'_>) -> Result<Val, Error> {
        let llvm = self.pointee(addr, ops.record)?;
        self.typed(ops, self.tables.types.ir(llvm), llvm)
    }
    /// `[alignment, volatile, (ordering, scope)?]` of an access of type `ty`.
    fn access(&mut self, ops: &mut Operands<'_>, ty: TypeId, atomic: bool) -> Result<Access, Error> {
        let align = ops.next()?;
        let mut access = Access::plain(self.alignment(align, ty, ops.record)?);
        access.volatile = ops.next()? != 0;
        if atomic {
            access.ordering = operators::ordering(ops.next()?);
            access.scope = self.sync_scope(ops.next()?);
        }
        Ok(access)
    }
    /// An alignment as it is written, or that of the type where none is.
    fn alignment(&self, operand: u64, ty: TypeId, record: &Record) -> Result<u8, Error> {
        Ok(match align_log2(operand, record)? {
            Some(log2) => log2,
            None => self.module.layout.align(&self.module.types, ty).trailing_zeros() as u8,
        })
    }
    /// The alignment of an atomic access that does not say it: its size.
    fn natural_alignment(&self, ty: TypeId) -> u8 {
        let size = self.module.layout.store_size(&self.module.types, ty).unwrap_or(1).max(1);
        size.next_power_of_two().trailing_zeros() as u8
    }
    /// Scopes that the module does not name take in the whole system, as in LLVM.
    fn sync_scope(&self, number: u64) -> u8 {
        let known = number <= 1 || number < self.module.sync_scopes.len() as u64;
        u8::try_from(number).ok().filter(|_| known).unwrap_or(SYSTEM_SCOPE)
    }
}
