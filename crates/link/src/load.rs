//! The one entry: from the files on a command line to a module.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use braid_entity::Interrupt;
use braid_ir::Module;

use crate::combine::combine;
use crate::compile::{Header, Language, OVERFLOW_CHECKS, Toolchain, compile};
use crate::container::{self, Archive, ContainerError, Found, Unit};
use crate::error::{LinkError, LoadError, Warning};
use crate::library::{self, Library};
use crate::pull::{Member, pull};
use crate::target::Target;
use crate::{file, read, rust_library, undefined};

/// What to do about symbols that nothing defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// Keep them: whoever runs the program brings them.
    #[default]
    Keep,
    /// Refuse the program.
    Refuse,
}

/// How a program is loaded.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Flags for the compiler of source files, after our own.
    pub compiler_flags: Vec<OsString>,
    /// The compilers; those of the machine if absent.
    pub toolchain: Option<Toolchain>,
    /// Symbols to take from archives even if no module uses them.
    pub roots: Vec<String>,
    /// What to do about symbols that nothing defines.
    pub undefined: Undefined,
    /// The library behind everything else.
    pub library: Option<Library>,
    /// Functions that the library does not give to the program: it keeps them for itself.
    pub hidden: Vec<String>,
    /// What of the library is given beside another C library that the user brings, by its name; all of it if there is none. A function that the
    /// program defines itself is then not the library's own, which goes on to call what it has.
    pub gives_beside: Option<fn(&str) -> bool>,
    /// Whether the engine brings a function itself, by its name: then the library of a language gives no body for it.
    pub is_modelled: Option<fn(&str) -> bool>,
    /// Whether C and C++ files are compiled with checks for overflow.
    pub check_overflow: bool,
    /// Headers that C and C++ files find if nobody else has them.
    pub headers: &'static [Header],
    /// Ends reading and linking. The time of compilers does not count.
    pub interrupt: Interrupt,
}

/// A program in memory. Bodies are lazy.
#[derive(Debug)]
pub struct Program {
    /// The module.
    pub module: Module,
    /// What was odd on the way.
    pub warnings: Vec<Warning>,
    /// The source files that were compiled with checks for overflow, as their functions name them.
    pub checked: Vec<String>,
    /// The files that came as bitcode and without any such check.
    pub unchecked: Vec<String>,
    /// The time that compilers took.
    pub compiling: Duration,
}

/// Loads the program that `paths` make up: each is bitcode, an archive, an object file with bitcode, Braid's text form,
/// or a source file. `-` is standard input. Of archives only needed members are taken, unless there is nothing else.
pub fn load(paths: &[PathBuf], options: &LoadOptions) -> Result<Program, LoadError> {
    let mut loader = Loader::new(options);
    for path in paths {
        let bytes = loader.bytes_of(path)?;
        loader.add(path, bytes)?;
    }
    loader.finish()
}

/// As [`load`], from files whose contents are in memory already. Source files are not compiled.
pub fn load_bytes(files: Vec<(PathBuf, Vec<u8>)>, options: &LoadOptions) -> Result<Program, LoadError> {
    let mut loader = Loader::new(options);
    files.into_iter().try_for_each(|(path, bytes)| loader.add(&path, bytes))?;
    loader.finish()
}

/// Whether a file is a source file, by its name.
pub fn is_source(path: &Path) -> bool {
    Language::of(path).is_some()
}

/// Links modules into one; a single one stays as it is. An empty list gives an empty module.
pub fn link(mut parts: Vec<Module>, warnings: &mut Vec<Warning>) -> Result<Module, LinkError> {
    link_interruptible(&mut parts, warnings, &Interrupt::default())
}

fn link_interruptible(
    parts: &mut Vec<Module>,
    warnings: &mut Vec<Warning>,
    interrupt: &Interrupt,
) -> Result<Module, LinkError> {
    if parts.len() == 1 { Ok(parts.remove(0)) } else { combine(std::mem::take(parts), warnings, interrupt) }
}

/// What was found so far.
struct Loader<'a> {
    options: &'a LoadOptions,
    /// The machine's compilers, looked for when the first source file comes.
    toolchain: Option<Toolchain>,
    /// Modules that are meant.
    parts: Vec<Module>,
    /// Members of archives, of which some may be meant.
    members: Vec<Member>,
    warnings: Vec<Warning>,
    checked: Vec<String>,
    unchecked: Vec<String>,
    compiling: Duration,
}

impl<'a> Loader<'a> {
    fn new(options: &'a LoadOptions) -> Self {
        Loader {
            options,
            toolchain: None,
            parts: Vec::new(),
            members: Vec::new(),
            warnings: Vec::new(),
            checked: Vec::new(),
            unchecked: Vec::new(),
            compiling: Duration::ZERO,
        }
    }

