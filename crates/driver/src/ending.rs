//! How a path ends: it is counted, a fault is reported, and a test is written if the path deserves one.
//!
//! Apart from the main loop because it decides nothing about what comes next.

use std::rc::Rc;

use braid_entity::Entity;
use braid_env::leak;
use braid_exec::{Ending, Executor, FaultKind, Limit};
use braid_expr::{ExprId, Model};
use braid_ir::FuncId;
use braid_merge::Counted;
use braid_report as report;
use braid_report::folder;
use braid_solver::Reason;
use braid_state::{LineId, State};

use crate::budget::Stop;
use crate::cut::Cut;
use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::findings::Sighting;
use crate::subject::Subject;
use crate::witness::{NoInput, Purpose};
use crate::{files, shrink, unknowns, witness};

impl Explorer<'_> {
    /// A path ends; what was counted for it.
    pub(crate) fn end_counted(&mut self, state: &mut State, ending: Ending) -> Result<Counted, EngineError> {
        let (completed, multiplicity) = (self.run.paths.completed, self.run.paths.multiplicity);
        self.run.bugs.recent.clear();
        self.end(state, ending)?;
        Ok(Counted {
            paths: self.run.paths.completed - completed,
            multiplicity: self.run.paths.multiplicity - multiplicity,
            bugs: core::mem::take(&mut self.run.bugs.recent),
        })
    }

    /// A path ends: it is counted, and a test is written if it deserves one.
    pub(crate) fn end(&mut self, state: &mut State, ending: Ending) -> Result<(), EngineError> {
        self.run.paths.states += 1;
        match ending {
            Ending::Exit(status) => self.exited(state, status),
            Ending::Fault(fault) => self.faulted(state, &fault),
            Ending::Silent => self.witness_new_lines(state, "an end in silence"),
            Ending::Infeasible => self.no_way_on(state),
            Ending::Unsupported(what) => self.cut_off_here(state, &what),
            Ending::Unsolved(why) => self.cut_off_here(state, &format!("solver: {why}")),
            Ending::Limit(limit) => match limit {
                Limit::Depth => self.cut_off(state, Cut::Depth),
                Limit::Forks => self.cut_off(state, Cut::Forks),
                Limit::Calls => self.cut_off_here(state, "limit on nested calls"),
                Limit::Memory => self.cut_off(state, Cut::Memory),
                Limit::Time => self.cut_off(state, self.subject.budget.exhausted().unwrap_or(Stop::Time).cut()),
                Limit::Size(cut) => self.cut_off_here(state, &cut.to_string()),
            },
        }
    }

    /// No case of a split was taken. Either the path cannot be taken at all, or the solver has not found out which case can;
    /// then the path up to here is as good as any.
    fn no_way_on(&mut self, state: &mut State) -> Result<(), EngineError> {
        let is_new = !state.new_lines.is_empty();
        match is_new
            && !matches!(witness::model(&mut self.subject.exec, state, Purpose::Path), Err(NoInput::Infeasible))
        {
            true => self.witness_new_lines(state, "no case could be decided"),
            false => Ok(()),
        }
    }

    fn exited(&mut self, state: &mut State, status: braid_state::Value) -> Result<(), EngineError> {
        self.count(state);
        if self.subject.options.checks(crate::options::Check::Leak) {
            let Some(leaks) = self.lost(state) else {
                self.run.cuts.add(Cut::LeakUnchecked, 1);
                return self.exited_clean(state, status);
            };
            let lost = self.subject.exec.pool.any(leaks.iter().map(|leak| leak.when).collect::<Vec<_>>());
            leaks.into_iter().try_for_each(|leak| self.leaked(state, &leak))?;
            if !self.subject.exec.pool.is_false(lost) {
                // A joined state may stand for paths on which nothing is lost.
                let kept = self.subject.exec.pool.not(lost);
                return match self.restricted(state, kept) {
                    Some(part) => self.exited_clean(&part, status),
                    None => Ok(()),
                };
            }
        }
        self.exited_clean(state, status)
    }

    /// What is lost at exit; none if the run is over before that is known.
    fn lost(&mut self, state: &State) -> Option<Vec<leak::Leak>> {
        let lost = leak::lost(&mut self.subject.exec, state);
        match lost.is_none() && self.subject.budget.grant_ending() {
            true => leak::lost(&mut self.subject.exec, state),
            false => lost,
        }
    }

    /// What is left of a state where a condition holds, if there is anything.
    fn restricted(&mut self, state: &State, condition: braid_expr::ExprId) -> Option<State> {
        match self.subject.exec.possible(state, condition) {
            Ok(true) => {
                let mut part = state.copy();
                if !self.subject.exec.pool.is_true(condition) {
                    part.path.push(condition);
                }
                Some(part)
            }
            Ok(false) => None,
            Err(_) => {
                self.run.cuts.add(Cut::LeakUndecided, 1);
                None
            }
        }
    }

    /// Memory is lost at exit, for some inputs at least.
    fn leaked(&mut self, state: &mut State, leak: &leak::Leak) -> Result<(), EngineError> {
        let Some(mut part) = self.restricted(state, leak.when) else { return Ok(()) };
        let fault = braid_exec::Fault::new(FaultKind::Leak, format!("{} bytes are lost at exit", leak.bytes));
        let func = FuncId::from_u32(leak.site.function);
        let shown = witness::fault_at(&self.subject.exec, func, leak.site.instruction, &fault);
        let paths = self.paths_of(&part);
        self.show(&mut part, &fault, shown, paths)?;
        state.new_lines = part.new_lines;
        Ok(())
    }

    /// The program ended by itself and nothing is wrong.
    fn exited_clean(&mut self, state: &State, status: braid_state::Value) -> Result<(), EngineError> {
        if state.inherited.exactness().may_invent() {
            return self.show_exactly(state);
        }
        if !self.deserves_test(state) {
            return Ok(());
        }
        let told = if let braid_state::Value::Term(term) = status { Some(term) } else { None };
        let ending = |exec: &Executor, model: &braid_expr::Model| {
            let code = witness::word(exec, &mut braid_expr::Evaluator::new(), model, status);
            report::Ending::Exit { exit_code: code as u8 }
        };
        self.write_claim(state, Purpose::Path, told, ending).map(|_| ())
    }

    /// Returns true if a path gets a test that is not there for a bug.
    pub(crate) fn deserves_test(&self, state: &State) -> bool {
        !self.subject.options.only_new_coverage || !state.new_lines.is_empty()
    }

    fn faulted(&mut self, state: &mut State, fault: &braid_exec::Fault) -> Result<(), EngineError> {
        let paths = self.count(state);
        let shown = witness::fault(&self.subject.exec, state, fault);
        self.show(state, fault, shown, paths)
    }

    /// Counts a bug, of a state that is exact, and writes a test for it if it is new or smaller than what is known, or if a line on the way to it is
    /// new; its message tells the numbers of the test.
    pub(crate) fn show(
        &mut self,
        state: &mut State,
        fault: &braid_exec::Fault,
        mut shown: report::Fault,
        paths: u128,
    ) -> Result<(), EngineError> {
        if state.inherited.exactness().may_invent() {
            return self.confirm(state, &shown, paths);
        }
        let sighting = self.run.bugs.count(&shown, paths);
        let wanted = match sighting {
            Sighting::First(_) => true,
            Sighting::Again { bulk: Some(bulk), .. } => shrink::can_be_smaller(&mut self.subject.exec, state, bulk),
            Sighting::Again { bulk: None, .. } => false,
        };
        if !wanted && state.new_lines.is_empty() {
            return Ok(());
        }
        let mut bulk = None;
        let ending = |exec: &Executor, model: &Model| {
            bulk = shrink::bulk(exec, state, model);
            shown.message = witness::message(exec, state, model, fault);
            report::Ending::Fault { fault: shown.clone() }
        };
        let test = self.write_test(state, Purpose::Bug, ending)?;
        state.new_lines.clear();
        if let Some(test) = test.filter(|_| wanted) {
            self.run.bugs.shown_by(sighting.number(), shown, folder::test_name(test), bulk);
        }
        Ok(())
    }

    /// A state that ends without a test of its own, or is about to become part of another: if it was the first to reach
    /// some line, a test is written that leads there.
    pub(crate) fn witness_new_lines(&mut self, state: &mut State, reason: &str) -> Result<(), EngineError> {
        if state.new_lines.is_empty() {
            return Ok(());
        }
        let reason = reason.to_owned();
        self.write_test(state, Purpose::Path, |_, _| report::Ending::Early { reason })?;
        state.new_lines.clear();
        Ok(())
    }

    /// A path could not be followed to its end, and the reason has a place.
    fn cut_off_here(&mut self, state: &mut State, reason: &str) -> Result<(), EngineError> {
        let place = (state.stack.depth() > 0).then(|| self.subject.exec.here(state));
        if state.inherited.exactness().may_invent() {
            self.doubt(reason, place);
            return Ok(());
        }
        self.subject.exec.incomplete.note(reason, place);
        self.write_early(state, reason)
    }

    /// A path could not be followed to its end because of a limit of the run.
    fn cut_off(&mut self, state: &mut State, cut: Cut) -> Result<(), EngineError> {
        let reason = cut.text();
        self.run.cuts.add(cut, 1);
        self.write_early(state, &reason)
    }

    fn write_early(&mut self, state: &State, reason: &str) -> Result<(), EngineError> {
        if !self.deserves_test(state) {
            return Ok(());
        }
        let reason = reason.to_owned();
        self.write_test(state, Purpose::Path, |_, _| report::Ending::Early { reason }).map(|_| ())
    }

    /// Writes a test that leads where a state stands and claims the lines that the state was the first to reach; its number.
    pub(crate) fn write_test(
        &mut self,
        state: &State,
        purpose: Purpose,
        ending: impl FnOnce(&Executor, &Model) -> report::Ending,
    ) -> Result<Option<u64>, EngineError> {
        self.write_claim(state, purpose, None, ending)
    }

    /// The same; the claim tells also the value of a term.
    fn write_claim(
        &mut self,
        state: &State,
        purpose: Purpose,
        told: Option<ExprId>,
        ending: impl FnOnce(&Executor, &Model) -> report::Ending,
    ) -> Result<Option<u64>, EngineError> {
        if state.inherited.exactness().may_invent() {
            // Its claim would not be exact.
            return Ok(None);
        }
        if self.needs_no_model(state, purpose) {
            self.run.paths.tests += 1;
            return Ok(Some(self.run.paths.tests));
        }
        let model = match self.model_of(state, purpose)? {
            Ok(model) => model,
            Err(why) => {
                self.run.cuts.add(Cut::NoTest(why.to_string()), 1);
                return Ok(None);
            }
        };
        let ending = ending(&self.subject.exec, &model);
        let also = self.also_shown(&model);
        self.run.paths.tests += 1;
        let number = self.run.paths.tests;
        if let Some(folder) = &self.run.folder {
            let Subject { exec, options, world, .. } = &*self.subject;
            let input = witness::input(exec, state, &model, options, world);
            let mut claim = witness::claim(&self.subject.exec, state, &model, ending);
            claim.files = files::at_the_end(&mut self.subject.exec, state, &model);
            claim.uninitialized |= also.uninitialized | unknowns::decide(&self.subject.exec.pool, &model, told);
            if self.subject.exec.pool.interrupt().cause().is_some() {
                self.run.paths.tests -= 1;
                self.run.cuts.add(Cut::NoTimeForTest, 1);
                return Ok(None);
            }
            let lines: Vec<LineId> = state.new_lines.iter().chain(&also.lines).copied().collect();
            claim.lines = self.run.lines.claim(&lines);
            if let Err(error) = folder.write_test(number, &input, &claim, &self.subject.sources) {
                self.run.paths.tests -= 1;
                self.stop_writing(error);
                return Ok(None);
            }
        }
        self.were_shown(&also);
        Ok(Some(number))
    }

    /// Whether a test is only counted: nothing is written, nobody looks at the input, and that there is one is known without the solver.
    fn needs_no_model(&mut self, state: &State, purpose: Purpose) -> bool {
        let is_unseen = self.run.folder.is_none() && purpose == Purpose::Path && self.run.new_line_tests.is_empty();
        is_unseen && witness::exists(&mut self.subject.exec, state)
    }

    /// An input that leads where a state stands. If the run is over in the middle of the search, the search begins once more in the
    /// time to wind down.
    fn model_of(&mut self, state: &State, purpose: Purpose) -> Result<Result<Rc<Model>, NoInput>, EngineError> {
        let mut found = witness::model(&mut self.subject.exec, state, purpose);
        if matches!(found, Err(NoInput::Unknown(Reason::Interrupted))) && self.subject.budget.grant_ending() {
            // What the solver remembers may be what took the memory.
            self.subject.exec.forget();
            found = witness::model(&mut self.subject.exec, state, purpose);
        }
        Ok(found)
    }
}
