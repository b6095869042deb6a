//! A place in the tokens, and the small steps that every part of the parser takes from there.

use braid_entity::{Entity, Symbol};

use super::{Parse, Parser, Wrong};
use crate::text::escape;
use crate::text::labels::Label;
use crate::text::lexer::{Kind, Token};

/// A place in the tokens of one item.
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    /// Where the item ends.
    end: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, tokens: &'t [Token]) -> Self {
        Cursor { text, tokens, at: 0, end: tokens.len() - 1 }
    }
    /// Goes to an item.
    pub(super) fn enter(&mut self, start: usize, end: usize) {
        (self.at, self.end) = (start, end);
    }
    pub(super) fn at_end(&self) -> bool {
        self.at >= self.end
    }
    pub(super) fn text_of(&self, token: Token) -> &'t str {
        &self.text[token.start as usize..token.end as usize]
    }
    /// What stands `ahead` tokens further on; the end if the item has no more.
    pub(super) fn kind(&self, ahead: usize) -> Kind {
        if self.at + ahead < self.end { self.tokens[self.at + ahead].kind } else { Kind::End }
    }
    /// The word `ahead` tokens further on; empty if there is none.
    pub(super) fn word(&self, ahead: usize) -> &'t str {
        match self.kind(ahead) {
            Kind::Word => self.text_of(self.tokens[self.at + ahead]),
            _ => "",
        }
    }
    /// The text of the token here.
    pub(super) fn here(&self) -> &'t str {
        if self.at_end() { "" } else { self.text_of(self.tokens[self.at]) }
    }
    pub(super) fn bump(&mut self) -> &'t str {
        let text = self.here();
        self.at += 1;
        text
    }
    pub(super) fn is_sign(&self, sign: u8) -> bool {
        self.kind(0) == Kind::Sign(sign)
    }

    /// The error that something else was expected here.
    pub(super) fn expected<T>(&self, what: &str) -> Parse<T> {
        let found = match self.kind(0) {
            Kind::End => "the end of the item".to_owned(),
            // A string can be long; its beginning is enough to find it.
            _ => format!("'{}'", self.here().chars().take(40).collect::<String>()),
        };
        self.wrong(format!("expected {what}, found {found}"))
    }
    /// An error at this token.
    pub(super) fn wrong<T>(&self, message: String) -> Parse<T> {
        let token = self.tokens[self.at.min(self.tokens.len() - 1)];
        Err(Wrong { at: token.start as usize, message })
    }

    /// Passes over a sign if it is here.
    pub(super) fn take_sign(&mut self, sign: u8) -> bool {
        let here = self.is_sign(sign);
        self.at += usize::from(here);
        here
    }
    /// Passes over a keyword if it is here.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let here = self.word(0) == word;
        self.at += usize::from(here);
        here
    }
    pub(super) fn sign(&mut self, sign: u8) -> Parse<()> {
        if self.take_sign(sign) { Ok(()) } else { self.expected(&format!("'{}'", char::from(sign))) }
    }
    pub(super) fn keyword(&mut self, word: &str) -> Parse<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }
    /// A number without a sign that fits.
    pub(super) fn number<N: TryFrom<u64>>(&mut self) -> Parse<N> {
        let number = match self.kind(0) {
            Kind::Number => self.here().parse::<u64>().ok().and_then(|number| N::try_from(number).ok()),
            _ => None,
        };
        match number {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => self.expected("a number in range"),
        }
    }
    /// `(number)`.
    pub(super) fn number_in_parens<N: TryFrom<u64>>(&mut self) -> Parse<N> {
        self.sign(b'(')?;
        let number = self.number()?;
        self.sign(b')')?;
        Ok(number)
    }
    /// The id that stands here, such as `block3`, if it has this prefix.
    pub(super) fn peek_id<K: Entity>(&self, prefix: &str) -> Option<K> {
        id_of(self.word(0), prefix).map(K::from_u32)
    }
    pub(super) fn take_id<K: Entity>(&mut self, prefix: &str) -> Option<K> {
        let id = self.peek_id(prefix)?;
        self.at += 1;
        Some(id)
    }
    pub(super) fn id<K: Entity>(&mut self, prefix: &str) -> Parse<K> {
        match self.take_id(prefix) {
            Some(id) => Ok(id),
            None => self.expected(&format!("an id such as '{prefix}0'")),
        }
    }
    /// Items between signs, with commas between them; the opening sign was passed.
    pub(super) fn ends_list(&mut self, close: u8, first: &mut bool) -> Parse<bool> {
        if core::mem::take(first) {
            return Ok(self.take_sign(close));
        }
        if self.take_sign(close) {
            return Ok(true);
        }
        self.sign(b',')?;
        Ok(false)
    }
}

