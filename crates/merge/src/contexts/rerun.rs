//! What happened in a context once more, to states that are made anew: what names of joined states need.

use braid_state::{Recipe, RecipeId, Recipes, StateId};

use super::{Contexts, Scope};
use crate::host::{Done, Host};
use crate::merger::Merger;
use braid_code::{LoopAt, SourcePlace};

/// A merger whose contexts can be gone through once more.
pub trait Rerun: Merger {
    /// Puts a state inside of the contexts of a recipe of surroundings, which are never closed. Returns false if there are none such.
    fn surround(&mut self, host: &mut dyn Host, id: StateId, around: RecipeId) -> bool;
    /// A state, and those that wait where it does, wait no longer.
    fn release(&mut self, host: &mut dyn Host, id: StateId) -> Done;
}

impl Rerun for Contexts {
    fn surround(&mut self, host: &mut dyn Host, id: StateId, around: RecipeId) -> bool {
        let Some(scopes) = scopes(host, around) else { return false };
        for scope in scopes {
            let prefix = host.state(id).expect("who is surrounded is there").path.len();
            let context = self.open_around(host.parts().recorder, scope, id, prefix);
            // Keeps `open` above zero, so that the context is never closed.
            self.contexts[context].open += 1;
        }
        self.set_fence(host, id);
        true
    }

    fn release(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.let_go(host, id)
    }
}

/// The scopes of surroundings, from the outermost in; none if one is of no loop.
fn scopes(host: &mut dyn Host, around: RecipeId) -> Option<Vec<Scope>> {
    let recipes: &Recipes = &host.parts().heritage.recipes;
    let told: Vec<Recipe> = recipes.lineage(around).into_iter().map(|id| *recipes.get(id)).collect();
    let mut scopes = Vec::new();
    let (mut depth, mut of) = (0, None);
    for recipe in told {
        match recipe {
            Recipe::Frame { depth: up_to, .. } => depth = up_to as usize,
            Recipe::Body { func, .. } => of = Some(func),
            Recipe::Loop { header, .. } => {
                let LoopAt { body, place, .. } = host.view().loop_named(of?, header, depth)?;
                scopes.push(Scope::Loop { body, place, around: Vec::new() });
            }
            _ => scopes.push(Scope::Region { place: SourcePlace::default() }),
        }
    }
    Some(scopes)
}
