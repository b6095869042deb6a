//! A context: the terms encoded so far, their clauses, and the SAT solver that holds them.
//!
//! Terms are encoded once and stay; a query is a set of literals to assume. Nothing that was learnt is lost between
//! queries. Every clause of a context is a definition or a consequence of the theory, so a context is satisfiable
//! whatever is assumed of its inputs.

use braid_entity::Entity;
use braid_expr::{ArrayId, ExprId, ExprPool, Model, Range, Space, SymbolId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::room::make_room;
use crate::sat::{Cdcl, Lit, Sat};
use crate::verdict::Reason;

use super::arrays::Overwritten;
use super::gates::Gates;
use super::laziness::Laziness;
use super::order::Orders;
use super::postponed::Postponed;

/// The encoded terms and their clauses.
pub(super) struct Context {
    pub(super) gates: Gates<Cdcl>,
    /// The bits of all encoded words, one after the other.
    pub(super) bits: Vec<Lit>,
    /// Where a term's bits start. Update lists have an entry too, which means nothing but "done".
    pub(super) words: FxHashMap<ExprId, u32>,
    pub(super) leaves: Vec<LeafData>,
    pub(super) symbols: FxHashMap<SymbolId, u32>,
    pub(super) cells: FxHashMap<(ArrayId, u64), u32>,
    /// The leaves that the encoding of a read rests on besides its index, or that of a postponed operation besides its operands.
    pub(super) read_leaves: FxHashMap<ExprId, Box<[u32]>>,
    /// What a read at an index of an unupdated array was encoded to, and its leaves.
    pub(super) base_reads: FxHashMap<(ArrayId, ExprId), BaseRead>,
    /// Reads of unknown cells, whose agreement is enforced on demand.
    pub(super) lookups: Vec<Lookup>,
    /// Reads below long lists of writes, likewise.
    pub(super) overwritten: Vec<Overwritten>,
    /// Comparisons of plain words.
    pub(super) orders: Orders,
    /// Floating-point operations that began as unknown words, operands before what is computed of them.
    pub(super) postponed: Vec<Postponed>,
    /// Pairs of postponed operations that were told to be monotone, the earlier one first.
    pub(super) told_orders: FxHashSet<(u32, u32)>,
    /// Symbols encoded at fewer bits than they have, by an assumption of the queries.
    pub(super) narrowed: FxHashMap<SymbolId, u32>,
    /// What is known of conjuncts.
    pub(super) conjuncts: FxHashMap<ExprId, Conjunct>,
    /// How many terms were encoded when the garbage is looked at next.
    pub(super) inspect_at: usize,
    /// How many literals were propagated when it is looked at next for that reason.
    pub(super) inspect_work: u64,
    pub(super) limits: Laziness,
    /// The number of the current query.
    pub(super) now: u32,
}

/// A free word.
#[derive(Clone, Copy)]
pub(super) struct LeafData {
    pub(super) origin: Origin,
    /// Where its bits start and how many there are.
    pub(super) start: u32,
    pub(super) width: u32,
    /// The last query that asked for it.
    pub(super) asked: u32,
}

/// What a free word stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Symbol(SymbolId),
    Cell(ArrayId, u64),
    Lookup(u32),
    Overwritten(u32),
    Operation(u32),
}

/// A read of an array at an index that may be too many things for a choice among cells.
#[derive(Clone, Copy)]
pub(super) struct Lookup {
    pub(super) array: ArrayId,
    /// Where the index bits start.
    pub(super) index: u32,
    pub(super) index_width: u32,
    /// The leaf that holds the element read.
    pub(super) leaf: u32,
}

/// A read of an array without writes.
pub(super) struct BaseRead {
    /// Where its bits start.
    pub(super) start: u32,
    /// The leaves it rests on besides its index.
    pub(super) leaves: Box<[u32]>,
}

/// A conjunct that was asked in this context.
pub(super) struct Conjunct {
    pub(super) lit: Lit,
    /// All leaves of its circuit.
    pub(super) leaves: Box<[u32]>,
    /// The last query that asked it.
    pub(super) asked: u32,
}

/// A term that would take more gates than this is refused: 2^24 gates are about 2 GB of clauses.
const MAX_TERM_GATES: u64 = 1 << 24;

