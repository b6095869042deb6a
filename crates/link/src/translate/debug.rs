//! Debug information of a part becomes debug information of the linked module.
//!
//! Scopes, variables and types may name later entries of their table, so the new ids of all entries are known before
//! the first one is copied. An id outside of its table, which only a damaged file can hold, becomes none.

use braid_entity::{Entity, EntityMap, Symbol};
use braid_ir::Module;
use braid_ir::debug::{DebugType, File, FileId, Loc, LocId, Scope, Var};

use super::Translator;

impl Translator {
    /// Copies the debug information that was added to the part since the last time.
    pub(super) fn catch_up_debug(&mut self, part: &Module, linked: &mut Module) {
        for at in self.files.len()..part.debug.files.len() {
            let File { name, directory } = part.debug.files[FileId::new(at)];
            let file = File { name: self.text(name, part, linked), directory: self.text(directory, part, linked) };
            self.files.push(linked.debug.files.intern(file));
        }
        let scopes = announce(&mut self.scopes, &part.debug.scopes, &linked.debug.scopes);
        let types = announce(&mut self.debug_types, &part.debug.types, &linked.debug.types);
        let vars = announce(&mut self.vars, &part.debug.vars, &linked.debug.vars);
        for scope in part.debug.scopes.values().skip(scopes) {
            let scope = self.scope_entry(scope, part, linked);
            linked.debug.scopes.push(scope);
        }
        for at in self.locs.len()..part.debug.locs.len() {
            let loc = self.loc_entry(&part.debug.locs[LocId::new(at)]);
            self.locs.push(linked.debug.locs.intern(loc));
        }
        for ty in part.debug.types.values().skip(types) {
            let name = ty.name.map(|name| self.text(name, part, linked));
            let of = ty.of.and_then(|of| mapped(&self.debug_types, of));
            linked.debug.types.push(DebugType { kind: ty.kind, name, bits: ty.bits, of });
        }
        for var in part.debug.vars.values().skip(vars) {
            let var = self.var_entry(var, part, linked);
            linked.debug.vars.push(var);
        }
    }

    fn text(&mut self, id: Symbol, part: &Module, linked: &mut Module) -> Symbol {
        self.name(id, &part.names, &mut linked.names)
    }

    fn scope_entry(&mut self, scope: &Scope, part: &Module, linked: &mut Module) -> Scope {
        Scope {
            kind: scope.kind,
            name: scope.name.map(|name| self.text(name, part, linked)),
            linkage_name: scope.linkage_name.map(|name| self.text(name, part, linked)),
            file: scope.file.and_then(|file| mapped(&self.files, file)),
            line: scope.line,
            parent: scope.parent.and_then(|parent| mapped(&self.scopes, parent)),
            optimized: scope.optimized,
        }
    }

    fn loc_entry(&self, loc: &Loc) -> Loc {
        Loc {
            line: loc.line,
            column: loc.column,
            scope: self.scopes[loc.scope.index()],
            inlined_at: loc.inlined_at.and_then(|at| mapped(&self.locs, at)),
        }
    }

    fn var_entry(&mut self, var: &Var, part: &Module, linked: &mut Module) -> Var {
        Var {
            name: self.text(var.name, part, linked),
            scope: var.scope.and_then(|scope| mapped(&self.scopes, scope)),
            line: var.line,
            arg: var.arg,
            ty: var.ty.and_then(|ty| mapped(&self.debug_types, ty)),
        }
    }
}

/// Says which ids the entries past those of `map` will get, and how many entries there were before.
fn announce<K: Entity, V>(map: &mut Vec<K>, from: &EntityMap<K, V>, to: &EntityMap<K, V>) -> usize {
    let (old, next) = (map.len(), to.len());
    map.extend((old..from.len()).map(|at| K::new(next + at - old)));
    old
}

fn mapped<K: Entity>(map: &[K], id: K) -> Option<K> {
    map.get(id.index()).copied()
}
