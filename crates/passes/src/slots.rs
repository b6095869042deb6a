//! Stack slots and all that is done with them: the common eye of the passes that turn memory into registers.
//!
//! A slot is an alloca of constant size in the entry block. Pointers into it are followed through casts and constant
//! offsets; every load, store, copy, fill and marker through such a pointer is a use with its offset. Anything else
//! that sees the address (a call, a comparison, a stored pointer, a phi, an offset that is not constant or leaves the
//! slot, a volatile or atomic access, an access that does not lie inside or is aligned more than the slot) makes the
//! slot escape: such a slot is left alone, with all its faults.

use braid_analysis::Cfg;
use braid_analysis::callgraph::direct_callee;
use braid_entity::Entity;
use braid_ir::inst::{Access, AllocaFlags, CastOp, PtrFlags};
use braid_ir::{AttrFlags, BlockId, Body, GlobalRef, Inst, InstId, Module, Operand, Type, TypeId, ValueId};

use crate::intrinsic::{self, Intrinsic};

/// A stack slot.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// Its alloca.
    pub(crate) alloca: InstId,
    /// Its address.
    pub(crate) address: ValueId,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// The base-2 logarithm of its alignment in bytes.
    pub(crate) align_log2: u8,
    /// Whether something is done with its address that is not a use.
    pub(crate) escapes: bool,
    /// What is done with it, in reverse postorder of the blocks; uses of one block stand together in their order.
    pub(crate) uses: Vec<Use>,
    /// The casts and offsets that make pointers into it.
    pub(crate) pointers: Vec<InstId>,
}

/// One thing that is done with a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The instruction.
    pub(crate) inst: InstId,
    /// The block it is in.
    pub(crate) block: BlockId,
    /// Where in the slot it begins, in bytes.
    pub(crate) offset: u64,
    /// What is done.
    pub(crate) kind: UseKind,
}

/// What is done with a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UseKind {
    /// A plain load of this type.
    Load(TypeId),
    /// A plain store of this type.
    Store(TypeId),
    /// The slot is the target of this copy.
    CopyTo(usize),
    /// The slot is the source of this copy.
    CopyFrom(usize),
    /// So many bytes are filled with one value.
    Fill(u64),
    /// The slot begins to live.
    Start,
    /// The slot ceases to live.
    End,
    /// Debug information names the address.
    Debug,
}

/// A place in a slot: the number of the slot and an offset in bytes.
pub(crate) type Place = (usize, u64);

/// A copy of constant length that has a slot at one end at least.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copy {
    /// Where it copies to, if that is in a slot.
    pub(crate) to: Option<Place>,
    /// Where it copies from, if that is in a slot.
    pub(crate) from: Option<Place>,
    /// Where it copies from in any case.
    pub(crate) source: Operand,
    /// The alignment in bytes that is promised for the source.
    pub(crate) source_align: u64,
    /// How many bytes.
    pub(crate) len: u64,
}

/// All slots of a body.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    pub(crate) slots: Vec<Slot>,
    pub(crate) copies: Vec<Copy>,
}

impl Slots {
    /// The slots of `body`.
    pub(crate) fn collect(module: &Module, body: &Body, cfg: &Cfg) -> Slots {
        let mut collector = Collector { module, body, origins: vec![None; body.values.len()], found: Slots::default() };
        let mut late = Vec::new();
        for &block in cfg.reverse_postorder() {
            for &id in &body.blocks[block].insts {
                // The operands of a phi may be defined later in this order; so may anything in unreachable blocks.
                match &body.insts[id].inst {
                    Inst::Phi { .. } => late.push(id),
                    inst => collector.inst(block, id, inst),
                }
            }
        }
        let unreachable = body.order.iter().filter(|&&block| !cfg.is_reachable(block));
        late.extend(unreachable.flat_map(|&block| &body.blocks[block].insts));
        for id in late {
            body.insts[id].inst.for_each_operand(|operand| collector.escape(operand));
        }
        collector.found
    }
}

struct Collector<'a> {
    module: &'a Module,
    body: &'a Body,
    /// Where each value points, if it points into a slot.
    origins: Vec<Option<Place>>,
    found: Slots,
}

