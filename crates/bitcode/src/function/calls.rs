//! Calls of every kind.

use braid_ir::TypeTable;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::inst::{Bundle, Call, CallBr, FastMath, Inst, Invoke, Operand, TailKind};
use braid_ir::types::{Type, TypeId};

use super::Reader;
use super::values::Operands;
use crate::bitstream::Record;
use crate::constant_expr::block_id;
use crate::error::Error;
use crate::operators;
use crate::tables::{DebugIntrinsic, Tables};
use crate::types::NO_TYPE;

/// Bits of the calling convention operand of calls.
const TAIL: u64 = 1;
const MUST_TAIL: u64 = 1 << 14;
const EXPLICIT_TYPE: u64 = 1 << 15;
const NO_TAIL: u64 = 1 << 16;
const FAST_MATH: u64 = 1 << 17;
/// The same for invokes.
const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
const CONVENTIONS: u64 = 0x3FF;
/// Marks metadata among the operands of a bundle.
const BUNDLE_METADATA: u64 = 0x8000_0000;

impl Reader<'_> {
    /// `[attributes, convention and flags, fast-math flags?, function type?, callee, arguments...]`
    pub(super) fn call(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let (attrs, bits) = (ops.next()?, ops.next()?);
        let fast = if bits & FAST_MATH != 0 { operators::fast_math(ops.next()?) } else { FastMath::NONE };
        let (function, callee) = self.callee(ops, bits & EXPLICIT_TYPE != 0)?;
        if let Some(intrinsic) = self.debug_intrinsic(callee) {
            return self.debug_call(intrinsic, ops);
        }
        let convention = (bits >> 1 & CONVENTIONS) as u16;
        let mut call = self.arguments(ops, attrs, function, callee, convention)?;
        call.fast = fast;
        call.tail = match bits {
            bits if bits & NO_TAIL != 0 => TailKind::NoTail,
            bits if bits & MUST_TAIL != 0 => TailKind::MustTail,
            bits if bits & TAIL != 0 => TailKind::Tail,
            _ => TailKind::None,
        };
        let (ret, llvm) = self.result(function);
        let inst = Inst::Call(Box::new(call));
        if ret == TypeTable::VOID { self.effect(inst, ops.record) } else { self.define(inst, ret, llvm, ops.record) }
    }
    /// `[attributes, convention and flags, block, block, function type?, callee, arguments...]`
    pub(super) fn invoke(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let (attrs, bits) = (ops.next()?, ops.next()?);
        let normal = self.target(ops.next()?, ops.record)?;
        let unwind = self.target(ops.next()?, ops.record)?;
        let (function, callee) = self.callee(ops, bits & INVOKE_EXPLICIT_TYPE != 0)?;
        let call = self.arguments(ops, attrs, function, callee, (bits & CONVENTIONS) as u16)?;
        let inst = Inst::Invoke(Box::new(Invoke { call, normal, unwind }));
        self.ending_call(inst, function, ops.record)
    }
    /// `[attributes, convention and flags, block, count, block..., function type?, callee, arguments...]`
    pub(super) fn call_br(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let (attrs, bits) = (ops.next()?, ops.next()?);
        let normal = self.target(ops.next()?, ops.record)?;
        let count = ops.count()?;
        let mut indirect = Vec::with_capacity(count);
        for _ in 0..count {
            indirect.push(self.target(ops.next()?, ops.record)?);
        }
        let (function, callee) = self.callee(ops, bits & EXPLICIT_TYPE != 0)?;
        let call = self.arguments(ops, attrs, function, callee, (bits >> 1 & CONVENTIONS) as u16)?;
        let inst = Inst::CallBr(Box::new(CallBr { call, normal, indirect: indirect.into() }));
        self.ending_call(inst, function, ops.record)
    }
    /// `[type of list, list, type]`
    pub(super) fn va_arg(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let list = self.after_type(ops)?.operand;
        let llvm = self.tables.types.number(ops.next()?, ops.record)?;
        let ty = self.tables.types.ir(llvm);
        if !self.module.types.is_first_class(ty) {
            return Err(ops.record.corrupt("the type of a value"));
        }
        self.define(Inst::VaArg { list }, ty, llvm, ops.record)
    }
    /// `[tag, operand...]`: extra operands of the call that follows.
    pub(super) fn bundle(&mut self, record: &Record) -> Result<(), Error> {
        let ops = &mut Operands::new(record);
        let number = ops.next()?;
        let tag = usize::try_from(number).ok().and_then(|at| self.tables.bundle_tags.get(at)).copied();
        let Some(tag) = tag else { return Err(record.corrupt("the number of a bundle tag").found(number)) };
        let mut args = Vec::new();
        while ops.left() > 0 {
            if ops.rest()[0] == BUNDLE_METADATA {
                ops.next()?;
                let id = self.absolute(ops.next()?);
                args.push(self.metadata_operand(id, record)?);
            } else {
                args.push(self.pair(ops)?.operand);
            }
        }
        self.bundles.push(Bundle { tag, args: args.into() });
        Ok(())
    }

    /// The function type, by number, and the callee.
    fn callee(&mut self, ops: &mut Operands<'_>, explicit: bool) -> Result<(u32, Operand), Error> {
        let given = if explicit { Some(self.tables.types.number(ops.next()?, ops.record)?) } else { None };
        let callee = self.pair(ops)?;
        if !matches!(self.module.types[callee.ty], Type::Ptr { .. }) {
            return Err(ops.record.corrupt("a pointer to call"));
        }
        let function = match given {
            Some(number) => number,
            None => self.pointee(callee, ops.record)?,
        };
        if !matches!(self.module.types[self.tables.types.ir(function)], Type::Function { .. }) {
            return Err(ops.record.corrupt("a function type"));
        }
        Ok((function, callee.operand))
    }
    fn arguments(
        &mut self,
        ops: &mut Operands<'_>,
        attrs: u64,
        function: u32,
        callee: Operand,
        convention: u16,
    ) -> Result<Call, Error> {
        let ty = self.tables.types.ir(function);
        let Type::Function { params, varargs, .. } = &self.module.types[ty] else {
            return Err(ops.record.corrupt("a function type"));
        };
        let (count, varargs) = (params.len(), *varargs);
        ops.record.at_least(count)?;
        let mut args = Vec::with_capacity(ops.left());
        for at in 0..count {
            let llvm = self.tables.types.component(function, at + 1).unwrap_or(NO_TYPE);
            args.push(self.argument(ops, llvm)?);
        }
        while varargs && ops.left() > 0 {
            args.push(self.pair(ops)?.operand);
        }
        ops.done()?;
        let Tables { attrs: lists, types, budget, .. } = &mut *self.tables;
        let attrs = lists.get(attrs, function, types, self.module, budget, ops.record)?;
        let bundles = core::mem::take(&mut self.bundles).into();
        let (tail, fast) = (TailKind::None, FastMath::NONE);
        Ok(Call { callee, ty, args: args.into(), attrs, convention, tail, fast, bundles })
    }
    /// An argument of a fixed parameter.
    fn argument(&mut self, ops: &mut Operands<'_>, llvm: u32) -> Result<Operand, Error> {
        let llvm = self.tables.types.number(u64::from(llvm), ops.record)?;
        let ty = self.tables.types.ir(llvm);
        match self.module.types[ty] {
            Type::Metadata => {
                let id = self.absolute(ops.next()?);
                self.metadata_operand(id, ops.record)
            }
            Type::Label => {
                let block = block_id(ops.next()?, ops.record)?;
                Ok(self.intern(Constant::BlockAddress { func: self.func, block }))
            }
            _ => Ok(self.typed(ops, ty, llvm)?.operand),
        }
    }
    /// Metadata as an argument: a wrapped constant, or its text.
    fn metadata_operand(&mut self, id: u32, record: &Record) -> Result<Operand, Error> {
        let id = u64::from(id);
        self.tables.metadata.prepare(self.input)?;
        if let Some(node) = self.tables.metadata.value(id, self.input, self.scratch)?
            && let Ok(constant) = self.tables.constant(node.value, record)
        {
            return Ok(self.intern(Constant::MetadataValue(constant)));
        }
        let text = self.tables.metadata.text(id, self.input, self.scratch)?;
        self.tables.budget.charge(text.len() as u64, record)?;
        let text = self.module.names.intern(&text);
        Ok(self.intern(Constant::Metadata(text)))
    }
    /// A call that ends its block; its result, if any, is known in the block it goes on at.
    fn ending_call(&mut self, inst: Inst, function: u32, record: &Record) -> Result<(), Error> {
        let (ret, llvm) = self.result(function);
        if ret == TypeTable::VOID {
            self.effect(inst, record)?;
        } else {
            self.define(inst, ret, llvm, record)?;
        }
        self.next_block();
        Ok(())
    }
    /// The type of the result of a function type.
    fn result(&self, function: u32) -> (TypeId, u32) {
        let llvm = self.tables.types.component(function, 0).unwrap_or(NO_TYPE);
        match self.module.types[self.tables.types.ir(function)] {
            Type::Function { ret, .. } => (ret, llvm),
            _ => (TypeTable::VOID, llvm),
        }
    }
    fn debug_intrinsic(&self, callee: Operand) -> Option<DebugIntrinsic> {
        if self.tables.debug_intrinsics.is_empty() {
            return None;
        }
        let Constant::Global(GlobalRef::Func(func)) = self.module.consts[callee.as_const()?] else { return None };
        self.tables.debug_intrinsics.iter().find(|(id, _)| *id == func).map(|(_, intrinsic)| *intrinsic)
    }
}
