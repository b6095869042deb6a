//! Which objects a symbolic pointer was made from, told by the constants in its term.
//!
//! A pointer into an object is computed from the object's address, which is a constant, by adding offsets and by choosing
//! between pointers; so the address stands in the term as the constant part of a sum, or as the constant parts of the
//! alternatives of an if-then-else. An address tells its slot also when it is somewhat outside its object. This needs no
//! solver and is exact where it answers at all: the alternatives cover every value of the pointer. Whether the offsets
//! are within the objects is for the caller to ask.

use braid_expr::{ExprId, ExprPool, Node};
use smallvec::SmallVec;

use super::space::Memory;

/// How many alternatives are followed; merged pointers of more are left to the solver.
const MAX_ALTERNATIVES: usize = 64;

/// The objects a pointer may point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidates {
    /// One, whatever the unknowns are.
    One(Candidate),
    /// Several; exactly one guard holds.
    Some(Vec<(ExprId, Candidate)>),
    /// The term does not tell.
    Unknown,
}

/// An object with where in it a pointer points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Address of the object's first byte.
    pub base: u64,
    /// 64 bits: the pointer less the base.
    pub offset: ExprId,
}

impl Memory {
    /// The objects, live or freed, that `pointer`, a term of 64 bits, was made from.
    pub fn objects_of(&self, pool: &mut ExprPool, pointer: ExprId) -> Candidates {
        let guard = pool.tru();
        let mut found: Vec<(ExprId, Candidate)> = Vec::new();
        let mut rest = vec![(guard, pointer)];
        while let Some((guard, term)) = rest.pop() {
            if found.len() + rest.len() >= MAX_ALTERNATIVES {
                return Candidates::Unknown;
            }
            if let Some(candidate) = self.candidate(pool, term) {
                add(pool, &mut found, guard, candidate);
            } else if let Some((condition, then, other)) = choice(pool, term) {
                let not = pool.not(condition);
                let (no, yes) = (pool.and(guard, not), pool.and(guard, condition));
                rest.extend([(no, other), (yes, then)]);
            } else {
                return Candidates::Unknown;
            }
        }
        match found[..] {
            [(_, candidate)] => Candidates::One(candidate),
            _ => Candidates::Some(found),
        }
    }
    /// The object whose slot the constant part of a sum lies in.
    fn candidate(&self, pool: &mut ExprPool, term: ExprId) -> Option<Candidate> {
        let constant = constant_part(pool, term);
        let base = self.find(constant)?.base();
        let base_term = pool.bv(64, base);
        Some(Candidate { base, offset: pool.sub(term, base_term) })
    }
}

/// Adds an alternative; those of one object become one.
fn add(pool: &mut ExprPool, found: &mut Vec<(ExprId, Candidate)>, guard: ExprId, candidate: Candidate) {
    match found.iter_mut().find(|(_, other)| other.base == candidate.base) {
        Some((other_guard, other)) => {
            other.offset = pool.ite(guard, candidate.offset, other.offset);
            *other_guard = pool.or(*other_guard, guard);
        }
        None => found.push((guard, candidate)),
    }
}

/// The sum of the constants that are added in a term.
fn constant_part(pool: &ExprPool, term: ExprId) -> u64 {
    let mut sum = 0_u64;
    let mut rest: SmallVec<[ExprId; 8]> = SmallVec::from_slice(&[term]);
    while let Some(term) = rest.pop() {
        match pool.node(term) {
            Node::Const => sum = sum.wrapping_add(pool.as_u64(term).unwrap_or(0)),
            Node::Add(a, b) => rest.extend([a, b]),
            _ => {}
        }
    }
    sum
}

/// The term as a choice between two: its first if-then-else, with what is added to it added to both sides.
fn choice(pool: &mut ExprPool, term: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
    match pool.node(term) {
        Node::Ite(condition, then, other) => Some((condition, then, other)),
        Node::Add(a, b) => {
            let (sum, condition, then, other) = match (pool.node(a), pool.node(b)) {
                (Node::Ite(c, t, e), _) => (b, c, t, e),
                (_, Node::Ite(c, t, e)) => (a, c, t, e),
                _ => return None,
            };
            Some((condition, pool.add(then, sum), pool.add(other, sum)))
        }
        _ => None,
    }
}
