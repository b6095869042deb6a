//! The mutation test: damaged programs are read in child processes under an address-space limit and a watchdog, so that
//! aborts, stack overflows, hangs and hunger for memory are seen as well as panics. It is deterministic: a mutant is
//! known by its number.

mod corpus;
mod watch;

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use watch::{Accident, Report, Watcher};

/// How many mutants are read.
const MUTANTS: u64 = 40_000;
/// How long one may take. On a busy machine a child may not run for seconds; a mutant takes less than a millisecond.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many children work at once.
const CHILDREN: u64 = 2;
/// After so many accidents a child's range is given up: something is wrong with all of them.
const MAX_ACCIDENTS: usize = 10;

#[test]
fn no_mutant_breaks_the_reader() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = corpus::make(folder.path());
    assert!(files >= corpus::AT_LEAST, "only {files} files could be compiled");
    if let Some(accident) = watch::read_whole(folder.path()).first() {
        panic!("an undamaged file: {accident}");
    }
    let report = read_all(folder.path());
    let accidents: Vec<String> = report.accidents.iter().map(Accident::to_string).collect();
    assert!(accidents.is_empty(), "{} accidents:\n{}", accidents.len(), accidents.join("\n"));
    let [refused, malformed, sound] = report.counts;
    assert_eq!(refused + malformed + sound, MUTANTS);
    // A test in which every mutant is refused at its first byte, or none is damaged, would prove nothing.
    assert!(refused > MUTANTS / 10 && sound > MUTANTS / 100, "{refused} refused, {malformed} malformed, {sound} sound");
}

fn read_all(folder: &Path) -> Report {
    let share = MUTANTS / CHILDREN;
    let child = |start, end| watch::reader(folder, start, end);
    let watcher = Watcher { child: &child, patience: PATIENCE, max_accidents: MAX_ACCIDENTS };
    thread::scope(|scope| {
        let watcher = &watcher;
        let children: Vec<_> = (0..CHILDREN)
            .map(|child| scope.spawn(move || watcher.read_range(child * share, (child + 1) * share)))
            .collect();
        let mut total = Report::default();
        children.into_iter().for_each(|child| total.add(child.join().expect("a watcher does not panic")));
        total
    })
}

/// What the watcher says of a child that runs `script` in a shell, for mutants 3 to 6.
fn watched(script: &str) -> Vec<String> {
    let child = |start: u64, end: u64| {
        let mut command = watch::limited_program("sh".as_ref());
        command.args(["-c", script, "sh", &start.to_string(), &end.to_string()]);
        command
    };
    let watcher = Watcher { child: &child, patience: Duration::from_secs(2), max_accidents: MAX_ACCIDENTS };
    watcher.read_range(3, 7).accidents.iter().map(Accident::to_string).collect()
}

#[test]
fn the_watcher_sees_every_kind_of_accident() {
    assert_eq!(watched("echo 3; echo sound; echo done"), [""; 0]);
    // A panic, at the second mutant; the next child goes on behind it.
    let panics =
        watched("if [ $1 = 3 ]; then echo 3; echo refused; echo 4; echo 'panicked at x' >&2; exit 101; fi; echo done");
    assert_eq!(panics, ["mutant 4: exit status: 101: panicked at x"]);
    let aborts = watched("if [ $1 = 3 ]; then echo 6; kill -ABRT $$; fi; echo done");
    assert!(aborts.len() == 1 && aborts[0].starts_with("mutant 6: signal: 6"), "{aborts:?}");
    let hangs = watched("if [ $1 = 3 ]; then echo 5; exec sleep 60; fi; echo done");
    assert_eq!(hangs, ["mutant 5: no end after 2s"]);
    // A child that ends early without a word has not done its work.
    assert_eq!(watched("echo 6; exit 0"), ["mutant 6: exit status: 0: "]);
}

#[test]
fn the_address_space_is_limited() {
    let unlimited = Command::new("sh").args(["-c", "ulimit -v"]).output().expect("a shell");
    let limited = watch::limited_program("sh".as_ref()).args(["-c", "ulimit -v"]).output().expect("a shell");
    assert_ne!(limited.stdout, unlimited.stdout);
    assert_eq!(String::from_utf8_lossy(&limited.stdout).trim(), (512 * 1024).to_string());
}
