//! Operations that are carried out beside the run: for a state that only follows another, to be compared with it.
//!
//! Nothing of them is part of a name, nothing is reached or forks, and there is no fast loop: each operation goes the general way, so that
//! the state can be looked at before each. Whoever asks for them sets aside what the run has recorded, and its solver.

use std::rc::Rc;

use braid_code::Op;
use braid_state::State;

use crate::executor::{Executor, UNITS_OF_STEP};
use crate::stop::Stop;

/// What a program is told when it asks what is known: whether a value is symbolic, how far an object reaches. That is not the same in a
/// state and in one that it was joined to. A state that follows another is told what that one was told.
#[derive(Default, Debug)]
pub struct Asked {
    /// What was told, in order, if somebody wants to know.
    pub told: Option<Vec<u64>>,
    /// What is told next, if that is not what is so.
    pub next: Option<u64>,
}

impl Asked {
    /// What the program is told; `is_so` is what is so.
    pub fn tell(&mut self, is_so: u64) -> u64 {
        let answer = self.next.take().unwrap_or(is_so);
        if let Some(told) = &mut self.told {
            told.push(answer);
        }
        answer
    }
}

impl Executor {
    /// Carries out the operation that a state stands at, and nothing else. A split is left to the caller: the state is unchanged.
    pub fn step_aside(&mut self, state: &mut State) -> Result<(), Stop> {
        if self.pool.interrupt().spend(UNITS_OF_STEP) {
            return Err(Stop::Interrupted);
        }
        let code = Rc::clone(self.program.ready(state.stack.top().func));
        let top = state.stack.top_mut();
        if let Op::Enter { count, .. } = code.ops[top.pc as usize] {
            top.pc += 1;
            state.steps += u64::from(count);
            return Ok(());
        }
        let done = self.step(state, &code);
        self.forget_answers();
        self.mark = None;
        done
    }
}
