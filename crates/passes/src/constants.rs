//! Questions that a compiler answers: whether a value is constant (`llvm.is.constant`), and how many bytes there are behind
//! a pointer (`llvm.objectsize`).
//!
//! The answers are those of LLVM's own pass (LowerConstantIntrinsics) on the body as the compiler left it, so this pass
//! comes first: a program may print them, and what a run or a later pass finds out is no part of them. A question
//! that is answered when the program runs (the flag `dynamic`) stays, if a compiler could compute the answer.
//!
//! Before and after: a well-formed body.

use braid_analysis::callgraph::direct_callee;
use braid_ir::inst::{Call, CastOp};
use braid_ir::{
    AttrFlags, Body, ConstId, Constant, FuncId, GlobalRef, Inst, InstId, Linkage, Module, Operand, Type, TypeId,
    ValueDef,
};
use rustc_hash::FxHashSet;

use crate::pass::{Context, Counter};
use crate::rewrite::{Replacements, remove_insts};

/// How many values a pointer is followed through.
const MOST_STEPS: usize = 256;

/// Runs the pass.
pub fn run(context: &mut Context<'_>) {
    let mut replacements = Replacements::new(context.body);
    let mut answered = FxHashSet::default();
    for at in 0..context.body.order.len() {
        let block = context.body.order[at];
        for index in 0..context.body.blocks[block].insts.len() {
            let id = context.body.blocks[block].insts[index];
            if let (Some(answer), Some(result)) = (answer(context, id), context.body.insts[id].result) {
                let ty = context.body.values[result].ty;
                let constant = context.module.consts.intern(Constant::Int { ty, value: answer });
                replacements.set(result, Operand::constant(constant));
                answered.insert(id);
            }
        }
    }
    if answered.is_empty() {
        return;
    }
    remove_insts(context.body, |id| answered.contains(&id));
    replacements.apply(context.body);
    context.stats.add(Counter::InstsFolded, answered.len());
}

/// What a compiler answers, if the instruction is such a question.
fn answer(context: &Context<'_>, id: InstId) -> Option<u64> {
    let (module, body) = (&*context.module, &*context.body);
    let Inst::Call(call) = &body.insts[id].inst else { return None };
    let func = direct_callee(module, call.callee)?;
    let name = module.symbol_name(GlobalRef::Func(func)).strip_prefix("llvm.")?;
    match *call.args {
        [value] if name.starts_with("is.constant") => Some(u64::from(is_constant(module, value))),
        [pointer, ref flags @ ..] if name.starts_with("objectsize") => {
            let Type::Int(bits) = module.types[body.values[body.insts[id].result?].ty] else { return None };
            let question = Question { module, body, func: context.func, flags: Flags::of(module, flags) };
            question.bytes_behind(pointer).map(|bytes| question.in_bits(bytes, bits))
        }
        _ => None,
    }
}

/// Returns true if an operand is a constant without an address in it: addresses are not known to a compiler.
fn is_constant(module: &Module, value: Operand) -> bool {
    let Some(first) = value.as_const() else { return false };
    let mut open = vec![first];
    let mut seen = FxHashSet::default();
    while let Some(id) = open.pop() {
        match &module.consts[id] {
            Constant::Global(_)
            | Constant::BlockAddress { .. }
            | Constant::DsoLocal(_)
            | Constant::NoCfi(_)
            | Constant::PtrAuth(_) => return false,
            constant => constant.for_each_part(|part| open.extend(seen.insert(part).then_some(part))),
        }
    }
    true
}

/// The flags of a question about size.
#[derive(Clone, Copy)]
struct Flags {
    /// Whether the least number of bytes is asked for, not the largest.
    least: bool,
    /// Whether nothing is known about what is behind null.
    null_is_unknown: bool,
    /// Whether the answer may be computed when the program runs.
    dynamic: bool,
}

