//! Bytes that are mostly text, as a string that people can read and that loses nothing.
//!
//! What a program prints, and its inputs, need not be UTF-8, so JSON cannot hold them as they are. Printable ASCII stands
//! for itself; a backslash is doubled; line feed, carriage return and tab have their letters; all else is `\xNN`.

use std::fmt::{self, Write as _};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A sequence of bytes, written with escapes.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Bytes(pub Vec<u8>);

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Bytes(bytes.to_vec())
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&self.0))
    }
}

/// The bytes as text with escapes.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => write!(text, "\\x{byte:02x}").expect("a string takes everything"),
        }
    }
    text
}

/// The bytes that a text with escapes stands for; what is wrong if it is none.
pub fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '\\' => bytes.push(unescape_one(&mut rest)?),
            ' '..='~' => bytes.push(letter as u8),
            _ => return Err(format!("{letter:?} must be written as an escape")),
        }
    }
    Ok(bytes)
}

fn unescape_one(rest: &mut std::str::Chars<'_>) -> Result<u8, String> {
    match rest.next() {
        Some('\\') => Ok(b'\\'),
        Some('n') => Ok(b'\n'),
        Some('r') => Ok(b'\r'),
        Some('t') => Ok(b'\t'),
        Some('x') => {
            let mut digit = || rest.next().and_then(|letter| letter.to_digit(16));
            match (digit(), digit()) {
                (Some(high), Some(low)) => Ok((high * 16 + low) as u8),
                _ => Err("\\x needs two hexadecimal digits".to_owned()),
            }
        }
        Some(letter) => Err(format!("there is no escape \\{letter}")),
        None => Err("a backslash at the end".to_owned()),
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&escape(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        unescape(&text).map(Bytes).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&escape(&all)).unwrap(), all);
        let json = serde_json::to_string(&Bytes(all.clone())).unwrap();
        assert!(json.is_ascii());
        assert_eq!(serde_json::from_str::<Bytes>(&json).unwrap().0, all);
    }

    #[test]
    fn text_stays_readable() {
        assert_eq!(escape(b"a \"b\"\n\\\0\xff"), "a \"b\"\\n\\\\\\x00\\xff");
    }

    #[test]
    fn damaged_escapes_are_refused() {
        for text in ["\\", "\\x", "\\x1", "\\xg0", "\\q", "ä", "\n"] {
            assert!(unescape(text).is_err(), "{text:?}");
        }
    }
}
