//! Attribute groups and lists: what is said about functions, results and parameters beyond their types.
//!
//! Only what changes the meaning of a program is kept (see [`braid_ir::attributes`]). New kinds of attributes appear
//! with every LLVM; a reader that rejects them, as LLVM's own does, cannot read tomorrow's files, so they are passed
//! over by their form, which is known even where the kind is not.

use braid_ir::types::TypeId;
use braid_ir::{AttrFlags, AttrListId, AttributeList, Attributes, Module};
use rustc_hash::FxHashMap;

use crate::bitstream::{Header, Record, Stream};
use crate::budget::Budget;
use crate::codes::{attribute as kind, paramattr as code};
use crate::error::Error;
use crate::types::Types;

/// The index of a group that speaks of the function itself; 0 is the result, and parameters begin at 1.
const FUNCTION_INDEX: u64 = 0xFFFF_FFFF;

/// Attributes whose type was left to the pointee of the parameter, before LLVM 12.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Untyped {
    ByVal,
    StructRet,
    InAlloca,
}

/// The attribute groups of a module, by their id.
#[derive(Default)]
pub(crate) struct Groups {
    by_id: FxHashMap<u64, Group>,
}

#[derive(Clone, Default)]
struct Group {
    index: u64,
    attributes: Attributes,
    untyped: Option<Untyped>,
}

/// An attribute list, by the number that functions and calls use.
#[derive(Clone, Debug)]
pub(crate) struct ListEntry {
    id: AttrListId,
    /// Which parameters have an attribute that still needs the type of the pointee.
    untyped: Vec<(u32, Untyped)>,
}

/// The attribute lists of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    entries: Vec<ListEntry>,
}

impl Lists {
    /// The list that a function or call with this operand has; `function` is LLVM's number of its function type.
    pub(crate) fn get(
        &self,
        operand: u64,
        function: u32,
        types: &Types,
        module: &mut Module,
        budget: &mut Budget,
        record: &Record,
    ) -> Result<AttrListId, Error> {
        let Some(at) = operand.checked_sub(1) else { return Ok(AttrListId::NONE) };
        let Some(entry) = usize::try_from(at).ok().and_then(|at| self.entries.get(at)) else {
            return Err(record.corrupt(format!("an attribute list from 0 to {}", self.entries.len())).found(operand));
        };
        if entry.untyped.is_empty() {
            return Ok(entry.id);
        }
        let mut list = module.attrs[entry.id].clone();
        budget.charge(size_of_val(&*list.params) as u64, record)?;
        for &(param, untyped) in &entry.untyped {
            let pointee = types.component(function, param as usize + 1).and_then(|ptr| types.component(ptr, 0));
            let Some(ty) = pointee.filter(|&ty| (ty as usize) < types.len()).map(|ty| types.ir(ty)) else {
                return Err(record.corrupt(format!("a typed pointer as parameter {param}, for its attribute")));
            };
            let attributes = &mut list.params[param as usize];
            match untyped {
                Untyped::ByVal => attributes.by_val = Some(ty),
                Untyped::StructRet => attributes.s_ret = Some(ty),
                Untyped::InAlloca => attributes.in_alloca = Some(ty),
            }
        }
        Ok(module.attrs.intern(list))
    }
}

/// Reads a PARAMATTR_GROUP block.
pub(crate) fn read_groups(stream: &mut Stream<'_>, header: Header, types: &Types) -> Result<Groups, Error> {
    stream.enter(header)?;
    let (mut record, mut groups) = (Record::default(), Groups::default());
    while stream.next_record(&mut record)? {
        if record.code == code::GRP_CODE_ENTRY {
            let (id, index) = (record.operand(0)?, record.operand(1)?);
            let mut group = Group { index, ..Group::default() };
            read_group(&record, types, &mut group)?;
            groups.by_id.insert(id, group);
        }
    }
    Ok(groups)
}

/// Reads a PARAMATTR block: lists of groups.
pub(crate) fn read_lists(
    stream: &mut Stream<'_>,
    header: Header,
    groups: &Groups,
    module: &mut Module,
    budget: &mut Budget,
) -> Result<Lists, Error> {
    stream.enter(header)?;
    let (mut record, mut lists) = (Record::default(), Lists::default());
    while stream.next_record(&mut record)? {
        let old: Vec<Group>;
        let members: Vec<&Group> = match record.code {
            code::ENTRY => record.operands.iter().filter_map(|id| groups.by_id.get(id)).collect(),
            code::ENTRY_OLD => {
                old = record.operands.chunks_exact(2).map(|pair| old_group(pair[0], pair[1])).collect();
                old.iter().collect()
            }
            _ => continue,
        };
        lists.entries.push(join(&members, module, budget, &record)?);
    }
    Ok(lists)
}

