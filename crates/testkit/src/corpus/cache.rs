//! A cache of what compilers made: a file named after everything that went into it.
//!
//! Compiling is most of the time of a test run. The cache lies in the target folder, so `cargo clean` empties it. A file
//! is written under another name first, because tests run side by side.

use std::fs;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::process;

use rustc_hash::FxHasher;

use super::root;

/// The file for `key`, made by `make` (which is given the path to write to) unless it is there.
pub(super) fn file<E>(
    key: &impl Hash,
    ending: &str,
    make: impl FnOnce(&PathBuf) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    let folder = folder();
    let path = folder.join(format!("{:016x}.{ending}", hasher.finish()));
    if !path.exists() {
        let fresh = folder.join(format!("{:016x}-{}.{ending}", hasher.finish(), process::id()));
        make(&fresh)?;
        fs::rename(&fresh, &path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    Ok(path)
}

fn folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let folder = target.join("corpus");
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder
}
