//! Threads that wait: frames that were taken off the stack, and go back onto it when their thread can go on.
//!
//! The frames of the thread that runs lie above those of who lets it run. Few programs have threads, and there may be millions of states: one without
//! pays for a null pointer. States are joined only where the same threads wait with the same frames, not merely equal ones.

use std::rc::Rc;

use crate::stack::Frame;
use crate::value::Value;

/// A frame with its registers.
pub type Suspended = (Frame, Box<[Value]>);

/// The threads of a state beside the one that runs.
#[derive(Clone, Default, Debug)]
pub struct Threads(Option<Rc<Others>>);

#[derive(Clone, Default, Debug)]
struct Others {
    /// How many frames of the stack are not of the thread that runs, of those below it, and so on.
    floors: Vec<usize>,
    /// The frames of threads that wait, by number, the lowest first.
    waiting: Vec<(u32, Rc<[Suspended]>)>,
}

impl Threads {
    /// How many frames at the bottom of the stack belong to other threads than the one that runs.
    pub fn floor(&self) -> usize {
        self.0.as_ref().and_then(|others| others.floors.last().copied()).unwrap_or(0)
    }
    /// What is called above this depth is another thread's.
    pub fn begin(&mut self, depth: usize) {
        self.others().floors.push(depth);
    }
    /// That thread ended or waits.
    pub fn end(&mut self) {
        self.others().floors.pop();
    }
    /// A thread waits with these frames, the lowest first.
    pub fn park(&mut self, number: u32, frames: Vec<Suspended>) {
        self.others().waiting.push((number, frames.into()));
    }
    /// The frames of a thread that waits, which it does no more; none if it does not wait.
    pub fn take(&mut self, number: u32) -> Option<Rc<[Suspended]>> {
        let at = self.0.as_ref()?.waiting.iter().position(|&(known, _)| known == number)?;
        Some(self.others().waiting.remove(at).1)
    }
    /// Returns true if the threads of two states are the same, frames included.
    pub fn are_shared(&self, other: &Threads) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.are_shared(b),
            _ => false,
        }
    }
    fn others(&mut self) -> &mut Others {
        Rc::make_mut(self.0.get_or_insert_default())
    }
}

impl Others {
    fn are_shared(&self, other: &Others) -> bool {
        self.floors == other.floors
            && self.waiting.len() == other.waiting.len()
            && self.waiting.iter().zip(&other.waiting).all(|(a, b)| a.0 == b.0 && Rc::ptr_eq(&a.1, &b.1))
    }
}

#[cfg(test)]
mod tests {
    use braid_ir::FuncId;

    use super::*;
    use crate::memory::CallPath;
    use crate::stack::Stack;

    #[test]
    fn frames_come_back_where_they_are_put() {
        let mut stack = Stack::new();
        for i in 0..5 {
            stack.push(FuncId::numbered(i), CallPath::default(), Value::Word(0), 2, &[Value::Word(u64::from(i))]);
        }
        drop(stack.fork());
        let mut threads = Threads::default();
        let mut frames: Vec<Suspended> = (0..3).map(|_| stack.suspend_top()).collect();
        frames.reverse();
        threads.park(7, frames);
        assert_eq!(stack.depth(), 2);
        stack.push(FuncId::numbered(9), CallPath::default(), Value::Word(0), 1, &[]);
        stack.put_back(&threads.take(7).unwrap());
        let funcs: Vec<FuncId> = stack.frames().map(|frame| frame.func).collect();
        assert_eq!(funcs, [4, 3, 2, 9, 1, 0].map(FuncId::numbered));
        assert_eq!(stack.registers(), [Value::Word(4), Value::Word(0)]);
        stack.pop();
        assert_eq!(stack.registers(), [Value::Word(3), Value::Word(0)]);
        assert!(threads.take(7).is_none());
    }

    #[test]
    fn threads_are_shared_until_one_waits_anew() {
        let mut one = Threads::default();
        assert!(one.are_shared(&Threads::default()));
        one.begin(3);
        one.park(1, Vec::new());
        let mut other = one.clone();
        assert!(one.are_shared(&other) && other.floor() == 3);
        let frames = other.take(1).unwrap();
        assert!(!one.are_shared(&other));
        other.park(1, frames.to_vec());
        assert!(!one.are_shared(&other));
    }
}
