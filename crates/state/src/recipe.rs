//! The name of a state: how it came to be.
//!
//! A recipe is hash-consed: the start of the program, or a decision taken in a state that has a recipe. Equal recipes
//! are equal states, whichever engine made them and in whichever order it explored, so work can move elsewhere as a list
//! of decisions, and a run that was stopped can go on. A join is a third form: the recipes of the states that were joined.

use braid_entity::{Interner, entity};

entity!(
    /// A recipe of a [`Recipes`] table.
    RecipeId,
    "r"
);

/// How a state came to be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Recipe {
    /// The program's start.
    Root,
    /// A state that met a case split, and which case was taken.
    Step {
        /// The state before.
        from: RecipeId,
        /// The number of the case.
        decision: u32,
    },
    /// States that were joined, in the order in which they came.
    Join(Box<[RecipeId]>),
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
        self.table.intern(Recipe::Step { from, decision })
    }
    /// The recipe of a state that stands for several.
    pub fn join(&mut self, from: Vec<RecipeId>) -> RecipeId {
        self.table.intern(Recipe::Join(from.into()))
    }
    /// A recipe.
    pub fn get(&self, recipe: RecipeId) -> &Recipe {
        &self.table[recipe]
    }
    /// The decisions that lead from the start, or from the last join, to a state, in order.
    pub fn decisions(&self, recipe: RecipeId) -> Vec<u32> {
        let mut decisions = Vec::new();
        let mut at = recipe;
        while let Recipe::Step { from, decision } = &self.table[at] {
            decisions.push(*decision);
            at = *from;
        }
        decisions.reverse();
        decisions
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
    fn a_recipe_tells_its_decisions_and_equal_ones_are_one() {
        let mut recipes = Recipes::new();
        let first = recipes.step(Recipes::ROOT, 1);
        let second = recipes.step(first, 0);
        assert_eq!(recipes.decisions(second), [1, 0]);
        let again = recipes.step(Recipes::ROOT, 1);
        assert_eq!(recipes.step(again, 0), second);
        assert_eq!(recipes.len(), 3);
    }
}
