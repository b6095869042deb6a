//! The oracles: sanitizers that watch native runs, and what each of their findings is called by Braid. Two tables.

use braid_report::fault::distance;

/// A native build under sanitizers.
#[derive(Debug)]
pub struct Build {
    /// What it is called in files and reports.
    pub name: &'static str,
    /// Flags for clang.
    pub flags: &'static [&'static str],
    /// Options of the sanitizers' runtimes: environment variables.
    pub environment: &'static [(&'static str, &'static str)],
    /// Returns true if memory that was never written is filled with a byte of the build's own: runs of such builds that differ depend on it.
    pub fills: bool,
}

/// What both builds under the address sanitizer look for.
const ADDRESS: &str =
    "-fsanitize=address,bounds,signed-integer-overflow,shift,integer-divide-by-zero,null,unreachable,return";

/// Every build. The first one tells exit codes.
pub const BUILDS: &[Build] = &[
    Build {
        name: "address-zero",
        flags: &[
            ADDRESS,
            "-fno-sanitize-recover=all",
            "-ftrivial-auto-var-init=zero",
            "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang",
        ],
        environment: &[(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:max_allocation_size_mb=16:symbolize=0:max_malloc_fill_size=65536:malloc_fill_byte=0",
        )],
        fills: true,
    },
    Build {
        name: "address-pattern",
        flags: &[ADDRESS, "-fno-sanitize-recover=all", "-ftrivial-auto-var-init=pattern"],
        environment: &[(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:max_allocation_size_mb=16:symbolize=0:max_malloc_fill_size=65536:malloc_fill_byte=170",
        )],
        fills: true,
    },
    // The largest and the smallest numbers, which overflow where the others do not.
    Build {
        name: "address-large",
        flags: &[ADDRESS, "-fno-sanitize-recover=all", "-DGAUNTLET_FILL=127"],
        environment: &[(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:max_allocation_size_mb=16:symbolize=0:max_malloc_fill_size=65536:malloc_fill_byte=127",
        )],
        fills: true,
    },
    Build {
        name: "address-small",
        flags: &[ADDRESS, "-fno-sanitize-recover=all", "-DGAUNTLET_FILL=128"],
        environment: &[(
            "ASAN_OPTIONS",
            "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:max_allocation_size_mb=16:symbolize=0:max_malloc_fill_size=65536:malloc_fill_byte=128",
        )],
        fills: true,
    },
    Build {
        name: "memory",
        flags: &[
            "-fsanitize=memory",
            "-fsanitize-recover=memory",
            "-Wl,--wrap=__msan_warning",
            "-Wl,--wrap=__msan_warning_with_origin",
        ],
        environment: &[(
            "MSAN_OPTIONS",
            "symbolize=0:halt_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=16",
        )],
        fills: false,
    },
];

/// A finding of a sanitizer by its own name, and the kinds of fault that Braid may call it.
#[derive(Debug)]
pub struct Finding {
    /// The sanitizer's name for it.
    pub name: &'static str,
    /// Braid's kinds.
    pub kinds: &'static [&'static str],
}

