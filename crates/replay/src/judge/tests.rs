//! What confirms, contradicts or leaves open each claim, from made-up observations.

use super::*;
use crate::build::Blind;
use crate::sanitizer::Frame;
use braid_report::Bytes;
use std::time::Duration;

fn exit(code: i32, stdout: &str) -> Observation {
    Observation { ending: NativeEnding::Exit(code), stdout: stdout.into(), ..Observation::default() }
}

fn signal(number: i32) -> Observation {
    Observation { ending: NativeEnding::Signal(number), ..Observation::default() }
}

fn claim_exit(exit_code: u8, stdout: &str) -> TestClaim {
    TestClaim { ending: Ending::Exit { exit_code }, stdout: Bytes(stdout.into()), ..TestClaim::default() }
}

fn claim_fault(kind: &str) -> TestClaim {
    let place = Place { file: Some("dir/a.c".to_owned()), line: 7, column: 3, function: "f".to_owned() };
    let fault = Fault { kind: kind.to_owned(), place, ..Fault::default() };
    TestClaim { ending: Ending::Fault { fault }, ..TestClaim::default() }
}

fn with_finding(mut seen: Observation, text: &str, line: u32) -> Observation {
    let frames = vec![Frame { file: "/src/a.c".to_owned(), line }];
    seen.findings = Some(vec![Finding { tool: Tool::Address, text: text.to_owned(), frames }]);
    seen
}

fn with_report(mut seen: Observation, kind: &str, line: u32) -> Observation {
    let owned = str::to_owned;
    seen.reports.push(Report {
        kind: owned(kind),
        text: owned("x"),
        file: owned("a.c"),
        line,
        function: String::new(),
    });
    seen
}

fn word(claim: &TestClaim, seen: &Observation) -> &'static str {
    judge(claim, seen).words().0
}

#[test]
fn an_exit_needs_code_and_output() {
    assert_eq!(word(&claim_exit(3, "hi"), &exit(3, "hi")), "confirmed");
    assert_eq!(word(&claim_exit(3, "hi"), &exit(4, "hi")), "differs");
    assert_eq!(word(&claim_exit(3, "hi"), &exit(3, "hi!")), "differs");
    assert_eq!(word(&claim_exit(3, "hi"), &signal(11)), "differs");
    let truncated = TestClaim { stdout_truncated: true, ..claim_exit(3, "hi") };
    assert_eq!(word(&truncated, &exit(3, "hi!")), "confirmed");
    assert_eq!(word(&truncated, &exit(3, "ho!")), "differs");
}

#[test]
fn an_exit_with_a_memory_fault_that_only_a_sanitizer_sees_differs() {
    let seen = with_finding(exit(0, ""), "heap-buffer-overflow on address 0x1", 9);
    assert_eq!(word(&claim_exit(0, ""), &seen), "differs");
}

#[test]
fn files_at_the_end_are_compared_if_they_are_claimed() {
    let seen = |rows: &[(&str, &str)]| {
        let files = rows.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Observation { files, ..exit(0, "") }
    };
    let claimed = [("/here/A".to_owned(), Bytes(b"x".to_vec()))].into();
    let claim = TestClaim { files: Some(claimed), ..claim_exit(0, "") };
    assert_eq!(word(&claim, &seen(&[("/here/A", "x")])), "confirmed");
    for other in [&[("/here/A", "y")][..], &[], &[("/here/A", "x"), ("/tmp/B", "")]] {
        assert_eq!(word(&claim, &seen(other)), "differs", "{other:?}");
    }
    assert_eq!(word(&claim_exit(0, ""), &seen(&[("/here/A", "y")])), "confirmed");
}

#[test]
fn differing_output_is_shown_at_its_place() {
    let judgement = judge(&claim_exit(0, "abcd\n"), &exit(0, "abXd\n"));
    assert_eq!(judgement.words().1, "the output differs at byte 2: claimed \"cd\\n\", got \"Xd\\n\"");
}

