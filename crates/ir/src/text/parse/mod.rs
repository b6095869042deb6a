//! Parsing: text into a module.
//!
//! The text is split into tokens and the tokens into items (`%x = ...`, `@x = ...`, `define ...`) before anything is
//! read, because items may refer to later ones: symbols get their ids in this first pass. Then items are read by kind,
//! types first, bodies last. An error names the line, the column, what was expected and what is there. Every text is
//! either read or refused; nesting is bounded, and so is the room that a short text can ask for.
//!
//! What is read need not be well formed: the verifier says whether it is.

mod calls;
mod constants;
mod cursor;
mod debug;
mod functions;
mod insts;
mod symbols;
mod types;

use core::fmt;

use rustc_hash::FxHashMap;

use super::labels::Label;
use super::lexer::{self, Kind, Token};
use crate::constant::{ConstId, GlobalRef};
use crate::debug::LocId;
use crate::module::{ComdatId, FuncId, Module};
use crate::types::TypeId;
use cursor::Cursor;
use functions::PendingBody;
use symbols::Counts;

/// Types and constants are not nested deeper than this; the printer stays far below.
const MAX_DEPTH: u32 = 120;
/// How many ids that are left out, and words of wide integers, every text may ask for.
const FREE_ROOM: usize = 1 << 20;
/// And how many more for each byte of the text.
const ROOM_PER_BYTE: usize = 16;

/// Why a text is no module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
    /// What was expected, and what is there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl core::error::Error for ParseError {}

/// A place in the text and what is wrong there; turned into a [`ParseError`] at the end.
#[derive(Debug)]
struct Wrong {
    at: usize,
    message: String,
}

type Parse<T> = Result<T, Wrong>;

/// Reads the text form of a module.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    parse_text(text).map_err(|wrong| {
        let before = &text.as_bytes()[..wrong.at.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ParseError { line: line as u32, column: (before.len() - line_start + 1) as u32, message: wrong.message }
    })
}

fn parse_text(text: &str) -> Parse<Module> {
    let tokens =
        lexer::tokens(text).map_err(|error| Wrong { at: error.at, message: format!("{} here", error.message) })?;
    let mut parser = Parser::new(text, &tokens);
    let items = parser.split()?;
    for pass in Pass::ALL {
        for item in items.iter().filter(|item| item.kind.pass() == pass) {
            parser.item(*item)?;
        }
    }
    for body in core::mem::take(&mut parser.bodies) {
        parser.body(body)?;
    }
    Ok(parser.module)
}

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ItemKind {
    /// `source_filename`, `target`, `module asm` and so on.
    ModuleLine,
    Type,
    Comdat,
    Constant,
    Global,
    Alias,
    IFunc,
    Function,
    /// A row of a debug table.
    Debug,
}

/// Items are read in this order of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    Module,
    Types,
    Constants,
    Debug,
    Symbols,
}

impl Pass {
    const ALL: [Pass; 5] = [Pass::Module, Pass::Types, Pass::Constants, Pass::Debug, Pass::Symbols];
}

impl ItemKind {
    fn pass(self) -> Pass {
        match self {
            ItemKind::ModuleLine | ItemKind::Comdat => Pass::Module,
            ItemKind::Type => Pass::Types,
            ItemKind::Constant => Pass::Constants,
            ItemKind::Debug => Pass::Debug,
            ItemKind::Global | ItemKind::Alias | ItemKind::IFunc | ItemKind::Function => Pass::Symbols,
        }
    }
}

/// An item: its kind and its tokens.
#[derive(Clone, Copy, Debug)]
struct Item {
    kind: ItemKind,
    start: usize,
    end: usize,
}

