//! The construction of SSA form for the slots that are promoted: placing phis, renaming, and cleaning up.

use braid_analysis::{Cfg, Dominators, FrontierFinder};
use braid_entity::Entity;
use braid_ir::inst::OperandKind;
use braid_ir::{BlockId, Body, ConstId, Constant, Inst, InstId, Operand, TypeId, TypeTable, ValueId};

use rustc_hash::{FxHashMap, FxHashSet};

use super::debug::{self, Declarations};
use crate::pass::{Context, Counter};
use crate::rewrite::Replacements;
use crate::slots::{Slot, Slots, UseKind};

/// What becomes of an instruction that touches promoted slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    /// Nothing: it is not about a promoted slot.
    Keep,
    /// It is taken out; it only made or named an address.
    Drop,
    /// It stays as a debug record without a value.
    Forget,
    /// The load of a slot.
    Load(usize),
    /// The store to a slot.
    Store(usize),
    /// A copy to the first from the second.
    Copy(usize, usize),
    /// The slot is no longer initialised.
    Reset(usize),
}

/// A phi that was placed.
#[derive(Debug)]
struct Phi {
    slot: usize,
    inst: InstId,
    value: ValueId,
    block: BlockId,
    incoming: Vec<(BlockId, Operand)>,
}

/// Turns every slot that has a type into registers.
pub(super) fn promote(
    context: &mut Context<'_>,
    cfg: &Cfg,
    dominators: &Dominators,
    found: &Slots,
    types: &[Option<TypeId>],
) {
    let actions = actions(context, found, types);
    let declarations = Declarations::collect(context, found, types);
    let phis = place(context, cfg, dominators, found, types, &declarations);
    let starts = Starts::collect(context, found, types);
    let mut renamer = Renamer::new(context.body.blocks.len(), phis, starts);
    renamer.walk(context.body, cfg, dominators, &actions);
    renamer.fill_unreachable(context, cfg);
    finish(context, &renamer, &declarations, &actions);
}

/// What slots hold where a lifetime begins: `freeze uninit`, one value for each time that the place is executed, so that all reads
/// of one lifetime agree and those of the next see another. It stands where the alloca or the marker was.
struct Starts {
    /// [`Constant::Uninit`] of the type of each slot; the entry of a slot that stays is not looked at.
    uninit: Vec<Operand>,
    /// What each slot holds before its first write.
    initial: Vec<Operand>,
    /// The instruction that stands for an alloca or a marker.
    freezes: FxHashMap<InstId, InstId>,
    /// The values of those.
    values: FxHashSet<ValueId>,
    /// The constants among `uninit`.
    constants: FxHashSet<ConstId>,
}

impl Starts {
    fn collect(context: &mut Context<'_>, found: &Slots, types: &[Option<TypeId>]) -> Starts {
        let consts = &mut context.module.consts;
        let uninit: Vec<Operand> =
            types.iter().map(|ty| consts.intern(Constant::Uninit(ty.unwrap_or(TypeTable::I1))).into()).collect();
        let constants = uninit.iter().filter_map(|operand| operand.as_const()).collect();
        let (freezes, values) = (FxHashMap::default(), FxHashSet::default());
        let mut this = Starts { initial: uninit.clone(), uninit, freezes, values, constants };
        let first: FxHashSet<InstId> = context.body.blocks[BlockId::ENTRY].insts.iter().copied().collect();
        for (at, slot) in promoted(found, types) {
            // What is made elsewhere does not dominate all phis.
            if first.contains(&slot.alloca) {
                this.initial[at] = this.freeze(context.body, slot.alloca, at, types[at]);
            }
            for site in slot.uses.iter().filter(|site| matches!(site.kind, UseKind::Start)) {
                this.freeze(context.body, site.inst, at, types[at]);
            }
        }
        this
    }

    fn freeze(&mut self, body: &mut Body, place: InstId, slot: usize, ty: Option<TypeId>) -> Operand {
        let loc = body.insts[place].loc;
        let inst = body.make_inst(Inst::Freeze { arg: self.uninit[slot] }, ty, loc);
        let value = body.insts[inst].result.expect("a freeze has a result");
        self.freezes.insert(place, inst);
        self.values.insert(value);
        value.into()
    }

    /// What the slot holds from a marker on.
    fn at(&self, body: &Body, marker: InstId, slot: usize) -> Operand {
        let value = self.freezes.get(&marker).and_then(|&inst| body.insts[inst].result);
        value.map_or(self.initial[slot], Operand::value)
    }

    /// Whether an operand is what a slot holds before it is written.
    fn is_start(&self, operand: Operand) -> bool {
        match operand.kind() {
            OperandKind::Value(value) => self.values.contains(&value),
            OperandKind::Const(id) => self.constants.contains(&id),
        }
    }
}

