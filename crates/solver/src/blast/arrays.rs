//! Reads: a choice among cells where the index can be few things, an unknown word with lemmas on demand where it can be many.
//!
//! A write is seen by comparing indexes, newest first. Up to some number of writes ([`Laziness`](super::Laziness)) are compared in the circuit itself;
//! below a longer list the read is an unknown word, and a model that gets it wrong is answered with the one
//! lemma it breaks (Brummayer and Biere, "Lemmas on demand for the extensional theory of arrays", 2009; extensionality
//! is absent because array terms are never compared). Without that bound, n writes and n reads would cost n² circuits.

use braid_expr::{ArrayId, ArrayKind, ExprId, ExprPool, Node, Table, UpdateId};
use rustc_hash::FxHashMap;

use crate::sat::{Lit, Sat};
use crate::stats::Stats;
use crate::verdict::Reason;

use super::adder::Bits;
use super::context::{BaseRead, Context, Lookup, Origin};

/// A read below a long list of writes.
#[derive(Clone, Copy)]
pub(super) struct Overwritten {
    updates: UpdateId,
    index: ExprId,
    /// The leaf that stands for what is read.
    leaf: u32,
    /// Where the bits of the read without the writes start.
    base: u32,
}

/// Units of work, for whoever counts it, that a look at a store and a lemma take.
const UNITS_OF_STORE: u32 = 8;
const UNITS_OF_LEMMA: u32 = 256;

impl Context {
    /// Encodes a read whose index, and whose list's indexes and elements, are encoded.
    pub(super) fn encode_read(
        &mut self,
        pool: &ExprPool,
        term: ExprId,
        updates: UpdateId,
        index: ExprId,
    ) -> Result<u32, Reason> {
        let array = pool.updated_array(updates);
        if pool.update_count(updates) > self.limits.eager_writes {
            return self.read_overwritten(pool, term, array, updates, index);
        }
        let (writes, needs_base) = self.visible_writes(pool, updates, index);
        let mut leaves: Box<[u32]> = Box::default();
        let width = pool.width(term);
        let mut word = vec![Lit::FALSE; width as usize];
        if needs_base {
            let start = self.base_read(pool, term, array, index)?;
            leaves = self.base_reads[&(array, index)].leaves.clone();
            if writes.is_empty() {
                self.read_leaves.insert(term, leaves);
                return Ok(start);
            }
            word = self.slice(start, width).to_vec();
        }
        for (hit, element) in writes.into_iter().rev() {
            let element = self.word(pool, element).to_vec();
            word = self.choose_word(hit, &element, &word);
        }
        self.read_leaves.insert(term, leaves);
        Ok(self.push_bits(&word))
    }

    /// The writes that a read may see, newest first, each with the literal "its index is ours"; and whether it may see
    /// through them all.
    fn visible_writes(&mut self, pool: &ExprPool, updates: UpdateId, index: ExprId) -> (Vec<(Lit, ExprId)>, bool) {
        let mut writes = Vec::new();
        let mut at = updates;
        while let Node::Store(below, place, element) = pool.update(at) {
            let hit = self.same_word(pool, index, place);
            if hit != Lit::FALSE {
                writes.push((hit, element));
            }
            if hit == Lit::TRUE {
                return (writes, false);
            }
            at = below;
        }
        (writes, true)
    }

    fn same_word(&mut self, pool: &ExprPool, a: ExprId, b: ExprId) -> Lit {
        let (a, b) = (self.word(pool, a).to_vec(), self.word(pool, b).to_vec());
        self.gates.eq(&a, &b)
    }

    /// Encodes a read of the array as it is without writes; notes its leaves.
    fn base_read(&mut self, pool: &ExprPool, term: ExprId, array: ArrayId, index: ExprId) -> Result<u32, Reason> {
        if let Some(read) = self.base_reads.get(&(array, index)) {
            return Ok(read.start);
        }
        let index_bits = self.word(pool, index).to_vec();
        let (start, leaves) = match &pool.array_data(array).kind {
            ArrayKind::Constant(table) => {
                Self::affordable(term, table.len() as u64 * u64::from(pool.width(term)))?;
                let word = self.read_table(table, &index_bits, pool.width(term));
                (self.push_bits(&word), Vec::new())
            }
            ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised => {
                if free_bits(&index_bits).count() as u32 <= self.limits.choice_bits {
                    self.choice_among_cells(pool, array, &index_bits)
                } else {
                    self.lookup(pool, array, index)
                }
            }
        };
        self.base_reads.insert((array, index), BaseRead { start, leaves: leaves.into_boxed_slice() });
        Ok(start)
    }

