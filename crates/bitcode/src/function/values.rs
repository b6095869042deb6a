//! Operands of instructions: numbered values, some of them used before they are defined.
//!
//! A use before the definition gets a stand-in from a range of ids of its own; the instructions that hold one are noted
//! and corrected when the body is complete. Most bodies have few of them (phis of loops).

use braid_entity::Entity;
use braid_ir::body::{InstId, ValueId};
use braid_ir::constant::Constant;
use braid_ir::types::{Type, TypeId};
use braid_ir::{ConstId, Operand};
use rustc_hash::FxHashMap;

use super::Reader;
use crate::bitstream::Record;
use crate::error::Error;
use crate::types::NO_TYPE;
use crate::value::{FIRST_FORWARD, Val};

/// The operands of a record, from front to back.
pub(super) struct Operands<'r> {
    /// The record.
    pub(super) record: &'r Record,
    at: usize,
}

impl<'r> Operands<'r> {
    pub(super) fn new(record: &'r Record) -> Self {
        Operands { record, at: 0 }
    }
    /// The next operand.
    #[inline]
    pub(super) fn next(&mut self) -> Result<u64, Error> {
        let value = self.record.operand(self.at)?;
        self.at += 1;
        Ok(value)
    }
    /// The next operand, or zero if there is none.
    #[inline]
    pub(super) fn next_or_zero(&mut self) -> u64 {
        let value = self.record.optional(self.at);
        self.at += 1;
        value
    }
    /// How many are left.
    #[inline]
    pub(super) fn left(&self) -> usize {
        self.record.operands.len().saturating_sub(self.at)
    }
    /// The operands that are left.
    pub(super) fn rest(&self) -> &'r [u64] {
        self.record.operands.get(self.at..).unwrap_or_default()
    }
    /// A count, after the check that so many operands are left.
    pub(super) fn count(&mut self) -> Result<usize, Error> {
        let count = self.next()?;
        match usize::try_from(count).ok().filter(|&count| count <= self.left()) {
            Some(count) => Ok(count),
            None => Err(self.record.corrupt(format!("a count of at most {}", self.left())).found(count)),
        }
    }
    /// Complains about operands that nothing is known of.
    pub(super) fn done(&self) -> Result<(), Error> {
        match self.left() {
            0 => Ok(()),
            left => Err(self.record.corrupt("no further operands").found(format!("{left} more"))),
        }
    }
}

/// Uses before definitions.
#[derive(Default)]
pub(super) struct Forward {
    /// Value number to stand-in and type.
    by_number: FxHashMap<u32, (u32, TypeId)>,
    /// What each stand-in turned out to be.
    resolved: Vec<Option<Operand>>,
    /// Instructions with a stand-in.
    pub(super) users: Vec<InstId>,
    /// Whether the record at hand uses one.
    pub(super) used: bool,
}

