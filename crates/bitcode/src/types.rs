//! The type table of a module: LLVM's numbered types in Braid's terms.
//!
//! Every pointer becomes the one pointer type of its address space, at once. The numbers of the types that a type is
//! made of are kept beside it, because records of typed-pointer times leave out what the pointee's type tells.
//!
//! Named structs may be used before they are defined, even by value, so the records are collected first and then built
//! from inside out, with a stack of our own. A type that contains itself by value is refused.

use braid_ir::types::{FloatKind, Type, TypeId};
use braid_ir::{Module, TypeTable};
use rustc_hash::FxHashMap;

use crate::bitstream::{Header, Record, Stream};
use crate::codes::types as code;
use crate::error::Error;

/// LLVM's limit on the width of an integer.
const MAX_INT_BITS: u64 = 1 << 23;

/// The number of a type that is not in the table: made by the reader, or unknown.
pub(crate) const NO_TYPE: u32 = u32::MAX;

/// The types of a module by LLVM's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    entries: Vec<Entry>,
    /// The numbers of contained types, for all entries.
    parts: Vec<u32>,
    /// The pointer type to a type, in typed-pointer files: pointee and address space.
    pointers: FxHashMap<(u32, u32), u32>,
}

#[derive(Clone, Debug)]
struct Entry {
    ir: TypeId,
    start: u32,
    len: u32,
}

impl Types {
    /// How many types there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
    /// The type with this number.
    #[inline]
    pub(crate) fn get(&self, number: u64, record: &Record) -> Result<TypeId, Error> {
        match usize::try_from(number).ok().and_then(|at| self.entries.get(at)) {
            Some(entry) => Ok(entry.ir),
            None => Err(self.unknown(number, record)),
        }
    }
    /// The number itself, after the check that there is such a type.
    #[inline]
    pub(crate) fn number(&self, number: u64, record: &Record) -> Result<u32, Error> {
        if number < self.entries.len() as u64 { Ok(number as u32) } else { Err(self.unknown(number, record)) }
    }
    /// The type with a number that was checked before.
    #[inline]
    pub(crate) fn ir(&self, number: u32) -> TypeId {
        self.entries[number as usize].ir
    }
    /// Part `index` of a type: the pointee of a typed pointer, the result (0) and parameters (from 1) of a function
    /// type, fields, elements.
    pub(crate) fn component(&self, number: u32, index: usize) -> Option<u32> {
        let entry = self.entries.get(number as usize)?;
        self.parts[entry.start as usize..][..entry.len as usize].get(index).copied()
    }
    /// The element type of an array or vector, field `index` of a struct.
    pub(crate) fn member(&self, module: &Module, number: u32, index: u64) -> Option<u32> {
        let entry = self.entries.get(number as usize)?;
        match module.types[entry.ir] {
            Type::Struct { .. } => self.component(number, usize::try_from(index).ok()?),
            _ => self.component(number, 0),
        }
    }
    /// The number of the pointer type to `pointee`, if the file has one.
    pub(crate) fn pointer_to(&self, pointee: u32, space: u32) -> u32 {
        self.pointers.get(&(pointee, space)).copied().unwrap_or(NO_TYPE)
    }
    #[cold]
    fn unknown(&self, number: u64, record: &Record) -> Error {
        record.corrupt(format!("the number of a type, below {}", self.entries.len())).found(number)
    }
}

/// A type record before it is built.
struct Raw {
    code: u32,
    /// Bits of an integer, elements of an array, address space, flags: by code.
    number: u64,
    name: Option<String>,
    /// Which of `Types::parts`.
    start: u32,
    len: u32,
    /// Integer parameters of a target type.
    ints: Box<[u32]>,
    record: Record,
}

/// Reads a TYPE_NEW block.
pub(crate) fn read(stream: &mut Stream<'_>, header: Header, module: &mut Module) -> Result<Types, Error> {
    let mut types = Types::default();
    let (raws, count, record) = collect(stream, header, &mut types)?;
    if count != raws.len() as u64 {
        return Err(record.corrupt(format!("{count} types, as NUMENTRY says")).found(raws.len()));
    }
    build_all(raws, &mut types, module)?;
    Ok(types)
}

