//! Calls, of functions and of what LLVM defines, and what exceptions need.

use core::cell::Cell;

use braid_ir::body::InstData;
use braid_ir::constant::Asm;
use braid_ir::inst::{self, Invoke, OperandKind};
use braid_ir::{AttrFlags, BlockId, Constant, FuncId, GlobalRef, Operand};

use super::{Lowered, Lowerer};
use crate::code::{Argument, Call, Callee, Clause, IntrinsicCall, LandingPad, Op, Scalar, Slot, Src};
use crate::intrinsic::{self, Intrinsic};

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
                    _ => break,
                }
            }
        }
        Ok(Target::Address(self.part(callee)?))
    }

    fn is_intrinsic(&self, func: FuncId) -> bool {
        self.program.name(func).starts_with("llvm.")
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
        let parts = self.parts(arg)?;
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
        Ok(Argument { parts: parts.into(), scalars, vector, by_value })
    }

    /// Inline assembly without instructions is a barrier: its outputs are its inputs.
    fn assembly(&mut self, data: &InstData, call: &inst::Call, asm: &Asm) -> Lowered<()> {
        let names = &self.program.module.names;
        let text = names.get(asm.text);
        if !text.trim().is_empty() {
            return Err(format!("inline assembly \"{}\"", text.trim()));
        }
        let constraints = names.get(asm.constraints).to_owned();
        let (dst, leaves) = self.result(data)?;
        let inputs: Vec<Src> =
            call.args.iter().map(|&arg| self.parts(arg)).collect::<Lowered<Vec<_>>>()?.into_iter().flatten().collect();
        for output in 0..leaves.len() {
            let tied = tied_input(&constraints, output).and_then(|at| inputs.get(at).copied());
            let src = tied.ok_or_else(|| format!("inline assembly with the constraints \"{constraints}\""))?;
            self.emit(Op::Move { dst: dst + output as Slot, src });
        }
        Ok(())
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
        let row = intrinsic::find(name).ok_or_else(|| format!("the intrinsic {name}"))?;
        let (dst, leaves) = self.result(data)?;
        let mut args = Vec::new();
        for &arg in operands {
            let leaves = self.leaves_of(arg)?;
            let parts = self.parts(arg)?;
            args.push(parts.into_iter().zip(leaves.iter().map(|leaf| leaf.scalar)).collect::<Vec<_>>());
        }
        let result: Vec<(Slot, Scalar)> = (dst..).zip(leaves.iter().map(|leaf| leaf.scalar)).collect();
        if row.lane_wise {
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
            return Err(format!("the intrinsic llvm.{} on operands of this shape", row.name()));
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
        if !intrinsic.accepts(&call) {
            return Err(format!("the intrinsic llvm.{} on operands of these types", intrinsic.name()));
        }
        self.emit(Op::Intrinsic(Box::new(call)));
        Ok(())
    }

    pub(super) fn landing_pad(&mut self, data: &InstData, pad: &inst::LandingPad) -> Lowered<()> {
        let (dst, _) = self.result(data)?;
        let mut clauses = Vec::new();
        for clause in &pad.clauses {
            clauses.push(match clause {
                inst::Clause::Catch(ty) => Clause::Catch(self.part(*ty)?),
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

/// The number of the input that an output of an assembly statement is tied to.
fn tied_input(constraints: &str, output: usize) -> Option<usize> {
    let inputs = constraints.split(',').filter(|part| !part.starts_with(['=', '~']));
    inputs.enumerate().find(|(_, part)| part.trim_start_matches('%').parse() == Ok(output)).map(|(at, _)| at)
}
