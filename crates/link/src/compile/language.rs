//! The languages of source files, each a row: its file names, its compiler, the flags.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use super::chooses;

/// A language that is compiled for the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust.
    Rust,
}

/// What is known of a language.
pub(crate) struct Row {
    pub(crate) language: Language,
    /// Its name.
    pub(crate) name: &'static str,
    /// How names of its source files end.
    extensions: &'static [&'static str],
    /// Flags that give the program the meaning that is explored; a native build uses them too.
    flags: &'static [&'static str],
    /// Flags that make the compiler write bitcode fit for symbolic execution.
    bitcode: &'static [&'static str],
    /// Which compiler is looked for, where, and how to get it.
    pub(crate) needs: &'static str,
}

/// Unoptimised, with debug information; no library checks and stack guards, which would hide the faults that we look for.
const CLANG_FLAGS: &[&str] = &["-g", "-O0", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0", "-fno-stack-protector"];
/// Checks that the compiler puts into the code where overflow is looked for: it knows what the language allows, and bitcode
/// alone does not tell. The path behind a check that fails has ended.
/// Divisions are among them, because of constants no division is left.
pub(crate) const OVERFLOW_CHECKS: &[&str] = &[
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
    "-fno-sanitize-recover=signed-integer-overflow,shift,integer-divide-by-zero",
];
/// Without the marks that keep an optimiser away, with markers of the scopes of local variables (what ASan needs too, but
/// nothing of it).
const CLANG_BITCODE: &[&str] =
    &["-c", "-emit-llvm", "-Xclang", "-disable-O0-optnone", "-Xclang", "-fsanitize-address-use-after-scope"];
/// Unoptimised, with debug information; a panic unwinds, as rustc has it by default.
const RUSTC_FLAGS: &[&str] = &["-g", "-C", "opt-level=0"];
/// Flags for a Rust file that does without `std`, which alone knows how to unwind: a panic ends the program.
const RUSTC_ABORT: &[&str] = &["-C", "panic=abort"];
/// In one module, with all generic code of the library that the program uses: none of it is left to compiled libraries.
const RUSTC_BITCODE: &[&str] = &["-C", "codegen-units=1", "-Zshare-generics=no"];

/// How names of source files end that have been through the preprocessor.
const PREPROCESSED: &[&str] = &["i", "ii"];
/// Flags for these: those for the preprocessor mean nothing any more, and nothing is said about it.
const PREPROCESSED_FLAGS: &[&str] = &["-Wno-unused-command-line-argument"];

/// The header that comes before every C++ file, if the engine brings it.
const TEMPLATES: &str = "braid/templates.h";

const NEEDS_CLANG: &str = "clang, and neither $BRAID_CC, $CLANG, clang-NN nor clang in $PATH is one: \
     install it (Debian: apt install clang; Fedora: dnf install clang; macOS: brew install llvm)";
const NEEDS_RUSTC: &str =
    "rustc, and neither $RUSTC nor rustc in $PATH is one: install it (https://rustup.rs, or Debian: apt install rustc)";

const ROWS: &[Row] = &[
    Row {
        language: Language::C,
        name: "C",
        extensions: &["c", "i"],
        flags: CLANG_FLAGS,
        bitcode: CLANG_BITCODE,
        needs: NEEDS_CLANG,
    },
    Row {
        language: Language::Cpp,
        name: "C++",
        extensions: &["cc", "cpp", "cxx", "c++", "C", "ii"],
        flags: CLANG_FLAGS,
        bitcode: CLANG_BITCODE,
        needs: NEEDS_CLANG,
    },
    Row {
        language: Language::Rust,
        name: "Rust",
        extensions: &["rs"],
        flags: RUSTC_FLAGS,
        bitcode: RUSTC_BITCODE,
        needs: NEEDS_RUSTC,
    },
];

/// Flags of programs for i386: arithmetic on floats in registers that are as wide as the numbers, so that results do not depend on
/// what a compiler keeps in the wider ones of the x87.
pub const FLOATS_OF_I386: &[&str] = &["-msse2", "-mfpmath=sse"];

/// Whether flags ask for a program for i386.
pub(super) fn is_for_i386(flags: &[OsString]) -> bool {
    let is_i386 = |machine: &str| ["i386", "i486", "i586", "i686"].iter().any(|name| machine.starts_with(name));
    let mut words = flags.iter().map(|flag| flag.to_string_lossy());
    let mut is_target = false;
    words.any(|word| {
        let machine = word.strip_prefix("--target=").map(is_i386);
        let after = core::mem::replace(&mut is_target, word == "-target") && is_i386(&word);
        word == "-m32" || after || machine == Some(true)
    })
}

impl Language {
    /// The language of a file, by its name; none if it is no source file.
    pub fn of(path: &Path) -> Option<Language> {
        let extension = path.extension()?.to_str()?;
        ROWS.iter().find(|row| row.extensions.contains(&extension)).map(|row| row.language)
    }
    /// What is known of it.
    pub(crate) fn row(self) -> &'static Row {
        ROWS.iter().find(|row| row.language == self).expect("every language has a row")
    }
    /// Flags for a native program of `source` that means the same. The user's come last, so that they win; the folder of our
    /// headers is searched after all others.
    pub fn native_flags(self, source: &Path, include: Option<&Path>, flags: &[OsString]) -> Vec<OsString> {
        let mut all: Vec<OsString> = self.row().flags.iter().map(OsString::from).collect();
        if self == Language::Rust && is_without_std(source) {
            all.extend(RUSTC_ABORT.iter().map(OsString::from));
        }
        if let Some(folder) = include.filter(|_| self != Language::Rust) {
            all.extend(["-idirafter".into(), folder.into()]);
        }
        if self != Language::Rust && is_for_i386(flags) {
            all.extend(FLOATS_OF_I386.iter().map(OsString::from));
        }
        if self == Language::Rust && !chooses(flags, "--edition") {
            all.push("--edition=2021".into());
        }
        all.extend_from_slice(flags);
        all
    }
    /// The arguments with which the compiler writes bitcode, and a rule for make with the files that went into it if that is asked for.
    pub(super) fn arguments(
        self,
        source: &Path,
        output: Output,
        include: Option<&Path>,
        flags: &[OsString],
    ) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = self.row().bitcode.iter().map(OsString::from).collect();
        let extension = source.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_preprocessed = PREPROCESSED.contains(&extension);
        if is_preprocessed {
            arguments.extend(PREPROCESSED_FLAGS.iter().map(OsString::from));
        }
        let first = include
            .map(|folder| folder.join(TEMPLATES))
            .filter(|header| self == Language::Cpp && !is_preprocessed && header.is_file());
        if let Some(header) = first {
            arguments.extend(["-include".into(), header.into()]);
        }
        arguments.extend(self.native_flags(source, include, flags));
        arguments.extend(self.output(output));
        // A name that begins with a dash must not become a flag.
        arguments.push(match source.to_str() {
            Some(name) if name.starts_with('-') => format!("./{name}").into(),
            _ => source.into(),
        });
        arguments
    }

    fn output(self, output: Output) -> Vec<OsString> {
        let joined = |parts: &[&OsStr]| parts.join(OsStr::new(""));
        let bitcode = output.bitcode.as_os_str();
        match (self, output.rules.map(Path::as_os_str)) {
            (Language::Rust, None) => vec![joined(&["--emit=llvm-bc=".as_ref(), bitcode])],
            (Language::Rust, Some(rules)) => {
                vec![joined(&["--emit=llvm-bc=".as_ref(), bitcode, ",dep-info=".as_ref(), rules])]
            }
            (_, None) => vec!["-o".into(), bitcode.into()],
            (_, Some(rules)) => vec!["-MD".into(), "-MF".into(), rules.into(), "-o".into(), bitcode.into()],
        }
    }
}

