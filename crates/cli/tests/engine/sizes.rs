//! Symbolic sizes: what each of `--sizes` finds, and that the test of a bug is as small as can be.

use std::collections::BTreeSet;
use std::path::Path;

use ::braid::report::KTest;
use tempfile::TempDir;

use crate::braid::{self, FoundBug, Run};
use crate::config::REFERENCE;
use crate::expect::Program;
use crate::suite::programs;
use crate::{folder, parallel, report};

const GROUP: &str = "c/sizes";

/// The programs that `--sizes=max` sees less of: their faults need a size that is not the largest.
const BELOW_THE_LARGEST: &[&str] = &[
    "aligned.c",
    "fuzz_exact.c",
    "nothing.c",
    "one_size.c",
    "osip_headers.c",
    "osip_params.c",
    "realloc_keeps.c",
    "realloc_unwritten.c",
    "vla.c",
];

/// The bugs of the libosip study and the size of the smallest text that shows each, with its terminating zero.
const SMALLEST: &[(&str, u64, u64)] =
    &[("osip_via.c", 28, 5), ("osip_headers.c", 13, 1), ("osip_headers.c", 22, 2), ("osip_params.c", 11, 1)];

fn run(program: &Program, sizes: &str, scratch: &TempDir) -> Result<Run, String> {
    let mut flags = program.flags.clone();
    flags.push(format!("--sizes={sizes}"));
    let out = scratch.path().join(format!("{}-{sizes}", program.name()));
    braid::run(&program.path, REFERENCE, &flags, &out)
}

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a folder for temporary files")
}

fn program(name: &str) -> Program {
    Program::read(&folder(GROUP).join(name)).unwrap_or_else(|what| panic!("{what}"))
}

/// Everything that one way finds the other finds; what the third does not find it tells of.
#[test]
fn eager_and_lazy_find_the_same_and_max_says_what_it_left_out() {
    let (programs, scratch) = (programs(GROUP), scratch());
    let problems = parallel::map(&programs, |program| {
        let what = three_ways(program, &scratch).err()?;
        Some(format!("  {:<28} {what}", program.name()))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), programs.len());
}

fn three_ways(program: &Program, scratch: &TempDir) -> Result<(), String> {
    let [lazy, eager, max] = ["lazy", "eager", "max"].map(|sizes| run(program, sizes, scratch));
    let (lazy, eager, max) = (lazy?, eager?, max?);
    let (all, largest) = (lazy.bugs(), max.bugs());
    if all != eager.bugs() {
        return Err(format!("lazy finds {all:?}, eager {:?}", eager.bugs()));
    }
    if reasons(&lazy) != reasons(&eager) {
        return Err(format!("lazy leaves out {:?}, eager {:?}", reasons(&lazy), reasons(&eager)));
    }
    let fewer = BELOW_THE_LARGEST.contains(&program.name().as_str());
    if !largest.is_subset(&all) || (largest != all) != fewer {
        return Err(format!("the largest sizes show {largest:?} of {all:?}"));
    }
    let told = reasons(&max).iter().any(|reason| reason.contains("smaller ones are left out"));
    if fewer && !told {
        return Err(format!("smaller sizes are not told of: {:?}", reasons(&max)));
    }
    // The tests of the default way are replayed with the suite.
    [&eager, &max].into_iter().filter(|_| program.replayed).try_for_each(|run| braid::replay(&run.out, REFERENCE))
}

/// What keeps a run from being complete, without counts: paths differ.
fn reasons(run: &Run) -> BTreeSet<String> {
    let rows = run.report["incomplete"].as_array().map(Vec::as_slice).unwrap_or_default();
    rows.iter().map(|row| format!("{} {}", row["reason"], row["place"])).collect()
}

#[test]
fn the_smallest_input_shows_a_bug() {
    let scratch = scratch();
    for &(name, line, smallest) in SMALLEST {
        let run = run(&program(name), "lazy", &scratch).unwrap_or_else(|what| panic!("{name}: {what}"));
        let bug = run.report["bugs"].as_array().expect("there are bugs").iter().find(|bug| bug["line"] == line);
        let test = bug.and_then(|bug| bug["test"].as_str()).unwrap_or_else(|| panic!("{name}:{line} is not found"));
        let (size, text) = sizes_in(&run.out.join(format!("{test}.ktest")));
        assert_eq!((size, text), (smallest, smallest), "{name}:{line}");
        std::fs::remove_dir_all(&run.out).expect("the folder of the run is there");
    }
}

