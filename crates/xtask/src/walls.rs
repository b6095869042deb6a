//! The dependency walls: which crate may know which.
//!
//! The rows of [`WALLS`] are the layers of `docs/architecture.md`. A crate is listed with all it may use, itself the
//! decision of a person: a new crate without a row is refused, so that nobody forgets to think about it. Dependencies
//! that only tests use are free, except that a test kit never becomes part of the product, and that what merging plugs into
//! ([`ABSENT`]) is tested without it.
//!
//! [`EXTERNAL`] does the same for crates from outside that belong to some parts alone (another user would be another
//! way of doing the same thing). Every outside crate must be explained in `docs/dependencies.md`.

use std::path::Path;

use crate::violation::Violation;
use crate::workspace::{self, Crate};

/// Each crate with the crates of ours that it may use, lower layers first. Later layers are listed before they exist:
/// their walls were decided with the architecture.
const WALLS: &[(&str, &[&str])] = &[
    ("braid-entity", &[]),
    ("braid-heap", &[]),
    ("braid-mathlib", &[]),
    ("braid-expr", &["entity"]),
    ("braid-guard", &["entity", "expr"]),
    ("braid-solver", &["entity", "expr", "guard"]),
    ("braid-ir", &["entity"]),
    ("braid-float", &["ir"]),
    ("braid-bitcode", &["entity", "ir"]),
    ("braid-analysis", &["entity", "ir"]),
    ("braid-passes", &["entity", "ir", "analysis"]),
    ("braid-link", &["entity", "ir", "bitcode"]),
    ("braid-state", &["entity", "expr", "ir"]),
    ("braid-code", &["entity", "expr", "ir", "state", "analysis"]),
    ("braid-exec", &["entity", "mathlib", "expr", "guard", "ir", "float", "state", "code", "solver"]),
    ("braid-report", &[]),
    ("braid-env", &["entity", "expr", "ir", "state", "code", "solver", "exec", "report"]),
    ("braid-merge", &["entity", "expr", "ir", "state", "analysis", "code", "guard", "solver", "report"]),
    ("braid-search", &["entity", "ir", "state", "analysis"]),
    ("braid-replay", &["report", "link"]),
    (
        "braid-driver",
        &[
            "entity", "expr", "solver", "ir", "bitcode", "analysis", "passes", "link", "state", "code", "exec", "env",
            "merge", "search", "report",
        ],
    ),
    (
        "braid-cli",
        &[
            "entity", "heap", "expr", "solver", "ir", "bitcode", "analysis", "passes", "link", "report", "replay",
            "driver",
        ],
    ),
    // Not part of the product: an interpreter and corpus for tests, benchmarks, and this crate.
    ("braid-testkit", &["entity", "ir", "float", "bitcode", "analysis", "passes", "link"]),
    ("braid-testing", &[]),
    ("braid-bench", &["entity", "expr", "solver", "ir", "bitcode", "analysis", "passes", "link", "testing"]),
    ("braid-mutants", &["ir", "link", "passes", "testing"]),
    ("braid-gauntlet", &["report", "testkit", "testing"]),
    ("xtask", &[]),
];

/// Crates that build and pass their tests without another: a way of merging touches none of them.
const ABSENT: &[(&str, &str)] = &[
    ("braid-state", "braid-merge"),
    ("braid-code", "braid-merge"),
    ("braid-exec", "braid-merge"),
    ("braid-search", "braid-merge"),
];

/// Crates that only tests and measurements may use.
const NOT_PRODUCT: &[&str] =
    &["braid-testkit", "braid-testing", "braid-bench", "braid-mutants", "braid-gauntlet", "xtask"];

/// Outside crates that belong to some parts, with those.
const EXTERNAL: &[(&str, &[&str])] = &[
    ("clap", &["braid-cli", "braid-driver", "braid-merge"]),
    ("gimli", &["braid-replay"]),
    ("object", &["braid-link", "braid-replay"]),
    ("proc-macro2", &["xtask"]),
    ("rustc_apfloat", &["braid-float"]),
    ("cap", &["braid-cli"]),
    ("libc", &["braid-heap"]),
    ("rustix", &["braid-bench", "braid-driver", "braid-replay"]),
    ("sha2", &["braid-report"]),
    ("tar", &["braid-report"]),
];

/// Outside crates that are oracles: only tests may use them.
const ORACLES: &[&str] = &["batsat", "biodivine-lib-bdd", "llvm-bitcode"];

