//! Calls, of functions and of what LLVM defines, and what exceptions need.

use core::cell::Cell;
use std::rc::Rc;

use braid_entity::Entity;
use braid_ir::body::InstData;
use braid_ir::constant::Asm;
use braid_ir::inst::{self, Invoke, OperandKind};
use braid_ir::{AttrFlags, BlockId, Constant, FuncId, GlobalRef, Operand};
use braid_state::Value;

use super::assembly::{self, Constraint, Idiom, Instruction, Meaning, Written};
use super::leaves::Leaf;
use super::{Lowered, Lowerer};
use crate::code::{Argument, Call, Callee, Clause, IntrinsicCall, LandingPad, Op, Scalar, Slot, Src};
use crate::intrinsic::Intrinsic;

impl Lowerer<'_> {
    pub(super) fn invoke(&mut self, data: &InstData, invoke: &Invoke) -> Lowered<()> {
        self.call(data, &invoke.call, Some((invoke.normal, invoke.unwind)))
    }

    /// A call; with the blocks it leads to if it ends its block.
    pub(super) fn call(
        &mut self,
        data: &InstData,
        call: &inst::Call,
        targets: Option<(BlockId, BlockId)>,
    ) -> Lowered<()> {
        let done = match self.target(call.callee)? {
            Target::Asm(asm) => self.assembly(data, call, &asm),
            Target::Function(func) if self.is_intrinsic(func) => self.intrinsic(data, call, func),
            Target::Function(func) => return self.real_call(data, call, Callee::Direct(func), targets),
            Target::Address(addr) => return self.real_call(data, call, Callee::Indirect(addr), targets),
        };
        if let Err(what) = done {
            self.emit(Op::Unsupported(what.into()));
        }
        if let Some((normal, _)) = targets {
            let edge = self.edge(normal);
            self.emit(Op::Jump(edge));
        }
        Ok(())
    }

    /// What a callee is.
    fn target(&mut self, callee: Operand) -> Lowered<Target> {
        if let OperandKind::Const(mut id) = callee.kind() {
            loop {
                match &self.program.module.consts[id] {
                    Constant::Asm(asm) => return Ok(Target::Asm(asm.clone())),
                    Constant::Global(GlobalRef::Func(func))
                    | Constant::DsoLocal(GlobalRef::Func(func))
                    | Constant::NoCfi(GlobalRef::Func(func)) => return Ok(Target::Function(*func)),
                    Constant::Global(GlobalRef::Alias(alias)) => id = self.program.module.aliases[*alias].target,
                    Constant::Global(GlobalRef::IFunc(ifunc)) | Constant::DsoLocal(GlobalRef::IFunc(ifunc)) => {
                        match self.program.indirect.get(ifunc.index()) {
                            Some(&Some(stub)) => return Ok(Target::Function(stub)),
                            _ => break,
                        }
                    }
                    _ => break,
                }
            }
        }
        Ok(Target::Address(self.scalar(callee)?))
    }

    /// Returns true if LLVM defines the function and it is not one that the machine around the program brings.
    fn is_intrinsic(&self, func: FuncId) -> bool {
        let name = self.program.name(func);
        name.starts_with("llvm.") && !name.starts_with("llvm.eh.sjlj.")
    }

    fn real_call(
        &mut self,
        data: &InstData,
        call: &inst::Call,
        callee: Callee,
        targets: Option<(BlockId, BlockId)>,
    ) -> Lowered<()> {
        self.code.returns_twice |= self.returns_twice(call, callee);
        let (dst, leaves) = self.result(data)?;
        let fixed = match &self.program.module.types[call.ty] {
            braid_ir::Type::Function { params, .. } => params.len() as u32,
            _ => call.args.len() as u32,
        };
        let mut args = Vec::with_capacity(call.args.len());
        for (at, &arg) in call.args.iter().enumerate() {
            args.push(self.argument(arg, call, callee, at)?);
        }
        let edges = targets.map(|(normal, unwind)| (self.edge(normal), self.edge(unwind)));
        let normal = edges.map_or(self.here() + 1, |(normal, _)| normal);
        self.emit(Op::Call(Box::new(Call {
            callee,
            args: args.into(),
            fixed,
            dst,
            result: leaves.iter().map(|leaf| leaf.scalar).collect(),
            leaves_block: targets.is_some(),
            normal,
            unwind: edges.map(|(_, unwind)| unwind),
            plain: Cell::new(false),
        })));
        Ok(())
    }

    /// Whether a call may come back a second time, as that of setjmp does.
    fn returns_twice(&self, call: &inst::Call, callee: Callee) -> bool {
        let attrs = &self.program.module.attrs;
        let has = |id| attrs[id].func.flags.has(AttrFlags::RETURNS_TWICE);
        let declared = match callee {
            Callee::Direct(func) => {
                has(self.program.module.funcs[func].attrs) || self.program.name(func).contains("setjmp")
            }
            Callee::Indirect(_) => false,
        };
        declared || has(call.attrs)
    }

    fn argument(&mut self, arg: Operand, call: &inst::Call, callee: Callee, at: usize) -> Lowered<Argument> {
        let leaves = self.leaves_of(arg)?;
        let module = &self.program.module;
        let at_site = module.attrs.param(call.attrs, at);
        let at_function = match callee {
            Callee::Direct(func) => module.attrs.param(module.funcs[func].attrs, at),
            Callee::Indirect(_) => None,
        };
        let by_value = [at_site, at_function].into_iter().flatten().find_map(|attrs| {
            let ty = attrs.by_val?;
            let size = module.layout.size(&module.types, ty)?;
            Some((size, attrs.align.max(module.layout.align(&module.types, ty))))
        });
        let vector = matches!(module.types[self.type_of(arg)?], braid_ir::Type::Vector { .. });
        let scalars = leaves.iter().map(|leaf| leaf.scalar).collect();
        let promises = [at_site, at_function].into_iter().flatten();
        let no_undef = promises.into_iter().any(|attrs| attrs.flags.has(AttrFlags::NO_UNDEF));
        let parts = if no_undef { self.promised_parts(arg)? } else { self.parts(arg)? };
        Ok(Argument { parts: parts.into(), scalars, vector, by_value, no_undef })
    }

    /// Inline assembly, if its text is understood (see [`assembly`]): outputs are the inputs that they are tied to, but for
    /// the one that an instruction changes.
    fn assembly(&mut self, data: &InstData, call: &inst::Call, asm: &Asm) -> Lowered<()> {
        let names = &self.program.module.names;
        let text = names.get(asm.text).trim().to_owned();
        let constraints = names.get(asm.constraints).to_owned();
        let refused = || format!("inline assembly \"{text}\"");
        let triple = self.program.module.triple.map_or("", |triple| names.get(triple));
        let is_readable = text.is_empty() || !asm.intel && assembly::is_known_machine(triple);
        let meaning = assembly::meaning(&text).filter(|_| is_readable).ok_or_else(refused)?;
        let operands = assembly::constraints(&constraints);
        let (dst, leaves) = self.result(data)?;
        let mut arguments = Vec::new();
        for &arg in &call.args {
            let leaves = self.leaves_of(arg)?;
            arguments.push(self.parts(arg)?.into_iter().zip(leaves.iter().map(|leaf| leaf.scalar)).next());
        }
        let statement = Statement { operands, arguments, dst, leaves };
        let changed = match meaning {
            Meaning::Nothing => None,
            Meaning::Instruction(instruction) => self.instruction(&statement, &instruction).ok_or_else(refused)??,
        };
        for (number, operand) in statement.operands.iter().enumerate() {
            let &Constraint::Output(part) = operand else { continue };
            if Some(number) != changed {
                let (src, _) = statement
                    .input_of(number)
                    .ok_or_else(|| format!("inline assembly with the constraints \"{constraints}\""))?;
                self.emit(Op::Move { dst: dst + part as Slot, src });
            }
        }
        Ok(())
    }

    /// One instruction of inline assembly; returns the operand that it changes, or none if its operands are of another kind
    /// than is understood.
    fn instruction(&mut self, statement: &Statement, instruction: &Instruction) -> Option<Lowered<Option<usize>>> {
        let intrinsic = match instruction.idiom {
            Idiom::SwapBytes => "llvm.bswap",
            Idiom::RotateLeft => "llvm.fshl",
            Idiom::RotateRight => "llvm.fshr",
            Idiom::Trap => {
                return Some(
                    self.emit_intrinsic(self.program.intrinsics.find("llvm.trap")?, Vec::new(), &[]).map(|()| None),
                );
            }
            Idiom::Copy => "",
        };
        let &Written::Number(changed) = instruction.operands.last()? else { return None };
        let (dst, scalar) = statement.output(changed)?;
        if !matches!(scalar, Scalar::Int(_)) || instruction.bits.is_some_and(|bits| bits != scalar.bits()) {
            return None;
        }
        if instruction.idiom == Idiom::Copy {
            let (src, from) = self.assembly_operand(statement, instruction.operands[0], scalar)?;
            self.emit((from == scalar).then_some(Op::Move { dst, src })?);
            return Some(Ok(Some(changed)));
        }
        let (src, from) = statement.input_of(changed)?;
        let mut args = vec![(src, from)];
        if instruction.idiom != Idiom::SwapBytes {
            let count = match instruction.operands[..] {
                [count, _] => self.assembly_operand(statement, count, scalar)?,
                _ => (self.literal(Value::Word(1)), scalar),
            };
            let count = self.resized(count, scalar.bits())?;
            args = vec![(src, from), (src, from), (count, scalar)];
        }
        if from != scalar {
            return None;
        }
        Some(
            self.emit_intrinsic(self.program.intrinsics.find(intrinsic)?, args, &[(dst, scalar)])
                .map(|()| Some(changed)),
        )
    }

    /// The value of an operand as written in inline assembly; a constant has the type of the destination.
    fn assembly_operand(&mut self, statement: &Statement, operand: Written, like: Scalar) -> Option<(Src, Scalar)> {
        match operand {
            Written::Immediate(number) => {
                let word = if like.bits() < 64 { number & ((1 << like.bits()) - 1) } else { number };
                Some((self.literal(Value::Word(word)), like))
            }
            Written::Number(number) => statement.value(number),
            Written::CountRegister => statement.count_register(),
        }
    }

    /// An integer brought to another width.
    fn resized(&mut self, (src, scalar): (Src, Scalar), bits: u32) -> Option<Src> {
        let Scalar::Int(from) = scalar else { return None };
        if from == bits {
            return Some(src);
        }
        let dst = self.temporary(bits);
        self.emit(if from < bits { Op::ZExt { dst, src, from, bits } } else { Op::Trunc { dst, src, from, bits } });
        Some(Src::slot(dst))
    }

    fn intrinsic(&mut self, data: &InstData, call: &inst::Call, func: FuncId) -> Lowered<()> {
        let name = self.program.name(func).to_owned();
        match name.strip_prefix("llvm.experimental.constrained.") {
            Some(operation) => self.constrained(data, call, operation),
            None => self.intrinsic_named(data, &call.args, &name),
        }
    }

    /// The intrinsic of this name on some operands.
    pub(super) fn intrinsic_named(&mut self, data: &InstData, operands: &[Operand], name: &str) -> Lowered<()> {
        let row = self.program.intrinsics.find(name).ok_or_else(|| format!("the intrinsic {name}"))?;
        let (dst, leaves) = self.result(data)?;
        let mut args = Vec::new();
        for &arg in operands {
            let leaves = self.leaves_of(arg)?;
            let parts = self.parts(arg)?;
            args.push(parts.into_iter().zip(leaves.iter().map(|leaf| leaf.scalar)).collect::<Vec<_>>());
        }
        let result: Vec<(Slot, Scalar)> = (dst..).zip(leaves.iter().map(|leaf| leaf.scalar)).collect();
        if self.program.intrinsics.is_lane_wise(row) {
            return self.intrinsic_lanes(row, &args, &result);
        }
        self.emit_intrinsic(row, args.concat(), &result)
    }

    /// One call for each lane; scalars go to all of them. A result of two vectors gets lanes of both.
    fn intrinsic_lanes(
        &mut self,
        row: Intrinsic,
        args: &[Vec<(Src, Scalar)>],
        result: &[(Slot, Scalar)],
    ) -> Lowered<()> {
        let lanes = args.first().map_or(1, Vec::len);
        if lanes == 0 || !result.len().is_multiple_of(lanes) {
            return Err(format!("the intrinsic llvm.{} on operands of this shape", self.program.intrinsics.name(row)));
        }
        for lane in 0..lanes {
            let args = args.iter().filter_map(|arg| arg.get(if arg.len() == 1 { 0 } else { lane }).copied()).collect();
            let result: Vec<_> = result.iter().skip(lane).step_by(lanes).copied().collect();
            self.emit_intrinsic(row, args, &result)?;
        }
        Ok(())
    }

    fn emit_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        args: Vec<(Src, Scalar)>,
        result: &[(Slot, Scalar)],
    ) -> Lowered<()> {
        let call = IntrinsicCall {
            intrinsic,
            args: args.into(),
            dst: result.iter().map(|&(slot, _)| slot).collect(),
            result: result.iter().map(|&(_, scalar)| scalar).collect(),
        };
        if !self.program.intrinsics.accepts(&call) {
            return Err(format!(
                "the intrinsic llvm.{} on operands of these types",
                self.program.intrinsics.name(intrinsic)
            ));
        }
        self.emit(Op::Intrinsic(Box::new(call)));
        Ok(())
    }

    pub(super) fn landing_pad(&mut self, data: &InstData, pad: &inst::LandingPad) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let mut clauses = Vec::new();
        for clause in &pad.clauses {
            clauses.push(match clause {
                inst::Clause::Catch(ty) => Clause::Catch(self.scalar(*ty)?),
                inst::Clause::Filter(types) => Clause::Filter(self.parts(*types)?.into()),
            });
        }
        self.emit(Op::LandingPad(Box::new(LandingPad { dst, cleanup: pad.cleanup, clauses: clauses.into() })));
        Ok(())
    }

    pub(super) fn resume(&mut self, value: Operand) -> Lowered<()> {
        let parts = self.parts(value)?;
        let exception = *parts.first().ok_or("an exception without an address")?;
        self.emit(Op::Resume(exception));
        Ok(())
    }
}

