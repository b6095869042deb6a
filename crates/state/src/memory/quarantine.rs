//! The quarantine: which freed objects are still remembered, oldest first.
//!
//! A queue that states share: the youngest graves in a short list, all others in chunks filed under their numbers, so that
//! a grave costs little to add and the oldest chunk is found without a search.

use super::patricia::{Keyed, PatriciaMap};

/// How many freed objects a quarantine remembers, up to a chunk more.
pub const QUARANTINE: usize = 1024;

/// Graves in a chunk.
const CHUNK: usize = 32;

/// The addresses of freed objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Quarantine {
    /// Fewer than a chunk.
    young: Vec<u64>,
    old: PatriciaMap<Chunk>,
    /// The number of the next chunk.
    next: u64,
}

#[derive(Clone, Debug)]
struct Chunk {
    number: u64,
    bases: std::rc::Rc<[u64]>,
}

impl Keyed for Chunk {
    fn key(&self) -> u64 {
        self.number
    }
}

impl Quarantine {
    /// Adds an object; gives those that are forgotten for it.
    pub(super) fn add(&mut self, base: u64) -> Option<std::rc::Rc<[u64]>> {
        self.young.push(base);
        if self.young.len() < CHUNK {
            return None;
        }
        let bases = self.young.drain(..).collect();
        self.old.insert(Chunk { number: self.next, bases });
        self.next += 1;
        let oldest = self.next.checked_sub((QUARANTINE / CHUNK) as u64 + 1)?;
        self.old.remove(oldest).map(|chunk| chunk.bases)
    }
}
