//! Functions of integers: each on words and, exactly, on terms.

use braid_code::IntrinsicCall;
use braid_expr::{ExprId, ExprPool};
use braid_ir::inst::IntPredicate;
use braid_state::word::{mask, signed};
use braid_state::{Value, algebra};
use smallvec::{SmallVec, smallvec};

use super::{Action, Partial, Parts, Row, Terms, Words, lanes, one, result_bits};
use crate::executor::Executor;
use crate::fault::FaultKind;
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    pure(
        "sadd.with.overflow",
        "nn",
        |n, [a, b, _]| checked(n, wide(n, a) + wide(n, b)),
        |p, x| both(p, x, ExprPool::add, ExprPool::sadd_overflows),
    ),
    pure(
        "uadd.with.overflow",
        "nn",
        |n, [a, b, _]| checked_unsigned(n, u128::from(a) + u128::from(b)),
        |p, x| both(p, x, ExprPool::add, ExprPool::uadd_overflows),
    ),
    pure(
        "ssub.with.overflow",
        "nn",
        |n, [a, b, _]| checked(n, wide(n, a) - wide(n, b)),
        |p, x| both(p, x, ExprPool::sub, ExprPool::ssub_overflows),
    ),
    pure(
        "usub.with.overflow",
        "nn",
        |n, [a, b, _]| [a.wrapping_sub(b) & mask(n), u64::from(a < b)],
        |p, x| both(p, x, ExprPool::sub, ExprPool::usub_overflows),
    ),
    pure(
        "smul.with.overflow",
        "nn",
        |n, [a, b, _]| checked(n, wide(n, a) * wide(n, b)),
        |p, x| both(p, x, ExprPool::mul, ExprPool::smul_overflows),
    ),
    pure(
        "umul.with.overflow",
        "nn",
        |n, [a, b, _]| checked_unsigned(n, u128::from(a) * u128::from(b)),
        |p, x| both(p, x, ExprPool::mul, ExprPool::umul_overflows),
    ),
    pure("sadd.sat", "nn", |n, [a, b, _]| clamp(n, wide(n, a) + wide(n, b)), |p, x| two(p, x, ExprPool::sadd_sat)),
    pure(
        "uadd.sat",
        "nn",
        |n, [a, b, _]| clamp_unsigned(n, i128::from(a) + i128::from(b)),
        |p, x| two(p, x, ExprPool::uadd_sat),
    ),
    pure("ssub.sat", "nn", |n, [a, b, _]| clamp(n, wide(n, a) - wide(n, b)), |p, x| two(p, x, ExprPool::ssub_sat)),
    pure(
        "usub.sat",
        "nn",
        |n, [a, b, _]| clamp_unsigned(n, i128::from(a) - i128::from(b)),
        |p, x| two(p, x, ExprPool::usub_sat),
    ),
    pure("sshl.sat", "nn", |n, [a, b, _]| shifted(n, wide(n, a), b, clamp), |p, x| two(p, x, ExprPool::sshl_sat)),
    pure(
        "ushl.sat",
        "nn",
        |n, [a, b, _]| shifted(n, i128::from(a), b, clamp_unsigned),
        |p, x| two(p, x, ExprPool::ushl_sat),
    ),
    pure(
        "smax",
        "nn",
        |n, [a, b, _]| single(if signed(n, a) > signed(n, b) { a } else { b }),
        |p, x| two(p, x, ExprPool::smax),
    ),
    pure(
        "smin",
        "nn",
        |n, [a, b, _]| single(if signed(n, a) < signed(n, b) { a } else { b }),
        |p, x| two(p, x, ExprPool::smin),
    ),
    pure("umax", "nn", |_, [a, b, _]| single(a.max(b)), |p, x| two(p, x, ExprPool::umax)),
    pure("umin", "nn", |_, [a, b, _]| single(a.min(b)), |p, x| two(p, x, ExprPool::umin)),
    lanes("scmp", "nn", |e, _, c, x| three_way(e, c, x, IntPredicate::Slt)),
    lanes("ucmp", "nn", |e, _, c, x| three_way(e, c, x, IntPredicate::Ult)),
    partial(
        "abs",
        |n, [a, ..]| single(signed(n, a).unsigned_abs() & mask(n)),
        |p, x| alone(p, x, ExprPool::abs),
        &SMALLEST,
    ),
    pure("ctpop", "n", |_, [a, ..]| single(u64::from(a.count_ones())), |p, x| alone(p, x, ExprPool::ctpop)),
    partial(
        "ctlz",
        |n, [a, ..]| single(u64::from(a.leading_zeros()) + u64::from(n) - 64),
        |p, x| alone(p, x, ExprPool::ctlz),
        &ZERO,
    ),
    partial(
        "cttz",
        |n, [a, ..]| single(u64::from(a.trailing_zeros().min(n))),
        |p, x| alone(p, x, ExprPool::cttz),
        &ZERO,
    ),
    pure("bswap", "n", |n, [a, ..]| single(a.swap_bytes() >> (64 - n)), |p, x| alone(p, x, swap_bytes)),
    pure(
        "bitreverse",
        "n",
        |n, [a, ..]| single(a.reverse_bits() >> (64 - n)),
        |p, x| alone(p, x, ExprPool::bitreverse),
    ),
    pure(
        "fshl",
        "nnn",
        |n, [a, b, by]| single(funnel(n, a, b, u64::from(n) - by % u64::from(n))),
        |p, x| three(p, x, ExprPool::fshl),
    ),
    pure("fshr", "nnn", |n, [a, b, by]| single(funnel(n, a, b, by % u64::from(n))), |p, x| three(p, x, ExprPool::fshr)),
];

