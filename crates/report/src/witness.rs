//! Correctness witnesses: the format of SV-COMP, version 2.0, a set of loop invariants in YAML (Ayaziová et al., SPIN 2024).
//!
//! The format wants an identifier and a time. Equal data gives equal bytes, so the identifier is made of the contents and the time is the beginning of
//! the count of seconds.

use core::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::run::LoopInvariant;

/// What a witness is about.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The C file.
    pub file: &'a Path,
    /// What is in it.
    pub contents: &'a [u8],
    /// Whether pointers have 32 bits.
    pub is_narrow: bool,
    /// The version of Braid.
    pub version: &'a str,
}

/// The text of a witness.
pub fn render(task: Task<'_>, invariants: &[LoopInvariant]) -> String {
    let file = quoted(&task.file.to_string_lossy());
    let hash = hex(&Sha256::digest(task.contents));
    let mut content = String::new();
    for LoopInvariant { file, line, function, invariant } in invariants {
        let _ = write!(
            content,
            "    - invariant:\n        type: loop_invariant\n        location:\n          file_name: {}\n          line: {line}\n          function: {}\n        value: {}\n        format: c_expression\n",
            quoted(file),
            quoted(function),
            quoted(invariant)
        );
    }
    let content = if content.is_empty() { "  content: []\n".to_owned() } else { format!("  content:\n{content}") };
    let uuid = uuid(&Sha256::digest(format!("{file}{hash}{content}").as_bytes()));
    let (version, model) = (quoted(task.version), if task.is_narrow { "ILP32" } else { "LP64" });
    format!(
        "- entry_type: invariant_set\n  metadata:\n    format_version: \"2.0\"\n    uuid: {uuid}\n    creation_time: \"1970-01-01T00:00:00Z\"\n    producer:\n      name: Braid\n      version: {version}\n    task:\n      input_files:\n        - {file}\n      input_file_hashes:\n        {file}: {hash}\n      specification: \"G ! call(reach_error())\"\n      data_model: {model}\n      language: C\n{content}"
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// An identifier of the form that RFC 9562 gives to hashes (version 8).
fn uuid(hash: &[u8]) -> String {
    let mut bytes: Vec<u8> = hash.iter().take(16).copied().collect();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")
}

/// A text as a double-quoted scalar of YAML, whose escapes are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_witness_has_the_form_of_the_format() {
        let invariant = LoopInvariant {
            file: "a.c".to_owned(),
            line: 7,
            function: "main".to_owned(),
            invariant: "i <= \"n\"".to_owned(),
        };
        let task = Task { file: Path::new("a.c"), contents: b"int x;\n", is_narrow: false, version: "1.0" };
        let text = render(task, &[invariant]);
        for part in [
            "- entry_type: invariant_set\n",
            "    format_version: \"2.0\"\n",
            // By sha256sum.
            "        \"a.c\": 7c725f30854a46033dd94f728ac6b08caf10845993cd3ed48e40079cdb0a76a6\n",
            "      data_model: LP64\n",
            "          line: 7\n",
            "        value: \"i <= \\\"n\\\"\"\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(render(task, &[]).matches("content: []").count(), 1);
    }
}