impl Collector<'_> {
    fn inst(&mut self, block: BlockId, id: InstId, inst: &Inst) {
        match inst {
            Inst::Alloca { .. } if block == BlockId::ENTRY && self.alloca(id, inst) => {}
            Inst::Cast { op: CastOp::BitCast, arg, .. } if self.is_pointer(id) => self.derive(id, *arg, 0),
            Inst::PtrAdd { base, offset, flags } if self.is_pointer(id) => self.ptradd(id, *base, *offset, *flags),
            Inst::Load { addr, access } => {
                let ty = self.body.values[self.body.insts[id].result.expect("a load has a result")].ty;
                self.access(block, id, *addr, *access, UseKind::Load(ty), ty);
            }
            Inst::Store { value, addr, access } => {
                self.escape(*value);
                match self.module.operand_type(self.body, *value) {
                    Some(ty) => self.access(block, id, *addr, *access, UseKind::Store(ty), ty),
                    None => self.escape(*addr),
                }
            }
            Inst::Call(call) => match intrinsic::recognise(self.module, call) {
                Some(intrinsic) => self.intrinsic(block, id, intrinsic),
                None => inst.for_each_operand(|operand| self.escape(operand)),
            },
            Inst::DebugDeclare(_) | Inst::DebugValue(_) => {
                inst.for_each_operand(|operand| self.add(block, id, operand, UseKind::Debug));
            }
            _ => inst.for_each_operand(|operand| self.escape(operand)),
        }
    }

    /// Whether the alloca is a slot; it is added if so.
    fn alloca(&mut self, id: InstId, inst: &Inst) -> bool {
        let Inst::Alloca { ty, count, align_log2, flags } = *inst else { return false };
        let one = count.as_const().and_then(|count| self.module.consts.as_int(count)) == Some(1);
        let size = self.module.layout.size(&self.module.types, ty);
        let (true, true, Some(size), Some(address)) =
            (one, flags == AllocaFlags::NONE, size, self.body.insts[id].result)
        else {
            return false;
        };
        self.origins[address.index()] = Some((self.found.slots.len(), 0));
        self.found.slots.push(Slot {
            alloca: id,
            address,
            size,
            align_log2,
            escapes: false,
            uses: Vec::new(),
            pointers: Vec::new(),
        });
        true
    }

    fn ptradd(&mut self, id: InstId, base: Operand, offset: Operand, flags: PtrFlags) {
        let constant = self.origin(base).and_then(|_| self.signed(offset));
        match constant {
            Some(offset) if offset >= 0 || !flags.has(PtrFlags::NUW) => self.derive(id, base, offset),
            _ => {
                self.escape(base);
                self.escape(offset);
            }
        }
    }

    /// The result of `id` points `offset` bytes past `base`; outside of the slot it escapes.
    fn derive(&mut self, id: InstId, base: Operand, offset: i64) {
        let Some((slot, at)) = self.origin(base) else { return };
        let moved = at.checked_add_signed(offset).filter(|&at| at <= self.found.slots[slot].size);
        let (Some(at), Some(result)) = (moved, self.body.insts[id].result) else {
            self.found.slots[slot].escapes = true;
            return;
        };
        self.origins[result.index()] = Some((slot, at));
        self.found.slots[slot].pointers.push(id);
    }

    fn access(&mut self, block: BlockId, id: InstId, addr: Operand, access: Access, kind: UseKind, ty: TypeId) {
        let Some((slot, offset)) = self.origin(addr) else { return };
        let size = self.module.layout.store_size(&self.module.types, ty);
        let fits = size.is_some_and(|size| self.fits(slot, offset, size));
        let aligned = access.align_log2 <= self.found.slots[slot].align_log2 && offset.is_multiple_of(access.align());
        if access.is_plain() && fits && aligned {
            self.add(block, id, addr, kind);
        } else {
            self.found.slots[slot].escapes = true;
        }
    }

    fn intrinsic(&mut self, block: BlockId, id: InstId, intrinsic: Intrinsic) {
        match intrinsic {
            Intrinsic::Copy { to, from, len, volatile } => self.copy(block, id, [to, from], len, volatile),
            Intrinsic::Fill { to, byte, len, volatile } => {
                self.escape(byte);
                match self.extent(to, len, volatile, self.promised_align(id, 0)) {
                    Some(len) => self.add(block, id, to, UseKind::Fill(len)),
                    None => self.escape(to),
                }
            }
            Intrinsic::LifetimeStart { slot } => self.marker(block, id, slot, UseKind::Start),
            Intrinsic::LifetimeEnd { slot } => self.marker(block, id, slot, UseKind::End),
        }
    }

    fn copy(&mut self, block: BlockId, id: InstId, [to, from]: [Operand; 2], len: Operand, volatile: Operand) {
        let align = |at| self.promised_align(id, at);
        let inside = |end, at| self.origin(end).is_none() || self.extent(end, len, volatile, align(at)).is_some();
        let source_align = align(1);
        let constant = len.as_const().and_then(|len| self.module.consts.as_int(len));
        let places = [self.origin(to), self.origin(from)];
        let (Some(len), true, true) = (constant, inside(to, 0), inside(from, 1)) else {
            self.escape(to);
            self.escape(from);
            return;
        };
        if places == [None, None] {
            return;
        }
        let copy = self.found.copies.len();
        self.found.copies.push(Copy { to: places[0], from: places[1], source: from, source_align, len });
        self.add(block, id, to, UseKind::CopyTo(copy));
        self.add(block, id, from, UseKind::CopyFrom(copy));
    }

    /// A marker is for the whole slot; one for a part of it is not understood.
    fn marker(&mut self, block: BlockId, id: InstId, pointer: Operand, kind: UseKind) {
        let call = self.body.insts[id].inst.call();
        let size = call.filter(|call| call.args.len() == 2).map(|call| self.signed(call.args[0]));
        let Some((slot, offset)) = self.origin(pointer) else { return };
        let whole = match size {
            None => true,
            Some(size) => size.is_some_and(|size| size < 0 || size.unsigned_abs() >= self.found.slots[slot].size),
        };
        if offset == 0 && whole {
            self.add(block, id, pointer, kind);
        } else {
            self.found.slots[slot].escapes = true;
        }
    }

    /// The constant length of a copy or fill that lies inside the slot that `end` points to and is aligned as promised.
    fn extent(&self, end: Operand, len: Operand, volatile: Operand, align: u64) -> Option<u64> {
        let (slot, offset) = self.origin(end)?;
        let int = |operand: Operand| self.module.consts.as_int(operand.as_const()?);
        let len = int(len)?;
        let aligned = align <= 1 << self.found.slots[slot].align_log2.min(63) && offset.is_multiple_of(align);
        (int(volatile) == Some(0) && aligned && self.fits(slot, offset, len)).then_some(len)
    }

    /// The alignment that a call promises for an argument, in bytes.
    fn promised_align(&self, id: InstId, arg: usize) -> u64 {
        let attrs = self.body.insts[id].inst.call().and_then(|call| self.module.attrs.param(call.attrs, arg));
        attrs.map_or(1, |attrs| attrs.align.max(1))
    }

    fn fits(&self, slot: usize, offset: u64, size: u64) -> bool {
        offset.checked_add(size).is_some_and(|end| end <= self.found.slots[slot].size)
    }

    fn add(&mut self, block: BlockId, inst: InstId, pointer: Operand, kind: UseKind) {
        if let Some((slot, offset)) = self.origin(pointer) {
            self.found.slots[slot].uses.push(Use { inst, block, offset, kind });
        }
    }

    fn escape(&mut self, operand: Operand) {
        if let Some((slot, _)) = self.origin(operand) {
            self.found.slots[slot].escapes = true;
        }
    }

    fn origin(&self, operand: Operand) -> Option<Place> {
        self.origins[operand.as_value()?.index()]
    }

    fn is_pointer(&self, id: InstId) -> bool {
        let result = self.body.insts[id].result;
        result.is_some_and(|result| matches!(self.module.types[self.body.values[result].ty], Type::Ptr { .. }))
    }

    /// The value of a constant integer of at most 64 bits, sign-extended.
    fn signed(&self, operand: Operand) -> Option<i64> {
        let value = self.module.consts.as_int(operand.as_const()?)?;
        let bits = self.module.types.int_bits(self.module.operand_type(self.body, operand)?)?;
        let unused = 64u32.checked_sub(bits).filter(|&unused| unused < 64)?;
        Some(((value << unused) as i64) >> unused)
    }
}

