//! Where the workspace lies, which files belong to it, and what cargo knows about its crates.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders of the root that hold no source of ours: version control, build output, downloaded subjects and tools.
const NOT_OURS: &[&str] = &[".git", ".bench", ".tools", ".mypy_cache", "subjects", "target"];

/// A crate of the workspace and what it depends on.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    /// Its package name.
    pub(crate) name: String,
    /// The name of its library in Rust, if it has one.
    pub(crate) library: Option<String>,
    /// Its `Cargo.toml`.
    pub(crate) manifest: PathBuf,
    /// What the product needs: normal and build dependencies.
    pub(crate) dependencies: Vec<String>,
    /// What only tests need: dependencies of its own tests, and optional ones, which features for tests bring (the product has
    /// no features).
    pub(crate) dev_dependencies: Vec<String>,
}

/// The root of the workspace, found from the place of this crate.
pub(crate) fn root() -> PathBuf {
    let crate_folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&crate_folder).ancestors().nth(2).expect("the crate lies two levels below the root").to_owned()
}

/// Every file of ours, relative to the root, in a fixed order.
pub(crate) fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let kind = entry.file_type().expect("a listed entry has a type");
            if kind.is_dir() && !is_foreign(&path, root) {
                folders.push(path);
            } else if kind.is_file() {
                found.push(relative(&path, root));
            }
        }
    }
    found.sort();
    found
}

fn is_foreign(folder: &Path, root: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    // A fuzz crate is a workspace of its own with its own build output, corpus and findings.
    let fuzz_output =
        folder.parent().is_some_and(|parent| parent.ends_with("fuzz")) && folder.join("..").join("Cargo.toml").exists();
    let output = ["target", "corpus", "artifacts", "__pycache__"].iter().any(|other| name == *other);
    (folder.parent() == Some(root) && NOT_OURS.iter().any(|other| name == *other)) || (fuzz_output && output)
}

fn relative(path: &Path, root: &Path) -> PathBuf {
    path.strip_prefix(root).expect("the walk starts at the root").to_owned()
}

/// The crates of the workspace, as `cargo metadata` tells them.
pub(crate) fn crates(root: &Path) -> Result<Vec<Crate>, String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata does not run: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    parse_metadata(&output.stdout)
}

fn parse_metadata(json: &[u8]) -> Result<Vec<Crate>, String> {
    let metadata: serde_json::Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    packages
        .iter()
        .map(|package| parse_package(package).ok_or_else(|| "a package without name or manifest".into()))
        .collect()
}

fn parse_package(package: &serde_json::Value) -> Option<Crate> {
    let mut parsed = Crate {
        name: package["name"].as_str()?.to_owned(),
        library: library(package),
        manifest: package["manifest_path"].as_str()?.into(),
        dependencies: Vec::new(),
        dev_dependencies: Vec::new(),
    };
    for dependency in package["dependencies"].as_array()? {
        let name = dependency["name"].as_str()?.to_owned();
        let is_dev = dependency["kind"].as_str() == Some("dev") || dependency["optional"].as_bool() == Some(true);
        (if is_dev { &mut parsed.dev_dependencies } else { &mut parsed.dependencies }).push(name);
    }
    Some(parsed)
}

/// The name of a package's library.
fn library(package: &serde_json::Value) -> Option<String> {
    let is_library = |target: &&serde_json::Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib"))
    };
    let library = package["targets"].as_array()?.iter().find(is_library)?;
    Some(library["name"].as_str()?.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_split_into_product_and_test_dependencies() {
        let json = br#"{"packages":[{"name":"a","manifest_path":"a/Cargo.toml","dependencies":[
            {"name":"b","kind":null},{"name":"c","kind":"dev"},{"name":"d","kind":"build"},
            {"name":"e","kind":null,"optional":true}]}]}"#;
        let crates = parse_metadata(json).expect("the sample is well formed");
        assert_eq!(crates[0].dependencies, ["b", "d"]);
        assert_eq!(crates[0].dev_dependencies, ["c", "e"]);
        assert_eq!(crates[0].library, None);
    }

    #[test]
    fn a_library_may_have_another_name() {
        let json = br#"{"packages":[{"name":"braid-x","manifest_path":"x/Cargo.toml","dependencies":[],
            "targets":[{"kind":["test"],"name":"t"},{"kind":["lib"],"name":"braid-y"}]}]}"#;
        let crates = parse_metadata(json).expect("the sample is well formed");
        assert_eq!(crates[0].library.as_deref(), Some("braid_y"));
    }

    #[test]
    fn this_file_is_found_and_build_output_is_not() {
        let files = files(&root());
        assert!(files.iter().any(|path| path.ends_with("crates/xtask/src/workspace.rs")));
        assert!(!files.iter().any(|path| path.starts_with("target") || path.starts_with(".git")));
    }
}
