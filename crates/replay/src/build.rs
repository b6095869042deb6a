//! Makes the native program of a run: the files as the user gave them, compiled and linked with the harness.
//!
//! Source files are compiled with the flags that gave them the meaning that was explored. Bitcode is compiled by the newest
//! clang that reads it, with the address sanitizer built in where that is wanted and possible (`instrument.rs`). What nothing
//! defines becomes a stub (`missing.rs`). Objects and archives go to the linker as they are. Each [`Variant`] is a folder under `replay` in the
//! folder of the run and is kept there; it is made again only if a command or a file has changed (see `link/stamp.rs`).

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use braid_link::{FLOATS_OF_I386, Header, Language, Toolchain, builds, stamp, write_headers};
use braid_report::Program;
use braid_report::export::INPUTS;

use crate::tools::{self, Clang};
use crate::{blocks, instrument, missing, sandbox};

/// The harness, linked to every program.
const HARNESS: &[Header] = &[
    ("replay.c", include_str!("harness/replay.c")),
    ("coverage.h", include_str!("harness/coverage.h")),
    ("fence.h", include_str!("harness/fence.h")),
    ("seal.h", include_str!("harness/seal.h")),
    ("clock.h", include_str!("harness/clock.h")),
    ("entropy.h", include_str!("harness/entropy.h")),
    ("failing.h", include_str!("harness/failing.h")),
    ("identity.h", include_str!("harness/identity.h")),
    ("input.h", include_str!("harness/input.h")),
    ("process.h", include_str!("harness/process.h")),
    ("volume.h", include_str!("harness/volume.h")),
    ("inputs.h", INPUTS),
];

/// Changes with the harness: a program that was linked with another one is made again.
fn harness_digest() -> u64 {
    let text: String = HARNESS.iter().map(|(_, part)| *part).collect();
    stamp::digest(text.as_bytes())
}

/// The headers that come with the engine; a program that includes them is built here, too.
pub const HEADERS: &[Header] = &[
    ("braid.h", include_str!("../../../runtime/include/braid.h")),
    ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
];

/// What a program is built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// As the user would build it.
    Plain,
    /// With sanitizers for addresses and undefined behaviour.
    Sanitized,
    /// Counting how often each line is reached.
    Coverage,
}

impl Variant {
    fn name(self) -> &'static str {
        match self {
            Variant::Plain => "plain",
            Variant::Sanitized => "sanitized",
            Variant::Coverage => "coverage",
        }
    }

    /// Flags for compiling and linking. A sanitizer goes on after undefined behaviour, so that one that is not the
    /// claimed one does not hide it.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Variant::Plain => &[],
            Variant::Sanitized => {
                &["-fsanitize=address,undefined,unsigned-integer-overflow", "-fno-omit-frame-pointer"]
            }
            Variant::Coverage => &["-fprofile-instr-generate", "-fcoverage-mapping"],
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Variant::Plain => "install clang (Debian: apt install clang)",
            Variant::Sanitized => "install the sanitizers of clang (Debian: apt install libclang-rt-NN-dev)",
            Variant::Coverage => {
                "install clang's profile library and LLVM's tools (Debian: apt install libclang-rt-NN-dev llvm-NN)"
            }
        }
    }
}

/// A native program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// The program.
    pub program: PathBuf,
    /// What it was built for.
    pub variant: Variant,
    /// What sanitizers do not see of it, if they do not see all.
    pub blind: Option<Blind>,
    /// The clang that linked it, or linked its C part.
    pub clang: Clang,
    /// How wide its pointers are.
    pub pointer_bits: u32,
    /// Whether it may change files or more outside.
    pub touches: bool,
}

/// What sanitizers do not see of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blind {
    /// Why not, and what would help.
    pub why: &'static str,
    /// Whether the address sanitizer sees all of it, and only undefined behaviour of arithmetic is not seen.
    pub sees_addresses: bool,
}

