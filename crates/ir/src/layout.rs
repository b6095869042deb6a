//! Data layout: byte order, pointer widths, and the size, alignment and field offsets of every type.
//!
//! Sizes are computed once per type, from smaller ids to larger ones, so that neither deep nor widely shared types cost
//! more than their number. A size that does not fit into 64 bits is no size: asking for it answers `None`.

use core::cell::{Ref, RefCell};
use core::fmt;

use crate::types::{FloatKind, Type, TypeId, TypeTable};

/// What the target says about an address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerLayout {
    /// Width of a pointer in bits.
    pub bits: u32,
    /// Its alignment in bytes.
    pub align: u64,
    /// Width of the integers that offsets are computed with, in bits.
    pub index_bits: u32,
}

/// A data layout string that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutError {
    /// The part of the string that is wrong.
    pub part: String,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "data layout: cannot understand '{}'", self.part)
    }
}

impl core::error::Error for LayoutError {}

/// The data layout of a module.
#[derive(Clone, Debug)]
pub struct DataLayout {
    /// The string it was made from.
    text: String,
    big_endian: bool,
    /// Address space and its layout, address space 0 first.
    pointers: Vec<(u32, PointerLayout)>,
    /// Width in bits and alignment in bytes, sorted by width.
    ints: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
    aggregate_align: u64,
    alloca_space: u32,
    sizes: RefCell<Vec<TypeLayout>>,
}

/// The layout of one type.
#[derive(Clone, Debug)]
struct TypeLayout {
    /// Width of the value in bits; none if the type has no size.
    bits: Option<u64>,
    /// Whether that is the width per unit of vector length: the type is made of scalable vectors.
    scalable: bool,
    /// Alignment in bytes.
    align: u64,
    /// Offsets of the fields of a struct, in bytes.
    offsets: Box<[u64]>,
}

impl Default for DataLayout {
    /// LLVM's defaults: little-endian with 64-bit pointers.
    fn default() -> Self {
        DataLayout {
            text: String::new(),
            big_endian: false,
            pointers: vec![(0, PointerLayout { bits: 64, align: 8, index_bits: 64 })],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
            alloca_space: 0,
            sizes: RefCell::new(Vec::new()),
        }
    }
}

impl DataLayout {
    /// Reads a data layout string such as `e-m:e-i64:64-f80:128-n8:16:32:64-S128`.
    pub fn parse(text: &str) -> Result<DataLayout, LayoutError> {
        let mut layout = DataLayout { text: text.to_owned(), ..DataLayout::default() };
        for part in text.split('-').filter(|part| !part.is_empty()) {
            layout.read_part(part).ok_or_else(|| LayoutError { part: part.to_owned() })?;
        }
        Ok(layout)
    }
    /// The string it was made from.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// Whether the most significant byte comes first.
    pub fn is_big_endian(&self) -> bool {
        self.big_endian
    }
    /// The address space that allocas are in.
    pub fn alloca_space(&self) -> u32 {
        self.alloca_space
    }
    /// Pointers of an address space; those that the target does not name are like those of space 0.
    pub fn pointer(&self, space: u32) -> PointerLayout {
        self.pointers.iter().find(|(at, _)| *at == space).unwrap_or(&self.pointers[0]).1
    }
    /// The width of a value of this type in bits.
    pub fn bits(&self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        self.layout_of(types, ty).fixed_bits()
    }
    /// The alignment of this type in bytes.
    pub fn align(&self, types: &TypeTable, ty: TypeId) -> u64 {
        self.layout_of(types, ty).align
    }
    /// How many bytes a store of this type writes.
    pub fn store_size(&self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        self.bits(types, ty).map(|bits| bits.div_ceil(8))
    }
    /// How many bytes an element of this type takes in an array.
    pub fn size(&self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        let layout = self.layout_of(types, ty);
        layout.alloc_bytes().filter(|_| !layout.scalable)
    }
    /// How many bytes an element of this type takes in an array per unit of vector length, if it is a scalable vector
    /// or an array of them: only the machine that runs the program knows how many units it has.
    pub fn size_per_unit(&self, types: &TypeTable, ty: TypeId) -> Option<u64> {
        let layout = self.layout_of(types, ty);
        layout.alloc_bytes().filter(|_| layout.scalable)
    }
    /// The offset of a field of a struct in bytes.
    pub fn field_offset(&self, types: &TypeTable, ty: TypeId, field: usize) -> Option<u64> {
        self.layout_of(types, ty).offsets.get(field).copied()
    }
    /// The offset in bytes of part `index` of a struct, array or vector, where the index is in range.
    pub fn member_offset(&self, types: &TypeTable, ty: TypeId, index: u64) -> Option<u64> {
        match types[ty] {
            Type::Struct { .. } => self.field_offset(types, ty, usize::try_from(index).ok()?),
            Type::Array { elem, len } if index < len => self.size(types, elem)?.checked_mul(index),
            Type::Vector { elem, len, .. } if index < u64::from(len) => {
                self.store_size(types, elem)?.checked_mul(index)
            }
            _ => None,
        }
    }

