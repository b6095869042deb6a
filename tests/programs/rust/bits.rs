//! Bit manipulation, byte order conversion, const evaluation, const generics, arrays of arrays, shadowing, labels.
#![no_std]
#![no_main]

mod support;
use support::{hex, int, line};

const fn table() -> [u32; 256] {
    let mut t = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (mut c, mut k) = (i as u32, 0);
        while k < 8 {
            c = if c & 1 == 1 { 0xedb8_8320 ^ c >> 1 } else { c >> 1 };
            k += 1;
        }
        t[i] = c;
        i += 1;
    }
    t
}

static TABLE: [u32; 256] = table();

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |c, &b| TABLE[((c ^ b as u32) & 255) as usize] ^ c >> 8)
}

fn transpose<const R: usize, const C: usize>(m: [[i64; C]; R]) -> [[i64; R]; C] {
    let mut out = [[0; R]; C];
    for (r, row) in m.iter().enumerate() {
        for (c, &x) in row.iter().enumerate() {
            out[c][r] = x;
        }
    }
    out
}

fn search(limit: u64) -> u64 {
    'outer: for n in 2..limit {
        for d in 2..n {
            if n % d == 0 {
                continue 'outer;
            }
        }
        if n.count_ones() == 7 {
            break 'outer;
        } else if n == 1009 {
            return n;
        }
    }
    0
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    hex(crc(b"123456789") as u64);
    let x = 0x0123_4567_89ab_cdefu64;
    hex(x.swap_bytes() ^ u64::from_be_bytes(x.to_le_bytes()) ^ x.rotate_left(12));
    hex(u64::from_le_bytes([1, 2, 3, 4, 5, 6, 7, 8]));
    hex(((x as u128 * x as u128) >> 32) as u64);
    hex((x as i64 >> 9) as u64 | (x >> 60 << 3));
    for row in transpose([[1, 2, 3], [4, 5, 6]]) {
        int(row[0] * 10 + row[1]);
    }
    int(search(2000) as i64);
    int(x.leading_zeros() as i64 * 100 + x.trailing_ones() as i64);
    line();
    (crc(b"exit") & 0x3f) as i32
}
