//! Skeletons: terms that differ in constants only agree, others do not, and every term can be rebuilt.

use braid_expr::testing::{Generator, Limits};
use braid_expr::{ArrayKind, ExprId, ExprPool, Shape, Skeletons, SymbolClass, UpdateId};

/// Memory `s` with 32-bit indexes, and a term for an index: a number, or a symbol with an offset.
struct Fixture {
    pool: ExprPool,
    skeletons: Skeletons,
    s: UpdateId,
}

impl Fixture {
    fn new() -> Self {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
        let s = pool.base(array);
        Fixture { pool, skeletons: Skeletons::new(), s }
    }
    fn symbol(&mut self, name: &str) -> ExprId {
        self.pool.symbol(name, 32, SymbolClass::Input)
    }
    fn plus(&mut self, base: ExprId, n: u64) -> ExprId {
        let n = self.pool.bv(32, n);
        self.pool.add(base, n)
    }
    fn cell(&mut self, index: ExprId) -> ExprId {
        self.pool.read(self.s, index)
    }
    fn shape(&mut self, e: ExprId) -> Shape {
        self.skeletons.of(&mut self.pool, e)
    }
    /// The constants of a term as words.
    fn constants(&mut self, e: ExprId) -> Vec<u64> {
        let shape = self.shape(e);
        let constants = self.skeletons.constants(shape, 100).unwrap();
        constants.into_iter().map(|e| self.pool.as_u64(e).unwrap()).collect()
    }
    fn assert_one_skeleton(&mut self, terms: &[ExprId]) {
        let shapes: Vec<Shape> = terms.iter().map(|&e| self.shape(e)).collect();
        for (shape, &e) in shapes.iter().zip(terms) {
            assert_eq!(
                shape.skeleton,
                shapes[0].skeleton,
                "{} and {}",
                self.pool.display(terms[0]),
                self.pool.display(e)
            );
        }
    }
}

#[test]
fn cells_at_running_indexes_share_one_skeleton() {
    let mut f = Fixture::new();
    let x = f.symbol("x");
    let mut concrete = Vec::new();
    let mut offset = Vec::new();
    for n in 0..5 {
        let letter = f.pool.bv(8, 65 + n);
        let (index, base) = (f.pool.bv(32, n), f.plus(x, n));
        let (a, b) = (f.cell(index), f.cell(base));
        concrete.push(f.pool.eq(a, letter));
        offset.push(f.pool.eq(b, letter));
    }
    f.assert_one_skeleton(&concrete);
    f.assert_one_skeleton(&offset);
    assert_ne!(f.shape(concrete[0]).skeleton, f.shape(offset[0]).skeleton);
    // In order of the holes: the index, what is added to the cell, the letter.
    let vectors: Vec<_> = concrete.iter().map(|&e| f.constants(e)).collect();
    assert!(vectors.iter().all(|vector| vector.len() == vectors[0].len()));
    let differing: Vec<usize> = (0..vectors[0].len()).filter(|&at| vectors[0][at] != vectors[1][at]).collect();
    assert_eq!(differing.len(), 2, "{vectors:?}");
    assert!(differing.iter().all(|&at| (0..5).all(|n| vectors[n][at] == vectors[0][at] + n as u64)));
}

#[test]
fn loop_conditions_share_one_skeleton() {
    let mut f = Fixture::new();
    let (n, x) = (f.symbol("n"), f.symbol("x"));
    let mut below = Vec::new();
    let mut signed = Vec::new();
    let mut running = Vec::new();
    for i in 0..4 {
        let c = f.pool.bv(32, i);
        below.push(f.pool.ult(c, n));
        signed.push(f.pool.slt(c, n));
        let sum = f.plus(x, i);
        running.push(f.pool.ult(sum, n));
    }
    f.assert_one_skeleton(&below);
    f.assert_one_skeleton(&signed);
    f.assert_one_skeleton(&running);
}