/// One list out of the groups it names.
fn join(members: &[&Group], module: &mut Module, budget: &mut Budget, record: &Record) -> Result<ListEntry, Error> {
    let mut list = AttributeList::default();
    let of_params = || members.iter().filter(|group| (1..FUNCTION_INDEX).contains(&group.index));
    let params = of_params().map(|group| group.index).max().unwrap_or(0);
    budget.charge(params.saturating_mul(size_of::<Attributes>() as u64), record)?;
    let mut all = vec![Attributes::default(); params as usize];
    let mut untyped = Vec::new();
    for group in members {
        match group.index {
            0 => list.ret = group.attributes.clone(),
            FUNCTION_INDEX => list.func = group.attributes.clone(),
            param @ 1..FUNCTION_INDEX => {
                all[param as usize - 1] = group.attributes.clone();
                untyped.extend(group.untyped.map(|untyped| (param as u32 - 1, untyped)));
            }
            other => return Err(record.corrupt("a group for a result, parameter or function").found(other)),
        }
    }
    // Parameters of which nothing is said need no entry.
    let used = all.iter().rposition(|a| !a.is_empty()).map_or(0, |last| last + 1);
    let used = untyped.iter().map(|&(param, _)| param as usize + 1).fold(used, usize::max);
    all.truncate(used);
    list.params = all.into();
    Ok(ListEntry { id: module.attrs.intern(list), untyped })
}

/// Reads the attributes of a group record, from its third operand on.
fn read_group(record: &Record, types: &Types, group: &mut Group) -> Result<(), Error> {
    let mut at = 2;
    while at < record.operands.len() {
        let form = record.operands[at];
        let code = record.operand(at + 1)?;
        at = match form {
            0 => {
                enum_attribute(code, group);
                at + 2
            }
            1 => {
                int_attribute(code, record.operand(at + 2)?, group);
                at + 3
            }
            3 => after_text(record, at + 1)?,
            4 => {
                let value = after_text(record, at + 1)?;
                let end = after_text(record, value)?;
                text_attribute(&record.operands[at + 1..value - 1], &record.operands[value..end - 1], group);
                end
            }
            5 => {
                enum_attribute(code, group);
                at + 2
            }
            6 => {
                let ty = types.get(record.operand(at + 2)?, record)?;
                type_attribute(code, ty, group);
                at + 3
            }
            7 => after_range(record, at + 3, record.operand(at + 2)?)?,
            8 => after_ranges(record, at)?,
            other => return Err(record.too_new("a form of attribute from 0 to 8").found(other)),
        };
    }
    Ok(())
}

/// Where the operands go on after a text that ends with a zero.
fn after_text(record: &Record, from: usize) -> Result<usize, Error> {
    let rest = record.operands.get(from..).unwrap_or_default();
    match rest.iter().position(|&c| c == 0) {
        Some(end) => Ok(from + end + 1),
        None => Err(record.corrupt("a text that ends with a zero")),
    }
}

/// Where the operands go on after a range of numbers of `bits` bits: two numbers, or for wide ones two counts in one
/// operand and as many words.
pub(crate) fn after_range(record: &Record, from: usize, bits: u64) -> Result<usize, Error> {
    if bits <= 64 {
        return Ok(from + 2);
    }
    let counts = record.operand(from)?;
    let words = (counts & 0xFFFF_FFFF) + (counts >> 32);
    match usize::try_from(words).ok().filter(|&words| words <= record.operands.len()) {
        Some(words) => Ok(from + 1 + words),
        None => Err(record.corrupt("a range inside the record").found(words)),
    }
}

fn after_ranges(record: &Record, at: usize) -> Result<usize, Error> {
    let (count, bits) = (record.operand(at + 2)?, record.operand(at + 3)?);
    let mut at = at + 4;
    for _ in 0..count {
        record.at_least(at + 1)?;
        at = after_range(record, at, bits)?;
    }
    Ok(at)
}

/// An attribute that is two texts, of which one matters: the features of the target.
fn text_attribute(name: &[u64], value: &[u64], group: &mut Group) {
    if !name.iter().copied().eq("target-features".bytes().map(u64::from)) {
        return;
    }
    let flags = &mut group.attributes.flags;
    flags.insert(AttrFlags::KNOWN_FEATURES);
    // One of x86 and of the others that have one.
    let fuses = ["+fma", "+fma4"];
    let is_one = |feature: &[u64]| fuses.iter().any(|name| feature.iter().copied().eq(name.bytes().map(u64::from)));
    if value.split(|&c| c == u64::from(b',')).any(is_one) {
        flags.insert(AttrFlags::FUSES);
    }
}

