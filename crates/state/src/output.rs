//! What the program has written so far: a list that states share at its beginning.

use std::rc::Rc;

use crate::value::Value;

/// One write.
#[derive(Debug)]
struct Chunk {
    stream: u8,
    bytes: Box<[Value]>,
    before: Option<Rc<Chunk>>,
}

/// The output of a state. Bytes may be terms: a test shows them as its input makes them.
#[derive(Clone, Default, Debug)]
pub struct Output {
    last: Option<Rc<Chunk>>,
    bytes: u64,
}

impl Output {
    /// Adds bytes written to a stream (1: standard output, 2: standard error).
    pub fn write(&mut self, stream: u8, bytes: impl IntoIterator<Item = Value>) {
        let bytes: Box<[Value]> = bytes.into_iter().collect();
        if !bytes.is_empty() {
            self.bytes += bytes.len() as u64;
            self.last = Some(Rc::new(Chunk { stream, bytes, before: self.last.take() }));
        }
    }
    /// How many bytes were written to all streams.
    pub fn len(&self) -> u64 {
        self.bytes
    }
    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }
    /// The bytes written to a stream, in order.
    pub fn stream(&self, stream: u8) -> Vec<Value> {
        let mut chunks: Vec<&Chunk> =
            core::iter::successors(self.last.as_deref(), |chunk| chunk.before.as_deref()).collect();
        chunks.reverse();
        chunks
            .into_iter()
            .filter(|chunk| chunk.stream == stream)
            .flat_map(|chunk| chunk.bytes.iter().copied())
            .collect()
    }
}

/// Taken apart in a loop: a program may write often.
impl Drop for Chunk {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut own) = next.and_then(|shared| Rc::try_unwrap(shared).ok()) {
            next = own.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Value> {
        text.bytes().map(|byte| Value::Word(u64::from(byte))).collect()
    }

    #[test]
    fn streams_keep_their_order_and_forks_their_own_ends() {
        let mut one = Output::default();
        one.write(1, words("ab"));
        one.write(2, words("x"));
        let mut other = one.clone();
        one.write(1, words("c"));
        other.write(1, words("d"));
        assert_eq!((one.stream(1), other.stream(1)), (words("abc"), words("abd")));
        assert_eq!((one.stream(2), one.len()), (words("x"), 4));
    }
}
