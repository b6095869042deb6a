//! Reads LLVM bitcode of any current version into Braid's IR, without LLVM.
