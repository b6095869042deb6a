//! Source locations and variables inside a function.
//!
//! A location follows the instruction it belongs to. A debug record (LLVM 19 and later) follows the instruction it
//! stands *before*; debug intrinsics (earlier) are calls in their place. Both become `DebugValue` and `DebugDeclare`.

use braid_entity::Entity;
use braid_ir::body::{BlockId, InstId};
use braid_ir::debug::Loc;
use braid_ir::inst::{DebugVariable, Inst, Operand};

use super::Reader;
use super::values::Operands;
use crate::bitstream::Record;
use crate::codes::function as code;
use crate::error::Error;
use crate::tables::DebugIntrinsic;

impl Reader<'_> {
    /// `[line, column, scope, inlined at, ...]`: where the last instruction stands.
    pub(super) fn location(&mut self, record: &Record) -> Result<(), Error> {
        let (line, column) = (record.operand(0)?, record.operand(1)?);
        let (scope, inlined) = (record.operand(2)?, record.operand(3)?);
        let small = |value: u64| u32::try_from(value).unwrap_or(0);
        let mut context = self.debug_context()?;
        let scope = match scope.checked_sub(1) {
            Some(id) => context.scope(id)?,
            None => None,
        };
        let inlined_at = match inlined.checked_sub(1) {
            Some(id) => context.location(id)?,
            None => None,
        };
        self.loc = scope.map(|scope| {
            let loc = Loc { line: small(line), column: small(column), scope, inlined_at };
            self.module.debug.locs.intern(loc)
        });
        self.locate();
        Ok(())
    }
    /// Gives the last location to the instructions of the last record.
    pub(super) fn locate(&mut self) {
        let (first, end) = self.group.insts;
        for id in first..end {
            let data = &mut self.body.insts[InstId::from_u32(id)];
            data.loc = self.loc;
            if let Inst::DebugValue(variable) | Inst::DebugDeclare(variable) = &mut data.inst {
                variable.scope = self.loc.map(|loc| self.module.debug.locs[loc].scope);
            }
        }
    }
    /// `[location, variable, expression, value, ...]`
    pub(super) fn debug_record(&mut self, record: &Record) -> Result<(), Error> {
        let ops = &mut Operands::new(record);
        let (location, variable, expression) = (ops.next()?, ops.next()?, ops.next()?);
        self.forward.used = false;
        let value = match record.code {
            code::DEBUG_RECORD_VALUE_SIMPLE => Some(self.pair(ops)?.operand),
            _ => self.debug_operand(ops.next()?, record)?,
        };
        let declare = record.code == code::DEBUG_RECORD_DECLARE;
        let mut context = self.debug_context()?;
        let loc = context.location(location)?;
        let Some(var) = context.variable(variable)? else { return Ok(()) };
        let expr = context.expression(expression)?;
        self.tables.budget.charge(size_of_val(&*expr) as u64, record)?;
        let scope = loc.map(|loc| self.module.debug.locs[loc].scope);
        let variable = Box::new(DebugVariable { var, value, scope, expr });
        let inst = if declare { Inst::DebugDeclare(variable) } else { Inst::DebugValue(variable) };
        let id = self.body.make_inst(inst, None, loc);
        if self.forward.used {
            self.forward.users.push(id);
        }
        self.waiting.push(id);
        Ok(())
    }
    /// A call of a debug intrinsic: `[value, variable, expression, ...]`, all of them metadata.
    pub(super) fn debug_call(&mut self, intrinsic: DebugIntrinsic, ops: &mut Operands<'_>) -> Result<(), Error> {
        self.bundles.clear();
        if intrinsic == DebugIntrinsic::Label {
            return Ok(());
        }
        let numbers: Vec<u64> = ops.rest().iter().map(|&operand| u64::from(self.absolute(operand))).collect();
        // Before LLVM 6 an offset, an ordinary value, stood between the value and the variable.
        let old = intrinsic == DebugIntrinsic::Value && numbers.len() == 4;
        let (&[value, ..], Some(&variable), Some(&expression)) =
            (&numbers[..], numbers.get(1 + usize::from(old)), numbers.get(2 + usize::from(old)))
        else {
            return Err(ops.record.corrupt("a value, a variable and an expression"));
        };
        let value = self.debug_operand(value, ops.record)?;
        let mut context = self.debug_context()?;
        let Some(var) = context.variable(variable)? else { return Ok(()) };
        let expr = context.expression(expression)?;
        self.tables.budget.charge(size_of_val(&*expr) as u64, ops.record)?;
        let variable = Box::new(DebugVariable { var, value, scope: None, expr });
        let inst = match intrinsic {
            DebugIntrinsic::Declare => Inst::DebugDeclare(variable),
            _ => Inst::DebugValue(variable),
        };
        self.effect(inst, ops.record)
    }
    /// The value that a metadata node wraps; none if it wraps none (the variable was optimised away). A list of one
    /// value counts as that value. A variable that is computed from several has no value here: a debug instruction has
    /// one operand, and reports show values of the program, not sums of them.
    fn debug_operand(&mut self, id: u64, record: &Record) -> Result<Option<Operand>, Error> {
        self.tables.metadata.prepare(self.input)?;
        let Some(node) = self.tables.metadata.argument(id, self.input, self.scratch)? else { return Ok(None) };
        let llvm = self.tables.types.number(node.ty, record)?;
        let ty = self.tables.types.ir(llvm);
        let Ok(number) = u32::try_from(node.value) else {
            return Err(record.corrupt("the number of a value").found(node.value));
        };
        self.by_number(number, ty, llvm, record).map(|val| Some(val.operand))
    }
    /// Puts debug instructions before the instructions of the last record. Those that would come before a phi are given
    /// back, to stand before the first instruction that is none; `phi` and `block` say what comes next.
    pub(super) fn flush_debug(&mut self, phi: bool, block: BlockId) -> Vec<InstId> {
        if self.waiting.is_empty() {
            return Vec::new();
        }
        let waiting = core::mem::take(&mut self.waiting);
        let Some(home) = self.group.block else { return Vec::new() };
        if self.group.phi && phi && home == block {
            return waiting;
        }
        // After the last phi of a block they stand behind it.
        let at = if self.group.phi { self.list.len() } else { self.group.at };
        self.list.splice(at..at, waiting);
        Vec::new()
    }
}
