//! Values of a type: their zero, their undefined form, how they lie in memory, how their bits join.

use braid_ir::{Type, TypeId};

use super::Machine;
use super::arith::Lane;
use super::bits::Bits;
use super::failure::{Step, Unsupported, invalid};
use super::value::{Scalar, Value};

impl Machine<'_> {
    /// What the scalar, or each lane of the vector, of a type is.
    pub(super) fn lane(&self, ty: TypeId) -> Step<Lane> {
        let (elem, _) = self.module.types.lanes(ty);
        match self.module.types[elem] {
            Type::Int(bits) => Ok(Lane::Int(bits)),
            Type::Ptr { space } => Ok(Lane::Int(self.module.layout.pointer(space).bits)),
            Type::Float(kind) => Ok(Lane::Float(kind)),
            _ => Err(invalid("a number was expected")),
        }
    }

    /// The size of a type in memory, padding included.
    pub(super) fn size_of(&self, ty: TypeId) -> Step<u64> {
        self.module.layout.size(&self.module.types, ty).ok_or_else(|| invalid("a type without a size"))
    }

    /// A value of a type, made of one scalar per leaf.
    pub(super) fn filled(&self, ty: TypeId, leaf: fn(u32) -> Scalar) -> Step<Value> {
        let many = |elem: TypeId, n: u64| -> Step<Value> {
            let part = self.filled(elem, leaf)?;
            Ok(Value::Many((0..n).map(|_| part.clone()).collect()))
        };
        match &self.module.types[ty] {
            Type::Int(_) | Type::Float(_) | Type::Ptr { .. } => Ok(Value::Scalar(leaf(self.lane(ty)?.bits()))),
            Type::Array { elem, len } => many(*elem, *len),
            Type::Vector { elem, len, scalable: false } => many(*elem, u64::from(*len)),
            Type::Struct { fields, .. } => {
                Ok(Value::Many(fields.iter().map(|&field| self.filled(field, leaf)).collect::<Step<_>>()?))
            }
            Type::Token | Type::Metadata => Ok(Value::Many([].into())),
            Type::Vector { .. } => Err(Unsupported::Type("a scalable vector").into()),
            Type::X86Mmx | Type::X86Amx | Type::Target { .. } => Err(Unsupported::Type("the target's own").into()),
            Type::Void | Type::Opaque { .. } | Type::Function { .. } | Type::Label => {
                Err(invalid("a type without values"))
            }
        }
    }

    /// Reads a value of a type.
    pub(super) fn load(&self, ty: TypeId, address: u64) -> Step<Value> {
        let (types, layout) = (&self.module.types, &self.module.layout);
        match &types[ty] {
            Type::Array { elem, len } => {
                let size = self.size_of(*elem)?;
                Ok(Value::Many((0..*len).map(|i| self.load(*elem, address + i * size)).collect::<Step<_>>()?))
            }
            Type::Struct { fields, .. } => {
                let offset = |i| layout.field_offset(types, ty, i).ok_or_else(|| invalid("a field without an offset"));
                let fields = fields.iter().enumerate();
                let part = |(i, &field): (usize, &TypeId)| self.load(field, address.wrapping_add(offset(i)?));
                Ok(Value::Many(fields.map(part).collect::<Step<_>>()?))
            }
            Type::Vector { elem, len, scalable: false } => {
                let bits = self.lane(*elem)?.bits();
                let whole = self.memory.load(address, bits * len)?;
                Ok(split(&whole, bits, *len))
            }
            _ => Ok(Value::Scalar(self.memory.load(address, self.lane(ty)?.bits())?)),
        }
    }

    /// Writes a value of a type.
    pub(super) fn store(&mut self, ty: TypeId, address: u64, value: &Value) -> Step<()> {
        match value {
            Value::Scalar(scalar) if scalar.width() == self.lane(ty)?.bits() => {
                Ok(self.memory.store(address, scalar)?)
            }
            Value::Scalar(_) => Err(invalid("a store of another width")),
            Value::Many(parts) if matches!(self.module.types[ty], Type::Vector { .. }) => {
                Ok(self.memory.store(address, &join(parts)?)?)
            }
            Value::Many(parts) => {
                for (i, part) in (0..).zip(parts.iter()) {
                    let (types, layout) = (&self.module.types, &self.module.layout);
                    let member = types.member(ty, i).ok_or_else(|| invalid("a store of too many parts"))?;
                    let offset =
                        layout.member_offset(types, ty, i).ok_or_else(|| invalid("a part without an offset"))?;
                    self.store(member, address.wrapping_add(offset), part)?;
                }
                Ok(())
            }
        }
    }

    /// The same bits as another type.
    pub(super) fn bit_cast(&self, value: &Value, to: TypeId) -> Step<Value> {
        let whole = match value {
            Value::Scalar(scalar) => scalar.clone(),
            Value::Many(parts) => join(parts)?,
        };
        match self.module.types[to] {
            Type::Vector { len, .. } => Ok(split(&whole, self.lane(to)?.bits(), len)),
            _ => Ok(Value::Scalar(whole)),
        }
    }
}

/// The lanes of a vector as one number, the first lane lowest.
fn join(parts: &[Value]) -> Step<Scalar> {
    let mut whole = Scalar::new(Bits::zero(0));
    for part in parts {
        let lane = part.scalar().ok_or_else(|| invalid("a vector of aggregates"))?;
        whole = lane.concat(&whole);
    }
    Ok(whole)
}

/// A number as lanes, the first lane lowest.
fn split(whole: &Scalar, bits: u32, len: u32) -> Value {
    Value::Many((0..len).map(|i| Value::Scalar(whole.map(|all| all.slice(i * bits, bits)))).collect())
}
