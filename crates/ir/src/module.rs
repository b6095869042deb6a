//! A module: global variables, functions, aliases, and the tables they share.
//!
//! Function bodies may be lazy: the reader leaves a [`BodySource`] behind and a body is decoded when
//! [`Module::body`] first asks for it, so that a large library costs nothing until it is called.

use core::fmt;

use braid_entity::{EntityMap, StringPool, Symbol, entity};

use crate::attributes::{AttrListId, AttrLists};
use crate::body::Body;
use crate::constant::{ConstId, Constants, GlobalRef};
use crate::debug::{DebugInfo, FileId};
use crate::layout::DataLayout;
use crate::types::{TypeId, TypeTable};

entity!(
    /// A function of a module.
    FuncId,
    "fn"
);
entity!(
    /// A global variable of a module.
    GlobalId,
    "g"
);
entity!(
    /// An alias of a module.
    AliasId,
    "alias"
);
entity!(
    /// An indirect function of a module.
    IFuncId,
    "ifunc"
);
entity!(
    /// A comdat group of a module.
    ComdatId,
    "comdat"
);
entity!(
    /// A source of lazy bodies.
    SourceId,
    "source"
);

/// How a symbol meets others of the same name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// The one definition.
    External,
    /// A definition seen elsewhere too, for inlining only.
    AvailableExternally,
    /// One of several equal definitions; dropped if unused.
    LinkOnceAny,
    /// As `LinkOnceAny`, and all definitions are equivalent.
    LinkOnceOdr,
    /// One of several definitions; kept.
    WeakAny,
    /// As `WeakAny`, and all definitions are equivalent.
    WeakOdr,
    /// Arrays that are joined end to end.
    Appending,
    /// Visible in its module only.
    Internal,
    /// As `Internal`, without a symbol.
    Private,
    /// Null if no other module defines it.
    ExternWeak,
    /// A tentative definition of C: zero unless another module says otherwise; the largest wins.
    Common,
}

impl Linkage {
    /// Every kind, with its keyword in the text form, LLVM's own.
    pub const NAMES: &'static [(Linkage, &'static str)] = &[
        (Linkage::External, "external"),
        (Linkage::AvailableExternally, "available_externally"),
        (Linkage::LinkOnceAny, "linkonce"),
        (Linkage::LinkOnceOdr, "linkonce_odr"),
        (Linkage::WeakAny, "weak"),
        (Linkage::WeakOdr, "weak_odr"),
        (Linkage::Appending, "appending"),
        (Linkage::Internal, "internal"),
        (Linkage::Private, "private"),
        (Linkage::ExternWeak, "extern_weak"),
        (Linkage::Common, "common"),
    ];
    /// Whether the symbol is visible in its module only.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }
    /// Whether another definition may take its place.
    pub fn is_weak(self) -> bool {
        matches!(
            self,
            Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::WeakAny | Linkage::WeakOdr | Linkage::Common
        )
    }
}

/// Whether other shared objects see a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Visibility {
    /// Yes.
    #[default]
    Default,
    /// No.
    Hidden,
    /// Yes, and they cannot replace it.
    Protected,
}

/// How a variable differs from thread to thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ThreadLocal {
    /// It does not: one for all threads.
    #[default]
    No,
    /// One for each thread; the model says how it is found.
    GeneralDynamic,
    /// As above, within one shared object.
    LocalDynamic,
    /// As above, loaded at start.
    InitialExec,
    /// As above, in the program itself.
    LocalExec,
}

/// Whether the address of a symbol means something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum UnnamedAddr {
    /// Yes.
    #[default]
    No,
    /// Not within this module.
    Local,
    /// No: equal constants may share one.
    Global,
}

/// How definitions of one comdat group are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ComdatKind {
    /// Any of them.
    Any,
    /// Any; all must be the same.
    ExactMatch,
    /// The largest.
    Largest,
    /// There must be only one.
    NoDeduplicate,
    /// Any; all must have the same size.
    SameSize,
}

/// A group of symbols that are kept or dropped together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comdat {
    /// The name of the group.
    pub name: Symbol,
    /// How one of several is chosen.
    pub kind: ComdatKind,
}

/// What every symbol has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolInfo {
    /// Its name in the symbol table; empty for unnamed ones.
    pub name: Symbol,
    /// How it meets others of the same name.
    pub linkage: Linkage,
    /// Whether other shared objects see it.
    pub visibility: Visibility,
    /// Whether it is known to be resolved within the linked object.
    pub dso_local: bool,
    /// Whether its address means something.
    pub unnamed_addr: UnnamedAddr,
    /// Whether it differs by thread.
    pub thread_local: ThreadLocal,
    /// The comdat group it is in.
    pub comdat: Option<ComdatId>,
    /// The partition it is assigned to.
    pub partition: Option<Symbol>,
    /// The section it is placed in.
    pub section: Option<Symbol>,
    /// Which file it came from: an index of [`Module::origins`].
    pub origin: u32,
}

