//! A panic, chosen by an input.

unsafe extern "C" {
    fn klee_make_symbolic(to: *mut u8, bytes: usize, name: *const u8);
}

fn main() {
    let mut value = [0u8; 1];
    unsafe { klee_make_symbolic(value.as_mut_ptr(), 1, c"value".as_ptr().cast()) };
    println!("value {}", value[0]);
    let table = [1, 2, 3];
    let index = usize::from(value[0]);
    std::process::exit(table[index]); // out-of-bounds
}