fn actions(context: &Context<'_>, found: &Slots, types: &[Option<TypeId>]) -> Vec<Action> {
    let mut actions = vec![Action::Keep; context.body.insts.len()];
    for (at, slot) in promoted(found, types) {
        actions[slot.alloca.index()] = Action::Drop;
        for &pointer in &slot.pointers {
            actions[pointer.index()] = Action::Drop;
        }
        for site in &slot.uses {
            actions[site.inst.index()] = match site.kind {
                UseKind::Load(_) => Action::Load(at),
                UseKind::Store(_) => Action::Store(at),
                UseKind::CopyTo(copy) | UseKind::CopyFrom(copy) => {
                    let copy = &found.copies[copy];
                    let (to, from) = (copy.to.expect("a slot"), copy.from.expect("a slot"));
                    Action::Copy(to.0, from.0)
                }
                UseKind::Start => Action::Reset(at),
                // After the end of its lifetime nothing touches the slot, or it would not be promoted.
                UseKind::End | UseKind::Fill(_) => Action::Drop,
                UseKind::Debug if debug::is_declaration(context.body, site) => Action::Drop,
                UseKind::Debug => Action::Forget,
            };
        }
    }
    actions
}

fn promoted<'a>(found: &'a Slots, types: &'a [Option<TypeId>]) -> impl Iterator<Item = (usize, &'a Slot)> {
    found.slots.iter().enumerate().filter(|(at, _)| types[*at].is_some())
}

/// Places phis for every promoted slot.
fn place(
    context: &mut Context<'_>,
    cfg: &Cfg,
    dominators: &Dominators,
    found: &Slots,
    types: &[Option<TypeId>],
    declarations: &Declarations,
) -> Vec<Phi> {
    let mut finder = FrontierFinder::new(cfg, dominators);
    let mut ranges = LiveRanges::new(cfg);
    let mut phis = Vec::new();
    for (at, slot) in promoted(found, types) {
        let (writes, live) = ranges.of(slot);
        for block in finder.iterated(&writes, &live) {
            let inst = context.body.make_inst(Inst::Phi { incoming: Default::default() }, types[at], None);
            let value = context.body.insts[inst].result.expect("a phi has a result");
            context.body.values[value].name = declarations.name(at);
            phis.push(Phi { slot: at, inst, value, block, incoming: Vec::new() });
        }
    }
    context.stats.add(Counter::PhisAdded, phis.len());
    phis
}

/// Finds where a slot is written and where it is live; keeps its room from one slot to the next.
struct LiveRanges<'a> {
    cfg: &'a Cfg,
    /// The last slot for which the block was found live, and the last one for which it writes, counted from 1.
    live: Vec<u32>,
    written: Vec<u32>,
    stamp: u32,
}

impl<'a> LiveRanges<'a> {
    fn new(cfg: &'a Cfg) -> Self {
        let len = cfg.graph().len();
        LiveRanges { cfg, live: vec![0; len], written: vec![0; len], stamp: 0 }
    }

    /// The blocks that write the slot, and those at whose start it is live.
    fn of(&mut self, slot: &Slot) -> (Vec<BlockId>, Vec<BlockId>) {
        self.stamp += 1;
        let (mut writes, mut exposed) = (Vec::new(), Vec::new());
        for site in &slot.uses {
            let written = &mut self.written[site.block.index()];
            match site.kind {
                UseKind::Store(_) | UseKind::CopyTo(_) | UseKind::Start => {
                    if core::mem::replace(written, self.stamp) != self.stamp {
                        writes.push(site.block);
                    }
                }
                UseKind::Load(_) | UseKind::CopyFrom(_) if *written != self.stamp => exposed.push(site.block),
                UseKind::Load(_) | UseKind::CopyFrom(_) | UseKind::Fill(_) | UseKind::End | UseKind::Debug => {}
            }
        }
        (writes, self.extend(exposed))
    }

    /// All blocks at whose start the slot is live, given those that read it before writing it.
    fn extend(&mut self, mut pending: Vec<BlockId>) -> Vec<BlockId> {
        let mut live = Vec::new();
        while let Some(block) = pending.pop() {
            if core::mem::replace(&mut self.live[block.index()], self.stamp) == self.stamp {
                continue;
            }
            live.push(block);
            let before = self.cfg.predecessors(block).iter().copied();
            pending
                .extend(before.filter(|from| self.cfg.is_reachable(*from) && self.written[from.index()] != self.stamp));
        }
        live
    }
}

