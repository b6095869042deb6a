//! Symbols that nothing defines: which the linker misses, and stubs for them.
//!
//! The engine explores a program that calls what nobody defines up to such a call. Natively that program does not link,
//! so each missing symbol becomes a stub that reports its name and ends the program when it is called. Only the linker
//! knows what the libraries of the machine define, so its messages are read.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// How linkers name a missing symbol, up to the symbol: GNU ld, gold, lld.
const BEFORE: &[&str] = &["undefined reference to `", "undefined reference to '", "undefined symbol: "];
/// How names begin that the libraries of C++ define.
const CPP: &[&str] = &["_Z", "__cxa_", "__gxx_"];
/// Makes the linker name symbols as object files do; that of macOS does not know it.
pub(crate) const PLAIN_NAMES: &[&str] = if cfg!(target_os = "macos") { &[] } else { &["-Wl,--no-demangle"] };

/// The symbols that a linker's messages say are missing.
pub(crate) fn named_in(messages: &str) -> BTreeSet<String> {
    messages.lines().filter_map(named_in_line).collect()
}

fn named_in_line(line: &str) -> Option<String> {
    let rest = BEFORE.iter().find_map(|before| Some(line.split_once(before)?.1))?;
    let name: String = rest.chars().take_while(|&letter| is_of_a_name(letter)).collect();
    (!name.is_empty()).then_some(name)
}

/// Returns true for the letters of C, C++ and Rust symbols; others would need quotes in the stubs' file.
fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.')
}

/// Returns true if the libraries of C++ may define one of the symbols.
pub(crate) fn are_of_cpp(names: &BTreeSet<String>) -> bool {
    names.iter().any(|name| CPP.iter().any(|begin| name.starts_with(begin)))
}

/// A C file that defines each symbol as a function that reports its name to the harness and ends the program.
pub(crate) fn stubs(names: &BTreeSet<String>) -> String {
    let mut text = "__attribute__((noreturn)) void braid_undefined_symbol(const char *name);\n".to_owned();
    for (at, name) in names.iter().enumerate() {
        writeln!(text, "void stub{at}(void) __asm__(\"{name}\");").expect("a string takes all");
        writeln!(text, "void stub{at}(void) {{ braid_undefined_symbol(\"{name}\"); }}").expect("a string takes all");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_linker_names_what_is_missing() {
        let messages = "\
/usr/bin/ld: part0.o: in function `main':
/tmp/a.c:3:(.text+0x1c): undefined reference to `missing'
/tmp/a.c:9: more undefined references to `missing' follow
a.o:a.c:function main: error: undefined reference to '_Z5otherv'
ld.lld: error: undefined symbol: third
>>> referenced by a.c:3
clang: error: linker command failed with exit code 1";
        let names = named_in(messages);
        assert_eq!(names.iter().collect::<Vec<_>>(), ["_Z5otherv", "missing", "third"]);
        assert!(are_of_cpp(&names) && !are_of_cpp(&named_in("undefined symbol: third")));
    }

    #[test]
    fn other_messages_name_nothing() {
        assert!(named_in("undefined reference to `'\nmultiple definition of `x'; y").is_empty());
    }

    #[test]
    fn a_stub_has_the_name_of_the_symbol() {
        let text = stubs(&["a.b".to_owned()].into());
        assert!(text.contains("__asm__(\"a.b\")") && text.contains("braid_undefined_symbol(\"a.b\")"), "{text}");
    }
}
