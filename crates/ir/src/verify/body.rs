//! The body of a function: its layout, its control flow, and where each value is defined.
//!
//! Four steps, each relying on those before it: every id is in its table and every block is formed as it must be; the
//! control flow is computed; phis and landing pads agree with it; every instruction is typed and its operands are
//! dominated by their definitions ([`inst`](super::inst)).

use braid_entity::Entity;

use super::Errors;
use super::dominance::Flow;
use super::error::{AnyId, Problem, VerifyError};
use super::inst::InstChecker;
use super::rules::{Check, count, same};
use crate::body::{BlockId, Body, InstData, InstId, ValueDef, ValueId};
use crate::constant::GlobalRef;
use crate::inst::{Inst, Operand};
use crate::module::{FuncId, Module};
use crate::types::{Type, TypeId, TypeTable};

/// Where a value is defined: the block and the position in it. Parameters come before position 1 of the entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) block: BlockId,
    pub(super) index: u32,
}

impl Place {
    /// The position of values that are defined nowhere.
    pub(super) const NOWHERE: u32 = u32::MAX;
    /// The position of what an invoke gives: on the edge to where it goes on, not in its block.
    pub(super) const ON_EDGE: u32 = u32::MAX - 1;
    /// The position after all of a block, where phis use their operands.
    pub(super) const END: u32 = u32::MAX - 2;
}

/// Tables that are kept from body to body.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) flow: Flow,
    /// Where each value is defined.
    pub(super) defs: Vec<Place>,
    /// For bodies with invokes that give a value: how many predecessors of each block it does not dominate.
    pub(super) entries: Vec<u32>,
    placed_insts: Vec<bool>,
    placed_blocks: Vec<bool>,
    /// For phis: the block that each block was last seen as a predecessor of, and the phi it was last seen in.
    marks: Vec<(u32, u32)>,
    /// What pad each block begins with.
    pads: Vec<Option<Pad>>,
    has_pads: bool,
    has_edge_values: bool,
}

/// Checks `body` as the body of `func`.
pub(super) fn check(errors: &mut Errors<'_>, scratch: &mut Scratch, func: FuncId, body: &Body) {
    let before = errors.list.len();
    let mut checker = BodyChecker { module: errors.module, func, body, scratch, errors };
    checker.check_signature();
    checker.check_layout();
    if checker.errors.list.len() > before {
        return;
    }
    checker.scratch.flow.rebuild(body);
    checker.check_flow();
    if checker.scratch.has_edge_values {
        checker.count_entries();
    }
    checker.check_insts();
}

struct BodyChecker<'e, 'a> {
    module: &'a Module,
    func: FuncId,
    body: &'e Body,
    scratch: &'e mut Scratch,
    errors: &'e mut Errors<'a>,
}

