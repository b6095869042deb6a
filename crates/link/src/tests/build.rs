//! Small modules for the tests, built by hand.

use braid_entity::Symbol;
use braid_ir::body::{BlockId, Body};
use braid_ir::constant::{ConstId, Constant, GlobalRef};
use braid_ir::debug::{File, Loc, Scope, ScopeKind};
use braid_ir::inst::{Call, FastMath, Inst, Operand, TailKind};
use braid_ir::layout::DataLayout;
use braid_ir::module::{BodyState, Comdat, ComdatId, ComdatKind, SymbolInfo};
use braid_ir::types::{Type, TypeTable};
use braid_ir::{AttrListId, Function, Global, GlobalId, Linkage, Module, TypeId};

/// The layout of 64-bit x86, as LLVM 14 writes it.
pub(super) const X86: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";

/// A module that was read from a file of this name.
pub(super) fn module(origin: &str) -> Module {
    let mut module = Module { origins: vec![origin.to_owned()], ..Module::default() };
    module.layout = DataLayout::parse(X86).unwrap();
    module.triple = Some(module.names.intern("x86_64-pc-linux-gnu"));
    module
}

/// What the tests put into modules.
pub(super) trait Build {
    fn symbol(&mut self, name: &str, linkage: Linkage) -> SymbolInfo;
    /// A function without parameters that is only declared.
    fn declare(&mut self, name: &str, linkage: Linkage) -> GlobalRef;
    /// A function that calls these, on line 10 of its file and on.
    fn define(&mut self, name: &str, linkage: Linkage, calls: &[GlobalRef]) -> GlobalRef;
    /// An i32 with this value; a declaration without.
    fn variable(&mut self, name: &str, linkage: Linkage, value: Option<u64>) -> GlobalId;
    /// A variable of a type with an initialiser.
    fn global(&mut self, name: &str, linkage: Linkage, ty: TypeId, init: Option<ConstId>) -> GlobalId;
    /// Entries of `llvm.global_ctors`: priority, function, what it belongs to.
    fn constructors(&mut self, entries: &[(u64, GlobalRef, Option<GlobalRef>)]);
    fn address(&mut self, symbol: GlobalRef) -> ConstId;
    fn comdat(&mut self, name: &str, kind: ComdatKind) -> ComdatId;
    fn named_struct(&mut self, name: &str, fields: &[TypeId]) -> TypeId;
    fn sym(&mut self, name: &str) -> Symbol;
}

impl Build for Module {
    fn symbol(&mut self, name: &str, linkage: Linkage) -> SymbolInfo {
        SymbolInfo::new(self.names.intern(name), linkage)
    }
    fn declare(&mut self, name: &str, linkage: Linkage) -> GlobalRef {
        let symbol = self.symbol(name, linkage);
        let ty = void_function(self);
        GlobalRef::Func(self.funcs.push(Function {
            symbol,
            ty,
            attrs: AttrListId::NONE,
            convention: 0,
            space: 0,
            align: 0,
            personality: None,
            prefix: None,
            prologue: None,
            gc: None,
            body: BodyState::Declared,
        }))
    }
    fn define(&mut self, name: &str, linkage: Linkage, calls: &[GlobalRef]) -> GlobalRef {
        let func = self.declare(name, linkage);
        let body = calling_body(self, name, calls);
        let GlobalRef::Func(id) = func else { unreachable!() };
        self.funcs[id].body = BodyState::Ready(Box::new(body));
        func
    }
    fn variable(&mut self, name: &str, linkage: Linkage, value: Option<u64>) -> GlobalId {
        let init = value.map(|value| self.consts.int(TypeTable::I32, value));
        self.global(name, linkage, TypeTable::I32, init)
    }
    fn global(&mut self, name: &str, linkage: Linkage, ty: TypeId, init: Option<ConstId>) -> GlobalId {
        let symbol = self.symbol(name, linkage);
        self.globals.push(Global {
            symbol,
            ty,
            space: 0,
            init,
            constant: false,
            align: 4,
            externally_initialized: false,
        })
    }
    fn constructors(&mut self, entries: &[(u64, GlobalRef, Option<GlobalRef>)]) {
        let fields = [TypeTable::I32, TypeTable::PTR, TypeTable::PTR].into();
        let elem = self.types.intern(Type::Struct { name: None, fields, packed: false });
        let parts: Box<[ConstId]> = entries
            .iter()
            .map(|&(priority, func, key)| {
                let priority = self.consts.int(TypeTable::I32, priority);
                let func = self.address(func);
                let null = self.consts.intern(Constant::Null(TypeTable::PTR));
                let key = key.map_or(null, |key| self.address(key));
                self.consts.intern(Constant::Aggregate { ty: elem, parts: [priority, func, key].into() })
            })
            .collect();
        let ty = self.types.intern(Type::Array { elem, len: entries.len() as u64 });
        let init = self.consts.intern(Constant::Aggregate { ty, parts });
        self.global("llvm.global_ctors", Linkage::Appending, ty, Some(init));
    }
    fn address(&mut self, symbol: GlobalRef) -> ConstId {
        self.consts.intern(Constant::Global(symbol))
    }
    fn comdat(&mut self, name: &str, kind: ComdatKind) -> ComdatId {
        let name = self.names.intern(name);
        self.comdats.push(Comdat { name, kind })
    }
    fn named_struct(&mut self, name: &str, fields: &[TypeId]) -> TypeId {
        let name = Some(self.names.intern(name));
        self.types.intern(Type::Struct { name, fields: fields.into(), packed: false })
    }
    fn sym(&mut self, name: &str) -> Symbol {
        self.names.intern(name)
    }
}

fn void_function(module: &mut Module) -> TypeId {
    module.types.intern(Type::Function { ret: TypeTable::VOID, params: [].into(), varargs: false })
}

/// A body that calls each of `calls` in turn, one per line, and returns.
fn calling_body(module: &mut Module, name: &str, calls: &[GlobalRef]) -> Body {
    let file = File { name: module.names.intern("source.c"), directory: module.names.intern("/src") };
    let file = Some(module.debug.files.intern(file));
    let scope = module.debug.scopes.push(Scope {
        kind: ScopeKind::Function,
        name: Some(module.names.intern(name)),
        linkage_name: None,
        file,
        line: 10,
        parent: None,
        optimized: false,
    });
    let mut body = Body { scope: Some(scope), ..Body::default() };
    let entry: BlockId = body.add_block();
    let ty = void_function(module);
    for (at, &callee) in calls.iter().enumerate() {
        let loc = Loc { line: 11 + at as u32, column: 3, scope, inlined_at: None };
        let loc = module.debug.locs.intern(loc);
        let call = Call {
            callee: Operand::constant(module.address(callee)),
            ty,
            args: [].into(),
            attrs: AttrListId::NONE,
            convention: 0,
            tail: TailKind::None,
            fast: FastMath::NONE,
            bundles: [].into(),
        };
        body.append(entry, Inst::Call(Box::new(call)), None, Some(loc));
    }
    body.append(entry, Inst::Ret { value: None }, None, None);
    body
}
