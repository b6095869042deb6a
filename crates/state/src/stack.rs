//! The call stack: frames with dense register slots.
//!
//! The frames that a running state works on lie in two vectors, registers end to end, so that calls allocate nothing.
//! A fork freezes all but the topmost frame into a shared chain, once, however often the state is forked: a fork costs
//! the topmost frame and what was called since the last one. A frozen frame is copied back when control returns to it.

use std::rc::{Rc, Weak};

use braid_ir::FuncId;
use smallvec::SmallVec;

use crate::memory::CallPath;
use crate::value::Value;

/// A variable argument: its value, and how many bits it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VarArg {
    /// The value.
    pub value: Value,
    /// Its width in bits.
    pub bits: u32,
    /// Whether it is passed in a floating-point register.
    pub float: bool,
    /// If it is passed in memory: how many bytes, and their alignment. The value is the address of a copy then.
    pub by_value: Option<(u64, u64)>,
}

/// One activation of a function, without its registers.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub func: FuncId,
    /// The operation that is carried out next; in a frame that waits for a call, the call itself.
    pub pc: u32,
    /// The call path that leads here: part of the identity of what is allocated here.
    pub path: CallPath,
    /// Objects that end with the frame, by address.
    pub locals: SmallVec<[u64; 2]>,
    /// How many bytes of the modelled stack it and the frames below it take, 64 bits.
    pub used: Value,
    /// The variable arguments it was called with.
    pub varargs: Option<Rc<[VarArg]>>,
    /// Whether the block it is in was never left by its end before.
    pub block_unfinished: bool,
    /// Whether it was called through another prototype, so that its result must be made fit.
    pub adapts: bool,
    /// Where its registers begin; meaningful only while the frame is not frozen.
    base: u32,
}

impl Frame {
    /// A frame that has just been entered.
    #[inline]
    fn new(func: FuncId, path: CallPath, used: Value, base: u32) -> Frame {
        Frame {
            func,
            pc: 0,
            path,
            locals: SmallVec::new(),
            used,
            varargs: None,
            block_unfinished: false,
            adapts: false,
            base,
        }
    }
}

/// A frame that several states share, with its registers.
#[derive(Debug)]
struct Frozen {
    frame: Frame,
    registers: Box<[Value]>,
    below: Option<Rc<Frozen>>,
}

/// A frame below the topmost one that does not change until control returns to it.
#[derive(Clone, Copy, Debug)]
pub struct FrozenFrame<'a>(&'a Rc<Frozen>);

impl<'a> FrozenFrame<'a> {
    /// The frame.
    pub fn frame(self) -> &'a Frame {
        &self.0.frame
    }
    /// Its registers.
    pub fn registers(self) -> &'a [Value] {
        &self.0.registers
    }
    /// The frame below.
    pub fn below(self) -> Option<FrozenFrame<'a>> {
        self.0.below.as_ref().map(FrozenFrame)
    }
    /// Where it lies. No other frame lies there while a [key](Self::key) of it is kept.
    pub fn address(self) -> usize {
        Rc::as_ptr(self.0).addr()
    }
    /// What keeps its address from being used again.
    pub fn key(self) -> FrameKey {
        FrameKey(Rc::downgrade(self.0))
    }
}

/// A claim to the address of a frozen frame, not to the frame.
#[derive(Clone, Debug)]
pub struct FrameKey(Weak<Frozen>);

impl FrameKey {
    /// Whether some stack still has the frame.
    pub fn is_there(&self) -> bool {
        self.0.strong_count() > 0
    }
}

/// A frame of each of several stacks, with its registers, all at one depth.
pub(crate) type Level<'a> = SmallVec<[(&'a Frame, &'a [Value]); 4]>;

/// A call stack.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    registers: Vec<Value>,
    /// Frames of this state alone, the topmost last.
    frames: Vec<Frame>,
    below: Option<Rc<Frozen>>,
    frozen: u32,
}

