//! What the verifier finds: a problem, and the place it is in.

use core::fmt;

use crate::attributes::AttrListId;
use crate::body::{BlockId, InstId, ValueId};
use crate::constant::ConstId;
use crate::debug::{DebugTypeId, FileId, LocId, ScopeId, VarId};
use crate::module::{AliasId, ComdatId, FuncId, GlobalId, IFuncId, Module};
use crate::text::Printer;
use crate::types::TypeId;

/// Something that makes a module not well formed, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// What it is in: a function, a global variable and so on, by kind and name.
    pub entity: String,
    /// The block, if it is in one.
    pub block: Option<BlockId>,
    /// The instruction as text, if it is in one.
    pub inst: Option<String>,
    /// What is wrong.
    pub problem: Problem,
    /// What is wrong, as text.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.entity)?;
        if let Some(block) = self.block {
            write!(f, ", {block}")?;
        }
        write!(f, ": {}", self.message)?;
        match &self.inst {
            Some(inst) => write!(f, "\n    in: {inst}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for VerifyError {}

/// An id of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each variant says by its name which table it is an id of")]
pub enum AnyId {
    Value(ValueId),
    Block(BlockId),
    Inst(InstId),
    Const(ConstId),
    Type(TypeId),
    Attrs(AttrListId),
    Loc(LocId),
    Scope(ScopeId),
    Var(VarId),
    File(FileId),
    DebugType(DebugTypeId),
    Func(FuncId),
    Global(GlobalId),
    Alias(AliasId),
    IFunc(IFuncId),
    Comdat(ComdatId),
    Name(braid_entity::Symbol),
}

impl fmt::Display for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyId::Value(id) => id.fmt(f),
            AnyId::Block(id) => id.fmt(f),
            AnyId::Inst(id) => id.fmt(f),
            AnyId::Const(id) => id.fmt(f),
            AnyId::Type(id) => id.fmt(f),
            AnyId::Attrs(id) => id.fmt(f),
            AnyId::Loc(id) => id.fmt(f),
            AnyId::Scope(id) => id.fmt(f),
            AnyId::Var(id) => id.fmt(f),
            AnyId::File(id) => id.fmt(f),
            AnyId::DebugType(id) => id.fmt(f),
            AnyId::Func(id) => id.fmt(f),
            AnyId::Global(id) => id.fmt(f),
            AnyId::Alias(id) => id.fmt(f),
            AnyId::IFunc(id) => id.fmt(f),
            AnyId::Comdat(id) => id.fmt(f),
            AnyId::Name(id) => id.fmt(f),
        }
    }
}

