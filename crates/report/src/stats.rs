//! Statistics over time: `stats.csv`, a row for each moment that the driver samples.
//!
//! Every plotting program reads it. The columns are rows of one table, from which the type, the header and the cells are
//! made, so that none of them can be forgotten.

use crate::csv;

/// How a value becomes a cell.
trait Cell {
    fn cell(&self) -> String;
}

impl Cell for u64 {
    fn cell(&self) -> String {
        self.to_string()
    }
}

impl Cell for f64 {
    fn cell(&self) -> String {
        format!("{self:.3}")
    }
}

/// Declares [`Sample`] and its columns from one list of rows.
macro_rules! columns {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty;)+) => {
        /// The state of a run at one moment.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Sample {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        /// The columns of `stats.csv` with their meaning, in order.
        pub const COLUMNS: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc),+))),+];

        impl Sample {
            /// The moment as a row of the file, ending in a line feed.
            pub fn row(&self) -> String {
                csv::row([$(self.$name.cell()),+])
            }
        }
    };
}

columns! {
    /// Seconds since the start.
    time_s: f64;
    /// Instructions executed.
    instructions: u64;
    /// Live states.
    states: u64;
    /// Completed paths; with joined states an upper bound.
    paths: u64;
    /// Tests written.
    tests: u64;
    /// Bugs found, by kind and place.
    bugs: u64;
    /// Forks made.
    forks: u64;
    /// Joins made.
    joins: u64;
    /// Lines reached.
    lines_covered: u64;
    /// Queries that reached the solver.
    queries: u64;
    /// Seconds in the solver.
    solver_time_s: f64;
    /// Memory in use, in 10^6 bytes.
    memory_mb: f64;
    /// Terms that exist.
    terms: u64;
}

/// The first row of the file, ending in a line feed.
pub fn header() -> String {
    csv::row(COLUMNS.iter().map(|(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_columns_of_the_header() {
        let sample = Sample { time_s: 1.5, tests: 7, terms: 9, ..Sample::default() };
        let cells = |text: &str| text.trim_end().split(',').map(str::to_owned).collect::<Vec<_>>();
        let (names, values) = (cells(&header()), cells(&sample.row()));
        assert_eq!(names.len(), values.len());
        let value = |name: &str| &values[names.iter().position(|column| column == name).unwrap()];
        assert_eq!((value("time_s").as_str(), value("tests").as_str(), value("terms").as_str()), ("1.500", "7", "9"));
        assert!(COLUMNS.iter().all(|(_, meaning)| !meaning.trim().is_empty()));
    }
}