impl Stack {
    /// An empty stack.
    pub fn new() -> Stack {
        Stack::default()
    }
    /// How many frames there are.
    #[inline]
    pub fn depth(&self) -> usize {
        self.frames.len() + self.frozen as usize
    }
    /// The topmost frame. There is one while the state runs.
    #[inline]
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a running state has a frame")
    }
    /// The topmost frame, for writing.
    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a running state has a frame")
    }
    /// The registers of the topmost frame.
    #[inline]
    pub fn registers(&self) -> &[Value] {
        &self.registers[self.top().base as usize..]
    }
    /// The registers of the topmost frame, for writing.
    #[inline]
    pub fn registers_mut(&mut self) -> &mut [Value] {
        let base = self.top().base as usize;
        &mut self.registers[base..]
    }
    /// Enters a function with room for `size` registers, the first of which are the arguments. Afterwards `used` bytes of
    /// the modelled stack are taken.
    pub fn push(&mut self, func: FuncId, path: CallPath, used: Value, size: u32, arguments: &[Value]) {
        let base = self.registers.len();
        self.registers.extend_from_slice(arguments);
        self.registers.resize(base + (size as usize).max(arguments.len()), Value::Word(0));
        let base = u32::try_from(base).expect("call depth is bounded");
        self.frames.push(Frame::new(func, path, used, base));
    }
    /// The same for arguments that come from the frame that is the topmost before: `fill` gets its registers and those of the new one. If it
    /// answers false nothing has changed.
    #[inline]
    pub fn push_with(
        &mut self,
        func: FuncId,
        path: CallPath,
        used: Value,
        size: u32,
        fill: impl FnOnce(&[Value], &mut [Value]) -> bool,
    ) -> bool {
        let (below, base) = (self.top().base as usize, self.registers.len());
        self.registers.resize(base + size as usize, Value::Word(0));
        let (callers, own) = self.registers.split_at_mut(base);
        if !fill(&callers[below..], own) {
            self.registers.truncate(base);
            return false;
        }
        let base = u32::try_from(base).expect("call depth is bounded");
        self.frames.push(Frame::new(func, path, used, base));
        true
    }
    /// Returns true if the topmost frame can be left without looking further: it owns no objects, and the frame below is at hand.
    #[inline]
    pub fn top_is_plain(&self) -> bool {
        self.frames.len() > 1 && self.top().locals.is_empty() && !self.top().adapts
    }
    /// The function and operation of the frame below the topmost one, which is at hand.
    #[inline]
    pub fn below_top(&self) -> (FuncId, u32) {
        let below = &self.frames[self.frames.len() - 2];
        (below.func, below.pc)
    }
    /// Leaves the topmost function, whose frame is plain; `take` gets its registers and those of the frame below, which is the topmost
    /// afterwards.
    #[inline]
    pub fn pop_plain(&mut self, take: impl FnOnce(&[Value], &mut [Value])) {
        debug_assert!(self.top_is_plain());
        let Some(base) = self.frames.pop().map(|frame| frame.base as usize) else { return };
        let below = self.top().base as usize;
        let (callers, own) = self.registers.split_at_mut(base);
        take(own, &mut callers[below..]);
        self.registers.truncate(base);
    }
    /// Leaves the topmost function. The frame below, if any, is the topmost afterwards.
    pub fn pop(&mut self) -> Frame {
        let frame = self.frames.pop().expect("a running state has a frame");
        self.registers.truncate(frame.base as usize);
        if self.frames.is_empty() {
            self.thaw();
        }
        frame
    }
    /// Takes the topmost frame away, with its registers. What it owns stays.
    pub fn suspend_top(&mut self) -> (Frame, Box<[Value]>) {
        let registers = self.registers().into();
        (self.pop(), registers)
    }
    /// Puts frames that were taken away onto the stack, the lowest first.
    pub fn put_back(&mut self, frames: &[(Frame, Box<[Value]>)]) {
        for (frame, registers) in frames {
            let base = u32::try_from(self.registers.len()).expect("call depth is bounded");
            self.registers.extend_from_slice(registers);
            self.frames.push(Frame { base, ..frame.clone() });
        }
    }
    /// Brings the topmost frozen frame back.
    fn thaw(&mut self) {
        let Some(shared) = self.below.take() else { return };
        self.frozen -= 1;
        let (mut frame, registers) = match Rc::try_unwrap(shared) {
            Ok(mut own) => {
                self.below = own.below.take();
                (own.frame.clone(), core::mem::take(&mut own.registers))
            }
            Err(shared) => {
                self.below.clone_from(&shared.below);
                (shared.frame.clone(), shared.registers.clone())
            }
        };
        frame.base = 0;
        self.registers.clear();
        self.registers.extend_from_slice(&registers);
        self.frames.push(frame);
    }
    /// Freezes all frames but the topmost.
    pub fn freeze(&mut self) {
        let Some(top) = self.frames.pop() else { return };
        let ends: Vec<usize> = self.frames.iter().skip(1).map(|frame| frame.base as usize).collect();
        for (frame, end) in self.frames.drain(..).zip(ends.into_iter().chain([top.base as usize])) {
            let registers = self.registers[frame.base as usize..end].into();
            self.below = Some(Rc::new(Frozen { frame, registers, below: self.below.take() }));
            self.frozen += 1;
        }
        self.registers.drain(..top.base as usize);
        self.frames.push(Frame { base: 0, ..top });
    }
    /// The first of the frames that are frozen.
    pub fn frozen(&self) -> Option<FrozenFrame<'_>> {
        self.below.as_ref().map(FrozenFrame)
    }
    /// A copy that shares all frames but the topmost.
    pub fn fork(&mut self) -> Stack {
        self.freeze();
        Stack {
            registers: self.registers.clone(),
            frames: self.frames.clone(),
            below: self.below.clone(),
            frozen: self.frozen,
        }
    }
    /// The frames, with their registers, that equally deep and frozen stacks do not share, one of each stack at a time,
    /// topmost first.
    pub(crate) fn own_levels<'a>(stacks: &[&'a Stack]) -> Vec<Level<'a>> {
        let mut levels = Vec::new();
        if stacks.iter().all(|stack| !stack.frames.is_empty()) {
            levels.push(stacks.iter().map(|stack| (stack.top(), stack.registers())).collect());
        }
        let mut below: SmallVec<[Option<&Rc<Frozen>>; 4]> = stacks.iter().map(|stack| stack.below.as_ref()).collect();
        while let Some(first) = below[0]
            && !below.iter().all(|frozen| frozen.is_some_and(|frozen| Rc::ptr_eq(frozen, first)))
        {
            let nodes = below.iter().map(|frozen| frozen.expect("stacks are equally deep"));
            levels.push(nodes.map(|frozen| (&frozen.frame, &*frozen.registers)).collect());
            below.iter_mut().for_each(|frozen| *frozen = frozen.and_then(|frozen| frozen.below.as_ref()));
        }
        levels
    }
    /// The frames of a frozen stack with their registers, topmost first.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (&Frame, &[Value])> {
        let frozen = core::iter::successors(self.below.as_deref(), |frozen| frozen.below.as_deref());
        let top = (!self.frames.is_empty()).then(|| (self.top(), self.registers()));
        top.into_iter().chain(frozen.map(|frozen| (&frozen.frame, &*frozen.registers)))
    }
    /// This stack, which is frozen, with other topmost frames.
    pub(crate) fn with_levels(&self, levels: Vec<(Frame, Vec<Value>)>) -> Stack {
        let mut levels = levels.into_iter();
        let Some((top, registers)) = levels.next() else {
            return Stack { registers: Vec::new(), frames: Vec::new(), below: self.below.clone(), frozen: self.frozen };
        };
        let mut kept = &self.below;
        let mut frozen: Vec<(Frame, Vec<Value>)> = Vec::new();
        for level in levels {
            frozen.push(level);
            kept = &kept.as_ref().expect("there are as many frames").below;
        }
        let mut below = kept.clone();
        for (frame, registers) in frozen.into_iter().rev() {
            below = Some(Rc::new(Frozen { frame, registers: registers.into(), below }));
        }
        Stack { registers, frames: vec![Frame { base: 0, ..top }], below, frozen: self.frozen }
    }
    /// The frames from the topmost down, each with its registers.
    pub fn frames_with_registers(&self) -> impl Iterator<Item = (&Frame, &[Value])> {
        let mut end = self.registers.len();
        let own = self.frames.iter().rev().map(move |frame| {
            let registers = &self.registers[frame.base as usize..end];
            end = frame.base as usize;
            (frame, registers)
        });
        let frozen = core::iter::successors(self.below.as_deref(), |frozen| frozen.below.as_deref());
        own.chain(frozen.map(|frozen| (&frozen.frame, &frozen.registers[..])))
    }
    /// The frames from the topmost down.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let frozen = core::iter::successors(self.below.as_deref(), |frozen| frozen.below.as_deref());
        self.frames.iter().rev().chain(frozen.map(|frozen| &frozen.frame))
    }
}

