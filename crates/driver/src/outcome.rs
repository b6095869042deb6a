//! The result of a run as plain data.

use std::collections::BTreeMap;

use braid_exec::Executor;
use braid_ir::FuncId;
use braid_report::world::WorldOption;
use braid_report::{
    Bound, BoundKind, Count, DeadAssumption, ForkSite, Incomplete, LineTable, MergeRow, Program, RunReport,
    SCHEMA_VERSION, Sample, Verdict, lcov,
};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use crate::budget;
use crate::coverage;
use crate::cut::Cut;
use crate::exploration::Explorer;
use crate::options::Options;
use crate::witness;

impl Explorer<'_> {
    /// The result so far, with these lines of the program.
    pub(crate) fn report(&self, lines: &LineTable) -> RunReport {
        let stats = self.subject.exec.solver.stats();
        let incomplete = self.incomplete();
        let bugs = self.run.bugs.report(|paths| self.path_count(paths));
        RunReport {
            schema_version: SCHEMA_VERSION,
            braid_version: env!("CARGO_PKG_VERSION").to_owned(),
            verdict: Verdict::of(&bugs, &incomplete),
            bugs,
            invariants: Vec::new(),
            paths: self.path_count(self.run.paths.completed),
            paths_exact: self.counts_exactly(),
            multiplicity: Count::from(self.run.paths.multiplicity),
            multiplicity_log2: log2(self.run.paths.multiplicity),
            states: Count::from(self.run.paths.states),
            tests: Count::from(self.run.paths.tests),
            forks: Count::from(self.subject.exec.counters.forks),
            joins: Count::from(self.joins()),
            instructions: Count::from(self.subject.exec.counters.instructions),
            queries: Count::from(stats.queries),
            solver_time_s: self.solver_time().as_secs_f64(),
            diagram_time_s: self.subject.exec.solver.diagram_time().as_secs_f64(),
            time_s: self.subject.budget.elapsed().as_secs_f64(),
            peak_memory_mb: budget::peak_memory() as f64 / 1e6,
            coverage: lcov::totals(lines),
            incomplete,
            warnings: self.rows(&self.subject.exec.warnings),
            dead_assumptions: self.dead_assumptions(),
            bounds: self.bounds(),
            merges: self.merges(),
            options: option_rows(&self.subject.options),
            counters: self.counters(),
            program: self.program(),
        }
    }

    /// The counters of all tables, by name.
    fn counters(&self) -> BTreeMap<String, Count> {
        let rows = self.subject.exec.solver.stats().rows().chain(self.subject.exec.counters.rows());
        let diagrams = self.subject.exec.solver.diagram_counts();
        let rows = rows.chain(diagrams.rows()).chain(self.run.evictions.rows());
        let rows = rows.chain(self.run.shadows.iter().flat_map(|shadows| shadows.counters.rows()));
        rows.map(|(name, _, value)| (name.to_owned(), Count::from(value))).collect()
    }

    /// A number of paths, as it is told.
    fn path_count(&self, paths: u128) -> Count {
        if self.counts_exactly() { Count::from(paths) } else { Count::estimate(paths) }
    }

    /// What was run.
    fn program(&self) -> Program {
        let directory = coverage::directory();
        let flags = self.subject.options.compiler_flags().into_iter().map(|flag| flag.to_string_lossy().into_owned());
        let libraries = self.subject.options.link_libraries.iter().map(|library| braid_env::link_flag(library));
        Program {
            files: self.subject.files.iter().map(|path| path.display().to_string()).collect(),
            directory,
            compiler_flags: flags.chain(libraries).collect(),
            entry: self.subject.options.entry.clone(),
            arguments: self.subject.options.arguments.clone(),
            pointer_bits: self.subject.exec.program.addresses.bits(),
        }
    }

    /// How many joins there were.
    pub(crate) fn joins(&self) -> u64 {
        self.run.merger.as_ref().map_or(0, |merger| merger.joins())
    }

    /// Where states were joined.
    fn merges(&self) -> Vec<MergeRow> {
        let rows = self.run.merger.as_ref().map(|merger| merger.rows()).unwrap_or_default();
        rows.into_iter().map(|row| row.told.clone()).collect()
    }

    /// A place, for people.
    fn place_text(&self, (func, pc): (FuncId, u32)) -> String {
        let place = witness::place(&self.subject.exec.program.place(func, pc));
        match &place.file {
            Some(file) => format!("{file}:{} in {}", place.line, place.function),
            None => format!("in {}", place.function),
        }
    }

    /// Assumptions that let nobody through, by line: a compiler may make several calls of one.
    pub(crate) fn dead_assumptions(&self) -> Vec<DeadAssumption> {
        let mut lines: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (place, passage) in self.subject.exec.assumptions.places() {
            let line = lines.entry(self.place_text(place)).or_default();
            line.0 += passage.reached;
            line.1 += passage.passed;
        }
        let dead = lines.into_iter().filter(|(_, (_, passed))| *passed == 0);
        dead.map(|(place, (reached, _))| DeadAssumption { place, reached: Count::from(reached) }).collect()
    }

    /// Nothing came to an end by itself, and nothing else says why: the row that says so.
    pub(crate) fn note_vacuous(&mut self) {
        let explored = self.run.paths.completed > 0 || self.run.bugs.len() > 0;
        if explored || !self.incomplete().is_empty() {
            return;
        }
        let vacuous = !self.dead_assumptions().is_empty();
        self.run.cuts.add(if vacuous { Cut::Vacuous } else { Cut::Silent }, self.run.paths.states);
    }

    fn incomplete(&self) -> Vec<Incomplete> {
        let rows = self.rows(&self.subject.exec.incomplete);
        self.run.cuts.report().into_iter().chain(rows).collect()
    }

    /// Counted notes with their places.
    fn rows(&self, notes: &braid_exec::Incomplete) -> Vec<Incomplete> {
        let row = |row: &braid_exec::IncompleteRow| Incomplete {
            reason: row.reason.clone(),
            count: Count::from(row.count),
            place: row.place.map(|place| self.place_text(place)),
        };
        notes.rows().iter().map(row).collect()
    }

    /// The bounds in force.
    fn bounds(&self) -> Vec<Bound> {
        let options = &self.subject.options;
        let resource = |name: &str, value: Option<String>, cut: Cut| {
            value.map(|value| Bound {
                name: name.to_owned(),
                value,
                kind: BoundKind::Resource,
                hit: self.run.cuts.has(&cut),
            })
        };
        let mut bounds: Vec<Bound> = [
            resource("max-time", options.max_time.map(|time| format!("{}s", time.as_secs_f64())), Cut::Time),
            resource("max-memory", options.max_memory.map(|bytes| format!("{bytes} bytes")), Cut::Memory),
            resource("max-instructions", options.max_instructions.map(|n| n.to_string()), Cut::Instructions),
            resource("max-depth", options.max_depth.map(|n| n.to_string()), Cut::Depth),
            resource("max-forks", options.max_forks.map(|n| n.to_string()), Cut::Forks),
            resource("max-tests", options.max_tests.map(|n| n.to_string()), Cut::Tests),
        ]
        .into_iter()
        .flatten()
        .collect();
        if options.entry == braid_report::program::FUZZ_ENTRY {
            let value = format!("{} bytes", options.fuzz_bytes);
            bounds.push(Bound { name: "fuzz-bytes".to_owned(), value, kind: BoundKind::Input, hit: false });
        }
        bounds.extend(world_bounds(&options.arguments));
        bounds
    }

    /// The run at this moment, for the statistics over time.
    pub(crate) fn sample(&self) -> Sample {
        let stats = self.subject.exec.solver.stats();
        Sample {
            time_s: self.subject.budget.elapsed().as_secs_f64(),
            instructions: self.subject.exec.counters.instructions,
            states: self.run.live.len() as u64 + self.run.shelf.len(),
            paths: u64::try_from(self.run.paths.completed).unwrap_or(u64::MAX),
            tests: self.run.paths.tests,
            bugs: self.run.bugs.len() as u64,
            forks: self.subject.exec.counters.forks,
            joins: self.joins(),
            lines_covered: self.run.lines.len(),
            queries: stats.queries,
            solver_time_s: self.solver_time().as_secs_f64(),
            memory_mb: budget::resident_memory() as f64 / 1e6,
            terms: self.subject.exec.pool.len() as u64,
        }
    }
}

