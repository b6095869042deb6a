//! The tables of debug information, and locations.

use braid_entity::{Entity, Symbol};

use super::{Parse, Parser};
use crate::debug::{DebugType, DebugTypeKind, File, Loc, LocId, Scope, ScopeId, Var};
use crate::text::keywords::{DEBUG_TYPE_KINDS, SCOPE_KINDS};
use crate::text::lexer::Kind;

/// What the rows of each table are called.
pub(super) const TABLES: [&str; 5] = ["file", "scope", "dty", "var", "loc"];

impl Parser<'_> {
    /// A row of a table. Rows of each table are numbered in order.
    pub(super) fn debug_entry(&mut self) -> Parse<()> {
        let debug = &self.module.debug;
        let counts = [debug.files.len(), debug.scopes.len(), debug.types.len(), debug.vars.len(), self.locs.len()];
        let word = self.cursor.word(0);
        let next = TABLES.iter().zip(counts).find(|(prefix, count)| word == format!("{prefix}{count}"));
        let Some((table, _)) = next else {
            return self.cursor.expected("the next row of a table of debug information, or another item");
        };
        self.cursor.at += 2;
        match *table {
            "file" => self.file(),
            "scope" => self.scope(),
            "dty" => self.debug_type(),
            "var" => self.var(),
            _ => {
                let loc = self.loc()?;
                self.locs.push(loc);
                Ok(())
            }
        }
    }
    fn file(&mut self) -> Parse<()> {
        let name = self.symbol_string()?;
        self.cursor.keyword("in")?;
        let directory = self.symbol_string()?;
        let next = self.module.debug.files.len();
        if self.module.debug.files.intern(File { name, directory }).index() != next {
            return self.cursor.wrong("this file was listed before".into());
        }
        Ok(())
    }
    fn scope(&mut self) -> Parse<()> {
        let Some(kind) = self.take_keyword(SCOPE_KINDS) else {
            return self.cursor.expected("a kind of scope such as 'function'");
        };
        let name = self.optional_string()?;
        let linkage_name = if self.cursor.take_word("linkage") { Some(self.symbol_string()?) } else { None };
        let line = self.number_after("line")?.unwrap_or(0);
        let file = self.cursor.take_id("file");
        let parent = self.id_after("in", "scope")?;
        let optimized = self.cursor.take_word("optimized");
        self.module.debug.scopes.push(Scope { kind, name, linkage_name, file, line, parent, optimized });
        Ok(())
    }
    fn debug_type(&mut self) -> Parse<()> {
        let kind = if self.cursor.take_word("basic") {
            DebugTypeKind::Basic { encoding: self.cursor.number_in_parens()? }
        } else if let Some(kind) = self.take_keyword(DEBUG_TYPE_KINDS) {
            kind
        } else {
            return self.cursor.expected("a kind of type such as 'pointer'");
        };
        let name = self.optional_string()?;
        let bits = self.number_after("bits")?.unwrap_or(0);
        let of = self.id_after("of", "dty")?;
        self.module.debug.types.push(DebugType { kind, name, bits, of });
        Ok(())
    }
    fn var(&mut self) -> Parse<()> {
        let name = self.symbol_string()?;
        let line = self.number_after("line")?.unwrap_or(0);
        let arg = self.number_after("arg")?.unwrap_or(0);
        let ty = self.cursor.take_id("dty");
        let scope = self.id_after("in", "scope")?;
        self.module.debug.vars.push(Var { name, scope, line, arg, ty });
        Ok(())
    }
    /// `!line:column scope` and the call it was inlined at.
    pub(super) fn loc(&mut self) -> Parse<LocId> {
        self.cursor.sign(b'!')?;
        let line = self.cursor.number()?;
        self.cursor.sign(b':')?;
        let column = self.cursor.number()?;
        let scope: ScopeId = self.cursor.id("scope")?;
        let inlined_at = match self.cursor.peek_id::<LocId>("loc") {
            None => None,
            Some(number) => match self.locs.get(number.index()) {
                Some(&loc) => {
                    self.cursor.bump();
                    Some(loc)
                }
                None => return self.cursor.expected("a location that was defined before"),
            },
        };
        Ok(self.module.debug.locs.intern(Loc { line, column, scope, inlined_at }))
    }
    fn optional_string(&mut self) -> Parse<Option<Symbol>> {
        if self.cursor.kind(0) == Kind::Str { self.symbol_string().map(Some) } else { Ok(None) }
    }
    fn number_after<N: TryFrom<u64>>(&mut self, word: &str) -> Parse<Option<N>> {
        if self.cursor.take_word(word) { self.cursor.number().map(Some) } else { Ok(None) }
    }
    fn id_after<K: Entity>(&mut self, word: &str, prefix: &str) -> Parse<Option<K>> {
        if self.cursor.take_word(word) { self.cursor.id(prefix).map(Some) } else { Ok(None) }
    }
}
