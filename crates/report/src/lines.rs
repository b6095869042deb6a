//! Sets of line numbers, written as ranges: `3-7,9`.
//!
//! Every test lists the lines that it reaches, so a run that writes many tests writes many of these; ranges are short
//! and people can read them.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// No source file has more lines; a damaged file must not make us build a set of four thousand million.
const LINES_LIMIT: usize = 1 << 24;

/// A set of lines of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineSet(BTreeSet<u32>);

impl LineSet {
    /// Adds a line; 0 stands for an unknown line and is left out.
    pub fn insert(&mut self, line: u32) {
        if line > 0 {
            self.0.insert(line);
        }
    }

    /// Whether a line is in the set.
    pub fn contains(&self, line: u32) -> bool {
        self.0.contains(&line)
    }

    /// The lines in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads ranges as they are written.
    pub fn parse(text: &str) -> Result<LineSet, String> {
        let mut set = LineSet::default();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |digits: &str| digits.parse::<u32>().map_err(|_| format!("'{part}' is no range of lines"));
            let (first, last) = (number(first)?, number(last)?);
            if first == 0 || last < first || (last - first) as usize + set.len() > LINES_LIMIT {
                return Err(format!("'{part}' is no range of lines"));
            }
            set.0.extend(first..=last);
        }
        Ok(set)
    }

    /// Maximal ranges of consecutive lines, ascending.
    fn ranges(&self) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for line in self.iter() {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == line => *last = line,
                _ => ranges.push((line, line)),
            }
        }
        ranges
    }
}

impl FromIterator<u32> for LineSet {
    fn from_iter<I: IntoIterator<Item = u32>>(lines: I) -> Self {
        LineSet(lines.into_iter().filter(|&line| line > 0).collect())
    }
}

impl fmt::Display for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (first, last)) in self.ranges().into_iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            match first == last {
                true => write!(f, "{comma}{first}")?,
                false => write!(f, "{comma}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for LineSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LineSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LineSet::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_maximal_and_read_back() {
        for (lines, text) in [(&[][..], ""), (&[4], "4"), (&[9, 3, 4, 5, 0], "3-5,9"), (&[1, 2, 4, 5], "1-2,4-5")] {
            let set: LineSet = lines.iter().copied().collect();
            assert_eq!(set.to_string(), text);
            assert_eq!(LineSet::parse(text).unwrap(), set);
        }
    }

    #[test]
    fn damaged_ranges_are_refused() {
        for text in [",", "3-", "-3", "0", "0-2", "5-4", "x", "1-4294967295"] {
            assert!(LineSet::parse(text).is_err(), "{text}");
        }
    }
}
