//! Scripts as users write them, with the answers that other solvers give.

use super::*;

fn run(text: &str) -> String {
    let mut script = Script::new(Solver::new());
    let mut all = String::new();
    if let Err(error) = script.run(text, &mut |answer| all.push_str(answer)) {
        all.push_str(&format!("error: {}\n", complaint(text, Position::START, &error)));
    }
    all
}

#[test]
fn levels_hold_assertions_and_names() {
    let text = "(set-logic QF_BV)(declare-const x (_ BitVec 8))(push 1)(assert (bvult x #x05))(declare-const y Bool)
        (assert (= x #x07))(check-sat)(pop 1)(declare-const y (_ BitVec 4))(assert (= x #x07))(check-sat)
        (get-value (x (bvadd x #x01)))(get-model)";
    let expected = "unsat\nsat\n((x #x07)\n ((bvadd x #x01) #x08))\n(\n  (define-fun x () (_ BitVec 8) #x07)\n  \
        (define-fun y () (_ BitVec 4) #x0)\n)\n";
    assert_eq!(run(text), expected);
}

#[test]
fn assumptions_that_cannot_hold_are_named() {
    let text = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(assert (=> a (not b)))
        (check-sat-assuming (a b c))(get-unsat-assumptions)(check-sat-assuming (a c))(check-sat)";
    assert_eq!(run(text), "unsat\n(a b)\nsat\nsat\n");
}

#[test]
fn named_assertions_make_a_core() {
    let text = "(declare-const x (_ BitVec 8))(assert (! (bvult x #x05) :named low))(assert (! (bvult #x09 x) :named |very high|))
        (assert (! (= x x) :named same))(check-sat)(get-unsat-core)";
    assert_eq!(run(text), "unsat\n(low |very high|)\n");
}

#[test]
fn arrays_have_values() {
    let text = "(declare-const s (Array (_ BitVec 4) (_ BitVec 8)))(declare-const i (_ BitVec 4))
        (assert (= (select (store s i #x41) #x3) #x41))(assert (= i #x3))(assert (= (select s #x7) #x42))(check-sat)
        (get-value ((select s #x7) (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x01) i #x05)))";
    let expected = "sat\n(((select s #x7) #x42)\n ((store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x01) i #x05) \
        (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x01) #x3 #x05)))\n";
    assert_eq!(run(text), expected);
}

#[test]
fn functions_with_parameters_are_expanded() {
    let text = "(declare-const x (_ BitVec 8))(define-fun twice ((a (_ BitVec 8))) (_ BitVec 8) (bvadd a a))
        (define-sort Byte () (_ BitVec 8))(declare-const y Byte)
        (assert (= (twice (twice x)) #x14))(assert (bvult x #x20))(assert (= y (twice #x02)))(check-sat)(get-value (x y))";
    assert_eq!(run(text), "sat\n((x #x05)\n (y #x04))\n");
}

#[test]
fn complaints_have_line_and_column_and_end_the_script() {
    let cases = [
        ("(check-sat)\n(assert z)\n(check-sat)", "sat\nerror: line 2 column 9: unknown symbol 'z'\n"),
        ("(assert", "error: line 1 column 1: the text ends inside a command\n"),
        ("(frob)", "error: line 1 column 2: unsupported: the command 'frob'\n"),
        ("(pop 1)", "error: line 1 column 1: pop 1 of 0 levels\n"),
        ("(declare-fun f (Bool) Bool)", "error: line 1 column 1: unsupported: uninterpreted functions\n"),
        ("(declare-const x Int)", "error: line 1 column 18: unsupported: the sort 'Int'\n"),
        ("(declare-const x Bool)(declare-const x Bool)", "error: line 1 column 38: 'x' is already declared\n"),
        ("x", "error: line 1 column 1: expected a command\n"),
        ("(get-model)", "error: line 1 column 1: the last command that changed anything was no check answered sat\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(run(text), expected, "{text}");
    }
    assert!(run("(set-logic QF_LIA)").contains("unsupported: the logic 'QF_LIA'; known are QF_BV"));
}

#[test]
fn small_courtesies() {
    assert_eq!(
        run("(set-option :print-success true)(set-info :a b)(echo \"a\"\"b\")(exit)(check-sat)"),
        "success\nsuccess\na\"b\n"
    );
    assert_eq!(run("(get-info :name)(reset)(get-option :produce-models)"), "(:name \"Braid\")\ntrue\n");
}

#[test]
fn commands_are_cut_out_of_a_stream() {
    let text = "(a \"(\" |)| ; )\n) (b) (c";
    let mut splitter = Splitter::new();
    let mut pieces = Vec::new();
    for byte in text.bytes() {
        splitter.feed(&[byte]);
        pieces.extend(splitter.take_commands().map(|piece| String::from_utf8(piece).unwrap()));
    }
    assert_eq!(pieces, ["(a \"(\" |)| ; )\n)", " (b)"]);
    assert_eq!(splitter.finish(), b" (c");
}

#[test]
fn floating_point_numbers_have_values() {
    let text = "(set-logic QF_FP)(declare-const x Float32)(declare-const m RoundingMode)(declare-const n Float16)
        (define-fun twice ((a Float32)) Float32 (fp.add RNE a a))
        (assert (= (twice x) ((_ to_fp 8 24) RNE 3.0)))(assert (fp.isNaN n))
        (assert (not (= (fp.mul m ((_ to_fp 5 11) RNE 0.1) ((_ to_fp 5 11) RNE 0.1))
                        (fp.mul RNE ((_ to_fp 5 11) RNE 0.1) ((_ to_fp 5 11) RNE 0.1)))))
        (assert (not (= m RTZ)))(assert (not (= m RTN)))(check-sat)
        (get-value (x n m ((_ fp.to_sbv 8) RNE x) (fp #b0 #b01111 #b0000000000)))";
    let expected = "sat\n((x (fp #b0 #b01111111 #b10000000000000000000000))\n (n (_ NaN 5 11))\n (m RTP)\n \
        (((_ fp.to_sbv 8) RNE x) #x02)\n ((fp #b0 #b01111 #b0000000000) (fp #b0 #b01111 #b0000000000)))\n";
    assert_eq!(run(text), expected);
}

#[test]
fn floating_point_has_its_complaints() {
    let cases = [
        ("(declare-const x (_ FloatingPoint 1 8))", "line 1 column 18: unsupported: numbers with 1 bits of exponent"),
        ("(declare-const x (_ FloatingPoint 16 8))", "line 1 column 18: unsupported: numbers with 16 bits of exponent"),
        ("(declare-const x Float80)", "line 1 column 18: unsupported: the sort 'Float80'"),
        ("(declare-const x Float32)(assert (fp.eq (fp.add RNX x x) x))", "line 1 column 49: unknown symbol 'RNX'"),
        ("(declare-const x Float32)(assert (fp.eq (fp.add x x x) x))", "expected RoundingMode"),
        ("(declare-const x Float32)(assert (fp.lt x ((_ to_fp 5 11) RNE 1.0)))", "expected (_ FloatingPoint 8 24)"),
        ("(declare-const x Float32)(assert (= x 1.0))", "found a term of sort Real"),
        ("(assert (= ((_ to_fp 5 11) RNE (/ 1 0)) (_ NaN 5 11)))", "unsupported: a quotient by zero"),
    ];
    for (text, expected) in cases {
        assert!(run(text).contains(expected), "{text}: {}", run(text));
    }
}

/// Facts refute, quotients of at most 64 bits have a circuit, single results are told beyond; what takes more than that is unknown.
#[test]
fn remainders_of_doubles_are_answered_as_far_as_their_circuit() {
    let ask = |assertions: &str| {
        run(&format!(
            "(declare-const x Float64)(declare-const y Float64)
            {assertions}(check-sat)(get-info :reason-unknown)"
        ))
    };
    let number = |text: &str| format!("((_ to_fp 11 53) RNE {text})");
    let power = |zeros: usize| number(&format!("1{}.0", "0".repeat(zeros)));
    let far = format!("(assert (fp.lt {} x))(assert (fp.lt x {}))", power(60), power(61));
    let (three, half, one) = (number("3.0"), number("0.5"), number("1.0"));
    let cases = [
        ("(assert (= (fp.rem x y) x))(assert (fp.lt y x))(assert (fp.isPositive y))".to_owned(), "unsat"),
        (
            format!(
                "(assert (= (fp.rem x {three}) {one}))(assert (fp.lt {} x))(assert (fp.lt x {}))",
                number("100.0"),
                number("200.0")
            ),
            "sat",
        ),
        (
            format!(
                "(assert (= (fp.rem x {three}) {half}))(assert (= x (fp.roundToIntegral RNE x)))(assert (fp.lt {one} x))(assert (fp.lt x {}))",
                number("40.0")
            ),
            "unsat",
        ),
        (format!("{far}(assert (= (fp.rem x {three}) {half}))"), "whose quotient has more than 64 bits"),
    ];
    for (text, expected) in cases {
        assert!(ask(&text).contains(expected), "{text}: {}", ask(&text));
    }
}

/// Where the standard leaves a result open there is a model for each result, but equal operands have equal ones.
#[test]
fn what_the_standard_leaves_open_is_open() {
    let declarations =
        "(declare-const x Float16)(declare-const y Float16)(declare-const z Float128)(declare-const m RoundingMode)
        (define-fun whole ((a Float16)) (_ BitVec 8) ((_ fp.to_ubv 8) RTZ a))";
    let cases = [
        (
            "(and (fp.isZero x) (fp.isZero y) (distinct x y) (= (fp.min x y) (fp.min y x) (fp.max x y) (fp.max y x)))",
            "sat",
        ),
        ("(distinct (fp.min (_ +zero 5 11) (_ -zero 5 11)) (fp.min (_ -zero 5 11) (_ +zero 5 11)))", "sat"),
        ("(and (= x y) (distinct (fp.max x (_ +zero 5 11)) (fp.max y (_ +zero 5 11))))", "unsat"),
        ("(and (fp.isZero x) (not (fp.isZero (fp.max x y))) (fp.isZero y))", "unsat"),
        ("(and (fp.isNegative x) (fp.isNegative (fp.max x ((_ to_fp 5 11) RNE 2.0))))", "unsat"),
        ("(and (fp.isNaN x) (distinct ((_ fp.to_sbv 8) RNE x) ((_ fp.to_ubv 8) RNE x)))", "sat"),
        ("(= ((_ fp.to_ubv 8) m ((_ to_fp 5 11) RNE 256.0)) #x42)", "sat"),
        ("(distinct ((_ fp.to_ubv 8) m ((_ to_fp 5 11) RNE 255.0)) #xff)", "unsat"),
        ("(= ((_ fp.to_ubv 8) m ((_ to_fp 5 11) RNE 255.5)) #x17)", "sat"),
        ("(= ((_ fp.to_ubv 8) RTN ((_ to_fp 5 11) RNE 255.5)) #x17)", "unsat"),
        ("(and (= x y) (distinct ((_ fp.to_sbv 70) m x) ((_ fp.to_sbv 70) m y)))", "unsat"),
        ("(and (= x y (_ -oo 5 11)) (distinct ((_ fp.to_sbv 70) RNE x) ((_ fp.to_sbv 70) RTZ y)))", "sat"),
        ("(and (fp.isInfinite x) (fp.isInfinite y) (distinct (whole x) (whole y)))", "sat"),
        (
            "(and (fp.isInfinite x) (fp.isNegative x) (fp.isInfinite y) (fp.isNegative y) (distinct (whole x) (whole y)))",
            "unsat",
        ),
        ("(and (fp.isInfinite z) (distinct ((_ fp.to_ubv 8) m z) ((_ fp.to_ubv 8) m (fp.neg z))))", "sat"),
        ("(and (fp.isNaN z) (distinct ((_ fp.to_ubv 8) m z) ((_ fp.to_ubv 8) m (fp.neg z))))", "unsat"),
    ];
    for (formula, expected) in cases {
        assert_eq!(run(&format!("{declarations}(assert {formula})(check-sat)")), format!("{expected}\n"), "{formula}");
    }
}

/// z3's way to write a number: a real times a power of two.
#[test]
fn numbers_may_be_scaled_by_powers_of_two() {
    let text =
        "(set-logic QF_FPBV)(declare-const x Float64)(assert (= x ((_ to_fp 11 53) RNE 1.5 (- 1074))))(check-sat)
        (assert (= x ((_ to_fp 11 53) RNE (- 1.25) 10)))(check-sat)(get-value (((_ to_fp 5 11) RTP (- 1.25) 10)))";
    assert_eq!(
        run(text),
        "sat\nunsat\nerror: line 2 column 68: the last command that changed anything was no check answered sat\n"
    );
    let text = "(check-sat)(get-value (((_ to_fp 5 11) RNE (- 1.25) 10) ((_ to_fp 5 11) RNE 3 (- 1))))";
    let expected = "sat\n((((_ to_fp 5 11) RNE (- 1.25) 10) (fp #b1 #b11001 #b0100000000))\n \
        (((_ to_fp 5 11) RNE 3 (- 1)) (fp #b0 #b01111 #b1000000000)))\n";
    assert_eq!(run(text), expected);
    assert!(run("(assert (= ((_ to_fp 5 11) RNE 1 0.5) (_ NaN 5 11)))").contains("a power of two of this size"));
    assert!(run("(assert (= ((_ to_fp 5 11) RNE 1 99999999999999999999) (_ NaN 5 11)))").contains("of this size"));
}

/// What is written for other solvers says what the integer of every number is, so that nothing of it is open when it is read.
#[test]
fn written_conversions_to_integers_leave_nothing_open() {
    use braid_expr::{Format, Rounding, SymbolClass};
    for (width, signed) in [(8, true), (8, false), (16, true), (16, false), (17, true), (64, true), (64, false)] {
        for bits in [0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff, 0xb800, 0x5bf8, 0xd80c] {
            let mut pool = ExprPool::new();
            let x = pool.symbol("x", 16, SymbolClass::Input);
            let number = pool.bv(16, bits);
            let [integer, known] =
                [x, number].map(|a| pool.float_to_int(Format::HALF, Rounding::NearestEven, a, width, signed));
            let (same, is_known) = (pool.eq(x, number), pool.eq(integer, known));
            let differs = pool.not(is_known);
            let text = braid_expr::smt::print::script(&pool, &[same, differs]).to_string();
            assert_eq!(run(&text), "unsat\n", "{bits:x} to {width} bits, signed: {signed}\n{text}");
        }
    }
}
