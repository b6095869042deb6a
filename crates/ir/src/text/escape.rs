//! Names and strings in quotes, LLVM's way: what is not printable ASCII is a backslash and two hexadecimal digits.

/// Whether a name can stand without quotes: it must not look like a number and hold no other sign.
pub(super) fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes.next().is_some_and(|byte| is_name_byte(byte) && !byte.is_ascii_digit());
    first && bytes.all(is_name_byte)
}

/// The bytes of names without quotes.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

/// Appends `bytes` in quotes.
pub(super) fn quote(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => {
                out.push('\\');
                out.push(char::from(DIGITS[usize::from(byte >> 4)]));
                out.push(char::from(DIGITS[usize::from(byte & 15)]));
            }
            plain => out.push(char::from(plain)),
        }
    }
    out.push('"');
}

/// What stands between quotes. None if a backslash is not followed by two hexadecimal digits.
pub(super) fn unquote(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut result = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        result.push(match byte {
            b'\\' => digit(bytes.next()?)? << 4 | digit(bytes.next()?)?,
            plain => plain,
        });
    }
    Some(result)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        quote(&mut text, &bytes);
        assert!(text.is_ascii());
        assert_eq!(unquote(&text[1..text.len() - 1]), Some(bytes));
        assert_eq!((unquote("\\4"), unquote("\\xy")), (None, None));
    }
}
