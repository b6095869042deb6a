//! Every circuit on formats of up to 8 bits, for all operands and roundings, against the exact values; and on larger ones for random operands.

use braid_expr::{FloatOp, Format, Operation, Rounding};
use braid_testing::Random;

use super::*;
use crate::sat::Cdcl;

/// The result on known operands: gates of constants fold to constants.
fn folded(gates: &mut Gates<Cdcl>, operation: Operation, widths: (u32, u32), [a, b, c]: [u128; 3]) -> u128 {
    let format = operation.format.width() as usize;
    let (first, second) = match operation.op {
        FloatOp::Fma => ([constant(format, b), constant(format, a)].concat(), constant(format, c)),
        _ => (constant(widths.0 as usize, a), constant(format, b)),
    };
    let bits = gates.float(operation, widths.1, &first, &second);
    assert_eq!(bits.len(), widths.1 as usize);
    let bit = |lit: &Lit| u128::from(lit.as_constant().expect("constants fold"));
    bits.iter().enumerate().map(|(at, lit)| bit(lit) << at).sum()
}

fn check(gates: &mut Gates<Cdcl>, operation: Operation, widths: (u32, u32), operands: [u128; 3]) {
    let expected = operation.value(widths.0, widths.1, operands);
    let found = folded(gates, operation, widths, operands);
    assert_eq!(found, expected, "{operation} of {operands:#x?}: {found:#x} and not {expected:#x}");
}

fn small_formats() -> impl Iterator<Item = Format> {
    [(2, 2), (2, 3), (3, 2), (3, 4), (2, 5), (4, 4), (5, 3), (3, 5)]
        .into_iter()
        .map(|(exponent, precision)| Format::new(exponent, precision).expect("a format of terms"))
}

fn is_long() -> bool {
    std::env::var_os("BRAID_SOAK").is_some()
}

/// The roundings in which all pairs are tried: of formats of 7 bits and more the first two unless there is time.
fn roundings(format: Format) -> &'static [Rounding] {
    if is_long() || format.width() < 7 { Rounding::ALL } else { &Rounding::ALL[..2] }
}

const UNARY: [FloatOp; 2] = [FloatOp::Sqrt, FloatOp::Round];

fn all_pairs(ops: &[FloatOp]) {
    let mut gates = Gates::new(Cdcl::default());
    for format in small_formats() {
        let (width, all) = (format.width(), 1u128 << format.width());
        for &op in ops {
            for &rounding in roundings(format) {
                let operation = Operation::new(op, format, rounding);
                for a in 0..all {
                    for b in 0..all {
                        check(&mut gates, operation, (width, width), [a, b, 0]);
                    }
                }
                if matches!(op, FloatOp::Remainder | FloatOp::Fmod) {
                    break; // They are exact.
                }
            }
        }
    }
}

#[test]
fn sums_of_all_pairs() {
    all_pairs(&[FloatOp::Add]);
}

#[test]
fn products_of_all_pairs() {
    all_pairs(&[FloatOp::Mul]);
}

#[test]
fn quotients_of_all_pairs() {
    all_pairs(&[FloatOp::Div]);
}

#[test]
fn remainders_of_all_pairs() {
    all_pairs(&[FloatOp::Remainder, FloatOp::Fmod]);
}

#[test]
fn roots_and_integers_of_all_numbers() {
    let mut gates = Gates::new(Cdcl::default());
    for format in small_formats().chain([Format::HALF]) {
        for &rounding in Rounding::ALL {
            let step = if is_long() || format != Format::HALF { 1 } else { 7 };
            for a in (0..1 << format.width()).step_by(step) {
                for op in UNARY {
                    check(
                        &mut gates,
                        Operation::new(op, format, rounding),
                        (format.width(), format.width()),
                        [a, 0, 0],
                    );
                }
                for op in [FloatOp::ToSigned, FloatOp::ToUnsigned] {
                    for width in [1, 2, 5, 8] {
                        check(&mut gates, Operation::new(op, format, rounding), (format.width(), width), [a, 0, 0]);
                    }
                }
            }
        }
    }
}

#[test]
fn conversions_between_all_small_formats() {
    let mut gates = Gates::new(Cdcl::default());
    for from in small_formats() {
        for to in small_formats() {
            for &rounding in Rounding::ALL {
                for a in 0..1 << from.width() {
                    check(&mut gates, Operation::convert(from, to, rounding), (from.width(), to.width()), [a, 0, 0]);
                }
            }
        }
    }
}

