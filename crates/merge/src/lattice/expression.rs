//! Terms as C expressions, for whoever checks an invariant in the source.
//!
//! Every operand is cast to the unsigned type of its width, or to the signed one where the sign matters, so that the expression means what the term
//! does whatever types the variables have, and never overflows. A term that has no such form is left out.

use braid_expr::{ExprId, ExprPool, Node};
use rustc_hash::FxHashMap;

/// An expression with more parts than this helps nobody.
const MAX_PARTS: usize = 200;

/// A term of width 1 as a C condition; `names` tells what stands for variables. None if there is no such expression.
pub(crate) fn condition(pool: &ExprPool, names: &FxHashMap<ExprId, String>, term: ExprId) -> Option<String> {
    let mut writer = Writer { pool, names, parts: 0 };
    writer.condition(term)
}

struct Writer<'a> {
    pool: &'a ExprPool,
    names: &'a FxHashMap<ExprId, String>,
    parts: usize,
}

impl Writer<'_> {
    fn is_too_long(&mut self) -> bool {
        self.parts += 1;
        self.parts > MAX_PARTS
    }

    fn condition(&mut self, term: ExprId) -> Option<String> {
        if self.is_too_long() || self.pool.width(term) != 1 {
            return None;
        }
        if let Some(known) = self.pool.as_u64(term) {
            return Some(known.to_string());
        }
        Some(match self.pool.node(term) {
            Node::Not(inner) => format!("!({})", self.condition(inner)?),
            Node::And(a, b) => format!("({}) && ({})", self.condition(a)?, self.condition(b)?),
            Node::Or(a, b) => format!("({}) || ({})", self.condition(a)?, self.condition(b)?),
            Node::Xor(a, b) => format!("({}) != ({})", self.condition(a)?, self.condition(b)?),
            Node::Eq(a, b) if self.pool.width(a) == 1 => {
                format!("({}) == ({})", self.condition(a)?, self.condition(b)?)
            }
            Node::Eq(a, b) => format!("{} == {}", self.word(a)?, self.word(b)?),
            Node::Ult(a, b) => format!("{} < {}", self.word(a)?, self.word(b)?),
            Node::Ule(a, b) => format!("{} <= {}", self.word(a)?, self.word(b)?),
            Node::Slt(a, b) => format!("{} < {}", self.signed(a)?, self.signed(b)?),
            Node::Sle(a, b) => format!("{} <= {}", self.signed(a)?, self.signed(b)?),
            _ => return None,
        })
    }

    /// A word as a value of the signed type of its width.
    fn signed(&mut self, term: ExprId) -> Option<String> {
        let (_, signed) = types(self.pool.width(term))?;
        Some(format!("({signed})({})", self.word(term)?))
    }

    /// A word as a value of the unsigned type of its width.
    fn word(&mut self, term: ExprId) -> Option<String> {
        let width = self.pool.width(term);
        let (unsigned, _) = types(width)?;
        if self.is_too_long() {
            return None;
        }
        if let Some(name) = self.names.get(&term) {
            return Some(format!("({unsigned}){name}"));
        }
        if let Some(value) = self.pool.as_u64(term) {
            return Some(format!("({unsigned}){value}{}", if width == 64 { "ULL" } else { "U" }));
        }
        let inner = match self.pool.node(term) {
            Node::Not(a) => format!("~{}", self.word(a)?),
            Node::Neg(a) => format!("0 - {}", self.word(a)?),
            Node::And(a, b) => self.infix(a, "&", b)?,
            Node::Or(a, b) => self.infix(a, "|", b)?,
            Node::Xor(a, b) => self.infix(a, "^", b)?,
            Node::Add(a, b) => self.infix(a, "+", b)?,
            Node::Sub(a, b) => self.infix(a, "-", b)?,
            // Narrower operands would be multiplied as signed ones.
            Node::Mul(a, b) => format!("1ULL * {} * {}", self.word(a)?, self.word(b)?),
            Node::Zext(a) => self.word(a)?,
            Node::Sext(a) => self.signed(a)?,
            Node::Extract(a, 0) => self.word(a)?,
            Node::Ite(c, a, b) => format!("({}) ? {} : {}", self.condition(c)?, self.word(a)?, self.word(b)?),
            _ => return None,
        };
        Some(format!("({unsigned})({inner})"))
    }

    fn infix(&mut self, a: ExprId, operator: &str, b: ExprId) -> Option<String> {
        Some(format!("{} {operator} {}", self.word(a)?, self.word(b)?))
    }
}

/// The unsigned and the signed type of a width.
fn types(width: u32) -> Option<(&'static str, &'static str)> {
    match width {
        8 => Some(("unsigned char", "signed char")),
        16 => Some(("unsigned short", "short")),
        32 => Some(("unsigned int", "int")),
        64 => Some(("unsigned long long", "long long")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::SymbolClass;

    #[test]
    fn conditions_are_written_with_casts() {
        let mut pool = ExprPool::new();
        let [i, n] = ["i", "n"].map(|name| pool.symbol(name, 32, SymbolClass::Abstract));
        let names = FxHashMap::from_iter([(i, "i".to_owned()), (n, "n".to_owned())]);
        let less = pool.sle(i, n);
        let said = condition(&pool, &names, less);
        assert_eq!(said.as_deref(), Some("(int)((unsigned int)i) <= (int)((unsigned int)n)"));
        let (seven, sum) = (pool.bv(32, 7), pool.add(i, n));
        let same = pool.ule(sum, seven);
        let said = condition(&pool, &names, same).expect("it has a form");
        assert!(said.ends_with("< (unsigned int)8U") && said.contains("(unsigned int)i +"), "{said}");
        let stranger = pool.symbol("x", 32, SymbolClass::Abstract);
        let strange = pool.ult(stranger, n);
        assert_eq!(condition(&pool, &names, strange), None);
        let odd = pool.symbol("y", 33, SymbolClass::Abstract);
        let odd = pool.ult(odd, odd);
        assert!(condition(&pool, &names, odd).is_none_or(|said| said == "0"));
    }
}
