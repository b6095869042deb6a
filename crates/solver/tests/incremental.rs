//! Queries that are easy alone stay easy after others: gates of earlier ones do not lead the search astray for long.

use braid_solver::script::Script;
use braid_solver::{Budget, Solver};

/// In one context the last of these took more than a million conflicts, where it takes a hundred alone.
#[test]
fn a_query_is_not_led_astray_by_those_before_it() {
    let mut solver = Solver::new();
    solver.set_budget(Budget { conflicts: 20_000, ..Budget::default() });
    let mut script = Script::new(solver);
    let mut answers = Vec::new();
    let text = include_str!("incremental/transitivity.smt2");
    script.run(text, &mut |line| answers.push(line.trim().to_owned())).expect("a script");
    let count = |wanted: &str| answers.iter().filter(|answer| *answer == wanted).count();
    assert_eq!((count("sat"), count("unsat"), script.unknowns()), (8, 9, 0), "{answers:?}");
}
