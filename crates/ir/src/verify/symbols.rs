//! Symbols: global variables, functions, aliases, indirect functions.

use braid_entity::{Entity, Symbol};

use super::Errors;
use super::error::{AnyId, Problem};
use super::rules::{Check, kind, pointer, rule, same};
use crate::attributes::AttributeList;
use crate::constant::{ConstId, Constant, GlobalRef};
use crate::module::{Alias, AliasId, Function, Global, IFunc, Linkage, Module, SymbolInfo};
use crate::types::{Type, TypeId};

/// Checks all symbols of the module.
pub(super) fn check(errors: &mut Errors<'_>) {
    let module = errors.module;
    let before = errors.list.len();
    let checker = Checker { module };
    for (id, list) in module.attrs.iter() {
        errors.add(|_| id.to_string(), checker.attributes(list));
    }
    for (id, comdat) in module.comdats.iter() {
        errors.add(|_| id.to_string(), checker.name(comdat.name));
    }
    for (id, global) in module.globals.iter() {
        errors.add(|printer| printer.symbol_place(GlobalRef::Var(id)), checker.global(global));
    }
    for (id, func) in module.funcs.iter() {
        errors.add(|printer| printer.symbol_place(GlobalRef::Func(id)), checker.function(func));
    }
    for (id, alias) in module.aliases.iter() {
        errors.add(|printer| printer.symbol_place(GlobalRef::Alias(id)), checker.alias(alias));
    }
    for (id, ifunc) in module.ifuncs.iter() {
        errors.add(|printer| printer.symbol_place(GlobalRef::IFunc(id)), checker.ifunc(ifunc));
    }
    if errors.list.len() == before {
        errors.add(|_| "symbol table".into(), checker.names_differ());
        errors.add(|_| "aliases".into(), checker.aliases_end());
    }
}

/// Checks one symbol.
struct Checker<'a> {
    module: &'a Module,
}

