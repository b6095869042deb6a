//! The parts that slots fall into: where accesses begin and end, carried over copies, and the type of each part.

use core::ops::Range;
use std::collections::BTreeSet;

use braid_ir::{Inst, Module, Type, TypeId};

use crate::pass::Context;
use crate::slots::{Slots, UseKind, root};

/// A slot that falls into more parts is left alone: it is an array, and each part would cost a register.
const MAX_PARTS: usize = 128;
/// An aggregate in a register with more scalars is left alone.
const MAX_LEAVES: usize = 32;

/// An aggregate in a register that is nested deeper is left alone; types can be nested as deep as their number.
const MAX_DEPTH: usize = 8;

/// A scalar in an access: an access of an aggregate is one of its scalars, each at its place.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Where it begins, in bytes from the start of the access.
    pub(super) offset: u64,
    /// How many bytes it has.
    pub(super) size: u64,
    /// Its type.
    pub(super) ty: TypeId,
    /// The way to it in the aggregate.
    pub(super) path: Vec<u32>,
}

/// A part of a slot.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Where it begins in the slot, in bytes.
    pub(super) start: u64,
    /// Where it ends.
    pub(super) end: u64,
    /// Its type; none if nothing ever looks at it.
    pub(super) ty: Option<TypeId>,
}

/// How all slots are split.
#[derive(Debug)]
pub(super) struct Partition {
    parts: Vec<Vec<Part>>,
}

impl Partition {
    /// Splits the slots of all groups that are not refused; more groups may be refused on the way.
    pub(super) fn new(context: &mut Context<'_>, found: &Slots, groups: &[usize], refused: &mut [bool]) -> Partition {
        let mut cuts = Cuts { found, groups, refused, cuts: vec![BTreeSet::new(); groups.len()] };
        cuts.cut_at_accesses(context.module);
        cuts.carry_over_copies();
        let parts = cuts.cuts.iter().map(parts_of).collect();
        let mut this = Partition { parts };
        let classes = Classes::new(&this, found, groups, refused);
        let types = classes.types(context, &this, found, groups, refused);
        this.set_types(&classes, &types);
        this
    }

    /// The parts of a slot that lie in a range of it, which begins and ends where parts do.
    pub(super) fn within(&self, slot: usize, start: u64, len: u64) -> &[Part] {
        &self.parts[slot][self.range(slot, start, len)]
    }

    /// All parts of a slot.
    pub(super) fn of(&self, slot: usize) -> &[Part] {
        &self.parts[slot]
    }

    /// The numbers of the parts in a range.
    fn range(&self, slot: usize, start: u64, len: u64) -> Range<usize> {
        let parts = &self.parts[slot];
        parts.partition_point(|part| part.start < start)..parts.partition_point(|part| part.start < start + len)
    }

    fn set_types(&mut self, classes: &Classes, types: &[Option<TypeId>]) {
        for (slot, parts) in self.parts.iter_mut().enumerate() {
            for (at, part) in parts.iter_mut().enumerate() {
                part.ty = types[classes.class(slot, at)];
            }
        }
    }
}

fn parts_of(cuts: &BTreeSet<u64>) -> Vec<Part> {
    cuts.iter().zip(cuts.iter().skip(1)).map(|(&start, &end)| Part { start, end, ty: None }).collect()
}

/// Where slots are cut.
struct Cuts<'a> {
    found: &'a Slots,
    groups: &'a [usize],
    refused: &'a mut [bool],
    cuts: Vec<BTreeSet<u64>>,
}

impl Cuts<'_> {
    /// Cuts every slot where an access begins or ends.
    fn cut_at_accesses(&mut self, module: &Module) {
        for (at, slot) in self.found.slots.iter().enumerate() {
            for site in &slot.uses {
                if self.refused[self.groups[at]] {
                    break;
                }
                match site.kind {
                    UseKind::Load(ty) | UseKind::Store(ty) => match leaves(module, ty) {
                        Some(leaves) => {
                            leaves.iter().for_each(|leaf| self.cut(at, site.offset + leaf.offset, leaf.size));
                        }
                        None => self.refused[self.groups[at]] = true,
                    },
                    UseKind::Fill(len) => self.cut(at, site.offset, len),
                    UseKind::CopyTo(copy) | UseKind::CopyFrom(copy) => {
                        self.cut(at, site.offset, self.found.copies[copy].len);
                    }
                    UseKind::Start | UseKind::End | UseKind::Debug => {}
                }
            }
        }
    }

    fn cut(&mut self, slot: usize, start: u64, len: u64) {
        if len > 0 {
            self.cuts[slot].extend([start, start + len]);
        }
        self.refused[self.groups[slot]] |= self.cuts[slot].len() > MAX_PARTS;
    }

    /// What one end of a copy is cut at, the other end is cut at too. A slot is looked at again only when it was cut
    /// anew, and each has at most [`MAX_PARTS`] cuts, so this ends soon.
    fn carry_over_copies(&mut self) {
        let mut copies_of = vec![Vec::new(); self.groups.len()];
        for (at, copy) in self.found.copies.iter().enumerate() {
            if let (Some((to, _)), Some((from, _))) = (copy.to, copy.from) {
                copies_of[to].push(at);
                copies_of[from].push(at);
            }
        }
        let mut pending: Vec<usize> = (0..self.groups.len()).collect();
        while let Some(slot) = pending.pop() {
            for &copy in &copies_of[slot] {
                if self.refused[self.groups[slot]] {
                    break;
                }
                let copy = &self.found.copies[copy];
                let (Some(to), Some(from)) = (copy.to, copy.from) else { continue };
                let (own, other) = if to.0 == slot { (to, from) } else { (from, to) };
                let inside = self.cuts[slot].range(own.1..=own.1 + copy.len);
                let moved: Vec<u64> = inside.map(|cut| cut - own.1 + other.1).collect();
                let before = self.cuts[other.0].len();
                self.cuts[other.0].extend(moved);
                self.refused[self.groups[slot]] |= self.cuts[other.0].len() > MAX_PARTS;
                if self.cuts[other.0].len() > before {
                    pending.push(other.0);
                }
            }
        }
    }
}

