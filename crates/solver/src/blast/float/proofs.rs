//! Facts proved at half precision by z3: the gates of a fact are written as SMT-LIB, its operands and result are numbers of z3's own.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use braid_expr::{FloatOp, Format, Operation, Rounding};

use super::*;
use crate::sat::{Limit, Outcome, VarKind};

/// Clauses that are written down and not solved.
#[derive(Default)]
struct Recorder {
    clauses: Vec<Vec<Lit>>,
    variables: u32,
}

impl Sat for Recorder {
    fn new_var(&mut self, _: VarKind) -> Lit {
        self.variables += 1;
        Lit::new(self.variables, false)
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.to_vec());
    }
    fn retreat(&mut self, _: &[Lit]) {}
    fn reset(&mut self) {}
    fn solve(&mut self, _: &[Lit], _: &[Lit], _: Limit<'_>) -> Outcome {
        Outcome::Interrupted
    }
    fn value(&self, _: Lit) -> Option<bool> {
        None
    }
    fn core(&self) -> &[Lit] {
        &[]
    }
    fn set_phase(&mut self, _: Lit) {}
    fn conflicts(&self) -> u64 {
        0
    }
    fn propagations(&self) -> u64 {
        0
    }
    fn variables(&self) -> usize {
        self.variables as usize + 1
    }
}

fn clause_text(clause: &[Lit]) -> String {
    let literal = |lit: &Lit| match (lit.as_constant(), lit.is_negated()) {
        (Some(value), _) => value.to_string(),
        (None, true) => format!("(not v{})", lit.variable()),
        (None, false) => format!("v{}", lit.variable()),
    };
    format!("(or false {})", clause.iter().map(literal).collect::<Vec<_>>().join(" "))
}

/// A word of inputs with the name that it has in a script.
type Word = (&'static str, Bits);

fn words<const N: usize>(gates: &mut Gates<Recorder>, format: Format, names: [&'static str; N]) -> [Word; N] {
    names.map(|name| (name, (0..format.width()).map(|_| gates.input()).collect()))
}

/// A script that is unsatisfiable if claims hold of applications of an operation, each the names of its operands and its result.
fn script(
    gates: &Gates<Recorder>,
    operation: Operation,
    words: &[Word],
    applications: &[[&str; 3]],
    claims: &[Vec<Lit>],
) -> String {
    let mut text = String::new();
    for variable in 1..=gates.sat.variables {
        let _ = writeln!(text, "(declare-const v{variable} Bool)");
    }
    let of = format!("{} {}", operation.format.exponent_bits(), operation.format.precision());
    for (name, word) in words {
        let _ = writeln!(text, "(declare-const {name}b (_ BitVec {}))", word.len());
        let _ = writeln!(text, "(define-fun {name} () (_ FloatingPoint {of}) ((_ to_fp {of}) {name}b))");
        for (at, bit) in word.iter().enumerate() {
            let _ = writeln!(text, "(assert (= v{} (= ((_ extract {at} {at}) {name}b) #b1)))", bit.variable());
        }
    }
    let (name, rounding) = (operation.op.name(), operation.rounding.name());
    for [x, y, z] in applications {
        let operands = if operation.op.arity() == 1 { (*x).to_owned() } else { format!("{x} {y}") };
        let _ = writeln!(text, "(assert (= {z} ({name} {rounding} {operands})))");
        let _ = writeln!(text, "(assert (=> (fp.isNaN {z}) (= {z}b #x{:04x})))", operation.format.nan());
    }
    for clause in &gates.sat.clauses {
        let _ = writeln!(text, "(assert {})", clause_text(clause));
    }
    let broken: Vec<String> = claims.iter().map(|claim| format!("(not {})", clause_text(claim))).collect();
    let _ = writeln!(text, "(assert (or false {}))\n(check-sat)", broken.join(" "));
    text
}

/// The script of a fact about an operation; none if it says nothing about it.
fn fact_script(fact: usize, operation: Operation) -> Option<String> {
    let mut gates = Gates::new(Recorder::default());
    let words = words(&mut gates, operation.format, ["x", "y", "z"]);
    let [x, y, z] = words.each_ref().map(|(_, word)| word);
    let application = gates.application(operation, x, if operation.op.arity() == 1 { x } else { y }, z);
    let claims = Gates::<Recorder>::FACTS[fact].1(&mut gates, &application);
    (!claims.is_empty()).then(|| script(&gates, operation, &words, &[["x", "y", "z"]], &claims))
}

/// The script of an operation of which nothing is claimed: it has a model.
fn claimless_script(operation: Operation) -> String {
    let mut gates = Gates::new(Recorder::default());
    let words = words(&mut gates, operation.format, ["x", "y", "z"]);
    script(&gates, operation, &words, &[["x", "y", "z"]], &[Vec::new()])
}

/// The script of the order of two results of an operation of one operand.
fn order_script(operation: Operation) -> String {
    let mut gates = Gates::new(Recorder::default());
    let words = words(&mut gates, operation.format, ["a", "b", "p", "q"]);
    let [a, b, p, q] = words.each_ref().map(|(_, word)| word);
    let [first, second] = [(a, p), (b, q)].map(|(x, z)| gates.application(operation, x, x, z));
    let claims = gates.monotone(&first, &second);
    script(&gates, operation, &words, &[["a", "a", "p"], ["b", "b", "q"]], &claims)
}

fn z3(script: &str, seconds: u32) -> String {
    let mut child = Command::new("z3")
        .args(["-in", "-smt2", &format!("-T:{seconds}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is on the PATH; tools/install-deps installs it");
    child.stdin.take().expect("piped").write_all(script.as_bytes()).expect("z3 reads");
    String::from_utf8(child.wait_with_output().expect("z3 ends").stdout).expect("z3 writes text").trim().to_owned()
}

/// Every fact about sums, products, quotients and roots, in all roundings, with `BRAID_SOAK`; else those of sums to nearest. Operands alone contradict nothing.
/// The remainders of z3 4.8 are too long at half precision; these are checked on all operands of small formats alone.
#[test]
fn z3_proves_facts_at_half_precision() {
    let is_long = std::env::var_os("BRAID_SOAK").is_some();
    let (ops, roundings): (&[FloatOp], &[Rounding]) = match is_long {
        true => (&[FloatOp::Add, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt], Rounding::ALL),
        false => (&[FloatOp::Add], &[Rounding::NearestEven]),
    };
    let mut proved = 0;
    for (&op, &rounding) in ops.iter().flat_map(|op| roundings.iter().map(move |rounding| (op, rounding))) {
        let operation = Operation::new(op, Format::HALF, rounding);
        for (fact, (name, _)) in Gates::<Recorder>::FACTS.into_iter().enumerate() {
            let Some(script) = fact_script(fact, operation) else { continue };
            assert_eq!(z3(&script, 120), "unsat", "{name} of {operation}");
            proved += 1;
        }
        assert_eq!(z3(&claimless_script(operation), 120), "sat", "{operation}");
    }
    assert!(proved >= if is_long { 155 } else { 8 }, "{proved} proofs");
}

/// That roots keep the order of their operands. Of two operands z3 4.8 needs more than ten minutes for sums already; `expr/src/float/order.rs` checks these by
/// evaluation, for all operands of half precision.
#[test]
fn z3_proves_that_roots_are_monotone_at_half_precision() {
    let script = order_script(Operation::new(FloatOp::Sqrt, Format::HALF, Rounding::NearestEven));
    assert_eq!(z3(&script, 120), "unsat");
}
