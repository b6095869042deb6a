//! Symbols of a module: variables, functions, aliases, indirect functions and comdat groups.
//!
//! Their records come before the constants that initialise them, so what they refer to by number is remembered and
//! looked up when all constants are known ([`Links::resolve`]).

use braid_entity::Entity;
use braid_entity::Symbol;
use braid_ir::constant::{ConstId, Constant, GlobalRef};
use braid_ir::module::{
    Alias, AliasId, BodyState, Comdat, ComdatId, ComdatKind, FuncId, Function, Global, GlobalId, IFunc, IFuncId,
    Linkage, SymbolInfo, ThreadLocal, UnnamedAddr, Visibility,
};
use braid_ir::types::{Type, TypeId};
use braid_ir::{Module, TypeTable};

use crate::bitstream::Record;
use crate::codes::module as code;
use crate::error::Error;
use crate::tables::Tables;
use crate::value::Val;

/// LLVM's limit: alignments are at most 2^32.
const MAX_ALIGN_LOG2: u64 = 32;

/// The names and numbers that symbol records refer to.
#[derive(Default)]
pub(crate) struct Links<'a> {
    /// The string table, if the module's names stand in one.
    pub(crate) strtab: Option<&'a [u8]>,
    /// Section names, by number.
    pub(crate) sections: Vec<Symbol>,
    /// Names of garbage collectors, by number.
    pub(crate) collectors: Vec<Symbol>,
    /// Functions with a body, in the order of the bodies.
    pub(crate) defined: Vec<FuncId>,
    /// What is to be looked up when all constants are known.
    pending: Vec<Pending>,
}

/// A reference by value number.
struct Pending {
    to: Target,
    value: u64,
    record: Record,
}

enum Target {
    Init(GlobalId),
    Alias(AliasId),
    Resolver(IFuncId),
    Personality(FuncId),
    Prefix(FuncId),
    Prologue(FuncId),
}

