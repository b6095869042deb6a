//! Text to s-expressions: one command at a time, into a flat table that is reused.
//!
//! A node is a token or a list; the table is in reading order and each node knows where its subtree ends, so walking
//! needs no pointers and reading needs no recursion. Lines and columns are counted only when there is something to
//! complain about.

use core::fmt;

use super::error::{Problem, SmtError};

/// A place in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Position {
    /// The place of the byte at `offset` of `text`.
    pub fn of(text: &str, offset: usize) -> Position {
        let offset = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Position { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl Position {
    /// The start of a text.
    pub const START: Position = Position { line: 1, column: 1 };

    /// This place, counted in a text that itself begins at `start`.
    pub fn from(self, start: Position) -> Position {
        match self.line {
            1 => Position { line: start.line, column: start.column + self.column - 1 },
            line => Position { line: start.line + line - 1, column: self.column },
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}", self.line, self.column)
    }
}

/// What a node of an s-expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `( ... )`; its children follow it.
    List,
    /// A name, plain or between bars.
    Symbol,
    /// `:name`.
    Keyword,
    /// A decimal number.
    Numeral,
    /// A decimal number with a point.
    Decimal,
    /// `#x...`.
    Hexadecimal,
    /// `#b...`.
    Binary,
    /// `"..."`.
    String,
}

/// A node of an s-expression.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where its text starts; the bars of a quoted symbol and the quotes of a string are not part of it.
    start: u32,
    /// Where its text ends.
    end: u32,
    /// The index of the first node after its subtree.
    next: u32,
}

/// The s-expressions of one command.
#[derive(Debug)]
pub struct Sexprs<'a> {
    text: &'a str,
    nodes: Vec<Token>,
    /// Lists that are not closed yet, while reading.
    open: Vec<u32>,
}

impl<'a> Sexprs<'a> {
    /// An empty table for commands of `text`.
    pub fn new(text: &'a str) -> Self {
        Sexprs { text, nodes: Vec::new(), open: Vec::new() }
    }
    /// What the node is.
    #[inline]
    pub fn kind(&self, node: usize) -> TokenKind {
        self.nodes[node].kind
    }
    /// The text of a token: names without bars, strings without quotes; empty for a list.
    #[inline]
    pub fn text(&self, node: usize) -> &'a str {
        let token = self.nodes[node];
        if token.kind == TokenKind::List { "" } else { &self.text[token.start as usize..token.end as usize] }
    }
    /// The text of a node as it stands, for messages; long ones are cut.
    pub fn source(&self, node: usize) -> String {
        const MOST: usize = 60;
        let token = self.nodes[node];
        let whole = &self.text[token.start as usize..token.end as usize];
        match whole.char_indices().nth(MOST) {
            Some((at, _)) => format!("{}…", &whole[..at]),
            None => whole.to_owned(),
        }
    }
    /// The text of a node as it stands, whole.
    pub fn whole_source(&self, node: usize) -> &'a str {
        let token = self.nodes[node];
        // The bars of a quoted symbol and the quotes of a string stand around its text.
        let around = usize::from(
            matches!(token.kind, TokenKind::Symbol | TokenKind::String)
                && self.text[token.end as usize..].starts_with(['|', '"'])
                && self.text[..token.start as usize].ends_with(['|', '"']),
        );
        &self.text[token.start as usize - around..token.end as usize + around]
    }
    /// Where the node starts in the text.
    pub fn offset(&self, node: usize) -> usize {
        self.nodes[node].start as usize
    }
    /// The index of the first node after the subtree of `node`.
    #[inline]
    pub fn next(&self, node: usize) -> usize {
        self.nodes[node].next as usize
    }
    /// The children of a list; none for a token.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.next(node);
        let inside = move |child: usize| (child < end).then_some(child);
        core::iter::successors(inside(node + 1), move |&child| inside(self.next(child)))
    }
    /// The number that a numeral stands for.
    pub fn number(&self, node: usize) -> Result<u64, SmtError> {
        let fail = |problem| SmtError::new(self.offset(node), problem);
        if self.kind(node) != TokenKind::Numeral {
            return Err(fail(Problem::Expected("a number")));
        }
        self.text(node).parse().map_err(|_| fail(Problem::BadNumber(self.source(node))))
    }
}

