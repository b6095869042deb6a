//! Tests written by hand, replayed on programs that are really built: each kind of fault, each way of not fitting.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use braid_replay::{Options, ReplayError, Replayer};
use braid_report::{Bytes, Ending, Fault, Folder, InputObject, KTest, Place, Program, RunReport, Sources, TestClaim};

/// The name of an input and its bytes.
type Input<'a> = (&'a str, &'a [u8]);

/// A run's folder with tests made by hand.
struct Out {
    folder: tempfile::TempDir,
    out: Folder,
    tests: u64,
}

/// The folder with the programs.
fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn program(file: &str) -> Program {
    Program { files: vec![file.to_owned()], directory: programs().display().to_string(), ..Program::default() }
}

/// The line of a program that ends in a comment with `mark`.
fn marked(file: &str, mark: &str) -> u32 {
    let text = fs::read_to_string(programs().join(file)).unwrap();
    let ends = |line: &&str| line.ends_with(&format!("/* {mark} */")) || line.ends_with(&format!("// {mark}"));
    text.lines().position(|line| ends(&line)).map_or(0, |at| at as u32 + 1)
}

impl Out {
    fn new(program: Program) -> Out {
        let folder = tempfile::tempdir().unwrap();
        let out = Folder::create_at(&folder.path().join("out"), "").unwrap();
        out.write_run(&RunReport { program, ..RunReport::default() }).unwrap();
        Out { folder, out, tests: 0 }
    }

    fn add(&mut self, objects: &[Input], claim: &TestClaim) -> String {
        self.tests += 1;
        let objects = objects.iter().map(|(name, bytes)| InputObject::new(name, bytes)).collect();
        let input = KTest { objects, ..KTest::default() };
        self.out.write_test(self.tests, &input, claim, &Sources::none()).unwrap();
        braid_report::folder::test_name(self.tests)
    }

    fn replayer(&self, options: &Options) -> Replayer {
        self.out.flush().unwrap();
        Replayer::new(self.out.path(), options).unwrap_or_else(|error| panic!("{error}"))
    }
}

fn exit(exit_code: u8, stdout: &str) -> TestClaim {
    TestClaim { ending: Ending::Exit { exit_code }, stdout: Bytes(stdout.into()), ..TestClaim::default() }
}

fn fault(file: &str, kind: &str, mark: &str, stdout: &str) -> TestClaim {
    let place = Place { file: Some(file.to_owned()), line: marked(file, mark), column: 1, function: String::new() };
    let fault = Fault { kind: kind.to_owned(), place, ..Fault::default() };
    TestClaim { ending: Ending::Fault { fault }, stdout: Bytes(stdout.into()), ..TestClaim::default() }
}

fn is_installed() -> bool {
    let found = !braid_replay::tools::clangs().is_empty();
    if !found {
        braid_testing::skipped("no clang on this machine");
    }
    found
}

/// Kind, choice, value; the word without a sanitizer and with one.
const FAULTS: &[(&str, i32, i32, &str, &str)] = &[
    ("null-deref", 1, 0, "confirmed", "confirmed"),
    ("out-of-bounds", 2, 4, "not-observable", "confirmed"),
    ("use-after-free", 3, 0, "not-observable", "confirmed"),
    ("double-free", 4, 0, "confirmed", "confirmed"),
    ("invalid-free", 5, 0, "confirmed", "confirmed"),
    ("readonly-write", 6, 0, "confirmed", "confirmed"),
    ("div-by-zero", 7, 0, "confirmed", "confirmed"),
    ("overshift", 8, 40, "not-observable", "confirmed"),
    ("assert", 9, 0, "confirmed", "confirmed"),
    ("abort", 10, 0, "confirmed", "confirmed"),
    ("stack-overflow", 12, 0, "confirmed", "confirmed"),
    ("user-error", 13, 0, "confirmed", "confirmed"),
    ("overflow", 14, 1, "not-observable", "confirmed"),
    ("user-error", 16, 0, "confirmed", "confirmed"),
    ("uninitialized-read", 0, 0, "not-observable", "not-observable"),
    // Claims that are wrong.
    ("null-deref", 2, 0, "differs", "differs"),
    ("assert", 10, 0, "differs", "differs"),
    ("div-by-zero", 7, 3, "differs", "differs"),
    ("out-of-bounds", 2, 3, "not-observable", "differs"),
    ("overshift", 8, 31, "not-observable", "differs"),
    ("abort", 0, 0, "differs", "differs"),
];

