//! Gates as clauses: each distinct gate is made once, constants and repeated inputs fold away before any clause is written.
//!
//! Separate so that the circuits beside it read as arithmetic. A gate is kept under its normal form (inputs sorted,
//! negations pulled out), so equal sub-circuits of different terms share their variables; this is what an and-inverter
//! graph gives, with xor, choice and majority as gates of their own because adders are made of them.
//!
//! Invariant: a gate's output is a function of its inputs under unit propagation: once all inputs of a circuit have
//! values, so have all its gates. The search relies on it (it decides inputs only).

use core::hash::{BuildHasher, Hash};

use braid_entity::Sharded;
use braid_expr::Interrupt;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::sat::{Lit, Sat, VarKind};

/// Builds gates into a SAT solver.
pub(super) struct Gates<S> {
    /// The solver that receives the clauses.
    pub(super) sat: S,
    table: Sharded<(Gate, Lit)>,
    wide: FxHashMap<Box<[Lit]>, Lit>,
    /// Per variable: the two inputs if it is an and-gate; for rules that look one gate deep.
    ands: Sharded<(u32, (Lit, Lit))>,
    /// Ends circuits that are large on their own. What it ends has no meaning, and whoever asked for it must not use it.
    pub(super) interrupt: Interrupt,
}

/// Units of work, for whoever counts it, that a gate takes.
pub(super) const UNITS_OF_GATE: u32 = 4;

