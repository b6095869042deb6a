//! Enums with data, nested matches, guards, bindings, niches, state machines.
#![no_std]
#![no_main]

mod support;
use support::{int, line, print};

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Circle(i32),
    Rect { w: i32, h: i32 },
    Point,
}

fn area(shape: Shape) -> i32 {
    match shape {
        Shape::Circle(r) if r < 0 => -1,
        Shape::Circle(r @ 0..=9) => 3 * r * r,
        Shape::Circle(r) => 314 * r * r / 100,
        Shape::Rect { w, h: 1 } | Shape::Rect { w: 1, h: w } => w,
        Shape::Rect { w, h } => w * h,
        Shape::Point => 0,
    }
}

#[derive(Clone, Copy)]
enum State {
    Start,
    Number(i64),
    Sign(bool),
    Failed(u8),
}

fn step(state: State, c: u8) -> State {
    match (state, c) {
        (State::Start, b'-') => State::Sign(true),
        (State::Start, b'+') => State::Sign(false),
        (State::Start | State::Sign(false), b'0'..=b'9') => State::Number((c - b'0') as i64),
        (State::Sign(true), b'0'..=b'9') => State::Number(-((c - b'0') as i64)),
        (State::Number(n), b'0'..=b'9') if n < 0 => State::Number(n * 10 - (c - b'0') as i64),
        (State::Number(n), b'0'..=b'9') => State::Number(n * 10 + (c - b'0') as i64),
        (State::Failed(_), _) => state,
        (_, c) => State::Failed(c),
    }
}

fn parse(s: &str) -> Result<i64, u8> {
    match s.bytes().fold(State::Start, step) {
        State::Number(n) => Ok(n),
        State::Failed(c) => Err(c),
        State::Start | State::Sign(_) => Err(0),
    }
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let shapes = [Shape::Circle(-1), Shape::Circle(5), Shape::Circle(20), Shape::Rect { w: 1, h: 7 }, Shape::Rect { w: 3, h: 4 }, Shape::Point];
    for shape in shapes {
        int(area(shape) as i64);
    }
    int((shapes[1] == Shape::Circle(5)) as i64);
    line();
    for text in ["42", "-9000000000", "+7", "", "-", "12x", "--1"] {
        match parse(text) {
            Ok(n) => int(n),
            Err(0) => print("short"),
            Err(c) => {
                print("bad");
                int(c as i64);
            }
        }
    }
    let niche: [Option<&i32>; 3] = [None, Some(&5), Some(&-5)];
    int(niche.iter().flatten().map(|x| **x as i64 + 10).sum());
    int(core::mem::size_of::<Option<&i32>>() as i64);
    line();
    0
}
