//! Floating point: what is exact on unknowns agrees with the host, and the rest is counted.

use braid_exec::{Ending, FaultKind, FloatChecks};
use braid_state::Value;

use crate::bench::{Bench, EXIT, Random, corner};

const PREDICATES: &[&str] =
    &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une"];

/// Bits of doubles of every class, and some others.
fn doubles(random: &mut Random) -> u64 {
    const SPECIAL: &[f64] = &[0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, f64::MAX];
    match corner(random, 4) {
        n @ 0..8 => SPECIAL[n as usize].to_bits(),
        8 => f64::NAN.to_bits(),
        9 => 0x7ff0_0000_0000_0001,
        10 => 1 | corner(random, 1) << 63,
        _ => corner(random, 64),
    }
}

#[test]
fn comparisons_of_unknowns_are_exact() {
    let mut random = Random::new(3);
    for pred in PREDICATES {
        let text = format!(
            "@out = global i8 0\ndefine void @f(double v0, double v1) {{\nblock0:\n  v2: i1 = fcmp {pred} v0, v1\n  \
             v3: i8 = zext v2\n  store v3, @out, align 1\n  ret void\n}}\n"
        );
        let mut symbolic = Bench::of_text(&text);
        let (a, b) = (symbolic.unknown("a", 64), symbolic.unknown("b", 64));
        assert_eq!(symbolic.run("f", &[a, b]), EXIT);
        let term = symbolic.out(0, 8);
        assert!(symbolic.exec.incomplete.is_empty(), "nothing is chosen");
        for _ in 0..100 {
            let (x, y) = (doubles(&mut random), doubles(&mut random));
            let mut concrete = Bench::of_text(&text);
            assert_eq!(concrete.run("f", &[Value::Word(x), Value::Word(y)]), EXIT);
            let expected = concrete.out(0, 8).word().expect("known");
            assert_eq!(symbolic.value_if(term, &[(a, x), (b, y)]), expected, "{pred} {x:x} {y:x}");
        }
    }
}

#[test]
fn classes_of_unknowns_are_exact() {
    let mut random = Random::new(4);
    for bit in 0..10 {
        let text = format!(
            "@out = global i8 0\ndeclare i1 @llvm.is.fpclass.f64(double, i32)\ndefine void @f(double v0) {{\nblock0:\n  \
             v1: i1 = call @llvm.is.fpclass.f64(v0, {})\n  v2: i8 = zext v1\n  store v2, @out, align 1\n  ret void\n}}\n",
            1 << bit
        );
        let mut symbolic = Bench::of_text(&text);
        let a = symbolic.unknown("a", 64);
        assert_eq!(symbolic.run("f", &[a]), EXIT);
        let term = symbolic.out(0, 8);
        for _ in 0..60 {
            let x = doubles(&mut random);
            let mut concrete = Bench::of_text(&text);
            assert_eq!(concrete.run("f", &[Value::Word(x)]), EXIT);
            assert_eq!(Some(symbolic.value_if(term, &[(a, x)])), concrete.out(0, 8).word(), "class {bit} of {x:x}");
        }
    }
}

#[test]
fn signs_of_unknowns_move_without_a_choice() {
    let text = "@out = global [3 x double] zeroinitializer\ndeclare double @llvm.fabs.f64(double)\n\
                declare double @llvm.copysign.f64(double, double)\ndefine void @f(double v0, double v1) {\nblock0:\n  \
                v2: double = call @llvm.fabs.f64(v0)\n  v3: double = call @llvm.copysign.f64(v0, v1)\n  \
                v4: double = fneg v0\n  v5: ptr = ptradd @out, i64 8\n  v6: ptr = ptradd @out, i64 16\n  \
                store v2, @out, align 8\n  store v3, v5, align 8\n  store v4, v6, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    let (a, b) = (bench.unknown("a", 64), bench.unknown("b", 64));
    assert_eq!(bench.run("f", &[a, b]), EXIT);
    assert!(bench.exec.incomplete.is_empty());
    let terms = [0, 8, 16].map(|offset| bench.out(offset, 64));
    let mut random = Random::new(5);
    for _ in 0..50 {
        let (x, y) = (doubles(&mut random), doubles(&mut random));
        let [abs, copied, negated] = terms.map(|term| bench.value_if(term, &[(a, x), (b, y)]));
        let (p, q) = (f64::from_bits(x), f64::from_bits(y));
        assert_eq!((abs, copied, negated), (p.abs().to_bits(), p.copysign(q).to_bits(), (-p).to_bits()));
    }
}

