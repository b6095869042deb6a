//! Why a program could not be loaded, and what was odd about one that could.
//!
//! Every message names the file, the archive member if there is one, what was found there and what to do about it. The
//! command line prints these as they are.

use std::fmt;
use std::io;
use std::path::PathBuf;

use braid_bitcode::ErrorKind;

use crate::comdat::Property;
use crate::compile::CompileError;
use crate::container::ContainerError;
use crate::place::Place;
use crate::target::Target;

/// Why a program could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No file was named, or no file holds code.
    #[error("nothing to load: no file, or none with code in it")]
    NoInput,
    /// A file could not be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is larger than we are willing to read into memory.
    #[error("{}: larger than {limit} bytes; this is no program", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// A file is no program, or a damaged one.
    #[error("{origin}: {error}")]
    Container {
        /// The file, with the archive member in parentheses.
        origin: String,
        /// What is wrong with it.
        error: ContainerError,
    },
    /// A source file could not be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A file was compiled for a machine whose programs cannot be run.
    #[error(
        "{file}: it was compiled for {target}; only little-endian programs with 64-bit pointers and those for i386 can be run: \
         compile it for such a machine, for example with --target=x86_64-linux-gnu"
    )]
    Machine {
        /// The file.
        file: String,
        /// The machine.
        target: Target,
    },
    /// The files do not fit together.
    #[error(transparent)]
    Link(#[from] LinkError),
}

impl LoadError {
    /// Returns true if nothing is wrong but that reading or linking was told to stop.
    pub fn is_interrupted(&self) -> bool {
        match self {
            LoadError::Container { error: ContainerError::Bitcode(error), .. } => {
                error.kind() == ErrorKind::Interrupted
            }
            LoadError::Link(error) => matches!(error, LinkError::Interrupted),
            _ => false,
        }
    }
}

/// Two strong definitions of one symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// Its name.
    pub name: String,
    /// Where it was seen first.
    pub first: Place,
    /// Where it was seen again.
    pub second: Place,
}

/// A symbol that is used and nowhere defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub declared: Place,
    /// The first function that uses it, and where; none if only data does.
    pub used: Option<(String, Place)>,
}

/// Why modules could not be linked.
#[derive(Debug)]
pub enum LinkError {
    /// Symbols are defined more than once.
    Duplicates {
        /// The first of them.
        list: Vec<Duplicate>,
        /// How many there are.
        count: usize,
    },
    /// Symbols are defined nowhere, and the caller wants all of them.
    Missing {
        /// The first of them.
        list: Vec<Missing>,
        /// How many there are.
        count: usize,
    },
    /// Modules were compiled for machines whose memory differs.
    Target {
        /// The two files.
        files: [String; 2],
        /// Their machines.
        targets: Box<[Target; 2]>,
    },
    /// Variables that are to be joined are no arrays of one element type.
    Appending {
        /// The variable.
        name: String,
        /// The two files.
        files: [String; 2],
    },
    /// Groups that must be the same are not.
    Comdat {
        /// The group.
        name: String,
        /// What differs.
        what: Property,
        /// The two files.
        places: [String; 2],
    },
    /// Linking was told to stop.
    Interrupted,
}

impl LinkError {
    /// How many symbols a message lists: more would hide the first ones.
    pub(crate) const MAX_LISTED: usize = 20;
}

impl std::error::Error for LinkError {}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Duplicates { list, count } => lines(f, list, *count),
            LinkError::Missing { list, count } => lines(f, list, *count),
            LinkError::Target { files: [a, b], targets } => {
                let [first, second] = &**targets;
                write!(f, "{b} is for another machine than {a}\n  {a}: {first}\n  {b}: {second}")
            }
            LinkError::Appending { name, files: [a, b] } => {
                write!(f, "'{name}' is not an array of the same element type in {a} and in {b}; cannot join them")
            }
            LinkError::Interrupted => f.write_str("linking was interrupted"),
            LinkError::Comdat { name, what, places: [a, b] } => {
                let what = match what {
                    Property::Size => "size",
                    Property::Contents => "contents",
                };
                write!(f, "comdat group '{name}' must have the same {what} in {a} and in {b}, and has not")
            }
        }
    }
}

/// The listed items, one per line, and how many more there are.
fn lines(f: &mut fmt::Formatter<'_>, list: &[impl fmt::Display], count: usize) -> fmt::Result {
    for (at, item) in list.iter().enumerate() {
        let separator = if at == 0 { "" } else { "\n" };
        write!(f, "{separator}{item}")?;
    }
    match count - list.len() {
        0 => Ok(()),
        more => write!(f, "\n... and {more} more"),
    }
}

impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "symbol '{}' is defined twice\n  in {}\n  and in {}", self.name, self.first, self.second)
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "symbol '{}' is not defined\n  declared in {}", self.name, self.declared)?;
        match &self.used {
            Some((func, place)) => write!(f, "\n  used by '{func}' in {place}"),
            None => Ok(()),
        }
    }
}

/// Something odd that does not keep a program from being loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// Modules were compiled for different systems.
    Triple {
        /// The two files.
        files: [String; 2],
        /// Their triples.
        triples: [String; 2],
    },
    /// Modules have different data layouts that agree on byte order and pointers.
    Layout {
        /// The two files.
        files: [String; 2],
        /// Their layouts.
        layouts: [String; 2],
    },
    /// Members of an archive hold no bitcode and were left out.
    Members {
        /// The archive.
        archive: String,
        /// How many.
        without: usize,
        /// Of how many.
        total: usize,
        /// The first of them, and what it is.
        example: String,
    },
    /// What a compiler had to say about a file that it could compile.
    Compiler {
        /// Its messages as they are.
        text: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Triple { files: [a, b], triples: [ta, tb] } => {
                write!(f, "warning: {a} was compiled for {ta}, {b} for {tb}")
            }
            Warning::Layout { files: [a, b], layouts: [la, lb] } => {
                write!(f, "warning: {b} has another data layout than {a}; using the first\n  {la}\n  {lb}")
            }
            Warning::Members { archive, without, total, example } => write!(
                f,
                "warning: {archive}: {without} of {total} members hold no bitcode and were left out (such as {example})"
            ),
            Warning::Compiler { text } => f.write_str(text.trim_end()),
        }
    }
}
