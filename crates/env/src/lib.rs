//! The machine around the program: intrinsics, the primitives of the runtime, the embedded runtime itself.
//!
//! Functions that no file defines are looked up here by name, in tables, one for each group: [`primitives`] that the
//! runtime is built on, [`symbolic`] what drivers call to make inputs and assumptions, [`verifier`] the same under the
//! names of the software verification competition, [`memory`] blocks of memory, [`contents`] those of files, [`thread`] variables of threads, [`jump`] non-local jumps, and
//! [`unwind`], what compilers call when an exception or a panic begins, and [`sanitizer`], what they call where a check fails.
//! What is in no table can be called natively ([`external`]). [`calls`] tells how each function is carried out. [`arguments`] is what a program is
//! started with, [`world`] what of it is symbolic, [`leak`] what it has lost when it ends.

pub mod arguments;
pub mod calls;
mod contents;
mod errno;
mod external;
mod jump;
pub mod leak;
mod memory;
mod points;
mod primitives;
pub mod runtime;
mod sanitizer;
mod symbolic;
mod text;
mod thread;
mod unwind;
mod verifier;
pub mod world;

use std::rc::Rc;

use braid_exec::{Builtin, External, Machine};
use rustc_hash::FxHashMap;

pub use external::{Native, link_flag};

/// Whether a function of a language's library is brought here, by its mangled name: its own body is carried out only where the machine says so.
pub fn is_modelled(name: &str) -> bool {
    unwind::find(name).is_some()
}

/// A function of the machine with its name.
type Row = (&'static str, Builtin);

/// All tables, with the file that each is in.
const TABLES: [(&str, &[Row]); 8] = [
    ("crates/env/src/primitives.rs", primitives::ROWS),
    ("crates/env/src/symbolic.rs", symbolic::ROWS),
    ("crates/env/src/verifier.rs", verifier::ROWS),
    ("crates/env/src/memory.rs", memory::ROWS),
    ("crates/env/src/contents.rs", contents::ROWS),
    ("crates/env/src/jump.rs", jump::ROWS),
    ("crates/env/src/unwind.rs", unwind::ROWS),
    ("crates/env/src/thread.rs", thread::ROWS),
];

/// The machine.
pub struct Environment {
    functions: FxHashMap<&'static str, Builtin>,
    external: Option<Rc<external::Calls>>,
}

impl Environment {
    /// All functions there are.
    pub fn new() -> Environment {
        let rows = TABLES.iter().flat_map(|(_, rows)| rows.iter().copied());
        Environment { functions: rows.collect(), external: None }
    }
    /// The same, which has functions that nobody defines called natively.
    #[must_use]
    pub fn with_external(self, native: Native) -> Environment {
        Environment { external: Some(Rc::new(external::Calls::new(native))), ..self }
    }
    /// Whether the machine has a function of this name.
    pub fn knows(&self, name: &str) -> bool {
        self.find(name).is_some()
    }
}

impl Default for Environment {
    fn default() -> Self {
        Environment::new()
    }
}

impl Machine for Environment {
    fn find(&self, name: &str) -> Option<Builtin> {
        self.functions.get(name).copied().or_else(|| unwind::find(name)).or_else(|| sanitizer::find(name))
    }

    fn external(&self) -> Option<Rc<dyn External>> {
        self.external.clone().map(|calls| calls as Rc<dyn External>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_in_two_tables() {
        let rows: usize = TABLES.iter().map(|(_, rows)| rows.len()).sum();
        assert_eq!(Environment::new().functions.len(), rows);
    }
}
