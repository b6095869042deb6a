//! Names for quantifiers that are not conjuncts themselves.

use braid_expr::{ExprId, ExprPool, Node, Substitution, SymbolClass};
use rustc_hash::FxHashSet;

use super::strip::Quantifier;

/// A conjunct with its quantifiers named.
pub(super) struct Named {
    /// The conjunct over the names.
    pub(super) term: ExprId,
    pub(super) quantifiers: Vec<Quantifier>,
    pub(super) witnesses: Vec<ExprId>,
    /// For each name q: q ∨ (1 ≤ w ≤ k ∧ ¬ψ(w)).
    pub(super) definitions: Vec<ExprId>,
}

/// Replaces every quantifier in `conjunct` by its name.
pub(super) fn name_quantifiers(pool: &mut ExprPool, conjunct: ExprId) -> Named {
    let mut substitution = Substitution::new();
    let mut named = Named { term: conjunct, quantifiers: Vec::new(), witnesses: Vec::new(), definitions: Vec::new() };
    for forall in quantifiers_in(pool, conjunct) {
        let Node::Forall(k, body) = pool.node(forall) else { unreachable!("quantifiers were collected") };
        // Named after the term, so that every solver of a pool gives one quantifier one name.
        let name = pool.symbol(&format!("!holds {forall}"), 1, SymbolClass::Witness);
        substitution.replace(pool, forall, name);
        let quantifier = Quantifier { term: forall, k, body, name: Some(name) };
        let witness = pool.symbol(&format!("!witness {forall}"), pool.width(k), SymbolClass::Witness);
        named.definitions.push(definition(pool, quantifier, name, witness));
        named.witnesses.push(witness);
        named.quantifiers.push(quantifier);
    }
    named.term = substitution.apply(pool, conjunct).expect("quantifiers are replaced by symbols");
    named
}

/// Where the name is false, the witness shows why.
fn definition(pool: &mut ExprPool, forall: Quantifier, name: ExprId, witness: ExprId) -> ExprId {
    let one = pool.one(pool.width(witness));
    let instance = pool.instantiate_bound(forall.body, witness);
    let (above, below, fails) = (pool.ule(one, witness), pool.ule(witness, forall.k), pool.not(instance));
    let violated = pool.all([above, below, fails]);
    pool.or(name, violated)
}

/// All quantifiers in a term, outermost ones only by construction: they do not nest.
fn quantifiers_in(pool: &ExprPool, root: ExprId) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !pool.has_forall(term) || !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Forall(..) => found.push(term),
            _ => stack.extend(pool.children(term).iter().copied()),
        }
    }
    found.sort_unstable();
    found
}
