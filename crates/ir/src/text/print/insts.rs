//! Instructions. Constants are written without their type where the result, or the instruction itself, tells it.

use super::{Printer, put, separated};
use crate::body::{BlockId, Body, InstData, InstId};
use crate::inst::{
    Access, AllocaFlags, Clause, DebugVariable, FastMath, FuncletPad, Inst, LandingPad, Operand, OperandKind, Ordering,
    PtrFlags, WrapFlags,
};
use crate::module::Function;
use crate::types::{Type, TypeId, TypeTable};

impl Printer<'_> {
    pub(in crate::text) fn inst_text(&self, body: &Body, id: InstId) -> String {
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
        let same = |out: &mut String, operand: &Operand| self.put_operand(out, *operand, ty);
        let typed = |out: &mut String, operand: &Operand| self.put_operand(out, *operand, None);
        let head = |out: &mut String, words: &[&str]| put_words(out, data.inst.opcode(), words);
        match &data.inst {
            Inst::Binary { flags, fast, args, .. } => {
                head(out, &[]);
                put_wrap(out, *flags);
                put_fast(out, *fast);
                separated(out, args, same);
            }
            Inst::Unary { fast, arg, .. } => {
                head(out, &[]);
                put_fast(out, *fast);
                same(out, arg);
            }
            Inst::Cast { flags, fast, arg, .. } => {
                head(out, &[]);
                put_wrap(out, *flags);
                put_fast(out, *fast);
                typed(out, arg);
            }
            Inst::IntCompare { pred, flags, args } => {
                head(out, &[]);
                put_wrap(out, *flags);
                put!(out, "{} ", pred.name());
                separated(out, args, typed);
            }
            Inst::FloatCompare { pred, fast, args } => {
                head(out, &[]);
                put_fast(out, *fast);
                put!(out, "{} ", pred.name());
                separated(out, args, typed);
            }
            Inst::Select { args, fast } => {
                head(out, &[]);
                put_fast(out, *fast);
                typed(out, &args[0]);
                args[1..].iter().for_each(|arg| after_comma(out, arg, same));
            }
            Inst::Freeze { arg } | Inst::CheckInit { arg } => {
                head(out, &[]);
                same(out, arg);
            }
            Inst::PtrAdd { base, offset, flags } => {
                head(out, &[]);
                put_flags(out, PtrFlags::NAMES, |flag| flags.has(flag));
                separated(out, [base, offset], typed);
            }
            Inst::Alloca { ty, count, align_log2, flags } => self.put_alloca(out, *ty, *count, *align_log2, *flags),
            Inst::Load { addr, access } => {
                head(out, &[volatile(*access)]);
                typed(out, addr);
                put_access(out, *access, true);
            }
            Inst::Store { value, addr, access } => {
                head(out, &[volatile(*access)]);
                separated(out, [value, addr], typed);
                put_access(out, *access, true);
            }
            Inst::AtomicRmw { op, addr, value, access } => {
                head(out, &[volatile(*access), op.name()]);
                typed(out, addr);
                after_comma(out, value, same);
                put_access(out, *access, true);
            }
            Inst::CmpXchg(x) => {
                head(out, &[if x.weak { "weak" } else { "" }, volatile(x.access)]);
                separated(out, [&x.addr, &x.expected, &x.new], typed);
                put!(out, ", {}, {}", x.access.ordering.name(), x.failure.name());
                put_access(out, x.access, false);
            }
            Inst::Fence { ordering, scope } => {
                head(out, &[]);
                out.push_str(ordering.name());
                put_scope(out, *scope);
            }
            Inst::ExtractValue { agg, path } => {
                head(out, &[]);
                typed(out, agg);
                path.iter().for_each(|at| put!(out, ", {at}"));
            }
            Inst::InsertValue(x) => {
                head(out, &[]);
                same(out, &x.agg);
                after_comma(out, &x.value, typed);
                x.path.iter().for_each(|at| put!(out, ", {at}"));
            }
            Inst::ExtractElement { args } => {
                head(out, &[]);
                separated(out, args, typed);
            }
            Inst::InsertElement { args } => {
                head(out, &[]);
                same(out, &args[0]);
                args[1..].iter().for_each(|arg| after_comma(out, arg, typed));
            }
            Inst::Shuffle { args, mask } => {
                head(out, &[]);
                separated(out, args.iter().chain([&Operand::constant(*mask)]), typed);
            }
            Inst::Phi { incoming } => {
                head(out, &[]);
                separated(out, incoming, |out, (pred, value)| {
                    out.push('[');
                    same(out, value);
                    put!(out, ", {pred}]");
                });
            }
            Inst::Call(call) => self.put_call(out, call, "call"),
            Inst::VaArg { list } | Inst::Resume { value: list } => {
                head(out, &[]);
                typed(out, list);
            }
            Inst::LandingPad(pad) => self.put_landing_pad(out, pad),
            Inst::CatchPad(pad) | Inst::CleanupPad(pad) => self.put_funclet_pad(out, data.inst.opcode(), pad),
            Inst::DebugValue(x) | Inst::DebugDeclare(x) => self.put_debug_variable(out, data.inst.opcode(), x),
            Inst::Ret { value } => {
                head(out, &[]);
                match value {
                    Some(value) => self.put_operand(out, *value, ret),
                    None => out.push_str("void"),
                }
            }
            Inst::Br { target } => put!(out, "br {target}"),
            Inst::CondBr { cond, then, otherwise } => {
                head(out, &[]);
                self.put_operand(out, *cond, Some(TypeTable::I1));
                put!(out, ", {then}, {otherwise}");
            }
            Inst::Switch(switch) => self.put_switch(out, body, switch),
            Inst::IndirectBr { addr, targets } => {
                head(out, &[]);
                typed(out, addr);
                out.push_str(", ");
                put_blocks(out, targets);
            }
            Inst::Invoke(invoke) => {
                self.put_call(out, &invoke.call, "invoke");
                put!(out, " to {} unwind {}", invoke.normal, invoke.unwind);
            }
            Inst::CallBr(callbr) => {
                self.put_call(out, &callbr.call, "callbr");
                put!(out, " to {} ", callbr.normal);
                put_blocks(out, &callbr.indirect);
            }
            Inst::CatchRet { pad, target } => {
                head(out, &[]);
                typed(out, pad);
                put!(out, " to {target}");
            }
            Inst::CleanupRet { pad, unwind } => {
                head(out, &[]);
                typed(out, pad);
                put_unwind(out, *unwind);
            }
            Inst::CatchSwitch(x) => {
                head(out, &["within"]);
                typed(out, &x.parent);
                out.push(' ');
                put_blocks(out, &x.handlers);
                put_unwind(out, x.unwind);
            }
            Inst::Unreachable => out.push_str("unreachable"),
        }
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

fn put_words(out: &mut String, opcode: &str, words: &[&str]) {
    put!(out, "{opcode} ");
    words.iter().filter(|word| !word.is_empty()).for_each(|word| put!(out, "{word} "));
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

fn after_comma(out: &mut String, operand: &Operand, put: impl Fn(&mut String, &Operand)) {
    out.push_str(", ");
    put(out, operand);
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
