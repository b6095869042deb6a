//! The configurations in which a program is run: which compiler, how far optimised.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// How a program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Config {
    /// The version of clang; none for the one rustc that there is.
    pub(crate) clang: Option<u32>,
    /// The level of optimisation.
    pub(crate) level: u32,
    /// Whether it is compiled for i386.
    pub(crate) narrow: bool,
}

/// The configuration for which paths and tests are counted.
pub(crate) const REFERENCE: Config = Config { clang: Some(14), level: 0, narrow: false };

const C: &[Config] = &[
    REFERENCE,
    Config { clang: Some(14), level: 1, narrow: false },
    Config { clang: Some(19), level: 0, narrow: false },
    Config { clang: Some(19), level: 1, narrow: false },
];
/// The one for i386, in which only some of the programs are run unless there is time.
const NARROW: Config = Config { clang: Some(19), level: 0, narrow: true };
/// One in so many programs is run for i386, and one in so many of those is replayed.
const ONE_IN: u32 = 4;
/// One in so many programs is run in a second configuration.
const SECOND: u32 = 2;
const RUST: &[Config] = &[Config { clang: None, level: 0, narrow: false }];

impl Config {
    /// The configurations for a source file of which the compiler is here.
    pub(crate) fn of(path: &Path) -> Vec<Config> {
        let is_rust = path.extension() == Some(OsStr::new("rs"));
        let all = if is_rust { RUST } else { C };
        let narrow = (!is_rust && is_chosen(path, ONE_IN)).then_some(NARROW);
        let wanted = all.iter().copied().filter(|config| config.is_wanted(path)).chain(narrow);
        wanted.filter(|config| config.is_here()).collect()
    }

    /// Whether a program is run in this configuration. Of those in which nothing is counted, every second program has one unless there is time, by its name.
    fn is_wanted(self, path: &Path) -> bool {
        let others = &C[1..];
        let second = || others[(number(path) / SECOND) as usize % others.len()];
        is_soak() || self.counts_paths() || number(path).is_multiple_of(SECOND) && second() == self
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
    pub(crate) fn is_replayed(self, path: &Path) -> bool {
        self.counts_paths() || is_soak() || (self.narrow && is_chosen(path, ONE_IN * ONE_IN))
    }

    /// Whether a selector of an override (`O1`, `clang19`, `clang19-O1`, `m32`) means this configuration.
    pub(crate) fn is_meant_by(self, selector: &str) -> bool {
        let level = format!("O{}", self.level);
        let compiler = self.compiler().replace('-', "");
        selector.split('-').all(|part| part == level || part == compiler || (self.narrow && part == "m32"))
    }

    /// The compiler.
    pub(crate) fn compiler(self) -> String {
        self.clang.map_or_else(|| "rustc".to_owned(), |version| format!("clang-{version}"))
    }

    /// Sets compiler and level for a command of `braid` that reads source files.
    pub(crate) fn apply(self, command: &mut Command) {
        if self.clang.is_some() {
            command.env("BRAID_CC", self.compiler());
            command.arg(format!("--cflags={}", self.flags().join(" ")));
        }
    }

    /// The flags of the compiler of C.
    pub(crate) fn flags(self) -> Vec<String> {
        let machine: &[&str] = if self.narrow { &["-m32", "-msse2", "-mfpmath=sse"] } else { &[] };
        machine.iter().map(|&flag| flag.to_owned()).chain([format!("-O{}", self.level)]).collect()
    }

    fn is_here(self) -> bool {
        let quiet = |command: &mut Command| command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let compiler_is_here =
            quiet(Command::new(self.compiler()).arg("--version")).is_ok_and(|status| status.success());
        compiler_is_here && (!self.narrow || makes_32_bit_programs(&self.compiler()))
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machine = if self.narrow { "-m32 " } else { "" };
        write!(f, "{} {machine}-O{}", self.compiler(), self.level)
    }
}

fn is_soak() -> bool {
    std::env::var_os("BRAID_SOAK").is_some()
}

/// Whether a program is among one in so many, by its name; all are where there is time.
pub(crate) fn is_chosen(path: &Path, one_in: u32) -> bool {
    is_soak() || number(path).is_multiple_of(one_in)
}

/// A number for a program, by its name.
fn number(path: &Path) -> u32 {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

/// Whether the libraries of 32-bit programs are here; asked once, and told if they are not.
fn makes_32_bit_programs(compiler: &str) -> bool {
    static HERE: OnceLock<bool> = OnceLock::new();
    *HERE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let source = folder.path().join("probe.c");
        std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").expect("a temporary file");
        let mut compile = Command::new(compiler);
        compile.arg("-m32").arg(&source).arg("-o").arg(folder.path().join("probe"));
        let made = compile.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !made {
            braid_testing::skipped("programs for i386: the libraries of 32-bit programs are missing (gcc-multilib)");
        }
        made
    })
}

#[test]
fn selectors_mean_what_they_say() {
    let new = Config { clang: Some(19), level: 1, narrow: false };
    assert!(!new.is_meant_by("m32") && NARROW.is_meant_by("m32") && NARROW.is_meant_by("clang19-m32"));
    assert!(["O1", "clang19", "clang19-O1", "O1-clang19"].iter().all(|selector| new.is_meant_by(selector)));
    assert!(["O0", "clang14", "clang14-O1", "clang19-O0", "clang"].iter().all(|selector| !new.is_meant_by(selector)));
}