/// Why there is no native program.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No clang can build the variant.
    #[error("no clang on this machine can build a native program ({variant}): {advice}")]
    NoCompiler {
        /// What was to be built.
        variant: &'static str,
        /// What helps.
        advice: &'static str,
    },
    /// There is no rustc.
    #[error("{file}: no rustc on this machine: install it (https://rustup.rs)")]
    NoRustc {
        /// The source file.
        file: String,
    },
    /// The run does not say what was run.
    #[error("run.json names no files of a program")]
    NoFiles,
    /// A file has no native form.
    #[error("{file}: cannot be built natively: {reason}")]
    Unsuitable {
        /// The file.
        file: String,
        /// Why not.
        reason: &'static str,
    },
    /// A compiler or linker refused.
    #[error("native build failed: {command}\n{messages}")]
    Refused {
        /// The command.
        command: String,
        /// What it said.
        messages: String,
    },
    /// A file could not be read or written, or a compiler not be started.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or program.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// What to install for 32-bit programs.
const MULTILIB_ADVICE: &str =
    "install the libraries of 32-bit programs (Debian: apt install gcc-multilib g++-multilib)";

/// Builds a variant of the program under `place`, or takes the one that is there.
pub fn build(program: &Program, variant: Variant, place: &Path) -> Result<Build, BuildError> {
    let parts = parts(program)?;
    let folder = absolute(&place.join(variant.name()))?;
    for (clang, instruments) in candidates(variant, &parts) {
        let flags = program.compiler_flags.iter().map(OsString::from).collect();
        let work = Work { program, variant, folder: folder.clone(), clang, instruments, flags };
        match work.bring_up_to_date(&parts) {
            Ok(()) => {
                let blind = work.blind(&parts);
                let pointer_bits = program.pointer_bits;
                let touches = sandbox::touches(&work.objects(&parts));
                return Ok(Build { program: work.target(), variant, blind, clang: work.clang, pointer_bits, touches });
            }
            Err(BuildError::Refused { .. }) if !work.can_build_for_machine() => {
                return Err(BuildError::NoCompiler { variant: variant.name(), advice: MULTILIB_ADVICE });
            }
            Err(BuildError::Refused { .. }) if instruments || !work.can_instrument(&parts) => {}
            Err(error) => return Err(error),
        }
    }
    Err(BuildError::NoCompiler { variant: variant.name(), advice: variant.advice() })
}

/// What a file of the program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Source(Language),
    Bitcode,
    /// An object or archive, which the linker reads.
    Object,
}

impl Form {
    /// What a sanitizer does not see of it; bitcode may have the address sanitizer built in.
    fn blind(self, instruments: bool) -> Option<Blind> {
        let why = match self {
            Form::Source(Language::C | Language::Cpp) => return None,
            Form::Source(Language::Rust) => "the stable Rust compiler has no sanitizers",
            Form::Bitcode if instruments => {
                "undefined behaviour is checked by the front end of a compiler, and this program came as bitcode: \
                 run the source files"
            }
            Form::Bitcode => {
                "this program came as bitcode, and no clang of this machine builds a sanitizer into bitcode: \
                 run the source files, or install clang 15 or newer with its sanitizers (Debian: apt install \
                 clang-NN libclang-rt-NN-dev)"
            }
            Form::Object => {
                "a sanitizer cannot be built into an object file: run the source files or bare bitcode, or compile \
                 it with -fsanitize=address"
            }
        };
        Some(Blind { why, sees_addresses: self == Form::Bitcode && instruments })
    }
}

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    path: PathBuf,
    form: Form,
}

fn parts(program: &Program) -> Result<Vec<Part>, BuildError> {
    if program.files.is_empty() {
        return Err(BuildError::NoFiles);
    }
    let parts: Vec<Part> = program.files.iter().map(|file| part_of_build(file, program)).collect::<Result<_, _>>()?;
    let mut rust = parts.iter().filter(|part| part.form == Form::Source(Language::Rust));
    match rust.nth(1) {
        Some(second) => Err(BuildError::Unsuitable {
            file: second.path.display().to_string(),
            reason: "there is another Rust file, and each has a main; use one and 'mod'",
        }),
        None => Ok(parts),
    }
}

