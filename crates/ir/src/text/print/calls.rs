//! Calls and switches.

use super::insts::put_fast;
use super::{Printer, put, separated};
use crate::attributes::AttributeList;
use crate::body::Body;
use crate::constant::{Constant, GlobalRef};
use crate::inst::{Call, CaseRange, Operand, Switch, TailKind};
use crate::types::{Type, TypeId};

impl Printer<'_> {
    /// The call in an instruction. Its function type is left out where it is that of the callee.
    pub(super) fn put_call(&self, out: &mut String, call: &Call, opcode: &str) {
        if call.tail != TailKind::None {
            put!(out, "{} ", call.tail.name());
        }
        put!(out, "{opcode} ");
        put_fast(out, call.fast);
        self.put_convention(out, call.convention);
        let none = AttributeList::default();
        let attrs = self.attribute_list(call.attrs).unwrap_or(&none);
        self.put_spaced(out, &attrs.ret);
        if self.callee_type(call.callee) != Some(call.ty) {
            self.put_type(out, call.ty);
            out.push(' ');
        }
        self.put_operand(out, call.callee, None);
        out.push('(');
        let params: &[TypeId] = match self.module.types.get(call.ty) {
            Some(Type::Function { params, .. }) => params,
            _ => &[],
        };
        separated(out, call.args.iter().enumerate(), |out, (at, arg)| {
            attrs.params.get(at).into_iter().for_each(|set| self.put_spaced(out, set));
            self.put_operand(out, *arg, params.get(at).copied());
        });
        out.push(')');
        self.put_attributes(out, &attrs.func);
        self.put_extra_params(out, attrs, call.args.len());
        self.put_bundles(out, call);
    }
    fn put_bundles(&self, out: &mut String, call: &Call) {
        if call.bundles.is_empty() {
            return;
        }
        out.push_str(" [");
        separated(out, &call.bundles, |out, bundle| {
            self.put_quoted(out, bundle.tag);
            out.push('(');
            separated(out, &bundle.args, |out, arg| self.put_operand(out, *arg, None));
            out.push(')');
        });
        out.push(']');
    }
    /// The function type that a callee tells itself.
    fn callee_type(&self, callee: Operand) -> Option<TypeId> {
        let id = callee.as_const()?;
        if crate::text::labels::entry(&self.labels, id).is_some() {
            return None;
        }
        match self.module.consts.get(id)? {
            Constant::Global(GlobalRef::Func(func)) => self.module.funcs.get(*func).map(|func| func.ty),
            Constant::Asm(asm) => Some(asm.ty),
            _ => None,
        }
    }

    /// One line for each target, with the values that lead there.
    pub(super) fn put_switch(&self, out: &mut String, body: &Body, switch: &Switch) {
        let ty = self.module.operand_type(body, switch.value);
        out.push_str("switch ");
        match ty {
            Some(ty) => self.put_type(out, ty),
            None => out.push('?'),
        }
        out.push(' ');
        self.put_operand(out, switch.value, ty);
        put!(out, ", {} {{\n", switch.default);
        for target in &switch.targets {
            put!(out, "    {}: ", target.block);
            separated(out, &target.ranges, |out, range| self.put_range(out, ty, *range));
            out.push('\n');
        }
        out.push_str("  }");
    }
    fn put_range(&self, out: &mut String, ty: Option<TypeId>, range: CaseRange) {
        self.put_operand(out, Operand::constant(range.low), ty);
        if range.low != range.high {
            out.push_str("..=");
            self.put_operand(out, Operand::constant(range.high), ty);
        }
    }
}
