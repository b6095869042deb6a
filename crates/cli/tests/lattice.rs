//! Loops without a bound: what is true is proved, what is false is shown by a run or not decided, and nothing false is ever proved.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/merge/lattice").join(folder);
    let entries = std::fs::read_dir(&folder).expect("there are programs");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    paths.sort();
    paths
}

fn has_compiler() -> bool {
    let found = Command::new("clang-14").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        braid_testing::skipped("clang-14 not installed");
    }
    found
}

/// Limits that count work: the same answer on every machine.
const LIMITS: &[&str] = &["--max-instructions=60000"];

fn run(program: &PathBuf, flags: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command
        .arg("run")
        .arg(program)
        .args(["--no-output", "--json", "--quiet", "--merge=lattice"])
        .args(LIMITS)
        .args(flags);
    let output = command.env("BRAID_CC", "clang-14").stdin(Stdio::null()).output().expect("the binary was built");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {}", program.display(), String::from_utf8_lossy(&output.stderr)))
}

fn verdicts(folder: &str, flags: &[&str]) -> BTreeMap<String, String> {
    let name = |program: &PathBuf| program.file_stem().expect("a name").to_string_lossy().into_owned();
    let verdict = |program: &PathBuf| run(program, flags)["verdict"].as_str().expect("a verdict").to_owned();
    programs(folder).iter().map(|program| (name(program), verdict(program))).collect()
}

#[test]
fn what_is_true_of_loops_without_a_bound_is_proved() {
    if !has_compiler() {
        return;
    }
    let verdicts = verdicts("true", &["--validate-merges", "--max-time=6"]);
    let proved = verdicts.values().filter(|verdict| *verdict == "proved").count();
    assert!(verdicts.values().all(|verdict| verdict != "bug"), "{verdicts:?}");
    assert!(verdicts.len() >= 20 && proved >= 12, "{proved} of {}: {verdicts:?}", verdicts.len());
}

#[test]
fn what_is_false_after_many_iterations_is_never_proved() {
    if !has_compiler() {
        return;
    }
    let verdicts = verdicts("false", &["--validate-merges", "--max-time=4"]);
    let refuted = verdicts.values().filter(|verdict| *verdict == "bug").count();
    assert!(verdicts.values().all(|verdict| verdict != "proved"), "{verdicts:?}");
    assert!(verdicts.len() >= 8 && refuted >= 4, "{refuted} of {}: {verdicts:?}", verdicts.len());
}

/// An exact join, then a loop that is closed: what the joined states were is no measure any more for what is left of them.
#[test]
fn shadows_leave_states_that_forget() {
    if !has_compiler() {
        return;
    }
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/engine/c/control/nested_loops.c");
    let report = run(&program, &["--shadow", "--validate-merges"]);
    assert_eq!(report["verdict"], "proved");
    assert!(report["counters"]["shadows_inexact"].as_u64() > Some(0), "{}", report["counters"]);
}

/// What was shown of each closed loop is shown again, by Braid and by another solver if there is one.
#[test]
fn certificates_have_no_model() {
    if !has_compiler() {
        return;
    }
    let other = Command::new("z3").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !other {
        braid_testing::left_out("z3 not installed");
    }
    let mut checked = 0;
    for name in ["count_up", "pos_sum", "saturate", "nested", "bounded_walk"] {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        let folder = out.path().join("out");
        let program = programs("true").into_iter().find(|path| path.ends_with(format!("{name}.c"))).expect("a program");
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.arg("run").arg(&program).args(["--quiet", "--merge=lattice", "--lattice-certificates", "--out"]);
        let status = command.arg(&folder).args(LIMITS).env("BRAID_CC", "clang-14").stdin(Stdio::null()).output();
        assert!(status.expect("it runs").status.success(), "{name}");
        let files = std::fs::read_dir(&folder).expect("results").map(|entry| entry.expect("an entry").path());
        let is_certificate = |path: &PathBuf| path.to_string_lossy().contains("certificate-");
        let files: Vec<PathBuf> = files.filter(is_certificate).collect();
        assert!(files.len() >= 3 && files.len().is_multiple_of(3), "{name}: {files:?}");
        for file in files {
            let own = Command::new(env!("CARGO_BIN_EXE_braid")).arg("solve").arg(&file).output().expect("it runs");
            assert_eq!(String::from_utf8_lossy(&own.stdout).trim(), "unsat", "{name}: {}", file.display());
            if other {
                let output = Command::new("z3").arg("-T:30").arg(&file).output().expect("it runs");
                assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "unsat", "{name}: {}", file.display());
            }
            checked += 1;
        }
    }
    assert!(checked >= 15, "{checked}");
}

