//! Loading of real files: what they may be, how sources are compiled, and linking compared with `llvm-link`.

mod containers;
mod linking;
mod sources;
mod support;
