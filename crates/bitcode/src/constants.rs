//! CONSTANTS blocks, of a module or of a function.
//!
//! A constant may use others that come later in the block. Braid's constants are interned from the parts up, so those
//! whose parts are still missing wait, and are built at the end of the block with a stack of our own.

use braid_ir::constant::{Asm, ConstId, Constant};
use braid_ir::types::{FloatKind, Type, TypeId};
use braid_ir::{Module, TypeTable};

use crate::bitstream::{Header, Record, Stream};
use crate::budget::Budget;
use crate::codes::constant as code;
use crate::constant_expr::{self, Expr, block_id};
use crate::error::Error;
use crate::gep::{mask, ptr_flags};
use crate::operators;
use crate::tables::Tables;
use crate::types::NO_TYPE;
use crate::value::{Val, signed};

/// Reads a CONSTANTS block into the value table.
pub(crate) fn read(
    stream: &mut Stream<'_>,
    header: Header,
    module: &mut Module,
    tables: &mut Tables,
) -> Result<(), Error> {
    stream.enter(header)?;
    let mut block = Block { ty: TypeTable::I32, llvm: NO_TYPE, waiting: Vec::new(), parts: Vec::new() };
    let mut record = Record::default();
    while stream.next_record(&mut record)? {
        tables.budget.spend(1 + record.operands.len(), &record)?;
        block.record(&record, module, tables)?;
    }
    block.build_waiting(module, tables)
}

/// A constant whose parts are not known yet.
struct Waiting {
    /// Its value number.
    slot: u32,
    expr: Expr,
    /// Which of `Block::parts`.
    start: u32,
    len: u32,
    open: bool,
    bit: u64,
    code: u32,
}

struct Block {
    /// The type of the constants that follow.
    ty: TypeId,
    /// Its number.
    llvm: u32,
    waiting: Vec<Waiting>,
    /// Value numbers of the parts of waiting constants.
    parts: Vec<u32>,
}

impl Block {
    fn record(&mut self, record: &Record, module: &mut Module, tables: &mut Tables) -> Result<(), Error> {
        if record.code == code::SETTYPE {
            self.llvm = tables.types.number(record.operand(0)?, record)?;
            self.ty = tables.types.ir(self.llvm);
            if matches!(module.types[self.ty], Type::Void | Type::Function { .. } | Type::Label) {
                return Err(record.corrupt("the type of a value"));
            }
            return Ok(());
        }
        if let Some(id) = self.simple(record, module, tables)? {
            tables.values.push(Val::constant(id, self.ty, self.llvm));
            return Ok(());
        }
        let start = self.parts.len();
        let expr = self.expr(record, module, tables)?;
        self.push(expr, start, record, module, tables)
    }

    /// A constant that is not made of others.
    fn simple(&self, record: &Record, module: &mut Module, tables: &mut Tables) -> Result<Option<ConstId>, Error> {
        let (ty, budget) = (self.ty, &mut tables.budget);
        let constant = match record.code {
            code::NULL => null(ty, module, budget, record)?,
            code::UNDEF => Constant::Undef(ty),
            code::POISON => Constant::Poison(ty),
            code::INTEGER | code::WIDE_INTEGER | code::BYTE | code::WIDE_BYTE => {
                return integer(ty, record, module, budget).map(Some);
            }
            code::FLOAT => return float(ty, record, module, budget).map(Some),
            code::STRING | code::CSTRING | code::DATA => return data(ty, record, module, budget).map(Some),
            code::INLINEASM | code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3 => {
                Constant::Asm(Box::new(self.assembly(record, module, tables)?))
            }
            _ => return Ok(None),
        };
        Ok(Some(module.consts.intern(constant)))
    }

