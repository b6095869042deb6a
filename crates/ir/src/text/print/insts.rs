//! Instructions. Constants are written without their type where the result, or the instruction itself, tells it.

use super::{Printer, put, separated};
use crate::body::{BlockId, Body, InstData, InstId};
use crate::inst::{
    Access, AllocaFlags, Clause, CmpXchg, DebugVariable, FastMath, FuncletPad, Inst, LandingPad, Operand, OperandKind,
    Ordering, PtrFlags, RmwOp, WrapFlags,
};
use crate::module::Function;
use crate::types::{Type, TypeId, TypeTable};

impl Printer<'_> {
    /// An instruction with its result.
    pub(crate) fn inst_text(&self, body: &Body, id: InstId) -> String {
        let mut text = String::new();
        if let Some(data) = body.insts.get(id) {
            self.put_result(&mut text, body, data);
            self.put_operation(&mut text, None, body, data);
        }
        text
    }
    pub(super) fn put_inst(&self, out: &mut String, func: &Function, body: &Body, data: &InstData) {
        self.put_result(out, body, data);
        let ret = match self.module.types.get(func.ty) {
            Some(Type::Function { ret, .. }) => Some(*ret),
            _ => None,
        };
        self.put_operation(out, ret, body, data);
    }
    /// `v7 %name: type = `.
    fn put_result(&self, out: &mut String, body: &Body, data: &InstData) {
        let Some(id) = data.result else { return };
        put!(out, "{id}");
        if let Some(value) = body.values.get(id) {
            value.name.into_iter().for_each(|name| self.put_name_after(out, name));
            out.push_str(": ");
            self.put_type(out, value.ty);
        }
        out.push_str(" = ");
    }
    /// The instruction without its result. `ret` is what the function returns, if it is known.
    fn put_operation(&self, out: &mut String, ret: Option<TypeId>, body: &Body, data: &InstData) {
        let ty = data.result.and_then(|id| body.values.get(id)).map(|value| value.ty);
        Operation { printer: self, body, inst: &data.inst, ty, ret }.put(out);
    }

    /// A value, or a constant without its type if that is `expected`.
    pub(super) fn put_operand(&self, out: &mut String, operand: Operand, expected: Option<TypeId>) {
        match (operand.kind(), expected) {
            (OperandKind::Value(value), _) => put!(out, "{value}"),
            (OperandKind::Const(id), Some(ty)) => self.put_expected(out, id, ty),
            (OperandKind::Const(id), None) => self.put_typed(out, id),
        }
    }
    /// The usual count, one of type i32, is left out.
    fn put_alloca(&self, out: &mut String, ty: TypeId, count: Operand, align_log2: u8, flags: AllocaFlags) {
        out.push_str("alloca ");
        put_flags(out, AllocaFlags::NAMES, |flag| flags.has(flag));
        self.put_type(out, ty);
        let one = crate::constant::Constant::Int { ty: TypeTable::I32, value: 1 };
        if count.as_const().and_then(|id| self.module.consts.get(id)) != Some(&one) {
            out.push_str(", ");
            self.put_operand(out, count, None);
        }
        put_align(out, align_log2);
    }
    fn put_landing_pad(&self, out: &mut String, pad: &LandingPad) {
        out.push_str("landingpad");
        out.push_str(if pad.cleanup { " cleanup" } else { "" });
        for clause in &pad.clauses {
            let (word, value) = match clause {
                Clause::Catch(value) => (" catch ", value),
                Clause::Filter(value) => (" filter ", value),
            };
            out.push_str(word);
            self.put_operand(out, *value, None);
        }
    }
    fn put_funclet_pad(&self, out: &mut String, opcode: &str, pad: &FuncletPad) {
        put!(out, "{opcode} within ");
        self.put_operand(out, pad.parent, None);
        out.push_str(" [");
        separated(out, &pad.args, |out, arg| self.put_operand(out, *arg, None));
        out.push(']');
    }
    fn put_debug_variable(&self, out: &mut String, opcode: &str, x: &DebugVariable) {
        put!(out, "{opcode} {}, ", x.var);
        match x.value {
            Some(value) => self.put_operand(out, value, None),
            None => out.push_str("none"),
        }
        x.scope.into_iter().for_each(|scope| put!(out, ", {scope}"));
        if !x.expr.is_empty() {
            out.push_str(", [");
            separated(out, &x.expr, |out, word| put!(out, "{word}"));
            out.push(']');
        }
    }
}

/// An instruction without its result.
struct Operation<'p, 'a> {
    printer: &'p Printer<'a>,
    body: &'p Body,
    inst: &'p Inst,
    /// The type of the result, if there is one.
    ty: Option<TypeId>,
    /// What the function returns, if it is known.
    ret: Option<TypeId>,
}