/// A run of a program beneath the folder of this mode: its report, and what it says.
fn told(program: &str, flags: &[&str]) -> (Value, String) {
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/merge/lattice").join(program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    // The mode comes first: a later one takes its place.
    command.arg("run").arg(program).args(["--no-output", "--quiet", "--merge=lattice"]).args(LIMITS).args(flags);
    let output = command.env("BRAID_CC", "clang-14").stdin(Stdio::null()).output().expect("the binary was built");
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    (serde_json::from_slice(&output.stdout).unwrap_or_default(), said)
}

fn number(report: &Value, of: &str) -> u64 {
    report[of].as_u64().or_else(|| report[of].as_str()?.parse().ok()).unwrap_or(u64::MAX)
}

/// What a program says of its joins is done, with its variables in memory and after promotion.
#[test]
fn merge_points_join_as_the_program_says() {
    if !has_compiler() {
        return;
    }
    for pass in [&[][..], &["--without-pass=promote"]] {
        for (program, verdict, is_weak) in [
            ("points/sign.c", "proved", false),
            ("points/interval.c", "proved", false),
            ("points/too_weak.c", "proved", true),
        ] {
            let flags = [&["--json", "--lattice-joins=marked", "--validate-merges=prove"], pass].concat();
            let (report, said) = told(program, &flags);
            assert_eq!(report["verdict"], verdict, "{program} {pass:?}: {said}");
            assert!(number(&report, "joins") >= 1, "{program} {pass:?}: {said}");
            let refined = report["merges"].to_string().contains("refinements");
            assert_eq!(refined, is_weak, "{program} {pass:?}: {}", report["merges"]);
        }
        let flags = [&["--json", "--lattice-joins=marked"], pass].concat();
        let (report, said) = told("points/wrong.c", &flags);
        assert_eq!((&report["verdict"], number(&report, "joins")), (&Value::from("bug"), 1), "{pass:?}: {said}");
    }
}

/// The same from the command line, where the source says nothing.
#[test]
fn places_of_the_command_line_join() {
    if !has_compiler() {
        return;
    }
    let marked = "--lattice-joins=marked";
    let (report, said) = told("paper/abs.c", &["--json", marked, "--merge-at=abs.c:14=sign"]);
    assert_eq!((&report["verdict"], number(&report, "joins")), (&Value::from("proved"), 1), "{said}");
    let (_, said) = told("paper/abs.c", &[marked, "--merge-at=abs.c:99=sign"]);
    assert!(said.contains("--merge-at=abs.c:99=sign: no code that was run stands there"), "{said}");
    let (_, said) = told("paper/abs.c", &[marked, "--merge-at=abs.c:14=box"]);
    assert!(said.contains("there is no join operator 'box'"), "{said}");
}

/// What is wrong with a merge point is said, with its line, and nothing is made up.
#[test]
fn bad_merge_points_are_told_with_their_line() {
    if !has_compiler() {
        return;
    }
    for (program, line, what) in [
        ("stores", 6, "a predicate that stores"),
        ("calls", 7, "a predicate that calls a function"),
        ("forks", 6, "a predicate that branches"),
        ("no_variable", 6, "use of undeclared identifier 'z'"),
        ("never", 6, "predicate 2 never holds here"),
        ("none", 6, "a merge point by predicates that names none"),
        ("operator", 6, "there is no join operator 'box'"),
        ("inside_out", 6, "a merge point inside of another"),
        ("not_begun", 6, "predicates without a merge point before them"),
    ] {
        let (_, said) = told(&format!("bad/{program}.c"), &["--lattice-joins=marked"]);
        assert!(said.contains(what) && said.contains(&format!("{program}.c:{line}")), "{program}: {said}");
        assert!(!said.contains("bug:") && !said.contains("1 bug"), "{program}: {said}");
    }
}

