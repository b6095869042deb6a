//! Which objects a symbolic pointer was made from, told by the constants in its term.
//!
//! A pointer into an object is computed from the object's address, which is a constant, by adding offsets and by choosing
//! between pointers; so the address stands in the term as the constant part of a sum, or as the constant parts of the
//! alternatives of an if-then-else in it. An address tells its slot also when it is somewhat outside its object. No solver
//! is asked. The alternatives cover every value of the pointer; whether its offset is within the object that it was made
//! from is for the caller to ask, and if it is not the access is wrong, even where another object happens to lie.

use braid_expr::{ExprId, ExprPool, Node};
use smallvec::SmallVec;

use super::address_space::AddressSpace;
use super::space::Memory;
use crate::value::Value;

/// How many alternatives are looked at; merged pointers of more are left to the solver.
const MAX_ALTERNATIVES: usize = 128;

/// How many nodes of a sum are looked at.
const MAX_ADDENDS: usize = 64;

/// Bits of an offset in an object, also where addresses have fewer.
const OFFSET_WIDTH: u32 = 64;

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
    /// Returns true if a value, as wide as addresses are, is the address of an object or of a function, or is seen to be made from one.
    pub fn is_pointer(&self, pool: &ExprPool, value: Value) -> bool {
        match value {
            Value::Word(word) => self.find(word).is_some() || self.addresses.function_at(word).is_some(),
            Value::Term(term) => holds_address(pool, self.addresses, term),
        }
    }
    /// The objects, live or freed, that `pointer`, a term as wide as addresses are, was made from.
    pub fn objects_of(&self, pool: &mut ExprPool, pointer: ExprId) -> Candidates {
        let mut found: Vec<(ExprId, Candidate)> = Vec::new();
        let mut rest = vec![(pool.tru(), pointer)];
        for _ in 0..MAX_ALTERNATIVES {
            let Some((guard, term)) = rest.pop() else { return of_list(found) };
            let sum = Sum::of(pool, term);
            if let Some(object) = self.find(sum.constant) {
                let (base, base_term) = (object.base(), pool.bv(pool.width(term), object.base()));
                let offset = pool.sub(term, base_term);
                let candidate = Candidate { base, offset: pool.zext_or_trunc(offset, OFFSET_WIDTH) };
                add(pool, &mut found, guard, candidate);
            } else if let Some(choice) = sum.choice(pool, self.addresses) {
                let [then, other] = choice.sides.map(|side| sum.with(pool, choice.addend, side));
                let not = pool.not(choice.condition);
                let (yes, no) = (pool.and(guard, choice.condition), pool.and(guard, not));
                rest.extend([(no, other), (yes, then)].into_iter().filter(|(guard, _)| !pool.is_false(*guard)));
            } else {
                return Candidates::Unknown;
            }
        }
        Candidates::Unknown
    }
}

fn of_list(found: Vec<(ExprId, Candidate)>) -> Candidates {
    match found[..] {
        [] => Candidates::Unknown,
        [(_, candidate)] => Candidates::One(candidate),
        _ => Candidates::Some(found),
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

/// A term as a sum.
struct Sum {
    term: ExprId,
    /// The sum of the constants among the addends.
    constant: u64,
    /// The other addends that are added, not those that are subtracted.
    addends: SmallVec<[ExprId; 8]>,
}

/// An if-then-else among the addends of a sum.
struct Choice {
    addend: ExprId,
    condition: ExprId,
    sides: [ExprId; 2],
}

impl Sum {
    fn of(pool: &ExprPool, term: ExprId) -> Sum {
        let mut sum = Sum { term, constant: 0, addends: SmallVec::new() };
        let mut rest: SmallVec<[(ExprId, bool); 8]> = SmallVec::from_slice(&[(term, true)]);
        for _ in 0..MAX_ADDENDS {
            let Some((term, plus)) = rest.pop() else { break };
            match pool.node(term) {
                Node::Add(a, b) => rest.extend([(b, plus), (a, plus)]),
                Node::Sub(a, b) => rest.extend([(b, !plus), (a, plus)]),
                Node::Neg(a) => rest.push((a, !plus)),
                Node::Const => {
                    let word = pool.as_u64(term).unwrap_or(0);
                    sum.constant = sum.constant.wrapping_add(if plus { word } else { word.wrapping_neg() });
                }
                _ if plus => sum.addends.push(term),
                _ => {}
            }
        }
        sum.constant &= u64::MAX >> (64 - pool.width(term).clamp(1, 64));
        sum
    }
    /// The first choice between terms of which one holds an address.
    fn choice(&self, pool: &ExprPool, addresses: AddressSpace) -> Option<Choice> {
        self.addends.iter().find_map(|&addend| {
            let Node::Ite(condition, then, other) = pool.node(addend) else { return None };
            holds_address(pool, addresses, addend).then_some(Choice { addend, condition, sides: [then, other] })
        })
    }
    /// The sum with `side` in the place of an addend.
    fn with(&self, pool: &mut ExprPool, addend: ExprId, side: ExprId) -> ExprId {
        if self.term == addend {
            return side;
        }
        let rest = pool.sub(self.term, addend);
        pool.add(rest, side)
    }
}

/// Returns true if an address of an object stands among the alternatives of a term, as far as a short look tells.
fn holds_address(pool: &ExprPool, addresses: AddressSpace, term: ExprId) -> bool {
    let mut rest: SmallVec<[ExprId; 8]> = SmallVec::from_slice(&[term]);
    for _ in 0..MAX_ADDENDS {
        let Some(term) = rest.pop() else { return false };
        match pool.node(term) {
            Node::Add(a, b) | Node::Ite(_, a, b) => rest.extend([b, a]),
            Node::Sub(a, _) => rest.push(a),
            Node::Const if pool.as_u64(term).is_some_and(|word| addresses.base_of(word).is_some()) => return true,
            _ => {}
        }
    }
    false
}
