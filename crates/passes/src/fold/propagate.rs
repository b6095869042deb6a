//! Conditional constant propagation: which values are constant, and which edges can be taken.

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::inst::OperandKind;
use braid_ir::{BlockId, Body, ConstId, Constant, Inst, InstId, Module, Operand, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::eval;
use crate::pass::Context;

/// What is known of a value. It only ever moves down this list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fact {
    /// Nothing has been computed yet.
    Unknown,
    /// It has been this constant whenever it was computed.
    Constant(ConstId),
    /// It may be different things.
    Varying,
}

/// What was found.
#[derive(Debug)]
pub(super) struct Facts {
    values: Vec<Fact>,
    executable: Vec<bool>,
    taken: FxHashSet<(BlockId, BlockId)>,
}

impl Facts {
    /// The values that are constant, in order.
    pub(super) fn constants(&self) -> impl Iterator<Item = (ValueId, ConstId)> + '_ {
        self.values.iter().enumerate().filter_map(|(at, fact)| match fact {
            Fact::Constant(id) => Some((ValueId::new(at), *id)),
            Fact::Unknown | Fact::Varying => None,
        })
    }
    /// Whether control can come to the block.
    pub(super) fn is_executable(&self, block: BlockId) -> bool {
        self.executable[block.index()]
    }
    /// Whether control can go along the edge.
    pub(super) fn is_taken(&self, from: BlockId, to: BlockId) -> bool {
        self.taken.contains(&(from, to))
    }
    /// The one target of a branch or switch whose condition is constant.
    pub(super) fn only_target(&self, module: &Module, block: BlockId, inst: &Inst) -> Option<BlockId> {
        let constant = |operand: Operand| match self.of(operand) {
            Fact::Constant(id) => Some(id),
            Fact::Unknown | Fact::Varying => None,
        };
        if !self.is_executable(block) {
            return None;
        }
        match inst {
            Inst::CondBr { cond, then, otherwise } => {
                let cond = module.consts.as_int(constant(*cond)?)?;
                Some(if cond != 0 { *then } else { *otherwise })
            }
            Inst::Switch(switch) => eval::switch_target(module, switch, constant(switch.value)?),
            _ => None,
        }
    }

    fn of(&self, operand: Operand) -> Fact {
        match operand.kind() {
            OperandKind::Value(value) => self.values[value.index()],
            OperandKind::Const(id) => Fact::Constant(id),
        }
    }
}

/// Finds the constants of the body.
pub(super) fn run(context: &mut Context<'_>, cfg: &Cfg) -> Facts {
    let users = Users::new(context.body);
    let entries = entries(context.body);
    let facts = Facts {
        values: vec![Fact::Unknown; context.body.values.len()],
        executable: vec![false; context.body.blocks.len()],
        taken: FxHashSet::default(),
    };
    let mut this = Propagation { facts, edges: Vec::new(), insts: Vec::new() };
    for (value, data) in context.body.values.iter() {
        if matches!(data.def, braid_ir::ValueDef::Param(_)) {
            this.facts.values[value.index()] = Fact::Varying;
        }
    }
    this.enter(context, cfg, BlockId::ENTRY);
    loop {
        if let Some(value) = this.insts.pop() {
            let fact = this.facts.values[value.index()];
            for &user in users.of(value) {
                match user.from {
                    Some(from) if this.facts.is_taken(from, user.block) => this.meet(context, user.inst, fact),
                    None if this.facts.is_executable(user.block) => this.visit(context, cfg, user.block, user.inst),
                    _ => {}
                }
            }
        } else if let Some((from, to)) = this.edges.pop() {
            if this.facts.taken.insert((from, to)) {
                this.phis(context, &entries, from, to);
                if !this.facts.is_executable(to) {
                    this.enter(context, cfg, to);
                }
            }
        } else {
            return this.facts;
        }
    }
}

struct Propagation {
    facts: Facts,
    /// Edges that were found to be possible.
    edges: Vec<(BlockId, BlockId)>,
    /// Values of which more is known, whose users are to be looked at again.
    insts: Vec<ValueId>,
}

impl Propagation {
    fn enter(&mut self, context: &mut Context<'_>, cfg: &Cfg, block: BlockId) {
        self.facts.executable[block.index()] = true;
        for at in 0..context.body.blocks[block].insts.len() {
            let id = context.body.blocks[block].insts[at];
            self.visit(context, cfg, block, id);
        }
    }

    /// Lets what comes along a new edge into the phis of `to`.
    fn phis(&mut self, context: &Context<'_>, entries: &Entries, from: BlockId, to: BlockId) {
        for &id in &context.body.blocks[to].insts {
            if !matches!(context.body.insts[id].inst, Inst::Phi { .. }) {
                break;
            }
            if let Some(&operand) = entries.get(&(id, from)) {
                self.meet(context, id, self.facts.of(operand));
            }
        }
    }

