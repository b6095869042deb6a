//! A builder of one function in a module, with the few instructions that tests need.

use braid_entity::Entity;
use braid_ir::attributes::AttrListId;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::debug::{Loc, LocId, Scope, ScopeId, ScopeKind, Var, VarId};
use braid_ir::inst::{
    Access, AllocaFlags, BinaryOp, Call, CastOp, DebugVariable, FastMath, IntPredicate, PtrFlags, TailKind, WrapFlags,
};
use braid_ir::module::{BodyState, Function, SymbolInfo};
use braid_ir::{
    BlockId, Body, FuncId, Inst, InstId, Linkage, Module, Operand, Type, TypeId, TypeTable, ValueId, verify,
};
use braid_passes::{Pipeline, Stats};

/// A function under construction. Instructions go to the end of the current block.
pub(crate) struct Build {
    pub(crate) module: Module,
    pub(crate) func: FuncId,
    pub(crate) body: Body,
    pub(crate) block: BlockId,
    line: u32,
    scope: ScopeId,
}

impl Build {
    /// A function `test` with these parameters and result, and an empty entry block.
    pub(crate) fn new(params: &[TypeId], ret: TypeId) -> Build {
        Build::with_layout("e-m:e-i64:64-f80:128-n8:16:32:64-S128", params, ret)
    }

    pub(crate) fn with_layout(layout: &str, params: &[TypeId], ret: TypeId) -> Build {
        let mut module = Module { layout: braid_ir::DataLayout::parse(layout).unwrap(), ..Module::default() };
        let scope = Scope {
            kind: ScopeKind::Function,
            name: None,
            linkage_name: None,
            file: None,
            line: 1,
            parent: None,
            optimized: false,
        };
        let scope = module.debug.scopes.push(scope);
        let func = declare(&mut module, "test", params, ret);
        let mut body = Body { scope: Some(scope), ..Body::default() };
        for &ty in params {
            body.add_param(ty);
        }
        let block = body.add_block();
        Build { module, func, body, block, line: 0, scope }
    }

