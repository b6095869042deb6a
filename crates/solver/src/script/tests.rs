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
