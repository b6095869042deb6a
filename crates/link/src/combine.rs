//! Links modules into one.
//!
//! First everything is decided (comdat groups, symbols, names, types), then everything is copied; no decision looks at
//! what was copied. Bodies are not copied: the linked module gets each part as a source of bodies, translated when they
//! are first asked for. Work is linear in the size of the parts' tables.

use braid_entity::{Entity, Interrupt, Symbol};
use braid_ir::constant::GlobalRef;
use braid_ir::layout::DataLayout;
use braid_ir::module::{BodyState, Comdat, ComdatId, SourceId, SymbolInfo};
use braid_ir::{Alias, AliasId, FuncId, Function, Global, GlobalId, IFunc, IFuncId, Linkage, Module};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::appending;
use crate::comdat::{Comdats, Mismatch};
use crate::error::{Duplicate, LinkError, Warning};
use crate::place::Place;
use crate::resolve::{Resolution, Role, Strength, Winner, role};
use crate::source::PartSource;
use crate::target::Target;
use crate::translate::{SymbolMap, Translator, link_types};

/// Links `parts` into one module. What is odd but not wrong is told in `warnings`.
pub(crate) fn combine(
    mut parts: Vec<Module>,
    warnings: &mut Vec<Warning>,
    interrupt: &Interrupt,
) -> Result<Module, LinkError> {
    let mut linked = Module::default();
    set_target(&parts, &mut linked, warnings)?;
    let comdats = Comdats::choose(&parts, &mut linked).map_err(|mismatch| comdat_error(mismatch, &parts))?;
    comdats.check_contents(&mut parts, &linked).map_err(|mismatch| comdat_error(mismatch, &parts))?;
    let resolution = Resolution::of(&parts, &comdats, &mut linked);
    if !resolution.duplicates.is_empty() {
        return Err(duplicates(&resolution, &mut parts, &linked));
    }
    let kept = keep(&parts, &comdats, &resolution, &mut linked);
    let maps = symbol_maps(&parts, &kept, &resolution, &linked);
    let types = link_types(&parts, &mut linked);
    let mut translators: Vec<Translator> = Vec::with_capacity(parts.len());
    for ((part, symbols), types) in parts.iter().zip(maps).zip(types) {
        let translator = Translator::interruptible(part, &mut linked, (symbols, types), interrupt);
        translators.push(translator.ok_or(LinkError::Interrupted)?);
    }
    let mut copier = Copier { linked: &mut linked, comdats: FxHashMap::default() };
    for (index, (part, translator)) in parts.iter().zip(&mut translators).enumerate() {
        copier.copy_part(SourceId::new(index), part, translator, &kept[index]);
    }
    appending::join(&resolution.appending, &parts, &translators, &mut linked)?;
    for (part, translator) in parts.into_iter().zip(translators) {
        linked.sources.push(Some(Box::new(PartSource { part, translator })));
    }
    Ok(linked)
}

/// Takes the target of the first part that has one, and compares the others with it.
fn set_target(parts: &[Module], linked: &mut Module, warnings: &mut Vec<Warning>) -> Result<(), LinkError> {
    let mut first: Option<(&Module, Target)> = None;
    for part in parts {
        let Some(target) = Target::of(part) else { continue };
        let Some((other, expected)) = &first else {
            first = Some((part, target));
            continue;
        };
        let files = || [part_name(other), part_name(part)];
        if !expected.is_compatible(&target) {
            return Err(LinkError::Target { files: files(), targets: Box::new([expected.clone(), target]) });
        }
        if !expected.is_same_system(&target) {
            warnings.push(Warning::Triple { files: files(), triples: [expected.triple.clone(), target.triple] });
        } else if other.layout.text() != part.layout.text() {
            let layouts = [other, part].map(|module| module.layout.text().to_owned());
            warnings.push(Warning::Layout { files: files(), layouts });
        }
    }
    if let Some((part, _)) = first {
        // Not a clone: a layout remembers sizes by the type ids of its own module.
        linked.layout = DataLayout::parse(part.layout.text()).unwrap_or_default();
        linked.triple = part.triple.map(|triple| linked.names.intern(part.names.get(triple)));
    }
    if let Some(part) = parts.first() {
        linked.source_name = part.source_name.map(|name| linked.names.intern(part.names.get(name)));
    }
    Ok(())
}

/// The file a part was read from.
fn part_name(part: &Module) -> String {
    part.origins.first().cloned().unwrap_or_default()
}

fn comdat_error(mismatch: Mismatch, parts: &[Module]) -> LinkError {
    let places = mismatch.parts.map(|part| part_name(&parts[part]));
    LinkError::Comdat { name: mismatch.name, what: mismatch.what, places }
}

fn duplicates(resolution: &Resolution, parts: &mut [Module], linked: &Module) -> LinkError {
    let place = |parts: &mut [Module], (part, symbol): (usize, GlobalRef)| Place::of(&mut parts[part], symbol);
    let all = resolution.duplicates.iter().take(LinkError::MAX_LISTED).map(|&(name, [first, second])| Duplicate {
        name: linked.names.get(name).to_owned(),
        first: place(parts, first),
        second: place(parts, second),
    });
    LinkError::Duplicates { list: all.collect(), count: resolution.duplicates.len() }
}