/// Every finding that is known. A finding beyond this table is an error of the gauntlet, which asks for a row.
pub const FINDINGS: &[Finding] = &[
    Finding { name: "heap-buffer-overflow", kinds: &["out-of-bounds"] },
    // The harness's name for one beside a block that was freed.
    Finding { name: "overflow-of-freed-buffer", kinds: &["use-after-free"] },
    Finding { name: "stack-buffer-overflow", kinds: &["out-of-bounds"] },
    Finding { name: "stack-buffer-underflow", kinds: &["out-of-bounds"] },
    Finding { name: "dynamic-stack-buffer-overflow", kinds: &["out-of-bounds"] },
    Finding { name: "global-buffer-overflow", kinds: &["out-of-bounds", "readonly-write"] },
    Finding { name: "unknown-crash", kinds: &["out-of-bounds", "null-deref", "use-after-free"] },
    Finding { name: "negative-size-param", kinds: &["out-of-bounds"] },
    Finding { name: "out-of-bounds-index", kinds: &["out-of-bounds", "readonly-write"] },
    Finding { name: "heap-use-after-free", kinds: &["use-after-free"] },
    Finding { name: "stack-use-after-scope", kinds: &["use-after-free"] },
    Finding { name: "stack-use-after-return", kinds: &["use-after-free"] },
    // A variable array of as many elements as memory says that was never written.
    Finding { name: "stack-overflow", kinds: &["stack-overflow", "out-of-bounds"] },
    Finding { name: "double-free", kinds: &["double-free"] },
    Finding { name: "attempting-double-free", kinds: &["double-free"] },
    Finding { name: "bad-free", kinds: &["invalid-free"] },
    Finding { name: "null-pointer-use", kinds: &["null-deref"] },
    Finding { name: "null-deref", kinds: &["null-deref", "bad-call"] },
    // An address that is not mapped: null, far outside of an object, a constant, no function.
    Finding { name: "SEGV", kinds: &["null-deref", "out-of-bounds", "readonly-write", "bad-call"] },
    Finding { name: "wild-addr-read", kinds: &["null-deref", "out-of-bounds", "bad-call"] },
    Finding { name: "wild-addr-write", kinds: &["null-deref", "out-of-bounds", "readonly-write"] },
    Finding { name: "wild-jump", kinds: &["bad-call", "null-deref"] },
    Finding { name: "FPE", kinds: &["div-by-zero", "overflow"] },
    Finding { name: "integer-divide-by-zero", kinds: &["div-by-zero"] },
    Finding { name: "signed-integer-overflow", kinds: &["overflow"] },
    Finding { name: "invalid-shift-exponent", kinds: &["overshift"] },
    Finding { name: "shift-exponent", kinds: &["overshift"] },
    Finding { name: "invalid-shift-base", kinds: &["overflow"] },
    Finding { name: "shift-base", kinds: &["overflow"] },
    Finding { name: "unreachable-call", kinds: &["unreachable"] },
    Finding { name: "missing-return", kinds: &["unreachable"] },
    Finding { name: "use-of-uninitialized-value", kinds: &["uninitialized-read"] },
    Finding { name: "assert", kinds: &["assert"] },
    Finding { name: "ABRT", kinds: &["abort"] },
    Finding { name: "leak", kinds: &["leak"] },
];

/// The kinds that Braid may call a finding; none if the finding is not known.
pub fn kinds(name: &str) -> Option<&'static [&'static str]> {
    FINDINGS.iter().find(|finding| finding.name == name).map(|finding| finding.kinds)
}

/// How far outside of an object an access may be for a sanitizer to see it for sure, in bytes: behind a variable on the
/// stack there are as few as this many that belong to nobody.
const SEEN_DISTANCE: u64 = 15;

/// Returns why no sanitizer need see a fault of Braid, by its kind and message; none if one must.
pub fn unseen(kind: &str, message: &str) -> Option<&'static str> {
    if kind != "out-of-bounds" {
        return None;
    }
    if message.contains(" of 0 bytes") {
        return Some("a sanitizer takes an allocation of no bytes for one of a byte");
    }
    let is_far = distance(message).is_some_and(|distance| distance > SEEN_DISTANCE);
    is_far.then_some("an access far outside of an object may meet another")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (at, finding) in FINDINGS.iter().enumerate() {
            assert!(FINDINGS[..at].iter().all(|other| other.name != finding.name), "{}", finding.name);
        }
    }

    #[test]
    fn far_accesses_are_told_from_near_ones() {
        let is_unseen = |kind, offset, size| {
            unseen(kind, &format!("reads 4 bytes at offset {offset} of the local variable 't' of {size}: t[i]"))
                .is_some()
        };
        assert!(!is_unseen("out-of-bounds", "16", "16 bytes"));
        assert!(!is_unseen("out-of-bounds", "-4", "16 bytes"));
        assert!(is_unseen("out-of-bounds", "64", "16 bytes"));
        assert!(is_unseen("out-of-bounds", "-64", "16 bytes"));
        assert!(is_unseen("out-of-bounds", "17", "1 byte") && !is_unseen("out-of-bounds", "3", "1 byte"));
        assert!(is_unseen("out-of-bounds", "0", "0 bytes"));
        assert!(!is_unseen("null-deref", "64", "16 bytes"));
    }
}
