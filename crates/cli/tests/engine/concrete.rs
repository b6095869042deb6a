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

/// The programs, by name.
pub(crate) fn programs() -> Vec<PathBuf> {
    let shared = FROM_CORPUS.iter().map(|name| root().join("tests/programs/c").join(name));
    own().into_iter().chain(shared).collect()
}

/// Those that are kept for this purpose alone.
fn own() -> Vec<PathBuf> {
    ["c", "cc", "rs"].iter().flat_map(|extension| files(&folder("concrete"), extension)).collect()
}

#[test]
fn engine_and_machine_print_the_same() {
    let programs = programs();
    let runs: Vec<(&PathBuf, Config)> =
        programs.iter().flat_map(|path| Config::of(path).into_iter().map(move |config| (path, config))).collect();
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
        compile.arg(format!("-O{}", config.level)).arg("-w").arg("-idirafter").arg(root().join("runtime/include"));
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
    format!("{name}-{}-{}", config.compiler(), config.level)
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
