//! Debug information: scopes, locations, variables and types, from LLVM's DI nodes.
//!
//! Only what a report shows is decoded. Chains (scopes in scopes, inlined calls, types of types) are followed with a
//! list, not by recursion, and end where hostile input made a circle of them.

use braid_entity::{Entity, Symbol};
use braid_ir::debug::{
    DebugType, DebugTypeId, DebugTypeKind, File, FileId, Loc, LocId, Scope, ScopeId, ScopeKind, Var, VarId,
};

use super::Context;
use crate::bitstream::Record;
use crate::codes::metadata as code;
use crate::error::Error;

/// What a node became: a kind and an id, packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Made(u32);

/// Kinds of [`Made`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scope = 1,
    Loc = 2,
    Var = 3,
    Type = 4,
    /// It is being decoded: whoever meets it again has come full circle.
    Open = 5,
    /// A string that became a name.
    Name = 6,
}

const ID_BITS: u32 = 29;

impl Made {
    /// Nothing yet.
    pub(crate) const NONE: Made = Made(0);
    const OPEN: Made = Made((Kind::Open as u32) << ID_BITS);

    /// Ids that do not fit are not kept; they are decoded again.
    fn new(kind: Kind, id: u32) -> Made {
        if id >> ID_BITS == 0 { Made((kind as u32) << ID_BITS | id) } else { Made::NONE }
    }
    fn get(self, kind: Kind) -> Option<u32> {
        (self.0 >> ID_BITS == kind as u32).then_some(self.0 & ((1 << ID_BITS) - 1))
    }
}

/// A node on a chain that is being followed, with what it will become.
struct Link<T> {
    id: u64,
    node: T,
}

