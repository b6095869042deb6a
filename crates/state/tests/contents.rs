//! The bytes of an object against plain arrays of bytes, one for each of some models: whatever is written, with known and
//! symbolic values at known and symbolic offsets, what is read evaluates to what the array holds.

use braid_expr::testing::{Inputs, Random, RandomValues as _};
use braid_expr::{ArrayId, Evaluator, ExprId, ExprPool, Model};
use braid_state::Value;
use braid_state::memory::{Contents, INDEX_WIDTH};

const MODELS: usize = 4;

/// An object and what its bytes are under each model.
#[derive(Clone)]
struct Pair {
    contents: Contents,
    bytes: [Vec<u8>; MODELS],
    written: Vec<bool>,
}

/// What the test draws from.
struct World {
    pool: ExprPool,
    random: Random,
    symbols: Vec<(ExprId, u32)>,
    arrays: Vec<ArrayId>,
    models: Vec<Model>,
    evaluator: Evaluator,
}

impl World {
    fn new(seed: u64) -> World {
        let (mut pool, mut random, mut inputs) = (ExprPool::new(), Random::new(seed), Inputs::default());
        let widths = [8, 8, 16, 32, 64, 64, 24, 80, 128];
        let symbols = widths.iter().map(|&width| (inputs.symbol(&mut pool, width), width)).collect();
        let arrays: Vec<ArrayId> = (0..3).map(|_| inputs.array(&mut pool, INDEX_WIDTH, 8)).collect();
        let mut models: Vec<Model> = (0..MODELS).map(|_| inputs.random_model(&mut random)).collect();
        for model in &mut models {
            for &array in &arrays {
                (0..64).for_each(|index| model.set_cell(array, index, random.below(256)));
            }
        }
        World { pool, random, symbols, arrays, models, evaluator: Evaluator::new() }
    }
    fn evaluate(&mut self, model: usize, value: Value, bytes: u32) -> Vec<u8> {
        let term = value.term(&mut self.pool, 8 * bytes);
        let value = self.evaluator.evaluate(&self.pool, &self.models[model], term).expect("small terms");
        let all = value.limbs().iter().flat_map(|limb| limb.to_le_bytes());
        all.take(bytes as usize).collect()
    }
    /// A value of 1 to 16 bytes, known or not.
    fn value(&mut self) -> (Value, u32) {
        if self.random.once_in(2) {
            let bytes = self.random.pick(&[1, 1, 2, 4, 4, 8, 8, 3, 5]);
            return (Value::Word(self.random.word_value(8 * bytes)), bytes);
        }
        if self.random.once_in(8) {
            let term = self.pool.bv_wide(128, &[self.random.clone().word(), self.random.word()]);
            return (Value::Term(term), 16);
        }
        let at = self.random.below(self.symbols.len() as u64) as usize;
        let (term, width) = self.symbols[at];
        let salt = self.random.below(16);
        let salt = self.pool.bv(width, salt);
        (Value::Term(self.pool.add(term, salt)), width / 8)
    }
    /// A symbolic offset for an access of `bytes` within `capacity`, where one is possible.
    fn offset(&mut self, capacity: u64, bytes: u32) -> Option<ExprId> {
        let room = capacity.checked_sub(bytes.into())? + 1;
        let span = 1 << self.random.below(10);
        let span = if span > room { return None } else { span };
        let start = self.random.below(room - span + 1);
        let symbol = self.symbols[self.random.below(3) as usize].0;
        let (wide, mask) = (self.pool.zext(symbol, 64), self.pool.bv(64, span - 1));
        let (low, start) = (self.pool.and(wide, mask), self.pool.bv(64, start));
        Some(self.pool.add(low, start))
    }
    fn word(&mut self, model: usize, term: ExprId) -> u64 {
        self.evaluator.under(&self.pool, &self.models[model]).word(term).expect("small terms")
    }
}

