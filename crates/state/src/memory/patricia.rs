//! A persistent map from numbers: the memory of a state, shared with every state it was forked from.
//!
//! A big-endian Patricia tree (Okasaki and Gill, Fast Mergeable Integer Maps, 1998). Its shape is a function of its keys
//! alone, it iterates in the order of the keys, and two maps that share most of their nodes are compared in the time of
//! what differs, which is what joining states needs. A change copies the path to it and nothing else; nodes that nobody
//! shares are changed in place. The depth is at most 64, so the recursion that drops a tree is bounded.

use std::rc::Rc;

/// A value that knows the number it is filed under.
pub trait Keyed: Clone {
    /// The number.
    fn key(&self) -> u64;
}

/// A persistent map, cloned in constant time.
#[derive(Clone, Debug)]
pub struct PatriciaMap<V> {
    root: Tree<V>,
    len: usize,
}

#[derive(Clone, Debug)]
enum Tree<V> {
    Empty,
    Leaf(V),
    Branch(Rc<Branch<V>>),
}

#[derive(Clone, Debug)]
struct Branch<V> {
    /// The bits that all keys below share, then a 1 where they first differ, then zeros.
    split: u64,
    zero: Tree<V>,
    one: Tree<V>,
}

impl<V> Branch<V> {
    /// The bit in which the two sides differ.
    fn bit(&self) -> u64 {
        self.split & self.split.wrapping_neg()
    }
    /// Whether `key` shares the bits above.
    fn covers(&self, key: u64) -> bool {
        let bit = self.bit();
        (self.split ^ key) & !(bit | (bit - 1)) == 0
    }
    fn side(&self, key: u64) -> &Tree<V> {
        if key & self.bit() == 0 { &self.zero } else { &self.one }
    }
    fn side_mut(&mut self, key: u64) -> &mut Tree<V> {
        if key & self.bit() == 0 { &mut self.zero } else { &mut self.one }
    }
}

impl<V: Keyed> PatriciaMap<V> {
    /// The empty map.
    pub fn new() -> Self {
        PatriciaMap { root: Tree::Empty, len: 0 }
    }
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The value filed under `key`.
    pub fn get(&self, key: u64) -> Option<&V> {
        let mut tree = &self.root;
        loop {
            match tree {
                Tree::Empty => return None,
                Tree::Leaf(value) => return (value.key() == key).then_some(value),
                Tree::Branch(branch) => tree = branch.side(key),
            }
        }
    }
    /// The value filed under `key`, to be changed; its key must stay.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut V> {
        self.get(key)?;
        let mut tree = &mut self.root;
        loop {
            match tree {
                Tree::Empty => return None,
                Tree::Leaf(value) => return Some(value),
                Tree::Branch(branch) => tree = Rc::make_mut(branch).side_mut(key),
            }
        }
    }
    /// Files a value, and gives back the one that was filed under its key.
    pub fn insert(&mut self, value: V) -> Option<V> {
        let key = value.key();
        let mut tree = &mut self.root;
        while matches!(tree, Tree::Branch(branch) if branch.covers(key)) {
            let Tree::Branch(branch) = tree else { unreachable!("just seen") };
            tree = Rc::make_mut(branch).side_mut(key);
        }
        let old = match tree {
            Tree::Empty => None,
            Tree::Leaf(old) if old.key() == key => return Some(core::mem::replace(old, value)),
            Tree::Leaf(old) => Some(old.key()),
            Tree::Branch(branch) => Some(branch.split),
        };
        self.len += 1;
        let leaf = Tree::Leaf(value);
        match old {
            None => *tree = leaf,
            Some(other) => {
                let below = core::mem::replace(tree, Tree::Empty);
                *tree = fork(key, leaf, other, below);
            }
        }
        None
    }
    /// Takes the value filed under `key` out.
    pub fn remove(&mut self, key: u64) -> Option<V> {
        self.get(key)?;
        self.len -= 1;
        let mut tree = &mut self.root;
        loop {
            // The parent of the leaf becomes the leaf's sibling.
            match tree {
                Tree::Branch(branch) if matches!(branch.side(key), Tree::Branch(_)) => {}
                Tree::Branch(branch) => {
                    let branch = Rc::make_mut(branch);
                    let leaf = core::mem::replace(branch.side_mut(key), Tree::Empty);
                    let sibling = core::mem::replace(branch.side_mut(!key), Tree::Empty);
                    *tree = sibling;
                    return leaf.into_value();
                }
                Tree::Leaf(_) | Tree::Empty => return core::mem::replace(tree, Tree::Empty).into_value(),
            }
            let Tree::Branch(branch) = tree else { unreachable!("just seen") };
            tree = Rc::make_mut(branch).side_mut(key);
        }
    }
    /// All values in the order of their keys.
    pub fn iter(&self) -> Iter<'_, V> {
        Iter { rest: vec![&self.root] }
    }
}

impl<V: Keyed> Default for PatriciaMap<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> Tree<V> {
    fn into_value(self) -> Option<V> {
        match self {
            Tree::Leaf(value) => Some(value),
            Tree::Empty | Tree::Branch(_) => None,
        }
    }
}

/// The tree over two trees of which some key is known each, and which differ above where they branch.
fn fork<V>(key: u64, leaf: Tree<V>, other: u64, below: Tree<V>) -> Tree<V> {
    let bit = 1 << (63 - (key ^ other).leading_zeros());
    let split = key & !(bit - 1) | bit;
    let (zero, one) = if key & bit == 0 { (leaf, below) } else { (below, leaf) };
    Tree::Branch(Rc::new(Branch { split, zero, one }))
}

/// Iterates over a map in the order of its keys.
#[derive(Debug)]
pub struct Iter<'a, V> {
    rest: Vec<&'a Tree<V>>,
}

impl<'a, V> Iterator for Iter<'a, V> {
    type Item = &'a V;
    fn next(&mut self) -> Option<&'a V> {
        loop {
            match self.rest.pop()? {
                Tree::Empty => {}
                Tree::Leaf(value) => return Some(value),
                Tree::Branch(branch) => self.rest.extend([&branch.one, &branch.zero]),
            }
        }
    }
}
