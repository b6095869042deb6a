//! Solvers that behave, and programs that do not.

use super::*;
use crate::stats::Stats;
use crate::verdict::Budget;
use braid_expr::{ArrayKind, SymbolClass};

const LIMIT: Duration = Duration::from_millis(500);

fn ask(pipe: &mut Pipe, pool: &mut ExprPool, conjuncts: &[ExprId]) -> Verdict {
    let mut stats = Stats::default();
    let mut diagrams = braid_guard::Diagrams::default();
    let mut workspace = Workspace { pool, stats: &mut stats, diagrams: &mut diagrams };
    pipe.check(&mut workspace, Query { conjuncts, whole: None, budget: Budget::default(), near: None })
}

fn fault(command: &[&str]) -> ProcessFault {
    let mut pipe = Pipe::new("", LIMIT);
    pipe.command = command.iter().map(|&part| part.to_owned()).collect();
    let mut pool = ExprPool::new();
    let x = pool.symbol("x", 8, SymbolClass::Input);
    let five = pool.bv(8, 5);
    let equal = pool.eq(x, five);
    match ask(&mut pipe, &mut pool, &[equal]) {
        Verdict::Unknown(Reason::Process(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_that_misbehaves_is_unknown_with_the_reason() {
    assert!(matches!(fault(&["braid-no-such-solver"]), ProcessFault::NotStarted(_)));
    assert!(matches!(fault(&[]), ProcessFault::NotStarted(_)));
    assert!(matches!(fault(&["sh", "-c", "exit 3"]), ProcessFault::Died(_)));
    assert!(matches!(fault(&["sleep", "60"]), ProcessFault::TimedOut));
    assert!(matches!(fault(&["sh", "-c", "echo unknown; exec sleep 60"]), ProcessFault::GaveUp(_)));
    for nonsense in ["maybe", "(error \"no\")", "(((((", "sat\\n((x #x0000))", "sat\\n42", "\\0377\\0376"] {
        let script = format!("printf '{nonsense}\\n'; exec sleep 60");
        let fault = fault(&["sh", "-c", &script]);
        assert!(matches!(fault, ProcessFault::Garbled(_) | ProcessFault::TimedOut), "{nonsense}: {fault:?}");
    }
}

#[test]
fn a_wrong_model_is_not_an_answer() {
    let mut pipe = Pipe::new("", LIMIT);
    pipe.command = ["sh", "-c", "echo sat; echo '((x #x06))'; exec sleep 60"].map(str::to_owned).into();
    let mut pool = ExprPool::new();
    let x = pool.symbol("x", 8, SymbolClass::Input);
    let five = pool.bv(8, 5);
    let equal = pool.eq(x, five);
    let verdict = ask(&mut pipe, &mut pool, &[equal]);
    assert!(matches!(verdict, Verdict::Unknown(Reason::WrongModel { .. })), "{verdict:?}");
}

#[test]
fn a_large_query_does_not_block_on_a_program_that_does_not_read() {
    let mut pool = ExprPool::new();
    let mut pipe = Pipe::new("sleep 60", LIMIT);
    let conjuncts: Vec<_> = (0..20_000u64)
        .map(|i| {
            let x = pool.symbol(&format!("x{i}"), 32, SymbolClass::Input);
            let value = pool.bv(32, i);
            pool.ult(x, value)
        })
        .collect();
    let verdict = ask(&mut pipe, &mut pool, &conjuncts);
    assert!(matches!(verdict, Verdict::Unknown(Reason::Process(ProcessFault::TimedOut))), "{verdict:?}");
}

#[test]
fn z3_answers_with_models_of_words_arrays_and_quantifiers() {
    let mut pipe = Pipe::new("z3 -in", Duration::from_secs(20));
    let mut pool = ExprPool::new();
    let s = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
    let s = pool.base(s);
    let (k, n) = (pool.symbol("k", 32, SymbolClass::Input), pool.symbol("n", 32, SymbolClass::Input));
    // s[s[n]] = 7, 3 ≤ k ≤ 9, and s[i] = 97 for 1 ≤ i ≤ k.
    let inner = pool.read(s, n);
    let inner = pool.zext(inner, 32);
    let outer = pool.read(s, inner);
    let seven = pool.bv(8, 7);
    let nested = pool.eq(outer, seven);
    let (three, nine) = (pool.bv(32, 3), pool.bv(32, 9));
    let (low, high) = (pool.ule(three, k), pool.ule(k, nine));
    let i = pool.bound(32);
    let (cell, letter) = (pool.read(s, i), pool.bv(8, 97));
    let body = pool.eq(cell, letter);
    let all = pool.forall(k, body).unwrap();
    let verdict = ask(&mut pipe, &mut pool, &[nested, low, high, all]);
    assert!(verdict.is_sat(), "{verdict:?}");
    let contradiction = pool.not(nested);
    assert!(ask(&mut pipe, &mut pool, &[nested, contradiction]).is_unsat());
}