/// For each slot the group of slots that are linked by copies, as the number of one of them.
pub(crate) fn copy_groups(slots: &Slots) -> Vec<usize> {
    let mut group: Vec<usize> = (0..slots.slots.len()).collect();
    for copy in &slots.copies {
        if let (Some((a, _)), Some((b, _))) = (copy.to, copy.from) {
            let (a, b) = (root(&mut group, a), root(&mut group, b));
            group[a.max(b)] = a.min(b);
        }
    }
    (0..group.len()).map(|slot| root(&mut group, slot)).collect()
}

/// The root of a union-find forest, by path halving.
pub(crate) fn root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

/// Whether the body calls a function that may return twice, so that registers written after the first return would have
/// other values after the second than memory would.
pub(crate) fn returns_twice(module: &Module, body: &Body) -> bool {
    const NAMES: [&str; 7] =
        ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "llvm.eh.sjlj.setjmp", "vfork", "savectx"];
    let twice = |attrs| module.attrs[attrs].func.flags.has(AttrFlags::RETURNS_TWICE);
    let insts = body.order.iter().flat_map(|&block| &body.blocks[block].insts);
    insts.filter_map(|&id| body.insts[id].inst.call()).any(|call| {
        let callee = direct_callee(module, call.callee);
        let named = |func| NAMES.contains(&module.symbol_name(GlobalRef::Func(func)));
        twice(call.attrs) || callee.is_some_and(|func| twice(module.funcs[func].attrs) || named(func))
    })
}
