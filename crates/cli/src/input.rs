//! The files a command works on: the arguments that name them, and how they become a module.

use std::ffi::OsString;
use std::path::PathBuf;

use braid_ir::{FuncId, Module};
use braid_link::{CompileError, LoadError, LoadOptions, Undefined, Warning};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::console::Console;
use crate::exit::Failure;

const FILES: &str = "FILE";
const CFLAGS: &str = "cflags";
const COMPILER_FLAGS: &str = "COMPILER_FLAG";
const NO_UNDEFINED: &str = "no-undefined";

/// What the files may be, for `--help`.
const FILES_HELP: &str = "\
The program. Several files are linked. Each is one of:
  LLVM bitcode, bare or wrapped (clang -c -emit-llvm, rustc --emit=llvm-bc)
  a C, C++ or Rust source file, which is compiled by the clang or rustc of this machine
  an archive (.a, .rlib): members are taken as they are needed; all of them if there is no other file
  an object file or executable with embedded bitcode (-fembed-bitcode, -ffat-lto-objects)
  Braid's own text form, as printed by 'braid ir'
  - for standard input";

/// Adds the arguments that name the program.
pub(crate) fn arguments(command: Command) -> Command {
    command
        .arg(
            Arg::new(FILES)
                .help("The program: bitcode, source files, archives, object files, text IR")
                .long_help(FILES_HELP)
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new(CFLAGS)
                .long(CFLAGS)
                .value_name("FLAGS")
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .help("Further flags for the compiler of source files, separated by blanks"),
        )
        .arg(
            Arg::new(NO_UNDEFINED)
                .long(NO_UNDEFINED)
                .action(ArgAction::SetTrue)
                .help("Refuse a program that uses symbols which no file defines"),
        )
        .arg(
            Arg::new(COMPILER_FLAGS)
                .last(true)
                .num_args(0..)
                .value_parser(value_parser!(OsString))
                .help("Further flags for the compiler of source files"),
        )
}

/// Loads the program that the arguments name; bodies are lazy. Warnings are told on the way.
pub(crate) fn load(matches: &ArgMatches, console: &mut Console) -> Result<Module, Failure> {
    let paths: Vec<PathBuf> = matches.get_many(FILES).into_iter().flatten().cloned().collect();
    let program = braid_link::load(&paths, &options(matches)).map_err(|error| failure(&error, console))?;
    for warning in &program.warnings {
        match warning {
            Warning::Compiler { text } => console.note(text),
            other => console.complain(other),
        }
    }
    Ok(program.module)
}

/// Whether all inputs are source files.
pub(crate) fn is_source_only(matches: &ArgMatches) -> bool {
    matches.get_many::<PathBuf>(FILES).into_iter().flatten().all(|path| braid_link::is_source(path))
}

fn options(matches: &ArgMatches) -> LoadOptions {
    let words = matches.get_many::<String>(CFLAGS).into_iter().flatten().flat_map(|flags| flags.split_whitespace());
    let flags = matches.get_many::<OsString>(COMPILER_FLAGS).into_iter().flatten().cloned();
    LoadOptions {
        compiler_flags: words.map(OsString::from).chain(flags).collect(),
        undefined: if matches.get_flag(NO_UNDEFINED) { Undefined::Refuse } else { Undefined::Keep },
        ..LoadOptions::default()
    }
}

fn failure(error: &LoadError, console: &mut Console) -> Failure {
    if let LoadError::Compile(CompileError::Refused { messages, .. }) = error {
        console.note(messages);
    }
    Failure::BadInput(error.to_string())
}

/// Decodes the body of `func`; a failure names the file and the function.
pub(crate) fn decode(module: &mut Module, func: FuncId) -> Result<(), Failure> {
    module.decode(func).map_err(|error| {
        let symbol = &module.funcs[func].symbol;
        let origin = module.origins.get(symbol.origin as usize).map_or("", String::as_str);
        Failure::BadInput(format!("{origin}: in function '{}': {error}", module.names.get(symbol.name)))
    })
}
