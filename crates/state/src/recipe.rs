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
//! States that merely met, without a context, became one by what they were at that moment and by nothing else. So the name of what
//! they became is a list of names after all: the place, and for each of them in order its recipe and how far it had run.
//!
//! Kinds of recipes, and what they may be made of, are told by [`Sort`].

use braid_entity::{Interner, entity};
use braid_ir::FuncId;
use rustc_hash::FxHashSet;

use crate::name::Stand;

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
    /// A state that has run on, without a split, until it had executed so many instructions. They are counted modulo 2^32; where
    /// there are more, another such recipe before tells how often they went around.
    Stood {
        /// The state before, or how often the instructions went around.
        from: RecipeId,
        /// The instructions.
        steps: u32,
    },
    /// States that meet without a merge context, at this operation of this frame: nobody yet.
    Place {
        /// The frame.
        frame: RecipeId,
        /// The operation.
        pc: u32,
    },
    /// States that meet without a merge context: one more.
    Meets {
        /// The place, or those that were there before.
        before: RecipeId,
        /// The state, which [stands](Recipe::Stood) there.
        who: RecipeId,
    },
    /// A state that others became that met without a merge context.
    Met {
        /// All of them.
        all: RecipeId,
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
    /// A state that stands where others come as well.
    Stood,
    /// A place where states meet.
    Place,
    /// States that met there.
    Meeting,
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
            Recipe::Stood { .. } => Sort::Stood,
            Recipe::Place { .. } => Sort::Place,
            Recipe::Meets { .. } => Sort::Meeting,
        }
    }
    /// The recipe that it goes on from; none for the root.
    pub fn from(&self) -> Option<RecipeId> {
        match *self {
            Recipe::Root => None,
            Recipe::Step { from, .. } | Recipe::Answer { from, .. } | Recipe::Marked { from, .. } => Some(from),
            Recipe::Stood { from, .. } => Some(from),
            Recipe::Frame { outer, .. } | Recipe::Region { outer } => Some(outer),
            Recipe::Body { frame, .. } | Recipe::Place { frame, .. } => Some(frame),
            Recipe::Loop { body, .. } => Some(body),
            Recipe::Context { by, .. } => Some(by),
            Recipe::Event { before, .. } | Recipe::Meets { before, .. } => Some(before),
            Recipe::Met { all } => Some(all),
            Recipe::Joined { context, .. } => Some(context),
        }
    }
    /// The other recipe that it mentions, if there is one.
    pub fn other(&self) -> Option<RecipeId> {
        match *self {
            Recipe::Context { around, .. } => Some(around),
            Recipe::Event { who, .. } | Recipe::Meets { who, .. } => Some(who),
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
            Recipe::Stood { from, steps } => Recipe::Stood { from: number(from), steps },
            Recipe::Place { frame, pc } => Recipe::Place { frame: number(frame), pc },
            Recipe::Meets { before, who } => Recipe::Meets { before: number(before), who: number(who) },
            Recipe::Met { all } => Recipe::Met { all: number(all) },
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
            Recipe::Body { frame, .. } | Recipe::Place { frame, .. } => is(frame, &[Sort::Frame]),
            Recipe::Loop { body, .. } => is(body, &[Sort::Body]),
            Recipe::Context { by, around } => is(by, &[Sort::State, Sort::Mark]) && is_around(around),
            Recipe::Event { before, who, .. } => is(before, &[Sort::History]) && is(who, &[Sort::State]),
            Recipe::Stood { from, .. } => is(from, &[Sort::State, Sort::Stood]),
            Recipe::Meets { before, who } => is(before, &[Sort::Place, Sort::Meeting]) && is(who, &[Sort::Stood]),
            Recipe::Met { all } => is(all, &[Sort::Meeting]),
            Recipe::Joined { context, .. } => is(context, &[Sort::History]),
        }
    }
}

/// All recipes of an engine. Those that nobody will ask for any more are given back now and then, so that there are about as many as
/// the states that are there need, however many have ended.
#[derive(Debug)]
pub struct Recipes {
    table: Interner<RecipeId, Recipe>,
    /// How many were left when some were given back last.
    kept: usize,
}

/// Fewer recipes than this are not worth a look.
const FEW: usize = 1 << 12;

