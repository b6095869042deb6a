//! Shadows catch joins that are wrong, and nothing else tells.

use std::path::Path;

use braid::merge::{Mode, Options as MergeOptions};
use braid::{Disagreement, Engine, EngineError, Options};

use crate::{meeting, written};

/// The loop leaves states that differ in memory alone; which of them it was decides what comes after it.
const PROGRAM: &str = "#include <klee/klee.h>
    unsigned char kind;
    int main(void) {
        unsigned char c;
        klee_make_symbolic(&c, sizeof c, \"c\");
        klee_assume(c < 100);
        if (c < 10)
            kind = 1;
        else if (c < 20)
            kind = 2;
        else
            kind = 3;
        for (int i = 0; i < 2; i++)
            ;
        if (kind == 1 && c < 5)
            return 1;
        if (kind == 3 && c > 90)
            return 3;
        return kind == 2 && c < 15;
    }";

/// What comes of a run without a word about validation.
fn outcome(program: &Path, mode: &'static Mode, shadow: bool) -> Result<u64, Disagreement> {
    let merge = MergeOptions { mode, shadow, ..MergeOptions::default() };
    let options = Options { merge, write: false, ..Options::default() };
    let engine = Engine::load(&[program.to_owned()], options).expect("the program is read");
    match engine.run(None) {
        Ok(report) => Ok(report.joins.to_string().parse().expect("a number")),
        Err(EngineError::Shadow { place, disagreement }) => {
            assert!(place.contains("program.c:"), "{place}");
            Err(disagreement)
        }
        Err(other) => panic!("{}: {other}", mode.name),
    }
}

#[test]
fn a_right_join_has_shadows_that_agree() {
    let (_folder, path) = written(PROGRAM);
    assert!(outcome(&path, &meeting::MODE, true).expect("they agree") > 0);
}

#[test]
fn values_that_are_mixed_up_are_caught() {
    let (_folder, path) = written(PROGRAM);
    assert!(outcome(&path, &meeting::SWAPPED, false).expect("nobody notices") > 0);
    let found = outcome(&path, &meeting::SWAPPED, true).expect_err("a shadow goes another way");
    assert!(matches!(found, Disagreement::Elsewhere { .. } | Disagreement::Differs { .. }), "{found}");
}

#[test]
fn inputs_that_are_lost_are_caught() {
    let (_folder, path) = written(PROGRAM);
    assert!(outcome(&path, &meeting::LOSING, false).expect("nobody notices") > 0);
    let found = outcome(&path, &meeting::LOSING, true).expect_err("a shadow is lost");
    assert!(matches!(found, Disagreement::Elsewhere { .. } | Disagreement::Lost { .. }), "{found}");
}

#[test]
fn inputs_that_are_invented_are_caught() {
    // Who returns before the loop is not joined, and has inputs that the others do not have.
    let program = PROGRAM.replace("kind = 2;", "return 2;").replace("kind == 2 && c < 15", "c > 12 && c < 15");
    let (_folder, path) = written(&program);
    assert!(outcome(&path, &meeting::INVENTING, false).expect("nobody notices") > 0);
    let found = outcome(&path, &meeting::INVENTING, true).expect_err("no shadow can go there");
    assert!(matches!(found, Disagreement::Invented { .. } | Disagreement::Alone), "{found}");
}
