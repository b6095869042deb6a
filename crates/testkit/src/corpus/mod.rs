//! The corpus: the programs under `tests/programs`, the compilers found here, what they make of them, and what the
//! native programs do.
//!
//! A program may carry directions in its first lines (see `tests/programs/README.md`). Compilers are looked for under
//! their versioned names; a test says which it did not find.

mod cache;
mod compiler;
mod native;

use std::fs;
use std::path::{Path, PathBuf};

pub use compiler::{Build, CompileError, Compiler, Level, disassemble};
pub use native::{NativeEnd, NativeRun};

/// What a program is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust, without its standard library.
    Rust,
}

impl Language {
    /// Every language, with its folder and the ending of its files.
    const ALL: [(Language, &'static str, &'static str); 3] =
        [(Language::C, "c", "c"), (Language::Cpp, "cpp", "cc"), (Language::Rust, "rust", "rs")];
}

/// A program of the corpus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its file.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it is written in.
    pub language: Language,
    /// The oldest clang that compiles it.
    pub needs: u32,
    /// Why it is read but not run.
    pub decode_only: Option<String>,
}

/// All programs of the corpus in a language, by name.
pub fn programs(language: Language) -> Vec<Program> {
    let (_, folder, ending) =
        Language::ALL.into_iter().find(|(known, _, _)| *known == language).expect("every language has a row");
    in_folder(folder, ending, language)
}

/// The C programs that go wrong on purpose, by name.
pub fn faults() -> Vec<Program> {
    in_folder("faults", "c", Language::C)
}

/// The programs of several modules, by name, each as its modules.
pub fn linked() -> Vec<(String, Vec<Program>)> {
    let folders = list(&root().join("tests/programs/linked"));
    let names = folders.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let modules = |name: &str| {
        let folder = format!("linked/{name}");
        [in_folder(&folder, "c", Language::C), in_folder(&folder, "cc", Language::Cpp)].concat()
    };
    names.map(|name| (name.clone(), modules(&name))).collect()
}

/// What is in a folder, by name.
fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn in_folder(folder: &str, ending: &str, language: Language) -> Vec<Program> {
    let paths = list(&root().join("tests/programs").join(folder)).into_iter();
    paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .map(|path| read(path, language))
        .collect()
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the crate lies two folders below the root").to_owned()
}

fn read(path: PathBuf, language: Language) -> Program {
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim).collect();
    let direction = |name: &str| head.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
    Program {
        name: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        needs: direction("needs: clang").map_or(0, |version| version.parse().expect("a version number")),
        decode_only: direction("decode-only:").map(str::to_owned),
        path,
        language,
    }
}
