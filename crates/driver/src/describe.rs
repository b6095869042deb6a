//! A state as text: everything that tells it from another.
//!
//! Equal states have equal descriptions, in any engine. The numbers of terms differ from engine to engine, and with them the
//! order of operands that may change places; so the terms of a description are numbered in the order in which they are met, and
//! such operands are ordered by a hash of what they say.

use core::fmt::Write as _;
use core::hash::{Hash, Hasher};

use braid_expr::{ExprId, ExprPool, Fingerprints, head};
use braid_state::memory::{Life, Object};
use braid_state::{State, Value};
use rustc_hash::{FxHashMap, FxHasher};

use crate::exploration::Explorer;

/// How many bytes of an object are shown.
const SHOWN: u64 = 64;

impl Explorer<'_> {
    /// Everything that tells a state from another, as text.
    pub(crate) fn describe(&mut self, state: &State) -> String {
        let mut text = Text::default();
        let pool = &mut self.subject.exec.pool;
        for (frame, registers) in state.stack.frames_with_registers() {
            let name = self.subject.exec.program.name(frame.func);
            text.line(format_args!("frame {name} {} {:x} {:x?}", frame.pc, frame.path.0, frame.locals));
            for (slot, &register) in registers.iter().enumerate() {
                text.value(pool, &format!("register {slot}"), register);
            }
        }
        text.terms(pool, "holds", &state.path.since(0));
        text.terms(pool, "size", state.sizes.as_slice());
        for input in state.inputs.iter() {
            text.line(format_args!("input {} {} {}", input.name, input.size, pool.array_name(input.array)));
            text.value(pool, "length", input.length);
            text.terms(pool, "exists", input.exists.as_slice());
        }
        text.terms(pool, "wish", &state.inputs.wishes().collect::<Vec<_>>());
        for object in state.memory.iter_live() {
            describe_object(&mut text, pool, object);
        }
        for (stream, act, bytes, length) in state.output.acts() {
            text.value(pool, &format!("{act:?} on {stream}"), length);
            bytes.iter().for_each(|&byte| text.value(pool, "byte", byte));
        }
        text.line(format_args!("depth {} steps {} output {}", state.depth, state.steps, state.output.len()));
        text.line(format_args!("paths {} auxiliaries {}", state.inherited.multiplicity(), state.inherited.fresh()));
        text.text
    }
}

fn describe_object(text: &mut Text, pool: &mut ExprPool, object: &Object) {
    text.value(pool, &format!("object {:x}", object.base()), object.size());
    if let Life::Guarded { when, otherwise } = object.life() {
        text.term(pool, &format!("live, otherwise {otherwise:?}"), when);
    }
    let contents = &object.contents;
    let mut known = Vec::new();
    for at in 0..object.capacity().min(SHOWN) {
        match contents.word(at, 1) {
            Some(byte) => known.push(byte),
            None if contents.initialised(at, 1) => {
                let byte = contents.read(pool, at, 1);
                text.value(pool, &format!("byte {at}"), byte);
            }
            None => text.line(format_args!("byte {at} was never written")),
        }
    }
    text.line(format_args!("known {known:?}"));
}

/// A description so far.
#[derive(Default)]
struct Text {
    text: String,
    /// The numbers of the terms that were met.
    met: FxHashMap<ExprId, usize>,
    hashes: Fingerprints,
}

impl Text {
    fn line(&mut self, line: core::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("text takes all");
    }
    fn value(&mut self, pool: &ExprPool, what: &str, value: Value) {
        match value {
            Value::Word(word) => self.line(format_args!("{what} {word:#x}")),
            Value::Term(term) => self.term(pool, what, term),
        }
    }
    fn terms(&mut self, pool: &ExprPool, what: &str, terms: &[ExprId]) {
        terms.iter().for_each(|&term| self.term(pool, what, term));
    }
    fn term(&mut self, pool: &ExprPool, what: &str, term: ExprId) {
        self.meet(pool, term);
        let number = self.met[&term];
        self.line(format_args!("{what} t{number}"));
    }
    /// Writes what a term says in terms of its parts, and before that what these say, if that was not done yet.
    fn meet(&mut self, pool: &ExprPool, term: ExprId) {
        self.hashes.of(pool, term);
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if self.met.contains_key(&term) {
                open.pop();
                continue;
            }
            let mut parts: Vec<ExprId> = pool.children(term).iter().copied().collect();
            if pool.op(term).is_commutative() {
                parts.sort_by_key(|&part| self.hashes.of(pool, part));
            }
            match parts.iter().rev().find(|part| !self.met.contains_key(part)) {
                Some(&part) => open.push(part),
                None => {
                    let numbers: Vec<String> = parts.iter().map(|part| format!(" t{}", self.met[part])).collect();
                    let number = self.met.len();
                    self.line(format_args!("t{number} = {}{}", head(pool, term), numbers.concat()));
                    self.met.insert(term, number);
                }
            }
        }
    }
}

/// A hash of what holds in a state and of its registers: the same in every engine that makes the state.
pub(crate) fn check(pool: &ExprPool, state: &State) -> u32 {
    let mut hashes = Fingerprints::default();
    let mut hasher = FxHasher::default();
    for condition in state.path.since(0) {
        hashes.of(pool, condition).hash(&mut hasher);
    }
    for &register in state.stack.frames_with_registers().flat_map(|(_, registers)| registers) {
        match register {
            Value::Word(word) => word.hash(&mut hasher),
            Value::Term(term) => hashes.of(pool, term).hash(&mut hasher),
        }
    }
    (hasher.finish() >> 32) as u32
}
