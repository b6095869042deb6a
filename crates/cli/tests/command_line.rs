//! The command line as a script sees it: exit codes, streams, and text without escape sequences.

use std::process::{Command, Output, Stdio};

fn braid(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_braid"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("braid writes UTF-8")
}

#[test]
fn help_and_version_are_answers() {
    for (argument, expected) in [("--help", "Exit codes:"), ("--version", env!("CARGO_PKG_VERSION"))] {
        let output = braid(&[argument]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains(expected));
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn a_wrong_command_line_says_so_on_standard_error() {
    for arguments in [&["no-such-command"][..], &["--no-such-option"], &[]] {
        let output = braid(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn a_capacity_that_is_none_says_why() {
    for (capacity, why) in [
        ("", "is no capacity"),
        ("many", "'many' is no capacity"),
        ("-1", "is no capacity"),
        ("9223372036854775808", "is more than an object of symbolic size can have"),
        ("16777217", "is more than an object of symbolic size can have"),
        ("f=99999999999999999999", "is more than an object of symbolic size can have"),
        ("=4", "names no site"),
        ("main.c:0=4", "names no site"),
        ("3,4", "tells again"),
    ] {
        let output = braid(&["run", "program.c", &format!("--capacity={capacity}")]);
        assert_eq!(output.status.code(), Some(2), "{capacity}");
        assert!(text(&output.stderr).contains(why), "{capacity}: {}", text(&output.stderr));
    }
    let output = braid(&["run", "program.c", "--sizes=some"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("max, eager, lazy"), "{}", text(&output.stderr));
    let output = braid(&["run", "program.c", "--max-symbolic-size=4"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_pipe_gets_no_escape_sequences() {
    for arguments in [&["--help"][..], &["no-such-command"]] {
        let output = braid(arguments);
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{arguments:?}");
    }
}

/// A file of the folder `examples`.
fn example(name: &str) -> String {
    format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_examples_are_answered_and_twice_the_same() {
    for (name, answers) in [("checksum.smt2", ["sat", "unsat"]), ("indent.smt2", ["sat", "unsat"])] {
        let [first, second] = [(); 2].map(|()| braid(&["solve", &example(name)]));
        assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
        let output = text(&first.stdout);
        let found: Vec<&str> = output.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line)).collect();
        assert_eq!(found, answers, "{name}");
        assert_eq!(first.stdout, second.stdout, "{name}: equal input gives equal output");
    }
}
