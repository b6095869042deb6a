//! Which registers matter: a run in which all others are overwritten at every pause finds the same, test by test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use braid::{Engine, Options};

/// Programs under `tests/engine`, chosen for loops, calls, aggregates, exceptions, jumps and symbolic branches.
const PROGRAMS: &[&str] = &[
    "c/klee/regexp.c",
    "c/klee/sort.c",
    "c/klee/memspn_two.c",
    "concrete/avl_tree.c",
    "concrete/bits.c",
    "concrete/json.c",
    "concrete/recursion.c",
    "concrete/tokenizer.c",
    "cpp/catch_order.cc",
    "cpp/exceptions.cc",
    "cpp/raii.cc",
];

/// Explores for some thousand rounds; the tests that were written.
fn explore(program: &str, junk: Option<u64>) -> BTreeMap<String, Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine").join(program);
    let name = format!("live-slots-{}-{}", program.replace('/', "-"), junk.is_some());
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&out);
    // Small batches, so that states pause in many places.
    let options = Options { out: Some(out.clone()), batch: 11, search: "bfs".to_owned(), ..Options::default() };
    let mut engine = Engine::load(&[path], options).unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut salt = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..3000 {
        if !engine.advance(1).expect("the program runs") {
            break;
        }
        if let Some(junk) = junk {
            salt = salt.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(junk);
            engine.clobber_dead(salt);
        }
    }
    drop(engine);
    let files = std::fs::read_dir(&out).expect("the folder was made").map(|entry| entry.expect("a file").path());
    let tests = files.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("test")));
    tests
        .map(|path| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("a file"))
        })
        .collect()
}

#[test]
fn dead_registers_may_hold_anything() {
    let mut written = 0;
    for program in PROGRAMS {
        let plain = explore(program, None);
        written += plain.len();
        let clobbered = explore(program, Some(7));
        assert!(plain.keys().eq(clobbered.keys()), "{program}: other tests");
        let differs = plain.iter().find(|(name, bytes)| clobbered[*name] != **bytes);
        assert!(differs.is_none(), "{program}: {} differs", differs.expect("some").0);
    }
    assert!(written > 50, "{written} files are too few to tell anything");
}