impl Operation<'_, '_> {
    fn put(&self, out: &mut String) {
        let printer = self.printer;
        match self.inst {
            Inst::Binary { flags, fast, args, .. } => self.arithmetic(out, *flags, *fast, args, self.ty),
            Inst::Unary { fast, arg, .. } => self.arithmetic(out, WrapFlags::NONE, *fast, &[*arg], self.ty),
            Inst::Cast { flags, fast, arg, .. } => self.arithmetic(out, *flags, *fast, &[*arg], None),
            Inst::IntCompare { pred, flags, args } => {
                self.compare(out, *flags, FastMath::NONE, pred.name(), args);
            }
            Inst::FloatCompare { pred, fast, args } => {
                self.compare(out, WrapFlags::NONE, *fast, pred.name(), args);
            }
            Inst::Select { args, fast } => self.select(out, *args, *fast),
            Inst::Freeze { arg } | Inst::CheckInit { arg } => self.same(out, *arg),
            Inst::PtrAdd { base, offset, flags } => self.ptradd(out, *base, *offset, *flags),
            Inst::Alloca { ty, count, align_log2, flags } => printer.put_alloca(out, *ty, *count, *align_log2, *flags),
            Inst::Load { addr, access } => self.access(out, &[*addr], *access),
            Inst::Store { value, addr, access } => self.access(out, &[*value, *addr], *access),
            Inst::AtomicRmw { op, addr, value, access } => self.atomic_rmw(out, *op, *addr, *value, *access),
            Inst::CmpXchg(x) => self.cmpxchg(out, x),
            Inst::Fence { ordering, scope } => self.fence(out, *ordering, *scope),
            Inst::ExtractValue { agg, path } => {
                self.typed(out, &[], &[*agg]);
                put_path(out, path);
            }
            Inst::InsertValue(x) => {
                self.same(out, x.agg);
                self.more(out, &[x.value], None);
                put_path(out, &x.path);
            }
            Inst::ExtractElement { args } => self.typed(out, &[], args),
            Inst::InsertElement { args } => {
                self.same(out, args[0]);
                self.more(out, &args[1..], None);
            }
            Inst::Shuffle { args, mask } => self.typed(out, &[], &[args[0], args[1], Operand::constant(*mask)]),
            Inst::Phi { incoming } => self.phi(out, incoming),
            Inst::Call(call) => printer.put_call(out, call, "call"),
            Inst::VaArg { list } | Inst::Resume { value: list } => self.typed(out, &[], &[*list]),
            Inst::LandingPad(pad) => printer.put_landing_pad(out, pad),
            Inst::CatchPad(pad) | Inst::CleanupPad(pad) => printer.put_funclet_pad(out, self.inst.opcode(), pad),
            Inst::DebugValue(x) | Inst::DebugDeclare(x) => printer.put_debug_variable(out, self.inst.opcode(), x),
            Inst::Ret { .. }
            | Inst::Br { .. }
            | Inst::CondBr { .. }
            | Inst::Switch(_)
            | Inst::IndirectBr { .. }
            | Inst::Invoke(_)
            | Inst::CallBr(_)
            | Inst::CatchRet { .. }
            | Inst::CleanupRet { .. }
            | Inst::CatchSwitch(_)
            | Inst::Unreachable => self.terminator(out),
        }
    }
    /// Those that end a block, but for `resume`, which looks like any other.
    fn terminator(&self, out: &mut String) {
        match self.inst {
            Inst::Ret { value: Some(value) } => {
                out.push_str("ret ");
                self.printer.put_operand(out, *value, self.ret);
            }
            Inst::Ret { value: None } => out.push_str("ret void"),
            Inst::Br { target } => put!(out, "br {target}"),
            Inst::CondBr { cond, then, otherwise } => {
                out.push_str("br ");
                self.printer.put_operand(out, *cond, Some(TypeTable::I1));
                put!(out, ", {then}, {otherwise}");
            }
            Inst::Switch(switch) => self.printer.put_switch(out, self.body, switch),
            Inst::IndirectBr { addr, targets } => {
                self.typed(out, &[], &[*addr]);
                out.push_str(", ");
                put_blocks(out, targets);
            }
            Inst::Invoke(invoke) => {
                self.printer.put_call(out, &invoke.call, "invoke");
                put!(out, " to {} unwind {}", invoke.normal, invoke.unwind);
            }
            Inst::CallBr(callbr) => {
                self.printer.put_call(out, &callbr.call, "callbr");
                put!(out, " to {} ", callbr.normal);
                put_blocks(out, &callbr.indirect);
            }
            Inst::CatchRet { pad, target } => {
                self.typed(out, &[], &[*pad]);
                put!(out, " to {target}");
            }
            Inst::CleanupRet { pad, unwind } => {
                self.typed(out, &[], &[*pad]);
                put_unwind(out, *unwind);
            }
            Inst::CatchSwitch(x) => {
                self.typed(out, &["within"], &[x.parent]);
                out.push(' ');
                put_blocks(out, &x.handlers);
                put_unwind(out, x.unwind);
            }
            other => out.push_str(other.opcode()),
        }
    }