fn collect(stream: &mut Stream<'_>, header: Header, types: &mut Types) -> Result<(Vec<Raw>, u64, Record), Error> {
    stream.enter(header)?;
    let (mut record, mut raws, mut count) = (Record::default(), Vec::new(), 0);
    let mut name = None;
    while stream.next_record(&mut record)? {
        match record.code {
            code::NUMENTRY => count = record.operand(0)?,
            code::STRUCT_NAME => name = Some(record.text(0)?),
            _ => {
                let number = raws.len() as u32;
                let raw = raw(&record, &mut name, types)?;
                if raw.code == code::POINTER {
                    let pointee = types.parts[raw.start as usize];
                    types.pointers.entry((pointee, raw.number as u32)).or_insert(number);
                }
                raws.push(raw);
            }
        }
    }
    Ok((raws, count, record))
}

fn raw(record: &Record, name: &mut Option<String>, types: &mut Types) -> Result<Raw, Error> {
    let operands = &record.operands;
    let mut ints = Box::default();
    let (number, parts): (u64, &[u64]) = match record.code {
        code::INTEGER | code::BYTE => (record.operand(0)?, &[]),
        code::POINTER => {
            record.at_least(1)?;
            (record.optional(1), &operands[..1])
        }
        code::OPAQUE_POINTER => (record.operand(0)?, &[]),
        code::FUNCTION_OLD => {
            record.at_least(3)?;
            (operands[0], &operands[2..])
        }
        code::FUNCTION => {
            record.at_least(2)?;
            (operands[0], &operands[1..])
        }
        code::STRUCT_ANON | code::STRUCT_NAMED => {
            record.at_least(1)?;
            (operands[0], &operands[1..])
        }
        code::ARRAY => {
            record.at_least(2)?;
            (operands[0], &operands[1..2])
        }
        code::VECTOR => {
            record.at_least(2)?;
            let scalable = u64::from(record.optional(2) != 0);
            let len = u32::try_from(operands[0]).ok().filter(|&len| len > 0);
            let len = len.ok_or_else(|| record.corrupt("a vector length of 1 to 2^32 - 1").found(operands[0]))?;
            (u64::from(len) | scalable << 32, &operands[1..2])
        }
        code::TARGET_TYPE => {
            let (parts, numbers) = target_parameters(record)?;
            ints = numbers;
            (0, parts)
        }
        _ => (0, &[]),
    };
    let start = types.parts.len() as u32;
    for &part in parts {
        let part = u32::try_from(part).map_err(|_| record.corrupt("the number of a type").found(part))?;
        types.parts.push(part);
    }
    let len = parts.len() as u32;
    let name =
        if matches!(record.code, code::STRUCT_NAMED | code::OPAQUE | code::TARGET_TYPE) { name.take() } else { None };
    let record = Record { operands: Vec::new(), ..record.clone() };
    Ok(Raw { code: record.code, number, name, start, len, ints, record })
}

fn target_parameters(record: &Record) -> Result<(&[u64], Box<[u32]>), Error> {
    let count = record.operand(0)?;
    let rest = &record.operands[1..];
    let Some(count) = usize::try_from(count).ok().filter(|&count| count <= rest.len()) else {
        return Err(record.corrupt("no more type parameters than operands").found(count));
    };
    let (parts, ints) = rest.split_at(count);
    let ints = ints.iter().map(|&int| u32::try_from(int).map_err(|_| record.corrupt("a 32-bit parameter").found(int)));
    Ok((parts, ints.collect::<Result<_, _>>()?))
}

/// Builds all types, each after those it is made of.
fn build_all(raws: Vec<Raw>, types: &mut Types, module: &mut Module) -> Result<(), Error> {
    let mut built = vec![None; raws.len()];
    let mut open = vec![false; raws.len()];
    let mut stack = Vec::new();
    for root in 0..raws.len() {
        stack.push((root, 0));
        while let Some((at, next)) = stack.pop() {
            let raw = &raws[at];
            if built[at].is_some() {
                continue;
            }
            // The pointee of a pointer is not part of its type.
            let len = if raw.code == code::POINTER { 0 } else { raw.len };
            open[at] = true;
            if next < len {
                let part = types.parts[(raw.start + next) as usize] as usize;
                stack.push((at, next + 1));
                match built.get(part) {
                    Some(Some(_)) => {}
                    Some(None) if open[part] => {
                        return Err(raw.record.corrupt("a type that does not contain itself").found(part));
                    }
                    Some(None) => stack.push((part, 0)),
                    None => {
                        return Err(raw.record.corrupt(format!("a type number below {}", raws.len())).found(part));
                    }
                }
            } else {
                let parts = &types.parts[raw.start as usize..][..len as usize];
                let parts: Vec<TypeId> = parts.iter().map(|&p| built[p as usize].expect("built first")).collect();
                built[at] = Some(build(raw, &parts, module)?);
                open[at] = false;
            }
        }
    }
    let ids = built.into_iter().map(|ty| ty.expect("all are built"));
    types.entries = raws.iter().zip(ids).map(|(raw, ir)| Entry { ir, start: raw.start, len: raw.len }).collect();
    Ok(())
}

