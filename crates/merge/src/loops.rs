//! Joining where a loop is left (paper 3, algorithm 1).
//!
//! A fork inside a loop that may be merged opens a context on the loop; from then on every fork inside belongs to it. The
//! paper takes only loops whose forks depend on the size of an object and which call nothing; here that is a choice
//! ([`LoopSelection`]). With [`Nesting::Stack`] a loop inside a loop has a context of its own: its states are joined where
//! they leave it, and if several are left, that counts as a fork of the loop around.

use std::str::FromStr;

use braid_state::{Sizes, Step};
use rustc_hash::FxHashSet;

use crate::mode::Nesting;
use crate::strategy::{Event, MergeStrategy, Order, Scope};
use crate::view::{LoopAt, View};

/// Which loops are merged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopSelection {
    /// Only where a fork depends on the unknown size of an object.
    pub sized: bool,
    /// Only loops that call nothing.
    pub no_call: bool,
    /// Only loops of these functions, or that begin at these places (`file:line`); all if there are none.
    pub places: Vec<String>,
}

impl FromStr for LoopSelection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut selection = LoopSelection::default();
        for word in text.split(',').map(str::trim) {
            match word {
                "" => return Err("a kind of loops or a place is missing".to_owned()),
                "forking" => {}
                "sized" => selection.sized = true,
                "no-call" => selection.no_call = true,
                place => selection.places.push(place.to_owned()),
            }
        }
        Ok(selection)
    }
}

impl core::fmt::Display for LoopSelection {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let words = [(self.sized, "sized"), (self.no_call, "no-call")];
        let mut words: Vec<&str> = words.into_iter().filter(|word| word.0).map(|word| word.1).collect();
        words.extend(self.places.iter().map(String::as_str));
        f.write_str(&if words.is_empty() { "forking".to_owned() } else { words.join(",") })
    }
}

impl LoopSelection {
    /// Whether a loop may be merged.
    fn takes(&self, candidate: &LoopAt) -> bool {
        let place = &candidate.place;
        let named = |wanted: &String| *wanted == place.function || names(wanted, &place.file, place.line);
        !(self.no_call && candidate.calls) && (self.places.is_empty() || self.places.iter().any(named))
    }
}

/// Whether `wanted` is `file:line`, where the file may be given by its last parts.
fn names(wanted: &str, file: &str, line: u32) -> bool {
    let Some((name, number)) = wanted.rsplit_once(':') else { return false };
    let same_file = file.strip_suffix(name).is_some_and(|head| head.is_empty() || head.ends_with('/'));
    same_file && number.parse() == Ok(line)
}

/// A context for each loop that forks.
#[derive(Debug)]
pub struct LoopExits {
    selection: LoopSelection,
    nesting: Nesting,
    /// Places in the selection that some loop was found for; for a message about the others.
    pub found: FxHashSet<String>,
}

impl LoopExits {
    /// The strategy with these choices.
    pub fn new(selection: LoopSelection, nesting: Nesting) -> LoopExits {
        LoopExits { selection, nesting, found: FxHashSet::default() }
    }

    /// The loop of `candidates`, from inside out, that a context is opened on.
    fn choose(&self, mut candidates: Vec<LoopAt>) -> Option<Scope> {
        let mut fitting = candidates.iter().enumerate().filter(|(_, at)| self.selection.takes(at)).map(|(at, _)| at);
        let chosen = match self.nesting {
            Nesting::Outermost => fitting.next_back(),
            Nesting::Stack => fitting.next(),
        }?;
        let around = candidates.split_off(chosen + 1);
        let LoopAt { watch, place, .. } = candidates.pop()?;
        Some(Scope::Loop { watch, place, around })
    }

    /// Whether a fork counts: with `sized`, only if its condition depends on what the size of an object is made of.
    fn counts(&self, view: &dyn View, sizes: &Sizes, step: &Step) -> bool {
        let pool = view.pool();
        let tainted = |&size| pool.supports_meet(pool.support_id(size), pool.support_id(step.condition));
        // A number of rounds that a join introduced counts as a size.
        !self.selection.sized || pool.has_aux(step.condition) || sizes.as_slice().iter().any(tainted)
    }
}

impl MergeStrategy for LoopExits {
    fn observe(&mut self, view: &dyn View, event: &Event<'_>) -> Order {
        let chosen = match event {
            Event::Forked { state, step, scopes } => {
                if (self.nesting == Nesting::Outermost && !scopes.is_empty()) || !self.counts(view, &state.sizes, step)
                {
                    return Order::Continue;
                }
                let mut candidates = view.loops_around(state, step.pc);
                // Loops that have a context, and those around them, are done with.
                let open =
                    |at: &LoopAt| scopes.iter().any(|scope| scope.watch().is_some_and(|watch| **watch == *at.watch));
                if let Some(first) = candidates.iter().position(open) {
                    candidates.truncate(first);
                }
                self.choose(candidates)
            }
            Event::Parted { scope: Scope::Loop { around, .. } } if self.nesting == Nesting::Stack => {
                self.choose(around.clone())
            }
            Event::Parted { .. } | Event::RegionBegins { .. } | Event::RegionEndsAlone { .. } => None,
        };
        chosen.map_or(Order::Continue, Order::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_reads_what_it_prints() {
        for text in ["forking", "sized", "sized,no-call", "parse", "no-call,src/a.c:12"] {
            assert_eq!(text.parse::<LoopSelection>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
        assert!("".parse::<LoopSelection>().is_err());
        assert!("sized,,no-call".parse::<LoopSelection>().is_err());
    }

    #[test]
    fn a_file_may_be_named_by_its_last_parts() {
        assert!(names("a.c:3", "src/a.c", 3) && names("src/a.c:3", "src/a.c", 3));
        assert!(!names("a.c:3", "src/ba.c", 3) && !names("a.c:4", "src/a.c", 3) && !names("a.c", "src/a.c", 3));
    }
}
