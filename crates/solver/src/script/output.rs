//! How values, models and names are written.

use core::fmt::Write;

use braid_expr::smt::{Sort, print};
use braid_expr::{Format, Rounding, Value};

/// The value of an array: one element everywhere but at some indexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ArrayValue {
    pub(super) default: u64,
    /// Index and element, by index; those equal to the default are left out when written.
    pub(super) cells: std::collections::BTreeMap<u64, u64>,
}

/// A bit-vector.
pub(super) fn bits(out: &mut String, value: &Value) {
    out.push_str(&print::literal(value));
}

/// A boolean.
pub(super) fn boolean(out: &mut String, value: &Value) {
    out.push_str(if value.is_true() { "true" } else { "false" });
}

/// An array as stores into an array of one value.
pub(super) fn array(out: &mut String, sort: Sort, value: &ArrayValue) {
    let Sort::Array { index, element } = sort else { return };
    let cells: Vec<_> = value.cells.iter().filter(|&(_, &cell)| cell != value.default).collect();
    out.push_str(&"(store ".repeat(cells.len()));
    let _ = write!(out, "((as const {sort}) ");
    bits(out, &Value::new(element, value.default));
    out.push(')');
    for (&at, &cell) in cells {
        out.push(' ');
        bits(out, &Value::new(index, at));
        out.push(' ');
        bits(out, &Value::new(element, cell));
        out.push(')');
    }
}

/// A number: `(fp sign exponent significand)`, or the NaN by name.
pub(super) fn float(out: &mut String, format: Format, value: &Value) {
    let (exponent, fraction) = (format.exponent_bits(), format.fraction_bits());
    let is_nan = value.extract(fraction, exponent).is_ones() && !value.extract(0, fraction).is_zero();
    if is_nan {
        let _ = write!(out, "(_ NaN {exponent} {})", format.precision());
        return;
    }
    out.push_str("(fp");
    for (low, width) in [(exponent + fraction, 1), (fraction, exponent), (0, fraction)] {
        out.push_str(" #b");
        let part = value.extract(low, width);
        out.extend((0..width).rev().map(|at| if part.bit(at) { '1' } else { '0' }));
    }
    out.push(')');
}

/// A rounding mode by its name.
pub(super) fn mode(out: &mut String, value: &Value) {
    let mode = value.to_u64().and_then(|code| Rounding::ALL.get(code as usize));
    out.push_str(mode.map_or("RTZ", |mode| mode.name()));
}
