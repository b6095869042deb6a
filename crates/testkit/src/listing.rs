//! LLVM's text form, read as far as it can be counted.
