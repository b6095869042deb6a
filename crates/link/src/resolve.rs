//! Symbol resolution: which of the symbols of one name is the one that stays.
//!
//! The rules are those of the system's linker. A definition beats a declaration, a strong definition a common one, a
//! common one a weak one; of equals the first stays, of commons the largest. A definition that is there for inlining
//! only (`available_externally`) counts as one only if nobody else has any. Two strong definitions are an error.
//! Symbols of one module only are not here at all: they never meet others.

use braid_entity::Symbol;
use braid_ir::constant::GlobalRef;
use braid_ir::module::{Linkage, SymbolInfo, Visibility};
use braid_ir::{GlobalId, Module};
use rustc_hash::FxHashMap;

use crate::comdat::{Comdats, size_of_symbol};

/// How much a symbol counts against others of its name; later ones beat earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Strength {
    /// A declaration that may stay undefined.
    WeakDeclaration,
    /// A declaration.
    Declaration,
    /// A definition for inlining; the real one is elsewhere.
    Inline,
    /// A definition that others may replace.
    Weak,
    /// A tentative definition of C.
    Common,
    /// The definition.
    Strong,
}

/// The symbol that stays, of all those of one name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winner {
    /// The part it is in.
    pub(crate) part: usize,
    /// Its id there.
    pub(crate) symbol: GlobalRef,
    /// How much it counts.
    pub(crate) strength: Strength,
    /// The largest alignment that any of the common definitions asks for.
    pub(crate) align: u64,
    /// The most restrictive visibility that any module asks for.
    pub(crate) visibility: Visibility,
}

/// What was decided.
#[derive(Debug, Default)]
pub(crate) struct Resolution {
    /// The symbol that stays, by name in the linked module.
    pub(crate) winners: FxHashMap<Symbol, Winner>,
    /// Variables that are joined end to end: names in order of appearance, and the pieces of each.
    pub(crate) appending: Vec<(Symbol, Vec<(usize, GlobalId)>)>,
    /// Strong definitions that meet: name, first, second.
    pub(crate) duplicates: Vec<(Symbol, [(usize, GlobalRef); 2])>,
}

/// How a symbol takes part in resolution.
pub(crate) enum Role {
    /// Not at all: it is visible in its module only.
    Local,
    /// It is joined with others of its name.
    Appending(GlobalId),
    /// It meets others of its name.
    Global(Strength),
}

/// The role of a symbol of `module`; `kept` says whether its comdat group was chosen.
pub(crate) fn role(module: &Module, symbol: GlobalRef, info: &SymbolInfo, kept: bool) -> Role {
    if info.linkage.is_local() || module.names.get(info.name).is_empty() {
        return Role::Local;
    }
    if let (GlobalRef::Var(id), Linkage::Appending) = (symbol, info.linkage) {
        return Role::Appending(id);
    }
    Role::Global(strength(info.linkage, module.is_defined(symbol) && kept))
}

fn strength(linkage: Linkage, defined: bool) -> Strength {
    match linkage {
        Linkage::ExternWeak => Strength::WeakDeclaration,
        _ if !defined => Strength::Declaration,
        Linkage::AvailableExternally => Strength::Inline,
        Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::WeakAny | Linkage::WeakOdr => Strength::Weak,
        Linkage::Common => Strength::Common,
        Linkage::External | Linkage::Appending | Linkage::Internal | Linkage::Private => Strength::Strong,
    }
}

impl Resolution {
    /// Resolves the symbols of all parts.
    pub(crate) fn of(parts: &[Module], comdats: &Comdats, linked: &mut Module) -> Resolution {
        let mut resolution = Resolution::default();
        let mut appending = FxHashMap::<Symbol, usize>::default();
        for (index, part) in parts.iter().enumerate() {
            for (symbol, info) in part.symbols() {
                match role(part, symbol, info, comdats.keeps(index, info)) {
                    Role::Local => {}
                    Role::Appending(id) => {
                        let name = linked.names.intern(part.names.get(info.name));
                        let pieces = &mut resolution.appending;
                        let at = *appending.entry(name).or_insert_with(|| {
                            pieces.push((name, Vec::new()));
                            pieces.len() - 1
                        });
                        pieces[at].1.push((index, id));
                    }
                    Role::Global(strength) => {
                        let name = linked.names.intern(part.names.get(info.name));
                        let align = align_of(part, symbol);
                        let visibility = info.visibility;
                        resolution.meet(name, Winner { part: index, symbol, strength, align, visibility }, parts);
                    }
                }
            }
        }
        resolution
    }

    fn meet(&mut self, name: Symbol, new: Winner, parts: &[Module]) {
        let Some(old) = self.winners.get_mut(&name) else {
            self.winners.insert(name, new);
            return;
        };
        if old.strength == Strength::Strong && new.strength == Strength::Strong {
            self.duplicates.push((name, [(old.part, old.symbol), (new.part, new.symbol)]));
            return;
        }
        let both_common = old.strength == Strength::Common && new.strength == Strength::Common;
        let align = if both_common { old.align.max(new.align) } else { 0 };
        let visibility = stricter(old.visibility, new.visibility);
        if replaces(old, &new, both_common, parts) {
            *old = new;
        }
        old.align = old.align.max(align);
        old.visibility = visibility;
    }
}

fn replaces(old: &Winner, new: &Winner, both_common: bool, parts: &[Module]) -> bool {
    if both_common {
        return size_of_symbol(&parts[new.part], new.symbol) > size_of_symbol(&parts[old.part], old.symbol);
    }
    new.strength > old.strength
}

fn align_of(part: &Module, symbol: GlobalRef) -> u64 {
    match symbol {
        GlobalRef::Var(id) => part.globals[id].align,
        GlobalRef::Func(id) => part.funcs[id].align,
        GlobalRef::Alias(_) | GlobalRef::IFunc(_) => 0,
    }
}

fn stricter(a: Visibility, b: Visibility) -> Visibility {
    match (a, b) {
        (Visibility::Hidden, _) | (_, Visibility::Hidden) => Visibility::Hidden,
        (Visibility::Protected, _) | (_, Visibility::Protected) => Visibility::Protected,
        (Visibility::Default, Visibility::Default) => Visibility::Default,
    }
}