impl Reader<'_> {
    /// An operand whose type is written beside it if it is not defined yet.
    #[inline]
    pub(super) fn pair(&mut self, ops: &mut Operands<'_>) -> Result<Val, Error> {
        let operand = ops.next()?;
        let number = self.absolute(operand);
        if let Some(&val) = self.tables.values.get(number as usize) {
            return Ok(val);
        }
        let llvm = self.tables.types.number(ops.next()?, ops.record)?;
        self.by_number(number, self.tables.types.ir(llvm), llvm, ops.record)
    }
    /// An operand of a known type.
    #[inline]
    pub(super) fn typed(&mut self, ops: &mut Operands<'_>, ty: TypeId, llvm: u32) -> Result<Val, Error> {
        let operand = ops.next()?;
        let number = self.absolute(operand);
        self.by_number(number, ty, llvm, ops.record)
    }
    /// An operand whose type, by number, stands before it.
    pub(super) fn after_type(&mut self, ops: &mut Operands<'_>) -> Result<Val, Error> {
        let llvm = self.tables.types.number(ops.next()?, ops.record)?;
        self.typed(ops, self.tables.types.ir(llvm), llvm)
    }
    /// An operand of the same type as `like`.
    #[inline]
    pub(super) fn same(&mut self, ops: &mut Operands<'_>, like: Val) -> Result<Val, Error> {
        self.typed(ops, like.ty, like.llvm)
    }
    /// The value with this number; a stand-in if it is not defined yet.
    pub(super) fn by_number(&mut self, number: u32, ty: TypeId, llvm: u32, record: &Record) -> Result<Val, Error> {
        if let Some(&val) = self.tables.values.get(number as usize) {
            return if val.ty == ty { Ok(val) } else { Err(self.wrong_type(record)) };
        }
        if !self.module.types.is_first_class(ty) {
            return Err(record.corrupt("the type of a value"));
        }
        let Forward { by_number, resolved, used, .. } = &mut self.forward;
        let (stand_in, known) = *by_number.entry(number).or_insert_with(|| {
            resolved.push(None);
            (resolved.len() as u32 - 1, ty)
        });
        if known != ty {
            return Err(self.wrong_type(record));
        }
        *used = true;
        Ok(Val { operand: Operand::value(ValueId::from_u32(FIRST_FORWARD + stand_in)), ty, llvm })
    }
    /// The absolute number of an operand.
    #[inline]
    pub(super) fn absolute(&self, operand: u64) -> u32 {
        if self.tables.relative {
            (self.tables.values.len() as u32).wrapping_sub(operand as u32)
        } else {
            operand as u32
        }
    }
    /// Gives the next value number to `val`.
    #[inline]
    pub(super) fn push_value(&mut self, val: Val, record: &Record) -> Result<(), Error> {
        let number = self.tables.values.len() as u32;
        if number >= FIRST_FORWARD {
            return Err(record.corrupt("fewer values"));
        }
        if !self.forward.by_number.is_empty()
            && let Some((stand_in, ty)) = self.forward.by_number.remove(&number)
        {
            if ty != val.ty {
                return Err(record.corrupt("a result of the type it was used with before"));
            }
            self.forward.resolved[stand_in as usize] = Some(val.operand);
        }
        self.tables.values.push(val);
        Ok(())
    }
    /// Puts the values in where stand-ins were.
    pub(super) fn resolve_forward(&mut self, record: &Record) -> Result<(), Error> {
        if let Some(number) = self.forward.by_number.keys().min() {
            return Err(record.corrupt(format!("a definition of value {number}, which is used")));
        }
        let resolved = &self.forward.resolved;
        for &user in &self.forward.users {
            self.body.insts[user].inst.for_each_operand_mut(|operand| {
                let stand_in = operand.as_value().and_then(|value| value.as_u32().checked_sub(FIRST_FORWARD));
                if let Some(value) = stand_in.and_then(|at| resolved.get(at as usize).copied().flatten()) {
                    *operand = value;
                }
            });
        }
        Ok(())
    }
    /// A constant of the module as an operand, which must be one.
    pub(super) fn constant_of(&self, val: Val, record: &Record) -> Result<ConstId, Error> {
        val.operand.as_const().ok_or_else(|| record.corrupt("a constant operand"))
    }
    /// The type number of what a typed pointer points to.
    pub(super) fn pointee(&self, val: Val, record: &Record) -> Result<u32, Error> {
        let llvm = match self.module.types[val.ty] {
            Type::Vector { .. } => self.tables.types.component(val.llvm, 0).unwrap_or(NO_TYPE),
            _ => val.llvm,
        };
        match self.tables.types.component(llvm, 0) {
            Some(pointee) => self.tables.types.number(u64::from(pointee), record),
            None => Err(record.corrupt("a pointer that says what it points to, in this old form")),
        }
    }
    /// A null, zero or other constant that stands for something the reader makes up.
    pub(super) fn intern(&mut self, constant: Constant) -> Operand {
        Operand::constant(self.module.consts.intern(constant))
    }
    #[cold]
    fn wrong_type(&self, record: &Record) -> Error {
        record.corrupt("an operand of the type that its place asks for")
    }
}