impl Pair {
    fn new(capacity: u64) -> Pair {
        let bytes = core::array::from_fn(|_| vec![0; capacity as usize]);
        Pair { contents: Contents::unwritten(capacity), bytes, written: vec![false; capacity as usize] }
    }
    fn capacity(&self) -> u64 {
        self.contents.capacity()
    }
    /// A range of `len` bytes, if there is one.
    fn range(&self, random: &mut Random, len: u64) -> Option<u64> {
        Some(random.below(self.capacity().checked_sub(len)? + 1))
    }
    fn set(&mut self, model: usize, offset: u64, bytes: &[u8]) {
        self.bytes[model][offset as usize..][..bytes.len()].copy_from_slice(bytes);
    }
    fn set_written(&mut self, offset: u64, len: u64) {
        self.written[offset as usize..][..len as usize].fill(true);
    }
    fn write(&mut self, world: &mut World) {
        let (value, bytes) = world.value();
        let Some(offset) = self.range(&mut world.random, bytes.into()) else { return };
        self.contents.write(&world.pool, offset, bytes, value);
        let back = self.contents.read(&mut world.pool, offset, bytes);
        assert_eq!(back, value, "what was stored is read back, the very same term");
        for model in 0..MODELS {
            let bytes = world.evaluate(model, value, bytes);
            self.set(model, offset, &bytes);
        }
        self.set_written(offset, bytes.into());
    }
    fn write_at(&mut self, world: &mut World) {
        let (value, bytes) = world.value();
        let Some(offset) = world.offset(self.capacity(), bytes) else { return };
        self.contents.write_at(&mut world.pool, offset, bytes, value);
        for model in 0..MODELS {
            let (at, bytes) = (world.word(model, offset), world.evaluate(model, value, bytes));
            self.set(model, at, &bytes);
        }
        // Whether a byte was written is a matter of the model now; it must not be reported as unwritten if it was.
        for at in 0..self.capacity() {
            self.written[at as usize] = self.contents.initialised(at, 1);
        }
        for model in 0..MODELS {
            let at = world.word(model, offset);
            assert!(self.contents.initialised(at, bytes.into()));
        }
    }
    fn symbolic(&mut self, world: &mut World) {
        let array = world.random.pick(&world.arrays.clone());
        let whole = world.random.once_in(4);
        let len = if whole { self.capacity() } else { 1 + world.random.below(20) };
        let Some(offset) = self.range(&mut world.random, len) else { return };
        if whole {
            self.contents.make_symbolic(&mut world.pool, array);
        } else {
            self.contents.make_part_symbolic(&mut world.pool, offset, len, array);
        }
        for model in 0..MODELS {
            let bytes: Vec<u8> = (0..len).map(|index| world.models[model].cell(array, index) as u8).collect();
            self.set(model, offset, &bytes);
        }
        self.set_written(offset, len);
    }
    fn fill(&mut self, world: &mut World) {
        let (len, byte) = (world.random.below(40), world.random.word() as u8);
        let Some(offset) = self.range(&mut world.random, len) else { return };
        self.contents.fill(offset, len, byte);
        (0..MODELS).for_each(|model| self.set(model, offset, &vec![byte; len as usize]));
        self.set_written(offset, len);
    }
    fn copy_from(&mut self, world: &mut World, source: &Pair) {
        let len = world.random.below(if world.random.clone().once_in(3) { 1500 } else { 40 });
        let (from, to) = (source.range(&mut world.random, len), self.range(&mut world.random, len));
        let (Some(from), Some(to)) = (from, to) else { return };
        self.contents.copy_from(&source.contents, from, to, len);
        let range = from as usize..(from + len) as usize;
        (0..MODELS).for_each(|model| self.set(model, to, &source.bytes[model][range.clone()]));
        self.written[to as usize..][..len as usize].copy_from_slice(&source.written[range]);
    }
    fn check_read(&mut self, world: &mut World) {
        let bytes = world.random.pick(&[1, 1, 2, 4, 8, 8, 3, 10, 16]);
        let Some(offset) = self.range(&mut world.random, bytes.into()) else { return };
        let value = self.contents.read(&mut world.pool, offset, bytes);
        assert_eq!(value, normal(&world.pool, value));
        for model in 0..MODELS {
            let expected = &self.bytes[model][offset as usize..][..bytes as usize];
            assert_eq!(world.evaluate(model, value, bytes), expected, "{bytes} bytes at {offset}");
        }
        let written = self.written[offset as usize..][..bytes as usize].iter().all(|&written| written);
        assert_eq!(self.contents.initialised(offset, bytes.into()), written);
    }
    fn check_read_at(&mut self, world: &mut World) {
        let bytes = world.random.pick(&[1, 2, 4, 8, 3]);
        let Some(offset) = world.offset(self.capacity(), bytes) else { return };
        let value = self.contents.read_at(&mut world.pool, offset, bytes);
        for model in 0..MODELS {
            let at = world.word(model, offset);
            let expected = &self.bytes[model][at as usize..][..bytes as usize];
            assert_eq!(world.evaluate(model, value, bytes), expected, "{bytes} bytes at {at} by {offset}");
        }
    }
    fn check_all(&mut self, world: &mut World) {
        for offset in 0..self.capacity() {
            let value = self.contents.read(&mut world.pool, offset, 1);
            for model in 0..MODELS {
                assert_eq!(world.evaluate(model, value, 1), [self.bytes[model][offset as usize]], "byte {offset}");
            }
        }
    }
}

