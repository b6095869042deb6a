//! Bit-vector literals in their three notations.

use super::error::{Problem, SmtError};
use super::syntax::Sexprs;
use super::term::Term;
use crate::{ExprPool, MAX_WIDTH, Value};

/// `(_ bvN width)`.
pub(super) fn bits_literal(pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<Term, SmtError> {
    let fail = |problem| Err(SmtError::new(sexprs.offset(node), problem));
    let parts: Vec<usize> = sexprs.children(node).take(4).collect();
    let decimal = parts.get(1).and_then(|&part| sexprs.text(part).strip_prefix("bv"));
    let (Some(decimal), 3) = (decimal.filter(|text| !text.is_empty()), parts.len()) else {
        return fail(Problem::Unsupported(format!("the term '{}'", sexprs.source(node))));
    };
    let width = sexprs.number(parts[2])?;
    if !(1..=u64::from(MAX_WIDTH)).contains(&width) {
        return fail(Problem::Unsupported(format!("bit-vectors of width {width}, only 1 to {MAX_WIDTH}")));
    }
    let width = width as u32;
    if let Ok(word) = decimal.parse::<u64>() {
        if width >= 64 || word >> width == 0 {
            return Ok(Term::Bits(pool.bv(width, word)));
        }
        return fail(Problem::BadNumber(decimal.to_owned()));
    }
    match decimal_limbs(decimal, width) {
        Some(limbs) => Ok(Term::Bits(pool.bv_value(&Value::from_limbs(width, &limbs)))),
        None => fail(Problem::BadNumber(decimal.to_owned())),
    }
}

/// A decimal number of more than 64 bits, if it fits into `width` bits. Every digit touches each limb: the width is
/// bounded, and a number with more digits than can fit is refused at once.
fn decimal_limbs(text: &str, width: u32) -> Option<Vec<u64>> {
    if text.trim_start_matches('0').len() > width as usize / 3 + 1 {
        return None;
    }
    let mut limbs = vec![0u64; width.div_ceil(64) as usize + 1];
    for digit in text.bytes() {
        let mut carry = u128::from(digit.checked_sub(b'0').filter(|&digit| digit < 10)?);
        for limb in &mut limbs {
            let wide = u128::from(*limb) * 10 + carry;
            (*limb, carry) = (wide as u64, wide >> 64);
        }
    }
    let fits = (width..limbs.len() as u32 * 64).all(|bit| limbs[bit as usize / 64] >> (bit % 64) & 1 == 0);
    fits.then_some(limbs)
}

/// `#x...` and `#b...`.
pub(super) fn digits(pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize, bits: u32) -> Result<Term, SmtError> {
    let text = &sexprs.text(node)[2..];
    let width = text.len() as u64 * u64::from(bits);
    if width > u64::from(MAX_WIDTH) {
        let problem = Problem::Unsupported(format!("bit-vectors of width {width}, only 1 to {MAX_WIDTH}"));
        return Err(SmtError::new(sexprs.offset(node), problem));
    }
    let mut limbs = vec![0u64; width.div_ceil(64) as usize];
    for (at, digit) in text.chars().rev().enumerate() {
        let at = at as u32 * bits;
        let digit = digit.to_digit(1 << bits).expect("the reader has checked the digits");
        limbs[at as usize / 64] |= u64::from(digit) << (at % 64);
    }
    Ok(Term::Bits(pool.bv_wide(width as u32, &limbs)))
}
