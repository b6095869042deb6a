//! The strip stage: a query without its quantifiers, and what they imply at once.
//!
//! Translation is kept per conjunct, for the conjuncts at the beginning that the next query shares.

use braid_expr::{ExprId, Node};
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
}

struct Entry {
    conjunct: ExprId,
    kind: Kind,
    /// Lemmas from pairing this conjunct with earlier ones, each with the other conjunct.
    lemmas: Vec<(ExprId, ExprId)>,
}

/// Of the asserted quantifiers, so many are paired with the other conjuncts: lemmas save rounds, and pairs are many.
const MAX_PAIRED: usize = 16;

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
        for &conjunct in &conjuncts[shared..] {
            let entry = self.translate(workspace, conjunct);
            if matches!(entry.kind, Kind::Asserted(_)) {
                self.asserted.push(self.entries.len());
            }
            workspace.stats.negated_term_lemmas += entry.lemmas.len() as u64;
            self.entries.push(entry);
        }
    }

    fn translate(&self, workspace: &mut Workspace<'_>, conjunct: ExprId) -> Entry {
        let pool = &mut *workspace.pool;
        if !pool.has_forall(conjunct) {
            let foralls = self.asserted.iter().take(MAX_PAIRED).filter_map(|&at| self.entries[at].asserted());
            let lemmas = foralls
                .filter_map(|forall| Some((lemma::from_negated_term(pool, forall, conjunct)?, forall.term)))
                .collect();
            return Entry { conjunct, kind: Kind::Plain, lemmas };
        }
        let Node::Forall(k, body) = pool.node(conjunct) else {
            let named = name_quantifiers(pool, conjunct);
            return Entry { conjunct, kind: Kind::Deep(named), lemmas: Vec::new() };
        };
        let forall = Quantifier { term: conjunct, k, body, name: None };
        let paired = if self.asserted.len() < MAX_PAIRED { self.entries.len() } else { 0 };
        let plain =
            self.entries[..paired].iter().filter(|entry| matches!(entry.kind, Kind::Plain)).map(|entry| entry.conjunct);
        let lemmas = plain.filter_map(|other| Some((lemma::from_negated_term(pool, forall, other)?, other))).collect();
        Entry { conjunct, kind: Kind::Asserted(forall), lemmas }
    }

    /// All quantifiers, asserted and named.
    pub(super) fn quantifiers(&self) -> impl Iterator<Item = Quantifier> + '_ {
        self.entries.iter().flat_map(|entry| {
            match &entry.kind {
                Kind::Plain => &[],
                Kind::Asserted(forall) => core::slice::from_ref(forall),
                Kind::Deep(named) => &named.quantifiers[..],
            }
            .iter()
            .copied()
        })
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
