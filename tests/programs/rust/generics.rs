//! Generic containers on the C heap: a growing vector and a boxed linked list, with Drop, Deref-like access, PhantomData.
#![no_std]
#![no_main]

mod support;
use core::ptr::{self, NonNull};
use support::{int, line};

struct List<T> {
    data: *mut T,
    len: usize,
    room: usize,
}

impl<T> List<T> {
    const fn new() -> Self {
        List { data: ptr::null_mut(), len: 0, room: 0 }
    }
    fn push(&mut self, value: T) {
        if self.len == self.room {
            self.grow();
        }
        unsafe { self.data.add(self.len).write(value) };
        self.len += 1;
    }
    fn grow(&mut self) {
        let room = if self.room == 0 { 2 } else { self.room * 2 };
        let data = support::allocate(room * size_of::<T>()).cast::<T>();
        if self.len > 0 {
            unsafe { ptr::copy_nonoverlapping(self.data, data, self.len) };
        }
        support::release(self.data.cast());
        (self.data, self.room) = (data, room);
    }
    fn as_slice(&self) -> &[T] {
        if self.len == 0 { &[] } else { unsafe { core::slice::from_raw_parts(self.data, self.len) } }
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        for i in 0..self.len {
            unsafe { ptr::drop_in_place(self.data.add(i)) };
        }
        support::release(self.data.cast());
    }
}

struct Node<T> {
    value: T,
    next: Option<NonNull<Node<T>>>,
}

struct Chain<T>(Option<NonNull<Node<T>>>);

impl<T> Chain<T> {
    fn push(&mut self, value: T) {
        let node = support::allocate(size_of::<Node<T>>()).cast::<Node<T>>();
        unsafe { node.write(Node { value, next: self.0 }) };
        self.0 = NonNull::new(node);
    }
    fn pop(&mut self) -> Option<T> {
        let node = self.0?;
        let Node { value, next } = unsafe { node.as_ptr().read() };
        self.0 = next;
        support::release(node.as_ptr().cast());
        Some(value)
    }
}

struct Counted<'a>(&'a core::cell::Cell<i64>, i64);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + self.1);
    }
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let dropped = core::cell::Cell::new(0);
    {
        let mut list = List::new();
        for i in 0..10 {
            list.push(Counted(&dropped, i));
        }
        int(list.as_slice().iter().map(|c| c.1 * c.1).sum());
    }
    int(dropped.get());
    let mut words: List<(u8, [u16; 3])> = List::new();
    for i in 0..7u8 {
        words.push((i, [i as u16; 3]));
    }
    int(words.as_slice().iter().map(|(a, b)| *a as i64 * b.iter().sum::<u16>() as i64).sum());
    let mut chain = Chain(None);
    for i in 0..6 {
        chain.push(i * 3);
    }
    while let Some(x) = chain.pop() {
        int(x);
    }
    line();
    0
}
