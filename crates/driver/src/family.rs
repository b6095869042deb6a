//! The order of families: recipes as they stand in the tree of all decisions.
//!
//! It is asked for when memory is short, so it takes a few bytes for each recipe: lists of children are links between places in one list that
//! is sorted by numbers.

use braid_state::{RecipeId, Recipes};
use rustc_hash::FxHashSet;

/// No place.
const NONE: u32 = u32::MAX;

/// The recipes and all that they go on from, each before those that go on from it, near relatives beside each other.
pub(crate) fn in_order(recipes: &Recipes, of: impl Iterator<Item = RecipeId>) -> Vec<RecipeId> {
    let all = with_ancestors(recipes, of);
    let place = |id: RecipeId| all.binary_search(&id).map_or(NONE, |place| place as u32);
    let (mut first, mut next) = (vec![NONE; all.len()], vec![NONE; all.len()]);
    for at in (0..all.len()).rev() {
        if let Some(before) = recipes.get(all[at]).from() {
            let parent = place(before) as usize;
            next[at] = first[parent];
            first[parent] = at as u32;
        }
    }
    let mut open: Vec<u32> = (0..all.len() as u32).rev().filter(|&at| is_first(recipes, all[at as usize])).collect();
    let mut order = Vec::with_capacity(all.len());
    while let Some(at) = open.pop() {
        let id = all[at as usize];
        open.extend(Some(next[at as usize]).filter(|&next| next != NONE));
        order.push(id);
        open.extend(Some(first[at as usize]).filter(|&first| first != NONE));
    }
    order
}

fn is_first(recipes: &Recipes, id: RecipeId) -> bool {
    recipes.get(id).from().is_none()
}

/// The recipes and all that they go on from, by their numbers.
fn with_ancestors(recipes: &Recipes, of: impl Iterator<Item = RecipeId>) -> Vec<RecipeId> {
    let mut seen: FxHashSet<RecipeId> = FxHashSet::default();
    for id in of {
        let mut at = Some(id);
        while let Some(id) = at.filter(|&id| seen.insert(id)) {
            at = recipes.get(id).from();
        }
    }
    let mut all: Vec<RecipeId> = seen.into_iter().collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relatives_stand_beside_each_other_whatever_their_numbers() {
        let mut recipes = Recipes::new();
        let [a, b] = [0, 1].map(|case| recipes.step(Recipes::ROOT, case));
        // The children of the two are made in turns.
        let [a0, b0, a1, b1] = [(a, 0), (b, 0), (a, 1), (b, 1)].map(|(from, case)| recipes.step(from, case));
        let order = in_order(&recipes, [b1, a1, b0, a0].into_iter());
        assert_eq!(order, [Recipes::ROOT, a, a0, a1, b, b0, b1]);
        assert_eq!(in_order(&recipes, [b0].into_iter()), [Recipes::ROOT, b, b0]);
    }
}
