//! Derived operators against big integers: LLVM's definitions, at random widths from 1 to 256, corners included.

use braid_expr::testing::{Random, RandomValues as _};
use braid_expr::{Analysis, Evaluator, ExprId, ExprPool, Model, Op, SymbolClass, Value};
use num_bigint::{BigInt, BigUint};

/// Two or three operands of one width, as terms and as numbers.
struct Case {
    pool: ExprPool,
    model: Model,
    width: u32,
    terms: [ExprId; 3],
    numbers: [BigInt; 3],
}

impl Case {
    fn new(width: u32, random: &mut Random) -> Case {
        Case::of([random.value(width), random.value(width), random.value(width)])
    }
    fn of(values: [Value; 3]) -> Case {
        let (mut pool, mut model) = (ExprPool::new(), Model::new());
        let width = values[0].width();
        let terms = [0, 1, 2].map(|n| {
            let e = pool.symbol(&format!("x{n}"), width, SymbolClass::Input);
            let id = pool.find_symbol(&format!("x{n}")).unwrap();
            model.set(id, &values[n]);
            e
        });
        Case { pool, model, width, terms, numbers: values.map(|value| unsigned(&value)) }
    }
    fn modulus(&self) -> BigInt {
        BigInt::from(1) << self.width
    }
    fn signed(&self, at: usize) -> BigInt {
        let n = self.numbers[at].clone();
        if n.bit(u64::from(self.width) - 1) { n - self.modulus() } else { n }
    }
    fn smallest(&self) -> BigInt {
        -(BigInt::from(1) << (self.width - 1))
    }
    fn largest(&self) -> BigInt {
        (BigInt::from(1) << (self.width - 1)) - 1
    }
    fn fits_signed(&self, n: &BigInt) -> bool {
        (self.smallest()..=self.largest()).contains(n)
    }
    fn fits_unsigned(&self, n: &BigInt) -> bool {
        (BigInt::ZERO..self.modulus()).contains(n)
    }
    fn clamp_signed(&self, n: BigInt) -> BigInt {
        n.clamp(self.smallest(), self.largest())
    }
    fn check(&mut self, name: &str, e: ExprId, expected: BigInt) {
        let value = Evaluator::new().evaluate(&self.pool, &self.model, e).unwrap();
        let modulus = BigInt::from(1) << value.width();
        let expected = ((expected % &modulus) + &modulus) % modulus;
        assert_eq!(unsigned(&value), expected, "{name} of {:?} at width {}", self.numbers, self.width);
    }
    fn check_bool(&mut self, name: &str, e: ExprId, expected: bool) {
        self.check(name, e, BigInt::from(u8::from(expected)));
    }
}

fn unsigned(value: &Value) -> BigInt {
    BigInt::from(value.limbs().iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64) + limb))
}

fn cases(seed: u64, n: u32, mut check: impl FnMut(&mut Case, ExprId, ExprId)) {
    let mut random = Random::new(seed);
    for at in 0..n {
        let width = if at < n / 3 { 1 + at % 9 } else { 1 + random.below(256) as u32 };
        let mut case = Case::new(width, &mut random);
        let [a, b, _] = case.terms;
        check(&mut case, a, b);
    }
}

#[test]
fn overflow_predicates() {
    cases(1, 600, |case, a, b| {
        let ([x, y, _], [s, t]) = (case.numbers.clone(), [case.signed(0), case.signed(1)]);
        let sum = case.pool.uadd_overflows(a, b);
        case.check_bool("uadd", sum, !case.fits_unsigned(&(&x + &y)));
        let sum = case.pool.sadd_overflows(a, b);
        case.check_bool("sadd", sum, !case.fits_signed(&(&s + &t)));
        let difference = case.pool.usub_overflows(a, b);
        case.check_bool("usub", difference, !case.fits_unsigned(&(&x - &y)));
        let difference = case.pool.ssub_overflows(a, b);
        case.check_bool("ssub", difference, !case.fits_signed(&(&s - &t)));
        let product = case.pool.umul_overflows(a, b);
        case.check_bool("umul", product, !case.fits_unsigned(&(&x * &y)));
        let product = case.pool.smul_overflows(a, b);
        case.check_bool("smul", product, !case.fits_signed(&(&s * &t)));
        let quotient = case.pool.sdiv_overflows(a, b);
        case.check_bool("sdiv", quotient, s == case.smallest() && t == BigInt::from(-1));
        let shift = case.pool.shift_overflows(b);
        case.check_bool("shift", shift, y >= BigInt::from(case.width));
    });
}

