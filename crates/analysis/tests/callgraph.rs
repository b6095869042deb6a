//! The call graph on modules built by hand, one rule at a time.

use braid_analysis::{CallGraph, order};
use braid_entity::EntityMap;
use braid_ir::attributes::AttrListId;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::inst::{Call, CastOp, FastMath, TailKind};
use braid_ir::module::{Alias, BodyState, Function, Global, SymbolInfo};
use braid_ir::{Body, CastExpr, ConstId, FuncId, Inst, Linkage, Module, Operand, Type, TypeId, TypeTable};

/// A module under construction.
struct Builder {
    module: Module,
    ty: TypeId,
}

impl Builder {
    fn new() -> Builder {
        let mut module = Module::default();
        let ty = module.types.intern(Type::Function { ret: TypeTable::VOID, params: [].into(), varargs: false });
        Builder { module, ty }
    }
    fn func(&mut self, name: &str) -> FuncId {
        let symbol = SymbolInfo::new(self.module.names.intern(name), Linkage::External);
        self.module.funcs.push(Function {
            symbol,
            ty: self.ty,
            attrs: AttrListId::NONE,
            convention: 0,
            space: 0,
            align: 0,
            personality: None,
            prefix: None,
            prologue: None,
            gc: None,
            body: BodyState::Declared,
        })
    }
    fn address(&mut self, func: FuncId) -> ConstId {
        self.module.consts.intern(Constant::Global(GlobalRef::Func(func)))
    }
    /// Gives `func` a body that calls each of these with these arguments.
    fn calls(&mut self, func: FuncId, callees: &[ConstId], args: &[ConstId]) {
        let mut body = Body::default();
        let block = body.add_block();
        for &callee in callees {
            let call = Call {
                callee: Operand::constant(callee),
                ty: self.ty,
                args: args.iter().map(|&arg| Operand::constant(arg)).collect(),
                attrs: AttrListId::NONE,
                convention: 0,
                tail: TailKind::None,
                fast: FastMath::NONE,
                bundles: Box::default(),
            };
            body.append(block, Inst::Call(Box::new(call)), None, None);
        }
        body.append(block, Inst::Ret { value: None }, None, None);
        self.module.funcs[func].body = BodyState::Ready(Box::new(body));
    }
}

#[test]
fn direct_calls_are_seen_behind_casts_and_aliases() {
    let mut b = Builder::new();
    let [main, f, g] = ["main", "f", "g"].map(|name| b.func(name));
    let (f_addr, g_addr) = (b.address(f), b.address(g));
    let cast = CastExpr { op: CastOp::BitCast, arg: f_addr, ty: TypeTable::PTR };
    let cast = b.module.consts.intern(Constant::Cast(cast));
    let symbol = SymbolInfo::new(b.module.names.intern("h"), Linkage::Internal);
    let alias = b.module.aliases.push(Alias { symbol, ty: b.ty, space: 0, target: g_addr });
    let alias = b.module.consts.intern(Constant::Global(GlobalRef::Alias(alias)));
    b.calls(main, &[cast, alias, cast], &[]);
    b.calls(f, &[], &[]);
    b.calls(g, &[], &[]);
    let calls = CallGraph::new(&b.module);
    assert_eq!((calls.callees(main), calls.callers(f), calls.callers(g)), (&[f, g][..], &[main][..], &[main][..]));
    assert_eq!(calls.address_taken().count(), 0);
    assert!(calls.indirect_sites().is_empty() && !calls.is_recursive(main));
    assert_eq!(order::functions(&calls).last(), Some(&main));
}

#[test]
fn an_address_is_taken_by_arguments_and_initialisers_and_unused_constants_take_none() {
    let mut b = Builder::new();
    let [main, by_arg, by_table, interned_only] = ["main", "a", "t", "i"].map(|name| b.func(name));
    let [callee, arg, entry] = [main, by_arg, by_table].map(|func| b.address(func));
    b.address(interned_only);
    let table = b.module.types.intern(Type::Array { elem: TypeTable::PTR, len: 1 });
    let init = b.module.consts.intern(Constant::Aggregate { ty: table, parts: [entry].into() });
    let symbol = SymbolInfo::new(b.module.names.intern("table"), Linkage::Internal);
    let global = Global {
        symbol,
        ty: table,
        space: 0,
        init: Some(init),
        constant: true,
        align: 8,
        externally_initialized: false,
    };
    b.module.globals.push(global);
    b.calls(main, &[callee], &[arg]);
    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.address_taken().collect::<Vec<_>>(), [by_arg, by_table]);
    assert!(calls.is_recursive(main));
}

#[test]
fn recursion_through_a_pointer_or_a_callback_is_seen() {
    let mut b = Builder::new();
    let [main, compare, qsort] = ["main", "compare", "qsort"].map(|name| b.func(name));
    let [qsort_addr, compare_addr] = [qsort, compare].map(|func| b.address(func));
    b.calls(main, &[qsort_addr], &[compare_addr]);
    b.calls(compare, &[qsort_addr], &[compare_addr]);
    let calls = CallGraph::new(&b.module);
    assert!(calls.is_recursive(compare) && calls.is_recursive(qsort) && !calls.is_recursive(main));
    assert_eq!(calls.component(compare), calls.component(qsort));

    let null = b.module.consts.intern(Constant::Null(TypeTable::PTR));
    b.calls(compare, &[null], &[compare_addr]);
    let calls = CallGraph::new(&b.module);
    assert_eq!(calls.indirect_sites().iter().map(|site| site.func).collect::<Vec<_>>(), [compare]);
    assert!(calls.is_recursive(compare));
}

#[test]
fn a_long_chain_of_calls_and_a_cycle_of_aliases_end() {
    let mut b = Builder::new();
    let funcs: EntityMap<FuncId, FuncId> = (0..50_000).map(|at| b.func(&format!("f{at}"))).collect();
    let addresses: Vec<_> = funcs.values().map(|&func| b.address(func)).collect();
    for (at, &func) in funcs.values().enumerate() {
        let next = addresses.get(at + 1).copied();
        b.calls(func, next.as_slice(), &[]);
    }
    let calls = CallGraph::new(&b.module);
    assert!(order::functions(&calls).iter().eq(funcs.values().rev()));

    let mut b = Builder::new();
    let main = b.func("main");
    let symbol = SymbolInfo::new(b.module.names.intern("x"), Linkage::Internal);
    let placeholder = b.module.consts.intern(Constant::Null(TypeTable::PTR));
    let alias = b.module.aliases.push(Alias { symbol, ty: b.ty, space: 0, target: placeholder });
    let own = b.module.consts.intern(Constant::Global(GlobalRef::Alias(alias)));
    b.module.aliases[alias].target = own;
    b.calls(main, &[own], &[]);
    assert_eq!(CallGraph::new(&b.module).indirect_sites().len(), 1);
}
