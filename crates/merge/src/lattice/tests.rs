//! SEL1 to SEL5, theorem 1, and the paper's figures, decided by the solver.

use braid_expr::{Conjunction, ExprId, ExprPool, Substitution, SymbolClass};
use braid_solver::Solver;
use braid_testing::Random;

use super::asker::Asker;
use super::domain::{Conjunctive, Disjunctive, Domain, Interval, KnownBits, Sign, Subject};
use super::model::{self, Abstracted, IfThenElse, NotJoined, Technique, Weakening};

/// The width of all values: few enough that what a state stands for can be listed.
const WIDTH: u32 = 3;

struct Bench {
    pool: ExprPool,
    solver: Solver,
    random: Random,
    joins: u32,
}

impl Bench {
    fn new(seed: u64) -> Bench {
        Bench { pool: ExprPool::new(), solver: Solver::new(), random: Random::new(seed), joins: 0 }
    }
    fn asker(&mut self) -> Asker<'_> {
        Asker { pool: &mut self.pool, solver: &mut self.solver }
    }
    fn input(&mut self, name: &str) -> ExprId {
        self.pool.symbol(name, WIDTH, SymbolClass::Input)
    }
    /// A small term over two inputs.
    fn term(&mut self) -> ExprId {
        let (a, b) = (self.input("a"), self.input("b"));
        let word = self.random.below(8);
        let word = self.pool.bv(WIDTH, word);
        match self.random.below(7) {
            0 => a,
            1 => b,
            2 => word,
            3 => self.pool.add(a, word),
            4 => self.pool.sub(a, b),
            5 => self.pool.and(b, word),
            _ => self.pool.mul(a, b),
        }
    }
    fn condition(&mut self) -> ExprId {
        let (a, b) = (self.term(), self.term());
        match self.random.below(3) {
            0 => self.pool.slt(a, b),
            1 => self.pool.ule(a, b),
            _ => self.pool.eq(a, b),
        }
    }
    fn state(&mut self, path: Conjunction) -> Abstracted {
        let values = vec![self.term(), self.term()];
        Abstracted { values, own: path.len(), path }
    }
    /// Three states of one tree.
    fn leaves(&mut self) -> [Abstracted; 3] {
        let mut root = Conjunction::new();
        root.push(self.condition());
        let (first, second) = (self.condition(), self.condition());
        let [not_first, not_second] = [first, second].map(|condition| self.pool.not(condition));
        let rest = root.with(not_first);
        [root.with(first), rest.with(second), rest.with(not_second)].map(|path| self.state(path))
    }
    fn join(&mut self, technique: &mut dyn Technique, a: &Abstracted, b: &Abstracted) -> Abstracted {
        self.joins += 1;
        let name = format!("c{}", self.joins);
        model::join(&mut self.asker(), technique, [a, b], &name).expect("states of one tree exclude each other")
    }
    /// All pairs of values that a state stands for.
    fn concrete(&mut self, state: &Abstracted) -> u64 {
        let mut found = 0;
        for at in 0..64_u64 {
            let words = [at & 7, at >> 3].map(|word| self.pool.bv(WIDTH, word));
            let same = [0, 1].map(|variable| self.pool.eq(state.values[variable], words[variable]));
            let both = self.pool.and(same[0], same[1]);
            found |= u64::from(self.solver.may(&mut self.pool, &state.path, both).is_sat()) << at;
        }
        found
    }
    fn holds(&mut self, path: &Conjunction, condition: ExprId) -> bool {
        self.solver.must(&mut self.pool, path, condition) == Ok(true)
    }
}

/// SEL1 to SEL5 and theorem 1 for a technique, which is made anew for each join.
fn obeys<'a>(bench: &mut Bench, rounds: u32, make: &dyn Fn() -> Box<dyn Technique + 'a>) {
    for _ in 0..rounds {
        let [a, b, c] = bench.leaves();
        let again = bench.join(&mut *make(), &a, &a);
        assert_eq!(bench.concrete(&again), bench.concrete(&a), "SEL1");
        let (ab, ba) = (bench.join(&mut *make(), &a, &b), bench.join(&mut *make(), &b, &a));
        let whole = bench.concrete(&ab);
        assert_eq!(whole, bench.concrete(&ba), "SEL2");
        let bc = bench.join(&mut *make(), &b, &c);
        let (left, right) = (bench.join(&mut *make(), &ab, &c), bench.join(&mut *make(), &a, &bc));
        assert_eq!(bench.concrete(&left), bench.concrete(&right), "SEL3");
        for source in [&a, &b] {
            let part = bench.concrete(source);
            assert_eq!(part & !whole, 0, "SEL4: the join stands for its sources");
            conservative(bench, source, &ab);
            correct(bench, source, &ab);
        }
    }
}

