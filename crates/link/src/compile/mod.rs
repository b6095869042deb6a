//! Source files: compiled to bitcode by the compiler of the machine, with the flags that suit symbolic execution.
//!
//! The compiler sees the path as the user gave it, so that its messages and the debug information name it so. What it
//! writes goes into a folder of our own that is removed when the bitcode has been read, or kept for other runs (`builds.rs`).

mod language;
mod toolchain;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::builds::{self, Place};
use crate::stamp;

pub(crate) use language::OVERFLOW_CHECKS;
use language::Output;
pub use language::{FLOATS_OF_I386, Language};
pub use toolchain::Toolchain;

/// Bitcode made from a source file.
pub(crate) struct Compiled {
    /// The bitcode.
    pub(crate) bitcode: Vec<u8>,
    /// What the compiler said, as it is; empty if nothing.
    pub(crate) messages: String,
}

/// The name of the bitcode in its folder.
const BITCODE: &str = "program.bc";

/// A header that comes with the engine: its name as `#include` gives it, and its text.
pub type Header = (&'static str, &'static str);

/// Why a source file could not be compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// There is no compiler for the language.
    #[error("{}: a {language} source file needs {needs}", path.display())]
    NoCompiler {
        /// The source file.
        path: PathBuf,
        /// Its language.
        language: &'static str,
        /// Which compiler is looked for, where, and how to get it.
        needs: &'static str,
    },
    /// The compiler could not be started.
    #[error("{}: cannot run {}: {error}", path.display(), compiler.display())]
    Start {
        /// The source file.
        path: PathBuf,
        /// The compiler.
        compiler: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The compiler refused the file. Its messages are not part of ours: they are shown as they are.
    #[error("{}: not compiled: {} ended with {status}", path.display(), compiler.display())]
    Refused {
        /// The source file.
        path: PathBuf,
        /// The compiler.
        compiler: PathBuf,
        /// What it said, as it is.
        messages: String,
        /// How it ended.
        status: String,
    },
    /// A temporary file could not be made or read.
    #[error("{}: temporary file: {error}", path.display())]
    Temporary {
        /// The source file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl CompileError {
    /// The same, with what to install if the headers of 32-bit programs may be missing.
    fn with_advice(self, flags: &[OsString]) -> CompileError {
        match self {
            CompileError::Refused { path, compiler, mut messages, status }
                if language::is_for_i386(flags) && messages.contains("file not found") =>
            {
                messages.push_str(MULTILIB_ADVICE);
                CompileError::Refused { path, compiler, messages, status }
            }
            other => other,
        }
    }
}

/// What to install for 32-bit programs.
const MULTILIB_ADVICE: &str =
    "note: headers for 32-bit programs come in a package of their own (Debian: apt install gcc-multilib)\n";

/// Compiles `path`, which is in `language`, with the user's `flags` after our own. `headers` are found last.
pub(crate) fn compile(
    path: &Path,
    language: Language,
    headers: &[Header],
    flags: &[OsString],
    toolchain: &Toolchain,
) -> Result<Compiled, CompileError> {
    let row = language.row();
    let missing = || CompileError::NoCompiler { path: path.to_owned(), language: row.name, needs: row.needs };
    let compiler = toolchain.compiler(language).ok_or_else(missing)?;
    let temporary = |error| CompileError::Temporary { path: path.to_owned(), error };
    let source = Source { path, language, headers, flags, compiler };
    if let Some(shared) = builds::folder() {
        let place = Place::shared(shared.join(source.name())).map_err(temporary)?;
        return source.kept(&place.path);
    }
    let folder =
        tempfile::Builder::new().prefix(&format!("braid-{}-", std::process::id())).tempdir().map_err(temporary)?;
    let compiled = source.compile(folder.path(), None)?;
    folder.close().map_err(temporary)?;
    Ok(compiled)
}

/// A source file and all that says how it is compiled; its debug form is part of the stamp.
#[derive(Debug)]
struct Source<'a> {
    path: &'a Path,
    language: Language,
    headers: &'a [Header],
    flags: &'a [OsString],
    compiler: &'a Path,
}

