//! The values of constants: each a list of scalars, as its type has them.
//!
//! A constant is made of constants with smaller ids; what is not known yet is put on a stack, so that no nesting of the
//! input becomes a nesting of calls.

use std::rc::Rc;

use braid_entity::Entity as _;
use braid_expr::{ExprPool, SymbolClass};
use braid_ir::inst::CastOp;
use braid_ir::{ConstId, Constant, GlobalRef, TypeId};
use braid_state::{Value, algebra};

use super::leaves::{Leaf, leaves};
use crate::code::Scalar;
use crate::program::Program;

/// A constant that cannot be computed, and why.
pub(super) type Refused = String;

impl Program {
    /// The scalars of a constant.
    pub fn constant(&mut self, pool: &mut ExprPool, id: ConstId) -> Result<Rc<[Value]>, Refused> {
        let mut open = vec![id];
        while let Some(&next) = open.last() {
            let before = open.len();
            self.parts_of(next, |known, part| {
                if !known.contains_key(&part) {
                    open.push(part);
                }
            });
            if open.len() == before {
                let values = self.evaluate(pool, next)?;
                self.constants.insert(next, values.into());
                open.pop();
            }
        }
        Ok(Rc::clone(&self.constants[&id]))
    }

    /// Calls `f` on each constant that must be known before this one.
    fn parts_of(&self, id: ConstId, mut f: impl FnMut(&rustc_hash::FxHashMap<ConstId, Rc<[Value]>>, ConstId)) {
        match &self.module.consts[id] {
            Constant::Global(GlobalRef::Alias(alias)) | Constant::DsoLocal(GlobalRef::Alias(alias)) => {
                f(&self.constants, self.module.aliases[*alias].target);
            }
            constant => constant.for_each_part(|part| f(&self.constants, part)),
        }
    }

    fn known(&self, id: ConstId) -> &[Value] {
        &self.constants[&id]
    }

    fn leaves_of(&self, ty: TypeId) -> Result<Vec<Leaf>, Refused> {
        leaves(&self.module, ty)
    }

    fn evaluate(&mut self, pool: &mut ExprPool, id: ConstId) -> Result<Vec<Value>, Refused> {
        let constant = self.module.consts[id].clone();
        Ok(match constant {
            Constant::Int { value, .. } => vec![Value::Word(value)],
            Constant::WideInt { ty, words } => {
                let bits = self.module.types.int_bits(ty).ok_or("a wide integer of no integer type")?;
                let term = pool.bv_wide(bits, &words);
                vec![Value::of(pool, term)]
            }
            Constant::Float { ty, bits } => self.float(pool, ty, bits)?,
            Constant::Null(ty) | Constant::Zero(ty) => self.zeros(pool, ty)?,
            Constant::Undef(ty) | Constant::Uninit(ty) => {
                self.leaves_of(ty)?.iter().map(|leaf| undefined(pool, leaf.scalar.bits())).collect()
            }
            Constant::Poison(ty) => self.leaves_of(ty)?.iter().map(|leaf| poison(pool, leaf.scalar.bits())).collect(),
            Constant::Aggregate { parts, .. } => parts.iter().flat_map(|&part| self.known(part).to_vec()).collect(),
            Constant::Bytes { bytes, .. } => bytes.iter().map(|&byte| Value::Word(u64::from(byte))).collect(),
            Constant::Global(symbol) | Constant::DsoLocal(symbol) | Constant::NoCfi(symbol) => self.symbol(symbol)?,
            Constant::BlockAddress { func, block } => vec![Value::Word(self.address_of_block(func, block))],
            Constant::PtrAuth(parts) => self.known(parts[0]).to_vec(),
            Constant::Asm(_) => return Err("inline assembly as a value".to_owned()),
            Constant::Metadata(_) | Constant::MetadataValue(_) => Vec::new(),
            expression => self.expression(pool, &expression)?,
        })
    }

    fn float(&self, pool: &mut ExprPool, ty: TypeId, bits: u128) -> Result<Vec<Value>, Refused> {
        let width = self.leaves_of(ty)?.first().ok_or("a float of no type")?.scalar.bits();
        Ok(vec![if width <= 64 {
            Value::Word(bits as u64)
        } else {
            let term = pool.bv_wide(width, &[bits as u64, (bits >> 64) as u64]);
            Value::of(pool, term)
        }])
    }

    fn zeros(&self, pool: &mut ExprPool, ty: TypeId) -> Result<Vec<Value>, Refused> {
        Ok(self.leaves_of(ty)?.iter().map(|leaf| zero(pool, leaf.scalar)).collect())
    }

