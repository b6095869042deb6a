//! Joining where a loop is left (Trabish 2021, algorithm 1).
//!
//! A fork inside a loop that may be merged opens a context on the loop; from then on every fork inside belongs to it. The
//! paper takes only loops whose forks depend on the size of an object and which call nothing; here that is a choice
//! ([`LoopSelection`]). With [`Nesting::Stack`] a loop inside a loop has a context of its own: its states are joined where
//! they leave it, and if several are left, that counts as a fork of the loop around.

use std::str::FromStr;

use braid_code::{LoopAt, SourcePlace};
use braid_expr::SymbolClass;
use braid_state::{Sizes, Step};
use clap::ValueEnum;
use serde::{Serialize, Serializer};

use crate::contexts::{Contexts, Event, MergeStrategy, Order, Scope};
use crate::host::View;
use crate::mode::Mode;

/// The mode.
pub(crate) const MODE: Mode = Mode {
    name: "loop",
    about: "states that a loop forked are joined where they leave it",
    source: "Trabish, Itzhaky, Rinetzky, ESEC/FSE 2021",
    make: |options| {
        let strategy = LoopExits::new(options.loops.selection.clone(), options.loops.nesting);
        Some(Box::new(Contexts::new(options, Box::new(strategy), options.encoding.rule(), false)))
    },
};

/// What a run may be told about it.
#[derive(Clone, Debug, clap::Args, Serialize)]
#[group(skip)]
pub struct Flags {
    /// Loops that --merge=loop takes: forking (all), sized (forks that depend on the size of an object), no-call, or a PLACE,
    /// which is file:line or a function; several with commas between
    #[arg(long = "merge-loops", value_name = "WHICH", default_value_t)]
    #[serde(rename = "merge-loops", serialize_with = "as_text")]
    pub selection: LoopSelection,
    /// Whether nested loops are merged by themselves
    #[arg(long = "merge-nesting", value_name = "HOW", default_value_t, value_enum)]
    #[serde(rename = "merge-nesting")]
    pub nesting: Nesting,
}

/// Whether a loop in a loop has a context of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nesting {
    /// Yes: inner loops are joined first, and what they leave is a fork of the loop around.
    #[default]
    Stack,
    /// No: the outermost loop that may be merged has the only one, as in the papers.
    Outermost,
}

/// Serialises a value as the text that the command line takes.
fn as_text<T: core::fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

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
                place if is_place(place) => selection.places.push(place.to_owned()),
                other => return Err(format!("'{other}' names no place; write file:line or the name of a function")),
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
    /// Returns true if a loop may be merged.
    fn takes(&self, candidate: &LoopAt) -> bool {
        !(self.no_call && candidate.calls) && (self.places.is_empty() || self.naming(candidate).next().is_some())
    }
    /// The places in the selection that mean a loop, by their numbers.
    fn naming(&self, candidate: &LoopAt) -> impl Iterator<Item = usize> {
        let SourcePlace { file, line, function } = &*candidate.place;
        let named = move |wanted: &String| wanted == function || names(wanted, file, *line);
        (0..).zip(&self.places).filter(move |(_, wanted)| named(wanted)).map(|(number, _)| number)
    }
}

/// Returns true if a word can name a place. A colon that no number follows is one of a name, such as of a function in C++ or Rust.
fn is_place(word: &str) -> bool {
    match word.rsplit_once(':') {
        Some((file, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => {
            !file.is_empty() && line.parse().is_ok_and(|line: u32| line > 0)
        }
        _ => true,
    }
}

/// Returns true if `wanted` is `file:line`, where the file may be given by its last parts.
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
    /// For each place in the selection, whether a loop that forks was found there.
    found: Vec<bool>,
}

impl LoopExits {
    /// The strategy with these choices.
    pub fn new(selection: LoopSelection, nesting: Nesting) -> LoopExits {
        let found = vec![false; selection.places.len()];
        LoopExits { selection, nesting, found }
    }

    /// Remembers which places of the selection mean one of these loops.
    fn find_places(&mut self, candidates: &[LoopAt]) {
        for at in candidates {
            self.selection.naming(at).for_each(|number| self.found[number] = true);
        }
    }

    /// The loop of `candidates`, from inside out, that a context is opened on.
    fn choose(&self, mut candidates: Vec<LoopAt>) -> Option<Scope> {
        let mut fitting = candidates.iter().enumerate().filter(|(_, at)| self.selection.takes(at)).map(|(at, _)| at);
        let chosen = match self.nesting {
            Nesting::Outermost => fitting.next_back(),
            Nesting::Stack => fitting.next(),
        }?;
        let around = candidates.split_off(chosen + 1);
        let LoopAt { body, place, .. } = candidates.pop()?;
        Some(Scope::Loop { body, place, around })
    }

    /// Returns true if a fork counts: with `sized`, only if its condition depends on what the size of an object is made of.
    fn counts(&self, view: &dyn View, sizes: &Sizes, step: &Step) -> bool {
        let pool = view.pool();
        let tainted = |&size| pool.supports_meet(pool.support_id(size), pool.support_id(step.condition));
        // A number of rounds that a join introduced counts as a size.
        !self.selection.sized
            || pool.has_class(step.condition, SymbolClass::Round)
            || sizes.as_slice().iter().any(tainted)
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
                // Loops that have a context, and those around them, are done with.
                let open = |at: &LoopAt| scopes.iter().any(|scope| scope.body().is_some_and(|body| **body == *at.body));
                let innermost = scopes.iter().find_map(|scope| scope.body()).map(|body| body.depth);
                // So the frames below are not asked, unless the state has jumped out of its contexts.
                let near = innermost.map(|depth| view.loops_within(state, step.pc, depth));
                let near = near.filter(|near| near.iter().any(open));
                let mut candidates = near.unwrap_or_else(|| view.loops_around(state, step.pc));
                self.find_places(&candidates);
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

    fn unused_places(&self) -> Vec<String> {
        let unused = self.selection.places.iter().zip(&self.found).filter(|(_, found)| !**found);
        unused.map(|(place, _)| place.clone()).collect()
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
        for text in ["sized,,no-call", "a.c:0", "a.c:", ":7", "a.c:99999999999", "sized,a.c:+3:"] {
            assert!(text.parse::<LoopSelection>().is_err(), "{text}");
        }
        assert!("ns::f,<T as core::fmt::Debug>::fmt".parse::<LoopSelection>().is_ok());
    }

    #[test]
    fn a_file_may_be_named_by_its_last_parts() {
        assert!(names("a.c:3", "src/a.c", 3) && names("src/a.c:3", "src/a.c", 3));
        assert!(!names("a.c:3", "src/ba.c", 3) && !names("a.c:4", "src/a.c", 3) && !names("a.c", "src/a.c", 3));
    }
}
