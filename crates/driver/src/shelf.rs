//! The shelf: states that were evicted to their names.
//!
//! A state that is put aside for want of memory is a few bytes: its name within this run, and what the run knows about it that does not
//! follow from the name. Evicted states stand in groups of near relatives, which are made again together, the oldest group first. Beyond
//! a bound the bytes are in a file without a name, which is gone with the process.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use braid_entity::Entity;
use braid_state::{INHERITED_WORDS, Inherited, RecipeId, Stand, State, StateId};

use crate::live::Live;

/// An evicted state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Evicted {
    /// Its number.
    pub(crate) id: StateId,
    /// What it inherits, its recipe among that.
    pub(crate) inherited: Inherited,
    /// How far it has run since.
    pub(crate) stand: Stand,
    /// How many case splits led to it, and how many conjuncts its path has: a check of the state that is made again.
    pub(crate) check: [u32; 2],
    /// How many instructions it had executed when it last reached a new block.
    pub(crate) new_at: Option<u64>,
    /// What its queries have cost so far, in conflicts.
    pub(crate) query_cost: u64,
}

/// How many words an evicted state takes.
const WORDS: usize = INHERITED_WORDS + 8;

impl Evicted {
    /// What is kept of a state.
    pub(crate) fn of(id: StateId, live: &Live) -> Evicted {
        let Live { state, new_at, query_cost, .. } = live;
        Evicted {
            id,
            inherited: state.inherited,
            stand: Stand::of(state),
            check: check(state),
            new_at: *new_at,
            query_cost: *query_cost,
        }
    }
    /// Returns true if a state that was made again may be this one.
    pub(crate) fn fits(&self, state: &State) -> bool {
        self.inherited.recipe() == state.inherited.recipe()
            && self.stand == Stand::of(state)
            && self.check == check(state)
    }
    fn to_words(self) -> [u64; WORDS] {
        let Stand { steps, depth, pc } = self.stand;
        let mut words = [0; WORDS];
        words[..INHERITED_WORDS].copy_from_slice(&self.inherited.to_words());
        let [splits, conjuncts] = self.check.map(u64::from);
        let (id, new_at) = (u64::from(self.id.as_u32()), self.new_at.map_or(0, |at| at + 1));
        let others = [id, steps, u64::from(depth), u64::from(pc), splits, conjuncts, new_at, self.query_cost];
        words[INHERITED_WORDS..].copy_from_slice(&others);
        words
    }
    fn from_words(words: &[u64; WORDS]) -> Option<Evicted> {
        let (inherited, others) = words.split_first_chunk::<INHERITED_WORDS>()?;
        let &[id, steps, depth, pc, splits, conjuncts, new_at, query_cost] = others else { return None };
        let number = |word: u64| u32::try_from(word).ok();
        Some(Evicted {
            id: StateId::from_u32(number(id)?),
            inherited: Inherited::from_words(inherited)?,
            stand: Stand { steps, depth: number(depth)?, pc: number(pc)? },
            check: [number(splits)?, number(conjuncts)?],
            new_at: new_at.checked_sub(1),
            query_cost,
        })
    }
}

fn check(state: &State) -> [u32; 2] {
    [state.depth, state.path.len() as u32]
}

/// A group of evicted states.
#[derive(Debug)]
struct Group {
    /// The recipes of its members, which must not be given back while those are here.
    recipes: Box<[RecipeId]>,
    bytes: Stored,
}

/// Where the bytes of a group are.
#[derive(Debug)]
enum Stored {
    Memory(Box<[u8]>),
    File { offset: u64, len: usize },
}

/// States that were evicted.
#[derive(Debug)]
pub(crate) struct Shelf {
    groups: VecDeque<Group>,
    count: u64,
    /// Bytes that are in memory, and how many may be.
    in_memory: usize,
    bound: usize,
    /// Where the others are, how long that is and how many groups are there.
    file: Option<File>,
    end: u64,
    on_file: usize,
}