#[test]
fn the_age_of_operands_does_not_matter() {
    let mut f = Fixture::new();
    let zero = f.pool.bv(32, 0);
    let old = f.cell(zero);
    let y = f.pool.symbol("y", 8, SymbolClass::Input);
    let five = f.pool.bv(32, 5);
    let young = f.cell(five);
    let terms = [f.pool.eq(old, y), f.pool.eq(y, young)];
    f.assert_one_skeleton(&terms);
    // Two cells compared, the older with the smaller index or the larger.
    let six = f.pool.bv(32, 6);
    let late = f.cell(six);
    let one = f.pool.bv(32, 1);
    let later = f.cell(one);
    let pairs = [f.pool.eq(late, young), f.pool.eq(old, later)];
    f.assert_one_skeleton(&pairs);
    let (a, b) = (f.constants(pairs[0]), f.constants(pairs[1]));
    assert!(a.contains(&5) && a.iter().position(|&c| c == 5) < a.iter().position(|&c| c == 6));
    assert!(b.contains(&1));
}

#[test]
fn other_shapes_have_other_skeletons() {
    let mut f = Fixture::new();
    let (x, y) = (f.symbol("x"), f.symbol("y"));
    let one = f.pool.bv(32, 1);
    let terms = [
        f.pool.ult(x, one),
        f.pool.ult(y, one),
        f.pool.slt(x, one),
        f.pool.eq(x, one),
        f.pool.ult(x, y),
        f.pool.ult(y, x),
        f.pool.eq(x, y),
    ];
    let mut skeletons: Vec<_> = terms.iter().map(|&e| f.shape(e).skeleton).collect();
    skeletons.sort_unstable();
    skeletons.dedup();
    assert_eq!(skeletons.len(), terms.len());
}

#[test]
fn every_term_is_rebuilt_from_its_parts() {
    let (mut rebuilt, mut long) = (0, 0);
    for seed in 0..4_000 {
        let mut pool = ExprPool::new();
        let limits = [Limits::EXHAUSTIVE, Limits::WORDS, Limits::WIDE][seed as usize % 3];
        let mut generator = Generator::new(seed, limits, &mut pool);
        let e = generator.term(&mut pool, 1 + seed as u32 % 40);
        let mut skeletons = Skeletons::new();
        let shape = skeletons.of(&mut pool, e);
        let Some(constants) = skeletons.constants(shape, 10_000) else {
            long += 1;
            continue;
        };
        let again = skeletons.build(&mut pool, shape.skeleton, &constants);
        assert_eq!(again, e, "seed {seed}: {} became {}", pool.display(e), pool.display(again));
        assert_eq!(skeletons.of(&mut pool, again), shape);
        rebuilt += 1;
    }
    assert!(rebuilt > 3_900, "{rebuilt} rebuilt, {long} too long");
}

#[test]
fn holes_take_terms_that_speak_of_the_bound_variable() {
    let mut f = Fixture::new();
    let seven = f.pool.bv(32, 7);
    let cell = f.cell(seven);
    let blank = f.pool.bv(8, 32);
    let e = f.pool.eq(cell, blank);
    let shape = f.shape(e);
    let mut fillers = f.skeletons.constants(shape, 10).unwrap();
    let at = fillers.iter().position(|&c| c == seven).unwrap();
    let i = f.pool.bound(32);
    fillers[at] = i;
    let body = f.skeletons.build(&mut f.pool, shape.skeleton, &fillers);
    let expected = f.cell(i);
    let expected = f.pool.eq(expected, blank);
    assert_eq!(body, expected);
}

#[test]
fn shared_parts_cost_their_nodes_only() {
    let mut pool = ExprPool::new();
    let x = pool.symbol("x", 32, SymbolClass::Input);
    let mut e = x;
    for n in 0..200 {
        let c = pool.bv(32, n * 2 + 3);
        let sum = pool.add(e, c);
        let product = pool.mul(sum, e);
        e = pool.mul(product, sum);
    }
    let mut skeletons = Skeletons::new();
    let shape = skeletons.of(&mut pool, e);
    assert_eq!(skeletons.holes(shape.skeleton), u32::MAX);
    assert_eq!(skeletons.constants(shape, 1_000), None);
}
