//! Conditional constant propagation: which values are constant, and which edges can be taken.

use braid_analysis::Cfg;
use braid_entity::Entity;
use braid_ir::inst::OperandKind;
use braid_ir::{BlockId, Body, ConstId, Constant, Inst, InstId, Module, Operand, ValueId};
use rustc_hash::FxHashSet;

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
            for &(id, block) in users.of(value) {
                if this.facts.is_executable(block) {
                    this.visit(context, cfg, block, id);
                }
            }
        } else if let Some((from, to)) = this.edges.pop() {
            if !this.facts.taken.insert((from, to)) {
                continue;
            }
            if this.facts.is_executable(to) {
                this.phis(context, cfg, to);
            } else {
                this.enter(context, cfg, to);
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

    fn phis(&mut self, context: &mut Context<'_>, cfg: &Cfg, block: BlockId) {
        for at in 0..context.body.blocks[block].insts.len() {
            let id = context.body.blocks[block].insts[at];
            if !matches!(context.body.insts[id].inst, Inst::Phi { .. }) {
                break;
            }
            self.visit(context, cfg, block, id);
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
        let Some(result) = data.result else { return };
        let fact = match &data.inst {
            Inst::Phi { incoming } => self.meet(context.module, block, incoming),
            _ => self.evaluate(context, id),
        };
        let old = &mut self.facts.values[result.index()];
        if *old != fact && *old != Fact::Varying {
            // A constant that becomes another one varies.
            *old = if *old == Fact::Unknown { fact } else { Fact::Varying };
            self.insts.push(result);
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

    /// What enters a phi along the edges that can be taken.
    fn meet(&self, module: &Module, block: BlockId, incoming: &[(BlockId, Operand)]) -> Fact {
        let taken = incoming.iter().filter(|(from, _)| self.facts.is_taken(*from, block));
        let mut met = Fact::Unknown;
        for (_, operand) in taken {
            met = match (met, self.facts.of(*operand)) {
                (fact, Fact::Unknown) | (Fact::Unknown, fact) => fact,
                (Fact::Constant(a), Fact::Constant(b)) if a == b => met,
                _ => return Fact::Varying,
            };
        }
        // An undefined value is a new one at each use; behind a phi it is used once.
        match met {
            Fact::Constant(id) if matches!(module.consts[id], Constant::Undef(_)) => Fact::Varying,
            _ => met,
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

/// The instructions that use each value, with their blocks, as slices of one table. Debug records are left out.
struct Users {
    starts: Vec<u32>,
    items: Vec<(InstId, BlockId)>,
}

impl Users {
    fn new(body: &Body) -> Users {
        let mut starts = vec![0u32; body.values.len() + 1];
        for_each_use(body, |value, _, _| starts[value.index() + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let total = *starts.last().expect("one more than values") as usize;
        let mut items = vec![(InstId::new(0), BlockId::ENTRY); total];
        for_each_use(body, |value, id, block| {
            items[next[value.index()] as usize] = (id, block);
            next[value.index()] += 1;
        });
        Users { starts, items }
    }

    fn of(&self, value: ValueId) -> &[(InstId, BlockId)] {
        &self.items[self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize]
    }
}

fn for_each_use(body: &Body, mut f: impl FnMut(ValueId, InstId, BlockId)) {
    for &block in &body.order {
        for &id in &body.blocks[block].insts {
            let inst = &body.insts[id].inst;
            if !inst.is_debug() {
                inst.for_each_operand(|operand| {
                    if let Some(value) = operand.as_value() {
                        f(value, id, block);
                    }
                });
            }
        }
    }
}
