//! Pure functions from a function body or module to tables: control flow, dominators, loops, liveness, calls.
