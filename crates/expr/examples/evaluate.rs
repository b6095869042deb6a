//! Evaluates one large term many times, for counting host instructions per node:
//! `valgrind --tool=callgrind --toggle-collect='*evaluate_all*' target/release/examples/evaluate`.
//! Prints how many node values were computed; callgrind's total divided by it is the cost of a node.

use std::io::Write;

use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass};

fn main() -> std::io::Result<()> {
    let mut pool = ExprPool::without_rules();
    let root = build(&mut pool, 20_000);
    let nodes = pool.len();
    let mut model = Model::new();
    let Some(symbol) = pool.find_symbol("x") else { unreachable!("the term has it") };
    model.set_word(symbol, 12345);
    let mut evaluator = Evaluator::new();
    let runs = 20;
    let sum = evaluate_all(&mut evaluator, &pool, &mut model, root, runs);
    writeln!(std::io::stdout(), "{} nodes evaluated, check {sum}", nodes as u64 * runs)
}

#[inline(never)]
fn evaluate_all(evaluator: &mut Evaluator, pool: &ExprPool, model: &mut Model, root: ExprId, runs: u64) -> u64 {
    let Node::Symbol(symbol) = pool.node(pool.children(root)[1]) else { panic!("the root adds x") };
    (0..runs).fold(0, |sum, run| {
        model.set_word(symbol, run);
        sum ^ evaluator.under(pool, model).word(root).expect("within the limit")
    })
}

/// A term of about `size` nodes with all the common operators, reads included, in which every node is needed.
fn build(pool: &mut ExprPool, size: usize) -> ExprId {
    let x = pool.symbol("x", 32, SymbolClass::Input);
    let array = pool.array("s", ArrayKind::Symbolic { size: Some(64) }, 32, 8);
    let s = pool.base(array);
    let mut e = x;
    let mut n = 0;
    while pool.len() < size {
        let c = pool.bv(32, n * 7 + 1);
        e = match n % 8 {
            0 => pool.add(e, c),
            1 => pool.xor(e, x),
            2 => pool.mul(e, c),
            3 => {
                let cell = pool.read(s, e);
                let wide = pool.zext(cell, 32);
                pool.or(wide, e)
            }
            4 => {
                let low = pool.extract(e, 3, 16);
                let high = pool.extract(e, 5, 16);
                pool.concat(high, low)
            }
            5 => pool.sub(c, e),
            6 => {
                let less = pool.ult(e, c);
                let bit = pool.zext(less, 32);
                pool.add(e, bit)
            }
            _ => {
                let three = pool.bv(32, 3);
                pool.lshr(e, three)
            }
        };
        n += 1;
    }
    pool.add(e, x)
}
