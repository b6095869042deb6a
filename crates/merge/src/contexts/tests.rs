//! Contexts against a fake host: who waits, who is joined, and that nobody is lost.

use braid_entity::Entity;
use braid_state::{EventKind, LineId, StateId, Value};

use crate::merger::{Held, Merger};
use crate::mode::{Mode, Options};
use crate::testing::FakeHost;
use crate::validate::Validation;

/// Blocks 1 and 2 are a loop with its head at 1; 3 and 4 are behind it.
fn host() -> FakeHost {
    FakeHost::new(5, &[1, 2])
}

fn merger(mode: &str, patience: u64) -> Box<dyn Merger> {
    let mode = Mode::named(mode).expect("a mode");
    let options = Options { mode, patience, validation: Validation::Prove, measure: true, ..Options::default() };
    options.merger().expect("it merges")
}

/// A state that has forked in the loop: the one that goes on, and the one that leaves.
fn forked(host: &mut FakeHost, merger: &mut dyn Merger) -> (StateId, StateId) {
    let id = host.start(merger, 1, 0);
    let condition = host.below(0, 5);
    let other = host.fork(merger, id, condition);
    (id, other)
}

#[test]
fn states_that_leave_a_loop_wait_and_become_one() {
    let (mut host, mut merger) = (host(), merger("loop", 1000));
    let (a, b) = forked(&mut host, &mut *merger);
    host.go(&mut *merger, a, 2, 1);
    host.go(&mut *merger, b, 3, 2);
    assert_eq!((&host.runnable[..], merger.held()), (&[a][..], Held { states: 2, groups: 1 }));
    host.state_mut_of(a).new_lines.push(LineId::from_u32(0));
    host.go(&mut *merger, a, 3, 1);
    assert_eq!((&host.runnable[..], merger.held(), merger.joins()), (&[b][..], Held::default(), 1));
    assert!(host.recorder.is_empty(), "nothing is kept of a context that was closed");
    assert_eq!(host.written, 1, "who reached a line first has its test before it is joined");
    let joined = crate::host::States::state(&host, b).expect("it is there");
    assert_eq!((joined.inherited.multiplicity(), joined.path.len()), (2, 0), "they are all that came of the fork");
    assert!(matches!(host.register(b), Value::Term(_)));
    let row = merger.rows()[0];
    assert_eq!((row.told.joins, row.told.states, row.told.contexts, row.told.complete), (1, 2, 1, 1));
}

#[test]
fn states_at_different_places_are_not_joined() {
    let (mut host, mut merger) = (host(), merger("loop", 1000));
    let (a, b) = forked(&mut host, &mut *merger);
    host.go(&mut *merger, b, 3, 2);
    host.go(&mut *merger, a, 4, 1);
    assert_eq!((&host.runnable[..], merger.held(), merger.joins()), (&[a, b][..], Held::default(), 0));
}

#[test]
fn who_waits_too_long_goes_on() {
    let (mut host, mut merger) = (host(), merger("loop", 1000));
    let (a, b) = forked(&mut host, &mut *merger);
    host.go(&mut *merger, b, 3, 2);
    merger.tick(&mut host).expect("time goes on");
    host.instructions = 999;
    merger.tick(&mut host).expect("time goes on");
    assert_eq!(host.runnable, [a]);
    host.instructions = 1000;
    merger.tick(&mut host).expect("time goes on");
    assert_eq!((&host.runnable[..], merger.rows()[0].told.released), (&[a, b][..], 1));
    host.end(&mut *merger, a, EventKind::Ran);
    assert_eq!(merger.held(), Held::default());
}

#[test]
fn if_nobody_runs_those_that_wait_go_on() {
    let (mut host, mut merger) = (host(), merger("loop", 1000));
    assert!(!merger.stuck(&mut host).expect("nobody waits"));
    let (_, b) = forked(&mut host, &mut *merger);
    host.go(&mut *merger, b, 3, 2);
    assert!(merger.stuck(&mut host).expect("it goes on") && host.runnable.contains(&b));
}

#[test]
fn a_state_that_is_dropped_keeps_nobody_waiting() {
    let (mut host, mut merger) = (host(), merger("loop", 1000));
    let (a, b) = forked(&mut host, &mut *merger);
    let condition = host.below(1, 9);
    let c = host.fork(&mut *merger, a, condition);
    host.go(&mut *merger, b, 3, 2);
    host.go(&mut *merger, c, 3, 3);
    host.end(&mut *merger, a, EventKind::Dropped);
    assert_eq!((&host.runnable[..], merger.joins(), merger.held()), (&[b][..], 1, Held::default()));
    let joined = crate::host::States::state(&host, b).expect("it is there");
    assert!(joined.path.len() == 1, "what was dropped is not what is joined");
}

#[test]
fn a_run_that_stops_leaves_nothing_behind() {
    let (mut host, mut merger) = (host(), merger("loop", 1000));
    let (_, b) = forked(&mut host, &mut *merger);
    host.go(&mut *merger, b, 3, 2);
    merger.wound_down();
    assert_eq!((merger.held(), merger.rows()[0].told.lost), (Held::default(), 2));
}

#[test]
fn marks_make_a_region() {
    let (mut host, mut merger) = (FakeHost::new(3, &[]), merger("region", 1000));
    let id = host.start(&mut *merger, 0, 0);
    host.reach_mark(&mut *merger, id, true);
    let condition = host.below(0, 5);
    let other = host.fork(&mut *merger, id, condition);
    host.go(&mut *merger, other, 2, 7);
    host.go(&mut *merger, id, 2, 8);
    host.reach_mark(&mut *merger, id, false);
    assert_eq!(host.runnable, [other]);
    host.reach_mark(&mut *merger, other, false);
    assert_eq!((&host.runnable[..], merger.joins()), (&[id][..], 1));
    host.reach_mark(&mut *merger, id, false);
    assert!(host.messages[0].contains("a region ends that did not begin"), "{:?}", host.messages);
}

#[test]
fn a_state_inside_a_loop_becomes_one_with_what_another_was() {
    let (mut host, mut merger) = (host(), merger("pattern", 1000));
    assert!(merger.keeps_before_fork());
    let (a, b) = forked(&mut host, &mut *merger);
    // One comes to the head first and leaves a snapshot there; of what it became, one part ends.
    host.go(&mut *merger, a, 1, 4);
    assert_eq!(merger.prefer(&host, a), b, "who has executed least runs first");
    let condition = host.below(1, 9);
    let c = host.fork(&mut *merger, a, condition);
    host.end(&mut *merger, c, EventKind::Ran);
    host.go(&mut *merger, b, 1, 4);
    assert_eq!((&host.superseded[..], host.uncounted), (&[a][..], 1), "what came of the snapshot is explored again");
    assert_eq!((&host.runnable[..], merger.rows()[0].told.folds), (&[b][..], 1));
    let joined = crate::host::States::state(&host, b).expect("it is there");
    assert_eq!((joined.inherited.multiplicity(), host.register(b)), (2, Value::Word(4)));
    host.go(&mut *merger, b, 3, 4);
    assert_eq!(merger.held(), Held::default());
}
