//! Where a symbol is, in the words of a message: the file, and the line of the source if debug information tells.

use std::fmt;

use braid_ir::constant::GlobalRef;
use braid_ir::{FuncId, GlobalId, Module};

/// Where a symbol is defined or used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, with the archive member in parentheses if it is in one.
    pub origin: String,
    /// The source file, as the compiler was given it, and the line; line 0 if only the file is known.
    pub source: Option<(String, u32)>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)?;
        match &self.source {
            Some((file, 0)) => write!(f, " (from {file})"),
            Some((file, line)) => write!(f, " ({file}:{line})"),
            None => Ok(()),
        }
    }
}

impl Place {
    /// The place of a symbol. The body of a function is decoded for it, or debug information read, which is why this is for errors only.
    pub(crate) fn of(module: &mut Module, symbol: GlobalRef) -> Place {
        let origin = origin(module, symbol);
        let line = match symbol {
            GlobalRef::Func(id) => func_line(module, id),
            GlobalRef::Var(id) => variable_line(module, id),
            GlobalRef::Alias(_) | GlobalRef::IFunc(_) => None,
        };
        let file = || module.source_name.map(|name| (module.names.get(name).to_owned(), 0));
        Place { origin, source: line.or_else(file) }
    }
}

/// Where a function is defined in its source, by its name.
pub fn source_of(module: &mut Module, function: &str) -> Option<(String, u32)> {
    let func = module.func_named(function)?;
    func_line(module, func)
}

/// The file a symbol came from.
pub(crate) fn origin(module: &Module, symbol: GlobalRef) -> String {
    module.origins.get(module.symbol(symbol).origin as usize).cloned().unwrap_or_default()
}

/// The line a variable is declared at.
fn variable_line(module: &mut Module, id: GlobalId) -> Option<(String, u32)> {
    let (file, line) = module.declaration(id)?;
    Some((module.names.get(module.debug.files[file].name).to_owned(), line))
}

/// The line a function begins at. A body that cannot be decoded has none; that error will be reported in its own time.
fn func_line(module: &mut Module, func: FuncId) -> Option<(String, u32)> {
    module.decode(func).ok()?;
    let scope = module.funcs[func].body.ready()?.scope?;
    let line = module.debug.scopes.get(scope)?.line;
    let file = module.debug.files[module.debug.file_of(scope)?].name;
    Some((module.names.get(file).to_owned(), line))
}