impl Checker<'_> {
    fn attributes(&self, list: &AttributeList) -> Check {
        [&list.func, &list.ret].into_iter().chain(&list.params).try_for_each(|set| {
            let types = [set.by_val, set.by_ref, set.s_ret, set.in_alloca, set.preallocated, set.element];
            types.into_iter().flatten().try_for_each(|ty| self.ty(ty).map(|_| ()))
        })
    }
    fn symbol(&self, symbol: &SymbolInfo) -> Check {
        self.name(symbol.name)?;
        symbol.partition.map_or(Ok(()), |name| self.name(name))?;
        symbol.section.map_or(Ok(()), |name| self.name(name))?;
        if let Some(comdat) = symbol.comdat
            && !self.module.comdats.contains(comdat)
        {
            return Err(Problem::NoSuch(AnyId::Comdat(comdat)));
        }
        rule((symbol.origin as usize) < self.module.origins.len().max(1), "the file of the symbol is listed")
    }
    fn global(&self, global: &Global) -> Check {
        self.symbol(&global.symbol)?;
        let ty = self.ty(global.ty)?;
        let types = &self.module.types;
        let holds =
            !matches!(types[ty], Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token);
        kind("the contents", "a type with values in memory", ty, holds)?;
        self.align(global.align)?;
        match global.init {
            Some(init) => same("the initial value", ty, self.constant(init)?),
            None => self.declared(&global.symbol),
        }
    }
    fn function(&self, func: &Function) -> Check {
        self.symbol(&func.symbol)?;
        let ty = self.ty(func.ty)?;
        kind("the type", "a function type", ty, matches!(self.module.types[ty], Type::Function { .. }))?;
        self.align(func.align)?;
        func.gc.map_or(Ok(()), |name| self.name(name))?;
        if func.attrs.index() >= self.module.attrs.iter().len() {
            return Err(Problem::NoSuch(AnyId::Attrs(func.attrs)));
        }
        for part in [func.personality, func.prefix, func.prologue].into_iter().flatten() {
            self.constant(part)?;
        }
        if func.body.is_defined() { Ok(()) } else { self.declared(&func.symbol) }
    }
    fn alias(&self, alias: &Alias) -> Check {
        self.symbol(&alias.symbol)?;
        self.ty(alias.ty)?;
        pointer(&self.module.types, "the target", self.constant(alias.target)?)
    }
    fn ifunc(&self, ifunc: &IFunc) -> Check {
        self.symbol(&ifunc.symbol)?;
        let ty = self.ty(ifunc.ty)?;
        kind("the type", "a function type", ty, matches!(self.module.types[ty], Type::Function { .. }))?;
        pointer(&self.module.types, "the resolver", self.constant(ifunc.resolver)?)
    }
    fn declared(&self, symbol: &SymbolInfo) -> Check {
        let holds = matches!(symbol.linkage, Linkage::External | Linkage::ExternWeak);
        rule(holds, "a declaration is external or extern_weak")
    }
    fn align(&self, align: u64) -> Check {
        rule(align == 0 || align.is_power_of_two(), "an alignment is a power of two")
    }
    fn ty(&self, ty: TypeId) -> Result<TypeId, Problem> {
        if ty.index() < self.module.types.len() { Ok(ty) } else { Err(Problem::NoSuch(AnyId::Type(ty))) }
    }
    fn constant(&self, id: ConstId) -> Result<TypeId, Problem> {
        self.ty(self.module.const_type(id).ok_or(Problem::NoSuch(AnyId::Const(id)))?)
    }
    fn name(&self, name: Symbol) -> Check {
        if name.index() < self.module.names.len() { Ok(()) } else { Err(Problem::NoSuch(AnyId::Name(name))) }
    }

    /// Names in the symbol table are those of one symbol each. Local names may repeat: linking does not rename.
    fn names_differ(&self) -> Check {
        let module = self.module;
        let mut seen = vec![false; module.names.len()];
        let symbols = (module.globals.values().map(|global| &global.symbol))
            .chain(module.funcs.values().map(|func| &func.symbol))
            .chain(module.aliases.values().map(|alias| &alias.symbol))
            .chain(module.ifuncs.values().map(|ifunc| &ifunc.symbol));
        for symbol in symbols.filter(|symbol| !symbol.linkage.is_local()) {
            let named = !module.names.get(symbol.name).is_empty();
            if core::mem::replace(&mut seen[symbol.name.index()], true) && named {
                return Err(Problem::NameTwice(symbol.name));
            }
        }
        Ok(())
    }

    /// No alias stands for itself. Each alias is walked over once.
    fn aliases_end(&self) -> Check {
        let module = self.module;
        if module.aliases.is_empty() {
            return Ok(());
        }
        let bases = self.base_aliases();
        let next = |alias: AliasId| bases.get(module.aliases[alias].target.index()).copied().flatten();
        let mut walked_by = vec![None; module.aliases.len()];
        for start in module.aliases.ids() {
            let mut at = Some(start);
            while let Some(alias) = at {
                match walked_by[alias.index()] {
                    Some(walk) if walk == start => return Err(Problem::Rule("an alias stands for itself")),
                    Some(_) => break,
                    None => walked_by[alias.index()] = Some(start),
                }
                at = next(alias);
            }
        }
        Ok(())
    }

    /// For each constant the alias that its address is based on, if it is based on one.
    fn base_aliases(&self) -> Vec<Option<AliasId>> {
        let mut bases: Vec<Option<AliasId>> = Vec::with_capacity(self.module.consts.len());
        for (_, constant) in self.module.consts.iter() {
            let base = match constant {
                Constant::Global(GlobalRef::Alias(alias)) if self.module.aliases.contains(*alias) => Some(*alias),
                Constant::PtrAdd { base, .. } => bases.get(base.index()).copied().flatten(),
                Constant::Cast(cast) => bases.get(cast.arg.index()).copied().flatten(),
                _ => None,
            };
            bases.push(base);
        }
        bases
    }
}
