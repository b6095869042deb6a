//! What the tests of the passes share: a builder of small functions, a machine that runs them, and random programs.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod build;
pub(crate) mod machine;
pub(crate) mod random;
