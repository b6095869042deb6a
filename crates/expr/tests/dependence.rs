//! Where a term depends on unknowns lies between its bounds, on every input.

use braid_expr::testing::Random;
use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass, SymbolId, dependence};

/// Bits of every symbol.
const WIDTH: u32 = 2;
const VALUES: u64 = 1 << WIDTH;

struct Symbols {
    input: SymbolId,
    unknowns: [SymbolId; 2],
    leaves: Vec<ExprId>,
}

impl Symbols {
    fn new(pool: &mut ExprPool) -> Symbols {
        let mut symbol = |name, class| {
            let term = pool.symbol(name, WIDTH, class);
            let Node::Symbol(symbol) = pool.node(term) else { unreachable!("a symbol is a symbol") };
            (symbol, term)
        };
        let (input, x) = symbol("x", SymbolClass::Input);
        let (first, u) = symbol("u", SymbolClass::Uninitialised);
        let (second, v) = symbol("v", SymbolClass::Uninitialised);
        let leaves = vec![x, u, v, pool.bv(WIDTH, 0), pool.bv(WIDTH, 1), pool.bv(WIDTH, 3)];
        Symbols { input, unknowns: [first, second], leaves }
    }
}

fn word(pool: &mut ExprPool, random: &mut Random, leaves: &[ExprId], depth: u32) -> ExprId {
    if depth == 0 || random.index(6) == 0 {
        return random.pick(leaves);
    }
    let part = |pool: &mut ExprPool, random: &mut Random| word(pool, random, leaves, depth - 1);
    let (a, b) = (part(pool, random), part(pool, random));
    match random.index(14) {
        0 => pool.add(a, b),
        1 => pool.sub(a, b),
        2 => pool.xor(a, b),
        3 => pool.and(a, b),
        4 => pool.or(a, b),
        5 => pool.mul(a, b),
        6 => pool.shl(a, b),
        7 => pool.lshr(a, b),
        8 => pool.ashr(a, b),
        9 => pool.urem(a, b),
        10 => pool.not(a),
        11 => {
            let low = pool.extract(a, 1, 1);
            pool.sext(low, WIDTH)
        }
        12 => {
            let both = pool.concat(a, b);
            pool.extract(both, 1, WIDTH)
        }
        _ => {
            let truth = truth(pool, random, leaves, depth - 1);
            pool.ite(truth, a, b)
        }
    }
}

fn truth(pool: &mut ExprPool, random: &mut Random, leaves: &[ExprId], depth: u32) -> ExprId {
    if depth > 0 && random.index(3) == 0 {
        let (a, b) = (truth(pool, random, leaves, depth - 1), truth(pool, random, leaves, depth - 1));
        return if random.index(2) == 0 { pool.and(a, b) } else { pool.or(a, b) };
    }
    let (a, b) = (word(pool, random, leaves, depth), word(pool, random, leaves, depth));
    match random.index(5) {
        0 => pool.eq(a, b),
        1 => pool.ult(a, b),
        2 => pool.ule(a, b),
        3 => pool.slt(a, b),
        _ => pool.sle(a, b),
    }
}

/// The values of a term on one input, for all values of the unknowns.
fn values(pool: &ExprPool, symbols: &Symbols, term: ExprId, x: u64) -> Vec<u64> {
    let mut evaluator = Evaluator::new();
    let each = (0..VALUES).flat_map(|u| (0..VALUES).map(move |v| [u, v]));
    let value = |unknowns: [u64; 2]| {
        let mut model = Model::new();
        model.set_word(symbols.input, x);
        symbols.unknowns.iter().zip(unknowns).for_each(|(&symbol, word)| model.set_word(symbol, word));
        evaluator.evaluate(pool, &model, term).expect("a small term").to_u64().expect("a small term")
    };
    each.map(value).collect()
}

#[test]
fn where_a_term_depends_lies_between_the_bounds() {
    let (mut exact, mut depends_somewhere) = (0, 0);
    for seed in 0..3_000 {
        let mut pool = if seed % 2 == 0 { ExprPool::new() } else { ExprPool::without_rules() };
        let symbols = Symbols::new(&mut pool);
        let mut random = Random::new(seed);
        let term = match seed % 3 {
            0 => word(&mut pool, &mut random, &symbols.leaves, 3),
            _ => truth(&mut pool, &mut random, &symbols.leaves, 2),
        };
        let bounds = dependence(&mut pool, term, SymbolClass::Uninitialised);
        let mut is_exact = true;
        for x in 0..VALUES {
            let all = values(&pool, &symbols, term, x);
            let depends = all.iter().any(|value| *value != all[0]);
            let [may, must] = [bounds.may, bounds.must].map(|bound| {
                let held = values(&pool, &symbols, bound, x);
                assert!(held.iter().all(|value| *value == held[0]), "seed {seed}: {}", pool.display(bound));
                held[0] == 1
            });
            let shown = || format!("seed {seed}, x = {x}: {}", pool.display(term));
            assert!(may || !depends, "it depends, and may not: {}", shown());
            assert!(depends || !must, "it must depend, and does not: {}", shown());
            is_exact &= may == must;
            depends_somewhere += u32::from(depends);
        }
        exact += u32::from(is_exact);
    }
    // The rules are of use: most terms need no solver.
    assert!(exact > 1_000 && depends_somewhere > 1_000, "{exact} exact, {depends_somewhere} inputs");
}

#[test]
fn an_element_is_followed_through_the_updates_of_its_array() {
    let mut pool = ExprPool::new();
    let array = pool.array("bytes", ArrayKind::Uninitialised, 8, 8);
    let base = pool.base(array);
    let (at, seven) = (pool.symbol("at", 8, SymbolClass::Input), pool.bv(8, 7));
    let written = pool.store(base, at, seven);
    let three = pool.bv(8, 3);
    let read = pool.read(written, three);
    let bounds = dependence(&mut pool, read, SymbolClass::Uninitialised);
    let same = pool.eq(at, three);
    let elsewhere = pool.not(same);
    assert_eq!((bounds.may, bounds.must), (elsewhere, elsewhere), "{}", pool.display(bounds.may));
}