    /// What a record makes of other constants, whose numbers are added to `parts`.
    fn expr(&mut self, record: &Record, module: &Module, tables: &Tables) -> Result<Expr, Error> {
        let operand = |at: usize| record.operand(at);
        let (expr, parts): (Expr, &[usize]) = match record.code {
            code::AGGREGATE => {
                self.add_parts(&record.operands, record)?;
                (Expr::Aggregate, &[])
            }
            code::CE_BINOP => {
                let float = operators::is_float(self.ty, module);
                let op = operators::binary(operand(0)?, float, record)?;
                (Expr::Binary(op, operators::wrap_flags(op, record.optional(3))), &[1, 2])
            }
            code::CE_UNOP => (Expr::Unary(operators::unary(operand(0)?, record)?), &[1]),
            code::CE_CAST => (Expr::Cast(operators::cast(operand(0)?, record)?), &[2]),
            code::CE_GEP
            | code::CE_GEP_OLD
            | code::CE_INBOUNDS_GEP
            | code::CE_GEP_WITH_INRANGE
            | code::CE_GEP_WITH_INRANGE_INDEX_OLD => (self.gep(record, tables)?, &[]),
            code::CE_SELECT => (Expr::Select, &[0, 1, 2]),
            code::CE_EXTRACTELT if record.operands.len() == 3 => (Expr::ExtractElement, &[1, 2]),
            code::CE_EXTRACTELT => (Expr::ExtractElement, &[1, 3]),
            code::CE_INSERTELT if record.operands.len() == 3 => (Expr::InsertElement, &[0, 1, 2]),
            code::CE_INSERTELT => (Expr::InsertElement, &[0, 1, 3]),
            code::CE_SHUFFLEVEC => (Expr::Shuffle, &[0, 1, 2]),
            code::CE_SHUFVEC_EX => (Expr::Shuffle, &[1, 2, 3]),
            code::CE_CMP => {
                let ty = tables.types.get(operand(0)?, record)?;
                let pred = operand(3)?;
                let expr = match operators::is_float(ty, module) {
                    true => Expr::FloatCompare(operators::float_predicate(pred, record)?),
                    false => Expr::IntCompare(operators::int_predicate(pred, record)?),
                };
                (expr, &[1, 2])
            }
            code::BLOCKADDRESS => (Expr::BlockAddress(block_id(operand(2)?, record)?), &[1]),
            code::DSO_LOCAL_EQUIVALENT => (Expr::DsoLocal, &[1]),
            code::NO_CFI_VALUE => (Expr::NoCfi, &[1]),
            code::PTRAUTH | code::PTRAUTH2 => (Expr::PtrAuth, &[0, 1, 2, 3]),
            _ => return Err(record.too_new("a known kind of constant")),
        };
        for &at in parts {
            self.add_parts(&[operand(at)?], record)?;
        }
        Ok(expr)
    }

    /// A constant address: `[elem type]? [flags]? [range]? (type, value)*`, by the generation of the record.
    fn gep(&mut self, record: &Record, tables: &Tables) -> Result<Expr, Error> {
        record.at_least(2)?;
        let old = matches!(record.code, code::CE_GEP_OLD | code::CE_INBOUNDS_GEP);
        let mut at = 0;
        let mut elem = None;
        if !old || record.operands.len() % 2 == 1 {
            elem = Some(tables.types.get(record.operands[0], record)?);
            at = 1;
        }
        let mut bits = u64::from(record.code == code::CE_INBOUNDS_GEP);
        if !old {
            bits = record.operand(at)?;
            at += 1;
        }
        if record.code == code::CE_GEP_WITH_INRANGE_INDEX_OLD {
            bits &= 1;
        }
        if record.code == code::CE_GEP_WITH_INRANGE {
            let width = record.operand(at)?;
            at = crate::attributes::after_range(record, at + 1, width)?;
        }
        let base_type = record.operand(at)?;
        let elem = match elem {
            Some(elem) => elem,
            None => old_element(base_type, tables, record)?,
        };
        let pairs = record.operands.get(at..).unwrap_or_default().chunks(2);
        for pair in pairs {
            let &[ty, value] = pair else { return Err(record.corrupt("pairs of type and value")) };
            tables.types.number(ty, record)?;
            self.add_parts(&[value], record)?;
        }
        Ok(Expr::Gep { elem, flags: ptr_flags(bits) })
    }

    fn assembly(&self, record: &Record, module: &mut Module, tables: &Tables) -> Result<Asm, Error> {
        let mut at = 0;
        let ty = if record.code == code::INLINEASM {
            at = 1;
            tables.types.get(record.operand(0)?, record)?
        } else {
            let pointee = tables.types.component(self.llvm, 0);
            let pointee = pointee.ok_or_else(|| record.corrupt("assembly with a typed function pointer"))?;
            tables.types.get(u64::from(pointee), record)?
        };
        if !matches!(module.types[ty], Type::Function { .. }) {
            return Err(record.corrupt("assembly with a function type"));
        }
        let flags = record.operand(at)?;
        let (text, next) = counted_text(record, at + 1)?;
        let (constraints, _) = counted_text(record, next)?;
        Ok(Asm {
            ty,
            text: module.names.intern(&text),
            constraints: module.names.intern(&constraints),
            side_effects: flags & 1 != 0,
            align_stack: flags & 2 != 0,
            intel: flags & 4 != 0,
            can_throw: flags & 8 != 0,
        })
    }

    fn add_parts(&mut self, values: &[u64], record: &Record) -> Result<(), Error> {
        for &value in values {
            let value = u32::try_from(value).map_err(|_| record.corrupt("the number of a value").found(value))?;
            self.parts.push(value);
        }
        Ok(())
    }

