//! The floating-point environment of C (`<fenv.h>`): how results are rounded, and which exceptions operations have raised.
//!
//! The rounding is known in every state: a program that sets one which depends on its input forks. Exceptions are followed only in
//! programs that ask for them. Operations on unknown numbers may have raised some and may have not; these are kept apart from those that are
//! certain. States of different environments are not joined.

use braid_expr::Rounding;

/// A set of exceptions, by the bits that x86 has for them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exceptions(pub u8);

impl Exceptions {
    /// None of them.
    pub const NONE: Exceptions = Exceptions(0);
    /// An operation has no result, or an operand is a signaling NaN.
    pub const INVALID: Exceptions = Exceptions(0x01);
    /// A finite number is divided by zero.
    pub const DIVIDED_BY_ZERO: Exceptions = Exceptions(0x04);
    /// A result is beyond the largest number.
    pub const OVERFLOW: Exceptions = Exceptions(0x08);
    /// A result is inexact and below the least normal number.
    pub const UNDERFLOW: Exceptions = Exceptions(0x10);
    /// A result was rounded.
    pub const INEXACT: Exceptions = Exceptions(0x20);
    /// All of them.
    pub const ALL: Exceptions = Exceptions(0x3d);

    /// Those of both sets.
    pub const fn with(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 | other.0)
    }
    /// Those that are not in another set.
    pub const fn without(self, other: Exceptions) -> Exceptions {
        Exceptions(self.0 & !other.0)
    }
    /// These, where something holds.
    pub const fn when(self, holds: bool) -> Exceptions {
        if holds { self } else { Exceptions::NONE }
    }
    /// Returns true if a set has one of another.
    pub const fn has(self, other: Exceptions) -> bool {
        self.0 & other.0 != 0
    }
}

/// The environment of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatEnv {
    rounding: Rounding,
    /// Whether the program looks at exceptions.
    is_watched: bool,
    raised: Exceptions,
    possible: Exceptions,
}

impl Default for FloatEnv {
    fn default() -> FloatEnv {
        FloatEnv {
            rounding: Rounding::NearestEven,
            is_watched: false,
            raised: Exceptions::NONE,
            possible: Exceptions::NONE,
        }
    }
}

impl FloatEnv {
    /// Which way results are rounded.
    pub fn rounding(self) -> Rounding {
        self.rounding
    }
    /// Results are rounded this way from now on.
    pub fn set_rounding(&mut self, rounding: Rounding) {
        self.rounding = rounding;
    }
    /// Returns true if results are rounded to nearest and nobody looks at exceptions: the arithmetic of the host will do.
    pub fn is_plain(self) -> bool {
        self.rounding == Rounding::NearestEven && !self.is_watched
    }
    /// Exceptions are followed from now on.
    pub fn watch(&mut self) {
        self.is_watched = true;
    }
    /// Returns true if exceptions are followed.
    pub fn is_watched(self) -> bool {
        self.is_watched
    }
    /// Records exceptions that an operation has raised, and those that it may have raised.
    pub fn raise(&mut self, raised: Exceptions, possible: Exceptions) {
        if self.is_watched {
            self.raised = self.raised.with(raised);
            self.possible = self.possible.with(possible).without(self.raised);
        }
    }
    /// Forgets exceptions.
    pub fn clear(&mut self, exceptions: Exceptions) {
        self.raised = self.raised.without(exceptions);
        self.possible = self.possible.without(exceptions);
    }
    /// Those that were raised may have been forgotten.
    pub fn doubt(&mut self) {
        self.possible = self.possible.with(self.raised);
        self.raised = Exceptions::NONE;
    }
    /// Exceptions that were raised.
    pub fn raised(self) -> Exceptions {
        self.raised
    }
    /// Exceptions of which it is not known whether they were raised.
    pub fn possible(self) -> Exceptions {
        self.possible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_not_merely_possible() {
        let mut env = FloatEnv::default();
        env.raise(Exceptions::INEXACT, Exceptions::NONE);
        assert_eq!(env, FloatEnv::default(), "nobody watches");
        env.watch();
        env.raise(Exceptions::NONE, Exceptions::ALL);
        env.raise(Exceptions::INEXACT, Exceptions::ALL);
        assert_eq!(env.raised(), Exceptions::INEXACT);
        assert_eq!(env.possible(), Exceptions::ALL.without(Exceptions::INEXACT));
        env.clear(Exceptions::ALL);
        assert_eq!([env.raised(), env.possible()], [Exceptions::NONE; 2]);
        assert!(!env.is_plain());
    }
}
