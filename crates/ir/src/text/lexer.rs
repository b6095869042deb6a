//! The lexer: text into tokens, all at once, so that the parser can look ahead as far as it likes.

use super::escape::is_name_byte;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A keyword, type or id: letters, digits, underscores, and dots between them.
    Word,
    /// An integer or a float, with its sign.
    Number,
    /// A string in quotes.
    Str,
    /// `c` and a string in quotes.
    Bytes,
    /// A name after `@`, `%` or `$`.
    Name,
    /// `...`
    Ellipsis,
    /// `..=`
    Range,
    /// Any other sign, by itself.
    Sign(u8),
    /// The end of the text.
    End,
}

/// A token: what it is and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Where the text is not made of tokens, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LexError {
    pub(super) at: usize,
    pub(super) message: &'static str,
}

/// All tokens of `text`; the last one is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, LexError> {
    if u32::try_from(text.len()).is_err() {
        return Err(LexError { at: 0, message: "the text is longer than 4 GiB" });
    }
    let mut lexer = Lexer { bytes: text.as_bytes(), at: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let kind = lexer.token()?;
        tokens.push(Token { kind, start: start as u32, end: lexer.at as u32 });
        if kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }
    /// Passes over bytes that fit.
    fn skip(&mut self, fits: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && fits(self.bytes[self.at]) {
            self.at += 1;
        }
    }
    fn skip_blank(&mut self) {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace());
            if self.peek(0) != b';' {
                return;
            }
            self.skip(|byte| byte != b'\n');
        }
    }
    fn token(&mut self) -> Result<Kind, LexError> {
        if self.at >= self.bytes.len() {
            return Ok(Kind::End);
        }
        let rest = &self.bytes[self.at..];
        match rest[0] {
            b'c' if self.peek(1) == b'"' => {
                self.at += 1;
                self.string()?;
                Ok(Kind::Bytes)
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.word();
                Ok(Kind::Word)
            }
            b'0'..=b'9' => self.number(),
            b'-' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' => {
                self.string()?;
                Ok(Kind::Str)
            }
            b'@' | b'%' | b'$' => self.name(),
            b'.' if rest.starts_with(b"...") => {
                self.at += 3;
                Ok(Kind::Ellipsis)
            }
            b'.' if rest.starts_with(b"..=") => {
                self.at += 3;
                Ok(Kind::Range)
            }
            sign @ (b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b':' | b'=' | b'!') => {
                self.at += 1;
                Ok(Kind::Sign(sign))
            }
            _ => Err(LexError { at: self.at, message: "a sign that the text form does not have" }),
        }
    }
    fn word(&mut self) {
        loop {
            self.skip(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if self.peek(0) != b'.' || !self.peek(1).is_ascii_alphanumeric() {
                return;
            }
            self.at += 1;
        }
    }
    fn number(&mut self) -> Result<Kind, LexError> {
        self.at += usize::from(self.peek(0) == b'-');
        if self.peek(0) == b'0' && self.peek(1) == b'x' {
            self.at += 2;
            self.skip(|byte| byte.is_ascii_hexdigit());
            return Ok(Kind::Number);
        }
        self.skip(|byte| byte.is_ascii_digit());
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.skip(|byte| byte.is_ascii_digit());
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.skip(|byte| byte.is_ascii_digit());
            }
        }
        Ok(Kind::Number)
    }
    fn string(&mut self) -> Result<(), LexError> {
        let start = self.at;
        self.at += 1;
        self.skip(|byte| byte != b'"' && byte != b'\n');
        if self.peek(0) != b'"' {
            return Err(LexError { at: start, message: "a string without an end" });
        }
        self.at += 1;
        Ok(())
    }
    /// A name, in quotes or not, and the number that tells it from others.
    fn name(&mut self) -> Result<Kind, LexError> {
        let start = self.at;
        self.at += 1;
        if self.peek(0) == b'"' {
            self.string()?;
        } else {
            self.skip(is_name_byte);
        }
        if self.at == start + 1 {
            return Err(LexError { at: start, message: "a name is missing" });
        }
        if self.peek(0) == b'#' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.skip(|byte| byte.is_ascii_digit());
        }
        Ok(Kind::Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let tokens = tokens(text).expect("these are tokens");
        tokens.iter().map(|token| &text[token.start as usize..token.end as usize]).collect()
    }

    #[test]
    fn text_is_split_into_tokens() {
        assert_eq!(split("v7 %a.b: i32 = add ; c\n-1"), ["v7", "%a.b", ":", "i32", "=", "add", "-1", ""]);
        assert_eq!(split("3..=7 1.5e-3 1e9 0x1F"), ["3", "..=", "7", "1.5e-3", "1e9", "0x1F", ""]);
        assert_eq!(split("@\"a b\"#2(...) c\"x\" c1"), ["@\"a b\"#2", "(", "...", ")", "c\"x\"", "c1", ""]);
        assert_eq!(split("dbg.value c5..=c6"), ["dbg.value", "c5", "..=", "c6", ""]);
    }

    #[test]
    fn what_is_no_token_is_named_with_its_place() {
        for (text, at) in [("a \"b", 2), ("a\n?", 2), ("@ x", 0), ("é", 0)] {
            assert_eq!(tokens(text).expect_err("no tokens").at, at, "{text}");
        }
    }
}