    /// Adds a constant: built at once if all its parts are there, else waiting.
    fn push(
        &mut self,
        expr: Expr,
        start: usize,
        record: &Record,
        module: &mut Module,
        tables: &mut Tables,
    ) -> Result<(), Error> {
        let parts = &self.parts[start..];
        let known = |&part: &u32| tables.values.get(part as usize).filter(|val| !val.is_unbuilt()).copied();
        if let Some(vals) = parts.iter().map(known).collect::<Option<Vec<Val>>>() {
            let id = constant_expr::build(expr, self.ty, &vals, module, record)?;
            tables.values.push(Val::constant(id, self.ty, self.llvm));
            self.parts.truncate(start);
            return Ok(());
        }
        let slot = tables.values.len() as u32;
        let len = parts.len() as u32;
        let start = start as u32;
        self.waiting.push(Waiting { slot, expr, start, len, open: false, bit: record.bit, code: record.code });
        tables.values.push(Val::unbuilt(self.ty, self.llvm));
        Ok(())
    }

    /// Builds what was waiting, each constant after its parts.
    fn build_waiting(mut self, module: &mut Module, tables: &mut Tables) -> Result<(), Error> {
        let mut stack = Vec::new();
        let mut vals = Vec::new();
        for root in 0..self.waiting.len() {
            stack.push((root, 0));
            while let Some((at, next)) = stack.pop() {
                let waiting = &mut self.waiting[at];
                let record = Record {
                    code: waiting.code,
                    bit: waiting.bit,
                    block: crate::codes::block::CONSTANTS,
                    ..Record::default()
                };
                if !tables.values[waiting.slot as usize].is_unbuilt() {
                    continue;
                }
                waiting.open = true;
                let (slot, expr) = (waiting.slot as usize, waiting.expr);
                let parts = &self.parts[waiting.start as usize..][..waiting.len as usize];
                if let Some(&part) = parts.get(next) {
                    stack.push((at, next + 1));
                    let Some(val) = tables.values.get(part as usize) else {
                        let expected = format!("a value number below {}", tables.values.len());
                        return Err(record.corrupt(expected).found(part));
                    };
                    if val.is_unbuilt() {
                        stack.push((self.open(part, &record)?, 0));
                    }
                } else {
                    vals.clear();
                    vals.extend(parts.iter().map(|&part| tables.values[part as usize]));
                    let Val { ty, llvm, .. } = tables.values[slot];
                    let id = constant_expr::build(expr, ty, &vals, module, &record)?;
                    tables.values[slot] = Val::constant(id, ty, llvm);
                }
            }
        }
        Ok(())
    }

    /// The waiting constant with this value number, which must not contain itself.
    fn open(&mut self, slot: u32, record: &Record) -> Result<usize, Error> {
        let at = self.waiting.binary_search_by_key(&slot, |waiting| waiting.slot);
        let at = at.map_err(|_| record.corrupt("a constant of this block").found(slot))?;
        if self.waiting[at].open {
            return Err(record.corrupt("a constant that does not contain itself").found(slot));
        }
        Ok(at)
    }
}

/// The element type of an old constant address: what its base points to.
fn old_element(base_type: u64, tables: &Tables, record: &Record) -> Result<TypeId, Error> {
    let number = tables.types.number(base_type, record)?;
    let pointee = tables.types.component(number, 0).ok_or_else(|| record.corrupt("a typed pointer"))?;
    tables.types.get(u64::from(pointee), record)
}

/// A text with its length before it, and where the record goes on.
fn counted_text(record: &Record, at: usize) -> Result<(String, usize), Error> {
    let len = record.operand(at)?;
    let end = usize::try_from(len).ok().and_then(|len| len.checked_add(at + 1));
    let Some(text) = end.and_then(|end| record.operands.get(at + 1..end)) else {
        return Err(record.corrupt("a text inside the record").found(len));
    };
    let bytes: Vec<u8> = text.iter().map(|&c| c as u8).collect();
    Ok((String::from_utf8_lossy(&bytes).into_owned(), at + 1 + text.len()))
}

/// The zero of a type.
fn null(ty: TypeId, module: &Module, budget: &mut Budget, record: &Record) -> Result<Constant, Error> {
    Ok(match module.types[ty] {
        Type::Int(bits) => integer_of(ty, bits, &[], 0, budget, record)?,
        Type::Float(_) => Constant::Float { ty, bits: 0 },
        Type::Ptr { .. } | Type::Token => Constant::Null(ty),
        _ => Constant::Zero(ty),
    })
}