impl Context {
    pub(super) fn new(limits: Laziness) -> Self {
        Context {
            limits,
            gates: Gates::new(Cdcl::new()),
            bits: Vec::new(),
            words: FxHashMap::default(),
            leaves: Vec::new(),
            symbols: FxHashMap::default(),
            cells: FxHashMap::default(),
            read_leaves: FxHashMap::default(),
            base_reads: FxHashMap::default(),
            lookups: Vec::new(),
            overwritten: Vec::new(),
            orders: Orders::default(),
            postponed: Vec::new(),
            told_orders: FxHashSet::default(),
            narrowed: FxHashMap::default(),
            conjuncts: FxHashMap::default(),
            inspect_at: 0,
            inspect_work: 0,
            now: 0,
        }
    }

    /// The bits of an encoded term.
    pub(super) fn word(&self, pool: &ExprPool, term: ExprId) -> &[Lit] {
        let start = self.words[&term] as usize;
        &self.bits[start..start + pool.width(term) as usize]
    }

    pub(super) fn slice(&self, start: u32, width: u32) -> &[Lit] {
        &self.bits[start as usize..(start + width) as usize]
    }

    pub(super) fn leaf_bits(&self, leaf: u32) -> &[Lit] {
        let LeafData { start, width, .. } = self.leaves[leaf as usize];
        self.slice(start, width)
    }

    /// The number that a leaf of at most 64 bits has in the SAT solver's model.
    pub(super) fn leaf_number(&self, leaf: u32) -> u64 {
        let LeafData { start, width, .. } = self.leaves[leaf as usize];
        self.number(start, width)
    }

    /// Whether the current query is about this leaf.
    pub(super) fn is_asked(&self, leaf: u32) -> bool {
        self.leaves[leaf as usize].asked == self.now
    }

    pub(super) fn push_bits(&mut self, bits: &[Lit]) -> u32 {
        let start = u32::try_from(self.bits.len()).expect("fewer than 2^32 bits");
        make_room(&mut self.bits, bits.len());
        self.bits.extend_from_slice(bits);
        start
    }

    /// A fresh free word.
    pub(super) fn new_leaf(&mut self, origin: Origin, width: u32, free: u32) -> u32 {
        // High bits first: of equally active inputs the search decides the first made, and high bits settle comparisons.
        let mut bits: Vec<Lit> =
            (0..width).rev().map(|at| if at < free { self.gates.input() } else { Lit::FALSE }).collect();
        bits.reverse();
        let start = self.push_bits(&bits);
        self.leaves.push(LeafData { origin, start, width, asked: 0 });
        self.leaves.len() as u32 - 1
    }

    /// The leaf of a symbol.
    pub(super) fn symbol(&mut self, pool: &ExprPool, symbol: SymbolId) -> u32 {
        if let Some(&leaf) = self.symbols.get(&symbol) {
            return leaf;
        }
        let width = pool.symbol_data(symbol).width;
        let free = self.narrowed.get(&symbol).copied().unwrap_or(width);
        let leaf = self.new_leaf(Origin::Symbol(symbol), width, free);
        self.symbols.insert(symbol, leaf);
        leaf
    }

    /// The leaf of a cell of a symbolic array.
    pub(super) fn cell(&mut self, pool: &ExprPool, array: ArrayId, index: u64) -> u32 {
        if let Some(&leaf) = self.cells.get(&(array, index)) {
            return leaf;
        }
        let width = pool.array_data(array).element_width;
        let leaf = self.new_leaf(Origin::Cell(array, index), width, width);
        self.cells.insert((array, index), leaf);
        leaf
    }

    /// Refuses a term whose circuit would be out of all proportion.
    pub(super) fn affordable(term: ExprId, gates: u64) -> Result<(), Reason> {
        if gates > MAX_TERM_GATES { Err(Reason::TooLarge { term, gates }) } else { Ok(()) }
    }

    /// The number that bits have in the SAT solver's model; bits without a value count as 0.
    pub(super) fn number(&self, start: u32, width: u32) -> u64 {
        debug_assert!(width <= 64);
        let bit = |lit: &Lit| self.gates.sat.value(*lit) == Some(true);
        self.slice(start, width).iter().enumerate().map(|(at, lit)| u64::from(bit(lit)) << at).sum()
    }

