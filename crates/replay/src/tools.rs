//! Programs of the machine: compilers, LLVM's tools, solvers; where they are and which version.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_link::Toolchain;

/// A C compiler that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    /// Where it is.
    pub path: PathBuf,
    /// The number in its name, which LLVM's tools beside it have too; none if the name has no number.
    pub number: Option<u32>,
}

/// Every clang, the one that Braid uses first, then the others from new to old.
pub fn clangs() -> Vec<Clang> {
    let mut found: Vec<Clang> = Vec::new();
    let all = Toolchain::all_clangs();
    let listed = |path: &Path| all.iter().find(|(_, other)| other == path).map(|&(number, _)| number);
    let number = |path: &Path| listed(path).or_else(|| number_in_name(path));
    for path in Toolchain::of_machine().clang.iter().chain(all.iter().map(|(_, path)| path)) {
        if found.iter().all(|clang| clang.path != *path) {
            let number = number(path).filter(|&number| number > 0);
            found.push(Clang { path: path.clone(), number });
        }
    }
    found
}

/// The number at the end of a compiler's name, such as that of `clang-19`, which may be named without a folder.
fn number_in_name(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.rsplit_once('-')?.1.parse().ok()
}

/// A program on the search path.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// One of LLVM's tools in the version of a compiler, whose data it reads.
pub fn llvm_tool(name: &str, number: Option<u32>) -> Option<PathBuf> {
    match number {
        Some(number) => find(&format!("{name}-{number}")),
        None => find(name),
    }
}

/// The first line that a program prints about its version.
pub fn version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| line.contains("version") || line.chars().any(|c| c.is_ascii_digit()))?;
    output.status.success().then(|| line.to_owned())
}

/// Whether a compiler can make a program with these flags: its libraries may be packed elsewhere.
pub fn can_link(compiler: &Path, flags: &[&str]) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let source = folder.path().join("probe.c");
    let written = std::fs::write(&source, "int main(void) { return 0; }\n");
    let mut command = Command::new(compiler);
    command.args(flags).arg(&source).arg("-o").arg(folder.path().join("probe"));
    let output = command.stdin(Stdio::null()).output();
    written.is_ok() && output.is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(find("braid-no-such-program"), None);
        assert_eq!(llvm_tool("llvm-cov", Some(9999)), None);
        assert_eq!(version(Path::new("braid-no-such-program")), None);
        assert!(!can_link(Path::new("braid-no-such-program"), &[]));
    }

    #[test]
    fn a_compiler_without_a_folder_has_its_number() {
        let names = ["clang-19", "/usr/bin/clang-14", "clang", "my-clang"];
        assert_eq!(names.map(|name| number_in_name(Path::new(name))), [Some(19), Some(14), None, None]);
    }

    #[test]
    fn no_compiler_is_listed_twice() {
        let all = clangs();
        for (at, clang) in all.iter().enumerate() {
            assert!(all[..at].iter().all(|other| other.path != clang.path), "{}", clang.path.display());
        }
    }
}
