//! A campaign: family after family of programs, for as long as it is told, with a state file from which it goes on.
//!
//! A family is a row of one table. Its programs have numbers; the state file holds the next number of each family and what was
//! counted so far. A disagreement is made small and kept as a file with what is wrong in its first lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use braid_testkit::parallel;
use serde_json::{Value, json};

use crate::batch::{self, Case, Failure};
use crate::explore::Braid;
use crate::judge::{Class, Disagreement};
use crate::known;
use crate::reduce::reduce;
use crate::{csmith, limits, native, print};

/// Seeds in a batch.
pub const BATCH: u64 = 7;
/// Disagreements of one class, kind and way that are made small; the others are counted.
const REDUCED: usize = 3;

/// What a campaign works with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The binary under test.
    pub braid: Braid,
    /// Where the state and what was found lie.
    pub folder: PathBuf,
    /// Whether failing programs are made small.
    pub reduces: bool,
}

/// A finding, ready to be kept.
#[derive(Clone, Debug)]
pub struct Found {
    /// A name for its file.
    pub name: String,
    /// What is wrong.
    pub what: Disagreement,
    /// The program, and what is wrong as a comment.
    pub text: String,
    /// The case it comes from, if it can be made small.
    pub failure: Option<Box<Failure>>,
}

/// What came of a step.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Programs that were compared.
    pub programs: usize,
    /// Those of them that go wrong on some input.
    pub faulty: usize,
    /// Disagreements.
    pub found: Vec<Found>,
}

/// A family of programs.
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Runs the step of a number.
    pub step: fn(&Braid, u64) -> Result<Step, String>,
    /// Returns true if this machine has what the family needs.
    pub is_possible: fn() -> bool,
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    Family { name: "sanitizers", step: sanitizers, is_possible: has_sanitizers },
    Family { name: "csmith", step: csmith_step, is_possible: csmith::is_here },
    Family { name: "limits", step: limits_step, is_possible: || true },
];

fn has_sanitizers() -> bool {
    tempfile::tempdir().is_ok_and(|scratch| native::is_possible(scratch.path()))
}

fn scratch() -> Result<tempfile::TempDir, String> {
    tempfile::tempdir().map_err(|error| error.to_string())
}

/// Random and mutated programs against sanitizers: the batch of a number.
fn sanitizers(braid: &Braid, number: u64) -> Result<Step, String> {
    let scratch = scratch()?;
    let cases: Vec<Case> = (number * BATCH..(number + 1) * BATCH).flat_map(batch::cases).collect();
    let outcome = batch::compare(braid, &cases, &batch::ways(number), scratch.path())?;
    let found = outcome.failures.into_iter().map(found).collect();
    Ok(Step { programs: outcome.programs, faulty: outcome.faulty, found })
}

fn found(failure: Failure) -> Found {
    let Failure { case, way, what } = &failure;
    let kind = if what.kind.is_empty() { "any" } else { &what.kind };
    let name = format!("{}-{kind}-{}-O{}-{}-{}", what.class.name(), way.mode, way.level, case.origin, case.seed);
    let text = print::batch(std::slice::from_ref(&case.program)).text;
    Found { name, what: what.clone(), text, failure: Some(Box::new(failure)) }
}

fn csmith_step(braid: &Braid, number: u64) -> Result<Step, String> {
    let scratch = scratch()?;
    let Some(wrong) = csmith::run(braid, number, scratch.path()) else { return Ok(Step::default()) };
    let text = std::fs::read_to_string(scratch.path().join("csmith.c")).unwrap_or_default();
    let found = |what: Disagreement| Found {
        name: format!("csmith-{}-{}-{number}", what.class.name(), what.kind),
        what,
        text: text.clone(),
        failure: None,
    };
    Ok(Step { programs: 1, faulty: 0, found: wrong.into_iter().map(found).collect() })
}

fn limits_step(braid: &Braid, number: u64) -> Result<Step, String> {
    let scratch = scratch()?;
    let wrong = limits::run(braid, number, scratch.path())?;
    let found = |what: Disagreement| Found {
        name: format!("limits-{}-{number}", what.kind),
        what,
        text: limits::program(number).1,
        failure: None,
    };
    Ok(Step { programs: 1, faulty: 0, found: wrong.into_iter().map(found).collect() })
}

/// What was counted for a family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The next number.
    pub next: u64,
    /// Programs compared.
    pub programs: u64,
    /// Those that go wrong on some input.
    pub faulty: u64,
    /// Disagreements by class, kind and way; the known ones under their reason.
    pub found: BTreeMap<String, u64>,
}

/// A campaign under way.
pub struct Campaign {
    setting: Setting,
    tallies: BTreeMap<String, Tally>,
}

impl Campaign {
    /// Begins, or goes on where the state file says.
    pub fn open(setting: Setting) -> Result<Campaign, String> {
        std::fs::create_dir_all(setting.folder.join("found")).map_err(|error| error.to_string())?;
        let tallies = std::fs::read_to_string(setting.folder.join("state.json"))
            .ok()
            .and_then(|text| serde_json::from_str::<Value>(&text).ok())
            .map_or_else(BTreeMap::new, |state| read_state(&state));
        Ok(Campaign { setting, tallies })
    }

    /// The number of programs of a family that were compared so far.
    pub fn programs(&self, family: &Family) -> u64 {
        self.tallies.get(family.name).map_or(0, |tally| tally.programs)
    }