/// How a symbol that stays is written into the linked module.
struct Kept {
    /// The symbol in its part.
    from: GlobalRef,
    /// The symbol in the linked module.
    to: GlobalRef,
    /// Its name there.
    name: Symbol,
    /// The decision about its name; none for symbols of one module only.
    winner: Option<Winner>,
}

/// Decides which symbols of each part stay, and gives them ids and names, in the order of the parts.
fn keep(parts: &[Module], comdats: &Comdats, resolution: &Resolution, linked: &mut Module) -> Vec<Vec<Kept>> {
    let mut names = LocalNames::new(resolution);
    let mut next = NextIds::default();
    let mut all = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        let mut kept = Vec::new();
        for (from, info) in part.symbols() {
            let (name, winner) = match role(part, from, info, comdats.keeps(index, info)) {
                Role::Appending(_) => continue,
                Role::Local => (names.fresh(part.names.get(info.name), linked), None),
                Role::Global(_) => {
                    let name = linked.names.intern(part.names.get(info.name));
                    let winner = resolution.winners[&name];
                    if (winner.part, winner.symbol) != (index, from) {
                        continue;
                    }
                    (name, Some(winner))
                }
            };
            kept.push(Kept { from, to: next.like(from), name, winner });
        }
        all.push(kept);
    }
    all
}

/// The ids that the next symbols of the linked module get.
#[derive(Default)]
struct NextIds {
    funcs: usize,
    globals: usize,
    aliases: usize,
    ifuncs: usize,
}

impl NextIds {
    /// The next id of the kind of `symbol`.
    fn like(&mut self, symbol: GlobalRef) -> GlobalRef {
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        match symbol {
            GlobalRef::Func(_) => GlobalRef::Func(FuncId::new(next(&mut self.funcs))),
            GlobalRef::Var(_) => GlobalRef::Var(GlobalId::new(next(&mut self.globals))),
            GlobalRef::Alias(_) => GlobalRef::Alias(AliasId::new(next(&mut self.aliases))),
            GlobalRef::IFunc(_) => GlobalRef::IFunc(IFuncId::new(next(&mut self.ifuncs))),
        }
    }
}

/// Gives symbols of one module only names that no other symbol of the linked module has.
struct LocalNames {
    taken: FxHashSet<Symbol>,
    /// The last suffix tried for a name.
    suffixes: FxHashMap<Symbol, u32>,
}

impl LocalNames {
    fn new(resolution: &Resolution) -> Self {
        let taken = resolution.winners.keys().chain(resolution.appending.iter().map(|(name, _)| name));
        LocalNames { taken: taken.copied().collect(), suffixes: FxHashMap::default() }
    }
    /// `name`, with a suffix if it is taken. Symbols without a name stay without.
    fn fresh(&mut self, name: &str, linked: &mut Module) -> Symbol {
        let base = linked.names.intern(name);
        if name.is_empty() || self.taken.insert(base) {
            return base;
        }
        let suffix = self.suffixes.entry(base).or_insert(0);
        loop {
            *suffix += 1;
            let fresh = linked.names.intern(&format!("{name}.{suffix}"));
            if self.taken.insert(fresh) {
                return fresh;
            }
        }
    }
}

/// What every symbol of every part became.
fn symbol_maps(parts: &[Module], kept: &[Vec<Kept>], resolution: &Resolution, linked: &Module) -> Vec<SymbolMap> {
    let places: FxHashMap<Symbol, GlobalRef> = kept
        .iter()
        .flatten()
        .filter(|kept| kept.winner.is_some())
        .map(|kept| (kept.name, kept.to))
        .chain(appending::places(&resolution.appending, kept_globals(kept)))
        .collect();
    let map_of = |(part, kept): (&Module, &Vec<Kept>)| {
        let mut own: FxHashMap<GlobalRef, &Kept> = FxHashMap::default();
        own.extend(kept.iter().map(|kept| (kept.from, kept)));
        let became = |symbol: GlobalRef, info: &SymbolInfo| match own.get(&symbol) {
            Some(kept) => kept.to,
            None => linked
                .names
                .find(part.names.get(info.name))
                .and_then(|name| places.get(&name).copied())
                .expect("every name that is not kept here is kept elsewhere"),
        };
        SymbolMap {
            funcs: part.funcs.iter().map(|(id, func)| became(GlobalRef::Func(id), &func.symbol)).collect(),
            globals: part.globals.iter().map(|(id, global)| became(GlobalRef::Var(id), &global.symbol)).collect(),
            aliases: part.aliases.iter().map(|(id, alias)| became(GlobalRef::Alias(id), &alias.symbol)).collect(),
            ifuncs: part.ifuncs.iter().map(|(id, ifunc)| became(GlobalRef::IFunc(id), &ifunc.symbol)).collect(),
            kept: kept.iter().filter(|kept| !kept.is_declaration()).map(|kept| kept.from).collect(),
        }
    };
    parts.iter().zip(kept).map(map_of).collect()
}

