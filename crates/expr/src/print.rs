//! Terms as text for people: operators in front, shared parts named after the term.
//!
//! ```text
//! (ult e7 (mul e7 0x3:8)) where e7 = (add x 0x1:8)
//! ```
//!
//! The text is as long as the DAG, not the tree, and never nests deeply.

use core::fmt;

use crate::dag::Dag;
use crate::node::{ExprId, Node, UpdateId};
use crate::pool::ExprPool;

/// A term that can be printed.
#[derive(Clone, Copy)]
pub struct Printed<'a> {
    pool: &'a ExprPool,
    root: ExprId,
}

impl ExprPool {
    /// The term as text.
    pub fn display(&self, e: ExprId) -> Printed<'_> {
        Printed { pool: self, root: e }
    }
    /// The update list as text.
    pub fn display_updates(&self, u: UpdateId) -> Printed<'_> {
        Printed { pool: self, root: u.node() }
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dag = Dag::new(self.pool, &[self.root]);
        self.write(f, &dag, self.root)?;
        let mut link = " where ";
        for e in dag.named().filter(|&e| e != self.root) {
            write!(f, "{link}{e} = ")?;
            self.write(f, &dag, e)?;
            link = ", ";
        }
        Ok(())
    }
}

impl fmt::Debug for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What is left to write, last first.
enum Piece {
    Term(ExprId),
    Space,
    Close,
}

impl Printed<'_> {
    /// Writes `top` in full and the named nodes below it by name.
    fn write(&self, f: &mut fmt::Formatter<'_>, dag: &Dag, top: ExprId) -> fmt::Result {
        let mut todo = Vec::new();
        self.open(f, top, &mut todo)?;
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Space => write!(f, " ")?,
                Piece::Close => write!(f, ")")?,
                Piece::Term(e) if dag.is_named(e) => write!(f, "{e}")?,
                Piece::Term(e) => self.open(f, e, &mut todo)?,
            }
        }
        Ok(())
    }
    /// Writes a leaf, or the operator of another node, and leaves its children to be written.
    fn open(&self, f: &mut fmt::Formatter<'_>, e: ExprId, todo: &mut Vec<Piece>) -> fmt::Result {
        let pool = self.pool;
        match pool.node(e) {
            Node::Const => return write!(f, "{}", pool.as_const(e).expect("a constant")),
            Node::Symbol(symbol) => return write!(f, "{}", pool.symbol_name(symbol)),
            Node::Bound => return write!(f, "i:{}", pool.width(e)),
            Node::Base(array) => return write!(f, "{}", pool.array_name(array)),
            Node::Extract(_, low) => write!(f, "(extract {low} {}", pool.width(e))?,
            Node::Zext(_) | Node::Sext(_) => write!(f, "({} {}", pool.op(e).name(), pool.width(e))?,
            Node::FloatUnary(operation, _) | Node::FloatBinary(operation, ..) => {
                let width = if operation.op.is_to_integer() { format!(" {}", pool.width(e)) } else { String::new() };
                write!(f, "({operation}{width}")?;
            }
            _ => write!(f, "({}", pool.op(e).name())?,
        }
        todo.push(Piece::Close);
        for &child in pool.children(e).iter().rev() {
            todo.extend([Piece::Term(child), Piece::Space]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::ArrayKind;
    use crate::symbol::SymbolClass;

    #[test]
    fn shared_parts_are_named_once() {
        let mut pool = ExprPool::without_rules();
        let x = pool.symbol("x", 8, SymbolClass::Input);
        let one = pool.bv(8, 1);
        let sum = pool.add(x, one);
        let three = pool.bv(8, 3);
        let product = pool.mul(sum, three);
        let less = pool.ult(sum, product);
        assert_eq!(pool.display(sum).to_string(), "(add x 0x1:8)");
        assert_eq!(
            pool.display(less).to_string(),
            format!("(ult {sum} (mul {sum} 0x3:8)) where {sum} = (add x 0x1:8)")
        );
    }

    #[test]
    fn every_kind_of_node_prints() {
        let mut pool = ExprPool::without_rules();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 16, 8);
        let k = pool.symbol("k", 16, SymbolClass::Round);
        let i = pool.bound(16);
        let base = pool.base(array);
        let low = pool.extract(k, 0, 8);
        let updates = pool.store(base, k, low);
        let read = pool.read(updates, i);
        let wide = pool.sext(read, 16);
        let body = pool.eq(wide, i);
        let all = pool.forall(k, body).unwrap();
        let text = "(forall k (eq (sext 16 (read (store s k (extract 0 8 k)) i:16)) i:16))";
        assert_eq!(pool.display(all).to_string(), text);
        assert_eq!(pool.display_updates(updates).to_string(), "(store s k (extract 0 8 k))");
    }

    #[test]
    fn text_is_linear_in_the_dag_and_flat() {
        let mut pool = ExprPool::without_rules();
        let mut e = pool.symbol("x", 8, SymbolClass::Input);
        for _ in 0..5_000 {
            e = pool.mul(e, e);
        }
        for _ in 0..5_000 {
            e = pool.neg(e);
        }
        let text = pool.display(e).to_string();
        assert!(text.len() < 300_000, "{} bytes", text.len());
        assert!(!text.contains(&")".repeat(60)));
    }
}