fn hash(key: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// A gate in normal form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Choice(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

impl<S: Sat> Gates<S> {
    /// No gates yet, over `sat`.
    pub(super) fn new(sat: S) -> Self {
        Gates {
            sat,
            table: Sharded::new(),
            wide: FxHashMap::default(),
            ands: Sharded::new(),
            interrupt: Interrupt::default(),
        }
    }

    /// Counts gates that are about to be made; returns true if the work ends here.
    pub(super) fn ends_before(&self, gates: usize) -> bool {
        self.interrupt.spend(u32::try_from(gates).unwrap_or(u32::MAX).saturating_mul(UNITS_OF_GATE))
    }

    /// A fresh free bit.
    pub(super) fn input(&mut self) -> Lit {
        self.sat.new_var(VarKind::Input)
    }

    /// a ∧ b.
    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::TRUE || a == b {
            return b;
        }
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if let Some(simpler) = self.and_one_deep(a, b).or_else(|| self.and_one_deep(b, a)) {
            return simpler;
        }
        if let Some(out) = self.known(Gate::And(a, b)) {
            return out;
        }
        let out = self.output(Gate::And(a, b));
        self.ands.insert_unique(hash(&out.variable()), (out.variable(), (a, b)), |(variable, _)| hash(variable));
        self.sat.add_clause(&[!out, a]);
        self.sat.add_clause(&[!out, b]);
        self.sat.add_clause(&[out, !a, !b]);
        out
    }

    /// What a ∧ b is if `b` is an and-gate (or its negation) that already says something about `a`.
    fn and_one_deep(&self, a: Lit, b: Lit) -> Option<Lit> {
        let &(_, (x, y)) = self.ands.find(hash(&b.variable()), |&(variable, _)| variable == b.variable())?;
        match b.is_negated() {
            false if a == x || a == y => Some(b),            // a ∧ (a ∧ y) = a ∧ y
            false if a == !x || a == !y => Some(Lit::FALSE), // a ∧ (¬a ∧ y) = 0
            true if a == !x || a == !y => Some(a),           // a ∧ ¬(¬a ∧ y) = a
            _ => None,
        }
    }

    /// a ∨ b.
    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// a ⊕ b.
    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.flip_if(a.is_negated()), b.flip_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(flip);
        }
        if a == Lit::TRUE {
            return (!b).flip_if(flip);
        }
        if let Some(out) = self.known(Gate::Xor(a, b)) {
            return out.flip_if(flip);
        }
        let out = self.output(Gate::Xor(a, b));
        self.sat.add_clause(&[!out, a, b]);
        self.sat.add_clause(&[!out, !a, !b]);
        self.sat.add_clause(&[out, !a, b]);
        self.sat.add_clause(&[out, a, !b]);
        out.flip_if(flip)
    }

    /// a ↔ b.
    pub(super) fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// c ? a : b.
    pub(super) fn choose(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        let (c, a, b) = if c.is_negated() { (!c, b, a) } else { (c, a, b) };
        if let Some(simpler) = self.choose_simple(c, a, b) {
            return simpler;
        }
        let flip = b.is_negated();
        let (a, b) = (a.flip_if(flip), b.flip_if(flip));
        if let Some(out) = self.known(Gate::Choice(c, a, b)) {
            return out.flip_if(flip);
        }
        let out = self.output(Gate::Choice(c, a, b));
        self.sat.add_clause(&[!c, !a, out]);
        self.sat.add_clause(&[!c, a, !out]);
        self.sat.add_clause(&[c, !b, out]);
        self.sat.add_clause(&[c, b, !out]);
        // Redundant, but lets the output follow from the data inputs alone.
        self.sat.add_clause(&[!a, !b, out]);
        self.sat.add_clause(&[a, b, !out]);
        out.flip_if(flip)
    }

    /// Choices that are a smaller gate or none.
    fn choose_simple(&mut self, c: Lit, a: Lit, b: Lit) -> Option<Lit> {
        if c == Lit::TRUE || a == b {
            return Some(a);
        }
        if a == !b {
            return Some(self.equal(c, a));
        }
        if a == Lit::TRUE || a == c {
            return Some(self.or(c, b));
        }
        if a == Lit::FALSE || a == !c {
            return Some(self.and(!c, b));
        }
        if b == Lit::TRUE || b == !c {
            return Some(self.or(!c, a));
        }
        if b == Lit::FALSE || b == c {
            return Some(self.and(c, a));
        }
        None
    }

    /// Whether at least two of three hold: the carry of an adder, the borrow of a comparison.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // Majority is self-dual: negating all inputs negates the output.
        let flip = a.is_negated();
        let (a, b, c) = (a.flip_if(flip), b.flip_if(flip), c.flip_if(flip));
        if let Some(out) = self.known(Gate::Majority(a, b, c)) {
            return out.flip_if(flip);
        }
        let out = self.output(Gate::Majority(a, b, c));
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.sat.add_clause(&[!x, !y, out]);
            self.sat.add_clause(&[x, y, !out]);
        }
        out.flip_if(flip)
    }

    /// Whether all of `inputs` hold, as one gate.
    pub(super) fn all(&mut self, inputs: &[Lit]) -> Lit {
        let mut kept: Vec<Lit> = inputs.iter().copied().filter(|&lit| lit != Lit::TRUE).collect();
        kept.sort_unstable();
        kept.dedup();
        if kept.contains(&Lit::FALSE) || kept.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        match kept[..] {
            [] => return Lit::TRUE,
            [one] => return one,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&out) = self.wide.get(&kept[..]) {
            return out;
        }
        let out = self.sat.new_var(VarKind::Gate);
        let mut clause = vec![out];
        for &lit in &kept {
            self.sat.add_clause(&[!out, lit]);
            clause.push(!lit);
        }
        self.sat.add_clause(&clause);
        self.wide.insert(kept.into_boxed_slice(), out);
        out
    }

    /// Whether one of `inputs` holds, as one gate.
    pub(super) fn any(&mut self, inputs: &[Lit]) -> Lit {
        let negated: Vec<Lit> = inputs.iter().map(|&lit| !lit).collect();
        !self.all(&negated)
    }

    fn output(&mut self, gate: Gate) -> Lit {
        let out = self.sat.new_var(VarKind::Gate);
        self.table.insert_unique(hash(&gate), (gate, out), |(gate, _)| hash(gate));
        out
    }

    /// The output of a gate that was made before.
    fn known(&self, gate: Gate) -> Option<Lit> {
        self.table.find(hash(&gate), |(other, _)| *other == gate).map(|&(_, out)| out)
    }
}