#[test]
fn signals_confirm_what_a_machine_shows_by_itself() {
    for (kind, number) in
        [("null-deref", 11), ("div-by-zero", 8), ("abort", 6), ("double-free", 6), ("readonly-write", 11)]
    {
        assert_eq!(word(&claim_fault(kind), &signal(number)), "confirmed", "{kind}");
    }
    assert_eq!(word(&claim_fault("null-deref"), &signal(8)), "differs");
    assert_eq!(word(&claim_fault("null-deref"), &exit(0, "")), "differs");
    assert_eq!(word(&claim_fault("assert"), &signal(6)), "differs", "an abort is no failed assertion");
}

#[test]
fn a_sanitizers_finding_must_be_at_the_line() {
    let claim = claim_fault("out-of-bounds");
    let words = "heap-buffer-overflow on address 0x1";
    assert_eq!(word(&claim, &with_finding(exit(97, ""), words, 7)), "confirmed");
    let elsewhere = judge(&claim, &with_finding(exit(97, ""), words, 8));
    assert_eq!(elsewhere.words().1, "out-of-bounds shows at /src/a.c:8, not at dir/a.c:7:3 in f");
    assert_eq!(word(&claim, &with_finding(exit(97, ""), "attempting double-free", 7)), "differs");
}

#[test]
fn a_bad_call_has_no_stack_to_check() {
    let seen = with_finding(exit(97, ""), "SEGV on unknown address 0x123456789abc", 99);
    assert_eq!(word(&claim_fault("bad-call"), &seen), "confirmed");
}

#[test]
fn an_optimised_program_reaches_the_unreachable_at_its_branch() {
    let seen = with_finding(exit(97, ""), "execution reached an unreachable program point", 8);
    assert_eq!(word(&claim_fault("unreachable"), &seen), "confirmed");
    let sanitized = Observation { findings: Some(Vec::new()), ..exit(0, "") };
    for seen in [exit(0, ""), sanitized, with_finding(exit(97, ""), "SEGV on unknown address 0x1", 3)] {
        assert_eq!(word(&claim_fault("unreachable"), &seen), "not-observable");
    }
}

/// A call that main ends with is a jump at -O1: the frame below that of memcpy is then the start of the program.
#[test]
fn a_call_that_main_ends_with_has_the_frame_of_the_start() {
    let mut seen = with_finding(exit(97, ""), "heap-buffer-overflow on address 0x1", 58);
    assert_eq!(word(&claim_fault("out-of-bounds"), &seen), "differs");
    let frames = seen.findings.iter_mut().flatten().flat_map(|finding| &mut finding.frames);
    frames.for_each(|frame| frame.file = "csu/../sysdeps/nptl/libc_start_call_main.h".to_owned());
    assert_eq!(word(&claim_fault("out-of-bounds"), &seen), "confirmed");
}

#[test]
fn what_only_a_sanitizer_sees_is_not_observable_without() {
    for kind in ["out-of-bounds", "use-after-free", "overshift", "overflow"] {
        let judgement = judge(&claim_fault(kind), &exit(0, ""));
        assert!(judgement.words().1.starts_with("not observable without --sanitize"), "{kind}");
        let sanitized = Observation { findings: Some(Vec::new()), ..exit(0, "") };
        assert_eq!(word(&claim_fault(kind), &sanitized), "differs", "{kind}");
        let with = |sees_addresses| Observation {
            blind: Some(Blind { why: "it is bitcode", sees_addresses }),
            ..sanitized.clone()
        };
        assert_eq!(word(&claim_fault(kind), &with(false)), "not-observable", "{kind}");
        let is_arithmetic = ["overshift", "overflow"].contains(&kind);
        let expected = if is_arithmetic { "not-observable" } else { "differs" };
        assert_eq!(word(&claim_fault(kind), &with(true)), expected, "{kind}");
    }
    for kind in ["uninitialized-read", "stack-overflow", "bad-call", "something new"] {
        assert_eq!(word(&claim_fault(kind), &exit(0, "")), "not-observable", "{kind}");
    }
}

