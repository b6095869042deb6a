//! The memory of states that fork: each is as its own map from addresses to bytes, whatever the others do.

use std::collections::BTreeMap;

use braid_expr::testing::Random;
use braid_expr::{ExprPool, SymbolClass};
use braid_state::Value;
use braid_state::memory::{
    AddressSpace, Bench, CallPath, Contents, Differing, Identity, Life, Memory, Object, Origin, OriginKind, PlaceError,
    QUARANTINE, Site, Slots, slot_of,
};

fn site(instruction: u32) -> Site {
    Site { function: 0, instruction }
}

fn heap(instruction: u32) -> Origin {
    Origin { kind: OriginKind::Heap, site: site(instruction), name: None }
}

fn allocate(memory: &mut Memory, slots: &mut Slots, instruction: u32, size: u64) -> u64 {
    let identity = memory.next_identity(site(instruction), CallPath::default());
    let base = slots.place(&identity, size, 1).expect("small");
    memory.insert(Object::new(base, Value::Word(size), size, heap(instruction)));
    base
}

/// What a state holds at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Held {
    Bytes(Vec<Option<u8>>),
    ReadOnly(Vec<u8>),
    Freed(Site),
}

#[derive(Debug)]
struct State {
    memory: Memory,
    held: BTreeMap<u64, Held>,
}

/// The word of `bytes` at `offset`, if all are written.
fn expected_word(bytes: &[Option<u8>], offset: u64, count: u32) -> Option<u64> {
    let bytes = bytes.get(offset as usize..)?.get(..count as usize)?;
    bytes.iter().rev().try_fold(0, |word, byte| Some(word << 8 | u64::from((*byte)?)))
}

