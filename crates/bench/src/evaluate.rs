//! What the evaluator costs for a node: one large term, evaluated many times. tools/bench counts host instructions of two
//! runs of different length; their difference is the evaluation alone.

use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass};

/// Nodes of the term.
const SIZE: usize = 20_000;

/// Evaluates the term `runs` times, each time under another model.
pub(crate) fn run(runs: &str) -> Result<String, String> {
    let runs: u64 = runs.parse().map_err(|error| format!("{runs}: {error}"))?;
    let mut pool = ExprPool::without_rules();
    let root = build(&mut pool, SIZE);
    let sum = evaluate_all(&pool, root, runs);
    Ok(format!("nodes={} sum={sum}", pool.len() as u64 * runs))
}

fn evaluate_all(pool: &ExprPool, root: ExprId, runs: u64) -> u64 {
    let Node::Symbol(symbol) = pool.node(pool.children(root)[1]) else { unreachable!("the root adds x") };
    let mut evaluator = Evaluator::new();
    let mut model = Model::new();
    (0..runs).fold(0, |sum, run| {
        model.set_word(symbol, run);
        sum ^ evaluator.under(pool, &model).word(root).expect("far below the limit of steps")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_counted_in_every_run() {
        let line = run("3").expect("a number of runs");
        let nodes: usize = line.split(['=', ' ']).nth(1).and_then(|word| word.parse().ok()).expect("a count");
        assert!((3 * SIZE..3 * SIZE + 30).contains(&nodes), "{line}");
    }
}
