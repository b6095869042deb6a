//! Brings the files of a command line into one module.
//!
//! [`load()`] takes paths: LLVM bitcode (bare or wrapped), archives, object files that carry bitcode, Braid's own text
//! form, and C, C++ and Rust source files, which the compiler of the machine turns into bitcode. Several modules are
//! linked into one by the rules of the system's linker. Bodies stay lazy throughout.
//!
//! This crate knows files, compilers and symbols. It does not know what instructions mean, and it never prints.

mod appending;
pub mod builds;
mod combine;
mod comdat;
mod compile;
mod container;
mod contents;
mod error;
mod file;
mod library;
mod load;
mod place;
mod pull;
mod read;
mod resolve;
mod rust_library;
mod source;
pub mod stamp;
mod target;
#[cfg(test)]
mod tests;
mod translate;
mod undefined;

pub use comdat::Property;
pub use compile::{CompileError, FLOATS_OF_I386, Header, Language, Toolchain, write_headers};
pub use container::ContainerError;
pub use error::{Duplicate, LinkError, LoadError, Missing, Warning};
pub use library::{Library, LibraryModule};
pub use load::{LoadOptions, Program, Undefined, is_source, link, load, load_bytes};
pub use place::{Place, source_of};
pub use target::Target;
pub use undefined::undefined;
