//! The full criterion (Kuznetsov 2012, equation 7): what a join is expected to cost, all that the states differ in together.
//!
//! A query about a value that a join has chosen costs ζ where it cost 1, and a query about a known value costs 1 where it cost nothing: states are
//! joined if `(ζ - 1) · max Q_ite + max Q_add ≤ α · Q_t`. Beyond what is printed, Q_ite is taken over variables that differ and are symbolic in one
//! of the states, and Q_add over those that differ in known values; over the same variables both would be one number. By `≤`, states are
//! joined where no query is expected.
//!
//! The hash of a [profile](super::similar::Profile) holds each term by itself: a variable that alone costs too much is hot. Only their
//! sum is left to be checked, and only if ζ is more than 1.

use std::collections::{BTreeMap, BTreeSet};

use braid_analysis::Magnitude;
use braid_code::estimate::Estimate;
use braid_state::{State, Value};

use super::flags::Flags;
use super::frames::larger;
use super::similar::{self, Held, global_counts};
use crate::host::View;

/// What a state holds in a variable, exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Exact {
    /// Its known value; of several bytes, a hash of those that are known.
    known: Option<u64>,
    /// A name of its symbolic value; of several bytes, a hash.
    symbolic: Option<u64>,
}

/// What a state is expected to be asked about.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    /// Q_t.
    total: Magnitude,
    /// For each variable that some query depends on: how many do, and what the state holds in it.
    variables: BTreeMap<Held, (Magnitude, Exact)>,
}

impl Ledger {
    /// That of a state.
    pub(crate) fn of(view: &dyn View, estimate: &Estimate, state: &State) -> Ledger {
        let (total, counts) = global_counts(view, estimate, state);
        let frames: Vec<&[Value]> = state.stack.frames_with_registers().map(|frame| frame.1).collect();
        let held = counts.into_iter().filter(|(_, count)| !count.is_zero());
        let row = |(held, count)| Some((held, (count, exact(view, state, &frames, held)?)));
        Ledger { total, variables: held.filter_map(row).collect() }
    }
}

/// Returns true if the sum is something else than what the hash holds.
pub(crate) fn is_needed(flags: &Flags) -> bool {
    flags.zeta > 1.0 && flags.alpha.is_finite()
}

/// Whether states may be joined.
pub(crate) fn holds(flags: &Flags, states: &[&Ledger]) -> bool {
    let (ite, add) = costs(states);
    let total = states.iter().map(|ledger| ledger.total).fold(Magnitude::ZERO, larger);
    Magnitude::new(flags.zeta - 1.0) * ite + add <= Magnitude::new(flags.alpha) * total
}

/// The largest Q_ite and the largest Q_add of what states differ in.
fn costs(states: &[&Ledger]) -> (Magnitude, Magnitude) {
    let (mut ite, mut add) = (Magnitude::ZERO, Magnitude::ZERO);
    let all: BTreeSet<Held> = states.iter().flat_map(|ledger| ledger.variables.keys().copied()).collect();
    for held in all {
        let rows: Vec<&(Magnitude, Exact)> = states.iter().filter_map(|ledger| ledger.variables.get(&held)).collect();
        let count = rows.iter().map(|row| row.0).fold(Magnitude::ZERO, larger);
        let distinct: BTreeSet<Exact> = rows.iter().map(|row| row.1).collect();
        let known: BTreeSet<u64> = rows.iter().filter_map(|row| row.1.known).collect();
        if distinct.len() > 1 && distinct.iter().any(|exact| exact.symbolic.is_some()) {
            ite = larger(ite, count);
        }
        if known.len() > 1 {
            add = larger(add, count);
        }
    }
    (ite, add)
}

fn exact(view: &dyn View, state: &State, frames: &[&[Value]], held: Held) -> Option<Exact> {
    match held {
        Held::Slot(depth, slot) => Some(match frames[frames.len() - depth as usize].get(slot as usize)? {
            Value::Word(word) => Exact { known: Some(*word), symbolic: None },
            Value::Term(term) => Exact { known: None, symbolic: Some(similar::hashed(term)) },
        }),
        Held::Memory(address, bytes) => {
            let exact = similar::memory_digest(view, state, address, bytes, true)?;
            let known = similar::memory_digest(view, state, address, bytes, false)?;
            Some(Exact {
                known: known.some_known.then_some(known.hash),
                symbolic: exact.some_symbolic.then_some(exact.hash),
            })
        }
    }
}
