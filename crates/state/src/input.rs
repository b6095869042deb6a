//! What is unknown about a run: the symbolic inputs of a state, in the order in which the program made them.

use std::rc::Rc;

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

/// The inputs of a state: shared until one is added.
#[derive(Clone, Default, Debug)]
pub struct Inputs {
    list: Option<Rc<Vec<Input>>>,
    wishes: Option<Rc<Vec<ExprId>>>,
}

impl Inputs {
    /// Inputs and wishes as they are.
    pub fn of(list: Vec<Input>, wishes: Vec<ExprId>) -> Inputs {
        Inputs {
            list: (!list.is_empty()).then(|| Rc::new(list)),
            wishes: (!wishes.is_empty()).then(|| Rc::new(wishes)),
        }
    }
    /// Whether two states still share their inputs and wishes.
    pub(crate) fn are_shared(&self, other: &Inputs) -> bool {
        let same = |a: Option<*const ()>, b: Option<*const ()>| a == b;
        let list = |inputs: &Inputs| inputs.list.as_ref().map(|list| Rc::as_ptr(list).cast::<()>());
        let wishes = |inputs: &Inputs| inputs.wishes.as_ref().map(|wishes| Rc::as_ptr(wishes).cast::<()>());
        same(list(self), list(other)) && same(wishes(self), wishes(other))
    }
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
