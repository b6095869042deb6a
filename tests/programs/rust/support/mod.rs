//! What the Rust programs of the corpus share: output through the C library, and a panic that ends the program.
#![allow(dead_code, reason = "no program uses all of it")]

use core::panic::PanicInfo;

#[link(name = "c")]
unsafe extern "C" {
    fn putchar(c: i32) -> i32;
    fn abort() -> !;
    fn fflush(stream: *mut u8) -> i32;
    fn malloc(size: usize) -> *mut u8;
    fn free(p: *mut u8);
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    // What was printed so far must reach a pipe too.
    unsafe {
        fflush(core::ptr::null_mut());
        abort()
    }
}

#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

pub fn byte(b: u8) {
    unsafe { putchar(b as i32) };
}

pub fn print(s: &str) {
    for &b in s.as_bytes() {
        byte(b);
    }
    byte(b' ');
}

pub fn line() {
    byte(b'\n');
}

pub fn int(x: i64) {
    if x < 0 {
        byte(b'-');
    }
    let mut digits = [0u8; 20];
    let (mut n, mut left) = (0, x.unsigned_abs());
    loop {
        digits[n] = b'0' + (left % 10) as u8;
        n += 1;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    while n > 0 {
        n -= 1;
        byte(digits[n]);
    }
    byte(b' ');
}

pub fn hex(x: u64) {
    for i in (0..16).rev() {
        byte(b"0123456789abcdef"[(x >> (4 * i) & 15) as usize]);
    }
    line();
}

/// Room for `n` bytes from the C heap.
pub fn allocate(n: usize) -> *mut u8 {
    unsafe { malloc(n) }
}

/// Gives it back.
pub fn release(p: *mut u8) {
    unsafe { free(p) }
}
