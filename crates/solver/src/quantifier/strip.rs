//! The strip stage: a query without its quantifiers, and what they imply at once.
//!
//! A quantifier whose number of repetitions another conjunct fixes to a small number is written out: all its instances are
//! asked, and it is a quantifier no more.
//!
//! Translation is kept per conjunct, for the conjuncts at the beginning that the next query shares.

use braid_expr::{ExprId, ExprPool, Node};
use rustc_hash::FxHashMap;

use crate::layer::Workspace;

use super::lemma;
use super::naming::{Named, name_quantifiers};

/// A quantifier of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quantifier {
    pub(super) term: ExprId,
    pub(super) k: ExprId,
    pub(super) body: ExprId,
    /// Its name, unless it is asserted as a conjunct.
    pub(super) name: Option<ExprId>,
}

/// The conjuncts of a query, translated one by one.
#[derive(Default)]
pub(super) struct Stripped {
    entries: Vec<Entry>,
    /// Where asserted quantifiers stand.
    asserted: Vec<usize>,
    /// The quantifiers that were written out, each with the place of the conjunct that did it.
    expanded: Vec<(usize, ExprId)>,
}

struct Entry {
    conjunct: ExprId,
    kind: Kind,
    /// Lemmas from pairing this conjunct with earlier ones, each with the other conjunct.
    lemmas: Vec<(ExprId, ExprId)>,
    /// The quantifiers that the lemmas write out.
    expands: Vec<ExprId>,
}

/// Of the asserted quantifiers, so many are paired with the other conjuncts: lemmas save rounds, and pairs are many.
const MAX_PAIRED: usize = 16;

/// A quantifier of at most this many repetitions is written out. More do not pay: their instances burden every search that
/// follows (4 % at four, 8 % at sixteen, for three loops in a row), and duplication mostly does without them.
const MAX_EXPANDED: u64 = 1;

enum Kind {
    /// No quantifier inside: asked as it is.
    Plain,
    /// A quantifier: not asked, instantiated.
    Asserted(Quantifier),
    /// Quantifiers inside, named.
    Deep(Named),
}

impl Stripped {
    /// Becomes the translation of `conjuncts`.
    pub(super) fn follow(&mut self, workspace: &mut Workspace<'_>, conjuncts: &[ExprId]) {
        let shared = self.entries.iter().zip(conjuncts).take_while(|(entry, c)| entry.conjunct == **c).count();
        self.entries.truncate(shared);
        self.asserted.retain(|&at| at < shared);
        self.expanded.retain(|&(at, _)| at < shared);
        for &conjunct in &conjuncts[shared..] {
            let entry = self.translate(workspace, conjunct);
            if matches!(entry.kind, Kind::Asserted(_)) {
                self.asserted.push(self.entries.len());
            }
            workspace.stats.expanded += entry.expands.len() as u64;
            self.expanded.extend(entry.expands.iter().map(|&forall| (self.entries.len(), forall)));
            self.entries.push(entry);
        }
    }

    fn translate(&self, workspace: &mut Workspace<'_>, conjunct: ExprId) -> Entry {
        let pool = &mut *workspace.pool;
        let mut entry = Entry { conjunct, kind: Kind::Plain, lemmas: Vec::new(), expands: Vec::new() };
        if let Node::Forall(k, body) = pool.node(conjunct) {
            let forall = Quantifier { term: conjunct, k, body, name: None };
            entry.kind = Kind::Asserted(forall);
            let paired = if self.asserted.len() < MAX_PAIRED { self.entries.len() } else { 0 };
            for other in self.entries[..paired].iter().filter(|entry| matches!(entry.kind, Kind::Plain)) {
                entry.pair(workspace, forall, other.conjunct, other.conjunct);
            }
        } else if pool.has_forall(conjunct) {
            entry.kind = Kind::Deep(name_quantifiers(pool, conjunct));
        } else {
            for forall in self.asserted.iter().take(MAX_PAIRED).filter_map(|&at| self.entries[at].asserted()) {
                entry.pair(workspace, forall, conjunct, forall.term);
            }
        }
        entry
    }

