//! The name of a state: how it came to be.
//!
//! A recipe is hash-consed: the start of the program, a decision taken in a state that has a recipe, or what came of a
//! merge context. Equal recipes are equal states, whichever engine made them and in whichever order it explored, so work
//! can move elsewhere as a few small numbers ([`Name`](crate::Name)), and a run that was stopped can go on.
//!
//! A joined state depends on more than the states that became one: on the execution tree, on who was lost, on what was
//! joined inside a loop before, on who went on without waiting. All of that follows from two things: the state that opened the
//! context, and the order in which its states came to forks, to their ends and to where they wait. So the name of a joined
//! state is not a list of names but a *history*: the context's opening, and one event for each of those things, each with the
//! recipe of the state that did it. Whoever goes through a history once more does what the merger did, by the same code, and gets
//! the same states. A history is a chain that grows at its end, so that histories of one context share what they have in common.
//!
//! Kinds of recipes, and what they may be made of, are told by [`Sort`].

use braid_entity::{Interner, entity};
use braid_ir::FuncId;

entity!(
    /// A recipe of a [`Recipes`] table.
    RecipeId,
    "r"
);

/// How a state, or a merge context up to some moment, came to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recipe {
    /// The program's start; as the surroundings of a context: none.
    Root,
    /// A state that met a case split, and which case was taken.
    Step {
        /// The state before.
        from: RecipeId,
        /// The number of the case.
        decision: u32,
    },
    /// A state for which the solver gave an answer that does not follow from its path: none within the budget, or one value of
    /// several. One word of it.
    Answer {
        /// The state before.
        from: RecipeId,
        /// The word.
        word: u32,
    },
    /// A state that came to so many marks of the program without a split between.
    Marked {
        /// The state before.
        from: RecipeId,
        /// How many marks.
        marks: u32,
    },
    /// Surroundings, not complete: in this frame.
    Frame {
        /// What that is inside of.
        outer: RecipeId,
        /// The frame, by how many frames there are up to it.
        depth: u32,
    },
    /// Surroundings, not complete: in a frame of this function.
    Body {
        /// The frame.
        frame: RecipeId,
        /// The function.
        func: FuncId,
    },
    /// Surroundings: inside a loop.
    Loop {
        /// The function, and the frame.
        body: RecipeId,
        /// The block that the loop begins with.
        header: u32,
    },
    /// Surroundings: between two marks of the program.
    Region {
        /// What that is inside of.
        outer: RecipeId,
    },
    /// A merge context that was just opened: where the state came to its next split, or, if it is [`Marked`](Recipe::Marked),
    /// to its last mark.
    Context {
        /// The state.
        by: RecipeId,
        /// What is around the context.
        around: RecipeId,
    },
    /// A merge context in which one more thing has happened.
    Event {
        /// The context before.
        before: RecipeId,
        /// What has happened.
        kind: EventKind,
        /// The state that did it, as it was before.
        who: RecipeId,
    },
    /// A state that two others became that met at one place, without a merge context.
    Met {
        /// The one.
        one: RecipeId,
        /// The other.
        other: RecipeId,
    },
    /// A state that a merge context made of several.
    Joined {
        /// The context just then.
        context: RecipeId,
        /// Which of the states that it made at this moment.
        number: u32,
    },
}

/// What happens in a merge context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventKind {
    /// A state went on until it came to something that the merger hears of.
    Ran,
    /// A state was given up from outside.
    Dropped,
    /// A state had waited for too long: it and those that waited with it went on without the others.
    Released,
}

/// What a recipe is the recipe of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A state.
    State,
    /// A state at a mark of the program.
    Mark,
    /// Surroundings of a context.
    Around,
    /// A frame that surroundings are in.
    Frame,
    /// The function of such a frame.
    Body,
    /// A merge context up to some moment.
    History,
}

