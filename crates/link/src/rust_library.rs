//! Rust's own library: the bitcode of `core`, `alloc` and `std` that every rustc brings for link-time optimisation.
//!
//! A Rust program holds the generic code that it uses, and leaves the rest to compiled libraries. Those carry their bitcode
//! beside their machine code, so the parts that a program needs are taken from there, as from any archive. The names carry a
//! hash of the library: the libraries of another rustc than the program's give nothing, and the names stay undefined.
//!
//! Functions that the engine knows by name (a panic that nothing catches is a fault) lose their bodies here, unless the program
//! catches panics: one that is caught is carried out by the library.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use braid_entity::Interrupt;
use braid_ir::Module;
use braid_ir::module::BodyState;

use crate::compile::Toolchain;
use crate::container::{self, Found};
use crate::pull::{Member, defined_names, needs, pull};
use crate::{file, read};

/// The libraries that programs use, as their files begin. Those behind them (backtraces) are not explored.
const LIBRARIES: &[&str] =
    &["libcore-", "liballoc-", "libstd-", "libstd_detect-", "libhashbrown-", "libmemchr-", "libpanic_unwind-"];

/// Adds to `parts` what they need of Rust's library, if they need anything and rustc is there: compilers are looked for only then. Its
/// symbols get `origin`.
pub(crate) fn add(
    parts: &mut Vec<Module>,
    toolchain: impl FnOnce() -> Toolchain,
    origin: &str,
    is_modelled: fn(&str) -> bool,
) {
    let defined = defined_names(parts);
    let is_open = |name: &String| !defined.contains(name) && is_of_library(name) && !is_modelled(name);
    if !parts.iter().flat_map(needs).any(|name| is_open(&name)) {
        return;
    }
    let Some(folder) = toolchain().rustc.as_deref().and_then(folder) else { return };
    let first = parts.len();
    let keeps_panics = catches_panics(parts);
    pull(parts, members(&folder, origin), &[]);
    for part in &mut parts[first..] {
        forget_bodies(part, |name| is_modelled(name) && !keeps_panics);
        name_cleanup(part);
    }
}

/// The function that takes a panic's payload where it is caught, in mangled names: today's, and those before 1.90.
const CATCHES: &[&str] = &["3std9panicking12catch_unwind7cleanup", "3std9panicking3try7cleanup"];

/// Whether something in a program catches panics: `catch_unwind`, a thread.
fn catches_panics(parts: &[Module]) -> bool {
    parts.iter().flat_map(needs).any(|name| CATCHES.iter().any(|path| name.contains(path)))
}

/// Whether a mangled name is of Rust's library.
fn is_of_library(name: &str) -> bool {
    let is_mangled = name.starts_with("_R") || name.starts_with("_ZN");
    is_mangled && ["4core", "5alloc", "3std"].iter().any(|library| name.contains(library))
}

/// The folder of rustc's libraries for its own machine.
fn folder(rustc: &Path) -> Option<PathBuf> {
    let output = Command::new(rustc).args(["--print", "target-libdir"]).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(text.trim()))
}

/// The members of the libraries in a folder, in the order of their names. A library without readable bitcode gives nothing:
/// what it would have given stays undefined, and a call of it says so.
fn members(folder: &Path, origin: &str) -> Vec<Member> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".rlib") && LIBRARIES.iter().any(|library| name.starts_with(library))
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_wanted).collect();
    paths.sort();
    paths.iter().flat_map(|path| members_of(path, origin)).collect()
}

fn members_of(path: &Path, origin: &str) -> Vec<Member> {
    let Ok(bytes) = file::read(path) else { return Vec::new() };
    let Ok(Found::Archive(archive)) = container::open(path, bytes) else { return Vec::new() };
    let mut members = Vec::new();
    for units in archive.members {
        let units = units.into_iter().map(|unit| container::Unit { origin: origin.to_owned(), ..unit });
        members.push(units.filter_map(|unit| read::read(unit, &Interrupt::default()).ok()).flatten().collect());
    }
    members
}

/// Leaves the functions to the engine that it brings itself.
fn forget_bodies(module: &mut Module, is_modelled: impl Fn(&str) -> bool) {
    let known: Vec<_> =
        module.funcs.ids().filter(|&id| is_modelled(module.names.get(module.funcs[id].symbol.name))).collect();
    for id in known {
        module.funcs[id].body = BodyState::Declared;
        module.funcs[id].symbol.linkage = braid_ir::Linkage::External;
    }
}

/// `std::rt::cleanup`, which writes what is left in the buffer of standard output, in mangled names, and as the runtime calls it when
/// a program ends.
const CLEANUP: &str = "3std2rt7cleanup";
const PLAIN_CLEANUP: &str = "__rust_cleanup";

/// Lets the runtime find the library's end of a program, which is visible in the library alone.
fn name_cleanup(module: &mut Module) {
    let is_cleanup = |name: &str| {
        let new = name.starts_with("_RNvNtCs") && name.ends_with(CLEANUP);
        new || name.strip_prefix("_ZN").is_some_and(|rest| rest.starts_with(CLEANUP))
    };
    let found = module.funcs.ids().find(|&id| {
        let func = &module.funcs[id];
        !matches!(func.body, BodyState::Declared) && is_cleanup(module.names.get(func.symbol.name))
    });
    let Some(id) = found else { return };
    module.funcs[id].symbol.name = module.names.intern(PLAIN_CLEANUP);
    module.funcs[id].symbol.linkage = braid_ir::Linkage::External;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_library_are_known_by_its_crates() {
        assert!(is_of_library("_RNvNtNtCsgEmfK2I1SDS_4core3str8converts9from_utf8"));
        assert!(is_of_library("_ZN3std2io5stdio6_print17h0123456789abcdefE"));
        assert!(!is_of_library("memcpy") && !is_of_library("_RNvCs1_7program4main"));
    }
}
