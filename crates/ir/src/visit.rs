//! Questions about an instruction that hold for all of them: operands, successors, name, what it can do.
//!
//! Each is one match without a wildcard arm, so that a new instruction is asked about everywhere.

use crate::body::BlockId;
use crate::inst::{Call, CastOp, Clause, Inst, Operand};

/// Calls `$f` on each operand slot; `$iter` is `iter` or `iter_mut` so that one table serves reading and writing.
macro_rules! each_operand {
    ($inst:expr, $f:expr, $iter:ident, $($opt:ident)?) => {
        match $inst {
            Inst::Binary { args, .. }
            | Inst::IntCompare { args, .. }
            | Inst::FloatCompare { args, .. }
            | Inst::ExtractElement { args }
            | Inst::Shuffle { args, .. } => args.$iter().for_each($f),
            Inst::Select { args, .. } | Inst::InsertElement { args } => args.$iter().for_each($f),
            Inst::Unary { arg, .. } | Inst::Cast { arg, .. } | Inst::Freeze { arg } | Inst::CheckInit { arg } => $f(arg),
            Inst::PtrAdd { base, offset, .. } => { $f(base); $f(offset) }
            Inst::Alloca { count, .. } => $f(count),
            Inst::Load { addr, .. } => $f(addr),
            Inst::Store { value, addr, .. } | Inst::AtomicRmw { addr, value, .. } => { $f(value); $f(addr) }
            Inst::CmpXchg(x) => { $f(& $($opt)? x.addr); $f(& $($opt)? x.expected); $f(& $($opt)? x.new) }
            Inst::Fence { .. } | Inst::Br { .. } | Inst::Unreachable => {}
            Inst::ExtractValue { agg, .. } => $f(agg),
            Inst::InsertValue(x) => { $f(& $($opt)? x.agg); $f(& $($opt)? x.value) }
            Inst::Phi { incoming } => incoming.$iter().for_each(|(_, value)| $f(value)),
            Inst::Call(call) => each_operand!(@call call, $f, $iter, $($opt)?),
            Inst::Invoke(x) => each_operand!(@call &$($opt)? x.call, $f, $iter, $($opt)?),
            Inst::CallBr(x) => each_operand!(@call &$($opt)? x.call, $f, $iter, $($opt)?),
            Inst::VaArg { list } => $f(list),
            Inst::LandingPad(pad) => pad.clauses.$iter().for_each(|clause| match clause {
                Clause::Catch(value) | Clause::Filter(value) => $f(value),
            }),
            Inst::CatchPad(pad) | Inst::CleanupPad(pad) => { $f(& $($opt)? pad.parent); pad.args.$iter().for_each($f) }
            Inst::DebugValue(x) | Inst::DebugDeclare(x) => x.value.$iter().for_each($f),
            Inst::Ret { value } => value.$iter().for_each($f),
            Inst::CondBr { cond, .. } => $f(cond),
            Inst::Switch(x) => $f(& $($opt)? x.value),
            Inst::IndirectBr { addr, .. } => $f(addr),
            Inst::Resume { value } => $f(value),
            Inst::CatchRet { pad, .. } | Inst::CleanupRet { pad, .. } => $f(pad),
            Inst::CatchSwitch(x) => $f(& $($opt)? x.parent),
        }
    };
    (@call $call:expr, $f:expr, $iter:ident, $($opt:ident)?) => {{
        let call: &$($opt)? Call = $call;
        $f(& $($opt)? call.callee);
        call.args.$iter().for_each(&mut $f);
        call.bundles.$iter().for_each(|bundle| bundle.args.$iter().for_each(&mut $f));
    }};
}