impl Context<'_> {
    /// The scope that node `id` stands for.
    pub(crate) fn scope(&mut self, id: u64) -> Result<Option<ScopeId>, Error> {
        let mut chain: Vec<Link<Scope>> = Vec::new();
        let mut next = Some(id);
        let mut outer = None;
        while let Some(id) = next {
            match self.made(id) {
                made if made == Made::OPEN => break,
                made => outer = made.get(Kind::Scope).map(ScopeId::from_u32),
            }
            if outer.is_some() {
                break;
            }
            let Some((node, parent)) = self.read_scope(id)? else { break };
            self.set(id, Made::OPEN);
            chain.push(Link { id, node });
            next = parent;
        }
        for Link { id, mut node } in chain.into_iter().rev() {
            node.parent = outer;
            let scope = self.module.debug.scopes.push(node);
            self.set(id, Made::new(Kind::Scope, scope.as_u32()));
            outer = Some(scope);
        }
        Ok(outer)
    }
    /// The location that node `id` stands for.
    pub(crate) fn location(&mut self, id: u64) -> Result<Option<LocId>, Error> {
        let mut chain: Vec<Link<(u32, u32, u64)>> = Vec::new();
        let mut next = Some(id);
        let mut outer = None;
        while let Some(id) = next {
            match self.made(id) {
                made if made == Made::OPEN => break,
                made => outer = made.get(Kind::Loc).map(LocId::from_u32),
            }
            if outer.is_some() || !self.read(id)? || self.record.code != code::LOCATION {
                break;
            }
            let (line, column) = (small(self.record.operand(1)?), small(self.record.operand(2)?));
            let scope = self.record.operand(3)?;
            next = self.record.optional(4).checked_sub(1);
            self.set(id, Made::OPEN);
            chain.push(Link { id, node: (line, column, scope) });
        }
        for Link { id, node: (line, column, scope) } in chain.into_iter().rev() {
            self.set(id, Made::NONE);
            let Some(scope) = self.scope(scope)? else { continue };
            let loc = self.module.debug.locs.intern(Loc { line, column, scope, inlined_at: outer });
            self.set(id, Made::new(Kind::Loc, loc.as_u32()));
            outer = Some(loc);
        }
        Ok(outer)
    }
    /// The variable that node `id` stands for.
    pub(crate) fn variable(&mut self, id: u64) -> Result<Option<VarId>, Error> {
        if let Some(var) = self.made(id).get(Kind::Var) {
            return Ok(Some(VarId::from_u32(var)));
        }
        if !self.read(id)? || self.record.code != code::LOCAL_VAR {
            return Ok(None);
        }
        let record = &*self.record;
        // Before records held the alignment, and said so, they began with a tag.
        let has_alignment = record.operand(0)? & 2 != 0;
        let at = usize::from(!has_alignment && record.operands.len() > 8);
        let (scope, name) = (record.operand(at + 1)?, record.operand(at + 2)?);
        let (line, ty, arg) = (record.operand(at + 4)?, record.operand(at + 5)?, record.operand(at + 6)?);
        let name = self.name(name)?;
        let name = name.unwrap_or_else(|| self.module.names.intern(""));
        let scope = self.optional(scope, Self::scope)?;
        let ty = self.optional(ty, Self::debug_type)?;
        let var = self.module.debug.vars.push(Var { name, scope, line: small(line), arg: small(arg), ty });
        self.set(id, Made::new(Kind::Var, var.as_u32()));
        Ok(Some(var))
    }
    /// The file and line of the global variable that node `id` stands for, with or without an expression.
    pub(crate) fn global_variable(&mut self, id: u64) -> Result<Option<(FileId, u32)>, Error> {
        let mut found = self.read(id)?;
        if found && self.record.code == code::GLOBAL_VAR_EXPR {
            let Some(variable) = self.record.operand(1)?.checked_sub(1) else { return Ok(None) };
            found = self.read(variable)?;
        }
        if !found || self.record.code != code::GLOBAL_VAR {
            return Ok(None);
        }
        let (file, line) = (self.record.operand(4)?, small(self.record.operand(5)?));
        Ok(self.optional(file, Self::file)?.map(|file| (file, line)))
    }
    /// The operations of the expression that node `id` stands for.
    pub(crate) fn expression(&mut self, id: u64) -> Result<Box<[u64]>, Error> {
        if !self.metadata.read_whole(id, self.input, self.record)? || self.record.code != code::EXPRESSION {
            return Ok(Box::default());
        }
        let all = self.record.operands.get(1..).unwrap_or_default();
        // That it begins with the first of a list of values is said of lists only, and goes without saying.
        Ok(all.strip_prefix(&[DW_OP_LLVM_ARG, 0]).unwrap_or(all).into())
    }
    /// The type that node `id` stands for.
    pub(crate) fn debug_type(&mut self, id: u64) -> Result<Option<DebugTypeId>, Error> {
        let mut chain: Vec<Link<DebugType>> = Vec::new();
        let mut next = Some(id);
        let mut inner = None;
        while let Some(id) = next {
            match self.made(id) {
                made if made == Made::OPEN => break,
                made => inner = made.get(Kind::Type).map(DebugTypeId::from_u32),
            }
            if inner.is_some() {
                break;
            }
            let Some((node, of)) = self.read_type(id)? else { break };
            self.set(id, Made::OPEN);
            chain.push(Link { id, node });
            next = of;
        }
        for Link { id, mut node } in chain.into_iter().rev() {
            node.of = inner;
            let ty = self.module.debug.types.push(node);
            self.set(id, Made::new(Kind::Type, ty.as_u32()));
            inner = Some(ty);
        }
        Ok(inner)
    }

    /// A scope without its parent, and the number of the parent.
    fn read_scope(&mut self, id: u64) -> Result<Option<(Scope, Option<u64>)>, Error> {
        if !self.read(id)? {
            return Ok(None);
        }
        let record = &*self.record;
        let op = |at: usize| record.optional(at);
        let (kind, parent, name, linkage, file, line) = match record.code {
            code::SUBPROGRAM => (ScopeKind::Function, op(1), op(2), op(3), op(4), op(5)),
            code::LEXICAL_BLOCK => (ScopeKind::Block, op(1), 0, 0, op(2), op(3)),
            code::LEXICAL_BLOCK_FILE => (ScopeKind::Block, op(1), 0, 0, op(2), 0),
            code::NAMESPACE if record.operands.len() >= 5 => (ScopeKind::Namespace, op(1), op(3), 0, op(2), op(4)),
            code::NAMESPACE | code::MODULE => (ScopeKind::Namespace, op(1), op(2), 0, 0, 0),
            code::COMPOSITE_TYPE => (ScopeKind::Namespace, op(5), op(2), 0, op(3), op(4)),
            code::COMMON_BLOCK => (ScopeKind::Namespace, op(1), op(3), 0, op(4), op(5)),
            code::COMPILE_UNIT => (ScopeKind::Unit, 0, 0, 0, op(2), 0),
            // A file as a scope is its own file.
            code::FILE => (ScopeKind::Unit, 0, op(1), 0, id.saturating_add(1), 0),
            _ => return Ok(None),
        };
        let optimized = record.code == code::SUBPROGRAM && is_optimized(record);
        let (name, linkage_name) = (self.name(name)?, self.name(linkage)?);
        let file = self.optional(file, Self::file)?;
        let scope = Scope { kind, name, linkage_name, file, line: small(line), parent: None, optimized };
        Ok(Some((scope, parent.checked_sub(1))))
    }
    fn file(&mut self, id: u64) -> Result<Option<FileId>, Error> {
        if !self.read(id)? || self.record.code != code::FILE {
            return Ok(None);
        }
        let (name, directory) = (self.record.operand(1)?, self.record.operand(2)?);
        let name = self.name(name)?.unwrap_or_else(|| self.module.names.intern(""));
        let directory = self.name(directory)?.unwrap_or_else(|| self.module.names.intern(""));
        Ok(Some(self.module.debug.files.intern(File { name, directory })))
    }
    /// A type without what it is made from, and the number of that.
    fn read_type(&mut self, id: u64) -> Result<Option<(DebugType, Option<u64>)>, Error> {
        if !self.read(id)? {
            return Ok(None);
        }
        let record = &*self.record;
        let op = |at: usize| record.optional(at);
        let (kind, name, size, of) = match record.code {
            code::BASIC_TYPE => (DebugTypeKind::Basic { encoding: small(op(5)) }, op(2), self.size(record, 3, 2), 0),
            code::DERIVED_TYPE => (derived_kind(op(1)), op(2), self.size(record, 7, 2), op(6)),
            code::COMPOSITE_TYPE => (composite_kind(op(1)), op(2), self.size(record, 7, 4), op(6)),
            code::SUBROUTINE_TYPE => (DebugTypeKind::Function, 0, Size::Bits(0), 0),
            code::STRING_TYPE => (DebugTypeKind::Other, op(2), Size::Bits(0), 0),
            code::SUBRANGE_TYPE | code::FIXED_POINT_TYPE => (DebugTypeKind::Other, op(1), Size::Bits(0), 0),
            _ => return Ok(None),
        };
        let name = self.name(name)?;
        let bits = match size {
            Size::Bits(bits) => bits,
            Size::Node(node) => self.constant(node)?,
        };
        Ok(Some((DebugType { kind, name, bits, of: None }, of.checked_sub(1))))
    }
    /// The size of a type: a number, or from LLVM 21 on, where the flag says so, a node with a constant.
    fn size(&self, record: &Record, at: usize, flag: u64) -> Size {
        let size = record.optional(at);
        if record.optional(0) & flag == 0 {
            return Size::Bits(size);
        }
        size.checked_sub(1).map_or(Size::Bits(0), Size::Node)
    }
    /// The integer that a node wraps, 0 if it is something else.
    fn constant(&mut self, id: u64) -> Result<u64, Error> {
        let Some(node) = self.metadata.value(id, self.input, self.record)? else { return Ok(0) };
        let val = usize::try_from(node.value).ok().and_then(|at| self.values.get(at));
        let constant = val.filter(|val| !val.is_unbuilt()).and_then(|val| val.operand.as_const());
        Ok(constant.and_then(|constant| self.module.consts.as_int(constant)).unwrap_or(0))
    }

    fn read(&mut self, id: u64) -> Result<bool, Error> {
        self.metadata.read(id, self.input, self.record)
    }
    /// A name: the number of a string plus one, zero for none. Empty names are none.
    fn name(&mut self, operand: u64) -> Result<Option<Symbol>, Error> {
        let Some(id) = operand.checked_sub(1) else { return Ok(None) };
        if let Some(name) = self.made(id).get(Kind::Name) {
            return Ok(Some(Symbol::from_u32(name)));
        }
        let text = self.metadata.string(id, self.input, self.record)?;
        let name = text.filter(|text| !text.is_empty()).map(|text| self.module.names.intern(&text));
        if let Some(name) = name {
            self.set(id, Made::new(Kind::Name, name.as_u32()));
        }
        Ok(name)
    }
    fn optional<T>(
        &mut self,
        operand: u64,
        get: fn(&mut Self, u64) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        match operand.checked_sub(1) {
            Some(id) => get(self, id),
            None => Ok(None),
        }
    }
    fn made(&self, id: u64) -> Made {
        self.metadata.slot(id).map_or(Made::NONE, |slot| slot.made)
    }
    fn set(&mut self, id: u64, made: Made) {
        if let Some(slot) = self.metadata.slots.get_mut(id as usize) {
            slot.made = made;
        }
    }
}

