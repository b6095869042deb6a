//! Slices: bounds-checked indexing, ranges, splitting, swapping, windows, chunks, binary search, sorting by hand.
#![no_std]
#![no_main]

mod support;
use support::{int, line};

fn quicksort<T: PartialOrd + Copy>(v: &mut [T]) {
    if v.len() < 2 {
        return;
    }
    let pivot = v[v.len() / 2];
    let (mut i, mut j) = (0, v.len() - 1);
    loop {
        while v[i] < pivot {
            i += 1;
        }
        while v[j] > pivot {
            j -= 1;
        }
        if i >= j {
            break;
        }
        v.swap(i, j);
        i += 1;
        j -= 1;
    }
    let (left, right) = v.split_at_mut(i);
    quicksort(left);
    quicksort(right);
}

fn find(v: &[i32], x: i32) -> Option<usize> {
    let (mut low, mut high) = (0, v.len());
    while low < high {
        let mid = low + (high - low) / 2;
        match v[mid] {
            y if y == x => return Some(mid),
            y if y < x => low = mid + 1,
            _ => high = mid,
        }
    }
    None
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut v = [0i32; 25];
    for (i, x) in v.iter_mut().enumerate() {
        *x = (i as i32 * 37) % 53 - 20;
    }
    quicksort(&mut v);
    for &x in &v {
        int(x as i64);
    }
    line();
    int(find(&v, v[7]).map_or(-1, |i| i as i64));
    int(find(&v, 1000).map_or(-1, |i| i as i64));
    int(v.windows(2).filter(|w| w[1] - w[0] > 2).count() as i64);
    int(v.chunks(4).map(|c| c[0] as i64 * c.len() as i64).sum());
    int(v[3..8].iter().zip(&v[10..]).map(|(a, b)| (a * b) as i64).sum());
    let (mut first, mut rest) = (0, &v[..]);
    while let [head, middle @ .., tail] = rest {
        first = first * 2 + (head + tail) as i64;
        rest = middle;
    }
    int(first % 100_000);
    v[2..9].reverse();
    v.rotate_left(5);
    int(v.iter().enumerate().map(|(i, &x)| i as i64 * x as i64).sum());
    line();
    0
}