/// What is wrong. `what` names the part that it is about, as in "the address".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// An id that its table does not hold.
    NoSuch(AnyId),
    /// A part of a type or constant does not have a smaller id than the whole.
    NotSmaller(AnyId),
    /// The body has no block.
    NoBlocks,
    /// The first block of the layout is not the entry.
    EntryNotFirst,
    /// The entry block is jumped to.
    EntryJumpedTo,
    /// A block stands twice in the layout.
    BlockTwice(BlockId),
    /// A block that does not stand in the layout is jumped to or its address is taken.
    BlockNotPlaced(BlockId),
    /// An instruction stands twice in the body.
    InstTwice(InstId),
    /// A block without instructions.
    EmptyBlock,
    /// The last instruction of a block is no terminator.
    NoTerminator,
    /// A terminator before the end of a block.
    TerminatorInside,
    /// A phi after another instruction.
    PhiNotFirst,
    /// A phi lacks an entry for this predecessor.
    PhiLacks(BlockId),
    /// A phi has an entry for a block that is no predecessor.
    PhiExtra(BlockId),
    /// A phi has two entries for this predecessor.
    PhiTwice(BlockId),
    /// A landing pad or funclet pad does not begin its block.
    PadNotFirst,
    /// A block that begins with a pad is entered other than by unwinding.
    PadJumpedTo(BlockId),
    /// An unwind edge to a block that does not begin with the right pad.
    UnwindToNoPad(BlockId),
    /// A value is used where its definition does not dominate.
    NotDominated(ValueId),
    /// A value is used whose definition stands in no block.
    NotPlaced(ValueId),
    /// The result of an instruction says that it comes from elsewhere.
    WrongDefinition(ValueId),
    /// An instruction that gives a value has no result.
    ResultMissing,
    /// An instruction that gives no value has a result.
    ResultExtra,
    /// One type is there where another one must be.
    WrongType {
        /// What has the wrong type.
        what: &'static str,
        /// The type it must have.
        expected: TypeId,
        /// The type it has.
        found: TypeId,
    },
    /// A type of the wrong kind.
    WrongKind {
        /// What has the wrong type.
        what: &'static str,
        /// The types it may have.
        expected: &'static str,
        /// The type it has.
        found: TypeId,
    },
    /// The number of parts is wrong.
    WrongCount {
        /// What is counted.
        what: &'static str,
        /// How many there must be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// Another rule is broken; the text says which.
    Rule(&'static str),
    /// Two symbols of one name that both stand in the symbol table.
    NameTwice(braid_entity::Symbol),
}

impl Problem {
    /// The problem in words, with types spelled out.
    pub fn describe(&self, module: &Module) -> String {
        self.describe_with(module, &Printer::for_messages(module))
    }
    /// As [`describe`](Self::describe), with a printer that was made before.
    pub(super) fn describe_with(&self, module: &Module, printer: &Printer<'_>) -> String {
        let ty = |id: &TypeId| printer.type_text(*id);
        match self {
            Problem::NoSuch(id) => format!("there is no {id}"),
            Problem::NotSmaller(id) => format!("{id} is a part but not smaller than the whole"),
            Problem::NoBlocks => "a body without blocks".into(),
            Problem::EntryNotFirst => "the first block is not the entry".into(),
            Problem::EntryJumpedTo => "the entry block is jumped to".into(),
            Problem::BlockTwice(block) => format!("{block} stands twice in the layout"),
            Problem::BlockNotPlaced(block) => format!("{block} is not in the layout"),
            Problem::InstTwice(inst) => format!("{inst} stands twice in the body"),
            Problem::EmptyBlock => "a block without instructions".into(),
            Problem::NoTerminator => "the block does not end in a terminator".into(),
            Problem::TerminatorInside => "a terminator before the end of the block".into(),
            Problem::PhiNotFirst => "a phi after another instruction".into(),
            Problem::PhiLacks(block) => format!("the phi lacks an entry for the predecessor {block}"),
            Problem::PhiExtra(block) => format!("the phi has an entry for {block}, which is no predecessor"),
            Problem::PhiTwice(block) => format!("the phi has two entries for {block}"),
            Problem::PadNotFirst => "a pad after another instruction".into(),
            Problem::PadJumpedTo(block) => format!("{block} begins with a pad and is not only entered by unwinding"),
            Problem::UnwindToNoPad(block) => format!("{block} is unwound to and does not begin with the right pad"),
            Problem::NotDominated(value) => format!("{value} is used where its definition does not dominate"),
            Problem::NotPlaced(value) => format!("{value} is used and defined in no block"),
            Problem::WrongDefinition(value) => format!("{value} says that it is defined elsewhere"),
            Problem::ResultMissing => "the instruction gives a value and has no result".into(),
            Problem::ResultExtra => "the instruction gives no value and has a result".into(),
            Problem::WrongType { what, expected, found } => {
                format!("{what} is {}, expected {}", ty(found), ty(expected))
            }
            Problem::WrongKind { what, expected, found } => format!("{what} is {}, expected {expected}", ty(found)),
            Problem::WrongCount { what, expected, found } => format!("{found} {what}, expected {expected}"),
            Problem::Rule(text) => (*text).into(),
            Problem::NameTwice(name) => format!("two symbols are named '{}'", module.names.get(*name)),
        }
    }
}