fn part_of_build(file: &str, program: &Program) -> Result<Part, BuildError> {
    let unsuitable = |reason| BuildError::Unsuitable { file: file.to_owned(), reason };
    if file == "-" {
        return Err(unsuitable("it came from standard input"));
    }
    let path = Path::new(&program.directory).join(file);
    let failed = |error| BuildError::Io { path: path.clone(), error };
    let head = head(&path).map_err(failed)?;
    let form = match Language::of(&path) {
        Some(language) => Form::Source(language),
        None if head.starts_with(b"BC\xc0\xde") || head.starts_with(b"\xde\xc0\x17\x0b") => Form::Bitcode,
        None if head.starts_with(b"\x7fELF") || head.starts_with(b"!<") => Form::Object,
        None => return Err(unsuitable("it is neither a source file, nor bitcode, nor an object file or archive")),
    };
    Ok(Part { path, form })
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    use io::Read as _;
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(8).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether a part is compiled from C or C++.
fn has_source(parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part.form, Form::Source(Language::C | Language::Cpp)))
}

/// The compilers that may be able to build a variant and whether they build the sanitizer into bitcode, in the order in
/// which they are tried. Rust's own linker does without clang, but the harness needs one.
fn candidates(variant: Variant, parts: &[Part]) -> Vec<(Clang, bool)> {
    let counts = variant == Variant::Coverage && has_source(parts);
    let has_tools = |clang: &Clang| !counts || crate::lines::Tools::of(clang).is_some();
    let clangs: Vec<Clang> = tools::clangs().into_iter().filter(has_tools).collect();
    let has_bitcode = variant == Variant::Sanitized && parts.iter().any(|part| part.form == Form::Bitcode);
    let able = clangs.iter().filter(|clang| has_bitcode && instrument::is_able(&clang.path));
    able.cloned().map(|clang| (clang, true)).chain(clangs.iter().cloned().map(|clang| (clang, false))).collect()
}

fn absolute(path: &Path) -> Result<PathBuf, BuildError> {
    std::path::absolute(path).map_err(|error| BuildError::Io { path: path.to_owned(), error })
}

/// How the harness learns where execution begins.
fn entry_flag(program: &Program) -> Result<Option<String>, BuildError> {
    let entry = program.entry.as_str();
    let is_name = entry.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$');
    match entry {
        "main" => Ok(None),
        _ if program.is_fuzz_target() => Ok(Some("-DBRAID_FUZZ".to_owned())),
        _ if is_name && !entry.is_empty() => Ok(Some(format!("-DBRAID_ENTRY={entry}"))),
        _ => Err(BuildError::Unsuitable { file: entry.to_owned(), reason: "the entry point is no name of C" }),
    }
}

/// All that determines the commands; its debug form is part of the stamp.
#[derive(Debug)]
struct Work<'a> {
    program: &'a Program,
    variant: Variant,
    folder: PathBuf,
    clang: Clang,
    /// Whether the address sanitizer is built into bitcode.
    instruments: bool,
    flags: Vec<OsString>,
}

