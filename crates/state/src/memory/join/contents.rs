//! Joining the bytes of one object, in pieces that are as wide as what was stored.
//!
//! Pages that are the same in memory are passed over. In the others, runs of bytes that differ are cut into pieces, and
//! each piece becomes one choice between what the states read there:
//!
//! 1. A term that a state stored is not cut, so that a word stays a word: the bytes it covers are one piece, with all that
//!    other states hold there. Where terms of different states overlap without one covering the other, each byte is a
//!    piece.
//! 2. Bytes that no term covers do not tell how they were stored. The rule in [`words`](super::words) looks at them.
//!
//! A write at a computed offset makes bytes elements of an array. Where states made different ones, the arrays are joined
//! if that is cheaper ([`arrays`](super::arrays)), else each byte is a choice between elements; bytes that no such write can
//! have reached are the same in all and stay.

use braid_expr::ExprPool;
use smallvec::SmallVec;

use super::super::array_form::ArrayForm;
use super::super::contents::Contents;
use super::super::page::{Run, Source};
use super::super::unknown::Unknown;
use super::arrays::{Arrays, Lists};
use super::held::Held;
use super::words;
use crate::join::Joiner;
use crate::value::Value;

/// Terms of more bytes are cut: it would take a choice of thousands of bits to change one byte of a large copy.
const WIDEST: u64 = 64;

/// From where to where.
pub(super) type Span = (u64, u64);

/// Contents that are those of the i-th state wherever that is. A state without any does not care; some state cares.
/// `unknown` is the name that states without one give to their unwritten bytes; `whole` is the size of the object, if it is known.
pub(super) fn join(
    joiner: &mut Joiner<'_>,
    members: &[Option<Held<'_>>],
    unknown: Option<Unknown>,
    whole: Option<u64>,
) -> Contents {
    let capacities = members.iter().flatten().map(|held| held.capacity());
    let capacity = capacities.clone().max().expect("some state cares");
    let base = members.iter().flatten().find(|held| held.capacity() == capacity).expect("just seen").contents;
    let mut joined = Contents::clone(base);
    let mut named = members.iter().flatten().filter(|held| held.contents.is_named());
    if let Some(unknown) = unknown.filter(|_| named.next().is_some()) {
        joined.rename(unknown);
    }
    let mut names = members.iter().flatten().map(|held| held.unknown);
    let first = names.next();
    let same_names = names.all(|name| Some(name) == first);
    let mut arrays = Arrays::default();
    let mut work = Vec::new();
    let mut at = 0;
    while at < capacity {
        // Where a state keeps no bytes it does not care.
        let here: Vec<Option<Held<'_>>> = members.iter().map(|held| held.filter(|held| held.capacity() > at)).collect();
        let limit = capacities.clone().filter(|&end| end > at).min().unwrap_or(capacity);
        let others = here.iter().flatten().filter(|held| !core::ptr::eq(held.contents, base));
        let shared = others.map(|held| base.shared(held.contents, at)).min().unwrap_or(u64::MAX);
        if shared > 0 && same_names {
            at = at.saturating_add(shared).min(limit);
            continue;
        }
        let end = base.page_end(at).min(limit);
        let present: Vec<Held<'_>> = here.iter().copied().flatten().collect();
        let differing = differing(&present, (at, end));
        choose_name(&mut joined, &present, unknown, &differing);
        let differing = join_arrays(joiner, &mut joined, &mut arrays, &here, &differing);
        let pieces = pieces(&present, whole, (at, end), &differing);
        work.push((here, pieces));
        at = end;
    }
    set_form(joiner, &mut joined, &mut arrays, members);
    // The form learns of what is written from here on.
    for (here, pieces) in work {
        for (start, end) in pieces {
            join_piece(joiner, &mut joined, &here, start, (end - start) as u32);
        }
    }
    joined
}

/// Names the joined contents' unwritten bytes, if a state without a name has some among the bytes that differ.
fn choose_name(joined: &mut Contents, present: &[Held<'_>], unknown: Option<Unknown>, differing: &[Span]) {
    let Some(unknown) = unknown.filter(|&unknown| joined.unknown() != Some(unknown)) else { return };
    let lacks =
        |held: &Held<'_>, &(from, to): &Span| !held.contents.is_named() && !held.contents.is_written(from, to - from);
    if present.iter().any(|held| differing.iter().any(|span| lacks(held, span))) {
        joined.rename(unknown);
    }
}

/// Where arrays were joined: the array form is that of the joined ones, if they are those of all states, else none.
fn set_form(joiner: &mut Joiner<'_>, joined: &mut Contents, arrays: &mut Arrays, members: &[Option<Held<'_>>]) {
    if !arrays.were_joined() {
        return;
    }
    let capacity = joined.capacity();
    let list = |held: &Option<Held<'_>>| match held {
        None => Some(None),
        Some(held) => held.contents.form().filter(|_| held.capacity() == capacity).map(Some),
    };
    let lists: Option<Lists> = members.iter().map(list).collect();
    match lists.and_then(|lists| arrays.join(joiner, lists, capacity)) {
        Some(updates) => joined.set_form(ArrayForm::new(updates)),
        None => joined.drop_form(),
    }
}

