//! Numbers in JSON that stay exact.
//!
//! Most readers of JSON keep numbers as doubles, which are exact only up to 2^53. A count beyond that is written as a
//! string of its decimal digits. Numbers of paths grow without limit when states join (each join adds up what the joined
//! states stand for), so a count may have more digits than any machine word.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest number that every reader of JSON keeps exactly.
const EXACT: u64 = 1 << 53;

/// An estimate is never more than this.
pub const ESTIMATES_END: u64 = 1_000_000_000_000_000_000;

/// A count of any size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count(Digits);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Digits {
    Word(u64),
    /// Decimal digits without leading zeros, of a number beyond `u64`.
    Long(String),
}

impl Count {
    /// A count given by its decimal digits; none if they are something else.
    pub fn from_decimal(digits: &str) -> Option<Count> {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let trimmed = digits.trim_start_matches('0');
        if trimmed.is_empty() {
            return Some(Count::from(0u64));
        }
        Some(trimmed.parse::<u64>().map_or_else(|_| Count(Digits::Long(trimmed.to_owned())), Count::from))
    }

    /// An estimate: beyond [`ESTIMATES_END`], where it tells nothing but that there are many, it is that number.
    pub fn estimate(number: u128) -> Count {
        Count::from(number.min(ESTIMATES_END.into()))
    }

    /// Returns true if, of an estimate, it is only known that there are more.
    pub fn is_off_the_scale(&self) -> bool {
        self.word() == Some(ESTIMATES_END)
    }

    /// The count as a machine word, if it fits.
    pub fn word(&self) -> Option<u64> {
        match self.0 {
            Digits::Word(word) => Some(word),
            Digits::Long(_) => None,
        }
    }
}

impl Default for Count {
    fn default() -> Self {
        Count::from(0u64)
    }
}

impl From<u64> for Count {
    fn from(word: u64) -> Self {
        Count(Digits::Word(word))
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        u64::try_from(number).map_or_else(|_| Count(Digits::Long(number.to_string())), Count::from)
    }
}

impl From<usize> for Count {
    fn from(number: usize) -> Self {
        Count::from(number as u128)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Digits::Word(word) => f.pad(&word.to_string()),
            Digits::Long(digits) => f.pad(digits),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Digits::Word(word) if word <= EXACT => serializer.serialize_u64(word),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CountVisitor)
    }
}

struct CountVisitor;

impl Visitor<'_> for CountVisitor {
    type Value = Count;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a count: a number, or a string of decimal digits")
    }

    fn visit_u64<E: de::Error>(self, word: u64) -> Result<Count, E> {
        Ok(Count::from(word))
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<Count, E> {
        Count::from_decimal(digits).ok_or_else(|| E::invalid_value(de::Unexpected::Str(digits), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_doubles_cannot_keep_become_strings() {
        for (count, json) in [
            (Count::from(0u64), "0"),
            (Count::from(1u64 << 53), "9007199254740992"),
            (Count::from((1u64 << 53) + 1), "\"9007199254740993\""),
            (Count::from(u64::MAX), "\"18446744073709551615\""),
            (Count::from(1u128 << 64), "\"18446744073709551616\""),
            (Count::from_decimal(&format!("1{}", "0".repeat(50))).unwrap(), &format!("\"1{}\"", "0".repeat(50))),
        ] {
            assert_eq!(serde_json::to_string(&count).unwrap(), json);
            assert_eq!(serde_json::from_str::<Count>(json).unwrap(), count);
        }
    }

    #[test]
    fn an_estimate_has_an_end() {
        assert_eq!(Count::estimate(12), Count::from(12u64));
        let most = Count::estimate(u128::MAX);
        assert!(most.is_off_the_scale() && !Count::estimate(12).is_off_the_scale());
        assert_eq!(serde_json::to_string(&most).unwrap(), "\"1000000000000000000\"");
    }

    #[test]
    fn what_is_no_count_is_refused() {
        for json in ["-1", "1.5", "\"\"", "\"12a\"", "null", "[1]"] {
            assert!(serde_json::from_str::<Count>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn equal_numbers_are_equal_however_they_are_made() {
        assert_eq!(Count::from_decimal("007"), Some(Count::from(7u64)));
        assert_eq!(Count::from_decimal("000"), Some(Count::from(0u64)));
        assert_eq!(Count::from_decimal("18446744073709551616"), Some(Count::from(1u128 << 64)));
    }
}
