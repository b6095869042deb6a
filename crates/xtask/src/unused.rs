//! Dependencies that a crate names and does not use.
//!
//! A dependency counts as used if its name stands somewhere as a word of Rust: those of the product in `src` or the build
//! script, those of tests also in `tests`, `examples` and `benches`. Tokens are looked at, not text, so that a
//! comment is no use. A dependency of the product that only tests of the crate use is not found: that needs a compiler.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::source::SourceFile;
use crate::violation::Violation;
use crate::workspace::{self, Crate};

/// Where the product of a crate lies, and where the rest.
const PRODUCT: &[&str] = &["src", "build.rs"];
const TESTS: &[&str] = &["src", "build.rs", "tests", "examples", "benches"];

/// Checks every crate of the workspace at `root`.
pub(crate) fn check(root: &Path) -> Vec<Violation> {
    let crates = match workspace::crates(root) {
        Ok(crates) => crates,
        Err(error) => return vec![Violation::new("Cargo.toml", error)],
    };
    let files = workspace::files(root);
    let words = |member: &Crate, places: &[&str]| {
        let folder =
            member.manifest.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(Path::new(""));
        let is_ours = |path: &&std::path::PathBuf| {
            places.iter().any(|place| path.starts_with(folder.join(place)))
                && path.extension().is_some_and(|end| end == "rs")
        };
        let mut words = BTreeSet::new();
        for file in files.iter().filter(is_ours).filter_map(|path| SourceFile::read(root, path)) {
            if let Some(Ok(tokens)) = file.tokens {
                collect(tokens, &mut words);
            }
        }
        words
    };
    let mut violations: Vec<Violation> = crates
        .iter()
        .flat_map(|member| unused(member, &crates, &words(member, PRODUCT), &words(member, TESTS)))
        .collect();
    violations.sort();
    violations
}

/// All words of Rust in some tokens.
fn collect(tokens: TokenStream, words: &mut BTreeSet<String>) {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(word) => drop(words.insert(word.to_string())),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// The dependencies of a crate that are not among the words of its product, or of its tests.
fn unused(member: &Crate, crates: &[Crate], product: &BTreeSet<String>, tests: &BTreeSet<String>) -> Vec<Violation> {
    let library = |name: &str| {
        let ours = crates.iter().find(|other| other.name == name).and_then(|other| other.library.clone());
        ours.unwrap_or_else(|| name.replace('-', "_"))
    };
    let missing = |names: &[String], words: &BTreeSet<String>, kind: &str| -> Vec<Violation> {
        let unused = names.iter().filter(|name| **name != member.name && !words.contains(&library(name)));
        unused.map(|name| Violation::new(&member.name, format!("does not use {name}, a {kind}: remove it"))).collect()
    };
    let mut found = missing(&member.dependencies, product, "dependency");
    found.extend(missing(&member.dev_dependencies, tests, "dependency of its tests"));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(name: &str, library: Option<&str>, dependencies: &[&str], dev_dependencies: &[&str]) -> Crate {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Crate {
            name: name.to_owned(),
            library: library.map(str::to_owned),
            manifest: "nowhere/Cargo.toml".into(),
            dependencies: owned(dependencies),
            dev_dependencies: owned(dev_dependencies),
        }
    }

    fn words(text: &str) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        collect(text.parse().expect("the sample is Rust"), &mut words);
        words
    }

    #[test]
    fn what_is_named_nowhere_is_told() {
        let crates = [
            sample("app", None, &["some-engine", "serde", "rand"], &["tempfile", "app"]),
            sample("some-engine", Some("engine"), &[], &[]),
        ];
        let product = words("use engine::Run; // rand\n fn f() { g(\"rand\") } mod m { use serde::Serialize; }");
        let found = unused(&crates[0], &crates, &product, &product);
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "app: does not use rand, a dependency: remove it",
                "app: does not use tempfile, a dependency of its tests: remove it"
            ]
        );
    }

    #[test]
    fn the_workspace_uses_what_it_names() {
        assert_eq!(check(&workspace::root()), []);
    }
}
