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