/// What a callee is.
enum Target {
    Asm(Box<Asm>),
    Function(FuncId),
    Address(Src),
}

/// The operands of an assembly statement and the values they have.
struct Statement {
    operands: Vec<Constraint>,
    /// The arguments of the call; none for one that is no scalar.
    arguments: Vec<Option<(Src, Scalar)>>,
    /// The first slot of the result.
    dst: Slot,
    /// The parts of the result.
    leaves: Rc<[Leaf]>,
}

impl Statement {
    /// The slot of an operand that is an output in a register.
    fn output(&self, number: usize) -> Option<(Slot, Scalar)> {
        let &Constraint::Output(part) = self.operands.get(number)? else { return None };
        Some((self.dst + part as Slot, self.leaves.get(part)?.scalar))
    }

    /// The value that an output has before.
    fn input_of(&self, number: usize) -> Option<(Src, Scalar)> {
        *self.arguments.get(assembly::tied_argument(&self.operands, number)?)?
    }

    /// The value of an operand that is an input.
    fn value(&self, number: usize) -> Option<(Src, Scalar)> {
        match *self.operands.get(number)? {
            Constraint::Input { argument, .. } => *self.arguments.get(argument)?,
            Constraint::Output(_) => self.input_of(number),
            Constraint::Memory(_) => None,
        }
    }

    /// The input in the register that holds counts of shifts.
    fn count_register(&self) -> Option<(Src, Scalar)> {
        self.operands.iter().find_map(|operand| match *operand {
            Constraint::Input { argument, in_count_register: true, .. } => *self.arguments.get(argument)?,
            _ => None,
        })
    }
}