fn integer(ty: TypeId, record: &Record, module: &mut Module, budget: &mut Budget) -> Result<ConstId, Error> {
    record.at_least(1)?;
    let (lane, lanes) = module.types.lanes(ty);
    let Some(bits) = module.types.int_bits(lane) else { return Err(record.corrupt("an integer type")) };
    let values: Vec<u64> = record.operands.iter().map(|&word| signed(word)).collect();
    // A wide integer is written with as many words as it needs; a narrow one in one word, sign-extended.
    let fill = match &values[..] {
        &[only] if record.code != code::WIDE_INTEGER => ((only as i64) >> 63) as u64,
        _ => 0,
    };
    let constant = integer_of(lane, bits, &values, fill, budget, record)?;
    in_every_lane(module.consts.intern(constant), ty, lanes, module, budget, record)
}

/// The integer of type `ty` with these words; those that are left out are `fill`.
pub(crate) fn integer_of(
    ty: TypeId,
    bits: u32,
    words: &[u64],
    fill: u64,
    budget: &mut Budget,
    record: &Record,
) -> Result<Constant, Error> {
    if bits <= 64 {
        return Ok(Constant::Int { ty, value: words.first().unwrap_or(&fill) & mask(bits) });
    }
    let len = bits.div_ceil(64) as usize;
    budget.charge(len as u64 * 8, record)?;
    let mut words: Vec<u64> = words.iter().copied().chain(core::iter::repeat(fill)).take(len).collect();
    if !bits.is_multiple_of(64) {
        words[len - 1] &= mask(bits % 64);
    }
    Ok(Constant::WideInt { ty, words: words.into() })
}

/// `lane`, or if there are lanes, the vector with it in each of them.
fn in_every_lane(
    lane: ConstId,
    ty: TypeId,
    lanes: Option<u32>,
    module: &mut Module,
    budget: &mut Budget,
    record: &Record,
) -> Result<ConstId, Error> {
    let Some(lanes) = lanes else { return Ok(lane) };
    budget.charge(u64::from(lanes.min(constant_expr::MAX_WRITTEN_LANES)) * 4, record)?;
    Ok(constant_expr::splat(lane, ty, module))
}

fn float(ty: TypeId, record: &Record, module: &mut Module, budget: &mut Budget) -> Result<ConstId, Error> {
    let (lane, lanes) = module.types.lanes(ty);
    let Type::Float(kind) = module.types[lane] else { return Err(record.corrupt("a floating-point type")) };
    let low = u128::from(record.operand(0)?);
    let bits = match kind {
        FloatKind::Half | FloatKind::BFloat => low & 0xFFFF,
        FloatKind::Single => low & 0xFFFF_FFFF,
        FloatKind::Double => low,
        // The upper 64 of the 80 bits come first.
        FloatKind::X86Extended => low << 16 | u128::from(record.operand(1)? & 0xFFFF),
        FloatKind::Quad | FloatKind::PpcPair => low | u128::from(record.operand(1)?) << 64,
    };
    let id = module.consts.intern(Constant::Float { ty: lane, bits });
    in_every_lane(id, ty, lanes, module, budget, record)
}

/// An array or vector of plain numbers.
fn data(ty: TypeId, record: &Record, module: &mut Module, budget: &Budget) -> Result<ConstId, Error> {
    let (elem, len) = match module.types[ty] {
        Type::Array { elem, len } => (elem, len),
        Type::Vector { elem, len, scalable: false } => (elem, u64::from(len)),
        _ => return Err(record.corrupt("an array or vector type")),
    };
    let zero = usize::from(record.code == code::CSTRING);
    if len != (record.operands.len() + zero) as u64 {
        return Err(record.corrupt(format!("{len} elements, as the type says")).found(record.operands.len() + zero));
    }
    let numbers = record.operands.iter().copied().chain(core::iter::repeat_n(0, zero));
    let constant = match (&module.types[ty], &module.types[elem]) {
        (Type::Array { .. }, Type::Int(8)) => Constant::Bytes { ty, bytes: numbers.map(|n| n as u8).collect() },
        (_, &Type::Int(bits)) if bits <= 64 => {
            let mut lane = |n| budget.spend(1, record).map(|()| module.consts.int(elem, n & mask(bits)));
            Constant::Aggregate { ty, parts: numbers.map(&mut lane).collect::<Result<_, _>>()? }
        }
        (_, Type::Float(kind)) if kind.bits() <= 64 => {
            let mask = u128::from(mask(kind.bits()));
            let float = |n| Constant::Float { ty: elem, bits: u128::from(n) & mask };
            let mut lane = |n| budget.spend(1, record).map(|()| module.consts.intern(float(n)));
            Constant::Aggregate { ty, parts: numbers.map(&mut lane).collect::<Result<_, _>>()? }
        }
        _ => return Err(record.corrupt("elements that are integers or floats of at most 64 bits")),
    };
    Ok(module.consts.intern(constant))
}
