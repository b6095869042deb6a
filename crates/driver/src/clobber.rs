//! For tests: a run must not notice that registers which do not matter were overwritten.

use braid_state::{Value, join};

use crate::exploration::Explorer;

impl Explorer<'_> {
    /// Overwrites all registers of all live states that are not read before they are written.
    pub(crate) fn clobber_dead(&mut self, junk: u64) {
        for id in self.run.live.ids() {
            let Some(mut live) = self.run.live.take(id) else { continue };
            let program = &self.subject.exec.program;
            join::clobber(&mut live.state, Value::Word(junk), &mut |place| program.live_slots(place));
            self.run.live.put_back(id, live);
        }
    }
}
