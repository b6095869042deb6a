//! Instructions that touch memory.

use braid_ir::body::InstData;
use braid_ir::inst::{CmpXchg, RmwOp};
use braid_ir::{BlockId, Operand, TypeId};

use super::inst::scalar_of;
use super::leaves::Leaf;
use super::{Lowered, Lowerer};
use crate::code::{Access, Op, Repack, Slot, Src};
use crate::frame_size;

impl Lowerer<'_> {
    pub(super) fn alloca(&mut self, data: &InstData, ty: TypeId, count: Operand, align_log2: u8) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let module = &self.program.module;
        let size = module.layout.size(&module.types, ty).ok_or("a stack slot without a known size")?;
        let align = module.layout.align(&module.types, ty).max(1).next_power_of_two();
        let align_log2 = align_log2.min(32).max(align.trailing_zeros() as u8);
        let dynamic = self.block != BlockId::ENTRY || frame_size::fixed_count(module, count).is_none();
        let bits = scalar_of(&self.leaves_of(count)?)?.bits();
        let count = self.scalar(count)?;
        let here = self.here();
        self.allocas.extend(data.result.map(|value| (here, value)));
        let scoped = data.result.is_some_and(|value| self.scoped.contains(&value));
        self.emit(Op::Alloca { dst, count, bits, size, align_log2, dynamic, scoped });
        Ok(())
    }

    pub(super) fn load(&mut self, data: &InstData, addr: Operand) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        let addr = self.scalar(addr)?;
        if shares_bytes(&leaves) {
            let total = total_bits(&leaves);
            let whole = Src::slot(self.temporary(total));
            self.emit(Op::Load(Access { value: whole, addr, offset: 0, bits: total }));
            let to = leaves.iter().map(|leaf| leaf.scalar.bits()).collect();
            self.emit(Op::Repack(Box::new(Repack { from: Box::new([(whole, total)]), dst, to })));
            return Ok(());
        }
        // An aggregate may overwrite the register that holds its own address, but only with its last part.
        for (lane, leaf) in leaves.iter().enumerate() {
            let value = Src::slot(dst + lane as Slot);
            self.emit(Op::Load(Access { value, addr, offset: offset(leaf)?, bits: leaf.scalar.bits() }));
        }
        Ok(())
    }

    pub(super) fn store(&mut self, value: Operand, addr: Operand) -> Lowered<()> {
        let leaves = self.leaves_of(value)?;
        let (parts, addr) = (self.parts(value)?, self.scalar(addr)?);
        if shares_bytes(&leaves) {
            let from = parts.iter().zip(leaves.iter()).map(|(&part, leaf)| (part, leaf.scalar.bits())).collect();
            let bits = total_bits(&leaves);
            let whole = self.temporary(bits);
            self.emit(Op::Repack(Box::new(Repack { from, dst: whole, to: Box::new([bits]) })));
            self.emit(Op::Store(Access { value: Src::slot(whole), addr, offset: 0, bits }));
            return Ok(());
        }
        for (&value, leaf) in parts.iter().zip(leaves.iter()) {
            self.emit(Op::Store(Access { value, addr, offset: offset(leaf)?, bits: leaf.scalar.bits() }));
        }
        Ok(())
    }

    pub(super) fn read_modify_write(
        &mut self,
        data: &InstData,
        op: RmwOp,
        addr: Operand,
        value: Operand,
    ) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        let scalar = Box::new(scalar_of(&leaves)?);
        let (addr, value) = (self.scalar(addr)?, self.scalar(value)?);
        self.emit(Op::Rmw { op, scalar, dst, addr, value });
        Ok(())
    }

    pub(super) fn compare_exchange(&mut self, data: &InstData, exchange: &CmpXchg) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let bits = scalar_of(&self.leaves_of(exchange.expected)?)?.bits();
        let values = Box::new([self.scalar(exchange.expected)?, self.scalar(exchange.new)?]);
        let addr = self.scalar(exchange.addr)?;
        self.emit(Op::CmpXchg { dst, addr, values, bits });
        Ok(())
    }

    pub(super) fn va_arg(&mut self, data: &InstData, list: Operand) -> Lowered<()> {
        let (dst, leaves) = self.result(data)?;
        let scalar = scalar_of(&leaves).map_err(|_| "va_arg of a struct, array or vector")?;
        let scalar = Box::new(scalar);
        let list = self.scalar(list)?;
        self.emit(Op::VaArg { dst, list, scalar });
        Ok(())
    }
}

/// Whether parts are no whole bytes and so share some: vectors of odd lanes.
fn shares_bytes(leaves: &[Leaf]) -> bool {
    leaves.len() > 1
        && leaves.windows(2).any(|pair| pair[1].offset * 8 < pair[0].offset * 8 + u64::from(pair[0].scalar.bits()))
}

fn total_bits(leaves: &[Leaf]) -> u32 {
    leaves.iter().map(|leaf| leaf.scalar.bits()).sum()
}

fn offset(leaf: &Leaf) -> Lowered<u32> {
    u32::try_from(leaf.offset).map_err(|_| "a part more than 4 GiB into a value".to_owned())
}
