//! What is fixed for a program: its code, the terms and the solver, what the user asked for, and the limits.
//!
//! All explorations of a program share it; what one of them has done is its own ([`Exploration`](crate::exploration::Exploration)).

use std::path::PathBuf;

use braid_exec::Executor;
use braid_link::Warning;
use braid_report::Sources;

use crate::budget::{Budget, Interrupt};
use crate::error::EngineError;
use crate::loops::LoopTable;
use crate::options::{Check, Options};
use crate::query_counts::CountTable;
use crate::start;

/// A program with all that its explorations share.
pub(crate) struct Subject {
    pub(crate) exec: Executor,
    pub(crate) options: Options,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) budget: Budget,
    pub(crate) loops: LoopTable,
    pub(crate) counts: CountTable,
    pub(crate) sources: Sources,
    /// What was odd about the program.
    pub(crate) warnings: Vec<Warning>,
}

impl Subject {
    /// Reads a program.
    pub(crate) fn load(files: &[PathBuf], options: Options, interrupt: Interrupt) -> Result<Subject, EngineError> {
        let mut budget = Budget::new(options.max_time, options.max_memory, interrupt);
        let program = start::load(files, &options)?;
        budget.pass_over(program.compiling);
        let (module, warnings) = (program.module, program.warnings);
        let entry = start::entry_name(&module, options.entry);
        let options = Options { entry, ..options };
        let mut exec = start::executor(module, program.checked, &options)?;
        if options.checks(Check::Overflow) {
            let told = |file| format!("overflow was checked by flags of the bitcode only: {file}");
            program.unchecked.into_iter().for_each(|file| exec.warnings.note(told(file), None));
        }
        exec.pool.set_interrupt(budget.interrupt().clone());
        exec.heritage.keeps_ways = options.count_paths;
        exec.unmerger = options.merge.unmerger();
        Ok(Subject {
            exec,
            files: files.to_vec(),
            budget,
            loops: LoopTable::default(),
            counts: CountTable::default(),
            sources: Sources::new(&std::env::current_dir().unwrap_or_default()),
            warnings,
            options,
        })
    }
}