    /// The opcode, words after it, and operands with their types.
    fn typed(&self, out: &mut String, words: &[&str], operands: &[Operand]) {
        self.head(out, words);
        separated(out, operands, |out, operand| self.printer.put_operand(out, *operand, None));
    }
    /// The opcode and an operand of the type of the result.
    fn same(&self, out: &mut String, operand: Operand) {
        self.head(out, &[]);
        self.printer.put_operand(out, operand, self.ty);
    }
    /// Operands after others.
    fn more(&self, out: &mut String, operands: &[Operand], ty: Option<TypeId>) {
        for &operand in operands {
            out.push_str(", ");
            self.printer.put_operand(out, operand, ty);
        }
    }
    fn head(&self, out: &mut String, words: &[&str]) {
        put!(out, "{} ", self.inst.opcode());
        words.iter().filter(|word| !word.is_empty()).for_each(|word| put!(out, "{word} "));
    }
    fn arithmetic(&self, out: &mut String, flags: WrapFlags, fast: FastMath, args: &[Operand], ty: Option<TypeId>) {
        self.head(out, &[]);
        put_wrap(out, flags);
        put_fast(out, fast);
        separated(out, args, |out, arg| self.printer.put_operand(out, *arg, ty));
    }
    fn compare(&self, out: &mut String, flags: WrapFlags, fast: FastMath, pred: &str, args: &[Operand]) {
        self.head(out, &[]);
        put_wrap(out, flags);
        put_fast(out, fast);
        put!(out, "{pred} ");
        separated(out, args, |out, arg| self.printer.put_operand(out, *arg, None));
    }
    fn select(&self, out: &mut String, args: [Operand; 3], fast: FastMath) {
        self.head(out, &[]);
        put_fast(out, fast);
        self.printer.put_operand(out, args[0], None);
        self.more(out, &args[1..], self.ty);
    }
    fn ptradd(&self, out: &mut String, base: Operand, offset: Operand, flags: PtrFlags) {
        self.head(out, &[]);
        put_flags(out, PtrFlags::NAMES, |flag| flags.has(flag));
        self.printer.put_operand(out, base, None);
        self.more(out, &[offset], None);
    }
    fn access(&self, out: &mut String, operands: &[Operand], access: Access) {
        self.typed(out, &[volatile(access)], operands);
        put_access(out, access, true);
    }
    fn atomic_rmw(&self, out: &mut String, op: RmwOp, addr: Operand, value: Operand, access: Access) {
        self.typed(out, &[volatile(access), op.name()], &[addr]);
        self.more(out, &[value], self.ty);
        put_access(out, access, true);
    }
    fn cmpxchg(&self, out: &mut String, x: &CmpXchg) {
        self.typed(out, &[if x.weak { "weak" } else { "" }, volatile(x.access)], &[x.addr, x.expected, x.new]);
        put!(out, ", {}, {}", x.access.ordering.name(), x.failure.name());
        put_access(out, x.access, false);
    }
    fn fence(&self, out: &mut String, ordering: Ordering, scope: u8) {
        self.head(out, &[]);
        out.push_str(ordering.name());
        put_scope(out, scope);
    }
    fn phi(&self, out: &mut String, incoming: &[(BlockId, Operand)]) {
        self.head(out, &[]);
        separated(out, incoming, |out, (pred, value)| {
            out.push('[');
            self.printer.put_operand(out, *value, self.ty);
            put!(out, ", {pred}]");
        });
    }
}

/// `, 0, 1`: the way into an aggregate.
fn put_path(out: &mut String, path: &[u32]) {
    path.iter().for_each(|at| put!(out, ", {at}"));
}

/// The keywords of the flags that are set, each with a space after it.
pub(super) fn put_flags<F: Copy>(out: &mut String, names: &[(F, &str)], has: impl Fn(F) -> bool) {
    names.iter().filter(|(flag, _)| has(*flag)).for_each(|(_, word)| put!(out, "{word} "));
}

fn put_wrap(out: &mut String, flags: WrapFlags) {
    put_flags(out, WrapFlags::NAMES, |flag| flags.has(flag));
}

pub(super) fn put_fast(out: &mut String, fast: FastMath) {
    put_flags(out, FastMath::NAMES, |flag| fast.has(flag));
}

fn volatile(access: Access) -> &'static str {
    if access.volatile { "volatile" } else { "" }
}

/// Ordering, scope and alignment of an access; `with_ordering` unless that was said before.
fn put_access(out: &mut String, access: Access, with_ordering: bool) {
    if with_ordering && access.ordering != Ordering::NotAtomic {
        put!(out, ", {}", access.ordering.name());
    }
    put_scope(out, access.scope);
    put_align(out, access.align_log2);
}

/// The scope that is the whole system is left out.
fn put_scope(out: &mut String, scope: u8) {
    if scope != 1 {
        put!(out, ", syncscope({scope})");
    }
}

fn put_align(out: &mut String, log2: u8) {
    put!(out, ", align {}", 1u64 << log2.min(63));
}

pub(super) fn put_blocks(out: &mut String, blocks: &[BlockId]) {
    out.push('[');
    separated(out, blocks, |out, block| put!(out, "{block}"));
    out.push(']');
}

fn put_unwind(out: &mut String, unwind: Option<BlockId>) {
    match unwind {
        Some(block) => put!(out, " unwind {block}"),
        None => out.push_str(" unwind caller"),
    }
}