impl Links<'_> {
    /// Takes in the record of a symbol or comdat group.
    pub(crate) fn read(&mut self, record: &Record, module: &mut Module, tables: &mut Tables) -> Result<(), Error> {
        let (name, fields) = self.name(record, module, tables)?;
        let fields = Fields { record, skip: fields };
        match record.code {
            code::GLOBALVAR => self.variable(name, fields, module, tables),
            code::FUNCTION => self.function(name, fields, module, tables),
            code::ALIAS | code::ALIAS_OLD | code::IFUNC => self.indirect(name, fields, module, tables),
            _ => self.comdat(name, fields, module),
        }
    }
    /// Looks up what symbols refer to.
    pub(crate) fn resolve(self, module: &mut Module, tables: &Tables) -> Result<(), Error> {
        for Pending { to, value, record } in self.pending {
            let constant = tables.constant(value, &record)?;
            match to {
                Target::Init(id) => module.globals[id].init = Some(constant),
                Target::Alias(id) => module.aliases[id].target = constant,
                Target::Resolver(id) => module.ifuncs[id].resolver = constant,
                Target::Personality(id) => module.funcs[id].personality = Some(constant),
                Target::Prefix(id) => module.funcs[id].prefix = Some(constant),
                Target::Prologue(id) => module.funcs[id].prologue = Some(constant),
            }
        }
        Ok(())
    }

    /// The name of a symbol in a string table, and where its other fields begin.
    fn name(&self, record: &Record, module: &mut Module, tables: &mut Tables) -> Result<(Symbol, usize), Error> {
        let Some(table) = self.strtab else { return Ok((module.names.intern(""), 0)) };
        let (offset, len) = (record.operand(0)?, record.operand(1)?);
        // Names may overlap in the table, so that all of them together can be far longer than it.
        tables.budget.charge(len, record)?;
        Ok((intern_slice(table, offset, len, module, record)?, 2))
    }

    fn variable(&mut self, name: Symbol, f: Fields<'_>, module: &mut Module, tables: &mut Tables) -> Result<(), Error> {
        f.record.at_least(f.skip + 6)?;
        let mut number = tables.types.number(f.get(0), f.record)?;
        let bits = f.get(1);
        let explicit = bits & 2 != 0;
        let mut space = (bits >> 2) as u32;
        if !explicit {
            (number, space) = pointee(number, &f, module, tables)?;
        }
        let ty = tables.types.ir(number);
        let linkage = linkage(f.get(3));
        let mut symbol =
            self.symbol(name, linkage, &f, Common { section: 5, visibility: 6, dso_local: 13, comdat: 11 }, module)?;
        symbol.thread_local = thread_local(f.get(7));
        symbol.unnamed_addr = unnamed_addr(f.get(8));
        symbol.partition = self.partition(&f, 14, module, tables)?;
        let global = Global {
            symbol,
            ty,
            space,
            init: None,
            constant: bits & 1 != 0,
            align: f.align(4)?,
            externally_initialized: f.get(9) != 0,
        };
        let id = module.globals.push(global);
        self.later(Target::Init(id), f.get(2), &f);
        tables.push_symbol(GlobalRef::Var(id), number, space, module);
        Ok(())
    }

    fn function(&mut self, name: Symbol, f: Fields<'_>, module: &mut Module, tables: &mut Tables) -> Result<(), Error> {
        f.record.at_least(f.skip + 8)?;
        let mut number = tables.types.number(f.get(0), f.record)?;
        let mut space = u32::try_from(f.get(16)).unwrap_or(0);
        if matches!(module.types[tables.types.ir(number)], Type::Ptr { .. }) {
            (number, space) = pointee(number, &f, module, tables)?;
        }
        let ty = tables.types.ir(number);
        if !matches!(module.types[ty], Type::Function { .. }) {
            return Err(f.record.corrupt("a function type"));
        }
        let linkage = linkage(f.get(3));
        let mut symbol =
            self.symbol(name, linkage, &f, Common { section: 6, visibility: 7, dso_local: 15, comdat: 12 }, module)?;
        symbol.unnamed_addr = unnamed_addr(f.get(9));
        symbol.partition = self.partition(&f, 17, module, tables)?;
        let declared = f.get(2) != 0;
        let function = Function {
            symbol,
            ty,
            attrs: tables.attrs.get(f.get(4), number, &tables.types, module, &mut tables.budget, f.record)?,
            convention: f.get(1) as u16,
            space,
            align: f.align(5)?,
            personality: None,
            prefix: None,
            prologue: None,
            gc: lookup(&self.collectors, f.get(8), f.record, "a garbage collector")?,
            body: BodyState::Declared,
        };
        let id = module.funcs.push(function);
        self.later(Target::Prologue(id), f.get(10), &f);
        self.later(Target::Prefix(id), f.get(13), &f);
        self.later(Target::Personality(id), f.get(14), &f);
        if !declared {
            self.defined.push(id);
        }
        tables.note_function(id, number, module);
        tables.push_symbol(GlobalRef::Func(id), number, space, module);
        Ok(())
    }

    fn indirect(&mut self, name: Symbol, f: Fields<'_>, module: &mut Module, tables: &mut Tables) -> Result<(), Error> {
        let old = f.record.code == code::ALIAS_OLD;
        f.record.at_least(f.skip + 3 + usize::from(!old))?;
        let mut number = tables.types.number(f.get(0), f.record)?;
        let mut space = f.get(1) as u32;
        let mut at = 2;
        if old {
            (number, space) = pointee(number, &f, module, tables)?;
            at = 1;
        }
        let is_alias = f.record.code != code::IFUNC;
        // Behind the visibility an alias has a storage class, a thread-local mode and whether its address matters.
        let rest = if is_alias { at + 6 } else { at + 3 };
        let common = Common { section: usize::MAX, visibility: at + 2, dso_local: rest, comdat: usize::MAX };
        let mut symbol = self.symbol(name, linkage(f.get(at + 1)), &f, common, module)?;
        if is_alias {
            symbol.thread_local = thread_local(f.get(at + 4));
            symbol.unnamed_addr = unnamed_addr(f.get(at + 5));
        }
        symbol.partition = self.partition(&f, rest + 1, module, tables)?;
        let (ty, value) = (tables.types.ir(number), f.get(at));
        // Replaced as soon as all constants are known.
        let unknown = module.consts.intern(Constant::Null(TypeTable::PTR));
        let global = if is_alias {
            let id = module.aliases.push(Alias { symbol, ty, space, target: unknown });
            self.later(Target::Alias(id), value.saturating_add(1), &f);
            GlobalRef::Alias(id)
        } else {
            let id = module.ifuncs.push(IFunc { symbol, ty, space, resolver: unknown });
            self.later(Target::Resolver(id), value.saturating_add(1), &f);
            GlobalRef::IFunc(id)
        };
        tables.push_symbol(global, number, space, module);
        Ok(())
    }

    fn comdat(&mut self, name: Symbol, f: Fields<'_>, module: &mut Module) -> Result<(), Error> {
        f.record.at_least(f.skip + 1)?;
        let kind = match f.get(0) {
            2 => ComdatKind::ExactMatch,
            3 => ComdatKind::Largest,
            4 => ComdatKind::NoDeduplicate,
            5 => ComdatKind::SameSize,
            _ => ComdatKind::Any,
        };
        let name = if self.strtab.is_some() { name } else { module.names.intern(&f.record.text(2)?) };
        module.comdats.push(Comdat { name, kind });
        Ok(())
    }

    /// What all symbols have, from the fields where this kind of symbol has them.
    fn symbol(
        &self,
        name: Symbol,
        linkage: Linkage,
        f: &Fields<'_>,
        at: Common,
        module: &Module,
    ) -> Result<SymbolInfo, Error> {
        let mut symbol = SymbolInfo::new(name, linkage);
        if !linkage.is_local() {
            symbol.visibility = visibility(f.get(at.visibility));
        }
        let implied = symbol.visibility != Visibility::Default && linkage != Linkage::ExternWeak;
        symbol.dso_local = f.get(at.dso_local) != 0 || linkage.is_local() || implied;
        symbol.section = lookup(&self.sections, f.get(at.section), f.record, "a section")?;
        let comdat = f.get(at.comdat);
        if comdat > module.comdats.len() as u64 {
            return Err(f.record.corrupt(format!("a comdat group from 0 to {}", module.comdats.len())).found(comdat));
        }
        symbol.comdat = (comdat > 0).then(|| ComdatId::new(comdat as usize - 1));
        Ok(symbol)
    }
    fn partition(
        &self,
        f: &Fields<'_>,
        at: usize,
        module: &mut Module,
        tables: &mut Tables,
    ) -> Result<Option<Symbol>, Error> {
        let (Some(table), len @ 1..) = (self.strtab, f.get(at + 1)) else { return Ok(None) };
        tables.budget.charge(len, f.record)?;
        intern_slice(table, f.get(at), len, module, f.record).map(Some)
    }
    /// Remembers a reference, given as the number of the value plus one, or zero for none.
    fn later(&mut self, to: Target, operand: u64, f: &Fields<'_>) {
        if let Some(value) = operand.checked_sub(1) {
            let record = Record { operands: Vec::new(), ..f.record.clone() };
            self.pending.push(Pending { to, value, record });
        }
    }
}

