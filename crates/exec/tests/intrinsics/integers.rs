//! Intrinsics on integers: what they give on unknowns, evaluated, is what they give on words.

use crate::bench::{Bench, EXIT, Random, corner};
use braid_exec::Ending;
use braid_state::Value;

/// Name, number of operands, what follows them.
const INTRINSICS: &[(&str, usize, &str)] = &[
    ("sadd.sat", 2, ""),
    ("uadd.sat", 2, ""),
    ("ssub.sat", 2, ""),
    ("usub.sat", 2, ""),
    ("sshl.sat", 2, ""),
    ("ushl.sat", 2, ""),
    ("smax", 2, ""),
    ("smin", 2, ""),
    ("umax", 2, ""),
    ("umin", 2, ""),
    ("abs", 1, ", false"),
    ("ctpop", 1, ""),
    ("ctlz", 1, ", false"),
    ("cttz", 1, ", false"),
    ("bswap", 1, ""),
    ("bitreverse", 1, ""),
    ("fshl", 3, ""),
    ("fshr", 3, ""),
];

const OVERFLOWS: &[&str] = &["sadd", "uadd", "ssub", "usub", "smul", "umul"];

fn types(bits: u32, count: usize) -> String {
    vec![format!("i{bits}"); count].join(", ")
}

fn values(count: usize) -> String {
    (0..count).map(|at| format!("v{at}")).collect::<Vec<_>>().join(", ")
}

fn parameters(bits: u32, count: usize) -> String {
    (0..count).map(|at| format!("i{bits} v{at}")).collect::<Vec<_>>().join(", ")
}

/// Runs a function on words and on unknowns and compares.
fn agree(text: &str, what: &str, (bits, count): (u32, usize), results: &[(u64, u32)], random: &mut Random) {
    let mut symbolic = Bench::of_text(text);
    let unknowns: Vec<Value> = (0..count).map(|at| symbolic.unknown(&format!("x{at}"), bits)).collect();
    assert_eq!(symbolic.run("f", &unknowns), EXIT, "{what}");
    let terms: Vec<Value> = results.iter().map(|&(offset, width)| symbolic.out(offset, width)).collect();
    for _ in 0..40 {
        let words: Vec<u64> = (0..count).map(|_| corner(random, bits)).collect();
        let mut concrete = Bench::of_text(text);
        let args: Vec<Value> = words.iter().map(|&word| Value::Word(word)).collect();
        assert_eq!(concrete.run("f", &args), EXIT, "{what}");
        let model: Vec<(Value, u64)> = unknowns.iter().copied().zip(words.iter().copied()).collect();
        for (&(offset, width), &term) in results.iter().zip(&terms) {
            let expected = concrete.out(offset, width).word().expect("a known result");
            assert_eq!(symbolic.value_if(term, &model), expected, "{what} of {words:x?}");
        }
        assert_eq!(concrete.exec.counters.slow, 1, "{what} on words needs only the return the general way");
    }
}

#[test]
fn functions_of_one_width() {
    let mut random = Random::new(1);
    for &(name, count, rest) in INTRINSICS {
        for bits in [8, 16, 32, 64, 24] {
            let more = if rest.is_empty() { "" } else { ", i1" };
            let text = format!(
                "@out = global i{bits} 0\ndeclare i{bits} @llvm.{name}.i{bits}({}{more})\ndefine void @f({}) {{\n\
                 block0:\n  v9: i{bits} = call @llvm.{name}.i{bits}({}{rest})\n  store v9, @out, align 1\n  ret void\n}}\n",
                types(bits, count),
                parameters(bits, count),
                values(count),
            );
            agree(&text, &format!("{name}.i{bits}"), (bits, count), &[(0, bits)], &mut random);
        }
    }
}