impl SymbolInfo {
    /// A symbol with this name and linkage and nothing else said.
    pub fn new(name: Symbol, linkage: Linkage) -> Self {
        SymbolInfo {
            name,
            linkage,
            visibility: Visibility::default(),
            dso_local: false,
            unnamed_addr: UnnamedAddr::default(),
            thread_local: ThreadLocal::default(),
            comdat: None,
            partition: None,
            section: None,
            origin: 0,
        }
    }
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Name, linkage and so on.
    pub symbol: SymbolInfo,
    /// The type of its contents.
    pub ty: TypeId,
    /// The address space it is in.
    pub space: u32,
    /// Its contents at start; a declaration has none.
    pub init: Option<ConstId>,
    /// Whether it never changes.
    pub constant: bool,
    /// Its alignment in bytes; 0 leaves it to the data layout.
    pub align: u64,
    /// Whether its initial contents may be changed from outside before the program starts.
    pub externally_initialized: bool,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Name, linkage and so on.
    pub symbol: SymbolInfo,
    /// Its function type.
    pub ty: TypeId,
    /// Its attributes.
    pub attrs: AttrListId,
    /// LLVM's number of the calling convention; 0 is C's.
    pub convention: u16,
    /// The address space its address is in.
    pub space: u32,
    /// Its alignment in bytes; 0 leaves it to the target.
    pub align: u64,
    /// The personality function of exception handling.
    pub personality: Option<ConstId>,
    /// Data placed before its entry, and code placed at it.
    pub prefix: Option<ConstId>,
    /// Code placed at its entry.
    pub prologue: Option<ConstId>,
    /// The garbage collector's name.
    pub gc: Option<Symbol>,
    /// What it does.
    pub body: BodyState,
}

/// Whether a function has a body, and whether it is there yet.
#[derive(Debug)]
pub enum BodyState {
    /// Defined elsewhere.
    Declared,
    /// Defined; to be decoded by a source, under a number of the source's own.
    Lazy {
        /// Who decodes it.
        source: SourceId,
        /// What the source calls it.
        index: u32,
    },
    /// Here.
    Ready(Box<Body>),
}

/// An alias: another name for a symbol or a place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// Name, linkage and so on.
    pub symbol: SymbolInfo,
    /// The type of what it names.
    pub ty: TypeId,
    /// The address space it is in.
    pub space: u32,
    /// The address it stands for.
    pub target: ConstId,
}

/// An indirect function: a resolver, called at load time, gives its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IFunc {
    /// Name, linkage and so on.
    pub symbol: SymbolInfo,
    /// Its function type.
    pub ty: TypeId,
    /// The address space it is in.
    pub space: u32,
    /// The address of the resolver.
    pub resolver: ConstId,
}

/// Decodes function bodies when they are first asked for.
///
/// A source always works in the ids of the module it was made with. Linking does not tell it of new ones: the linked
/// module gets a source that owns the whole part and translates what the part's own sources decode.
pub trait BodySource: fmt::Debug {
    /// Decodes the body that the source calls `index`, in the ids of `module`; types, constants and debug information
    /// it needs are added there. `func` is the function it belongs to.
    fn decode(&mut self, module: &mut Module, func: FuncId, index: u32) -> Result<Body, BodyError>;
    /// The file and line of a variable of `module`, as far as the source knows. Errors are treated as not knowing:
    /// this is asked for messages only.
    fn declaration(&mut self, _module: &mut Module, _global: GlobalId) -> Option<(FileId, u32)> {
        None
    }
}

/// A body could not be decoded. The reader's own error, which tells the place, is inside.
#[derive(Debug)]
pub struct BodyError(pub Box<dyn core::error::Error + Send + Sync>);

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl core::error::Error for BodyError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&*self.0)
    }
}