fn faults(options: &Options, expected: fn(&(&'static str, i32, i32, &'static str, &'static str)) -> &'static str) {
    let mut out = Out::new(program("faults.c"));
    let mut wanted = Vec::new();
    for row in FAULTS {
        let &(kind, which, value, ..) = row;
        let claim = fault("faults.c", kind, kind, &format!("which {which}\n"));
        let name = out.add(&[("which", &which.to_le_bytes()), ("value", &value.to_le_bytes())], &claim);
        wanted.push((name, row, expected(row)));
    }
    let replayer = out.replayer(options);
    for (name, row, word) in wanted {
        let replayed = replayer.replay(&name);
        assert_eq!(replayed.judgement.words().0, word, "{row:?}: {:?}", replayed.judgement);
    }
}

#[test]
fn faults_show_as_signals_and_reports() {
    if is_installed() {
        faults(&Options::default(), |row| row.3);
    }
}

/// Whether a variant can be built here at all; the smallest program tells.
fn is_available(options: &Options) -> bool {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("e.c"), "int main(void) { return 0; }\n").unwrap();
    let directory = folder.path().display().to_string();
    let out = Out::new(Program { directory, ..program("e.c") });
    match Replayer::new(out.out.path(), options) {
        Err(error @ ReplayError::Build(braid_replay::BuildError::NoCompiler { .. })) => {
            braid_testing::skipped(&error.to_string());
            false
        }
        other => other.map(drop).map_or_else(|error| panic!("{error}"), |()| true),
    }
}

#[test]
fn faults_show_to_sanitizers_at_their_line() {
    let options = Options { sanitize: true, ..Options::default() };
    if !is_installed() || !is_available(&options) {
        return;
    }
    faults(&options, |row| row.4);
    let mut out = Out::new(program("faults.c"));
    let chosen = |which: i32| which.to_le_bytes();
    let wrong_line = fault("faults.c", "use-after-free", "double-free", "which 3\n");
    let wrong_line = out.add(&[("which", &chosen(3)), ("value", &chosen(0))], &wrong_line);
    let unseen = out.add(&[("which", &chosen(3)), ("value", &chosen(0))], &exit(0, "which 3\n"));
    let unreachable = fault("faults.c", "unreachable", "unreachable", "which 11\n");
    let unreachable = out.add(&[("which", &chosen(11)), ("value", &chosen(0))], &unreachable);
    let leak = fault("faults.c", "leak", "allocation", "which 15\n");
    let leak = out.add(&[("which", &chosen(15)), ("value", &chosen(0))], &leak);
    let replayer = out.replayer(&options);
    let detail = |name: &str| format!("{:?}", replayer.replay(name).judgement);
    assert!(detail(&wrong_line).contains("use-after-free shows at"), "{}", detail(&wrong_line));
    assert!(detail(&unseen).contains("it ended with heap-use-after-free at"), "{}", detail(&unseen));
    assert!(detail(&unreachable).contains("Confirmed"), "{}", detail(&unreachable));
    assert!(detail(&leak).contains("Confirmed"), "{}", detail(&leak));
}

#[test]
fn exits_are_compared_by_code_and_output() {
    if !is_installed() {
        return;
    }
    let mut with_arguments = program("faults.c");
    with_arguments.arguments = vec!["first".to_owned()];
    let mut out = Out::new(with_arguments);
    let [assumed, greeting, forever] = [100i32, 101, 102].map(i32::to_le_bytes);
    let seven = 7i32.to_le_bytes();
    let rows: &[(&[Input], TestClaim, &str)] = &[
        (&[("which", &assumed), ("value", &seven)], exit(7, "which 100\n"), "Confirmed"),
        (&[("which", &assumed), ("value", &seven)], exit(8, "which 100\n"), "it ended with exit code 7"),
        (&[("which", &assumed), ("value", &seven)], exit(7, "which 101\n"), "the output differs at byte 8"),
        (&[("which", &assumed), ("value", &[5, 0, 0, 0])], exit(5, "which 100\n"), "klee_assume does not hold"),
        (&[("which", &assumed)], exit(7, "which 100\n"), "the inputs are used up ('value')"),
        (&[("which", &assumed), ("value", &[7])], exit(7, "which 100\n"), "another name or size ('value')"),
        // The order is another, the names tell.
        (&[("value", &seven), ("which", &assumed)], exit(7, "which 100\n"), "Confirmed"),
        (
            &[("which", &greeting), ("value", &seven), ("text", b"a\0bc"), ("small", &seven), ("", &seven)],
            exit(14, "which 101\na first 1"),
            "Confirmed",
        ),
        (
            &[("which", &greeting), ("value", &seven), ("text", b"abcd"), ("small", &greeting), ("", &seven)],
            exit(14, "which 101\nabcd first 1"),
            "klee_range does not hold ('small')",
        ),
        (&[("which", &forever), ("value", &seven)], exit(0, "which 102\n"), "still running"),
        (&[("which", &[1, 0, 0, 0]), ("value", &seven)], exit(0, "which 1\n"), "it ended with SIGSEGV"),
        (&[("which", &[9, 0, 0, 0]), ("value", &seven)], exit(0, "which 9\n"), "it ended with a failed assertion at"),
    ];
    let names: Vec<String> = rows.iter().map(|(objects, claim, _)| out.add(objects, claim)).collect();
    let mut options = Options::default();
    options.limits.time = Duration::from_millis(700);
    let replayer = out.replayer(&options);
    assert_eq!(replayer.test_names().unwrap(), names);
    for (name, (.., words)) in names.iter().zip(rows) {
        let judgement = format!("{:?}", replayer.replay(name).judgement);
        assert!(judgement.contains(words), "{name}: {judgement} should tell: {words}");
    }
}

#[test]
fn claimed_lines_are_checked() {
    let options = Options { lines: true, ..Options::default() };
    if !is_installed() || !is_available(&options) {
        return;
    }
    let mut out = Out::new(program("faults.c"));
    let objects: &[Input] = &[("which", &[1, 0, 0, 0]), ("value", &[0; 4])];
    let mut claim = fault("faults.c", "null-deref", "null-deref", "which 1\n");
    let line = |mark: &str| marked("faults.c", mark);
    claim.lines.insert("faults.c".to_owned(), [line("null-deref")].into_iter().collect());
    let right = out.add(objects, &claim);
    claim.lines.insert("faults.c".to_owned(), [line("null-deref"), line("greeting")].into_iter().collect());
    let wrong = out.add(objects, &claim);
    let mut target = Out::new(Program { entry: "LLVMFuzzerTestOneInput".to_owned(), ..program("fuzz.c") });
    let mut fuzzed = exit(0, "2");
    fuzzed.lines.insert("fuzz.c".to_owned(), [marked("fuzz.c", "out-of-bounds")].into_iter().collect());
    let fuzzed = target.add(&[("data", b"FU")], &fuzzed);
    let judgement = target.replayer(&options).replay(&fuzzed).judgement;
    assert!(judgement.words().1.contains("was claimed but not reached"), "{judgement:?}");
    let replayer = out.replayer(&options);
    assert!(replayer.replay(&right).judgement.is_confirmed(), "{:?}", replayer.replay(&right));
    let what = format!("line faults.c:{} was claimed but not reached", line("greeting"));
    assert_eq!(replayer.replay(&wrong).judgement.words(), ("differs", what.as_str()));
}

#[test]
fn a_fuzz_target_gets_its_bytes() {
    if !is_installed() {
        return;
    }
    let mut target = program("fuzz.c");
    target.entry = "LLVMFuzzerTestOneInput".to_owned();
    let mut out = Out::new(target);
    let all = out.add(&[("data", b"hello")], &exit(0, "5"));
    let some = out.add(&[("data", b"hello"), ("size", &2u64.to_le_bytes())], &exit(0, "2"));
    let none = out.add(&[], &exit(0, "0"));
    let over = out.add(&[("data", b"FUZZ")], &fault("fuzz.c", "out-of-bounds", "out-of-bounds", "4"));
    let plain = out.replayer(&Options::default());
    for name in [&all, &some, &none] {
        assert!(plain.replay(name).judgement.is_confirmed(), "{:?}", plain.replay(name));
    }
    let options = Options { sanitize: true, ..Options::default() };
    if is_available(&options) {
        let replayed = out.replayer(&options).replay(&over);
        assert!(replayed.judgement.is_confirmed(), "{replayed:?}");
    }
}

#[test]
fn another_entry_point_is_called_in_place_of_main() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("e.c"), "int main(void) { return 1; }\nint other(void) { return 42; }\n").unwrap();
    let directory = folder.path().display().to_string();
    let mut out = Out::new(Program { directory, entry: "other".to_owned(), ..program("e.c") });
    let name = out.add(&[], &exit(42, ""));
    assert!(out.replayer(&Options::default()).replay(&name).judgement.is_confirmed());
}