    /// The contents of a file; of a source file its bitcode.
    fn bytes_of(&mut self, path: &Path) -> Result<Vec<u8>, LoadError> {
        match Language::of(path) {
            // A folder named x.c is no source file, nor is one that is not there: the compiler's message would not say so.
            Some(language) if path.metadata().is_ok_and(|found| !found.is_dir()) => self.compile(path, language),
            _ => file::read(path),
        }
    }

    fn add(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), LoadError> {
        let wrong = |error| LoadError::Container { origin: path.display().to_string(), error };
        match container::open(path, bytes).map_err(wrong)? {
            Found::Units(units) => {
                let parts = read_all(units, &self.options.interrupt)?;
                if !is_source(path) && !parts.iter().any(has_checks) {
                    self.unchecked.push(path.display().to_string());
                }
                self.parts.extend(parts);
            }
            Found::Archive(archive) => {
                self.unchecked.push(path.display().to_string());
                self.add_archive(archive)?;
            }
        }
        Ok(())
    }

    fn compile(&mut self, path: &Path, language: Language) -> Result<Vec<u8>, LoadError> {
        let toolchain = match &self.options.toolchain {
            Some(toolchain) => toolchain,
            None => self.toolchain.get_or_insert_with(Toolchain::of_machine),
        };
        let checks = if self.options.check_overflow && language != Language::Rust { OVERFLOW_CHECKS } else { &[] };
        let flags: Vec<OsString> =
            checks.iter().map(OsString::from).chain(self.options.compiler_flags.iter().cloned()).collect();
        let begun = Instant::now();
        let compiled = compile(path, language, self.options.headers, &flags, toolchain)?;
        self.compiling += begun.elapsed();
        self.options.interrupt.extend(begun.elapsed());
        if !checks.is_empty() {
            self.checked.push(path.display().to_string());
        }
        if !compiled.messages.trim().is_empty() {
            self.warnings.push(Warning::Compiler { text: compiled.messages });
        }
        Ok(compiled.bitcode)
    }

    fn add_archive(&mut self, archive: Archive) -> Result<(), LoadError> {
        if archive.without > 0 {
            let total = archive.members.len() + archive.without;
            self.warnings.push(Warning::Members {
                total,
                without: archive.without,
                example: archive.example,
                archive: archive.path,
            });
        }
        for member in archive.members {
            self.members.push(read_all(member, &self.options.interrupt)?);
        }
        Ok(())
    }

    /// Takes what is needed of archives, links, and looks for missing symbols.
    fn finish(self) -> Result<Program, LoadError> {
        let Loader { options, toolchain, mut parts, members, mut warnings, checked, unchecked, compiling } = self;
        if parts.is_empty() && members.is_empty() {
            return Err(LoadError::NoInput);
        }
        if parts.is_empty() && options.roots.is_empty() {
            parts = members.into_iter().flatten().collect();
        } else {
            pull(&mut parts, members, &options.roots);
        }
        if let Some(library) = options.library {
            refuse_other_machines(&parts)?;
            library::rename_shims(&mut parts);
            if let Some(is_modelled) = options.is_modelled {
                let toolchain = || options.toolchain.clone().or(toolchain).unwrap_or_else(Toolchain::of_machine);
                rust_library::add(&mut parts, toolchain, library.name, is_modelled);
            }
            library::add(&mut parts, library, options)?;
        }
        let mut module = link_interruptible(&mut parts, &mut warnings, &options.interrupt)?;
        // The library is written for every layout of its machine; what it was compiled with is nothing to be told.
        let library = options.library.map(|library| library.name);
        warnings
            .retain(|warning| !matches!(warning, Warning::Layout { files: [_, b], .. } if Some(b.as_str()) == library));
        if options.undefined == Undefined::Refuse
            && let Some(error) = undefined::missing(&mut module)
        {
            return Err(error.into());
        }
        Ok(Program { module, warnings, checked, unchecked, compiling })
    }
}

/// Refuses modules for machines that the library, and whoever runs the program with it, does not know.
fn refuse_other_machines(parts: &[Module]) -> Result<(), LoadError> {
    let refused = |part: &Module| {
        let target = Target::of(part).filter(|target| !target.is_known())?;
        Some(LoadError::Machine { file: part.origins.first().cloned().unwrap_or_default(), target })
    };
    parts.iter().find_map(refused).map_or(Ok(()), Err)
}

/// Whether a module calls handlers of UndefinedBehaviorSanitizer, or traps in their place.
fn has_checks(module: &Module) -> bool {
    let is_check = |name: &str| name.starts_with("__ubsan_handle_") || name == "llvm.ubsantrap";
    module.funcs.values().any(|func| is_check(module.names.get(func.symbol.name)))
}

fn read_all(units: Vec<Unit>, interrupt: &Interrupt) -> Result<Vec<Module>, LoadError> {
    let mut modules = Vec::new();
    for unit in units {
        let origin = unit.origin.clone();
        let wrong = |error: ContainerError| LoadError::Container { origin, error };
        modules.extend(read::read(unit, interrupt).map_err(wrong)?);
    }
    Ok(modules)
}
