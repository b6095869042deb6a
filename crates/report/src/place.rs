//! A place in the source: what debug information tells, as far as it tells.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in the source. Without debug information there is only the function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The file as debug information names it, if it is known.
    pub file: Option<String>,
    /// The line, counted from 1; 0 if unknown.
    #[serde(default)]
    pub line: u32,
    /// The column, counted from 1; 0 if unknown.
    #[serde(default)]
    pub column: u32,
    /// The function's name in the source, or its symbol.
    #[serde(default)]
    pub function: String,
}

impl Place {
    /// The place with the word before it: `at file:line in function`, or `in function` if that is all that is known.
    pub fn located(&self) -> String {
        located(&self.to_string())
    }
}

/// A place that was written as text, with the word before it.
pub fn located(place: &str) -> String {
    if place.starts_with("in ") { place.to_owned() } else { format!("at {place}") }
}

impl fmt::Display for Place {
    /// `file:line:column in function`, as far as known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            f.write_str(file)?;
            for number in [self.line, self.column].into_iter().take_while(|&number| number > 0) {
                write!(f, ":{number}")?;
            }
        }
        match (&self.file, self.function.as_str()) {
            (Some(_), "") => Ok(()),
            (Some(_), function) => write!(f, " in {function}"),
            (None, "") => f.write_str("an unknown place"),
            (None, function) => write!(f, "in {function}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_is_shown_as_is_known() {
        let place = |file: Option<&str>, line, column, function: &str| {
            Place { file: file.map(str::to_owned), line, column, function: function.to_owned() }.to_string()
        };
        assert_eq!(place(Some("a.c"), 3, 9, "f"), "a.c:3:9 in f");
        assert_eq!(place(Some("a.c"), 3, 0, "f"), "a.c:3 in f");
        assert_eq!(place(Some("a.c"), 0, 9, ""), "a.c");
        assert_eq!(place(None, 3, 9, "f"), "in f");
        assert_eq!(place(None, 0, 0, ""), "an unknown place");
    }

    #[test]
    fn a_place_without_a_file_has_no_at() {
        assert_eq!(located("a.c:3 in f"), "at a.c:3 in f");
        assert_eq!(located("an unknown place"), "at an unknown place");
        assert_eq!(Place { function: "f".to_owned(), ..Place::default() }.located(), "in f");
    }
}
