//! Sets of values of single cells against the solver: random paths that grow, fork, are cut and joined.
//!
//! What the sets decide is what the solver says of the whole path, in both directions; what they leave to the solver has the same answer as the
//! whole path; and a model of that, completed, is one of the whole path.

use std::rc::Rc;

use braid_expr::{ArrayKind, CellTable, ExprId, ExprPool, SymbolClass, UpdateId};
use braid_solver::{Solver, Verdict};
use braid_state::Path;
use braid_testing::Random;

struct World {
    pool: ExprPool,
    table: CellTable,
    /// Answers questions about whole paths.
    whole: Solver,
    /// Answers what the sets leave.
    left: Solver,
    random: Random,
    array: UpdateId,
    letter: ExprId,
    word: ExprId,
    round: ExprId,
    /// Questions that sets decided with one side and with both, and questions that they left.
    seen: [u32; 3],
}

const CELLS: u64 = 6;

impl World {
    fn new(seed: u64) -> World {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
        World {
            array: pool.base(array),
            letter: pool.symbol("letter", 5, SymbolClass::Input),
            word: pool.symbol("word", 16, SymbolClass::Input),
            round: pool.symbol("k", 32, SymbolClass::Round),
            pool,
            table: CellTable::default(),
            whole: Solver::new(),
            left: Solver::new(),
            random: Random::new(seed),
            seen: [0; 3],
        }
    }

    fn cell(&mut self) -> ExprId {
        let index = self.pool.bv(32, self.random.below(CELLS));
        self.pool.read(self.array, index)
    }

    /// A condition over one cell or symbol of few bits.
    fn about_one(&mut self) -> ExprId {
        let term = if self.random.once_in(5) { self.letter } else { self.cell() };
        let width = self.pool.width(term);
        let [a, b] = [0, 1].map(|_| self.random.below(1 << width)).map(|value| self.pool.bv(width, value));
        match self.random.below(7) {
            0 | 1 => self.pool.eq(term, a),
            2 => self.pool.ult(term, a),
            3 => self.pool.ule(a, term),
            4 => {
                let masked = self.pool.and(term, a);
                self.pool.eq(masked, b)
            }
            5 => {
                let wide = self.pool.sext(term, 32);
                let limit = self.pool.bv(32, 20);
                self.pool.slt(wide, limit)
            }
            _ => {
                let [low, high] = [self.pool.eq(term, a), self.pool.ult(b, term)];
                self.pool.or(low, high)
            }
        }
    }

    /// A comparison of a word, of a wide symbol or of two cells one after the other, with constants.
    fn about_word(&mut self) -> ExprId {
        let [low, high] = [0, 1].map(|at| {
            let index = self.pool.bv(32, at);
            self.pool.read(self.array, index)
        });
        let term = if self.random.once_in(2) { self.word } else { self.pool.concat(high, low) };
        let mut bound = || {
            let edges = [0, 1, 0x7fff, 0x8000, 0xffff];
            if self.random.once_in(3) { self.random.pick(&edges) } else { self.random.below(1 << 16) }
        };
        let [a, b] = [bound(), bound()].map(|value| self.pool.bv(16, value));
        match self.random.below(6) {
            0 => self.pool.eq(term, a),
            1 => self.pool.ult(term, a),
            2 => self.pool.sle(a, term),
            3 => self.pool.slt(term, a),
            4 => {
                let masked = self.pool.and(term, a);
                self.pool.eq(masked, b)
            }
            _ => {
                let [low, high] = [self.pool.ult(term, a), self.pool.ult(b, term)];
                self.pool.or(low, high)
            }
        }
    }

    /// A condition over several cells, or over something else than cells.
    fn about_others(&mut self) -> ExprId {
        let [a, b] = [self.cell(), self.cell()];
        match self.random.below(6) {
            0 => self.pool.ult(a, b),
            1 => {
                let (sum, limit) = (self.pool.add(a, b), self.pool.bv(8, self.random.below(256)));
                self.pool.ule(sum, limit)
            }
            2 => {
                let index = self.pool.zext(a, 32);
                let (read, value) = (self.pool.read(self.array, index), self.pool.bv(8, self.random.below(256)));
                self.pool.eq(read, value)
            }
            3 => {
                let (joined, limit) = (self.pool.concat(a, b), self.pool.bv(16, self.random.below(1 << 16)));
                self.pool.ult(joined, limit)
            }
            4 => {
                let limit = self.pool.bv(16, self.random.below(1 << 16));
                self.pool.ult(self.word, limit)
            }
            _ => self.repeated(b),
        }
    }

    /// That the first cells, up to some number of them, are another.
    fn repeated(&mut self, other: ExprId) -> ExprId {
        let (bound, one) = (self.pool.bound(32), self.pool.bv(32, 1));
        let index = self.pool.sub(bound, one);
        let read = self.pool.read(self.array, index);
        let body = self.pool.ule(read, other);
        self.pool.forall(self.round, body).expect("a body without quantifiers")
    }

    fn condition(&mut self) -> ExprId {
        let condition = match self.random.below(12) {
            0 | 1 => self.about_others(),
            2..=5 => self.about_word(),
            _ => self.about_one(),
        };
        if self.random.once_in(2) { self.pool.not(condition) } else { condition }
    }