impl Shelf {
    /// No states; their bytes go to a file beyond this bound.
    pub(crate) fn new(bound: usize) -> Shelf {
        Shelf { groups: VecDeque::new(), count: 0, in_memory: 0, bound, file: None, end: 0, on_file: 0 }
    }
    /// How many states there are.
    pub(crate) fn len(&self) -> u64 {
        self.count
    }
    /// Returns true if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }
    /// The recipes of all of them.
    pub(crate) fn recipes(&self) -> impl Iterator<Item = RecipeId> {
        self.groups.iter().flat_map(|group| group.recipes.iter().copied())
    }
    /// Adds a group behind the others.
    pub(crate) fn push(&mut self, members: &[Evicted]) {
        let group = self.stored(members);
        self.groups.push_back(group);
    }
    /// Puts a group back that was taken and not made again.
    pub(crate) fn put_back(&mut self, members: &[Evicted]) {
        if !members.is_empty() {
            let group = self.stored(members);
            self.groups.push_front(group);
        }
    }
    fn stored(&mut self, members: &[Evicted]) -> Group {
        self.count += members.len() as u64;
        let bytes = encoded(members);
        let spilled = if self.in_memory + bytes.len() > self.bound { self.spill(&bytes).ok() } else { None };
        let bytes = spilled.unwrap_or_else(|| {
            // Also where nothing can be written: no state is lost for want of a disk.
            self.in_memory += bytes.len();
            Stored::Memory(bytes.into())
        });
        Group { recipes: members.iter().map(|member| member.inherited.recipe()).collect(), bytes }
    }
    fn spill(&mut self, bytes: &[u8]) -> io::Result<Stored> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let offset = self.end;
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        self.on_file += 1;
        Ok(Stored::File { offset, len: bytes.len() })
    }
    /// Takes the oldest group. Where its bytes cannot be read, the number of its states is the error.
    pub(crate) fn pop(&mut self) -> Option<Result<Vec<Evicted>, u64>> {
        let Group { recipes, bytes } = self.groups.pop_front()?;
        let lost = recipes.len() as u64;
        self.count -= lost;
        let bytes = match bytes {
            Stored::Memory(bytes) => {
                self.in_memory -= bytes.len();
                bytes.into()
            }
            Stored::File { offset, len } => match self.read(offset, len) {
                Ok(bytes) => bytes,
                Err(_) => return Some(Err(lost)),
            },
        };
        Some(decoded(&bytes).filter(|read| read.len() == recipes.len()).ok_or(lost))
    }
    fn read(&mut self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)?;
        self.on_file -= 1;
        if self.on_file == 0 {
            self.end = 0;
            file.set_len(0)?;
        }
        Ok(bytes)
    }
}

/// Words in as many bytes as they need: seven bits in each, the lowest first.
fn encoded(members: &[Evicted]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for mut word in members.iter().flat_map(|member| member.to_words()) {
        while word >= 0x80 {
            bytes.push(word as u8 | 0x80);
            word >>= 7;
        }
        bytes.push(word as u8);
    }
    bytes
}

/// The states of such bytes; none if they are of no states.
fn decoded(bytes: &[u8]) -> Option<Vec<Evicted>> {
    let mut words = Vec::new();
    let (mut word, mut shift) = (0, 0);
    for &byte in bytes {
        word |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte < 0x80 {
            words.push(word);
            (word, shift) = (0, 0);
        }
    }
    let (members, rest) = words.as_chunks::<WORDS>();
    if !rest.is_empty() || shift > 0 {
        return None;
    }
    members.iter().map(Evicted::from_words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evicted(number: u32) -> Evicted {
        let stand = Stand { steps: u64::MAX - u64::from(number), depth: number, pc: 7 };
        let new_at = number.is_multiple_of(2).then_some(u64::from(number));
        let (id, check) = (StateId::from_u32(number), [number, 3]);
        Evicted { id, inherited: Inherited::START, stand, check, new_at, query_cost: u64::MAX }
    }

    /// Small bound: all but the first group are in the file, and come back in order all the same.
    #[test]
    fn groups_come_back_in_order_from_memory_and_from_the_file() {
        let mut shelf = Shelf::new(200);
        let groups: Vec<Vec<Evicted>> = (0..20).map(|group| (group..group + 4).map(evicted).collect()).collect();
        groups.iter().for_each(|group| shelf.push(group));
        assert!(shelf.on_file > 15 && shelf.in_memory <= 200, "{shelf:?}");
        assert_eq!(shelf.len(), 80);
        let first = shelf.pop().expect("it is there").expect("it can be read");
        shelf.put_back(&first);
        for group in &groups {
            assert_eq!(shelf.pop(), Some(Ok(group.clone())));
        }
        assert!(shelf.pop().is_none() && shelf.is_empty());
        assert_eq!((shelf.end, shelf.in_memory), (0, 0), "the file is empty again");
    }

    #[test]
    fn a_state_takes_some_bytes() {
        let plain = Evicted {
            id: StateId::from_u32(100_000),
            inherited: Inherited::START,
            stand: Stand { steps: 5_000, depth: 4, pc: 300 },
            check: [40, 40],
            new_at: Some(400),
            query_cost: 100,
        };
        assert!(encoded(&[plain]).len() < 32, "{}", encoded(&[plain]).len());
    }

    #[test]
    fn bytes_of_no_states_are_refused() {
        let mut bytes = encoded(&[evicted(1)]);
        assert!(decoded(&bytes).is_some());
        bytes.pop();
        assert!(decoded(&bytes).is_none());
    }
}
