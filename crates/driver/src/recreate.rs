//! The name of a state, and the state again from its name.
//!
//! A name is the list of decisions that lead from the program's start to the state, and how many instructions it had
//! executed. Any engine with the same program and options makes the same state of it, with terms of its own: this is how
//! work can move to another worker, and how a stopped run can go on.

use core::fmt::Write as _;

use braid_exec::{Ending, Outcome};
use braid_expr::ExprId;
use braid_state::{State, Value};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::start;

/// The name of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Which case was taken at each split.
    pub decisions: Vec<u32>,
    /// How many instructions were executed.
    pub steps: u64,
}

impl Engine {
    /// The names of all states that can run.
    pub fn names(&self) -> Vec<Name> {
        let states = self.live.ids().into_iter().filter_map(|id| self.live.get(id));
        states
            .map(|live| Name { decisions: self.exec.recipes.decisions(live.state.recipe), steps: live.state.steps })
            .collect()
    }

    /// Descriptions of all states that can run, in the order of [`names`](Self::names).
    pub fn descriptions(&self) -> Vec<String> {
        self.live.ids().into_iter().filter_map(|id| self.live.get(id)).map(|live| self.describe(&live.state)).collect()
    }

    /// Makes the state of a name and describes it. Fails if the program has no such state.
    pub fn recreate(&mut self, name: &Name) -> Result<String, EngineError> {
        let state = self.follow(name);
        // What it reaches on its way is not the doing of the state that runs next.
        self.exec.coverage.fresh.clear();
        let state = state?;
        Ok(self.describe(&state))
    }

    /// Runs from the start, taking the decisions of the name.
    fn follow(&mut self, name: &Name) -> Result<State, EngineError> {
        let wrong = |what: &str| EngineError::Usage(format!("the name leads to no state: {what}"));
        let mut first = start::first_states(&mut self.exec, &self.options)?;
        let mut decisions = name.decisions.iter();
        let chosen = if first.len() > 1 { decisions.next().copied().unwrap_or(0) as usize } else { 0 };
        let mut state =
            if chosen < first.len() { first.swap_remove(chosen) } else { return Err(wrong("no such size")) };
        while state.steps < name.steps || decisions.len() > 0 {
            let fuel = if decisions.len() > 0 { self.options.batch } else { name.steps - state.steps };
            match self.exec.run(&mut state, fuel) {
                Outcome::Paused | Outcome::Arrived(_) => {}
                Outcome::Ended(_) => return Err(wrong("its path has ended")),
                Outcome::Forked(others) => {
                    let &decision = decisions.next().ok_or_else(|| wrong("a split that it does not know"))?;
                    if decision > 0 {
                        let case = others.into_iter().nth(decision as usize - 1);
                        let (other, ending): (State, Option<Ending>) = case.ok_or_else(|| wrong("no such case"))?;
                        if ending.is_some() {
                            return Err(wrong("its path has ended"));
                        }
                        state = other;
                    }
                }
            }
        }
        Ok(state)
    }

    /// A term, with the parts that are shared in it numbered in order of appearance: the pool's own numbers differ from
    /// engine to engine.
    fn show_term(&self, term: ExprId) -> String {
        let text = self.exec.pool.display(term).to_string();
        let mut known: Vec<&str> = Vec::new();
        let mut shown = String::with_capacity(text.len());
        for word in text.split_inclusive([' ', '(', ')']) {
            let name = word.trim_end_matches([' ', '(', ')']);
            let is_part = name.strip_prefix('e').is_some_and(|digits| digits.parse::<u32>().is_ok());
            if !is_part {
                shown.push_str(word);
                continue;
            }
            let number = known.iter().position(|&part| part == name).unwrap_or(known.len());
            if number == known.len() {
                known.push(name);
            }
            write!(shown, "e#{number}{}", &word[name.len()..]).expect("text takes all");
        }
        shown
    }

    /// Everything that tells a state from another, as text: equal states have equal descriptions, in any engine.
    fn describe(&self, state: &State) -> String {
        let mut text = String::new();
        let show = |value: &Value| match value {
            Value::Word(word) => format!("{word:#x}"),
            Value::Term(term) => self.show_term(*term),
        };
        for frame in state.stack.frames() {
            let name = self.exec.program.name(frame.func);
            writeln!(text, "frame {name} {} {:x} {:x?}", frame.pc, frame.path.0, frame.locals).expect("text takes all");
        }
        let registers: Vec<String> = state.stack.registers().iter().map(show).collect();
        writeln!(text, "registers {}", registers.join(" ")).expect("text takes all");
        for &condition in state.path.as_slice() {
            writeln!(text, "holds {}", self.show_term(condition)).expect("text takes all");
        }
        for input in state.inputs.as_slice() {
            writeln!(text, "input {} {}", input.name, input.size).expect("text takes all");
        }
        for object in state.memory.iter_live() {
            let contents = &object.contents;
            write!(text, "object {:x} {}", object.base(), show(&object.size())).expect("text takes all");
            let words = (0..object.capacity().min(64)).map(|at| contents.word(at, 1).map_or(-1, |byte| byte as i64));
            writeln!(text, " {:?}", words.collect::<Vec<_>>()).expect("text takes all");
        }
        writeln!(text, "depth {} steps {} output {}", state.depth, state.steps, state.output.len())
            .expect("text takes all");
        text
    }
}
