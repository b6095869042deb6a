//! One instruction: the types of its operands and result, and that its operands are there where it stands.

use braid_entity::Entity;

use super::body::{Place, Scratch};
use super::error::{AnyId, Problem};
use super::rules::{self, Check, kind, rule, same};
use crate::body::{BlockId, Body, InstData, ValueDef, ValueId};
use crate::inst::{
    Access, BinaryOp, Clause, CmpXchg, DebugVariable, FuncletPad, Inst, LandingPad, Operand, OperandKind, Ordering,
    RmwOp,
};
use crate::module::Module;
use crate::types::{Type, TypeId, TypeTable};

/// The largest alignment of LLVM is 2^32 bytes.
const MAX_ALIGN_LOG2: u8 = 32;

/// Checks one instruction of a body whose layout and control flow were checked.
pub(super) struct InstChecker<'a> {
    pub(super) module: &'a Module,
    pub(super) body: &'a Body,
    pub(super) scratch: &'a Scratch,
    /// What the function returns.
    pub(super) ret: TypeId,
    /// Where the instruction stands.
    pub(super) place: Place,
    pub(super) data: &'a InstData,
}

impl InstChecker<'_> {
    /// Whether the instruction is well formed.
    #[inline]
    pub(super) fn check(&self) -> Check {
        let types = &self.module.types;
        match &self.data.inst {
            Inst::Binary { op, args, .. } => self.binary(*op, *args),
            Inst::Unary { arg, .. } => {
                rules::float(types, self.result()?)?;
                self.unchanged(*arg)
            }
            Inst::Cast { op, arg, .. } => rules::cast(self.module, *op, self.used(*arg)?, self.result()?),
            Inst::IntCompare { args, .. } => self.compare(*args, rules::compared),
            Inst::FloatCompare { args, .. } => self.compare(*args, rules::float),
            Inst::Select { args, .. } => self.select(*args),
            Inst::Freeze { arg } | Inst::CheckInit { arg } => self.unchanged(*arg),
            Inst::PtrAdd { base, offset, .. } => {
                rules::ptradd(self.module, self.used(*base)?, self.used(*offset)?, self.result()?)
            }
            Inst::Alloca { ty, count, align_log2, .. } => self.alloca(*ty, *count, *align_log2),
            Inst::Load { addr, access } => self.load(*addr, *access),
            Inst::Store { value, addr, access } => self.store(*value, *addr, *access),
            Inst::AtomicRmw { op, addr, value, access } => self.atomic_rmw(*op, *addr, *value, *access),
            Inst::CmpXchg(x) => self.cmpxchg(x),
            Inst::Fence { ordering, .. } => self.fence(*ordering),
            Inst::ExtractValue { agg, path } => same("the result", self.type_at(*agg, path)?, self.result()?),
            Inst::InsertValue(x) => {
                same("the new part", self.type_at(x.agg, &x.path)?, self.used(x.value)?)?;
                self.unchanged(x.agg)
            }
            Inst::ExtractElement { args } => {
                rules::extract_element(types, self.used(args[0])?, self.used(args[1])?, self.result()?)
            }
            Inst::InsertElement { args } => {
                let args = [self.used(args[0])?, self.used(args[1])?, self.used(args[2])?];
                rules::insert_element(types, args, self.result()?)
            }
            Inst::Shuffle { args, mask } => {
                let mask = self.used(Operand::constant(*mask))?;
                rules::shuffle(types, [self.used(args[0])?, self.used(args[1])?], mask, self.result()?)
            }
            Inst::Phi { incoming } => self.phi(incoming),
            Inst::Call(call) => self.call(call),
            Inst::VaArg { list } => {
                self.pointer("the argument list", *list)?;
                self.loaded(self.result()?)
            }
            Inst::LandingPad(pad) => self.landing_pad(pad),
            Inst::CatchPad(pad) => self.funclet_pad(pad, true),
            Inst::CleanupPad(pad) => self.funclet_pad(pad, false),
            Inst::DebugValue(x) => self.debug_variable(x),
            Inst::DebugDeclare(x) => self.debug_variable(x),
            Inst::Ret { value } => self.ret(*value),
            Inst::Br { .. } | Inst::Unreachable => self.no_result(),
            Inst::CondBr { cond, then, otherwise } => self.cond_br(*cond, *then, *otherwise),
            Inst::Switch(switch) => self.switch(switch),
            Inst::IndirectBr { addr, targets } => self.indirect_br(*addr, targets),
            Inst::Invoke(invoke) => self.call(&invoke.call),
            Inst::CallBr(callbr) => self.call(&callbr.call),
            Inst::Resume { value } => self.resume(*value),
            Inst::CatchRet { pad, .. } => self.pad_return(*pad, |inst| matches!(inst, Inst::CatchPad(_))),
            Inst::CleanupRet { pad, .. } => self.pad_return(*pad, |inst| matches!(inst, Inst::CleanupPad(_))),
            Inst::CatchSwitch(x) => self.catch_switch(x.parent, x.handlers.len()),
        }
    }

    /// The type of an operand, which must be defined where the instruction stands.
    #[inline]
    pub(super) fn used(&self, operand: Operand) -> Result<TypeId, Problem> {
        match operand.kind() {
            OperandKind::Value(value) => {
                let def = *self.scratch.defs.get(value.index()).ok_or(Problem::NoSuch(AnyId::Value(value)))?;
                if def.block != self.place.block || def.index >= self.place.index {
                    self.dominated(value, def, self.place, None)?;
                }
                Ok(self.body.values[value].ty)
            }
            OperandKind::Const(id) => self.module.const_type(id).ok_or(Problem::NoSuch(AnyId::Const(id))),
        }
    }
    /// The type of a value used at the end of `pred` by a phi of this block.
    fn used_by_phi(&self, pred: BlockId, operand: Operand) -> Result<TypeId, Problem> {
        let OperandKind::Value(value) = operand.kind() else { return self.used(operand) };
        let def = *self.scratch.defs.get(value.index()).ok_or(Problem::NoSuch(AnyId::Value(value)))?;
        let at = Place { block: pred, index: Place::END };
        if def.block != at.block || def.index >= at.index {
            self.dominated(value, def, at, Some(self.place.block))?;
        }
        Ok(self.body.values[value].ty)
    }
    /// Whether a value defined at `def` is there at `at`, or on the edge from there to `to`. The way of the uses that
    /// are not simply further down in the same block.
    #[cold]
    fn dominated(&self, value: ValueId, def: Place, at: Place, to: Option<BlockId>) -> Check {
        let flow = &self.scratch.flow;
        let holds = if def.index == Place::NOWHERE {
            return Err(Problem::NotPlaced(value));
        } else if !flow.is_reachable(at.block) {
            true
        } else if !flow.is_reachable(def.block) {
            false
        } else if def.index == Place::ON_EDGE {
            self.edge_dominates(def.block, at.block, to)
        } else if def.block == at.block {
            def.index < at.index
        } else {
            flow.dominates(def.block, at.block)
        };
        if holds { Ok(()) } else { Err(Problem::NotDominated(value)) }
    }
    /// Whether the value of the invoke that ends `block` is there at `at`, or on the edge from there to `to`.
    fn edge_dominates(&self, block: BlockId, at: BlockId, to: Option<BlockId>) -> bool {
        let Some(Inst::Invoke(invoke)) = self.body.terminator(block) else { return false };
        if at == block && to == Some(invoke.normal) {
            return true;
        }
        let flow = &self.scratch.flow;
        let only_way = self.scratch.entries[invoke.normal.index()] == 1 && !flow.dominates(invoke.normal, block);
        only_way && flow.dominates(invoke.normal, at)
    }

    /// The type of the result, which must be there.
    #[inline]
    pub(super) fn result(&self) -> Result<TypeId, Problem> {
        self.data.result.map(|value| self.body.values[value].ty).ok_or(Problem::ResultMissing)
    }
    /// There must be no result.
    #[inline]
    pub(super) fn no_result(&self) -> Check {
        if self.data.result.is_none() { Ok(()) } else { Err(Problem::ResultExtra) }
    }
    pub(super) fn pointer(&self, what: &'static str, operand: Operand) -> Check {
        rules::pointer(&self.module.types, what, self.used(operand)?)
    }
    /// The result has the type of the operand.
    fn unchanged(&self, arg: Operand) -> Check {
        same("the result", self.used(arg)?, self.result()?)
    }

    #[inline]
    fn binary(&self, op: BinaryOp, args: [Operand; 2]) -> Check {
        let ty = self.result()?;
        same("the left operand", ty, self.used(args[0])?)?;
        same("the right operand", ty, self.used(args[1])?)?;
        rules::binary(&self.module.types, op, ty)
    }
    #[inline]
    fn compare(&self, args: [Operand; 2], operands: fn(&TypeTable, TypeId) -> Check) -> Check {
        let ty = self.used(args[0])?;
        same("the right operand", ty, self.used(args[1])?)?;
        operands(&self.module.types, ty)?;
        rules::truth(&self.module.types, "the result", self.result()?, ty)
    }
    fn select(&self, args: [Operand; 3]) -> Check {
        let ty = self.result()?;
        same("the value if true", ty, self.used(args[1])?)?;
        same("the value if false", ty, self.used(args[2])?)?;
        rules::select(&self.module.types, self.used(args[0])?, ty)
    }
    fn alloca(&self, ty: TypeId, count: Operand, align_log2: u8) -> Check {
        if ty.index() >= self.module.types.len() {
            return Err(Problem::NoSuch(AnyId::Type(ty)));
        }
        self.stored(ty)?;
        self.align(align_log2)?;
        let count = self.used(count)?;
        kind("the count", "an integer", count, rules::is_int(&self.module.types, count))?;
        rules::pointer(&self.module.types, "the result", self.result()?)
    }
    #[inline]
    fn load(&self, addr: Operand, access: Access) -> Check {
        self.pointer("the address", addr)?;
        let ty = self.result()?;
        self.loaded(ty)?;
        if access.ordering != Ordering::NotAtomic {
            self.atomic(ty, access)?;
            let wrong = matches!(access.ordering, Ordering::Release | Ordering::AcquireRelease);
            rule(!wrong, "a load is not a release")?;
        }
        self.align(access.align_log2)
    }
    #[inline]
    fn store(&self, value: Operand, addr: Operand, access: Access) -> Check {
        self.no_result()?;
        self.pointer("the address", addr)?;
        let ty = self.used(value)?;
        self.loaded(ty)?;
        if access.ordering != Ordering::NotAtomic {
            self.atomic(ty, access)?;
            let wrong = matches!(access.ordering, Ordering::Acquire | Ordering::AcquireRelease);
            rule(!wrong, "a store is not an acquire")?;
        }
        self.align(access.align_log2)
    }
    fn atomic_rmw(&self, op: RmwOp, addr: Operand, value: Operand, access: Access) -> Check {
        self.pointer("the address", addr)?;
        let ty = self.result()?;
        same("the operand", ty, self.used(value)?)?;
        self.rmw_type(op, ty)?;
        rule(is_synchronising(access.ordering), "a read-modify-write is at least monotonic")?;
        self.align(access.align_log2)
    }
    fn rmw_type(&self, op: RmwOp, ty: TypeId) -> Check {
        let types = &self.module.types;
        match op {
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum => {
                rules::float(types, ty)
            }
            RmwOp::Xchg => {
                let holds = matches!(types[ty], Type::Int(_) | Type::Float(_) | Type::Ptr { .. });
                kind("the operand", "an integer, a float or a pointer", ty, holds)
            }
            _ => kind("the operand", "an integer", ty, rules::is_int(types, ty)),
        }
    }
    fn cmpxchg(&self, x: &CmpXchg) -> Check {
        let types = &self.module.types;
        self.pointer("the address", x.addr)?;
        let ty = self.used(x.expected)?;
        same("the new value", ty, self.used(x.new)?)?;
        kind(
            "the expected value",
            "an integer or a pointer",
            ty,
            rules::is_int(types, ty) || rules::is_ptr(types, ty),
        )?;
        let result = self.result()?;
        let holds = matches!(&types[result], Type::Struct { fields, .. } if **fields == [ty, TypeTable::I1]);
        kind("the result", "a struct of the value and an i1", result, holds)?;
        rule(is_synchronising(x.access.ordering), "a compare-and-exchange is at least monotonic")?;
        let failure = matches!(x.failure, Ordering::Monotonic | Ordering::Acquire | Ordering::SeqCst);
        rule(failure, "a compare-and-exchange that fails only reads")?;
        self.align(x.access.align_log2)
    }
    fn fence(&self, ordering: Ordering) -> Check {
        self.no_result()?;
        rule(is_synchronising(ordering) && ordering != Ordering::Monotonic, "a fence is at least an acquire or release")
    }
    /// The type at the end of a way into an aggregate.
    fn type_at(&self, agg: Operand, path: &[u32]) -> Result<TypeId, Problem> {
        let types = &self.module.types;
        rule(!path.is_empty(), "the way to the part is not empty")?;
        path.iter().try_fold(self.used(agg)?, |ty, &index| match types[ty] {
            Type::Struct { .. } | Type::Array { .. } => types
                .member(ty, u64::from(index))
                .ok_or(Problem::Rule("the way to the part stays within the aggregate")),
            _ => Err(Problem::WrongKind { what: "the operand", expected: "a struct or an array", found: ty }),
        })
    }
    fn phi(&self, incoming: &[(BlockId, Operand)]) -> Check {
        let ty = self.result()?;
        incoming.iter().try_for_each(|&(pred, value)| {
            // The entries agree with the control flow, or that was said before.
            if !self.body.blocks.contains(pred) {
                return Ok(());
            }
            same("the incoming value", ty, self.used_by_phi(pred, value)?)
        })
    }
    fn landing_pad(&self, pad: &LandingPad) -> Check {
        self.result()?;
        rule(pad.cleanup || !pad.clauses.is_empty(), "a landing pad catches something or is a cleanup")?;
        pad.clauses.iter().try_for_each(|clause| match clause {
            Clause::Catch(value) => self.pointer("the type to catch", *value),
            Clause::Filter(value) => {
                let ty = self.used(*value)?;
                kind("the filter", "an array", ty, matches!(self.module.types[ty], Type::Array { .. }))
            }
        })
    }
    fn funclet_pad(&self, pad: &FuncletPad, catches: bool) -> Check {
        let types = &self.module.types;
        rules::token(types, "the result", self.result()?)?;
        rules::token(types, "the parent", self.used(pad.parent)?)?;
        let from_switch = self.is_defined_by(pad.parent, |inst| matches!(inst, Inst::CatchSwitch(_)));
        rule(from_switch == catches, "the parent of a catchpad, and of no cleanuppad, is a catchswitch")?;
        pad.args.iter().try_for_each(|&arg| self.used(arg).map(|_| ()))
    }
    fn pad_return(&self, pad: Operand, fits: fn(&Inst) -> bool) -> Check {
        self.no_result()?;
        rules::token(&self.module.types, "the pad", self.used(pad)?)?;
        rule(self.is_defined_by(pad, fits), "the token is that of a pad of the same kind")
    }
    fn catch_switch(&self, parent: Operand, handlers: usize) -> Check {
        rules::token(&self.module.types, "the result", self.result()?)?;
        rules::token(&self.module.types, "the parent", self.used(parent)?)?;
        rule(handlers > 0, "a catchswitch has a handler")
    }
    fn is_defined_by(&self, operand: Operand, fits: fn(&Inst) -> bool) -> bool {
        let Some(value) = operand.as_value() else { return false };
        match self.body.values[value].def {
            ValueDef::Inst(id) => self.body.insts.get(id).is_some_and(|data| fits(&data.inst)),
            ValueDef::Param(_) => false,
        }
    }
    /// Debug records may name a value before it is defined, as in LLVM; it must be defined somewhere.
    fn debug_variable(&self, x: &DebugVariable) -> Check {
        self.no_result()?;
        let debug = &self.module.debug;
        if !debug.vars.contains(x.var) {
            return Err(Problem::NoSuch(AnyId::Var(x.var)));
        }
        if let Some(scope) = x.scope
            && !debug.scopes.contains(scope)
        {
            return Err(Problem::NoSuch(AnyId::Scope(scope)));
        }
        match x.value.map(Operand::kind) {
            Some(OperandKind::Value(value)) => match self.scratch.defs.get(value.index()) {
                None => Err(Problem::NoSuch(AnyId::Value(value))),
                Some(Place { index: Place::NOWHERE, .. }) => Err(Problem::NotPlaced(value)),
                Some(_) => Ok(()),
            },
            Some(OperandKind::Const(id)) if id.index() >= self.module.consts.len() => {
                Err(Problem::NoSuch(AnyId::Const(id)))
            }
            _ => Ok(()),
        }
    }
    fn resume(&self, value: Operand) -> Check {
        self.no_result()?;
        self.loaded(self.used(value)?)
    }

    /// A type whose values can be read from and written to memory.
    #[inline]
    fn loaded(&self, ty: TypeId) -> Check {
        self.stored(ty)
    }
    #[inline]
    fn stored(&self, ty: TypeId) -> Check {
        let holds = !matches!(
            self.module.types[ty],
            Type::Void | Type::Function { .. } | Type::Opaque { .. } | Type::Label | Type::Metadata | Type::Token
        );
        kind("the type", "a type with values in memory", ty, holds)
    }
    fn atomic(&self, ty: TypeId, access: Access) -> Check {
        let holds = matches!(self.module.types[ty], Type::Int(_) | Type::Float(_) | Type::Ptr { .. });
        kind("the value", "an integer, a float or a pointer", ty, holds)?;
        rule(usize::from(access.scope) < self.module.sync_scopes.len().max(2), "the synchronisation scope has a name")
    }
    #[inline]
    fn align(&self, align_log2: u8) -> Check {
        rule(align_log2 <= MAX_ALIGN_LOG2, "an alignment is at most 2^32 bytes")
    }
}

/// Whether the ordering is one that read-modify-writes may have.
fn is_synchronising(ordering: Ordering) -> bool {
    !matches!(ordering, Ordering::NotAtomic | Ordering::Unordered)
}
