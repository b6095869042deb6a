//! Who is joined with whom, with counts that are made up.

use std::rc::Rc;

use braid_analysis::Magnitude;
use braid_code::estimate::{Counts, Variable};
use braid_expr::{ExprId, SymbolClass};
use braid_state::memory::CallPath;
use braid_state::{StateId, Value};

use super::criterion::{self, Ledger};
use super::dynamic::Dynamic;
use super::frames::Frames;
use super::similar::Profile;
use super::statics::Static;
use crate::host::{Host, States};
use crate::merger::Merger;
use crate::mode::Options;
use crate::testing::{FUNC, FakeHost};

/// A function with a loop, in which 8 queries are expected; so many of them depend on each slot.
fn host(of_slots: &[f64]) -> FakeHost {
    let mut host = FakeHost::new(4, &[1, 2]);
    let slots = (0..).map(Variable::Slot).zip(of_slots.iter().map(|&count| Magnitude::new(count)));
    host.counts = Rc::new(Counts { total: Magnitude::new(8.0), variables: slots.collect(), ..Counts::default() });
    host
}

/// Half a query is what states may differ by.
fn options(zeta: f64) -> Options {
    let mut options = Options::default();
    (options.qce.alpha, options.qce.zeta) = (0.0625, zeta);
    options
}

fn symbol(host: &mut FakeHost, name: &str) -> ExprId {
    host.pool.symbol(name, 32, SymbolClass::Input)
}

/// Two states that came apart, with these registers, at the head of the loop.
fn pair(host: &mut FakeHost, merger: &mut dyn Merger, registers: [[Value; 3]; 2]) -> [StateId; 2] {
    let first = host.start_with(merger, 0, &registers[0]);
    let condition = host.below(0, 7);
    let other = host.fork(merger, first, condition);
    host.state_mut_of(other).stack.registers_mut().copy_from_slice(&registers[1]);
    [first, other]
}

/// Slot 1 differs in known values, ¼ of a query; slot 2 is symbolic on one side, ½ a query. Each by itself is cold.
fn different(host: &mut FakeHost) -> [[Value; 3]; 2] {
    let symbol = Value::Term(symbol(host, "y"));
    let [zero, one] = [0, 1].map(Value::Word);
    [[zero, zero, zero], [zero, one, symbol]]
}

const COUNTS: [f64; 3] = [0.0, 0.25, 0.5];

#[test]
fn the_sum_of_both_costs_is_held_against_the_threshold() {
    let mut host = host(&COUNTS);
    let [a, b] = different(&mut host);
    let [only_known, only_symbolic] = [[a[0], b[1], a[2]], [a[0], a[1], b[2]]];
    let similar = |host: &mut FakeHost, zeta: f64, other: [Value; 3]| {
        let options = options(zeta);
        let ids = pair(host, &mut Static::new(&options), [a, other]);
        let states = ids.map(|id| host.state(id).expect("it is there"));
        let (flags, estimate) = (&options.qce, options.qce.estimate());
        let [one, another] =
            states.map(|state| Profile::of(host.view(), flags, &estimate, &mut Frames::default(), state));
        assert!(one.is_like(&another, flags.similar), "nothing is hot by itself");
        let ledgers = states.map(|state| Ledger::of(host.view(), &estimate, state));
        criterion::holds(flags, &[&ledgers[0], &ledgers[1]])
    };
    // (ζ - 1) · ½ + ¼ against ½.
    assert!(similar(&mut host, 1.5, b), "¼ + ¼ is just as much as is allowed");
    assert!(!similar(&mut host, 1.75, b), "⅜ + ¼ is more");
    assert!(!similar(&mut host, 2.0, b), "½ + ¼ is more");
    assert!(similar(&mut host, 2.0, only_known) && similar(&mut host, 2.0, only_symbolic), "¼, and ½");
}

#[test]
fn a_variable_that_no_query_depends_on_keeps_nobody_apart() {
    let mut host = host(&[0.0, 0.0, 0.0]);
    host.counts = Rc::new(Counts { total: Magnitude::ZERO, ..(*host.counts).clone() });
    let registers = different(&mut host);
    let options = options(4.0);
    let ids = pair(&mut host, &mut Static::new(&options), registers);
    let ledgers = ids.map(|id| Ledger::of(host.view(), &options.qce.estimate(), host.state(id).expect("it is there")));
    assert!(criterion::holds(&options.qce, &[&ledgers[0], &ledgers[1]]), "0 is not more than 0");
}

