//! Lowering: a function body into the form that is run.
//!
//! Values get slots, one for each scalar part, in order of definition. Blocks are laid out in order; what happens on an
//! edge (the moves that phis stand for) follows the blocks as a stub that ends in a jump. Whatever cannot be run becomes
//! an operation that says so when it is reached. At the end, values that do not matter at the same time are given one slot.

mod assembly;
mod call;
mod chosen;
mod constant;
mod constrained;
mod explained;
mod inst;
mod leaves;
mod memory;
mod moves;
mod rename;
mod reuse;
mod scope;
mod vector;

use core::cell::OnceCell;
use std::rc::Rc;

use braid_entity::{Entity, SecondaryMap};
use braid_expr::{ExprPool, SymbolClass};
use braid_ir::body::InstData;
use braid_ir::debug::LocId;
use braid_ir::inst::OperandKind;
use braid_ir::module::BodyState;
use braid_ir::{BlockId, Body, FuncId, Inst, InstId, Operand, Type, TypeId, ValueId};
use braid_state::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Code, Op, Pc, Scalar, Slot, Src};
use crate::program::Program;
use crate::quick::Quick;
pub use constant::{is_deferred, zero};
pub use leaves::{Leaf, leaves};
pub use scope::callee;
pub(crate) use scope::is_marker;

/// Lowers a function whose body is ready; beside the code, the first operation of each instruction.
pub(crate) fn lower(
    program: &mut Program,
    pool: &mut ExprPool,
    func: FuncId,
) -> (Code, SecondaryMap<InstId, Option<Pc>>) {
    let body = core::mem::replace(&mut program.module.funcs[func].body, BodyState::Declared);
    let ready = body.ready().expect("the body was made ready");
    let code = Lowerer::new(program, pool, func, ready).run();
    program.module.funcs[func].body = body;
    code
}

/// The state of lowering one function.
struct Lowerer<'a> {
    program: &'a mut Program,
    pool: &'a mut ExprPool,
    body: &'a Body,
    /// The first slot of each value.
    slots: SecondaryMap<ValueId, Slot>,
    leaves: FxHashMap<TypeId, Result<Rc<[Leaf]>, String>>,
    /// How many scalars of each struct stand before each of its fields.
    field_starts: FxHashMap<TypeId, Vec<usize>>,
    constants: FxHashMap<Value, u32>,
    /// Edges by number, to be turned into places; targets of operations are numbers of edges until then.
    edges: Vec<(BlockId, BlockId)>,
    /// Operations that make room on the stack, with the value that each gives.
    allocas: Vec<(Pc, ValueId)>,
    /// Stack slots whose scope is marked.
    scoped: FxHashSet<ValueId>,
    /// The block being lowered.
    block: BlockId,
    loc: Option<LocId>,
    /// The slot that is nobody's.
    scratch: Slot,
    /// Who uses each value, once somebody asked.
    users: Option<chosen::Users>,
    /// The first operation of each instruction.
    places: SecondaryMap<InstId, Option<Pc>>,
    code: Code,
}

/// Why an instruction cannot be lowered.
type Lowered<T> = Result<T, String>;

impl<'a> Lowerer<'a> {
    fn new(program: &'a mut Program, pool: &'a mut ExprPool, func: FuncId, body: &'a Body) -> Self {
        let optimised = scope::is_optimised(&program.module, func, body);
        let attrs = &program.module.attrs[program.module.funcs[func].attrs];
        let no_undef_result = attrs.ret.flags.has(braid_ir::AttrFlags::NO_UNDEF);
        let code = Code {
            func,
            ops: Vec::new(),
            quick: Vec::new(),
            locs: Vec::new(),
            block_of: Vec::new(),
            lines: Vec::new(),
            constants: Vec::new(),
            blocks: Vec::new(),
            slots: 0,
            frame_bytes: 0,
            optimised,
            no_undef_result,
            widths: Vec::new(),
            returns_twice: false,
            relaxed: None,
            homes: None,
            live_slots: OnceCell::new(),
            params: Box::default(),
            result: Box::default(),
            varargs: false,
            bad_points: Box::default(),
            local_names: FxHashMap::default(),
            first_block: 0,
            lives: FxHashMap::default(),
            chosen: FxHashSet::default(),
        };
        let scoped = scope::marked(&program.module, body);
        Lowerer {
            program,
            pool,
            body,
            slots: SecondaryMap::default(),
            leaves: FxHashMap::default(),
            field_starts: FxHashMap::default(),
            constants: FxHashMap::default(),
            edges: Vec::new(),
            allocas: Vec::new(),
            scoped,
            block: BlockId::ENTRY,
            loc: None,
            scratch: 0,
            users: None,
            places: SecondaryMap::default(),
            code,
        }
    }

