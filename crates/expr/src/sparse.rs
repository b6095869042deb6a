//! A persistent table of numbered elements: copied in constant time, changed in logarithmic time.
//!
//! A tree of nodes with 16 places each, as high as the largest number needs. A copy shares all nodes; a change copies those
//! on the way to the element. What was never set is the default of the element's type, and costs nothing where a whole
//! node is unset.

use std::rc::Rc;

/// So many bits of a number choose the place in a node.
const BITS: u32 = 4;
const PLACES: usize = 1 << BITS;

/// Elements by number, all of them default until they are set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sparse<T> {
    root: Option<Rc<Node<T>>>,
    /// The levels of branches above the leaves.
    height: u32,
    /// The largest number that was set, plus one.
    len: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node<T> {
    Leaf([T; PLACES]),
    Branch([Option<Rc<Node<T>>>; PLACES]),
}

impl<T> Default for Sparse<T> {
    fn default() -> Self {
        Sparse { root: None, height: 0, len: 0 }
    }
}

impl<T: Clone + Default> Sparse<T> {
    /// The largest number that was set, plus one.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// An element; none if nothing near it was set.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        if at >= self.len {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut shift = self.height * BITS;
        loop {
            let place = at >> shift & (PLACES - 1);
            match node {
                Node::Leaf(elements) => return Some(&elements[place]),
                Node::Branch(below) => node = below[place].as_deref()?,
            }
            shift -= BITS;
        }
    }

    /// The elements where something near was set, by number, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let mut open: Vec<(usize, u32, &Node<T>)> =
            self.root.as_deref().map(|root| (0, self.height, root)).into_iter().collect();
        let leaves = core::iter::from_fn(move || {
            while let Some((first, height, node)) = open.pop() {
                match node {
                    Node::Leaf(elements) => return Some((first, elements)),
                    Node::Branch(below) => {
                        for (place, node) in below.iter().enumerate().rev() {
                            let first = first + (place << (height * BITS));
                            open.extend(node.as_deref().map(|node| (first, height - 1, node)));
                        }
                    }
                }
            }
            None
        });
        leaves.flat_map(|(first, elements)| {
            elements.iter().enumerate().map(move |(place, element)| (first + place, element))
        })
    }

    /// An element to be changed.
    pub(crate) fn get_mut(&mut self, at: usize) -> &mut T {
        self.len = self.len.max(at + 1);
        while at >> (self.height * BITS) >= PLACES {
            self.grow();
        }
        let mut shift = self.height * BITS;
        let mut node = &mut self.root;
        loop {
            let place = at >> shift & (PLACES - 1);
            let here = node.get_or_insert_with(|| Rc::new(Node::empty(shift)));
            match Rc::make_mut(here) {
                Node::Leaf(elements) => return &mut elements[place],
                Node::Branch(below) => node = &mut below[place],
            }
            shift -= BITS;
        }
    }

    /// Adds a level.
    fn grow(&mut self) {
        if let Some(root) = self.root.take() {
            let mut below = [const { None }; PLACES];
            below[0] = Some(root);
            self.root = Some(Rc::new(Node::Branch(below)));
        }
        self.height += 1;
    }
}

impl<T: Clone + Default> Node<T> {
    fn empty(shift: u32) -> Node<T> {
        if shift == 0 {
            Node::Leaf(core::array::from_fn(|_| T::default()))
        } else {
            Node::Branch([const { None }; PLACES])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// Against vectors, with copies that must not see later changes.
    #[test]
    fn a_table_is_a_vector_and_a_copy_keeps_what_it_was() {
        let mut random = Random::new(9);
        let mut tables: Vec<(Sparse<u64>, Vec<u64>)> = vec![Default::default()];
        for _ in 0..3000 {
            let at = random.below(tables.len() as u64) as usize;
            if random.once_in(20) {
                let copy = tables[at].clone();
                if tables.len() < 8 {
                    tables.push(copy);
                } else {
                    tables[0] = copy;
                }
            }
            let reach = random.pick(&[3, 16, 17, 300, 5000]);
            let (number, value) = (random.below(reach) as usize, random.below(100));
            let (table, vector) = &mut tables[at];
            *table.get_mut(number) = value;
            if number >= vector.len() {
                vector.resize(number + 1, 0);
            }
            vector[number] = value;
            for (table, vector) in &tables {
                assert_eq!(table.len(), vector.len());
                let number = random.below(reach) as usize;
                assert_eq!(table.get(number).copied().unwrap_or(0), vector.get(number).copied().unwrap_or(0));
            }
        }
        for (table, vector) in &tables {
            let numbers: Vec<usize> = table.iter().map(|(at, _)| at).collect();
            assert!(
                numbers.is_sorted() && table.iter().all(|(at, &value)| value == vector.get(at).copied().unwrap_or(0))
            );
            assert!((0..vector.len()).all(|at| vector[at] == 0 || numbers.contains(&at)));
        }
        let (table, vector) = &tables[0];
        assert!((0..vector.len()).all(|at| table.get(at).copied().unwrap_or(0) == vector[at]));
    }
}
