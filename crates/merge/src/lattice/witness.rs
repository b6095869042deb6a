//! Invariants of closed loops in words of the source: what a correctness witness says.
//!
//! An invariant of a witness has to hold whenever control comes to the loop's head, also in iterations that were run by themselves before the loop was closed,
//! and in every call of the function. So everybody who passes a head is remembered with the values of its variables, and of the axioms of all closed
//! heads those conjuncts are kept that hold for all of them. A conjunct that speaks of more than variables is left out.

use std::collections::BTreeMap;

use braid_code::SourcePlace;
use braid_expr::{Conjunction, ExprId, ExprPool, Node, Substitution, SymbolClass};
use braid_ir::FuncId;
use braid_state::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use super::asker::Asker;
use super::expression;
use crate::host::Parts;

/// Visits of one head that are remembered; with more there is no invariant.
const MAX_VISITS: usize = 200;
/// Conjuncts of one loop.
const MAX_CONJUNCTS: usize = 64;

/// What is remembered of a loop.
#[derive(Debug, Default)]
struct Loop {
    place: SourcePlace,
    /// What may be invariant, over placeholders of variables.
    conjuncts: Vec<ExprId>,
    /// Who came by: its path, and the values of its variables.
    visits: Vec<(Conjunction, Vec<(String, Value)>)>,
    /// Whether more came by than are remembered.
    is_lost: bool,
}

/// What is remembered of all loops.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    loops: BTreeMap<(FuncId, u32), Loop>,
}

impl Witness {
    /// A state passes a head.
    pub(crate) fn pass(&mut self, head: (FuncId, u32), path: &Conjunction, variables: Vec<(String, Value)>) {
        let known = self.loops.entry(head).or_default();
        known.is_lost |= known.visits.len() >= MAX_VISITS;
        if !known.is_lost {
            known.visits.push((path.clone(), variables));
        }
    }

    /// A head was closed with these axioms.
    pub(crate) fn close(
        &mut self,
        pool: &mut ExprPool,
        head: (FuncId, u32),
        place: SourcePlace,
        axioms: &[ExprId],
        variables: &[(String, Value)],
    ) {
        let mut substitution = Substitution::new();
        let mut placeholders = FxHashSet::default();
        let mut taken = FxHashSet::default();
        for (name, value) in variables {
            if let Value::Term(term) = value
                && !pool.is_const(*term)
                && taken.insert(*term)
            {
                let placeholder = placeholder(pool, name, pool.width(*term));
                substitution.replace(pool, *term, placeholder);
                placeholders.insert(placeholder);
            }
        }
        let known = self.loops.entry(head).or_default();
        known.place = place;
        for &axiom in axioms {
            if let Ok(conjunct) = substitution.apply(pool, axiom)
                && known.conjuncts.len() < MAX_CONJUNCTS
                && !known.conjuncts.contains(&conjunct)
                && speaks_only_of(pool, conjunct, &placeholders)
            {
                known.conjuncts.push(conjunct);
            }
        }
    }

    /// The invariants, as C expressions.
    pub(crate) fn invariants(&self, parts: &mut Parts<'_>) -> Vec<(SourcePlace, String)> {
        let mut found = Vec::new();
        for known in self.loops.values().filter(|known| !known.is_lost && !known.conjuncts.is_empty()) {
            let mut asker = Asker { pool: parts.pool, solver: parts.solver };
            let held: Vec<ExprId> =
                known.conjuncts.iter().copied().filter(|&conjunct| holds(&mut asker, known, conjunct)).collect();
            let names = names(asker.pool, &held);
            let written: Vec<String> =
                held.iter().filter_map(|&conjunct| expression::condition(asker.pool, &names, conjunct)).collect();
            if !written.is_empty() {
                let parts: Vec<String> = written.iter().map(|part| format!("({part})")).collect();
                found.push((known.place.clone(), parts.join(" && ")));
            }
        }
        found
    }
}

/// What stands for a variable.
fn placeholder(pool: &mut ExprPool, name: &str, width: u32) -> ExprId {
    pool.symbol(&format!("variable {name}"), width, SymbolClass::Abstract)
}

/// The names of the placeholders in some terms.
fn names(pool: &ExprPool, terms: &[ExprId]) -> FxHashMap<ExprId, String> {
    let (mut open, mut seen, mut found) = (terms.to_vec(), FxHashSet::default(), FxHashMap::default());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Symbol(symbol) = pool.node(term)
            && let Some(name) = pool.symbol_name(symbol).strip_prefix("variable ")
        {
            found.insert(term, name.to_owned());
        }
        open.extend(pool.children(term));
    }
    found
}

fn speaks_only_of(pool: &ExprPool, term: ExprId, placeholders: &FxHashSet<ExprId>) -> bool {
    let (mut open, mut seen) = (vec![term], FxHashSet::default());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Symbol(_) if placeholders.contains(&term) => {}
            Node::Symbol(_) | Node::Base(_) | Node::Bound | Node::Forall(..) | Node::Read(..) => return false,
            _ => open.extend(pool.children(term)),
        }
    }
    true
}

/// Whether a conjunct holds for everybody who came by. A variable that one of them does not have tells nothing.
fn holds(asker: &mut Asker<'_>, known: &Loop, conjunct: ExprId) -> bool {
    let wanted = names(asker.pool, &[conjunct]);
    known.visits.iter().all(|(path, variables)| {
        let mut substitution = Substitution::new();
        for (&placeholder, name) in &wanted {
            let Some((_, value)) = variables.iter().find(|(own, _)| own == name) else { return false };
            let width = asker.pool.width(placeholder);
            let term = match *value {
                Value::Word(word) => asker.pool.bv(width, word),
                Value::Term(term) => term,
            };
            if asker.pool.width(term) != width {
                return false;
            }
            substitution.replace(asker.pool, placeholder, term);
        }
        substitution.apply(asker.pool, conjunct).is_ok_and(|instance| asker.must(path, instance))
    })
}
