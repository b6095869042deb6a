//! Closures and function pointers: captured by reference and by move, returned, in arrays, as trait objects, recursion.
#![no_std]
#![no_main]

mod support;
use support::{int, line};

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

fn repeat(n: usize, f: &mut dyn FnMut(usize)) {
    for i in 0..n {
        f(i);
    }
}

fn fibonacci(n: u64, memory: &mut [Option<u64>]) -> u64 {
    if let Some(known) = memory[n as usize] {
        return known;
    }
    let value = if n < 2 { n } else { fibonacci(n - 1, memory) + fibonacci(n - 2, memory) };
    memory[n as usize] = Some(value);
    value
}

fn double(x: i64) -> i64 {
    x * 2
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let base = 10;
    let add = move |x: i64| x + base;
    int(compose(add, double)(5));
    int(compose(double, |x| x as u8)(200) as i64);
    let mut seen = [0i64; 8];
    repeat(8, &mut |i| seen[i] = (i * i) as i64);
    int(seen.iter().sum());
    let table: [fn(i64) -> i64; 3] = [double, |x| x - 1, i64::abs];
    int(table.iter().fold(-20, |x, f| f(x)));
    let shared: [&dyn Fn(i64) -> i64; 2] = [&add, &|x| x * base];
    int(shared.iter().map(|f| f(3)).sum());
    int(fibonacci(60, &mut [None; 61]) as i64);
    line();
    0
}