/// A module.
#[derive(Debug, Default)]
pub struct Module {
    /// The files it was made from, for messages; symbols say which one by number.
    pub origins: Vec<String>,
    /// The name of the source file, as the compiler recorded it.
    pub source_name: Option<Symbol>,
    /// The target triple.
    pub triple: Option<Symbol>,
    /// Sizes, alignments and byte order of the target.
    pub layout: DataLayout,
    /// Names.
    pub names: StringPool,
    /// Types.
    pub types: TypeTable,
    /// Constants.
    pub consts: Constants,
    /// Attribute lists.
    pub attrs: AttrLists,
    /// Comdat groups.
    pub comdats: EntityMap<ComdatId, Comdat>,
    /// Global variables.
    pub globals: EntityMap<GlobalId, Global>,
    /// Functions.
    pub funcs: EntityMap<FuncId, Function>,
    /// Aliases.
    pub aliases: EntityMap<AliasId, Alias>,
    /// Indirect functions.
    pub ifuncs: EntityMap<IFuncId, IFunc>,
    /// Assembly at file level.
    pub asm: Vec<String>,
    /// Names of synchronisation scopes, by their number; empty if the usual two.
    pub sync_scopes: Vec<Symbol>,
    /// Debug information, as far as it was decoded.
    pub debug: DebugInfo,
    /// Decoders of lazy bodies; a slot is empty only while its decoder runs.
    pub sources: EntityMap<SourceId, Option<Box<dyn BodySource>>>,
}

impl Module {
    /// Decodes the body of `func` if it is still lazy.
    pub fn decode(&mut self, func: FuncId) -> Result<(), BodyError> {
        let BodyState::Lazy { source, index } = self.funcs[func].body else { return Ok(()) };
        let mut decoder = self.sources[source].take().expect("a body source is not entered twice");
        let body = decoder.decode(self, func, index);
        self.sources[source] = Some(decoder);
        self.funcs[func].body = BodyState::Ready(Box::new(body?));
        Ok(())
    }
    /// Decodes all bodies.
    pub fn decode_all(&mut self) -> Result<(), BodyError> {
        self.funcs.ids().try_for_each(|func| self.decode(func))
    }
    /// The file and line of a variable, as far as debug information tells. It is looked up when it is asked for, at a
    /// cost that grows with the number of variables: this is for messages.
    pub fn declaration(&mut self, global: GlobalId) -> Option<(FileId, u32)> {
        let sources: Vec<SourceId> = self.sources.ids().collect();
        sources.into_iter().find_map(|source| {
            let mut decoder = self.sources[source].take()?;
            let found = decoder.declaration(self, global);
            self.sources[source] = Some(decoder);
            found
        })
    }
    /// The body of `func`, decoded if need be; none if it is only declared.
    pub fn body(&mut self, func: FuncId) -> Result<Option<&Body>, BodyError> {
        self.decode(func)?;
        Ok(self.funcs[func].body.ready())
    }
    /// The function with this name.
    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        let name = self.names.find(name)?;
        self.funcs.iter().find(|(_, func)| func.symbol.name == name).map(|(id, _)| id)
    }
    /// What every symbol has, of any kind of symbol.
    pub fn symbol(&self, global: GlobalRef) -> &SymbolInfo {
        match global {
            GlobalRef::Func(id) => &self.funcs[id].symbol,
            GlobalRef::Var(id) => &self.globals[id].symbol,
            GlobalRef::Alias(id) => &self.aliases[id].symbol,
            GlobalRef::IFunc(id) => &self.ifuncs[id].symbol,
        }
    }
    /// Every symbol with what all symbols have: variables, functions, aliases, indirect functions.
    pub fn symbols(&self) -> impl Iterator<Item = (GlobalRef, &SymbolInfo)> {
        let globals = self.globals.iter().map(|(id, global)| (GlobalRef::Var(id), &global.symbol));
        let funcs = self.funcs.iter().map(|(id, func)| (GlobalRef::Func(id), &func.symbol));
        let aliases = self.aliases.iter().map(|(id, alias)| (GlobalRef::Alias(id), &alias.symbol));
        let ifuncs = self.ifuncs.iter().map(|(id, ifunc)| (GlobalRef::IFunc(id), &ifunc.symbol));
        globals.chain(funcs).chain(aliases).chain(ifuncs)
    }
    /// Whether a symbol is defined here and not only declared.
    pub fn is_defined(&self, global: GlobalRef) -> bool {
        match global {
            GlobalRef::Func(id) => self.funcs[id].body.is_defined(),
            GlobalRef::Var(id) => self.globals[id].init.is_some(),
            GlobalRef::Alias(_) | GlobalRef::IFunc(_) => true,
        }
    }
    /// The name of a symbol; empty if it has none.
    pub fn symbol_name(&self, global: GlobalRef) -> &str {
        self.names.get(self.symbol(global).name)
    }
}

impl BodyState {
    /// The body, if it is here.
    pub fn ready(&self) -> Option<&Body> {
        match self {
            BodyState::Ready(body) => Some(body),
            _ => None,
        }
    }
    /// The body for writing, if it is here.
    pub fn ready_mut(&mut self) -> Option<&mut Body> {
        match self {
            BodyState::Ready(body) => Some(body),
            _ => None,
        }
    }
    /// Whether the function is defined, decoded or not.
    pub fn is_defined(&self) -> bool {
        !matches!(self, BodyState::Declared)
    }
}
