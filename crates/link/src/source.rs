//! The bodies of a linked module: decoded by the part they come from, then translated.

use std::mem;

use braid_entity::Entity;
use braid_ir::body::Body;
use braid_ir::module::{BodyError, BodySource, BodyState};
use braid_ir::{FuncId, Module};

use crate::translate::Translator;

/// A part that was linked, as the source of its functions' bodies. A body's number is the part's id of the function.
#[derive(Debug)]
pub(crate) struct PartSource {
    /// The part with its own tables and sources.
    pub(crate) part: Module,
    /// What the part's ids became.
    pub(crate) translator: Translator,
}

impl BodySource for PartSource {
    fn decode(&mut self, module: &mut Module, _func: FuncId, index: u32) -> Result<Body, BodyError> {
        let func = FuncId::from_u32(index);
        self.part.decode(func)?;
        // The linked module is the only reader from now on: the part need not keep the body.
        let state = mem::replace(&mut self.part.funcs[func].body, BodyState::Declared);
        let BodyState::Ready(mut body) = state else { unreachable!("a decoded body is there, and is taken once") };
        self.translator.catch_up(&self.part, module);
        self.translator.translate_body(&mut body, &self.part, module);
        Ok(*body)
    }
}
