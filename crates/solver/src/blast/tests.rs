//! Every circuit at small widths, for all inputs, against machine arithmetic.

use crate::sat::{Cdcl, Lit, Outcome, Sat};

use super::gates::Gates;
use super::shifter::Direction;

type Circuit = fn(&mut Gates<Cdcl>, &[Lit], &[Lit]) -> Vec<Lit>;
type Reference = fn(u64, u64, usize) -> u64;

fn mask(width: usize) -> u64 {
    (1 << width) - 1
}

fn signed(value: u64, width: usize) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

const CIRCUITS: [(&str, Circuit, Reference); 17] = [
    ("add", |g, a, b| g.add(a, b, Lit::FALSE), |a, b, _| a + b),
    ("sub", |g, a, b| g.sub(a, b), |a, b, _| a.wrapping_sub(b)),
    ("neg", |g, a, _| g.neg(a), |a, _, _| a.wrapping_neg()),
    ("mul", |g, a, b| g.mul(a, b), |a, b, _| a * b),
    ("udiv", |g, a, b| g.divide(a, b).0, |a, b, _| a.checked_div(b).unwrap_or(u64::MAX)),
    ("urem", |g, a, b| g.divide(a, b).1, |a, b, _| a.checked_rem(b).unwrap_or(a)),
    (
        "sdiv",
        |g, a, b| g.signed_quotient(a, b),
        |a, b, w| match (signed(a, w), signed(b, w)) {
            (x, 0) => {
                if x < 0 {
                    1
                } else {
                    u64::MAX
                }
            }
            (x, y) => x.wrapping_div(y) as u64,
        },
    ),
    (
        "srem",
        |g, a, b| g.signed_remainder(a, b),
        |a, b, w| match (signed(a, w), signed(b, w)) {
            (_, 0) => a,
            (x, y) => x.wrapping_rem(y) as u64,
        },
    ),
    ("shl", |g, a, b| g.shift(a, b, Direction::Left, Lit::FALSE), |a, b, w| if b >= w as u64 { 0 } else { a << b }),
    ("lshr", |g, a, b| g.shift(a, b, Direction::Right, Lit::FALSE), |a, b, w| if b >= w as u64 { 0 } else { a >> b }),
    ("ashr", |g, a, b| g.shift(a, b, Direction::Right, a[a.len() - 1]), |a, b, w| (signed(a, w) >> b.min(63)) as u64),
    ("eq", |g, a, b| vec![g.eq(a, b)], |a, b, _| u64::from(a == b)),
    ("ult", |g, a, b| vec![g.ult(a, b)], |a, b, _| u64::from(a < b)),
    ("ule", |g, a, b| vec![g.ule(a, b)], |a, b, _| u64::from(a <= b)),
    ("slt", |g, a, b| vec![g.slt(a, b)], |a, b, w| u64::from(signed(a, w) < signed(b, w))),
    ("sle", |g, a, b| vec![g.sle(a, b)], |a, b, w| u64::from(signed(a, w) <= signed(b, w))),
    (
        "parity",
        |g, a, b| {
            vec![a.iter().zip(b).fold(Lit::FALSE, |p, (&x, &y)| {
                let both = g.and(x, y);
                g.xor(p, both)
            })]
        },
        |a, b, _| u64::from((a & b).count_ones() % 2),
    ),
];

fn read(gates: &Gates<Cdcl>, bits: &[Lit]) -> u64 {
    bits.iter().enumerate().map(|(at, &lit)| u64::from(gates.sat.value(lit).expect("has a value")) << at).sum()
}

fn assume(bits: &[Lit], value: u64) -> impl Iterator<Item = Lit> + '_ {
    bits.iter().enumerate().map(move |(at, &lit)| lit.flip_if(value >> at & 1 == 0))
}

/// Unit propagation alone must give each output its value: no decision is left once the inputs are fixed.
#[test]
fn circuits_compute_what_machine_arithmetic_computes() {
    for width in [1, 2, 3, 5] {
        for (name, circuit, reference) in CIRCUITS {
            let mut gates = Gates::new(Cdcl::new());
            let a: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
            let b: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
            let out = circuit(&mut gates, &a, &b);
            for (x, y) in (0..=mask(width)).flat_map(|x| (0..=mask(width)).map(move |y| (x, y))) {
                let inputs: Vec<Lit> = assume(&a, x).chain(assume(&b, y)).collect();
                assert_eq!(gates.sat.solve(&inputs, &[], u64::MAX.into()), Outcome::Sat);
                let expected = reference(x, y, width) & mask(out.len());
                assert_eq!(read(&gates, &out), expected, "{name} at {width} bits of {x} and {y}");
            }
        }
    }
}

/// With one side constant the gates fold; the values must not change.
#[test]
fn circuits_fold_constants_without_changing_values() {
    let width = 4;
    for (name, circuit, reference) in CIRCUITS {
        for (constant, left) in (0..=mask(width)).flat_map(|c| [(c, false), (c, true)]) {
            let mut gates = Gates::new(Cdcl::new());
            let fixed: Vec<Lit> = (0..width).map(|at| Lit::constant(constant >> at & 1 == 1)).collect();
            let free: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
            let out = if left { circuit(&mut gates, &fixed, &free) } else { circuit(&mut gates, &free, &fixed) };
            for x in 0..=mask(width) {
                let inputs: Vec<Lit> = assume(&free, x).collect();
                assert_eq!(gates.sat.solve(&inputs, &[], u64::MAX.into()), Outcome::Sat);
                let (l, r) = if left { (constant, x) } else { (x, constant) };
                let expected = reference(l, r, width) & mask(out.len());
                assert_eq!(read(&gates, &out), expected, "{name} of {l} and {r}, left constant: {left}");
            }
        }
    }
}

/// Circuits run backwards too: whatever inputs the solver finds for an output are right, and what it refutes has none.
#[test]
fn circuits_can_be_solved_for_their_inputs() {
    let width = 3;
    for (name, circuit, reference) in CIRCUITS {
        let mut gates = Gates::new(Cdcl::new());
        let a: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
        let b: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
        let out = circuit(&mut gates, &a, &b);
        let inputs: Vec<Lit> = a.iter().chain(&b).copied().collect();
        for wanted in 0..=mask(out.len()) {
            let goal: Vec<Lit> = assume(&out, wanted).collect();
            let possible = (0..=mask(width))
                .any(|x| (0..=mask(width)).any(|y| reference(x, y, width) & mask(out.len()) == wanted));
            let outcome = gates.sat.solve(&goal, &inputs, u64::MAX.into());
            assert_eq!(outcome == Outcome::Sat, possible, "{name} = {wanted}");
            if possible {
                let (x, y) = (read(&gates, &a), read(&gates, &b));
                assert_eq!(reference(x, y, width) & mask(out.len()), wanted, "{name} of {x} and {y}");
            }
        }
    }
}
