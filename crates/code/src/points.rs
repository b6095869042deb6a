//! Merge points of a program, as they are written: what is wrong with them.
//!
//! A merge point is a call of `braid_merge_point`, behind it the predicates as arguments of a call of `braid_predicates` in the same block. What is in
//! between is evaluated in every state that is joined and once more in the joined state, so it may neither store, call nor branch. That is asked
//! of the code as it was read: after promotion an assignment to a local variable is no store any more.

use braid_analysis::callgraph::direct_callee;
use braid_ir::debug::LocId;
use braid_ir::inst::{Call, Inst};
use braid_ir::{FuncId, GlobalRef, Module};

/// The mark of a merge point.
const POINT: &str = "braid_merge_point";
/// What ends it.
const PREDICATES: &str = "braid_predicates";

/// Something that is wrong about a merge point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadPoint {
    /// The line of its mark.
    pub line: u32,
    /// What is wrong.
    pub why: &'static str,
}

/// What is wrong with the merge points of a function that was decoded and not rewritten yet.
pub(crate) fn bad_points(module: &Module, func: FuncId) -> Vec<BadPoint> {
    let Some(body) = module.funcs[func].body.ready() else { return Vec::new() };
    let mut found = Vec::new();
    for &block in &body.order {
        let insts = body.blocks[block].insts.iter().map(|&inst| (&body.insts[inst].inst, body.insts[inst].loc));
        check_block(module, insts, &mut found);
    }
    found
}

fn check_block<'a>(module: &Module, insts: impl Iterator<Item = (&'a Inst, Option<LocId>)>, found: &mut Vec<BadPoint>) {
    let line_of = |loc: Option<LocId>| loc.map_or(0, |loc| module.debug.locs[loc].line);
    // The line of the merge point that is open.
    let mut open: Option<u32> = None;
    for (inst, loc) in insts {
        let mark = called(module, inst);
        match (open, mark) {
            (None, Some(POINT)) => open = Some(line_of(loc)),
            (None, Some(PREDICATES)) => found.push(BadPoint { line: line_of(loc), why: NOT_BEGUN }),
            (Some(line), Some(POINT)) => {
                found.push(BadPoint { line, why: INSIDE_OUT });
                open = Some(line_of(loc));
            }
            (Some(_), Some(PREDICATES)) => open = None,
            (Some(line), _) => {
                if let Some(why) = forbidden(inst) {
                    found.push(BadPoint { line, why });
                    open = None;
                }
            }
            (None, _) => {}
        }
    }
}

/// A merge point in the predicates of another.
const INSIDE_OUT: &str = "a merge point inside of another: one ends with its predicates before the next begins";
/// Predicates that nobody asked for.
const NOT_BEGUN: &str = "predicates without a merge point before them";

/// The name of the mark that an instruction is.
fn called(module: &Module, inst: &Inst) -> Option<&'static str> {
    let Inst::Call(call) = inst else { return None };
    let Call { callee, .. } = &**call;
    let name = module.symbol_name(GlobalRef::Func(direct_callee(module, *callee)?));
    [POINT, PREDICATES].into_iter().find(|&mark| mark == name)
}

/// Why an instruction may not be part of a predicate.
fn forbidden(inst: &Inst) -> Option<&'static str> {
    match inst {
        Inst::Store { .. } | Inst::AtomicRmw { .. } | Inst::CmpXchg(_) | Inst::VaArg { .. } => {
            Some("a predicate that stores: it may only look")
        }
        Inst::Call(_) | Inst::Invoke(_) | Inst::CallBr(_) => {
            Some("a predicate that calls a function: it may only look")
        }
        Inst::CondBr { .. } | Inst::Switch(_) | Inst::IndirectBr { .. } => {
            Some("a predicate that branches: write & for &&, | for ||")
        }
        Inst::Br { .. } | Inst::Ret { .. } => Some("a merge point that does not end with its predicates"),
        _ => None,
    }
}