impl Flags {
    fn of(module: &Module, flags: &[Operand]) -> Flags {
        let is_set = |at: usize| {
            let flag = flags.get(at).and_then(|flag| flag.as_const());
            flag.and_then(|flag| module.consts.as_int(flag)) == Some(1)
        };
        Flags { least: is_set(0), null_is_unknown: is_set(1), dynamic: is_set(2) }
    }
}

/// A question about the bytes behind a pointer.
struct Question<'a> {
    module: &'a Module,
    body: &'a Body,
    func: FuncId,
    flags: Flags,
}

/// The object that a pointer leads to.
enum Found {
    /// One of this many bytes.
    Object(u64),
    /// What these pointers lead to, a number of bytes further.
    Behind(Vec<Operand>, i64),
    /// One whose size, or the place in it, is known when the program runs.
    Computed,
    /// Nothing is known.
    Unknown,
}

/// How many bytes there are.
enum Bytes {
    Known(u64),
    Unknown,
}

impl Question<'_> {
    /// The bytes behind a pointer; none if a program that runs is to find out.
    fn bytes_behind(&self, pointer: Operand) -> Option<Bytes> {
        let mut open = vec![(pointer, 0_i64)];
        let mut seen: FxHashSet<(Operand, i64)> = open.iter().copied().collect();
        let mut found: Option<u64> = None;
        while let Some((pointer, offset)) = open.pop() {
            match self.object(pointer) {
                Found::Object(size) => {
                    let rest = u64::try_from(offset).ok().and_then(|offset| size.checked_sub(offset)).unwrap_or(0);
                    let chosen = |other: u64| if self.flags.least { other.min(rest) } else { other.max(rest) };
                    found = Some(found.map_or(rest, chosen));
                }
                Found::Behind(pointers, more) => {
                    let offset = offset.wrapping_add(more);
                    open.extend(pointers.into_iter().map(|next| (next, offset)).filter(|&next| seen.insert(next)));
                }
                Found::Computed if self.flags.dynamic => return None,
                Found::Computed | Found::Unknown => return Some(Bytes::Unknown),
            }
            if seen.len() > MOST_STEPS {
                return Some(Bytes::Unknown);
            }
        }
        Some(found.map_or(Bytes::Unknown, Bytes::Known))
    }

    /// An answer as a number of this many bits.
    fn in_bits(&self, bytes: Bytes, bits: u32) -> u64 {
        let all = u64::MAX >> (64 - bits.clamp(1, 64));
        match bytes {
            Bytes::Known(bytes) if bytes <= all => bytes,
            Bytes::Known(_) | Bytes::Unknown if self.flags.least => 0,
            Bytes::Known(_) | Bytes::Unknown => all,
        }
    }

    fn object(&self, pointer: Operand) -> Found {
        match pointer.as_value().map(|value| self.body.values[value].def) {
            Some(ValueDef::Inst(id)) => self.made_by(&self.body.insts[id].inst),
            Some(ValueDef::Param(number)) => {
                let attrs = self.module.attrs.param(self.module.funcs[self.func].attrs, number as usize);
                self.sized(attrs.and_then(|attrs| attrs.by_val), 1)
            }
            None => pointer.as_const().map_or(Found::Unknown, |id| self.constant(&self.module.consts[id])),
        }
    }

    fn made_by(&self, inst: &Inst) -> Found {
        match inst {
            Inst::Alloca { ty, count, .. } => match self.int(*count) {
                Some(count) => self.sized(Some(*ty), count),
                None => Found::Computed,
            },
            Inst::PtrAdd { base, offset, .. } => match self.int(*offset) {
                Some(_) => Found::Behind(vec![*base], self.signed(offset.as_const())),
                None => Found::Computed,
            },
            Inst::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, arg, .. } => Found::Behind(vec![*arg], 0),
            Inst::Select { args: [_, then, otherwise], .. } => Found::Behind(vec![*then, *otherwise], 0),
            Inst::Phi { incoming } => Found::Behind(incoming.iter().map(|&(_, value)| value).collect(), 0),
            Inst::Call(call) => self.allocated(call),
            Inst::Invoke(invoke) => self.allocated(&invoke.call),
            _ => Found::Unknown,
        }
    }

    fn constant(&self, constant: &Constant) -> Found {
        match constant {
            Constant::Null(_) if self.flags.null_is_unknown => Found::Unknown,
            Constant::Null(_) | Constant::Undef(_) | Constant::Poison(_) => Found::Object(0),
            Constant::Global(GlobalRef::Var(global)) => {
                let global = &self.module.globals[*global];
                let replaceable =
                    [Linkage::WeakAny, Linkage::LinkOnceAny, Linkage::Common, Linkage::ExternWeak, Linkage::Appending];
                let known = global.init.is_some() && !replaceable.contains(&global.symbol.linkage);
                self.sized(known.then_some(global.ty), 1)
            }
            Constant::PtrAdd { base, offset, .. } => match self.module.consts.as_int(*offset) {
                Some(_) => Found::Behind(vec![Operand::constant(*base)], self.signed(Some(*offset))),
                None => Found::Unknown,
            },
            Constant::Cast(cast) if matches!(cast.op, CastOp::BitCast | CastOp::AddrSpaceCast) => {
                Found::Behind(vec![Operand::constant(cast.arg)], 0)
            }
            _ => Found::Unknown,
        }
    }

    /// What a call that allocates gives: one that says by an attribute which argument is the size, or one of the standard
    /// functions.
    fn allocated(&self, call: &Call) -> Found {
        let Some(func) = direct_callee(self.module, call.callee) else { return Found::Unknown };
        let at_call = &self.module.attrs[call.attrs].func;
        let declared = &self.module.attrs[self.module.funcs[func].attrs].func;
        let name = self.module.symbol_name(GlobalRef::Func(func));
        let standard = ALLOCATORS.iter().find(|row| row.0 == name).map(|row| row.1);
        let builtin = standard.filter(|_| !at_call.flags.has(AttrFlags::NO_BUILTIN));
        let Some((size, count)) = at_call.alloc_size.or(declared.alloc_size).or(builtin) else { return Found::Unknown };
        let argument = |at: u32| call.args.get(at as usize).map(|&arg| self.int(arg));
        match (argument(size), count.map(argument)) {
            (Some(Some(size)), None) => Found::Object(size),
            (Some(Some(size)), Some(Some(Some(count)))) => {
                size.checked_mul(count).map_or(Found::Unknown, Found::Object)
            }
            (None, _) | (_, Some(None)) => Found::Unknown,
            _ => Found::Computed,
        }
    }

    /// An object of so many values of a type.
    fn sized(&self, ty: Option<TypeId>, count: u64) -> Found {
        let size = ty.and_then(|ty| self.module.layout.size(&self.module.types, ty));
        size.and_then(|size| size.checked_mul(count)).map_or(Found::Unknown, Found::Object)
    }

    /// An offset, which may be negative.
    fn signed(&self, offset: Option<ConstId>) -> i64 {
        match offset.map(|id| &self.module.consts[id]) {
            Some(&Constant::Int { ty, value }) => match self.module.types[ty] {
                Type::Int(bits) if bits < 64 => (value << (64 - bits)) as i64 >> (64 - bits),
                _ => value as i64,
            },
            _ => 0,
        }
    }

    fn int(&self, operand: Operand) -> Option<u64> {
        self.module.consts.as_int(operand.as_const()?)
    }
}

/// Standard functions that allocate: which argument is the size, and which the number of such sizes.
const ALLOCATORS: &[(&str, (u32, Option<u32>))] = &[
    ("malloc", (0, None)),
    ("calloc", (0, Some(1))),
    ("realloc", (1, None)),
    ("aligned_alloc", (1, None)),
    ("memalign", (1, None)),
    ("_Znwm", (0, None)),
    ("_Znam", (0, None)),
];
