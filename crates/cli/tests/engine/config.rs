//! The configurations in which a program is run: which compiler, how far optimised.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// How a program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Config {
    /// The version of clang; none for the one rustc that there is.
    pub(crate) clang: Option<u32>,
    /// The level of optimisation.
    pub(crate) level: u32,
}

/// The configuration for which paths and tests are counted.
pub(crate) const REFERENCE: Config = Config { clang: Some(14), level: 0 };

const C: &[Config] = &[
    REFERENCE,
    Config { clang: Some(14), level: 1 },
    Config { clang: Some(19), level: 0 },
    Config { clang: Some(19), level: 1 },
];
const RUST: &[Config] = &[Config { clang: None, level: 0 }];

impl Config {
    /// The configurations for a source file of which the compiler is here.
    pub(crate) fn of(path: &Path) -> Vec<Config> {
        let all = if path.extension() == Some(OsStr::new("rs")) { RUST } else { C };
        all.iter().copied().filter(|config| config.is_here()).collect()
    }

    /// The configuration for which paths and tests of a source file are counted.
    pub(crate) fn reference(path: &Path) -> Config {
        if path.extension() == Some(OsStr::new("rs")) { RUST[0] } else { REFERENCE }
    }

    /// Whether paths and tests are counted: they depend on what the compiler makes of the program.
    pub(crate) fn counts_paths(self) -> bool {
        self == REFERENCE || self.clang.is_none()
    }

    /// Whether every test is replayed natively: a build and many runs, so only for one configuration unless there is time.
    pub(crate) fn is_replayed(self) -> bool {
        self.counts_paths() || std::env::var_os("BRAID_SOAK").is_some()
    }

    /// Whether a selector of an override (`O1`, `clang19`, `clang19-O1`) means this configuration.
    pub(crate) fn is_meant_by(self, selector: &str) -> bool {
        let level = format!("O{}", self.level);
        let compiler = self.compiler().replace('-', "");
        selector.split('-').all(|part| part == level || part == compiler)
    }

    /// The compiler.
    pub(crate) fn compiler(self) -> String {
        self.clang.map_or_else(|| "rustc".to_owned(), |version| format!("clang-{version}"))
    }

    /// Sets compiler and level for a command of `braid` that reads source files.
    pub(crate) fn apply(self, command: &mut Command) {
        if self.clang.is_some() {
            command.env("BRAID_CC", self.compiler());
            command.arg(format!("--cflags=-O{}", self.level));
        }
    }

    fn is_here(self) -> bool {
        let quiet = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        quiet(Command::new(self.compiler()).arg("--version")).is_ok_and(|status| status.success())
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -O{}", self.compiler(), self.level)
    }
}

#[test]
fn selectors_mean_what_they_say() {
    let new = Config { clang: Some(19), level: 1 };
    assert!(["O1", "clang19", "clang19-O1", "O1-clang19"].iter().all(|selector| new.is_meant_by(selector)));
    assert!(["O0", "clang14", "clang14-O1", "clang19-O0", "clang"].iter().all(|selector| !new.is_meant_by(selector)));
}