/// Calls `$f` on each block slot.
macro_rules! each_block {
    ($inst:expr, $f:expr, $iter:ident, $($opt:ident)?) => {
        match $inst {
            Inst::Br { target } | Inst::CatchRet { target, .. } => $f(target),
            Inst::CondBr { then, otherwise, .. } => { $f(then); $f(otherwise) }
            Inst::Switch(x) => {
                $f(& $($opt)? x.default);
                x.targets.$iter().for_each(|target| $f(& $($opt)? target.block));
            }
            Inst::IndirectBr { targets, .. } => targets.$iter().for_each($f),
            Inst::Invoke(x) => { $f(& $($opt)? x.normal); $f(& $($opt)? x.unwind) }
            Inst::CallBr(x) => { $f(& $($opt)? x.normal); x.indirect.$iter().for_each($f) }
            Inst::CleanupRet { unwind, .. } => unwind.$iter().for_each($f),
            Inst::CatchSwitch(x) => { x.handlers.$iter().for_each(&mut $f); x.unwind.$iter().for_each($f) }
            Inst::Binary { .. } | Inst::Unary { .. } | Inst::Cast { .. } | Inst::IntCompare { .. }
            | Inst::FloatCompare { .. } | Inst::Select { .. } | Inst::Freeze { .. } | Inst::PtrAdd { .. }
            | Inst::Alloca { .. } | Inst::Load { .. } | Inst::Store { .. } | Inst::AtomicRmw { .. } | Inst::CmpXchg(_)
            | Inst::Fence { .. } | Inst::ExtractValue { .. } | Inst::InsertValue { .. } | Inst::ExtractElement { .. }
            | Inst::InsertElement { .. } | Inst::Shuffle { .. } | Inst::Phi { .. } | Inst::Call(_) | Inst::VaArg { .. }
            | Inst::LandingPad(_) | Inst::CatchPad(_) | Inst::CleanupPad(_) | Inst::CheckInit { .. }
            | Inst::DebugValue(_) | Inst::DebugDeclare(_) | Inst::Ret { .. } | Inst::Resume { .. }
            | Inst::Unreachable => {}
        }
    };
}

