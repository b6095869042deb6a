//! Enums, traits, generics, closures, slices, panics, atomics, strings, drop, u128, floats, match.
#![allow(dead_code)]
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNTER: AtomicUsize = AtomicUsize::new(3);
static TABLE: [(&str, u8); 3] = [("one", 1), ("two", 2), ("three", 3)];
thread_local!(static LOCAL: std::cell::Cell<u32> = const { std::cell::Cell::new(5) });

#[derive(Clone, Debug, PartialEq)]
pub enum Token { Number(i64), Word(String), Open, Close, Pair(Box<Token>, Box<Token>) }

pub trait Shape { fn area(&self) -> f64; fn name(&self) -> String { "shape".into() } }
pub struct Square(f64);
pub struct Circle { radius: f32 }
impl Shape for Square { fn area(&self) -> f64 { self.0 * self.0 } }
impl Shape for Circle { fn area(&self) -> f64 { std::f64::consts::PI * f64::from(self.radius).powi(2) } fn name(&self) -> String { format!("circle {:.2}", self.radius) } }
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Number(n) => write!(f, "{n}"),
            Token::Word(w) => f.write_str(w),
            Token::Open => f.write_str("("),
            Token::Close => f.write_str(")"),
            Token::Pair(a, b) => write!(f, "{a}.{b}"),
        }
    }
}
struct Noisy<'a>(&'a AtomicUsize);
impl Drop for Noisy<'_> { fn drop(&mut self) { self.0.fetch_add(1, Ordering::SeqCst); } }

pub fn tokenize(text: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    for part in text.split_whitespace() {
        out.push(match part {
            "(" => Token::Open,
            ")" => Token::Close,
            p if p.starts_with(|c: char| c.is_ascii_digit()) => Token::Number(p.parse().map_err(|e| format!("{e}: {p}"))?),
            p => Token::Word(p.to_string()),
        });
    }
    Ok(out)
}
pub fn checked(a: i32, b: i32) -> Option<i32> { a.checked_mul(b)?.checked_add(7)?.checked_rem(b) }
pub fn wide(a: u128, b: u64) -> u128 { a.wrapping_mul(u128::from(b)).rotate_left(7) ^ (a >> 3) }
pub fn total(shapes: &[Box<dyn Shape>]) -> f64 { shapes.iter().map(|s| s.area()).sum() }
pub fn indexed(data: &mut [u32], i: usize) -> u32 { data[i] += 1; data.sort_unstable(); data.iter().rev().copied().max().unwrap_or(0) / data[0] }
pub fn floats(a: f32, b: f64) -> (f64, i32, u8) { (f64::from(a).sqrt() + b.mul_add(2.0, 1.0), a as i32, b as u8) }
pub fn words(text: &str) -> BTreeMap<&str, usize> { let mut m = BTreeMap::new(); for w in text.split(' ') { *m.entry(w).or_default() += 1; } m }

fn main() {
    let _noisy = Noisy(&COUNTER);
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(2.0)), Box::new(Circle { radius: 1.5 })];
    println!("{:.3} {}", total(&shapes), shapes[1].name());
    match tokenize("( 12 ab )") { Ok(t) => t.iter().for_each(|t| println!("{t}")), Err(e) => eprintln!("{e}") }
    println!("{:?} {:?} {}", checked(3, 4), words("a b a"), wide(1 << 90, 77));
    let result = std::panic::catch_unwind(|| indexed(&mut [3, 1, 2], 7));
    LOCAL.with(|l| println!("{} {:?} {:?} {}", l.get(), result.is_err(), floats(2.0, 3.0), TABLE[1].0));
    std::process::exit((COUNTER.load(Ordering::Relaxed) % 2) as i32);
}