/// Reads the commands of a text one after the other.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    pub fn new(text: &'a str) -> Result<Self, SmtError> {
        if u32::try_from(text.len()).is_err() {
            return Err(SmtError::new(0, Problem::TooLong));
        }
        Ok(Reader { text, at: 0 })
    }
    /// Reads the next command into `into`, as node 0; `false` at the end of the text.
    pub fn read(&mut self, into: &mut Sexprs<'a>) -> Result<bool, SmtError> {
        into.nodes.clear();
        into.open.clear();
        loop {
            self.skip_blanks();
            let Some(&byte) = self.text.as_bytes().get(self.at) else {
                let Some(&open) = into.open.first() else { return Ok(false) };
                return Err(SmtError::new(into.offset(open as usize), Problem::UnexpectedEnd));
            };
            match byte {
                b'(' => self.open(into),
                b')' => self.close(into)?,
                _ => self.token(byte, into)?,
            }
            if into.open.is_empty() {
                return Ok(true);
            }
        }
    }
    /// How far it has read.
    pub fn offset(&self) -> usize {
        self.at
    }

    fn open(&mut self, into: &mut Sexprs<'a>) {
        into.open.push(into.nodes.len() as u32);
        into.nodes.push(Token { kind: TokenKind::List, start: self.at as u32, end: 0, next: 0 });
        self.at += 1;
    }

    fn close(&mut self, into: &mut Sexprs<'a>) -> Result<(), SmtError> {
        let open = into.open.pop().ok_or_else(|| SmtError::new(self.at, Problem::Unbalanced))?;
        self.at += 1;
        let next = into.nodes.len() as u32;
        let list = &mut into.nodes[open as usize];
        (list.end, list.next) = (self.at as u32, next);
        Ok(())
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => self.at += bytes[self.at..].iter().position(|&b| b == b'\n').unwrap_or(bytes.len() - self.at),
                _ => break,
            }
        }
    }

    fn token(&mut self, first: u8, into: &mut Sexprs<'a>) -> Result<(), SmtError> {
        let start = self.at;
        let (kind, inner) = match first {
            b'|' => (TokenKind::Symbol, self.quoted(b'|')?),
            b'"' => (TokenKind::String, self.string()?),
            b'#' => self.literal()?,
            b':' => (TokenKind::Keyword, self.word(1)),
            b'0'..=b'9' => self.numeral()?,
            _ if is_symbol_byte(first) => (TokenKind::Symbol, self.word(0)),
            _ => {
                let character = self.text[start..].chars().next().unwrap_or('\u{fffd}');
                return Err(SmtError::new(start, Problem::BadCharacter(character)));
            }
        };
        let next = into.nodes.len() as u32 + 1;
        into.nodes.push(Token { kind, start: inner.0 as u32, end: inner.1 as u32, next });
        Ok(())
    }

    /// Symbol characters from `skip` bytes on.
    fn word(&mut self, skip: usize) -> (usize, usize) {
        let start = self.at;
        let bytes = &self.text.as_bytes()[start + skip..];
        self.at = start + skip + bytes.iter().position(|&b| !is_symbol_byte(b)).unwrap_or(bytes.len());
        (start, self.at)
    }

    fn quoted(&mut self, quote: u8) -> Result<(usize, usize), SmtError> {
        let start = self.at + 1;
        let rest = &self.text.as_bytes()[start..];
        let len = rest.iter().position(|&b| b == quote);
        let len = len.ok_or_else(|| SmtError::new(self.at, Problem::UnexpectedEnd))?;
        self.at = start + len + 1;
        Ok((start, start + len))
    }

    /// A string, in which a doubled quote stands for one. The doubled quotes stay: nothing looks into strings.
    fn string(&mut self) -> Result<(usize, usize), SmtError> {
        let (start, mut end) = self.quoted(b'"')?;
        while self.text.as_bytes().get(self.at) == Some(&b'"') {
            end = self.quoted(b'"')?.1;
        }
        Ok((start, end))
    }

    fn numeral(&mut self) -> Result<(TokenKind, (usize, usize)), SmtError> {
        let span = self.word(0);
        let text = &self.text[span.0..span.1];
        let kind = if text.contains('.') { TokenKind::Decimal } else { TokenKind::Numeral };
        if text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return Ok((kind, span));
        }
        Err(SmtError::new(span.0, Problem::BadNumber(text.to_owned())))
    }

    fn literal(&mut self) -> Result<(TokenKind, (usize, usize)), SmtError> {
        let start = self.at;
        let (_, end) = self.word(1);
        let text = &self.text[start..end];
        let digits = |from: &str, good: fn(&u8) -> bool| !from.is_empty() && from.as_bytes().iter().all(good);
        let kind = match text.get(..2) {
            Some("#x") if digits(&text[2..], u8::is_ascii_hexdigit) => TokenKind::Hexadecimal,
            Some("#b") if digits(&text[2..], |b| matches!(b, b'0' | b'1')) => TokenKind::Binary,
            _ => return Err(SmtError::new(start, Problem::BadNumber(text.to_owned()))),
        };
        Ok((kind, (start, end)))
    }
}

