//! Writes the query streams as SMT-LIB 2 scripts, so that other solvers can be timed on what Braid is asked.
//!
//! A file is what a symbolic executor would send to a solver by pipe: definitions, then for each query `push`, the new
//! conjunct, `check-sat`, `pop`. Before each query stands `; expect sat` or `; expect unsat`, as Braid answers it; the
//! benchmark compares every solver with it, so that a wrong answer of any of them shows. Terms are written as the
//! stream makes them, not simplified: each solver does its own work.

use std::fmt::Write as _;
use std::path::Path;

use braid_expr::{ExprId, ExprPool, smt};
use braid_solver::streams::{Audience, Family, Stream};
use braid_solver::{Solver, Verdict};

/// Writes one file `FAMILY.smt2` for each family into `folder`.
pub(crate) fn run(folder: &str, seed: &str) -> Result<String, String> {
    let seed: u64 = seed.parse().map_err(|error| format!("{seed}: {error}"))?;
    for (family, name, steps) in Family::ALL {
        let text = stream(family, steps, seed).map_err(|error| format!("{name}: {error}"))?;
        let path = Path::new(folder).join(format!("{name}.smt2"));
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(format!("families={}", Family::ALL.len()))
}

/// The stream of one family as a script.
fn stream(family: Family, steps: u32, seed: u64) -> Result<String, String> {
    let mut pool = ExprPool::without_rules();
    let mut scribe = Scribe { solver: Solver::new(), asked: Vec::new(), unanswered: None };
    Stream::new(&mut pool, family, seed).run(&mut pool, steps, &mut scribe);
    match scribe.unanswered {
        None => Ok(script(&pool, &scribe.asked)),
        Some(reason) => Err(format!("a query was not answered: {reason}")),
    }
}

/// A query as it was asked: the path it was asked under, with the conjunct in question last, and the answer.
struct Asked {
    path: Vec<ExprId>,
    sat: bool,
}

/// Answers with Braid's solver and keeps what was asked.
struct Scribe {
    solver: Solver,
    asked: Vec<Asked>,
    unanswered: Option<String>,
}

impl Audience for Scribe {
    fn ask(&mut self, pool: &mut ExprPool, path: &[ExprId]) -> bool {
        let verdict = self.solver.check(pool, path);
        if let Verdict::Unknown(reason) = &verdict {
            self.unanswered.get_or_insert(reason.to_string());
        }
        self.asked.push(Asked { path: path.to_vec(), sat: verdict.is_sat() });
        verdict.is_sat()
    }
}

/// The whole script: declarations, definitions, then query after query.
fn script(pool: &ExprPool, asked: &[Asked]) -> String {
    let mut conjuncts: Vec<ExprId> = asked.iter().flat_map(|query| query.path.iter().copied()).collect();
    conjuncts.sort_unstable();
    conjuncts.dedup();
    let printed = smt::print::script(pool, &conjuncts);
    let mut text = format!("(set-logic {})\n{}{}", printed.logic, printed.declarations, printed.definitions);
    let assertion = |conjunct: ExprId| {
        let at = conjuncts.binary_search(&conjunct).expect("every conjunct of every query was collected");
        &printed.assertions[at]
    };
    let mut stack = Stack::new(asked.first().map_or(&[], |query| &query.path[..query.path.len() - 1]));
    stack.levels.iter().for_each(|&conjunct| say(&mut text, format_args!("(assert {})", assertion(conjunct))));
    for query in asked {
        let (last, path) = query.path.split_last().expect("a query has a conjunct in question");
        let (pops, pushes) = stack.go_to(path);
        if pops > 0 {
            say(&mut text, format_args!("(pop {pops})"));
        }
        for &conjunct in pushes {
            say(&mut text, format_args!("(push 1)\n(assert {})", assertion(conjunct)));
        }
        let answer = if query.sat { "sat" } else { "unsat" };
        let question = assertion(*last);
        say(&mut text, format_args!("(push 1)\n(assert {question})\n; expect {answer}\n(check-sat)\n(pop 1)"));
    }
    text
}

fn say(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("writing to a string cannot fail");
}

/// The conjuncts asserted at the moment, one level each; the first `fixed` ones are asserted for good.
struct Stack {
    levels: Vec<ExprId>,
    fixed: usize,
}

impl Stack {
    fn new(fixed: &[ExprId]) -> Self {
        Stack { levels: fixed.to_vec(), fixed: fixed.len() }
    }

    /// How many levels to pop and which conjuncts to push so that exactly `path` is asserted.
    fn go_to<'a>(&mut self, path: &'a [ExprId]) -> (usize, &'a [ExprId]) {
        let common = self.levels.iter().zip(path).take_while(|(a, b)| a == b).count();
        assert!(common >= self.fixed, "what a stream asserts at its beginning holds to its end");
        let pops = self.levels.len() - common;
        self.levels.truncate(common);
        self.levels.extend(&path[common..]);
        (pops, &path[common..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_promises_an_answer_to_every_query() {
        let text = stream(Family::Cmp, 30, 1).expect("comparisons of bytes are answered");
        assert_eq!(text.matches("(check-sat)").count(), 60);
        assert_eq!(text.matches("; expect ").count(), 60);
    }

    #[test]
    fn the_same_seed_gives_the_same_stream() {
        assert_eq!(stream(Family::U32, 10, 3), stream(Family::U32, 10, 3));
        assert_ne!(stream(Family::U32, 10, 3), stream(Family::U32, 10, 4));
    }

    #[test]
    fn the_stack_follows_the_path() {
        let mut pool = ExprPool::new();
        let [a, b, c] = [1, 2, 3].map(|word| pool.bv(8, word));
        let mut stack = Stack::new(&[a]);
        assert_eq!(stack.go_to(&[a, b, c]), (0, &[b, c][..]));
        assert_eq!(stack.go_to(&[a, c]), (2, &[c][..]));
        assert_eq!(stack.go_to(&[a]), (1, &[][..]));
    }
}
