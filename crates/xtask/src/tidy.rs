//! Tidiness: the style rules that a machine can check, as rows of one table.
//!
//! A rule is a name, a reason and a function from a file to what is wrong in it. A file that may break a rule is listed
//! in [`EXCEPTIONS`] with the reason; an exception that nothing needs any more is itself a violation, so the list only
//! holds what is true.

use std::path::Path;

use proc_macro2::TokenTree;

use crate::source::{SourceFile, ident, is_punct};
use crate::violation::Violation;
use crate::workspace;

/// From here on a file is mentioned, so that somebody thinks about splitting it.
const SOFT_FILE_LINES: usize = 600;
/// A longer file is more than one concept. The inline test module does not count.
const HARD_FILE_LINES: usize = 1000;
/// A longer function cannot be held in mind, not even as a table of cases.
const HARD_FUNCTION_LINES: usize = 150;

/// A style rule: its name, and what it finds wrong in a file, by line.
struct Rule {
    name: &'static str,
    check: fn(&SourceFile) -> Vec<(usize, String)>,
}

const RULES: &[Rule] = &[
    Rule { name: "parses", check: parses },
    Rule { name: "opening", check: opening },
    Rule { name: "file-length", check: file_length },
    Rule { name: "function-length", check: function_length },
    Rule { name: "unfinished", check: unfinished },
    Rule { name: "ignored-test", check: ignored_test },
    Rule { name: "marker", check: marker },
    Rule { name: "machine-path", check: machine_path },
    Rule { name: "white-space", check: white_space },
];

/// Rule, file, and why this file may break the rule.
const EXCEPTIONS: &[(&str, &str, &str)] = &[];

/// Checks every file of the workspace at `root`.
pub(crate) fn check(root: &Path) -> Vec<Violation> {
    let files: Vec<SourceFile> =
        workspace::files(root).iter().filter_map(|path| SourceFile::read(root, path)).collect();
    judge(&files, EXCEPTIONS)
}

/// Files over the soft limit, longest first: no violation, but worth a look.
pub(crate) fn long_files(root: &Path) -> Vec<(usize, String)> {
    let files = workspace::files(root);
    let sources = files.iter().filter_map(|path| SourceFile::read(root, path)).filter(SourceFile::is_rust);
    let mut long: Vec<_> = sources.map(|file| (file.lines_without_tests(), file.path)).collect();
    long.retain(|(lines, _)| *lines > SOFT_FILE_LINES);
    long.sort_by(|a, b| b.cmp(a));
    long
}

fn judge(files: &[SourceFile], exceptions: &[(&str, &str, &str)]) -> Vec<Violation> {
    let mut used = vec![false; exceptions.len()];
    let mut violations = Vec::new();
    for file in files {
        for rule in RULES {
            let found = (rule.check)(file);
            let excepted = exceptions.iter().position(|(name, path, _)| *name == rule.name && *path == file.path);
            match excepted {
                Some(at) => used[at] |= !found.is_empty(),
                None => violations.extend(found.into_iter().map(|(line, what)| {
                    Violation::new(format!("{}:{line}", file.path), format!("{what} [{}]", rule.name))
                })),
            }
        }
    }
    let unused = exceptions.iter().zip(used).filter(|(_, used)| !used);
    violations.extend(unused.map(|((rule, path, _), _)| {
        Violation::new(*path, format!("no longer breaks the rule {rule}; remove the exception"))
    }));
    violations
}

fn parses(file: &SourceFile) -> Vec<(usize, String)> {
    match &file.tokens {
        Some(Err(error)) => vec![(1, format!("is not Rust: {error}"))],
        _ => Vec::new(),
    }
}

fn opening(file: &SourceFile) -> Vec<(usize, String)> {
    let opens = file
        .text
        .lines()
        .find(|line| !line.is_empty() && !line.starts_with("#!"))
        .is_some_and(|line| line.starts_with("//!"));
    if file.is_rust() && !opens {
        return vec![(
            1,
            "does not open with `//!`: what it is, why it is separate, the idea, the invariant".to_owned(),
        )];
    }
    Vec::new()
}

fn file_length(file: &SourceFile) -> Vec<(usize, String)> {
    let lines = file.lines_without_tests();
    if file.is_rust() && lines > HARD_FILE_LINES {
        return vec![(
            HARD_FILE_LINES,
            format!("has {lines} lines without tests, at most {HARD_FILE_LINES} are allowed"),
        )];
    }
    Vec::new()
}

fn function_length(file: &SourceFile) -> Vec<(usize, String)> {
    let long = file.functions().into_iter().filter(|function| function.lines > HARD_FUNCTION_LINES);
    let say =
        |lines: usize, name: &str| format!("`{name}` has {lines} lines, at most {HARD_FUNCTION_LINES} are allowed");
    long.map(|function| (function.line, say(function.lines, &function.name))).collect()
}

