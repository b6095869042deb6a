//! Every live state of a run is made again from its name, by another engine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use braid::merge::{Encoding, Mode, Nesting};
use braid::{Engine, Name, Options, merge};

fn tests() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

fn options(merge: merge::Options) -> Options {
    Options { write: false, batch: 20, search: "bfs".to_owned(), merge, ..Options::default() }
}

fn engine(program: &Path, options: &Options) -> Engine {
    Engine::load(&[program.to_owned()], options.clone())
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// States that were made again.
#[derive(Default)]
struct Done {
    names: BTreeSet<String>,
    /// How many of them come of a join.
    joined: usize,
}

/// Makes every live state again that was not made yet.
fn compare(first: &mut Engine, second: &mut Engine, what: &str, done: &mut Done) {
    let (names, descriptions) = (first.names(), first.descriptions());
    // Backwards: what a state is does not depend on the order in which states are made.
    for (name, expected) in names.iter().zip(&descriptions).rev() {
        let text = name.to_string();
        if !done.names.insert(text.clone()) {
            continue;
        }
        done.joined += usize::from(name.is_of_joined());
        let name: Name = text.parse().unwrap_or_else(|error| panic!("{what} {text}: {error}"));
        let again = second.recreate(&name).unwrap_or_else(|error| panic!("{what} {text}: {error}"));
        let difference = again.lines().zip(expected.lines()).find(|(again, expected)| again != expected);
        assert!(again == *expected, "{what} {text}: {difference:?}");
    }
}

fn check(program: &str, rounds: u64) {
    let (path, options) = (tests().join("engine/c").join(program), options(merge::Options::default()));
    let mut first = engine(&path, &options);
    first.advance(rounds).expect("the program runs");
    let mut done = Done::default();
    compare(&mut first, &mut engine(&path, &options), program, &mut done);
    assert!(done.names.len() > 3, "{program}: {} live states are too few to tell anything", done.names.len());
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

/// The ways of merging, each with another order of exploration: what waits for what depends on it.
fn modes() -> Vec<(&'static str, Options)> {
    let of = |mode, encoding, incremental| merge::Options {
        mode: Mode::named(mode).expect("a mode"),
        encoding,
        pattern: merge::pattern::Flags { incremental, pattern_cost: false },
        ..merge::Options::default()
    };
    let mode = |search: &str, merge| Options { search: search.to_owned(), ..options(merge) };
    let impatient = merge::Options { patience: 60, ..of("loop", Encoding::IteTree, true) };
    let mut outermost = of("loop", Encoding::IteTree, true);
    outermost.loops.nesting = Nesting::Outermost;
    vec![
        ("loop, tree", mode("bfs", of("loop", Encoding::IteTree, true))),
        ("loop, flat", mode("dfs", of("loop", Encoding::IteFlat, true))),
        ("loop, impatient", mode("random-path", impatient)),
        ("pattern", mode("bfs", of("pattern", Encoding::IteTree, true))),
        ("pattern, not incremental", mode("dfs", of("pattern", Encoding::IteTree, false))),
        ("loop, outermost", mode("nurs:depth", outermost)),
        ("region", mode("bfs", of("region", Encoding::IteTree, true))),
        ("qce-static", mode("bfs", of("qce-static", Encoding::IteTree, true))),
        ("qce-dynamic", mode("random-path", of("qce-dynamic", Encoding::IteTree, true))),
    ]
}

/// As many states that come of joins are made again for each program and way of merging.
const ENOUGH: usize = 40;
/// Where there are more states than this, a run is not stopped after every round.
const MANY: usize = 12;

/// Stops a run of a program again and again and makes all states again each time; how many come of a join.
fn check_merging(program: &Path, what: &str, options: &Options) -> usize {
    let (mut first, mut second) = (engine(program, options), engine(program, options));
    let mut done = Done::default();
    for stop in 0..300 {
        if done.joined >= ENOUGH || !first.advance(1).expect("the program runs") {
            break;
        }
        if stop % 16 == 0 || first.live_count() <= MANY {
            compare(&mut first, &mut second, &format!("{} with {what}, stop {stop}", program.display()), &mut done);
        }
    }
    done.joined
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(tests().join(folder)).expect("there are programs");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    programs
}

/// Where there are many programs and more than two ways of merging, each with every third way; with `BRAID_SOAK` with all.
fn check_all(programs: &[PathBuf], modes: &[(&'static str, Options)]) {
    let is_long = std::env::var_os("BRAID_SOAK").is_some() || modes.len() <= 2 || programs.len() < 10;
    for (turn, (what, options)) in modes.iter().enumerate() {
        let chosen = programs.iter().enumerate().filter(|(at, _)| is_long || at % 3 == turn % 3);
        let joined: usize = chosen.map(|(_, program)| check_merging(program, what, options)).sum();
        assert!(joined > 10, "with {what}, {joined} states that come of joins are too few to tell anything");
    }
}

#[test]
fn states_that_loops_joined_are_made_again() {
    check_all(&programs("merge/loops"), &modes()[..6]);
}

#[test]
fn states_that_patterns_joined_are_made_again() {
    check_all(&programs("merge/patterns"), &modes()[..5]);
}

#[test]
fn states_that_had_waited_for_too_long_are_made_again() {
    check_all(&programs("merge/patience"), &modes()[2..3]);
}

#[test]
fn states_that_regions_joined_are_made_again() {
    check_all(&programs("merge/regions"), &modes()[6..7]);
}

/// States that merely met became one by what they were.
#[test]
fn states_that_met_without_a_context_are_made_again() {
    check_all(&programs("merge/loops"), &modes()[7..]);
}

#[test]
fn states_that_query_counts_joined_are_made_again() {
    check_all(&programs("merge/qce"), &modes()[7..]);
}

/// Loops that are left in every way there is: by a test, from within, across a frame and across two loops.
const JUMPS: &str = "#include <klee/klee.h>
    #include <setjmp.h>
    static jmp_buf back;
    static int work(const unsigned char *text, int round) {
        int count = 0;
        for (int i = 0; i < 4; i++) {
            if (text[i] == 'x' && round == 1)
                longjmp(back, 2);
            if (text[i] == 'y')
                return count + 100;
            if (text[i] > 'k')
                count++;
        }
        return count;
    }
    int main(void) {
        unsigned char text[4], more;
        volatile int total = 0;
        klee_make_symbolic(text, sizeof text, \"text\");
        klee_make_symbolic(&more, sizeof more, \"more\");
        for (volatile int round = 0; round < 3; round++) {
            if (setjmp(back)) {
                for (int i = 0; i < 3; i++)
                    if (more > 50 * i)
                        total += 3;
                continue;
            }
            total += work(text, round);
            if (more == 7)
                break;
        }
        return total == 13;
    }";

#[test]
fn joined_states_of_loops_that_are_left_by_jumps_are_made_again() {
    let folder = tempfile::tempdir().expect("a folder for a program");
    let program = folder.path().join("jumps.c");
    std::fs::write(&program, JUMPS).expect("a program is written");
    check_all(&[program], &modes()[..5]);
}

/// What a joined state was split into because a question about it was too hard. What is too hard depends on what a solver has
/// learned before; that it was is part of the name, so that every name leads to its state elsewhere too.
#[test]
fn states_that_were_joined_and_split_again_are_made_again() {
    let mut options = modes().remove(3).1;
    options.solver_conflicts = Some(10);
    options.merge.values = merge::Values::Ite;
    let mut made = 0;
    for program in programs("merge/unmerge") {
        let (mut first, mut second) = (engine(&program, &options), engine(&program, &options));
        while first.advance(4).expect("the program runs") {
            for (name, expected) in first.names().into_iter().zip(first.descriptions()) {
                let again = second.recreate(&name);
                let again = again.unwrap_or_else(|error| panic!("{}: {name}: {error}", program.display()));
                assert_eq!(again, expected, "{}: {name}", program.display());
                made += usize::from(name.is_of_joined());
            }
        }
    }
    assert!(made > 800, "{made} states were made again: too few to tell anything");
}

/// A name that leads to a state in which something else holds is refused.
#[test]
fn a_state_in_which_something_else_holds_is_not_taken_for_another() {
    let program = tests().join("merge/loops/nested.c");
    let (mut first, mut second) = (engine(&program, &modes()[0].1), engine(&program, &modes()[0].1));
    first.advance(30).expect("the program runs");
    let mut name = first.names().pop().expect("some state is left");
    assert!(second.recreate(&name).is_ok());
    name.check ^= 1;
    let error = second.recreate(&name).expect_err("its check is another one").to_string();
    assert!(error.contains("something else holds in it"), "{error}");
}

#[test]
fn states_that_share_some_of_their_objects_are_made_again() {
    check_all(&programs("merge/objects"), &modes()[..1]);
}

#[test]
fn joined_states_of_larger_programs_are_made_again() {
    let programs =
        ["klee/regexp.c", "klee/memspn_two.c", "klee/sort.c"].map(|name| tests().join("engine/c").join(name));
    check_all(&programs, &modes()[..5]);
}

/// States can be made again in the middle of a run: it does not notice.
#[test]
fn a_run_does_not_notice_that_states_are_made_again() {
    let program = tests().join("merge/loops/nested.c");
    for (what, options) in modes() {
        let (mut first, mut second) = (engine(&program, &options), engine(&program, &options));
        for _ in 0..8 {
            let more = [first.advance(9), second.advance(9)].map(|more| more.expect("the program runs"));
            assert_eq!(more[0], more[1], "{what}");
            let names = first.names();
            assert_eq!(names, second.names(), "{what}");
            for name in names {
                second.recreate(&name).unwrap_or_else(|error| panic!("{what} {name}: {error}"));
            }
        }
    }
}

/// A name may come from elsewhere, and from another program.
#[test]
fn names_that_lead_nowhere_are_refused() {
    let program = tests().join("merge/loops/nested.c");
    let modes = modes();
    let mut engine = engine(&program, &modes[0].1);
    for text in [
        "/7@100.1.1.5",
        "@18446744073709551615.1.1.5",
        "@3.70.1.5",
        "/0/0c0j0@100.1.1.5",
        "/0c0r1j0@100.1.1.5",
        "/0m1c0j0@100.1.1.5",
        "f1b9999l3:0/0c3j0@100.1.1.5",
        "f1b0l9999:0/0c3j0@100.1.1.5",
        "g:0/0c1d2j0@100.1.1.5",
    ] {
        let name: Name = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let error = engine.recreate(&name).expect_err(text).to_string();
        assert!(error.starts_with("the name leads to no state: "), "{text}: {error}");
    }
    assert!(engine.advance(5).expect("it still runs"));
}
