//! Inputs for people: each with its name, its bytes, and as the number that it may be.

use std::fmt::Write as _;

use crate::bytes::escape;
use crate::ktest::{InputObject, KTest};

/// More bytes of an input are not shown; the file has them all.
const SHOWN: usize = 64;

/// The inputs of a test, one line each.
pub fn render(test: &KTest) -> String {
    test.objects.iter().map(|object| format!("  {}\n", line(object))).collect()
}

fn line(object: &InputObject) -> String {
    let count = object.bytes.len();
    let unit = if count == 1 { "byte" } else { "bytes" };
    let mut text = format!("{} ({count} {unit}): ", object.name_text());
    match integer(&object.bytes) {
        Some((signed, unsigned)) => {
            write!(text, "{signed}").expect("a string takes everything");
            if signed.is_negative() {
                write!(text, " or {unsigned}").expect("a string takes everything");
            }
            write!(text, ", \"{}\"", escape(&object.bytes)).expect("a string takes everything");
        }
        None => {
            let shown = &object.bytes[..count.min(SHOWN)];
            let more = if count > SHOWN { " ..." } else { "" };
            write!(text, "\"{}\"{more}", escape(shown)).expect("a string takes everything");
        }
    }
    text
}

/// The bytes as a little-endian integer, signed and unsigned, if they have the size of one.
fn integer(bytes: &[u8]) -> Option<(i64, u64)> {
    if ![1, 2, 4, 8].contains(&bytes.len()) {
        return None;
    }
    let unsigned = bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
    let unused = 64 - 8 * bytes.len() as u32;
    Some(((unsigned << unused) as i64 >> unused, unsigned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_numbers() {
        let objects = vec![
            InputObject::new("x", &[1, 0, 0, 0]),
            InputObject::new("y", &[0xfe, 0xff]),
            InputObject::new("s", b"abc"),
            InputObject::new("big", &[b'z'; 65]),
        ];
        let text = render(&KTest { objects, ..KTest::default() });
        let expected = format!(
            "  x (4 bytes): 1, \"\\x01\\x00\\x00\\x00\"\n  y (2 bytes): -2 or 65534, \"\\xfe\\xff\"\n  \
             s (3 bytes): \"abc\"\n  big (65 bytes): \"{}\" ...\n",
            "z".repeat(64)
        );
        assert_eq!(text, expected);
    }
}
