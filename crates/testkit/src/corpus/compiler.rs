//! Compilers: which are here, and how they are asked for bitcode, for LLVM's text form and for native programs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Language, Program, cache};

/// The versions of clang that are looked for.
const CLANGS: &[u32] = &[14, 15, 16, 17, 18, 19, 20, 21, 22];

/// How far the compiler optimises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Not at all.
    O0,
    /// A little.
    O1,
    /// As released programs.
    O2,
    /// As much as it can; rustc only.
    O3,
}

/// How a program is built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Build {
    /// How far the compiler optimises.
    pub level: Level,
    /// With debug information.
    pub debug: bool,
}

impl std::fmt::Display for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "-{:?}{}", self.level, if self.debug { " -g" } else { "" })
    }
}

/// A compiler that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    /// The version of clang; none for rustc.
    pub clang: Option<u32>,
    /// Whether it compiles C++ too.
    cpp: bool,
    /// What it says about itself, as part of cache keys.
    version: String,
}

/// A compiler said no.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{command} failed:\n{message}")]
pub struct CompileError {
    /// The command.
    pub command: String,
    /// What it wrote.
    pub message: String,
}

impl Compiler {
    /// Every clang that is here, oldest first.
    pub fn clangs() -> Vec<Compiler> {
        CLANGS.iter().filter_map(|&version| Compiler::clang(version)).collect()
    }
    /// The clang of this version, if it is here.
    pub fn clang(version: u32) -> Option<Compiler> {
        let text = said_version(&format!("clang-{version}"))?;
        let cpp = said_version(&format!("clang++-{version}")).is_some();
        Some(Compiler { clang: Some(version), cpp, version: text })
    }
    /// rustc, if it is here.
    pub fn rustc() -> Option<Compiler> {
        Some(Compiler { clang: None, cpp: false, version: said_version("rustc")? })
    }
    /// Whether it compiles a program at all.
    pub fn takes(&self, program: &Program) -> bool {
        match (self.clang, program.language) {
            (Some(version), Language::C) => program.needs <= version,
            (Some(version), Language::Cpp) => self.cpp && program.needs <= version,
            (None, Language::Rust) => true,
            _ => false,
        }
    }
    /// The tool of the same LLVM, such as `llvm-dis-19`, if it is here.
    pub fn tool(&self, name: &str) -> Option<String> {
        let tool = format!("{name}-{}", self.clang?);
        said_version(&tool).map(|_| tool)
    }

    /// The bitcode of a program.
    pub fn bitcode(&self, program: &Program, build: Build) -> Result<PathBuf, CompileError> {
        match self.clang {
            Some(_) => self.output(&[program], build, "bc", &["-c", "-emit-llvm"]),
            None => self.output(&[program], build, "bc", &["--emit=llvm-bc"]),
        }
    }
    /// LLVM's text form of what the bitcode holds: by the `llvm-dis` of the same version, or by rustc itself.
    pub fn listing(&self, program: &Program, build: Build) -> Result<PathBuf, CompileError> {
        let Some(version) = self.clang else {
            return self.output(&[program], build, "ll", &["--emit=llvm-ir"]);
        };
        disassemble(&self.bitcode(program, build)?, version)
    }
    /// The native program that the modules make up.
    pub(super) fn executable(&self, modules: &[&Program], build: Build) -> Result<PathBuf, CompileError> {
        let extra = if self.clang.is_some() { "-lm" } else { "--emit=link" };
        self.output(modules, build, "exe", &[extra])
    }

    fn command_name(&self, language: Language) -> String {
        match (self.clang, language) {
            (Some(version), Language::Cpp) => format!("clang++-{version}"),
            (Some(version), _) => format!("clang-{version}"),
            (None, _) => "rustc".to_owned(),
        }
    }

    fn output(
        &self,
        modules: &[&Program],
        build: Build,
        ending: &str,
        extra: &[&str],
    ) -> Result<PathBuf, CompileError> {
        let language = modules.first().expect("a program has a module").language;
        let mut arguments: Vec<OsString> = flags(language, build).into_iter().map(OsString::from).collect();
        arguments.extend(modules.iter().map(|module| OsString::from(&module.path)));
        arguments.extend(extra.iter().map(OsString::from));
        let name = self.command_name(language);
        let sources: Vec<_> = modules.iter().map(|module| source(&module.path)).collect();
        let key = (&name, &self.version, &arguments, sources);
        cache::file(&key, ending, |path| run(Command::new(&name).args(&arguments).arg("-o").arg(path)))
    }
}

/// LLVM's text form of a bitcode file, by the `llvm-dis` of this version.
pub fn disassemble(bitcode: &Path, version: u32) -> Result<PathBuf, CompileError> {
    let key = (bitcode, fs::read(bitcode).ok(), "llvm-dis", version);
    cache::file(&key, "ll", |path| run(Command::new(format!("llvm-dis-{version}")).arg(bitcode).arg("-o").arg(path)))
}

/// The flags under which programs are read: nothing that only an optimiser or a hardened libc would add.
fn flags(language: Language, build: Build) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    let level = build.level as u8;
    match language {
        Language::Rust => {
            flags.extend(["--edition=2024", "-Cpanic=abort", "-Ccodegen-units=1"].map(str::to_owned));
            flags.push(format!("-Copt-level={level}"));
        }
        Language::C | Language::Cpp => {
            flags.extend(["-w", "-fcommon", "-fno-stack-protector", "-D_FORTIFY_SOURCE=0"].map(str::to_owned));
            flags.push(format!("-O{level}"));
            if build.level == Level::O0 {
                flags.extend(["-Xclang", "-disable-O0-optnone"].map(str::to_owned));
            }
        }
    }
    if language == Language::Cpp {
        flags.push("-std=c++17".to_owned());
    }
    if build.debug {
        flags.push("-g".to_owned());
    }
    flags
}

/// The text of a program and of what it shares with others.
fn source(path: &Path) -> Vec<Vec<u8>> {
    let shared = [path.with_file_name("support").join("mod.rs"), path.with_file_name("shared.h")];
    [path, &shared[0], &shared[1]].iter().filter_map(|path| fs::read(path).ok()).collect()
}

fn said_version(command: &str) -> Option<String> {
    let output = Command::new(command).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run(command: &mut Command) -> Result<(), CompileError> {
    let message = match command.output() {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(CompileError { command: format!("{command:?}"), message })
}
