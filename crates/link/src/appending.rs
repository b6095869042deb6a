//! Arrays that are joined end to end: constructors, destructors, lists of used symbols.
//!
//! Entries stay in the order of the parts, so that constructors of one priority run in the order of the command line;
//! the priority itself stands in the entry. A constructor that belongs to a variable of a comdat group (its third
//! field) is dropped with that variable, or it would run once per module.

use braid_entity::{Entity, Symbol};
use braid_ir::constant::{ConstId, Constant, GlobalRef};
use braid_ir::module::SymbolInfo;
use braid_ir::types::Type;
use braid_ir::{Global, GlobalId, Linkage, Module, TypeId};

use crate::error::LinkError;
use crate::translate::Translator;

/// The pieces of one array: part and variable.
type Pieces = (Symbol, Vec<(usize, GlobalId)>);

/// The ids that the joined arrays get, after `before` other variables.
pub(crate) fn places(arrays: &[Pieces], before: usize) -> impl Iterator<Item = (Symbol, GlobalRef)> {
    arrays.iter().enumerate().map(move |(at, (name, _))| (*name, GlobalRef::Var(GlobalId::new(before + at))))
}

/// Writes the joined arrays into the linked module.
pub(crate) fn join(
    arrays: &[Pieces],
    parts: &[Module],
    translators: &[Translator],
    linked: &mut Module,
) -> Result<(), LinkError> {
    let mut origins = vec![0];
    origins.extend(parts.iter().scan(0, |sum, part| {
        *sum += part.origins.len();
        Some(*sum)
    }));
    for (name, pieces) in arrays {
        let mut array = Array { elem: None, parts: Vec::new(), declared: true };
        for &(index, id) in pieces {
            let added = array.add(&parts[index], id, &translators[index], linked);
            added.ok_or_else(|| LinkError::Appending {
                name: linked.names.get(*name).to_owned(),
                files: [pieces[0].0, index].map(|part| parts[part].origins.first().cloned().unwrap_or_default()),
            })?;
        }
        let (first, id) = pieces[0];
        let global = array.finish(*name, &parts[first], id, origins[first], linked);
        linked.globals.push(global);
    }
    Ok(())
}

/// An array that is being joined.
struct Array {
    elem: Option<TypeId>,
    parts: Vec<ConstId>,
    declared: bool,
}

impl Array {
    /// Adds the entries of one piece; none if it is no array or has other elements.
    fn add(&mut self, part: &Module, id: GlobalId, translator: &Translator, linked: &mut Module) -> Option<()> {
        let global = &part.globals[id];
        let Type::Array { elem, len } = linked.types[translator.ty(global.ty)] else { return None };
        if self.elem.is_some_and(|known| known != elem) {
            return None;
        }
        self.elem = Some(elem);
        let Some(init) = global.init else { return Some(()) };
        self.declared = false;
        match &part.consts[init] {
            Constant::Aggregate { parts, .. } => {
                let kept = parts.iter().filter(|&&entry| is_kept(part, entry, translator));
                self.parts.extend(kept.map(|&entry| translator.constant(entry)));
                Some(())
            }
            Constant::Zero(_) | Constant::Undef(_) if len == 0 => Some(()),
            _ => None,
        }
    }

    fn finish(self, name: Symbol, part: &Module, id: GlobalId, origin: usize, linked: &mut Module) -> Global {
        let first = &part.globals[id];
        let len = self.parts.len() as u64;
        let ty = linked.types.intern(Type::Array { elem: self.elem.expect("an array has at least one piece"), len });
        let init = Constant::Aggregate { ty, parts: self.parts.into() };
        let symbol = SymbolInfo {
            origin: first.symbol.origin + u32::try_from(origin).expect("parts are few"),
            section: first.symbol.section.map(|section| linked.names.intern(part.names.get(section))),
            ..SymbolInfo::new(name, Linkage::Appending)
        };
        Global { symbol, ty, init: (!self.declared).then(|| linked.consts.intern(init)), ..*first }
    }
}

/// Whether an entry stays: it belongs to no symbol, or to one whose definition was kept.
fn is_kept(part: &Module, entry: ConstId, translator: &Translator) -> bool {
    let Constant::Aggregate { parts, .. } = &part.consts[entry] else { return true };
    let Some(&key) = parts.get(2) else { return true };
    match part.consts[key] {
        Constant::Global(symbol) => translator.keeps(symbol),
        _ => true,
    }
}
