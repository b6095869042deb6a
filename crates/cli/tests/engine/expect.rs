//! What is expected of a program, read from its comments. The form is described in `tests/engine/README.md`; whatever is
//! not of that form is an error, so that a slip of the pen does not switch an expectation off.

use std::path::{Path, PathBuf};

use crate::config::Config;

/// The fault kinds that are off unless `--check` asks for them.
const CHECKS: &[&str] = &["overflow", "uninitialized-read", "leak", "float-invalid", "float-overflow", "float-convert"];

/// A program with what is expected of it.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What it is for.
    pub(crate) title: String,
    /// Paths that end.
    pub(crate) paths: Option<u64>,
    /// Tests that are written.
    pub(crate) tests: Option<u64>,
    /// The verdicts that are right.
    pub(crate) verdicts: Vec<String>,
    /// Words of which one must be among the reasons for incompleteness.
    pub(crate) incomplete: Vec<String>,
    /// Arguments for the command line.
    pub(crate) flags: Vec<String>,
    /// Values for the oracle, as its arguments.
    pub(crate) tries: Vec<String>,
    /// Whether tests are replayed.
    pub(crate) replayed: bool,
    /// What is different in some configurations.
    pub(crate) overrides: Vec<(String, Override)>,
    /// Bugs, by line.
    pub(crate) bugs: Vec<ExpectedBug>,
    /// Lines that some path reaches.
    pub(crate) reached: Vec<u64>,
    /// Lines that none reaches.
    pub(crate) dead: Vec<u64>,
}

/// A bug that is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExpectedBug {
    /// The kinds that it may be given.
    pub(crate) kinds: Vec<String>,
    /// Its line.
    pub(crate) line: u64,
    /// Whether it must be found; of those that need not, at least one must.
    pub(crate) required: bool,
}

/// What is different in a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Override {
    /// Another number of paths.
    Paths(u64),
    /// The compiler takes all bugs away.
    NoBugs,
    /// Bugs are not compared.
    AnyBugs,
    /// It is not run.
    Skip,
}

impl Program {
    /// Reads a program; what is wrong with its expectations if anything is.
    pub(crate) fn read(path: &Path) -> Result<Program, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Program::parse(path, &text).map_err(|what| format!("{}: {what}", path.display()))
    }

    fn parse(path: &Path, text: &str) -> Result<Program, String> {
        let mut program = Program { path: path.to_owned(), replayed: true, ..Program::default() };
        let mut head = text.lines().map_while(comment);
        program.title = head.next().unwrap_or_default().to_owned();
        if !program.title.ends_with('.') {
            return Err("the first line must be a comment with a sentence".to_owned());
        }
        head.filter_map(|line| line.split_once(": ")).filter(|(name, _)| is_name(name)).try_for_each(
            |(name, value)| program.direction(name, value).map_err(|what| format!("`{name}: {value}`: {what}")),
        )?;
        for (at, line) in text.lines().enumerate() {
            if let Some((_, mark)) = line.split_once("//~ ") {
                program.mark(at as u64 + 1, mark.trim()).map_err(|what| format!("line {}: {what}", at + 1))?;
            }
        }
        if program.verdicts.is_empty() {
            program.verdicts.push(if program.bugs.is_empty() { "proved" } else { "bug" }.to_owned());
        }
        Ok(program)
    }

    /// The name of its file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// What is different in this configuration.
    pub(crate) fn overridden(&self, config: Config) -> impl Iterator<Item = &Override> {
        self.overrides.iter().filter(move |(selector, _)| config.is_meant_by(selector)).map(|(_, what)| what)
    }

    fn direction(&mut self, name: &str, value: &str) -> Result<(), String> {
        if let Some(selector) = name.strip_prefix("override(").and_then(|rest| rest.strip_suffix(')')) {
            self.overrides.push((selector.to_owned(), parse_override(value)?));
            return Ok(());
        }
        if let Some(input) = name.strip_prefix("try").map(str::trim).filter(|_| name == "try" || name.contains(' ')) {
            self.tries.push(format!("{input}={}", value.trim().replace(' ', ",")));
            return Ok(());
        }
        match name {
            "paths" => self.paths = Some(counted(value)?),
            "tests" => self.tests = Some(value.trim().parse().map_err(|_| "is no number")?),
            "verdict" => self.verdicts = words(value),
            "incomplete" => self.incomplete = words(value),
            "flags" => self.flags.extend(value.split_whitespace().map(str::to_owned)),
            "check" => self.flags.push(check_flag(value.trim())?),
            "entry" => self.flags.extend(["--entry".to_owned(), value.trim().to_owned()]),
            "replay" if value.starts_with("skip because ") => self.replayed = false,
            _ => return Err("is not in the table of tests/engine/README.md".to_owned()),
        }
        Ok(())
    }

    fn mark(&mut self, line: u64, mark: &str) -> Result<(), String> {
        let (required, rest) = mark.strip_prefix("maybe ").map_or((true, mark), |rest| (false, rest));
        match rest.strip_prefix("bug: ") {
            Some(kinds) => self.bugs.push(ExpectedBug { kinds: words(kinds), line, required }),
            None if mark == "reached" => self.reached.push(line),
            None if mark == "dead" => self.dead.push(line),
            None => return Err(format!("`{mark}` is no mark")),
        }
        Ok(())
    }
}

