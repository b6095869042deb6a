//! Arrays as SMT-LIB has them: besides stores also choices between arrays and arrays of one value.
//!
//! The pool knows arrays with stores only. A choice or an array of a symbolic value is kept here as a small graph, and
//! a select through it becomes a term that is linear in the graph: a choice between elements instead of arrays.

use braid_entity::{Entity, EntityMap, entity};

use crate::array::{ArrayKind, Table};
use crate::{ArrayId, ExprId, ExprPool, Node, UpdateId};

entity!(
    /// An array-valued term of an [`ArrayTerms`].
    ArrayTerm,
    "array"
);

#[derive(Clone, Copy, Debug)]
enum ArrayNode {
    /// An array of the pool with its stores.
    Updates(UpdateId),
    /// A store into an array that the pool does not know.
    Store { array: ArrayTerm, index: ExprId, value: ExprId },
    /// A choice.
    Ite { condition: ExprId, then: ArrayTerm, otherwise: ArrayTerm },
    /// The same element everywhere.
    All(ExprId),
}

/// An array under a model: what it is based on, an array of the pool or one element everywhere, and index and element of
/// the stores over it, oldest first.
pub type ArrayUnderModel = (Result<ArrayId, u64>, Vec<(u64, u64)>);

/// All array-valued terms of a script. Parts of a term have smaller ids than the term.
#[derive(Debug, Default)]
pub struct ArrayTerms {
    nodes: EntityMap<ArrayTerm, (ArrayNode, u32, u32)>,
}

impl ArrayTerms {
    /// An array of the pool.
    pub fn updates(&mut self, pool: &ExprPool, updates: UpdateId) -> ArrayTerm {
        let data = pool.array_data(pool.updated_array(updates));
        self.nodes.push((ArrayNode::Updates(updates), data.index_width, data.element_width))
    }
    /// Width of an index and of an element.
    pub fn widths(&self, array: ArrayTerm) -> (u32, u32) {
        let (_, index, element) = self.nodes[array];
        (index, element)
    }
    /// The array with `value` everywhere.
    pub fn all(&mut self, pool: &mut ExprPool, index_width: u32, value: ExprId) -> ArrayTerm {
        let element_width = pool.width(value);
        let Some(word) = pool.as_u64(value) else {
            return self.nodes.push((ArrayNode::All(value), index_width, element_width));
        };
        let table = ArrayKind::Constant(Table::new(element_width, [], word));
        let array = pool.array("const", table, index_width, element_width);
        let base = pool.base(array);
        self.updates(pool, base)
    }
    /// The array with one element changed.
    pub fn store(&mut self, pool: &mut ExprPool, array: ArrayTerm, index: ExprId, value: ExprId) -> ArrayTerm {
        let (node, index_width, element_width) = self.nodes[array];
        let node = match node {
            ArrayNode::Updates(updates) => ArrayNode::Updates(pool.store(updates, index, value)),
            _ => ArrayNode::Store { array, index, value },
        };
        self.nodes.push((node, index_width, element_width))
    }
    /// One array or the other. A store that happens only under the condition stays a store.
    pub fn ite(&mut self, pool: &mut ExprPool, condition: ExprId, then: ArrayTerm, otherwise: ArrayTerm) -> ArrayTerm {
        let (_, index_width, element_width) = self.nodes[then];
        let node = match (self.nodes[then].0, self.nodes[otherwise].0) {
            (ArrayNode::Updates(a), ArrayNode::Updates(b)) => self.guarded_store(pool, condition, a, b),
            _ => None,
        };
        let node = node.unwrap_or(ArrayNode::Ite { condition, then, otherwise });
        self.nodes.push((node, index_width, element_width))
    }
    /// The element at `index`. Visits each part of the array once.
    pub fn select(&self, pool: &mut ExprPool, array: ArrayTerm, index: ExprId) -> ExprId {
        if let ArrayNode::Updates(updates) = self.nodes[array].0 {
            return pool.read(updates, index);
        }
        let parts = self.parts(array);
        let mut elements = vec![index; parts.len()]; // overwritten below, from small ids to large ones
        for (at, &part) in parts.iter().enumerate() {
            let of = |part: &ArrayTerm| parts.binary_search(part).map(|at| elements[at]).expect("parts are closed");
            let element = match self.nodes[part].0 {
                ArrayNode::Updates(updates) => pool.read(updates, index),
                ArrayNode::All(value) => value,
                ArrayNode::Ite { condition, then, otherwise } => pool.ite(condition, of(&then), of(&otherwise)),
                ArrayNode::Store { array, index: written, value } => {
                    let (hit, rest) = (pool.eq(index, written), of(&array));
                    pool.ite(hit, value, rest)
                }
            };
            elements[at] = element;
        }
        elements.pop().expect("the array itself is the last of its parts")
    }

    /// The array as it is where `evaluate` gives the values of terms.
    pub fn under<E>(
        &self,
        pool: &ExprPool,
        array: ArrayTerm,
        evaluate: &mut impl FnMut(ExprId) -> Result<u64, E>,
    ) -> Result<ArrayUnderModel, E> {
        let (mut stores, mut at) = (Vec::new(), array);
        let base = loop {
            match self.nodes[at].0 {
                ArrayNode::All(value) => break Err(evaluate(value)?),
                ArrayNode::Ite { condition, then, otherwise } => {
                    at = if evaluate(condition)? == 1 { then } else { otherwise };
                }
                ArrayNode::Store { array, index, value } => {
                    stores.push((evaluate(index)?, evaluate(value)?));
                    at = array;
                }
                ArrayNode::Updates(mut updates) => {
                    while let Node::Store(older, index, value) = pool.update(updates) {
                        stores.push((evaluate(index)?, evaluate(value)?));
                        updates = older;
                    }
                    break Ok(pool.updated_array(updates));
                }
            }
        };
        stores.reverse();
        Ok((base, stores))
    }

    /// `ite(c, store(u, i, v), u)` is `store(u, i, ite(c, v, u[i]))`, and likewise the other way round.
    fn guarded_store(&self, pool: &mut ExprPool, condition: ExprId, a: UpdateId, b: UpdateId) -> Option<ArrayNode> {
        if a == b {
            return Some(ArrayNode::Updates(a));
        }
        let stored = |pool: &ExprPool, from: UpdateId, to: UpdateId| match pool.update(to) {
            Node::Store(updates, index, value) if updates == from => Some((index, value)),
            _ => None,
        };
        if let Some((index, value)) = stored(pool, b, a) {
            let old = pool.read(b, index);
            let value = pool.ite(condition, value, old);
            return Some(ArrayNode::Updates(pool.store(b, index, value)));
        }
        let (index, value) = stored(pool, a, b)?;
        let old = pool.read(a, index);
        let value = pool.ite(condition, old, value);
        Some(ArrayNode::Updates(pool.store(a, index, value)))
    }

    /// All array terms that `array` is made of, itself included, sorted by id.
    fn parts(&self, array: ArrayTerm) -> Vec<ArrayTerm> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![array];
        while let Some(part) = open.pop() {
            if seen.insert(part.as_u32()) {
                match self.nodes[part].0 {
                    ArrayNode::Store { array, .. } => open.push(array),
                    ArrayNode::Ite { then, otherwise, .. } => open.extend([then, otherwise]),
                    ArrayNode::Updates(_) | ArrayNode::All(_) => {}
                }
            }
        }
        let mut parts: Vec<ArrayTerm> = seen.into_iter().map(ArrayTerm::from_u32).collect();
        parts.sort_unstable();
        parts
    }
}