    fn layout_of(&self, types: &TypeTable, ty: TypeId) -> Ref<'_, TypeLayout> {
        let at = braid_entity::Entity::index(ty);
        if self.sizes.borrow().len() <= at {
            let mut sizes = self.sizes.borrow_mut();
            for (_, ty) in types.iter().take(at + 1).skip(sizes.len()) {
                let layout = self.compute(&sizes, ty);
                sizes.push(layout);
            }
        }
        Ref::map(self.sizes.borrow(), |sizes| &sizes[at])
    }

    fn compute(&self, sizes: &[TypeLayout], ty: &Type) -> TypeLayout {
        let of = |ty: TypeId| &sizes[braid_entity::Entity::index(ty)];
        let scalar =
            |bits: u64, align: u64| TypeLayout { bits: Some(bits), scalable: false, align, offsets: Box::default() };
        let unsized_ = TypeLayout { bits: None, scalable: false, align: 1, offsets: Box::default() };
        match ty {
            Type::Int(bits) => scalar(u64::from(*bits), self.int_align(*bits)),
            Type::Float(kind) => scalar(u64::from(kind.bits()), self.float_align(*kind)),
            Type::Ptr { space } => scalar(u64::from(self.pointer(*space).bits), self.pointer(*space).align),
            Type::Array { elem, len } => {
                let elem = of(*elem);
                let bits = elem.alloc_bytes().and_then(|bytes| bytes.checked_mul(8)?.checked_mul(*len));
                TypeLayout { bits, scalable: elem.scalable, align: elem.align, offsets: Box::default() }
            }
            Type::Vector { elem, len, scalable } => {
                let bits = of(*elem).fixed_bits().and_then(|bits| bits.checked_mul(u64::from(*len)));
                let align = bits.map_or(1, |bits| self.vector_align(bits));
                TypeLayout { bits, scalable: *scalable, align, offsets: Box::default() }
            }
            Type::Struct { fields, packed, .. } => self.struct_layout(fields.iter().map(|&field| of(field)), *packed),
            Type::X86Mmx => scalar(64, 8),
            Type::X86Amx => scalar(8192, 64),
            Type::Void
            | Type::Opaque { .. }
            | Type::Function { .. }
            | Type::Label
            | Type::Token
            | Type::Metadata
            | Type::Target { .. } => unsized_,
        }
    }

    fn struct_layout<'a>(&self, fields: impl Iterator<Item = &'a TypeLayout>, packed: bool) -> TypeLayout {
        let mut offsets = Vec::with_capacity(fields.size_hint().0);
        let (mut end, mut align) = (Some(0u64), if packed { 1 } else { self.aggregate_align });
        for field in fields {
            let field_align = if packed { 1 } else { field.align };
            align = align.max(field_align);
            let start = end.and_then(|end| end.checked_next_multiple_of(field_align));
            // Offsets of fields are plain numbers, so scalable fields leave the struct without a size.
            let bytes = field.alloc_bytes().filter(|_| !field.scalable);
            end = start.and_then(|start| start.checked_add(bytes?));
            offsets.push(start.unwrap_or(u64::MAX));
        }
        let bits = end.and_then(|end| end.checked_next_multiple_of(align)).and_then(|bytes| bytes.checked_mul(8));
        TypeLayout { bits, scalable: false, align, offsets: offsets.into() }
    }

    /// The alignment of the next wider integer that is listed, or of the widest.
    fn int_align(&self, bits: u32) -> u64 {
        let wider = self.ints.iter().find(|(width, _)| *width >= bits);
        wider.or(self.ints.last()).map_or(1, |(_, align)| *align)
    }
    fn float_align(&self, kind: FloatKind) -> u64 {
        let listed = self.floats.iter().find(|(width, _)| *width == kind.bits());
        listed.map_or_else(|| u64::from(kind.bits()).div_ceil(8).next_power_of_two(), |(_, align)| *align)
    }
    fn vector_align(&self, bits: u64) -> u64 {
        let listed = self.vectors.iter().find(|(width, _)| u64::from(*width) == bits);
        listed.map_or_else(|| bits.div_ceil(8).checked_next_power_of_two().unwrap_or(1).max(1), |(_, align)| *align)
    }

    /// Reads one part of the string; `None` if it is not understood. Parts about code generation are passed over.
    fn read_part(&mut self, part: &str) -> Option<()> {
        let mut fields = part.split(':');
        let head = fields.next()?;
        let (kind, rest) = head.split_at(head.char_indices().nth(1).map_or(head.len(), |(at, _)| at));
        match kind {
            "e" if rest.is_empty() => self.big_endian = false,
            "E" if rest.is_empty() => self.big_endian = true,
            "p" => self.read_pointer(rest.trim_start_matches(['e', 'u', 'f']), fields)?,
            "i" => set_align(&mut self.ints, number(rest)?, align_field(fields.next())?),
            "f" => set_align(&mut self.floats, number(rest)?, align_field(fields.next())?),
            "v" => set_align(&mut self.vectors, number(rest)?, align_field(fields.next())?),
            "a" => self.aggregate_align = align_field(fields.next())?.max(1),
            "A" => self.alloca_space = number(rest)?,
            // Stack alignment, native widths, mangling, program and global spaces, function pointers, non-integral
            // spaces: they do not change how data lies in memory.
            "S" | "n" | "m" | "P" | "G" | "F" | "s" => {}
            _ => return None,
        }
        Some(())
    }

    fn read_pointer<'a>(&mut self, space: &str, mut fields: impl Iterator<Item = &'a str>) -> Option<()> {
        let space: u32 = if space.is_empty() { 0 } else { number(space)? };
        let bits: u32 = number(fields.next()?)?;
        let align = align_field(fields.next())?;
        let index_bits = match fields.nth(1) {
            Some(text) => number(text)?,
            None => bits,
        };
        let known = (1..=1 << 16).contains(&bits) && (1..=bits).contains(&index_bits);
        let layout = known.then_some(PointerLayout { bits, align: align.max(1), index_bits })?;
        match self.pointers.iter_mut().find(|(at, _)| *at == space) {
            Some(entry) => entry.1 = layout,
            None => self.pointers.push((space, layout)),
        }
        Some(())
    }
}