/// Walks the dominator tree with the current contents of every slot.
struct Renamer {
    phis: Vec<Phi>,
    /// The phis of each block, by number.
    phis_of: Vec<Vec<usize>>,
    /// What each slot holds at the place of the walk.
    current: Vec<Operand>,
    /// What to set back when a subtree is left: slot and former contents.
    undo: Vec<(usize, Operand)>,
    /// The loads in the order of the walk, with what they read.
    loads: Vec<(InstId, Operand)>,
    /// The writes in the order of the walk: instruction, slot, what it wrote.
    writes: Vec<(InstId, usize, Operand)>,
    /// What slots hold where a lifetime begins.
    starts: Starts,
}

impl Renamer {
    fn new(blocks: usize, phis: Vec<Phi>, starts: Starts) -> Self {
        let mut phis_of = vec![Vec::new(); blocks];
        for (at, phi) in phis.iter().enumerate() {
            phis_of[phi.block.index()].push(at);
        }
        let current = starts.initial.clone();
        Renamer { phis, phis_of, current, undo: Vec::new(), loads: Vec::new(), writes: Vec::new(), starts }
    }

    fn walk(&mut self, body: &Body, cfg: &Cfg, dominators: &Dominators, actions: &[Action]) {
        let mut stack = vec![(BlockId::ENTRY, 0usize, 0usize)];
        self.enter(body, cfg, BlockId::ENTRY, actions);
        while let Some((block, next, undo)) = stack.last_mut() {
            let Some(&child) = dominators.children(*block).get(*next) else {
                let undo = *undo;
                stack.pop();
                for (slot, former) in self.undo.drain(undo..).rev() {
                    self.current[slot] = former;
                }
                continue;
            };
            *next += 1;
            stack.push((child, 0, self.undo.len()));
            self.enter(body, cfg, child, actions);
        }
    }

    fn enter(&mut self, body: &Body, cfg: &Cfg, block: BlockId, actions: &[Action]) {
        for at in 0..self.phis_of[block.index()].len() {
            let phi = &self.phis[self.phis_of[block.index()][at]];
            let (slot, value) = (phi.slot, phi.value);
            self.write(slot, value.into());
        }
        for &id in &body.blocks[block].insts {
            match actions[id.index()] {
                Action::Keep | Action::Drop | Action::Forget => {}
                Action::Load(slot) => self.loads.push((id, self.current[slot])),
                Action::Store(slot) => {
                    let Inst::Store { value, .. } = body.insts[id].inst else { unreachable!("a store") };
                    self.write(slot, value);
                    self.writes.push((id, slot, value));
                }
                Action::Copy(to, from) => {
                    self.write(to, self.current[from]);
                    self.writes.push((id, to, self.current[from]));
                }
                Action::Reset(slot) => {
                    self.write(slot, self.starts.at(body, id, slot));
                    self.writes.push((id, slot, self.starts.uninit[slot]));
                }
            }
        }
        for &to in cfg.successors(block) {
            for &phi in &self.phis_of[to.index()] {
                let contents = self.current[self.phis[phi].slot];
                self.phis[phi].incoming.push((block, contents));
            }
        }
    }

    fn write(&mut self, slot: usize, value: Operand) {
        let former = core::mem::replace(&mut self.current[slot], value);
        self.undo.push((slot, former));
    }

    /// The starts of lifetimes that a load or a phi sees.
    fn kept_starts(&self) -> FxHashSet<ValueId> {
        let loads = self.loads.iter().map(|&(_, contents)| contents);
        let phis = self.phis.iter().flat_map(|phi| phi.incoming.iter().map(|&(_, contents)| contents));
        let values = loads.chain(phis).filter_map(Operand::as_value);
        values.filter(|value| self.starts.values.contains(value)).collect()
    }

    /// A phi has an entry for each predecessor, also for those that cannot be reached: from there nothing ever comes.
    fn fill_unreachable(&mut self, context: &mut Context<'_>, cfg: &Cfg) {
        for phi in &mut self.phis {
            let ty = context.body.values[phi.value].ty;
            for &from in cfg.predecessors(phi.block).iter().filter(|&&from| !cfg.is_reachable(from)) {
                phi.incoming.push((from, context.module.consts.intern(Constant::Poison(ty)).into()));
            }
            phi.incoming.sort_unstable_by_key(|(from, _)| *from);
        }
    }

    /// Which phis may be uninitialised: those that such a value enters, and those that such a phi enters.
    fn may_be_uninit(&self, body: &Body) -> Vec<bool> {
        let mut of_value = vec![None; body.values.len()];
        for (at, phi) in self.phis.iter().enumerate() {
            of_value[phi.value.index()] = Some(at);
        }
        let mut users = vec![Vec::new(); self.phis.len()];
        let mut pending = Vec::new();
        for (at, phi) in self.phis.iter().enumerate() {
            for (_, operand) in &phi.incoming {
                match operand.as_value().and_then(|value| of_value[value.index()]) {
                    Some(source) => users[source].push(at),
                    None => pending.extend(self.starts.is_start(*operand).then_some(at)),
                }
            }
        }
        let mut uninit = vec![false; body.values.len()];
        while let Some(at) = pending.pop() {
            if !core::mem::replace(&mut uninit[self.phis[at].value.index()], true) {
                pending.extend(&users[at]);
            }
        }
        uninit
    }
}