/// Joins bytes as one value.
fn join_piece(joiner: &mut Joiner<'_>, joined: &mut Contents, members: &[Option<Held<'_>>], start: u64, bytes: u32) {
    let mut read = |held: Held<'_>| held.read(joiner.pool, start, bytes);
    let values: SmallVec<[Option<Value>; 8]> = members.iter().map(|held| held.map(&mut read)).collect();
    let value = joiner.value(8 * bytes, values.into_iter());
    joined.write(joiner.pool, start, bytes, value);
}

/// Joins those of the bytes that are elements of arrays in all states; gives the others back.
fn join_arrays(
    joiner: &mut Joiner<'_>,
    joined: &mut Contents,
    arrays: &mut Arrays,
    members: &[Option<Held<'_>>],
    differing: &[Span],
) -> Vec<Span> {
    let mut rest = Vec::new();
    for &(from, to) in differing {
        let mut at = from;
        while at < to {
            let ends = members.iter().flatten().map(|held| held.run(at, to).1);
            let end = ends.min().unwrap_or(to);
            let lists = array_lists(joiner.pool, members, at, end);
            let updates = lists.and_then(|lists| arrays.join(joiner, lists, end - at));
            match updates {
                Some(updates) => joined.set_run(at, end - at, Source::Array { updates, index: at as u32 }),
                None => push(&mut rest, (at, end)),
            }
            at = end;
        }
    }
    rest
}

/// The update lists that the bytes of one run are the elements of, in place, if they are so in all states. Bytes that were never
/// written are so beside stores of another state.
fn array_lists(pool: &mut ExprPool, members: &[Option<Held<'_>>], at: u64, end: u64) -> Option<Lists> {
    let runs: SmallVec<[Option<Run>; 8]> = members.iter().map(|held| held.map(|held| held.run(at, end).0)).collect();
    if !runs.iter().flatten().any(|run| matches!(run, Run::From(Source::Array { .. }))) {
        return None;
    }
    let list = |run: &Option<Run>| match *run {
        None => Some(None),
        Some(Run::From(Source::Array { updates, index })) if u64::from(index) == at => Some(Some(updates)),
        Some(Run::From(Source::Unwritten { unknown, index })) if u64::from(index) == at => {
            Some(Some(unknown.array(pool)))
        }
        Some(_) => None,
    };
    runs.iter().map(list).collect()
}

/// The maximal runs of bytes that are not the same in all.
fn differing(present: &[Held<'_>], (from, to): Span) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut at = from;
    while at < to {
        let runs: SmallVec<[(Run, u64); 8]> = present.iter().map(|held| held.run(at, to)).collect();
        let end = runs.iter().map(|&(_, end)| end).min().unwrap_or(to);
        let (first, _) = runs[0];
        if !runs.iter().all(|&(run, _)| run == first) {
            push(&mut found, (at, end));
        } else if first == Run::Plain {
            differing_plain(present, (at, end), &mut found);
        }
        at = end;
    }
    found
}

/// The known bytes among these that are not the same in all.
fn differing_plain(present: &[Held<'_>], (from, to): Span, found: &mut Vec<Span>) {
    let first = present[0].contents.known(from, to - from);
    let mut differ = vec![false; first.len()];
    let mut any = false;
    for other in &present[1..] {
        let other = other.contents.known(from, to - from);
        if other != first {
            any = true;
            differ.iter_mut().zip(first.iter().zip(other)).for_each(|(differ, (a, b))| *differ |= a != b);
        }
    }
    if any {
        let bytes = (from..).zip(differ).filter(|&(_, differ)| differ);
        bytes.for_each(|(at, _)| push(found, (at, at + 1)));
    }
}

/// Adds a span behind others.
fn push(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.1 == span.0 => last.1 = span.1,
        _ => spans.push(span),
    }
}

/// What is joined as one value each: pieces without overlap that cover all bytes that differ.
fn pieces(present: &[Held<'_>], whole: Option<u64>, span: Span, differing: &[Span]) -> Vec<Span> {
    let mut pieces = Vec::new();
    let mut free_from = span.0;
    for cluster in clusters(present, span, differing) {
        let gap = (free_from, cluster.span.0);
        words::cut(present, whole, gap, within(differing, gap), &mut pieces);
        if cluster.is_word() {
            pieces.push(cluster.span);
        } else {
            let bytes = within(differing, cluster.span).flat_map(|(from, to)| from..to);
            pieces.extend(bytes.map(|at| (at, at + 1)));
        }
        free_from = cluster.span.1;
    }
    let gap = (free_from, span.1);
    words::cut(present, whole, gap, within(differing, gap), &mut pieces);
    pieces
}

/// The parts of spans, which are in order, that lie in another.
fn within(spans: &[Span], (from, to): Span) -> impl Iterator<Item = Span> {
    let first = spans.partition_point(|span| span.1 <= from);
    let inside = spans[first..].iter().take_while(move |span| span.0 < to);
    inside.map(move |span| (span.0.max(from), span.1.min(to)))
}

/// Bytes that terms cover which overlap.
struct Cluster {
    span: Span,
    /// The widest of the terms.
    widest: Span,
}

impl Cluster {
    /// Returns true if one term covers all of it.
    fn is_word(&self) -> bool {
        self.widest == self.span && self.span.1 - self.span.0 <= WIDEST
    }
    fn add(&mut self, term: Span) {
        self.span.1 = self.span.1.max(term.1);
        if term.1 - term.0 > self.widest.1 - self.widest.0 {
            self.widest = term;
        }
    }
}

/// The bytes that terms of the states cover, as far as some of them differ, in order.
fn clusters(present: &[Held<'_>], (from, to): Span, differing: &[Span]) -> Vec<Cluster> {
    let of_term = |run: Run| matches!(run, Run::From(Source::Term { .. }));
    let runs = present.iter().flat_map(|held| held.runs(from, to - from));
    let terms = runs.filter(|&(.., run)| of_term(run)).map(|(start, end, _)| (start, end));
    let mut terms: Vec<Span> = terms.filter(|&term| within(differing, term).next().is_some()).collect();
    terms.sort_unstable();
    let mut clusters: Vec<Cluster> = Vec::new();
    for term in terms {
        match clusters.last_mut() {
            Some(last) if term.0 < last.span.1 => last.add(term),
            _ => clusters.push(Cluster { span: term, widest: term }),
        }
    }
    clusters
}