#[test]
fn a_rust_program_is_replayed_and_its_panics_are_known() {
    if !is_installed() || braid_link::Toolchain::of_machine().rustc.is_none() {
        braid_testing::skipped("rustc is not installed");
        return;
    }
    let mut out = Out::new(program("panic.rs"));
    let fine = out.add(&[("value", &[1])], &exit(2, "value 1\n"));
    let panic = out.add(&[("value", &[3])], &fault("panic.rs", "out-of-bounds", "out-of-bounds", "value 3\n"));
    let wrong = out.add(&[("value", &[2])], &fault("panic.rs", "abort", "out-of-bounds", "value 2\n"));
    let replayer = out.replayer(&Options::default());
    let word = |name: &str| replayer.replay(name).judgement.words().0;
    assert_eq!([word(&fine), word(&panic), word(&wrong)], ["confirmed", "confirmed", "differs"]);
}

#[test]
fn cpp_runs_its_constructors_and_a_changed_header_is_built_again() {
    if !is_installed() {
        return;
    }
    let sources = tempfile::tempdir().unwrap();
    for name in ["main.cpp", "value.h"] {
        fs::copy(programs().join(name), sources.path().join(name)).unwrap();
    }
    let directory = sources.path().display().to_string();
    let mut out = Out::new(Program { directory, ..program("main.cpp") });
    let name = out.add(&[("value", &[3, 0, 0, 0])], &exit(33, "42\n"));
    assert!(out.replayer(&Options::default()).replay(&name).judgement.is_confirmed());
    let built = out.out.path().join("replay/plain/program");
    let time = || fs::metadata(&built).unwrap().modified().unwrap();
    let first = time();
    out.replayer(&Options::default());
    assert_eq!(time(), first, "nothing has changed, nothing is built");
    fs::write(sources.path().join("value.h"), "#define VALUE 2\n").unwrap();
    let judgement = out.replayer(&Options::default()).replay(&name).judgement;
    assert_eq!(judgement.words().1, "the output differs at byte 1: claimed \"2\\n\", got \"3\\n\"");
    drop(out.folder);
}