impl State {
    fn object(&self, random: &mut Random) -> Option<(u64, Held)> {
        let at = random.below(self.held.len().max(1) as u64) as usize;
        self.held.iter().nth(at).map(|(&base, held)| (base, held.clone()))
    }
    fn load(&mut self, random: &mut Random) {
        let Some((base, held)) = self.object(random) else { return };
        let (offset, count) = (random.below(40).wrapping_sub(8), random.pick(&[1, 2, 4, 8]));
        let word = self.memory.load_word(base.wrapping_add(offset), count);
        let expected = match held {
            Held::Bytes(bytes) => expected_word(&bytes, offset, count),
            Held::ReadOnly(bytes) => expected_word(&bytes.into_iter().map(Some).collect::<Vec<_>>(), offset, count),
            Held::Freed(_) => None,
        };
        // The fast path may leave words that lie in two pages to the caller.
        assert!(word == expected || word.is_none() && offset % 1024 + u64::from(count) > 1024);
    }
    fn store(&mut self, random: &mut Random) {
        let Some((base, held)) = self.object(random) else { return };
        let reach = if let Held::Bytes(bytes) = &held { bytes.len() as u64 + 16 } else { 32 };
        let (offset, count, word) = (random.below(reach).wrapping_sub(8), random.pick(&[1, 2, 4, 8]), random.word());
        let done = self.memory.store_word(base.wrapping_add(offset), count, word);
        let Held::Bytes(mut bytes) = held else { return assert!(!done, "only live objects that may be written are") };
        let range = bytes.get_mut(offset as usize..).and_then(|bytes| bytes.get_mut(..count as usize));
        assert_eq!(done, range.is_some());
        if let Some(range) = range {
            range.iter_mut().zip(word.to_le_bytes()).for_each(|(byte, new)| *byte = Some(new));
            self.held.insert(base, Held::Bytes(bytes));
        }
    }
    fn write(&mut self, random: &mut Random) {
        let Some((base, held)) = self.object(random) else { return };
        let object = self.memory.find_mut(base + random.below(4)).expect("it is there");
        let byte = random.word() as u8;
        match held {
            Held::Bytes(mut bytes) => {
                let at = random.below(bytes.len() as u64);
                object.contents.write_bytes(at, &[byte]);
                bytes[at as usize] = Some(byte);
                self.held.insert(base, Held::Bytes(bytes));
            }
            Held::ReadOnly(mut bytes) => {
                // The engine may, the program may not.
                object.contents.write_bytes(0, &[byte]);
                bytes[0] = byte;
                self.held.insert(base, Held::ReadOnly(bytes));
                assert!(!self.memory.store_word(base, 1, 0));
            }
            Held::Freed(place) => assert_eq!(object.life(), Life::Freed(place)),
        }
    }
    fn free(&mut self, random: &mut Random) {
        let Some((base, held)) = self.object(random) else { return };
        if random.once_in(2) {
            self.memory.remove(base);
            self.held.remove(&base);
        } else if held != Held::Freed(site(9)) {
            self.memory.free(base, site(9));
            self.held.insert(base, Held::Freed(site(9)));
        }
    }
    fn allocate(&mut self, random: &mut Random, slots: &mut Slots) {
        let size = random.pick(&[1, 4, 8, 24, 24, 1024, 1025, 3000]);
        let instruction = random.below(5) as u32;
        if random.once_in(5) {
            let identity = self.memory.next_identity(site(instruction), CallPath(1));
            let base = slots.place(&identity, size, 1).expect("small");
            let contents = Contents::of_bytes(&vec![7; size as usize]);
            let object = Object::new(base, Value::Word(size), size, heap(instruction)).with_contents(contents);
            self.memory.insert(object.read_only());
            self.held.insert(base, Held::ReadOnly(vec![7; size as usize]));
        } else {
            let base = allocate(&mut self.memory, slots, instruction, size);
            self.held.insert(base, Held::Bytes(vec![None; size as usize]));
        }
    }
    fn fork(&mut self, random: &mut Random, bench: &mut Bench) -> State {
        let memory = if random.once_in(4) { self.memory.clone() } else { self.memory.snapshot() };
        if random.once_in(4) {
            self.memory.settle(bench);
        }
        if random.once_in(2) {
            self.memory.begin(bench);
        }
        State { memory, held: self.held.clone() }
    }
    fn check(&self, pool: &mut ExprPool) {
        assert_eq!(self.memory.len(), self.held.len());
        let live: Vec<u64> = self.memory.iter_live().map(Object::base).collect();
        let expected = self.held.iter().filter(|(_, held)| !matches!(held, Held::Freed(_)));
        assert_eq!(live, expected.map(|(&base, _)| base).collect::<Vec<_>>(), "in the order of addresses");
        for (&base, held) in &self.held {
            let object = self.memory.find(base).expect("it is there");
            let bytes = match held {
                Held::Bytes(bytes) => bytes.clone(),
                Held::ReadOnly(bytes) => bytes.iter().copied().map(Some).collect(),
                Held::Freed(place) => {
                    assert_eq!((object.life(), object.capacity()), (Life::Freed(*place), 0));
                    continue;
                }
            };
            for (at, byte) in (0..).zip(bytes) {
                assert_eq!(object.contents.initialised(at, 1), byte.is_some());
                assert_eq!(object.contents.read(pool, at, 1), Value::Word(byte.unwrap_or(0).into()));
            }
        }
    }
}

#[test]
fn states_that_fork_do_not_see_each_other() {
    let mut pool = ExprPool::new();
    for seed in 0..30 {
        let (mut random, mut slots, mut bench) = (Random::new(seed), Slots::new(), Bench::default());
        let mut states = vec![State { memory: Memory::new(), held: BTreeMap::new() }];
        for _ in 0..1500 {
            let at = random.below(states.len() as u64) as usize;
            let few = states.len() < 12;
            let state = &mut states[at];
            match random.below(40) {
                0..18 => state.store(&mut random),
                18..32 => state.load(&mut random),
                32..34 => state.write(&mut random),
                34..37 => state.allocate(&mut random, &mut slots),
                37 => state.free(&mut random),
                _ if few => {
                    let child = state.fork(&mut random, &mut bench);
                    states.push(child);
                }
                _ => drop(states.swap_remove(at)),
            }
            if states.is_empty() {
                break;
            }
        }
        states.iter().for_each(|state| state.check(&mut pool));
    }
}

