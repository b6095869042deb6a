//! From the ids of one part to the ids of the linked module.
//!
//! Every part keeps its own tables; what the linked module needs of them is copied, and a [`Translator`] remembers what
//! each id became. Tables only grow, and an entry is made of entries before it (types, constants, locations), so a
//! translation is a walk along each table from where the last walk ended: linear over the life of a part, without
//! recursion, and the same whether a body was there at link time or is decoded much later.

mod body;
mod constant;
mod debug;
mod types;

use braid_entity::{Entity, Interrupt, StringPool, Symbol};
use braid_ir::attributes::{AttrListId, AttributeList, Attributes};
use braid_ir::constant::{ConstId, GlobalRef};
use braid_ir::debug::{DebugTypeId, FileId, LocId, ScopeId, VarId};
use braid_ir::types::TypeId;
use braid_ir::{FuncId, Module};
use rustc_hash::FxHashSet;

pub(crate) use types::{anonymous_types, link_types};

/// What each symbol of a part became. Indexed by the part's ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolMap {
    /// Functions; a declaration may have become a symbol of another kind.
    pub(crate) funcs: Vec<GlobalRef>,
    /// Global variables.
    pub(crate) globals: Vec<GlobalRef>,
    /// Aliases.
    pub(crate) aliases: Vec<GlobalRef>,
    /// Indirect functions.
    pub(crate) ifuncs: Vec<GlobalRef>,
    /// The symbols whose definition was kept.
    pub(crate) kept: FxHashSet<GlobalRef>,
}

impl SymbolMap {
    /// What `symbol` became.
    pub(crate) fn get(&self, symbol: GlobalRef) -> GlobalRef {
        match symbol {
            GlobalRef::Func(id) => self.funcs[id.index()],
            GlobalRef::Var(id) => self.globals[id.index()],
            GlobalRef::Alias(id) => self.aliases[id.index()],
            GlobalRef::IFunc(id) => self.ifuncs[id.index()],
        }
    }
    /// The function `id` became, if the body it has now is the part's own: only then do its blocks exist.
    fn kept_func(&self, id: FuncId) -> Option<FuncId> {
        match self.funcs[id.index()] {
            GlobalRef::Func(now) if self.kept.contains(&GlobalRef::Func(id)) => Some(now),
            _ => None,
        }
    }
}

/// Remembers what the ids of one part became. The vectors are indexed by the part's ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct Translator {
    symbols: SymbolMap,
    types: Vec<TypeId>,
    attrs: Vec<AttrListId>,
    consts: Vec<ConstId>,
    names: Vec<Option<Symbol>>,
    files: Vec<FileId>,
    scopes: Vec<ScopeId>,
    locs: Vec<LocId>,
    vars: Vec<VarId>,
    debug_types: Vec<DebugTypeId>,
    /// Synchronisation scopes, by number; those past the end keep theirs.
    sync_scopes: Vec<u8>,
    /// Says whether to stop.
    interrupt: Interrupt,
}

impl Translator {
    /// A translator for a part whose symbols and types were linked already.
    pub(crate) fn new(part: &Module, linked: &mut Module, symbols: SymbolMap, types: Vec<TypeId>) -> Self {
        Translator::interruptible(part, linked, (symbols, types), &Interrupt::default())
            .expect("this interrupt never comes")
    }
    /// The same, unless it is interrupted.
    pub(crate) fn interruptible(
        part: &Module,
        linked: &mut Module,
        (symbols, types): (SymbolMap, Vec<TypeId>),
        interrupt: &Interrupt,
    ) -> Option<Self> {
        let mut translator = Translator { symbols, types, interrupt: interrupt.clone(), ..Translator::default() };
        translator.sync_scopes = sync_scopes(part, linked);
        translator.catch_up(part, linked);
        // What is translated later is not a matter of this interrupt.
        translator.interrupt = Interrupt::default();
        interrupt.cause().is_none().then_some(translator)
    }
    /// Copies what was added to the part's tables since the last time.
    pub(crate) fn catch_up(&mut self, part: &Module, linked: &mut Module) {
        self.catch_up_types(part, linked);
        for at in self.attrs.len()..part.attrs.iter().len() {
            let list = self.attributes(&part.attrs[AttrListId::new(at)]);
            self.attrs.push(linked.attrs.intern(list));
        }
        self.catch_up_consts(part, linked);
        if self.interrupt.cause().is_some() {
            return;
        }
        self.catch_up_debug(part, linked);
    }
    /// What a type became.
    pub(crate) fn ty(&self, id: TypeId) -> TypeId {
        self.types[id.index()]
    }
    /// What a constant became.
    pub(crate) fn constant(&self, id: ConstId) -> ConstId {
        self.consts[id.index()]
    }
    /// What an attribute list became.
    pub(crate) fn attr_list(&self, id: AttrListId) -> AttrListId {
        self.attrs[id.index()]
    }
    /// What a symbol became.
    pub(crate) fn symbol(&self, symbol: GlobalRef) -> GlobalRef {
        self.symbols.get(symbol)
    }
    /// Whether the part's definition of `symbol` is the one that was kept.
    pub(crate) fn keeps(&self, symbol: GlobalRef) -> bool {
        self.symbols.kept.contains(&symbol)
    }
    /// What a name became. Names are looked up when they are used: most names of a part never are.
    pub(crate) fn name(&mut self, id: Symbol, from: &StringPool, to: &mut StringPool) -> Symbol {
        if self.names.len() <= id.index() {
            self.names.resize(from.len().max(id.index() + 1), None);
        }
        *self.names[id.index()].get_or_insert_with(|| to.intern(from.get(id)))
    }

    fn attributes(&self, list: &AttributeList) -> AttributeList {
        let one = |attributes: &Attributes| {
            let ty = |id: Option<TypeId>| id.map(|id| self.ty(id));
            Attributes {
                by_val: ty(attributes.by_val),
                by_ref: ty(attributes.by_ref),
                s_ret: ty(attributes.s_ret),
                in_alloca: ty(attributes.in_alloca),
                preallocated: ty(attributes.preallocated),
                element: ty(attributes.element),
                ..attributes.clone()
            }
        };
        AttributeList { func: one(&list.func), ret: one(&list.ret), params: list.params.iter().map(one).collect() }
    }
}

/// The numbers of the two scopes that every module has; others are known by their names.
const FIXED_SYNC_SCOPES: [&str; 2] = ["singlethread", ""];
/// The whole system: the widest scope, and so the one that may stand for any other.
const SYSTEM_SCOPE: u8 = 1;

/// Gives the part's synchronisation scopes numbers in the linked module, by name.
fn sync_scopes(part: &Module, linked: &mut Module) -> Vec<u8> {
    if part.sync_scopes.is_empty() {
        return Vec::new();
    }
    if linked.sync_scopes.is_empty() {
        linked.sync_scopes = FIXED_SYNC_SCOPES.map(|name| linked.names.intern(name)).into();
    }
    let number = |&name: &Symbol| {
        let name = linked.names.intern(part.names.get(name));
        let at = linked.sync_scopes.iter().position(|&known| known == name).unwrap_or_else(|| {
            linked.sync_scopes.push(name);
            linked.sync_scopes.len() - 1
        });
        u8::try_from(at).unwrap_or(SYSTEM_SCOPE)
    };
    // An access names its scope in a byte: scopes past that cannot be used.
    part.sync_scopes.iter().take(usize::from(u8::MAX) + 1).map(number).collect()
}
