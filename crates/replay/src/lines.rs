//! Checks the lines that a test claims to reach, by clang's source-based coverage.
//!
//! A claimed line that the compiler counts and that was not reached contradicts the claim. Lines that only one of the two
//! knows say nothing: debug information and coverage mapping give code to slightly different lines. So does a line that was
//! reached but not claimed: counts belong to regions, which go on after a call that does not return.
//!
//! The line on which a function ends is where debug information has its return, wherever in the function the `return` is
//! written; coverage counts it only if the end is reached without one. It counts here if the function was called. Where a block of
//! C ends, variables of a loop's head end too, also if the body was never entered: lines with nothing but a closing brace are not judged. In C++
//! the two differ at every brace behind which something is destroyed and at every `catch`: its files are not judged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_link::Language;
use braid_report::{LineTable, TestClaim};
use serde::Deserialize;

use crate::build::Build;
use crate::judge::Judgement;
use crate::run::Observation;
use crate::tools::{self, Clang};

/// The tools that read what a program counted; their version must be the compiler's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tools {
    profdata: PathBuf,
    cov: PathBuf,
}

impl Tools {
    /// The tools for a compiler, if both are there.
    pub fn of(clang: &Clang) -> Option<Tools> {
        let tool = |name: &str| tools::llvm_tool(name, clang.number);
        Some(Tools { profdata: tool("llvm-profdata")?, cov: tool("llvm-cov")? })
    }
}

/// Whether a program may leave functions by `longjmp`. Most of clang's counts are differences of others, which are wrong if
/// control comes back to where it was before; nothing can be said of the lines of such a program.
pub fn jumps_far(build: &Build) -> bool {
    let name = b"longjmp";
    std::fs::read(&build.program).is_ok_and(|bytes| bytes.windows(name.len()).any(|window| window == name))
}

/// How often each line was reached in a run of the program; why it is not known if it is not.
pub fn reached(build: &Build, seen: &Observation) -> Result<LineTable, String> {
    let tools = Tools::of(&build.clang).ok_or("llvm-profdata and llvm-cov are not there")?;
    let profile = seen.profile.as_ref().ok_or("the program wrote no counts")?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (raw, indexed) = (folder.path().join("raw"), folder.path().join("indexed"));
    std::fs::write(&raw, profile).map_err(|error| error.to_string())?;
    output(Command::new(&tools.profdata).args(["merge", "-sparse", "-o"]).arg(&indexed).arg(&raw))?;
    let mut profile_flag = std::ffi::OsString::from("-instr-profile=");
    profile_flag.push(&indexed);
    let export =
        output(Command::new(&tools.cov).args(["export", "-format=text"]).arg(&build.program).arg(&profile_flag))?;
    let export: Export = serde_json::from_str(&export).map_err(|error| format!("llvm-cov: {error}"))?;
    let mut lines = export.lines();
    export.add_ends(&mut lines);
    Ok(lines)
}

/// Adds how often lines were reached in one run to how often they were in others.
pub fn add(total: &mut LineTable, reached: &LineTable) {
    for (file, lines) in reached {
        let counts = total.entry(file.clone()).or_default();
        for (&line, &count) in lines {
            *counts.entry(line).or_default() += count;
        }
    }
}

/// What `llvm-cov` exports.
#[derive(Deserialize)]
struct Export {
    data: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    files: Vec<File>,
    functions: Vec<Function>,
}

/// A file: where counts change in it, in order.
#[derive(Deserialize)]
struct File {
    filename: String,
    segments: Vec<Segment>,
}

/// A place from which on code is counted, or is not.
#[derive(Deserialize, Clone, Copy)]
#[serde(from = "(u32, u32, u64, bool, bool, bool)")]
struct Segment {
    line: u32,
    count: u64,
    is_counted: bool,
    /// Whether a region begins here; else an outer one goes on.
    is_entry: bool,
    /// Whether the region is the gap between two statements.
    is_gap: bool,
}

impl From<(u32, u32, u64, bool, bool, bool)> for Segment {
    fn from((line, _column, count, is_counted, is_entry, is_gap): (u32, u32, u64, bool, bool, bool)) -> Segment {
        Segment { line, count, is_counted, is_entry, is_gap }
    }
}

