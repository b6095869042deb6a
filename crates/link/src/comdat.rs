//! Comdat groups: of several modules that bring a group of one name, one is chosen, and the members of the others are
//! as if they were only declared.

use braid_entity::{Entity, Symbol};
use braid_ir::constant::GlobalRef;
use braid_ir::module::{ComdatId, ComdatKind, SymbolInfo};
use braid_ir::{GlobalId, Module};
use rustc_hash::FxHashMap;

/// Which part's group was chosen, for each name of a group.
pub(crate) struct Comdats {
    /// By name in the linked module.
    chosen: FxHashMap<Symbol, Choice>,
    /// The linked name of each group of each part.
    names: Vec<Vec<Symbol>>,
}

/// Two groups of one name that must have the same size and do not.
#[derive(Debug)]
pub(crate) struct SizeMismatch {
    /// The name of the group.
    pub(crate) name: String,
    /// The parts they are in.
    pub(crate) parts: [usize; 2],
}

#[derive(Clone, Copy)]
struct Choice {
    part: usize,
    kind: ComdatKind,
    size: u64,
}

impl Comdats {
    /// Chooses a part for each group. Groups meet by name; the kind of the first decides.
    pub(crate) fn choose(parts: &[Module], linked: &mut Module) -> Result<Comdats, SizeMismatch> {
        let mut comdats = Comdats { chosen: FxHashMap::default(), names: Vec::with_capacity(parts.len()) };
        for (index, part) in parts.iter().enumerate() {
            let names: Vec<Symbol> =
                part.comdats.values().map(|comdat| linked.names.intern(part.names.get(comdat.name))).collect();
            let sizes = leader_sizes(part);
            for (at, comdat) in part.comdats.values().enumerate() {
                let offer = Choice { part: index, kind: comdat.kind, size: sizes[at] };
                comdats
                    .offer(names[at], offer)
                    .map_err(|parts| SizeMismatch { name: linked.names.get(names[at]).to_owned(), parts })?;
            }
            comdats.names.push(names);
        }
        Ok(comdats)
    }

    /// Whether a definition of `part` counts: it is in no group, or in the one that was chosen.
    pub(crate) fn keeps(&self, part: usize, symbol: &SymbolInfo) -> bool {
        let Some(choice) = symbol.comdat.and_then(|id| self.choice(part, id)) else { return true };
        choice.part == part || choice.kind == ComdatKind::NoDeduplicate
    }

    fn choice(&self, part: usize, id: ComdatId) -> Option<&Choice> {
        self.chosen.get(self.names[part].get(id.index())?)
    }

    fn offer(&mut self, name: Symbol, offer: Choice) -> Result<(), [usize; 2]> {
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
            // Whether contents are equal is for the linker of the real program to say; sizes tell most mistakes.
            ComdatKind::ExactMatch | ComdatKind::SameSize => {
                if offer.size != choice.size {
                    return Err([choice.part, offer.part]);
                }
            }
        }
        Ok(())
    }
}

/// The size of each group's leader: the variable that has the group's name; 0 if there is none.
fn leader_sizes(part: &Module) -> Vec<u64> {
    let mut sizes = vec![0; part.comdats.len()];
    for (id, global) in part.globals.iter() {
        let Some(comdat) = global.symbol.comdat else { continue };
        if part.comdats.get(comdat).is_some_and(|group| group.name == global.symbol.name) {
            sizes[comdat.index()] = size_of_global(part, id);
        }
    }
    sizes
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
