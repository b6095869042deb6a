//! Large vectors grow by an eighth instead of to twice their size: the memory limit of a run is exceeded by no more than that before
//! somebody can ask for it. Reallocating a large block moves pages, not bytes, on the systems that matter.

/// Shorter vectors grow as they always do.
const LARGE: usize = 1 << 16;

/// Makes room for some more elements.
#[inline]
pub(crate) fn make_room<T>(vector: &mut Vec<T>, more: usize) {
    if vector.capacity() - vector.len() < more && vector.len() >= LARGE {
        vector.reserve_exact((vector.len() / 8).max(more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_vector_grows_by_an_eighth() {
        let mut vector = Vec::new();
        for at in 0..LARGE * 3 {
            make_room(&mut vector, 1);
            vector.push(at as u8);
        }
        assert!(vector.capacity() <= LARGE * 3 * 9 / 8 + 1, "{}", vector.capacity());
    }
}
