//! Other solvers by pipe: any program that reads SMT-LIB 2 on its standard input and answers on its standard output.
//!
//! Used to cross-check Braid's own answers, as a back end of its own, and for a second try at queries over budget. The
//! program is not trusted: it may die, hang or talk nonsense, and each of these is an [`Verdict::Unknown`] with its
//! reason. A model is read cell by cell and confirmed by evaluation like any other. Its time limit is the one place in
//! the solver where a clock is read, so what it answers is outside the promise of determinism.

mod cells;
mod process;
mod reply;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::Duration;

use braid_expr::smt::print;
use braid_expr::{Evaluator, ExprId, ExprPool, Model};

use crate::confirm::confirm;
use crate::layer::{Layer, Workspace};
use crate::verdict::{ProcessFault, Query, Reason, Verdict};
use cells::Cells;
use process::Process;
use reply::Reply;

/// After so many failures in a row the program is not started again.
const MAX_FAILURES: u32 = 3;

/// A solver by pipe.
#[derive(Debug)]
pub struct Pipe {
    /// Program and arguments.
    command: Vec<String>,
    time_limit: Duration,
    process: Option<Process>,
    failures: u32,
    evaluator: Evaluator,
}

/// What the program says of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Sat,
    Unsat,
}

impl Pipe {
    /// The solver that `command` starts, a program with arguments separated by blanks such as `z3 -in`. Nothing is
    /// started before the first query.
    pub fn new(command: &str, time_limit: Duration) -> Self {
        Pipe {
            command: command.split_whitespace().map(str::to_owned).collect(),
            time_limit,
            process: None,
            failures: 0,
            evaluator: Evaluator::new(),
        }
    }

    /// Asks, and takes the program down if it does anything but answer.
    fn ask(&mut self, pool: &mut ExprPool, conjuncts: &[ExprId]) -> Result<Verdict, ProcessFault> {
        let answer = self.ask_running(pool, conjuncts);
        match &answer {
            Ok(_) => self.failures = 0,
            // A program that gives up is well; any other failure leaves it in a state nobody knows.
            Err(ProcessFault::GaveUp(_)) => {}
            Err(_) => {
                self.failures += 1;
                self.process = None;
            }
        }
        answer
    }

    fn ask_running(&mut self, pool: &mut ExprPool, conjuncts: &[ExprId]) -> Result<Verdict, ProcessFault> {
        self.start()?;
        let script = print::script(pool, conjuncts);
        self.say(format!("(reset)\n(set-option :produce-models true)\n{script}"))?;
        match self.check_answer(pool)? {
            Answer::Unsat => Ok(Verdict::Unsat(conjuncts.to_vec())),
            Answer::Sat => {
                let model = self.model(pool, conjuncts, &script)?;
                match confirm(&mut self.evaluator, pool, &model, conjuncts) {
                    Ok(()) => Ok(Verdict::Sat(Rc::new(model))),
                    Err(reason) => Ok(Verdict::Unknown(reason)),
                }
            }
        }
    }

    fn start(&mut self) -> Result<(), ProcessFault> {
        if self.process.is_none() {
            if self.failures >= MAX_FAILURES {
                return Err(ProcessFault::NotStarted(format!("it failed {MAX_FAILURES} times in a row")));
            }
            self.process = Some(Process::start(&self.command)?);
        }
        Ok(())
    }

    fn say(&mut self, text: String) -> Result<(), ProcessFault> {
        self.process.as_mut().expect("the program was started").say(text)
    }

    fn hear(&mut self, pool: &ExprPool) -> Result<Reply, ProcessFault> {
        let process = self.process.as_mut().expect("the program was started");
        let text = process.hear(self.time_limit, pool.interrupt())?;
        Reply::read(text)
    }

    fn check_answer(&mut self, pool: &ExprPool) -> Result<Answer, ProcessFault> {
        loop {
            match self.hear(pool)?.word() {
                Some("sat") => return Ok(Answer::Sat),
                Some("unsat") => return Ok(Answer::Unsat),
                Some("unknown") => return Err(ProcessFault::GaveUp("it answered 'unknown'".into())),
                Some("timeout") => return Err(ProcessFault::GaveUp("it answered 'timeout'".into())),
                Some("success" | "unsupported") => {}
                Some(word) => return Err(ProcessFault::Garbled(word.to_owned())),
                None => return Err(ProcessFault::Garbled("a list where an answer should be".into())),
            }
        }
    }

    /// The values of all symbols, then of the cells that evaluation under them needs, until it needs no more.
    fn model(
        &mut self,
        pool: &mut ExprPool,
        conjuncts: &[ExprId],
        script: &print::Script,
    ) -> Result<Model, ProcessFault> {
        let mut model = Model::new();
        for (symbol, name) in &script.symbols {
            let value = self.value_of(pool, name, pool.symbol_data(*symbol).width)?;
            model.set(*symbol, &value);
        }
        let mut cells = Cells::new(pool, conjuncts);
        loop {
            let wanted = cells.wanted(pool, &model, &mut self.evaluator);
            if wanted.is_empty() {
                return Ok(model);
            }
            for (array, index) in wanted {
                let Some((_, name)) = script.arrays.iter().find(|(id, _)| *id == array) else { continue };
                let data = pool.array_data(array);
                let (index_width, element_width) = (data.index_width, data.element_width);
                let at = print::literal(&braid_expr::Value::new(index_width, index));
                let value = self.value_of(pool, &format!("(select {name} {at})"), element_width)?;
                model.set_cell(array, index, value.to_u64().expect("elements are words"));
            }
        }
    }

    fn value_of(&mut self, pool: &ExprPool, term: &str, width: u32) -> Result<braid_expr::Value, ProcessFault> {
        self.say(format!("(get-value ({term}))\n"))?;
        let reply = self.hear(pool)?;
        reply.value(width).ok_or_else(|| ProcessFault::Garbled(reply.excerpt()))
    }
}

impl Layer for Pipe {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        match self.ask(workspace.pool, query.conjuncts) {
            Ok(verdict) => verdict,
            Err(ProcessFault::TimedOut) if workspace.pool.interrupt().has_come() => {
                Verdict::Unknown(Reason::Interrupted)
            }
            Err(fault) => Verdict::Unknown(Reason::Process(fault)),
        }
    }

    fn forget(&mut self) {
        self.evaluator = Evaluator::new();
    }
}
