//! What happened in a merge context, in order: what the recipe of a joined state is made of.
//!
//! A context is a function of the state that opened it, of what is around it, and of the order in which its states, and those
//! of the contexts inside it, did something that the merger hears of. That is what is kept here, one small number for each
//! event; it becomes part of the table of recipes only when states are joined, so a context that joins nobody leaves nothing
//! behind.
//!
//! Invariant: whatever changes a context is an event of its history or follows from one. A state that just ran on is not an event:
//! the conditions it met grow the tree at a place where nobody else is, so that it does not matter when.

use braid_entity::EntityMap;
use braid_state::{EventKind, Recipe, RecipeId, Recipes};

use super::context::{Context, ContextId};
use super::outwards;
use super::strategy::Scope;

/// The state that opened a context, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opening {
    /// At the first fork after this recipe.
    Fork(RecipeId),
    /// At this mark after the recipe, counted from 1.
    Mark(RecipeId, u32),
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
}

/// The recipe of a state that is joined now in a context.
pub(super) fn recipe_of_join(
    contexts: &mut EntityMap<ContextId, Option<Box<Context>>>,
    recipes: &mut Recipes,
    context: ContextId,
) -> RecipeId {
    let mut inside_out = outwards(contexts, Some(context));
    let is_known = inside_out.next().is_some_and(|context| context.history.is_known());
    let scopes: Vec<&Scope> = inside_out.map(|outer| &outer.scope).collect();
    let around = if is_known { Recipes::ROOT } else { surroundings(recipes, &scopes) };
    contexts[context].as_mut().expect("the context is open").history.join(recipes, around)
}

/// The recipe of surroundings, which are given from inside out.
pub(crate) fn surroundings(recipes: &mut Recipes, scopes: &[&Scope]) -> RecipeId {
    scopes.iter().rev().fold(Recipes::ROOT, |outer, scope| {
        let Some(body) = scope.body() else { return recipes.add(Recipe::Region { outer }) };
        let frame = recipes.add(Recipe::Frame { outer, depth: body.depth as u32 });
        let function = recipes.add(Recipe::Body { frame, func: body.func });
        recipes.add(Recipe::Loop { body: function, header: body.header })
    })
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
