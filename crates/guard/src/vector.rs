//! Bit-vector terms as vectors of guards: one for each bit, over bits of input bytes and of words.
//!
//! What joined states compute with are choices between few values, and what parsers ask of their input are sets of bytes, so that the
//! diagrams stay small where a circuit over the whole buffer does not: the position of a parser after n bytes is a function that
//! one pass over these bytes tells. A term whose diagrams are too large, or whose operation is none of those below, has no
//! vector; a condition over it is an opaque predicate. Each term is tried once.

use std::rc::Rc;

use braid_expr::{ArrayId, ArrayKind, Cell, ExprId, ExprPool, Node, Range, Space, UpdateId};
use rustc_hash::FxHashMap;

use crate::bdd::Guard;
use crate::circuit::{Bits, Circuit};
use crate::guards::Guards;

/// Wider terms have no vector.
const MAX_WIDTH: u32 = 64;
/// Reads through more stores than this have no vector.
const MAX_STORES: usize = 64;
/// Reads that may be of more elements than this have no vector.
const MAX_ELEMENTS: usize = 256;
/// Operands of arithmetic that depend on more bits than this together have no vector of their result, nor have reads at such an index.
const MAX_OPEN: usize = 12;
/// A read takes so many times the steps of other operations: it looks at many elements.
const READ: usize = 8;
/// Units of work that a term counts for beside the steps of its diagrams.
const UNITS_OF_A_TERM: u32 = 64;

/// The vectors of terms.
#[derive(Debug, Default)]
pub struct Vectors {
    known: FxHashMap<ExprId, Option<Rc<[Guard]>>>,
}

impl Vectors {
    /// The guard of a term of width 1: exact but for the parts of it that have no vector, which are predicates. None if the run is interrupted.
    pub fn condition(&mut self, guards: &mut Guards, pool: &mut ExprPool, term: ExprId, steps: usize) -> Option<Guard> {
        assert_eq!(pool.width(term), 1, "a guard is a condition");
        Some(self.vector(guards, pool, term, steps)?[0])
    }

    /// The values that a term can have where `care` holds, the largest first, each with when it has it; none if they are more than `limit`, or not
    /// known. The conditions are exact where `care` holds, and exclude each other.
    pub fn values(
        &mut self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        (term, care): (ExprId, Guard),
        limit: usize,
        steps: usize,
    ) -> Option<Vec<(u64, Guard)>> {
        let bits = self.vector(guards, pool, term, steps)?;
        let found = Circuit::new(guards, steps).values(&bits, care, u64::MAX, limit)?;
        (found.len() <= limit)
            .then(|| found.into_iter().map(|(value, when)| (value.unwrap_or(u64::MAX), when)).collect())
    }

