//! Indirect functions (`ifunc`): a resolver gives the function that is meant.
//!
//! A system's loader calls resolvers before the program starts and puts what they give into a table. Here each indirect
//! function becomes a function of its own with a variable: at its first call it asks the resolver and keeps the answer,
//! then it calls what was chosen. Resolvers see no input, so every call gives the same. A variadic one cannot pass its
//! arguments on and is refused where it is used.

use braid_ir::body::{Body, InstId};
use braid_ir::inst::{Access, Call, FastMath, Inst, IntPredicate, TailKind, WrapFlags};
use braid_ir::module::{BodyState, Function, Global, SymbolInfo};
use braid_ir::{AttrListId, ConstId, Constant, FuncId, GlobalRef, IFunc, Linkage, Module, Operand, Type, TypeId};

/// Adds a function for each indirect one, in their order; none for a variadic one.
pub(crate) fn add_functions(module: &mut Module) -> Vec<Option<FuncId>> {
    let indirect: Vec<IFunc> = module.ifuncs.values().cloned().collect();
    indirect.iter().map(|ifunc| add_function(module, ifunc)).collect()
}

fn add_function(module: &mut Module, ifunc: &IFunc) -> Option<FuncId> {
    let Type::Function { ret, params, varargs: false } = module.types[ifunc.ty].clone() else { return None };
    let chosen = add_variable(module, ifunc);
    let body = body(module, ifunc, chosen, ret, &params);
    let symbol = SymbolInfo { linkage: Linkage::Internal, ..ifunc.symbol.clone() };
    Some(module.funcs.push(Function {
        symbol,
        ty: ifunc.ty,
        attrs: AttrListId::NONE,
        convention: 0,
        space: ifunc.space,
        align: 0,
        personality: None,
        prefix: None,
        prologue: None,
        gc: None,
        body: BodyState::Ready(Box::new(body)),
    }))
}

/// The variable that holds the address of the chosen function, null at first.
fn add_variable(module: &mut Module, ifunc: &IFunc) -> ConstId {
    let name = format!("{}.chosen", module.names.get(ifunc.symbol.name));
    let symbol =
        SymbolInfo { origin: ifunc.symbol.origin, ..SymbolInfo::new(module.names.intern(&name), Linkage::Internal) };
    let ty = module.types.ptr(0);
    let init = Some(module.consts.intern(Constant::Null(ty)));
    let global = Global { symbol, ty, space: 0, init, constant: false, align: 0, externally_initialized: false };
    let id = module.globals.push(global);
    module.consts.intern(Constant::Global(GlobalRef::Var(id)))
}

fn body(module: &mut Module, ifunc: &IFunc, chosen: ConstId, ret: TypeId, params: &[TypeId]) -> Body {
    let ptr = module.types.ptr(0);
    let bool_type = module.types.int(1);
    let null = module.consts.intern(Constant::Null(ptr));
    let resolver_type = module.types.intern(Type::Function { ret: ptr, params: Box::default(), varargs: false });
    let access = Access::plain(3);
    let mut body = Body::default();
    let args: Vec<Operand> = params.iter().map(|&ty| body.add_param(ty).into()).collect();
    let [entry, resolve, go] = [(); 3].map(|()| body.add_block());
    let value = |body: &Body, data: InstId| -> Operand { body.insts[data].result.expect("made with a type").into() };

    let load = |addr: ConstId| Inst::Load { addr: addr.into(), access };
    let known = body.append(entry, load(chosen), Some(ptr), None);
    let args_of_test = [value(&body, known), null.into()];
    let test = Inst::IntCompare { pred: IntPredicate::Eq, flags: WrapFlags::default(), args: args_of_test };
    let test = body.append(entry, test, Some(bool_type), None);
    let branch = Inst::CondBr { cond: value(&body, test), then: resolve, otherwise: go };
    body.append(entry, branch, None, None);

    let answer = body.append(resolve, call(ifunc.resolver.into(), resolver_type, &[]), Some(ptr), None);
    let store = Inst::Store { value: value(&body, answer), addr: chosen.into(), access };
    body.append(resolve, store, None, None);
    body.append(resolve, Inst::Br { target: go }, None, None);

    let target = body.append(go, load(chosen), Some(ptr), None);
    let is_void = matches!(module.types[ret], Type::Void);
    let passed_on = call(value(&body, target), ifunc.ty, &args);
    let result = body.append(go, passed_on, (!is_void).then_some(ret), None);
    let value = (!is_void).then(|| value(&body, result));
    body.append(go, Inst::Ret { value }, None, None);
    body
}

fn call(callee: Operand, ty: TypeId, args: &[Operand]) -> Inst {
    Inst::Call(Box::new(Call {
        callee,
        ty,
        args: args.into(),
        attrs: AttrListId::NONE,
        convention: 0,
        tail: TailKind::None,
        fast: FastMath::default(),
        bundles: Box::default(),
    }))
}