    /// The same of at most 128 bits.
    pub(super) fn wide_number(&self, start: u32, width: u32) -> u128 {
        let low = width.min(64);
        let high = if width > 64 { self.number(start + 64, width - 64) } else { 0 };
        u128::from(self.number(start, low)) | u128::from(high) << 64
    }

    /// The value that bits of any number have in the SAT solver's model.
    fn value(&self, start: u32, width: u32) -> Value {
        let limbs: Vec<u64> =
            (0..width).step_by(64).map(|from| self.number(start + from, (width - from).min(64))).collect();
        Value::from_limbs(width, &limbs)
    }

    /// Makes the search try the values of `model` first.
    pub(super) fn start_at(&mut self, model: &Model, leaves: &[u32]) {
        for &leaf in leaves {
            let LeafData { origin, start, width, .. } = self.leaves[leaf as usize];
            let word = match origin {
                Origin::Symbol(symbol) if width <= 64 => model.word(symbol),
                Origin::Cell(array, index) => model.cell(array, index),
                // Of a read at an unknown index the cell is not known yet; wide words are rare.
                Origin::Symbol(_) | Origin::Lookup(_) | Origin::Overwritten(_) | Origin::Operation(_) => continue,
            };
            self.prefer(start, width, word);
        }
    }

    /// Makes the search try a number for a word of at most 64 bits first.
    pub(super) fn prefer(&mut self, start: u32, width: u32, word: u64) {
        for at in 0..width {
            let lit = self.bits[(start + at) as usize];
            self.gates.sat.set_phase(lit.flip_if(word >> at & 1 == 0));
        }
    }

    /// Literals that hold if symbols have their values in `model`.
    pub(super) fn symbol_values(&self, model: &Model, leaves: &[u32]) -> Vec<Lit> {
        let mut values = Vec::new();
        for &leaf in leaves {
            let LeafData { origin, start, width, .. } = self.leaves[leaf as usize];
            if let Origin::Symbol(symbol) = origin
                && width <= 64
            {
                let word = model.word(symbol);
                let bits = self.slice(start, width).iter().enumerate();
                values.extend(bits.map(|(at, lit)| lit.flip_if(word >> at & 1 == 0)).filter(|&lit| lit != Lit::TRUE));
            }
        }
        values
    }

    /// Adds the leaves of some conjuncts that are not there yet; the current query is about them.
    pub(super) fn add_leaves(&mut self, conjuncts: &[ExprId], leaves: &mut Vec<u32>) {
        for conjunct in conjuncts {
            for &leaf in &self.conjuncts[conjunct].leaves {
                let data = &mut self.leaves[leaf as usize];
                if data.asked != self.now {
                    data.asked = self.now;
                    leaves.push(leaf);
                }
            }
        }
    }

    /// `near` with the leaves given taken from the SAT solver's model, and what that changed, sorted.
    pub(super) fn model(&self, near: &Model, leaves: &[u32]) -> (Model, Vec<Range>) {
        let mut model = near.clone();
        let mut changed = Vec::new();
        let mut note = |space: Space, number: u64| changed.push(Range { space, low: number, high: number });
        let mut set_cell = |model: &mut Model, array: ArrayId, index: u64, element: u64| {
            if model.cell(array, index) != element {
                model.set_cell(array, index, element);
                note(Space::Array(array), index);
            }
        };
        let mut symbols = Vec::new();
        for &leaf in leaves {
            let LeafData { origin, start, width, .. } = self.leaves[leaf as usize];
            match origin {
                Origin::Symbol(symbol) => symbols.push((symbol, self.value(start, width))),
                Origin::Cell(array, index) => set_cell(&mut model, array, index, self.number(start, width)),
                Origin::Overwritten(_) | Origin::Operation(_) => {} // a function of the others
                Origin::Lookup(at) => {
                    let lookup = self.lookups[at as usize];
                    let index = self.number(lookup.index, lookup.index_width);
                    set_cell(&mut model, lookup.array, index, self.number(start, width));
                }
            }
        }
        for (symbol, value) in symbols {
            if model.value(symbol, value.width()) != value {
                model.set(symbol, &value);
                note(Space::Symbols, symbol.as_u32().into());
            }
        }
        changed.sort_unstable();
        (model, changed)
    }
}