/// Where the fields that all symbols share stand.
struct Common {
    section: usize,
    visibility: usize,
    dso_local: usize,
    comdat: usize,
}

/// The fields of a symbol record, after its name.
#[derive(Clone, Copy)]
struct Fields<'r> {
    record: &'r Record,
    skip: usize,
}

impl Fields<'_> {
    /// Field `at`, or zero where an older writer left it out.
    fn get(&self, at: usize) -> u64 {
        self.record.optional(at.saturating_add(self.skip))
    }
    /// An alignment in bytes: its logarithm plus one, or zero for none.
    fn align(&self, at: usize) -> Result<u64, Error> {
        Ok(align_log2(self.get(at), self.record)?.map_or(0, |log2| 1 << log2))
    }
}

/// The base-2 logarithm of an alignment that is written with one added, zero for none.
pub(crate) fn align_log2(operand: u64, record: &Record) -> Result<Option<u8>, Error> {
    if operand > MAX_ALIGN_LOG2 + 1 {
        return Err(record.corrupt(format!("an alignment of at most 2^{MAX_ALIGN_LOG2}")).found(operand));
    }
    Ok((operand as u8).checked_sub(1))
}

/// The type that a typed pointer points to, and its address space: how old records give the type of a symbol.
fn pointee(number: u32, f: &Fields<'_>, module: &Module, tables: &Tables) -> Result<(u32, u32), Error> {
    let Type::Ptr { space } = module.types[tables.types.ir(number)] else {
        return Err(f.record.corrupt("a pointer type"));
    };
    match tables.types.component(number, 0) {
        Some(pointee) if (pointee as usize) < tables.types.len() => Ok((pointee, space)),
        _ => Err(f.record.corrupt("a pointer type that says what it points to")),
    }
}