/// What lies beyond the bytes around an object may be another object, and a sanitizer forgets some variables of functions that
/// have returned.
#[test]
fn what_the_address_sanitizer_may_miss_is_not_observable() {
    let claim = |kind: &str, message: &str| {
        let mut claim = claim_fault(kind);
        let Ending::Fault { fault } = &mut claim.ending else { panic!("it claims a fault") };
        fault.message = message.to_owned();
        claim
    };
    let sanitized = Observation { findings: Some(Vec::new()), ..exit(0, "") };
    for (kind, message, expected) in [
        ("out-of-bounds", "reads 4 bytes at offset 400 of an allocation of 16 bytes: p[i]", "not-observable"),
        ("out-of-bounds", "reads 4 bytes at offset 16 of an allocation of 16 bytes: p[i]", "differs"),
        ("out-of-bounds", "access at address 0x5000, where there is no object: *p", "not-observable"),
        ("out-of-bounds", "reads 1 byte at offset 3 of the argument 'arg00' of 3 bytes: *p", "not-observable"),
        ("use-after-free", "the local variable 'a' of 20 bytes is out of scope: *p", "not-observable"),
        ("use-after-free", "an allocation of 20 bytes was freed: *p", "differs"),
        ("overshift", "reads 4 bytes at offset 400 of an allocation of 16 bytes: p[i]", "differs"),
    ] {
        assert_eq!(word(&claim(kind, message), &sanitized), expected, "{message}");
    }
}

/// Sanitizers stand in for many functions of the C library, and not for all.
#[test]
fn what_happens_inside_of_an_unwatched_function_is_not_observable() {
    let sanitized = Observation { findings: Some(Vec::new()), ..exit(0, "") };
    for (function, expected) in [("error", "not-observable"), ("strlen", "differs")] {
        let mut claim = claim_fault("out-of-bounds");
        let Ending::Fault { fault } = &mut claim.ending else { panic!("it claims a fault") };
        let place = |function: &str| Place { function: function.to_owned(), ..Place::default() };
        fault.stack = vec![place("inner"), place(function), fault.place.clone()];
        assert_eq!(word(&claim, &sanitized), expected, "{function}");
    }
}

/// The engine forgets what was freed long ago, the sanitizer does not; and of an operation that a compiler has computed, only the
/// sanitizer knows what and where it was.
#[test]
fn a_sanitizer_may_know_more_than_the_claim() {
    let claim = |kind: &str, message: &str| {
        let mut claim = claim_fault(kind);
        let Ending::Fault { fault } = &mut claim.ending else { panic!("it claims a fault") };
        fault.message = message.to_owned();
        claim
    };
    let freed = with_finding(exit(SANITIZER_CODE, ""), "heap-use-after-free on address 0x1", 7);
    assert_eq!(
        word(&claim("out-of-bounds", "access at address 0x5, where there is no object: *p"), &freed),
        "confirmed"
    );
    assert_eq!(
        word(&claim("out-of-bounds", "reads 1 byte at offset 9 of an allocation of 9 bytes"), &freed),
        "differs"
    );
    let mut divided = with_finding(exit(0, ""), "division by zero", 3);
    divided.findings.iter_mut().flatten().for_each(|finding| finding.tool = Tool::Undefined);
    let folded = "a value is used that the compiler found to be none, such as of a division by zero";
    assert_eq!(word(&claim("undefined-behavior", folded), &divided), "confirmed");
    assert_eq!(
        word(&claim("undefined-behavior", "a null pointer is passed where none may be"), &divided),
        "not-observable"
    );
}

/// LeakSanitizer is conservative: that it sees no leak proves nothing, nor does another leak.
#[test]
fn a_leak_that_is_not_seen_is_not_observable() {
    let claim = claim_fault("leak");
    let leak = |line| {
        let frames = vec![Frame { file: "/src/a.c".to_owned(), line }];
        let found = Finding { tool: Tool::Leak, text: "detected memory leaks".to_owned(), frames };
        Observation { findings: Some(vec![found]), ..exit(SANITIZER_CODE, "") }
    };
    let silent = Observation { findings: Some(Vec::new()), ..exit(0, "") };
    assert_eq!(word(&claim, &leak(7)), "confirmed");
    assert_eq!(word(&claim, &leak(8)), "not-observable");
    assert_eq!(word(&claim, &silent), "not-observable");
    assert!(judge(&claim, &exit(0, "")).words().1.starts_with("not observable without --sanitize"));
    assert!(is_unseen(&claim, &leak(8)) && is_unseen(&claim, &silent) && !is_unseen(&claim, &leak(7)));
    assert_eq!(word(&claim, &Observation { findings: Some(Vec::new()), ..signal(11) }), "differs");
    assert_eq!(word(&claim, &with_finding(exit(SANITIZER_CODE, ""), "heap-use-after-free", 7)), "differs");
}