/// Results, `v9`, of two doubles; the kind of the result and what is declared.
const ARITHMETIC: &[(&str, &str, &str)] = &[
    ("double", "", "v9: double = fadd v0, v1"),
    ("double", "", "v9: double = fsub v0, v1"),
    ("double", "", "v9: double = fmul v0, v1"),
    ("double", "", "v9: double = fdiv v0, v1"),
    ("double", "f64 @llvm.sqrt", "v9: double = call @llvm.sqrt.f64(v0)"),
    ("double", "f64 @llvm.floor", "v9: double = call @llvm.floor.f64(v0)"),
    ("double", "f64 @llvm.ceil", "v9: double = call @llvm.ceil.f64(v0)"),
    ("double", "f64 @llvm.trunc", "v9: double = call @llvm.trunc.f64(v0)"),
    ("double", "f64 @llvm.rint", "v9: double = call @llvm.rint.f64(v0)"),
    ("double", "f64 @llvm.round", "v9: double = call @llvm.round.f64(v0)"),
    ("double", "f64,f64 @llvm.minnum", "v9: double = call @llvm.minnum.f64(v0, v1)"),
    ("double", "f64,f64 @llvm.maxnum", "v9: double = call @llvm.maxnum.f64(v0, v1)"),
    ("double", "f64,f64 @llvm.minimum", "v9: double = call @llvm.minimum.f64(v0, v1)"),
    ("double", "f64,f64 @llvm.maximum", "v9: double = call @llvm.maximum.f64(v0, v1)"),
    ("double", "f64,f64,f64 @llvm.fma", "v9: double = call @llvm.fma.f64(v0, v1, v0)"),
    ("double", "f64,f64,f64 @llvm.fmuladd", "v9: double = call @llvm.fmuladd.f64(v0, v1, v1)"),
    (
        "double",
        "",
        "v2: float = fptrunc v0\n  v3: float = fptrunc v1\n  v4: float = fmul v2, v3\n  v9: double = fpext v4",
    ),
    (
        "double",
        "",
        "v2: float = fptrunc v0\n  v3: float = fptrunc v1\n  v4: float = frem v2, v3\n  v9: double = fpext v4",
    ),
    ("double", "", "v9: double = frem v0, v1"),
    ("double", "", "v2: half = fptrunc v0\n  v3: half = fptrunc v1\n  v4: half = fadd v2, v3\n  v9: double = fpext v4"),
    (
        "double",
        "",
        "v2: fp128 = fpext v0\n  v3: fp128 = fpext v1\n  v4: fp128 = fdiv v2, v3\n  v9: double = fptrunc v4",
    ),
    (
        "double",
        "",
        "v2: x86_fp80 = fpext v0\n  v3: x86_fp80 = fpext v1\n  v4: x86_fp80 = fmul v2, v3\n  v9: double = fptrunc v4",
    ),
    (
        "double",
        "",
        "v2: x86_fp80 = fpext v0\n  v3: x86_fp80 = fpext v1\n  v4: i1 = fcmp olt v2, v3\n  v9: double = uitofp v4",
    ),
    ("i64", "", "v9: i64 = fptosi v0"),
    ("i64", "", "v9: i64 = fptoui v0"),
    ("i64", "", "v2: i16 = fptosi v0\n  v9: i64 = sext v2"),
    ("i64", "", "v2: i32 = fptoui v0\n  v9: i64 = zext v2"),
    ("i64", "i32 f64 @llvm.fptosi.sat.i32", "v2: i32 = call @llvm.fptosi.sat.i32.f64(v0)\n  v9: i64 = sext v2"),
    ("double", "", "v2: i64 = fptosi v0\n  v9: double = sitofp v2"),
    ("double", "", "v2: i64 = fptosi v0\n  v3: float = uitofp v2\n  v9: double = fpext v3"),
];

/// The declaration of an intrinsic: what it takes, and what it gives if that is no double.
fn declaration(what: &str) -> String {
    let Some((kinds, name)) = what.rsplit_once(' ') else { return String::new() };
    let (result, kinds) = kinds.split_once(' ').unwrap_or(("double", kinds));
    let kinds = kinds.replace("f64", "double").replace(',', ", ");
    format!("declare {result} {name}.f64({kinds})\n")
}

