//! Every state that is made is accounted for: it has ended, was joined away, or is still live.
//!
//! A state that gets lost would take its bugs with it, and nothing else would tell. So the books are balanced at the end
//! of every run. Debug builds stop where they do not; otherwise the run is not complete, and says why.

use crate::cut::Cut;
use crate::exploration::Explorer;

/// What a run knows about its states when it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Account {
    /// States that were made: the first ones, and one for each further case of a fork.
    made: u64,
    /// States that ended, in whatever way.
    ended: u64,
    /// States that went into joins, less those that came out.
    joined_away: u64,
    /// States that could still run, or that wait.
    live: u64,
    /// States that the merger believes to be in a context.
    members: u64,
    /// Contexts that nobody closed.
    contexts: u64,
}

impl Account {
    /// How much is missing or left over; nothing if all is well.
    fn error(&self) -> u64 {
        self.made.abs_diff(self.ended + self.joined_away) + self.live + self.members + self.contexts
    }
}

impl Explorer<'_> {
    /// The account of a run that has ended, by itself or because it was stopped.
    fn account(&self) -> Account {
        let held = self.run.merger.as_ref().map(|merger| merger.held()).unwrap_or_default();
        Account {
            made: self.run.paths.made,
            ended: self.run.paths.states,
            joined_away: self.run.joined_away,
            live: self.run.live.len() as u64 + self.run.shelf.len(),
            members: held.states,
            contexts: held.groups,
        }
    }

    /// Balances the books.
    pub(crate) fn balance(&mut self) {
        let account = self.account();
        let error = account.error();
        debug_assert!(error == 0, "states are not accounted for: {account:?}");
        if error > 0 {
            self.run.cuts.add(Cut::Unaccounted, error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_or_left_over_is_an_error() {
        let right = Account { made: 5, ended: 3, joined_away: 2, live: 0, members: 0, contexts: 0 };
        assert_eq!(right.error(), 0);
        let wrong = [
            Account { ended: 2, ..right },
            Account { joined_away: 3, ..right },
            Account { live: 1, ..right },
            Account { members: 1, ..right },
            Account { contexts: 1, ..right },
        ];
        assert!(wrong.iter().all(|account| account.error() == 1));
    }
}
