//! Which compilers the machine has.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Language;

/// The compilers to use. The default one is what the environment says and what lies on the search path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Toolchain {
    /// The compiler of C and C++.
    pub clang: Option<PathBuf>,
    /// The compiler of Rust.
    pub rustc: Option<PathBuf>,
}

impl Toolchain {
    /// Looks for compilers: `$BRAID_CC`, `$CLANG`, the newest `clang-NN` on the search path, `clang`; and `$RUSTC`,
    /// `rustc`.
    pub fn of_machine() -> Toolchain {
        let folders: Vec<PathBuf> =
            env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        Toolchain::search(|name| env::var_os(name), &folders)
    }

    /// Every `clang-NN` on the search path with its number, the newest first; then `clang`, with number 0.
    pub fn all_clangs() -> Vec<(u32, PathBuf)> {
        let folders: Vec<PathBuf> =
            env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        let mut all = numbered_clangs(&folders);
        all.extend(on_path("clang", &folders).map(|path| (0, path)));
        all
    }

    fn search(variable: impl Fn(&str) -> Option<OsString>, folders: &[PathBuf]) -> Toolchain {
        let chosen = |names: &[&str]| {
            let value = names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()))?;
            Some(PathBuf::from(value))
        };
        Toolchain {
            clang: chosen(&["BRAID_CC", "CLANG"])
                .or_else(|| newest_clang(folders))
                .or_else(|| on_path("clang", folders)),
            rustc: chosen(&["RUSTC"]).or_else(|| on_path("rustc", folders)),
        }
    }

    pub(super) fn compiler(&self, language: Language) -> Option<&Path> {
        match language {
            Language::C | Language::Cpp => self.clang.as_deref(),
            Language::Rust => self.rustc.as_deref(),
        }
    }
}

fn on_path(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The `clang-NN` with the largest number; of equals the first on the search path.
fn newest_clang(folders: &[PathBuf]) -> Option<PathBuf> {
    numbered_clangs(folders).into_iter().next().map(|(_, path)| path)
}

/// One `clang-NN` for each number, the newest first; of equals the first on the search path.
fn numbered_clangs(folders: &[PathBuf]) -> Vec<(u32, PathBuf)> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for entry in folders.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten() {
        let Some(version) = entry.file_name().to_str().and_then(clang_version) else { continue };
        if entry.path().is_file() {
            found.push((version, entry.path()));
        }
    }
    // The sort is stable: of equals the first on the search path stays the first.
    found.sort_by_key(|&(version, _)| std::cmp::Reverse(version));
    found.dedup_by_key(|&mut (version, _)| version);
    found
}

fn clang_version(name: &str) -> Option<u32> {
    name.strip_prefix("clang-")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_environment_wins_then_the_newest_version() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        for path in ["a/clang", "a/clang-9", "b/clang-19", "b/clang-cl-20", "b/clang-20.txt", "b/rustc"] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = Toolchain::search(|_| None, &[a.clone(), b.clone()]);
        assert_eq!(found, Toolchain { clang: Some(b.join("clang-19")), rustc: Some(b.join("rustc")) });
        let plain = Toolchain::search(|_| None, &[folder.path().join("none"), a.clone()]);
        assert_eq!(plain.clang, Some(a.join("clang-9")));
        let chosen = Toolchain::search(|name| (name == "CLANG").then(|| "/opt/clang".into()), &[a]);
        assert_eq!(chosen.clang, Some("/opt/clang".into()));
        assert_eq!(Toolchain::search(|_| None, &[]), Toolchain::default());
    }
}