/// A function of integers of one width.
const fn pure(name: &'static str, operands: &'static str, words: Words, terms: Terms) -> Row {
    Row { name, operands, lane_wise: true, action: Action::Pure(words, terms) }
}

/// A function of one integer that has no result for one of them, if its second operand says so.
const fn partial(name: &'static str, words: Words, terms: Terms, partial: &'static Partial) -> Row {
    Row { name, operands: "n", lane_wise: true, action: Action::Partial(words, terms, partial) }
}

/// The magnitude of the smallest number.
static SMALLEST: Partial = Partial {
    is_checked: |exec| exec.program.check_overflow,
    words: |n, [a, asked, _]| asked == 0 || a != 1 << (n - 1),
    bad: |p, x| {
        let smallest = p.smallest_signed(p.width(x[0]));
        p.eq(x[0], smallest)
    },
    kind: FaultKind::Overflow,
    message: "the magnitude of the smallest number",
};

/// The zeros before or behind the ones of a number that has none.
static ZERO: Partial = Partial {
    is_checked: |_| true,
    words: |_, [a, asked, _]| asked == 0 || a != 0,
    bad: |p, x| {
        let zero = p.zero(p.width(x[0]));
        p.eq(x[0], zero)
    },
    kind: FaultKind::Undefined,
    message: "leading or trailing zeros of zero are counted",
};

fn single(word: u64) -> [u64; 2] {
    [word, 0]
}

/// A word of `bits` bits as a signed number with room for any sum or product.
fn wide(bits: u32, word: u64) -> i128 {
    i128::from(signed(bits, word))
}

/// The lower bits of a number, and whether it does not fit in as many, signed.
fn checked(bits: u32, exact: i128) -> [u64; 2] {
    let result = exact as u64 & mask(bits);
    [result, u64::from(wide(bits, result) != exact)]
}

fn checked_unsigned(bits: u32, exact: u128) -> [u64; 2] {
    let result = exact as u64 & mask(bits);
    [result, u64::from(u128::from(result) != exact)]
}

/// The nearest number of the signed range.
fn clamp(bits: u32, exact: i128) -> [u64; 2] {
    let largest = i128::from(mask(bits) >> 1);
    single(exact.clamp(-largest - 1, largest) as u64 & mask(bits))
}

fn clamp_unsigned(bits: u32, exact: i128) -> [u64; 2] {
    single(exact.clamp(0, i128::from(mask(bits))) as u64)
}

/// A left shift without loss, brought into range. One by the width or more is poison: it gives what the terms give.
fn shifted(bits: u32, value: i128, by: u64, clamp: fn(u32, i128) -> [u64; 2]) -> [u64; 2] {
    let exact = if by < u64::from(bits) { value.saturating_mul(1 << by) } else { value.saturating_mul(i128::MAX) };
    clamp(bits, exact)
}

/// The lower half of `high` above `low`, after a shift right by up to the width.
fn funnel(bits: u32, high: u64, low: u64, by: u64) -> u64 {
    let whole = u128::from(high) << bits | u128::from(low);
    (whole >> by) as u64 & mask(bits)
}

fn alone(pool: &mut ExprPool, x: &[ExprId], f: fn(&mut ExprPool, ExprId) -> ExprId) -> SmallVec<[ExprId; 2]> {
    smallvec![f(pool, x[0])]
}

fn two(pool: &mut ExprPool, x: &[ExprId], f: fn(&mut ExprPool, ExprId, ExprId) -> ExprId) -> SmallVec<[ExprId; 2]> {
    smallvec![f(pool, x[0], x[1])]
}

fn three(
    pool: &mut ExprPool,
    x: &[ExprId],
    f: fn(&mut ExprPool, ExprId, ExprId, ExprId) -> ExprId,
) -> SmallVec<[ExprId; 2]> {
    smallvec![f(pool, x[0], x[1], x[2])]
}

/// Bytes in the other order; a width that is no number of bytes is none of LLVM's, and its bits stay.
fn swap_bytes(pool: &mut ExprPool, x: ExprId) -> ExprId {
    if pool.width(x).is_multiple_of(8) { pool.bswap(x) } else { x }
}

/// The result of an operation and whether it leaves its range.
fn both(
    pool: &mut ExprPool,
    x: &[ExprId],
    f: fn(&mut ExprPool, ExprId, ExprId) -> ExprId,
    overflows: fn(&mut ExprPool, ExprId, ExprId) -> ExprId,
) -> SmallVec<[ExprId; 2]> {
    smallvec![f(pool, x[0], x[1]), overflows(pool, x[0], x[1])]
}

/// -1, 0 or 1 as the first operand is less, equal or greater; `less` says in which order.
fn three_way(exec: &mut Executor, call: &IntrinsicCall, x: &[Value], less: IntPredicate) -> Result<Parts, Stop> {
    let (operand, bits) = (call.args[0].1.bits(), result_bits(call));
    let pool = &mut exec.pool;
    let below = algebra::compare(pool, less, operand, x[0], x[1]);
    let above = algebra::compare(pool, less, operand, x[1], x[0]);
    let above = algebra::zext(pool, 1, bits, above);
    let minus_one = pool.ones(bits);
    let minus_one = Value::of(pool, minus_one);
    one(algebra::select(pool, bits, below, minus_one, above))
}
