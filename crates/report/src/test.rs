//! What a test claims: how the program ends on its input, what it prints, which lines it reaches.
//!
//! The input itself is beside it in a [`ktest`](crate::ktest) file, which other tools read too. The claim is what makes a
//! test a test: `replay` runs the program natively on the input and compares.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bytes::Bytes;
use crate::fault::Fault;
use crate::lines::LineSet;

/// What a test claims: a line of `tests.jsonl`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TestClaim {
    /// How the path ends.
    #[serde(flatten)]
    pub ending: Ending,
    /// What the program writes to standard output before it ends.
    #[serde(default)]
    pub stdout: Bytes,
    /// The regular files that are there at the end, by path; none if the program has no files, or too large ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<String, Bytes>>,
    /// Whether [`Self::stdout`] is only the beginning, because the engine stopped recording.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stdout_truncated: bool,
    /// Whether the path, its end or its output depend on values that no input gives: what was never written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uninitialized: bool,
    /// The lines that are reached, by file.
    #[serde(default)]
    pub lines: BTreeMap<String, LineSet>,
}

/// How a path ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ending {
    /// The program ends by itself.
    Exit {
        /// Its exit code, as the shell sees it.
        exit_code: u8,
    },
    /// The program has a fault.
    Fault {
        /// The fault.
        fault: Fault,
    },
    /// The engine stopped before the path ended; what is claimed holds up to there.
    Early {
        /// Why.
        reason: String,
    },
}

impl Default for Ending {
    fn default() -> Self {
        Ending::Exit { exit_code: 0 }
    }
}

impl TestClaim {
    /// The claim as JSON, ending in a line feed.
    pub fn to_json(&self) -> String {
        crate::run::pretty(self)
    }

    /// Reads a claim; what is wrong with line and column if it is none.
    pub fn from_json(text: &str) -> Result<TestClaim, serde_json::Error> {
        serde_json::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    fn round_trip(claim: &TestClaim) -> String {
        let json = claim.to_json();
        assert_eq!(&TestClaim::from_json(&json).unwrap(), claim);
        json
    }

    #[test]
    fn an_exit_is_written_flat() {
        let mut claim = TestClaim { ending: Ending::Exit { exit_code: 3 }, ..TestClaim::default() };
        claim.stdout = Bytes(b"hi\n\0".to_vec());
        claim.lines.insert("a.c".to_owned(), [1, 2, 5].into_iter().collect());
        let json = round_trip(&claim);
        let expected = "{\n  \"kind\": \"exit\",\n  \"exit_code\": 3,\n  \"stdout\": \"hi\\\\n\\\\x00\",\n  \"lines\": {\n    \"a.c\": \"1-2,5\"\n  }\n}\n";
        assert_eq!(json, expected);
    }

    #[test]
    fn a_fault_has_kind_place_and_message() {
        let place = Place { file: Some("a.c".to_owned()), line: 7, column: 2, function: "f".to_owned() };
        let fault = Fault {
            kind: "null-deref".to_owned(),
            place: place.clone(),
            message: "read of 4 bytes".to_owned(),
            stack: vec![place],
        };
        let json = round_trip(&TestClaim { ending: Ending::Fault { fault }, ..TestClaim::default() });
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["kind"], "fault");
        assert_eq!(value["fault"]["kind"], "null-deref");
        assert_eq!(value["fault"]["line"], 7);
        assert_eq!(value["fault"]["stack"][0]["function"], "f");
    }

    #[test]
    fn an_early_end_says_why() {
        round_trip(&TestClaim { ending: Ending::Early { reason: "time limit".to_owned() }, ..TestClaim::default() });
    }

    #[test]
    fn damaged_claims_are_refused_with_a_place() {
        for text in
            ["", "{}", "{\"kind\": \"exit\"}", "{\"kind\": \"odd\"}", "{\"kind\": \"exit\", \"exit_code\": 256}"]
        {
            let error = TestClaim::from_json(text).unwrap_err();
            assert!(error.to_string().contains("line"), "{text}: {error}");
        }
    }
}
