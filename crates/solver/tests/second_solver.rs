//! The whole chain against z3: random queries over all operators, widths and arrays.
//!
//! z3 gets the terms as they were grown, without our simplifier; we get them simplified. So a wrong rule, a wrong
//! circuit, a wrong layer and a wrong printer all show. A query that one side cannot answer within its limit is counted
//! and skipped. A disagreement is shrunk and written to `tests/regressions`, where it is asked again in every run.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use braid_expr::smt::print;
use braid_expr::testing::{Generator, Limits};
use braid_expr::{ExprId, ExprPool};
use braid_solver::script::Script;
use braid_solver::{Budget, Layer, Pipe, Query, Reason, Solver, Stats, Verdict, Workspace};

/// Enough for nearly all of these queries; the others are products and quotients of wide words.
const BUDGET: Budget = Budget { conflicts: 2_000, instances: 4096 };

/// Twenty times as many queries with `BRAID_SOAK`: 5,000 in all without it, 100,000 with it.
fn times() -> u64 {
    if std::env::var_os("BRAID_SOAK").is_some() { 20 } else { 1 }
}

/// z3 with one second for each query, as the second opinion.
struct Referee(Pipe);

impl Referee {
    fn new() -> Self {
        Referee(Pipe::new("z3 -in -t:1000", Duration::from_secs(20)))
    }
    /// Whether the query is satisfiable, if z3 knows. A model that does not fit is not held against its answer: cells
    /// that a quantifier looks at may be missing from it.
    fn ask(&mut self, pool: &mut ExprPool, query: &[ExprId]) -> Option<bool> {
        let mut stats = Stats::default();
        let mut diagrams = braid_guard::Diagrams::default();
        let mut workspace = Workspace { pool, stats: &mut stats, diagrams: &mut diagrams };
        match self.0.check(&mut workspace, Query { conjuncts: query, whole: None, budget: BUDGET, near: None }) {
            Verdict::Sat(_) | Verdict::Unknown(Reason::WrongModel { .. }) => Some(true),
            Verdict::Unsat(_) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

fn ours(pool: &mut ExprPool, query: &[ExprId]) -> Option<bool> {
    let mut solver = Solver::new();
    solver.set_budget(BUDGET);
    match solver.check(pool, query) {
        Verdict::Sat(_) => Some(true),
        Verdict::Unsat(_) => Some(false),
        Verdict::Unknown(Reason::Conflicts(_) | Reason::Instances(_) | Reason::TooLarge { .. }) => None,
        Verdict::Unknown(reason) => panic!("{query:?}: {reason}"),
    }
}

/// The conjuncts that `seed` grows in `pool`: as many as `keep` has bits, those whose bit is set.
fn grow(pool: &mut ExprPool, seed: u64, limits: Limits, keep: u32) -> Vec<ExprId> {
    let mut generator = Generator::new(seed, limits, pool);
    let all: Vec<ExprId> = (0..CONJUNCTS).map(|_| generator.boolean(pool)).collect();
    all.into_iter().enumerate().filter(|(at, _)| keep >> at & 1 == 1).map(|(_, term)| term).collect()
}

const CONJUNCTS: u32 = 3;

/// Both answers, if both sides know.
fn answers(referee: &mut Referee, seed: u64, limits: Limits, keep: u32) -> Option<(bool, bool)> {
    let mut simplified = ExprPool::new();
    let query = grow(&mut simplified, seed, limits, keep);
    let ours = ours(&mut simplified, &query)?;
    let mut raw = ExprPool::without_rules();
    let query = grow(&mut raw, seed, limits, keep);
    Some((ours, referee.ask(&mut raw, &query)?))
}

fn compare(seeds: core::ops::Range<u64>, limits: Limits) {
    let mut referee = Referee::new();
    let (mut compared, mut skipped, mut sat) = (0, 0, 0);
    for seed in seeds.clone() {
        // From one to all conjuncts, so that both answers occur.
        let keep = [0b1, 0b11, 0b111][seed as usize % 3];
        match answers(&mut referee, seed, limits, keep) {
            Some((ours, theirs)) if ours == theirs => {
                compared += 1;
                sat += u64::from(ours);
            }
            Some((ours, theirs)) => report(&mut referee, seed, limits, keep, ours, theirs),
            None => skipped += 1,
        }
    }
    let all = seeds.end - seeds.start;
    assert!(skipped * 5 <= all, "{skipped} of {all} queries were too hard for one side to compare anything");
    assert!(sat > 0 && sat < compared, "{sat} of {compared} were sat: both answers must occur");
}

/// Writes the smallest set of conjuncts that still shows the disagreement, and fails.
fn report(referee: &mut Referee, seed: u64, limits: Limits, keep: u32, ours: bool, theirs: bool) {
    let smaller = (1..keep).filter(|part| part & keep == *part);
    let worst = smaller
        .filter(|&part| answers(referee, seed, limits, part).is_some_and(|(ours, theirs)| ours != theirs))
        .min_by_key(|part| part.count_ones())
        .unwrap_or(keep);
    let mut raw = ExprPool::without_rules();
    let query = grow(&mut raw, seed, limits, worst);
    let status = if theirs { "sat" } else { "unsat" };
    let text = format!("(set-info :status {status})\n{}", print::script(&raw, &query));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/regressions/seed-{seed}.smt2"));
    std::fs::write(&path, &text).expect("the repository is writable");
    panic!("seed {seed}: we say sat = {ours}, z3 says {theirs}; see {}\n{text}", path.display());
}

#[test]
fn words_without_arrays() {
    let limits = Limits { arrays: false, max_width: 32, nodes: 14, ..Limits::WORDS };
    compare(0..1_500 * times(), limits);
}

#[test]
fn words_with_arrays() {
    let limits = Limits { max_width: 32, nodes: 14, ..Limits::WORDS };
    compare(1_000_000..1_000_000 + 2_000 * times(), limits);
}

#[test]
fn small_words() {
    let limits = Limits { max_width: 9, nodes: 24, input_bits: 64, arrays: true, quantifiers: false };
    compare(2_000_000..2_000_000 + 1_250 * times(), limits);
}

#[test]
fn wide_words() {
    let limits = Limits { max_width: 130, nodes: 6, quantifiers: false, ..Limits::WIDE };
    compare(3_000_000..3_000_000 + 250 * times(), limits);
}

#[test]
fn what_was_wrong_once_stays_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let mut answers = String::new();
        let run = Script::new(Solver::new()).run(&text, &mut |answer| write!(answers, "{answer}").expect("a string"));
        assert!(run.is_ok(), "{}: {run:?}", file.display());
        let expected: Vec<&str> = text.split(":status ").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
        assert_eq!(answers.lines().collect::<Vec<_>>(), expected, "{}", file.display());
    }
}
