//! Rewriting: every access of a slot that is split becomes accesses of its parts.

use std::collections::BTreeMap;

use braid_entity::Entity;
use braid_ir::attributes::AttrListId;
use braid_ir::debug::LocId;
use braid_ir::inst::{Access, BinaryOp, Call, CastOp, DebugVariable, FastMath, InsertValue, PtrFlags, WrapFlags};
use braid_ir::{Body, ConstId, Constant, Inst, InstId, Module, Operand, Type, TypeId, TypeTable};

use super::constant_source;
use super::partition::{Leaf, Part, Partition, leaves};
use crate::pass::Context;
use crate::rewrite::Replacements;
use crate::slots::{Copy, Place, Slots, UseKind};

/// The DWARF operation that says which bits of a variable a record is about: offset and size follow.
const FRAGMENT: u64 = 0x1000;

/// What becomes of an instruction that touches split slots.
#[derive(Clone, Copy, Debug)]
enum Action {
    Keep,
    Drop,
    /// The alloca of a slot makes place for those of its parts.
    Alloca(usize),
    /// A use at this place.
    Use(Place, UseKind),
}

/// Splits the chosen slots.
pub(super) fn split(context: &mut Context<'_>, found: &Slots, partition: &Partition, chosen: &[bool]) {
    let mut actions = vec![Action::Keep; context.body.insts.len()];
    for (at, slot) in found.slots.iter().enumerate().filter(|(at, _)| chosen[*at]) {
        actions[slot.alloca.index()] = Action::Alloca(at);
        for &pointer in &slot.pointers {
            actions[pointer.index()] = Action::Drop;
        }
        for site in &slot.uses {
            // A copy from slot to slot is done once, by its target.
            if !matches!(site.kind, UseKind::CopyFrom(_)) {
                actions[site.inst.index()] = Action::Use((at, site.offset), site.kind);
            }
        }
    }
    let names = names(context, found, chosen);
    let mut rewriter = Rewriter {
        module: context.module,
        replacements: Replacements::new(context.body),
        body: context.body,
        found,
        partition,
        names,
        addresses: BTreeMap::new(),
        out: Vec::new(),
        loc: None,
    };
    for at in 0..rewriter.body.order.len() {
        let block = rewriter.body.order[at];
        let old = core::mem::take(&mut rewriter.body.blocks[block].insts);
        rewriter.out = Vec::with_capacity(old.len());
        for id in old {
            rewriter.inst(id, actions[id.index()]);
        }
        rewriter.body.blocks[block].insts = core::mem::take(&mut rewriter.out);
    }
    let Rewriter { mut replacements, body, .. } = rewriter;
    replacements.apply(body);
}

/// What the parts of each slot are called: as the source variable that lives there, else as the slot.
fn names(context: &Context<'_>, found: &Slots, chosen: &[bool]) -> Vec<Option<String>> {
    let name = |at: usize| {
        let slot = &found.slots[at];
        let declared = slot.uses.iter().find_map(|site| match &context.body.insts[site.inst].inst {
            Inst::DebugDeclare(variable) => Some(context.module.debug.vars[variable.var].name),
            _ => None,
        });
        let name = declared.or(context.body.values[slot.address].name)?;
        Some(context.module.names.get(name).to_owned())
    };
    (0..chosen.len()).map(|at| if chosen[at] { name(at) } else { None }).collect()
}

struct Rewriter<'a> {
    module: &'a mut Module,
    body: &'a mut Body,
    found: &'a Slots,
    partition: &'a Partition,
    names: Vec<Option<String>>,
    /// The address of each part, by slot and place.
    addresses: BTreeMap<Place, Operand>,
    replacements: Replacements,
    /// The instructions of the block at hand.
    out: Vec<InstId>,
    /// The location of the instruction at hand.
    loc: Option<LocId>,
}