fn intern_slice(table: &[u8], offset: u64, len: u64, module: &mut Module, record: &Record) -> Result<Symbol, Error> {
    let end = offset.checked_add(len).and_then(|end| usize::try_from(end).ok());
    match end.and_then(|end| table.get(offset as usize..end)) {
        Some(text) => Ok(module.names.intern(&String::from_utf8_lossy(text))),
        None => {
            let expected = format!("a name inside the string table of {} bytes", table.len());
            Err(record.corrupt(expected).found(format!("{len} bytes at {offset}")))
        }
    }
}

/// An entry of a table that is counted from one, zero for none.
fn lookup(table: &[Symbol], number: u64, record: &Record, what: &str) -> Result<Option<Symbol>, Error> {
    let Some(at) = number.checked_sub(1) else { return Ok(None) };
    match usize::try_from(at).ok().and_then(|at| table.get(at)) {
        Some(&name) => Ok(Some(name)),
        None => Err(record.corrupt(format!("{what} from 0 to {}", table.len())).found(number)),
    }
}

/// Numbers that LLVM no longer writes (implicit comdats, DLL linkage) mean what LLVM makes of them.
fn linkage(number: u64) -> Linkage {
    match number {
        1 | 16 => Linkage::WeakAny,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 | 18 => Linkage::LinkOnceAny,
        7 => Linkage::ExternWeak,
        8 => Linkage::Common,
        9 | 13 | 14 => Linkage::Private,
        10 | 17 => Linkage::WeakOdr,
        11 | 19 => Linkage::LinkOnceOdr,
        12 => Linkage::AvailableExternally,
        _ => Linkage::External,
    }
}

fn visibility(number: u64) -> Visibility {
    match number {
        1 => Visibility::Hidden,
        2 => Visibility::Protected,
        _ => Visibility::Default,
    }
}

fn thread_local(number: u64) -> ThreadLocal {
    match number {
        0 => ThreadLocal::No,
        2 => ThreadLocal::LocalDynamic,
        3 => ThreadLocal::InitialExec,
        4 => ThreadLocal::LocalExec,
        _ => ThreadLocal::GeneralDynamic,
    }
}

fn unnamed_addr(number: u64) -> UnnamedAddr {
    match number {
        1 => UnnamedAddr::Global,
        2 => UnnamedAddr::Local,
        _ => UnnamedAddr::No,
    }
}

impl Tables {
    /// Adds a symbol to the value table: its value is its address.
    fn push_symbol(&mut self, global: GlobalRef, number: u32, space: u32, module: &mut Module) {
        let ty: TypeId = module.types.ptr(space);
        let constant: ConstId = module.consts.intern(Constant::Global(global));
        let llvm = self.types.pointer_to(number, space);
        self.values.push(Val::constant(constant, ty, llvm));
    }
}
