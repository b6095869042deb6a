//! Debug information: ids in their tables, and chains that end.

use braid_entity::{Entity, EntityMap, Symbol};

use super::Errors;
use super::error::{AnyId, Problem};
use super::rules::{Check, rule};
use crate::debug::{DebugInfo, DebugType, DebugTypeKind, File, Loc, LocId, Scope, ScopeId, Var};

/// Checks the debug tables of the module.
pub(super) fn check(errors: &mut Errors<'_>) {
    let module = errors.module;
    let tables = Tables { debug: &module.debug, names: module.names.len() };
    for (id, file) in module.debug.files.iter() {
        errors.add(|_| id.to_string(), tables.file(file));
    }
    for (id, scope) in module.debug.scopes.iter() {
        errors.add(|_| id.to_string(), tables.scope(scope));
    }
    for (id, loc) in module.debug.locs.iter() {
        errors.add(|_| id.to_string(), tables.loc(id, loc));
    }
    for (id, var) in module.debug.vars.iter() {
        errors.add(|_| id.to_string(), tables.var(var));
    }
    for (id, ty) in module.debug.types.iter() {
        errors.add(|_| id.to_string(), tables.ty(ty));
    }
    errors.add(|_| "debug scopes".into(), scopes_end(&module.debug.scopes));
}

struct Tables<'a> {
    debug: &'a DebugInfo,
    names: usize,
}

impl Tables<'_> {
    fn file(&self, file: &File) -> Check {
        self.name(Some(file.name))?;
        self.name(Some(file.directory))
    }
    fn scope(&self, scope: &Scope) -> Check {
        self.name(scope.name)?;
        self.name(scope.linkage_name)?;
        if let Some(file) = scope.file {
            has(file.index() < self.debug.files.len(), AnyId::File(file))?;
        }
        self.scope_id(scope.parent)
    }
    fn loc(&self, id: LocId, loc: &Loc) -> Check {
        self.scope_id(Some(loc.scope))?;
        match loc.inlined_at {
            Some(at) if at >= id => Err(Problem::NotSmaller(AnyId::Loc(at))),
            _ => Ok(()),
        }
    }
    fn var(&self, var: &Var) -> Check {
        self.name(Some(var.name))?;
        self.scope_id(var.scope)?;
        match var.ty {
            Some(ty) => has(self.debug.types.contains(ty), AnyId::DebugType(ty)),
            None => Ok(()),
        }
    }
    fn ty(&self, ty: &DebugType) -> Check {
        self.name(ty.name)?;
        rule(!matches!(ty.kind, DebugTypeKind::Basic { .. }) || ty.of.is_none(), "a basic type is made of no other")?;
        match ty.of {
            Some(of) => has(self.debug.types.contains(of), AnyId::DebugType(of)),
            None => Ok(()),
        }
    }
    fn name(&self, name: Option<Symbol>) -> Check {
        name.map_or(Ok(()), |name| has(name.index() < self.names, AnyId::Name(name)))
    }
    fn scope_id(&self, scope: Option<ScopeId>) -> Check {
        scope.map_or(Ok(()), |scope| has(self.debug.scopes.contains(scope), AnyId::Scope(scope)))
    }
}

fn has(holds: bool, id: AnyId) -> Check {
    if holds { Ok(()) } else { Err(Problem::NoSuch(id)) }
}

/// No scope is around itself. Each scope is walked over once: a walk ends where an earlier one has been.
fn scopes_end(scopes: &EntityMap<ScopeId, Scope>) -> Check {
    let mut walked_by = vec![None; scopes.len()];
    for start in scopes.ids() {
        let mut at = Some(start);
        while let Some(scope) = at.filter(|scope| scopes.contains(*scope)) {
            match walked_by[scope.index()] {
                Some(walk) if walk == start => return Err(Problem::Rule("a scope is around itself")),
                Some(_) => break,
                None => walked_by[scope.index()] = Some(start),
            }
            at = scopes[scope].parent;
        }
    }
    Ok(())
}
