//! Every live state of a run is made again from its name, by another engine.

use std::path::PathBuf;

use braid::{Engine, Options};

fn engine(program: &str) -> Option<Engine> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine/c").join(program);
    let options = Options { write: false, batch: 20, search: "bfs".to_owned(), ..Options::default() };
    match Engine::load(&[path], options) {
        Ok(engine) => Some(engine),
        Err(error) => panic!("{program}: {error}"),
    }
}

fn check(program: &str, rounds: u64) {
    let Some(mut first) = engine(program) else { return };
    first.advance(rounds).expect("the program runs");
    let (names, descriptions) = (first.names(), first.descriptions());
    assert!(names.len() > 3, "{program}: {} live states are too few to tell anything", names.len());
    let Some(mut second) = engine(program) else { return };
    // Backwards: what a state is does not depend on the order in which states are made.
    for (name, expected) in names.iter().zip(&descriptions).rev() {
        let again = second.recreate(name).unwrap_or_else(|error| panic!("{program} {name:?}: {error}"));
        let difference = again.lines().zip(expected.lines()).find(|(again, expected)| again != expected);
        assert!(again == *expected, "{program} {name:?}: {difference:?}");
    }
}

#[test]
fn states_of_a_matcher_are_made_again() {
    check("klee/regexp.c", 120);
}

#[test]
fn states_with_a_heap_are_made_again() {
    check("klee/memspn_two.c", 60);
}

#[test]
fn states_inside_of_the_runtime_are_made_again() {
    check("klee/sort.c", 40);
}
