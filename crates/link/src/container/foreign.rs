//! Names what a file is that holds no program, and says what to do instead.

use super::ContainerError;

/// A kind of file that people pass by mistake.
struct Kind {
    /// The first bytes of such a file.
    start: &'static [u8],
    /// What it is.
    found: &'static str,
    /// What to pass instead.
    advice: &'static str,
}

const COMPILE: &str = "pass the source file, or compile it with 'clang -c -emit-llvm -g' and pass the .bc";
const UNPACK: &str = "unpack it first";
const ASSEMBLE: &str = "assemble it with llvm-as and pass the .bc";

/// Known kinds, by their first bytes; longer beginnings before shorter ones.
const KINDS: &[Kind] = &[
    Kind { start: b"; ModuleID", found: "LLVM text IR (.ll)", advice: ASSEMBLE },
    Kind { start: b"source_filename", found: "LLVM text IR (.ll)", advice: ASSEMBLE },
    Kind { start: b"target datalayout", found: "LLVM text IR (.ll)", advice: ASSEMBLE },
    Kind { start: b"target triple", found: "LLVM text IR (.ll)", advice: ASSEMBLE },
    Kind { start: b"define ", found: "LLVM text IR (.ll)", advice: ASSEMBLE },
    Kind { start: b"\0asm", found: "a WebAssembly module", advice: COMPILE },
    Kind { start: b"CPCH", found: "a precompiled header", advice: COMPILE },
    Kind { start: b"!<bigaf>", found: "an AIX archive", advice: COMPILE },
    Kind { start: b"\x1f\x8b", found: "a gzip file", advice: UNPACK },
    Kind { start: b"\xfd7zXZ", found: "an xz file", advice: UNPACK },
    Kind { start: b"\x28\xb5\x2f\xfd", found: "a zstd file", advice: UNPACK },
    Kind { start: b"BZh", found: "a bzip2 file", advice: UNPACK },
    Kind { start: b"PK\x03\x04", found: "a zip file", advice: UNPACK },
    Kind { start: b"#!", found: "a script", advice: COMPILE },
    Kind { start: b"%PDF", found: "a PDF document", advice: COMPILE },
    Kind { start: b"rust\0\0", found: "Rust metadata", advice: COMPILE },
];

/// How many bytes are looked at to tell text from binary.
const SAMPLE: usize = 512;
/// How many bytes of an unknown file are shown.
const SHOWN: usize = 8;

/// The error for a file that holds no program.
pub(super) fn describe(bytes: &[u8]) -> ContainerError {
    if bytes.is_empty() {
        return foreign("an empty file".to_owned(), "pass bitcode or a source file");
    }
    if let Some(kind) = KINDS.iter().find(|kind| bytes.starts_with(kind.start)) {
        return foreign(kind.found.to_owned(), kind.advice);
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if is_text(sample) {
        let advice = "a source file is known by its name (.c, .cc, .cpp, .cxx, .rs), Braid's text form by its first line, '; Braid IR'";
        return foreign("text, not a program".to_owned(), advice);
    }
    let start: Vec<String> = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    let advice = "expected LLVM bitcode (42 43 c0 de), an archive, an object file with bitcode, or a source file";
    foreign(format!("not a program: begins with {}", start.join(" ")), advice)
}

fn foreign(found: String, advice: &'static str) -> ContainerError {
    ContainerError::Foreign { found, advice }
}

/// Whether a sample of a file reads as text. A multi-byte character may be cut at its end.
fn is_text(sample: &[u8]) -> bool {
    let valid = match std::str::from_utf8(sample) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    valid && !sample.iter().any(|&byte| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_is_named() {
        let message = |bytes: &[u8]| describe(bytes).to_string();
        assert_eq!(message(b""), "an empty file; pass bitcode or a source file");
        assert!(message(b"; ModuleID = 'x'\n").starts_with("LLVM text IR (.ll); assemble it with llvm-as"));
        assert!(message(b"hello, world\n").starts_with("text, not a program"));
        assert!(message(&[0, 1, 2, 0xff]).contains("begins with 00 01 02 ff"));
        assert!(message(b"#!/bin/sh\n").starts_with("a script"));
    }

    #[test]
    fn text_may_be_cut_in_the_middle_of_a_character() {
        assert!(is_text(&"naïve".as_bytes()[..3]));
        assert!(!is_text(b"a\xffb"));
    }
}
