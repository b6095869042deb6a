//! What a module's records refer to by number; filled while the module is read and kept for its function bodies.

use braid_entity::{Entity, Symbol};
use braid_ir::module::FuncId;
use braid_ir::{ConstId, Module};

use crate::attributes::Lists;
use crate::bitstream::Record;
use crate::budget::Budget;
use crate::error::Error;
use crate::metadata::Metadata;
use crate::types::Types;
use crate::value::Val;

/// The numbered things of a module.
#[derive(Debug)]
pub(crate) struct Tables {
    /// Types.
    pub(crate) types: Types,
    /// Symbols and constants; while a body is decoded also its values.
    pub(crate) values: Vec<Val>,
    /// Attribute lists.
    pub(crate) attrs: Lists,
    /// Names of operand bundles.
    pub(crate) bundle_tags: Vec<Symbol>,
    /// Debug information.
    pub(crate) metadata: Metadata,
    /// Intrinsics that speak of source variables; their calls become instructions of their own.
    pub(crate) debug_intrinsics: Vec<(FuncId, DebugIntrinsic)>,
    /// LLVM's numbers of the types of the functions with a body, in their order of declaration.
    function_types: Vec<(FuncId, u32)>,
    /// Whether operands are numbered backwards from the instruction.
    pub(crate) relative: bool,
    /// What may still be spent.
    pub(crate) budget: Budget,
}

/// A debug intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DebugIntrinsic {
    /// The address of a variable.
    Declare,
    /// The value of a variable from here on.
    Value,
    /// The value of a variable from here on, and the store that wrote it.
    Assign,
    /// A label: nothing to report.
    Label,
}

impl Tables {
    /// Empty tables for a module of this many bytes.
    pub(crate) fn new(len: usize) -> Self {
        Tables {
            types: Types::default(),
            values: Vec::new(),
            attrs: Lists::default(),
            bundle_tags: Vec::new(),
            metadata: Metadata::default(),
            debug_intrinsics: Vec::new(),
            function_types: Vec::new(),
            relative: false,
            budget: Budget::new(len),
        }
    }
    /// The constant with this value number.
    pub(crate) fn constant(&self, value: u64, record: &Record) -> Result<ConstId, Error> {
        let known = usize::try_from(value).ok().and_then(|at| self.values.get(at));
        match known.filter(|val| !val.is_unbuilt()).and_then(|val| val.operand.as_const()) {
            Some(constant) => Ok(constant),
            None => Err(record.corrupt("the number of a constant").found(value)),
        }
    }
    /// Remembers the type number of a function, and its meaning if it is a debug intrinsic with a name.
    pub(crate) fn note_function(&mut self, func: FuncId, number: u32, module: &Module) {
        self.function_types.push((func, number));
        self.note_intrinsic(func, module);
    }
    /// As [`note_function`](Self::note_function), for names that become known later.
    pub(crate) fn note_intrinsic(&mut self, func: FuncId, module: &Module) {
        let intrinsic = match module.names.get(module.funcs[func].symbol.name).strip_prefix("llvm.dbg.") {
            Some("declare" | "addr") => DebugIntrinsic::Declare,
            Some("value") => DebugIntrinsic::Value,
            Some("assign") => DebugIntrinsic::Assign,
            Some("label") => DebugIntrinsic::Label,
            _ => return,
        };
        self.debug_intrinsics.push((func, intrinsic));
    }
    /// LLVM's number of the type of a function.
    pub(crate) fn function_type(&self, func: FuncId) -> Option<u32> {
        let at = self.function_types.binary_search_by_key(&func.as_u32(), |(func, _)| func.as_u32()).ok()?;
        Some(self.function_types[at].1)
    }
}
