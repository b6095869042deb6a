//! What is unknown about a run: the symbolic inputs of a state, in the order in which the program made them.

use std::rc::Rc;

use braid_expr::{ArrayId, ExprId};

/// A symbolic input: an array of bytes that a test gives values to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// The name the program gave it.
    pub name: Rc<str>,
    /// Its bytes.
    pub array: ArrayId,
    /// How many there are.
    pub size: u64,
    /// What a test should make true if it can, in order of wish.
    pub wishes: Rc<[ExprId]>,
}

/// The inputs of a state: shared until one is added.
#[derive(Clone, Default, Debug)]
pub struct Inputs {
    list: Option<Rc<Vec<Input>>>,
}

impl Inputs {
    /// All inputs, oldest first.
    pub fn as_slice(&self) -> &[Input] {
        self.list.as_deref().map_or(&[], Vec::as_slice)
    }
    /// Adds an input.
    pub fn push(&mut self, input: Input) {
        Rc::make_mut(self.list.get_or_insert_default()).push(input);
    }
    /// Adds a wish to the input whose array this is.
    pub fn wish(&mut self, array: ArrayId, wish: ExprId) {
        let list = Rc::make_mut(self.list.get_or_insert_default());
        if let Some(input) = list.iter_mut().find(|input| input.array == array) {
            input.wishes = input.wishes.iter().copied().chain([wish]).collect();
        }
    }
}
