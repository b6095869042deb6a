//! How each kind of fault shows on a real machine: one row per kind.
//!
//! A machine shows some faults by itself (a null pointer, a division by zero), others only to a sanitizer, a few to
//! neither. A row says by which signal, by which words of a sanitizer, by which report of the harness a fault is confirmed, and
//! what it means if none of them comes.

use crate::sanitizer::Tool;

/// What it means if a fault does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// The claim is wrong: every machine shows this fault.
    Contradicts,
    /// Nothing without this sanitizer; with it the claim is wrong.
    NeedsSanitizer(Tool),
    /// Nothing: native programs do not show it reliably. The reason says why.
    Inconclusive(&'static str),
}

/// How one kind of fault shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The kind, a name of the engine's table of faults.
    pub kind: &'static str,
    /// Signals that confirm it.
    pub signals: &'static [i32],
    /// Words in a sanitizer's finding that confirm it.
    pub findings: &'static [&'static str],
    /// Kinds of the harness's reports that confirm it.
    pub reports: &'static [&'static str],
    /// What it means if nothing of that comes.
    pub absence: Absence,
    /// Whether a sanitizer's stack tells its place, as the program that was explored has it.
    pub placed: bool,
}

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;
#[cfg(target_os = "linux")]
const SIGBUS: i32 = 7;
#[cfg(not(target_os = "linux"))]
const SIGBUS: i32 = 10;

const SIGNALS: &[(i32, &str)] = &[
    (SIGILL, "SIGILL"),
    (SIGTRAP, "SIGTRAP"),
    (SIGABRT, "SIGABRT"),
    (SIGFPE, "SIGFPE"),
    (9, "SIGKILL"),
    (SIGSEGV, "SIGSEGV"),
    (SIGBUS, "SIGBUS"),
    (24, "SIGXCPU (time limit)"),
    (25, "SIGXFSZ (output limit)"),
];

const SEGV: &str = "SEGV on unknown address";

