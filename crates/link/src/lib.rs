//! Brings files into one module: containers, compilers, symbol resolution.
