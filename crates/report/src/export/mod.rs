//! Tests for those who do not have Braid: raw bytes, or a C file that is compiled with the program.
//!
//! Raw bytes are for fuzzers and scripts: a file for each input, named by its place and name. The C file defines the functions
//! through which a program gets symbolic input (KLEE's, SV-COMP's and our own) and serves the recorded bytes from them.

mod c;

use std::borrow::Cow;

use crate::ktest::{InputObject, KTest};
use crate::program::{FUZZ_DATA, FUZZ_SIZE, Program};

pub use c::{HEADERS, c_file};

/// The functions that a program under replay calls; shared with the harness of `replay`, which differs only in where the
/// bytes come from.
pub const INPUTS: &str = include_str!("inputs.h");

/// The inputs of a test as files: name and bytes. A fuzz target has one, just as libFuzzer wants it.
pub fn raw_files<'a>(test: &'a KTest, program: &Program) -> Vec<(String, Cow<'a, [u8]>)> {
    if program.is_fuzz_target() {
        return vec![(FUZZ_DATA.to_owned(), fuzz_bytes(test).into())];
    }
    let file = |(at, object): (usize, &'a InputObject)| {
        (format!("{at:03}-{}", file_word(&object.name)), Cow::from(&object.bytes))
    };
    test.objects.iter().enumerate().map(file).collect()
}

/// The bytes that a fuzz target gets.
pub fn fuzz_bytes(test: &KTest) -> &[u8] {
    let bytes = test.object(FUZZ_DATA).map_or(&[][..], |object| &object.bytes);
    let size = test.object(FUZZ_SIZE).and_then(|object| Some(u64::from_le_bytes(object.bytes[..].try_into().ok()?)));
    &bytes[..size.map_or(bytes.len(), |size| bytes.len().min(usize::try_from(size).unwrap_or(usize::MAX)))]
}

/// A name as part of a file name: short, and of letters that no system minds.
fn file_word(name: &[u8]) -> String {
    const LONGEST: usize = 40;
    let kept = |&byte: &u8| if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) { char::from(byte) } else { '_' };
    name.iter().take(LONGEST).map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::FUZZ_ENTRY;

    fn names(files: &[(String, Cow<'_, [u8]>)]) -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    }

    #[test]
    fn every_input_is_a_file_even_if_names_are_equal_or_odd() {
        let objects = vec![
            InputObject::new("x", &[1]),
            InputObject::new("x", &[2]),
            InputObject::new("../../etc/passwd\n", &[]),
            InputObject::new("", &[3]),
        ];
        let test = KTest { objects, ..KTest::default() };
        let files = raw_files(&test, &Program::default());
        assert_eq!(names(&files), ["000-x", "001-x", "002-.._.._etc_passwd_", "003-"]);
        assert_eq!(&files[1].1[..], [2]);
    }

    #[test]
    fn a_fuzz_target_has_its_bytes_in_one_file() {
        let program = Program { entry: FUZZ_ENTRY.to_owned(), ..Program::default() };
        let of = |objects: Vec<InputObject>| {
            let test = KTest { objects, ..KTest::default() };
            let files = raw_files(&test, &program);
            assert_eq!(names(&files), ["data"]);
            files[0].1.to_vec()
        };
        let size = |size: u64| InputObject::new("size", &size.to_le_bytes());
        assert_eq!(of(vec![InputObject::new("data", b"abc")]), b"abc");
        assert_eq!(of(vec![InputObject::new("data", b"abc"), size(2)]), b"ab");
        assert_eq!(of(vec![size(u64::MAX), InputObject::new("data", b"abc")]), b"abc");
        assert_eq!(of(vec![]), b"");
    }
}
