//! Cells of tables separated by commas (RFC 4180), shared by the statistics and the fork profile.

/// One row, ending in a line feed. A cell with a comma, quote or line feed is quoted.
pub(crate) fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let mut text = cells.into_iter().map(|cell| quoted(cell.as_ref())).collect::<Vec<_>>().join(",");
    text.push('\n');
    text
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_needed() {
        assert_eq!(row(["a", "b,c", "d\"e", ""]), "a,\"b,c\",\"d\"\"e\",\n");
    }
}
