//! Strings in fixed buffers: bytes and chars, splitting by hand, formatting numbers, comparing, UTF-8 boundaries.
#![no_std]
#![no_main]

mod support;
use support::{int, line, print};

struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Text<N> {
    fn new() -> Self {
        Text { bytes: [0; N], len: 0 }
    }
    fn push(&mut self, b: u8) -> bool {
        match self.bytes.get_mut(self.len) {
            Some(slot) => {
                *slot = b;
                self.len += 1;
                true
            }
            None => false,
        }
    }
    fn push_number(&mut self, mut n: u32) {
        let start = self.len;
        loop {
            if !self.push(b'0' + (n % 10) as u8) {
                return;
            }
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.bytes[start..self.len].reverse();
    }
    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

fn is_palindrome(s: &str) -> bool {
    let letters = || s.bytes().filter(u8::is_ascii_alphabetic).map(|b| b | 32);
    let n = letters().count();
    (0..n / 2).all(|i| letters().nth(i) == letters().nth(n - 1 - i))
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut text = Text::<16>::new();
    for n in [7, 42, 65536, 0, 123456789] {
        text.push_number(n);
        text.push(b'/');
    }
    for &b in text.as_bytes() {
        support::byte(b);
    }
    line();
    int(is_palindrome("A man, a plan, a canal: Panama") as i64 * 10 + is_palindrome("Rust") as i64);
    let s = "naïve café";
    int(s.len() as i64 * 100 + s.chars().fold(0, |n, _| n + 1));
    int(s.char_indices().filter(|(_, c)| !c.is_ascii()).map(|(i, _)| i as i64).sum());
    int(s.is_char_boundary(3) as i64 * 2 + s.is_char_boundary(4) as i64);
    print(if "abc" < "abd" { "less" } else { "more" });
    line();
    0
}
