//! Traits: static and dynamic dispatch, default methods, supertraits, generics with bounds, associated types, operators.
#![no_std]
#![no_main]

mod support;
use core::ops::{Add, Index, Mul};
use support::{int, line, print};

trait Animal {
    fn name(&self) -> &str;
    fn legs(&self) -> i64 {
        4
    }
    fn describe(&self) {
        print(self.name());
        int(self.legs());
    }
}

struct Dog;
struct Bird {
    name: &'static str,
    flies: bool,
}

impl Animal for Dog {
    fn name(&self) -> &str {
        "dog"
    }
}

impl Animal for Bird {
    fn name(&self) -> &str {
        self.name
    }
    fn legs(&self) -> i64 {
        if self.flies { 2 } else { 20 }
    }
}

impl Drop for Bird {
    fn drop(&mut self) {
        print("gone");
    }
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Vec2<T> {
    x: T,
    y: T,
}

impl<T: Add<Output = T>> Add for Vec2<T> {
    type Output = Vec2<T>;
    fn add(self, o: Self) -> Self {
        Vec2 { x: self.x + o.x, y: self.y + o.y }
    }
}

impl<T: Mul<Output = T> + Copy> Mul<T> for Vec2<T> {
    type Output = Vec2<T>;
    fn mul(self, by: T) -> Self {
        Vec2 { x: self.x * by, y: self.y * by }
    }
}

struct Wrapping<'a>(&'a [i64]);

impl Index<usize> for Wrapping<'_> {
    type Output = i64;
    fn index(&self, at: usize) -> &i64 {
        &self.0[at % self.0.len()]
    }
}

fn sum_all<T: Copy + Add<Output = T> + Default>(v: &[T]) -> T {
    v.iter().fold(T::default(), |a, &b| a + b)
}

fn total(animals: &[&dyn Animal]) -> i64 {
    animals.iter().map(|a| a.legs()).sum()
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let bird = Bird { name: "owl", flies: true };
    {
        let emu = Bird { name: "emu", flies: false };
        let animals: [&dyn Animal; 3] = [&Dog, &bird, &emu];
        for animal in animals {
            animal.describe();
        }
        int(total(&animals));
    }
    let v = (Vec2 { x: 1, y: 2 } + Vec2 { x: 10, y: 20 }) * 3;
    int(v.x * 1000 + v.y);
    int((Vec2 { x: 1.5, y: 2.5 } * 2.0 < Vec2 { x: 3.0, y: 5.5 }) as i64);
    int(Wrapping(&[1, 2, 3])[100] + sum_all(&[1i64, 2, 3]) + sum_all(&[1u8, 2]) as i64);
    line();
    7
}
