//! Calls and switches.

use super::functions::Draft;
use super::{Parse, Parser};
use crate::attributes::AttrListId;
use crate::body::BlockId;
use crate::constant::{Constant, GlobalRef};
use crate::inst::{Bundle, Call, CallBr, CaseRange, Inst, Invoke, Operand, Switch, SwitchTarget, TailKind};
use crate::text::lexer::Kind;
use crate::types::{Type, TypeId};

impl Parser<'_> {
    /// `call`, `invoke` or `callbr`, with what is said about its tail position before it.
    pub(super) fn call_inst(&mut self, draft: &mut Draft) -> Parse<Inst> {
        let mut tail = TailKind::None;
        if let Some(kind) = TailKind::from_name(self.cursor.word(0)) {
            tail = kind;
            self.cursor.bump();
        }
        if self.cursor.take_word("call") {
            return Ok(Inst::Call(Box::new(self.call(draft, tail)?)));
        }
        if self.cursor.take_word("invoke") {
            let call = self.call(draft, tail)?;
            self.cursor.keyword("to")?;
            let normal = self.block(draft)?;
            self.cursor.keyword("unwind")?;
            return Ok(Inst::Invoke(Box::new(Invoke { call, normal, unwind: self.block(draft)? })));
        }
        self.cursor.keyword("callbr")?;
        let call = self.call(draft, tail)?;
        self.cursor.keyword("to")?;
        let normal = self.block(draft)?;
        Ok(Inst::CallBr(Box::new(CallBr { call, normal, indirect: self.blocks(draft)? })))
    }
    fn call(&mut self, draft: &mut Draft, tail: TailKind) -> Parse<Call> {
        let fast = self.fast_math();
        let convention = self.convention()?;
        let ret = self.attributes()?;
        let (ty, callee) = self.callee(draft)?;
        self.cursor.sign(b'(')?;
        let (mut args, mut params, mut first) = (Vec::new(), Vec::new(), true);
        while !self.cursor.ends_list(b')', &mut first)? {
            params.push(self.attributes()?);
            let expected = self.param_type(ty, args.len());
            args.push(self.operand(draft, expected)?);
        }
        let func = self.attributes()?;
        let attrs: AttrListId = self.attribute_list(func, ret, params)?;
        let bundles = if self.cursor.is_sign(b'[') { self.bundles(draft)? } else { Box::default() };
        Ok(Call { callee, ty, args: args.into(), attrs, convention, tail, fast, bundles })
    }
    /// The function type and the callee. The type may be left out if the callee tells it; a type that is no function
    /// type belongs to the callee.
    fn callee(&mut self, draft: &mut Draft) -> Parse<(TypeId, Operand)> {
        if self.is_type() {
            let ty = self.ty()?;
            if !matches!(self.module.types[ty], Type::Function { .. }) {
                self.cursor.at -= 1;
                return self.cursor.expected("a function type");
            }
            return Ok((ty, self.operand(draft, None)?));
        }
        let start = self.cursor.at;
        let callee = self.operand(draft, None)?;
        let told = callee.as_const().and_then(|id| match &self.module.consts[id] {
            Constant::Global(GlobalRef::Func(func)) => self.module.funcs.get(*func).map(|func| func.ty),
            Constant::Asm(asm) => Some(asm.ty),
            _ => None,
        });
        match told {
            Some(ty) => Ok((ty, callee)),
            None => {
                self.cursor.at = start;
                self.cursor.expected("a function type before this callee")
            }
        }
    }
    fn param_type(&self, ty: TypeId, at: usize) -> Option<TypeId> {
        match &self.module.types[ty] {
            Type::Function { params, .. } => params.get(at).copied(),
            _ => None,
        }
    }
    /// `["tag"(operand, operand)]`.
    fn bundles(&mut self, draft: &mut Draft) -> Parse<Box<[Bundle]>> {
        self.cursor.sign(b'[')?;
        let (mut bundles, mut first) = (Vec::new(), true);
        while !self.cursor.ends_list(b']', &mut first)? {
            let tag = self.symbol_string()?;
            self.cursor.sign(b'(')?;
            let (mut args, mut first) = (Vec::new(), true);
            while !self.cursor.ends_list(b')', &mut first)? {
                args.push(self.operand(draft, None)?);
            }
            bundles.push(Bundle { tag, args: args.into() });
        }
        Ok(bundles.into())
    }

    /// `switch type value, default { block: case, low..=high }`.
    pub(super) fn switch(&mut self, draft: &mut Draft) -> Parse<Inst> {
        let ty = self.ty()?;
        let value = self.operand(draft, Some(ty))?;
        self.cursor.sign(b',')?;
        let default = self.block(draft)?;
        self.cursor.sign(b'{')?;
        let mut targets = Vec::new();
        while !self.cursor.take_sign(b'}') {
            let block = self.block(draft)?;
            self.cursor.sign(b':')?;
            targets.push(SwitchTarget { block, ranges: self.ranges(ty)? });
        }
        Ok(Inst::Switch(Box::new(Switch { value, default, targets: targets.into() })))
    }
    fn ranges(&mut self, ty: TypeId) -> Parse<Box<[CaseRange]>> {
        let mut ranges = Vec::new();
        let ends = |parser: &Self| parser.cursor.is_sign(b'}') || parser.cursor.peek_id::<BlockId>("block").is_some();
        if ends(self) {
            return Ok(Box::default());
        }
        loop {
            let low = self.constant(ty)?;
            let mut high = low;
            if self.cursor.kind(0) == Kind::Range {
                self.cursor.bump();
                high = self.constant(ty)?;
            }
            ranges.push(CaseRange { low, high });
            if !self.cursor.take_sign(b',') {
                return Ok(ranges.into());
            }
        }
    }
}
