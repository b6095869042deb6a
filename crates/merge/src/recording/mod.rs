//! How states came to be, recorded around a merger: the names of joined states.
//!
//! A merger knows nothing of names. Every state that it joins goes through [`joining`](crate::joining), and every event that it hears of
//! goes through a [layer](Recorded) around it. There are two kinds of joins:
//! - States that merely met are one by what they were at that moment. Their recipes and where they stood are the name.
//! - What a merge context joins depends on its execution tree, and so on all that happened in it. A merger with contexts says which
//!   [context](crate::Merger::context) a state is in, and when contexts open and close; the order of their events is kept here, and what
//!   is joined is named by it.

mod history;
mod layer;

use braid_entity::entity;
use braid_state::{EventKind, RecipeId, Recipes};
use rustc_hash::FxHashMap;

pub(crate) use history::Bounds;
use history::{History, Opening, surroundings};
pub(crate) use layer::Recorded;

entity!(
    /// A merge context.
    ContextId,
    "context"
);

/// What is recorded of a context that is open.
#[derive(Debug)]
struct Open {
    outer: Option<ContextId>,
    bounds: Bounds,
    history: History,
}

/// Something that a state does, while the merger hears of it.
#[derive(Clone, Copy, Debug)]
struct Happening {
    /// The innermost context of the state before.
    context: Option<ContextId>,
    kind: EventKind,
    /// The state, and how a context is opened that is opened now.
    opening: Opening,
    /// Whether the contexts have it in their histories.
    is_noted: bool,
}

/// The histories of the contexts that are open, and what is happening.
#[derive(Debug, Default)]
pub struct Recorder {
    open: FxHashMap<ContextId, Open>,
    happening: Option<Happening>,
}

impl Recorder {
    /// A state of a context is about to do something. Whether that is an event is seen by what comes of it.
    fn begin(&mut self, context: Option<ContextId>, kind: EventKind, opening: Opening) {
        self.happening = Some(Happening { context, kind, opening, is_noted: false });
    }
    /// What is happening is an event: every context around the state remembers.
    fn note(&mut self) {
        let Some(happening) = self.happening.as_mut().filter(|happening| !happening.is_noted) else { return };
        happening.is_noted = true;
        let Happening { context: mut at, kind, opening, .. } = *happening;
        while let Some(open) = at.and_then(|context| self.open.get_mut(&context)) {
            open.history.add(kind, opening.by());
            at = open.outer;
        }
    }
    /// The merger has heard of it.
    fn end(&mut self) {
        self.happening = None;
    }

    /// A context is opened inside another by what is happening.
    pub(crate) fn opened(&mut self, context: ContextId, outer: Option<ContextId>, bounds: Bounds) {
        let opening = self.happening.map_or(Opening::Fork(Recipes::ROOT), |happening| happening.opening);
        self.open.insert(context, Open { outer, bounds, history: History::new(opening) });
    }
    /// A context goes on from what has happened in one that is about to be closed.
    pub(crate) fn continued(&mut self, context: ContextId, closed: ContextId, bounds: Bounds) {
        if let Some(Open { history, .. }) = self.open.get(&closed) {
            let history = history.clone();
            self.open.insert(context, Open { outer: None, bounds, history });
        }
    }
    /// A context is closed.
    pub(crate) fn closed(&mut self, context: ContextId) {
        self.open.remove(&context);
    }
    /// A state of a context had waited for too long, and is let go by nobody but the merger.
    pub(crate) fn released(&mut self, context: ContextId, who: RecipeId) {
        self.begin(Some(context), EventKind::Released, Opening::Fork(who));
        self.note();
    }

    /// A state leaves its contexts because memory is short: for them it is as good as dropped, which nobody but the merger decides.
    pub(crate) fn dropped(&mut self, context: ContextId, who: RecipeId) {
        self.begin(Some(context), EventKind::Dropped, Opening::Fork(who));
        self.note();
    }

    /// The recipe of a state that is joined now in a context.
    pub(crate) fn joined(&mut self, recipes: &mut Recipes, context: ContextId) -> RecipeId {
        self.note();
        let around = match self.open[&context].history.is_known() {
            true => Recipes::ROOT,
            false => surroundings(recipes, &self.around(context)),
        };
        self.open.get_mut(&context).expect("a context that joins is open").history.join(recipes, around)
    }
    /// The bounds of the contexts around one, from inside out.
    fn around(&self, context: ContextId) -> Vec<Bounds> {
        let outer = |context: ContextId| self.open.get(&context).and_then(|open| open.outer);
        let outwards = core::iter::successors(outer(context), |&context| outer(context));
        outwards.filter_map(|context| self.open.get(&context).map(|open| open.bounds)).collect()
    }

    /// The recipes that histories of open contexts mention.
    pub fn recipes(&self) -> impl Iterator<Item = RecipeId> {
        self.open.values().flat_map(|open| open.history.recipes())
    }
    /// How many contexts are remembered.
    pub fn len(&self) -> usize {
        self.open.len()
    }
    /// Returns true if none is.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_entity::Entity;
    use braid_state::Recipe;

    /// What a state does is an event of all contexts around it, once, and only if something comes of it.
    #[test]
    fn an_event_is_noted_once_by_all_contexts_around() {
        let (mut recipes, mut recorder) = (Recipes::new(), Recorder::default());
        let [outer, inner] = [0, 1].map(ContextId::from_u32);
        let who = recipes.step(Recipes::ROOT, 0);
        recorder.begin(None, EventKind::Ran, Opening::Fork(Recipes::ROOT));
        recorder.opened(outer, None, Bounds::Region);
        recorder.begin(Some(outer), EventKind::Ran, Opening::Mark(who, 2));
        recorder.note();
        recorder.opened(inner, Some(outer), Bounds::Region);
        // Nothing comes of this one.
        recorder.begin(Some(inner), EventKind::Ran, Opening::Fork(who));
        recorder.end();
        let last = recipes.step(who, 0);
        recorder.begin(Some(inner), EventKind::Ran, Opening::Fork(last));
        let [first, second] = [inner, outer].map(|context| recorder.joined(&mut recipes, context));
        let told = |joined| {
            let kinds = recipes.lineage(joined).into_iter().map(|id| *recipes.get(id));
            kinds.filter_map(|recipe| if let Recipe::Event { who, .. } = recipe { Some(who) } else { None }).collect()
        };
        let (first, second): (Vec<RecipeId>, Vec<RecipeId>) = (told(first), told(second));
        assert_eq!((first, second), (vec![last], vec![who, last]));
        recorder.closed(inner);
        assert_eq!(recorder.len(), 1);
    }
}