    fn run(mut self) -> (Code, SecondaryMap<InstId, Option<Pc>>) {
        self.signature();
        self.assign_slots();
        for &block in &self.body.order {
            self.block(block);
        }
        self.finish_edges();
        self.name_locals();
        let explained = self.explained();
        reuse::share_slots(&mut self.code, &explained);
        self.code.quick = Quick::forms(&self.code.ops, &self.code.constants, self.code.slots);
        (self.code, self.places)
    }

    /// What the function takes and gives.
    fn signature(&mut self) {
        let Type::Function { ret, params, varargs } =
            &self.program.module.types[self.program.module.funcs[self.code.func].ty]
        else {
            return;
        };
        let (ret, params, varargs) = (*ret, params.clone(), *varargs);
        self.code.result = self.scalars(ret).into();
        self.code.params = params.iter().flat_map(|&ty| self.scalars(ty)).collect();
        self.code.varargs = varargs;
    }

    /// The scalars of a type; none if it cannot be held in registers.
    fn scalars(&mut self, ty: TypeId) -> Vec<Scalar> {
        self.leaves(ty).map(|leaves| leaves.iter().map(|leaf| leaf.scalar).collect()).unwrap_or_default()
    }

    /// Gives every value its slots, parameters first. A value that cannot be held has none; what defines it is refused.
    fn assign_slots(&mut self) {
        let body = self.body;
        for (value, data) in body.values.iter() {
            self.slots[value] = self.code.slots;
            for scalar in self.scalars(data.ty) {
                self.temporary(scalar.bits());
            }
        }
        // One more, for moves that go round in a circle.
        self.scratch = self.temporary(0);
    }

    /// A slot of its own.
    fn temporary(&mut self, bits: u32) -> Slot {
        self.code.widths.push(bits);
        self.code.slots = u32::try_from(self.code.widths.len()).expect("parts are bounded");
        self.code.slots - 1
    }

    /// Gives local variables in memory the names that the source has for them.
    fn name_locals(&mut self) {
        let body = self.body;
        let module = &self.program.module;
        let declared = body.order.iter().flat_map(|&block| &body.blocks[block].insts).filter_map(|&inst| {
            let Inst::DebugDeclare(declared) = &body.insts[inst].inst else { return None };
            let slot = declared.value?.as_value()?;
            Some((slot, module.names.get(module.debug.vars[declared.var].name)))
        });
        let names: FxHashMap<ValueId, &str> = declared.collect();
        self.code.local_names =
            self.allocas.iter().filter_map(|(pc, slot)| Some((*pc, Rc::from(*names.get(slot)?)))).collect();
    }

    fn block(&mut self, block: BlockId) {
        self.block = block;
        let body = self.body;
        let start = self.here();
        let number = u32::try_from(self.code.blocks.len()).expect("blocks are counted in 32 bits");
        self.code.blocks.push((block, start));
        let insts = &body.blocks[block].insts;
        self.loc = insts.iter().find_map(|&inst| body.insts[inst].loc);
        let count = insts.iter().filter(|&&inst| !body.insts[inst].inst.is_debug()).count();
        self.emit(Op::Enter { block: number, count: u32::try_from(count).unwrap_or(u32::MAX) });
        for &inst in insts {
            let data = &body.insts[inst];
            self.loc = data.loc;
            let here = self.here();
            self.places[inst] = Some(here);
            self.code.lines.extend(data.loc.map(|loc| (here, loc)));
            if let Err(what) = self.inst(data) {
                self.emit(Op::Unsupported(what.into()));
            }
        }
        self.end_block(insts);
    }

    /// A branch may have become one operation with the comparison before it; it is reached with that one.
    fn end_block(&mut self, insts: &[InstId]) {
        let end = self.here();
        let beyond = self.code.lines.iter_mut().rev().take_while(|(pc, _)| *pc == end);
        beyond.for_each(|(pc, _)| *pc = end - 1);
        let places = &mut self.places;
        for &inst in insts.iter().rev() {
            if places[inst] != Some(end) {
                break;
            }
            places[inst] = Some(end - 1);
        }
    }