impl Work<'_> {
    fn target(&self) -> PathBuf {
        self.folder.join("program")
    }

    /// The object files of the parts; those of Rust files are not kept.
    fn objects(&self, parts: &[Part]) -> Vec<PathBuf> {
        let object = |(at, part): (usize, &Part)| match part.form {
            Form::Object => part.path.clone(),
            _ => self.folder.join(format!("part{at}.o")),
        };
        parts.iter().enumerate().map(object).collect()
    }

    /// What sanitizers do not see of the program: the part of which they see least decides.
    fn blind(&self, parts: &[Part]) -> Option<Blind> {
        let parts = parts.iter().filter(|_| self.variant == Variant::Sanitized);
        parts.filter_map(|part| part.form.blind(self.instruments)).min_by_key(|blind| blind.sees_addresses)
    }

    /// Makes the program, unless the one that is there is still right.
    fn bring_up_to_date(&self, parts: &[Part]) -> Result<(), BuildError> {
        let commands = format!("{self:?}\n{parts:?}\n{:016x}\n", harness_digest());
        match stamp::fits(&self.folder, &commands) && self.target().is_file() {
            true => Ok(()),
            false => self.make(parts, &commands),
        }
    }

    /// Whether the compiler has what the variant needs: its libraries may be packed elsewhere. Asked only when a build has
    /// failed, because it costs a build too.
    fn can_instrument(&self, parts: &[Part]) -> bool {
        let is_instrumented = has_source(parts) || parts.iter().any(|part| part.form == Form::Bitcode);
        let flags = if is_instrumented { self.linked_flags(parts) } else { &[] };
        flags.is_empty() || tools::can_link(&self.clang.path, &[&self.machine_flags(), flags].concat())
    }

    /// Flags of the variant for linking: only source files need the library that counts their lines.
    fn linked_flags(&self, parts: &[Part]) -> &'static [&'static str] {
        if self.variant == Variant::Coverage && !has_source(parts) { &[] } else { self.variant.flags() }
    }

    /// Whether the compiler has what programs for the machine of this one need. Asked only when a build has failed.
    fn can_build_for_machine(&self) -> bool {
        self.machine_flags().is_empty() || tools::can_link(&self.clang.path, &self.machine_flags())
    }

    /// Flags that choose the machine.
    fn machine_flags(&self) -> Vec<&'static str> {
        if self.program.pointer_bits == 32 { [&["-m32"], FLOATS_OF_I386].concat() } else { Vec::new() }
    }

    /// Compiles every part, then links.
    fn make(&self, parts: &[Part], commands: &str) -> Result<(), BuildError> {
        let failed = |error| BuildError::Io { path: self.folder.clone(), error };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let harness = self.harness()?;
        let mut objects = Vec::new();
        let mut files: Vec<PathBuf> = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            files.push(part.path.clone());
            let output = self.folder.join(format!("part{at}.o"));
            match part.form {
                Form::Source(Language::Rust) => continue,
                Form::Source(language) => files.extend(self.compile(&part.path, language, &output)?),
                Form::Bitcode => self.compile_bitcode(&part.path, &output)?,
                Form::Object => {
                    objects.push(part.path.clone());
                    continue;
                }
            }
            objects.push(output);
        }
        // The harness comes last, so that the program's constructors run before it.
        objects.push(harness);
        files.extend(self.link_with_stubs(parts, objects)?);
        stamp::write(&self.folder, commands, files);
        Ok(())
    }

    /// The object file of the harness, which programs in the shared folder have in common.
    fn harness(&self) -> Result<PathBuf, BuildError> {
        let flags = self.harness_flags()?;
        let Some(shared) = builds::folder() else { return self.compile_harness(&self.folder, &flags) };
        let text = format!("{:?} {flags:?} {:016x}", self.clang, harness_digest());
        let folder = shared.join(format!("harness-{:016x}", stamp::digest(text.as_bytes())));
        let output = folder.join("replay.o");
        if output.is_file() {
            return Ok(output);
        }
        // Made aside: another replay may be about to make the same one.
        let failed = |error| BuildError::Io { path: folder.clone(), error };
        fs::create_dir_all(&folder).map_err(failed)?;
        let aside = tempfile::tempdir_in(&folder).map_err(failed)?;
        let made = self.compile_harness(aside.path(), &flags)?;
        fs::rename(made, &output).map_err(failed)?;
        Ok(output)
    }

    fn harness_flags(&self) -> Result<Vec<String>, BuildError> {
        let variant = match self.variant {
            Variant::Plain => None,
            Variant::Coverage => Some("-DBRAID_COVERAGE"),
            Variant::Sanitized => Some("-DBRAID_SANITIZED"),
        };
        // Not optimised: that would take most of the time of a replay, and save nothing that can be measured.
        let fixed = self.machine_flags().into_iter().chain(["-O0", "-g", "-w", "-c"]).chain(variant);
        Ok(fixed.map(str::to_owned).chain(entry_flag(self.program)?).collect())
    }

    fn compile_harness(&self, folder: &Path, flags: &[String]) -> Result<PathBuf, BuildError> {
        for (name, text) in HARNESS {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| BuildError::Io { path, error })?;
        }
        let output = folder.join("replay.o");
        let mut command = Command::new(&self.clang.path);
        command.args(flags).arg(folder.join("replay.c")).arg("-o").arg(&output);
        self.run(command)?;
        Ok(output)
    }

    /// Compiles a C or C++ file; returns the files that went into it.
    fn compile(&self, source: &Path, language: Language, output: &Path) -> Result<Vec<PathBuf>, BuildError> {
        let rules = output.with_extension("d");
        let failed = |error| BuildError::Io { path: self.folder.clone(), error };
        let include = write_headers(&self.folder, HEADERS).map_err(failed)?;
        let mut command = Command::new(&self.clang.path);
        command.args(language.native_flags(source, include.as_deref(), &self.flags)).args(self.variant.flags());
        command.args(["-w", "-c", "-MD", "-MF"]).arg(&rules).arg("-o").arg(output).arg(source);
        self.run(command)?;
        Ok(self.dependencies(&rules))
    }

    /// Compiles bitcode by the newest clang that can read it; the message is that of the first.
    fn compile_bitcode(&self, source: &Path, output: &Path) -> Result<(), BuildError> {
        if self.instruments {
            return self.run(bitcode_command(
                &self.clang,
                &[&self.machine_flags(), instrument::FLAGS].concat(),
                source,
                output,
            ));
        }
        let counting = if self.variant == Variant::Coverage { blocks::FLAGS } else { &["-O0"] };
        let flags = [&self.machine_flags()[..], counting].concat();
        let mut refusal = None;
        for clang in tools::clangs() {
            match self.run(bitcode_command(&clang, &flags, source, output)) {
                Ok(()) => return Ok(()),
                Err(error) => drop(refusal.get_or_insert(error)),
            }
        }
        let advice = Variant::Plain.advice();
        Err(refusal.unwrap_or(BuildError::NoCompiler { variant: self.variant.name(), advice }))
    }

    /// Links, with stubs for what nothing defines and with the libraries of C++ if something of them is missing; returns
    /// the files that went into it beside the objects.
    fn link_with_stubs(&self, parts: &[Part], mut objects: Vec<PathBuf>) -> Result<Vec<PathBuf>, BuildError> {
        let rust = parts.iter().find(|part| part.form == Form::Source(Language::Rust));
        let mut is_cpp = parts.iter().any(|part| part.form == Form::Source(Language::Cpp));
        let mut stubs = BTreeSet::new();
        loop {
            let linked = match rust {
                Some(part) => self.link_rust(&part.path, &objects),
                None => self.link(is_cpp, self.linked_flags(parts), &objects).map(|()| Vec::new()),
            };
            let Err(BuildError::Refused { command, messages }) = linked else { return linked };
            let names = missing::named_in(&messages);
            if rust.is_none() && !is_cpp && missing::are_of_cpp(&names) {
                is_cpp = true;
                continue;
            }
            let known = stubs.len();
            stubs.extend(names);
            if stubs.len() == known {
                return Err(BuildError::Refused { command, messages });
            }
            if known > 0 {
                objects.pop();
            }
            objects.push(self.compile_stubs(&stubs)?);
        }
    }

    fn compile_stubs(&self, names: &BTreeSet<String>) -> Result<PathBuf, BuildError> {
        let source = self.folder.join("stubs.c");
        let output = self.folder.join("stubs.o");
        fs::write(&source, missing::stubs(names)).map_err(|error| BuildError::Io { path: source.clone(), error })?;
        let mut command = Command::new(&self.clang.path);
        command.args(self.machine_flags()).args(["-O0", "-w", "-c"]).arg(&source).arg("-o").arg(&output);
        self.run(command)?;
        Ok(output)
    }

    fn link(&self, is_cpp: bool, flags: &[&str], objects: &[PathBuf]) -> Result<(), BuildError> {
        let mut command = Command::new(&self.clang.path);
        if is_cpp {
            // As clang++ would: its own libraries, and those that the sanitizers need for C++.
            command.arg("--driver-mode=g++");
        }
        command.args(self.machine_flags()).args(flags).args(objects).args(self.linker_flags());
        command.args(missing::PLAIN_NAMES).args(["-lm", "-pthread", "-o"]).arg(self.target());
        self.run(command)
    }

    fn link_rust(&self, source: &Path, objects: &[PathBuf]) -> Result<Vec<PathBuf>, BuildError> {
        let missing = || BuildError::NoRustc { file: source.display().to_string() };
        let rules = self.folder.join("program.d");
        let mut command = Command::new(Toolchain::of_machine().rustc.ok_or_else(missing)?);
        command.args(Language::Rust.native_flags(source, None, &self.flags)).args([
            "--crate-name",
            "program",
            "--cap-lints",
            "allow",
        ]);
        let names = missing::PLAIN_NAMES.iter().map(Path::new);
        for argument in names.chain(objects.iter().map(PathBuf::as_path)) {
            let mut flag = OsString::from("link-arg=");
            flag.push(argument);
            command.arg("-C").arg(flag);
        }
        command.arg("--emit=link,dep-info").arg("--out-dir").arg(&self.folder).arg(source);
        self.run(command)?;
        Ok(self.dependencies(&rules))
    }

    /// Those of the user's flags that are meant for the linker.
    fn linker_flags(&self) -> impl Iterator<Item = &OsString> {
        let begins = |flag: &str| ["-l", "-L", "-Wl,"].iter().any(|start| flag.starts_with(start));
        self.flags.iter().filter(move |flag| flag.to_str().is_some_and(begins))
    }

    fn dependencies(&self, rules: &Path) -> Vec<PathBuf> {
        let text = fs::read_to_string(rules).unwrap_or_default();
        stamp::dependencies(&text, Path::new(&self.program.directory))
    }

    /// Runs a compiler in the folder where the run was started.
    fn run(&self, mut command: Command) -> Result<(), BuildError> {
        let compiler = PathBuf::from(command.get_program());
        if Path::new(&self.program.directory).is_dir() {
            command.current_dir(&self.program.directory);
        }
        // Messages of the linker are read.
        command.env("LC_ALL", "C");
        let output = command.stdin(Stdio::null()).output().map_err(|error| BuildError::Io { path: compiler, error })?;
        if output.status.success() {
            return Ok(());
        }
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(BuildError::Refused { command: format!("{command:?}"), messages })
    }
}

