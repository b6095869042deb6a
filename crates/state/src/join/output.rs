//! Joining outputs: what all have written in common once, then what each has written for itself, of which nothing counts
//! where another state is.

use super::Joiner;
use crate::output::{Chunk, Output};
use crate::state::State;
use crate::value::Value;

/// The joined output.
pub(super) fn join(joiner: &mut Joiner<'_>, states: &[State]) -> Output {
    let outputs: Vec<&Output> = states.iter().map(|state| &state.output).collect();
    let (mut joined, own) = Output::common(&outputs);
    let same = |at: usize| {
        let first = own[0].get(at)?;
        own.iter().all(|chunks| chunks.get(at).is_some_and(|chunk| chunk.says_the_same(first))).then_some(first)
    };
    let mut shared = 0;
    while let Some(chunk) = same(shared) {
        joined.act(chunk.stream, chunk.act, chunk.bytes.to_vec(), chunk.length);
        shared += 1;
    }
    for (member, chunks) in own.iter().enumerate() {
        for chunk in &chunks[shared..] {
            let length = own_length(joiner, member, chunk);
            joined.act(chunk.stream, chunk.act, chunk.bytes.to_vec(), length);
        }
    }
    joined
}

/// How much of a chunk is written that is one state's alone.
fn own_length(joiner: &mut Joiner<'_>, member: usize, chunk: &Chunk) -> Value {
    let here = joiner.among(&[member]);
    let (length, none) = (chunk.length.term(joiner.pool, 64), joiner.pool.zero(64));
    let length = joiner.pool.ite(here, length, none);
    Value::of(joiner.pool, length)
}