#[test]
fn conversions_of_all_small_integers() {
    let mut gates = Gates::new(Cdcl::default());
    for format in small_formats() {
        for width in 1..=9 {
            for &rounding in Rounding::ALL {
                for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
                    for a in 0..1 << width {
                        check(&mut gates, Operation::new(op, format, rounding), (width, format.width()), [a, 0, 0]);
                    }
                }
            }
        }
    }
}

#[test]
fn fused_products_of_all_triples_of_five_bits() {
    let mut gates = Gates::new(Cdcl::default());
    for format in small_formats().filter(|format| format.width() <= 5) {
        let all = 1u128 << format.width();
        for &rounding in Rounding::ALL {
            let operation = Operation::new(FloatOp::Fma, format, rounding);
            for triple in 0..all.pow(3) {
                let operands = [triple % all, triple / all % all, triple / all / all];
                check(&mut gates, operation, (2 * format.width(), format.width()), operands);
            }
        }
    }
}

/// Bits that are special in a format, near the last ones, or random.
fn operand(random: &mut Random, format: Format, near: u128) -> u128 {
    let bits = u128::from(random.word()) | u128::from(random.word()) << 64;
    let all = format.sign() | (format.sign() - 1);
    let special = [0, 1, format.one(), format.infinity(), format.nan(), format.largest(), 1 << format.fraction_bits()];
    match random.below(4) {
        0 => random.pick(&special) | (bits & format.sign()),
        1 => (near ^ bits >> random.below(127)) & all,
        _ => bits & all,
    }
}

#[test]
fn large_formats_at_random() {
    let mut gates = Gates::new(Cdcl::default());
    let mut random = Random::new(9);
    let formats = [Format::HALF, Format::BFLOAT, Format::SINGLE, Format::DOUBLE, Format::EXTENDED, Format::QUAD];
    let small = Format::new(4, 4).expect("a format of terms");
    for format in formats.into_iter().chain([small]) {
        let rounds = if format.width() > 32 { 30 } else { 200 };
        for _ in 0..rounds {
            for &op in FloatOp::ALL {
                let rounding = random.pick(Rounding::ALL);
                let mut operation = Operation::new(op, format, rounding);
                let (mut operand_width, mut result_width) = (format.width(), format.width());
                let mut operands = [0; 3];
                for at in 0..3 {
                    operands[at] = operand(&mut random, format, operands[at.saturating_sub(1)]);
                }
                if op == FloatOp::Convert {
                    operation.source = random.pick(&formats);
                    operand_width = operation.source.width();
                    operands[0] = operand(&mut random, operation.source, 0);
                } else if op.is_from_integer() {
                    operand_width = 1 + random.below(format.width().into()) as u32;
                    operands[0] &= u128::MAX >> (128 - operand_width);
                } else if op.is_to_integer() {
                    result_width = 1 + random.below(128) as u32;
                }
                if has_circuit(operation) {
                    check(&mut gates, operation, (operand_width, result_width), operands);
                }
            }
        }
    }
}

const WITH_FACTS: [FloatOp; 6] =
    [FloatOp::Add, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt, FloatOp::Remainder, FloatOp::Fmod];

/// The names of the facts that a result breaks.
fn broken_facts(gates: &mut Gates<Cdcl>, operation: Operation, [x, y, z]: [u128; 3]) -> Vec<&'static str> {
    let width = operation.format.width() as usize;
    let [x, y, z] = [x, y, z].map(|bits| constant(width, bits));
    let application = gates.application(operation, &x, if operation.op.arity() == 1 { &x } else { &y }, &z);
    let mut holds = |fact: fn(&mut Gates<Cdcl>, &_) -> Vec<Vec<Lit>>| {
        fact(gates, &application).iter().all(|clause| clause.contains(&Lit::TRUE))
    };
    Gates::<Cdcl>::FACTS.iter().filter(|&&(_, fact)| !holds(fact)).map(|&(name, _)| name).collect()
}

