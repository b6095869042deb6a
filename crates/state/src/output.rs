//! What the program has done to its output so far: a list that states share at its beginning.
//!
//! Some of it goes through a buffer of the program's library and arrives only when that is full or flushed. How full it is may
//! depend on the input, so the list tells what was done, and [`Pipe`](crate::Pipe) what arrives of it.

use std::rc::Rc;

use crate::value::Value;

/// What is done to a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Bytes go straight to the descriptor.
    Write,
    /// Bytes go into the stream's buffer.
    Put,
    /// One byte goes there, by itself.
    PutByte,
    /// The stream's buffer is emptied.
    Flush,
    /// The stream gets another kind of buffering, and a buffer of this size if one is given.
    Buffer(Buffering, Option<u64>),
}

/// When a buffer of the C library is emptied: the modes of setvbuf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Buffering {
    /// When it is full.
    Full,
    /// At the end of a line, too.
    Line,
    /// At once.
    None,
}

/// One act.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) stream: u8,
    pub(crate) act: Act,
    pub(crate) bytes: Box<[Value]>,
    /// How many of the bytes were written, 64 bits. Of an act without bytes whether it is done: 0 or 1.
    pub(crate) length: Value,
    /// How many chunks there are up to this one.
    number: u64,
    before: Option<Rc<Chunk>>,
}

impl Chunk {
    /// Returns true if another chunk is the same write.
    pub(crate) fn says_the_same(&self, other: &Chunk) -> bool {
        (self.stream, self.act, self.length, &self.bytes) == (other.stream, other.act, other.length, &other.bytes)
    }
}

/// The output of a state. Bytes may be terms: a test shows them as its input makes them.
#[derive(Clone, Default, Debug)]
pub struct Output {
    last: Option<Rc<Chunk>>,
    bytes: u64,
}

