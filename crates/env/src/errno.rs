//! The program's errno: a variable of the runtime.

use braid_exec::Executor;
use braid_state::State;

/// The variable, as `runtime/src/error.c` names it.
const NAME: &str = "__braid_errno";

/// Sets errno. A program without the variable never looks.
pub(crate) fn set(exec: &Executor, state: &mut State, value: u32) {
    let module = &exec.program.module;
    let Some(name) = module.names.find(NAME) else { return };
    let Some((variable, _)) = module.globals.iter().find(|(_, global)| global.symbol.name == name) else { return };
    state.memory.store_word(exec.program.address_of_variable(variable), 4, value.into());
}
