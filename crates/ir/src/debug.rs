//! Where things are in the source: files, scopes, locations with inlined-at chains, variables and their types.

use braid_entity::{Entity, EntityMap, Interner, Symbol, entity};

entity!(
    /// A source file.
    FileId,
    "file"
);
entity!(
    /// A scope: a function of the source, or a block in one.
    ScopeId,
    "scope"
);
entity!(
    /// A source location.
    LocId,
    "loc"
);
entity!(
    /// A source variable.
    VarId,
    "var"
);
entity!(
    /// A source type.
    DebugTypeId,
    "dty"
);

/// A source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct File {
    /// The name as the compiler was given it.
    pub name: Symbol,
    /// The folder the name is relative to.
    pub directory: Symbol,
}

/// What kind of scope it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScopeKind {
    /// A function.
    Function,
    /// A block inside one.
    Block,
    /// A namespace, module or type that functions are in.
    Namespace,
    /// A file or compile unit.
    Unit,
}

/// A scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// What it is.
    pub kind: ScopeKind,
    /// The name in the source; none for blocks.
    pub name: Option<Symbol>,
    /// The name in the symbol table, where it differs.
    pub linkage_name: Option<Symbol>,
    /// The file it is in.
    pub file: Option<FileId>,
    /// The line it begins at, 0 if unknown.
    pub line: u32,
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// Whether an optimiser has rewritten the code of this function, so that lines do not tell what runs.
    pub optimized: bool,
}

/// A source location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// The line, from 1; 0 for code that no line stands for.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The scope it is in, which tells the file.
    pub scope: ScopeId,
    /// The call that was replaced by the body this is from.
    pub inlined_at: Option<LocId>,
}

/// A source variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// Its name.
    pub name: Symbol,
    /// The scope it is declared in.
    pub scope: Option<ScopeId>,
    /// The line of its declaration, 0 if unknown.
    pub line: u32,
    /// Which parameter it is, from 1; 0 for locals.
    pub arg: u32,
    /// Its type.
    pub ty: Option<DebugTypeId>,
}

/// How a source type is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DebugTypeKind {
    /// A basic type; the DWARF encoding tells signed, unsigned, char, bool, float.
    Basic {
        /// DW_ATE_* number.
        encoding: u32,
    },
    /// A pointer or reference to another type.
    Pointer,
    /// Another name or a qualified form (const, volatile) of another type.
    Alias,
    /// A struct, class or union.
    Record,
    /// An array of another type.
    Array,
    /// An enumeration.
    Enum,
    /// A function type.
    Function,
    /// Anything else.
    Other,
}

/// A source type, as far as a report needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugType {
    /// How it is made.
    pub kind: DebugTypeKind,
    /// Its name, if it has one.
    pub name: Option<Symbol>,
    /// Its size in bits, 0 if unknown.
    pub bits: u64,
    /// The type it is made from.
    pub of: Option<DebugTypeId>,
}

/// All debug information of a module. Readers fill it as bodies are decoded.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// Source files.
    pub files: Interner<FileId, File>,
    /// Scopes.
    pub scopes: EntityMap<ScopeId, Scope>,
    /// Locations.
    pub locs: Interner<LocId, Loc>,
    /// Variables.
    pub vars: EntityMap<VarId, Var>,
    /// Types.
    pub types: EntityMap<DebugTypeId, DebugType>,
}

impl DebugInfo {
    /// The file of a scope: its own, or that of the nearest scope around it that has one.
    pub fn file_of(&self, scope: ScopeId) -> Option<FileId> {
        self.enclosing(scope).find_map(|scope| self.scopes.get(scope)?.file)
    }
    /// The function a scope is in.
    pub fn function_of(&self, scope: ScopeId) -> Option<ScopeId> {
        let is_function =
            |scope: &ScopeId| self.scopes.get(*scope).is_some_and(|scope| scope.kind == ScopeKind::Function);
        self.enclosing(scope).find(is_function)
    }
    /// Whether an optimiser has rewritten the code at a location.
    pub fn is_optimized(&self, loc: &Loc) -> bool {
        self.function_of(loc.scope).is_some_and(|scope| self.scopes[scope].optimized)
    }
    /// The file of each scope, as [`file_of`](Self::file_of) tells it, in time linear in the number of scopes.
    pub fn scope_files(&self) -> Vec<Option<FileId>> {
        let mut files: Vec<Option<FileId>> = self.scopes.values().map(|scope| scope.file).collect();
        let mut done: Vec<bool> = files.iter().map(Option::is_some).collect();
        let mut path = Vec::new();
        for scope in self.scopes.ids() {
            let mut at = Some(scope);
            // A scope is marked when it is passed, so that every walk ends, also on a cycle.
            while let Some(scope) = at.filter(|scope| done.get(scope.index()) == Some(&false)) {
                done[scope.index()] = true;
                path.push(scope);
                at = self.scopes[scope].parent;
            }
            let file = at.and_then(|scope| files.get(scope.index()).copied().flatten());
            path.drain(..).for_each(|scope| files[scope.index()] = file);
        }
        files
    }
    /// `scope` and the scopes around it, from inside out. Ends even where hostile input made a cycle.
    pub fn enclosing(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> + '_ {
        core::iter::successors(Some(scope), |&scope| self.scopes.get(scope)?.parent).take(self.scopes.len())
    }
    /// `loc` and the calls it was inlined at, from inside out. Ends even where hostile input made a cycle.
    pub fn inlining(&self, loc: LocId) -> impl Iterator<Item = Loc> + '_ {
        core::iter::successors(Some(self.locs[loc]), |loc| loc.inlined_at.map(|at| self.locs[at])).take(self.locs.len())
    }
}