impl Recipes {
    /// A table that holds the root alone.
    pub fn new() -> Recipes {
        let mut table = Interner::new();
        table.intern(Recipe::Root);
        Recipes { table, kept: 0 }
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
    /// The recipe of what states have become that met at the place where each of them stands.
    pub fn met(&mut self, states: impl IntoIterator<Item = (RecipeId, Stand)>) -> RecipeId {
        let mut all = None;
        for (from, stand) in states {
            let before = match all {
                Some(before) => before,
                None => self.place(stand),
            };
            let who = self.stood(from, stand.steps);
            all = Some(self.add(Recipe::Meets { before, who }));
        }
        self.add(Recipe::Met { all: all.expect("several states meet") })
    }
    fn place(&mut self, stand: Stand) -> RecipeId {
        let frame = self.add(Recipe::Frame { outer: Recipes::ROOT, depth: stand.depth });
        self.add(Recipe::Place { frame, pc: stand.pc })
    }
    fn stood(&mut self, from: RecipeId, steps: u64) -> RecipeId {
        let from = match (steps >> 32) as u32 {
            0 => from,
            around => self.add(Recipe::Stood { from, steps: around }),
        };
        self.add(Recipe::Stood { from, steps: steps as u32 })
    }
    /// The states that have become one at a recipe, in order, each with the recipe that says how far it had run; none if the recipe is
    /// not that of states that met.
    pub fn who_met(&self, recipe: RecipeId) -> Option<Vec<(RecipeId, Stand)>> {
        let Recipe::Met { mut all } = *self.get(recipe) else { return None };
        let mut stood = Vec::new();
        while let Recipe::Meets { before, who } = *self.get(all) {
            stood.push(who);
            all = before;
        }
        let Recipe::Place { frame, pc } = *self.get(all) else { return None };
        let Recipe::Frame { depth, .. } = *self.get(frame) else { return None };
        stood.reverse();
        Some(stood.into_iter().map(|who| (who, Stand { steps: self.steps(who), depth, pc })).collect())
    }
    /// The instructions that a state had executed where it stood.
    fn steps(&self, stood: RecipeId) -> u64 {
        let back = |&id: &RecipeId| self.get(id).from();
        let words = core::iter::successors(Some(stood), back).map_while(|id| match *self.get(id) {
            Recipe::Stood { steps, .. } => Some(u64::from(steps)),
            _ => None,
        });
        words.take(2).zip([0, 32]).fold(0, |steps, (word, shift)| steps | word << shift)
    }
    /// Adds a recipe.
    pub fn add(&mut self, recipe: Recipe) -> RecipeId {
        debug_assert!(recipe.is_well_made(|id| *self.get(id)), "{recipe:?} is made of recipes of other sorts");
        self.table.intern(recipe)
    }
    /// A recipe.
    pub fn get(&self, recipe: RecipeId) -> &Recipe {
        let found = &self.table[recipe];
        debug_assert!(self.table.find(found) == Some(recipe), "{recipe:?} was given back");
        found
    }
    /// A recipe and those that it goes on from, back to the root, oldest first; the root is not among them.
    pub fn lineage(&self, recipe: RecipeId) -> Vec<RecipeId> {
        let back = |&id: &RecipeId| self.get(id).from().filter(|&from| from != Recipes::ROOT);
        let mut lineage: Vec<RecipeId> =
            core::iter::successors(Some(recipe).filter(|&id| id != Recipes::ROOT), back).collect();
        lineage.reverse();
        lineage
    }
    /// Returns true if there are so many new recipes that it is time to [give some back](Self::sweep).
    pub fn are_many(&self) -> bool {
        self.table.len() > FEW + 2 * self.kept
    }
    /// Gives back all recipes but those of these roots and what they are made of. The ids of the others mean nothing any more.
    pub fn sweep(&mut self, roots: impl IntoIterator<Item = RecipeId>) {
        let mut is_needed: FxHashSet<RecipeId> = FxHashSet::default();
        let mut open = vec![Recipes::ROOT];
        open.extend(roots);
        while let Some(id) = open.pop() {
            if is_needed.insert(id) {
                let recipe = self.get(id);
                open.extend(recipe.from());
                open.extend(recipe.other());
            }
        }
        self.table.retain(|id| is_needed.contains(&id));
        self.kept = self.table.len();
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

    #[test]
    fn states_that_met_are_read_back_in_order_with_where_they_stood() {
        let mut recipes = Recipes::new();
        let [one, other] = [0, 1].map(|case| recipes.step(Recipes::ROOT, case));
        let stands = [7, 3 << 32 | 9].map(|steps| Stand { steps, depth: 2, pc: 5 });
        let met = recipes.met([(other, stands[0]), (one, stands[1])]);
        let who = recipes.who_met(met).expect("they met");
        assert_eq!(who.iter().map(|&(_, stand)| stand).collect::<Vec<_>>(), stands);
        let begins = |&(stood, _): &(RecipeId, Stand)| recipes.lineage(stood)[0];
        assert_eq!(who.iter().map(begins).collect::<Vec<_>>(), [other, one]);
        assert_eq!(recipes.who_met(one), None);
        assert_ne!(recipes.met([(one, stands[1]), (other, stands[0])]), met, "their order tells");
    }

    #[test]
    fn recipes_that_nobody_needs_are_given_back_and_the_others_stay() {
        let mut recipes = Recipes::new();
        let first = recipes.step(Recipes::ROOT, 0);
        let stand = |steps| Stand { steps, depth: 1, pc: 3 };
        let [one, other] = [0, 1].map(|case| recipes.step(first, case));
        let met = recipes.met([(one, stand(5)), (other, stand(6))]);
        let before: Vec<Recipe> = recipes.lineage(met).into_iter().map(|id| *recipes.get(id)).collect();
        let needed = recipes.len();
        (0..100).for_each(|case| _ = recipes.step(other, case));
        recipes.sweep([met]);
        assert_eq!(recipes.len(), needed);
        assert_eq!(recipes.lineage(met).into_iter().map(|id| *recipes.get(id)).collect::<Vec<_>>(), before);
        assert_eq!(recipes.met([(one, stand(5)), (other, stand(6))]), met, "equal ones are still one");
        recipes.sweep([first]);
        assert_eq!(recipes.len(), 2);
    }

    /// There is one for each case of each split: it must be small.
    #[test]
    fn a_recipe_is_small() {
        assert!(size_of::<Recipe>() <= 12, "{}", size_of::<Recipe>());
    }
}
