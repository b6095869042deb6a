//! How values, models and names are written.

use core::fmt::Write;

use braid_expr::Value;
use braid_expr::smt::{Sort, print};

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