fn comment(line: &str) -> Option<&str> {
    line.strip_prefix("//!").or_else(|| line.strip_prefix("//")).map(str::trim)
}

/// Whether this looks like the name of an expectation; sentences with a colon do not.
fn is_name(text: &str) -> bool {
    text.starts_with("override(") || text.starts_with("try ") || !text.contains(' ')
}

fn words(text: &str) -> Vec<String> {
    text.trim().split('|').map(|word| word.trim().to_owned()).collect()
}

fn counted(value: &str) -> Result<u64, String> {
    let (number, reason) = value.split_once(" -- ").ok_or("has no reason; write `paths: N -- REASON`")?;
    if reason.trim().is_empty() {
        return Err("has no reason".to_owned());
    }
    number.trim().parse().map_err(|_| format!("`{number}` is no number"))
}

fn check_flag(kind: &str) -> Result<String, String> {
    let known = CHECKS.contains(&kind);
    known.then(|| format!("--check={kind}")).ok_or_else(|| format!("`{kind}` is no kind that is off by default"))
}

fn parse_override(value: &str) -> Result<Override, String> {
    let (what, reason) = value.split_once(" because ").ok_or("has no reason; write `WHAT because REASON`")?;
    if reason.trim().is_empty() {
        return Err("has no reason".to_owned());
    }
    match what.split_whitespace().collect::<Vec<_>>()[..] {
        ["paths", number] => number.parse().map(Override::Paths).map_err(|_| format!("`{number}` is no number")),
        ["bugs", "none"] => Ok(Override::NoBugs),
        ["bugs", "any"] => Ok(Override::AnyBugs),
        ["skip"] => Ok(Override::Skip),
        _ => Err(format!("`{what}` is none of `paths N`, `bugs none`, `bugs any`, `skip`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::REFERENCE;

    fn parse(text: &str) -> Result<Program, String> {
        Program::parse(Path::new("sample.c"), text)
    }

    #[test]
    fn everything_is_read() {
        let text = "// What it is for.\n// paths: 4 -- two and two\n// tests: 3\n// check: leak\n// flags: --max-depth 3\n\
                    // try: 1 2\n// try s[]: 0 97\n// entry: start\n// override(clang14-O0): paths 2 because select\n\
                    // replay: skip because of this\nint a; //~ bug: leak|abort\nint b; //~ maybe bug: abort\nint c; //~ reached\n";
        let program = parse(text).unwrap();
        assert_eq!((program.paths, program.tests, program.replayed), (Some(4), Some(3), false));
        assert_eq!(program.flags, ["--check=leak", "--max-depth", "3", "--entry", "start"]);
        assert_eq!(program.tries, ["=1,2", "s[]=0,97"]);
        assert_eq!(program.overridden(REFERENCE).collect::<Vec<_>>(), [&Override::Paths(2)]);
        assert_eq!(program.bugs[0], ExpectedBug { kinds: words("leak|abort"), line: 11, required: true });
        assert_eq!((program.bugs[1].required, &program.reached[..]), (false, &[13][..]));
        assert_eq!(program.verdicts, ["bug"]);
        assert_eq!(parse("// Nothing: but a sentence.\n").unwrap().verdicts, ["proved"]);
    }

    #[test]
    fn slips_are_found() {
        for text in [
            "int main;\n",
            "// No sentence\n",
            "// A.\n// path: 3 -- x\n",
            "// A.\n// paths: 3\n",
            "// A.\n// paths: x -- y\n",
            "// A.\n// check: oddness\n",
            "// A.\n// replay: never\n",
            "// A.\n// override(O1): paths 3\n",
            "// A.\n// override(O1): bug none because x\n",
            "// A.\nint a; //~ bugs: abort\n",
            "// A.\nint a; //~ reach\n",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