/// The number of an id with this prefix: no sign, no leading zeros.
pub(super) fn id_of(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    let canonical = digits == "0" || (digits.starts_with(|c: char| matches!(c, '1'..='9')));
    digits.parse().ok().filter(|number| canonical && *number < 1 << 31)
}

impl<'t> Parser<'t> {
    /// A string in quotes.
    pub(super) fn string(&mut self) -> Parse<String> {
        if self.cursor.kind(0) != Kind::Str {
            return self.cursor.expected("a string in quotes");
        }
        let text = self.cursor.here();
        let text = self.unquoted(&text[1..text.len() - 1])?;
        self.cursor.at += 1;
        Ok(text)
    }
    pub(super) fn symbol_string(&mut self) -> Parse<Symbol> {
        let text = self.string()?;
        Ok(self.module.names.intern(&text))
    }
    fn unquoted(&self, text: &str) -> Parse<String> {
        match escape::unquote(text).map(String::from_utf8) {
            Some(Ok(text)) => Ok(text),
            Some(Err(_)) => self.cursor.wrong("a string that is not UTF-8".into()),
            None => self.cursor.wrong("a backslash without two hexadecimal digits".into()),
        }
    }
    /// A name after `sign`, with the number that tells it from others.
    pub(super) fn label(&mut self, sign: u8) -> Parse<Label> {
        let text = match self.cursor.kind(0) {
            Kind::Name => self.cursor.here(),
            _ => "",
        };
        if text.as_bytes().first() != Some(&sign) {
            return self.cursor.expected(&format!("a name after '{}'", char::from(sign)));
        }
        let label = self.label_of(&text[1..])?;
        self.cursor.at += 1;
        Ok(label)
    }
    fn label_of(&mut self, text: &str) -> Parse<Label> {
        if let Ok(number) = text.parse::<u32>() {
            return Ok(Label::Numbered(number));
        }
        let quoted = text.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (name, rest) = match quoted {
            Some((name, rest)) => (self.unquoted(name)?, rest),
            None => {
                let end = text.find('#').unwrap_or(text.len());
                (text[..end].to_owned(), &text[end..])
            }
        };
        if quoted.is_none() && name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.cursor.wrong("a name that begins with a digit needs quotes".into());
        }
        let nth = match rest.strip_prefix('#').map(str::parse) {
            None => 0,
            Some(Ok(nth)) => nth,
            Some(Err(_)) => return self.cursor.wrong("the number after a name is too large".into()),
        };
        Ok(Label::Named(self.module.names.intern(&name), nth))
    }
    /// A name of the source after `%`, if one is here.
    pub(super) fn source_name(&mut self) -> Parse<Option<Symbol>> {
        if self.cursor.kind(0) != Kind::Name {
            return Ok(None);
        }
        match self.label(b'%')? {
            Label::Named(name, 0) => Ok(Some(name)),
            _ => {
                self.cursor.at -= 1;
                self.cursor.expected("a name of the source, such as %x")
            }
        }
    }
    /// A keyword of a table, if one is here.
    pub(super) fn take_keyword<T: Copy>(&mut self, table: &[(T, &'static str)]) -> Option<T> {
        let item = crate::text::keywords::item(table, Some(self.cursor.word(0)).filter(|word| !word.is_empty())?)?;
        self.cursor.at += 1;
        Some(item)
    }
}