#[test]
fn the_address_is_a_function_of_the_identity() {
    let mut random = Random::new(3);
    let mut requests: Vec<(Identity, u64)> = (0..500)
        .map(|at| {
            let path = CallPath::default().through(site(random.below(4) as u32));
            (Identity { site: site(at % 50), path, count: at / 50 }, 1 + random.below(100))
        })
        .collect();
    let mut slots = Slots::new();
    let first: BTreeMap<_, _> =
        requests.iter().map(|&(identity, size)| (identity, slots.place(&identity, size, 8).expect("small"))).collect();
    let mut slots = Slots::new();
    requests.reverse();
    for (identity, size) in requests {
        assert_eq!(slots.place(&identity, size, 8), Ok(first[&identity]), "in any order");
        assert_eq!(slots.place(&identity, size, 8), Ok(first[&identity]), "and again");
    }
    assert_eq!(slots.probes(), 0);
}

#[test]
fn a_million_identities_do_not_overlap() {
    let mut random = Random::new(11);
    let (mut slots, mut ranges) = (Slots::new(), Vec::new());
    for at in 0..1_000_000 {
        let identity = Identity { site: site(at), path: CallPath(random.word()), count: random.below(3) as u32 };
        // Among them some so large that slots are rare and identities collide.
        let size = if at % 4 == 0 { 1 << random.below(28) } else { 1 + random.below(64) };
        let base = slots.place(&identity, size, 1).expect("there is room");
        ranges.push((base, size));
    }
    assert!(slots.probes() > 0, "the test is to meet collisions");
    ranges.sort_unstable();
    for pair in ranges.windows(2) {
        let ((base, size), (next, _)) = (pair[0], pair[1]);
        assert!(base + 2 * size <= next, "the next object is further away than this one is long");
        assert!(slot_of(base) != slot_of(next));
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let identity = Identity { site: site(1), path: CallPath::default(), count: 0 };
    let mut slots = Slots::new();
    let refused = slots.place(&identity, (1 << 32) + 1, 1);
    assert_eq!(refused, Err(PlaceError::TooLarge { capacity: (1 << 32) + 1, most: 1 << 32 }));
    assert!(refused.expect_err("refused").to_string().contains("4294967297 bytes"));
    assert!(slots.place(&identity, 1 << 32, 1).is_ok());
    assert!(slots.place(&identity, 0, 1).is_ok(), "an object of no bytes has an address");
}

#[test]
fn counts_tell_allocations_of_one_site_apart() {
    let mut memory = Memory::new();
    let path = CallPath::default().through(site(7));
    assert_eq!(memory.next_identity(site(1), path).count, 0);
    let mut other = memory.snapshot();
    assert_eq!(memory.next_identity(site(1), path).count, 1);
    assert_eq!(memory.next_identity(site(1), CallPath::default()).count, 0);
    // A state that was forked before counts for itself: both reach the same identity.
    assert_eq!(other.next_identity(site(1), path).count, 1);
}

#[test]
fn freed_objects_are_remembered_for_a_while() {
    let (mut memory, mut slots) = (Memory::new(), Slots::new());
    let bases: Vec<u64> = (0..2 * QUARANTINE as u32).map(|_| allocate(&mut memory, &mut slots, 3, 8)).collect();
    for (at, &base) in (0..).zip(&bases) {
        assert!(memory.store_word(base, 8, 1));
        memory.free(base, site(at));
        assert_eq!(memory.load_word(base, 8), None);
        assert!(!memory.store_word(base, 8, 1));
        assert_eq!(memory.find(base + 3).map(Object::life), Some(Life::Freed(site(at))));
        // Freeing twice changes nothing.
        memory.free(base, site(999));
        assert_eq!(memory.find(base).map(Object::life), Some(Life::Freed(site(at))));
    }
    assert!((QUARANTINE..QUARANTINE + 32).contains(&memory.len()), "memory does not grow with what was freed");
    assert!(bases[QUARANTINE..].iter().all(|&base| memory.find(base).is_some()));
    assert!(memory.find(bases[0]).is_none());
    // What is forgotten in one state is not in another.
    let mut other = memory.snapshot();
    let more: Vec<u64> = (0..64).map(|_| allocate(&mut other, &mut slots, 4, 8)).collect();
    more.iter().for_each(|&base| other.free(base, site(1)));
    assert!(other.find(bases[QUARANTINE]).is_none() && memory.find(bases[QUARANTINE]).is_some());
}

#[test]
fn objects_of_unknown_size_are_left_to_the_caller() {
    let (mut pool, mut memory, mut slots) = (ExprPool::new(), Memory::new(), Slots::new());
    let size = Value::Term(pool.symbol("n", 64, SymbolClass::Input));
    let identity = memory.next_identity(site(1), CallPath::default());
    let base = slots.place(&identity, 64, 1).expect("small");
    memory.insert(Object::new(base, size, 64, heap(1)).with_contents(Contents::of_bytes(&[1; 64])));
    assert_eq!((memory.load_word(base, 4), memory.store_word(base, 4, 0)), (None, false));
    let object = memory.find_mut(base + 80).expect("the address is behind the object, in its slot");
    object.contents.write(&pool, 0, 4, Value::Word(5));
    assert_eq!(memory.find(base).map(|object| object.contents.read(&mut pool, 0, 4)), Some(Value::Word(5)));
}

#[test]
fn a_local_variable_returns_to_its_place() {
    let (mut memory, mut slots) = (Memory::new(), Slots::new());
    let identity = Identity { site: site(1), path: CallPath::default().through(site(2)), count: 0 };
    let mut call = |memory: &mut Memory| {
        let base = memory.place_local(&mut slots, identity, 8, 8).expect("small");
        let origin = Origin { kind: OriginKind::Stack, site: site(1), name: None };
        memory.insert(Object::new(base, Value::Word(8), 8, origin));
        base
    };
    let first = call(&mut memory);
    let inner = call(&mut memory);
    assert!(first != inner, "the first is still live");
    memory.free(inner, site(3));
    memory.free(first, site(3));
    assert_eq!(memory.find(first).map(Object::life), Some(Life::Freed(site(3))));
    for _ in 0..2 * QUARANTINE {
        assert_eq!(call(&mut memory), first);
        assert_eq!(memory.load_word(first, 8), None, "nothing is left of the last call");
        assert!(memory.store_word(first, 8, 1));
        memory.free(first, site(3));
    }
    // The quarantine forgets graves of the place while it is in use again.
    assert_eq!(call(&mut memory), first);
    for _ in 0..2 * QUARANTINE {
        let other = call(&mut memory);
        memory.free(other, site(3));
    }
    assert!(memory.find(first).is_some_and(Object::is_live));
    assert_eq!(slots.len(), 2);
}

#[test]
fn a_join_sees_what_differs_and_nothing_else() {
    let (mut memory, mut slots) = (Memory::new(), Slots::new());
    let bases: Vec<u64> = (0..200).map(|_| allocate(&mut memory, &mut slots, 1, 8)).collect();
    let mut other = memory.snapshot();
    assert!(memory.differences(&mut other).is_empty());
    assert!(memory.store_word(bases[3], 8, 1) && other.store_word(bases[5], 8, 1));
    other.free(bases[7], site(1));
    memory.remove(bases[9]);
    let new = allocate(&mut memory, &mut slots, 2, 8);
    let mut expected = [bases[3], bases[5], bases[7], bases[9], new];
    expected.sort_unstable();
    assert_eq!(memory.differences(&mut other), expected);
    assert_eq!(other.differences(&mut memory), expected);
}

#[test]
fn a_local_dies_and_lives_again_with_its_scope() {
    let (mut memory, mut slots) = (Memory::new(), Slots::new());
    let identity = Identity { site: site(1), path: CallPath::default(), count: 0 };
    let place = |memory: &Memory, slots: &mut Slots| memory.place_local(slots, identity, 8, 8).expect("small");
    let base = place(&memory, &mut slots);
    let origin = Origin { kind: OriginKind::Stack, site: site(1), name: None };
    memory.insert(Object::new(base, Value::Word(8), 8, origin));
    for life in 1..4 {
        memory.leave_scope(base);
        assert_eq!(memory.find(base).map(Object::life), Some(Life::OutOfScope));
        assert_eq!((memory.load_word(base, 8), memory.store_word(base, 8, 1)), (None, false));
        assert!(place(&memory, &mut slots) != base, "its place is taken as long as its function runs");
        memory.enter_scope(base);
        assert_eq!(memory.load_word(base, 8), None);
        assert!(memory.store_word(base, 8, life));
        assert_eq!(memory.snapshot().load_word(base, 8), Some(life));
    }
    memory.leave_scope(base);
    memory.free(base, site(3));
    assert_eq!(memory.find(base).map(Object::life), Some(Life::Freed(site(3))));
    memory.enter_scope(base);
    assert!(memory.find(base).is_some_and(Object::is_freed), "a function that has returned has no scopes");
    assert_eq!(place(&memory, &mut slots), base, "the next call begins another life there");
}

#[test]
fn objects_of_32_bits_lie_64_kib_apart_as_long_as_there_is_room() {
    let mut slots = Slots::of(AddressSpace::Narrow);
    let mut placed = Vec::new();
    for count in 0..16_000 {
        let identity = Identity { site: Site { function: 1, instruction: 2 }, path: CallPath::default(), count };
        let base = slots.place(&identity, 40, 16).expect("there is room");
        assert!(base.is_multiple_of(16) && base < 1 << 32);
        assert_eq!(slots.place(&identity, 40, 16), Ok(base), "the same at every call");
        placed.push(base);
    }
    let is_close = |base: &u64| AddressSpace::Narrow.is_close(*base);
    let mut apart: Vec<u64> = placed.iter().copied().filter(|base| !is_close(base)).collect();
    apart.sort_unstable();
    assert!(apart.len() > 14_000 && placed.iter().any(is_close), "the last ones lie closer");
    assert!(apart.windows(2).all(|pair| pair[1] - pair[0] >= 40 + 2 * (1 << 16)));
    placed.sort_unstable();
    assert!(placed.windows(2).all(|pair| pair[1] - pair[0] >= 40), "none overlap");
    let identity = Identity { site: Site { function: 1, instruction: 3 }, path: CallPath::default(), count: 0 };
    assert!(slots.place(&identity, 200 << 20, 4096).is_ok_and(|base| base.is_multiple_of(4096)));
    assert!(matches!(slots.place(&identity, 300 << 20, 16), Err(PlaceError::TooLarge { .. })));
}

/// Known pointers, choices between pointers and data; what is shared or equal is not told.
#[test]
fn words_in_which_memories_differ_are_told_as_pointers_or_bytes() {
    let (mut pool, mut one, mut slots) = (ExprPool::new(), Memory::new(), Slots::new());
    let [a, b, c] = [1, 2, 3].map(|instruction| allocate(&mut one, &mut slots, instruction, 64));
    assert!(one.store_word(a, 8, b) && one.store_word(a + 8, 8, 5) && one.store_word(b, 8, 1));
    let mut other = one.snapshot();
    assert_eq!(one.differing(&mut other, &pool), []);
    // A pointer that leads elsewhere, two bytes of a number, null for a pointer in the middle of an object.
    assert!(other.store_word(a, 8, c + 3) && other.store_word(a + 8, 8, 5 + 0x0100_0001) && other.store_word(b, 8, 1));
    let choice = {
        let condition = pool.symbol("x", 1, SymbolClass::Input);
        let [b, c] = [b, c].map(|base| pool.bv(64, base));
        pool.ite(condition, b, c)
    };
    assert!(one.store_word(c + 16, 8, 0) && other.store_word(c + 16, 8, 0));
    other.find_mut(c).expect("it is there").contents.write(&pool, 16, 8, Value::Term(choice));
    let pointer = |address| Differing { address, bytes: 8, pointer: true };
    let byte = |address| Differing { address, bytes: 1, pointer: false };
    let mut expected = vec![pointer(a), byte(a + 8), byte(a + 11), pointer(c + 16)];
    expected.sort_unstable();
    let mut found = one.differing(&mut other, &pool);
    found.sort_unstable();
    assert_eq!(found, expected);
}
