//! Reading a module: all of it, or only as far as a lazy start needs.

use std::fs;

use braid_ir::{Module, verify};

use crate::meter::timed;

/// Reads a file, decodes every body and verifies the module.
pub(crate) fn read(path: &str) -> Result<String, String> {
    let (module, seconds) = timed(|| read_and_verify(path));
    Ok(format!("instructions={} read_seconds={seconds:.6}", instructions(&module?)))
}

/// How often a file is opened for one figure: one opening takes less time than some kernels count in.
const OPENINGS: u32 = 40;

/// Opens a file and leaves the bodies undecoded. The time is the mean of many openings, closing included.
pub(crate) fn open(path: &str) -> Result<String, String> {
    let functions = opened(path)?.funcs.len();
    let ((), seconds) = timed(|| (0..OPENINGS).for_each(|_| drop(opened(path))));
    Ok(format!("functions={functions} open_seconds={:.6}", seconds / f64::from(OPENINGS)))
}

fn opened(path: &str) -> Result<Module, String> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    braid_bitcode::read(bytes, path).map_err(|error| format!("{path}: {error}"))
}

fn read_and_verify(path: &str) -> Result<Module, String> {
    let mut module = opened(path)?;
    module.decode_all().map_err(|error| format!("{path}: {error}"))?;
    match verify::module(&module).first() {
        None => Ok(module),
        Some(problem) => Err(format!("{path}: {problem}")),
    }
}

fn instructions(module: &Module) -> usize {
    module.funcs.iter().filter_map(|(_, func)| func.body.ready()).map(braid_ir::Body::inst_count).sum()
}