fn enum_attribute(code: u64, group: &mut Group) {
    const FLAGS: &[(u32, AttrFlags)] = &[
        (kind::Z_EXT, AttrFlags::ZERO_EXT),
        (kind::S_EXT, AttrFlags::SIGN_EXT),
        (kind::IN_REG, AttrFlags::IN_REG),
        (kind::NEST, AttrFlags::NEST),
        (kind::NO_RETURN, AttrFlags::NO_RETURN),
        (kind::RETURNS_TWICE, AttrFlags::RETURNS_TWICE),
        (kind::OPTIMIZE_NONE, AttrFlags::OPT_NONE),
        (kind::NO_UNWIND, AttrFlags::NO_UNWIND),
        (kind::NON_NULL, AttrFlags::NON_NULL),
        (kind::RETURNED, AttrFlags::RETURNED),
        (kind::NOUNDEF, AttrFlags::NO_UNDEF),
        (kind::NAKED, AttrFlags::NAKED),
        (kind::IMMARG, AttrFlags::IMM_ARG),
        (kind::NO_ALIAS, AttrFlags::NO_ALIAS),
        (kind::SWIFT_SELF, AttrFlags::SWIFT_SELF),
        (kind::SWIFT_ERROR, AttrFlags::SWIFT_ERROR),
        (kind::SWIFT_ASYNC, AttrFlags::SWIFT_ASYNC),
        (kind::NO_INLINE, AttrFlags::NO_INLINE),
        (kind::NULL_POINTER_IS_VALID, AttrFlags::NULL_POINTER_IS_VALID),
        (kind::NO_BUILTIN, AttrFlags::NO_BUILTIN),
        (kind::CONVERGENT, AttrFlags::CONVERGENT),
        (kind::READ_ONLY, AttrFlags::READ_ONLY),
        (kind::READ_NONE, AttrFlags::READ_NONE),
        (kind::WILLRETURN, AttrFlags::WILL_RETURN),
        (kind::COLD, AttrFlags::COLD),
        (kind::MUSTPROGRESS, AttrFlags::MUST_PROGRESS),
        (kind::STRICT_FP, AttrFlags::STRICT_FP),
    ];
    if let Some((_, flag)) = FLAGS.iter().find(|(known, _)| u64::from(*known) == code) {
        group.attributes.flags.insert(*flag);
    }
    match u32::try_from(code) {
        Ok(kind::BY_VAL) => group.untyped = Some(Untyped::ByVal),
        Ok(kind::STRUCT_RET) => group.untyped = Some(Untyped::StructRet),
        Ok(kind::IN_ALLOCA) => group.untyped = Some(Untyped::InAlloca),
        _ => {}
    }
}

fn int_attribute(code: u64, value: u64, group: &mut Group) {
    let attributes = &mut group.attributes;
    match u32::try_from(code) {
        Ok(kind::ALIGNMENT) => attributes.align = value,
        Ok(kind::STACK_ALIGNMENT) => attributes.stack_align = value,
        Ok(kind::DEREFERENCEABLE) => attributes.dereferenceable = value,
        // The element size stands above, the number of elements below, all ones if there is none.
        Ok(kind::ALLOC_SIZE) => {
            let count = Some(value as u32).filter(|&count| count != u32::MAX);
            attributes.alloc_size = Some(((value >> 32) as u32, count));
        }
        Ok(kind::MEMORY) => attributes.flags.insert(memory_flags(value)),
        _ => {}
    }
}

/// Two bits per kind of memory, the lower for reading and the upper for writing; a version stands on top.
fn memory_flags(value: u64) -> AttrFlags {
    const LOCATIONS: u64 = (1 << 56) - 1;
    const WRITES: u64 = 0xAAAA_AAAA_AAAA_AAAA & LOCATIONS;
    match value & LOCATIONS {
        0 => AttrFlags::READ_NONE,
        effects if effects & WRITES == 0 => AttrFlags::READ_ONLY,
        _ => AttrFlags::NONE,
    }
}

fn type_attribute(code: u64, ty: TypeId, group: &mut Group) {
    let attributes = &mut group.attributes;
    match u32::try_from(code) {
        Ok(kind::BY_VAL) => attributes.by_val = Some(ty),
        Ok(kind::BYREF) => attributes.by_ref = Some(ty),
        Ok(kind::STRUCT_RET) => attributes.s_ret = Some(ty),
        Ok(kind::IN_ALLOCA) => attributes.in_alloca = Some(ty),
        Ok(kind::PREALLOCATED) => attributes.preallocated = Some(ty),
        Ok(kind::ELEMENTTYPE) => attributes.element = Some(ty),
        _ => {}
    }
}

/// The attributes of a parameter as a bit mask, the form before attribute groups.
fn old_group(index: u64, mask: u64) -> Group {
    const BITS: &[(u32, u32)] = &[
        (0, kind::Z_EXT),
        (1, kind::S_EXT),
        (2, kind::NO_RETURN),
        (3, kind::IN_REG),
        (4, kind::STRUCT_RET),
        (5, kind::NO_UNWIND),
        (6, kind::NO_ALIAS),
        (7, kind::BY_VAL),
        (8, kind::NEST),
        (9, kind::READ_NONE),
        (10, kind::READ_ONLY),
        (11, kind::NO_INLINE),
    ];
    let mut group = Group { index, ..Group::default() };
    for &(bit, code) in BITS {
        if mask >> bit & 1 == 1 {
            enum_attribute(u64::from(code), &mut group);
        }
    }
    group.attributes.align = mask >> 16 & 0xFFFF;
    group
}
