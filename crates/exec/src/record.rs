//! What an exploration has done and found out by running states, as one value: each exploration of a program has its own.
//!
//! A state that is made again from its name does once more what was counted, said and reached when it was there first.

use core::mem::{swap, take};

use braid_code::Pc;
use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use crate::assumption::Assumptions;
use crate::coverage::Coverage;
use crate::executor::{Counters, Executor};
use crate::incomplete::Incomplete;
use crate::stop::SplitKind;

/// What an exploration has done and found out.
#[derive(Default)]
pub struct Record {
    counters: Counters,
    incomplete: Incomplete,
    warnings: Incomplete,
    assumptions: Assumptions,
    fork_profile: FxHashMap<(FuncId, Pc, SplitKind), u64>,
    messages: Vec<String>,
    coverage: Coverage,
    /// The solver's work when the record was set aside.
    solver_work: u64,
}

impl Executor {
    /// Begins a new record. Returns the one so far.
    pub fn begin_record(&mut self) -> Record {
        let mut record = Record {
            counters: take(&mut self.counters),
            incomplete: take(&mut self.incomplete),
            warnings: take(&mut self.warnings),
            assumptions: take(&mut self.assumptions),
            fork_profile: take(&mut self.fork_profile),
            messages: take(&mut self.messages),
            coverage: Coverage::default(),
            solver_work: self.solver_work(),
        };
        swap(&mut record.coverage, &mut self.coverage);
        self.coverage.grow(self.program.block_count());
        record
    }

    /// Goes on with an earlier record. What was recorded since is forgotten.
    pub fn resume_record(&mut self, record: Record) {
        let Record { counters, incomplete, warnings, assumptions, fork_profile, messages, coverage, solver_work } =
            record;
        self.work_aside += self.solver_work() - solver_work;
        (self.counters, self.incomplete, self.warnings) = (counters, incomplete, warnings);
        (self.assumptions, self.fork_profile) = (assumptions, fork_profile);
        (self.messages, self.coverage) = (messages, coverage);
        self.coverage.grow(self.program.block_count());
    }

    /// From now on what is reached is noted elsewhere, until this is called again with the same.
    pub fn swap_coverage(&mut self, other: &mut Coverage) {
        swap(&mut self.coverage, other);
        self.coverage.grow(self.program.block_count());
    }
}
