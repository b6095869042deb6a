//! Reading terms: values of closed terms against SMT-LIB's definitions, and complaints with their places.

use super::*;
use crate::{ExprPool, Node, Op};

const DECLARATIONS: &[(&str, Sort)] = &[
    ("x", Sort::Bits(8)),
    ("y", Sort::Bits(8)),
    ("k", Sort::Bits(32)),
    ("p", Sort::Bool),
    ("s", Sort::Array { index: 32, element: 8 }),
    ("t", Sort::Array { index: 32, element: 8 }),
    ("small", Sort::Array { index: 2, element: 8 }),
];

fn read(pool: &mut ExprPool, text: &str) -> Result<Term, SmtError> {
    let mut scope = Scope::new();
    for &(name, sort) in DECLARATIONS {
        scope.declare(pool, name, sort);
    }
    let mut sexprs = Sexprs::new(text);
    assert!(Reader::new(text)?.read(&mut sexprs)?);
    scope.term(pool, &sexprs, 0)
}

fn formula(pool: &mut ExprPool, text: &str) -> crate::ExprId {
    match read(pool, text) {
        Ok(Term::Bool(e)) => e,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn closed_terms_have_the_value_that_smt_lib_gives_them() {
    let truths = [
        "(= (bvadd #x01 #xff) #x00)",
        "(= (bvand #xf0 #x3c #xff) #x30)",
        "(= (bvsdiv #xf8 #x03) #xfe)",
        "(= (bvsmod #xf8 #x03) #x01)",
        "(= (bvsmod #x08 #xfd) #xff)",
        "(= (bvsmod #x09 #xfd) #x00)",
        "(= (bvudiv #x08 #x00) #xff)",
        "(= (bvnand #xf0 #xff) #x0f)",
        "(= (bvcomp #x01 #x01) #b1)",
        "(= ((_ extract 6 3) #b01101000) #b1101)",
        "(= ((_ rotate_left 3) #b10010110) #b10110100)",
        "(= ((_ rotate_right 11) #b10010110) #b11010010)",
        "(= ((_ repeat 3) #b10) #b101010)",
        "(= ((_ sign_extend 4) #x8) #xf8)",
        "(= (concat #b1 #b0 #b1) #b101)",
        "(= (_ bv340282366920938463463374607431768211455 128) #xffffffffffffffffffffffffffffffff)",
        "(bvuaddo #xff #x01)",
        "(not (bvsaddo #xff #x01))",
        "(bvsaddo #x7f #x01)",
        "(bvusubo #x00 #x01)",
        "(not (bvssubo #x00 #x01))",
        "(bvssubo #x80 #x01)",
        "(bvumulo #x10 #x10)",
        "(bvsmulo #x10 #x08)",
        "(bvsdivo #x80 #xff)",
        "(bvnego #x80)",
        "(=> true false true)",
        "(xor true true true)",
        "(distinct #x01 #x02 #x03)",
        "(not (distinct #x01 #x02 #x01))",
        "(= #x01 #x01 #x01)",
        "(let ((a #x01) (b #x02)) (let ((a b) (b a)) (= (bvsub a b) #x01)))",
        "(= (! #x05 :named five) #x05)",
        "(= (ite (bvsgt #x7f #x80) #x01 #x02) #x01)",
    ];
    for text in truths {
        let mut pool = ExprPool::new();
        let e = formula(&mut pool, text);
        assert!(pool.is_true(e), "{text}");
    }
}

#[test]
fn a_bounded_quantifier_is_found_in_every_wording() {
    let wordings = [
        "(forall ((i (_ BitVec 32))) (=> (and (bvule #x00000001 i) (bvule i k)) (= (select s i) #x61)))",
        "(forall ((i (_ BitVec 32))) (=> (bvult #x00000000 i) (bvuge k i) (= (select s i) #x61)))",
        "(forall ((i (_ BitVec 32))) (or (bvugt i k) (not (bvuge i #x00000001)) (= (select s i) #x61)))",
        "(not (exists ((j (_ BitVec 32))) (and (bvuge j #x00000001) (bvule j k) (not (= (select s j) #x61)))))",
    ];
    for text in wordings {
        let mut pool = ExprPool::new();
        let e = formula(&mut pool, text);
        assert!(has_op(&pool, e, Op::Forall), "{text}");
    }
}

fn has_op(pool: &ExprPool, e: crate::ExprId, op: Op) -> bool {
    pool.op(e) == op || pool.children(e).into_iter().any(|child| has_op(pool, child, op))
}

#[test]
fn a_quantifier_below_an_open_bound_includes_zero_and_may_be_empty() {
    let mut pool = ExprPool::new();
    let text = "(forall ((i (_ BitVec 32))) (=> (bvult i k) (= (select s i) #x61)))";
    let e = formula(&mut pool, text);
    let k_term = pool.find_symbol("k").map(|id| pool.symbol_term(id)).unwrap();
    let mut none = crate::Substitution::new();
    let zero = pool.zero(32);
    none.replace(&pool, k_term, zero);
    let empty = none.apply(&mut pool, e).unwrap();
    assert!(pool.is_true(empty) || has_op(&pool, empty, Op::Forall), "k = 0 leaves nothing to hold");
    assert!(has_op(&pool, e, Op::Forall));
}

#[test]
fn a_choice_between_arrays_is_a_choice_between_elements() {
    let mut pool = ExprPool::new();
    for (a, b) in [
        ("(let ((a s) (b t)) (select (ite p a b) k))", "(ite p (select s k) (select t k))"),
        ("(select ((as const (Array (_ BitVec 32) (_ BitVec 8))) x) k)", "|x|"),
    ] {
        let (mut scope, mut pool) = (Scope::new(), ExprPool::new());
        for &(name, sort) in DECLARATIONS {
            scope.declare(&mut pool, name, sort);
        }
        let mut read = |text| {
            let mut sexprs = Sexprs::new(text);
            assert!(Reader::new(text).unwrap().read(&mut sexprs).unwrap());
            scope.term(&mut pool, &sexprs, 0).unwrap()
        };
        assert_eq!(read(a), read(b));
    }
    let Ok(Term::Bits(guarded)) = read(&mut pool, "(select (ite p (store s k x) s) k)") else { panic!() };
    assert!(!matches!(pool.node(guarded), Node::Const));
    // Sixty choices over one another stay linear.
    let mut text = "s".to_owned();
    for i in 0..60 {
        text = format!("(let ((a {text})) (store (ite (= x #x{i:02x}) a (store t k y)) k (bvadd y #x{i:02x})))");
    }
    let before = pool.len();
    assert!(read(&mut pool, &format!("(select {text} #x00000007)")).is_ok());
    assert!(pool.len() - before < 2000, "{}", pool.len() - before);
}

#[test]
fn complaints_name_the_place() {
    let cases = [
        ("(bvadd x k)", 0, "expected (_ BitVec 8), found a term of sort (_ BitVec 32)"),
        ("(and p x)", 0, "expected Bool, found a term of sort (_ BitVec 8)"),
        ("(not p p)", 0, "'not' does not take 2 arguments"),
        ("(bvadd x z)", 9, "unknown symbol 'z'"),
        ("(f x)", 1, "unknown symbol 'f'"),
        ("(= x 1)", 0, "expected (_ BitVec 8), found a term of sort Real"),
        ("((_ extract 8 0) x)", 0, "the number '8 0 of 8 bits' does not fit here"),
        ("(= s t)", 0, "unsupported: equality of arrays with more than 256 elements"),
        ("(let ((a)) x)", 6, "expected a name with a term"),
        ("(_ bv256 8)", 0, "the number '256' does not fit here"),
        ("((_ repeat 99999) x)", 0, "unsupported: bit-vectors of width 799992, only 1 to 65535"),
        ("(forall ((i (_ BitVec 8)) (j (_ BitVec 8))) p)", 0, "unsupported: a quantifier over other than one variable"),
        ("()", 0, "expected a term"),
    ];
    for (text, at, message) in cases {
        let error = read(&mut ExprPool::new(), text).unwrap_err();
        assert_eq!((error.at, error.problem.to_string()), (at, message.to_owned()), "{text}");
    }
    let unbounded = read(&mut ExprPool::new(), "(forall ((i (_ BitVec 32))) (= (select s i) x))").unwrap_err();
    assert!(unbounded.problem.to_string().contains("no upper bound"), "{unbounded}");
    let nested = "(forall ((i (_ BitVec 32))) (=> (bvule i k) (exists ((j (_ BitVec 8))) (= j (select s i)))))";
    let nested = read(&mut ExprPool::new(), nested).unwrap_err();
    assert!(nested.problem.to_string().contains("quantifier"), "{nested}");
}

#[test]
fn small_arrays_can_be_compared() {
    let mut pool = ExprPool::new();
    assert!(matches!(read(&mut pool, "(= small (store small #b01 x))"), Ok(Term::Bool(_))));
}

#[test]
fn deep_terms_cost_no_stack() {
    let mut pool = ExprPool::new();
    let text = format!("{}x{}", "(bvnot ".repeat(200_000), ")".repeat(200_000));
    assert!(matches!(read(&mut pool, &text), Ok(Term::Bits(_))));
    let text = format!("{}x{}", "(let ((z x)) ".repeat(50_000), ")".repeat(50_000));
    assert!(matches!(read(&mut pool, &text), Ok(Term::Bits(_))));
}