/// Every fact holds for all operands; and together they refuse most other results. Formats of 8 bits, and all roundings of those of 7,
/// with `BRAID_SOAK`.
#[test]
fn facts_hold_for_all_pairs() {
    let mut random = Random::new(3);
    for format in small_formats().filter(|format| is_long() || format.width() < 8) {
        let roundings = if is_long() || format.width() < 7 { Rounding::ALL } else { &Rounding::ALL[..1] };
        for op in WITH_FACTS {
            let (mut refused, mut tried) = (0, 0);
            for &rounding in roundings {
                let (more, of) = facts_hold(&mut random, Operation::new(op, format, rounding));
                (refused, tried) = (refused + more, tried + of);
            }
            assert!(refused * 2 > tried, "{op:?} in {format:?}: {refused} of {tried} wrong results are refused");
        }
    }
}

/// Checks all operands; how many of some wrong results are refused.
fn facts_hold(random: &mut Random, operation: Operation) -> (u32, u32) {
    let mut gates = Gates::new(Cdcl::default());
    let (width, all) = (operation.format.width(), 1u128 << operation.format.width());
    let (mut refused, mut tried) = (0, 0);
    for pair in 0..all * if operation.op.arity() == 1 { 1 } else { all } {
        let (x, y) = (pair % all, pair / all);
        let z = operation.value(width, width, [x, y, 0]);
        let broken = broken_facts(&mut gates, operation, [x, y, z]);
        assert!(broken.is_empty(), "{operation} of {x:#x} and {y:#x} is {z:#x}: {broken:?}");
        let other = u128::from(random.below(all as u64));
        if other != z && pair % 8 == 0 {
            tried += 1;
            refused += u32::from(!broken_facts(&mut gates, operation, [x, y, other]).is_empty());
        }
    }
    (refused, tried)
}

/// Each fact refuses a result that no other one does.
#[test]
fn every_fact_is_needed() {
    let mut gates = Gates::new(Cdcl::default());
    let mut alone = std::collections::BTreeSet::new();
    let format = Format::new(3, 3).expect("a format of terms");
    for op in WITH_FACTS {
        let operation = Operation::new(op, format, Rounding::NearestEven);
        for triple in (0..1u128 << 18).step_by(37) {
            let (x, y, z) = (triple & 63, triple >> 6 & 63, triple >> 12);
            if let [only] = broken_facts(&mut gates, operation, [x, y, z])[..] {
                alone.insert(only);
            }
        }
    }
    let all: std::collections::BTreeSet<&str> = Gates::<Cdcl>::FACTS.iter().map(|&(name, _)| name).collect();
    assert_eq!(alone, all);
}

/// The clauses of two applications of an operation that their results break.
fn broken_orders(gates: &mut Gates<Cdcl>, operation: Operation, pairs: [[u128; 3]; 2]) -> usize {
    let width = operation.format.width() as usize;
    let [first, second] = pairs.map(|words| {
        let [x, y, z] = words.map(|bits| constant(width, bits));
        gates.application(operation, &x, if operation.op.arity() == 1 { &x } else { &y }, &z)
    });
    gates.monotone(&first, &second).iter().filter(|clause| !clause.contains(&Lit::TRUE)).count()
}

const MONOTONE: [FloatOp; 4] = [FloatOp::Add, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt];

/// All four operands of a format of 4 bits, and random ones of larger formats; and wrong orders are refused.
#[test]
fn operations_keep_order() {
    let mut random = Random::new(4);
    for format in small_formats() {
        let (width, all) = (format.width(), 1u128 << format.width());
        let is_exhaustive = width == 4 || is_long() && width == 5;
        let rounds = if is_exhaustive { all.pow(4) } else { [500, 200_000][usize::from(is_long())] };
        for op in MONOTONE {
            let mut refused = 0;
            for &rounding in if is_long() || width > 4 { Rounding::ALL } else { &Rounding::ALL[..1] } {
                let operation = Operation::new(op, format, rounding);
                let mut gates = Gates::new(Cdcl::default());
                for round in 0..rounds {
                    let seed = if is_exhaustive { round } else { u128::from(random.word()) };
                    let [a, b, c, d] = [0, 1, 2, 3].map(|at| seed >> (at * width) & (all - 1));
                    let applied = |x, y| [x, y, operation.value(width, width, [x, y, 0])];
                    let pairs = [applied(a, b), applied(c, d)];
                    assert_eq!(broken_orders(&mut gates, operation, pairs), 0, "{operation} of {pairs:#x?}");
                    let wrong = [[a, b, pairs[1][2]], [c, d, pairs[0][2]]];
                    refused += if round % 16 == 0 { broken_orders(&mut gates, operation, wrong) } else { 0 };
                }
            }
            assert!(refused > 0, "{op:?} in {format:?} refuses no order");
        }
    }
}
