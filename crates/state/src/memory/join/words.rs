//! How wide the values are that lie in bytes which do not tell: known ones, ones never written, elements of arrays.
//!
//! A page does not remember how its known bytes were stored, and remembering would cost every store of a program. So the
//! bytes are looked at, in aligned words. It is a question of cost and never of truth: a number that is joined byte by
//! byte is read back as the same number in more terms, and a text that is joined in words as the same bytes.
//!
//! - A word of 8 bytes that is the address of an object in some state is a pointer.
//! - A word in which a single byte differs is left to that byte: a number is read back as a choice between bytes, extended.
//! - A word of 8 bytes is a number if its upper half differs, and is only the sign in every state, or looks like that of a
//!   floating-point number of everyday size.
//! - A word of 4 or 2 bytes is a number if two bytes or more differ.
//! - But what is text in every state is bytes, and so is what is not known in every state, unless the word is the whole
//!   object.

use smallvec::SmallVec;

use super::super::address;
use super::contents::Span;
use super::held::Held;

/// Cuts runs of bytes that differ into pieces, which may be wider than the runs but lie in the gap.
pub(super) fn cut(
    present: &[Held<'_>],
    whole: Option<u64>,
    gap: Span,
    runs: impl Iterator<Item = Span>,
    pieces: &mut Vec<Span>,
) {
    let mut done = gap.0;
    for (from, to) in runs {
        let mut at = from.max(done);
        while at < to {
            let piece = piece_at(present, whole, gap, at);
            pieces.push(piece);
            at = piece.1;
        }
        done = done.max(at);
    }
}

/// The widest word around a byte that looks like one.
fn piece_at(present: &[Held<'_>], whole: Option<u64>, gap: Span, at: u64) -> Span {
    for bytes in [8_u64, 4, 2] {
        let start = at / bytes * bytes;
        let end = start + bytes;
        if start < gap.0 || end > gap.1 {
            continue;
        }
        let words: SmallVec<[Option<u64>; 8]> =
            present.iter().map(|held| held.contents.constant_word(start, bytes as u32)).collect();
        if is_word(&words, bytes, whole == Some(bytes)) {
            return (start, end);
        }
    }
    (at, at + 1)
}

/// Returns true if what the states hold in an aligned word is one value; none is what is not known.
fn is_word(words: &[Option<u64>], bytes: u64, is_whole: bool) -> bool {
    let known = || words.iter().flatten().copied();
    if bytes == 8 && known().any(|word| address::base_of(word).is_some()) {
        return true;
    }
    let all_known = words.iter().all(Option::is_some);
    if known().all(|word| is_text(word, bytes)) || (!all_known && !is_whole) {
        return false;
    }
    if !all_known {
        return true;
    }
    let first = known().next().unwrap_or(0);
    let differ = known().fold(0, |differ, word| differ | (word ^ first));
    let count = differ.to_le_bytes().into_iter().filter(|&byte| byte != 0).count();
    match bytes {
        8 => differ >> 32 != 0 && (known().all(is_small) || known().all(is_double)),
        _ => count > 1,
    }
}

/// Returns true if each byte is a printable character, a white space or the end of a text.
fn is_text(word: u64, bytes: u64) -> bool {
    word.to_le_bytes()[..bytes as usize].iter().all(|&byte| matches!(byte, 0 | 9..=13 | 32..=126))
}

/// Returns true if a number of 64 bits fits 32, with or without a sign.
fn is_small(word: u64) -> bool {
    word >> 32 == 0 || word.cast_signed() >> 31 == -1
}

/// Returns true if a word is zero, or a floating-point number between 2^-64 and 2^64.
fn is_double(word: u64) -> bool {
    word == 0 || (1023 - 64..1023 + 64).contains(&(word >> 52 & 0x7ff))
}

#[cfg(test)]
mod tests {
    use super::super::super::contents::Contents;
    use super::*;

    fn pieces(states: &[&[u8]]) -> Vec<Span> {
        let contents: Vec<Contents> = states.iter().map(|bytes| Contents::of_bytes(bytes)).collect();
        let present: Vec<Held<'_>> = contents.iter().map(|contents| Held { contents, unknown: None }).collect();
        let len = states[0].len() as u64;
        let differs = |&at: &u64| states.iter().any(|bytes| bytes[at as usize] != states[0][at as usize]);
        let runs = (0..len).filter(differs).map(|at| (at, at + 1));
        let mut pieces = Vec::new();
        cut(&present, None, (0, len), runs, &mut pieces);
        pieces
    }

    #[test]
    fn numbers_pointers_and_texts_are_told_apart() {
        let number = |number: i32| number.to_le_bytes();
        assert_eq!(pieces(&[&number(1), &number(2)]), [(0, 1)]);
        assert_eq!(pieces(&[&number(255), &number(256)]), [(0, 4)]);
        assert_eq!(pieces(&[&number(-1), &number(1), &number(0)]), [(0, 4)]);
        assert_eq!(pieces(&[&(-1_i64).to_le_bytes(), &1_i64.to_le_bytes()]), [(0, 8)]);
        assert_eq!(pieces(&[&1.5_f64.to_le_bytes(), &0.1_f64.to_le_bytes()]), [(0, 8)]);
        let pointer = (28_u64 << 56 | 1 << 26).to_le_bytes();
        assert_eq!(pieces(&[&pointer, &[0; 8]]), [(0, 8)]);
        assert_eq!(pieces(&[b"abcdefgh", b"abxdefyz"]), [(2, 3), (6, 7), (7, 8)]);
        assert_eq!(pieces(&[b"ab\0\0", b"ba\0\0"]), [(0, 1), (1, 2)]);
        let pair = |a: i32, b: i32| (a as u32 as u64 | (b as u32 as u64) << 32).to_le_bytes();
        assert_eq!(pieces(&[&pair(1, 700), &pair(-1, 900)]), [(0, 4), (4, 8)]);
    }
}
