//! Two rules: one brings two fresh variables, the other forgets.

use braid::merge::rule::{Group, JoinRule, Part, Plan};
use braid_expr::{ExprId, ExprPool, SymbolClass};
use braid_state::join::Choice;
use braid_state::{Exactness, Fresh, Value};

/// Which source a path is one of is told by two numbers together: its row and its column in a square.
pub(super) struct ByTwoNumbers;

impl JoinRule for ByTwoNumbers {
    fn name(&self) -> &'static str {
        "two numbers"
    }
    fn plan(&self, group: &mut Group<'_>, _: &Part) -> Plan {
        let rests = group.rests();
        let count = rests.len() as u64;
        let side = (1..).find(|side| side * side >= count).unwrap_or(1);
        let width = u64::BITS - side.leading_zeros();
        let symbol =
            |pool: &mut ExprPool, number: u32| pool.symbol(&format!("meet{number}.{width}"), width, SymbolClass::Round);
        let [row, column] = [0, 1].map(|at| symbol(group.pool, group.next_fresh + at));
        let places: Vec<(u64, u64)> = (0..count).map(|at| (at / side, at % side)).collect();
        let mut is = |symbol, value| {
            let value = group.pool.bv(width, value);
            group.pool.eq(symbol, value)
        };
        let here: Vec<(ExprId, ExprId)> = places.iter().map(|&(r, c)| (is(row, r), is(column, c))).collect();
        let here: Vec<ExprId> = here.into_iter().map(|(r, c)| group.pool.and(r, c)).collect();
        let cases: Vec<ExprId> = here.iter().zip(&rests).map(|(&here, &rest)| group.pool.and(here, rest)).collect();
        let condition = group.pool.any(cases);
        Plan {
            conditions: vec![condition],
            choice: Box::new(Select { here }),
            fresh: vec![
                Fresh { symbol: row, values: places.iter().map(|place| place.0).collect() },
                Fresh { symbol: column, values: places.iter().map(|place| place.1).collect() },
            ],
            next_fresh: group.next_fresh + 2,
            exactness: Exactness::Exact,
        }
    }
}

/// Choices by the condition that tells each source.
struct Select {
    here: Vec<ExprId>,
}

impl Choice for Select {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let (&last, others) = values.split_last().expect("a group has states");
        let mut chosen = last.term(pool, bits);
        for (&here, value) in self.here.iter().zip(others) {
            let value = value.term(pool, bits);
            chosen = pool.ite(here, value, chosen);
        }
        Value::of(pool, chosen)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        pool.any(members.iter().map(|&member| self.here[member]))
    }
}

/// A value that differs becomes an unknown one, of which is known afterwards only that it is one of the values' range of bytes.
pub(super) struct Forget;

impl JoinRule for Forget {
    fn name(&self) -> &'static str {
        "forget"
    }
    fn plan(&self, group: &mut Group<'_>, _: &Part) -> Plan {
        let rests = group.rests();
        let condition = group.pool.any(rests.iter().copied());
        let choice = Unknown { rests, next: group.next_fresh, axioms: Vec::new() };
        Plan {
            conditions: vec![condition],
            choice: Box::new(choice),
            fresh: Vec::new(),
            next_fresh: group.next_fresh + 1,
            exactness: Exactness::Over,
        }
    }
}

struct Unknown {
    rests: Vec<ExprId>,
    next: u32,
    axioms: Vec<ExprId>,
}

impl Choice for Unknown {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let name = format!("unknown{}.{}.{bits}", self.next, self.axioms.len());
        let symbol = pool.symbol(&name, bits, SymbolClass::Abstract);
        // What is known of the value is found only now: it is at most twice the largest.
        let most = values.iter().filter_map(|value| value.word()).max();
        let axiom = match most {
            Some(most) => {
                let most = pool.bv(bits, most.saturating_mul(2));
                pool.ule(symbol, most)
            }
            None => pool.tru(),
        };
        self.axioms.push(axiom);
        Value::of(pool, symbol)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        pool.any(members.iter().map(|&member| self.rests[member]))
    }
    fn conditions(&mut self, _: &mut ExprPool) -> Vec<ExprId> {
        core::mem::take(&mut self.axioms)
    }
}

/// Rules that claim to be exact and are not.
pub(super) enum Wrong {
    /// Each value is that of another state.
    Values,
    /// The last state is left out of the condition.
    Fewer,
    /// The condition says nothing.
    More,
}

impl JoinRule for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }
    fn plan(&self, group: &mut Group<'_>, _: &Part) -> Plan {
        let rests = group.rests();
        let told = match self {
            Wrong::Values => rests.len(),
            Wrong::Fewer => rests.len() - 1,
            Wrong::More => 0,
        };
        let condition = if told == 0 { group.pool.tru() } else { group.pool.any(rests[..told].iter().copied()) };
        let choice: Box<dyn Choice> = match self {
            Wrong::Values => Box::new(Turned(Select { here: rests })),
            Wrong::Fewer | Wrong::More => Box::new(Select { here: rests }),
        };
        Plan {
            conditions: vec![condition],
            choice,
            fresh: Vec::new(),
            next_fresh: group.next_fresh,
            exactness: Exactness::Exact,
        }
    }
}

/// Values in the wrong order.
struct Turned(Select);

impl Choice for Turned {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let mut turned = values.to_vec();
        turned.rotate_left(1);
        self.0.value(pool, bits, &turned)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        self.0.among(pool, members)
    }
}