/// Whether a byte may stand in a plain symbol.
#[inline]
fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> Result<Vec<String>, SmtError> {
        let mut reader = Reader::new(text)?;
        let mut sexprs = Sexprs::new(text);
        let mut out = Vec::new();
        while reader.read(&mut sexprs)? {
            out.push(show(&sexprs, 0));
        }
        Ok(out)
    }

    fn show(sexprs: &Sexprs<'_>, node: usize) -> String {
        match sexprs.kind(node) {
            TokenKind::List => {
                let parts: Vec<_> = sexprs.children(node).map(|child| show(sexprs, child)).collect();
                format!("[{}]", parts.join(" "))
            }
            kind => format!("{kind:?}:{}", sexprs.text(node)),
        }
    }

    #[test]
    fn commands_are_read_one_by_one() {
        let text = "(a (b) |c d| 12) ; comment\n(:k \"s\"\"t\" #xAf #b01 1.5)\n  ";
        let expected = [
            "[Symbol:a [Symbol:b] Symbol:c d Numeral:12]",
            "[Keyword::k String:s\"\"t Hexadecimal:#xAf Binary:#b01 Decimal:1.5]",
        ];
        assert_eq!(read_all(text).unwrap(), expected);
    }

    #[test]
    fn bad_text_is_refused_with_its_place() {
        let cases = [
            ("(a", 0, Problem::UnexpectedEnd),
            ("(a))", 3, Problem::Unbalanced),
            ("(a |b)", 3, Problem::UnexpectedEnd),
            ("(a \"b)", 3, Problem::UnexpectedEnd),
            ("(a ' b)", 3, Problem::BadCharacter('\'')),
            ("(é)", 1, Problem::BadCharacter('é')),
            ("(#x)", 1, Problem::BadNumber("#x".into())),
            ("(#b2)", 1, Problem::BadNumber("#b2".into())),
            ("(12a)", 1, Problem::BadNumber("12a".into())),
        ];
        for (text, at, problem) in cases {
            assert_eq!(read_all(text), Err(SmtError::new(at, problem)), "{text}");
        }
    }

    #[test]
    fn nesting_costs_no_stack() {
        let deep = "(".repeat(1_000_000);
        assert_eq!(read_all(&deep), Err(SmtError::new(0, Problem::UnexpectedEnd)));
        let closed = deep + &")".repeat(1_000_000);
        let mut sexprs = Sexprs::new(&closed);
        assert_eq!(Reader::new(&closed).unwrap().read(&mut sexprs), Ok(true));
    }

    #[test]
    fn lines_and_columns_are_counted_from_one() {
        let text = "ab\né(x";
        assert_eq!(Position::of(text, 0), Position { line: 1, column: 1 });
        assert_eq!(Position::of(text, 5), Position { line: 2, column: 2 });
        assert_eq!(Position::of(text, 99), Position { line: 2, column: 4 });
    }
}