/// Code that admits to be unfinished at run time instead of saying what it does not support.
fn unfinished(file: &SourceFile) -> Vec<(usize, String)> {
    const MACROS: &[&str] = &["todo", "unimplemented"];
    let mut found = Vec::new();
    for run in file.token_runs() {
        for pair in run.windows(2) {
            let word = ident(pair.first()).unwrap_or_default();
            if MACROS.contains(&word.as_str()) && is_punct(&pair[1], '!') {
                found.push((pair[0].span().start().line, format!("`{word}!` is not an answer; return a typed error")));
            }
        }
    }
    found
}

/// A test that is switched off is forgotten; one that cannot pass yet belongs into tests/pending.txt, where it must fail.
fn ignored_test(file: &SourceFile) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for run in file.token_runs() {
        for pair in run.windows(2) {
            let TokenTree::Group(group) = &pair[1] else { continue };
            let attribute = is_punct(&pair[0], '#')
                && ident(group.stream().into_iter().next().as_ref()).as_deref() == Some("ignore");
            if attribute {
                found.push((pair[0].span().start().line, "an ignored test; list it in tests/pending.txt".to_owned()));
            }
        }
    }
    found
}

/// Notes to self. Spelled in two halves so that this file does not find itself.
fn marker(file: &SourceFile) -> Vec<(usize, String)> {
    const MARKERS: &[&str] = &[concat!("FIX", "ME"), concat!("X", "XX")];
    lines_with(file, MARKERS, "is a note to oneself; say what is missing where a user or reader looks for it")
}

/// Paths that exist on one machine only.
fn machine_path(file: &SourceFile) -> Vec<(usize, String)> {
    const PATHS: &[&str] =
        &[concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];
    lines_with(file, PATHS, "is a path of one machine")
}

fn white_space(file: &SourceFile) -> Vec<(usize, String)> {
    let trailing = |line: &str| line.ends_with([' ', '\t']);
    let mut found: Vec<(usize, String)> = file
        .text
        .lines()
        .enumerate()
        .filter(|(_, line)| trailing(line))
        .map(|(at, _)| (at + 1, "ends with white space".to_owned()))
        .collect();
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        found.push((file.text.lines().count(), "does not end with a newline".to_owned()));
    }
    found
}

fn lines_with(file: &SourceFile, words: &[&str], what: &str) -> Vec<(usize, String)> {
    let hit = |line: &str| words.iter().copied().find(|word| contains_word(line, word));
    let lines = file.text.lines().enumerate();
    lines.filter_map(|(at, line)| hit(line).map(|word| (at + 1, format!("{word} {what}")))).collect()
}

/// Whether `word` stands in `line` on its own, not as part of a longer word or path.
fn contains_word(line: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(joins);
        let after = !word.ends_with('/') && line[at + word.len()..].chars().next().is_some_and(joins);
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules that `text` breaks as a Rust file.
    fn broken(text: &str) -> Vec<&'static str> {
        let file = SourceFile::new("crates/x/src/y.rs", text.to_owned());
        RULES.iter().filter(|rule| !(rule.check)(&file).is_empty()).map(|rule| rule.name).collect()
    }

    #[test]
    fn a_good_file_passes() {
        assert!(broken("//! What it is.\n\nfn a() {\n    let s = \"todo!()\";\n}\n").is_empty());
    }

    #[test]
    fn each_rule_finds_its_sample() {
        let long_function = format!("//! x\nfn a() {{\n{}}}\n", "    b();\n".repeat(HARD_FUNCTION_LINES));
        let long_file = format!("//! x\n{}", "const A: u8 = 1;\n".repeat(HARD_FILE_LINES));
        let marked = format!("//! x\n// {} later\n", concat!("FIX", "ME"));
        let path = format!("//! x\nconst P: &str = \"{}me/x\";\n", concat!("/ho", "me/"));
        for (rule, text) in [
            ("parses", "//! x\nfn a( {\n"),
            ("opening", "fn a() {}\n"),
            ("file-length", long_file.as_str()),
            ("function-length", &long_function),
            ("unfinished", "//! x\nfn a() { todo!() }\n"),
            ("unfinished", "//! x\nmacro_rules! m { () => { unimplemented!(\"x\") } }\n"),
            ("ignored-test", "//! x\n#[test]\n#[ignore = \"slow\"]\nfn a() {}\n"),
            ("marker", &marked),
            ("machine-path", &path),
            ("white-space", "//! x \n"),
            ("white-space", "//! x"),
        ] {
            assert_eq!(broken(text), [rule], "{text}");
        }
    }

    #[test]
    fn an_exception_silences_its_rule_and_no_other() {
        let file = [SourceFile::new("a.rs", "fn a() { todo!() }\n".to_owned())];
        assert_eq!(judge(&file, &[]).len(), 2);
        assert_eq!(judge(&file, &[("opening", "a.rs", "sample")]).len(), 1);
    }

    #[test]
    fn an_exception_that_nothing_needs_is_found() {
        let file = [SourceFile::new("a.rs", "//! Good.\n".to_owned())];
        assert_eq!(judge(&file, &[("opening", "a.rs", "sample")]).len(), 1);
    }

    #[test]
    fn words_are_whole() {
        assert!(contains_word("a b", "b") && !contains_word("ab", "b") && !contains_word("a/bc", "b"));
    }
}
