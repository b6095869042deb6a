//! What the program has told the engine about how to go on: whether to fork, and which functions stand for others.
//!
//! Few programs tell anything, and there may be millions of states: one that was told nothing pays for a null pointer.

use std::rc::Rc;

use braid_ir::FuncId;

/// The directives that a path has given so far.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Directives(Option<Rc<Told>>);

#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Told {
    forking_off: bool,
    /// Functions with those that are called in their place, at most one for each.
    aliases: Vec<(FuncId, FuncId)>,
}

impl Directives {
    /// Returns true if branches fork.
    pub fn may_fork(&self) -> bool {
        self.0.as_ref().is_none_or(|told| !told.forking_off)
    }
    /// Branches fork from now on, or do not.
    pub fn set_forking(&mut self, on: bool) {
        if self.may_fork() != on {
            self.told().forking_off = !on;
        }
    }
    /// Calls of a function become calls of another.
    pub fn alias(&mut self, func: FuncId, to: FuncId) {
        let aliases = &mut self.told().aliases;
        aliases.retain(|&(known, _)| known != func);
        if func != to {
            aliases.push((func, to));
        }
    }
    /// The function that is called in place of another. Aliases of aliases are followed; a circle leads back to where it
    /// began.
    pub fn in_place_of(&self, func: FuncId) -> FuncId {
        let Some(told) = &self.0 else { return func };
        let mut now = func;
        for _ in &told.aliases {
            match told.aliases.iter().find(|&&(known, _)| known == now) {
                Some(&(_, to)) if to == func => return func,
                Some(&(_, to)) => now = to,
                None => break,
            }
        }
        now
    }
    fn told(&mut self) -> &mut Told {
        Rc::make_mut(self.0.get_or_insert_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_followed_and_circles_end() {
        let [a, b, c] = [1, 2, 3].map(FuncId::numbered);
        let mut directives = Directives::default();
        assert_eq!(directives.in_place_of(a), a);
        directives.alias(a, b);
        directives.alias(b, c);
        assert_eq!([a, b, c].map(|func| directives.in_place_of(func)), [c, c, c]);
        directives.alias(c, a);
        assert_eq!([a, b, c].map(|func| directives.in_place_of(func)), [a, b, c]);
        directives.alias(c, c);
        assert_eq!(directives.in_place_of(a), c);
    }

    #[test]
    fn what_was_taken_back_is_as_if_never_told() {
        let mut directives = Directives::default();
        directives.set_forking(true);
        assert_eq!(directives, Directives::default());
        directives.set_forking(false);
        assert!(!directives.may_fork());
        directives.set_forking(true);
        assert!(directives.may_fork());
    }
}
