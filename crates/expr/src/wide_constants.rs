//! The limbs of constants above 64 bits, each value once, in one buffer.

use core::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Interned limb sequences. The owner knows the length of each from its width.
#[derive(Clone, Debug, Default)]
pub(crate) struct WideConstants {
    limbs: Vec<u64>,
    /// Start and length of each sequence, kept in the table itself: an id is a start.
    table: HashTable<(u32, u32)>,
}

impl WideConstants {
    /// The id of `limbs`, which are added if they are new. A known sequence allocates nothing.
    pub(crate) fn intern(&mut self, limbs: &[u64]) -> u32 {
        let hash = FxBuildHasher.hash_one(limbs);
        let same = |&(start, len): &(u32, u32)| self.get(start, len as usize) == limbs;
        if let Some(&(start, _)) = self.table.find(hash, same) {
            return start;
        }
        let start = u32::try_from(self.limbs.len()).expect("more than 32 GiB of wide constants");
        self.limbs.extend_from_slice(limbs);
        let all = &self.limbs;
        let rehash = |&(start, len): &(u32, u32)| FxBuildHasher.hash_one(&all[start as usize..][..len as usize]);
        self.table.insert_unique(hash, (start, limbs.len() as u32), rehash);
        start
    }
    /// The `len` limbs of the sequence `id`.
    pub(crate) fn get(&self, id: u32, len: usize) -> &[u64] {
        &self.limbs[id as usize..][..len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sequences_share_an_id() {
        let mut wide = WideConstants::default();
        let ids: Vec<_> = (0..500).map(|i| wide.intern(&[i, 1, i])).collect();
        assert!((0..500).all(|i| wide.intern(&[i, 1, i]) == ids[i as usize]));
        assert_ne!(wide.intern(&[0, 1]), ids[0]);
        assert_eq!(wide.get(ids[7], 3), [7, 1, 7]);
    }
}
