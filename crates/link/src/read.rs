//! From the bytes of a program to modules.

use braid_entity::Interrupt;
use braid_ir::{Module, text};

use crate::container::{ContainerError, Form, Unit};

/// The modules of a unit; bitcode files may hold several.
pub(crate) fn read(unit: Unit, interrupt: &Interrupt) -> Result<Vec<Module>, ContainerError> {
    match unit.form {
        Form::Bitcode => Ok(braid_bitcode::read_all(unit.bytes, &unit.origin, interrupt)?),
        Form::Text => {
            let text = std::str::from_utf8(&unit.bytes)
                .map_err(|error| ContainerError::Encoding { at: error.valid_up_to() })?;
            let mut module = text::parse(text)?;
            if module.origins.is_empty() {
                module.origins.push(unit.origin);
            }
            Ok(vec![module])
        }
    }
}