#[test]
fn shifts_within_the_width() {
    cases(2, 400, |case, a, _| {
        let n = (&case.numbers[1] % case.width).to_biguint().unwrap();
        let n = u32::try_from(&n).unwrap();
        let amount = case.pool.bv(case.width, n.into());
        let ([x, ..], s) = (case.numbers.clone(), case.signed(0));
        let (up, signed_up) = (&x << n, &s << n);
        let e = case.pool.ushl_overflows(a, amount);
        case.check_bool("ushl", e, !case.fits_unsigned(&up));
        let e = case.pool.sshl_overflows(a, amount);
        case.check_bool("sshl", e, !case.fits_signed(&signed_up));
        let e = case.pool.shr_inexact(a, amount);
        case.check_bool("shr", e, (&x >> n) << n != x);
        let e = case.pool.ushl_sat(a, amount);
        case.check("ushl_sat", e, up.min(case.modulus() - 1));
        let e = case.pool.sshl_sat(a, amount);
        case.check("sshl_sat", e, case.clamp_signed(signed_up));
    });
}

#[test]
fn saturating_and_choosing() {
    cases(3, 600, |case, a, b| {
        let ([x, y, _], [s, t]) = (case.numbers.clone(), [case.signed(0), case.signed(1)]);
        let e = case.pool.uadd_sat(a, b);
        case.check("uadd_sat", e, (&x + &y).min(case.modulus() - 1));
        let e = case.pool.usub_sat(a, b);
        case.check("usub_sat", e, (&x - &y).max(BigInt::ZERO));
        let e = case.pool.sadd_sat(a, b);
        case.check("sadd_sat", e, case.clamp_signed(&s + &t));
        let e = case.pool.ssub_sat(a, b);
        case.check("ssub_sat", e, case.clamp_signed(&s - &t));
        let e = case.pool.umin(a, b);
        case.check("umin", e, x.clone().min(y.clone()));
        let e = case.pool.umax(a, b);
        case.check("umax", e, x.max(y));
        let e = case.pool.smin(a, b);
        case.check("smin", e, s.clone().min(t.clone()));
        let e = case.pool.smax(a, b);
        case.check("smax", e, s.clone().max(t));
        let e = case.pool.abs(a);
        case.check("abs", e, BigInt::from(s.magnitude().clone()));
    });
}

#[test]
fn bits_moved_and_counted() {
    cases(4, 400, |case, a, b| {
        let [x, y, z] = case.numbers.clone();
        let (width, amount) = (case.width, case.terms[2]);
        let n = u32::try_from((&z % width).to_biguint().unwrap()).unwrap();
        let both = (&x << width) + &y;
        let e = case.pool.fshl(a, b, amount);
        case.check("fshl", e, (&both << n) >> width);
        let e = case.pool.fshr(a, b, amount);
        case.check("fshr", e, &both >> n);
        let twice = (&x << width) + &x;
        let e = case.pool.rotl(a, amount);
        case.check("rotl", e, (&twice << n) >> width);
        let e = case.pool.rotr(a, amount);
        case.check("rotr", e, &twice >> n);
        let bits: Vec<bool> = (0..u64::from(width)).map(|at| x.bit(at)).collect();
        let e = case.pool.ctpop(a);
        case.check("ctpop", e, bits.iter().filter(|&&bit| bit).count().into());
        let e = case.pool.cttz(a);
        case.check("cttz", e, bits.iter().take_while(|&&bit| !bit).count().into());
        let e = case.pool.ctlz(a);
        case.check("ctlz", e, bits.iter().rev().take_while(|&&bit| !bit).count().into());
        let reversed = bits.iter().fold(BigInt::ZERO, |n, &bit| (n << 1) + u8::from(bit));
        let e = case.pool.bitreverse(a);
        case.check("bitreverse", e, reversed);
        if width.is_multiple_of(8) {
            let bytes = (0..width / 8).fold(BigInt::ZERO, |n, at| (n << 8) + ((&x >> (at * 8)) % 256));
            let e = case.pool.bswap(a);
            case.check("bswap", e, bytes);
        }
    });
}

