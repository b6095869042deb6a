//! Atomic operations: what they store from unknowns, evaluated, is what they store from words.

use braid_state::Value;

use crate::bench::{Bench, EXIT, Random, corner};

/// What is stored, from what was there and the operand.
type Operation = fn(u32, u32) -> u32;

const OPERATIONS: &[(&str, Operation)] = &[
    ("xchg", |_, b| b),
    ("add", u32::wrapping_add),
    ("sub", u32::wrapping_sub),
    ("and", |a, b| a & b),
    ("nand", |a, b| !(a & b)),
    ("or", |a, b| a | b),
    ("xor", |a, b| a ^ b),
    ("max", |a, b| (a as i32).max(b as i32) as u32),
    ("min", |a, b| (a as i32).min(b as i32) as u32),
    ("umax", u32::max),
    ("umin", u32::min),
    ("uinc_wrap", |a, b| if a >= b { 0 } else { a + 1 }),
    ("udec_wrap", |a, b| if a == 0 || a > b { b } else { a - 1 }),
    ("usub_cond", |a, b| if a >= b { a - b } else { a }),
    ("usub_sat", u32::saturating_sub),
];

#[test]
fn every_operation_on_integers() {
    let mut random = Random::new(6);
    for (name, expected) in OPERATIONS {
        let text = format!(
            "@out = global i32 0\ndefine void @f(i32 v0, i32 v1) {{\nblock0:\n  store v0, @out, align 4\n  \
             v2: i32 = atomicrmw {name} @out, v1, seq_cst, align 4\n  ret void\n}}\n"
        );
        let mut symbolic = Bench::of_text(&text);
        let (a, b) = (symbolic.unknown("a", 32), symbolic.unknown("b", 32));
        assert_eq!(symbolic.run("f", &[a, b]), EXIT);
        let term = symbolic.out(0, 32);
        for _ in 0..40 {
            let (x, y) = (corner(&mut random, 32), corner(&mut random, 32));
            let mut concrete = Bench::of_text(&text);
            assert_eq!(concrete.run("f", &[Value::Word(x), Value::Word(y)]), EXIT);
            let result = u64::from(expected(x as u32, y as u32));
            assert_eq!(concrete.out(0, 32), Value::Word(result), "{name} of {x:x} and {y:x}");
            assert_eq!(symbolic.value_if(term, &[(a, x), (b, y)]), result, "{name} of {x:x} and {y:x}");
        }
    }
}

#[test]
fn floats_are_added() {
    let text = "@out = global double 1.5\ndefine void @f() {\nblock0:\n  \
                v0: double = atomicrmw fadd @out, 2.25, seq_cst, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[]), EXIT);
    assert_eq!(bench.out(0, 64), Value::Word(3.75f64.to_bits()));
}
