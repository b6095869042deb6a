//! Models: what a solver answers a satisfiable query with, and what terms are evaluated under.
//!
//! A model is total: a symbol that is not set is 0, a cell that is not set has the array's default, which is 0 until it
//! is set. So a model made for a part of a query is a model of the whole with arbitrary but definite values elsewhere.
//!
//! A search changes a few values of the model that it started from, and both are kept: copies share what they have in
//! common, and a change costs no more for a path with many inputs than for one with few.

use std::collections::BTreeMap;
use std::rc::Rc;

use braid_entity::Entity;

use crate::array::ArrayId;
use crate::sparse::Sparse;
use crate::symbol::SymbolId;
use crate::value::Value;

/// Cells below this index are kept in a table: input buffers are read from their start on.
const DENSE: u64 = 4096;
/// Other cells are kept in maps of so many adjacent indexes, as bits.
const FAR_BITS: u32 = 8;

/// Values of symbols and of array cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Values of symbols of at most 64 bits, by number.
    words: Sparse<u64>,
    /// Values of wider symbols.
    wide: Rc<BTreeMap<u32, Value>>,
    arrays: Sparse<Option<Rc<Cells>>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cells {
    default: u64,
    /// The first cells, as far as the last that was set.
    dense: Sparse<Option<u64>>,
    /// Cells from [`DENSE`] on, those with one upper part of the index together.
    far: BTreeMap<u64, Rc<BTreeMap<u64, u64>>>,
}

impl Model {
    /// The model in which everything is 0.
    pub fn new() -> Self {
        Self::default()
    }
    /// Sets a symbol. The value has the symbol's width.
    pub fn set(&mut self, symbol: SymbolId, value: &Value) {
        if value.width() <= 64 {
            self.set_word(symbol, value.limbs()[0]);
        } else {
            Rc::make_mut(&mut self.wide).insert(symbol.as_u32(), value.clone());
        }
    }
    /// Sets a symbol of at most 64 bits. `word` has no bits above the symbol's width.
    pub fn set_word(&mut self, symbol: SymbolId, word: u64) {
        *self.words.get_mut(symbol.index()) = word;
    }
    /// The value of a symbol of at most 64 bits.
    #[inline]
    pub fn word(&self, symbol: SymbolId) -> u64 {
        self.words.get(symbol.index()).copied().unwrap_or(0)
    }
    /// The value of a symbol of `width` bits.
    pub fn value(&self, symbol: SymbolId, width: u32) -> Value {
        if width <= 64 {
            return Value::new(width, self.word(symbol));
        }
        self.wide.get(&symbol.as_u32()).cloned().unwrap_or_else(|| Value::zero(width))
    }
    /// Forgets the cells of an array and gives all of them the value `element`.
    pub fn set_default(&mut self, array: ArrayId, element: u64) {
        *self.arrays.get_mut(array.index()) = Some(Rc::new(Cells { default: element, ..Cells::default() }));
    }
    /// Sets a cell. `element` has no bits above the element width.
    pub fn set_cell(&mut self, array: ArrayId, index: u64, element: u64) {
        let cells = Rc::make_mut(self.arrays.get_mut(array.index()).get_or_insert_default());
        if index < DENSE {
            *cells.dense.get_mut(index as usize) = Some(element);
        } else {
            Rc::make_mut(cells.far.entry(index >> FAR_BITS).or_default()).insert(index, element);
        }
    }
    /// The value of a cell.
    #[inline]
    pub fn cell(&self, array: ArrayId, index: u64) -> u64 {
        self.of(array).map_or(0, |cells| cells.get(index))
    }
    /// The value of the cells that were not set.
    pub fn default_of(&self, array: ArrayId) -> u64 {
        self.of(array).map_or(0, |cells| cells.default)
    }
    /// The cells of an array that may differ from its default, by index.
    pub fn cells(&self, array: ArrayId) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.cells_within(array, 0, u64::MAX)
    }
    /// Those with an index from `low` to `high`. It costs what lies there, not what the array has.
    pub fn cells_within(&self, array: ArrayId, low: u64, high: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let cells = self.of(array);
        let end = move |cells: &Cells| high.saturating_add(1).min(cells.dense.len() as u64);
        let dense = cells.into_iter().flat_map(move |cells| (low..end(cells)).map(|at| (at, cells.get(at))));
        let parts = low >> FAR_BITS..=high >> FAR_BITS;
        let near = cells.into_iter().flat_map(move |cells| cells.far.range(parts.clone()));
        let far = near.flat_map(move |(_, near)| near.range(low..=high));
        dense.chain(far.map(|(&index, &element)| (index, element)))
    }
    #[inline]
    fn of(&self, array: ArrayId) -> Option<&Cells> {
        self.arrays.get(array.index())?.as_deref()
    }
}

impl Cells {
    #[inline]
    fn get(&self, index: u64) -> u64 {
        if index < DENSE {
            return self.dense.get(index as usize).copied().flatten().unwrap_or(self.default);
        }
        self.far.get(&(index >> FAR_BITS)).and_then(|near| near.get(&index)).copied().unwrap_or(self.default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_the_default() {
        let (x, y, a) = (SymbolId::from_u32(3), SymbolId::from_u32(1), ArrayId::from_u32(0));
        let mut model = Model::new();
        model.set_word(x, 7);
        model.set(y, &Value::from_limbs(70, &[1, 2]));
        assert_eq!((model.word(x), model.word(SymbolId::from_u32(9))), (7, 0));
        assert_eq!(model.value(y, 70), Value::from_limbs(70, &[1, 2]));
        model.set_default(a, 5);
        model.set_cell(a, 2, 9);
        model.set_cell(a, 1 << 40, 8);
        assert_eq!([0, 2, 3, 1 << 40, 1 << 41].map(|i| model.cell(a, i)), [5, 9, 5, 8, 5]);
        assert_eq!(model.cells(a).collect::<Vec<_>>(), [(0, 5), (1, 5), (2, 9), (1 << 40, 8)]);
        assert_eq!(model.cells_within(a, 1, 1).collect::<Vec<_>>(), [(1, 5)]);
        assert_eq!(model.cells_within(a, 2, 1 << 40).collect::<Vec<_>>(), [(2, 9), (1 << 40, 8)]);
        assert_eq!(model.cells_within(a, 3, (1 << 40) - 1).count(), 0);
    }
}
