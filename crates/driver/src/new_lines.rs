//! Lines that are reached for the first time, and which state was the first.
//!
//! A test is the witness of the lines that its state was the first to reach: it is written even if the path is of no
//! other interest, and claims these lines, so that replaying it natively shows that they are reached. Each line is new
//! once in a run and claimed by one test, so all claims together are no longer than the program, whatever the number of
//! paths.
//!
//! A line is claimed only of code that no optimiser has touched: there, an instruction runs where its line does. Optimised
//! code may compute ahead what a line that is not reached is about.

use std::collections::BTreeMap;

use braid_code::Code;
use braid_entity::{Interner, SecondaryMap};
use braid_exec::{Executor, Stretch};
use braid_ir::debug::LocId;
use braid_report::LineSet;
use braid_state::{LineId, State};

use crate::coverage;

/// The lines that were reached so far.
#[derive(Debug)]
pub(crate) struct ReachedLines {
    /// The folder that names of files are told from.
    directory: String,
    lines: Interner<LineId, (String, u32)>,
    /// Whether the line can be claimed.
    claimable: SecondaryMap<LineId, bool>,
}

impl ReachedLines {
    /// None yet.
    pub(crate) fn new() -> ReachedLines {
        let directory = coverage::directory();
        ReachedLines { directory, lines: Interner::new(), claimable: SecondaryMap::default() }
    }

    /// A state has run: what was reached for the first time since the last call was reached by it.
    pub(crate) fn take_in(&mut self, exec: &mut Executor, state: &mut State) {
        if exec.coverage.fresh.is_empty() {
            return;
        }
        let fresh = core::mem::take(&mut exec.coverage.fresh);
        for stretch in fresh {
            self.reach(exec, stretch, &mut state.new_lines);
        }
    }

    /// Adds the lines of a stretch; those that are new are pushed.
    fn reach(&mut self, exec: &Executor, stretch: Stretch, new: &mut Vec<LineId>) {
        let code = code_of(exec, stretch.block);
        if !coverage::is_users(exec, code.func) {
            return;
        }
        let debug = &exec.program.module.debug;
        let locs = locs_of(code, stretch).flat_map(|loc| debug.inlining(loc));
        for loc in locs.filter(|loc| loc.line != 0) {
            let place = exec.program.place_of(code.func, &loc);
            if !coverage::is_program(&place) {
                continue;
            }
            let known = self.lines.len();
            let line = self.lines.intern((coverage::file_name(&place, &self.directory), loc.line));
            if self.lines.len() > known {
                self.claimable[line] = !debug.is_optimized(&loc);
                new.push(line);
            }
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u64 {
        self.lines.len() as u64
    }

    /// What a test claims that is written for these lines.
    pub(crate) fn claim(&self, lines: &[LineId]) -> BTreeMap<String, LineSet> {
        let mut claim: BTreeMap<String, LineSet> = BTreeMap::new();
        for &line in lines.iter().filter(|&&line| self.claimable[line]) {
            let (file, number) = &self.lines[line];
            claim.entry(file.clone()).or_default().insert(*number);
        }
        claim
    }
}

/// The function that a block is in.
fn code_of(exec: &Executor, block: u32) -> &Code {
    let lowered = exec.program.lowered();
    let after = lowered.partition_point(|code| code.first_block <= block);
    &lowered[after - 1]
}

/// The locations that belong to a stretch.
fn locs_of(code: &Code, stretch: Stretch) -> impl Iterator<Item = LocId> {
    let block = (stretch.block - code.first_block) as usize;
    let start = code.blocks[block].1.max(stretch.from);
    let end = code.blocks.get(block + 1).map_or(stretch.to, |&(_, next)| next.min(stretch.to));
    let before = |pc| code.lines.partition_point(|&(at, _)| at < pc);
    code.lines[before(start)..before(end).max(before(start))].iter().map(|&(_, loc)| loc)
}
