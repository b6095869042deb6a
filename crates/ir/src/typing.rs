//! The type of a constant and of an operand.
//!
//! Most constants carry their type; addresses of symbols do not, because a symbol already knows its address space.

use braid_entity::Entity;

use crate::body::Body;
use crate::constant::{ConstId, Constant, GlobalRef};
use crate::inst::{Operand, OperandKind};
use crate::module::Module;
use crate::types::{Type, TypeId, TypeTable};

impl Module {
    /// The type of a constant. None only where the module is not well formed: an id no table holds, or an address whose
    /// pointer type was never made.
    #[inline]
    pub fn const_type(&self, mut id: ConstId) -> Option<TypeId> {
        if id.index() >= self.consts.len() {
            return None;
        }
        // A signed pointer has the type of the pointer it is made from, and that one has a smaller id.
        while let Constant::PtrAuth([pointer, ..]) = self.consts[id] {
            id = Some(pointer).filter(|&pointer| pointer < id)?;
        }
        match &self.consts[id] {
            Constant::Int { ty, .. }
            | Constant::WideInt { ty, .. }
            | Constant::Float { ty, .. }
            | Constant::Null(ty)
            | Constant::Zero(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty)
            | Constant::Uninit(ty)
            | Constant::VScale(ty)
            | Constant::Aggregate { ty, .. }
            | Constant::Bytes { ty, .. }
            | Constant::PtrAdd { ty, .. }
            | Constant::Binary { ty, .. }
            | Constant::Unary { ty, .. }
            | Constant::IntCompare { ty, .. }
            | Constant::FloatCompare { ty, .. }
            | Constant::Select { ty, .. }
            | Constant::ExtractElement { ty, .. }
            | Constant::InsertElement { ty, .. }
            | Constant::Shuffle { ty, .. } => Some(*ty),
            Constant::Cast(cast) => Some(cast.ty),
            Constant::Global(symbol) | Constant::DsoLocal(symbol) | Constant::NoCfi(symbol) => {
                self.pointer_type(self.space_of(*symbol)?)
            }
            Constant::BlockAddress { func, .. } => self.pointer_type(self.funcs.get(*func)?.space),
            Constant::Asm(_) => Some(TypeTable::PTR),
            Constant::PtrAuth(_) => unreachable!("passed over above"),
            Constant::Metadata(_) | Constant::MetadataValue(_) => self.types.find(&Type::Metadata),
        }
    }

    /// The type of an operand of `body`; none where an id is out of range.
    #[inline]
    pub fn operand_type(&self, body: &Body, operand: Operand) -> Option<TypeId> {
        match operand.kind() {
            OperandKind::Value(value) => body.values.get(value).map(|value| value.ty),
            OperandKind::Const(id) => self.const_type(id),
        }
    }

    /// The address space a symbol's address is in.
    fn space_of(&self, symbol: GlobalRef) -> Option<u32> {
        match symbol {
            GlobalRef::Func(id) => self.funcs.get(id).map(|func| func.space),
            GlobalRef::Var(id) => self.globals.get(id).map(|global| global.space),
            GlobalRef::Alias(id) => self.aliases.get(id).map(|alias| alias.space),
            GlobalRef::IFunc(id) => self.ifuncs.get(id).map(|ifunc| ifunc.space),
        }
    }

    fn pointer_type(&self, space: u32) -> Option<TypeId> {
        match space {
            0 => Some(TypeTable::PTR),
            space => self.types.find(&Type::Ptr { space }),
        }
    }
}
