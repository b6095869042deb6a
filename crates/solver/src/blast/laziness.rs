//! Where circuits end and lemmas on demand begin.

/// Limits between what is encoded at once and what is encoded when a model asks for it. Answers do not depend on them.
#[derive(Clone, Copy, Debug)]
pub struct Laziness {
    /// An index of at most this many unknown bits is a choice among cells.
    pub choice_bits: u32,
    /// Lists of at most this many writes are compared in the circuit.
    pub eager_writes: u32,
    /// Floating-point operations on numbers of at least this precision begin as unknown words.
    pub postponed_precision: u32,
}

/// A choice among 16 bytes takes 120 gates, each of which every search carries along; lemmas cost only where cells meet, and from
/// 16 cells on they are ahead in all streams. 64 writes take 64 comparisons per read. Where postponing begins was not measured;
/// the circuits of half precision and below are small.
impl Default for Laziness {
    fn default() -> Self {
        Laziness { choice_bits: 4, eager_writes: 64, postponed_precision: 12 }
    }
}
