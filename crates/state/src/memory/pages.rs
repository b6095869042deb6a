//! The pages of an object that has more than one, in two levels, so that changing a byte of a large object copies a page,
//! a chunk of pointers to pages and the pointers to chunks, not a pointer for every kilobyte.

use std::rc::Rc;

use super::page::{PAGE, Page};

/// Pages in a chunk: the numbers of pointers of both levels are equal at 1 MiB.
const CHUNK: usize = 32;

/// Full pages, of which the last may be shorter; none for an object that has one page at most.
#[derive(Clone, Debug, Default)]
pub(super) struct Pages {
    chunks: Vec<Rc<Vec<Rc<Page>>>>,
    bytes: usize,
}

impl Pages {
    /// Pages of `bytes` bytes that were never written. They are one page until they are written: a large object that is
    /// hardly used costs little.
    pub(super) fn unwritten(bytes: usize) -> Pages {
        let page = Rc::new(Page::unwritten(PAGE));
        let chunk = Rc::new(vec![page; CHUNK]);
        let mut chunks = vec![chunk; bytes / (PAGE * CHUNK)];
        let rest = bytes % (PAGE * CHUNK);
        if rest > 0 {
            let page = Rc::new(Page::unwritten(PAGE));
            let mut last = vec![page; rest / PAGE];
            if !rest.is_multiple_of(PAGE) {
                last.push(Rc::new(Page::unwritten(rest % PAGE)));
            }
            chunks.push(Rc::new(last));
        }
        Pages { chunks, bytes }
    }
    /// How many bytes they have.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
    /// Returns true if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }
    /// The page that holds an offset.
    #[inline]
    pub(super) fn get(&self, offset: usize) -> Option<&Page> {
        Some(self.chunks.get(offset / (PAGE * CHUNK))?.get(offset / PAGE % CHUNK)?)
    }
    /// How many bytes from `offset` on certainly are those of other pages, because they are the same in memory.
    pub(super) fn shared(&self, other: &Pages, offset: usize) -> usize {
        let (Some(mine), Some(theirs)) =
            (self.chunks.get(offset / (PAGE * CHUNK)), other.chunks.get(offset / (PAGE * CHUNK)))
        else {
            return 0;
        };
        let until = |size: usize| (offset / size + 1) * size - offset;
        if Rc::ptr_eq(mine, theirs) {
            return until(PAGE * CHUNK);
        }
        let page = offset / PAGE % CHUNK;
        let same = mine.get(page).zip(theirs.get(page)).is_some_and(|(mine, theirs)| Rc::ptr_eq(mine, theirs));
        if same { until(PAGE) } else { 0 }
    }
    /// The same, to be changed, if nobody shares it.
    #[inline]
    pub(super) fn get_mut(&mut self, offset: usize) -> Option<&mut Page> {
        let chunk = Rc::get_mut(self.chunks.get_mut(offset / (PAGE * CHUNK))?)?;
        Rc::get_mut(chunk.get_mut(offset / PAGE % CHUNK)?)
    }
    /// The same, to be changed, a copy if somebody shares it.
    pub(super) fn make_mut(&mut self, offset: usize) -> &mut Page {
        let chunk = Rc::make_mut(&mut self.chunks[offset / (PAGE * CHUNK)]);
        Rc::make_mut(&mut chunk[offset / PAGE % CHUNK])
    }
    /// All of them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Page> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).map(Rc::as_ref)
    }
}
