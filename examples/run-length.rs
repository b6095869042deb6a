//! Run-length coding, forth and back: a Rust program of a few lines for `braid ir`.

fn encode(input: &[u8]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &byte in input {
        match runs.last_mut() {
            Some((last, count)) if *last == byte && *count < u8::MAX => *count += 1,
            _ => runs.push((byte, 1)),
        }
    }
    runs
}

fn decode(runs: &[(u8, u8)]) -> Vec<u8> {
    runs.iter().flat_map(|&(byte, count)| std::iter::repeat_n(byte, usize::from(count))).collect()
}

fn main() {
    let text = b"aaaaabbbc";
    assert_eq!(decode(&encode(text)), text);
    println!("{:?}", encode(text));
}