/// What the pool gives where LLVM's operation is poison or undefined: the faults are found by predicates, but merged and
/// speculated terms are evaluated there too and must have one meaning everywhere.
#[test]
fn corner_cases_are_pinned() {
    for width in [1, 2, 7, 8, 32, 64, 65, 256] {
        let zero = Value::zero(width);
        let smallest = Value::ones(width).binary(Op::Lshr, &Value::new(width, 1)).unary(Op::Not);
        let (minus_one, one) = (Value::ones(width), Value::new(width, 1));
        assert_eq!(smallest.binary(Op::Sdiv, &minus_one), smallest, "overflow wraps");
        assert_eq!(smallest.binary(Op::Srem, &minus_one), zero);
        for x in [&zero, &smallest, &minus_one, &one] {
            assert_eq!(x.binary(Op::Udiv, &zero), minus_one);
            assert_eq!(x.binary(Op::Urem, &zero), *x);
            assert_eq!(x.binary(Op::Srem, &zero), *x);
            assert_eq!(x.binary(Op::Sdiv, &zero), if x.sign() { one.clone() } else { minus_one.clone() });
            let amounts = [Value::new(width, width.into()), minus_one.clone()];
            for amount in amounts.iter().filter(|amount| amount.to_u64().is_none_or(|n| n >= width.into())) {
                assert_eq!(x.binary(Op::Shl, amount), zero);
                assert_eq!(x.binary(Op::Lshr, amount), zero);
                assert_eq!(x.binary(Op::Ashr, amount), if x.sign() { minus_one.clone() } else { zero.clone() });
            }
        }
        let mut case = Case::of([smallest.clone(), zero.clone(), zero.clone()]);
        let (a, b) = (case.terms[0], case.terms[1]);
        let e = case.pool.abs(a);
        case.check("abs of the smallest", e, unsigned(&smallest));
        let (e, f) = (case.pool.ctlz(b), case.pool.cttz(b));
        case.check("ctlz of zero", e, width.into());
        case.check("cttz of zero", f, width.into());
    }
}

/// Whether an operation overflows is known from the signed bounds of its operands where no pair of them does, and only there. Bounds come
/// as C has them: `(low <= x) & (x <= high)` of ints.
#[test]
fn bounds_of_the_operands_rule_overflow_out() {
    type Build = fn(&mut ExprPool, ExprId, ExprId) -> ExprId;
    type Exact = fn(i64, i64) -> i64;
    let operations: [(Build, Exact); 3] = [
        (ExprPool::sadd_overflows, |a, b| a + b),
        (ExprPool::ssub_overflows, |a, b| a - b),
        (ExprPool::smul_overflows, |a, b| a * b),
    ];
    let mut random = Random::new(7);
    let mut ruled_out = 0;
    for round in 0..300 {
        let mut pool = ExprPool::new();
        let mut analysis = Analysis::new();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, 8, SymbolClass::Input));
        let bounds = [a, b].map(|e| {
            let ends = [0, 1].map(|_| random.below(40) as i64 - 20);
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let [least, most] = [low, high].map(|end| pool.bv(8, end as u64 & 0xff));
            let sides = [pool.sle(least, e), pool.sle(e, most)].map(|side| pool.zext(side, 32));
            let (both, zero) = (pool.and(sides[0], sides[1]), pool.zero(32));
            let holds = pool.ne(both, zero);
            analysis.assume(&pool, holds);
            (low, high)
        });
        let [(low_a, high_a), (low_b, high_b)] = bounds;
        for (build, exact) in operations {
            let overflows = build(&mut pool, a, b);
            let results = (low_a..=high_a).flat_map(|a| (low_b..=high_b).map(move |b| exact(a, b)));
            let never = results.into_iter().all(|result| (-128..=127).contains(&result));
            let known = analysis.facts(&pool, overflows).value() == Some(0);
            assert_eq!(known, never, "round {round}: {bounds:?}");
            ruled_out += usize::from(never);
        }
    }
    assert!(ruled_out > 100, "{ruled_out} of 900");
}

/// The same of products of words of 64 bits, where both are small.
#[test]
fn small_words_of_64_bits_have_products() {
    let (mut pool, mut analysis) = (ExprPool::new(), Analysis::new());
    let [a, b] = ["a", "b"].map(|name| pool.symbol(name, 64, SymbolClass::Input));
    for e in [a, b] {
        let [least, most] = [-1000_i64, 1000].map(|end| pool.bv(64, end as u64));
        for side in [pool.sle(least, e), pool.sle(e, most)] {
            analysis.assume(&pool, side);
        }
    }
    let overflows = pool.smul_overflows(a, b);
    assert_eq!(analysis.facts(&pool, overflows).value(), Some(0));
}
