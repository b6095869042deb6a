//! `braid doctor`: what is on this machine, what is missing for which feature, and how to get it.
//!
//! A check is a row of [`CHECKS`]. Braid itself needs nothing but a folder to write to: bitcode is read and solved by Braid alone.
//! Everything else is for comfort, so only the essential rows decide about the exit code.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::thread;

use braid_link::Toolchain;
use braid_replay::lines;
use braid_replay::tools::{self, Clang};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;

use crate::console::Console;
use crate::exit::{Exit, Failure};

const JSON: &str = "json";

/// One check.
struct Check {
    /// What is looked for.
    name: &'static str,
    /// What it is good for.
    feature: &'static str,
    /// How to get it.
    advice: &'static str,
    /// Whether nothing works without it.
    essential: bool,
    /// What was found; none if nothing.
    look: fn() -> Option<String>,
}

/// Every check, in the order in which they are shown.
const CHECKS: &[Check] = &[
    Check {
        name: "current folder",
        feature: "writing the results of a run",
        advice: "go to a folder that you may write to, or use --out DIR",
        essential: true,
        look: || is_writable(Path::new(".")),
    },
    Check {
        name: "temporary folder",
        feature: "compiling source files, replaying tests",
        advice: "set TMPDIR to a folder that you may write to",
        essential: true,
        look: || is_writable(&std::env::temp_dir()),
    },
    Check {
        name: "memory",
        feature: "large explorations; --max-memory bounds it",
        advice: "",
        essential: false,
        look: memory,
    },
    Check {
        name: "processors",
        feature: "speed",
        advice: "",
        essential: false,
        look: || thread::available_parallelism().ok().map(|count| count.to_string()),
    },
    Check {
        name: "clang",
        feature: "C and C++ source files, replaying tests",
        advice: "Debian: apt install clang; Fedora: dnf install clang; macOS: brew install llvm",
        essential: false,
        look: clangs,
    },
    Check {
        name: "rustc",
        feature: "Rust source files",
        advice: "https://rustup.rs, or Debian: apt install rustc",
        essential: false,
        look: || tools::version(&Toolchain::of_machine().rustc?),
    },
    Check {
        name: "sanitizers",
        feature: "braid replay --sanitize",
        advice: "Debian: apt install libclang-rt-NN-dev (or libclang-common-NN-dev) for your clang-NN",
        essential: false,
        look: || first_clang(|clang| tools::can_link(&clang.path, &["-fsanitize=address,undefined"])),
    },
    Check {
        name: "llvm-symbolizer",
        feature: "lines in the reports of sanitizers",
        advice: "Debian: apt install llvm",
        essential: false,
        look: || first_clang(|clang| tools::llvm_tool("llvm-symbolizer", clang.number).is_some()),
    },
    Check {
        name: "coverage tools",
        feature: "braid replay --lines",
        advice: "Debian: apt install llvm-NN libclang-rt-NN-dev for your clang-NN",
        essential: false,
        look: || {
            let flags = &["-fprofile-instr-generate", "-fcoverage-mapping"];
            first_clang(|clang| lines::Tools::of(clang).is_some() && tools::can_link(&clang.path, flags))
        },
    },
    solver("z3", "Debian: apt install z3", || found("z3")),
    solver("cvc5", "Debian: apt install cvc5", || found("cvc5")),
    solver("bitwuzla", "https://bitwuzla.github.io", || found("bitwuzla")),
    Check {
        name: "genhtml",
        feature: "lcov.info as web pages",
        advice: "Debian: apt install lcov",
        essential: false,
        look: || found("genhtml"),
    },
];

const fn solver(name: &'static str, advice: &'static str, look: fn() -> Option<String>) -> Check {
    Check { name, feature: "a second opinion: braid solve --solver-check", advice, essential: false, look }
}

/// What came of a check.
struct Finding {
    check: &'static Check,
    found: Option<String>,
}

/// Adds help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    command
        .about("Tells what is on this machine and what is missing for which feature")
        .after_help("Exit code 0 if Braid can work here, 4 if something essential is missing.")
        .arg(Arg::new(JSON).long(JSON).action(ArgAction::SetTrue).help("Print the findings as JSON"))
}

