//! LLVM's numbers for operators, predicates, orderings and flags, in Braid's terms.

use braid_ir::Module;
use braid_ir::inst::{BinaryOp, CastOp, FastMath, FloatPredicate, IntPredicate, Ordering, RmwOp, UnaryOp, WrapFlags};
use braid_ir::types::{Type, TypeId};

use crate::bitstream::Record;
use crate::error::Error;

/// Whether values of this type, or their lanes, are floating-point numbers.
pub(crate) fn is_float(ty: TypeId, module: &Module) -> bool {
    matches!(module.types[module.types.lanes(ty).0], Type::Float(_))
}

/// A binary operation; five numbers mean another operation on floats.
pub(crate) fn binary(number: u64, float: bool, record: &Record) -> Result<BinaryOp, Error> {
    const INTS: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::SDiv,
        BinaryOp::URem,
        BinaryOp::SRem,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
    ];
    let known = if float {
        match number {
            0 => Some(BinaryOp::FAdd),
            1 => Some(BinaryOp::FSub),
            2 => Some(BinaryOp::FMul),
            4 => Some(BinaryOp::FDiv),
            6 => Some(BinaryOp::FRem),
            _ => None,
        }
    } else {
        pick(&INTS, number)
    };
    known.ok_or_else(|| record.corrupt("a binary operation for this type").found(number))
}

/// A unary operation.
pub(crate) fn unary(number: u64, record: &Record) -> Result<UnaryOp, Error> {
    pick(&[UnaryOp::FNeg], number).ok_or_else(|| record.too_new("a known unary operation").found(number))
}

/// A cast.
pub(crate) fn cast(number: u64, record: &Record) -> Result<CastOp, Error> {
    const CASTS: [CastOp; 14] = [
        CastOp::Trunc,
        CastOp::ZExt,
        CastOp::SExt,
        CastOp::FpToUi,
        CastOp::FpToSi,
        CastOp::UiToFp,
        CastOp::SiToFp,
        CastOp::FpTrunc,
        CastOp::FpExt,
        CastOp::PtrToInt,
        CastOp::IntToPtr,
        CastOp::BitCast,
        CastOp::AddrSpaceCast,
        CastOp::PtrToAddr,
    ];
    pick(&CASTS, number).ok_or_else(|| record.too_new("a known cast").found(number))
}

/// A comparison of integers, numbered from 32.
pub(crate) fn int_predicate(number: u64, record: &Record) -> Result<IntPredicate, Error> {
    const PREDICATES: [IntPredicate; 10] = [
        IntPredicate::Eq,
        IntPredicate::Ne,
        IntPredicate::Ugt,
        IntPredicate::Uge,
        IntPredicate::Ult,
        IntPredicate::Ule,
        IntPredicate::Sgt,
        IntPredicate::Sge,
        IntPredicate::Slt,
        IntPredicate::Sle,
    ];
    let known = number.checked_sub(32).and_then(|at| pick(&PREDICATES, at));
    known.ok_or_else(|| record.corrupt("a comparison of integers, 32 to 41").found(number))
}

/// A comparison of floats, numbered from 0.
pub(crate) fn float_predicate(number: u64, record: &Record) -> Result<FloatPredicate, Error> {
    const PREDICATES: [FloatPredicate; 16] = [
        FloatPredicate::False,
        FloatPredicate::Oeq,
        FloatPredicate::Ogt,
        FloatPredicate::Oge,
        FloatPredicate::Olt,
        FloatPredicate::Ole,
        FloatPredicate::One,
        FloatPredicate::Ord,
        FloatPredicate::Uno,
        FloatPredicate::Ueq,
        FloatPredicate::Ugt,
        FloatPredicate::Uge,
        FloatPredicate::Ult,
        FloatPredicate::Ule,
        FloatPredicate::Une,
        FloatPredicate::True,
    ];
    pick(&PREDICATES, number).ok_or_else(|| record.corrupt("a comparison of floats, 0 to 15").found(number))
}

/// A memory ordering; numbers that LLVM does not know are the strongest one to it, and so to us.
pub(crate) fn ordering(number: u64) -> Ordering {
    const ORDERINGS: [Ordering; 7] = [
        Ordering::NotAtomic,
        Ordering::Unordered,
        Ordering::Monotonic,
        Ordering::Acquire,
        Ordering::Release,
        Ordering::AcquireRelease,
        Ordering::SeqCst,
    ];
    pick(&ORDERINGS, number).unwrap_or(Ordering::SeqCst)
}

/// An atomic read-modify-write operation.
pub(crate) fn rmw(number: u64, record: &Record) -> Result<RmwOp, Error> {
    const OPERATIONS: [RmwOp; 21] = [
        RmwOp::Xchg,
        RmwOp::Add,
        RmwOp::Sub,
        RmwOp::And,
        RmwOp::Nand,
        RmwOp::Or,
        RmwOp::Xor,
        RmwOp::Max,
        RmwOp::Min,
        RmwOp::UMax,
        RmwOp::UMin,
        RmwOp::FAdd,
        RmwOp::FSub,
        RmwOp::FMax,
        RmwOp::FMin,
        RmwOp::UIncWrap,
        RmwOp::UDecWrap,
        RmwOp::USubCond,
        RmwOp::USubSat,
        RmwOp::FMaximum,
        RmwOp::FMinimum,
    ];
    pick(&OPERATIONS, number).ok_or_else(|| record.too_new("a known atomic operation").found(number))
}

/// The promises of an integer operation.
pub(crate) fn wrap_flags(op: BinaryOp, bits: u64) -> WrapFlags {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => no_wrap(bits),
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr if bits & 1 != 0 => WrapFlags::EXACT,
        BinaryOp::Or if bits & 1 != 0 => WrapFlags::DISJOINT,
        _ => WrapFlags::NONE,
    }
}

/// `nuw` in the lowest bit, `nsw` in the next.
pub(crate) fn no_wrap(bits: u64) -> WrapFlags {
    let mut flags = WrapFlags::NONE;
    if bits & 1 != 0 {
        flags = flags.with(WrapFlags::NUW);
    }
    if bits & 2 != 0 {
        flags = flags.with(WrapFlags::NSW);
    }
    flags
}

/// Licences about floats; the lowest bit was "all of them" before there were seven.
pub(crate) fn fast_math(bits: u64) -> FastMath {
    const FLAGS: [FastMath; 8] = [
        FastMath::NONE,
        FastMath::NNAN,
        FastMath::NINF,
        FastMath::NSZ,
        FastMath::ARCP,
        FastMath::CONTRACT,
        FastMath::AFN,
        FastMath::REASSOC,
    ];
    let bits = if bits & 1 != 0 { 0xFF } else { bits };
    FLAGS
        .iter()
        .enumerate()
        .filter(|(at, _)| bits >> at & 1 == 1)
        .fold(FastMath::NONE, |all, (_, flag)| all.with(*flag))
}

fn pick<T: Copy>(table: &[T], number: u64) -> Option<T> {
    table.get(usize::try_from(number).ok()?).copied()
}
