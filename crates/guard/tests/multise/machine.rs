//! The language of figure 2 of Sen 2015 and its semantics of figure 3, over summaries of opaque leaves. Load and store go by the prose of
//! section 3.2: the figure is not legible there.

use std::collections::BTreeMap;

use braid_expr::{ExprPool, SymbolClass};
use braid_guard::{Guard, Guards, Summary};

/// Pairs of leaves that an operation may have here.
const LIMIT: usize = 64;

/// What a summary holds. Only the operations of the machine look inside.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Leaf {
    Undefined,
    /// A number in tenths: 13 is 1.3, which no solver here would take.
    Tenths(i64),
    Truth(bool),
    Label(u32),
    Address(u32),
    /// An expression over inputs, as it is written.
    Expression(String),
}

impl Leaf {
    fn text(&self) -> String {
        match self {
            Leaf::Tenths(n) if n % 10 == 0 => (n / 10).to_string(),
            Leaf::Tenths(n) => format!("{}.{}", n / 10, n % 10),
            Leaf::Expression(text) => text.clone(),
            other => format!("{other:?}"),
        }
    }
}

pub(crate) fn expression(text: &str) -> Leaf {
    Leaf::Expression(text.to_owned())
}

/// Where a summary is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Place {
    Variable(&'static str),
    Address(u32),
}

/// The statements of figure 2.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// x = c
    Constant(&'static str, Leaf),
    /// x = readInput, which gives this input.
    Input(&'static str, &'static str),
    /// z = x op y
    Binary(&'static str, &'static str, &'static str, &'static str),
    /// if x goto y
    If(&'static str, &'static str),
    /// y = *x
    Load(&'static str, &'static str),
    /// *x = y
    Store(&'static str, &'static str),
}

/// A program and its consolidated state.
pub(crate) struct Machine {
    pub(crate) pool: ExprPool,
    pub(crate) guards: Guards,
    program: BTreeMap<u32, Statement>,
    state: BTreeMap<Place, Summary<Leaf>>,
    pub(crate) pc: Summary<u32>,
    /// Operations on leaves so far, by operator.
    pub(crate) operations: BTreeMap<&'static str, usize>,
}

impl Machine {
    /// A program at its first label; everything else is undefined.
    pub(crate) fn new(program: impl IntoIterator<Item = (u32, Statement)>) -> Machine {
        let program: BTreeMap<u32, Statement> = program.into_iter().collect();
        let &start = program.keys().next().expect("a program has a statement");
        let (pool, guards) = (ExprPool::new(), Guards::new());
        Machine { pool, guards, program, state: BTreeMap::new(), pc: Summary::new(start), operations: BTreeMap::new() }
    }
    /// The value summary of a place.
    pub(crate) fn value(&self, place: Place) -> Summary<Leaf> {
        self.state.get(&place).cloned().unwrap_or_else(|| Summary::new(Leaf::Undefined))
    }
    pub(crate) fn variable(&self, name: &'static str) -> Summary<Leaf> {
        self.value(Place::Variable(name))
    }
    pub(crate) fn set(&mut self, place: Place, value: Summary<Leaf>) {
        self.state.insert(place, value);
    }
    /// The predicate of this text.
    pub(crate) fn predicate(&mut self, text: &str) -> Guard {
        let (word, limit) = (self.pool.symbol(text, 32, SymbolClass::Input), self.pool.bv(32, 1000));
        let term = self.pool.ult(word, limit);
        self.guards.of_term(&mut self.pool, term)
    }
    /// The guards under which the program counter has this value.
    pub(crate) fn path(&self, label: u32) -> Guard {
        let leaves = self.pc.leaves().iter();
        leaves.filter(|&&(_, at)| at == label).map(|&(guard, _)| guard).next().unwrap_or(Guard::FALSE)
    }
    /// Runs the statement that is furthest behind until none is before `end`.
    pub(crate) fn run_to(&mut self, end: u32) {
        while let Some(label) = self.pc.leaves().iter().map(|&(_, label)| label).min().filter(|&label| label < end) {
            self.step(label);
        }
    }

