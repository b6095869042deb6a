//! Sorts: booleans, bit-vectors, arrays between bit-vectors, floating-point numbers and their rounding modes.

use core::fmt;

use super::error::{Problem, SmtError};
use super::float;
use super::syntax::{Sexprs, TokenKind};
use crate::{Format, MAX_ARRAY_WIDTH, MAX_WIDTH};

/// The sort of a term. Booleans are kept apart from bit-vectors of width 1 in the text, though not in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// `Bool`.
    Bool,
    /// `(_ BitVec n)`.
    Bits(u32),
    /// `(Array (_ BitVec index) (_ BitVec element))`.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
    /// `(_ FloatingPoint exponent significand)`.
    Float(Format),
    /// `RoundingMode`.
    Mode,
    /// `Real`, of constants only.
    Real,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))"),
            Sort::Float(format) => {
                write!(f, "(_ FloatingPoint {} {})", format.exponent_bits(), format.precision())
            }
            Sort::Mode => write!(f, "RoundingMode"),
            Sort::Real => write!(f, "Real"),
        }
    }
}

impl Sort {
    /// The sort that the s-expression at `node` names.
    pub fn parse(sexprs: &Sexprs<'_>, node: usize) -> Result<Sort, SmtError> {
        let fail = |problem| Err(SmtError::new(sexprs.offset(node), problem));
        if sexprs.kind(node) != TokenKind::List {
            return match sexprs.text(node) {
                "Bool" => Ok(Sort::Bool),
                "RoundingMode" => Ok(Sort::Mode),
                "Float16" => Ok(Sort::Float(Format::HALF)),
                "Float32" => Ok(Sort::Float(Format::SINGLE)),
                "Float64" => Ok(Sort::Float(Format::DOUBLE)),
                "Float128" => Ok(Sort::Float(Format::QUAD)),
                name => fail(Problem::Unsupported(format!("the sort '{name}'"))),
            };
        }
        let parts: Vec<usize> = sexprs.children(node).collect();
        match (parts.first().map(|&head| sexprs.text(head)), parts.len()) {
            (Some("_"), 3) if sexprs.text(parts[1]) == "BitVec" => {
                let width = sexprs.number(parts[2])?;
                if !(1..=u64::from(MAX_WIDTH)).contains(&width) {
                    return fail(Problem::Unsupported(format!("bit-vectors of width {width}, only 1 to {MAX_WIDTH}")));
                }
                Ok(Sort::Bits(width as u32))
            }
            (Some("_"), 4) if sexprs.text(parts[1]) == "FloatingPoint" => {
                let (exponent, significand) = (sexprs.number(parts[2])?, sexprs.number(parts[3])?);
                Ok(Sort::Float(float::format(sexprs, node, exponent, significand)?))
            }
            (Some("Array"), 3) => {
                let (index, element) = (array_part(sexprs, parts[1])?, array_part(sexprs, parts[2])?);
                Ok(Sort::Array { index, element })
            }
            _ => fail(Problem::Unsupported(format!("the sort '{}'", sexprs.source(node)))),
        }
    }
}

/// The width of an index or element sort. `Sort::parse` calls itself once at most: arrays of arrays are refused.
fn array_part(sexprs: &Sexprs<'_>, node: usize) -> Result<u32, SmtError> {
    let head = sexprs.children(node).next();
    if sexprs.kind(node) == TokenKind::List
        && head.is_some_and(|head| sexprs.text(head) == "_")
        && let Sort::Bits(width @ 1..=MAX_ARRAY_WIDTH) = Sort::parse(sexprs, node)?
    {
        return Ok(width);
    }
    let what = format!("arrays from or to '{}', only bit-vectors of width 1 to {MAX_ARRAY_WIDTH}", sexprs.source(node));
    Err(SmtError::new(sexprs.offset(node), Problem::Unsupported(what)))
}
