//! Instructions, the mirror image of how they are printed.

use super::functions::Draft;
use super::{Parse, Parser};
use crate::body::BlockId;
use crate::inst::{
    Access, AllocaFlags, BinaryOp, CastOp, CatchSwitch, Clause, CmpXchg, DebugVariable, FastMath, FuncletPad,
    InsertValue, Inst, LandingPad, Operand, Ordering, PtrFlags, RmwOp, TailKind, UnaryOp, WrapFlags,
};
use crate::text::lexer::Kind;
use crate::types::{TypeId, TypeTable};

impl Parser<'_> {
    /// An instruction without its result, whose type is `ty`.
    pub(super) fn operation(&mut self, draft: &mut Draft, ty: Option<TypeId>) -> Parse<Inst> {
        let word = self.cursor.word(0);
        if let Some(op) = BinaryOp::from_name(word) {
            self.cursor.bump();
            return self.binary(draft, op, ty);
        }
        if let Some(op) = CastOp::from_name(word) {
            self.cursor.bump();
            let (flags, fast) = (self.wrap_flags(), self.fast_math());
            return Ok(Inst::Cast { op, flags, fast, arg: self.operand(draft, None)? });
        }
        if let Some(op) = UnaryOp::from_name(word) {
            let ty = self.result_type(ty)?;
            self.cursor.bump();
            let fast = self.fast_math();
            return Ok(Inst::Unary { op, fast, arg: self.operand(draft, Some(ty))? });
        }
        if matches!(word, "call" | "invoke" | "callbr") || (!word.is_empty() && TailKind::from_name(word).is_some()) {
            return self.call_inst(draft);
        }
        self.other(draft, word, ty)
    }
    /// The type of the result, where the instruction cannot be read without it.
    fn result_type(&self, ty: Option<TypeId>) -> Parse<TypeId> {
        match ty {
            Some(ty) => Ok(ty),
            None => self.cursor.expected("a result, as in 'v0: i32 =', before this instruction"),
        }
    }
    fn binary(&mut self, draft: &mut Draft, op: BinaryOp, ty: Option<TypeId>) -> Parse<Inst> {
        let ty = self.result_type(ty)?;
        let (flags, fast) = (self.wrap_flags(), self.fast_math());
        let left = self.operand(draft, Some(ty))?;
        let right = self.next_operand(draft, Some(ty))?;
        Ok(Inst::Binary { op, flags, fast, args: [left, right] })
    }

    fn other(&mut self, draft: &mut Draft, word: &str, ty: Option<TypeId>) -> Parse<Inst> {
        let start = self.cursor.at;
        self.cursor.bump();
        Ok(match word {
            "icmp" => {
                let flags = self.wrap_flags();
                let pred = self.int_predicate()?;
                let args = [self.operand(draft, None)?, self.next_operand(draft, None)?];
                Inst::IntCompare { pred, flags, args }
            }
            "fcmp" => {
                let fast = self.fast_math();
                let pred = self.float_predicate()?;
                let args = [self.operand(draft, None)?, self.next_operand(draft, None)?];
                Inst::FloatCompare { pred, fast, args }
            }
            "select" => {
                let (ty, fast) = (Some(self.result_type(ty)?), self.fast_math());
                let cond = self.operand(draft, None)?;
                Inst::Select { args: [cond, self.next_operand(draft, ty)?, self.next_operand(draft, ty)?], fast }
            }
            "freeze" => Inst::Freeze { arg: self.same_operand(draft, ty)? },
            "checkinit" => Inst::CheckInit { arg: self.same_operand(draft, ty)? },
            "ptradd" => {
                let flags = self.flags(PtrFlags::NONE, PtrFlags::NAMES, PtrFlags::with);
                let base = self.operand(draft, None)?;
                Inst::PtrAdd { base, offset: self.next_operand(draft, None)?, flags }
            }
            "alloca" => self.alloca(draft)?,
            "load" => {
                let volatile = self.cursor.take_word("volatile");
                let addr = self.operand(draft, None)?;
                Inst::Load { addr, access: self.access(volatile, None)? }
            }
            "store" => {
                let volatile = self.cursor.take_word("volatile");
                let value = self.operand(draft, None)?;
                let addr = self.next_operand(draft, None)?;
                Inst::Store { value, addr, access: self.access(volatile, None)? }
            }
            "atomicrmw" => self.atomic_rmw(draft, ty)?,
            "cmpxchg" => self.cmpxchg(draft)?,
            "fence" => {
                let ordering = self.ordering()?;
                Inst::Fence { ordering, scope: self.sync_scope()? }
            }
            "extractvalue" => {
                let agg = self.operand(draft, None)?;
                Inst::ExtractValue { agg, path: self.path()?.into() }
            }
            "insertvalue" => {
                let agg = self.same_operand(draft, ty)?;
                let value = self.next_operand(draft, None)?;
                Inst::InsertValue(Box::new(InsertValue { agg, value, path: self.path()? }))
            }
            "extractelement" => {
                Inst::ExtractElement { args: [self.operand(draft, None)?, self.next_operand(draft, None)?] }
            }
            "insertelement" => {
                let vector = self.same_operand(draft, ty)?;
                Inst::InsertElement { args: [vector, self.next_operand(draft, None)?, self.next_operand(draft, None)?] }
            }
            "shufflevector" => {
                let args = [self.operand(draft, None)?, self.next_operand(draft, None)?];
                self.cursor.sign(b',')?;
                Inst::Shuffle { args, mask: self.typed_constant()? }
            }
            "phi" => self.phi(draft, ty)?,
            "va_arg" => Inst::VaArg { list: self.operand(draft, None)? },
            "landingpad" => self.landing_pad(draft)?,
            "catchpad" => Inst::CatchPad(Box::new(self.funclet_pad(draft)?)),
            "cleanuppad" => Inst::CleanupPad(Box::new(self.funclet_pad(draft)?)),
            "dbg.value" => Inst::DebugValue(Box::new(self.debug_variable(draft)?)),
            "dbg.declare" => Inst::DebugDeclare(Box::new(self.debug_variable(draft)?)),
            _ => {
                self.cursor.at = start;
                self.terminator(draft, word)?
            }
        })
    }
    fn terminator(&mut self, draft: &mut Draft, word: &str) -> Parse<Inst> {
        let start = self.cursor.at;
        self.cursor.bump();
        Ok(match word {
            "ret" if self.cursor.take_word("void") => Inst::Ret { value: None },
            "ret" => Inst::Ret { value: Some(self.operand(draft, Some(draft.ret))?) },
            "br" if self.cursor.peek_id::<BlockId>("block").is_some() => Inst::Br { target: self.block(draft)? },
            "br" => {
                let cond = self.operand(draft, Some(TypeTable::I1))?;
                Inst::CondBr { cond, then: self.next_block(draft)?, otherwise: self.next_block(draft)? }
            }
            "switch" => self.switch(draft)?,
            "indirectbr" => {
                let addr = self.operand(draft, None)?;
                self.cursor.sign(b',')?;
                Inst::IndirectBr { addr, targets: self.blocks(draft)?.into() }
            }
            "resume" => Inst::Resume { value: self.operand(draft, None)? },
            "catchret" => {
                let pad = self.operand(draft, None)?;
                self.cursor.keyword("to")?;
                Inst::CatchRet { pad, target: self.block(draft)? }
            }
            "cleanupret" => {
                let pad = self.operand(draft, None)?;
                Inst::CleanupRet { pad, unwind: self.unwind(draft)? }
            }
            "catchswitch" => {
                self.cursor.keyword("within")?;
                let parent = self.operand(draft, None)?;
                let handlers = self.blocks(draft)?;
                Inst::CatchSwitch(Box::new(CatchSwitch { parent, handlers, unwind: self.unwind(draft)? }))
            }
            "unreachable" => Inst::Unreachable,
            _ => {
                self.cursor.at = start;
                return self.cursor.expected("an instruction");
            }
        })
    }

    /// An operand after a comma.
    pub(super) fn next_operand(&mut self, draft: &mut Draft, ty: Option<TypeId>) -> Parse<Operand> {
        self.cursor.sign(b',')?;
        self.operand(draft, ty)
    }
    fn next_block(&mut self, draft: &mut Draft) -> Parse<BlockId> {
        self.cursor.sign(b',')?;
        self.block(draft)
    }
    /// An operand that has the type of the result.
    fn same_operand(&mut self, draft: &mut Draft, ty: Option<TypeId>) -> Parse<Operand> {
        let ty = self.result_type(ty)?;
        self.operand(draft, Some(ty))
    }
    fn wrap_flags(&mut self) -> WrapFlags {
        self.flags(WrapFlags::NONE, WrapFlags::NAMES, WrapFlags::with)
    }
    pub(super) fn fast_math(&mut self) -> FastMath {
        self.flags(FastMath::NONE, FastMath::NAMES, FastMath::with)
    }

    fn alloca(&mut self, draft: &mut Draft) -> Parse<Inst> {
        let flags = self.flags(AllocaFlags::NONE, AllocaFlags::NAMES, AllocaFlags::with);
        let ty = self.ty()?;
        let has_count = self.cursor.is_sign(b',') && !self.is_align(1);
        let count = match has_count {
            true => self.next_operand(draft, None)?,
            false => Operand::constant(self.module.consts.int(TypeTable::I32, 1)),
        };
        Ok(Inst::Alloca { ty, count, align_log2: self.align()?, flags })
    }
    fn is_align(&self, ahead: usize) -> bool {
        self.cursor.word(ahead) == "align"
    }
    /// `, align bytes`, as a logarithm.
    fn align(&mut self) -> Parse<u8> {
        self.cursor.sign(b',')?;
        self.cursor.keyword("align")?;
        let bytes: u64 = self.cursor.number()?;
        if !bytes.is_power_of_two() {
            self.cursor.at -= 1;
            return self.cursor.expected("a power of two");
        }
        Ok(bytes.trailing_zeros() as u8)
    }
    fn ordering(&mut self) -> Parse<Ordering> {
        match Ordering::from_name(self.cursor.word(0)) {
            Some(ordering) => {
                self.cursor.bump();
                Ok(ordering)
            }
            None => self.cursor.expected("an ordering such as 'seq_cst'"),
        }
    }
    fn sync_scope(&mut self) -> Parse<u8> {
        if self.cursor.is_sign(b',') && self.cursor.word(1) == "syncscope" {
            self.cursor.at += 2;
            return self.cursor.number_in_parens();
        }
        Ok(1)
    }
    /// The rest of an access; its ordering too, unless it was read before.
    fn access(&mut self, volatile: bool, ordering: Option<Ordering>) -> Parse<Access> {
        let ordering = match ordering {
            Some(ordering) => ordering,
            None if self.cursor.is_sign(b',') && Ordering::from_name(self.cursor.word(1)).is_some() => {
                self.cursor.bump();
                self.ordering()?
            }
            None => Ordering::NotAtomic,
        };
        let scope = self.sync_scope()?;
        Ok(Access { align_log2: self.align()?, volatile, ordering, scope })
    }
    fn atomic_rmw(&mut self, draft: &mut Draft, ty: Option<TypeId>) -> Parse<Inst> {
        let ty = self.result_type(ty)?;
        let volatile = self.cursor.take_word("volatile");
        let Some(op) = RmwOp::from_name(self.cursor.word(0)) else {
            return self.cursor.expected("an operation such as 'xchg'");
        };
        self.cursor.bump();
        let addr = self.operand(draft, None)?;
        let value = self.next_operand(draft, Some(ty))?;
        Ok(Inst::AtomicRmw { op, addr, value, access: self.access(volatile, None)? })
    }
    fn cmpxchg(&mut self, draft: &mut Draft) -> Parse<Inst> {
        let weak = self.cursor.take_word("weak");
        let volatile = self.cursor.take_word("volatile");
        let addr = self.operand(draft, None)?;
        let expected = self.next_operand(draft, None)?;
        let new = self.next_operand(draft, None)?;
        self.cursor.sign(b',')?;
        let success = self.ordering()?;
        self.cursor.sign(b',')?;
        let failure = self.ordering()?;
        let access = self.access(volatile, Some(success))?;
        Ok(Inst::CmpXchg(Box::new(CmpXchg { addr, expected, new, access, failure, weak })))
    }
    /// `, 0, 1`: the way into an aggregate.
    fn path(&mut self) -> Parse<Box<[u32]>> {
        let mut path = Vec::new();
        while self.cursor.take_sign(b',') {
            path.push(self.cursor.number()?);
        }
        Ok(path.into())
    }
    fn phi(&mut self, draft: &mut Draft, ty: Option<TypeId>) -> Parse<Inst> {
        let ty = self.result_type(ty)?;
        let mut incoming = Vec::new();
        while self.cursor.is_sign(b'[') || self.cursor.is_sign(b',') {
            if !incoming.is_empty() {
                self.cursor.sign(b',')?;
            }
            self.cursor.sign(b'[')?;
            let value = self.operand(draft, Some(ty))?;
            incoming.push((self.next_block(draft)?, value));
            self.cursor.sign(b']')?;
        }
        Ok(Inst::Phi { incoming: incoming.into() })
    }
    fn landing_pad(&mut self, draft: &mut Draft) -> Parse<Inst> {
        let cleanup = self.cursor.take_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.cursor.take_word("catch") {
                clauses.push(Clause::Catch(self.operand(draft, None)?));
            } else if self.cursor.take_word("filter") {
                clauses.push(Clause::Filter(self.operand(draft, None)?));
            } else {
                return Ok(Inst::LandingPad(Box::new(LandingPad { cleanup, clauses: clauses.into() })));
            }
        }
    }
    fn funclet_pad(&mut self, draft: &mut Draft) -> Parse<FuncletPad> {
        self.cursor.keyword("within")?;
        let parent = self.operand(draft, None)?;
        self.cursor.sign(b'[')?;
        let (mut args, mut first) = (Vec::new(), true);
        while !self.cursor.ends_list(b']', &mut first)? {
            args.push(self.operand(draft, None)?);
        }
        Ok(FuncletPad { parent, args: args.into() })
    }
    fn unwind(&mut self, draft: &mut Draft) -> Parse<Option<BlockId>> {
        self.cursor.keyword("unwind")?;
        if self.cursor.take_word("caller") { Ok(None) } else { self.block(draft).map(Some) }
    }
    fn debug_variable(&mut self, draft: &mut Draft) -> Parse<DebugVariable> {
        let var = self.cursor.id("var")?;
        self.cursor.sign(b',')?;
        let value = if self.cursor.take_word("none") { None } else { Some(self.operand(draft, None)?) };
        let mut scope = None;
        if self.cursor.is_sign(b',') && self.cursor.kind(1) == Kind::Word {
            self.cursor.bump();
            scope = Some(self.cursor.id("scope")?);
        }
        let mut expr = Vec::new();
        if self.cursor.take_sign(b',') {
            self.cursor.sign(b'[')?;
            let mut first = true;
            while !self.cursor.ends_list(b']', &mut first)? {
                expr.push(self.cursor.number()?);
            }
        }
        Ok(DebugVariable { var, value, scope, expr: expr.into() })
    }
}