/// The third state fits the first, but not the first and the second together.
#[test]
fn a_group_is_held_against_the_threshold_as_a_whole() {
    let mut host = host(&[0.0, 0.25, 0.5]);
    let [a, b] = different(&mut host);
    let options = options(2.0);
    let (flags, estimate) = (&options.qce, options.qce.estimate());
    let ids = [a, [a[0], b[1], a[2]], [a[0], a[1], b[2]]]
        .map(|registers| host.start_with(&mut Static::new(&options), 0, &registers));
    let ledgers = ids.map(|id| Ledger::of(host.view(), &estimate, host.state(id).expect("it is there")));
    let holds = |members: &[usize]| {
        criterion::holds(flags, &members.iter().map(|&member| &ledgers[member]).collect::<Vec<&Ledger>>())
    };
    assert!(holds(&[0, 1]) && holds(&[0, 2]) && !holds(&[1, 2]) && !holds(&[0, 1, 2]));
}

/// How many joins there are, and how often states were refused for this reason.
fn outcome(merger: &dyn Merger, reason: &str) -> (u64, u64) {
    let refused = |row: &&crate::explain::Row| row.told.refused.get(reason).copied().unwrap_or(0);
    (merger.joins(), merger.rows().iter().map(refused).sum())
}

#[test]
fn states_that_differ_in_too_much_together_are_not_joined_and_the_reason_is_told() {
    for (zeta, expected) in [(1.0, (1, 0)), (1.5, (1, 0)), (2.0, (0, 1))] {
        let options = options(zeta);
        let mergers: [Box<dyn Merger>; 2] = [Box::new(Static::new(&options)), Box::new(Dynamic::new(&options))];
        for mut merger in mergers {
            let mut host = host(&COUNTS);
            let registers = different(&mut host);
            let ids = pair(&mut host, &mut *merger, registers);
            ids.into_iter().for_each(|id| host.go(&mut *merger, id, 1, 0));
            merger.tick(&mut host).expect("time goes on");
            assert_eq!(outcome(&*merger, "too many queries depend on what they differ in"), expected, "ζ = {zeta}");
        }
    }
}

/// A word of memory is held by exact term, like a slot, if every query about it would be too dear.
#[test]
fn a_symbolic_value_that_is_too_dear_to_be_chosen_is_hot_exactly() {
    let mut host = host(&[0.0, 0.0, 0.5]);
    let [_, mut b] = different(&mut host);
    let c = [b[0], b[1], Value::Term(symbol(&mut host, "z"))];
    b[1] = c[1];
    for (zeta, alike) in [(2.0, true), (2.5, false)] {
        let options = options(zeta);
        let ids = pair(&mut host, &mut Static::new(&options), [b, c]);
        let profiles = ids.map(|id| {
            let state = host.state(id).expect("it is there");
            Profile::of(host.view(), &options.qce, &options.qce.estimate(), &mut Frames::default(), state)
        });
        assert_eq!(profiles[0].is_like(&profiles[1], options.qce.similar), alike, "ζ = {zeta}");
    }
}

/// Who came apart by un-merging stays apart in the loop, and is joined behind it.
#[test]
fn parts_of_a_split_are_joined_when_they_have_left_the_loop() {
    let options = Options::default();
    let mergers: [Box<dyn Merger>; 2] = [Box::new(Static::new(&options)), Box::new(Dynamic::new(&options))];
    for mut merger in mergers {
        let mut host = FakeHost::new(4, &[1, 2]);
        let first = host.start(&mut *merger, 2, 0);
        let condition = host.below(0, 7);
        let other = host.fork_by(&mut *merger, first, condition, true);
        for expected in [0, 0, 1] {
            let block = if expected == 0 { 1 } else { 3 };
            for id in [first, other] {
                host.go(&mut *merger, id, block, 0);
            }
            merger.tick(&mut host).expect("time goes on");
            let apart = outcome(&*merger, "they were split because a question was too hard");
            assert!(merger.joins() == expected && apart.1 > 0, "{apart:?}");
        }
    }
}