/// The parts that call C and have lints of their own: the workspace's forbid unsafe code.
const OWN_LINTS: &[&str] = &["braid-heap", "braid-mathlib"];

/// Checks the walls of the workspace at `root`.
pub(crate) fn check(root: &Path) -> Vec<Violation> {
    let crates = match workspace::crates(root) {
        Ok(crates) => crates,
        Err(error) => return vec![Violation::new("Cargo.toml", error)],
    };
    let page = std::fs::read_to_string(root.join("docs/dependencies.md")).unwrap_or_default();
    let mut violations: Vec<Violation> = crates.iter().flat_map(crossings).collect();
    violations.extend(crates.iter().flat_map(|member| unexplained(member, &crates, &page)));
    violations.extend(crates.iter().flat_map(|member| untold(member, &crates, &page)));
    violations.extend(crates.iter().filter_map(without_lints));
    violations.sort();
    violations.dedup();
    violations
}

/// Dependencies of one crate that cross a wall.
fn crossings(member: &Crate) -> Vec<Violation> {
    let Some((_, allowed)) = WALLS.iter().find(|(name, _)| *name == member.name) else {
        return vec![Violation::new(
            &member.name,
            "is not in the table of walls; decide what it may know and add a row",
        )];
    };
    let in_product = member.dependencies.iter().filter_map(|other| crossing(&member.name, allowed, other));
    in_product.chain(member.dev_dependencies.iter().filter_map(|other| seen_in_tests(&member.name, other))).collect()
}

/// A crate whose tests need another that it may not know, though it must build and be tested without it.
fn seen_in_tests(member: &str, other: &str) -> Option<Violation> {
    let is_absent = ABSENT.iter().any(|&(name, absent)| name == member && absent == other);
    is_absent.then(|| Violation::new(member, format!("must be tested without {other} (docs/architecture.md)")))
}

fn crossing(member: &str, allowed: &[&str], other: &str) -> Option<Violation> {
    let refusal = |why: &str| Some(Violation::new(member, format!("must not depend on {other}: {why}")));
    if NOT_PRODUCT.contains(&other) && !NOT_PRODUCT.contains(&member) {
        return refusal("it is for tests only");
    }
    if ORACLES.contains(&other) {
        return refusal("it is an oracle for tests only");
    }
    if let Some((_, owners)) = EXTERNAL.iter().find(|(name, owners)| *name == other && !owners.contains(&member)) {
        return refusal(&format!("only {} may", owners.join(", ")));
    }
    match other.strip_prefix("braid-") {
        Some(layer) if !allowed.contains(&layer) => refusal("it is behind a wall (docs/architecture.md)"),
        _ => None,
    }
}

/// Outside crates that `docs/dependencies.md` does not explain.
fn unexplained(member: &Crate, crates: &[Crate], page: &str) -> Vec<Violation> {
    let outside = |name: &&String| !crates.iter().any(|other| other.name == **name);
    let used = member.dependencies.iter().chain(&member.dev_dependencies);
    used.filter(outside)
        .filter(|name| !page.contains(&format!("`{name}`")))
        .map(|name| Violation::new(&member.name, format!("uses {name}, which docs/dependencies.md does not explain")))
        .collect()
}

/// Outside crates that a part of the product uses, and whose row in the table of the product does not name that part.
fn untold(member: &Crate, crates: &[Crate], page: &str) -> Vec<Violation> {
    if NOT_PRODUCT.contains(&member.name.as_str()) {
        return Vec::new();
    }
    let part = member.name.strip_prefix("braid-").unwrap_or(&member.name);
    let outside = |name: &&String| !crates.iter().any(|other| other.name == **name);
    let is_told = |name: &str| {
        product_rows(page).any(|(row, users)| row == name && (users == "most" || users.contains(&format!("`{part}`"))))
    };
    let untold = member.dependencies.iter().filter(outside).filter(|name| !is_told(name));
    let what =
        |name: &String| format!("uses {name}, which the table of the product in docs/dependencies.md does not tell");
    untold.map(|name| Violation::new(&member.name, what(name))).collect()
}

/// The rows of the table of the product: the name of a crate and who uses it.
fn product_rows(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let table = page.split("## ").find(|section| section.starts_with("Crates in the product")).unwrap_or_default();
    table.lines().filter_map(|line| {
        let mut columns = line.split('|').map(str::trim).skip(1);
        let name = columns.next()?.strip_prefix('`')?.strip_suffix('`')?;
        Some((name, columns.next()?))
    })
}

