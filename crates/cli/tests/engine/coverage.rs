//! The suite keeps what it promises: enough programs, every kind of fault, every kind that is off by default.

use crate::expect::Program;
use crate::suite::{GROUPS, programs};

/// The fault kinds, each of which at least [`PER_KIND`] programs must have.
const KINDS: &[&str] = &[
    "null-deref",
    "out-of-bounds",
    "use-after-free",
    "double-free",
    "invalid-free",
    "readonly-write",
    "div-by-zero",
    "overshift",
    "assert",
    "abort",
    "unreachable",
    "stack-overflow",
    "bad-call",
    "user-error",
    "overflow",
    "uninitialized-read",
    "undefined-behavior",
    "leak",
    "float-invalid",
    "float-overflow",
    "float-convert",
];
const PER_KIND: usize = 3;

fn all() -> Vec<Program> {
    GROUPS.iter().flat_map(|group| programs(group)).collect()
}

#[test]
fn there_are_enough_programs() {
    let programs = all();
    let of = |ending: &str| programs.iter().filter(|program| program.name().ends_with(ending)).count();
    let counts = [of(".c"), of(".rs"), of(".cc"), crate::concrete::programs().len()];
    let wanted = [120, 10, 5, 30];
    assert!(counts.iter().zip(wanted).all(|(count, wanted)| *count >= wanted), "{counts:?}, wanted {wanted:?}");
}

#[test]
fn every_kind_of_fault_has_its_programs() {
    let programs = all();
    for kind in KINDS {
        let has = |program: &&Program| program.bugs.iter().any(|bug| bug.kinds.iter().any(|found| found == kind));
        let count = programs.iter().filter(has).count();
        assert!(count >= PER_KIND, "{kind}: {count} programs");
    }
}

#[test]
fn names_are_distinct_in_each_group() {
    for group in GROUPS {
        let mut titles: Vec<String> = programs(group).into_iter().map(|program| program.title).collect();
        let count = titles.len();
        titles.sort();
        titles.dedup();
        assert_eq!(titles.len(), count, "{group}: two programs have the same first sentence");
    }
}

/// A folder that nobody runs would look like a test.
#[test]
fn every_folder_is_a_group() {
    let folders = std::fs::read_dir(crate::folder("c")).expect("the suite has programs in C");
    for folder in folders {
        let name = format!("c/{}", folder.expect("a folder can be read").file_name().to_string_lossy());
        assert!(GROUPS.contains(&name.as_str()), "{name} is no group of the suite");
    }
}
