//! Whether what a compiler made earlier is still the right thing.
//!
//! A stamp is a text beside it: the commands that made it, and every file that went into it (headers too: the
//! compiler lists them) with its size and a digest. It fits if it would be written the same again.

use std::fs;
use std::path::{Path, PathBuf};

/// The name of the stamp beside a program.
const STAMP: &str = "stamp";

/// Whether the program in `folder` was made by these commands from files as they are now.
pub fn fits(folder: &Path, commands: &str) -> bool {
    let Ok(stamp) = fs::read_to_string(folder.join(STAMP)) else { return false };
    let files =
        stamp.lines().filter_map(|line| line.strip_prefix("file ")?.rsplit_once(" size ")).map(|(file, _)| file);
    text(commands, files.map(PathBuf::from)).is_some_and(|now| now == stamp)
}

/// Writes the stamp. Without one the program is simply built again, so an error is none.
pub fn write(folder: &Path, commands: &str, files: Vec<PathBuf>) {
    if let Some(text) = text(commands, files) {
        drop(fs::write(folder.join(STAMP), text));
    }
}

fn text(commands: &str, files: impl IntoIterator<Item = PathBuf>) -> Option<String> {
    let mut text = commands.to_owned();
    for file in files {
        let bytes = fs::read(&file).ok()?;
        text.push_str(&format!("file {} size {} digest {:016x}\n", file.to_str()?, bytes.len(), digest(&bytes)));
    }
    Some(text)
}

/// FNV-1a over eight bytes at a time. It notices edits; nobody gains from fooling it.
pub fn digest(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let word = chunk.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        hash = (hash ^ word).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    }
    hash
}

/// The files that a compiler lists in a rule for make, `target: file file\ with\ blank \`; relative ones lie in
/// `directory`.
pub fn dependencies(rules: &str, directory: &Path) -> Vec<PathBuf> {
    let Some((_, list)) = rules.split_once(": ") else { return Vec::new() };
    // rustc writes further rules after an empty line, one for each file, without contents.
    let list = list.split("\n\n").next().unwrap_or_default().replace("\\\n", " ");
    let mut files = vec![String::new()];
    let mut letters = list.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&' ') => {
                files.last_mut().expect("never empty").push(letters.next().expect("peeked"));
            }
            letter if letter.is_whitespace() => files.push(String::new()),
            letter => files.last_mut().expect("never empty").push(letter),
        }
    }
    files.iter().filter(|file| !file.is_empty()).map(|file| directory.join(file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_files_are_read() {
        let files = dependencies("x.o: a.c /usr/b.h \\\n  c\\ d.h\n\na.c:\n", Path::new("/src"));
        assert_eq!(files, ["/src/a.c", "/usr/b.h", "/src/c d.h"].map(PathBuf::from));
        assert!(dependencies("", Path::new("/")).is_empty());
    }

    #[test]
    fn a_stamp_fits_until_a_file_or_a_command_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b.c");
        fs::write(&file, "int x;").unwrap();
        assert!(!fits(folder.path(), "cc\n"));
        write(folder.path(), "cc\n", vec![file.clone()]);
        assert!(fits(folder.path(), "cc\n"));
        assert!(!fits(folder.path(), "cc -O1\n"));
        fs::write(&file, "int y;").unwrap();
        assert!(!fits(folder.path(), "cc\n"));
        fs::remove_file(&file).unwrap();
        assert!(!fits(folder.path(), "cc\n"));
    }
}