/// What a test says of the size, and how many bytes of text it has.
fn sizes_in(path: &Path) -> (u64, u64) {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let test = KTest::from_bytes(&bytes).expect("it is a test file");
    let bytes = |name: &str| &test.object(name).expect("it has this input").bytes;
    let size = bytes("size").as_slice().try_into().expect("a size has eight bytes");
    (u64::from_le_bytes(size), bytes("text").len() as u64)
}

#[test]
fn a_size_that_is_the_largest_is_no_loss() {
    let scratch = scratch();
    let mut bounded = program("one_size.c");
    bounded.flags.push("--capacity=5".to_owned());
    let run = run(&bounded, "max", &scratch).expect("it runs");
    let expected = FoundBug { kind: "out-of-bounds".to_owned(), file: "one_size.c".to_owned(), line: 15 };
    assert_eq!(run.bugs(), [expected].into());
    assert!(reasons(&run).iter().any(|reason| reason.contains("more than its capacity of 5 bytes")));
}

/// A size that a program computes from a byte, in C and in Rust.
type Formula = (&'static str, fn(u32) -> u32);

const FORMULAS: &[Formula] = &[
    ("x", |x| x),
    ("x + 300", |x| x + 300),
    ("3 * x + 1", |x| 3 * x + 1),
    ("x & 42", |x| x & 42),
    ("x ^ 5", |x| x ^ 5),
    ("x * x", |x| x * x),
    ("(7 - x) & 31", |x| 7_u32.wrapping_sub(x) & 31),
    ("x / 16", |x| x / 16),
    ("x % 7 * 5", |x| x % 7 * 5),
    ("x < 3 ? 9 : 9", |_| 9),
    ("(x & 1) * 4096", |x| (x & 1) * 4096),
    ("60000 + (x & 3)", |x| 60_000 + (x & 3)),
];
const CAPACITY: u64 = 20;

/// Which sizes are explored is counted by trying all bytes.
#[test]
fn each_size_up_to_the_capacity_is_a_path() {
    let scratch = scratch();
    let problems = parallel::map(FORMULAS, |formula| {
        let what = count_sizes(formula, &scratch).err()?;
        Some(format!("  {:<28} {what}", formula.0))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), FORMULAS.len());
}

fn count_sizes(&(text, value): &Formula, scratch: &TempDir) -> Result<(), String> {
    let sizes: BTreeSet<u64> = (0..256).map(|x| u64::from(value(x))).collect();
    let smallest = *sizes.first().expect("there is a size");
    let limit = if smallest > CAPACITY { smallest + CAPACITY } else { CAPACITY };
    let within = sizes.iter().filter(|&&size| size <= limit).count() as u64;
    let name = FORMULAS.iter().position(|formula| formula.0 == text).unwrap_or_default();
    let source = scratch.path().join(format!("formula{name}.c"));
    let program = format!(
        "#include <stdlib.h>\n#include \"klee/klee.h\"\nint main(void) {{\nunsigned char n;\n\
         klee_make_symbolic(&n, 1, \"n\");\nunsigned x = n;\nsize_t size = {text};\nvolatile char *p = malloc(size);\n\
         if (size) p[size - 1] = 1;\nreturn p == 0;\n}}\n"
    );
    std::fs::write(&source, program).map_err(|error| error.to_string())?;
    for sizes_are in ["eager", "lazy", "max"] {
        let flags = [format!("--capacity={CAPACITY}"), format!("--sizes={sizes_are}")];
        let run = braid::run(&source, REFERENCE, &flags, &scratch.path().join(format!("formula{name}-{sizes_are}")))?;
        let beyond = reasons(&run).iter().any(|reason| reason.contains("more than its capacity"));
        let below = reasons(&run).iter().any(|reason| reason.contains("smaller ones are left out"));
        let cut = sizes.len() as u64 > within;
        if !run.bugs().is_empty() || beyond != cut || below != (sizes_are == "max" && within > 1) {
            return Err(format!("{sizes_are}: {:?}, {:?}", run.bugs(), reasons(&run)));
        }
        let paths = run.number("paths").ok_or("the report has no paths")?;
        if sizes_are == "eager" && paths != within {
            return Err(format!("{paths} paths for {within} sizes"));
        }
    }
    Ok(())
}
