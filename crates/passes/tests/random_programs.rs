//! Random programs behave the same before and after each pass and after all of them: what they show, how they end, and
//! at which line they read something that was never written.

mod common;

use braid_passes::{Counter, PASSES, Stats};
use common::build::{dump, run_passes};
use common::machine;
use common::random::{Shape, program};

fn check(seed: u64, shape: Shape, passes: &[&str]) -> Stats {
    let (mut module, func) = program(seed, shape);
    let before: Vec<_> = (0..6).map(|choices| machine::run(&module, func, choices)).collect();
    let stats = run_passes(&mut module, func, passes);
    for (choices, before) in before.iter().enumerate() {
        let after = machine::run(&module, func, choices as u64);
        let ends = (&before.end, &after.end);
        if !after.agrees(before) {
            let (old, old_func) = program(seed, shape);
            let [old, new] = [dump(&old, old_func), dump(&module, func)].map(|lines| lines.join("\n"));
            panic!("seed {seed} {shape:?} {passes:?} choices {choices} {ends:?}\n{old}\n\nafter:\n{new}");
        }
    }
    stats
}

const SHAPES: [Shape; 5] = [
    Shape { aggregates: false, lifetimes: false, constants: false, big_endian: false },
    Shape { aggregates: false, lifetimes: true, constants: false, big_endian: false },
    Shape { aggregates: true, lifetimes: false, constants: false, big_endian: false },
    Shape { aggregates: true, lifetimes: true, constants: false, big_endian: true },
    Shape { aggregates: true, lifetimes: false, constants: true, big_endian: false },
];

#[test]
fn every_pass_alone_changes_nothing() {
    for shape in SHAPES {
        for pass in PASSES {
            for seed in 0..300 {
                check(seed, shape, &[pass.name]);
            }
        }
    }
}

#[test]
fn all_passes_together_change_nothing() {
    let all: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
    let mut done = Stats::default();
    for shape in SHAPES {
        (0..1500).for_each(|seed| done.merge(&check(seed, shape, &all)));
    }
    // The programs are worth their name only if every pass finds much to do in them.
    // Every line of theirs is a block's own, so no conditions are joined and no branches selected; there are others for those.
    let others = [Counter::SwitchesSimplified, Counter::ConditionsJoined, Counter::BranchesSelected];
    for &counter in Counter::ALL.iter().filter(|&counter| !others.contains(counter)) {
        assert!(done.get(counter) > 300, "{}: {}", counter.name(), done.get(counter));
    }
}
