//! A fault of the program, as a test claims it and a bug reports it.

use serde::{Deserialize, Serialize};

use crate::place::Place;

/// A fault: what, where, and how the program came there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fault {
    /// The kind, a name of the engine's table of faults, such as `null-deref`.
    pub kind: String,
    /// Where: the innermost place that is the user's own.
    #[serde(flatten)]
    pub place: Place,
    /// What exactly went wrong, in a sentence.
    #[serde(default)]
    pub message: String,
    /// The stack, innermost frame first; may begin with frames of the runtime.
    #[serde(default)]
    pub stack: Vec<Place>,
}

/// How many bytes lie between an object and an access outside of it, as the message of an `out-of-bounds` tells: of
/// `reads 4 bytes at offset 24 of the local variable 't' of 16 bytes: t[i]` it is 8. None if it tells no such numbers.
pub fn distance(message: &str) -> Option<u64> {
    let (access, rest) = message.split_once(" at offset ")?;
    let (offset, object) = rest.split_once(" of ")?;
    let number_before = |text: &str, unit: &str| text.strip_suffix(unit)?.rsplit(' ').next()?.parse::<i64>().ok();
    let bytes = |text: &str| number_before(text, " bytes").or_else(|| number_before(text, " byte"));
    let (width, offset) = (bytes(access)?, offset.parse::<i64>().ok()?);
    // What follows is the expression of the source, which may hold any words.
    let size = bytes(object.split(": ").next()?)?;
    let before = offset.checked_add(width)?.min(0).unsigned_abs();
    Some(before.max(offset.saturating_sub(size).max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_tell_how_far_outside_an_access_is() {
        for (message, expected) in [
            ("reads 4 bytes at offset 24 of the local variable 't' of 16 bytes: t[i] where i = 6", Some(8)),
            ("reads 4 bytes at offset 14 of the local variable 't' of 16 bytes", Some(0)),
            ("writes 1 byte at offset -64 of an allocation of 16 bytes: p[-64 bytes: ]", Some(63)),
            ("writes 4 bytes at offset 9 of the global variable 'x' of 1 byte: x", Some(8)),
            ("access at address 0x10, where there is no object", None),
            ("reads a computed number of bytes at offset 3 of an allocation of 2 bytes", None),
        ] {
            assert_eq!(distance(message), expected, "{message}");
        }
    }
}
