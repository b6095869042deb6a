//! Symbolic inputs: arrays of bytes that stand for whatever the program may be given.

use std::rc::Rc;

use braid_expr::{ArrayId, ArrayKind};
use braid_state::memory::INDEX_WIDTH;
use braid_state::{Input, State, Value, algebra};

use crate::executor::Executor;

impl Executor {
    /// Adds an input of `size` bytes to a state; gives its array. The n-th input of a name and size is the same array in
    /// every state, so that what is known of it is known everywhere. Joined states hold the inputs of all of them, so that a number
    /// is never used twice.
    pub fn add_input(&mut self, state: &mut State, name: &str, size: u64) -> ArrayId {
        self.add_sized_input(state, name, size, Value::Word(size))
    }

    /// As [`add_input`](Self::add_input), of a number of bytes (64 bits) that may be unknown and is at most `size`.
    pub fn add_sized_input(&mut self, state: &mut State, name: &str, size: u64, length: Value) -> ArrayId {
        let name: Rc<str> = name.into();
        let before = state.inputs.count(&name);
        let pool = &mut self.pool;
        let array = *self.input_arrays.entry((Rc::clone(&name), before, size)).or_insert_with(|| {
            let unique = if before == 0 { name.to_string() } else { format!("{name}#{before}") };
            pool.array(&unique, ArrayKind::Symbolic { size: Some(size) }, INDEX_WIDTH, 8)
        });
        state.inputs.push(Input { name, array, size, length, exists: None });
        array
    }

    /// A fresh unknown of `bits` bits, as an input of its own; its word, if the input is known.
    pub fn fresh_input(&mut self, state: &mut State, name: &str, bits: u32) -> Value {
        let bytes = bits.div_ceil(8);
        let array = self.add_input(state, name, u64::from(bytes));
        if let Some(known) = self.known_inputs.get(&array).filter(|known| known.len() == bytes as usize && bytes <= 8) {
            let word = known.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            return algebra::trunc(&mut self.pool, bytes * 8, bits, Value::Word(word));
        }
        let updates = self.pool.base(array);
        let mut whole = None;
        for at in 0..bytes {
            let index = self.pool.bv(INDEX_WIDTH, u64::from(at));
            let byte = self.pool.read(updates, index);
            whole = Some(whole.map_or(byte, |low| self.pool.concat(byte, low)));
        }
        let whole = Value::Term(whole.expect("an input has at least one bit"));
        algebra::trunc(&mut self.pool, bytes * 8, bits, whole)
    }
}
