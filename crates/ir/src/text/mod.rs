//! The text form.

use crate::constant::GlobalRef;
use crate::module::Module;
use crate::types::TypeId;

/// A type.
pub fn type_text(module: &Module, ty: TypeId) -> String {
    format!("{:?}", module.types[ty])
}

/// The kind and name of a symbol, for messages.
pub fn symbol_place(module: &Module, symbol: GlobalRef) -> String {
    let name = module.symbol(symbol).name;
    if braid_entity::Entity::index(name) >= module.names.len() {
        return format!("{symbol:?}");
    }
    format!("@{}", module.names.get(name))
}

/// An instruction.
pub fn inst_text(_module: &Module, body: &crate::body::Body, inst: crate::body::InstId) -> String {
    format!("{:?}", body.insts[inst].inst)
}