/// Carries out what the walk found.
fn finish(context: &mut Context<'_>, renamer: &Renamer, declarations: &Declarations, actions: &[Action]) {
    let mut replacements = Replacements::new(context.body);
    let checks = replace_loads(context, renamer, &mut replacements);
    for &(_, slot, value) in &renamer.writes {
        if let Some(value) = replacements.resolve(value).as_value() {
            let name = &mut context.body.values[value].name;
            *name = name.or(declarations.name(slot));
        }
    }
    insert_phis(context.body, renamer, declarations);
    rebuild_blocks(context.body, renamer, declarations, actions, &checks);
    replacements.apply(context.body);
    let stores = actions.iter().filter(|action| matches!(action, Action::Store(_))).count();
    context.stats.add(Counter::StoresRemoved, stores);
    context.stats.add(Counter::LoadsRemoved, renamer.loads.len());
}

/// Notes what each load stands for, or turns it into a check if that may not be initialised; says which became checks.
fn replace_loads(context: &mut Context<'_>, renamer: &Renamer, replacements: &mut Replacements) -> Vec<bool> {
    let uninit = renamer.may_be_uninit(context.body);
    let mut checks = vec![false; context.body.insts.len()];
    for &(load, contents) in &renamer.loads {
        let may_be_uninit = match contents.kind() {
            OperandKind::Value(value) => uninit[value.index()] || renamer.starts.is_start(contents),
            OperandKind::Const(id) => matches!(context.module.consts[id], Constant::Uninit(_)),
        };
        if may_be_uninit {
            context.body.insts[load].inst = Inst::CheckInit { arg: contents };
            checks[load.index()] = true;
            context.stats.add(Counter::ChecksAdded, 1);
        } else {
            replacements.set(context.body.insts[load].result.expect("a load has a result"), contents);
        }
    }
    checks
}

/// Puts the phis at the start of their blocks, and behind all phis the records that the variables have their values.
fn insert_phis(body: &mut Body, renamer: &Renamer, declarations: &Declarations) {
    for (block, phis) in renamer.phis_of.iter().enumerate().filter(|(_, phis)| !phis.is_empty()) {
        let block = BlockId::new(block);
        let old = core::mem::take(&mut body.blocks[block].insts);
        let place = debug::first_place(body, &old);
        let (mut insts, mut records) = (Vec::with_capacity(old.len() + 2 * phis.len()), Vec::new());
        for &at in phis {
            let phi = &renamer.phis[at];
            body.insts[phi.inst].inst = Inst::Phi { incoming: phi.incoming.clone().into() };
            insts.push(phi.inst);
            if place.is_some() {
                records.extend(declarations.records(body, phi.slot, phi.value.into()));
            }
        }
        let (head, rest) = old.split_at(place.unwrap_or(0));
        insts.extend(head);
        insts.append(&mut records);
        insts.extend(rest);
        body.blocks[block].insts = insts;
    }
}

/// Takes out what the slots needed, and puts debug records where they were written.
fn rebuild_blocks(
    body: &mut Body,
    renamer: &Renamer,
    declarations: &Declarations,
    actions: &[Action],
    checks: &[bool],
) {
    let mut records = vec![Vec::new(); actions.len()];
    let kept = renamer.kept_starts();
    for &(id, slot, value) in &renamer.writes {
        // Debug information alone keeps no start of a lifetime.
        let is_gone = value.as_value().is_some_and(|at| renamer.starts.values.contains(&at) && !kept.contains(&at));
        let value = if is_gone { renamer.starts.uninit[slot] } else { value };
        records[id.index()] = declarations.records(body, slot, value);
    }
    for at in 0..body.order.len() {
        let block = body.order[at];
        let old = core::mem::take(&mut body.blocks[block].insts);
        let mut insts = Vec::with_capacity(old.len());
        for id in old {
            let action = actions.get(id.index()).copied().unwrap_or(Action::Keep);
            if action == Action::Forget {
                debug::forget(body, id);
            }
            if let Some(&freeze) = renamer.starts.freezes.get(&id)
                && body.insts[freeze].result.is_some_and(|value| kept.contains(&value))
            {
                insts.push(freeze);
            }
            if matches!(action, Action::Keep | Action::Forget) || checks[id.index()] {
                insts.push(id);
            } else {
                insts.append(&mut records[id.index()]);
            }
        }
        body.blocks[block].insts = insts;
    }
}
