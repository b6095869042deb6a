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
}

/// The inputs of a state: shared until one is added.
#[derive(Clone, Default, Debug)]
pub struct Inputs {
    list: Option<Rc<Vec<Input>>>,
    wishes: Option<Rc<Vec<ExprId>>>,
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
    /// What a test should make true if it can, the first wish first.
    pub fn wishes(&self) -> &[ExprId] {
        self.wishes.as_deref().map_or(&[], Vec::as_slice)
    }
    /// Adds a wish.
    pub fn wish(&mut self, wish: ExprId) {
        Rc::make_mut(self.wishes.get_or_insert_default()).push(wish);
    }
}