    /// The bits of a term, the lowest first; none if it has no vector or the run is interrupted.
    fn vector(&mut self, guards: &mut Guards, pool: &mut ExprPool, term: ExprId, steps: usize) -> Option<Rc<[Guard]>> {
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            if pool.interrupt().spend(UNITS_OF_A_TERM) {
                return None;
            }
            let before = open.len();
            let parts = self.parts(guards, pool, term);
            open.extend(parts.into_iter().filter(|part| !self.known.contains_key(part)));
            if open.len() == before {
                open.pop();
                let bits = self.of_parts(guards, pool, term, steps);
                self.known.insert(term, bits.map(Rc::from));
            }
        }
        self.known[&term].clone()
    }

    /// Tells the guard of a condition that was made from it.
    pub(crate) fn learn(&mut self, term: ExprId, guard: Guard) {
        self.known.insert(term, Some(Rc::from([guard])));
    }

    /// How many terms were tried.
    pub fn len(&self) -> usize {
        self.known.len()
    }
    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The terms whose vectors come first.
    fn parts(&self, guards: &mut Guards, pool: &ExprPool, term: ExprId) -> Vec<ExprId> {
        if pool.width(term) > MAX_WIDTH || (pool.width(term) == 1 && guards.of_byte(pool, term).is_some()) {
            return Vec::new();
        }
        match pool.node(term) {
            Node::Const | Node::Symbol(_) | Node::Bound | Node::Base(_) | Node::Store(..) | Node::Forall(..) => {
                Vec::new()
            }
            Node::Read(updates, index) => {
                let Some((stores, _)) = stores(pool, updates) else { return Vec::new() };
                stores.into_iter().flat_map(|(index, value)| [index, value]).chain([index]).collect()
            }
            // No vector of a wider word is ever there.
            Node::Extract(whole, _) if pool.width(whole) > MAX_WIDTH => Vec::new(),
            _ => pool.children(term).to_vec(),
        }
    }

    /// The vector of a term whose parts have theirs, or none.
    fn of_parts(&self, guards: &mut Guards, pool: &mut ExprPool, term: ExprId, steps: usize) -> Option<Bits> {
        let width = pool.width(term);
        if width > MAX_WIDTH {
            return None;
        }
        if width == 1
            && let Some(guard) = guards.of_byte(pool, term)
        {
            return Some(vec![guard]);
        }
        if let Some(bits) = self.compute(guards, pool, term, steps) {
            return Some(bits);
        }
        if width > 1 {
            return None;
        }
        let equal = self.equate_leaves(guards, pool, term, steps);
        Some(vec![equal.unwrap_or_else(|| guards.opaque(pool, term))])
    }

    /// The guard of a condition whose vector is known.
    pub(crate) fn guard_of(&self, condition: ExprId) -> Option<Guard> {
        Some(self.bits(condition)?[0])
    }
    fn bits(&self, term: ExprId) -> Option<&[Guard]> {
        self.known.get(&term)?.as_deref()
    }

    /// The bits of a term by its operation.
    fn compute(&self, guards: &mut Guards, pool: &mut ExprPool, term: ExprId, steps: usize) -> Option<Bits> {
        let width = pool.width(term);
        let node = pool.node(term);
        match node {
            Node::Const => return Some(constant(pool.as_u64(term)?, width)),
            Node::Symbol(_) => return symbol(guards, pool, term),
            Node::Read(updates, index) => return self.read(guards, pool, (term, updates, index), steps),
            _ => {}
        }
        if !self.is_narrow(pool, term) {
            return None;
        }
        let bits = |part: ExprId| self.bits(part);
        let circuit = &mut Circuit::new(guards, steps);
        match node {
            Node::Not(a) => Some(bits(a)?.iter().map(|&bit| !bit).collect()),
            Node::Neg(a) => circuit.sub(&constant(0, width), bits(a)?),
            Node::And(a, b) => circuit.zip(bits(a)?, bits(b)?, Circuit::and),
            Node::Or(a, b) => circuit.zip(bits(a)?, bits(b)?, Circuit::or),
            Node::Xor(a, b) => circuit.zip(bits(a)?, bits(b)?, Circuit::xor),
            Node::Add(a, b) => circuit.add(bits(a)?, bits(b)?, Guard::FALSE),
            Node::Sub(a, b) => circuit.sub(bits(a)?, bits(b)?),
            Node::Mul(a, b) => circuit.mul(bits(a)?, bits(b)?),
            Node::Udiv(a, b) => Some(circuit.divide(bits(a)?, bits(b)?)?.0),
            Node::Urem(a, b) => Some(circuit.divide(bits(a)?, bits(b)?)?.1),
            Node::Sdiv(a, b) => Some(circuit.signed_divide(bits(a)?, bits(b)?)?.0),
            Node::Srem(a, b) => Some(circuit.signed_divide(bits(a)?, bits(b)?)?.1),
            Node::Shl(a, b) => circuit.shift(bits(a)?, bits(b)?, true, Guard::FALSE),
            Node::Lshr(a, b) => circuit.shift(bits(a)?, bits(b)?, false, Guard::FALSE),
            Node::Ashr(a, b) => circuit.shift(bits(a)?, bits(b)?, false, *bits(a)?.last()?),
            Node::Eq(a, b) => Some(vec![circuit.eq(bits(a)?, bits(b)?)?]),
            Node::Ult(a, b) => Some(vec![circuit.ult(bits(a)?, bits(b)?)?]),
            Node::Ule(a, b) => Some(vec![!circuit.ult(bits(b)?, bits(a)?)?]),
            Node::Slt(a, b) => Some(vec![circuit.slt(bits(a)?, bits(b)?)?]),
            Node::Sle(a, b) => Some(vec![!circuit.slt(bits(b)?, bits(a)?)?]),
            Node::Ite(c, a, b) => circuit.select(bits(c)?[0], bits(a)?, bits(b)?),
            Node::Concat(high, low) => Some([bits(low)?, bits(high)?].concat()),
            Node::Extract(a, from) => Some(bits(a)?[from as usize..][..width as usize].to_vec()),
            Node::Zext(a) => Some(extended(bits(a)?, width, Guard::FALSE)),
            Node::Sext(a) => Some(extended(bits(a)?, width, *bits(a)?.last()?)),
            _ => None,
        }
    }

    /// Whether the operands of arithmetic or of a comparison depend on few bits: what relates two bytes takes a diagram that tells all values of the
    /// one, and is better a predicate, as all is in Sen 2015.
    fn is_narrow(&self, pool: &ExprPool, term: ExprId) -> bool {
        // Bits that are one function count once: addresses of a few objects differ in many bits and few ways.
        let open = |part: ExprId| self.bits(part).map_or(0, distinct);
        let is_narrow = |a, b| open(a).min(open(b)) == 0 || open(a) + open(b) <= MAX_OPEN;
        match pool.node(term) {
            Node::Add(a, b) | Node::Sub(a, b) => is_narrow(a, b),
            Node::Eq(a, b) | Node::Ult(a, b) | Node::Ule(a, b) | Node::Slt(a, b) | Node::Sle(a, b) => is_narrow(a, b),
            Node::Mul(a, b) | Node::Udiv(a, b) | Node::Urem(a, b) | Node::Sdiv(a, b) | Node::Srem(a, b) => {
                open(a) + open(b) <= MAX_OPEN
            }
            Node::Shl(a, b) | Node::Lshr(a, b) | Node::Ashr(a, b) => open(a) + open(b) <= MAX_OPEN,
            _ => true,
        }
    }

    /// The bits of an element of an array: a store whose index is meant, the last first, else of the array itself.
    fn read(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        (term, updates, index): (ExprId, UpdateId, ExprId),
        steps: usize,
    ) -> Option<Bits> {
        let (stores, array) = stores(pool, updates)?;
        let index = self.bits(index).filter(|bits| distinct(bits) <= MAX_OPEN)?;
        let mut result = base_element(guards, pool, term, array, index, steps)?;
        for (at, value) in stores.into_iter().rev() {
            let (at, value) = (self.bits(at)?, self.bits(value)?);
            let circuit = &mut Circuit::new(guards, steps);
            let meant = circuit.eq(index, at)?;
            result = circuit.select(meant, value, &result)?;
        }
        Some(result)
    }
}