impl Recipe {
    /// What it is the recipe of. The root is a state, and stands for surroundings too.
    pub fn sort(&self) -> Sort {
        match self {
            Recipe::Root | Recipe::Step { .. } | Recipe::Answer { .. } | Recipe::Met { .. } | Recipe::Joined { .. } => {
                Sort::State
            }
            Recipe::Marked { .. } => Sort::Mark,
            Recipe::Loop { .. } | Recipe::Region { .. } => Sort::Around,
            Recipe::Frame { .. } => Sort::Frame,
            Recipe::Body { .. } => Sort::Body,
            Recipe::Context { .. } | Recipe::Event { .. } => Sort::History,
        }
    }
    /// The recipe that it goes on from; none for the root.
    pub fn from(&self) -> Option<RecipeId> {
        match *self {
            Recipe::Root => None,
            Recipe::Step { from, .. } | Recipe::Answer { from, .. } | Recipe::Marked { from, .. } => Some(from),
            Recipe::Frame { outer, .. } | Recipe::Region { outer } => Some(outer),
            Recipe::Body { frame, .. } => Some(frame),
            Recipe::Loop { body, .. } => Some(body),
            Recipe::Context { by, .. } => Some(by),
            Recipe::Event { before, .. } => Some(before),
            Recipe::Met { one, .. } => Some(one),
            Recipe::Joined { context, .. } => Some(context),
        }
    }
    /// The other recipe that it mentions, if there is one.
    pub fn other(&self) -> Option<RecipeId> {
        match *self {
            Recipe::Context { around, .. } => Some(around),
            Recipe::Event { who, .. } => Some(who),
            Recipe::Met { other, .. } => Some(other),
            _ => None,
        }
    }
    /// The same with other numbers for the recipes that it mentions.
    #[must_use]
    pub fn renumbered(self, mut number: impl FnMut(RecipeId) -> RecipeId) -> Recipe {
        match self {
            Recipe::Root => Recipe::Root,
            Recipe::Step { from, decision } => Recipe::Step { from: number(from), decision },
            Recipe::Answer { from, word } => Recipe::Answer { from: number(from), word },
            Recipe::Marked { from, marks } => Recipe::Marked { from: number(from), marks },
            Recipe::Frame { outer, depth } => Recipe::Frame { outer: number(outer), depth },
            Recipe::Body { frame, func } => Recipe::Body { frame: number(frame), func },
            Recipe::Loop { body, header } => Recipe::Loop { body: number(body), header },
            Recipe::Region { outer } => Recipe::Region { outer: number(outer) },
            Recipe::Context { by, around } => Recipe::Context { by: number(by), around: number(around) },
            Recipe::Event { before, kind, who } => Recipe::Event { before: number(before), kind, who: number(who) },
            Recipe::Met { one, other } => Recipe::Met { one: number(one), other: number(other) },
            Recipe::Joined { context, number: which } => Recipe::Joined { context: number(context), number: which },
        }
    }
    /// Returns true if the recipes that it mentions are of the right sorts.
    pub fn is_well_made(&self, get: impl Fn(RecipeId) -> Recipe) -> bool {
        let is = |id: RecipeId, sorts: &[Sort]| sorts.contains(&get(id).sort());
        let is_around = |id: RecipeId| get(id) == Recipe::Root || is(id, &[Sort::Around]);
        match *self {
            Recipe::Root => true,
            Recipe::Step { from, .. } | Recipe::Answer { from, .. } | Recipe::Marked { from, .. } => {
                is(from, &[Sort::State])
            }
            Recipe::Frame { outer, .. } | Recipe::Region { outer } => is_around(outer),
            Recipe::Body { frame, .. } => is(frame, &[Sort::Frame]),
            Recipe::Loop { body, .. } => is(body, &[Sort::Body]),
            Recipe::Context { by, around } => is(by, &[Sort::State, Sort::Mark]) && is_around(around),
            Recipe::Event { before, who, .. } => is(before, &[Sort::History]) && is(who, &[Sort::State]),
            Recipe::Met { one, other } => is(one, &[Sort::State]) && is(other, &[Sort::State]),
            Recipe::Joined { context, .. } => is(context, &[Sort::History]),
        }
    }
}

/// All recipes of an engine.
#[derive(Debug)]
pub struct Recipes {
    table: Interner<RecipeId, Recipe>,
}

