//! What happened in a merge context, in order: what the recipe of a state that it joins is made of.
//!
//! A context is a function of the state that opened it, of what is around it, and of the order in which its states, and those
//! of the contexts inside it, did something that the merger hears of. That is what is kept here, one small number for each
//! event; it becomes part of the table of recipes only when states are joined, so a context that joins nobody leaves nothing
//! behind.
//!
//! Invariant: whatever changes a context is an event of its history or follows from one. A state that just ran on is not an event:
//! the conditions it met grow the tree at a place where nobody else is, so that it does not matter when.

use braid_ir::FuncId;
use braid_state::{EventKind, Recipe, RecipeId, Recipes};

/// The state that opened a context, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opening {
    /// At the first fork after this recipe.
    Fork(RecipeId),
    /// At this mark after the recipe, counted from 1.
    Mark(RecipeId, u32),
}

impl Opening {
    /// The recipe of the state.
    pub(crate) fn by(self) -> RecipeId {
        let (Opening::Fork(by) | Opening::Mark(by, _)) = self;
        by
    }
}

/// What the states of a context stay in until they are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bounds {
    /// A loop of a frame.
    Loop { depth: u32, func: FuncId, header: u32 },
    /// Between two marks of the program.
    Region,
}

impl Bounds {
    /// The recipe of these inside of others.
    fn inside(self, recipes: &mut Recipes, outer: RecipeId) -> RecipeId {
        match self {
            Bounds::Region => recipes.add(Recipe::Region { outer }),
            Bounds::Loop { depth, func, header } => {
                let frame = recipes.add(Recipe::Frame { outer, depth });
                let body = recipes.add(Recipe::Body { frame, func });
                recipes.add(Recipe::Loop { body, header })
            }
        }
    }
}

/// The recipe of surroundings, which are given from inside out.
pub(crate) fn surroundings(recipes: &mut Recipes, bounds: &[Bounds]) -> RecipeId {
    bounds.iter().rev().fold(Recipes::ROOT, |outer, bounds| bounds.inside(recipes, outer))
}

/// The history of a context.
#[derive(Clone, Debug)]
pub(crate) struct History {
    opening: Opening,
    /// As much of it as is in the table.
    known: Option<RecipeId>,
    /// What has happened since.
    events: Vec<(EventKind, RecipeId)>,
    /// How many states were joined since the last event.
    joins: u32,
}

impl History {
    pub(crate) fn new(opening: Opening) -> History {
        History { opening, known: None, events: Vec::new(), joins: 0 }
    }
    /// A state did something.
    pub(crate) fn add(&mut self, kind: EventKind, who: RecipeId) {
        self.events.push((kind, who));
        self.joins = 0;
    }
    /// Returns true if its surroundings are in the table already: then nobody need say what they are.
    pub(crate) fn is_known(&self) -> bool {
        self.known.is_some()
    }
    /// The recipe of a state that is joined now in a context that has these surroundings.
    pub(crate) fn join(&mut self, recipes: &mut Recipes, around: RecipeId) -> RecipeId {
        let mut context = match self.known {
            Some(known) => known,
            None => self.open(recipes, around),
        };
        for (kind, who) in self.events.drain(..) {
            context = recipes.add(Recipe::Event { before: context, kind, who });
        }
        self.known = Some(context);
        let number = self.joins;
        self.joins += 1;
        recipes.add(Recipe::Joined { context, number })
    }
    fn open(&self, recipes: &mut Recipes, around: RecipeId) -> RecipeId {
        let by = match self.opening {
            Opening::Fork(by) => by,
            Opening::Mark(from, marks) => recipes.add(Recipe::Marked { from, marks }),
        };
        recipes.add(Recipe::Context { by, around })
    }
    /// The recipes that it mentions.
    pub(crate) fn recipes(&self) -> impl Iterator<Item = RecipeId> {
        [self.opening.by()].into_iter().chain(self.known).chain(self.events.iter().map(|event| event.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_joined_at_one_moment_differ_in_their_number_and_later_ones_go_on_from_there() {
        let mut recipes = Recipes::new();
        let mut history = History::new(Opening::Fork(Recipes::ROOT));
        let child = recipes.step(Recipes::ROOT, 1);
        history.add(EventKind::Ran, child);
        let [first, second] = [(); 2].map(|()| history.join(&mut recipes, Recipes::ROOT));
        history.add(EventKind::Released, child);
        let third = history.join(&mut recipes, Recipes::ROOT);
        let parts = |id: RecipeId| match *recipes.get(id) {
            Recipe::Joined { context, number } => (context, number),
            ref other => panic!("{other:?} is not joined"),
        };
        assert_eq!((parts(first).0, parts(first).1 + 1), parts(second));
        let Recipe::Event { before, kind, .. } = *recipes.get(parts(third).0) else { panic!("something happened") };
        assert_eq!((before, kind, parts(third).1), (parts(first).0, EventKind::Released, 0));
    }
}
