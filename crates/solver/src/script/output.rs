//! How values, models and names are written.

use core::fmt::Write;

use braid_expr::Value;
use braid_expr::smt::Sort;

/// The value of an array: one element everywhere but at some indexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ArrayValue {
    pub(super) default: u64,
    /// Index and element, by index; those equal to the default are left out when written.
    pub(super) cells: std::collections::BTreeMap<u64, u64>,
}

/// A bit-vector: hexadecimal if its width allows, else binary.
pub(super) fn bits(out: &mut String, value: &Value) {
    let width = value.width();
    let (prefix, step) = if width.is_multiple_of(4) { ("#x", 4) } else { ("#b", 1) };
    out.push_str(prefix);
    for low in (0..width).step_by(step).rev() {
        let digit = (0..step as u32).fold(0, |digit, bit| digit | u32::from(value.bit(low + bit)) << bit);
        out.push(char::from_digit(digit, 16).expect("four bits are a digit"));
    }
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

/// A name, between bars where it must be.
pub(super) fn name(out: &mut String, name: &str) {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        out.push_str(name);
    } else {
        let _ = write!(out, "|{name}|");
    }
}
