//! Constants of a part become constants of the linked module.

use braid_entity::Entity;
use braid_ir::constant::{Asm, CastExpr, ConstId, Constant};
use braid_ir::{Module, TypeTable};

use super::Translator;

/// How many parts a constant has, in bytes or constants.
fn size(constant: &Constant) -> u32 {
    let parts = match constant {
        Constant::Bytes { bytes, .. } => bytes.len() / 8,
        Constant::Aggregate { parts, .. } => parts.len(),
        _ => 0,
    };
    u32::try_from(parts).unwrap_or(u32::MAX - 1)
}

impl Translator {
    /// Copies the constants that were added to the part since the last time. A constant's parts stand before it. Who interrupts it
    /// must not use the translator.
    pub(super) fn catch_up_consts(&mut self, part: &Module, linked: &mut Module) {
        for at in self.consts.len()..part.consts.len() {
            let constant = &part.consts[ConstId::new(at)];
            if self.interrupt.spend(1 + size(constant)) {
                return;
            }
            let constant = self.rewrite(constant, part, linked);
            self.consts.push(linked.consts.intern(constant));
        }
    }

    /// `constant` with the ids of the linked module.
    fn rewrite(&mut self, constant: &Constant, part: &Module, linked: &mut Module) -> Constant {
        match constant {
            Constant::BlockAddress { func, block } => match self.symbols.kept_func(*func) {
                Some(func) => Constant::BlockAddress { func, block: *block },
                // The function was dropped in favour of another module's, and its blocks with it. Only the function
                // itself could have jumped there.
                None => Constant::Poison(TypeTable::PTR),
            },
            Constant::Metadata(text) => Constant::Metadata(self.name(*text, &part.names, &mut linked.names)),
            Constant::Asm(asm) => Constant::Asm(Box::new(Asm {
                ty: self.ty(asm.ty),
                text: self.name(asm.text, &part.names, &mut linked.names),
                constraints: self.name(asm.constraints, &part.names, &mut linked.names),
                ..**asm
            })),
            _ => self.rewrite_plain(constant),
        }
    }

    /// As [`rewrite`](Self::rewrite), for constants without names and blocks.
    fn rewrite_plain(&self, constant: &Constant) -> Constant {
        let mut constant = constant.clone();
        let ty_of = |id| self.ty(id);
        let part_of = |id: &mut ConstId| *id = self.constant(*id);
        match &mut constant {
            Constant::Int { ty, .. }
            | Constant::WideInt { ty, .. }
            | Constant::Float { ty, .. }
            | Constant::Null(ty)
            | Constant::Zero(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty)
            | Constant::Uninit(ty)
            | Constant::VScale(ty)
            | Constant::Bytes { ty, .. } => *ty = ty_of(*ty),
            Constant::Aggregate { ty, parts } => {
                *ty = ty_of(*ty);
                parts.iter_mut().for_each(part_of);
            }
            Constant::Global(symbol) | Constant::DsoLocal(symbol) | Constant::NoCfi(symbol) => {
                *symbol = self.symbol(*symbol);
            }
            Constant::PtrAuth(parts) => parts.iter_mut().for_each(part_of),
            Constant::PtrAdd { base, offset, ty, .. } => {
                [base, offset].into_iter().for_each(part_of);
                *ty = ty_of(*ty);
            }
            Constant::Cast(CastExpr { arg, ty, .. }) | Constant::Unary { arg, ty, .. } => {
                part_of(arg);
                *ty = ty_of(*ty);
            }
            Constant::Binary { args, ty, .. }
            | Constant::IntCompare { args, ty, .. }
            | Constant::FloatCompare { args, ty, .. }
            | Constant::ExtractElement { args, ty } => {
                args.iter_mut().for_each(part_of);
                *ty = ty_of(*ty);
            }
            Constant::Select { args, ty } | Constant::InsertElement { args, ty } => {
                args.iter_mut().for_each(part_of);
                *ty = ty_of(*ty);
            }
            Constant::Shuffle { args, mask, ty } => {
                args.iter_mut().for_each(part_of);
                part_of(mask);
                *ty = ty_of(*ty);
            }
            Constant::MetadataValue(value) => part_of(value),
            Constant::BlockAddress { .. } | Constant::Metadata(_) | Constant::Asm(_) => {
                unreachable!("has names or blocks and is rewritten by the caller")
            }
        }
        constant
    }
}