    pub(crate) fn param(&self, at: usize) -> Operand {
        Operand::value(ValueId::new(at))
    }
    pub(crate) fn new_block(&mut self) -> BlockId {
        self.body.add_block()
    }
    pub(crate) fn at(&mut self, block: BlockId) {
        self.block = block;
    }
    /// Every instruction gets a line of its own.
    fn loc(&mut self) -> Option<LocId> {
        self.line += 1;
        let loc = Loc { line: self.line, column: 1, scope: self.scope, inlined_at: None };
        Some(self.module.debug.locs.intern(loc))
    }
    pub(crate) fn inst(&mut self, inst: Inst, ty: Option<TypeId>) -> InstId {
        let loc = self.loc();
        self.body.append(self.block, inst, ty, loc)
    }
    pub(crate) fn value(&mut self, inst: Inst, ty: TypeId) -> Operand {
        let id = self.inst(inst, Some(ty));
        self.body.insts[id].result.unwrap().into()
    }
    pub(crate) fn int(&mut self, bits: u32, value: u64) -> Operand {
        let ty = self.module.types.int(bits);
        self.module.consts.int(ty, if bits == 64 { value } else { value & ((1 << bits) - 1) }).into()
    }
    pub(crate) fn int_type(&mut self, bits: u32) -> TypeId {
        self.module.types.int(bits)
    }
    pub(crate) fn array(&mut self, elem: TypeId, len: u64) -> TypeId {
        self.module.types.intern(Type::Array { elem, len })
    }
    pub(crate) fn structure(&mut self, fields: &[TypeId]) -> TypeId {
        self.module.types.intern(Type::Struct { name: None, fields: fields.into(), packed: false })
    }
    pub(crate) fn alloca(&mut self, ty: TypeId) -> Operand {
        let count = self.int(32, 1);
        self.value(Inst::Alloca { ty, count, align_log2: 4, flags: AllocaFlags::NONE }, TypeTable::PTR)
    }
    pub(crate) fn load(&mut self, ty: TypeId, addr: Operand) -> Operand {
        self.value(Inst::Load { addr, access: Access::plain(0) }, ty)
    }
    pub(crate) fn store(&mut self, value: Operand, addr: Operand) -> InstId {
        self.inst(Inst::Store { value, addr, access: Access::plain(0) }, None)
    }
    pub(crate) fn ptradd(&mut self, base: Operand, offset: i64) -> Operand {
        let offset = self.int(64, offset as u64);
        self.value(Inst::PtrAdd { base, offset, flags: PtrFlags::INBOUNDS }, TypeTable::PTR)
    }
    pub(crate) fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        self.binary_with(op, WrapFlags::NONE, a, b)
    }
    pub(crate) fn binary_with(&mut self, op: BinaryOp, flags: WrapFlags, a: Operand, b: Operand) -> Operand {
        let ty = self.module.operand_type(&self.body, a).unwrap();
        self.value(Inst::Binary { op, flags, fast: FastMath::NONE, args: [a, b] }, ty)
    }
    pub(crate) fn cast(&mut self, op: CastOp, arg: Operand, ty: TypeId) -> Operand {
        self.value(Inst::Cast { op, flags: WrapFlags::NONE, fast: FastMath::NONE, arg }, ty)
    }
    pub(crate) fn compare(&mut self, pred: IntPredicate, a: Operand, b: Operand) -> Operand {
        self.value(Inst::IntCompare { pred, flags: WrapFlags::NONE, args: [a, b] }, TypeTable::I1)
    }
    pub(crate) fn br(&mut self, target: BlockId) {
        self.inst(Inst::Br { target }, None);
    }
    pub(crate) fn condbr(&mut self, cond: Operand, then: BlockId, otherwise: BlockId) {
        self.inst(Inst::CondBr { cond, then, otherwise }, None);
    }
    pub(crate) fn ret(&mut self, value: Option<Operand>) {
        self.inst(Inst::Ret { value }, None);
    }
    /// Calls a function that is declared on first use; arguments decide its type.
    pub(crate) fn call(&mut self, name: &str, args: &[Operand], ret: TypeId) -> InstId {
        let params: Vec<_> = args.iter().map(|&arg| self.module.operand_type(&self.body, arg).unwrap()).collect();
        let func = self.module.func_named(name).unwrap_or_else(|| declare(&mut self.module, name, &params, ret));
        let ty = self.module.funcs[func].ty;
        let callee = self.module.consts.intern(Constant::Global(GlobalRef::Func(func))).into();
        let call = Call {
            callee,
            ty,
            args: args.into(),
            attrs: AttrListId::NONE,
            convention: 0,
            tail: TailKind::None,
            fast: FastMath::NONE,
            bundles: Box::default(),
        };
        self.inst(Inst::Call(Box::new(call)), (ret != TypeTable::VOID).then_some(ret))
    }
    /// Shows a value to the outside.
    pub(crate) fn sink(&mut self, value: Operand) {
        let bits = self.module.operand_type(&self.body, value).and_then(|ty| self.module.types.int_bits(ty)).unwrap();
        self.call(&format!("sink{bits}"), &[value], TypeTable::VOID);
    }
    /// A bit that the outside chooses.
    pub(crate) fn choice(&mut self) -> Operand {
        let call = self.call("choice", &[], TypeTable::I1);
        self.body.insts[call].result.unwrap().into()
    }
    pub(crate) fn memcpy(&mut self, to: Operand, from: Operand, len: u64) -> InstId {
        let (len, no) = (self.int(64, len), self.int(1, 0));
        self.call("llvm.memcpy.p0.p0.i64", &[to, from, len, no], TypeTable::VOID)
    }
    pub(crate) fn memset(&mut self, to: Operand, byte: Operand, len: u64) -> InstId {
        let (len, no) = (self.int(64, len), self.int(1, 0));
        self.call("llvm.memset.p0.i64", &[to, byte, len, no], TypeTable::VOID)
    }
    pub(crate) fn lifetime(&mut self, which: &str, slot: Operand) -> InstId {
        let size = self.int(64, u64::MAX);
        self.call(&format!("llvm.lifetime.{which}.p0"), &[size, slot], TypeTable::VOID)
    }
    /// Declares that a source variable lives at this address.
    pub(crate) fn declare(&mut self, name: &str, address: Operand) -> VarId {
        let name = self.module.names.intern(name);
        let var = Var { name, scope: Some(self.scope), line: 1, arg: 0, ty: None };
        let var = self.module.debug.vars.push(var);
        let record = DebugVariable { var, value: Some(address), scope: Some(self.scope), expr: Box::default() };
        self.inst(Inst::DebugDeclare(Box::new(record)), None);
        var
    }
    /// Puts the body into the module, which must be well formed.
    pub(crate) fn finish(self) -> (Module, FuncId) {
        let Build { mut module, func, body, .. } = self;
        module.funcs[func].body = BodyState::Ready(Box::new(body));
        let errors = verify::module(&module);
        assert!(errors.is_empty(), "the test's own program: {errors:?}");
        (module, func)
    }
    /// Finishes, runs these passes with the verifier after each, and gives the module and what was done.
    pub(crate) fn run(self, passes: &[&str]) -> (Module, FuncId, Stats) {
        let (mut module, func) = self.finish();
        let stats = run_passes(&mut module, func, passes);
        (module, func, stats)
    }
}

/// Runs these passes with the verifier after each.
pub(crate) fn run_passes(module: &mut Module, func: FuncId, passes: &[&str]) -> Stats {
    let mut pipeline = Pipeline::none();
    for name in passes {
        pipeline.set(name, true).unwrap();
    }
    if let Err(malformed) = pipeline.checked(module, func) {
        panic!("after {}: {:#?}\n{:?}", malformed.pass, malformed.errors, dump(module, func));
    }
    pipeline.total()
}

fn declare(module: &mut Module, name: &str, params: &[TypeId], ret: TypeId) -> FuncId {
    let ty = module.types.intern(Type::Function { ret, params: params.into(), varargs: false });
    let symbol = SymbolInfo::new(module.names.intern(name), Linkage::External);
    module.funcs.push(Function {
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
    })
}

/// The body of the tested function.
pub(crate) fn body(module: &Module, func: FuncId) -> &Body {
    module.funcs[func].body.ready().unwrap()
}

/// The instructions of the layout, in order.
pub(crate) fn insts(module: &Module, func: FuncId) -> Vec<&Inst> {
    let body = body(module, func);
    body.order.iter().flat_map(|&block| &body.blocks[block].insts).map(|&id| &body.insts[id].inst).collect()
}

/// How often an instruction occurs, by its name.
pub(crate) fn count(module: &Module, func: FuncId, opcode: &str) -> usize {
    insts(module, func).iter().filter(|inst| inst.opcode() == opcode).count()
}

/// All blocks with their instructions, for messages.
pub(crate) fn dump(module: &Module, func: FuncId) -> Vec<String> {
    let body = body(module, func);
    let line = |block: BlockId| {
        let show = |&id: &InstId| format!("  {:?} = {:?}", body.insts[id].result, body.insts[id].inst);
        format!("{block}:\n{}", body.blocks[block].insts.iter().map(show).collect::<Vec<_>>().join("\n"))
    };
    body.order.iter().map(|&block| line(block)).collect()
}