#[test]
fn bitcode_is_built_by_a_clang_that_reads_it() {
    let clangs = braid_replay::tools::clangs();
    for clang in &clangs {
        let sources = tempfile::tempdir().unwrap();
        let bitcode = sources.path().join("faults.bc");
        let mut command = std::process::Command::new(&clang.path);
        command.args(["-g", "-c", "-emit-llvm", "-o"]).arg(&bitcode).arg(programs().join("faults.c"));
        assert!(command.status().unwrap().success());
        let directory = sources.path().display().to_string();
        let mut out = Out::new(Program { directory, ..program("faults.bc") });
        let objects: &[Input] = &[("which", &[9, 0, 0, 0]), ("value", &[0; 4])];
        let name = out.add(objects, &fault("faults.c", "assert", "assert", "which 9\n"));
        let replayed = out.replayer(&Options::default()).replay(&name);
        assert!(replayed.judgement.is_confirmed(), "{}: {replayed:?}", clang.path.display());
    }
}

/// Compiles a source file to bitcode; returns the folder with it.
fn bitcode_of(clang: &Path, source: &Path, name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(clang);
    command.args(["-g", "-c", "-emit-llvm", "-o"]).arg(folder.path().join(name)).arg(source);
    assert!(command.status().unwrap().success());
    folder
}