impl Rewriter<'_> {
    fn inst(&mut self, id: InstId, action: Action) {
        self.loc = self.body.insts[id].loc;
        match action {
            Action::Keep => self.out.push(id),
            Action::Drop => {}
            Action::Alloca(slot) => self.allocas(id, slot),
            Action::Use((slot, offset), kind) => match kind {
                UseKind::Load(ty) => self.load(id, slot, offset, ty),
                UseKind::Store(ty) => self.store(id, slot, offset, ty),
                UseKind::Fill(len) => self.fill(id, slot, offset, len),
                UseKind::CopyTo(copy) => self.copy(id, &self.found.copies[copy].clone()),
                UseKind::CopyFrom(_) => {}
                UseKind::Start | UseKind::End => self.marker(id, slot),
                UseKind::Debug => self.debug(id, slot, offset),
            },
        }
    }

    /// Adds an instruction with a result.
    fn emit(&mut self, inst: Inst, ty: TypeId) -> Operand {
        let id = self.body.make_inst(inst, Some(ty), self.loc);
        self.out.push(id);
        self.body.insts[id].result.expect("made with a type").into()
    }

    fn emit_void(&mut self, inst: Inst) {
        let id = self.body.make_inst(inst, None, self.loc);
        self.out.push(id);
    }

    fn allocas(&mut self, id: InstId, slot: usize) {
        let Inst::Alloca { count, align_log2, flags, .. } = self.body.insts[id].inst else { return };
        let address = self.found.slots[slot].address;
        let pointer = self.body.values[address].ty;
        for part in self.partition.of(slot) {
            let Some(ty) = part.ty else { continue };
            let align_log2 = align_log2.min(if part.start == 0 { u8::MAX } else { part.start.trailing_zeros() as u8 });
            let new = self.emit(Inst::Alloca { ty, count, align_log2, flags }, pointer);
            let name =
                self.names[slot].as_ref().map(|name| self.module.names.intern(&format!("{name}.{}", part.start)));
            let value = new.as_value().expect("an instruction");
            self.body.values[value].name = name;
            self.addresses.insert((slot, part.start), new);
        }
    }

    fn load(&mut self, id: InstId, slot: usize, offset: u64, ty: TypeId) {
        let whole = leaves(self.module, ty).expect("taken apart before");
        let mut result: Operand = match &whole[..] {
            [leaf] if leaf.path.is_empty() => self.load_leaf(slot, offset, leaf),
            _ => self.module.consts.intern(Constant::Poison(ty)).into(),
        };
        for leaf in whole.iter().filter(|leaf| !leaf.path.is_empty()) {
            let value = self.load_leaf(slot, offset, leaf);
            let insert = InsertValue { agg: result, value, path: leaf.path.as_slice().into() };
            result = self.emit(Inst::InsertValue(Box::new(insert)), ty);
        }
        let old = self.body.insts[id].result.expect("a load has a result");
        self.replacements.set(old, result);
    }

    /// A scalar put together from the parts it covers.
    fn load_leaf(&mut self, slot: usize, offset: u64, leaf: &Leaf) -> Operand {
        let parts = self.partition.within(slot, offset + leaf.offset, leaf.size).to_vec();
        if let [part] = &parts[..] {
            let value = self.load_part(slot, part);
            return self.cast(value, leaf.ty);
        }
        let mut sum = None;
        for part in &parts {
            let value = self.load_part(slot, part);
            let value = self.resize(CastOp::ZExt, value, leaf.ty);
            let value = self.shift(BinaryOp::Shl, value, self.distance(offset, leaf, part), leaf.ty);
            sum = Some(match sum {
                None => value,
                Some(sum) => self.binary(BinaryOp::Or, sum, value, leaf.ty),
            });
        }
        sum.expect("a scalar covers a part")
    }

    fn load_part(&mut self, slot: usize, part: &Part) -> Operand {
        let (addr, ty) = self.place_of_part(slot, part).expect("what is read has a type");
        self.emit(Inst::Load { addr, access: Access::plain(0) }, ty)
    }

    fn store(&mut self, id: InstId, slot: usize, offset: u64, ty: TypeId) {
        let Inst::Store { value, .. } = self.body.insts[id].inst else { return };
        for leaf in leaves(self.module, ty).expect("taken apart before") {
            let value = match &leaf.path[..] {
                [] => value,
                path => self.emit(Inst::ExtractValue { agg: value, path: path.into() }, leaf.ty),
            };
            self.store_leaf(slot, offset, &leaf, value);
        }
    }

    /// A scalar taken apart into the parts it covers.
    fn store_leaf(&mut self, slot: usize, offset: u64, leaf: &Leaf, value: Operand) {
        let parts = self.partition.within(slot, offset + leaf.offset, leaf.size).to_vec();
        for part in &parts {
            let Some((addr, ty)) = self.place_of_part(slot, part) else { continue };
            let value = if parts.len() == 1 {
                self.cast(value, ty)
            } else {
                let value = self.shift(BinaryOp::LShr, value, self.distance(offset, leaf, part), leaf.ty);
                self.resize(CastOp::Trunc, value, ty)
            };
            self.emit_void(Inst::Store { value, addr, access: Access::plain(0) });
        }
    }

    /// How many bits of a scalar lie below a part of it, in the byte order of the target.
    fn distance(&self, offset: u64, leaf: &Leaf, part: &Part) -> u64 {
        let start = offset + leaf.offset;
        8 * if self.module.layout.is_big_endian() { start + leaf.size - part.end } else { part.start - start }
    }

    fn fill(&mut self, id: InstId, slot: usize, offset: u64, len: u64) {
        let Inst::Call(call) = &self.body.insts[id].inst else { return };
        let byte = call.args[1];
        for part in self.partition.within(slot, offset, len).to_vec() {
            let Some((addr, ty)) = self.place_of_part(slot, &part) else { continue };
            let value = self.filled(byte, ty, part.end - part.start);
            self.emit_void(Inst::Store { value, addr, access: Access::plain(0) });
        }
    }

    /// A value of type `ty` all of whose bytes are `byte`.
    fn filled(&mut self, byte: Operand, ty: TypeId, size: u64) -> Operand {
        let known = byte.as_const().and_then(|byte| self.module.consts.as_int(byte));
        if known == Some(0) {
            return zero(self.module, ty).into();
        }
        let bits = 8 * u32::try_from(size).expect("slots are small");
        let int = self.module.types.int(bits);
        if let (Some(byte), true) = (known, bits <= 64) {
            let value = ((byte & 0xff) * (u64::MAX / 0xff)) & (u64::MAX >> (64 - bits));
            let value = self.module.consts.int(int, value).into();
            return self.cast(value, ty);
        }
        // Doubling the number of bytes each time takes few steps also for wide values.
        let mut value = self.resize(CastOp::ZExt, byte, int);
        let mut done = 8;
        while done < bits {
            let moved = self.shift(BinaryOp::Shl, value, u64::from(done), int);
            value = self.binary(BinaryOp::Or, value, moved, int);
            done *= 2;
        }
        self.cast(value, ty)
    }

    fn copy(&mut self, id: InstId, copy: &Copy) {
        let Some((to, to_offset)) = copy.to else { return };
        let parts = self.partition.within(to, to_offset, copy.len).to_vec();
        let constant = if copy.from.is_none() { constant_source::find(self.module, copy) } else { None };
        for part in &parts {
            let Some((target, ty)) = self.place_of_part(to, part) else { continue };
            match copy.from {
                Some((from, from_offset)) => {
                    let source = self.addresses[&(from, part.start - to_offset + from_offset)];
                    self.copy_part(id, target, source, part.end - part.start);
                }
                None => {
                    let (root, start) = constant.expect("looked at before");
                    let addr = self.constant_place(root, start + part.start - to_offset);
                    let value = self.emit(Inst::Load { addr: addr.into(), access: Access::plain(0) }, ty);
                    self.emit_void(Inst::Store { value, addr: target, access: Access::plain(0) });
                }
            }
        }
    }

    /// Copies one part into another, by the same intrinsic as the whole.
    fn copy_part(&mut self, id: InstId, to: Operand, from: Operand, len: u64) {
        let Inst::Call(call) = &self.body.insts[id].inst else { return };
        let call = (**call).clone();
        let len_type = self.module.operand_type(self.body, call.args[2]).unwrap_or(TypeTable::I64);
        let len = self.module.consts.int(len_type, len).into();
        let args = [to, from, len, call.args[3]].into();
        self.emit_void(Inst::Call(Box::new(Call { args, attrs: AttrListId::NONE, ..call })));
    }

    fn constant_place(&mut self, root: ConstId, offset: u64) -> ConstId {
        if offset == 0 {
            return root;
        }
        let ty = self.module.const_type(root).unwrap_or(TypeTable::PTR);
        let space = if let Type::Ptr { space } = self.module.types[ty] { space } else { 0 };
        let index = self.module.types.int(self.module.layout.pointer(space).index_bits);
        let offset = self.module.consts.int(index, offset);
        self.module.consts.intern(Constant::PtrAdd { base: root, offset, flags: PtrFlags::INBOUNDS, ty })
    }

    fn marker(&mut self, id: InstId, slot: usize) {
        let Inst::Call(call) = &self.body.insts[id].inst else { return };
        let call = (**call).clone();
        for part in self.partition.of(slot).to_vec() {
            let Some((addr, part_ty)) = self.place_of_part(slot, &part) else { continue };
            let args = match &*call.args {
                [size, _] => {
                    let ty = self.module.operand_type(self.body, *size).unwrap_or(TypeTable::I64);
                    // The slot of a part may have padding behind it.
                    let bytes = self.module.layout.size(&self.module.types, part_ty).unwrap_or(part.end - part.start);
                    [self.module.consts.int(ty, bytes).into(), addr].into()
                }
                _ => [addr].into(),
            };
            self.emit_void(Inst::Call(Box::new(Call { args, attrs: AttrListId::NONE, ..call.clone() })));
        }
    }

    /// A declaration of the whole becomes one for each part; other records about the address say "optimised away".
    fn debug(&mut self, id: InstId, slot: usize, offset: u64) {
        let (Inst::DebugDeclare(variable) | Inst::DebugValue(variable)) = &self.body.insts[id].inst else { return };
        let variable = (**variable).clone();
        let declares = matches!(self.body.insts[id].inst, Inst::DebugDeclare(_)) && offset == 0;
        let base = match *variable.expr {
            [] => Some(0),
            [FRAGMENT, start, _] => Some(start),
            _ => None,
        };
        let (Some(base), true) = (base, declares) else {
            self.emit_void(Inst::DebugValue(Box::new(DebugVariable { value: None, ..variable })));
            return;
        };
        for part in self.partition.of(slot).to_vec() {
            let Some((addr, _)) = self.place_of_part(slot, &part) else { continue };
            let whole = part.start == 0 && part.end == self.found.slots[slot].size;
            let expr = match whole {
                true => variable.expr.clone(),
                false => [FRAGMENT, base + 8 * part.start, 8 * (part.end - part.start)].into(),
            };
            let record = DebugVariable { value: Some(addr), expr, ..variable.clone() };
            self.emit_void(Inst::DebugDeclare(Box::new(record)));
        }
    }

    /// The address and type of a part; none if nothing looks at it.
    fn place_of_part(&self, slot: usize, part: &Part) -> Option<(Operand, TypeId)> {
        Some((*self.addresses.get(&(slot, part.start))?, part.ty?))
    }

    /// The same bits as another type.
    fn cast(&mut self, arg: Operand, ty: TypeId) -> Operand {
        if self.module.operand_type(self.body, arg) == Some(ty) {
            return arg;
        }
        self.emit(Inst::Cast { op: CastOp::BitCast, flags: WrapFlags::NONE, fast: FastMath::NONE, arg }, ty)
    }

    fn resize(&mut self, op: CastOp, arg: Operand, ty: TypeId) -> Operand {
        if self.module.operand_type(self.body, arg) == Some(ty) {
            return arg;
        }
        self.emit(Inst::Cast { op, flags: WrapFlags::NONE, fast: FastMath::NONE, arg }, ty)
    }

    fn shift(&mut self, op: BinaryOp, arg: Operand, distance: u64, ty: TypeId) -> Operand {
        if distance == 0 {
            return arg;
        }
        let distance = int_constant(self.module, ty, distance).into();
        self.binary(op, arg, distance, ty)
    }

    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand, ty: TypeId) -> Operand {
        self.emit(Inst::Binary { op, flags: WrapFlags::NONE, fast: FastMath::NONE, args: [a, b] }, ty)
    }
}

/// A small number as a constant of an integer type of any width.
fn int_constant(module: &mut Module, ty: TypeId, value: u64) -> ConstId {
    match module.types.int_bits(ty) {
        Some(bits) if bits > 64 => {
            let mut words = vec![0; bits.div_ceil(64) as usize];
            words[0] = value;
            module.consts.intern(Constant::WideInt { ty, words: words.into() })
        }
        _ => module.consts.int(ty, value),
    }
}

/// The constant of this type all of whose bits are zero.
fn zero(module: &mut Module, ty: TypeId) -> ConstId {
    match module.types[ty] {
        Type::Int(_) => int_constant(module, ty, 0),
        Type::Float(_) => module.consts.intern(Constant::Float { ty, bits: 0 }),
        Type::Ptr { .. } => module.consts.intern(Constant::Null(ty)),
        _ => module.consts.intern(Constant::Zero(ty)),
    }
}
