//! A persistent map from numbers: the memory of a state, shared with every state it was forked from.
//!
//! A big-endian Patricia tree (Okasaki and Gill, Fast Mergeable Integer Maps, 1998), of four branches at each node instead
//! of two: half as many nodes are copied by a change, in less memory. Its shape is a function of its keys alone, it
//! iterates in the order of the keys, and two maps that share most of their nodes are compared in the time of what
//! differs, which is what joining states needs. A change copies the path to it and nothing else; nodes that nobody shares
//! are changed in place. The depth is at most 32, so the recursion that drops a tree is bounded.

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
    /// The bits that all keys below share, then the digit 1 where they first differ, then zeros.
    split: u64,
    /// By the digit in which they differ; at least two are not empty.
    sides: [Tree<V>; RADIX],
}

/// How many values a digit has.
const RADIX: usize = 4;

/// Bits of a digit.
const DIGIT: u32 = RADIX.trailing_zeros();

/// The lowest bit of the highest digit that is not 0.
fn top_digit(number: u64) -> u32 {
    (63 - number.leading_zeros()) / DIGIT * DIGIT
}

impl<V> Branch<V> {
    /// The lowest bit of the digit in which the sides differ.
    fn shift(&self) -> u32 {
        self.split.trailing_zeros()
    }
    /// Returns true if `key` shares the bits above.
    fn covers(&self, key: u64) -> bool {
        (self.split ^ key) >> self.shift() < RADIX as u64
    }
    fn side(&self, key: u64) -> &Tree<V> {
        &self.sides[(key >> self.shift()) as usize % RADIX]
    }
    fn side_mut(&mut self, key: u64) -> &mut Tree<V> {
        &mut self.sides[(key >> self.shift()) as usize % RADIX]
    }
    /// The only side that is not empty, taken out, if there is only one.
    fn only_side(&mut self) -> Option<Tree<V>> {
        let mut sides = self.sides.iter_mut().filter(|side| !matches!(side, Tree::Empty));
        let first = sides.next()?;
        sides.next().is_none().then(|| core::mem::replace(first, Tree::Empty))
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
    /// Returns true if there are none.
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
    /// The value with the greatest key that is not above this one.
    pub fn at_or_below(&self, key: u64) -> Option<&V> {
        let (mut tree, mut lower) = (&self.root, None);
        loop {
            match tree {
                Tree::Leaf(value) if value.key() <= key => return Some(value),
                Tree::Branch(branch) if branch.covers(key) => {
                    let digit = (key >> branch.shift()) as usize % RADIX;
                    let below = branch.sides[..digit].iter().rfind(|side| !matches!(side, Tree::Empty));
                    lower = below.or(lower);
                    tree = &branch.sides[digit];
                }
                // All keys below are less: the split differs from the key in the bits that they share.
                Tree::Branch(branch) if branch.split < key => return Self::last(tree),
                _ => return lower.and_then(Self::last),
            }
        }
    }
    /// The value with the greatest key.
    fn last(mut tree: &Tree<V>) -> Option<&V> {
        loop {
            match tree {
                Tree::Empty => return None,
                Tree::Leaf(value) => return Some(value),
                Tree::Branch(branch) => tree = branch.sides.iter().rfind(|side| !matches!(side, Tree::Empty))?,
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
        while matches!(tree, Tree::Branch(branch) if matches!(branch.side(key), Tree::Branch(_))) {
            let Tree::Branch(branch) = tree else { unreachable!("just seen") };
            tree = Rc::make_mut(branch).side_mut(key);
        }
        let Tree::Branch(branch) = tree else { return core::mem::replace(tree, Tree::Empty).into_value() };
        let branch = Rc::make_mut(branch);
        let leaf = core::mem::replace(branch.side_mut(key), Tree::Empty);
        if let Some(side) = branch.only_side() {
            *tree = side;
        }
        leaf.into_value()
    }
    /// The keys under which two maps do not have the same value, in order. Parts that the maps share are not looked at.
    pub fn differences(&self, other: &Self, same: impl Fn(&V, &V) -> bool) -> Vec<u64> {
        let mut found = Vec::new();
        let mut rest = vec![(&self.root, &other.root)];
        while let Some((a, b)) = rest.pop() {
            match (a, b) {
                (Tree::Empty, Tree::Empty) => {}
                (Tree::Leaf(x), Tree::Leaf(y)) if x.key() == y.key() => {
                    if !same(x, y) {
                        found.push(x.key());
                    }
                }
                (Tree::Leaf(x), Tree::Empty) | (Tree::Empty, Tree::Leaf(x)) => found.push(x.key()),
                (Tree::Branch(x), Tree::Branch(y)) if Rc::ptr_eq(x, y) => {}
                (Tree::Branch(x), Tree::Branch(y)) if x.split == y.split => rest.extend(x.sides.iter().zip(&y.sides)),
                (Tree::Branch(x), _) if b.lies_below(x) => {
                    let home = x.side(b.some_key());
                    let against = |side| if core::ptr::eq(side, home) { b } else { &Tree::Empty };
                    rest.extend(x.sides.iter().map(|side| (side, against(side))));
                }
                (_, Tree::Branch(y)) if a.lies_below(y) => {
                    let home = y.side(a.some_key());
                    let against = |side| if core::ptr::eq(side, home) { a } else { &Tree::Empty };
                    rest.extend(y.sides.iter().map(|side| (against(side), side)));
                }
                _ => rest.extend([(a, &Tree::Empty), (&Tree::Empty, b)]),
            }
        }
        found.sort_unstable();
        found
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

impl<V: Keyed> Tree<V> {
    /// A number that shares with all keys here the bits that they share.
    fn some_key(&self) -> u64 {
        match self {
            Tree::Empty => 0,
            Tree::Leaf(value) => value.key(),
            Tree::Branch(branch) => branch.split,
        }
    }
    /// Returns true if all keys here belong to one side of a branch.
    fn lies_below(&self, above: &Branch<V>) -> bool {
        match self {
            Tree::Empty => true,
            Tree::Leaf(value) => above.covers(value.key()),
            Tree::Branch(branch) => branch.shift() < above.shift() && above.covers(branch.split),
        }
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
    let shift = top_digit(key ^ other);
    let mut sides = [const { Tree::Empty }; RADIX];
    sides[(key >> shift) as usize % RADIX] = leaf;
    sides[(other >> shift) as usize % RADIX] = below;
    Tree::Branch(Rc::new(Branch { split: (key >> shift >> DIGIT << DIGIT | 1) << shift, sides }))
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
                Tree::Branch(branch) => self.rest.extend(branch.sides.iter().rev()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::testing::Random;
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Entry(u64, u64);

    impl Keyed for Entry {
        fn key(&self) -> u64 {
            self.0
        }
    }

    fn check(map: &PatriciaMap<Entry>, expected: &BTreeMap<u64, u64>) {
        let all: Vec<Entry> = expected.iter().map(|(&key, &value)| Entry(key, value)).collect();
        assert_eq!(map.iter().copied().collect::<Vec<_>>(), all);
        assert_eq!((map.len(), map.is_empty()), (all.len(), all.is_empty()));
    }

    #[test]
    fn a_map_and_its_copies_are_as_ordered_maps() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let (mut map, mut expected, mut kept) = (PatriciaMap::<Entry>::new(), BTreeMap::new(), Vec::new());
            for step in 0..300 {
                // Few keys, near and far, so that they are met again and share prefixes of all lengths.
                let key = random.pick(&[0, 1, u64::MAX, 1 << 63, 0x5555]) ^ 1_u64.rotate_left(random.below(64) as u32);
                let found = map.get(key).map(|entry| entry.1);
                assert_eq!(found, expected.get(&key).copied());
                let below = expected.range(..=key).next_back().map(|(&key, _)| key);
                assert_eq!(map.at_or_below(key).map(|entry| entry.0), below, "at or below {key:#x}");
                match random.below(5) {
                    0..2 => assert_eq!(map.insert(Entry(key, step)).map(|old| old.1), expected.insert(key, step)),
                    2 => assert_eq!(map.remove(key).map(|old| old.1), expected.remove(&key)),
                    3 => {
                        let (mine, other) = (map.get_mut(key), expected.get_mut(&key));
                        assert_eq!(mine.is_some(), other.is_some());
                        if let (Some(mine), Some(other)) = (mine, other) {
                            (mine.1, *other) = (step, step);
                        }
                    }
                    _ if random.once_in(8) => kept.push((map.clone(), expected.clone())),
                    _ => {}
                }
            }
            check(&map, &expected);
            for (old, before) in &kept {
                let all: std::collections::BTreeSet<u64> = expected.keys().chain(before.keys()).copied().collect();
                let differ = all.into_iter().filter(|key| expected.get(key) != before.get(key)).collect::<Vec<_>>();
                assert_eq!(map.differences(old, |a, b| a == b), differ);
                assert_eq!(old.differences(&map, |a, b| a == b), differ);
            }
            kept.iter().for_each(|(map, expected)| check(map, expected));
        }
    }

    #[test]
    fn the_shape_is_a_function_of_the_keys() {
        let mut random = Random::new(5);
        let mut keys: Vec<u64> = (0..200).map(|_| random.word() >> random.below(60)).collect();
        keys.dedup();
        let of = |keys: &[u64]| {
            let mut map = PatriciaMap::new();
            for &key in keys {
                map.insert(Entry(key, key));
            }
            map
        };
        let straight = of(&keys);
        keys.reverse();
        let mut detour = of(&keys);
        let others: Vec<u64> = (0..200).map(|_| random.word()).filter(|key| !keys.contains(key)).collect();
        for &key in &others {
            detour.insert(Entry(key, key));
        }
        for &key in &others {
            detour.remove(key);
        }
        assert_eq!(format!("{straight:?}"), format!("{detour:?}"));
    }
}