/// With this choice `leaves.c` does not end.
const ENDLESS: i32 = 7;

/// Which of the marked lines of `leaves.c` a run with this choice reaches, measured on bitcode.
fn marks_reached(clang: &Path, choice: i32) -> Vec<&'static str> {
    let folder = bitcode_of(clang, &programs().join("leaves.c"), "leaves.bc");
    let directory = folder.path().display().to_string();
    let mut out = Out::new(Program { files: vec!["leaves.bc".to_owned()], directory, ..Program::default() });
    let early = TestClaim { ending: Ending::Early { reason: "time limit".to_owned() }, ..TestClaim::default() };
    let claim = if choice == ENDLESS { early } else { exit(choice as u8, "") };
    let name = out.add(&[("choice", &choice.to_le_bytes())], &claim);
    let replayer = out.replayer(&Options { lines: true, ..Options::default() });
    let judgement = replayer.replay(&name).judgement;
    assert!(judgement.is_confirmed(), "{judgement:?}");
    replayer.write_lines().unwrap();
    let text = fs::read_to_string(out.out.path().join(braid_report::folder::NATIVE)).unwrap();
    let files: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("SF:")).collect();
    assert_eq!(files.len(), 1, "nothing of the harness: {files:?}");
    assert!(Path::new(files[0]).is_absolute() && files[0].ends_with("leaves.c"), "{files:?}");
    let marks = ["left", "looped", "stayed", "chosen", "waited", "called", "returned"];
    let count = |mark: &str, count: u32| text.contains(&format!("\nDA:{},{count}\n", marked("leaves.c", mark)));
    let known = marks.into_iter().inspect(|mark| assert!(count(mark, 0) || count(mark, 1), "{mark}: {text}"));
    known.filter(|mark| count(mark, 1)).collect()
}

#[test]
fn lines_of_bitcode_are_those_of_the_blocks_that_were_reached() {
    for clang in braid_replay::tools::clangs().iter().filter(|_| is_installed()) {
        assert_eq!(marks_reached(&clang.path, 0), ["looped", "stayed", "called", "returned"]);
        // What lies in one block with a call counts, also if the call does not return.
        assert_eq!(marks_reached(&clang.path, 5), ["left", "looped", "stayed", "called", "returned"]);
        // What is stopped from outside writes its counts first.
        assert_eq!(marks_reached(&clang.path, ENDLESS), ["waited"]);
    }
}

#[test]
fn bitcode_gets_the_address_sanitizer_or_the_reason_is_told() {
    let options = Options { sanitize: true, ..Options::default() };
    if !is_installed() || !is_available(&options) {
        return;
    }
    for clang in braid_replay::tools::clangs() {
        let sources = bitcode_of(&clang.path, &programs().join("faults.c"), "faults.bc");
        let directory = sources.path().display().to_string();
        let mut out = Out::new(Program { directory, ..program("faults.bc") });
        let mut add = |kind: &str, which: i32, value: i32| {
            let claim = fault("faults.c", kind, kind, &format!("which {which}\n"));
            out.add(&[("which", &which.to_le_bytes()), ("value", &value.to_le_bytes())], &claim)
        };
        let [out_of_bounds, wrong] = [4, 3].map(|value| add("out-of-bounds", 2, value));
        let after_free = add("use-after-free", 3, 0);
        let arithmetic = add("overflow", 14, 1);
        let replayer = out.replayer(&options);
        let words = |name: &str| format!("{:?}", replayer.replay(name).judgement);
        let is_able = clang.number.is_none_or(|number| number >= 15)
            || braid_replay::tools::clangs().iter().any(|other| other.number.is_some_and(|number| number >= 15));
        let expected = if is_able { ["Confirmed", "Confirmed", "Differs"] } else { ["install clang 15"; 3] };
        for (name, expected) in [&out_of_bounds, &after_free, &wrong].into_iter().zip(expected) {
            assert!(words(name).contains(expected), "{}: {}", clang.path.display(), words(name));
        }
        assert!(words(&arithmetic).contains("run the source files"), "{}", words(&arithmetic));
    }
}

