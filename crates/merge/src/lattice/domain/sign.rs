//! Signs: any set of negative, zero and positive. The paper's five elements and the three between them.

use braid_expr::{Conjunction, ExprId, ExprPool};

use super::{Domain, Subject};
use crate::lattice::asker::Asker;

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct Sign;

/// A set of signs: negative, zero, positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signs(pub [bool; 3]);

/// That a value has each of the three signs.
fn cases(pool: &mut ExprPool, value: ExprId) -> [ExprId; 3] {
    let zero = pool.zero(pool.width(value));
    [pool.slt(value, zero), pool.eq(value, zero), pool.slt(zero, value)]
}

impl Domain for Sign {
    type Element = Signs;
    fn name(&self) -> &'static str {
        "sign"
    }
    fn bottom(&self) -> Signs {
        Signs([false; 3])
    }
    fn top(&self) -> Signs {
        Signs([true; 3])
    }
    fn join(&self, a: &Signs, b: &Signs) -> Signs {
        Signs([0, 1, 2].map(|sign| a.0[sign] || b.0[sign]))
    }
    fn axiom(&self, pool: &mut ExprPool, element: &Signs, of: Subject<'_>) -> ExprId {
        let cases = cases(pool, of.value());
        match element.0 {
            [true, true, true] => pool.tru(),
            signs => pool.any((0..3).filter(|&sign| signs[sign]).map(|sign| cases[sign])),
        }
    }
    fn least(&self, asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>) -> Signs {
        Signs(cases(asker.pool, of.value()).map(|case| asker.may(path, case)))
    }
}
