//! Formats, collections and iterators of Rust's library, and a last line without an end, which appears when main is done.
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::io::Write;

#[derive(Debug, Clone, PartialEq)]
struct Matrix<const N: usize>([[i64; N]; N]);

impl<const N: usize> fmt::Display for Matrix<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>4}")).collect();
            writeln!(f, "[{}]", cells.join(","))?;
        }
        Ok(())
    }
}

fn formats() {
    println!("{:5}|{:<5}|{:^5}|{:>5}|{:05}|{:+}|{:#x}|{:#010b}|{:e}", 42, 42, 42, 42, -42, 42, 255, 5, 1500.0);
    println!("{:.3} {:8.2} {:?} {:?} {} {}", 3.14159, 2.5, 1.0, 1e21, f64::NAN, f32::MAX);
    println!("{:?} {:?} {:?}", "quote \" tab \t é", 'x', Some(Ok::<u8, String>(3)));
    println!("{:#?}", (1, vec!["a", "b"], Matrix([[1, 2], [3, 4]])));
    println!("{}", u128::MAX / 3 * 2 + 1);
    println!("{}", i128::MIN);
    println!("{0}-{name}-{0}", 7, name = "name");
    let width = 9;
    println!("{:>width$.prec$}", 2.718281828, prec = 4);
}

fn collections() {
    let text = "the quick brown fox jumps over the lazy dog the end";
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_default() += 1;
    }
    println!("{counts:?}");
    let mut heap: BinaryHeap<(usize, &str)> = counts.iter().map(|(&word, &count)| (count, word)).collect();
    while let Some((count, word)) = heap.pop() {
        print!("{word}:{count} ");
    }
    println!();
    let squares: HashMap<u32, u32> = (0..50).map(|n| (n, n * n)).collect();
    let mut keys: Vec<_> = squares.iter().filter(|&(_, &square)| square % 7 == 1).map(|(key, _)| *key).collect();
    keys.sort_unstable_by(|a, b| b.cmp(a));
    println!("{keys:?}");
    let seen: HashSet<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    let mut queue: VecDeque<i32> = (1..=10).collect();
    queue.rotate_left(3);
    println!("{} {queue:?}", seen.len());
}

fn iterators() {
    let sum: i64 = (1..=100).zip((1..=100).rev()).map(|(a, b)| a * b).sum();
    let (even, odd): (Vec<i32>, Vec<i32>) = (0..20).partition(|n| n % 2 == 0);
    let windows: Vec<i32> = odd.windows(3).map(|w| w.iter().product()).collect();
    println!("{sum} {even:?} {windows:?} {:?}", odd.chunks(4).map(|c| c.len()).collect::<Vec<_>>());
    let parsed: Result<Vec<i32>, _> = "1,2,x,4".split(',').map(str::parse::<i32>).collect();
    println!("{parsed:?} {:?}", "5,6".split(',').map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>());
    let text: String = "Hello, World".chars().rev().flat_map(char::to_lowercase).collect();
    println!("{text} {:?} {:?}", text.find("row"), text.char_indices().filter(|(_, c)| "aeiou".contains(*c)).last());
}

fn main() {
    formats();
    collections();
    iterators();
    print!("{}", Matrix([[1, -2, 3], [4, 5, 6], [7, 8, 9]]));
    std::io::stderr().write_all(b"on the other stream\n").expect("standard error takes it");
    print!("no newline");
    print!(" at the end");
}