/// Does the work.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let findings: Vec<Finding> = CHECKS.iter().map(|check| Finding { check, found: (check.look)() }).collect();
    let text = if matches.get_flag(JSON) { to_json(&findings) } else { table(&findings) };
    console.out().write_all(text.as_bytes())?;
    Ok(if can_work(&findings) { Exit::Ok } else { Exit::Inconclusive })
}

fn can_work(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.found.is_some() || !finding.check.essential)
}

fn table(findings: &[Finding]) -> String {
    let mut text = format!("Braid {}\n\n", env!("CARGO_PKG_VERSION"));
    for Finding { check, found } in findings {
        match found {
            Some(found) => text.push_str(&format!("  ok       {:<16}  {found}\n", check.name)),
            None => {
                text.push_str(&format!("  missing  {:<16}  for: {}\n", check.name, check.feature));
                text.push_str(&format!("{:29}{}\n", "", check.advice));
            }
        }
    }
    let missing = findings.iter().filter(|finding| finding.found.is_none()).count();
    text.push_str(match (can_work(findings), missing) {
        (false, _) => "\nBraid cannot work here: something essential is missing.\n",
        (true, 0) => "\nEverything is there.\n",
        (true, _) => "\nBraid can work here; bitcode files need nothing else.\n",
    });
    text
}

fn to_json(findings: &[Finding]) -> String {
    let row = |finding: &Finding| {
        let Finding { check, found } = finding;
        json!({
            "name": check.name, "found": found, "essential": check.essential,
            "feature": check.feature, "advice": check.advice,
        })
    };
    let checks: Vec<_> = findings.iter().map(row).collect();
    format!("{:#}\n", json!({ "version": env!("CARGO_PKG_VERSION"), "ok": can_work(findings), "checks": checks }))
}

fn is_writable(folder: &Path) -> Option<String> {
    tempfile::Builder::new().prefix("braid-").tempfile_in(folder).ok()?;
    Some(folder.canonicalize().ok()?.display().to_string())
}

fn found(name: &str) -> Option<String> {
    tools::version(&tools::find(name)?)
}

/// All clangs; the one that is used comes first.
fn clangs() -> Option<String> {
    let all = tools::clangs();
    let first = tools::version(&all.first()?.path)?;
    let others: Vec<String> = all[1..].iter().map(|clang| clang.path.display().to_string()).collect();
    let others = if others.is_empty() { String::new() } else { format!("; also {}", others.join(", ")) };
    Some(format!("{} ({first}){others}", all[0].path.display()))
}

fn first_clang(has: impl Fn(&Clang) -> bool) -> Option<String> {
    let clang = tools::clangs().into_iter().find(has)?;
    Some(format!("of {}", clang.path.display()))
}

/// Total and available memory, where the system tells.
fn memory() -> Option<String> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let gigabytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kibibytes: f64 = line.trim_start_matches(':').trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes / (1024.0 * 1024.0))
    };
    Some(format!("{:.1} GiB, {:.1} GiB available", gigabytes("MemTotal")?, gigabytes("MemAvailable")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_essential_decides() {
        let findings = |found: fn(&Check) -> bool| -> Vec<Finding> {
            CHECKS.iter().map(|check| Finding { check, found: found(check).then(|| "there".to_owned()) }).collect()
        };
        assert!(can_work(&findings(|_| true)));
        assert!(can_work(&findings(|check| check.essential)));
        assert!(!can_work(&findings(|check| check.name != "current folder")));
        let text = table(&findings(|check| check.essential));
        for check in CHECKS.iter().filter(|check| !check.essential) {
            assert!(text.contains(check.feature) && text.contains(check.advice), "{}", check.name);
        }
    }

    #[test]
    fn a_folder_that_is_not_there_cannot_be_written_to() {
        assert_eq!(is_writable(Path::new("/no/such/folder")), None);
        assert!(is_writable(&std::env::temp_dir()).is_some());
    }
}
