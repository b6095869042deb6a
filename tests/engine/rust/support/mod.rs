//! What the Rust programs of the suite share: symbolic values.
#![allow(dead_code, reason = "no program uses all of it")]

extern "C" {
    fn klee_make_symbolic(address: *mut u8, size: usize, name: *const u8);
    fn klee_assume(condition: usize);
}

/// A symbolic number; `name` ends with a zero byte.
pub fn symbolic<T: Copy + Default>(name: &'static [u8]) -> T {
    let mut value = T::default();
    unsafe { klee_make_symbolic(core::ptr::addr_of_mut!(value).cast(), core::mem::size_of::<T>(), name.as_ptr()) };
    value
}

/// Symbolic bytes.
pub fn bytes<const N: usize>(name: &'static [u8]) -> [u8; N] {
    let mut value = [0; N];
    unsafe { klee_make_symbolic(value.as_mut_ptr(), N, name.as_ptr()) };
    value
}

/// Cuts off the paths on which the condition does not hold.
pub fn assume(condition: bool) {
    unsafe { klee_assume(condition as usize) };
}