/// The logarithm of a number, 0 of none.
fn log2(number: u128) -> f64 {
    if number == 0 { 0.0 } else { (number as f64).log2() }
}

/// Where states come from: forks by line, the most first.
pub(crate) fn fork_sites(exec: &Executor) -> Vec<ForkSite> {
    let mut sites: FxHashMap<_, u64> = FxHashMap::default();
    for (&(func, pc, _), &forks) in &exec.fork_profile {
        *sites.entry(exec.program.place(func, pc)).or_default() += forks;
    }
    let mut sites: Vec<_> = sites.into_iter().collect();
    sites.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sites.iter().map(|(place, forks)| ForkSite { place: witness::place(place), forks: *forks }).collect()
}

/// Every option with its value.
fn option_rows(options: &Options) -> BTreeMap<String, Json> {
    match serde_json::to_value(options).expect("options are plain data") {
        Json::Object(rows) => rows.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

/// The options of the symbolic environment, which bound the input.
fn world_bounds(words: &[String]) -> Vec<Bound> {
    let mut bounds = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some((option, value)) = WorldOption::of(word).filter(|(option, _)| !option.operands.is_empty()) else {
            continue;
        };
        let given = option.operands.len() - usize::from(value.is_some());
        let operands = value.into_iter().chain(words.iter().skip(at + 1).take(given).map(String::as_str));
        let value = operands.collect::<Vec<_>>().join(" ");
        bounds.push(Bound { name: option.name.to_owned(), value, kind: BoundKind::Input, hit: false });
    }
    bounds
}
