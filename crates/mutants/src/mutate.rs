//! Damages bytes in the ways files get damaged, and in the ways that hurt readers: lengths and counts that lie, parts
//! that stand twice or not at all, parts of another file.

use braid_testing::Random;

/// Bitcode is a row of 32-bit words: blocks begin at one and say their length in one.
const WORD: usize = 4;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $function:ident,)*) => {
        /// A way of damaging a file.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Kind { $($(#[$doc])* $name,)* }
        impl Kind {
            /// Every one of them.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];
            fn apply(self, bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
                match self { $(Kind::$name => $function(bytes, other, random),)* }
            }
        }
    };
}

kinds! {
    /// A few bits are the other way round.
    FlipBits = flip_bits,
    /// A run of bytes is something else.
    OverwriteBytes = overwrite_bytes,
    /// The end is missing.
    Truncate = truncate,
    /// A run of bytes comes from another file.
    Splice = splice,
    /// A word, such as the length of a block, is far too large.
    Inflate = inflate,
    /// Words stand twice.
    DuplicateWords = duplicate_words,
    /// Words are missing.
    RemoveWords = remove_words,
    /// Two words changed places.
    SwapWords = swap_words,
}

/// A damaged file.
#[derive(Debug)]
pub struct Mutant {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What was done, in order.
    pub kinds: Vec<Kind>,
    /// The file it was made from, by its number.
    pub parent: usize,
}

/// The mutant with this number. Each is damaged once, some up to three times.
pub fn mutate(corpus: &[Vec<u8>], seed: u64) -> Mutant {
    let mut random = Random::new(seed);
    let parent = random.index(corpus.len());
    let mut bytes = corpus[parent].clone();
    let rounds = [1, 1, 1, 2, 3][random.index(5)];
    let mut kinds = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let kind = random.pick(Kind::ALL);
        let other = &corpus[random.index(corpus.len())];
        kind.apply(&mut bytes, other, &mut random);
        kinds.push(kind);
    }
    Mutant { bytes, kinds, parent }
}

fn flip_bits(bytes: &mut [u8], _: &[u8], random: &mut Random) {
    for _ in 0..=random.index(4) {
        let at = random.index(bytes.len() * 8);
        if let Some(byte) = bytes.get_mut(at / 8) {
            *byte ^= 1 << (at % 8);
        }
    }
}

fn overwrite_bytes(bytes: &mut [u8], _: &[u8], random: &mut Random) {
    let start = random.index(bytes.len());
    let len = 1 + random.index(8);
    for byte in bytes.iter_mut().skip(start).take(len) {
        *byte = random.pick(&[0, 1, 0x7f, 0x80, 0xff, random.clone().word() as u8]);
        random.word();
    }
}

fn truncate(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let len = random.index(bytes.len());
    bytes.truncate(len);
}

fn splice(bytes: &mut [u8], other: &[u8], random: &mut Random) {
    let (from, to) = (random.index(other.len()), random.index(bytes.len()));
    // Half of the time at word boundaries, where a whole block may come over.
    let align = if random.index(2) == 0 { WORD } else { 1 };
    let (from, to) = (from / align * align, to / align * align);
    let len = 1 + random.index(256);
    for (byte, new) in bytes.iter_mut().skip(to).zip(other.iter().skip(from)).take(len) {
        *byte = *new;
    }
}

fn inflate(bytes: &mut [u8], _: &[u8], random: &mut Random) {
    let at = random.index(bytes.len() / WORD) * WORD;
    let Some(word) = bytes.get_mut(at..at + WORD) else { return };
    let old = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
    let new = [u32::MAX, 0x7fff_ffff, 0x1000_0000, old.wrapping_mul(2), old.wrapping_add(1), old | 0x00ff_0000];
    word.copy_from_slice(&random.pick(&new).to_le_bytes());
}

fn duplicate_words(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let run = words(bytes, random);
    let copy = bytes[run.clone()].to_vec();
    bytes.splice(run.end..run.end, copy);
}

fn remove_words(bytes: &mut Vec<u8>, _: &[u8], random: &mut Random) {
    let run = words(bytes, random);
    bytes.drain(run);
}

fn swap_words(bytes: &mut [u8], _: &[u8], random: &mut Random) {
    let [a, b] = [0; 2].map(|_| random.index(bytes.len() / WORD) * WORD);
    if a.max(b) + WORD <= bytes.len() {
        (0..WORD).for_each(|at| bytes.swap(a + at, b + at));
    }
}

/// A short run of words.
fn words(bytes: &[u8], random: &mut Random) -> core::ops::Range<usize> {
    let count = bytes.len() / WORD;
    let start = random.index(count);
    let end = (start + 1 + random.index(16)).min(count);
    start.min(end) * WORD..end * WORD
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Vec<Vec<u8>> {
        (0..3u8).map(|i| (0..200).map(|at: u8| at.wrapping_mul(7).wrapping_add(i)).collect()).collect()
    }

    #[test]
    fn a_number_names_one_mutant() {
        for seed in 0..100 {
            assert_eq!(mutate(&corpus(), seed).bytes, mutate(&corpus(), seed).bytes);
        }
    }

    #[test]
    fn nearly_every_mutant_is_damaged_and_every_kind_occurs() {
        let corpus = corpus();
        let mutants: Vec<Mutant> = (0..1000).map(|seed| mutate(&corpus, seed)).collect();
        let damaged = mutants.iter().filter(|mutant| mutant.bytes != corpus[mutant.parent]).count();
        assert!(damaged > 950, "{damaged}");
        for kind in Kind::ALL {
            assert!(mutants.iter().any(|mutant| mutant.kinds == [*kind]), "{kind:?}");
        }
    }

    #[test]
    fn the_smallest_files_can_be_damaged_too() {
        for len in 0..9 {
            let corpus = vec![vec![0x42; len]];
            (0..500).for_each(|seed| drop(mutate(&corpus, seed)));
        }
    }
}