    /// Runs so many steps of a family side by side.
    pub fn advance(&mut self, family: &Family, jobs: u64) -> Result<(), String> {
        let next = self.tallies.entry(family.name.to_owned()).or_default().next;
        let numbers: Vec<u64> = (next..next + jobs).collect();
        let steps = parallel::map(&numbers, |number| (family.step)(&self.setting.braid, *number));
        for (number, step) in numbers.iter().zip(steps) {
            let step = step.map_err(|what| format!("{} {number}: {what}", family.name))?;
            self.record(family, step)?;
        }
        self.tallies.entry(family.name.to_owned()).or_default().next = next + jobs;
        let state = self.setting.folder.join("state.json");
        std::fs::write(state, self.state().to_string()).map_err(|error| error.to_string())
    }

    fn record(&mut self, family: &Family, step: Step) -> Result<(), String> {
        let tally = self.tallies.entry(family.name.to_owned()).or_default();
        tally.programs += step.programs as u64;
        tally.faulty += step.faulty as u64;
        for found in step.found {
            let count = tally.found.entry(label(&found)).or_default();
            *count += 1;
            if *count <= REDUCED as u64 && known::reason(&found.what).is_none() {
                keep(&self.setting, &found)?;
            }
        }
        Ok(())
    }

    fn state(&self) -> Value {
        let row = |tally: &Tally| json!({"next": tally.next, "programs": tally.programs, "faulty": tally.faulty, "found": tally.found});
        self.tallies.iter().map(|(name, tally)| (name.clone(), row(tally))).collect()
    }

    /// The number of disagreements that are not known.
    pub fn unknown(&self) -> u64 {
        let rows = self.tallies.values().flat_map(|tally| &tally.found);
        rows.filter(|(label, _)| !label.starts_with(KNOWN)).map(|(_, count)| count).sum()
    }

    /// What was counted, as a table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (name, tally) in &self.tallies {
            let _ = writeln!(text, "{name:<12} {:>7} programs {:>6} faulty", tally.programs, tally.faulty);
            for (label, count) in &tally.found {
                let _ = writeln!(text, "    {count:>5} {label}");
            }
        }
        text
    }
}

/// What labels of known disagreements begin with.
const KNOWN: &str = "known: ";

fn label(found: &Found) -> String {
    if let Some(reason) = known::reason(&found.what) {
        return format!("{KNOWN}{reason}");
    }
    let way = found
        .failure
        .as_ref()
        .map_or_else(String::new, |failure| format!(" --merge={} -O{}", failure.way.mode, failure.way.level));
    let detail = if found.what.class == Class::Incomplete { found.what.detail.split(" at ").next() } else { None };
    format!("{} {}{way} {}", found.what.class.name(), found.what.kind, detail.unwrap_or_default()).trim().to_owned()
}

fn read_state(state: &Value) -> BTreeMap<String, Tally> {
    let tally = |row: &Value| Tally {
        next: row["next"].as_u64().unwrap_or(0),
        programs: row["programs"].as_u64().unwrap_or(0),
        faulty: row["faulty"].as_u64().unwrap_or(0),
        found: row["found"].as_object().map_or_else(BTreeMap::new, |rows| {
            rows.iter().map(|(name, count)| (name.clone(), count.as_u64().unwrap_or(0))).collect()
        }),
    };
    let rows = state.as_object().into_iter().flatten();
    rows.map(|(name, row)| (name.clone(), tally(row))).collect()
}

/// Writes a finding, made small if that is wanted.
fn keep(setting: &Setting, found: &Found) -> Result<(), String> {
    let (mut text, mut what) = (found.text.clone(), found.what.clone());
    if let Some(failure) = found.failure.as_ref().filter(|_| setting.reduces && found.what.kind != "generator") {
        let (case, still) = reduce(&setting.braid, &failure.case, failure.way, &failure.what);
        text = print::batch(std::slice::from_ref(&case.program)).text;
        what = still;
    }
    let head = format!("// {}: {}\n", what.class.name(), what.detail.replace('\n', " "));
    let path = setting.folder.join("found").join(format!("{}.c", found.name));
    // Lines are told as they are without the comment, so it comes last.
    write(&path, &format!("{text}{head}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &Braid, number: u64) -> Result<Step, String> {
        let what = Disagreement { class: Class::Crash, kind: "k".into(), detail: "d".into() };
        let found = Found { name: format!("n{number}"), what, text: "x\n".into(), failure: None };
        Ok(Step { programs: 2, faulty: 1, found: vec![found] })
    }

    #[test]
    fn a_campaign_goes_on_where_it_stopped() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let braid = Braid { binary: PathBuf::from("none"), compiler: "none".into() };
        let setting = Setting { braid, folder: folder.path().to_owned(), reduces: false };
        let family = Family { name: "f", step: nothing, is_possible: || true };
        let mut campaign = Campaign::open(setting.clone()).expect("a new campaign");
        campaign.advance(&family, 3).expect("three steps");
        let mut again = Campaign::open(setting).expect("an old campaign");
        assert_eq!(again.tallies, campaign.tallies);
        again.advance(&family, 2).expect("two steps");
        assert_eq!((again.tallies["f"].next, again.programs(&family), again.unknown()), (5, 10, 5));
        assert!(folder.path().join("found/n2.c").exists() && !folder.path().join("found/n3.c").exists());
        assert!(again.table().contains("5 crash k"));
    }
}