impl Source<'_> {
    /// Compiles it into `folder`, where the files that go into it are listed if `rules` says so.
    fn compile(&self, folder: &Path, rules: Option<&Path>) -> Result<Compiled, CompileError> {
        let temporary = |error| CompileError::Temporary { path: self.path.to_owned(), error };
        let bitcode = folder.join(BITCODE);
        let include = write_headers(folder, self.headers).map_err(temporary)?;
        let output = Output { bitcode: &bitcode, rules };
        let arguments = self.language.arguments(self.path, output, include.as_deref(), self.flags);
        let messages = run(self.path, self.compiler, &arguments).map_err(|error| error.with_advice(self.flags))?;
        Ok(Compiled { bitcode: fs::read(&bitcode).map_err(temporary)?, messages })
    }

    /// The bitcode in `folder` if it is still right; else compiles it there.
    fn kept(&self, folder: &Path) -> Result<Compiled, CompileError> {
        let temporary = |error| CompileError::Temporary { path: self.path.to_owned(), error };
        let (said, rules) = (folder.join("messages"), folder.join("program.d"));
        let commands = format!("{self:?}\n");
        if stamp::fits(folder, &commands) {
            let messages = fs::read_to_string(&said).map_err(temporary)?;
            return Ok(Compiled { bitcode: fs::read(folder.join(BITCODE)).map_err(temporary)?, messages });
        }
        let compiled = self.compile(folder, Some(&rules))?;
        fs::write(&said, &compiled.messages).map_err(temporary)?;
        let here = std::env::current_dir().map_err(temporary)?;
        // Of files that were preprocessed before clang lists none: they are all there is.
        let files = match fs::read_to_string(&rules) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => vec![here.join(self.path)],
            text => stamp::dependencies(&text.map_err(temporary)?, &here),
        };
        stamp::write(folder, &commands, files);
        Ok(compiled)
    }

    /// A name made of all that tells compilations apart, but for what is in the files.
    fn name(&self) -> String {
        let here = std::env::current_dir().unwrap_or_default();
        format!("bitcode-{:016x}", stamp::digest(format!("{here:?} {self:?}").as_bytes()))
    }
}

/// Writes the headers into a folder under `folder`; none if there are none.
pub fn write_headers(folder: &Path, headers: &[Header]) -> io::Result<Option<PathBuf>> {
    let include = folder.join("include");
    for (name, text) in headers {
        let path = include.join(name);
        fs::create_dir_all(path.parent().expect("a path under a folder has a parent"))?;
        fs::write(path, text)?;
    }
    Ok((!headers.is_empty()).then_some(include))
}

fn run(path: &Path, compiler: &Path, arguments: &[OsString]) -> Result<String, CompileError> {
    let start = |error| CompileError::Start { path: path.to_owned(), compiler: compiler.to_owned(), error };
    // rustc takes the flag that keeps a module whole only if it is told that we know what we do.
    let mut command = Command::new(compiler);
    command.args(arguments).env("RUSTC_BOOTSTRAP", "1").stdin(Stdio::null());
    let output = command.output().map_err(start)?;
    let mut messages = String::from_utf8_lossy(&output.stderr).into_owned();
    messages.push_str(&String::from_utf8_lossy(&output.stdout));
    if output.status.success() {
        return Ok(messages);
    }
    let status = output.status.to_string();
    Err(CompileError::Refused { path: path.to_owned(), compiler: compiler.to_owned(), messages, status })
}

/// Whether the user's flags already choose something, such as `--edition`.
fn chooses(flags: &[OsString], option: &str) -> bool {
    flags.iter().any(|flag| flag == OsStr::new(option) || flag.to_string_lossy().starts_with(&format!("{option}=")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A compiler that counts its calls, writes their number as bitcode and lists `x.h` beside the source.
    const COMPILER: &str = r#"#!/bin/sh
folder=$(dirname "$0")
echo call >> "$folder/calls"
while [ $# -gt 0 ]; do
    case $1 in -MF) rules=$2 ;; -o) output=$2 ;; esac
    shift
done
echo "program.o: $folder/x.c $folder/x.h" > "$rules"
wc -l < "$folder/calls" > "$output"
"#;

    /// One that lists nothing, as clang for what was preprocessed before.
    const SILENT: &str = r#"#!/bin/sh
folder=$(dirname "$0")
echo call >> "$folder/calls"
while [ $# -gt 0 ]; do
    case $1 in -o) output=$2 ;; esac
    shift
done
wc -l < "$folder/calls" > "$output"
"#;

    #[test]
    fn bitcode_of_a_preprocessed_file_is_kept_until_it_changes() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, compiler, kept) = (folder.path().join("x.i"), folder.path().join("cc"), folder.path().join("kept"));
        fs::create_dir(&kept).unwrap();
        fs::write(&compiler, SILENT).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(&path, "int x;").unwrap();
        let source = Source { path: &path, language: Language::C, headers: &[], flags: &[], compiler: &compiler };
        let number = || String::from_utf8(source.kept(&kept).unwrap().bitcode).unwrap().trim().to_owned();
        assert_eq!([number(), number()], ["1", "1"]);
        fs::write(&path, "int y;").unwrap();
        assert_eq!(number(), "2");
    }

    #[test]
    fn bitcode_is_kept_until_a_header_changes() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        let (source, compiler, kept) = (inside("x.c"), inside("cc"), inside("kept"));
        fs::create_dir(&kept).unwrap();
        fs::write(&compiler, COMPILER).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
        ["x.c", "x.h"].iter().for_each(|name| fs::write(inside(name), "int x;").unwrap());
        let flags = ["-O1".into()];
        let with = |flags| Source { path: &source, language: Language::C, headers: &[], flags, compiler: &compiler };
        let number = |flags| String::from_utf8(with(flags).kept(&kept).unwrap().bitcode).unwrap().trim().to_owned();
        assert_eq!([number(&[]), number(&[])], ["1", "1"]);
        fs::write(inside("x.h"), "int y;").unwrap();
        assert_eq!([number(&[]), number(&[])], ["2", "2"]);
        assert_eq!(number(&flags), "3");
        assert_ne!(with(&[]).name(), with(&flags).name());
    }
}