/// The command that compiles bitcode.
fn bitcode_command(clang: &Clang, flags: &[&str], source: &Path, output: &Path) -> Command {
    let mut command = Command::new(&clang.path);
    command.args(["-w", "-c"]).args(flags).args(["-x", "ir"]).arg(source).arg("-o").arg(output);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of functions that a header declares: a word of ours before a parenthesis, and no macro.
    fn declared(text: &str) -> Vec<&str> {
        let begins = |word: &&str| word.starts_with("klee_") || word.starts_with("braid_");
        let words = text.split('(').filter_map(|piece| piece.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next());
        words.filter(begins).filter(|word| !text.contains(&format!("#define {word}("))).collect()
    }

    #[test]
    fn every_function_of_the_headers_is_in_the_harness() {
        for (header, text) in HEADERS {
            let names = declared(text);
            assert!(names.len() > 10, "{header}: {names:?}");
            for name in names {
                assert!(INPUTS.contains(&format!(" {name}(")), "{name} of {header} would not be found by the linker");
            }
        }
    }

    #[test]
    fn every_header_for_programs_is_known() {
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
        for name in ["braid.h", "klee/klee.h"] {
            assert!(include.join(name).is_file() && HEADERS.iter().any(|(known, _)| *known == name));
        }
        let count = |folder: &str| {
            let entries = fs::read_dir(include.join(folder)).unwrap();
            entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "h")).count()
        };
        assert_eq!(count("") + count("klee"), HEADERS.len(), "a new header belongs into the list");
    }
}