fn normal(pool: &ExprPool, value: Value) -> Value {
    match value {
        Value::Word(_) => value,
        Value::Term(term) => Value::of(pool, term),
    }
}

/// One random life of two objects; now and then one becomes a copy of what the other was.
fn live(seed: u64, capacities: [u64; 2], steps: usize) {
    let mut world = World::new(seed);
    let mut pairs = capacities.map(Pair::new);
    let mut kept: Vec<Pair> = Vec::new();
    for _ in 0..steps {
        let (which, action) = (world.random.below(2) as usize, world.random.below(40));
        let other = pairs[world.random.below(2) as usize].clone();
        let pair = &mut pairs[which];
        match action {
            0..14 => pair.write(&mut world),
            14..16 => pair.write_at(&mut world),
            16 => pair.symbolic(&mut world),
            17 => pair.fill(&mut world),
            18..21 => pair.copy_from(&mut world, &other),
            21 => kept.push(other),
            22..26 => pair.check_read_at(&mut world),
            _ => pair.check_read(&mut world),
        }
    }
    // What was copied aside did not change with what it was copied from.
    for pair in pairs.iter_mut().chain(&mut kept) {
        pair.check_all(&mut world);
    }
}

#[test]
fn small_objects_are_as_their_bytes() {
    for seed in 0..400 {
        let sizes = [1 + seed % 40, 8 + seed % 17];
        live(seed, sizes, 60);
    }
}

#[test]
fn large_objects_are_as_their_bytes() {
    for seed in 1000..1040 {
        live(seed, [2000 + seed % 100, 1030], 80);
    }
    live(7, [100_000, 32 * 1024], 200);
}

#[test]
fn equal_tables_make_equal_terms() {
    let mut pool = ExprPool::new();
    let i = pool.symbol("i", 64, braid_expr::SymbolClass::Input);
    let mut small = Contents::of_bytes(b"abc\0");
    let a = small.clone().read_at(&mut pool, i, 4);
    let tables = pool.arrays().len();
    let b = small.read_at(&mut pool, i, 4);
    assert_eq!((a, pool.arrays().len()), (b, tables));
}

#[test]
fn the_array_form_is_kept_up_to_date_without_a_new_table_for_each_write() {
    let mut pool = ExprPool::new();
    let i = pool.symbol("i", 64, braid_expr::SymbolClass::Input);
    let mut contents = Contents::of_bytes(&[1; 64]);
    for round in 0..1000 {
        contents.write(&pool, round % 61, 4, Value::Word(round));
        contents.read_at(&mut pool, i, 1);
    }
    assert!(pool.arrays().len() < 100, "{} tables", pool.arrays().len());
}

#[test]
fn a_write_within_bounds_leaves_the_other_bytes_alone() {
    let mut pool = ExprPool::new();
    let i = pool.symbol("i", 8, braid_expr::SymbolClass::Input);
    let (wide, three, eight) = (pool.zext(i, 64), pool.bv(64, 3), pool.bv(64, 8));
    let index = pool.and(wide, three);
    let offset = pool.add(index, eight);
    let mut contents = Contents::of_bytes(&[7; 32]);
    contents.write_at(&mut pool, offset, 1, Value::Word(9));
    for at in 0..32 {
        let value = contents.read(&mut pool, at, 1);
        assert_eq!(value == Value::Word(7), !(8..12).contains(&at), "byte {at}");
    }
}
