//! The scalars that a type is made of, with their places in memory.

use braid_ir::{Module, Type, TypeId};

use crate::code::Scalar;

/// A scalar part of a value in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// What it is.
    pub scalar: Scalar,
    /// Where it lies in memory, in bytes from the start of the whole. Lanes that are no whole bytes share theirs.
    pub offset: u64,
}

/// More parts than this are not kept in registers.
const MAX_LEAVES: usize = 1 << 16;

/// The scalars of a type in order; an explanation if it cannot be held in registers.
pub fn leaves(module: &Module, ty: TypeId) -> Result<Vec<Leaf>, String> {
    let mut found = Vec::new();
    let mut open = vec![(ty, 0u64)];
    while let Some((ty, offset)) = open.pop() {
        if found.len() + open.len() > MAX_LEAVES {
            return Err("a value with more than 65536 parts".to_owned());
        }
        match &module.types[ty] {
            Type::Int(bits) => found.push(Leaf { scalar: Scalar::Int(*bits), offset }),
            Type::Float(kind) => found.push(Leaf { scalar: Scalar::Float(*kind), offset }),
            Type::Ptr { space } => found.push(Leaf { scalar: Scalar::Ptr(module.layout.pointer(*space).bits), offset }),
            Type::X86Mmx => found.push(Leaf { scalar: Scalar::Int(64), offset }),
            Type::Struct { fields, .. } => {
                for (index, &field) in fields.iter().enumerate().rev() {
                    let at = module.layout.field_offset(&module.types, ty, index).unwrap_or(0);
                    open.push((field, offset + at));
                }
            }
            Type::Array { elem, len } => spread(module, &mut open, *elem, *len, offset)?,
            Type::Vector { scalable: true, .. } => return Err("a scalable vector".to_owned()),
            Type::Vector { elem, len, .. } => spread_lanes(module, &mut found, *elem, *len, offset)?,
            Type::Void | Type::Label | Type::Token | Type::Metadata | Type::Function { .. } => {}
            Type::Opaque { .. } | Type::X86Amx | Type::Target { .. } => {
                return Err("a value of a type without a known layout".to_owned());
            }
        }
    }
    Ok(found)
}

/// Adds the elements of an array, the first on top.
fn spread(module: &Module, open: &mut Vec<(TypeId, u64)>, elem: TypeId, len: u64, offset: u64) -> Result<(), String> {
    if len > MAX_LEAVES as u64 {
        return Err("a value with more than 65536 parts".to_owned());
    }
    let size = module.layout.size(&module.types, elem).unwrap_or(0);
    open.extend((0..len).rev().map(|index| (elem, offset + index * size)));
    Ok(())
}

/// Adds the lanes of a vector, which lie in memory without padding.
fn spread_lanes(module: &Module, found: &mut Vec<Leaf>, elem: TypeId, len: u32, offset: u64) -> Result<(), String> {
    let scalar = match module.types[elem] {
        Type::Int(bits) => Scalar::Int(bits),
        Type::Float(kind) => Scalar::Float(kind),
        Type::Ptr { space } => Scalar::Ptr(module.layout.pointer(space).bits),
        _ => return Err("a vector of a type that is no scalar".to_owned()),
    };
    if len as usize > MAX_LEAVES {
        return Err("a value with more than 65536 parts".to_owned());
    }
    let bits = u64::from(scalar.bits());
    found.extend((0..u64::from(len)).map(|lane| Leaf { scalar, offset: offset + lane * bits / 8 }));
    Ok(())
}