#[test]
fn results_with_overflow() {
    let mut random = Random::new(2);
    for name in OVERFLOWS {
        for bits in [8, 32, 64] {
            let callee = format!("@llvm.{name}.with.overflow.i{bits}");
            let text = format!(
                "@out = global {{ i{bits}, i1 }} zeroinitializer\ndeclare {{ i{bits}, i1 }} {callee}(i{bits}, i{bits})\n\
                 define void @f(i{bits} v0, i{bits} v1) {{\nblock0:\n  v2: {{ i{bits}, i1 }} = call {callee}(v0, v1)\n  \
                 store v2, @out, align 1\n  ret void\n}}\n"
            );
            let flag = u64::from(bits / 8);
            agree(&text, &callee, (bits, 2), &[(0, bits), (flag, 8)], &mut random);
        }
    }
}

#[test]
fn three_way_comparisons() {
    let mut random = Random::new(7);
    for (name, signed) in [("scmp", true), ("ucmp", false)] {
        let callee = format!("@llvm.{name}.i8.i32");
        let text = format!(
            "@out = global i8 0\ndeclare i8 {callee}(i32, i32)\ndefine void @f(i32 v0, i32 v1) {{\nblock0:\n  \
             v2: i8 = call {callee}(v0, v1)\n  store v2, @out, align 1\n  ret void\n}}\n"
        );
        let mut symbolic = Bench::of_text(&text);
        let (a, b) = (symbolic.unknown("a", 32), symbolic.unknown("b", 32));
        assert_eq!(symbolic.run("f", &[a, b]), EXIT);
        let term = symbolic.out(0, 8);
        for _ in 0..40 {
            let (x, y) = (corner(&mut random, 32), corner(&mut random, 32));
            let order = if signed { (x as i32).cmp(&(y as i32)) } else { x.cmp(&y) };
            assert_eq!(symbolic.value_if(term, &[(a, x), (b, y)]), u64::from(order as i8 as u8), "{name} {x:x} {y:x}");
        }
    }
}

/// Wide integers are terms also where they are known.
#[test]
fn functions_of_128_bits() {
    for (name, more, expected) in
        [("ctpop", "", 64), ("ctlz", ", false", 64), ("bswap", "", 0xffff_ffff_ffff_ffff_u128 << 64)]
    {
        let declared = if more.is_empty() { "" } else { ", i1" };
        let text = format!(
            "@out = global i128 0\ndeclare i128 @llvm.{name}.i128(i128{declared})\ndefine void @f(i64 v0) {{\nblock0:\n  \
             v1: i128 = zext v0\n  v2: i128 = call @llvm.{name}.i128(v1{more})\n  store v2, @out, align 16\n  ret void\n}}\n"
        );
        let mut bench = Bench::of_text(&text);
        assert_eq!(bench.run("f", &[Value::Word(u64::MAX)]), EXIT);
        let halves = [0, 8].map(|offset| bench.out(offset, 64));
        assert_eq!(halves, [expected as u64, (expected >> 64) as u64].map(Value::Word), "{name}");
    }
}

#[test]
fn lanes_of_vectors() {
    let text = "@out = global <4 x i32> zeroinitializer\ndeclare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)\n\
                define void @f() {\nblock0:\n  v0: <4 x i32> = call @llvm.umax.v4i32(<1, 9, 3, -1>, <5, 2, 3, 0>)\n  \
                store v0, @out, align 16\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[]), EXIT);
    let lanes = [0, 4, 8, 12].map(|offset| bench.out(offset, 32));
    assert_eq!(lanes, [5, 9, 3, 0xffff_ffff].map(Value::Word));
}

#[test]
fn operands_of_other_types_are_refused_by_name() {
    let text = "declare i32 @llvm.umax.i32(i32, i64)\ndefine void @f(i32 v0, i64 v1) {\nblock0:\n  \
                v2: i32 = call @llvm.umax.i32(v0, v1)\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    let ending = bench.run("f", &[Value::Word(1), Value::Word(2)]);
    assert!(matches!(&ending, Ending::Unsupported(what) if what.contains("llvm.umax")), "{ending:?}");
}