impl Recipes {
    /// A table that holds the root alone.
    pub fn new() -> Recipes {
        let mut table = Interner::new();
        table.intern(Recipe::Root);
        Recipes { table }
    }
    /// The recipe of the program's start.
    pub const ROOT: RecipeId = RecipeId::numbered(0);
    /// The recipe of `from` after it took case `decision`.
    pub fn step(&mut self, from: RecipeId, decision: u32) -> RecipeId {
        self.add(Recipe::Step { from, decision })
    }
    /// The recipe of `from` after the solver gave an answer of these words.
    pub fn answered(&mut self, from: RecipeId, words: impl IntoIterator<Item = u32>) -> RecipeId {
        words.into_iter().fold(from, |from, word| self.add(Recipe::Answer { from, word }))
    }
    /// The words of answers between a recipe and one that goes on from it; none if something else lies between.
    pub fn answers_between(&self, earlier: RecipeId, later: RecipeId) -> Option<Vec<u32>> {
        let (mut at, mut words) = (later, Vec::new());
        while at != earlier {
            let Recipe::Answer { from, word } = *self.get(at) else { return None };
            words.push(word);
            at = from;
        }
        words.reverse();
        Some(words)
    }
    /// Adds a recipe.
    pub fn add(&mut self, recipe: Recipe) -> RecipeId {
        debug_assert!(recipe.is_well_made(|id| *self.get(id)), "{recipe:?} is made of recipes of other sorts");
        self.table.intern(recipe)
    }
    /// A recipe.
    pub fn get(&self, recipe: RecipeId) -> &Recipe {
        &self.table[recipe]
    }
    /// A recipe and those that it goes on from, back to the root, oldest first; the root is not among them.
    pub fn lineage(&self, recipe: RecipeId) -> Vec<RecipeId> {
        let back = |&id: &RecipeId| self.table[id].from().filter(|&from| from != Recipes::ROOT);
        let mut lineage: Vec<RecipeId> =
            core::iter::successors(Some(recipe).filter(|&id| id != Recipes::ROOT), back).collect();
        lineage.reverse();
        lineage
    }
    /// How many recipes there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }
    /// Never true: the root is always there.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}

impl Default for Recipes {
    fn default() -> Self {
        Recipes::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_tells_what_it_goes_on_from_and_equal_ones_are_one() {
        let mut recipes = Recipes::new();
        let first = recipes.step(Recipes::ROOT, 1);
        let second = recipes.step(first, 0);
        assert_eq!(recipes.lineage(second), [first, second]);
        assert_eq!(recipes.lineage(Recipes::ROOT), []);
        let again = recipes.step(Recipes::ROOT, 1);
        assert_eq!(recipes.step(again, 0), second);
        assert_eq!(recipes.len(), 3);
        let context = recipes.add(Recipe::Context { by: second, around: Recipes::ROOT });
        let joined = recipes.add(Recipe::Joined { context, number: 0 });
        assert_eq!(recipes.lineage(joined), [first, second, context, joined]);
    }

    #[test]
    fn a_recipe_mentions_only_what_it_can_be_made_of() {
        let mut recipes = Recipes::new();
        let state = recipes.step(Recipes::ROOT, 0);
        let context = recipes.add(Recipe::Context { by: state, around: Recipes::ROOT });
        let fits = |recipe: Recipe| recipe.is_well_made(|id| *recipes.get(id));
        assert!(fits(Recipe::Event { before: context, kind: EventKind::Ran, who: state }));
        assert!(!fits(Recipe::Event { before: state, kind: EventKind::Ran, who: state }));
        assert!(!fits(Recipe::Step { from: context, decision: 0 }));
        assert!(!fits(Recipe::Context { by: state, around: state }));
        assert!(!fits(Recipe::Joined { context: state, number: 0 }));
    }

    #[test]
    fn answers_are_read_back_in_order_and_only_if_nothing_else_lies_between() {
        let mut recipes = Recipes::new();
        let state = recipes.step(Recipes::ROOT, 1);
        let later = recipes.answered(state, [7, 8]);
        assert_eq!(recipes.answers_between(state, later), Some(vec![7, 8]));
        assert_eq!(recipes.answers_between(later, later), Some(Vec::new()));
        assert_eq!(recipes.answers_between(Recipes::ROOT, later), None);
    }

    /// There is one for each case of each split: it must be small.
    #[test]
    fn a_recipe_is_small() {
        assert!(size_of::<Recipe>() <= 12, "{}", size_of::<Recipe>());
    }
}
