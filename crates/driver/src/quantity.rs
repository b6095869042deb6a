//! Amounts with units, as people write them: `60s`, `5min`, `4GiB`, `500MB`.

use std::time::Duration;

/// Units of time in seconds.
const TIMES: &[(&str, f64)] =
    &[("ms", 0.001), ("s", 1.0), ("sec", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0), ("d", 86400.0), ("", 1.0)];

/// Units of memory in bytes; a bare number is in MiB, as KLEE's users expect.
const SIZES: &[(&str, f64)] = &[
    ("B", 1.0),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("K", 1024.0),
    ("M", 1_048_576.0),
    ("G", 1_073_741_824.0),
    ("", 1_048_576.0),
];

/// Reads a time.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = amount(text, TIMES, "such as 60s, 5min or 2h")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("'{text}' is too long"))
}

/// Reads a number of bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let bytes = amount(text, SIZES, "such as 4GiB or 500MB")?;
    if bytes < 1.0 { Err(format!("'{text}' is nothing")) } else { Ok(bytes as u64) }
}

fn amount(text: &str, units: &[(&str, f64)], examples: &str) -> Result<f64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().map_err(|_| format!("'{text}' is no amount; write one {examples}"))?;
    let unit = text[end..].trim();
    let factor = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|&(_, factor)| factor);
    factor.map(|factor| number * factor).ok_or_else(|| format!("'{unit}' is no unit; write an amount {examples}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_their_units() {
        assert_eq!(time("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(time("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("2000"), Ok(2000 << 20));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in ["", "s", "1x", "-3s", "1..2s", "10 parsecs"] {
            assert!(time(text).is_err(), "{text}");
        }
        assert!(bytes("0").is_err() && bytes("many").is_err());
    }
}
