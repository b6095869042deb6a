//! Floating point: what is exact on unknowns agrees with the host, and the rest is counted.

use braid_exec::{Ending, FaultKind, FloatChecks};
use braid_expr::SymbolClass;
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
            // What is left open is chosen alike here: the bits of NaNs, the sign of a zero, whether a product is fused.
            let result = concrete.out(0, 64);
            let expected = concrete.value_if(result, &[]);
            let found = symbolic.value_if(term, &[(a, x), (b, y)]);
            let same = found == expected || (*kind == "double" && is_nan(found) && is_nan(expected));
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
fn functions_that_nobody_rounds_exactly_are_within_bounds() {
    let text = "@out = global double 0.0\ndeclare double @llvm.exp.f64(double)\ndefine void @f(double v0) {\nblock0:\n  \
                v1: double = call @llvm.exp.f64(v0)\n  store v1, @out, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    let a = bench.unknown("a", 64);
    assert_eq!(bench.run("f", &[a]), EXIT);
    assert!(bench.exec.incomplete.is_empty() && bench.exec.warnings.is_empty());
    let term = bench.out(0, 64);
    let value = |x: f64| f64::from_bits(bench.value_if(term, &[(a, x.to_bits())]));
    assert_eq!((value(0.0), value(-0.0)), (1.0, 1.0));
    assert!((0.36..0.61).contains(&value(-0.75)) && value(f64::NAN).is_nan() && value(-1e9) < 1e-300);
    let mut known = Bench::of_text(text);
    assert_eq!(known.run("f", &[Value::Word(0.5_f64.to_bits())]), EXIT);
    assert_eq!(known.out(0, 64), Value::Word(0.5_f64.exp().to_bits()));
    let rows = known.exec.warnings.rows();
    assert!(rows.len() == 1 && rows[0].reason.starts_with("exp: computed by this machine"), "{rows:?}");
}

/// The symbols of a class in a term.
fn symbols_of(bench: &Bench, term: Value, class: SymbolClass) -> Vec<Value> {
    let Value::Term(term) = term else { return Vec::new() };
    let (pool, mut open, mut seen, mut found) = (&bench.exec.pool, vec![term], Vec::new(), Vec::new());
    while let Some(term) = open.pop() {
        if !pool.has_class(term, class) || seen.contains(&term) {
            continue;
        }
        seen.push(term);
        match pool.children(term) {
            children if children.is_empty() => found.push(Value::Term(term)),
            children => open.extend(children),
        }
    }
    found
}