    /// All quantifiers, asserted and named, but for those that are written out.
    pub(super) fn quantifiers(&self) -> impl Iterator<Item = Quantifier> + '_ {
        let all = self.entries.iter().flat_map(|entry| {
            match &entry.kind {
                Kind::Plain => &[],
                Kind::Asserted(forall) => core::slice::from_ref(forall),
                Kind::Deep(named) => &named.quantifiers[..],
            }
            .iter()
            .copied()
        });
        all.filter(|forall| forall.name.is_some() || !self.expanded.iter().any(|&(_, term)| term == forall.term))
    }

    /// Whether every quantifier is a conjunct itself.
    pub(super) fn all_asserted(&self) -> bool {
        !self.entries.iter().any(|entry| matches!(entry.kind, Kind::Deep(_)))
    }

    /// The witnesses of all named quantifiers.
    pub(super) fn witnesses(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.entries
            .iter()
            .flat_map(|entry| match &entry.kind {
                Kind::Deep(named) => &named.witnesses[..],
                Kind::Plain | Kind::Asserted(_) => &[],
            })
            .copied()
    }

    /// What is asked in place of the conjuncts.
    pub(super) fn conjuncts(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.entries.iter().flat_map(|entry| {
            let (own, definitions) = entry.asked();
            own.into_iter().chain(definitions.iter().copied()).chain(entry.lemmas.iter().map(|&(lemma, _)| lemma))
        })
    }

    /// What is asked for conjuncts with named quantifiers, definitions included.
    pub(super) fn named_terms(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.entries.iter().filter(|entry| matches!(entry.kind, Kind::Deep(_))).flat_map(|entry| {
            let (own, definitions) = entry.asked();
            own.into_iter().chain(definitions.iter().copied())
        })
    }

    /// All lemmas with the two conjuncts each follows from.
    pub(super) fn lemmas(&self) -> impl Iterator<Item = (ExprId, ExprId, ExprId)> + '_ {
        self.entries.iter().flat_map(|entry| entry.lemmas.iter().map(|&(lemma, other)| (lemma, entry.conjunct, other)))
    }

    /// The conjuncts that hold a named quantifier, as they were given.
    pub(super) fn named_conjuncts(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.entries.iter().filter(|entry| matches!(entry.kind, Kind::Deep(_))).map(|entry| entry.conjunct)
    }

    /// For each term asked: the conjuncts it follows from. Definitions of names follow from none.
    pub(super) fn origins(&self, origins: &mut FxHashMap<ExprId, Vec<ExprId>>) {
        for entry in &self.entries {
            if let Some(own) = entry.asked().0 {
                origins.entry(own).or_default().push(entry.conjunct);
            }
            for &(lemma, other) in &entry.lemmas {
                origins.entry(lemma).or_default().extend([entry.conjunct, other]);
            }
        }
    }
}

impl Entry {
    /// Adds what follows from a quantifier and a conjunct without one; `other` is which of the two this entry is not.
    fn pair(&mut self, workspace: &mut Workspace<'_>, forall: Quantifier, plain: ExprId, other: ExprId) {
        let pool = &mut *workspace.pool;
        if let Some(repetitions) = fixed(pool, plain, forall.k).filter(|&repetitions| repetitions <= MAX_EXPANDED) {
            self.expands.push(forall.term);
            for i in 1..=repetitions {
                let number = pool.bv(pool.width(forall.k), i);
                self.lemmas.push((pool.instantiate_bound(forall.body, number), other));
            }
        } else if let Some(lemma) = lemma::from_negated_term(pool, forall, plain) {
            workspace.stats.negated_term_lemmas += 1;
            self.lemmas.push((lemma, other));
        }
    }
    fn asserted(&self) -> Option<Quantifier> {
        match self.kind {
            Kind::Asserted(forall) => Some(forall),
            _ => None,
        }
    }
    /// The term asked for this conjunct, and the definitions that go with it.
    fn asked(&self) -> (Option<ExprId>, &[ExprId]) {
        match &self.kind {
            Kind::Plain => (Some(self.conjunct), &[]),
            Kind::Asserted(_) => (None, &[]),
            Kind::Deep(named) => (Some(named.term), &named.definitions),
        }
    }
}

/// The number that an equality fixes a term to.
fn fixed(pool: &ExprPool, equality: ExprId, term: ExprId) -> Option<u64> {
    match pool.node(equality) {
        Node::Eq(a, b) if a == term => pool.as_u64(b),
        Node::Eq(a, b) if b == term => pool.as_u64(a),
        _ => None,
    }
}
