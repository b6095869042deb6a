//! Programs without symbolic input: a run of the engine is one path that prints and returns what the native program does.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::config::Config;
use crate::{braid, files, folder, parallel, process, report, root};

const LIMIT: Duration = Duration::from_secs(120);

/// Programs of the reader's corpus that only use what the runtime has.
const FROM_CORPUS: &[&str] = &["sha256.c", "binary_tree.c", "linked_list.c", "calculator.c", "function_pointers.c"];

/// Programs that mean something else, or do not compile, on i386, or need what the runtime has for x86-64 alone.
const NOT_FOR_I386: &[(&str, &str)] = &[
    ("exception_texts.cc", "the runtime for i386 has no streams"),
    ("exit_order.cc", "the runtime for i386 has no streams"),
    ("library.cc", "the runtime for i386 has no streams"),
    ("stream_formats.cc", "the runtime for i386 has no streams"),
    ("string_streams.cc", "the runtime for i386 has no streams"),
    ("unsynchronised.cc", "the runtime for i386 has no streams"),
    ("primes.c", "there is no __int128"),
    ("float_conversions.c", "there is no __int128"),
    ("int128.c", "there is no __int128"),
    ("random_numbers.c", "there is no __int128"),
    ("varargs_structs.c", "there is no __int128"),
    ("float128.c", "arithmetic of binary128 is done by calls into the compiler's runtime library"),
    ("bfloat16.c", "conversions to bfloat are in no library of the machine"),
    ("bit_builtins.c", "it counts zeros of a long that is cut to 32 bits"),
    ("bitfields.c", "its bit-fields are wider than long"),
    ("overflow_builtins.c", "it shifts a long by 32"),
    ("sha256.c", "it shifts a long by 32"),
    ("struct_by_value.c", "it shifts a long by 40"),
    ("switch_long.c", "its cases are wider than long"),
    ("printf_formats.c", "it prints a long as intmax_t"),
    ("ifunc.c", "the linker does not make such programs for i386"),
    ("long_double.c", "it converts 2^63 to a long"),
    ("float_functions.c", "the runtime has no fmod"),
    ("abort.c", "it ends by abort"),
    ("complex.c", "the machine's library multiplies and divides with the wider registers of the x87"),
    ("asm_goto.c", "callbr is not carried out"),
    ("inline_asm.c", "its instructions are not known"),
];

/// The programs, by name.
pub(crate) fn programs() -> Vec<PathBuf> {
    let shared = FROM_CORPUS.iter().map(|name| root().join("tests/programs/c").join(name));
    own().into_iter().chain(shared).collect()
}

/// Those that are kept for this purpose alone.
fn own() -> Vec<PathBuf> {
    ["c", "cc", "rs"].iter().flat_map(|extension| files(&folder("concrete"), extension)).collect()
}

fn is_for(path: &Path, config: Config) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    !config.narrow || !NOT_FOR_I386.iter().any(|(other, _)| *other == name)
}

#[test]
fn engine_and_machine_print_the_same() {
    check_all(&programs(), |_| true);
}

/// The reader's corpus, of which other tests run every program on an interpreter for x86-64.
#[test]
fn engine_and_machine_print_the_same_for_i386() {
    let folders = ["c", "cpp"].map(|name| root().join("tests/programs").join(name));
    let all: Vec<PathBuf> =
        folders.iter().zip(["c", "cc"]).flat_map(|(folder, extension)| files(folder, extension)).collect();
    check_all(&all, |config| config.narrow);
}

/// Runs programs in those of their configurations that are wanted.
fn check_all(programs: &[PathBuf], is_wanted: impl Fn(Config) -> bool) {
    let runs: Vec<(&PathBuf, Config)> = programs
        .iter()
        .flat_map(|path| Config::of(path).into_iter().map(move |config| (path, config)))
        .filter(|(path, config)| is_wanted(*config) && is_for(path, *config))
        .collect();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&runs, |(path, config)| {
        let what = check(path, *config, scratch.path()).err()?;
        Some(format!("  {:<28} {config}: {what}", path.file_name()?.to_string_lossy()))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), runs.len());
}

/// The programs are what they should be: they compile, end with 0 and print something. This needs no engine.
#[test]
fn native_runs_succeed() {
    let programs = own();
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&programs, |path| {
        let config = Config::of(path).into_iter().next()?;
        match native(path, config, scratch.path()) {
            Ok(finished) if finished.code == Some(0) && finished.stdout.len() > 10 => None,
            Ok(finished) => Some(format!("  {}: exit code {:?}", path.display(), finished.code)),
            Err(what) => Some(format!("  {}: {what}", path.display())),
        }
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), programs.len());
}

fn check(path: &Path, config: Config, scratch: &Path) -> Result<(), String> {
    let native = native(path, config, scratch)?;
    let run = braid::run(path, config, &[], &scratch.join(format!("{}-out", unique(path, config))))?;
    if run.report["verdict"] != "proved" || run.number("paths") != Some(1) {
        let [verdict, bugs, incomplete] = ["verdict", "bugs", "incomplete"].map(|name| run.report[name].to_string());
        return Err(format!(
            "verdict {verdict}, {:?} paths, bugs {bugs}, incomplete {incomplete}",
            run.number("paths")
        ));
    }
    let claims = run.claims()?;
    let [(_, claim)] = &claims[..] else { return Err(format!("{} tests, not 1", claims.len())) };
    let code = claim["exit_code"].as_i64().and_then(|code| i32::try_from(code).ok());
    if code != native.code {
        return Err(format!("exit code {code:?}, natively {:?}", native.code));
    }
    let printed = escape(&native.stdout);
    let claimed = claim["stdout"].as_str().unwrap_or_default();
    let is_beginning = claim["stdout_truncated"] == true && printed.starts_with(claimed);
    if claimed != printed && !is_beginning {
        let same = claimed.bytes().zip(printed.bytes()).take_while(|(a, b)| a == b).count();
        return Err(format!("output differs after {same} letters"));
    }
    Ok(())
}

/// Builds a program natively and runs it.
fn native(path: &Path, config: Config, scratch: &Path) -> Result<process::Finished, String> {
    let executable = scratch.join(unique(path, config));
    let mut compile = Command::new(config.compiler());
    if config.clang.is_some() {
        compile.args(config.flags()).arg("-w").arg("-idirafter").arg(root().join("runtime/include"));
    } else {
        compile.args(["--edition=2021", "-Awarnings"]);
    }
    compile.arg(path).arg("-o").arg(&executable);
    if path.extension() == Some(OsStr::new("cc")) {
        compile.args(["-lstdc++", "-lm"]);
    }
    let compiled = process::run(&mut compile, LIMIT);
    if compiled.code != Some(0) {
        return Err(format!("does not compile: {}", compiled.complaint()));
    }
    Ok(process::run(&mut Command::new(&executable), LIMIT))
}

fn unique(path: &Path, config: Config) -> String {
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    format!("{name}-{}", config.to_string().replace(' ', ""))
}

/// Bytes as the claims of tests write them.
pub(crate) fn escape(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text
}