/// Whatever the library of this machine gives, the bounds let it be.
#[test]
fn the_values_of_the_library_are_among_those_that_its_bounds_allow() {
    const ONE: &[&str] =
        &["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "log", "log2", "log10"];
    let one = ONE.iter().map(|name| (*name, false));
    let mut random = Random::new(9);
    for (name, takes_two) in one.chain([("pow", true), ("atan2", true)]) {
        for (kind, suffix, bits) in [("double", "f64", 64), ("float", "f32", 32)] {
            let (takes, args) = if takes_two { (format!("{kind}, {kind}"), "v0, v1") } else { (kind.to_owned(), "v0") };
            let text = format!(
                "@out = global {kind} 0.0\ndeclare {kind} @llvm.{name}.{suffix}({takes})\n\
                 define void @f({kind} v0, {kind} v1) {{\nblock0:\n  v2: {kind} = call @llvm.{name}.{suffix}({args})\n  \
                 store v2, @out, align 4\n  ret void\n}}\n"
            );
            let mut symbolic = Bench::of_text(&text);
            let (a, b) = (symbolic.unknown("a", bits), symbolic.unknown("b", bits));
            assert_eq!(symbolic.run("f", &[a, b]), EXIT);
            let term = symbolic.out(0, bits);
            let found = symbols_of(&symbolic, term, SymbolClass::Abstract);
            assert_eq!(found.len(), 1, "{name}");
            for _ in 0..150 {
                let some = |random: &mut Random| {
                    let x = if corner(random, 1) == 0 {
                        (corner(random, 20) as f64 - 5e5) / 65536.0
                    } else {
                        f64::from_bits(doubles(random))
                    };
                    if bits == 64 { x.to_bits() } else { u64::from((x as f32).to_bits()) }
                };
                let (x, y) = (some(&mut random), some(&mut random));
                let mut concrete = Bench::of_text(&text);
                assert_eq!(concrete.run("f", &[Value::Word(x), Value::Word(y)]), EXIT);
                let result = concrete.out(0, bits);
                let expected = concrete.value_if(result, &[]);
                let value = symbolic.value_if(term, &[(a, x), (b, y), (found[0], expected)]);
                let number =
                    |of: u64| if bits == 64 { f64::from_bits(of) } else { f64::from(f32::from_bits(of as u32)) };
                let same = value == expected || (number(value).is_nan() && number(expected).is_nan());
                let text = format!("{name} of {:e} and {:e}", number(x), number(y));
                assert!(same, "{text}: {:e} and not {:e}", number(value), number(expected));
            }
        }
    }
}

#[test]
fn conversions_that_do_not_fit_have_no_result() {
    let text = "@out = global i32 0\ndefine void @f(double v0) {\nblock0:\n  v1: i32 = fptosi v0\n  \
                store v1, @out, align 4\n  ret void\n}\n";
    for (number, expected) in [
        (1.9, Some(1)),
        (-1.9, Some(u64::from(u32::MAX))),
        (3e9, None),
        (f64::NAN, None),
        (-2147483648.9, Some(1 << 31)),
    ] {
        let mut bench = Bench::of_text(text);
        assert_eq!(bench.run("f", &[Value::Word(number.to_bits())]), EXIT);
        let result = bench.out(0, 32);
        assert_eq!(result.word(), expected, "{number}");
        if let Value::Term(term) = result {
            assert!(bench.exec.pool.has_class(term, SymbolClass::Poison), "{number}");
        }
    }
}

/// Functions that differ in what their targets have; where nothing is said, that of unknown numbers is open.
#[test]
fn products_are_fused_as_the_target_has_it() {
    // 1 + 2^-30, whose square has a last bit that only one rounding keeps.
    let x = 1.0 + 2f64.powi(-30);
    let (apart, fused) = (x * x - 1.0, x.mul_add(x, -1.0));
    assert_ne!(apart, fused);
    let (x86, arm) = ("target triple = \"x86_64-pc-linux-gnu\"\n", "target triple = \"aarch64-unknown-linux-gnu\"\n");
    for (triple, features, expected, is_open) in [
        ("", "", apart, true),
        ("", " target_features", apart, false),
        ("", " target_features target_fma", fused, false),
        (x86, "", apart, false),
        (x86, " target_features target_fma", fused, false),
        (arm, " target_features", fused, false),
    ] {
        let text = format!(
            "{triple}@out = global double 0.0\ndeclare double @llvm.fmuladd.f64(double, double, double)\n\
             define void @f(double v0, double v1){features} {{\nblock0:\n  \
             v2: double = call @llvm.fmuladd.f64(v0, v0, v1)\n  store v2, @out, align 8\n  ret void\n}}\n"
        );
        let mut bench = Bench::of_text(&text);
        assert_eq!(bench.run("f", &[x, -1.0].map(|number| Value::Word(number.to_bits()))), EXIT);
        assert_eq!(bench.out(0, 64).word(), Some(expected.to_bits()), "{triple}{features}");
        let mut bench = Bench::of_text(&text);
        let unknown = bench.unknown("a", 64);
        assert_eq!(bench.run("f", &[unknown, Value::Word((-1.0_f64).to_bits())]), EXIT);
        let (result, other) = (bench.out(0, 64), if is_open { fused } else { expected });
        let open = symbols_of(&bench, result, SymbolClass::Unspecified);
        for (chosen, expected) in [(0, expected), (1, other)] {
            let choices = open.iter().map(|&symbol| (symbol, chosen)).chain([(unknown, x.to_bits())]);
            let value = bench.value_if(result, &choices.collect::<Vec<_>>());
            assert_eq!(value, expected.to_bits(), "{triple}{features}");
        }
    }
}

#[test]
fn the_bits_of_a_nan_are_no_part_of_what_is_computed_from_it() {
    let text = "@out = global [3 x double] zeroinitializer\ndefine void @f(double v0, double v1) {\nblock0:\n  \
                v2: double = fdiv v0, v1\n  v3: double = fadd v2, v2\n  v4: double = fneg v3\n  v5: i1 = fcmp uno v4, v4\n  \
                v6: double = uitofp v5\n  v7: ptr = ptradd @out, i64 8\n  v8: ptr = ptradd @out, i64 16\n  \
                store v2, @out, align 8\n  store v4, v7, align 8\n  store v6, v8, align 8\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    assert_eq!(bench.run("f", &[Value::Word(0), Value::Word(0)]), EXIT);
    let known = [0, 8, 16].map(|offset| bench.out(offset, 64).word());
    assert_eq!(known, [0xfff8 << 48, 0x7ff8 << 48, 1.0_f64.to_bits()].map(Some), "of known numbers it is x86's");
    let mut bench = Bench::of_text(text);
    let a = bench.unknown("a", 64);
    assert_eq!(bench.run("f", &[a, a]), EXIT);
    let [quotient, sum, is_nan] = [0, 8, 16].map(|offset| bench.out(offset, 64));
    let is_open =
        |value| matches!(value, Value::Term(term) if bench.exec.pool.has_class(term, SymbolClass::Unspecified));
    assert!(
        is_open(quotient) && is_open(sum) && !is_open(is_nan) && quotient != sum,
        "each operation chooses for itself"
    );
    for (value, expected) in [(quotient, 0x7ff8 << 48), (sum, 0xfff8 << 48), (is_nan, 1.0_f64.to_bits())] {
        assert_eq!(bench.value_if(value, &[(a, 0)]), expected, "there is no payload to take over");
    }
}

/// A choice as joins make it, of a known number and an unknown one: each source has the bits that it would have alone.
#[test]
fn the_bits_of_a_nan_are_chosen_for_each_source_of_a_join() {
    let text = "@out = global double 0.0\ndefine void @f(double v0) {\nblock0:\n  v1: double = fadd v0, v0\n  \
                v2: double = fsub v1, v1\n  v3: double = fdiv v2, v2\n  store v3, @out, align 8\n  ret void\n}\n";
    let result = |source: bool| {
        let mut bench = Bench::of_text(text);
        let (which, x) = (bench.unknown("which", 1), bench.unknown("x", 64));
        let [condition, other] = [(which, 1), (x, 64)].map(|(value, bits)| value.term(&mut bench.exec.pool, bits));
        let known = bench.exec.pool.bv(64, 1.0_f64.to_bits());
        let joined = Value::Term(bench.exec.pool.ite(condition, known, other));
        assert_eq!(bench.run("f", &[joined]), EXIT);
        let result = bench.out(0, 64);
        bench.value_if(result, &[(which, source.into()), (x, 1.0_f64.to_bits())])
    };
    assert_eq!(result(true), 0xfff8 << 48, "x86's sign");
    assert_eq!(result(false), 0x7ff8 << 48, "an open sign that nobody gives is 0");
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
        let number = f64::from_bits(x);
        if number.is_nan() {
            continue;
        }
        let [fraction, exponent, again] = [0, 8, 16].map(|offset| bench.out(offset, 64).word().expect("known"));
        let (fraction, exponent) = (f64::from_bits(fraction), exponent as i64);
        assert_eq!(again, x, "{number:e}");
        if number == 0.0 || number.is_infinite() {
            assert_eq!((fraction, exponent), (number, 0));
        } else {
            assert!((0.5..1.0).contains(&fraction.abs()) && (-1073..=1024).contains(&exponent), "{number:e}");
        }
    }
}