/// Every kind that is known. A Rust panic may stand behind each fault that Rust checks.
pub const KINDS: &[Row] = &[
    Row {
        kind: "null-deref",
        signals: &[SIGSEGV, SIGBUS],
        findings: &[
            "of null pointer of type",
            "to null pointer of type",
            "within null pointer",
            "the zero page",
            "SEGV on unknown address 0x000000000",
        ],
        reports: &[],
        absence: Absence::Contradicts,
        placed: true,
    },
    Row {
        kind: "out-of-bounds",
        signals: &[SIGSEGV, SIGBUS, SIGABRT],
        findings: &[
            "-buffer-overflow",
            "-buffer-underflow",
            "-buffer-underwrite",
            "container-overflow",
            "unknown-crash",
            "negative-size-param",
            SEGV,
            "out of bounds for type",
            "with insufficient space",
        ],
        reports: &["panic"],
        absence: Absence::NeedsSanitizer(Tool::Address),
        placed: true,
    },
    Row {
        kind: "use-after-free",
        signals: &[SIGSEGV, SIGBUS, SIGABRT],
        findings: &["use-after-"],
        reports: &[],
        absence: Absence::NeedsSanitizer(Tool::Address),
        placed: true,
    },
    Row {
        kind: "double-free",
        signals: &[SIGABRT],
        findings: &["double-free"],
        reports: &[],
        absence: Absence::NeedsSanitizer(Tool::Address),
        placed: true,
    },
    Row {
        kind: "invalid-free",
        signals: &[SIGABRT, SIGSEGV],
        findings: &["not malloc()-ed", "bad-free", "attempting free on"],
        reports: &[],
        absence: Absence::NeedsSanitizer(Tool::Address),
        placed: true,
    },
    Row {
        kind: "readonly-write",
        signals: &[SIGSEGV, SIGBUS],
        findings: &[SEGV],
        reports: &[],
        absence: Absence::Contradicts,
        placed: true,
    },
    Row {
        kind: "div-by-zero",
        signals: &[SIGFPE],
        findings: &["division by zero", "FPE on unknown address"],
        reports: &["panic"],
        absence: if cfg!(target_arch = "x86_64") {
            Absence::Contradicts
        } else {
            Absence::NeedsSanitizer(Tool::Undefined)
        },
        placed: true,
    },
    Row {
        kind: "overshift",
        signals: &[],
        findings: &["shift exponent"],
        reports: &["panic"],
        absence: Absence::NeedsSanitizer(Tool::Undefined),
        placed: true,
    },
    Row {
        kind: "overflow",
        signals: &[SIGFPE],
        findings: &["integer overflow", "cannot be represented", "left shift of negative value"],
        reports: &["panic"],
        absence: Absence::NeedsSanitizer(Tool::Undefined),
        placed: true,
    },
    Row {
        kind: "assert",
        signals: &[],
        findings: &[],
        reports: &["assert", "panic"],
        absence: Absence::Contradicts,
        placed: true,
    },
    Row {
        kind: "abort",
        signals: &[SIGABRT, SIGILL, SIGTRAP],
        findings: &[],
        reports: &["panic"],
        absence: Absence::Contradicts,
        placed: true,
    },
    Row {
        kind: "panic",
        signals: &[],
        findings: &[],
        reports: &["panic"],
        absence: Absence::Contradicts,
        placed: true,
    },
    // The program may define reach_error itself, as an assertion that fails.
    Row {
        kind: "user-error",
        signals: &[],
        findings: &[],
        reports: &["error", "assert"],
        absence: Absence::Contradicts,
        placed: true,
    },
    Row {
        kind: "unreachable",
        signals: &[SIGILL, SIGTRAP],
        findings: &["unreachable program point", "end of a value-returning function"],
        reports: &["panic"],
        absence: Absence::Inconclusive("what comes of a place that is never reached is anything"),
        // An optimised program has only the branch that leads there, and its line.
        placed: false,
    },
    Row {
        kind: "stack-overflow",
        signals: &[SIGSEGV, SIGBUS],
        findings: &["stack-overflow"],
        reports: &[],
        absence: Absence::Inconclusive("the frames of the native program may be smaller than the modelled ones"),
        placed: true,
    },
    Row {
        kind: "bad-call",
        signals: &[SIGSEGV, SIGBUS, SIGILL],
        findings: &["incorrect function type", SEGV, "ILL on unknown address"],
        reports: &[],
        absence: Absence::Inconclusive("a machine calls a function with a wrong signature without a word"),
        // The call has left the function before the fault: the stack begins somewhere else.
        placed: false,
    },
    Row {
        kind: "undefined-behavior",
        signals: &[SIGILL, SIGTRAP],
        findings: &[
            "runtime error",
            "misaligned address",
            "outside the range of representable values",
            "which is not a valid value",
            "null pointer passed as argument",
            "null pointer returned from function",
            "pointer index expression",
            "applying non-zero offset",
            "variable length array bound",
            "passing zero to",
        ],
        reports: &[],
        absence: Absence::Inconclusive("only the check that the program was compiled with shows it"),
        placed: true,
    },
    Row {
        kind: "uninitialized-read",
        signals: &[],
        findings: &[],
        reports: &[],
        absence: Absence::Inconclusive("a machine reads whatever is there"),
        placed: true,
    },
    Row {
        kind: "float-invalid",
        signals: &[SIGFPE],
        findings: &[],
        reports: &[],
        absence: Absence::Inconclusive("a machine goes on with a NaN"),
        placed: true,
    },
    Row {
        kind: "float-overflow",
        signals: &[SIGFPE],
        findings: &["division by zero"],
        reports: &[],
        absence: Absence::Inconclusive("a machine goes on with an infinity"),
        placed: true,
    },
    Row {
        kind: "float-convert",
        signals: &[SIGFPE],
        findings: &["outside the range of representable values"],
        reports: &[],
        absence: Absence::Inconclusive("only a check that the program was compiled with shows it"),
        placed: true,
    },
    Row {
        kind: "leak",
        signals: &[],
        findings: &["detected memory leaks"],
        reports: &[],
        absence: Absence::NeedsSanitizer(Tool::Leak),
        placed: true,
    },
];

/// For a kind that is not in the table: whatever ends a program confirms it, and nothing contradicts it.
const UNKNOWN: Row = Row {
    kind: "",
    signals: &[SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP],
    findings: &[],
    reports: &["error", "assert", "panic"],
    absence: Absence::Inconclusive("replay does not know how this kind of fault shows"),
    placed: true,
};

/// The row of a kind.
pub fn row(kind: &str) -> &'static Row {
    KINDS.iter().find(|row| row.kind == kind).unwrap_or(&UNKNOWN)
}

/// The name of a signal.
pub fn signal_name(signal: i32) -> String {
    let known = SIGNALS.iter().find(|(number, _)| *number == signal);
    known.map_or_else(|| format!("signal {signal}"), |(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row_and_a_way_to_show() {
        for (at, row) in KINDS.iter().enumerate() {
            assert!(KINDS[..at].iter().all(|other| other.kind != row.kind), "{}", row.kind);
            let shows = !(row.signals.is_empty() && row.findings.is_empty() && row.reports.is_empty());
            assert!(shows || matches!(row.absence, Absence::Inconclusive(_)), "{} could never be confirmed", row.kind);
        }
    }
}