/// Parts that are copied into each other have one type.
struct Classes {
    /// The number of the first part of each slot.
    base: Vec<usize>,
    /// The class of each part, as the number of one of them.
    of: Vec<usize>,
}

/// What is known of a class of parts.
#[derive(Clone, Copy, Debug, Default)]
struct Votes {
    /// The type of an access that covers just the part.
    exact: Option<TypeId>,
    /// Whether there are accesses with different types.
    mixed: bool,
    /// Whether it is part of a wider integer.
    in_wider: bool,
    /// Whether it is read as part of a wider integer.
    read_in_wider: bool,
    /// Whether something writes it that is no copy from a slot.
    written: bool,
    /// Whether something fills it with a value other than zero.
    filled: bool,
    /// Whether some type it is accessed with cannot be cast bit by bit.
    rigid: bool,
}

impl Classes {
    fn new(partition: &Partition, found: &Slots, groups: &[usize], refused: &[bool]) -> Classes {
        let mut base = Vec::with_capacity(groups.len());
        let mut total = 0;
        for parts in &partition.parts {
            base.push(total);
            total += parts.len();
        }
        let mut of: Vec<usize> = (0..total).collect();
        for copy in &found.copies {
            let (Some(to), Some(from)) = (copy.to, copy.from) else { continue };
            if refused[groups[to.0]] {
                continue;
            }
            let (to_parts, from_parts) =
                (partition.range(to.0, to.1, copy.len), partition.range(from.0, from.1, copy.len));
            for (to_part, from_part) in to_parts.zip(from_parts) {
                let (a, b) = (base[to.0] + to_part, base[from.0] + from_part);
                let (a, b) = (root(&mut of, a), root(&mut of, b));
                of[a.max(b)] = a.min(b);
            }
        }
        let of = (0..total).map(|part| root(&mut of, part)).collect();
        Classes { base, of }
    }

    /// The type of each class; groups with a class that has none that fits are refused.
    fn types(
        &self,
        context: &mut Context<'_>,
        partition: &Partition,
        found: &Slots,
        groups: &[usize],
        refused: &mut [bool],
    ) -> Vec<Option<TypeId>> {
        let mut votes = vec![Votes::default(); self.of.len()];
        for (slot, &group) in groups.iter().enumerate() {
            if !refused[group] {
                refused[group] |= self.vote(context, partition, found, slot, &mut votes).is_none();
            }
        }
        let mut types = vec![None; self.of.len()];
        for (slot, parts) in partition.parts.iter().enumerate() {
            for (at, part) in parts.iter().enumerate() {
                let class = self.class(slot, at);
                match decide(context.module, votes[class], part.end - part.start) {
                    Ok(ty) => types[class] = ty,
                    Err(Unfit) => refused[groups[slot]] = true,
                }
            }
        }
        types
    }

    /// Counts the accesses of a slot for its parts; none if an access that cannot be taken apart covers several parts.
    fn vote(
        &self,
        context: &Context<'_>,
        partition: &Partition,
        found: &Slots,
        slot: usize,
        votes: &mut [Votes],
    ) -> Option<()> {
        for site in &found.slots[slot].uses {
            match site.kind {
                UseKind::Load(ty) | UseKind::Store(ty) => {
                    for leaf in leaves(context.module, ty)? {
                        let parts = partition.range(slot, site.offset + leaf.offset, leaf.size);
                        let reads = matches!(site.kind, UseKind::Load(_));
                        self.vote_scalar(context.module, slot, parts, &leaf, reads, votes)?;
                    }
                }
                UseKind::Fill(len) => {
                    let zero = fills_with_zero(context, site.inst);
                    for at in partition.range(slot, site.offset, len) {
                        let votes = &mut votes[self.class(slot, at)];
                        votes.written = true;
                        votes.filled |= !zero;
                    }
                }
                UseKind::CopyTo(copy) if found.copies[copy].from.is_none() => {
                    let parts = partition.range(slot, site.offset, found.copies[copy].len);
                    parts.for_each(|at| votes[self.class(slot, at)].written = true);
                }
                UseKind::CopyTo(_) | UseKind::CopyFrom(_) | UseKind::Start | UseKind::End | UseKind::Debug => {}
            }
        }
        Some(())
    }