/// How many global variables stay besides those that are joined.
fn kept_globals(kept: &[Vec<Kept>]) -> usize {
    kept.iter().flatten().filter(|kept| matches!(kept.to, GlobalRef::Var(_))).count()
}

/// Writes the symbols that stay into the linked module.
struct Copier<'a> {
    linked: &'a mut Module,
    comdats: FxHashMap<Symbol, ComdatId>,
}

impl Copier<'_> {
    fn copy_part(&mut self, source: SourceId, part: &Module, translator: &mut Translator, kept: &[Kept]) {
        let origin = u32::try_from(self.linked.origins.len()).expect("parts are few");
        for kept in kept {
            let mut symbol = self.symbol(part, translator, kept);
            symbol.origin += origin;
            match kept.from {
                GlobalRef::Func(id) => self.copy_func(source, part, id, symbol, translator, kept),
                GlobalRef::Var(id) => self.copy_global(part, id, symbol, translator, kept),
                GlobalRef::Alias(id) => self.copy_alias(part, id, symbol, translator),
                GlobalRef::IFunc(id) => self.copy_ifunc(part, id, symbol, translator),
            }
        }
        self.linked.origins.extend(part.origins.iter().cloned());
        self.linked.asm.extend(part.asm.iter().cloned());
    }

    fn symbol(&mut self, part: &Module, translator: &mut Translator, kept: &Kept) -> SymbolInfo {
        let old = part.symbol(kept.from);
        let names = &mut self.linked.names;
        let mut new = SymbolInfo {
            name: kept.name,
            partition: old.partition.map(|name| translator.name(name, &part.names, names)),
            section: old.section.map(|name| translator.name(name, &part.names, names)),
            comdat: None,
            ..old.clone()
        };
        if let Some(winner) = &kept.winner {
            new.visibility = winner.visibility;
        }
        if kept.is_declaration() {
            // A definition whose comdat group was not chosen is a declaration now, and those are not weak.
            if new.linkage != Linkage::ExternWeak {
                new.linkage = Linkage::External;
            }
        } else if let Some(comdat) = old.comdat.and_then(|id| part.comdats.get(id)) {
            new.comdat = Some(self.comdat(part, comdat));
        }
        new
    }

    fn comdat(&mut self, part: &Module, comdat: &Comdat) -> ComdatId {
        let name = self.linked.names.intern(part.names.get(comdat.name));
        let table = &mut self.linked.comdats;
        *self.comdats.entry(name).or_insert_with(|| table.push(Comdat { name, kind: comdat.kind }))
    }

    fn copy_func(
        &mut self,
        source: SourceId,
        part: &Module,
        id: FuncId,
        symbol: SymbolInfo,
        translator: &mut Translator,
        kept: &Kept,
    ) {
        let old = &part.funcs[id];
        let lazy = old.body.is_defined() && !kept.is_declaration();
        let constant = |id| translator.constant(id);
        let func = Function {
            symbol,
            ty: translator.ty(old.ty),
            attrs: translator.attr_list(old.attrs),
            convention: old.convention,
            space: old.space,
            align: old.align,
            personality: old.personality.map(constant),
            prefix: old.prefix.map(constant),
            prologue: old.prologue.map(constant),
            gc: old.gc.map(|gc| translator.name(gc, &part.names, &mut self.linked.names)),
            body: if lazy { BodyState::Lazy { source, index: id.as_u32() } } else { BodyState::Declared },
        };
        let to = self.linked.funcs.push(func);
        debug_assert_eq!(GlobalRef::Func(to), kept.to);
    }

    fn copy_global(&mut self, part: &Module, id: GlobalId, symbol: SymbolInfo, translator: &Translator, kept: &Kept) {
        let old = &part.globals[id];
        let init = old.init.filter(|_| !kept.is_declaration());
        let to = self.linked.globals.push(Global {
            symbol,
            ty: translator.ty(old.ty),
            init: init.map(|init| translator.constant(init)),
            align: kept.winner.as_ref().map_or(old.align, |winner| winner.align.max(old.align)),
            ..*old
        });
        debug_assert_eq!(GlobalRef::Var(to), kept.to);
    }

    fn copy_alias(&mut self, part: &Module, id: AliasId, symbol: SymbolInfo, translator: &Translator) {
        let old = &part.aliases[id];
        let (ty, target) = (translator.ty(old.ty), translator.constant(old.target));
        self.linked.aliases.push(Alias { symbol, ty, space: old.space, target });
    }

    fn copy_ifunc(&mut self, part: &Module, id: IFuncId, symbol: SymbolInfo, translator: &Translator) {
        let old = &part.ifuncs[id];
        let (ty, resolver) = (translator.ty(old.ty), translator.constant(old.resolver));
        self.linked.ifuncs.push(IFunc { symbol, ty, space: old.space, resolver });
    }
}

impl Kept {
    /// Whether the symbol is only declared in the linked module.
    fn is_declaration(&self) -> bool {
        self.winner.is_some_and(|winner| winner.strength <= Strength::Declaration)
    }
}
