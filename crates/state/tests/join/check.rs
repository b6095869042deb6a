//! Two states compared under a model.

use std::collections::BTreeSet;

use braid_expr::testing::Random;
use braid_expr::{Evaluator, ExprId, Model};
use braid_state::memory::{Life, Object};
use braid_state::{Input, State, Value};

use crate::world::{self, WIDTHS, World};

/// A model, and the values of terms under it.
struct Under<'a> {
    world: &'a mut World,
    model: &'a Model,
    evaluator: Evaluator,
}

impl Under<'_> {
    fn value(&mut self, value: Value, bits: u32) -> braid_expr::Value {
        let term = value.term(&mut self.world.pool, bits);
        self.evaluator.evaluate(&self.world.pool, self.model, term).expect("a small term")
    }
    fn word(&mut self, value: Value) -> u64 {
        match value {
            Value::Word(word) => word,
            Value::Term(term) => {
                let value = self.evaluator.evaluate(&self.world.pool, self.model, term).expect("a small term");
                value.to_u64().expect("at most 64 bits")
            }
        }
    }
    fn holds(&mut self, condition: ExprId) -> bool {
        self.word(Value::Term(condition)) == 1
    }
    fn is_live(&mut self, object: Option<&Object>) -> bool {
        match object.map(Object::life) {
            Some(Life::Live) => true,
            Some(Life::Guarded { when, .. }) => self.holds(when),
            Some(Life::Freed(_) | Life::OutOfScope) | None => false,
        }
    }
}

/// Checks that a state is another one under a model. If it is joined, registers that do not matter are 0.
pub(crate) fn same(
    world: &mut World,
    random: &mut Random,
    model: &Model,
    joined: &mut State,
    own: &mut State,
    is_joined: bool,
) {
    let mut under = Under { world, model, evaluator: Evaluator::new() };
    for condition in joined.path.since(0) {
        assert!(!is_joined || under.holds(condition), "the path condition holds in each source");
    }
    stacks(&mut under, joined.fork(), own.fork(), is_joined);
    memories(&mut under, random, joined, own);
    for stream in [1, 2] {
        assert_eq!(written(&mut under, joined, stream), written(&mut under, own, stream), "output {stream}");
    }
    inputs(&mut under, joined, own);
    assert!(joined.depth >= own.depth && joined.steps >= own.steps);
}

fn stacks(under: &mut Under<'_>, mut joined: State, mut own: State, is_joined: bool) {
    assert_eq!(joined.stack.depth(), own.stack.depth());
    let mut waits = false;
    while own.stack.depth() > 0 {
        let (mine, theirs) = (joined.stack.top(), own.stack.top());
        assert_eq!((mine.func, mine.pc, mine.path), (theirs.func, theirs.pc, theirs.path));
        let mut locals = mine.locals.iter();
        assert!(theirs.locals.iter().all(|local| locals.any(|other| other == local)), "locals in their order");
        let (a, b) = (mine.varargs.clone(), theirs.varargs.clone());
        assert_eq!(a.is_some(), b.is_some());
        for (a, b) in a.iter().flat_map(|list| list.iter()).zip(b.iter().flat_map(|list| list.iter())) {
            assert_eq!(under.value(a.value, a.bits), under.value(b.value, b.bits), "a variable argument");
        }
        let live = world::live(mine.func, waits);
        let (a, b) = (joined.stack.registers().to_vec(), own.stack.registers().to_vec());
        for slot in 0..WIDTHS.len() {
            if live.iter().any(|live| live.slot as usize == slot) {
                let bits = WIDTHS[slot];
                assert_eq!(under.value(a[slot], bits), under.value(b[slot], bits), "register {slot}");
            } else if is_joined && !waits {
                assert_eq!(a[slot], Value::Word(0), "a register that does not matter");
            }
        }
        joined.stack.pop();
        own.stack.pop();
        waits = true;
    }
}

fn memories(under: &mut Under<'_>, random: &mut Random, joined: &mut State, own: &mut State) {
    let bases = |state: &State| state.memory.iter_live().map(Object::base).collect::<Vec<_>>();
    let all: BTreeSet<u64> = bases(joined).into_iter().chain(bases(own)).collect();
    for base in all {
        let live = under.is_live(own.memory.find(base));
        assert_eq!(under.is_live(joined.memory.find(base)), live, "whether the object at {base:x} is live");
        if live {
            object(under, random, joined.memory.find(base).expect("live"), own.memory.find(base).expect("live"));
        }
    }
}

fn object(under: &mut Under<'_>, random: &mut Random, joined: &Object, own: &Object) {
    let size = under.word(own.size());
    assert_eq!(under.word(joined.size()), size, "the size of {:x}", own.base());
    assert!(joined.capacity() >= own.capacity());
    let mut read = |object: &Object, at: u64, bytes: u32| {
        let value = object.contents.read(&mut under.world.pool, at, bytes);
        under.value(value, 8 * bytes)
    };
    // Of large objects some bytes stand for all.
    let offsets: Vec<u64> =
        if size <= 64 { (0..size).collect() } else { (0..64).map(|_| random.below(size)).collect() };
    for &at in &offsets {
        let bytes = random.pick(&[1, 1, 2, 4, 8]).min((size - at) as u32);
        assert_eq!(read(joined, at, bytes), read(own, at, bytes), "{bytes} bytes at {at} of {:x}", own.base());
        assert!(joined.contents.initialised(at, 1) || !own.contents.initialised(at, 1), "a written byte");
    }
    // The array form tells the same bytes.
    if size > 0 && random.once_in(8) {
        let (at, pool) = (random.below(size), &mut under.world.pool);
        let mut contents = joined.contents.clone();
        let index = pool.bv(braid_state::memory::INDEX_WIDTH, at);
        let updates = contents.array(pool);
        let byte = pool.read(updates, index);
        let byte = Value::of(pool, byte);
        let expected = own.contents.read(pool, at, 1);
        assert_eq!(under.word(byte), under.word(expected), "element {at} of {:x}", own.base());
    }
}

fn written(under: &mut Under<'_>, state: &State, stream: u8) -> Vec<u64> {
    let mut bytes = Vec::new();
    for (_, _, chunk, length) in state.output.acts().into_iter().filter(|act| act.0 == stream) {
        let length = under.word(length) as usize;
        bytes.extend(chunk.iter().take(length).map(|&byte| under.word(byte)));
    }
    bytes
}

fn inputs(under: &mut Under<'_>, joined: &State, own: &State) {
    let mut existing = |state: &State| {
        let exists = |input: &&Input| input.exists.is_none_or(|guard| under.holds(guard));
        let list: Vec<&Input> = state.inputs.iter().filter(exists).collect();
        let tell = |input: &Input| (input.name.to_string(), input.array, input.size, under.word(input.length));
        list.into_iter().map(tell).collect::<Vec<_>>()
    };
    assert_eq!(existing(joined), existing(own), "inputs");
    let mut granted = |state: &State| state.inputs.wishes().all(|wish| under.holds(wish));
    assert_eq!(granted(joined), granted(own), "wishes");
    assert!(joined.inputs.len() >= own.inputs.len());
}