    /// Counts the access of one scalar for the parts it covers; none if it covers several and cannot be taken apart.
    fn vote_scalar(
        &self,
        module: &Module,
        slot: usize,
        parts: Range<usize>,
        leaf: &Leaf,
        reads: bool,
        votes: &mut [Votes],
    ) -> Option<()> {
        let castable = castable(module, leaf.ty, leaf.size);
        let alone = parts.len() == 1;
        let splittable = castable && matches!(module.types[leaf.ty], Type::Int(_));
        if !(alone || splittable) {
            return None;
        }
        for at in parts {
            let votes = &mut votes[self.class(slot, at)];
            votes.written |= !reads;
            if alone {
                votes.mixed |= *votes.exact.get_or_insert(leaf.ty) != leaf.ty;
                votes.rigid |= !castable;
            } else {
                votes.in_wider = true;
                votes.read_in_wider |= reads;
            }
        }
        Some(())
    }

    /// The class of a part of a slot.
    fn class(&self, slot: usize, part: usize) -> usize {
        self.of[self.base[slot] + part]
    }
}

/// A class of parts has no type that fits all accesses.
struct Unfit;

/// The type of a class of parts of this many bytes; none if nothing looks at it.
fn decide(module: &mut Module, votes: Votes, size: u64) -> Result<Option<TypeId>, Unfit> {
    if votes.read_in_wider && !votes.written {
        return Err(Unfit);
    }
    let Votes { exact, mixed, in_wider, filled, rigid, .. } = votes;
    match exact {
        None if !in_wider => Ok(None),
        Some(_) if rigid && (mixed || in_wider || filled) => Err(Unfit),
        Some(ty) if !mixed && !in_wider => Ok(Some(ty)),
        _ => u32::try_from(8 * size).map(|bits| Some(module.types.int(bits))).map_err(|_| Unfit),
    }
}

/// Whether a value of this type is the same bits as an integer of that many bytes.
fn castable(module: &Module, ty: TypeId, size: u64) -> bool {
    let plain = match module.types[ty] {
        Type::Int(_) => true,
        Type::Float(kind) => is_plain_float(kind),
        Type::Vector { elem, scalable, .. } => match module.types[elem] {
            Type::Int(bits) => !scalable && bits.is_multiple_of(8),
            Type::Float(kind) => !scalable && is_plain_float(kind),
            _ => false,
        },
        _ => false,
    };
    plain && module.layout.bits(&module.types, ty) == size.checked_mul(8)
}

fn is_plain_float(kind: braid_ir::FloatKind) -> bool {
    use braid_ir::FloatKind::{PpcPair, X86Extended};
    !matches!(kind, PpcPair | X86Extended)
}

fn fills_with_zero(context: &Context<'_>, inst: braid_ir::InstId) -> bool {
    let Inst::Call(call) = &context.body.insts[inst].inst else { return false };
    let byte = call.args.get(1).and_then(|byte| byte.as_const());
    byte.is_some_and(|byte| context.module.consts.as_int(byte) == Some(0))
}

/// The scalars of a type; none if there are too many, or one of no size.
pub(super) fn leaves(module: &Module, ty: TypeId) -> Option<Vec<Leaf>> {
    let mut leaves = Vec::new();
    let mut pending = vec![(0u64, ty, Vec::new())];
    while let Some((offset, ty, path)) = pending.pop() {
        let members = match &module.types[ty] {
            Type::Struct { fields, .. } => fields.len() as u64,
            Type::Array { len, .. } => *len,
            _ => {
                let size = module.layout.store_size(&module.types, ty).filter(|&size| size > 0)?;
                leaves.push(Leaf { offset, size, ty, path });
                continue;
            }
        };
        let scalars = members.saturating_add((leaves.len() + pending.len()) as u64);
        if members == 0 || scalars > MAX_LEAVES as u64 || path.len() >= MAX_DEPTH {
            return None;
        }
        for member in (0..members).rev() {
            let at = module.layout.member_offset(&module.types, ty, member)?;
            let mut way = path.clone();
            way.push(member as u32);
            pending.push((offset + at, module.types.member(ty, member)?, way));
        }
    }
    Some(leaves)
}
