//! A growing table in fixed segments.
//!
//! A `Vec` copies itself when it grows, so that at the worst moment it holds its contents one and a half to three
//! times. The pool's node table is by far the largest thing in memory, so it grows by segments that never move.

/// Entries per segment as a power of two: 1,024 nodes are 24 KiB, little even for a pool of a few terms.
const SEGMENT_BITS: u32 = 10;
const SEGMENT_LEN: usize = 1 << SEGMENT_BITS;

/// A table of `T` that grows without moving what it holds. A segment has a fixed length that the compiler knows, which
/// saves the second bounds check of a look-up.
#[derive(Clone, Debug)]
pub(crate) struct Segments<T> {
    segments: Vec<Box<[T; SEGMENT_LEN]>>,
    len: usize,
}

impl<T: Copy> Segments<T> {
    pub(crate) const fn new() -> Self {
        Segments { segments: Vec::new(), len: 0 }
    }
    pub(crate) fn len(&self) -> usize {
        self.len
    }
    /// Adds `value` at the end. A new segment is filled with it, which costs less than keeping track of what is filled.
    pub(crate) fn push(&mut self, value: T) {
        if self.room() == 0 {
            let segment = vec![value; SEGMENT_LEN].into_boxed_slice();
            self.segments.push(segment.try_into().ok().expect("a segment has its length"));
        } else {
            self.segments[self.len >> SEGMENT_BITS][self.len & (SEGMENT_LEN - 1)] = value;
        }
        self.len += 1;
    }
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &T {
        let index = index as usize;
        &self.segments[index >> SEGMENT_BITS][index & (SEGMENT_LEN - 1)]
    }
    /// How many entries fit before the next allocation.
    pub(crate) fn room(&self) -> usize {
        self.segments.len() * SEGMENT_LEN - self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_where_they_are_across_segments() {
        let mut table = Segments::new();
        let n = 3 * SEGMENT_LEN + 5;
        (0..n).for_each(|i| table.push(i));
        assert_eq!(table.len(), n);
        assert!((0..n).all(|i| *table.get(i as u32) == i));
        assert_eq!(table.room(), SEGMENT_LEN - 5);
    }
}