/// A crate that does not take the lints of the workspace escapes every rule that clippy enforces for us.
fn without_lints(member: &Crate) -> Option<Violation> {
    if OWN_LINTS.contains(&member.name.as_str()) {
        return None;
    }
    let manifest = std::fs::read_to_string(&member.manifest).unwrap_or_default();
    let inherits = manifest.lines().any(|line| line.trim() == "[lints]") && manifest.contains("workspace = true");
    (!inherits)
        .then(|| Violation::new(&member.name, "does not inherit the workspace's lints ([lints] workspace = true)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(name: &str, dependencies: &[&str], dev_dependencies: &[&str]) -> Crate {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Crate {
            name: name.to_owned(),
            library: None,
            manifest: "nowhere/Cargo.toml".into(),
            dependencies: owned(dependencies),
            dev_dependencies: owned(dev_dependencies),
        }
    }

    #[test]
    fn what_the_architecture_allows_passes() {
        assert_eq!(crossings(&sample("braid-solver", &["braid-entity", "braid-expr", "rustc-hash"], &[])), []);
    }

    #[test]
    fn each_wall_holds() {
        for (member, other) in [
            ("braid-expr", "braid-ir"),
            ("braid-expr", "braid-solver"),
            ("braid-ir", "braid-expr"),
            ("braid-bitcode", "braid-expr"),
            ("braid-bitcode", "braid-state"),
            ("braid-exec", "braid-merge"),
            ("braid-exec", "braid-search"),
            ("braid-expr", "braid-state"),
            ("braid-report", "braid-expr"),
            ("braid-ir", "clap"),
            ("braid-bitcode", "llvm-bitcode"),
            ("braid-solver", "batsat"),
            ("braid-cli", "braid-testkit"),
        ] {
            assert_eq!(crossings(&sample(member, &[other], &[])).len(), 1, "{member} -> {other}");
            if !ABSENT.contains(&(member, other)) {
                assert_eq!(crossings(&sample(member, &[], &[other])), [], "tests of {member} may use {other}");
            }
        }
    }

    #[test]
    fn the_parts_that_merging_plugs_into_are_tested_without_it() {
        for (member, absent) in ABSENT {
            assert_eq!(crossings(&sample(member, &[absent], &[])).len(), 1, "{member} -> {absent}");
            assert_eq!(crossings(&sample(member, &[], &[absent])).len(), 1, "tests of {member} -> {absent}");
        }
    }

    #[test]
    fn the_table_of_the_product_names_who_uses_what() {
        let page = "## Crates in the product\n| `a` | `ir`, `link` | x |\n| `b` | most | x |\n## Crates in tests\n| `c` | `ir` | x |";
        let count = |member: &str, name: &str| untold(&sample(member, &[name], &[]), &[], page).len();
        assert_eq!([count("braid-ir", "a"), count("braid-link", "a"), count("braid-expr", "b")], [0; 3]);
        assert_eq!([count("braid-expr", "a"), count("braid-ir", "c"), count("braid-ir", "d")], [1; 3]);
        assert_eq!(count("xtask", "d"), 0);
    }

    #[test]
    fn a_crate_without_a_row_is_refused() {
        assert_eq!(crossings(&sample("braid-surprise", &[], &[])).len(), 1);
    }

    #[test]
    fn the_table_has_no_cycle() {
        for (at, (name, allowed)) in WALLS.iter().enumerate() {
            for layer in *allowed {
                let below = WALLS.iter().position(|(other, _)| other.strip_prefix("braid-") == Some(layer));
                assert!(below.is_some_and(|below| below < at), "{name} may use {layer}, which does not come before it");
            }
        }
    }

    #[test]
    fn an_unexplained_crate_is_found() {
        let member = sample("braid-ir", &["smallvec"], &["proptest"]);
        assert_eq!(unexplained(&member, &[], "`smallvec`: short lists").len(), 1);
        assert_eq!(unexplained(&member, &[], "`smallvec` and `proptest`"), []);
    }

    #[test]
    fn a_crate_without_our_lints_is_found() {
        assert!(
            without_lints(&sample("braid-ir", &[], &[])).is_some(),
            "a manifest that is not there inherits nothing"
        );
    }
}