fn build(raw: &Raw, parts: &[TypeId], module: &mut Module) -> Result<TypeId, Error> {
    let float = |kind| Ok(Type::Float(kind));
    let ty = match raw.code {
        code::VOID => Ok(Type::Void),
        code::FLOAT => float(FloatKind::Single),
        code::DOUBLE => float(FloatKind::Double),
        code::HALF => float(FloatKind::Half),
        code::BFLOAT => float(FloatKind::BFloat),
        code::X86_FP80 => float(FloatKind::X86Extended),
        code::FP128 => float(FloatKind::Quad),
        code::PPC_FP128 => float(FloatKind::PpcPair),
        code::LABEL => Ok(Type::Label),
        code::METADATA => Ok(Type::Metadata),
        code::TOKEN => Ok(Type::Token),
        code::X86_MMX => Ok(Type::X86Mmx),
        code::X86_AMX => Ok(Type::X86Amx),
        // LLVM's byte type holds the same bits as an integer of its width.
        code::INTEGER | code::BYTE => int(raw),
        code::POINTER | code::OPAQUE_POINTER => pointer(raw),
        code::ARRAY => member(raw, parts[0], module).map(|elem| Type::Array { elem, len: raw.number }),
        code::VECTOR => vector(raw, parts[0], module),
        code::STRUCT_ANON | code::STRUCT_NAMED => structure(raw, parts, module),
        code::OPAQUE => Ok(Type::Opaque { name: module.names.intern(raw.name.as_deref().unwrap_or_default()) }),
        code::FUNCTION | code::FUNCTION_OLD => function(raw, parts, module),
        code::TARGET_TYPE => {
            let name = module.names.intern(raw.name.as_deref().unwrap_or_default());
            Ok(Type::Target { name, types: parts.into(), ints: raw.ints.clone() })
        }
        _ => Err(raw.record.too_new("a known kind of type")),
    };
    Ok(module.types.intern(ty?))
}

fn int(raw: &Raw) -> Result<Type, Error> {
    match raw.number {
        bits @ 1..=MAX_INT_BITS => Ok(Type::Int(bits as u32)),
        bits => Err(raw.record.corrupt(format!("an integer of 1 to {MAX_INT_BITS} bits")).found(bits)),
    }
}

fn pointer(raw: &Raw) -> Result<Type, Error> {
    let space = u32::try_from(raw.number).ok().filter(|&space| space < 1 << 24);
    let space = space.ok_or_else(|| raw.record.corrupt("an address space below 2^24").found(raw.number))?;
    Ok(Type::Ptr { space })
}

fn vector(raw: &Raw, elem: TypeId, module: &Module) -> Result<Type, Error> {
    if !matches!(module.types[elem], Type::Int(_) | Type::Float(_) | Type::Ptr { .. } | Type::Target { .. }) {
        return Err(raw.record.corrupt("a vector of integers, floats or pointers"));
    }
    Ok(Type::Vector { elem, len: raw.number as u32, scalable: raw.number >> 32 != 0 })
}

fn structure(raw: &Raw, parts: &[TypeId], module: &mut Module) -> Result<Type, Error> {
    for &part in parts {
        member(raw, part, module)?;
    }
    let name = raw.name.as_deref().map(|name| module.names.intern(name));
    Ok(Type::Struct { name, fields: parts.into(), packed: raw.number != 0 })
}

