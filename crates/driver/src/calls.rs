//! External calls: how each function that a program does not define is carried out, and what the user says otherwise.
//!
//! The file of `--env` has a row for a function on each line: its name, how it is carried out, and for a model the C file that has it, seen
//! from the folder of the file. What stands behind `#` is a comment.

use std::fs;
use std::path::{Path, PathBuf};

use braid_env::calls::{self, How};
use braid_env::{Environment, runtime};
use braid_exec::Undefined;
use braid_link::{LoadOptions, load_bytes, source_of};

use crate::error::EngineError;
use crate::options::Options;

/// How one function is carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallRow {
    /// The function.
    pub name: String,
    /// How it is carried out.
    pub how: How,
    /// Who says so: a file and, where it is known, its line.
    pub source: String,
}

/// What the user says about single functions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Overrides {
    rows: Vec<Override>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Override {
    name: String,
    what: What,
    /// The file and the line that say so.
    source: String,
}

/// The words of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
    /// `model FILE`
    Model(PathBuf),
    /// `any`
    Any,
    /// `native`
    Native,
    /// `refused`
    Refused,
}

impl Overrides {
    /// Those of the file that the options name.
    pub(crate) fn of(options: &Options) -> Result<Overrides, EngineError> {
        options.env.as_deref().map_or_else(|| Ok(Overrides::default()), Overrides::read)
    }

    fn read(path: &Path) -> Result<Overrides, EngineError> {
        let wrong = |what: String| EngineError::Usage(format!("--env {}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut rows: Vec<Override> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let source = format!("{}:{number}", path.display());
            let Some(row) = parse(line, folder, source).map_err(|what| wrong(format!("line {number}: {what}")))? else {
                continue;
            };
            if rows.iter().any(|other| other.name == row.name) {
                return Err(wrong(format!("line {number}: there is a row for '{}' already", row.name)));
            }
            rows.push(row);
        }
        Ok(Overrides { rows })
    }

    /// The files with models, each once.
    pub(crate) fn models(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        for row in &self.rows {
            if let What::Model(file) = &row.what
                && !files.contains(file)
            {
                files.push(file.clone());
            }
        }
        files
    }

    /// The functions that the runtime does not give to the program.
    pub(crate) fn hidden(&self) -> Vec<String> {
        self.undefined().into_iter().map(|(name, _)| name).collect()
    }

    /// What happens at calls of functions that have a row and no model.
    pub(crate) fn undefined(&self) -> Vec<(String, Undefined)> {
        let undefined = |what: &What| match what {
            What::Model(_) => None,
            What::Any => Some(Undefined::Symbolic),
            What::Native => Some(Undefined::External),
            What::Refused => Some(Undefined::Error),
        };
        self.rows.iter().filter_map(|row| Some((row.name.clone(), undefined(&row.what)?))).collect()
    }

    /// Whether some function is called natively.
    pub(crate) fn has_native(&self) -> bool {
        self.rows.iter().any(|row| row.what == What::Native)
    }
}

/// A line of the file; none if there is nothing on it.
fn parse(line: &str, folder: &Path, source: String) -> Result<Option<Override>, String> {
    let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
    let what = match words[..] {
        [] => return Ok(None),
        [_, "model", file] => What::Model(folder.join(file)),
        [_, "any"] => What::Any,
        [_, "native"] => What::Native,
        [_, "refused"] => What::Refused,
        _ => return Err("expected NAME and 'model FILE', 'any', 'native' or 'refused'".to_owned()),
    };
    if Environment::new().knows(words[0]) {
        return Err(format!("'{}' is carried out by the engine itself and cannot be replaced", words[0]));
    }
    Ok(Some(Override { name: words[0].to_owned(), what, source }))
}

/// How the functions are carried out that the engine, the runtime or the user's file have, in the order of their names. All others are refused,
/// unless `--undefined` says otherwise.
pub fn call_table(options: &Options) -> Result<Vec<CallRow>, EngineError> {
    let overrides = Overrides::of(options)?;
    let mut rows = runtime_rows()?;
    let of_engine =
        |(name, file): (&str, &str)| CallRow { name: name.to_owned(), how: How::Exact, source: file.to_owned() };
    rows.extend(calls::of_engine().into_iter().map(of_engine));
    rows.retain(|row| overrides.rows.iter().all(|other| other.name != row.name));
    rows.extend(overrides.rows.into_iter().map(overridden));
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    rows.dedup_by(|a, b| a.name == b.name);
    Ok(rows)
}

fn overridden(row: Override) -> CallRow {
    let how = match row.what {
        What::Model(_) => How::Exact,
        What::Any => How::Over,
        What::Native => How::Native,
        What::Refused => How::Refused,
    };
    CallRow { name: row.name, how, source: row.source }
}

/// The functions of the runtime, with the lines they begin at.
fn runtime_rows() -> Result<Vec<CallRow>, EngineError> {
    let mut rows = Vec::new();
    for (names, bytes) in calls::runtime_modules() {
        let unit = (runtime::NAME.into(), bytes.to_vec());
        let mut module = load_bytes(vec![unit], &LoadOptions::default())?.module;
        for name in names.lines().filter(|name| !name.starts_with("__braid_")) {
            // Variables are no calls.
            let Some((file, line)) = source_of(&mut module, name) else { continue };
            let source = format!("{}/{file}:{line}", runtime::FOLDER);
            rows.push(CallRow { name: name.to_owned(), how: calls::of_runtime(name), source });
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str) -> Result<Option<What>, String> {
        parse(line, Path::new("folder"), String::new()).map(|row| row.map(|row| row.what))
    }

    #[test]
    fn a_line_is_a_name_and_what_is_done() {
        assert_eq!(row("rand any"), Ok(Some(What::Any)));
        assert_eq!(row("  rand\tnative # the machine's"), Ok(Some(What::Native)));
        assert_eq!(row("rand model my/rand.c"), Ok(Some(What::Model("folder/my/rand.c".into()))));
        assert_eq!(row("rand refused"), Ok(Some(What::Refused)));
        assert_eq!((row("# nothing"), row("")), (Ok(None), Ok(None)));
        for wrong in ["rand", "rand exactly", "rand model", "rand any more", "memcpy any"] {
            assert!(row(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_row_of_the_table_has_a_source() {
        let rows = call_table(&Options::default()).expect("the runtime can be read");
        let find = |name: &str| rows.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("{name}"));
        assert!(find("malloc").source.starts_with("runtime/src/heap.c:"), "{:?}", find("malloc"));
        assert_eq!(find("system").how, How::Refused);
        assert_eq!(find("klee_assume").source, "crates/env/src/symbolic.rs");
        assert!(rows.windows(2).all(|pair| pair[0].name < pair[1].name), "one row for each function");
        assert!(rows.iter().all(|row| !row.source.is_empty()));
    }
}