    /// Appends an operation.
    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.locs.push(self.loc);
        self.code.block_of.push(u32::try_from(self.code.blocks.len() - 1).expect("blocks are counted in 32 bits"));
    }

    /// The number of the operation that is appended next.
    fn here(&self) -> Pc {
        u32::try_from(self.code.ops.len()).expect("operations are counted in 32 bits")
    }

    /// The parts of a type.
    fn leaves(&mut self, ty: TypeId) -> Lowered<Rc<[Leaf]>> {
        let module = &self.program.module;
        self.leaves.entry(ty).or_insert_with(|| leaves(module, ty).map(Rc::from)).clone()
    }

    /// The type of an operand.
    fn type_of(&self, operand: Operand) -> Lowered<TypeId> {
        self.program.module.operand_type(self.body, operand).ok_or_else(|| "an operand without a type".to_owned())
    }

    /// The parts of the type of an operand.
    fn leaves_of(&mut self, operand: Operand) -> Lowered<Rc<[Leaf]>> {
        let ty = self.type_of(operand)?;
        self.leaves(ty)
    }

    /// The parts of an operand, for an operation that uses them. One that is undefined is another value at each execution: it gets a
    /// slot, where the operation will name it.
    fn parts(&mut self, operand: Operand) -> Lowered<Vec<Src>> {
        let mut parts = self.moved_parts(operand)?;
        if operand.as_const().is_some() {
            for part in &mut parts {
                let Some(value) = part.as_constant().map(|at| self.code.constants[at as usize]) else { continue };
                if let (true, Value::Term(term)) = (is_deferred(self.pool, value), value) {
                    let dst = self.temporary(self.pool.width(term));
                    self.emit(Op::Move { dst, src: *part });
                    *part = Src::slot(dst);
                }
            }
        }
        Ok(parts)
    }

    /// The parts of an operand, for moves.
    fn moved_parts(&mut self, operand: Operand) -> Lowered<Vec<Src>> {
        match operand.kind() {
            OperandKind::Value(value) => {
                let first = self.slots[value];
                let count = self.leaves(self.body.values[value].ty)?.len() as u32;
                Ok((first..first + count).map(Src::slot).collect())
            }
            OperandKind::Const(id) => {
                let values = self.program.constant(self.pool, id)?;
                Ok(values.iter().map(|&value| self.own_literal(value)).collect())
            }
        }
    }

    /// The parts of an operand that is promised to be defined. Only an optimiser writes `undef` there, in place of what has no value; but for
    /// addresses, where clang writes it itself: as the object of a lambda that captures nothing.
    fn promised_parts(&mut self, operand: Operand) -> Lowered<Vec<Src>> {
        let is_undef = |id| matches!(self.program.module.consts[id], braid_ir::Constant::Undef(_));
        if !operand.as_const().is_some_and(is_undef) {
            return self.parts(operand);
        }
        let leaves = self.leaves_of(operand)?;
        if leaves.iter().any(|leaf| matches!(leaf.scalar, Scalar::Ptr(_))) {
            return self.parts(operand);
        }
        let mark = |leaf: &Leaf| constant::poison(self.pool, leaf.scalar.bits());
        let marks: Vec<Value> = leaves.iter().map(mark).collect();
        Ok(marks.into_iter().map(|mark| self.literal(mark)).collect())
    }

    /// The one part of an operand that is a scalar.
    fn scalar(&mut self, operand: Operand) -> Lowered<Src> {
        match self.parts(operand)?[..] {
            [part] => Ok(part),
            _ => Err("a scalar was expected".to_owned()),
        }
    }

    /// An undefined value.
    fn undefined(&mut self, bits: u32) -> Src {
        let value = constant::undefined(self.pool, bits);
        self.own_literal(value)
    }

    /// A constant of the code; an undefined one is not that of another operand.
    fn own_literal(&mut self, value: Value) -> Src {
        match value {
            Value::Term(term) if self.pool.as_deferred(term).is_some() => {
                let (func, number) = (self.code.func.as_u32(), self.code.constants.len());
                let (name, bits) = (format!("undefined.{func}.{number}"), self.pool.width(term));
                let own = self.pool.symbol(&name, bits, SymbolClass::Deferred);
                self.literal(Value::Term(own))
            }
            _ => self.literal(value),
        }
    }

    /// A constant of the code.
    fn literal(&mut self, value: Value) -> Src {
        let constants = &mut self.code.constants;
        let index = *self.constants.entry(value).or_insert_with(|| {
            constants.push(value);
            u32::try_from(constants.len() - 1).expect("constants are counted in 32 bits")
        });
        Src::constant(index)
    }

    /// The result of an instruction: its first slot and its parts.
    fn result(&mut self, data: &InstData) -> Lowered<(Slot, Rc<[Leaf]>)> {
        match data.result {
            Some(value) => Ok((self.slots[value], self.leaves(self.body.values[value].ty)?)),
            None => Ok((self.scratch, Rc::from([]))),
        }
    }

    /// The number of the edge from the current block to another.
    fn edge(&mut self, to: BlockId) -> Pc {
        let edge = (self.block, to);
        // A block has few edges, and they are made one after another.
        let recent = self.edges.len().saturating_sub(8);
        if let Some(at) = self.edges[recent..].iter().position(|&known| known == edge) {
            return (recent + at) as Pc;
        }
        self.edges.push(edge);
        (self.edges.len() - 1) as Pc
    }

    /// Appends what happens on each edge and puts places where operations name edges.
    fn finish_edges(&mut self) {
        let starts: FxHashMap<BlockId, Pc> = self.code.blocks.iter().copied().collect();
        let numbers: FxHashMap<BlockId, u32> =
            self.code.blocks.iter().enumerate().map(|(at, &(block, _))| (block, at as u32)).collect();
        let ends = self.code.ops.len();
        let edges = core::mem::take(&mut self.edges);
        let mut places = Vec::with_capacity(edges.len());
        for &(from, to) in &edges {
            places.push(self.stub(from, to, starts[&to]));
            self.code.block_of.resize(self.code.ops.len(), numbers[&from]);
        }
        for op in &mut self.code.ops[..ends] {
            retarget(op, |edge| places[edge as usize]);
        }
    }

    /// Appends the moves of an edge; gives the place that leads along it.
    fn stub(&mut self, from: BlockId, to: BlockId, start: Pc) -> Pc {
        let body = self.body;
        self.loc = body.blocks[from].insts.last().and_then(|&inst| body.insts[inst].loc);
        let here = self.here();
        let moved = self.phi_moves(from, to);
        let ops = match moved {
            Ok(moves) if moves.is_empty() => return start,
            Ok(moves) => moves::in_order(moves, self.scratch),
            Err(what) => vec![Op::Unsupported(what.into())],
        };
        for op in ops.into_iter().chain([Op::Jump(start)]) {
            self.code.ops.push(op);
            self.code.locs.push(self.loc);
        }
        here
    }

    /// What the phis of a block take over when control comes from another.
    fn phi_moves(&mut self, from: BlockId, to: BlockId) -> Lowered<Vec<(Slot, Src)>> {
        let body = self.body;
        let mut moves = Vec::new();
        for &inst in &body.blocks[to].insts {
            let data = &body.insts[inst];
            let (Inst::Phi { incoming }, Some(result)) = (&data.inst, data.result) else { break };
            let first = self.slots[result];
            let (_, value) = incoming.iter().find(|(block, _)| *block == from).ok_or("a phi without this edge")?;
            let parts = self.moved_parts(*value)?;
            moves.extend((first..).zip(parts).filter(|&(dst, src)| src != Src::slot(dst)));
        }
        Ok(moves)
    }
}

/// Replaces the targets of an operation.
fn retarget(op: &mut Op, place: impl Fn(Pc) -> Pc) {
    match op {
        Op::Jump(target) => *target = place(*target),
        Op::Branch { then, otherwise, .. } | Op::CompareBranch { then, otherwise, .. } => {
            *then = place(*then);
            *otherwise = place(*otherwise);
        }
        Op::Switch(cases) => {
            cases.default = place(cases.default);
            cases.ranges.iter_mut().for_each(|(_, _, target)| *target = place(*target));
        }
        Op::IndirectJump { targets, .. } => targets.iter_mut().for_each(|(_, target)| *target = place(*target)),
        Op::Call(call) => {
            if call.leaves_block {
                call.normal = place(call.normal);
            }
            call.unwind = call.unwind.map(place);
        }
        _ => {}
    }
}
