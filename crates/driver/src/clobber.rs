//! For tests: a run must not notice that registers which do not matter were overwritten.

use braid_state::{Value, join};

use crate::engine::Engine;

impl Engine {
    /// Overwrites all registers of all live states that are not read before they are written.
    pub fn clobber_dead(&mut self, junk: u64) {
        for id in self.live.ids() {
            let Some(mut live) = self.live.take(id) else { continue };
            let program = &self.exec.program;
            join::clobber(&mut live.state, Value::Word(junk), &mut |place| program.live_slots(place));
            self.live.put_back(id, live);
        }
    }
}
