//! What can be wrong with SMT-LIB text, and where.

use core::fmt;

use super::sort::Sort;

/// A complaint about a script, with the byte it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmtError {
    /// Offset in the text.
    pub at: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The text ends inside a command, a string or a quoted symbol.
    UnexpectedEnd,
    /// A closing parenthesis without an opening one.
    Unbalanced,
    /// A character that begins no token.
    BadCharacter(char),
    /// The text is longer than 4 GiB.
    TooLong,
    /// Something else stands where this was expected.
    Expected(&'static str),
    /// A name that was never declared.
    UnknownSymbol(String),
    /// A name that is declared twice in one scope.
    Redeclared(String),
    /// A number that is too large, or zero where it must not be.
    BadNumber(String),
    /// An operator with the wrong number of arguments.
    Arity {
        /// The operator.
        operator: String,
        /// How many it got.
        found: usize,
    },
    /// An argument of the wrong sort.
    WrongSort {
        /// What the operator takes.
        expected: String,
        /// What it got.
        found: Sort,
    },
    /// A part of the language that Braid does not have.
    Unsupported(String),
    /// A command that makes no sense in the present state.
    Misplaced(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::UnexpectedEnd => write!(f, "the text ends inside a command"),
            Problem::Unbalanced => write!(f, "')' without '('"),
            Problem::BadCharacter(c) => write!(f, "the character {c:?} begins no token"),
            Problem::TooLong => write!(f, "the text is longer than 4 GiB"),
            Problem::Expected(what) => write!(f, "expected {what}"),
            Problem::UnknownSymbol(name) => write!(f, "unknown symbol '{name}'"),
            Problem::Redeclared(name) => write!(f, "'{name}' is already declared"),
            Problem::BadNumber(text) => write!(f, "the number '{text}' does not fit here"),
            Problem::Arity { operator, found } => write!(f, "'{operator}' does not take {found} arguments"),
            Problem::WrongSort { expected, found } => write!(f, "expected {expected}, found a term of sort {found}"),
            Problem::Unsupported(what) => write!(f, "unsupported: {what}"),
            Problem::Misplaced(what) => write!(f, "{what}"),
        }
    }
}

impl fmt::Display for SmtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.problem)
    }
}

impl core::error::Error for SmtError {}

impl SmtError {
    /// A complaint about the byte at `at`.
    pub fn new(at: usize, problem: Problem) -> SmtError {
        SmtError { at, problem }
    }
}