/// What frames that wait expect is found out once: a later join point asks about the topmost frame, and sees the same.
#[test]
fn frames_that_wait_are_looked_at_once() {
    let mut host = host(&COUNTS);
    let options = options(1.0);
    let (flags, estimate) = (&options.qce, options.qce.estimate());
    let id = host.start_with(&mut Static::new(&options), 0, &[0, 1, 2].map(Value::Word));
    let stack = &mut host.state_mut_of(id).stack;
    for depth in 0..100 {
        stack.push(FUNC, CallPath(depth), Value::Word(0), 3, &[depth, 1, 2].map(Value::Word));
    }
    stack.freeze();
    let mut frames = Frames::default();
    let profile = |host: &FakeHost, frames: &mut Frames| {
        let before = host.counts_asked.get();
        let profile = Profile::of(host.view(), flags, &estimate, frames, host.state(id).expect("it is there"));
        (profile, host.counts_asked.get() - before)
    };
    let (first, asked) = profile(&host, &mut frames);
    assert_eq!(asked, 101);
    let (again, asked) = profile(&host, &mut frames);
    assert!(asked == 1 && again == first);
    // Back in the frame below, and in another call from there.
    let stack = &mut host.state_mut_of(id).stack;
    stack.pop();
    stack.push(FUNC, CallPath(7), Value::Word(0), 3, &[5, 6, 7].map(Value::Word));
    stack.freeze();
    let (other, asked) = profile(&host, &mut frames);
    assert!(asked <= 2 && !other.is_like(&first, flags.similar));
    assert_eq!(profile(&host, &mut Frames::default()).0, other);
    // Counts that were made anew are asked for again.
    host.counts = Rc::new(Counts { epoch: 1, ..(*host.counts).clone() });
    assert_eq!(profile(&host, &mut frames).1, 101);
}

/// A slot of a frame deep below is hot for all that are above it if enough queries depend on it.
#[test]
fn hot_variables_of_frames_that_wait_are_held() {
    let mut host = host(&[0.0, 0.0, 6.0]);
    let mut options = options(1.0);
    options.qce.alpha = 0.3;
    let (flags, estimate) = (&options.qce, options.qce.estimate());
    let ids = [3, 4].map(|value| {
        let id = host.start_with(&mut Static::new(&options), 0, &[0, 0, value].map(Value::Word));
        let stack = &mut host.state_mut_of(id).stack;
        stack.push(FUNC, CallPath(1), Value::Word(0), 3, &[0, 0, 9].map(Value::Word));
        stack.freeze();
        id
    });
    let profile = |id: StateId, alpha: f64| {
        let flags = super::Flags { alpha, ..flags.clone() };
        Profile::of(host.view(), &flags, &estimate, &mut Frames::default(), host.state(id).expect("it is there"))
    };
    // 6 of 16 queries depend on it.
    assert!(!profile(ids[0], 0.3).is_like(&profile(ids[1], 0.3), flags.similar));
    assert!(profile(ids[0], 0.4).is_like(&profile(ids[1], 0.4), flags.similar));
}

/// With α = 0 states that differ in a known value stay apart if any query depends on it, however few; with α = inf nobody does.
#[test]
fn alpha_0_holds_all_that_is_asked_about_and_inf_nothing() {
    for (count, alpha, alike) in
        [(1e-9, 0.0, false), (0.0, 0.0, true), (8.0, f64::INFINITY, true), (8.0, 1.0, true), (8.0, 0.9, false)]
    {
        let mut host = host(&[0.0, count, 0.0]);
        let mut options = options(1.0);
        options.qce.alpha = alpha;
        let [a, b] = [1, 2].map(|value| [0, value, 0].map(Value::Word));
        let mergers: [Box<dyn Merger>; 2] = [Box::new(Static::new(&options)), Box::new(Dynamic::new(&options))];
        for mut merger in mergers {
            let ids = pair(&mut host, &mut *merger, [a, b]);
            ids.into_iter().for_each(|id| host.go(&mut *merger, id, 1, 0));
            merger.tick(&mut host).expect("time goes on");
            assert_eq!(merger.joins() == 1, alike, "{count} of 8 queries, α = {alpha}");
        }
    }
}
