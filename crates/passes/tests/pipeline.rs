//! The pipeline: passes by name, switched on and off, and what they count.

use braid_ir::text;
use braid_passes::{Counter, PASSES, Pipeline, SEQUENCE, UnknownPass};

const PROGRAM: &str = "define i32 @f(i32 v0) {
block0:
  v1: ptr = alloca i32, align 4
  store v0, v1, align 4
  v2: i32 = load v1, align 4
  v3: i32 = add 1, 2
  ret v2
}
";

fn loads_after(pipeline: &mut Pipeline) -> usize {
    let mut module = text::parse(PROGRAM).unwrap();
    pipeline.run(&mut module);
    text::print(&module).matches("= load").count()
}

#[test]
fn a_pass_that_is_off_does_nothing() {
    let mut all = Pipeline::all();
    assert_eq!(loads_after(&mut all), 0);
    let mut without = Pipeline::all();
    without.set("promote", false).unwrap();
    assert!(!without.is_on("promote") && without.is_on("fold"));
    assert_eq!(loads_after(&mut without), 1);
    assert_eq!(loads_after(&mut Pipeline::none()), 1);
}

#[test]
fn every_pass_has_its_place_in_the_sequence() {
    assert!(PASSES.iter().all(|pass| SEQUENCE.contains(&pass.name)));
    assert!(SEQUENCE.iter().all(|name| PASSES.iter().any(|pass| pass.name == *name)));
}

#[test]
fn a_slot_behind_a_promoted_one_is_promoted_too() {
    let text = "define i32 @f(i32 v0) {
block0:
  v1: ptr = alloca i32, align 4
  v2: ptr = alloca ptr, align 8
  store v0, v1, align 4
  store v1, v2, align 8
  v3: ptr = load v2, align 8
  v4: i32 = load v3, align 4
  ret v4
}
";
    let mut module = text::parse(text).unwrap();
    Pipeline::all().run(&mut module);
    let text = text::print(&module);
    assert!(!text.contains("alloca") && text.contains("ret v0"), "{text}");
}

#[test]
fn a_name_that_no_pass_has_is_refused_with_those_there_are() {
    let error = Pipeline::all().set("inline", true).unwrap_err();
    assert_eq!(error, UnknownPass("inline".into()));
    assert!(PASSES.iter().all(|pass| error.to_string().contains(pass.name)));
}

#[test]
fn counters_say_what_was_done_by_whom() {
    let mut all = Pipeline::all();
    loads_after(&mut all);
    for (pass, stats) in all.stats() {
        let expected = u64::from(pass.name == "promote");
        assert_eq!(stats.get(Counter::SlotsPromoted), expected, "{}", pass.name);
    }
    assert_eq!(all.total().get(Counter::LoadsRemoved), 1);
    assert_eq!(all.total().get(Counter::InstsFolded), 1);
}

#[test]
fn running_twice_changes_nothing_more() {
    let mut module = text::parse(PROGRAM).unwrap();
    Pipeline::all().run(&mut module);
    let once = text::print(&module);
    Pipeline::all().run(&mut module);
    assert_eq!(text::print(&module), once);
}