/// SEL5: what is not an axiom follows from the source, and the source's own values satisfy the axioms.
fn conservative(bench: &mut Bench, source: &Abstracted, joined: &Abstracted) {
    let own = bench.pool.all(joined.path.prefix(joined.own).to_vec());
    assert!(bench.holds(&source.path, own), "SEL5 (3)");
    let mut witness = Substitution::new();
    for (&value, &exact) in joined.values.iter().zip(&source.values) {
        if bench.pool.has_class(value, SymbolClass::Abstract) && bench.pool.children(value).is_empty() {
            witness.replace(&bench.pool, value, exact);
        }
    }
    for axiom in joined.path.since(joined.own) {
        let instance = witness.apply(&mut bench.pool, axiom).expect("no quantifiers");
        assert!(bench.holds(&source.path, instance), "SEL5 (4) relative to C");
    }
}

/// Theorem 1: what holds in the joined state holds in a source.
fn correct(bench: &mut Bench, source: &Abstracted, joined: &Abstracted) {
    for _ in 0..4 {
        let word = bench.random.below(8);
        let word = bench.pool.bv(WIDTH, word);
        let (at, kind) = (bench.random.below(2) as usize, bench.random.below(3));
        let mut claim = |values: &[ExprId]| match kind {
            0 => bench.pool.sle(values[at], word),
            1 => bench.pool.ule(word, values[at]),
            _ => bench.pool.sle(values[0], values[1]),
        };
        let (here, there) = (claim(&joined.values), claim(&source.values));
        if bench.holds(&joined.path, here) {
            assert!(bench.holds(&source.path, there), "theorem 1");
        }
    }
}

const ROUNDS: u32 = 12;

#[test]
fn choices_obey_the_laws() {
    obeys(&mut Bench::new(1), ROUNDS, &|| Box::new(IfThenElse));
}

#[test]
fn signs_obey_the_laws() {
    obeys(&mut Bench::new(2), ROUNDS, &|| Box::new(Weakening::by(&Sign)));
}

#[test]
fn intervals_obey_the_laws() {
    for signed in [false, true] {
        let domain = Interval::new(WIDTH, signed);
        obeys(&mut Bench::new(3), ROUNDS, &|| Box::new(Weakening::by(&domain)));
    }
}

#[test]
fn known_bits_obey_the_laws() {
    let domain = KnownBits::new(WIDTH);
    obeys(&mut Bench::new(4), ROUNDS, &|| Box::new(Weakening::by(&domain)));
}

/// Placeholders of two variables, and predicates that relate them.
fn relations(bench: &mut Bench) -> (Vec<ExprId>, Vec<ExprId>) {
    let [x, y] = ["?x", "?y"].map(|name| bench.pool.symbol(name, WIDTH, SymbolClass::Input));
    let (zero, sum) = (bench.pool.zero(WIDTH), bench.pool.add(x, y));
    let terms = vec![bench.pool.sle(x, y), bench.pool.sle(zero, y), bench.pool.eq(sum, zero), bench.pool.ule(y, x)];
    (vec![x, y], terms)
}

#[test]
fn predicates_obey_the_laws() {
    let mut bench = Bench::new(5);
    let (placeholders, terms) = relations(&mut bench);
    let domain = Conjunctive::new(placeholders.clone(), terms.clone()).expect("few");
    obeys(&mut bench, ROUNDS, &|| Box::new(Weakening::by(&domain)));
    let domain = Disjunctive::new(placeholders, terms).expect("few");
    obeys(&mut bench, ROUNDS / 2, &|| Box::new(Weakening::by(&domain)));
}

