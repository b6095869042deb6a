//! What the attributes of a function say about the instructions of its target.

use braid_code::Code;
use braid_ir::AttrFlags;
use braid_ir::inst::FastMath;
use braid_state::State;

use crate::executor::Executor;

/// Whether products and sums that may be fused are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Features {
    /// The target has an instruction for it, which compilers take.
    Fused,
    /// It has none.
    Apart,
    /// Nothing is said.
    Unknown,
}

impl Executor {
    /// The exact result is one that fast-math flags allow. That there are others is counted, by the names of the flags.
    pub(crate) fn note_licences(&mut self, code: &Code) {
        let Some((licences, at)) = code.relaxed else { return };
        let names: Vec<&str> =
            FastMath::NAMES.iter().filter(|&&(flag, _)| licences.has(flag)).map(|&(_, name)| name).collect();
        let what =
            format!("fast-math ({}): of the results that it allows, only the exact one is explored", names.join(", "));
        self.incomplete.note(what, Some((code.func, at)));
    }

    /// What is known of the target of the function that runs.
    pub(crate) fn target_features(&self, state: &State) -> Features {
        let module = &self.program.module;
        let flags = module.attrs[module.funcs[state.stack.top().func].attrs].func.flags;
        if flags.has(AttrFlags::FUSES) {
            Features::Fused
        } else if flags.has(AttrFlags::KNOWN_FEATURES) {
            Features::Apart
        } else {
            Features::Unknown
        }
    }
}