impl TypeLayout {
    /// The width, unless it depends on the machine.
    fn fixed_bits(&self) -> Option<u64> {
        self.bits.filter(|_| !self.scalable)
    }
    /// The size in an array, padding included; per unit of vector length if it is scalable.
    fn alloc_bytes(&self) -> Option<u64> {
        self.bits?.div_ceil(8).checked_next_multiple_of(self.align)
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// An alignment, given in bits and at most 2^32 of them, in bytes.
fn align_field(text: Option<&str>) -> Option<u64> {
    let bits = u64::from(number(text?)?);
    (bits == 0 || (bits % 8 == 0 && (bits / 8).is_power_of_two())).then_some((bits / 8).max(1))
}

fn set_align(table: &mut Vec<(u32, u64)>, bits: u32, align: u64) {
    match table.binary_search_by_key(&bits, |(width, _)| *width) {
        Ok(at) => table[at].1 = align,
        Err(at) => table.insert(at, (bits, align)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X86_64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

    #[test]
    fn sizes_are_those_of_the_target() {
        let layout = DataLayout::parse(X86_64).unwrap();
        let mut types = TypeTable::new();
        let i24 = types.int(24);
        let f80 = types.intern(Type::Float(FloatKind::X86Extended));
        let p270 = types.ptr(270);
        let sizes = [TypeTable::I1, TypeTable::I64, i24, f80, p270].map(|ty| layout.size(&types, ty));
        assert_eq!(sizes, [1, 8, 4, 16, 4].map(Some));
        assert_eq!(layout.store_size(&types, f80), Some(10));
        assert_eq!(layout.align(&types, i24), 4);
    }

    #[test]
    fn fields_are_padded_unless_packed() {
        let layout = DataLayout::parse(X86_64).unwrap();
        let mut types = TypeTable::new();
        let fields: Box<[TypeId]> = [TypeTable::I8, TypeTable::I64, TypeTable::I8].into();
        let padded = types.intern(Type::Struct { name: None, fields: fields.clone(), packed: false });
        let packed = types.intern(Type::Struct { name: None, fields, packed: true });
        assert_eq!((layout.size(&types, padded), layout.size(&types, packed)), (Some(24), Some(10)));
        assert_eq!(layout.member_offset(&types, padded, 2), Some(16));
        assert_eq!(layout.member_offset(&types, packed, 2), Some(9));
        assert_eq!(layout.member_offset(&types, packed, 3), None);
    }

    #[test]
    fn scalable_vectors_have_a_size_per_unit() {
        let layout = DataLayout::parse(X86_64).unwrap();
        let mut types = TypeTable::new();
        let vector = types.intern(Type::Vector { elem: TypeTable::I32, len: 4, scalable: true });
        let array = types.intern(Type::Array { elem: vector, len: 3 });
        let of_both = types.intern(Type::Struct { name: None, fields: [TypeTable::I8, vector].into(), packed: false });
        assert_eq!([vector, array, of_both].map(|ty| layout.size_per_unit(&types, ty)), [Some(16), Some(48), None]);
        assert_eq!([vector, array, of_both].map(|ty| layout.size(&types, ty)), [None; 3]);
        assert_eq!(layout.size_per_unit(&types, TypeTable::I32), None);
    }

    #[test]
    fn a_size_beyond_64_bits_is_no_size() {
        let layout = DataLayout::default();
        let mut types = TypeTable::new();
        let mut ty = TypeTable::I64;
        for _ in 0..100_000 {
            ty = types.intern(Type::Array { elem: ty, len: 1 << 20 });
        }
        assert_eq!(layout.size(&types, ty), None);
    }

    #[test]
    fn a_part_that_makes_no_sense_is_named() {
        for bad in ["q", "p:x:64", "i64:7", "p:64:64:64:0", "é", "p:0:8"] {
            assert_eq!(DataLayout::parse(bad).map(|_| ()), Err(LayoutError { part: bad.to_owned() }));
        }
    }
}
