//! Braid's own typed program: modules, types, data layout, constants, instructions, debug information.
//!
//! The representation is made for symbolic execution, not for code generation: pointers are opaque, address arithmetic
//! is `ptradd base, offset` (still a pointer, with its provenance), a switch holds the condition of each target, and
//! nothing that can fault is ever implied. It holds every construct of LLVM's language; what an engine cannot run is
//! refused when it is run, not when it is read.
//!
//! This crate does not know LLVM's file format (that is `bitcode`), terms (`expr`) or states.

pub mod attributes;
pub mod body;
pub mod constant;
pub mod debug;
pub mod inst;
pub mod layout;
pub mod module;
pub mod text;
pub mod types;
mod typing;
pub mod verify;
mod visit;

pub use attributes::{AttrFlags, AttrListId, AttrLists, AttributeList, Attributes};
pub use body::{Block, BlockId, Body, InstId, ValueDef, ValueId};
pub use constant::{Asm, CastExpr, ConstId, Constant, Constants, GlobalRef};
pub use debug::DebugInfo;
pub use inst::{Inst, Operand};
pub use layout::DataLayout;
pub use module::{Alias, AliasId, FuncId, Function, Global, GlobalId, IFunc, IFuncId, Linkage, Module};
pub use types::{FloatKind, Type, TypeId, TypeTable};