/// Definition 12, widening, and that least elements are sound, on random values.
fn is_a_lattice<D: Domain>(bench: &mut Bench, domain: &D) {
    let mut before: Option<D::Element> = None;
    let mut steps = 0;
    for _ in 0..40 {
        let [state, ..] = bench.leaves();
        let of = Subject { values: &state.values, at: 0 };
        let least = domain.least(&mut bench.asker(), &state.path, of);
        let axiom = domain.axiom(&mut bench.pool, &least, of);
        assert!(bench.holds(&state.path, axiom), "{}: least elements are sound", domain.name());
        let (bottom, top) = (domain.bottom(), domain.top());
        assert!(domain.is_below(&bottom, &least) && domain.is_below(&least, &top));
        let [none, all] = [bottom, top].map(|element| domain.axiom(&mut bench.pool, &element, of));
        assert!(bench.pool.is_false(none) && bench.pool.is_true(all), "{}", domain.name());
        if let Some(old) = before {
            let (joined, wide) = (domain.join(&old, &least), domain.widen(&old, &least));
            assert!(domain.is_below(&joined, &wide), "{}: widening is above the join", domain.name());
            let [joined, wide_axiom] = [&joined, &wide].map(|element| domain.axiom(&mut bench.pool, element, of));
            let implied = bench.pool.implies(joined, wide_axiom);
            assert!(bench.holds(&Conjunction::new(), implied), "{}: the order is that of axioms", domain.name());
            steps += u32::from(wide != old);
            before = Some(wide);
        } else {
            before = Some(least);
        }
    }
    assert!(steps <= 16, "{}: widening comes to rest", domain.name());
}

#[test]
fn domains_are_lattices_with_sound_least_elements_and_widening() {
    let mut bench = Bench::new(6);
    is_a_lattice(&mut bench, &Sign);
    is_a_lattice(&mut bench, &KnownBits::new(WIDTH));
    for signed in [false, true] {
        is_a_lattice(&mut bench, &Interval::new(WIDTH, signed).stopping_at([2, 5]));
    }
    let (placeholders, terms) = relations(&mut bench);
    is_a_lattice(&mut bench, &Conjunctive::new(placeholders.clone(), terms.clone()).expect("few"));
    is_a_lattice(&mut bench, &Disjunctive::new(placeholders, terms).expect("few"));
}

#[test]
fn widening_stops_at_the_constants_of_the_program() {
    let domain = Interval::new(32, true).stopping_at([0, 10, 100, (-5_i64) as u64]);
    let ends = |range| domain.ends(range);
    let wide = domain.widen(&domain.range(0, 0), &domain.range(1, 1));
    assert_eq!(ends(wide), Some((0, 10)));
    let wider = domain.widen(&wide, &domain.range((-1_i64) as u64, 11));
    assert_eq!(ends(wider), Some(((-5_i64) as u64 & 0xffff_ffff, 100)));
    assert_eq!(ends(domain.widen(&wider, &domain.range(0, 101))).map(|ends| ends.1), Some(0x7fff_ffff));
}

/// A counter changes its bits one by one; its alignment stays.
#[test]
fn bits_of_a_counter_are_forgotten_at_once() {
    let domain = KnownBits::new(32);
    let mut kept = domain.known(u64::MAX, 4);
    let mut steps = 0;
    for count in (4..400).step_by(4) {
        let wider = domain.widen(&kept, &domain.known(u64::MAX, count));
        steps += u32::from(wider != kept);
        kept = wider;
    }
    assert_eq!((steps, kept), (1, domain.known(3, 0)));
}

/// The states of the paper's running example after its conditional: `_x` and `_y` are the smaller and the larger of two positive inputs.
fn dist(bench: &mut Bench) -> [Abstracted; 2] {
    let [x, y] = ["x", "y"].map(|name| bench.pool.symbol(name, 32, SymbolClass::Input));
    let zero = bench.pool.zero(32);
    let mut root = Conjunction::new();
    for input in [x, y] {
        root.push(bench.pool.slt(zero, input));
    }
    let (less, not_less) = (bench.pool.slt(y, x), bench.pool.sle(x, y));
    let state = |values: [ExprId; 2], condition| Abstracted {
        values: values.to_vec(),
        path: root.with(condition),
        own: root.len() + 1,
    };
    [state([y, x], less), state([x, y], not_less)]
}

fn shown(pool: &ExprPool, terms: &[ExprId]) -> Vec<String> {
    terms.iter().map(|&term| pool.display(term).to_string()).collect()
}