impl<'e> BodyChecker<'e, '_> {
    /// Records a problem at a place in the body.
    fn add(&mut self, block: Option<BlockId>, inst: Option<InstId>, problem: Problem) {
        if self.errors.is_full() {
            return;
        }
        let printer = self.errors.printer();
        let entity = printer.symbol_place(GlobalRef::Func(self.func));
        let inst = inst.map(|inst| printer.inst_text(self.body, inst));
        let message = problem.describe_with(self.module, printer);
        self.errors.list.push(VerifyError { entity, block, inst, problem, message });
    }
    fn add_if(&mut self, block: Option<BlockId>, inst: Option<InstId>, result: Check) {
        if let Err(problem) = result {
            self.add(block, inst, problem);
        }
    }

    /// The parameters must be those of the function's type and the first values of the body.
    fn check_signature(&mut self) {
        self.scratch.defs.clear();
        let nowhere = Place { block: BlockId::ENTRY, index: Place::NOWHERE };
        self.scratch.defs.resize(self.body.values.len(), nowhere);
        let result = self.signature();
        self.add_if(None, None, result);
    }
    fn signature(&mut self) -> Check {
        let Type::Function { params, .. } = &self.module.types[self.module.funcs[self.func].ty] else {
            return Err(Problem::Rule("the function has a function type"));
        };
        let is_param = |value: &&crate::body::Value| matches!(value.def, ValueDef::Param(_));
        count("parameters", params.len(), self.body.values.values().take_while(is_param).count())?;
        for (index, (value, &ty)) in self.body.values.values().zip(params).enumerate() {
            same("the parameter", ty, value.ty)?;
            if value.def != ValueDef::Param(index as u32) {
                return Err(Problem::WrongDefinition(ValueId::new(index)));
            }
            self.scratch.defs[index].index = 0;
        }
        match self.body.scope {
            Some(scope) if !self.module.debug.scopes.contains(scope) => Err(Problem::NoSuch(AnyId::Scope(scope))),
            _ => Ok(()),
        }
    }

    /// Blocks are in their table and in the layout once, the entry first; each is formed as a block must be.
    fn check_layout(&mut self) {
        let Scratch { placed_insts, placed_blocks, pads, has_pads, has_edge_values, .. } = &mut *self.scratch;
        refill(placed_insts, self.body.insts.len(), false);
        refill(placed_blocks, self.body.blocks.len(), false);
        refill(pads, self.body.blocks.len(), None);
        (*has_pads, *has_edge_values) = (false, false);
        match self.body.order.first() {
            None => self.add(None, None, Problem::NoBlocks),
            Some(&BlockId::ENTRY) => {}
            Some(_) => self.add(None, None, Problem::EntryNotFirst),
        }
        for &block in &self.body.order {
            let result = self.place_block(block);
            self.add_if(None, None, result);
        }
        for &block in &self.body.order {
            if self.body.blocks.contains(block) {
                self.check_block(block);
            }
        }
    }
    fn place_block(&mut self, block: BlockId) -> Check {
        match self.scratch.placed_blocks.get_mut(block.index()) {
            None => Err(Problem::NoSuch(AnyId::Block(block))),
            Some(true) => Err(Problem::BlockTwice(block)),
            Some(placed) => {
                *placed = true;
                Ok(())
            }
        }
    }
    fn check_block(&mut self, block: BlockId) {
        let insts = &self.body.blocks[block].insts;
        if insts.is_empty() {
            self.add(Some(block), None, Problem::EmptyBlock);
        }
        let mut head = Head::Phis;
        for (index, &id) in insts.iter().enumerate() {
            // Parameters stand at position 0.
            let place = Place { block, index: index as u32 + 1 };
            match self.place_inst(place, id) {
                Ok(data) => {
                    let last = index + 1 == insts.len();
                    let result = self.check_position(block, &data.inst, last, &mut head);
                    self.add_if(Some(block), Some(id), result);
                }
                Err(problem) => self.add(Some(block), None, problem),
            }
        }
    }
    /// Notes where an instruction stands and where its result is defined.
    fn place_inst(&mut self, place: Place, id: InstId) -> Result<&'e InstData, Problem> {
        let data = self.body.insts.get(id).ok_or(Problem::NoSuch(AnyId::Inst(id)))?;
        if core::mem::replace(&mut self.scratch.placed_insts[id.index()], true) {
            return Err(Problem::InstTwice(id));
        }
        if let Some(loc) = data.loc
            && loc.index() >= self.module.debug.locs.len()
        {
            return Err(Problem::NoSuch(AnyId::Loc(loc)));
        }
        let Some(result) = data.result else { return Ok(data) };
        let value = self.body.values.get(result).ok_or(Problem::NoSuch(AnyId::Value(result)))?;
        if value.def != ValueDef::Inst(id) {
            return Err(Problem::WrongDefinition(result));
        }
        if value.ty.index() >= self.module.types.len() {
            return Err(Problem::NoSuch(AnyId::Type(value.ty)));
        }
        self.scratch.defs[result.index()] = match data.inst {
            Inst::Invoke(_) => Place { index: Place::ON_EDGE, ..place },
            _ => place,
        };
        self.scratch.has_edge_values |= matches!(data.inst, Inst::Invoke(_));
        Ok(data)
    }
    /// Phis first, pads next, a terminator at the end and there alone; its targets in the layout.
    fn check_position(&mut self, block: BlockId, inst: &Inst, last: bool, head: &mut Head) -> Check {
        if inst.is_terminator() != last {
            return Err(if last { Problem::NoTerminator } else { Problem::TerminatorInside });
        }
        if last {
            self.check_targets(inst)?;
        }
        let pad = pad_kind(inst);
        self.scratch.has_pads |= pad.is_some() || matches!(inst, Inst::Invoke(_) | Inst::CleanupRet { .. });
        match inst {
            Inst::Phi { .. } if *head != Head::Phis => return Err(Problem::PhiNotFirst),
            Inst::Phi { .. } => {}
            Inst::DebugValue(_) | Inst::DebugDeclare(_) => *head = (*head).max(Head::Debug),
            _ if pad.is_some() && *head == Head::Rest => return Err(Problem::PadNotFirst),
            _ => {
                *head = Head::Rest;
                if pad.is_some() {
                    self.scratch.pads[block.index()] = pad;
                }
            }
        }
        Ok(())
    }
    fn check_targets(&self, inst: &Inst) -> Check {
        let mut result = Ok(());
        inst.for_each_successor(|target| {
            match self.scratch.placed_blocks.get(target.index()) {
                Some(true) => {}
                Some(false) => result = Err(Problem::BlockNotPlaced(target)),
                None => result = Err(Problem::NoSuch(AnyId::Block(target))),
            };
        });
        result
    }

    /// What blocks say about edges: nothing leads to the entry, phis have their entries, pads are unwound to.
    fn check_flow(&mut self) {
        if !self.scratch.flow.preds(BlockId::ENTRY).is_empty() {
            self.add(Some(BlockId::ENTRY), None, Problem::EntryJumpedTo);
        }
        let body = self.body;
        refill(&mut self.scratch.marks, body.blocks.len(), (u32::MAX, u32::MAX));
        for &block in &body.order {
            self.check_phis(block);
            if self.scratch.has_pads {
                let edges = body.terminator(block).map_or(Ok(()), |terminator| self.check_edges(terminator));
                self.add_if(Some(block), body.blocks[block].insts.last().copied(), edges);
            }
        }
    }
    /// Each phi of the block has one entry for each predecessor.
    fn check_phis(&mut self, block: BlockId) {
        let body = self.body;
        let is_phi = |id: &&InstId| matches!(body.insts[**id].inst, Inst::Phi { .. });
        let mut phis = body.blocks[block].insts.iter().take_while(is_phi).peekable();
        if phis.peek().is_none() {
            return;
        }
        let Scratch { flow, marks, .. } = &mut *self.scratch;
        flow.preds(block).iter().for_each(|pred| marks[pred.index()].0 = block.as_u32());
        for &id in phis {
            if let Inst::Phi { incoming } = &body.insts[id].inst {
                let result = self.check_phi(block, id, incoming);
                self.add_if(Some(block), Some(id), result);
            }
        }
    }
    fn check_phi(&mut self, block: BlockId, id: InstId, incoming: &[(BlockId, Operand)]) -> Check {
        let Scratch { flow, marks, .. } = &mut *self.scratch;
        for &(pred, _) in incoming {
            let mark = marks.get_mut(pred.index()).ok_or(Problem::NoSuch(AnyId::Block(pred)))?;
            if mark.0 != block.as_u32() {
                return Err(Problem::PhiExtra(pred));
            }
            if core::mem::replace(&mut mark.1, id.as_u32()) == id.as_u32() {
                return Err(Problem::PhiTwice(pred));
            }
        }
        match flow.preds(block).iter().find(|pred| marks[pred.index()].1 != id.as_u32()) {
            Some(&pred) => Err(Problem::PhiLacks(pred)),
            None => Ok(()),
        }
    }
    /// Unwinding leads to pads, and nothing else does.
    fn check_edges(&self, terminator: &Inst) -> Check {
        let jump = |block: BlockId| match self.scratch.pads[block.index()] {
            Some(_) => Err(Problem::PadJumpedTo(block)),
            None => Ok(()),
        };
        let unwind = |block: BlockId| match self.scratch.pads[block.index()] {
            Some(Pad::Catch) | None => Err(Problem::UnwindToNoPad(block)),
            Some(Pad::Other) => Ok(()),
        };
        let handler = |block: BlockId| match self.scratch.pads[block.index()] {
            Some(Pad::Catch) => Ok(()),
            _ => Err(Problem::UnwindToNoPad(block)),
        };
        match terminator {
            Inst::Invoke(invoke) => jump(invoke.normal).and_then(|()| unwind(invoke.unwind)),
            Inst::CleanupRet { unwind: target, .. } => target.map_or(Ok(()), unwind),
            Inst::CatchSwitch(switch) => {
                switch.handlers.iter().try_for_each(|&block| handler(block))?;
                switch.unwind.map_or(Ok(()), unwind)
            }
            terminator => {
                let mut result = Ok(());
                terminator.for_each_successor(|block| result = result.and(jump(block)));
                result
            }
        }
    }
    /// Counts the ways into each block from blocks it does not dominate: an invoke's value reaches what its normal
    /// target dominates if that target has no other way in.
    fn count_entries(&mut self) {
        let Scratch { flow, entries, .. } = &mut *self.scratch;
        refill(entries, self.body.blocks.len(), 0);
        for &block in self.body.order.iter().filter(|&&block| flow.is_reachable(block)) {
            let from_above = |pred: &&BlockId| flow.is_reachable(**pred) && !flow.dominates(block, **pred);
            entries[block.index()] = flow.preds(block).iter().filter(from_above).count() as u32;
        }
    }

    /// Every instruction is typed and its operands are dominated by their definitions.
    fn check_insts(&mut self) {
        let (module, body) = (self.module, self.body);
        let ret = return_type(module, self.func);
        for &block in &body.order {
            for (index, &id) in body.blocks[block].insts.iter().enumerate() {
                let data = &body.insts[id];
                let place = Place { block, index: index as u32 + 1 };
                let checker = InstChecker { module, body, scratch: self.scratch, ret, place, data };
                if let Err(problem) = checker.check() {
                    self.add(Some(block), Some(id), problem);
                }
            }
        }
    }
}

/// How far the head of a block has been read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Head {
    Phis,
    Debug,
    Rest,
}

/// The pads of exception handling: those that a catchswitch dispatches to, and those that are unwound to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pad {
    Catch,
    Other,
}

fn pad_kind(inst: &Inst) -> Option<Pad> {
    match inst {
        Inst::CatchPad(_) => Some(Pad::Catch),
        Inst::LandingPad(_) | Inst::CleanupPad(_) | Inst::CatchSwitch(_) => Some(Pad::Other),
        _ => None,
    }
}

fn return_type(module: &Module, func: FuncId) -> TypeId {
    match &module.types[module.funcs[func].ty] {
        Type::Function { ret, .. } => *ret,
        _ => TypeTable::VOID,
    }
}

fn refill<T: Clone>(table: &mut Vec<T>, count: usize, value: T) {
    table.clear();
    table.resize(count, value);
}
