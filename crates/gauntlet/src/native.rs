//! Native runs of a batch: on every input of every case, under every sanitizer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use braid_testkit::process;

use crate::oracle::{BUILDS, Build, kinds};

/// The compiler of native builds. Its memory sanitizer reports uses of a value, not its passing as an argument.
const COMPILER: &str = "clang-14";
/// Compiling and running a batch take at most this long each.
const LIMIT: Duration = Duration::from_secs(300);

/// What the memory sanitizer calls a use of memory that was never written.
const UNINITIALIZED: &str = "use-of-uninitialized-value";

/// A fault that a sanitizer saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The sanitizer's name for it.
    pub name: String,
    /// What Braid may call it.
    pub kinds: &'static [&'static str],
    /// Its line.
    pub line: u64,
    /// How many statements had begun.
    pub steps: u64,
}

impl Seen {
    /// Returns true if it is a use of memory that was never written.
    pub fn is_uninitialized(&self) -> bool {
        self.name == UNINITIALIZED
    }
}

/// How the native runs on one input ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Behaviour {
    /// What each build saw, in the order of [`BUILDS`]; the memory sanitizer, and no other, may see more than one fault.
    pub seen: Vec<Seen>,
    /// The exit code of a run without a fault.
    pub code: Option<i64>,
    /// Whether a run took too many steps, or was lost.
    pub endless: bool,
    /// How the runs ended that differ in what memory held that was never written.
    pub filled: Vec<String>,
}

impl Behaviour {
    /// The faults that come first: more than one if builds disagree on which statement's is the first one.
    pub fn first(&self) -> Vec<&Seen> {
        let least = self.seen.iter().map(|seen| seen.steps).min();
        self.seen.iter().filter(|seen| Some(seen.steps) == least).collect()
    }

    /// Returns true if the memory sanitizer sees a use of memory that was never written.
    pub fn is_uninitialized(&self) -> bool {
        self.seen.iter().any(Seen::is_uninitialized)
    }

    /// Returns true if runs differ by what memory held that was never written.
    pub fn depends_on_memory(&self) -> bool {
        self.filled.iter().any(|run| *run != self.filled[0])
    }

    /// Returns true if a fault shows whatever the memory held that was never written.
    pub fn is_certain(&self, seen: &Seen) -> bool {
        let run = format!("fault:{} {} ", seen.name, seen.line);
        !self.filled.is_empty() && self.filled.iter().all(|filled| filled.starts_with(&run))
    }

    /// Returns true if no sanitizer sees more than uses of memory that was never written that do not matter.
    pub fn is_good(&self) -> bool {
        self.seen.iter().all(Seen::is_uninitialized) && !self.depends_on_memory()
    }
}

/// The behaviours of a case, by the choices that make up its input.
pub type Behaviours = BTreeMap<Vec<i64>, Behaviour>;

/// The folder with the harness.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("native")
}

/// Returns true if this machine can build and run under every sanitizer.
pub fn is_possible(scratch: &Path) -> bool {
    let source = scratch.join("probe.c");
    let probe = "#include \"gauntlet.h\"\nstatic int f(void) { return 0; }\n\
                 int (*const gauntlet_cases[])(void) = {f};\nconst int gauntlet_case_count = 1;\n";
    std::fs::write(&source, probe).is_ok() && behaviours(&source, 1, scratch).is_ok()
}

/// Runs a batch of so many cases under every sanitizer.
pub fn behaviours(source: &Path, cases: usize, scratch: &Path) -> Result<Vec<Behaviours>, String> {
    let mut all = vec![Behaviours::new(); cases];
    for build in BUILDS {
        let executable = compile(build, source, scratch)?;
        let mut command = Command::new(&executable);
        command.envs(build.environment.iter().copied());
        for line in succeed(&mut command)?.lines() {
            record(build, line, &mut all).ok_or_else(|| format!("the harness said `{line}`"))?;
        }
    }
    Ok(all)
}

fn compile(build: &Build, source: &Path, scratch: &Path) -> Result<PathBuf, String> {
    let executable = scratch.join(build.name);
    let mut command = Command::new(COMPILER);
    command.args(["-O0", "-g", "-w", "-DGAUNTLET_NATIVE", "-I"]).arg(folder()).args(build.flags);
    succeed(command.arg(source).arg(folder().join("harness.c")).arg("-o").arg(&executable))?;
    Ok(executable)
}

fn succeed(command: &mut Command) -> Result<String, String> {
    let finished = process::run(command, LIMIT);
    match finished.code {
        Some(0) => Ok(String::from_utf8_lossy(&finished.stdout).into_owned()),
        code => Err(format!("{:?} ended with {code:?}: {}", command.get_program(), finished.complaint())),
    }
}

/// Reads a line of the harness of a build: `CASE CHOICES ENDING LINE STEPS SIZES`.
fn record(build: &Build, line: &str, all: &mut [Behaviours]) -> Option<()> {
    let mut words = line.split_whitespace();
    let case: usize = words.next()?.parse().ok()?;
    let choices = match words.next()? {
        "-" => Vec::new(),
        list => list.split(',').map(|choice| choice.parse().ok()).collect::<Option<Vec<i64>>>()?,
    };
    let (ending, line, steps) = (words.next()?, words.next()?.parse::<u64>().ok()?, words.next()?.parse::<u64>().ok()?);
    let behaviour = all.get_mut(case)?.entry(choices).or_default();
    if build.fills {
        behaviour.filled.push(format!("{ending} {line} {steps} {}", words.next()?));
    }
    if let Some(code) = ending.strip_prefix("exit:") {
        behaviour.code = behaviour.code.or(Some(code.parse().ok()?));
    } else if let Some(name) = ending.strip_prefix("fault:") {
        behaviour.seen.push(Seen { name: name.to_owned(), kinds: kinds(name)?, line, steps });
    } else {
        behaviour.endless = true;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_harness_are_read() {
        let mut all = vec![Behaviours::new()];
        let [zero, pattern, memory] = [0, 1, 4].map(|number| &BUILDS[number]);
        assert!(record(zero, "0 1,2 fault:double-free 17 5 0", &mut all).is_some());
        assert!(record(memory, "0 1,2 fault:use-of-uninitialized-value 15 4 0", &mut all).is_some());
        assert!(record(zero, "0 - exit:3 9 2 7", &mut all).is_some());
        assert!(record(pattern, "0 - exit:3 9 2 7", &mut all).is_some());
        assert_eq!(record(zero, "0 - fault:something-new 9 2 0", &mut all), None);
        assert_eq!(record(zero, "1 - exit:3 9 2 0", &mut all), None);
        let first = all[0][&vec![1, 2]].first();
        assert_eq!(first.iter().map(|seen| seen.line).collect::<Vec<_>>(), [15]);
        assert_eq!(all[0][&Vec::new()].code, Some(3));
    }

    #[test]
    fn runs_that_differ_by_their_filling_depend_on_it() {
        let mut all = vec![Behaviours::new()];
        for (number, sizes) in [(0, 7), (1, 7)] {
            assert!(record(&BUILDS[number], &format!("0 0 exit:3 9 2 {sizes}"), &mut all).is_some());
        }
        for (number, sizes) in [(0, 7), (1, 8)] {
            assert!(record(&BUILDS[number], &format!("0 1 exit:3 9 2 {sizes}"), &mut all).is_some());
        }
        let depends = |choice: i64| all[0][&vec![choice]].depends_on_memory();
        assert_eq!((depends(0), depends(1)), (false, true));
    }
}