struct Parser<'t> {
    cursor: Cursor<'t>,
    module: Module,
    symbols: FxHashMap<Label, GlobalRef>,
    types: FxHashMap<Label, TypeId>,
    comdats: FxHashMap<Label, ComdatId>,
    /// Constants with entries, by their number.
    consts: Vec<ConstId>,
    /// Locations with entries, by their number.
    locs: Vec<LocId>,
    bodies: Vec<PendingBody>,
    counts: Counts,
    depth: u32,
    /// How many ids and words may still be asked for beyond those that are written out.
    room: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> Self {
        Parser {
            cursor: Cursor::new(text, tokens),
            module: Module::default(),
            symbols: FxHashMap::default(),
            types: FxHashMap::default(),
            comdats: FxHashMap::default(),
            consts: Vec::new(),
            locs: Vec::new(),
            bodies: Vec::new(),
            counts: Counts::default(),
            depth: 0,
            room: text.len().saturating_mul(ROOM_PER_BYTE).saturating_add(FREE_ROOM),
        }
    }

    /// Splits the tokens into items and gives ids to symbols.
    fn split(&mut self) -> Parse<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        let (mut depth, last) = (0u32, self.cursor.tokens.len() - 1);
        for at in 0..last {
            match self.cursor.tokens[at].kind {
                Kind::Sign(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Kind::Sign(b')' | b']' | b'}' | b'>') => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                _ => {
                    if let Some(kind) = self.item_kind(at) {
                        items.last_mut().into_iter().for_each(|item| item.end = at);
                        items.push(Item { kind, start: at, end: last });
                    }
                }
            }
            if items.is_empty() {
                self.cursor.at = at;
                return self.cursor.expected("an item such as 'define' or '@x ='");
            }
        }
        for item in &mut items {
            self.declare(item)?;
        }
        Ok(items)
    }
    /// The kind of the item that begins at this token, if one does. What `@x` is, is found out later.
    fn item_kind(&self, at: usize) -> Option<ItemKind> {
        let (token, next) = (self.cursor.tokens[at], self.cursor.tokens[at + 1]);
        let (text, next_text) = (self.cursor.text_of(token), self.cursor.text_of(next));
        // The type of a constant can stand before a `=` too, so that the word after it has to be looked at.
        let defines = |word: &str| self.cursor.tokens.get(at + 2).is_some_and(|&it| self.cursor.text_of(it) == word);
        match (token.kind, next.kind) {
            (Kind::Name, Kind::Sign(b'=')) => match text.as_bytes()[0] {
                b'@' => Some(ItemKind::Global),
                b'%' => defines("type").then_some(ItemKind::Type),
                _ => defines("comdat").then_some(ItemKind::Comdat),
            },
            (Kind::Word, Kind::Sign(b'=')) => {
                let line = matches!(text, "source_filename" | "origin" | "sync_scopes");
                let row = debug::TABLES.iter().any(|prefix| cursor::id_of(text, prefix).is_some());
                if line { Some(ItemKind::ModuleLine) } else { row.then_some(ItemKind::Debug) }
            }
            (Kind::Word, Kind::Sign(b':')) => cursor::id_of(text, "c").map(|_| ItemKind::Constant),
            (Kind::Word, _) if matches!(text, "define" | "declare") => Some(ItemKind::Function),
            (Kind::Word, Kind::Word) if text == "target" && matches!(next_text, "triple" | "datalayout") => {
                Some(ItemKind::ModuleLine)
            }
            (Kind::Word, Kind::Word) if text == "module" && next_text == "asm" => Some(ItemKind::ModuleLine),
            _ => None,
        }
    }

    /// Reads one item to its end.
    fn item(&mut self, item: Item) -> Parse<()> {
        self.cursor.enter(item.start, item.end);
        match item.kind {
            ItemKind::ModuleLine => self.module_line()?,
            ItemKind::Type => self.type_entry()?,
            ItemKind::Comdat => self.comdat()?,
            ItemKind::Constant => self.constant_entry()?,
            ItemKind::Global => self.global()?,
            ItemKind::Alias => self.alias()?,
            ItemKind::IFunc => self.ifunc()?,
            ItemKind::Function => self.function(item.end)?,
            ItemKind::Debug => self.debug_entry()?,
        }
        if self.cursor.at_end() { Ok(()) } else { self.cursor.expected("the end of the item") }
    }

    /// Takes room for `count` ids or words that are not written out.
    fn take_room(&mut self, count: usize) -> Parse<()> {
        match self.room.checked_sub(count) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => self.cursor.wrong("a number so large that the module would be far larger than its text".into()),
        }
    }
    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return self.cursor.wrong("nested too deeply; give parts an entry of their own".into());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
    fn func_of(&self, symbol: GlobalRef) -> Option<FuncId> {
        match symbol {
            GlobalRef::Func(func) => Some(func),
            _ => None,
        }
    }
}
