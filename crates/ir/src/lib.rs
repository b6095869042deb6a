//! Braid's own typed program representation: types, layout, instructions, text form, verifier.
