//! The engine against the machine on random programs.
//!
//! For every test that the engine writes, the native program on the same input prints what the test claims and ends with
//! the same code. No two tests take the same path, and the path of every random input is among those of the tests: the
//! engine neither makes paths up nor loses any. `BRAID_SOAK` tries many more programs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use braid_report::ktest::KTest;
use braid_testing::Random;

use crate::concrete::escape;
use crate::config::REFERENCE;
use crate::generate;
use crate::{braid, folder, parallel, process, report, root};

const LIMIT: Duration = Duration::from_secs(30);
/// More bytes than the inputs of any generated program have.
const INPUT_BYTES: usize = 16;
/// How many random inputs are tried for each program.
const RANDOM_INPUTS: u64 = 40;

fn seeds() -> Vec<u64> {
    (0..if std::env::var_os("BRAID_SOAK").is_some() { 500 } else { 24 }).collect()
}

#[test]
fn random_programs_do_what_their_tests_claim() {
    let seeds = seeds();
    let problems = parallel::map(&seeds, |seed| Some(format!("  seed {seed}: {}", check(*seed).err()?)));
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), seeds.len());
}

/// The generator keeps its word: programs compile without warnings and run without faults. This needs no engine.
#[test]
fn random_programs_run_natively() {
    let seeds = seeds();
    let problems = parallel::map(&seeds, |seed| {
        let scratch = tempfile::tempdir().ok()?;
        let run = build(*seed, scratch.path(), &["-fsanitize=undefined,address", "-fno-sanitize-recover=all"])
            .and_then(|native| native.run(&[0x5a; INPUT_BYTES]));
        run.err().map(|what| format!("  seed {seed}: {what}"))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), seeds.len());
}

/// A program built natively.
struct Native {
    source: PathBuf,
    executable: PathBuf,
    input: PathBuf,
}

/// What a run printed, as claims write it, and its exit code.
#[derive(PartialEq, Eq, Debug)]
struct Output {
    stdout: String,
    code: Option<i32>,
}

impl Output {
    /// The letters that the decisions printed.
    fn path(&self) -> String {
        self.stdout.split("\\n").next().unwrap_or_default().to_owned()
    }
}

fn build(seed: u64, scratch: &Path, flags: &[&str]) -> Result<Native, String> {
    let source = scratch.join(format!("random{seed}.c"));
    std::fs::write(&source, generate::program(seed)).map_err(|error| error.to_string())?;
    let executable = scratch.join("native");
    let mut compile = Command::new(REFERENCE.compiler());
    compile.args(["-O0", "-w", "-idirafter"]).arg(root().join("runtime/include")).args(flags);
    compile.arg(&source).arg(folder("oracle").join("feed.c")).arg("-o").arg(&executable);
    let compiled = process::run(&mut compile, LIMIT);
    match compiled.code {
        Some(0) => Ok(Native { source, executable, input: scratch.join("input") }),
        _ => Err(format!("does not compile: {}", compiled.complaint())),
    }
}

impl Native {
    fn run(&self, input: &[u8]) -> Result<Output, String> {
        std::fs::write(&self.input, input).map_err(|error| error.to_string())?;
        let finished = process::run(Command::new(&self.executable).env("INPUT", &self.input), LIMIT);
        match finished.code {
            Some(code) if code < 64 => Ok(Output { stdout: escape(&finished.stdout), code: Some(code) }),
            code => Err(format!("the native program ended with {code:?}: {}", finished.complaint())),
        }
    }
}

fn check(seed: u64) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let native = build(seed, scratch.path(), &[])?;
    let run = braid::run(&native.source, REFERENCE, &[], &scratch.path().join("out"))?;
    if run.report["verdict"] != "proved" {
        return Err(format!("verdict {}: {} {}", run.report["verdict"], run.report["bugs"], run.report["incomplete"]));
    }
    let mut paths = BTreeSet::new();
    for (file, claim) in run.claims()? {
        let claimed = Output {
            stdout: claim["stdout"].as_str().unwrap_or_default().to_owned(),
            code: claim["exit_code"].as_i64().and_then(|code| i32::try_from(code).ok()),
        };
        let ktest = std::fs::read(file.with_extension("ktest")).map_err(|error| error.to_string())?;
        let input = objects(&ktest).ok_or_else(|| format!("{} is no test file", file.display()))?;
        let found = native.run(&input)?;
        if found != claimed {
            return Err(format!("{}: claims {claimed:?}, natively {found:?}", file.display()));
        }
        if !paths.insert(found.path()) {
            return Err(format!("{}: the path {} has two tests", file.display(), found.path()));
        }
    }
    let mut random = Random::new(seed ^ 0x1234_5678);
    for _ in 0..RANDOM_INPUTS {
        let input: Vec<u8> = (0..INPUT_BYTES).map(|_| random.word() as u8).collect();
        let path = native.run(&input)?.path();
        if !paths.contains(&path) {
            return Err(format!("no test takes the path {path} of the input {input:02x?}"));
        }
    }
    Ok(())
}

/// The bytes of all objects of a test file, one after the other.
fn objects(ktest: &[u8]) -> Option<Vec<u8>> {
    let test = KTest::from_bytes(ktest).ok()?;
    Some(test.objects.into_iter().flat_map(|object| object.bytes).collect())
}