#[test]
fn fractions_and_powers_of_unknowns_are_exact() {
    let text = |by: i32| {
        format!(
            "@out = global [3 x i64] zeroinitializer\ndeclare {{ double, i32 }} @llvm.frexp.f64.i32(double)\n\
         declare double @llvm.ldexp.f64.i32(double, i32)\ndefine void @f(double v0) {{\nblock0:\n  \
         v1: {{ double, i32 }} = call @llvm.frexp.f64.i32(v0)\n  v2: double = extractvalue v1, 0\n  \
         v3: i32 = extractvalue v1, 1\n  v4: double = call @llvm.ldexp.f64.i32(v0, {by})\n  \
         v5: ptr = ptradd @out, i64 8\n  v6: ptr = ptradd @out, i64 16\n  v7: i64 = sext v3\n  \
         store v2, @out, align 8\n  store v7, v5, align 8\n  store v4, v6, align 8\n  ret void\n}}\n"
        )
    };
    let mut random = Random::new(7);
    for by in [0, 3, -1, 1023, 1024, 2100, -1022, -1023, -1074, -1080, -2150, 5000, -5000] {
        let mut symbolic = Bench::of_text(&text(by));
        let a = symbolic.unknown("a", 64);
        assert_eq!(symbolic.run("f", &[a]), EXIT);
        assert!(symbolic.exec.incomplete.is_empty(), "nothing is chosen");
        let terms = [0, 8, 16].map(|offset| symbolic.out(offset, 64));
        for _ in 0..60 {
            let x = doubles(&mut random);
            if is_nan(x) {
                continue;
            }
            let mut concrete = Bench::of_text(&text(by));
            assert_eq!(concrete.run("f", &[Value::Word(x)]), EXIT);
            for (offset, term) in [0, 8, 16].into_iter().zip(terms) {
                let expected = concrete.out(offset, 64).word().expect("known");
                assert_eq!(symbolic.value_if(term, &[(a, x)]), expected, "{x:x} by {by}, part {offset}");
            }
        }
    }
}

