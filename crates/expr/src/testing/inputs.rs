//! The unknowns of generated terms, and the models over them.

use crate::array::{ArrayId, ArrayKind};
use crate::model::Model;
use crate::node::{ExprId, Node};
use crate::pool::ExprPool;
use crate::symbol::{SymbolClass, SymbolId};
use crate::testing::{Random, RandomValues as _};
use crate::value::mask;

/// Symbols and symbolic arrays, made in every pool in the same order so that their ids agree.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Symbols with their widths.
    pub symbols: Vec<(SymbolId, u32)>,
    /// Arrays with index and element width.
    pub arrays: Vec<(ArrayId, u32, u32)>,
}

impl Inputs {
    /// Adds a symbol and gives its term.
    pub fn symbol(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        let name = format!("x{}", self.symbols.len());
        let e = pool.symbol(&name, width, SymbolClass::Input);
        let Node::Symbol(id) = pool.node(e) else { unreachable!("a symbol was made") };
        self.symbols.push((id, width));
        e
    }
    /// Adds a symbolic array.
    pub fn array(&mut self, pool: &mut ExprPool, index_width: u32, element_width: u32) -> ArrayId {
        let name = format!("a{}", self.arrays.len());
        let id = pool.array(&name, ArrayKind::Symbolic { size: None }, index_width, element_width);
        self.arrays.push((id, index_width, element_width));
        id
    }
    /// How many bits all unknowns have, every cell counted.
    pub fn bits(&self) -> u64 {
        let symbols: u64 = self.symbols.iter().map(|&(_, width)| u64::from(width)).sum();
        let cells = |&(_, index, element): &(_, u32, u32)| (1_u64 << index.min(40)) * u64::from(element);
        symbols + self.arrays.iter().map(cells).sum::<u64>()
    }
    /// The model whose unknowns, one after the other, are the bits of `bits`: all models of few bits, by counting.
    pub fn model(&self, mut bits: u64) -> Model {
        let mut model = Model::new();
        let mut take = |width: u32| {
            let word = bits & mask(width);
            bits = bits.checked_shr(width).unwrap_or(0);
            word
        };
        for &(id, width) in &self.symbols {
            model.set_word(id, take(width));
        }
        for &(id, index_width, element_width) in &self.arrays {
            (0..1 << index_width).for_each(|index| model.set_cell(id, index, take(element_width)));
        }
        model
    }
    /// A random model: corners are likely, cells at small indexes are set.
    pub fn random_model(&self, random: &mut Random) -> Model {
        let mut model = Model::new();
        for &(id, width) in &self.symbols {
            model.set(id, &random.value(width));
        }
        for &(id, index_width, element_width) in &self.arrays {
            model.set_default(id, random.word_value(element_width));
            for _ in 0..16 {
                let index = random.word_value(index_width);
                model.set_cell(id, index, random.word_value(element_width));
            }
        }
        model
    }
}
