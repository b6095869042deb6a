//! What is unknown about a run: the symbolic inputs of a state, in the order in which the program made them.

use std::rc::Rc;

use braid_entity::List;
use braid_expr::{ArrayId, ExprId};

use crate::value::Value;

/// A symbolic input: an array of bytes that a test gives values to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The name the program gave it.
    pub name: Rc<str>,
    /// Its bytes.
    pub array: ArrayId,
    /// How many there are at most.
    pub size: u64,
    /// How many the program asked for, 64 bits: a test has as many.
    pub length: Value,
    /// Where it is an input at all: a term of width 1, if states were joined of which some have it and others do not.
    pub exists: Option<ExprId>,
}

/// The inputs of a state and its wishes, shared with the states that it was forked from and into.
#[derive(Clone, Default, Debug)]
pub struct Inputs {
    list: List<Numbered>,
    wishes: List<ExprId>,
}

/// An input, and how many of its name there are before it.
#[derive(Debug)]
struct Numbered {
    input: Input,
    number: u32,
}

impl Inputs {
    /// Returns true if two states still share their inputs and wishes.
    pub(crate) fn are_shared(&self, other: &Inputs) -> bool {
        self.list.is_same(&other.list) && self.wishes.is_same(&other.wishes)
    }
    /// How many inputs there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// Returns true if there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// All inputs, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Input> {
        self.list.iter().map(|numbered| &numbered.input)
    }
    /// How many inputs have a name. Takes as long as the newest of them is back.
    pub fn count(&self, name: &str) -> u32 {
        self.list.newest().find(|known| *known.input.name == *name).map_or(0, |known| known.number + 1)
    }
    /// Adds an input.
    pub fn push(&mut self, input: Input) {
        let number = self.count(&input.name);
        self.list.push(Numbered { input, number });
    }
    /// What a test should make true if it can, the first wish first.
    pub fn wishes(&self) -> impl ExactSizeIterator<Item = ExprId> {
        self.wishes.iter().copied()
    }
    /// Adds a wish.
    pub fn wish(&mut self, wish: ExprId) {
        self.wishes.push(wish);
    }
    /// What all of these have in common in memory, and what each has beyond it: inputs and wishes.
    pub(crate) fn common<'a>(all: &[&'a Inputs]) -> (Inputs, Vec<Vec<&'a Input>>, Vec<Vec<ExprId>>) {
        let (list, wishes) = (all[0].list.clone(), all[0].wishes.clone());
        let inputs = all.iter().map(|inputs| inputs.list.common(&list)).min().unwrap_or(0);
        let wished = all.iter().map(|inputs| inputs.wishes.common(&wishes)).min().unwrap_or(0);
        let common = Inputs { list: list.prefix(inputs).clone(), wishes: wishes.prefix(wished).clone() };
        let own = |one: &&'a Inputs| one.list.since(inputs).into_iter().map(|numbered| &numbered.input).collect();
        let own_wishes = |one: &&'a Inputs| one.wishes.since(wished).into_iter().copied().collect();
        (common, all.iter().map(own).collect(), all.iter().map(own_wishes).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_entity::Entity;

    #[test]
    fn inputs_of_a_name_are_counted_where_each_state_has_them() {
        let input = |name: &str| Input {
            name: name.into(),
            array: ArrayId::from_u32(0),
            size: 1,
            length: Value::Word(1),
            exists: None,
        };
        let mut inputs = Inputs::default();
        ["x", "y", "x"].into_iter().for_each(|name| inputs.push(input(name)));
        let mut fork = inputs.clone();
        fork.push(input("x"));
        let counts = |inputs: &Inputs| ["x", "y", "z"].map(|name| inputs.count(name));
        assert_eq!((counts(&inputs), counts(&fork)), ([2, 1, 0], [3, 1, 0]));
        assert!(inputs.are_shared(&inputs.clone()) && !inputs.are_shared(&fork));
        let (common, own, _) = Inputs::common(&[&inputs, &fork]);
        assert_eq!((common.len(), own[0].len(), own[1].len()), (3, 0, 1));
    }
}