    /// A step of the transition relation, for the paths at this label.
    pub(crate) fn step(&mut self, label: u32) {
        let path = self.path(label);
        match self.program[&label].clone() {
            Statement::Constant(x, leaf) => self.assign(path, Place::Variable(x), &Summary::new(leaf)),
            Statement::Input(x, input) => self.assign(path, Place::Variable(x), &Summary::new(expression(input))),
            Statement::Binary(z, x, op, y) => self.binary(path, z, x, op, y),
            Statement::If(x, y) => return self.conditional(path, label, x, y),
            Statement::Load(y, x) => self.load(path, y, x),
            Statement::Store(x, y) => self.store(path, x, y),
        }
        let next = Summary::new(self.next(label));
        self.pc = self.pc.update(&mut self.guards, &mut self.pool, path, &next);
    }

    /// The statement after this one.
    fn next(&self, label: u32) -> u32 {
        self.program.range(label + 1..).next().map_or(u32::MAX, |(&label, _)| label)
    }

    fn assign(&mut self, path: Guard, place: Place, value: &Summary<Leaf>) {
        let new = self.value(place).update(&mut self.guards, &mut self.pool, path, value);
        self.set(place, new);
    }

    fn binary(&mut self, path: Guard, z: &'static str, x: &'static str, op: &'static str, y: &'static str) {
        let (x, y) = (self.variable(x), self.variable(y));
        let mut count = 0;
        let value = x.product(&mut self.guards, &mut self.pool, &y, LIMIT, |_, x, y| {
            count += 1;
            operate(x, op, y)
        });
        *self.operations.entry(op).or_default() += count;
        self.assign(path, Place::Variable(z), &value.expect("few leaves"));
    }

    fn conditional(&mut self, path: Guard, label: u32, x: &'static str, y: &'static str) {
        let mut taken = Guard::FALSE;
        for (guard, leaf) in self.variable(x).leaves() {
            let holds = match leaf {
                Leaf::Truth(true) => Guard::TRUE,
                Leaf::Truth(false) => Guard::FALSE,
                other => self.predicate(&other.text()),
            };
            let both = self.guards.and(&mut self.pool, *guard, holds);
            taken = self.guards.or(&mut self.pool, taken, both);
        }
        let target = self.variable(y).map(&mut self.guards, &mut self.pool, |_, leaf| match leaf {
            Leaf::Label(label) => *label,
            _ => u32::MAX,
        });
        let next = Summary::new(self.next(label)).update(&mut self.guards, &mut self.pool, taken, &target);
        self.pc = self.pc.update(&mut self.guards, &mut self.pool, path, &next);
    }

    fn load(&mut self, path: Guard, y: &'static str, x: &'static str) {
        let state = &self.state;
        let read = |leaf: &Leaf| match leaf {
            Leaf::Address(at) => state.get(&Place::Address(*at)).cloned(),
            _ => None,
        };
        let value = self.variable(x).flatten(&mut self.guards, &mut self.pool, LIMIT, |leaf| {
            read(leaf).unwrap_or_else(|| Summary::new(Leaf::Undefined))
        });
        self.assign(path, Place::Variable(y), &value.expect("few leaves"));
    }

    fn store(&mut self, path: Guard, x: &'static str, y: &'static str) {
        let value = self.variable(y);
        for (guard, leaf) in self.variable(x).leaves() {
            if let Leaf::Address(at) = leaf {
                let both = self.guards.and(&mut self.pool, path, *guard);
                self.assign(both, Place::Address(*at), &value);
            }
        }
    }
}

/// What an operator makes of two leaves: known where both are.
fn operate(x: &Leaf, op: &str, y: &Leaf) -> Leaf {
    match (x, op, y) {
        (Leaf::Tenths(x), "-", Leaf::Tenths(y)) => Leaf::Tenths(x - y),
        (Leaf::Tenths(x), "*", Leaf::Tenths(y)) => Leaf::Tenths(x * y / 10),
        (Leaf::Tenths(x), ">", Leaf::Tenths(y)) => Leaf::Truth(x > y),
        (Leaf::Tenths(x), "=", Leaf::Tenths(y)) => Leaf::Truth(x == y),
        _ => Leaf::Expression(format!("{} {op} {}", x.text(), y.text())),
    }
}
