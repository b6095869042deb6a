//! A library that comes with the engine, in memory: linked behind everything that the user names.
//!
//! A module of it is taken as a whole if something in it is needed; bodies stay lazy, so what is not called is not decoded. Its
//! definitions are meant to be weak, so that the program's own of the same name win. Unlike an archive it is looked at
//! last: a member of the user's archives that defines a name goes before it.
//!
//! Rust programs ask for their allocator by names that change with every rustc, because rustc itself brings the
//! definitions when it links. Here the library brings them under the plain names, so such a reference is renamed. The
//! same goes for the function of Rust's library that sets the process up and calls the program's main.

use braid_entity::Interrupt;
use braid_ir::Module;
use braid_ir::constant::GlobalRef;
use rustc_hash::FxHashSet;

use crate::container::{Form, Unit};
use crate::error::LoadError;
use crate::load::LoadOptions;
use crate::pull::{defined_names, needs};
use crate::read;
use crate::target::Target;

/// A library in memory.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// What the origin of its symbols is called.
    pub name: &'static str,
    /// Its modules, of which a program gets those that it needs something of.
    pub modules: &'static [LibraryModule],
}

/// A module of a library: the width of a pointer in bits on the machine that it is for, the names that it defines, one a line, and its
/// bitcode. One that nobody needs is not even opened.
pub type LibraryModule = (u32, &'static str, &'static [u8]);

/// Adds to `parts` the modules of `library` that they, the roots or each other need something of.
pub(crate) fn add(parts: &mut Vec<Module>, library: Library, options: &LoadOptions) -> Result<(), LoadError> {
    let bits = parts.iter().find_map(Target::of).map_or(64, |target| target.pointer_bits);
    rename_shims(parts);
    let mut defined = defined_names(parts);
    let mut needed: FxHashSet<String> = parts.iter().flat_map(needs).chain(options.roots.iter().cloned()).collect();
    let mut left: Vec<&LibraryModule> =
        library.modules.iter().filter(|(pointer_bits, ..)| *pointer_bits == bits).collect();
    let hidden = hidden(&left, &defined, options);
    needed.retain(|name| !defined.contains(name) && !hidden.contains(name));
    let is_needed = |name: &str, needed: &FxHashSet<String>| {
        needed.contains(name) || hidden.contains(name) && needed.contains(&hidden_name(name))
    };
    while let Some(at) = left.iter().position(|(_, names, _)| names.lines().any(|name| is_needed(name, &needed))) {
        let mut modules = open(library, left.remove(at).2)?;
        modules.iter_mut().for_each(|module| hide(module, &hidden));
        defined.extend(defined_names(&modules));
        needed.extend(modules.iter().flat_map(needs));
        needed.retain(|name| !defined.contains(name));
        parts.extend(modules);
    }
    Ok(())
}

/// The functions of the library that it does not give to the program.
fn hidden(modules: &[&LibraryModule], defined: &FxHashSet<String>, options: &LoadOptions) -> FxHashSet<String> {
    let names = modules.iter().flat_map(|(_, names, _)| names.lines());
    let is_hidden = |name: &str| {
        options.hidden.iter().any(|hidden| hidden == name)
            || options.gives_beside.is_some_and(|gives| defined.contains(name) || !gives(name))
    };
    names.filter(|name| is_hidden(name)).map(str::to_owned).collect()
}

/// The name, which no program knows, that a hidden function has.
fn hidden_name(name: &str) -> String {
    format!("{name} of the library")
}

/// Gives functions, where a module of the library defines or calls them, names that no program knows: the library goes on to call them.
fn hide(module: &mut Module, names: &FxHashSet<String>) {
    for name in names {
        if let Some(func) = module.func_named(name) {
            module.funcs[func].symbol.name = module.names.intern(&hidden_name(name));
        }
    }
}

/// What is in a module of the library.
fn open(library: Library, bytes: &[u8]) -> Result<Vec<Module>, LoadError> {
    let origin = library.name.to_owned();
    let unit = Unit { origin: origin.clone(), form: Form::Bitcode, bytes: bytes.to_vec() };
    read::read(unit, &Interrupt::default()).map_err(|error| LoadError::Container { origin, error })
}

/// Gives references to rustc's own symbols their plain names, unless the program defines them.
pub(crate) fn rename_shims(parts: &mut [Module]) {
    let defined = defined_names(parts);
    parts.iter_mut().for_each(|part| rename_shims_of(part, &defined));
}

fn rename_shims_of(module: &mut Module, defined: &FxHashSet<String>) {
    let plain = |module: &Module, symbol| {
        let name = module.symbol_name(symbol);
        shim_name(name).filter(|_| !defined.contains(name)).map(str::to_owned)
    };
    let symbols: Vec<GlobalRef> = module.symbols().map(|(symbol, _)| symbol).collect();
    for symbol in symbols {
        let Some(name) = plain(module, symbol) else { continue };
        let name = module.names.intern(&name);
        match symbol {
            GlobalRef::Func(id) => module.funcs[id].symbol.name = name,
            GlobalRef::Var(id) => module.globals[id].symbol.name = name,
            // These are definitions, and what is defined keeps its name.
            GlobalRef::Alias(_) | GlobalRef::IFunc(_) => {}
        }
    }
}

/// `std::rt::lang_start_internal` in mangled names, old and new.
const LANG_START: &str = "3std2rt19lang_start_internal";

/// `std::process::exit`.
const EXIT: &str = "3std7process4exit";

/// `std::sys::random::…::hashmap_random_keys` in mangled names: what tells the tables of one run from those of another.
const RANDOM: &str = "3sys6random";
const HASH_KEYS: &str = "19hashmap_random_keys";

/// The plain name of a symbol that rustc defines itself: `__rust_alloc` of `_RNvCs…_7___rustc12___rust_alloc`.
fn shim_name(name: &str) -> Option<&str> {
    let is = |path: &str| name.ends_with(path) || name.strip_prefix("_ZN").is_some_and(|rest| rest.starts_with(path));
    if is(LANG_START) {
        return Some("__rust_lang_start");
    }
    if is(EXIT) {
        return Some("__rust_exit");
    }
    if name.contains(RANDOM) && name.contains(HASH_KEYS) {
        return Some("__rust_hash_keys");
    }
    let (_, path) = name.strip_prefix("_RNvC")?.split_once("7___rustc")?;
    let (length, plain) = path.split_once('_')?;
    (length.parse() == Ok(plain.len())).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rustc_s_own_symbols_have_plain_names() {
        assert_eq!(shim_name("_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc"), Some("__rust_alloc"));
        assert_eq!(
            shim_name("_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2"),
            Some("__rust_no_alloc_shim_is_unstable_v2")
        );
        for start in ["_RNvNtCsjrHSEGnQ3l9_3std2rt19lang_start_internal", "_ZN3std2rt19lang_start_internal17h0E"] {
            assert_eq!(shim_name(start), Some("__rust_lang_start"));
        }
        for exit in ["_RNvNtCsjrHSEGnQ3l9_3std7process4exit", "_ZN3std7process4exit17h0E"] {
            assert_eq!(shim_name(exit), Some("__rust_exit"));
        }
        let keys = "_RNvNtNtNtCsjrHSEGnQ3l9_3std3sys6random5linux19hashmap_random_keys";
        assert_eq!(shim_name(keys), Some("__rust_hash_keys"));
        for other in ["__rust_alloc", "_RNvNtCsgEmfK2I1SDS_4core9panicking5panic", "_RNvCs1_7___rustc99___rust_alloc"] {
            assert_eq!(shim_name(other), None, "{other}");
        }
    }
}
