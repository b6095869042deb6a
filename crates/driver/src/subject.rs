//! What is fixed for a program: its code, the terms and the solver, what the user asked for, and the limits.
//!
//! All explorations of a program share it; what one of them has done is its own ([`Exploration`](crate::exploration::Exploration)).

use std::path::PathBuf;

use braid_code::costs::Measured;
use braid_code::{CountTable, LoopTable};
use braid_exec::Executor;
use braid_link::Warning;
use braid_report::{Sources, World};

use crate::budget::{Budget, Interrupt};
use crate::cut::Cut;
use crate::error::EngineError;
use crate::options::{Check, Options};
use crate::start;

/// A program with all that its explorations share.
pub(crate) struct Subject {
    pub(crate) exec: Executor,
    pub(crate) options: Options,
    /// What is around the program.
    pub(crate) world: World,
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
        let world = options.world_with_files()?;
        let mut budget = Budget::new(options.max_time, options.max_memory, interrupt);
        let loaded = start::load(files, &options, budget.reading());
        let program = loaded.map_err(|error| match &error {
            EngineError::Load(load) if load.is_interrupted() => budget.unread(Cut::Time.text()),
            _ => error,
        })?;
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
        if options.merge.has_summaries() {
            exec.solver.diagrams().use_them(options.merge.summarises_all());
        }
        exec.unmerger = options.merge.unmerger();
        exec.query_costs = options.merge.measures_queries().then(Measured::default);
        Ok(Subject {
            exec,
            files: files.to_vec(),
            budget,
            loops: LoopTable::default(),
            counts: CountTable::default(),
            sources: Sources::new(&std::env::current_dir().unwrap_or_default()),
            warnings,
            options,
            world,
        })
    }
}

#[cfg(test)]
mod tests {
    use braid_analysis::Magnitude;
    use braid_analysis::query_count::Branches;
    use braid_code::costs::Even;
    use braid_code::estimate::{Estimate, Variable};
    use braid_state::join::FramePlace;

    use crate::{Engine, Options};

    /// Figure 1 of the paper; what it calls asks nothing.
    const ECHO: &str = "#include <klee/klee.h>
        int strcmp_n(const char *s) { return s[0] - '-'; }
        void put(char c) { (void)c; }
        int echo(int argc, char **argv) {
            int r = 1, arg = 1;
            if (arg < argc)
                if (strcmp_n(argv[arg]) == 0) {
                    r = 0; ++arg;
                }
            for (; arg < argc; ++arg)
                for (int i = 0; argv[arg][i] != 0; ++i)
                    put(argv[arg][i]);
            if (r)
                put('\\n');
            return 0;
        }
        int main(void) {
            char *argv[] = {\"echo\", \"x\", 0};
            return echo(2, argv);
        }";

    fn close(a: Magnitude, b: f64) -> bool {
        (a.to_f64() - b).abs() < 1e-9
    }

    /// The counts of section 3.2, at the head of the outer loop: β = 0.6, κ = 1, branches alone.
    #[test]
    fn the_counts_of_figure_1_are_those_of_the_paper() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("echo.c");
        std::fs::write(&path, ECHO).expect("it is written");
        let options = Options { write: false, ..Options::default() };
        let mut engine = Engine::load(&[path], options).expect("the program is read");
        while engine.advance(1).expect("it runs") {}
        let program = &engine.subject.exec.program;
        let func = program.module.funcs.ids().find(|&func| program.name(func) == "echo").expect("it is there");
        let flow = engine.subject.loops.flow(program, func);
        let heads = (0..flow.heads.len()).filter(|&block| flow.heads[block]);
        let head = heads.min_by_key(|&block| flow.order[block]).expect("it has loops");
        let pc = program.ready(func).blocks[head].1;
        let estimate = Estimate { beta: 0.6, kappa: 1, all: false, branches: Branches::Even, measured: false };
        let counts = engine.subject.counts.at(program, FramePlace { func, pc, waits: false }, &estimate, &Even);
        assert!(close(counts.total, 2.92), "{counts:?}");
        let slots: Vec<f64> = counts
            .variables
            .iter()
            .filter(|row| matches!(row.0, Variable::Slot(_)))
            .map(|row| row.1.to_f64())
            .collect();
        let has = |count: f64| slots.iter().any(|found| (found - count).abs() < 1e-9);
        assert!(has(1.6) && has(1.32), "arg and r: {counts:?}");
        // H(7) for α = 0.5. Beside arg these are argc, which the paper leaves out, and argv, which the strings are behind: parameters
        // that nobody assigns, and that no two states of a run differ in.
        let names = engine.subject.exec.slot_names(func, pc);
        let hot = counts.variables.iter().filter(|row| row.1.to_f64() > 0.5 * 2.92);
        let hot = hot.filter_map(|row| names.iter().find(|(slot, _)| row.0 == Variable::Slot(*slot)));
        let assigned = hot.map(|(_, name)| name.as_str()).filter(|name| !["argc", "argv"].contains(name));
        assert_eq!(assigned.collect::<Vec<_>>(), ["arg"], "{counts:?}");
        assert_eq!(counts.leading.len(), 1, "arg tells how far the loop has come: {counts:?}");
    }
}