/// The stores of an update list, the last first, and the array below them; none if there are too many.
fn stores(pool: &ExprPool, mut updates: UpdateId) -> Option<(Vec<(ExprId, ExprId)>, ArrayId)> {
    let mut stores = Vec::new();
    loop {
        match pool.node(updates.node()) {
            Node::Store(below, index, value) if stores.len() < MAX_STORES => {
                stores.push((index, value));
                updates = below;
            }
            Node::Base(array) => return Some((stores, array)),
            _ => return None,
        }
    }
}

/// The bits of an element of an array without updates. What lies beyond the bytes that are meant to be read is opaque.
fn base_element(
    guards: &mut Guards,
    pool: &mut ExprPool,
    term: ExprId,
    array: ArrayId,
    index: &[Guard],
    steps: usize,
) -> Option<Bits> {
    let width = pool.width(term);
    let data = pool.array_data(array);
    if let ArrayKind::Constant(table) = &data.kind {
        let (length, beyond) = (table.len() as u64, constant(table.default_element(), width));
        let mut element = |_: &mut Guards, at: u64| Some(constant(table.get(at), width));
        return Circuit::new(guards, READ * steps).element(index, length, MAX_ELEMENTS, &beyond, &mut element);
    }
    let size = match data.kind {
        ArrayKind::Symbolic { size } => size,
        _ => None,
    };
    let cell = |at: u64| Cell { range: Range { space: Space::Array(array), low: at, high: at }, width };
    if width > 8 {
        return None;
    }
    let known = index.iter().all(|bit| bit.is_const());
    let length = size.filter(|_| !known).unwrap_or(u64::MAX);
    let beyond = if length == u64::MAX { vec![Guard::FALSE; width as usize] } else { opaque_bits(guards, pool, term) };
    let mut element = |guards: &mut Guards, at: u64| guards.variables.bits(&mut guards.bdd, cell(at));
    Circuit::new(guards, READ * steps).element(index, length, MAX_ELEMENTS, &beyond, &mut element)
}

/// The bits of a symbol: those of a small one are those of a byte.
fn symbol(guards: &mut Guards, pool: &mut ExprPool, term: ExprId) -> Option<Bits> {
    if let Some(cell) = Cell::of(pool, &[term]) {
        return guards.variables.bits(&mut guards.bdd, cell);
    }
    Some(opaque_bits(guards, pool, term))
}

/// A predicate for each bit of a term; those of the highest bits stand first.
fn opaque_bits(guards: &mut Guards, pool: &mut ExprPool, term: ExprId) -> Bits {
    let mut bits: Bits = (0..pool.width(term))
        .rev()
        .map(|bit| {
            let bit = pool.extract(term, bit, 1);
            guards.variables.literal(&mut guards.bdd, pool, bit)
        })
        .collect();
    bits.reverse();
    bits
}

/// How many different functions there are among bits, constants and negations aside.
fn distinct(bits: &[Guard]) -> usize {
    let mut open: Vec<Guard> =
        bits.iter().filter(|bit| !bit.is_const()).map(|bit| bit.negate_if(bit.is_negated())).collect();
    open.sort_unstable();
    open.dedup();
    open.len()
}

fn constant(value: u64, width: u32) -> Bits {
    (0..width).map(|bit| Guard::FALSE.negate_if(value >> bit & 1 == 1)).collect()
}

fn extended(bits: &[Guard], width: u32, fill: Guard) -> Bits {
    let mut bits = bits.to_vec();
    bits.resize(width as usize, fill);
    bits
}
