//! Reads LLVM bitcode of any current version into Braid's IR, without LLVM.
//!
//! [`read`] gives a module whose function bodies and debug information are decoded on first use. Layers, from the bytes
//! up: `bitstream` (blocks and records), `file` (which modules stand in a file), `types`, `attributes`, `globals`,
//! `constants`, `metadata` (one kind of block each), `function` (bodies), `source` (what is kept for lazy bodies).
//!
//! Input is hostile: every length is checked against what is left before it is trusted, nothing recurses on input, and
//! what is wrong comes back as an [`Error`] with the place. This crate knows LLVM's file format and `ir`, and nothing of
//! terms or states.

mod attributes;
mod bitstream;
mod budget;
mod codes;
mod constant_expr;
mod constants;
mod error;
mod file;
mod function;
mod gep;
mod globals;
mod metadata;
mod module;
mod operators;
mod source;
mod tables;
#[cfg(test)]
mod tests;
mod types;
mod value;

use std::sync::Arc;

use braid_entity::Interrupt;
use braid_ir::Module;

pub use error::{Error, ErrorKind, Place};
pub use file::{MAGIC, WRAPPER_MAGIC, is_bitcode};

/// Reads the first module of a bitcode file; `origin` is its name in messages. Function bodies stay lazy.
///
/// Nearly all files hold one module. Where there may be several, use [`read_all`].
pub fn read(bytes: Vec<u8>, origin: &str) -> Result<Module, Error> {
    let file = file::File::open(&bytes)?;
    let bytes = Arc::new(bytes);
    let entry = file.modules.first().expect("a file without modules is refused");
    located(module::read(&bytes, &file, entry, origin, &Interrupt::default()), &file)
}

/// Reads all modules of a bitcode file, in order, unless it is interrupted. Function bodies stay lazy.
pub fn read_all(bytes: Vec<u8>, origin: &str, interrupt: &Interrupt) -> Result<Vec<Module>, Error> {
    let file = file::File::open(&bytes)?;
    let bytes = Arc::new(bytes);
    let read = |entry| located(module::read(&bytes, &file, entry, origin, interrupt), &file);
    file.modules.iter().map(read).collect()
}

/// The program that wrote the first module of a file, as it names itself: `LLVM19.1.7`.
pub fn producer(bytes: &[u8]) -> Result<String, Error> {
    let file = file::File::open(bytes)?;
    Ok(file.modules.into_iter().next().map(|entry| entry.producer).unwrap_or_default())
}

/// Offsets count from the start of the file, not of the bitstream in its wrapper.
fn located<T>(result: Result<T, Error>, file: &file::File) -> Result<T, Error> {
    result.map_err(|error| error.shifted(file.stream.start as u64 * 8))
}
