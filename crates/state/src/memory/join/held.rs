//! What one state holds in an object that is joined: its bytes, under the name that the bytes have which it never wrote.
//!
//! Bytes that were never written join like values: where one state wrote and another did not, the joined byte is a choice between the
//! value and the unknown. States that have not named theirs get one name together: that of another state, if they have not
//! used it for an earlier lifetime, else a new one.

use braid_expr::ExprPool;

use super::super::contents::Contents;
use super::super::page::Run;
use super::super::space::Memory;
use super::super::unknown::Unknown;
use crate::value::Value;

/// Bytes of an object in one state.
#[derive(Clone, Copy)]
pub(crate) struct Held<'a> {
    pub(crate) contents: &'a Contents,
    /// The name of the bytes that were never written.
    pub(crate) unknown: Option<Unknown>,
}

impl<'a> Held<'a> {
    /// How many bytes there are.
    pub(crate) fn capacity(self) -> u64 {
        self.contents.capacity()
    }
    /// What the bytes from `from` on are, and where their run ends, at most at `to`.
    pub(crate) fn run(self, from: u64, to: u64) -> (Run, u64) {
        let (run, end) = self.contents.run(from, to);
        (Contents::named(run, self.unknown, from), end)
    }
    /// The runs of the bytes from `offset` on, with where they begin and end.
    pub(crate) fn runs(self, offset: u64, len: u64) -> impl Iterator<Item = (u64, u64, Run)> + 'a {
        let runs = self.contents.runs(offset, len);
        runs.map(move |(start, end, run)| (start, end, Contents::named(run, self.unknown, start)))
    }
    /// The `bytes` bytes at `offset` as one little-endian value.
    pub(crate) fn read(self, pool: &mut ExprPool, offset: u64, bytes: u32) -> Value {
        if self.contents.unknown() == self.unknown || self.contents.is_written(offset, bytes.into()) {
            return self.contents.read(pool, offset, bytes);
        }
        let mut whole = None;
        for (start, end, run) in self.runs(offset, bytes.into()) {
            let part = self.contents.term_of_run(pool, run, start, (end - start) as u32);
            whole = Some(whole.map_or(part, |low| pool.concat(part, low)));
        }
        Value::of(pool, whole.expect("a read has at least one byte"))
    }
}

/// The contents of each state under their names, and the name of the joined ones. A state without contents does not care.
pub(crate) fn name<'a>(
    base: u64,
    memories: &[&Memory],
    members: &[Option<&'a Contents>],
) -> (Vec<Option<Held<'a>>>, Option<Unknown>) {
    let known = members.iter().flatten().filter_map(|contents| contents.unknown());
    let anonymous =
        || members.iter().zip(memories).filter(|(contents, _)| contents.is_some_and(|held| !held.is_named()));
    let common =
        known.max().filter(|name| anonymous().all(|(_, memory)| memory.names_given(base) < name.lifetime.get()));
    let given = memories.iter().map(|memory| memory.names_given(base)).max().unwrap_or(0);
    let shared = common.unwrap_or_else(|| Unknown::after(base, given));
    let held = |contents: &Option<&'a Contents>| {
        contents.map(|contents| Held { contents, unknown: contents.unknown().or(Some(shared)) })
    };
    let joined = anonymous().next().map(|_| shared);
    (members.iter().map(held).collect(), joined)
}