    /// Lets one more fact into a phi. Looking at all entries again for each would be quadratic in their number.
    fn meet(&mut self, context: &Context<'_>, id: InstId, entering: Fact) {
        let Some(result) = context.body.insts[id].result else { return };
        // An undefined value is a new one at each use; behind a phi it is used once.
        let entering = match entering {
            Fact::Constant(id) if matches!(context.module.consts[id], Constant::Undef(_)) => Fact::Varying,
            fact => fact,
        };
        self.lower(result, entering);
    }

    /// A fact moves down: a constant that becomes another one varies.
    fn lower(&mut self, value: ValueId, fact: Fact) {
        let old = &mut self.facts.values[value.index()];
        if *old != fact && *old != Fact::Varying && fact != Fact::Unknown {
            *old = if *old == Fact::Unknown { fact } else { Fact::Varying };
            self.insts.push(value);
        }
    }

    fn visit(&mut self, context: &mut Context<'_>, cfg: &Cfg, block: BlockId, id: InstId) {
        let data = &context.body.insts[id];
        if data.inst.is_terminator() {
            match self.decided(context.module, block, &data.inst) {
                Decision::Nothing => {}
                Decision::One(target) => self.edges.push((block, target)),
                Decision::Any => self.edges.extend(cfg.successors(block).iter().map(|&to| (block, to))),
            }
        }
        // What enters a phi is counted edge by edge.
        if let (Some(result), false) = (data.result, matches!(data.inst, Inst::Phi { .. })) {
            let fact = self.evaluate(context, id);
            self.lower(result, fact);
        }
    }

    /// Where a terminator goes, as far as is known by now.
    fn decided(&self, module: &Module, block: BlockId, inst: &Inst) -> Decision {
        let condition = match inst {
            Inst::CondBr { cond, .. } => *cond,
            Inst::Switch(switch) => switch.value,
            _ => return Decision::Any,
        };
        match self.facts.of(condition) {
            Fact::Unknown => Decision::Nothing,
            Fact::Constant(_) => self.facts.only_target(module, block, inst).map_or(Decision::Any, Decision::One),
            Fact::Varying => Decision::Any,
        }
    }

    fn evaluate(&self, context: &mut Context<'_>, id: InstId) -> Fact {
        let mut operands = eval::Args::new();
        let (mut unknown, mut varying) = (false, false);
        context.body.insts[id].inst.for_each_operand(|operand| match self.facts.of(operand) {
            Fact::Unknown => unknown = true,
            Fact::Constant(id) => operands.push(id),
            Fact::Varying => varying = true,
        });
        if varying || !eval::is_pure(&context.body.insts[id].inst) {
            return Fact::Varying;
        }
        if unknown {
            return Fact::Unknown;
        }
        let ty = context.body.insts[id].result.map(|result| context.body.values[result].ty);
        let Some(ty) = ty else { return Fact::Varying };
        eval::evaluate(context.module, &context.body.insts[id].inst, &operands, ty)
            .map_or(Fact::Varying, Fact::Constant)
    }
}

enum Decision {
    Nothing,
    One(BlockId),
    Any,
}

/// What enters each phi from each block.
type Entries = FxHashMap<(InstId, BlockId), Operand>;

fn entries(body: &Body) -> Entries {
    let mut entries = Entries::default();
    for &id in body.order.iter().flat_map(|&block| &body.blocks[block].insts) {
        if let Inst::Phi { incoming } = &body.insts[id].inst {
            entries.extend(incoming.iter().map(|(from, operand)| ((id, *from), *operand)));
        }
    }
    entries
}

/// A use of a value.
#[derive(Clone, Copy, Debug)]
struct User {
    inst: InstId,
    block: BlockId,
    /// For a phi, the block from which the value enters.
    from: Option<BlockId>,
}

/// The uses of each value as slices of one table. Debug records are left out.
struct Users {
    starts: Vec<u32>,
    items: Vec<User>,
}

impl Users {
    fn new(body: &Body) -> Users {
        let mut starts = vec![0u32; body.values.len() + 1];
        for_each_use(body, |value, _| starts[value.index() + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let total = *starts.last().expect("one more than values") as usize;
        let mut items = vec![User { inst: InstId::new(0), block: BlockId::ENTRY, from: None }; total];
        for_each_use(body, |value, user| {
            items[next[value.index()] as usize] = user;
            next[value.index()] += 1;
        });
        Users { starts, items }
    }

    fn of(&self, value: ValueId) -> &[User] {
        &self.items[self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize]
    }
}

fn for_each_use(body: &Body, mut f: impl FnMut(ValueId, User)) {
    for &block in &body.order {
        for &inst in &body.blocks[block].insts {
            match &body.insts[inst].inst {
                Inst::Phi { incoming } => {
                    let values = incoming.iter().filter_map(|(from, operand)| Some((*from, operand.as_value()?)));
                    values.for_each(|(from, value)| f(value, User { inst, block, from: Some(from) }));
                }
                other if other.is_debug() => {}
                other => other.for_each_operand(|operand| {
                    if let Some(value) = operand.as_value() {
                        f(value, User { inst, block, from: None });
                    }
                }),
            }
        }
    }
}