#[test]
fn the_pair_of_doubles_is_refused_by_name() {
    let text = "define void @f(ppc_fp128 v0) {\nblock0:\n  v1: ppc_fp128 = fadd v0, v0\n  ret void\n}\n";
    let mut bench = Bench::of_text(text);
    let number = Value::Term(bench.exec.pool.bv_wide(128, &[1 << 62, 0]));
    let ending = bench.run("f", &[number]);
    assert!(matches!(&ending, Ending::Unsupported(what) if what.contains("floating-point format")), "{ending:?}");
}

#[test]
fn licences_to_be_inexact_are_named() {
    for (flags, named) in [("", None), ("nnan ninf ", None), ("reassoc nsz ", Some("fast-math (reassoc, nsz)"))] {
        let text = format!(
            "@out = global double 0.0\ndefine void @f(double v0) {{\nblock0:\n  v1: double = fadd {flags}v0, v0\n  \
             store v1, @out, align 8\n  ret void\n}}\n"
        );
        let mut bench = Bench::of_text(&text);
        assert_eq!(bench.run("f", &[Value::Word(1.5_f64.to_bits())]), EXIT);
        assert_eq!(bench.out(0, 64), Value::Word(3.0_f64.to_bits()));
        let rows = bench.exec.incomplete.rows();
        assert_eq!(rows.first().map(|row| row.reason.split(':').next().unwrap_or_default()), named);
    }
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    let text = "declare i64 @llvm.vscale.i64()\ndefine void @f() {\nblock0:\n  v0: i64 = call @llvm.vscale.i64()\n  \
                ret void\n}\n";
    let ending = Bench::of_text(text).run("f", &[]);
    assert!(matches!(&ending, Ending::Unsupported(what) if what.contains("llvm.vscale")), "{ending:?}");
}
