//! A growing table in fixed segments.
//!
//! A `Vec` copies itself when it grows, so that at the worst moment it holds its contents one and a half to three
//! times. The pool's node table is by far the largest thing in memory, so it grows by segments that never move.

/// Entries per segment as a power of two: 16,384 nodes are 384 KiB, small beside a pool that has more than one segment.
const SEGMENT_BITS: u32 = 14;
const SEGMENT_LEN: usize = 1 << SEGMENT_BITS;

/// A table of `T` that grows without moving what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Segments<T> {
    segments: Vec<Vec<T>>,
    len: usize,
}

impl<T> Segments<T> {
    pub(crate) const fn new() -> Self {
        Segments { segments: Vec::new(), len: 0 }
    }
    pub(crate) fn len(&self) -> usize {
        self.len
    }
    /// Adds `value` at the end. The first segment grows as a `Vec` does, so that a small pool stays small.
    pub(crate) fn push(&mut self, value: T) {
        let at = self.len >> SEGMENT_BITS;
        if at == self.segments.len() {
            self.segments.push(if at == 0 { Vec::new() } else { Vec::with_capacity(SEGMENT_LEN) });
        }
        self.segments[at].push(value);
        self.len += 1;
    }
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        let index = index as usize;
        &self.segments[index >> SEGMENT_BITS][index & (SEGMENT_LEN - 1)]
    }
    /// How many entries fit before the next allocation.
    pub(crate) fn room(&self) -> usize {
        self.segments.last().map_or(0, |last| last.capacity() - last.len())
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
