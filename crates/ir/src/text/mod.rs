//! The text form of a module: what [`print()`] writes, [`parse()`] reads back, with nothing lost.
//!
//! It looks like LLVM's, with these differences: a value's type stands where it is defined (`v7: i32 = add v5, 1`) and
//! not where it is used; ids print as everywhere else (`v7`, `block3`); names of the source follow after a `%`; a switch
//! lists values by target; a constant has its type before it unless the place where it stands tells it; a location is
//! `!line:column scope`. Comments run from `;` to the end of the line.
//!
//! ```text
//! target triple = "x86_64-pc-linux-gnu"
//! %pair = type { i32, ptr }
//! @table = internal constant [3 x i32] [1, 2, 3], align 4
//!
//! define i32 @next(i32 v0 %n) nounwind {
//! block0 %entry:
//!   v1: i1 = icmp slt v0, i32 0
//!   br v1, block1, block2
//! block1:
//!   ret -1
//! block2:
//!   v2: i32 = add nsw v0, 1                         !4:12 scope1 ; next.c:4:12
//!   ret v2
//! }
//! ```
//!
//! Types and constants are graphs in which a part may be shared many times, so that writing them out in full could
//! take exponential room. Those beyond a small size are therefore defined once, in an entry of their own (`%0 = type
//! ...`, `c0: [400 x i32] = ...`), and named where they are used. This also bounds how deep printing and parsing nest.
//! Two symbols of one name (local ones of linked modules) are told apart by a number after the name, `@x#1`; symbols
//! without a name are `@0`, `@1` and so on.

mod escape;
mod keywords;
mod labels;
mod lexer;
mod parse;
mod print;

pub use parse::{ParseError, parse};
pub use print::{Printer, SourceLines};

use crate::body::{Body, InstId};
use crate::constant::GlobalRef;
use crate::module::Module;
use crate::types::TypeId;

/// The comment that files in the text form begin with, by which they are told from LLVM's.
pub const HEADER: &str = "; Braid IR";

/// The text form of `module`. Bodies that are not decoded yet are printed as declarations: decode them first.
pub fn print(module: &Module) -> String {
    let mut text = String::new();
    Printer::new(module).module(&mut text).expect("a string takes all that is written to it");
    text
}

/// The text form of a type, for messages. Works on modules that are not well formed, too.
pub fn type_text(module: &Module, ty: TypeId) -> String {
    Printer::for_messages(module).type_text(ty)
}

/// The text form of an instruction, for messages. Works on modules that are not well formed, too.
pub fn inst_text(module: &Module, body: &Body, inst: InstId) -> String {
    Printer::for_messages(module).inst_text(body, inst)
}

/// The kind and name of a symbol, for messages.
pub fn symbol_place(module: &Module, symbol: GlobalRef) -> String {
    Printer::for_messages(module).symbol_place(symbol)
}