#[test]
fn figure_2_is_a_choice_by_the_guard() {
    let mut bench = Bench::new(7);
    let [first, second] = dist(&mut bench);
    let joined = bench.join(&mut IfThenElse, &first, &second);
    assert_eq!(shown(&bench.pool, &joined.values), ["(ite (slt y x) y x)", "(ite (slt y x) x y)"]);
    assert_eq!(shown(&bench.pool, &joined.path.to_vec()), ["(sle 0x1:32 x)", "(sle 0x1:32 y)"]);
}

#[test]
fn figure_4_and_example_3_prove_the_distance() {
    let mut bench = Bench::new(8);
    let [first, second] = dist(&mut bench);
    let [x, y] = ["?x", "?y"].map(|name| bench.pool.symbol(name, 32, SymbolClass::Input));
    let zero = bench.pool.zero(32);
    // v ≥ x and v ≥ 0, for each of the two variables as v.
    let terms = vec![bench.pool.sle(x, y), bench.pool.sle(zero, y), bench.pool.sle(zero, x)];
    let domain = Conjunctive::new(vec![x, y], terms).expect("few");
    let joined = bench.join(&mut Weakening::by(&domain), &first, &second);
    assert_eq!(shown(&bench.pool, &joined.values), ["c1.0", "c1.1"]);
    let axioms = joined.path.since(joined.own);
    let expected = ["(sle c1.0 c1.1)", "(sle 0x0:32 c1.1)", "(sle 0x0:32 c1.0)"];
    let conjunction = bench.pool.all(axioms);
    for text in expected {
        assert!(bench.pool.display(conjunction).to_string().contains(text), "{text}");
    }
    // The result, y - x, is not negative; the paper's integers have no overflow, and with these axioms neither has this.
    let result = bench.pool.sub(joined.values[1], joined.values[0]);
    let claim = bench.pool.sle(zero, result);
    assert!(bench.holds(&joined.path, claim));
    // Without the relation it is lost.
    let alone = Conjunctive::new(vec![x, y], vec![bench.pool.sle(zero, y), bench.pool.sle(zero, x)]).expect("few");
    let weaker = bench.join(&mut Weakening::by(&alone), &first, &second);
    let result = bench.pool.sub(weaker.values[1], weaker.values[0]);
    let claim = bench.pool.sle(zero, result);
    assert!(!bench.holds(&weaker.path, claim));
}

#[test]
fn an_untouched_variable_stays_though_the_paths_differ() {
    let mut bench = Bench::new(9);
    let [mut first, mut second] = dist(&mut bench);
    let untouched = bench.pool.symbol("z", 32, SymbolClass::Input);
    first.values[0] = untouched;
    second.values[0] = untouched;
    let joined = bench.join(&mut Weakening::by(&Sign), &first, &second);
    assert_eq!(joined.values[0], untouched);
}

#[test]
fn a_choice_between_states_that_overlap_is_refused() {
    let mut bench = Bench::new(10);
    let [a, b] = ["a", "b"].map(|name| bench.pool.symbol(name, 1, SymbolClass::Input));
    // The paper's rule for a distinguishing formula takes D = a here, which loses values of the second state.
    let (not_a, not_b) = (bench.pool.not(a), bench.pool.not(b));
    let either = bench.pool.or(not_a, not_b);
    let first = Conjunction::new().with(a).with(b);
    let second = Conjunction::new().with(either);
    let [x, y] = [1, 2].map(|word| vec![bench.pool.bv(8, word)]);
    let state = |values: &Vec<ExprId>, path: &Conjunction| Abstracted {
        values: values.clone(),
        path: path.clone(),
        own: path.len(),
    };
    let joined = bench.join(&mut IfThenElse, &state(&x, &first), &state(&y, &second));
    let (is_two, both) = (bench.pool.bv(8, 2), bench.pool.and(a, not_b));
    let two = bench.pool.eq(joined.values[0], is_two);
    assert!(bench.holds(&joined.path.with(both), two));
    let overlapping = state(&y, &Conjunction::new().with(a));
    let refused = model::join(&mut bench.asker(), &mut IfThenElse, [&state(&x, &first), &overlapping], "c");
    assert_eq!(refused.err(), Some(NotJoined::Overlap));
}
