//! Comdat groups: of several modules that bring a group of one name, one is chosen, and the members of the others are
//! as if they were only declared.

use braid_entity::{Entity, Symbol};
use braid_ir::constant::GlobalRef;
use braid_ir::module::{ComdatId, ComdatKind, SymbolInfo};
use braid_ir::{GlobalId, Module};
use rustc_hash::FxHashMap;

use crate::contents::{Contents, Definition};

/// Which part's group was chosen, for each name of a group.
pub(crate) struct Comdats {
    /// By name in the linked module.
    chosen: FxHashMap<Symbol, Choice>,
    /// The linked name of each group of each part.
    names: Vec<Vec<Symbol>>,
    /// Groups that must have the same contents, by their leaders: name, first, second.
    exact: Vec<(Symbol, [Definition; 2])>,
}

/// Two groups of one name that must be the same and are not.
#[derive(Debug)]
pub(crate) struct Mismatch {
    /// What differs.
    pub(crate) what: Property,
    /// The name of the group.
    pub(crate) name: String,
    /// The parts they are in.
    pub(crate) parts: [usize; 2],
}

/// What groups of one name must agree in, by their kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// The size of the variable that leads them.
    Size,
    /// What the variable or function that leads them holds.
    Contents,
}

#[derive(Clone, Copy)]
struct Choice {
    part: usize,
    kind: ComdatKind,
    size: u64,
    leader: Option<GlobalRef>,
}

impl Comdats {
    /// Chooses a part for each group. Groups meet by name; the kind of the first decides.
    pub(crate) fn choose(parts: &[Module], linked: &mut Module) -> Result<Comdats, Mismatch> {
        let mut comdats =
            Comdats { chosen: FxHashMap::default(), names: Vec::with_capacity(parts.len()), exact: Vec::new() };
        for (index, part) in parts.iter().enumerate() {
            let names: Vec<Symbol> =
                part.comdats.values().map(|comdat| linked.names.intern(part.names.get(comdat.name))).collect();
            let leaders = leaders(part);
            for (at, comdat) in part.comdats.values().enumerate() {
                let size = leaders[at].map_or(0, |leader| size_of_symbol(part, leader));
                let offer = Choice { part: index, kind: comdat.kind, size, leader: leaders[at] };
                let mismatch = |(what, parts)| Mismatch { what, name: linked.names.get(names[at]).to_owned(), parts };
                comdats.offer(names[at], offer).map_err(mismatch)?;
            }
            comdats.names.push(names);
        }
        Ok(comdats)
    }

    /// Compares the contents of groups that must have the same. Bodies are decoded for it.
    pub(crate) fn check_contents(&self, parts: &mut [Module], linked: &Module) -> Result<(), Mismatch> {
        let mut contents = Contents::default();
        for &(name, pair) in &self.exact {
            if !contents.equal(parts, pair) {
                let (name, parts) = (linked.names.get(name).to_owned(), pair.map(|(part, _)| part));
                return Err(Mismatch { what: Property::Contents, name, parts });
            }
        }
        Ok(())
    }

    /// Whether a definition of `part` counts: it is in no group, or in the one that was chosen.
    pub(crate) fn keeps(&self, part: usize, symbol: &SymbolInfo) -> bool {
        let Some(choice) = symbol.comdat.and_then(|id| self.choice(part, id)) else { return true };
        choice.part == part || choice.kind == ComdatKind::NoDeduplicate
    }

    fn choice(&self, part: usize, id: ComdatId) -> Option<&Choice> {
        self.chosen.get(self.names[part].get(id.index())?)
    }

    fn offer(&mut self, name: Symbol, offer: Choice) -> Result<(), (Property, [usize; 2])> {
        let Some(choice) = self.chosen.get_mut(&name) else {
            self.chosen.insert(name, offer);
            return Ok(());
        };
        match choice.kind {
            ComdatKind::Any | ComdatKind::NoDeduplicate => {}
            ComdatKind::Largest => {
                if offer.size > choice.size {
                    *choice = offer;
                }
            }
            ComdatKind::ExactMatch | ComdatKind::SameSize => {
                let parts = [choice.part, offer.part];
                if offer.size != choice.size {
                    return Err((Property::Size, parts));
                }
                if choice.kind == ComdatKind::ExactMatch {
                    match (choice.leader, offer.leader) {
                        (Some(a), Some(b)) => self.exact.push((name, [(parts[0], a), (parts[1], b)])),
                        (None, None) => {}
                        _ => return Err((Property::Contents, parts)),
                    }
                }
            }
        }
        Ok(())
    }
}

/// Each group's leader: the variable or function that has the group's name.
fn leaders(part: &Module) -> Vec<Option<GlobalRef>> {
    let mut leaders = vec![None; part.comdats.len()];
    for (symbol, info) in part.symbols() {
        let Some(comdat) = info.comdat else { continue };
        let named = part.comdats.get(comdat).is_some_and(|group| group.name == info.name);
        if named && matches!(symbol, GlobalRef::Var(_) | GlobalRef::Func(_)) {
            leaders[comdat.index()] = Some(symbol);
        }
    }
    leaders
}

/// The size of a variable in bytes, 0 if it has none.
pub(crate) fn size_of_global(part: &Module, id: GlobalId) -> u64 {
    part.layout.size(&part.types, part.globals[id].ty).unwrap_or(0)
}

/// The size of a symbol in bytes, 0 unless it is a variable.
pub(crate) fn size_of_symbol(part: &Module, symbol: GlobalRef) -> u64 {
    match symbol {
        GlobalRef::Var(id) => size_of_global(part, id),
        GlobalRef::Func(_) | GlobalRef::Alias(_) | GlobalRef::IFunc(_) => 0,
    }
}
