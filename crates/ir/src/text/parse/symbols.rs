//! The lines about the module as a whole, comdats, global variables, aliases, indirect functions, attributes.

use braid_entity::{Entity, Symbol};

use super::{Item, ItemKind, Parse, Parser};
use crate::attributes::{AttrFlags, AttrListId, AttributeList, Attributes};
use crate::constant::{ConstId, GlobalRef};
use crate::debug::ScopeId;
use crate::layout::DataLayout;
use crate::module::{Alias, AliasId, Comdat, FuncId, Global, GlobalId, IFunc, IFuncId, Linkage, SymbolInfo};
use crate::text::keywords::{COMDAT_KINDS, THREAD_MODELS, UNNAMED_ADDRS, VISIBILITIES};
use crate::text::labels::Label;
use crate::text::lexer::Kind;

/// What may follow a symbol after a comma. Which of it a symbol takes depends on its kind.
#[derive(Default)]
pub(super) struct Suffix {
    pub(super) align: u64,
    pub(super) space: u32,
    pub(super) gc: Option<Symbol>,
    pub(super) personality: Option<ConstId>,
    pub(super) prefix: Option<ConstId>,
    pub(super) prologue: Option<ConstId>,
    pub(super) scope: Option<ScopeId>,
}

/// How many symbols of each kind have been seen.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    globals: u32,
    aliases: u32,
    ifuncs: u32,
    funcs: u32,
}

