//! From the bytes of a program to modules.

use braid_ir::Module;

use crate::container::{ContainerError, Unit};

/// The modules of a unit; bitcode files may hold several.
pub(crate) fn read(unit: Unit) -> Result<Vec<Module>, ContainerError> {
    Ok(braid_bitcode::read_all(unit.bytes, &unit.origin)?)
}
