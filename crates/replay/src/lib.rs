//! Runs a test natively and confirms what it claims.