fn is_nan(bits: u64) -> bool {
    f64::from_bits(bits).is_nan()
}

#[test]
fn arithmetic_on_unknowns_is_that_on_known_numbers() {
    let mut random = Random::new(8);
    for (kind, declared, body) in ARITHMETIC {
        let (initial, declared) = (if *kind == "i64" { "0" } else { "0.0" }, declaration(declared));
        let text = format!(
            "@out = global {kind} {initial}\n{declared}define void @f(double v0, double v1) {{\nblock0:\n  {body}\n  \
             store v9, @out, align 8\n  ret void\n}}\n"
        );
        let mut symbolic = Bench::of_text(&text);
        let (a, b) = (symbolic.unknown("a", 64), symbolic.unknown("b", 64));
        assert_eq!(symbolic.run("f", &[a, b]), EXIT);
        assert!(symbolic.exec.incomplete.is_empty(), "nothing is chosen: {body}");
        let term = symbolic.out(0, 64);
        for _ in 0..150 {
            let (x, y) = (doubles(&mut random), doubles(&mut random));
            let mut concrete = Bench::of_text(&text);
            assert_eq!(concrete.run("f", &[Value::Word(x), Value::Word(y)]), EXIT);
            let expected = concrete.out(0, 64).word().expect("known");
            let found = symbolic.value_if(term, &[(a, x), (b, y)]);
            // Which of two NaNs a known operation gives is the host's matter, and so it is through other formats.
            let is_open = (is_nan(x) && is_nan(y)) || body.contains(" = fpext") || body.contains("@llvm");
            let same = found == expected || (*kind == "double" && is_open && is_nan(found) && is_nan(expected));
            assert!(same, "{body} of {x:x} {y:x}: {found:x} and not {expected:x}");
        }
    }
}

/// What a check finds in an operation on two doubles, of which one is unknown, and the kind of fault.
const CHECKED: &[(&str, f64, FaultKind, bool)] = &[
    ("fsub v0, v1", f64::INFINITY, FaultKind::FloatInvalid, true),
    ("fsub v0, v1", 1.0, FaultKind::FloatInvalid, false),
    ("fdiv v0, v1", 0.0, FaultKind::FloatInvalid, true),
    ("fdiv v0, v1", 3.0, FaultKind::FloatInvalid, false),
    ("frem v0, v1", 0.0, FaultKind::FloatInvalid, true),
    ("fmul v0, v1", 2.0, FaultKind::FloatOverflow, true),
    ("fmul v0, v1", 0.5, FaultKind::FloatOverflow, false),
    ("fadd v0, v1", f64::INFINITY, FaultKind::FloatOverflow, false),
    ("fdiv v0, v1", 0.0, FaultKind::FloatOverflow, true),
    ("call @llvm.fmuladd.f64(v0, v1, v1)", 2.0, FaultKind::FloatOverflow, true),
    ("call @llvm.fmuladd.f64(v0, v1, v0)", 0.0, FaultKind::FloatInvalid, true),
    ("call @llvm.sqrt.f64(v0)", 0.0, FaultKind::FloatInvalid, true),
    ("call @llvm.fabs.f64(v0)", 0.0, FaultKind::FloatInvalid, false),
];

#[test]
fn results_that_the_user_does_not_expect_are_faults_on_request() {
    for &(operation, known, kind, expected) in CHECKED {
        let text = format!(
            "@out = global double 0.0\ndeclare double @llvm.fmuladd.f64(double, double, double)\n\
             declare double @llvm.sqrt.f64(double)\ndeclare double @llvm.fabs.f64(double)\n\
             define void @f(double v0, double v1) {{\nblock0:\n  v9: double = {operation}\n  \
             store v9, @out, align 8\n  ret void\n}}\n"
        );
        for is_asked in [false, true] {
            let mut bench = Bench::of_text(&text);
            // One at a time: a run ends at the first fork.
            bench.exec.options.check_floats = FloatChecks {
                invalid: is_asked && kind == FaultKind::FloatInvalid,
                overflow: is_asked && kind == FaultKind::FloatOverflow,
                convert: false,
            };
            bench.exec.program.check_floats = is_asked;
            let a = bench.unknown("a", 64);
            let found = bench.may_fault("f", &[a, Value::Word(known.to_bits())], kind);
            assert_eq!(found, is_asked && expected, "{operation} with {known}: {kind:?}");
        }
    }
}

