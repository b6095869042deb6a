//! Exception handling: landing pads, and the funclets of Windows.

use braid_ir::inst::{CatchSwitch, Clause, FuncletPad, Inst};
use braid_ir::types::Type;

use super::Reader;
use super::values::Operands;
use crate::codes::function as code;
use crate::error::Error;
use crate::types::NO_TYPE;
use crate::value::Val;

impl Reader<'_> {
    /// `[type, personality (old), cleanup, count, (kind, value)...]`
    pub(super) fn landing_pad(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let llvm = self.tables.types.number(ops.next()?, ops.record)?;
        let ty = self.tables.types.ir(llvm);
        if !self.module.types.is_first_class(ty) {
            return Err(ops.record.corrupt("the type of a value"));
        }
        if ops.record.code == code::INST_LANDINGPAD_OLD {
            let personality = self.pair(ops)?;
            let personality = self.constant_of(personality, ops.record)?;
            self.module.funcs[self.func].personality.get_or_insert(personality);
        }
        let cleanup = ops.next()? != 0;
        let count = ops.count()?;
        let mut clauses = Vec::with_capacity(count);
        for _ in 0..count {
            let kind = ops.next()?;
            let value = self.pair(ops)?.operand;
            clauses.push(match kind {
                0 => Clause::Catch(value),
                1 => Clause::Filter(value),
                other => return Err(ops.record.corrupt("a catch (0) or filter (1) clause").found(other)),
            });
        }
        let pad = braid_ir::inst::LandingPad { cleanup, clauses: clauses.into() };
        self.define(Inst::LandingPad(Box::new(pad)), ty, llvm, ops.record)
    }
    /// `[value]`
    pub(super) fn resume(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let value = self.pair(ops)?.operand;
        self.terminator(Inst::Resume { value }, ops.record)
    }
    /// `[pad, block?]`
    pub(super) fn cleanup_ret(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let pad = self.token(ops)?.operand;
        let unwind = if ops.left() > 0 { Some(self.target(ops.next()?, ops.record)?) } else { None };
        self.terminator(Inst::CleanupRet { pad, unwind }, ops.record)
    }
    /// `[pad, block]`
    pub(super) fn catch_ret(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let pad = self.token(ops)?.operand;
        let target = self.target(ops.next()?, ops.record)?;
        self.terminator(Inst::CatchRet { pad, target }, ops.record)
    }
    /// `[parent, count, value...]`
    pub(super) fn funclet_pad(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let parent = self.token(ops)?;
        let count = ops.count()?;
        let mut args = Vec::with_capacity(count);
        for _ in 0..count {
            args.push(self.pair(ops)?.operand);
        }
        ops.done()?;
        let pad = Box::new(FuncletPad { parent: parent.operand, args: args.into() });
        let inst = match ops.record.code {
            code::INST_CATCHPAD => Inst::CatchPad(pad),
            _ => Inst::CleanupPad(pad),
        };
        self.define(inst, parent.ty, NO_TYPE, ops.record)
    }
    /// `[parent, count, block..., block?]`
    pub(super) fn catch_switch(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        let parent = self.token(ops)?;
        let count = ops.count()?;
        let mut handlers = Vec::with_capacity(count);
        for _ in 0..count {
            handlers.push(self.target(ops.next()?, ops.record)?);
        }
        let unwind = if ops.left() > 0 { Some(self.target(ops.next()?, ops.record)?) } else { None };
        ops.done()?;
        let switch = CatchSwitch { parent: parent.operand, handlers: handlers.into(), unwind };
        self.define(Inst::CatchSwitch(Box::new(switch)), parent.ty, NO_TYPE, ops.record)?;
        self.next_block();
        Ok(())
    }
    /// An operand that is a token.
    fn token(&mut self, ops: &mut Operands<'_>) -> Result<Val, Error> {
        let ty = self.module.types.intern(Type::Token);
        self.typed(ops, ty, NO_TYPE)
    }
}