fn function(raw: &Raw, parts: &[TypeId], module: &Module) -> Result<Type, Error> {
    let (&ret, params) = parts.split_first().expect("checked when it was read");
    let types = &module.types;
    if matches!(types[ret], Type::Function { .. } | Type::Label) {
        return Err(raw.record.corrupt("a function that returns a value or nothing"));
    }
    if params.iter().any(|&param| matches!(types[param], Type::Function { .. } | Type::Void)) {
        return Err(raw.record.corrupt("parameters that are values"));
    }
    Ok(Type::Function { ret, params: params.into(), varargs: raw.number != 0 })
}

/// `elem` if it can be a part of an aggregate.
fn member(raw: &Raw, elem: TypeId, module: &Module) -> Result<TypeId, Error> {
    if matches!(module.types[elem], Type::Void | Type::Function { .. } | Type::Label | Type::Metadata) {
        return Err(raw.record.corrupt("parts that can stand in memory"));
    }
    Ok(elem)
}

/// The type of a comparison of values of type `ty`.
pub(crate) fn truth_of(module: &mut Module, ty: TypeId) -> TypeId {
    module.types.shaped_like(ty, TypeTable::I1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitstream::Entry as StreamEntry;
    use crate::bitstream::writer::Writer;

    fn read_types(build: impl FnOnce(&mut Writer)) -> Result<(Types, Module), Error> {
        let mut w = Writer::new();
        w.enter(17, 4);
        build(&mut w);
        let bytes = w.leave().bytes();
        let mut stream = Stream::new(&bytes);
        let StreamEntry::Block(header) = stream.next()? else { panic!("a block") };
        let mut module = Module::default();
        let types = read(&mut stream, header, &mut module)?;
        Ok((types, module))
    }

    #[test]
    fn structs_may_be_used_by_value_before_they_are_defined() {
        // 0: { %2, i32 }, 1: i32, 2: %late = { ptr to 0 }, 3: ptr to 0
        let (types, module) = read_types(|w| {
            w.record(1, &[4]).text(19, &[], "early").record(20, &[0, 2, 1]).record(7, &[32]);
            w.text(19, &[], "late").record(20, &[0, 3]).record(8, &[0, 0]);
        })
        .unwrap();
        let Type::Struct { fields, .. } = &module.types[types.ir(0)] else { panic!("a struct") };
        assert_eq!(**fields, [types.ir(2), TypeTable::I32]);
        assert_eq!(types.ir(3), TypeTable::PTR);
        assert_eq!((types.component(3, 0), types.pointer_to(0, 0)), (Some(0), 3));
    }

    #[test]
    fn bad_type_tables_are_refused() {
        type Case = (&'static str, fn(&mut Writer));
        let cases: &[Case] = &[
            ("a type that does not contain itself", |w| {
                w.record(1, &[1]).record(20, &[0, 0]);
            }),
            ("a type that does not contain itself", |w| {
                w.record(1, &[2]).record(20, &[0, 1]).record(11, &[4, 0]);
            }),
            ("a type number below 1, found 9", |w| {
                w.record(1, &[1]).record(11, &[1, 9]);
            }),
            ("7 types, as NUMENTRY says, found 1", |w| {
                w.record(1, &[7]).record(2, &[]);
            }),
            ("an integer of 1 to 8388608 bits, found 0", |w| {
                w.record(1, &[1]).record(7, &[0]);
            }),
            ("a vector length", |w| {
                w.record(1, &[2]).record(7, &[8]).record(12, &[0, 0]);
            }),
            ("a vector of integers", |w| {
                w.record(1, &[2]).record(2, &[]).record(12, &[4, 0]);
            }),
            ("parts that can stand in memory", |w| {
                w.record(1, &[2]).record(2, &[]).record(18, &[0, 0]);
            }),
            ("a known kind of type", |w| {
                w.record(1, &[1]).record(99, &[]);
            }),
            ("no more type parameters than operands", |w| {
                w.record(1, &[1]).record(26, &[3]);
            }),
            ("at least 2 operands", |w| {
                w.record(1, &[1]).record(11, &[3]);
            }),
        ];
        for (expected, build) in cases {
            let error = read_types(build).map(|_| ()).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}\nshould say: {expected}");
        }
    }

    #[test]
    fn a_deep_chain_of_types_needs_no_stack() {
        let (types, _) = read_types(|w| {
            w.record(1, &[50_001]);
            (0..50_000).for_each(|i| {
                w.record(11, &[1, i + 1]);
            });
            w.record(7, &[8]);
        })
        .unwrap();
        assert_eq!(types.len(), 50_001);
    }
}