    /// An element of a known table: a choice by the low bits, the default if a higher bit is set.
    fn read_table(&mut self, table: &Table, index: &[Lit], width: u32) -> Bits {
        let constant = |value: u64| -> Bits { (0..width).map(|at| Lit::constant(value >> at & 1 == 1)).collect() };
        let low = index.len().min(super::narrow::bits_for(table.len().saturating_sub(1) as u64) as usize);
        let words = possible_values(&index[..low]).map(|at| constant(table.get(at))).collect();
        let chosen = self.choose_by(&index[..low], words);
        let outside = self.gates.any(&index[low..]);
        self.choose_word(outside, &constant(table.default_element()), &chosen)
    }

    fn choice_among_cells(&mut self, pool: &ExprPool, array: ArrayId, index: &[Lit]) -> (u32, Vec<u32>) {
        let leaves: Vec<u32> = possible_values(index).map(|at| self.cell(pool, array, at)).collect();
        if let [only] = leaves[..] {
            return (self.leaves[only as usize].start, leaves);
        }
        let words = leaves.iter().map(|&leaf| self.leaf_bits(leaf).to_vec()).collect();
        let word = self.choose_by(index, words);
        (self.push_bits(&word), leaves)
    }

    /// The word that `index` selects among those of its possible values, in order.
    fn choose_by(&mut self, index: &[Lit], mut words: Vec<Bits>) -> Bits {
        for bit in free_bits(index).map(|at| index[at]) {
            words = words.chunks_exact(2).map(|pair| self.choose_word(bit, &pair[1], &pair[0])).collect();
        }
        words.swap_remove(0)
    }

    fn lookup(&mut self, pool: &ExprPool, array: ArrayId, index: ExprId) -> (u32, Vec<u32>) {
        let width = pool.array_data(array).element_width;
        let leaf = self.new_leaf(Origin::Lookup(self.lookups.len() as u32), width, width);
        self.lookups.push(Lookup { array, index: self.words[&index], index_width: pool.width(index), leaf });
        (self.leaves[leaf as usize].start, vec![leaf])
    }

    fn read_overwritten(
        &mut self,
        pool: &ExprPool,
        term: ExprId,
        array: ArrayId,
        updates: UpdateId,
        index: ExprId,
    ) -> Result<u32, Reason> {
        let base = self.base_read(pool, term, array, index)?;
        let width = pool.width(term);
        let leaf = self.new_leaf(Origin::Overwritten(self.overwritten.len() as u32), width, width);
        self.overwritten.push(Overwritten { updates, index, leaf, base });
        let mut leaves = self.base_reads[&(array, index)].leaves.to_vec();
        leaves.push(leaf);
        self.read_leaves.insert(term, leaves.into_boxed_slice());
        Ok(self.leaves[leaf as usize].start)
    }

    /// Adds the lemmas that the SAT solver's model breaks among the reads of the leaves given; tells whether there were any. If the
    /// interrupt comes, some may be missing.
    pub(super) fn refine(&mut self, pool: &ExprPool, stats: &mut Stats, leaves: &[u32]) -> bool {
        let congruence = self.broken_congruences(leaves);
        let writes = self.broken_writes(pool, leaves);
        let any = !congruence.is_empty() || !writes.is_empty();
        stats.congruence_lemmas += congruence.len() as u64;
        stats.write_lemmas += writes.len() as u64;
        for (lookup, other) in congruence {
            self.agree(lookup, other);
        }
        for (at, hit) in writes {
            if pool.interrupt().spend(UNITS_OF_LEMMA) {
                break;
            }
            self.see_write(pool, at, hit);
        }
        any
    }

    /// Lookups that read another element than a cell or an earlier lookup has at the same index.
    fn broken_congruences(&self, leaves: &[u32]) -> Vec<(Lookup, Other)> {
        let mut broken = Vec::new();
        let mut known: FxHashMap<(ArrayId, u64), (u64, Other)> = FxHashMap::default();
        let lookups = leaves.iter().filter_map(|&leaf| match self.leaves[leaf as usize].origin {
            Origin::Lookup(at) => Some(self.lookups[at as usize]),
            _ => None,
        });
        for lookup in lookups {
            let index = self.number(lookup.index, lookup.index_width);
            let element = self.leaf_number(lookup.leaf);
            let cell = self.cells.get(&(lookup.array, index)).filter(|&&cell| self.is_asked(cell));
            let other = match cell {
                Some(&cell) => (self.leaf_number(cell), Other::Cell { leaf: cell, index }),
                None => *known.entry((lookup.array, index)).or_insert((element, Other::Lookup(lookup))),
            };
            if other.0 != element {
                broken.push((lookup, other.1));
            }
        }
        broken
    }