#[test]
fn what_nothing_defines_is_a_stub_that_tells_its_name() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "\
#include <stdio.h>
int missing(int), more(void);
extern int nowhere[];
void klee_make_symbolic(void *to, unsigned long bytes, const char *name);
int main(void) {
  char x;
  klee_make_symbolic(&x, 1, \"x\");
  puts(\"begin\");
  if (x == 1) return missing(x) + nowhere[0];
  return x == 2 ? more() : x;
}
";
    fs::write(folder.path().join("m.c"), source).unwrap();
    let directory = folder.path().display().to_string();
    let mut out = Out::new(Program { directory, ..program("m.c") });
    let fine = out.add(&[("x", &[5])], &exit(5, "begin\n"));
    let reason = "function 'missing' is not defined".to_owned();
    let early = TestClaim { ending: Ending::Early { reason }, stdout: Bytes("begin\n".into()), ..TestClaim::default() };
    let early = out.add(&[("x", &[1])], &early);
    let calls = out.add(&[("x", &[2])], &exit(0, "begin\n"));
    let replayer = out.replayer(&Options::default());
    let words = |name: &str| format!("{:?}", replayer.replay(name).judgement);
    assert!(words(&fine).contains("Confirmed"), "{}", words(&fine));
    assert!(words(&early).contains("Confirmed"), "{}", words(&early));
    assert!(words(&calls).contains("NotObservable") && words(&calls).contains("uses more,"), "{}", words(&calls));
}

#[test]
fn bitcode_of_cpp_is_linked_with_its_libraries() {
    if !is_installed() {
        return;
    }
    let sources = bitcode_of(&braid_replay::tools::clangs()[0].path, &programs().join("main.cpp"), "main.bc");
    let directory = sources.path().display().to_string();
    let mut out = Out::new(Program { directory, ..program("main.bc") });
    let name = out.add(&[("value", &[3, 0, 0, 0])], &exit(33, "42\n"));
    let replayed = out.replayer(&Options::default()).replay(&name);
    assert!(replayed.judgement.is_confirmed(), "{replayed:?}");
}

#[test]
fn damaged_tests_and_programs_fail_with_a_reason() {
    let none = tempfile::tempdir().unwrap();
    let error = |path: &Path| Replayer::new(path, &Options::default()).unwrap_err().to_string();
    assert!(error(none.path()).contains("run.json: cannot read"));
    assert!(error(&none.path().join("gone")).contains("cannot read"));
    fs::write(none.path().join("run.json"), "{").unwrap();
    assert!(error(none.path()).contains("run.json: EOF"));
    let of = |program: Program| error(Out::new(program).out.path());
    assert!(of(Program::default()).contains("names no files"));
    assert!(of(program("-")).contains("standard input"));
    assert!(of(program("gone.c")).contains("gone.c"));
    assert!(of(program("value.h")).contains("neither a source file"));
    assert!(of(Program { entry: "a;b".to_owned(), ..program("faults.c") }).contains("no name of C"));
    if !is_installed() {
        return;
    }
    assert!(
        of(Program { compiler_flags: vec!["-Dmain=(".to_owned()], ..program("faults.c") })
            .contains("native build failed")
    );
    let mut out = Out::new(program("faults.c"));
    let [cut, unclaimed] = [(); 2].map(|()| out.add(&[("which", &[0; 4]), ("value", &[0; 4])], &exit(0, "which 0\n")));
    out.out.write(&format!("{cut}.ktest"), "KTEST\0\0\0\x03").unwrap();
    out.out.flush().unwrap();
    out.out.write("tests.jsonl", format!("{{\"test\":\"{unclaimed}\"}}\n")).unwrap();
    let replayer = out.replayer(&Options::default());
    for (name, words) in [(&cut, "cut off"), (&unclaimed, "missing field"), (&"test000099".to_owned(), "cannot read")] {
        let judgement = replayer.replay(name).judgement;
        assert!(judgement.words().0 == "failed" && judgement.words().1.contains(words), "{judgement:?}");
    }
}