    fn possible(&mut self, path: &Path, condition: ExprId) -> bool {
        match self.whole.may(&mut self.pool, path.conjuncts(), condition) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::Unknown(reason) => panic!("{reason}"),
        }
    }

    /// Asks about a condition in both ways; which sides are possible.
    fn ask(&mut self, path: &Path, condition: ExprId) -> [bool; 2] {
        let negated = self.pool.not(condition);
        let sides = [condition, negated].map(|side| self.possible(path, side));
        match path.decide(&mut self.pool, &mut self.table, condition) {
            Some(open) => {
                assert_eq!([open.can_hold, open.can_fail], sides, "{condition:?} under {path:?}");
                self.seen[usize::from(sides == [true; 2])] += 1;
            }
            None => self.seen[2] += 1,
        }
        let premises = path.premises(&mut self.pool, &mut self.table, condition);
        let left = [condition, negated].map(|side| self.left.may(&mut self.pool, &premises, side).is_sat());
        assert_eq!(left, sides, "{condition:?} under {path:?}, asked under {premises:?}");
        sides
    }

    /// A model of what is left, completed, is one of the path.
    fn check_model(&mut self, path: &Path) {
        let asked = path.asked(&mut self.pool, &mut self.table).expect("nobody interrupts");
        let Verdict::Sat(mut model) = self.left.check(&mut self.pool, &asked) else { panic!("a path has a model") };
        assert!(path.complete(&self.table, Rc::make_mut(&mut model)));
        assert_eq!(self.whole.confirm(&self.pool, path.conjuncts(), &model), Ok(()), "{path:?}");
    }

    /// What one path says or another, after what they begin with in common.
    fn join(&mut self, one: &Path, other: &Path) -> Path {
        let shared = one.conjuncts().shared(other.conjuncts());
        let rests = [one, other].map(|path| {
            let rest = path.since(shared);
            self.pool.all(rest)
        });
        let mut joined = one.clone();
        joined.cut(shared);
        joined.push(self.pool.or(rests[0], rests[1]));
        joined
    }
}

#[test]
fn sets_of_values_say_what_the_solver_says() {
    let mut seen = [0; 3];
    for seed in 0..60 {
        let mut world = World::new(seed);
        let mut paths = vec![Path::default()];
        for _ in 0..60 {
            let at = world.random.below(paths.len() as u64) as usize;
            let path = paths[at].clone();
            let condition = world.condition();
            let sides = world.ask(&path, condition);
            let negated = world.pool.not(condition);
            let mut grown: Vec<Path> = [condition, negated]
                .into_iter()
                .zip(sides)
                .filter(|(_, possible)| *possible)
                .map(|(side, _)| {
                    let mut path = path.clone();
                    path.push(side);
                    path
                })
                .collect();
            if world.random.once_in(8) {
                let other = world.random.below(paths.len() as u64) as usize;
                grown.push(world.join(&path, &paths[other].clone()));
            }
            if world.random.once_in(10) {
                let mut shorter = path.clone();
                shorter.cut(world.random.below(path.len() as u64 + 1) as usize);
                grown.push(shorter);
            }
            grown.iter().for_each(|path| world.check_model(path));
            paths.extend(grown);
            if paths.len() > 12 {
                paths.swap_remove(world.random.below(12) as usize);
            }
        }
        (0..3).for_each(|kind| seen[kind] += world.seen[kind]);
    }
    assert!(seen.iter().all(|&count| count > 300), "one side, both, left: {seen:?}");
}

/// A cell is exact until a condition speaks of it and another one, and then what was said of it is asked as well.
#[test]
fn a_condition_over_two_cells_takes_both_to_the_solver() {
    let mut world = World::new(0);
    let [zero, one] = [0, 1].map(|at| {
        let index = world.pool.bv(32, at);
        world.pool.read(world.array, index)
    });
    let (ten, five) = (world.pool.bv(8, 10), world.pool.bv(8, 5));
    let (small, less) = (world.pool.ult(zero, ten), world.pool.ult(one, zero));
    let mut path = Path::default();
    path.push(small);
    let below_five = world.pool.ult(one, five);
    let open = path.decide(&mut world.pool, &mut world.table, below_five).expect("nothing is said of it");
    assert!(open.can_hold && open.can_fail);
    assert!(path.asked(&mut world.pool, &mut world.table).expect("nobody interrupts").is_empty());
    path.push(less);
    assert_eq!(path.decide(&mut world.pool, &mut world.table, below_five), None);
    let asked = path.asked(&mut world.pool, &mut world.table).expect("nobody interrupts").to_vec();
    assert_eq!(asked, [small, less]);
    path.cut(1);
    assert!(path.decide(&mut world.pool, &mut world.table, below_five).is_some());
}

/// A word is exact while it is compared with constants; a mask takes it to the solver with what was said of it.
#[test]
fn a_mask_takes_a_word_to_the_solver() {
    let mut world = World::new(0);
    let (word, limit, three, zero) = (world.word, world.pool.bv(16, 1000), world.pool.bv(16, 3), world.pool.bv(16, 0));
    let (below, masked) = (world.pool.ult(word, limit), world.pool.and(word, three));
    let even = world.pool.eq(masked, zero);
    let mut path = Path::default();
    path.push(below);
    let large = world.pool.ult(limit, word);
    let open = path.decide(&mut world.pool, &mut world.table, large).expect("the word is exact");
    assert!(!open.can_hold && open.can_fail);
    assert_eq!(path.decide(&mut world.pool, &mut world.table, even), None);
    path.push(even);
    assert_eq!(path.decide(&mut world.pool, &mut world.table, large), None);
    let asked = path.asked(&mut world.pool, &mut world.table).expect("nobody interrupts").to_vec();
    assert_eq!(asked.last(), Some(&even));
    assert_eq!(asked.len(), 2);
    assert_eq!(world.ask(&path, large), [false, true]);
}
