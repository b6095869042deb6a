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

    /// What is known of the target of the function that runs: its own features first, then what the machine of the triple has at its base level.
    pub(crate) fn target_features(&self, state: &State) -> Features {
        let module = &self.program.module;
        let flags = module.attrs[module.funcs[state.stack.top().func].attrs].func.flags;
        if flags.has(AttrFlags::FUSES) {
            return Features::Fused;
        }
        match module.triple.map(|triple| module.names.get(triple)) {
            Some(triple) => of_machine(triple),
            None if flags.has(AttrFlags::KNOWN_FEATURES) => Features::Apart,
            None => Features::Unknown,
        }
    }
}

/// Machines whose base level tells whether products are fused, by how their triples begin.
const MACHINES: &[(&str, Features)] = &[
    ("x86_64", Features::Apart),
    ("amd64", Features::Apart),
    ("i386", Features::Apart),
    ("i486", Features::Apart),
    ("i586", Features::Apart),
    ("i686", Features::Apart),
    ("aarch64", Features::Fused),
    ("arm64", Features::Fused),
];

/// What the machine of a triple does where no feature of a function says more.
fn of_machine(triple: &str) -> Features {
    let row = MACHINES.iter().find(|(name, _)| triple.starts_with(name));
    row.map_or(Features::Unknown, |&(_, features)| features)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_triple_tells_whether_products_are_fused() {
        for (triple, expected) in [
            ("x86_64-pc-linux-gnu", Features::Apart),
            ("i386-unknown-linux-gnu", Features::Apart),
            ("aarch64-unknown-linux-gnu", Features::Fused),
            ("arm64-apple-macosx14.0.0", Features::Fused),
            ("riscv64-unknown-linux-gnu", Features::Unknown),
            ("", Features::Unknown),
        ] {
            assert_eq!(of_machine(triple), expected, "{triple}");
        }
    }
}
