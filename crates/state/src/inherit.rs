//! What a state inherits: what it owes to the states that it came from, as one value.
//!
//! A fork, a join and a split are the three ways in which states come from others, and each says in one place what becomes of
//! everything that is inherited: the name, the number of paths, how those are spread, and whether the state may be more or
//! less than what it stands for. The tables behind it belong to an engine ([`Heritage`]).

use braid_entity::Entity;
use braid_expr::ExprId;

use crate::recipe::{RecipeId, Recipes};
use crate::shares::{Shares, SharesId};
use crate::state::State;
use crate::ways::{Ways, WaysId};

/// How a state relates to the paths that it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Exactness {
    /// It has just their inputs and values.
    #[default]
    Exact,
    /// It may have more inputs or values: a fault is a candidate until an exact run shows it.
    Over,
    /// It may have fewer: that nothing is found in it proves nothing.
    Under,
    /// It may have more, and it may have fewer.
    Neither,
}

impl Exactness {
    /// What a state is that comes of two.
    #[must_use]
    pub fn and(self, other: Exactness) -> Exactness {
        match (self, other) {
            (Exactness::Exact, kind) | (kind, Exactness::Exact) => kind,
            (Exactness::Over, Exactness::Over) => Exactness::Over,
            (Exactness::Under, Exactness::Under) => Exactness::Under,
            _ => Exactness::Neither,
        }
    }
    /// Returns true if it may have inputs or values that no path has.
    pub fn may_invent(self) -> bool {
        matches!(self, Exactness::Over | Exactness::Neither)
    }
    /// Returns true if it may lack inputs that a path has.
    pub fn may_lose(self) -> bool {
        matches!(self, Exactness::Under | Exactness::Neither)
    }
}

/// What a state inherits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inherited {
    recipe: RecipeId,
    marks: u32,
    fresh: u32,
    multiplicity: u128,
    shares: Option<SharesId>,
    ways: Option<WaysId>,
    exactness: Exactness,
    joined_at: Option<u32>,
}

impl Inherited {
    /// What the start of a program has.
    pub const START: Inherited = Inherited {
        recipe: Recipes::ROOT,
        marks: 0,
        fresh: 0,
        multiplicity: 1,
        shares: None,
        ways: None,
        exactness: Exactness::Exact,
        joined_at: None,
    };
    /// How the state came to be.
    pub fn recipe(&self) -> RecipeId {
        self.recipe
    }
    /// How many marks of the program it has come to since it has its recipe.
    pub fn marks(&self) -> u32 {
        self.marks
    }
    /// It has come to one more mark of the program.
    pub fn pass_mark(&mut self) {
        self.marks = self.marks.saturating_add(1);
    }
    /// How many paths it stands for at most: the sum over a join, inherited at a fork, parted where a join is undone.
    pub fn multiplicity(&self) -> u128 {
        self.multiplicity
    }
    /// Which paths it stands for, if it was joined and somebody counts them.
    pub fn ways(&self) -> Option<WaysId> {
        self.ways
    }
    /// How its paths are spread over the values of fresh variables, if it has any.
    pub(crate) fn shares(&self) -> Option<SharesId> {
        self.shares
    }
    /// The number of the next fresh variable that a join introduces into it.
    pub fn fresh(&self) -> u32 {
        self.fresh
    }
    /// How it relates to the paths that it stands for.
    pub fn exactness(&self) -> Exactness {
        self.exactness
    }
    /// It has a value of which only bounds are known.
    pub fn approximate(&mut self) {
        self.exactness = self.exactness.and(Exactness::Over);
    }
    /// The row that its further cost is counted in, if it came of a join.
    pub fn joined_at(&self) -> Option<usize> {
        self.joined_at.map(|row| row as usize)
    }
    /// Its further cost is that of no join any more: it was refused by another.
    pub fn leave_row(&mut self) {
        self.joined_at = None;
    }
}

/// How many words what a state inherits takes.
pub const INHERITED_WORDS: usize = 9;

/// As words, for a state that is put aside; they mean something as long as the tables behind are there.
impl Inherited {
    /// All of it as words, small ones where there is little to tell.
    pub fn to_words(&self) -> [u64; INHERITED_WORDS] {
        let optional = |number: Option<u32>| number.map_or(0, |number| u64::from(number) + 1);
        let exactness = EXACTNESS.iter().position(|&kind| kind == self.exactness).unwrap_or(0);
        [
            u64::from(self.recipe.as_u32()),
            u64::from(self.marks),
            u64::from(self.fresh),
            self.multiplicity as u64,
            (self.multiplicity >> 64) as u64,
            optional(self.shares.map(Entity::as_u32)),
            optional(self.ways.map(Entity::as_u32)),
            exactness as u64,
            optional(self.joined_at),
        ]
    }
    /// What these words tell; none if nothing could.
    pub fn from_words(words: &[u64; INHERITED_WORDS]) -> Option<Inherited> {
        let number = |word: u64| u32::try_from(word).ok();
        let optional = |word: u64| word.checked_sub(1).map(u32::try_from).transpose().ok();
        Some(Inherited {
            recipe: RecipeId::from_u32(number(words[0])?),
            marks: number(words[1])?,
            fresh: number(words[2])?,
            multiplicity: u128::from(words[3]) | u128::from(words[4]) << 64,
            shares: optional(words[5])?.map(SharesId::from_u32),
            ways: optional(words[6])?.map(WaysId::from_u32),
            exactness: *EXACTNESS.get(usize::try_from(words[7]).ok()?)?,
            joined_at: optional(words[8])?,
        })
    }
}