impl Segment {
    /// Whether code that is counted begins here.
    fn begins(&self) -> bool {
        self.is_counted && self.is_entry && !self.is_gap
    }
}

/// A function: how often it was called, the files it is in, and its regions, the first of which is its body.
#[derive(Deserialize)]
struct Function {
    count: u64,
    filenames: Vec<String>,
    regions: Vec<Vec<u64>>,
}

/// Where the line on which a region ends stands in its row, and the number of its file.
const LAST_LINE: usize = 2;
const FILE: usize = 5;

impl Export {
    fn lines(&self) -> LineTable {
        let files = self.data.iter().flat_map(|data| &data.files);
        files.map(|file| (file.filename.clone(), counts(&file.segments))).collect()
    }

    /// Counts the last lines of functions that were called.
    fn add_ends(&self, lines: &mut LineTable) {
        for function in self.data.iter().flat_map(|data| &data.functions).filter(|function| function.count > 0) {
            let body = function.regions.first();
            let end = body.and_then(|body| Some((*body.get(LAST_LINE)?, *body.get(FILE)?)));
            let Some((line, file)) = end else { continue };
            let file = function.filenames.get(usize::try_from(file).unwrap_or(usize::MAX));
            let count = file.and_then(|file| lines.get_mut(file)?.get_mut(&u32::try_from(line).ok()?));
            count.into_iter().for_each(|count| *count = (*count).max(function.count));
        }
    }
}

/// The counts of lines, as `llvm-cov` makes them of segments: the largest of what goes on from the lines above and what begins on the
/// line. A line has none if nothing that is counted is on it.
fn counts(segments: &[Segment]) -> BTreeMap<u32, u64> {
    let mut counts = BTreeMap::new();
    let mut above: Option<&Segment> = None;
    for on_line in segments.chunk_by(|a, b| a.line == b.line) {
        let first = on_line[0];
        let going_on = above.filter(|above| above.is_counted);
        if let Some(above) = going_on {
            counts.extend((above.line + 1..first.line).map(|between| (between, above.count)));
        }
        let is_skipped = first.is_entry && !first.is_counted;
        let beginning = on_line.iter().filter(|segment| segment.begins()).map(|segment| segment.count).max();
        if let Some(count) = going_on.map(|above| above.count).max(beginning).filter(|_| !is_skipped) {
            counts.insert(first.line, count);
        }
        above = on_line.last();
    }
    counts
}

/// The judgement on the lines, if they change it. Files that `directory` makes absolute are compared by their real paths.
pub fn judge(claim: &TestClaim, reached: Result<LineTable, String>, directory: &Path) -> Option<Judgement> {
    let reached = match reached {
        Ok(reached) => reached,
        Err(reason) => return Some(Judgement::Failed { reason: format!("lines are not known: {reason}") }),
    };
    let by_path: BTreeMap<PathBuf, &BTreeMap<u32, u64>> =
        reached.iter().map(|(file, lines)| (real(file, directory), lines)).collect();
    for (file, claimed) in &claim.lines {
        let is_cpp = Language::of(Path::new(file)) == Some(Language::Cpp);
        let Some(counts) = by_path.get(&real(file, directory)).filter(|_| !is_cpp) else { continue };
        let mut missed = claimed.iter().filter(|line| counts.get(line) == Some(&0)).peekable();
        let closing = if missed.peek().is_some() { closing_lines(&real(file, directory)) } else { BTreeSet::new() };
        if let Some(line) = missed.find(|line| !closing.contains(line)) {
            return Some(Judgement::Differs { what: format!("line {file}:{line} was claimed but not reached") });
        }
    }
    None
}

/// The lines of a file with nothing but a closing brace, counted from 1.
fn closing_lines(file: &Path) -> BTreeSet<u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    (1..).zip(text.lines()).filter(|(_, line)| line.trim() == "}").map(|(number, _)| number).collect()
}