impl Inst {
    /// Calls `f` on each operand, those of phis, bundles and debug records included.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        let mut f = |operand: &Operand| f(*operand);
        each_operand!(self, f, iter,);
    }
    /// Lets `f` change each operand.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        each_operand!(self, f, iter_mut, mut);
    }
    /// Calls `f` on each block the instruction may go to, in order; none unless it is a terminator.
    pub fn for_each_successor(&self, mut f: impl FnMut(BlockId)) {
        let mut f = |block: &BlockId| f(*block);
        each_block!(self, f, iter,);
    }
    /// Lets `f` change each block the instruction may go to. Blocks named by phis are not among them.
    pub fn for_each_successor_mut(&mut self, mut f: impl FnMut(&mut BlockId)) {
        each_block!(self, f, iter_mut, mut);
    }
    /// The blocks the instruction may go to.
    pub fn successors(&self) -> Vec<BlockId> {
        let mut blocks = Vec::new();
        self.for_each_successor(|block| blocks.push(block));
        blocks
    }
    /// The call in it, whatever kind of call it is.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Inst::Call(call) => Some(call),
            Inst::Invoke(invoke) => Some(&invoke.call),
            Inst::CallBr(callbr) => Some(&callbr.call),
            _ => None,
        }
    }
    /// The call in it for writing, whatever kind of call it is.
    pub fn call_mut(&mut self) -> Option<&mut Call> {
        match self {
            Inst::Call(call) => Some(call),
            Inst::Invoke(invoke) => Some(&mut invoke.call),
            Inst::CallBr(callbr) => Some(&mut callbr.call),
            _ => None,
        }
    }
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Ret { .. }
                | Inst::Br { .. }
                | Inst::CondBr { .. }
                | Inst::Switch(_)
                | Inst::IndirectBr { .. }
                | Inst::Invoke(_)
                | Inst::CallBr(_)
                | Inst::Resume { .. }
                | Inst::CatchRet { .. }
                | Inst::CleanupRet { .. }
                | Inst::CatchSwitch(_)
                | Inst::Unreachable
        )
    }
    /// Whether it only says something about the source.
    pub fn is_debug(&self) -> bool {
        matches!(self, Inst::DebugValue(_) | Inst::DebugDeclare(_))
    }
    /// Whether running it can be a fault of the program, or have an effect, or end the block: whether it must stay even
    /// if its result is unused. Broken promises (`nsw`, `inbounds`, ...) and other ways to make poison (a shift too far,
    /// a float that does not fit, a lane that is not there) count: a checker may report them.
    pub fn must_stay(&self) -> bool {
        match self {
            Inst::Binary { op, flags, .. } => op.divides() || op.shifts() || !flags.is_empty(),
            Inst::Cast { op, flags, .. } => matches!(op, CastOp::FpToUi | CastOp::FpToSi) || !flags.is_empty(),
            Inst::IntCompare { flags, .. } => !flags.is_empty(),
            Inst::PtrAdd { flags, .. } => !flags.is_empty(),
            Inst::Unary { .. }
            | Inst::FloatCompare { .. }
            | Inst::Select { .. }
            | Inst::Freeze { .. }
            | Inst::ExtractValue { .. }
            | Inst::InsertValue { .. }
            | Inst::Shuffle { .. }
            | Inst::Phi { .. } => false,
            _ => true,
        }
    }
    /// The name of the instruction in the text form and in statistics, LLVM's own where there is one.
    pub fn opcode(&self) -> &'static str {
        match self {
            Inst::Binary { op, .. } => op.name(),
            Inst::Unary { op, .. } => op.name(),
            Inst::Cast { op, .. } => op.name(),
            Inst::IntCompare { .. } => "icmp",
            Inst::FloatCompare { .. } => "fcmp",
            Inst::Select { .. } => "select",
            Inst::Freeze { .. } => "freeze",
            Inst::PtrAdd { .. } => "ptradd",
            Inst::Alloca { .. } => "alloca",
            Inst::Load { .. } => "load",
            Inst::Store { .. } => "store",
            Inst::AtomicRmw { .. } => "atomicrmw",
            Inst::CmpXchg(_) => "cmpxchg",
            Inst::Fence { .. } => "fence",
            Inst::ExtractValue { .. } => "extractvalue",
            Inst::InsertValue { .. } => "insertvalue",
            Inst::ExtractElement { .. } => "extractelement",
            Inst::InsertElement { .. } => "insertelement",
            Inst::Shuffle { .. } => "shufflevector",
            Inst::Phi { .. } => "phi",
            Inst::Call(_) => "call",
            Inst::VaArg { .. } => "va_arg",
            Inst::LandingPad(_) => "landingpad",
            Inst::CatchPad(_) => "catchpad",
            Inst::CleanupPad(_) => "cleanuppad",
            Inst::CheckInit { .. } => "checkinit",
            Inst::DebugValue(_) => "dbg.value",
            Inst::DebugDeclare(_) => "dbg.declare",
            Inst::Ret { .. } => "ret",
            Inst::Br { .. } | Inst::CondBr { .. } => "br",
            Inst::Switch(_) => "switch",
            Inst::IndirectBr { .. } => "indirectbr",
            Inst::Invoke(_) => "invoke",
            Inst::CallBr(_) => "callbr",
            Inst::Resume { .. } => "resume",
            Inst::CatchRet { .. } => "catchret",
            Inst::CleanupRet { .. } => "cleanupret",
            Inst::CatchSwitch(_) => "catchswitch",
            Inst::Unreachable => "unreachable",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_stay_small() {
        // A module of 100,000 instructions must fit into a few megabytes; rare parts go into boxes.
        assert!(size_of::<Inst>() <= 16, "{}", size_of::<Inst>());
        assert!(size_of::<crate::body::InstData>() <= 24, "{}", size_of::<crate::body::InstData>());
    }
}