impl Output {
    /// Adds bytes written to a stream (1: standard output, 2: standard error): as many of them as `length`, a value of
    /// 64 bits, says.
    pub fn write(&mut self, stream: u8, bytes: Vec<Value>, length: Value) {
        self.act(stream, Act::Write, bytes, length);
    }
    /// Adds bytes that are put into the buffer of a stream.
    pub fn put(&mut self, stream: u8, bytes: Vec<Value>, length: Value) {
        self.act(stream, Act::Put, bytes, length);
    }
    /// Adds one byte that is put there by itself.
    pub fn put_byte(&mut self, stream: u8, byte: Vec<Value>) {
        self.act(stream, Act::PutByte, byte, Value::Word(1));
    }
    /// Adds that the buffer of a stream is emptied. Nothing is added where nothing can be in it.
    pub fn flush(&mut self, stream: u8) {
        let is_flushed =
            |last: &Rc<Chunk>| (last.stream, last.act, last.length) == (stream, Act::Flush, Value::Word(1));
        if !self.last.as_ref().is_none_or(is_flushed) {
            self.act(stream, Act::Flush, Vec::new(), Value::Word(1));
        }
    }
    /// Returns true if bytes may be in the buffer of a stream: some were put there since it was emptied.
    pub fn may_hold(&self, stream: u8) -> bool {
        let mut at = self.last.as_ref();
        while let Some(chunk) = at {
            match chunk.act {
                Act::Put | Act::PutByte if chunk.stream == stream => return true,
                Act::Flush if chunk.stream == stream && chunk.length == Value::Word(1) => return false,
                _ => at = chunk.before.as_ref(),
            }
        }
        false
    }
    /// Adds that a stream gets another kind of buffering.
    pub fn buffer(&mut self, stream: u8, buffering: Buffering, size: Option<u64>) {
        self.act(stream, Act::Buffer(buffering, size), Vec::new(), Value::Word(1));
    }
    /// Adds an act, unless it writes no bytes.
    pub(crate) fn act(&mut self, stream: u8, act: Act, bytes: Vec<Value>, length: Value) {
        let writes = matches!(act, Act::Write | Act::Put | Act::PutByte);
        if !writes || !bytes.is_empty() {
            self.bytes += bytes.len() as u64;
            let (number, bytes) = (self.count() + 1, bytes.into());
            self.last = Some(Rc::new(Chunk { stream, act, bytes, length, number, before: self.last.take() }));
        }
    }
    fn count(&self) -> u64 {
        self.last.as_ref().map_or(0, |last| last.number)
    }
    /// The output that all have in common, because they share it, and what each has written since, oldest first.
    pub(crate) fn common<'a>(outputs: &[&'a Output]) -> (Output, Vec<Vec<&'a Chunk>>) {
        let mut at: Vec<Option<&Rc<Chunk>>> = outputs.iter().map(|output| output.last.as_ref()).collect();
        let mut own: Vec<Vec<&Chunk>> = vec![Vec::new(); outputs.len()];
        let number = |chunk: Option<&Rc<Chunk>>| chunk.map_or(0, |chunk| chunk.number);
        let mut level = at.iter().map(|&chunk| number(chunk)).min().unwrap_or(0);
        loop {
            for (chunk, own) in at.iter_mut().zip(&mut own) {
                while let Some(last) = chunk.filter(|last| last.number > level) {
                    own.push(last);
                    *chunk = last.before.as_ref();
                }
            }
            let shared =
                at[0].is_none_or(|first| at.iter().all(|chunk| chunk.is_some_and(|chunk| Rc::ptr_eq(chunk, first))));
            if shared {
                break;
            }
            level -= 1;
        }
        own.iter_mut().for_each(|chunks| chunks.reverse());
        let since: u64 = own[0].iter().map(|chunk| chunk.bytes.len() as u64).sum();
        (Output { last: at[0].cloned(), bytes: outputs[0].bytes - since }, own)
    }
    /// How many bytes were written to all streams at most.
    pub fn len(&self) -> u64 {
        self.bytes
    }
    /// Returns true if two states have written the same since they came apart: nothing.
    pub(crate) fn is_shared(&self, other: &Output) -> bool {
        match (&self.last, &other.last) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
    /// Returns true if nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }
    /// What was done, in order: to which stream, what, with which bytes, and with how many of them. Of an act without bytes
    /// the number says whether it is done.
    pub fn acts(&self) -> Vec<(u8, Act, &[Value], Value)> {
        let mut chunks: Vec<&Chunk> =
            core::iter::successors(self.last.as_deref(), |chunk| chunk.before.as_deref()).collect();
        chunks.reverse();
        chunks.into_iter().map(|chunk| (chunk.stream, chunk.act, &*chunk.bytes, chunk.length)).collect()
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

    fn write(output: &mut Output, stream: u8, text: &str) {
        let bytes = text.bytes().map(|byte| Value::Word(u64::from(byte))).collect();
        output.write(stream, bytes, Value::Word(text.len() as u64));
    }

    fn read(output: &Output, stream: u8) -> String {
        let bytes = output.acts().into_iter().filter(|act| act.0 == stream).flat_map(|(_, _, bytes, _)| bytes.iter());
        bytes.map(|byte| byte.word().expect("a known byte") as u8 as char).collect()
    }

    #[test]
    fn streams_keep_their_order_and_forks_their_own_ends() {
        let mut one = Output::default();
        write(&mut one, 1, "ab");
        write(&mut one, 2, "x");
        let mut other = one.clone();
        write(&mut one, 1, "c");
        write(&mut other, 1, "d");
        assert_eq!((read(&one, 1).as_str(), read(&other, 1).as_str()), ("abc", "abd"));
        assert_eq!((read(&one, 2).as_str(), one.len()), ("x", 4));
    }

    #[test]
    fn a_buffer_may_hold_what_was_put_there_since_it_was_emptied() {
        let mut output = Output::default();
        assert!(!output.may_hold(1));
        write(&mut output, 1, "straight");
        assert!(!output.may_hold(1));
        output.put(1, vec![Value::Word(65)], Value::Word(1));
        write(&mut output, 2, "x");
        assert!(output.may_hold(1) && !output.may_hold(2));
        output.flush(1);
        assert!(!output.may_hold(1));
        output.put_byte(1, vec![Value::Word(66)]);
        assert!(output.may_hold(1));
    }
}