/// Whether a Rust file declares `#![no_std]`, perhaps under a condition. One that cannot be read is left to the compiler's message.
fn is_without_std(source: &Path) -> bool {
    let text = fs::read(source).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().any(|line| line.trim_start().starts_with("#![") && line.contains("no_std"))
}

/// The files that a compiler writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output<'a> {
    /// The bitcode.
    pub(super) bitcode: &'a Path,
    /// A rule for make.
    pub(super) rules: Option<&'a Path>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_name() {
        let of = |name: &str| Language::of(Path::new(name));
        assert_eq!(of("a/b.c"), Some(Language::C));
        assert_eq!([of("x.cc"), of("x.cpp"), of("x.cxx")], [Some(Language::Cpp); 3]);
        assert_eq!(of("x.rs"), Some(Language::Rust));
        assert_eq!([of("x.i"), of("x.ii")], [Some(Language::C), Some(Language::Cpp)]);
        assert_eq!([of("x.bc"), of("c"), of("x.h")], [None; 3]);
    }

    fn output() -> Output<'static> {
        Output { bitcode: Path::new("o"), rules: None }
    }

    #[test]
    fn the_users_flags_come_after_ours() {
        let arguments = Language::C.arguments(Path::new("-x.c"), output(), None, &["-O2".into()]);
        let at = |flag: &str| arguments.iter().position(|argument| argument == flag).unwrap();
        assert!(at("-O0") < at("-O2"));
        assert_eq!(arguments.last().unwrap(), "./-x.c");
    }

    #[test]
    fn programs_for_i386_compute_as_wide_as_numbers_are() {
        let asks = |flags: &[&str]| is_for_i386(&flags.iter().map(OsString::from).collect::<Vec<_>>());
        assert!(asks(&["-O1", "-m32"]) && asks(&["--target=i686-linux-gnu"]) && asks(&["-target", "i386-linux-gnu"]));
        assert!(!asks(&["-m64"]) && !asks(&["--target=x86_64-linux-gnu"]) && !asks(&["-DX=i386"]));
        let flags = Language::C.native_flags(Path::new("x.c"), None, &["-m32".into()]);
        assert!(FLOATS_OF_I386.iter().all(|flag| flags.iter().any(|given| given == flag)));
    }

    #[test]
    fn a_preprocessed_file_gets_no_header() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("braid")).unwrap();
        std::fs::write(folder.path().join(TEMPLATES), "").unwrap();
        let has = |name: &str, flag: &str| {
            let arguments = Language::Cpp.arguments(Path::new(name), output(), Some(folder.path()), &[]);
            arguments.iter().any(|argument| argument == flag)
        };
        assert!(has("x.cc", "-include") && !has("x.ii", "-include"));
        assert!(!has("x.cc", PREPROCESSED_FLAGS[0]) && has("x.ii", PREPROCESSED_FLAGS[0]));
    }

    #[test]
    fn only_rust_without_std_aborts_at_a_panic() {
        let folder = tempfile::tempdir().unwrap();
        let aborts = |text: &str| {
            let path = folder.path().join("x.rs");
            std::fs::write(&path, text).unwrap();
            Language::Rust.native_flags(&path, None, &[]).iter().any(|flag| flag == "panic=abort")
        };
        assert!(aborts("//! A kernel.\n#![no_std]\n#![no_main]\n"));
        assert!(aborts("#![cfg_attr(not(test), no_std)]\n"));
        assert!(!aborts("// not #![no_std]\nfn main() {}\n"));
    }

    #[test]
    fn an_edition_is_given_once() {
        let count = |flags: &[OsString]| {
            let arguments = Language::Rust.arguments(Path::new("x.rs"), output(), None, flags);
            arguments.iter().filter(|argument| argument.to_string_lossy().starts_with("--edition")).count()
        };
        assert_eq!(count(&[]), 1);
        assert_eq!(count(&["--edition=2024".into()]), 1);
        assert_eq!(count(&["--edition".into(), "2024".into()]), 1);
    }
}