#[test]
fn functions_of_unknowns_without_terms_are_a_choice_that_is_counted() {
    let text = "@out = global double 0.0\ndeclare double @llvm.exp.f64(double)\ndefine void @f(double v0) {\nblock0:\n  \
                v1: double = call @llvm.exp.f64(v0)\n  store v1, @out, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    let a = bench.unknown("a", 64);
    assert_eq!(bench.run("f", &[a]), EXIT);
    let rows = bench.exec.incomplete.rows();
    assert!(rows.len() == 1 && rows[0].reason.starts_with("symbolic floating point"), "{rows:?}");
    assert!(bench.out(0, 64).word().is_some());
}

#[test]
fn conversions_that_do_not_fit_are_those_of_the_machine() {
    let text = "@out = global i32 0\ndefine void @f(double v0) {\nblock0:\n  v1: i32 = fptosi v0\n  \
                store v1, @out, align 4\n  ret void\n}\n";
    for (number, expected) in [(1.9, 1), (-1.9, u64::from(u32::MAX)), (3e9, 0x8000_0000), (f64::NAN, 0x8000_0000)] {
        let mut bench = Bench::of_text(text);
        assert_eq!(bench.run("f", &[Value::Word(number.to_bits())]), EXIT);
        assert_eq!(bench.out(0, 32), Value::Word(expected), "{number}");
    }
}

#[test]
fn extended_precision_is_computed() {
    let text = "@out = global i64 0\ndefine void @f(i64 v0) {\nblock0:\n  v1: x86_fp80 = uitofp v0\n  \
                v2: x86_fp80 = fadd v1, v1\n  v3: x86_fp80 = fdiv v2, v1\n  v4: x86_fp80 = fmul v3, v1\n  \
                v5: i64 = fptoui v4\n  v6: i64 = lshr v5, 1\n  store v6, @out, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    // A number that a double cannot hold.
    let number = (1 << 61) + 1;
    assert_eq!(bench.run("f", &[Value::Word(number)]), EXIT);
    assert_eq!(bench.out(0, 64), Value::Word(number));
}

#[test]
fn fractions_and_exponents_are_those_of_the_host() {
    let text = "@out = global [3 x i64] zeroinitializer\ndeclare { double, i32 } @llvm.frexp.f64.i32(double)\n\
                declare double @llvm.ldexp.f64.i32(double, i32)\ndefine void @f(double v0) {\nblock0:\n  \
                v1: { double, i32 } = call @llvm.frexp.f64.i32(v0)\n  v2: double = extractvalue v1, 0\n  \
                v3: i32 = extractvalue v1, 1\n  v4: double = call @llvm.ldexp.f64.i32(v2, v3)\n  \
                v5: ptr = ptradd @out, i64 8\n  v6: ptr = ptradd @out, i64 16\n  v7: i64 = sext v3\n  \
                store v2, @out, align 8\n  store v7, v5, align 8\n  store v4, v6, align 8\n  ret void\n}\n";
    let mut random = Random::new(6);
    for _ in 0..200 {
        let x = doubles(&mut random);
        let mut bench = Bench::of_text(text);
        assert_eq!(bench.run("f", &[Value::Word(x)]), EXIT);
        let [fraction, exponent, again] = [0, 8, 16].map(|offset| bench.out(offset, 64).word().expect("known"));
        let (number, fraction, exponent) = (f64::from_bits(x), f64::from_bits(fraction), exponent as i64);
        if number.is_nan() {
            continue;
        }
        assert_eq!(again, x, "{number:e}");
        if number == 0.0 || number.is_infinite() {
            assert_eq!((fraction, exponent), (number, 0));
        } else {
            assert!((0.5..1.0).contains(&fraction.abs()) && (-1073..=1024).contains(&exponent), "{number:e}");
        }
    }
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    let text = "declare i64 @llvm.vscale.i64()\ndefine void @f() {\nblock0:\n  v0: i64 = call @llvm.vscale.i64()\n  \
                ret void\n}\n";
    let ending = Bench::of_text(text).run("f", &[]);
    assert!(matches!(&ending, Ending::Unsupported(what) if what.contains("llvm.vscale")), "{ending:?}");
}
