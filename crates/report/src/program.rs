//! What was run: enough to build the same program natively, from any folder.

use serde::{Deserialize, Serialize};

/// The entry point that libFuzzer defines: bytes in, no other input.
pub const FUZZ_ENTRY: &str = "LLVMFuzzerTestOneInput";
/// The input object that holds the bytes for [`FUZZ_ENTRY`].
pub const FUZZ_DATA: &str = "data";
/// The input object that holds the number of bytes for [`FUZZ_ENTRY`], as a little-endian word. Without it all bytes of
/// [`FUZZ_DATA`] are meant.
pub const FUZZ_SIZE: &str = "size";

/// The program of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The files as given on the command line.
    pub files: Vec<String>,
    /// The folder in which the run was started, absolute: what relative names begin at.
    pub directory: String,
    /// Further flags for the compiler of source files.
    #[serde(default)]
    pub compiler_flags: Vec<String>,
    /// The function where execution begins.
    pub entry: String,
    /// The arguments of the program, without its name.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Bits of a pointer.
    #[serde(default = "wide_pointer")]
    pub pointer_bits: u32,
}

/// Bits of a pointer where a run does not say.
fn wide_pointer() -> u32 {
    64
}

impl Program {
    /// Whether execution begins at libFuzzer's entry point.
    pub fn is_fuzz_target(&self) -> bool {
        self.entry == FUZZ_ENTRY
    }
}

impl Default for Program {
    fn default() -> Self {
        Program {
            files: Vec::new(),
            directory: String::new(),
            compiler_flags: Vec::new(),
            entry: "main".to_owned(),
            arguments: Vec::new(),
            pointer_bits: wide_pointer(),
        }
    }
}
