//! Types of several modules become types of one.
//!
//! A struct's name is part of its identity. Structs of one name and one shape are one type; those of one name and
//! different shapes are kept apart by a suffix, so that a name stays unique in the text form. A struct that is only
//! declared in one part becomes the struct of that name that another part defines. Only definitions that are complete
//! by themselves count: a struct that holds an undefined one by value has no size, and chains of those could form a
//! cycle. This makes the work one walk along each table, and a second one for what holds undefined structs.

use braid_entity::{Entity, Symbol};
use braid_ir::Module;
use braid_ir::types::{Type, TypeId};
use rustc_hash::FxHashMap;

use super::Translator;

/// Gives every type of every part its id in `linked`.
pub(crate) fn link_types(parts: &[Module], linked: &mut Module) -> Vec<Vec<TypeId>> {
    let mut linker = TypeLinker::default();
    let complete: Vec<Vec<bool>> = parts.iter().map(complete_types).collect();
    let mut maps: Vec<Vec<TypeId>> = parts.iter().map(|part| vec![UNKNOWN; part.types.len()]).collect();
    for phase in [true, false] {
        for (index, part) in parts.iter().enumerate() {
            for (id, ty) in part.types.iter().filter(|(id, _)| complete[index][id.index()] == phase) {
                let ty = rewrite(ty, part, linked, |part| maps[index][part.index()]);
                maps[index][id.index()] = linker.intern(ty, linked);
            }
        }
    }
    maps
}

/// Gives every type of `part` an id in `scratch`, in which structs have no names: types of one shape are one type.
pub(crate) fn anonymous_types(part: &Module, scratch: &mut Module) -> Vec<TypeId> {
    let mut map: Vec<TypeId> = Vec::with_capacity(part.types.len());
    for (_, ty) in part.types.iter() {
        let mut ty = rewrite(ty, part, scratch, |id| map[id.index()]);
        if let Type::Struct { name, .. } = &mut ty {
            *name = None;
        }
        map.push(scratch.types.intern(ty));
    }
    map
}

/// Stands in a map until its type is linked; parts of a type always are before the type itself.
const UNKNOWN: TypeId = braid_ir::TypeTable::VOID;

impl Translator {
    /// Types that a body brought in after linking; they have no names of their own.
    pub(super) fn catch_up_types(&mut self, part: &Module, linked: &mut Module) {
        for at in self.types.len()..part.types.len() {
            let ty = rewrite(&part.types[TypeId::new(at)], part, linked, |id| self.types[id.index()]);
            self.types.push(linked.types.intern(ty));
        }
    }
}

/// Which structs the linked module has by name.
#[derive(Default)]
struct TypeLinker {
    /// The struct that has this name.
    named: FxHashMap<Symbol, TypeId>,
    /// Structs that had to be renamed, by what they were before.
    renamed: FxHashMap<Type, TypeId>,
    /// The last suffix tried for a name.
    suffixes: FxHashMap<Symbol, u32>,
}

impl TypeLinker {
    fn intern(&mut self, ty: Type, linked: &mut Module) -> TypeId {
        match ty {
            Type::Opaque { name } => match self.named.get(&name) {
                Some(&defined) => defined,
                None => linked.types.intern(ty),
            },
            Type::Struct { name: Some(name), .. } => self.intern_named(ty, name, linked),
            _ => linked.types.intern(ty),
        }
    }
    fn intern_named(&mut self, ty: Type, name: Symbol, linked: &mut Module) -> TypeId {
        let Some(&known) = self.named.get(&name) else {
            let id = linked.types.intern(ty);
            self.named.insert(name, id);
            return id;
        };
        if linked.types[known] == ty {
            return known;
        }
        if let Some(&id) = self.renamed.get(&ty) {
            return id;
        }
        let fresh = self.fresh_name(name, linked);
        let Type::Struct { ref fields, packed, .. } = ty else { return linked.types.intern(ty) };
        let id = linked.types.intern(Type::Struct { name: Some(fresh), fields: fields.clone(), packed });
        self.named.insert(fresh, id);
        self.renamed.insert(ty, id);
        id
    }
    fn fresh_name(&mut self, name: Symbol, linked: &mut Module) -> Symbol {
        let suffix = self.suffixes.entry(name).or_insert(0);
        loop {
            *suffix += 1;
            let text = format!("{}.{suffix}", linked.names.get(name));
            let fresh = linked.names.intern(&text);
            if !self.named.contains_key(&fresh) {
                return fresh;
            }
        }
    }
}

/// Which types of a part hold no undefined struct.
fn complete_types(part: &Module) -> Vec<bool> {
    let mut complete = Vec::with_capacity(part.types.len());
    for (_, ty) in part.types.iter() {
        let mut all = !matches!(ty, Type::Opaque { .. });
        for_each_part(ty, |id| all &= complete[id.index()]);
        complete.push(all);
    }
    complete
}

fn for_each_part(ty: &Type, mut f: impl FnMut(TypeId)) {
    match ty {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => f(*elem),
        Type::Struct { fields, .. } => fields.iter().copied().for_each(f),
        Type::Function { ret, params, .. } => {
            f(*ret);
            params.iter().copied().for_each(f);
        }
        Type::Target { types, .. } => types.iter().copied().for_each(f),
        Type::Void
        | Type::Int(_)
        | Type::Float(_)
        | Type::Ptr { .. }
        | Type::Opaque { .. }
        | Type::Label
        | Type::Token
        | Type::Metadata
        | Type::X86Mmx
        | Type::X86Amx => {}
    }
}

/// `ty` with the ids and names of the linked module.
fn rewrite(ty: &Type, part: &Module, linked: &mut Module, map: impl Fn(TypeId) -> TypeId) -> Type {
    let mut name = |id: Symbol| linked.names.intern(part.names.get(id));
    let mut ty = ty.clone();
    match &mut ty {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => *elem = map(*elem),
        Type::Struct { name: old, fields, .. } => {
            *old = old.map(name);
            fields.iter_mut().for_each(|field| *field = map(*field));
        }
        Type::Opaque { name: old } => *old = name(*old),
        Type::Function { ret, params, .. } => {
            *ret = map(*ret);
            params.iter_mut().for_each(|param| *param = map(*param));
        }
        Type::Target { name: old, types, .. } => {
            *old = name(*old);
            types.iter_mut().for_each(|ty| *ty = map(*ty));
        }
        Type::Void
        | Type::Int(_)
        | Type::Float(_)
        | Type::Ptr { .. }
        | Type::Label
        | Type::Token
        | Type::Metadata
        | Type::X86Mmx
        | Type::X86Amx => {}
    }
    ty
}
