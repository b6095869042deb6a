//! Excerpts of source files for reports: the line, some lines around it, a caret under the column.
//!
//! The names come from debug information, hence from the program under analysis, which is not trusted: only regular files
//! of a sensible size are read, and control characters, which could play tricks with a terminal, are not shown.
//! A file that cannot be read has no excerpt; that is no error.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::place::Place;

/// Lines shown before and after the line itself.
const CONTEXT: u32 = 2;
/// Larger files are not written by hand.
const FILE_LIMIT: u64 = 16 << 20;
/// Longer lines are cut; the caret must still fit on a screen.
const WIDTH_LIMIT: usize = 160;

/// Source files, read at most once each.
#[derive(Debug, Default)]
pub struct Sources {
    /// Where relative names begin; none if no file may be read.
    directory: Option<PathBuf>,
    files: RefCell<BTreeMap<String, Option<Rc<[String]>>>>,
}

impl Sources {
    /// The files that names relative to `directory` mean.
    pub fn new(directory: &Path) -> Sources {
        Sources { directory: Some(directory.to_owned()), files: RefCell::default() }
    }

    /// No files: no excerpts.
    pub fn none() -> Sources {
        Sources::default()
    }

    /// The lines around a place, each ending in a line feed; none if the file or the line is not there.
    pub fn excerpt(&self, place: &Place) -> Option<String> {
        let lines = self.lines(place.file.as_deref()?)?;
        let at = place.line;
        lines.get(usize::try_from(at.checked_sub(1)?).ok()?)?;
        let (first, last) = (at.saturating_sub(CONTEXT).max(1), at.saturating_add(CONTEXT).min(lines.len() as u32));
        let mut text = String::new();
        for number in first..=last {
            let line = &lines[number as usize - 1];
            let mark = if number == at { '>' } else { ' ' };
            text.push_str(format!("{mark}{number:>5} | {}", shown(line)).trim_end());
            text.push('\n');
            if number == at {
                text.push_str(&caret(line, place.column as usize).unwrap_or_default());
            }
        }
        Some(text)
    }

    fn lines(&self, file: &str) -> Option<Rc<[String]>> {
        let mut files = self.files.borrow_mut();
        if let Some(lines) = files.get(file) {
            return lines.clone();
        }
        let lines = self.read(file);
        files.insert(file.to_owned(), lines.clone());
        lines
    }

    fn read(&self, file: &str) -> Option<Rc<[String]>> {
        let path = self.directory.as_ref()?.join(file);
        let about = path.metadata().ok()?;
        if !about.is_file() || about.len() > FILE_LIMIT {
            return None;
        }
        let bytes = std::fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
    }
}

/// The line as it may be shown.
fn shown(line: &str) -> String {
    let harmless = |letter: char| if letter == '\t' || !letter.is_control() { letter } else { '?' };
    line.chars().take(WIDTH_LIMIT).map(harmless).collect()
}

/// The line with the caret; tabs before it stay tabs, so that it stands where the eye expects it. Columns count bytes.
fn caret(line: &str, column: usize) -> Option<String> {
    let before = column.checked_sub(1)?;
    let indent: String = line
        .char_indices()
        .take_while(|&(at, _)| at < before)
        .map(|(_, letter)| if letter == '\t' { '\t' } else { ' ' })
        .collect();
    (before <= line.len() && indent.chars().count() < WIDTH_LIMIT).then(|| format!("       | {indent}^\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, column: u32) -> Place {
        Place { file: Some("a.c".to_owned()), line, column, function: String::new() }
    }

    fn sources(text: &str) -> (tempfile::TempDir, Sources) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), text).unwrap();
        let sources = Sources::new(folder.path());
        (folder, sources)
    }

    #[test]
    fn the_caret_is_under_the_column() {
        let (_folder, sources) = sources("int f(int *p)\n{\n\treturn *p;\n}\n");
        let expected = "     1 | int f(int *p)\n     2 | {\n>    3 | \treturn *p;\n       | \t       ^\n     4 | }\n";
        assert_eq!(sources.excerpt(&place(3, 9)).unwrap(), expected);
    }

    #[test]
    fn columns_count_bytes() {
        let (_folder, sources) = sources("ä = *p;\n");
        assert_eq!(sources.excerpt(&place(1, 6)).unwrap(), ">    1 | ä = *p;\n       |     ^\n");
    }

    #[test]
    fn what_is_not_there_is_not_shown() {
        let (folder, sources) = sources("x\n");
        assert_eq!(sources.excerpt(&place(0, 1)), None);
        assert_eq!(sources.excerpt(&place(2, 1)), None);
        assert_eq!(sources.excerpt(&place(u32::MAX, 1)), None);
        assert_eq!(sources.excerpt(&Place::default()), None);
        assert_eq!(Sources::none().excerpt(&place(1, 1)), None);
        let folder = Place { file: folder.path().to_str().map(str::to_owned), line: 1, ..Place::default() };
        assert_eq!(sources.excerpt(&folder), None);
        assert_eq!(sources.excerpt(&place(1, 900)).unwrap(), ">    1 | x\n", "no caret outside of the line");
    }

    #[test]
    fn control_characters_do_not_reach_a_terminal() {
        let (_folder, sources) = sources("a\x1b[31m\n");
        assert!(!sources.excerpt(&place(1, 1)).unwrap().contains('\x1b'));
    }
}
