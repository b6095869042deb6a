//! `braid solve` from outside: answers, complaints and exit codes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

fn solve(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_braid"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A child that has stopped reading has seen enough.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

fn stdout(output: &Output) -> &str {
    str::from_utf8(&output.stdout).expect("plain text")
}

#[test]
fn a_script_on_standard_input_is_answered() {
    let output =
        solve(&["-"], "(declare-const x (_ BitVec 8))(assert (= (bvmul x #x03) #x0f))(check-sat)(get-value (x))");
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), "sat\n((x #x05))\n"));
}

/// A script that is ended in the middle has answered what comes before.
#[test]
fn answers_do_not_wait_for_those_behind_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.smt2");
    let hard = "(declare-const p (_ BitVec 64))(declare-const q (_ BitVec 64))(assert (= (bvmul p q) (_ bv4611685975477714963 64)))
        (assert (bvult p (_ bv2147483648 64)))(assert (bvult q (_ bv2147483648 64)))(assert (bvult (_ bv1 64) p))(assert (bvult p q))";
    std::fs::write(&path, format!("(check-sat)\n{hard}(check-sat)")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_braid"))
        .args(["solve", "--conflicts", "100000"])
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let (mut first, mut rest) = (String::new(), String::new());
    output.read_line(&mut first).unwrap();
    child.kill().expect("it is still busy, or has just ended");
    output.read_to_string(&mut rest).unwrap();
    child.wait().unwrap();
    assert_eq!((&first[..], &rest[..]), ("sat\n", ""));
}

#[test]
fn a_malformed_script_ends_with_its_place_and_code_3() {
    let output = solve(&["-"], "(check-sat)\n(check-sat)\n  (assert (bvadd))\n(check-sat)\n");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(stdout(&output), "sat\nsat\n(error \"line 3 column 11: 'bvadd' does not take 0 arguments\")\n");
    let complaint = str::from_utf8(&output.stderr).unwrap();
    assert!(complaint.contains("standard input: line 3 column 11"), "{complaint}");
}

/// Scripts with a rounding mode or a sort that there is not, and what is said about it.
const NO_FLOATS: &[(&str, &str)] = &[
    ("(declare-const x Float64)(assert (fp.eq (fp.add RNX x x) x))", "unknown symbol 'RNX'"),
    ("(declare-const x Float33)", "unsupported: the sort 'Float33'"),
    (
        "(declare-const x (_ FloatingPoint 40 24))",
        "unsupported: numbers with 40 bits of exponent and 24 of significand",
    ),
];

#[test]
fn unknown_rounding_modes_and_formats_are_named() {
    for (script, expected) in NO_FLOATS {
        let output = solve(&["-"], &format!("(set-logic QF_FP){script}(check-sat)"));
        assert_eq!(output.status.code(), Some(3), "{script}");
        assert!(stdout(&output).contains(expected) && !stdout(&output).contains("sat\n"), "{}", stdout(&output));
    }
}

#[test]
fn a_missing_file_is_bad_input() {
    let output = solve(&["no-such-file.smt2"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(str::from_utf8(&output.stderr).unwrap().contains("no-such-file.smt2"));
}

#[test]
fn counters_go_to_standard_error() {
    let output = solve(&["--stats", "-"], "(check-sat)");
    assert_eq!(stdout(&output), "sat\n");
    assert!(str::from_utf8(&output.stderr).unwrap().contains("queries"));
}

#[test]
fn a_budget_that_runs_out_is_unknown_with_its_reason() {
    // The factors of a 31-bit semiprime take more than one conflict.
    let script = "(declare-const p (_ BitVec 32))(declare-const q (_ BitVec 32))
        (assert (= (bvmul p q) (_ bv1073676289 32)))(assert (bvult p (_ bv65536 32)))(assert (bvult q (_ bv65536 32)))
        (assert (bvult (_ bv1 32) p))(assert (bvult p q))(check-sat)(get-info :reason-unknown)";
    let output = solve(&["--conflicts", "1", "-"], script);
    assert_eq!(stdout(&output), "unknown\n(:reason-unknown \"the budget of 1 conflicts ran out\")\n");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn another_solver_can_check_and_replace_ours() {
    let script = "(declare-const x (_ BitVec 8))(assert (bvult x #x05))(check-sat)(assert (bvult #x09 x))(check-sat)";
    for option in ["--solver-check", "--solver", "--portfolio"] {
        let output = solve(&[option, "z3 -in", "-"], script);
        assert_eq!((output.status.code(), stdout(&output)), (Some(0), "sat\nunsat\n"), "{option}");
    }
    // A liar is found out: two bytes together make a query that only the back end answers.
    let script = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(assert (bvult x y))(assert (bvult y x))(check-sat)
        (get-info :reason-unknown)";
    let liar = std::env::temp_dir().join(format!("braid-liar-{}", std::process::id()));
    std::fs::write(&liar, "echo sat; while read line; do case $line in *get-value*) echo '((x #x00))';; esac; done\n")
        .unwrap();
    let command = format!("sh {}", liar.display());
    let output = solve(&["--solver-check", &command, "-"], script);
    std::fs::remove_file(&liar).unwrap();
    assert_eq!(stdout(&output).lines().next(), Some("unsat"), "a model that does not hold is no answer");
}

#[test]
fn queries_are_written_for_other_solvers() {
    let folder = std::env::temp_dir().join(format!("braid-queries-{}", std::process::id()));
    let script = "(declare-const x (_ BitVec 8))(assert (bvult x #x05))(check-sat)(assert (bvult #x09 x))(check-sat)";
    let output = solve(&["--dump-queries", folder.to_str().unwrap(), "-"], script);
    assert_eq!(output.status.code(), Some(0));
    for (file, answer) in [("query-000001.smt2", "sat"), ("query-000002.smt2", "unsat")] {
        let path = folder.join(file);
        assert!(std::fs::read_to_string(&path).unwrap().contains(&format!("(set-info :status {answer})")));
        let again = solve(&[path.to_str().unwrap()], "");
        assert_eq!(stdout(&again), format!("{answer}\n"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
