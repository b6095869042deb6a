//! Joining memories: the objects that are not the same in all states, and the books.
//!
//! An object that all states hold becomes one whose size and bytes are chosen. One that some states do not hold, or have
//! freed, is kept with a guard: it is live exactly where one of the others is. So an allocation in a loop does not keep
//! states of different numbers of iterations from being joined.

mod arrays;
mod contents;
pub(crate) mod held;
mod words;

use std::rc::Rc;

use super::contents::Contents;
use super::object::{Life, Object, OriginKind};
use super::space::{Books, Count, Memory};
use crate::join::{Joiner, Refusal};

impl Memory {
    /// The addresses of objects that are not the same in all memories, if they can be joined.
    pub(crate) fn joinable(memories: &mut [&mut Memory]) -> Result<Vec<u64>, Refusal> {
        let Some((first, others)) = memories.split_first_mut() else { return Ok(Vec::new()) };
        let mut differing = Vec::new();
        for other in others {
            differing.extend(first.differences(other));
        }
        differing.sort_unstable();
        differing.dedup();
        let memories: Vec<&Memory> = memories.iter().map(|memory| &**memory).collect();
        differing.iter().try_for_each(|&base| check(&versions(&memories, base)))?;
        Ok(differing)
    }
    /// The memory that is that of the i-th state wherever that is; only what differs is looked at.
    pub(crate) fn joined(joiner: &mut Joiner<'_>, memories: &[&Memory], differing: &[u64]) -> Memory {
        let first = memories[0];
        let mut joined = Memory {
            objects: first.objects.clone(),
            hot: None,
            books: joined_books(memories),
            addresses: first.addresses,
        };
        memories[1..].iter().for_each(|other| joined.avoid_names(other));
        for &base in differing {
            let object = join_object(joiner, memories, base);
            if let Some(unknown) = object.contents.unknown() {
                let given = joined.names_given(base).max(unknown.lifetime.get());
                joined.set_names_given(base, given);
            }
            let was_used = first.objects.get(base).is_none_or(|object| !object.is_freed());
            let is_new_grave = was_used && object.is_freed();
            let is_local = object.origin().kind == OriginKind::Stack;
            joined.objects.insert(Rc::new(object));
            if is_new_grave {
                joined.remember(base, is_local);
            }
        }
        joined
    }
}

/// What each state holds at an address.
fn versions<'a>(memories: &[&'a Memory], base: u64) -> Vec<Option<&'a Object>> {
    memories.iter().map(|memory| memory.objects.get(base).map(Rc::as_ref)).collect()
}

/// Joined objects may differ in contents, not in kind or writability.
fn check(versions: &[Option<&Object>]) -> Result<(), Refusal> {
    let about = |object: &&Object| (object.origin().kind, object.is_read_only());
    let mut all = versions.iter().flatten().map(about);
    let first = all.next();
    if all.all(|other| Some(other) == first) { Ok(()) } else { Err(Refusal::Objects) }
}

/// One object of the versions that states hold at an address, of which there is at least one.
fn join_object(joiner: &mut Joiner<'_>, memories: &[&Memory], base: u64) -> Object {
    let versions = &versions(memories, base);
    let live = |object: Option<&Object>| object.is_some_and(Object::may_be_live);
    let Some(first) = versions.iter().flatten().find(|object| object.may_be_live()) else {
        let grave = versions.iter().flatten().next().expect("some state holds it");
        return (*grave).clone();
    };
    let of_live = || versions.iter().map(|&object| object.filter(|object| object.may_be_live()));
    let life = if versions.iter().all(|&object| live(object) && object.is_some_and(Object::is_live)) {
        Life::Live
    } else {
        guarded(joiner, versions)
    };
    let size = joiner.value(64, of_live().map(|object| object.map(Object::size)));
    let members: Vec<Option<&Contents>> = of_live().map(|object| object.map(|object| &object.contents)).collect();
    let whole = size.word().filter(|&size| size == first.capacity());
    let (members, unknown) = held::name(base, memories, &members);
    let contents = contents::join(joiner, &members, unknown, whole);
    first.rejoined(life, size, contents)
}

/// When an object is live that is not so in all states.
fn guarded(joiner: &mut Joiner<'_>, versions: &[Option<&Object>]) -> Life {
    let (always, never) = (joiner.pool.tru(), joiner.pool.fls());
    let mut otherwise = None;
    let mut conditions = Vec::with_capacity(versions.len());
    for object in versions {
        let (condition, site) = match object.map(Object::life) {
            Some(Life::Live) => (always, None),
            Some(Life::Freed(site)) => (never, Some(site)),
            Some(Life::OutOfScope) => (never, object.map(|object| object.origin().site)),
            Some(Life::Guarded { when, otherwise }) => (when, otherwise),
            None => (never, None),
        };
        conditions.push(condition);
        otherwise = otherwise.or(site);
    }
    Life::Guarded { when: joiner.condition(&conditions), otherwise }
}

/// The books of the first state, with counts that are as high as in any.
fn joined_books(memories: &[&Memory]) -> Rc<Books> {
    let mut books = Rc::clone(&memories[0].books);
    for other in &memories[1..] {
        if Rc::ptr_eq(&books, &other.books) {
            continue;
        }
        for family in books.counts.differences(&other.books.counts, |a, b| a.next == b.next) {
            let next = |books: &Books| books.counts.get(family).map_or(0, |count| count.next);
            let (mine, theirs) = (next(&books), next(&other.books));
            if theirs > mine {
                Rc::make_mut(&mut books).counts.insert(Count { family, next: theirs });
            }
        }
    }
    books
}