/// A chain may be as long as a recursion is deep, so it is taken apart in a loop.
impl Drop for Frozen {
    fn drop(&mut self) {
        let mut next = self.below.take();
        while let Some(mut own) = next.and_then(|shared| Rc::try_unwrap(shared).ok()) {
            next = own.below.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack_of(n: u32) -> Stack {
        let mut stack = Stack::new();
        for i in 0..n {
            stack.push(FuncId::numbered(i), CallPath::default(), Value::Word(0), 3, &[Value::Word(u64::from(i))]);
        }
        stack
    }

    #[test]
    fn a_fork_changes_nothing_for_the_other_side() {
        let mut one = stack_of(5);
        let mut other = one.fork();
        other.registers_mut()[1] = Value::Word(77);
        other.pop();
        other.registers_mut()[2] = Value::Word(78);
        assert_eq!(one.registers(), [Value::Word(4), Value::Word(0), Value::Word(0)]);
        one.pop();
        assert_eq!(one.registers(), [Value::Word(3), Value::Word(0), Value::Word(0)]);
        assert_eq!(other.registers()[2], Value::Word(78));
        assert_eq!((one.depth(), other.depth()), (4, 4));
    }

    #[test]
    fn frames_come_back_in_order_after_forks_and_calls() {
        let mut stack = stack_of(4);
        drop(stack.fork());
        stack.push(FuncId::numbered(9), CallPath::default(), Value::Word(0), 1, &[]);
        drop(stack.fork());
        let funcs: Vec<FuncId> = stack.frames().map(|frame| frame.func).collect();
        assert_eq!(funcs, [9, 3, 2, 1, 0].map(FuncId::numbered));
        let popped: Vec<FuncId> = (0..5).map(|_| stack.pop().func).collect();
        assert_eq!(popped, funcs);
        assert_eq!(stack.depth(), 0);
    }

    #[test]
    fn a_deep_chain_is_dropped_without_recursion() {
        let mut stack = stack_of(1_000_000);
        drop(stack.fork());
    }
}