/// Table 3 of the paper: every way proves, and each join saves states.
#[test]
fn the_programs_of_the_paper_are_proved_in_every_way() {
    if !has_compiler() {
        return;
    }
    for program in ["dist", "abs", "gcd", "pos_sum"] {
        let file = format!("paper/{program}.c");
        let run = |flags: &[&str]| {
            let (report, said) = told(&file, &[&["--json"], flags].concat());
            assert_eq!(report["verdict"], "proved", "{program} {flags:?}: {said}");
            (number(&report, "states"), number(&report, "joins"))
        };
        let (forked, _) = run(&["--merge=none"]);
        for define in ["--cflags=-DITE", "--cflags=-DPREDICATES"] {
            let (states, joins) = run(&[define, "--lattice-joins=marked", "--lattice-peel=1000000"]);
            assert!(joins >= 1 && states <= forked, "{program} {define}: {states} of {forked}, {joins} joins");
        }
        // What the loop of gcd computes is beyond what is guessed; the paper has a contract for it.
        let unwound: &[&str] = if program == "gcd" { &["--lattice-peel=1000000"] } else { &[] };
        let (_, joins) = run(unwound);
        assert!(joins >= 1, "{program}: {joins} joins");
    }
    let (report, said) = told("paper/pos_sum.c", &["--json", "--cflags=-DUNBOUNDED"]);
    assert_eq!(report["verdict"], "proved", "{said}");
}

/// The bug that de Gouw et al. found in mergeCollapse, on a stack of five runs, and its repair.
#[test]
fn the_bug_of_timsort_is_found_and_its_repair_proved() {
    if !has_compiler() {
        return;
    }
    let collapse = |bound: u32, fixed: &str| {
        let cflags = format!("--cflags=-DMETHOD=7 -DBOUND={bound} {fixed}");
        let (report, said) =
            told("timsort/methods.c", &["--json", &cflags, "--max-instructions=2000000", "--max-time=60"]);
        (report["verdict"].as_str().unwrap_or_default().to_owned(), said)
    };
    assert_eq!(collapse(5, "").0, "bug");
    let (verdict, said) = collapse(3, "-DFIXED");
    assert_eq!(verdict, "proved", "{said}");
    // The same with elements that are really moved.
    for (fixed, verdict) in [("", "bug"), ("-DFIXED", "proved")] {
        let cflags = format!("--cflags=-DMETHOD=7 -DBOUND=5 -DMOVES {fixed}");
        let (report, said) = told("timsort/methods.c", &["--json", "--merge=loop", &cflags]);
        assert_eq!(report["verdict"], verdict, "{said}");
    }
}

/// The invariants of a witness hold whenever control comes to the loop: as assertions there they are proved.
#[test]
fn invariants_of_a_witness_hold_in_the_source() {
    if !has_compiler() {
        return;
    }
    // Of `even`, what holds from the second iteration on does not hold in the first.
    for name in ["count_up", "even", "lockstep"] {
        let out = tempfile::tempdir().expect("a folder for temporary files");
        let program = programs("true").into_iter().find(|path| path.ends_with(format!("{name}.c"))).expect("a program");
        let witness = out.path().join("witness.yml");
        let report = run(&program, &[&format!("--witness={}", witness.display())]);
        assert_eq!(report["verdict"], "proved", "{name}");
        let text = std::fs::read_to_string(&witness).expect("a witness");
        assert!(text.starts_with("- entry_type: invariant_set") && text.contains("content:"), "{text}");
        let invariants = report["invariants"].as_array().cloned().unwrap_or_default();
        assert!(!invariants.is_empty() || name == "even", "{name}: {text}");
        let source = std::fs::read_to_string(&program).expect("a program");
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        for row in &invariants {
            let line = &mut lines[row["line"].as_u64().expect("a line") as usize - 1];
            assert!(line.contains("while ("), "{name}: the invariant is not at a loop: {line}");
            let invariant = row["invariant"].as_str().expect("an invariant");
            *line = line.replacen("while (", &format!("while (({invariant}) ? 1 : (broken(), 0), "), 1);
        }
        let (checked, text) = (out.path().join("checked.c"), lines.join("\n") + "\n");
        let text = text.replace("int main", "static void broken(void) { assert(0); }\nint main");
        std::fs::write(&checked, &text).expect("it can be written");
        assert_eq!(run(&checked, &[])["verdict"], "proved", "{name}: {text}");
    }
}