/// AddressSanitizer makes an allocation of no bytes one of a byte, and does not see that this one is used.
#[test]
fn a_byte_of_an_empty_allocation_is_not_observable() {
    let mut claim = claim_fault("out-of-bounds");
    let Ending::Fault { fault } = &mut claim.ending else { panic!("it claims a fault") };
    fault.message = "writes 1 byte at offset 0 of an allocation of 0 bytes: out[i] where i = 0".to_owned();
    let sanitized = Observation { findings: Some(Vec::new()), ..exit(0, "") };
    assert_eq!(word(&claim, &sanitized), "not-observable");
    assert_eq!(word(&claim, &with_finding(exit(97, ""), "heap-buffer-overflow", 7)), "confirmed");
}

#[test]
fn reports_of_the_harness_confirm_at_their_line() {
    assert_eq!(word(&claim_fault("assert"), &with_report(signal(6), "assert", 7)), "confirmed");
    assert_eq!(word(&claim_fault("assert"), &with_report(signal(6), "assert", 9)), "differs");
    assert_eq!(word(&claim_fault("assert"), &with_report(signal(6), "error", 7)), "differs");
    assert_eq!(word(&claim_fault("user-error"), &with_report(signal(6), "error", 0)), "confirmed");
    assert_eq!(word(&claim_fault("overflow"), &with_report(signal(6), "panic", 7)), "confirmed");
}

#[test]
fn of_several_panics_the_one_that_ends_the_program_counts() {
    let twice = |ending: Observation, last| with_report(with_report(ending, "panic", 3), "panic", last);
    assert_eq!(word(&claim_fault("abort"), &twice(exit(101, ""), 7)), "confirmed");
    assert_eq!(word(&claim_fault("abort"), &twice(signal(6), 9)), "differs");
    // A program that goes on has caught it.
    assert_eq!(word(&claim_fault("abort"), &with_report(exit(0, ""), "panic", 7)), "differs");
}

#[test]
fn a_test_that_does_not_fit_is_no_confirmation() {
    let misfit = with_report(exit(125, ""), "misfit", 0);
    assert_eq!(word(&claim_exit(125, ""), &misfit), "differs");
    assert_eq!(word(&claim_fault("abort"), &misfit), "differs");
}

#[test]
fn an_early_end_claims_the_beginning_of_the_output() {
    let claim = TestClaim {
        ending: Ending::Early { reason: "time limit".to_owned() },
        stdout: Bytes(b"ab".to_vec()),
        ..TestClaim::default()
    };
    assert_eq!(word(&claim, &exit(9, "abc")), "confirmed");
    assert_eq!(word(&claim, &exit(9, "a")), "differs");
    let timeout = Observation { ending: NativeEnding::Timeout(Duration::from_secs(1)), ..exit(0, "abc") };
    assert_eq!(word(&claim, &timeout), "confirmed");
    assert_eq!(word(&claim_exit(0, "abc"), &timeout), "failed");
    let mut used_up = exit(125, "ab");
    used_up = with_report(used_up, "misfit", 0);
    used_up.reports[0].text = USED_UP.to_owned();
    assert_eq!(word(&claim, &used_up), "confirmed");
    assert_eq!(word(&claim_exit(0, "ab"), &used_up), "differs");
    let mut broken = used_up.clone();
    broken.reports[0].text = "klee_assume does not hold".to_owned();
    assert_eq!(word(&claim, &broken), "confirmed");
    assert_eq!(word(&claim_exit(0, "ab"), &broken), "differs");
}

#[test]
fn a_machine_may_print_more_before_it_dies_but_nothing_else() {
    let mut claim = claim_fault("null-deref");
    claim.stdout = Bytes(b"abc".to_vec());
    assert_eq!(word(&claim, &Observation { stdout: b"abcd".to_vec(), ..signal(11) }), "confirmed");
    assert_eq!(word(&claim, &Observation { stdout: b"ab".to_vec(), ..signal(11) }), "differs");
    assert_eq!(word(&claim, &Observation { stdout: b"xyz".to_vec(), ..signal(11) }), "differs");
}