/// All kinds, in the order of their words.
const EXACTNESS: [Exactness; 4] = [Exactness::Exact, Exactness::Over, Exactness::Under, Exactness::Neither];

/// A fresh variable of a join whose value tells which of the sources a path is one of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fresh {
    /// The variable.
    pub symbol: ExprId,
    /// Its value for each source, in order.
    pub values: Vec<u64>,
}

/// How states were joined, as far as it is inherited.
#[derive(Clone, Copy, Debug)]
pub struct Junction<'a> {
    /// The name of the joined state.
    pub recipe: RecipeId,
    /// The fresh variables that the join introduced.
    pub fresh: &'a [Fresh],
    /// The number that the next fresh variable may have at least.
    pub next_fresh: u32,
    /// How the joined state relates to its sources.
    pub exactness: Exactness,
    /// The row that further cost is counted in.
    pub row: Option<usize>,
}

/// The tables behind what states inherit.
#[derive(Debug, Default)]
pub struct Heritage {
    /// The names of states.
    pub recipes: Recipes,
    /// Whether the paths of joined states are kept, to be counted.
    pub keeps_ways: bool,
    shares: Shares,
    ways: Ways,
}

impl Heritage {
    /// What a state inherits that took case `number` of a fork.
    pub fn fork(&mut self, of: &Inherited, number: u32) -> Inherited {
        Inherited { recipe: self.recipes.step(of.recipe, number), marks: 0, ..*of }
    }

    /// The solver gave an answer of these words that does not follow from the state's path: it is part of the state's name.
    pub fn answer(&mut self, of: &mut Inherited, words: impl IntoIterator<Item = u32>) {
        of.recipe = self.recipes.answered(of.recipe, words);
    }

    /// What a state inherits that these were joined to.
    pub fn join(&mut self, sources: &[State], junction: Junction<'_>) -> Inherited {
        let all = || sources.iter().map(|state| state.inherited);
        let used = all().map(|own| own.fresh).max().unwrap_or(0);
        Inherited {
            recipe: junction.recipe,
            marks: 0,
            fresh: used.max(junction.next_fresh),
            multiplicity: all().fold(0, |sum: u128, own| sum.saturating_add(own.multiplicity)),
            shares: self.shares.join(sources, junction.fresh),
            ways: self.keeps_ways.then(|| self.ways.join(sources)),
            exactness: all().fold(junction.exactness, |kind, own| kind.and(own.exactness)),
            joined_at: junction.row.map(|row| row as u32),
        }
    }

    /// A joined state was split: it stands for no more paths than went in with the values of fresh variables that are left.
    pub fn split(&self, of: &mut Inherited, is_possible: impl FnMut(ExprId, u64) -> bool) {
        if let Some(shares) = of.shares {
            let paths = self.shares.count(shares, is_possible);
            of.multiplicity = of.multiplicity.min(paths.max(1));
        }
    }

    /// The ways of joined states.
    pub fn ways(&self) -> &Ways {
        &self.ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;

    #[test]
    fn what_may_invent_and_what_may_lose_comes_to_neither() {
        use Exactness::{Exact, Neither, Over, Under};
        let kinds = [Exact, Over, Under, Neither];
        for (a, b) in kinds.into_iter().flat_map(|a| kinds.map(|b| (a, b))) {
            assert_eq!(a.and(b).may_invent(), a.may_invent() || b.may_invent(), "{a:?} {b:?}");
            assert_eq!(a.and(b).may_lose(), a.may_lose() || b.may_lose(), "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_fork_inherits_and_a_join_adds_up() {
        let mut heritage = Heritage::default();
        let mut state = State::new(Memory::new());
        state.inherited.pass_mark();
        state.inherited.exactness = Exactness::Over;
        let mut other = state.fork();
        other.inherited = heritage.fork(&state.inherited, 1);
        state.inherited = heritage.fork(&state.inherited, 0);
        assert_eq!((state.inherited.marks(), other.inherited.exactness()), (0, Exactness::Over));
        assert_ne!(state.inherited.recipe(), other.inherited.recipe());
        let recipe = heritage.recipes.step(Recipes::ROOT, 7);
        let symbol = braid_expr::ExprPool::new().tru();
        let fresh = [0, 1].map(|_| Fresh { symbol, values: vec![0, 1] });
        let junction = Junction { recipe, fresh: &fresh, next_fresh: 2, exactness: Exactness::Under, row: Some(3) };
        let joined = heritage.join(&[state, other], junction);
        assert_eq!((joined.multiplicity(), joined.fresh(), joined.joined_at()), (2, 2, Some(3)));
        assert_eq!((joined.recipe(), joined.exactness()), (recipe, Exactness::Neither));
        assert_eq!(Inherited::from_words(&joined.to_words()), Some(joined));
        assert_eq!(Inherited::from_words(&Inherited::START.to_words()), Some(Inherited::START));
        let mut part = joined;
        heritage.split(&mut part, |_, value| value == 1);
        assert_eq!(part.multiplicity(), 1);
    }
}