/// LLVM's operation that pushes a value of a list, by its number.
const DW_OP_LLVM_ARG: u64 = 0x1005;

enum Size {
    Bits(u64),
    Node(u64),
}

fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

/// Whether the record of a function says that an optimiser worked on it. Flags are one number since LLVM 8.
fn is_optimized(record: &Record) -> bool {
    const HAS_FLAGS: u64 = 1 << 2;
    const OPTIMIZED: u64 = 1 << 4;
    if record.optional(0) & HAS_FLAGS != 0 { record.optional(9) & OPTIMIZED != 0 } else { record.optional(14) != 0 }
}

/// By DWARF's tags.
fn derived_kind(tag: u64) -> DebugTypeKind {
    match tag {
        0x0f | 0x10 | 0x1f | 0x42 => DebugTypeKind::Pointer,
        0x16 | 0x26 | 0x35 | 0x37 | 0x47 => DebugTypeKind::Alias,
        _ => DebugTypeKind::Other,
    }
}

/// By DWARF's tags.
fn composite_kind(tag: u64) -> DebugTypeKind {
    match tag {
        0x01 => DebugTypeKind::Array,
        0x02 | 0x13 | 0x17 => DebugTypeKind::Record,
        0x04 => DebugTypeKind::Enum,
        _ => DebugTypeKind::Other,
    }
}
