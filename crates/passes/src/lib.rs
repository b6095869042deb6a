//! Rewrites of function bodies: promotion to SSA, folding, dead code, block merging.
