//! The options of the symbolic environment on a command line.
//!
//! They stand before the program, behind it, or among its arguments, with one dash or two, and their order counts. So they are
//! not parsed with the other options: all of them become words behind `--`.

use std::ffi::OsString;

use braid_report::world::{OPTIONS, WorldOption};

/// A command line in which these options stand behind `--`, in their order, before the words that are there.
pub(crate) fn gather(line: Vec<OsString>) -> Vec<OsString> {
    if line.get(1).is_none_or(|command| command != "run") {
        return line;
    }
    let end = line.iter().position(|word| word == "--").unwrap_or(line.len());
    let (mut others, mut gathered) = (Vec::new(), Vec::new());
    let mut before = line[..end].iter().peekable();
    while let Some(word) = before.next() {
        let Some((option, value)) = word.to_str().and_then(WorldOption::of) else {
            others.push(word.clone());
            continue;
        };
        gathered.push(word.clone());
        for _ in usize::from(value.is_some())..option.operands.len() {
            gathered.extend(before.next_if(|word| !word.to_string_lossy().starts_with("--")).cloned());
        }
    }
    if gathered.is_empty() {
        return line;
    }
    let behind = line[end..].iter().skip(1).cloned();
    others.into_iter().chain([OsString::from("--")]).chain(gathered).chain(behind).collect()
}

/// The options, for the help.
pub(crate) fn help() -> String {
    let mut text = String::from("The symbolic environment (also among the arguments, with one dash or two):\n");
    for option in OPTIONS {
        let usage = format!("--{} {}", option.name, option.operands.join(" "));
        text += &format!("  {:<27} {}\n", usage.trim_end(), option.help);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(line: &str) -> String {
        let words = gather(line.split_whitespace().map(OsString::from).collect());
        words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_gathered_from_everywhere_in_their_order() {
        assert_eq!(gathered("braid run a.c --seed 1"), "braid run a.c --seed 1");
        let line = "braid run -sym-arg 2 a.c --sym-args 0 2 3 --seed 1 --sym-stdin=8 -- -d --sym-arg 1";
        let expected = "braid run a.c --seed 1 -- -sym-arg 2 --sym-args 0 2 3 --sym-stdin=8 -d --sym-arg 1";
        assert_eq!(gathered(line), expected);
        assert_eq!(gathered("braid run a.c --sym-arg --seed 1"), "braid run a.c --seed 1 -- --sym-arg");
        assert_eq!(gathered("braid replay --sym-arg 1"), "braid replay --sym-arg 1");
    }
}
