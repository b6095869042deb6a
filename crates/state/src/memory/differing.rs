//! Where memories of two states hold different things: words with pointers, and bytes of anything else.
//!
//! It looks at objects that both states hold, and at what they do not share; nothing is made, and no solver is asked.

use braid_expr::ExprPool;

use super::contents::Contents;
use super::space::Memory;
use crate::value::Value;

/// Bytes of memory in which two states differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Differing {
    /// The address of the first.
    pub address: u64,
    /// How many.
    pub bytes: u32,
    /// Whether one of the states holds a pointer there: then it is all of the pointer's bytes.
    pub pointer: bool,
}

impl Memory {
    /// All bytes of objects that may be live in both memories in which they differ, in order of addresses.
    pub fn differing(&mut self, other: &mut Memory, pool: &ExprPool) -> Vec<Differing> {
        let mut found = Vec::new();
        for base in self.differences(other) {
            let memories = [&*self, &*other];
            let objects = memories.map(|memory| memory.find(base).filter(|object| object.may_be_live()));
            if let [Some(a), Some(b)] = objects {
                let contents = [&a.contents, &b.contents];
                Here { pool, memories, base, contents, found: &mut found }.look();
            }
        }
        found
    }
}

/// What is looked at in one object.
struct Here<'a> {
    pool: &'a ExprPool,
    memories: [&'a Memory; 2],
    base: u64,
    contents: [&'a Contents; 2],
    found: &'a mut Vec<Differing>,
}

impl Here<'_> {
    fn look(self) {
        let [a, b] = self.contents;
        let width = self.memories[0].addresses().bytes();
        let end = a.capacity().min(b.capacity());
        let mut word_until = 0;
        for offset in a.offsets_not_shared(b, end) {
            if offset < word_until || self.is_same(offset) {
                continue;
            }
            let word = offset / width * width;
            if word + width <= end && self.holds_pointer(word, width as u32) {
                word_until = word + width;
                // Bytes of the word that were found before belong to it.
                while self.found.last().is_some_and(|last| last.address >= self.base + word) {
                    self.found.pop();
                }
                self.found.push(Differing { address: self.base + word, bytes: width as u32, pointer: true });
            } else {
                self.found.push(Differing { address: self.base + offset, bytes: 1, pointer: false });
            }
        }
    }
    fn is_same(&self, offset: u64) -> bool {
        let [a, b] = self.contents.map(|contents| (contents.run(offset, offset + 1).0, contents.word(offset, 1)));
        a == b
    }
    fn holds_pointer(&self, offset: u64, bytes: u32) -> bool {
        self.contents.iter().zip(self.memories).any(|(contents, memory)| {
            let known = contents.word(offset, bytes).map(Value::Word);
            let value = known.or_else(|| contents.stored_term(self.pool, offset, bytes).map(Value::Term));
            value.is_some_and(|value| memory.is_pointer(self.pool, value))
        })
    }
}