fn real(file: &str, directory: &Path) -> PathBuf {
    let path = directory.join(file);
    path.canonicalize().unwrap_or(path)
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_several_runs_are_added() {
        let run = |counts: &[(u32, u64)]| [("a.c".to_owned(), counts.iter().copied().collect())].into_iter().collect();
        let mut total: LineTable = run(&[(1, 2), (2, 0)]);
        add(&mut total, &run(&[(1, 1), (3, 4)]));
        assert_eq!(total, run(&[(1, 3), (2, 0), (3, 4)]));
    }

    #[test]
    fn a_function_that_was_called_reaches_its_last_line() {
        let counts = [(1, 1), (4, 0), (8, 0)].into_iter().collect();
        let mut lines: LineTable = [("a.c".to_owned(), counts)].into_iter().collect();
        let function = |count: u64, first: u64, last: u64| {
            format!(
                r#"{{"count":{count},"filenames":["a.c"],"name":"f","regions":[[{first},1,{last},2,{count},0,0,0]]}}"#
            )
        };
        let export =
            format!(r#"{{"data":[{{"files":[],"functions":[{},{}]}}]}}"#, function(3, 1, 4), function(0, 5, 8));
        let export: Export = serde_json::from_str(&export).unwrap();
        export.add_ends(&mut lines);
        assert_eq!(
            lines["a.c"].iter().map(|(&line, &count)| (line, count)).collect::<Vec<_>>(),
            [(1, 1), (4, 3), (8, 0)]
        );
    }

    #[test]
    fn a_line_has_the_largest_of_the_counts_on_it() {
        // int f(int a) {        1
        //   if (a)              2, once in three calls, with a gap before
        //     return 1;         3
        //   return 2; }         4, and nothing after it on 5
        let segment =
            |line, column, count, is_entry, is_gap| Segment::from((line, column, count, true, is_entry, is_gap));
        let segments = [
            segment(1, 14, 3, true, false),
            segment(2, 7, 3, true, false),
            segment(2, 8, 3, false, false),
            segment(2, 9, 1, true, true),
            segment(3, 5, 1, true, false),
            segment(3, 13, 3, false, false),
            segment(4, 3, 2, true, false),
            Segment::from((4, 14, 0, false, false, false)),
        ];
        assert_eq!(counts(&segments).into_iter().collect::<Vec<_>>(), [(1, 3), (2, 3), (3, 1), (4, 3)]);
        let skipped = Segment::from((7, 1, 0, false, true, false));
        assert_eq!(counts(&[skipped, segment(9, 1, 1, true, false)]), [(9, 1)].into());
    }

    #[test]
    fn only_a_claimed_line_with_count_zero_contradicts() {
        let counts = [(1, 1), (2, 0), (3, 5)].into_iter().collect();
        let reached: LineTable = [("/none/dir/a.c".to_owned(), counts)].into_iter().collect();
        let claim = |file: &str, lines: &[u32]| TestClaim {
            lines: [(file.to_owned(), lines.iter().copied().collect())].into_iter().collect(),
            ..TestClaim::default()
        };
        let judged = |claim: TestClaim| judge(&claim, Ok(reached.clone()), Path::new("/none/dir"));
        assert_eq!(judged(claim("a.c", &[1, 3, 9])), None);
        assert_eq!(judged(claim("b.c", &[2])), None, "a file that was not counted");
        let cpp: LineTable = [("/none/dir/a.cc".to_owned(), [(2, 0)].into_iter().collect())].into_iter().collect();
        assert_eq!(judge(&claim("a.cc", &[2]), Ok(cpp), Path::new("/none/dir")), None, "C++ is not judged");
        let what = "line a.c:2 was claimed but not reached".to_owned();
        assert_eq!(judged(claim("a.c", &[1, 2])), Some(Judgement::Differs { what }));
        assert!(matches!(judge(&claim("a.c", &[1]), Err("x".into()), Path::new("/")), Some(Judgement::Failed { .. })));
    }
    #[test]
    fn a_line_with_a_closing_brace_alone_is_not_judged() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), "for (int i = 0; i < n; i++) {\n    f(); }\n  }\n").unwrap();
        let name = folder.path().join("a.c").to_string_lossy().into_owned();
        let reached: LineTable = [(name, [(1, 1), (2, 0), (3, 0)].into_iter().collect())].into_iter().collect();
        let judged = |line: u32| {
            let lines = [("a.c".to_owned(), [line].into_iter().collect())].into_iter().collect();
            judge(&TestClaim { lines, ..TestClaim::default() }, Ok(reached.clone()), folder.path())
        };
        assert_eq!((judged(1), judged(3)), (None, None));
        assert!(matches!(judged(2), Some(Judgement::Differs { .. })));
    }
}