    /// Reads below writes that are not what the newest write at their index (`Some`) or the array itself says.
    fn broken_writes(&self, pool: &ExprPool, leaves: &[u32]) -> Vec<(Overwritten, Option<UpdateId>)> {
        let reads = leaves.iter().filter_map(|&leaf| match self.leaves[leaf as usize].origin {
            Origin::Overwritten(at) => Some(self.overwritten[at as usize]),
            _ => None,
        });
        let judge = |read: Overwritten| {
            let (index, width) = (self.words[&read.index], pool.width(read.index));
            let index = self.number(index, width);
            let mut at = read.updates;
            while let Node::Store(below, place, element) = pool.update(at) {
                if pool.interrupt().spend(UNITS_OF_STORE) {
                    return None;
                }
                if self.number(self.words[&place], width) == index {
                    let written = self.number(self.words[&element], pool.width(element));
                    return (written != self.leaf_number(read.leaf)).then_some((read, Some(at)));
                }
                at = below;
            }
            let element_width = self.leaves[read.leaf as usize].width;
            let unwritten = self.number(read.base, element_width);
            (unwritten != self.leaf_number(read.leaf)).then_some((read, None))
        };
        reads.filter_map(judge).collect()
    }

    /// Demands that equal indexes read equal elements.
    fn agree(&mut self, lookup: Lookup, other: Other) {
        let index = self.slice(lookup.index, lookup.index_width).to_vec();
        let (other_index, other_leaf) = match other {
            Other::Cell { leaf, index: at } => {
                ((0..lookup.index_width).map(|bit| Lit::constant(at >> bit & 1 == 1)).collect(), leaf)
            }
            Other::Lookup(other) => (self.slice(other.index, other.index_width).to_vec(), other.leaf),
        };
        let same = self.gates.eq(&index, &other_index);
        let (a, b) = (self.leaf_bits(lookup.leaf).to_vec(), self.leaf_bits(other_leaf).to_vec());
        self.equal_unless(&[!same], &a, &b);
    }

    /// Demands that a read sees the write `hit`, or no write if there is none, when all newer ones are elsewhere.
    fn see_write(&mut self, pool: &ExprPool, read: Overwritten, hit: Option<UpdateId>) {
        let mut unless = Vec::new();
        let mut at = read.updates;
        let mut seen = self.slice(read.base, self.leaves[read.leaf as usize].width).to_vec();
        while let Node::Store(below, place, element) = pool.update(at) {
            let same = self.same_word(pool, read.index, place);
            if Some(at) == hit {
                unless.push(!same);
                seen = self.word(pool, element).to_vec();
                break;
            }
            unless.push(same);
            at = below;
        }
        let word = self.leaf_bits(read.leaf).to_vec();
        self.equal_unless(&unless, &word, &seen);
    }

    /// Demands that two words are equal unless one of some literals holds.
    pub(super) fn equal_unless(&mut self, unless: &[Lit], a: &[Lit], b: &[Lit]) {
        for (&x, &y) in a.iter().zip(b) {
            for (x, y) in [(x, !y), (!x, y)] {
                let mut clause = unless.to_vec();
                clause.extend([x, y]);
                self.gates.sat.add_clause(&clause);
            }
        }
    }
}

/// What a lookup has to agree with.
#[derive(Clone, Copy)]
enum Other {
    Cell { leaf: u32, index: u64 },
    Lookup(Lookup),
}

/// Where a word has bits that are not constant, lowest first.
fn free_bits(word: &[Lit]) -> impl Iterator<Item = usize> + '_ {
    word.iter().enumerate().filter(|(_, lit)| lit.as_constant().is_none()).map(|(at, _)| at)
}

/// All numbers a word of few unknown bits can be, in an order that counts its unknown bits up.
fn possible_values(word: &[Lit]) -> impl Iterator<Item = u64> + use<> {
    let fixed: u64 = word.iter().enumerate().map(|(at, &lit)| u64::from(lit == Lit::TRUE) << at).sum();
    let free: Vec<usize> = free_bits(word).collect();
    (0..1_u64 << free.len())
        .map(move |choice| free.iter().enumerate().fold(fixed, |value, (bit, &at)| value | (choice >> bit & 1) << at))
}