impl Parser<'_> {
    /// Gives the symbol that an item defines its id.
    pub(super) fn declare(&mut self, item: &mut Item) -> Parse<()> {
        if !matches!(item.kind, ItemKind::Global | ItemKind::Function) {
            return Ok(());
        }
        self.cursor.enter(item.start, item.end);
        let mut counts = self.counts;
        let next = |count: &mut u32| core::mem::replace(count, *count + 1);
        let symbol = if item.kind == ItemKind::Function {
            while !self.cursor.at_end() && !self.cursor.here().starts_with('@') {
                self.cursor.bump();
            }
            GlobalRef::Func(FuncId::from_u32(next(&mut counts.funcs)))
        } else {
            let kind = |at: &usize| self.cursor.text_of(self.cursor.tokens[*at]);
            let word = (item.start..item.end).find(|at| matches!(kind(at), "global" | "constant" | "alias" | "ifunc"));
            match word.as_ref().map(kind) {
                Some("alias") => {
                    item.kind = ItemKind::Alias;
                    GlobalRef::Alias(AliasId::from_u32(next(&mut counts.aliases)))
                }
                Some("ifunc") => {
                    item.kind = ItemKind::IFunc;
                    GlobalRef::IFunc(IFuncId::from_u32(next(&mut counts.ifuncs)))
                }
                _ => GlobalRef::Var(GlobalId::from_u32(next(&mut counts.globals))),
            }
        };
        self.counts = counts;
        let label = self.label(b'@')?;
        match self.symbols.insert(label, symbol) {
            None => Ok(()),
            Some(_) => {
                self.cursor.at -= 1;
                self.cursor.wrong("a symbol of this name was defined before; number it as in @x#1".into())
            }
        }
    }

    pub(super) fn module_line(&mut self) -> Parse<()> {
        match self.cursor.bump() {
            "source_filename" => {
                self.cursor.sign(b'=')?;
                self.module.source_name = Some(self.symbol_string()?);
            }
            "origin" => {
                self.cursor.sign(b'=')?;
                let origin = self.string()?;
                self.module.origins.push(origin);
            }
            "sync_scopes" => {
                self.cursor.sign(b'=')?;
                let name = self.symbol_string()?;
                self.module.sync_scopes.push(name);
                while self.cursor.take_sign(b',') {
                    let name = self.symbol_string()?;
                    self.module.sync_scopes.push(name);
                }
            }
            "module" => {
                self.cursor.keyword("asm")?;
                let asm = self.string()?;
                self.module.asm.push(asm);
            }
            _ => self.target_line()?,
        }
        Ok(())
    }
    fn target_line(&mut self) -> Parse<()> {
        let triple = self.cursor.bump() == "triple";
        self.cursor.sign(b'=')?;
        if triple {
            self.module.triple = Some(self.symbol_string()?);
            return Ok(());
        }
        let text = self.string()?;
        match DataLayout::parse(&text) {
            Ok(layout) => {
                self.module.layout = layout;
                Ok(())
            }
            Err(error) => {
                self.cursor.at -= 1;
                self.cursor.wrong(error.to_string())
            }
        }
    }
    pub(super) fn comdat(&mut self) -> Parse<()> {
        let label = self.label(b'$')?;
        let Label::Named(name, _) = label else {
            self.cursor.at -= 1;
            return self.cursor.expected("the name of a comdat");
        };
        self.cursor.sign(b'=')?;
        self.cursor.keyword("comdat")?;
        let Some(kind) = self.take_keyword(COMDAT_KINDS) else {
            return self.cursor.expected("a kind of comdat such as 'any'");
        };
        let id = self.module.comdats.push(Comdat { name, kind });
        match self.comdats.insert(label, id) {
            None => Ok(()),
            Some(_) => self.cursor.wrong("a comdat of this name was defined before".into()),
        }
    }

    pub(super) fn global(&mut self) -> Parse<()> {
        let name = self.symbol_name()?;
        self.cursor.sign(b'=')?;
        let mut symbol = self.symbol_prefix(name)?;
        let space = self.address_space()?;
        let externally_initialized = self.cursor.take_word("externally_initialized");
        let constant = self.cursor.take_word("constant");
        if !constant {
            self.cursor.keyword("global")?;
        }
        let ty = self.ty()?;
        let init = if self.cursor.at_end() || self.cursor.is_sign(b',') { None } else { Some(self.constant(ty)?) };
        let suffix = self.suffix(&mut symbol, &["align"])?;
        let align = suffix.align;
        self.module.globals.push(Global { symbol, ty, space, init, constant, align, externally_initialized });
        Ok(())
    }
    pub(super) fn alias(&mut self) -> Parse<()> {
        let name = self.symbol_name()?;
        self.cursor.sign(b'=')?;
        let mut symbol = self.symbol_prefix(name)?;
        let space = self.address_space()?;
        self.cursor.keyword("alias")?;
        let ty = self.ty()?;
        self.cursor.sign(b',')?;
        let target = self.typed_constant()?;
        self.suffix(&mut symbol, &[])?;
        self.module.aliases.push(Alias { symbol, ty, space, target });
        Ok(())
    }
    pub(super) fn ifunc(&mut self) -> Parse<()> {
        let name = self.symbol_name()?;
        self.cursor.sign(b'=')?;
        let mut symbol = self.symbol_prefix(name)?;
        let space = self.address_space()?;
        self.cursor.keyword("ifunc")?;
        let ty = self.ty()?;
        self.cursor.sign(b',')?;
        let resolver = self.typed_constant()?;
        self.suffix(&mut symbol, &[])?;
        self.module.ifuncs.push(IFunc { symbol, ty, space, resolver });
        Ok(())
    }

    /// The name of the symbol that is defined here; empty if it has none.
    pub(super) fn symbol_name(&mut self) -> Parse<Symbol> {
        match self.label(b'@')? {
            Label::Named(name, _) => Ok(name),
            Label::Numbered(_) => Ok(self.module.names.intern("")),
        }
    }
    fn address_space(&mut self) -> Parse<u32> {
        if self.cursor.take_word("addrspace") { self.cursor.number_in_parens() } else { Ok(0) }
    }
    /// Linkage and so on.
    pub(super) fn symbol_prefix(&mut self, name: Symbol) -> Parse<SymbolInfo> {
        let mut symbol = SymbolInfo::new(name, Linkage::External);
        if let Some(linkage) = self.take_keyword(Linkage::NAMES) {
            symbol.linkage = linkage;
        }
        if let Some(visibility) = self.take_keyword(VISIBILITIES) {
            symbol.visibility = visibility;
        }
        symbol.dso_local = self.cursor.take_word("dso_local");
        if let Some(unnamed_addr) = self.take_keyword(UNNAMED_ADDRS) {
            symbol.unnamed_addr = unnamed_addr;
        }
        if self.cursor.take_word("thread_local") {
            self.cursor.sign(b'(')?;
            let Some(model) = self.take_keyword(THREAD_MODELS) else {
                return self.cursor.expected("a thread-local model such as 'generaldynamic'");
            };
            symbol.thread_local = model;
            self.cursor.sign(b')')?;
        }
        Ok(symbol)
    }
    /// What follows a symbol; `extra` names what its kind has beyond what all have.
    pub(super) fn suffix(&mut self, symbol: &mut SymbolInfo, extra: &[&str]) -> Parse<Suffix> {
        let mut suffix = Suffix::default();
        while self.cursor.take_sign(b',') {
            let word = self.cursor.word(0);
            if let Some(scope) = self.cursor.peek_id("scope").filter(|_| extra.contains(&"scope")) {
                suffix.scope = Some(scope);
                self.cursor.bump();
                continue;
            }
            let common = matches!(word, "section" | "partition" | "comdat" | "origin");
            if !common && !extra.contains(&word) {
                return self.cursor.expected("something that this kind of symbol has, such as 'section'");
            }
            self.cursor.bump();
            match word {
                "section" => symbol.section = Some(self.symbol_string()?),
                "partition" => symbol.partition = Some(self.symbol_string()?),
                "comdat" => self.symbol_comdat(symbol)?,
                "origin" => symbol.origin = self.cursor.number()?,
                "align" => suffix.align = self.cursor.number()?,
                "addrspace" => suffix.space = self.cursor.number_in_parens()?,
                "gc" => suffix.gc = Some(self.symbol_string()?),
                "personality" => suffix.personality = Some(self.typed_constant()?),
                "prefix" => suffix.prefix = Some(self.typed_constant()?),
                _ => suffix.prologue = Some(self.typed_constant()?),
            }
        }
        Ok(suffix)
    }
    fn symbol_comdat(&mut self, symbol: &mut SymbolInfo) -> Parse<()> {
        let label = self.label(b'$')?;
        symbol.comdat = self.comdats.get(&label).copied();
        if symbol.comdat.is_none() {
            self.cursor.at -= 1;
            return self.cursor.expected("a comdat that is defined");
        }
        Ok(())
    }

    /// The attributes that are here, in any order.
    pub(super) fn attributes(&mut self) -> Parse<Attributes> {
        let mut set = Attributes::default();
        loop {
            let word = self.cursor.word(0);
            if let Some(flag) = self.take_keyword(AttrFlags::NAMES) {
                set.flags.insert(flag);
                continue;
            }
            if self.cursor.kind(1) != Kind::Sign(b'(') {
                return Ok(set);
            }
            let number = match word {
                "align" => Some(&mut set.align),
                "alignstack" => Some(&mut set.stack_align),
                "dereferenceable" => Some(&mut set.dereferenceable),
                _ => None,
            };
            if let Some(number) = number {
                self.cursor.bump();
                *number = self.cursor.number_in_parens()?;
            } else if word == "allocsize" {
                self.cursor.bump();
                set.alloc_size = Some(self.alloc_size()?);
            } else {
                let slot = match word {
                    "byval" => &mut set.by_val,
                    "byref" => &mut set.by_ref,
                    "sret" => &mut set.s_ret,
                    "inalloca" => &mut set.in_alloca,
                    "preallocated" => &mut set.preallocated,
                    "elementtype" => &mut set.element,
                    _ => return Ok(set),
                };
                self.cursor.bump();
                self.cursor.sign(b'(')?;
                *slot = Some(self.ty()?);
                self.cursor.sign(b')')?;
            }
        }
    }
    fn alloc_size(&mut self) -> Parse<(u32, Option<u32>)> {
        self.cursor.sign(b'(')?;
        let size = self.cursor.number()?;
        let count = if self.cursor.take_sign(b',') { Some(self.cursor.number()?) } else { None };
        self.cursor.sign(b')')?;
        Ok((size, count))
    }
    /// `param(number attributes)` for parameters that are not listed, and the interned list.
    pub(super) fn attribute_list(
        &mut self,
        func: Attributes,
        ret: Attributes,
        mut params: Vec<Attributes>,
    ) -> Parse<AttrListId> {
        while self.cursor.word(0) == "param" && self.cursor.kind(1) == Kind::Sign(b'(') {
            self.cursor.at += 2;
            let at: usize = self.cursor.number::<u32>()? as usize;
            if at < params.len() {
                return self.cursor.wrong("the parameters after the list are those beyond it, in order".into());
            }
            self.take_room(at - params.len())?;
            params.resize(at, Attributes::default());
            params.push(self.attributes()?);
            self.cursor.sign(b')')?;
        }
        while params.last().is_some_and(Attributes::is_empty) {
            params.pop();
        }
        Ok(self.module.attrs.intern(AttributeList { func, ret, params: params.into() }))
    }
}
