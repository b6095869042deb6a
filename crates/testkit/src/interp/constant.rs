//! Values of constants. A constant that was used once is kept.
//!
//! Constant expressions are evaluated by the same functions as instructions. The recursion follows the nesting of one
//! constant, which in programs is shallow.

use braid_ir::inst::WrapFlags;
use braid_ir::{ConstId, Constant};

use super::Machine;
use super::bits::Bits;
use super::failure::{Step, Unsupported, invalid};
use super::value::{Scalar, Value};

impl Machine<'_> {
    /// The value of a constant.
    pub(super) fn constant(&mut self, id: ConstId) -> Step<Value> {
        if let Some(known) = &self.constants[id] {
            return Ok(known.clone());
        }
        let value = self.evaluate(id)?;
        self.constants[id] = Some(value.clone());
        Ok(value)
    }

    fn evaluate(&mut self, id: ConstId) -> Step<Value> {
        let module = self.module;
        match &module.consts[id] {
            Constant::Int { ty, value } => Ok(Value::int(self.lane(*ty)?.bits(), u128::from(*value))),
            Constant::WideInt { ty, words } => {
                Ok(Value::Scalar(Scalar::new(Bits::from_words(self.lane(*ty)?.bits(), words))))
            }
            Constant::Float { ty, bits } => Ok(Value::int(self.lane(*ty)?.bits(), *bits)),
            Constant::Null(ty) | Constant::Zero(ty) => self.filled(*ty, |width| Scalar::int(width, 0)),
            Constant::Undef(ty) | Constant::Poison(ty) => self.filled(*ty, Scalar::undef),
            Constant::Uninit(ty) => self.filled(*ty, Scalar::fresh),
            Constant::VScale(_) => Err(Unsupported::Constant("vscale").into()),
            Constant::Aggregate { parts, .. } => {
                Ok(Value::Many(parts.iter().map(|&part| self.constant(part)).collect::<Step<_>>()?))
            }
            Constant::Bytes { bytes, .. } => {
                Ok(Value::Many(bytes.iter().map(|&byte| Value::int(8, u128::from(byte))).collect()))
            }
            Constant::Global(symbol) | Constant::DsoLocal(symbol) | Constant::NoCfi(symbol) => self.address_of(*symbol),
            Constant::BlockAddress { func, block } => Ok(self.address_of_block(*func, *block)),
            Constant::PtrAuth(parts) => self.constant(parts[0]),
            Constant::Asm(_) => Err(invalid("inline assembly as a value")),
            // Nothing is done with metadata but passing it to intrinsics that say something about the source.
            Constant::Metadata(_) | Constant::MetadataValue(_) => Ok(Value::Many([].into())),
            expression => self.expression(expression),
        }
    }

    fn expression(&mut self, expression: &Constant) -> Step<Value> {
        match expression {
            Constant::PtrAdd { base, offset, .. } => {
                let (base, offset) = (self.constant(*base)?, self.constant(*offset)?);
                self.pointer_add(&base, &offset)
            }
            Constant::Cast(cast) => {
                let from = self.module.const_type(cast.arg).ok_or_else(|| invalid("a constant without a type"))?;
                let value = self.constant(cast.arg)?;
                self.cast(cast.op, WrapFlags::NONE, from, cast.ty, &value)
            }
            Constant::Binary { op, flags, args, ty } => {
                let (a, b) = (self.constant(args[0])?, self.constant(args[1])?);
                self.binary(*op, *flags, *ty, &a, &b)
            }
            Constant::Unary { arg, .. } => {
                let value = self.constant(*arg)?;
                self.negate(&value)
            }
            Constant::IntCompare { pred, args, .. } => {
                let (a, b) = (self.constant(args[0])?, self.constant(args[1])?);
                self.int_compare(*pred, &a, &b)
            }
            Constant::FloatCompare { pred, args, .. } => {
                let ty = self.module.const_type(args[0]).ok_or_else(|| invalid("a constant without a type"))?;
                let (a, b) = (self.constant(args[0])?, self.constant(args[1])?);
                self.float_compare(*pred, ty, &a, &b)
            }
            Constant::Select { args, ty } => {
                let [c, a, b] = [self.constant(args[0])?, self.constant(args[1])?, self.constant(args[2])?];
                self.select(*ty, &c, &a, &b)
            }
            Constant::ExtractElement { args, ty } => {
                let (vector, index) = (self.constant(args[0])?, self.constant(args[1])?);
                self.extract_element(*ty, &vector, &index)
            }
            Constant::InsertElement { args, ty } => {
                let [vector, new, index] = [self.constant(args[0])?, self.constant(args[1])?, self.constant(args[2])?];
                self.insert_element(*ty, &vector, &new, &index)
            }
            Constant::Shuffle { args, mask, ty } => {
                let [a, b, mask] = [self.constant(args[0])?, self.constant(args[1])?, self.constant(*mask)?];
                self.shuffle(*ty, &a, &b, &mask)
            }
            _ => Err(Unsupported::Constant("expression").into()),
        }
    }
}
