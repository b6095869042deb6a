//! What the tidiness rules look at: a file's lines, and for Rust its tokens.
//!
//! Tokens, not text, decide about Rust code: a forbidden macro inside a string or a comment is no violation, and a
//! function's length is taken from the braces of its body, also inside a macro definition.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A file to be checked.
pub(crate) struct SourceFile {
    /// Relative to the root of the workspace, with forward slashes.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
    /// Its tokens if it is Rust; `Err` says why it is not.
    pub(crate) tokens: Option<Result<TokenStream, String>>,
}

/// A function and where its body starts and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    /// Its name.
    pub(crate) name: String,
    /// The line of its name.
    pub(crate) line: usize,
    /// From the line of its name to the closing brace.
    pub(crate) lines: usize,
}

impl SourceFile {
    /// Reads a file; `None` if it is not text.
    pub(crate) fn read(root: &Path, path: &PathBuf) -> Option<Self> {
        let text = std::fs::read_to_string(root.join(path)).ok()?;
        Some(Self::new(&path.to_string_lossy().replace('\\', "/"), text))
    }

    /// A file with this text.
    pub(crate) fn new(path: &str, text: String) -> Self {
        let tokens = path.ends_with(".rs").then(|| text.parse().map_err(|error| format!("{error}")));
        SourceFile { path: path.to_owned(), text, tokens }
    }

    /// Whether it is Rust.
    pub(crate) fn is_rust(&self) -> bool {
        self.tokens.is_some()
    }

    /// Lines of Rust up to the inline test module, if there is one at the end.
    pub(crate) fn lines_without_tests(&self) -> usize {
        let is_tests = |line: &&str| line.starts_with("#[cfg(test)]");
        let before_tests = self.text.lines().position(|line| is_tests(&line));
        before_tests
            .filter(|at| self.text.lines().nth(at + 1).is_some_and(|line| line.ends_with('{')))
            .unwrap_or(self.text.lines().count())
    }

    /// Every run of tokens that stand side by side, in any nesting: the file itself and the inside of each bracket.
    pub(crate) fn token_runs(&self) -> Vec<Vec<TokenTree>> {
        let Some(Ok(tokens)) = &self.tokens else { return Vec::new() };
        let mut runs = Vec::new();
        let mut open = vec![tokens.clone()];
        while let Some(stream) = open.pop() {
            let run: Vec<TokenTree> = stream.into_iter().collect();
            open.extend(run.iter().filter_map(|token| match token {
                TokenTree::Group(group) => Some(group.stream()),
                _ => None,
            }));
            runs.push(run);
        }
        runs
    }

    /// Every function with a body.
    pub(crate) fn functions(&self) -> Vec<Function> {
        let mut found: Vec<Function> = self.token_runs().iter().flat_map(|run| functions_in(run)).collect();
        found.sort_by_key(|function| function.line);
        found
    }
}

fn functions_in(run: &[TokenTree]) -> Vec<Function> {
    let starts = (0..run.len()).filter(|&at| ident(run.get(at)).is_some_and(|word| word == "fn"));
    starts.filter_map(|at| function_at(&run[at + 1..])).collect()
}

/// The function whose `fn` stands just before `rest`; a function type or a declaration without body is none.
fn function_at(rest: &[TokenTree]) -> Option<Function> {
    let name = ident(rest.first())?;
    let line = rest[0].span().start().line;
    let body = rest.iter().take_while(|token| !is_punct(token, ';')).find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    })?;
    Some(Function { name, line, lines: body.span_close().end().line + 1 - line })
}

/// The word that this token is, if it is one.
pub(crate) fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

/// Whether this token is that punctuation mark.
pub(crate) fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(text: &str) -> SourceFile {
        SourceFile::new("sample.rs", text.to_owned())
    }

    #[test]
    fn functions_are_measured_wherever_they_stand() {
        let file = rust(
            "fn a() {\n}\nimpl T {\n    fn b(f: fn(u8) -> u8) -> u8 {\n        1\n    }\n}\ntrait U { fn c(); }\nmacro_rules! m { () => { fn d() {\n\n} } }\n",
        );
        let found: Vec<_> = file.functions().into_iter().map(|f| (f.name, f.line, f.lines)).collect();
        assert_eq!(found, [("a".to_owned(), 1, 2), ("b".to_owned(), 4, 3), ("d".to_owned(), 9, 3)]);
    }

    #[test]
    fn an_inline_test_module_does_not_count() {
        assert_eq!(rust("//! x\nfn a() {}\n#[cfg(test)]\nmod tests {\n}\n").lines_without_tests(), 2);
        assert_eq!(rust("//! x\n#[cfg(test)]\nmod tests;\nfn a() {}\n").lines_without_tests(), 4);
    }
}
