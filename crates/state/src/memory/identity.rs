//! Who an allocation is, and the address that follows from it.
//!
//! An allocation is named by its site, the call path that led there and how many of the same came before. Its address is
//! a hash of that name, never of the order of exploration: two states that allocated the same things hold them at the
//! same addresses, which is what lets their heaps be joined. Two names whose hashes fall into one slot are told apart by
//! the engine-wide table [`Slots`], which gives the later one the next free slot; only there the order of exploration
//! shows, at about n²/2^(57-class) of n allocations of a class.

use core::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::address::{self, SlotKey};
use super::address_space::AddressSpace;
use super::narrow::{AREAS, Area};

/// A place in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Site {
    /// Number of the function.
    pub function: u32,
    /// Number of the instruction in it.
    pub instruction: u32,
}

/// A hash of the call sites on the stack, outermost first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CallPath(pub u64);

impl CallPath {
    /// The path that goes on through a call at `site`.
    #[must_use]
    pub fn through(self, site: Site) -> CallPath {
        CallPath(mix(self.0 ^ mix((u64::from(site.function) << 32 | u64::from(site.instruction)).wrapping_add(GOLDEN))))
    }
}

/// The name of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Identity {
    /// What allocates.
    pub site: Site,
    /// How execution came there.
    pub path: CallPath,
    /// How many of the same site and path came before.
    pub count: u32,
}

impl Identity {
    /// What all allocations of this site and path have in common: the key of the count.
    pub fn family(site: Site, path: CallPath) -> u64 {
        path.through(site).0
    }
    fn hash(&self) -> u64 {
        mix(Self::family(self.site, self.path) ^ mix(u64::from(self.count).wrapping_add(GOLDEN)))
    }
    /// A second hash, independent of the first, to tell identities of one slot apart.
    fn check(&self) -> u64 {
        let mut hasher = FxHasher::default();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }
}

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of `z`.
fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Why an allocation has no address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceError {
    /// The object is larger than the largest that an address space has room for.
    TooLarge {
        /// How many bytes were asked for.
        capacity: u64,
        /// How many there can be.
        most: u64,
    },
    /// All slots of the class are taken.
    Full {
        /// The class.
        class: u32,
    },
    /// No addresses of 32 bits are left.
    NarrowFull,
}

impl core::fmt::Display for PlaceError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            PlaceError::TooLarge { capacity, most } => {
                write!(f, "an object of {capacity} bytes is larger than the {most} that are modelled")
            }
            PlaceError::Full { class } => {
                write!(f, "all {} slots of 2^{class} bytes are taken", address::slots_in(*class))
            }
            PlaceError::NarrowFull => f.write_str("all addresses of 32 bits are taken"),
        }
    }
}

impl core::error::Error for PlaceError {}

/// Who has which slot, in all states of an engine. Nothing is ever taken out: an address is never reused.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// The second hash of the identity that has the slot.
    owners: FxHashMap<SlotKey, u64>,
    probes: u64,
    addresses: AddressSpace,
    /// In a space of 32 bits: where each identity is, with the size of its slots, and how many slots of each area are taken.
    placed: FxHashMap<(u64, u64), u64>,
    taken: [u64; AREAS.len()],
}

impl Slots {
    /// No slot is taken.
    pub fn new() -> Self {
        Self::default()
    }
    /// No slot of such a space is taken.
    pub fn of(addresses: AddressSpace) -> Self {
        Slots { addresses, ..Self::default() }
    }
    /// What addresses look like.
    pub fn addresses(&self) -> AddressSpace {
        self.addresses
    }
    /// Where the object of this identity begins, with room for `capacity` bytes: the same at every call.
    pub fn place(&mut self, identity: &Identity, capacity: u64, align: u64) -> Result<u64, PlaceError> {
        match self.addresses {
            AddressSpace::Wide => self.place_wide(identity, capacity, align),
            AddressSpace::Narrow => self.place_narrow(identity, capacity, align),
        }
    }
    fn place_wide(&mut self, identity: &Identity, capacity: u64, align: u64) -> Result<u64, PlaceError> {
        let most = address::MAX_CAPACITY;
        let class = address::class_for(capacity, align).ok_or(PlaceError::TooLarge { capacity, most })?;
        let (slots, check) = (address::slots_in(class), identity.check());
        let step = address::aligned_step(class, align);
        let home = mix(identity.hash() ^ u64::from(class)) % slots / step * step;
        for at in 0..slots / step {
            let base = address::base_in(class, (home + at * step) % slots);
            let owner = *self.owners.entry(address::slot_of(base)).or_insert(check);
            if owner == check {
                return Ok(base);
            }
            self.probes += 1;
        }
        Err(PlaceError::Full { class })
    }
    /// In the first area whose slots are large enough; if all of them are taken, small objects lie close together, and others in larger
    /// slots.
    fn place_narrow(&mut self, identity: &Identity, capacity: u64, align: u64) -> Result<u64, PlaceError> {
        let fitting = || AREAS.iter().enumerate().filter(|(_, area)| area.fits(capacity, align));
        let Some((_, first)) = fitting().next() else {
            return Err(PlaceError::TooLarge { capacity, most: self.addresses.max_capacity() });
        };
        let key = (identity.check(), first.slots());
        if let Some(&base) = self.placed.get(&key) {
            return Ok(base);
        }
        let last = AREAS.len() - 1;
        let close = fitting().filter(|(number, _)| *number == last);
        let larger = fitting().skip(1).filter(|(number, _)| *number != last);
        for (number, area) in fitting().take(1).chain(close).chain(larger) {
            if let Some(base) = self.free_slot(identity, number, area, align) {
                self.placed.insert(key, base);
                return Ok(base);
            }
        }
        Err(PlaceError::NarrowFull)
    }
    /// Takes a slot of an area, the nearest to where the identity belongs.
    fn free_slot(&mut self, identity: &Identity, number: usize, area: &Area, align: u64) -> Option<u64> {
        let (slots, step) = (area.slots(), area.aligned_step(align));
        if self.taken[number] >= slots {
            return None;
        }
        let aligned = (slots / step).max(1);
        let home = mix(identity.hash() ^ slots) % aligned;
        for at in 0..aligned {
            let base = area.base_in((home + at) % aligned * step);
            if base.is_multiple_of(align) && !self.owners.contains_key(&address::slot_of(base)) {
                self.owners.insert(address::slot_of(base), identity.check());
                self.taken[number] += 1;
                return Some(base);
            }
            self.probes += 1;
        }
        None
    }
    /// As [`place`](Self::place) for the global variable of this number: the address of a small one can be told by its low
    /// 32 bits ([`near`](address::near)).
    pub fn place_global(
        &mut self,
        identity: &Identity,
        number: u32,
        capacity: u64,
        align: u64,
    ) -> Result<u64, PlaceError> {
        let small = capacity <= address::NEAR_CAPACITY && align <= address::NEAR_CAPACITY;
        if self.addresses == AddressSpace::Narrow || !small || u64::from(number) >= address::NEAR_COUNT {
            return self.place(identity, capacity, align);
        }
        let base = address::base_in(address::NEAR_CLASS, address::near_number(number.into()));
        self.owners.insert(address::slot_of(base), identity.check());
        Ok(base)
    }
    /// How many slots are taken.
    pub fn len(&self) -> usize {
        self.owners.len()
    }
    /// Returns true if no slot is taken.
    pub fn is_empty(&self) -> bool {
        self.owners.is_empty()
    }
    /// How often a slot that another identity has was met.
    pub fn probes(&self) -> u64 {
        self.probes
    }
}