    fn symbol(&self, symbol: GlobalRef) -> Result<Vec<Value>, Refused> {
        match symbol {
            GlobalRef::Var(id) => Ok(vec![Value::Word(self.address_of_variable(id))]),
            GlobalRef::Func(id) => Ok(vec![Value::Word(self.address_of_function(id))]),
            GlobalRef::Alias(id) => Ok(self.known(self.module.aliases[id].target).to_vec()),
            GlobalRef::IFunc(id) => match self.indirect.get(id.index()) {
                Some(&Some(func)) => Ok(vec![Value::Word(self.address_of_function(func))]),
                _ => Err("the address of a variadic function that is chosen at load time".to_owned()),
            },
        }
    }

    fn expression(&self, pool: &mut ExprPool, expression: &Constant) -> Result<Vec<Value>, Refused> {
        let scalar = |pool: &mut ExprPool, id: ConstId| -> Result<(Value, Scalar), Refused> {
            let ty = self.module.const_type(id).ok_or("a constant without a type")?;
            match (&self.leaves_of(ty)?[..], self.known(id)) {
                // Some value: an expression of a constant is computed once.
                ([leaf], &[value]) if is_deferred(pool, value) => Ok((zero(pool, leaf.scalar), leaf.scalar)),
                ([leaf], &[value]) => Ok((value, leaf.scalar)),
                _ => Err("an expression over vectors in a constant".to_owned()),
            }
        };
        let one = |ty: TypeId| -> Result<Scalar, Refused> {
            Ok(self.leaves_of(ty)?.first().ok_or("a constant without parts")?.scalar)
        };
        Ok(vec![match expression {
            Constant::PtrAdd { base, offset, .. } => {
                let ((base, to), (offset, from)) = (scalar(pool, *base)?, scalar(pool, *offset)?);
                let offset = algebra::sext_or_trunc(pool, from.bits(), to.bits(), offset);
                algebra::binary(pool, braid_ir::inst::BinaryOp::Add, to.bits(), base, offset)
            }
            Constant::Binary { op, args, .. } if !op.is_float() => {
                let ((a, of), (b, _)) = (scalar(pool, args[0])?, scalar(pool, args[1])?);
                algebra::binary(pool, *op, of.bits(), a, b)
            }
            Constant::IntCompare { pred, args, .. } => {
                let ((a, of), (b, _)) = (scalar(pool, args[0])?, scalar(pool, args[1])?);
                algebra::compare(pool, *pred, of.bits(), a, b)
            }
            Constant::Select { args, ty } => {
                let ((cond, _), (a, _), (b, _)) =
                    (scalar(pool, args[0])?, scalar(pool, args[1])?, scalar(pool, args[2])?);
                algebra::select(pool, one(*ty)?.bits(), cond, a, b)
            }
            Constant::Cast(cast) => {
                let ((value, from), to) = (scalar(pool, cast.arg)?, one(cast.ty)?);
                match cast.op {
                    CastOp::SExt => algebra::sext(pool, from.bits(), to.bits(), value),
                    CastOp::Trunc
                    | CastOp::ZExt
                    | CastOp::PtrToInt
                    | CastOp::PtrToAddr
                    | CastOp::IntToPtr
                    | CastOp::BitCast
                    | CastOp::AddrSpaceCast => algebra::resize(pool, from.bits(), to.bits(), value),
                    _ => return Err("a cast of floats in a constant".to_owned()),
                }
            }
            _ => return Err("an expression over vectors or floats in a constant".to_owned()),
        }])
    }
}

/// Zero of a scalar.
pub fn zero(pool: &mut ExprPool, scalar: Scalar) -> Value {
    if scalar.bits() <= 64 { Value::Word(0) } else { Value::Term(pool.zero(scalar.bits())) }
}

/// The symbol of an undefined value of this width as part of a constant: each place in the code that has one makes it its own.
pub(crate) fn undefined(pool: &mut ExprPool, bits: u32) -> Value {
    Value::Term(pool.symbol(&format!("undefined.{bits}"), bits, SymbolClass::Deferred))
}

/// The mark of a constant that is poison: what an optimiser makes of an operation on constants that has no result.
pub(crate) fn poison(pool: &mut ExprPool, bits: u32) -> Value {
    Value::Term(pool.symbol(&format!("poison.constant.{bits}"), bits, SymbolClass::Poison))
}

/// Whether a value is deferred: it has no symbol of its own yet.
pub fn is_deferred(pool: &ExprPool, value: Value) -> bool {
    matches!(value, Value::Term(term) if pool.as_deferred(term).is_some())
}
