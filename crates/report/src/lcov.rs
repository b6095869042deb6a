//! Coverage by line, in the format of lcov, which genhtml, editors and coverage services read.
//!
//! A record per source file: `SF:` names it, `DA:line,hits` is a line that has code, `LF` and `LH` say how many lines
//! there are and how many were hit. Lines were hit by execution in the engine, on any path; replayed tests may add nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::run::Coverage;

/// How often each line that has code was hit, by file.
pub type LineTable = BTreeMap<String, BTreeMap<u32, u64>>;

/// The contents of `lcov.info`. Relative names begin at `directory`, so that tools find the files from anywhere.
pub fn render(table: &LineTable, directory: &str) -> String {
    let mut text = String::new();
    for (file, lines) in table {
        let hit = lines.values().filter(|&&hits| hits > 0).count();
        write!(text, "TN:\nSF:{}\n", absolute(file, directory)).expect("a string takes everything");
        for (line, hits) in lines {
            writeln!(text, "DA:{line},{hits}").expect("a string takes everything");
        }
        write!(text, "LF:{}\nLH:{hit}\nend_of_record\n", lines.len()).expect("a string takes everything");
    }
    text
}

/// The numbers of the whole table.
pub fn totals(table: &LineTable) -> Coverage {
    let hits = || table.values().flat_map(|lines| lines.values());
    Coverage { lines_covered: hits().filter(|&&hits| hits > 0).count() as u64, lines_total: hits().count() as u64 }
}

/// Reads `lcov.info`; what is wrong, with the line, if it is none. Records that we do not write are passed over.
pub fn parse(text: &str) -> Result<LineTable, String> {
    let mut table = LineTable::new();
    let mut file: Option<String> = None;
    for (at, record) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}", at + 1);
        if let Some(name) = record.strip_prefix("SF:") {
            table.entry(name.to_owned()).or_default();
            file = Some(name.to_owned());
        } else if let Some(data) = record.strip_prefix("DA:") {
            let file = file.as_ref().ok_or_else(|| wrong("a line outside of a file"))?;
            let mut numbers = data.split(',');
            let line = numbers.next().and_then(|digits| digits.parse().ok()).ok_or_else(|| wrong("no line number"))?;
            let hits: u64 = numbers.next().and_then(|digits| digits.parse().ok()).ok_or_else(|| wrong("no count"))?;
            let sum = table.get_mut(file).expect("entered with its name").entry(line).or_default();
            *sum = sum.saturating_add(hits);
        } else if record == "end_of_record" {
            file = None;
        }
    }
    Ok(table)
}

/// A line feed in a name would end the record.
fn absolute(file: &str, directory: &str) -> String {
    let path = if file.starts_with('/') || directory.is_empty() {
        file.to_owned()
    } else {
        format!("{}/{file}", directory.trim_end_matches('/'))
    };
    path.replace(['\n', '\r'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> LineTable {
        let b = [(3, 0), (1, 7)].into_iter().collect();
        let a = [(10, 1)].into_iter().collect();
        [("src/b.c".to_owned(), b), ("/abs/a.c".to_owned(), a)].into_iter().collect()
    }

    #[test]
    fn the_format_is_lcovs() {
        let text = render(&table(), "/src/me/");
        let expected = "TN:\nSF:/abs/a.c\nDA:10,1\nLF:1\nLH:1\nend_of_record\n\
                        TN:\nSF:/src/me/src/b.c\nDA:1,7\nDA:3,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(text, expected);
        assert_eq!(totals(&table()), Coverage { lines_covered: 2, lines_total: 3 });
    }

    #[test]
    fn what_is_written_reads_back() {
        assert_eq!(parse(&render(&table(), "")).unwrap(), table());
    }

    #[test]
    fn damage_is_told_with_its_line() {
        assert_eq!(parse("DA:1,1").unwrap_err(), "line 1: a line outside of a file");
        assert_eq!(parse("SF:a\nDA:x,1").unwrap_err(), "line 2: no line number");
        assert_eq!(parse("SF:a\nDA:1").unwrap_err(), "line 2: no count");
    }

    #[test]
    fn a_name_cannot_break_the_format() {
        let lines = [(1, 1)].into_iter().collect();
        let text = render(&[("a\nDA:9,9".to_owned(), lines)].into_iter().collect(), "");
        assert_eq!(parse(&text).unwrap().values().map(BTreeMap::len).sum::<usize>(), 1);
    }
}
