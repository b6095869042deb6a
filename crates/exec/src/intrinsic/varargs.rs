//! Variable arguments: their beginning, copies and end. What they are is in [`varargs`](crate::varargs).

use braid_state::Value;

use super::{Parts, Row, nothing, row};

pub(super) const ROWS: &[Row] = &[
    row("va_start", "p", |exec, state, _, args| exec.va_start(state, args[0]).map(|()| Parts::new())),
    row("va_copy", "pp", |exec, state, _, args| {
        exec.copy_memory(state, args[0], args[1], Value::Word(exec.list_bytes())).map(|()| Parts::new())
    }),
    row("va_end", "", nothing),
];
