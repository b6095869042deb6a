//! Checks the lines that a test claims to reach, by clang's source-based coverage.
//!
//! A claimed line that the compiler counts and that was not reached contradicts the claim. Lines that only one of the two
//! knows say nothing: debug information and coverage mapping give code to slightly different lines. So does a line that was
//! reached but not claimed: counts belong to regions, which go on after a call that does not return.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_report::{LineTable, TestClaim, lcov};

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
    let text = output(Command::new(&tools.cov).args(["export", "-format=lcov"]).arg(&build.program).arg(profile_flag))?;
    lcov::parse(&text)
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
        let Some(counts) = by_path.get(&real(file, directory)) else { continue };
        if let Some(line) = claimed.iter().find(|line| counts.get(line) == Some(&0)) {
            return Some(Judgement::Differs { what: format!("line {file}:{line} was claimed but not reached") });
        }
    }
    None
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
        let what = "line a.c:2 was claimed but not reached".to_owned();
        assert_eq!(judged(claim("a.c", &[1, 2])), Some(Judgement::Differs { what }));
        assert!(matches!(judge(&claim("a.c", &[1]), Err("x".into()), Path::new("/")), Some(Judgement::Failed { .. })));
    }
}
