//! Calls and returns: which function is meant, where its arguments go, what an external one does.

use braid_ir::inst::{Call, OperandKind};
use braid_ir::{AttrFlags, BlockId, Constant, FuncId, GlobalRef, Inst, Operand, Type, TypeId};

use super::failure::{Fault, Interrupt, Step, Unsupported, invalid};
use super::memory::Region;
use super::value::{Scalar, Value};
use super::{Frame, Machine, host, intrinsic};

/// Deeper recursion than this is a program that went wrong.
const DEEPEST: usize = 20_000;

/// An argument on its way.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    /// The value; the address of the original for one that is passed by value in memory.
    pub(super) value: Value,
    /// Its type; none for arguments that the machine itself makes up.
    pub(super) ty: Option<TypeId>,
    /// What lies in memory and is copied for the callee, with its alignment.
    pub(super) by_val: Option<(TypeId, u64)>,
}

impl Argument {
    /// An argument that is passed as it is.
    pub(super) fn plain(value: Value) -> Argument {
        Argument { value, ty: None, by_val: None }
    }
}

/// A call of something that is not code of the program.
pub(super) struct Invocation {
    /// The name of the function.
    pub(super) name: String,
    /// The arguments.
    pub(super) args: Vec<Value>,
    /// Their types.
    pub(super) types: Vec<Option<TypeId>>,
    /// What it returns.
    pub(super) ret: TypeId,
}

impl<'m> Machine<'m> {
    /// Calls: enters a function of the program, or does at once what an external one does.
    pub(super) fn call(&mut self, call: &'m Call) -> Step<()> {
        let arguments = self.arguments(call)?;
        if let OperandKind::Const(id) = call.callee.kind()
            && let Constant::Asm(asm) = &self.module.consts[id]
        {
            let text = self.module.names.get(asm.text);
            // An empty template only tells the optimiser something.
            let empty = text.is_empty() && matches!(self.return_type(call)?, (_, Type::Void));
            return if empty { self.finish(None) } else { Err(Unsupported::Asm(text.to_owned()).into()) };
        }
        let func = self.callee(call.callee)?;
        if self.module.funcs[func].body.is_defined() {
            return self.enter(func, arguments);
        }
        let result = self.external(func, call, arguments)?;
        self.finish(result)
    }

    fn callee(&mut self, callee: Operand) -> Step<FuncId> {
        if let OperandKind::Const(id) = callee.kind()
            && let Constant::Global(GlobalRef::Func(func)) = self.module.consts[id]
        {
            return Ok(func);
        }
        let address = self.decided(callee, "a callee")?.low64();
        self.function_at(address)
    }

    fn arguments(&mut self, call: &Call) -> Step<Vec<Argument>> {
        let (module, body) = (self.module, self.frame().body);
        let mut arguments = Vec::with_capacity(call.args.len());
        for (i, &arg) in call.args.iter().enumerate() {
            let attributes = module.attrs.param(call.attrs, i);
            let by_val = attributes.and_then(|attributes| Some((attributes.by_val?, attributes.align)));
            let ty = module.operand_type(body, arg);
            arguments.push(Argument { value: self.operand(arg)?, ty, by_val });
        }
        Ok(arguments)
    }

    fn return_type(&self, call: &Call) -> Step<(TypeId, &'m Type)> {
        match self.module.types[call.ty] {
            Type::Function { ret, .. } => Ok((ret, &self.module.types[ret])),
            _ => Err(invalid("a call without a function type")),
        }
    }

    fn external(&mut self, func: FuncId, call: &Call, arguments: Vec<Argument>) -> Step<Option<Value>> {
        let function = &self.module.funcs[func];
        let name = self.module.names.get(function.symbol.name);
        let (values, types) = arguments.into_iter().map(|argument| (argument.value, argument.ty)).unzip();
        let (ret, _) = self.return_type(call)?;
        let invocation = Invocation { name: name.to_owned(), args: values, types, ret };
        if name.starts_with("llvm.") {
            return intrinsic::call(self, &invocation);
        }
        if let Some(known) = host::find(name) {
            return known(self, &invocation);
        }
        // Rust's core library panics through functions that are not part of the module and never return.
        let noreturn = [function.attrs, call.attrs]
            .iter()
            .any(|&list| self.module.attrs[list].func.flags.has(AttrFlags::NO_RETURN));
        if noreturn && name.contains("4core") {
            return Err(Interrupt::Abort);
        }
        Err(Unsupported::External(name.to_owned()).into())
    }

    /// Begins to execute a function of the program.
    pub(super) fn enter(&mut self, func: FuncId, mut arguments: Vec<Argument>) -> Step<()> {
        let body = self.module.funcs[func].body.ready().ok_or_else(|| invalid("a body that is not decoded"))?;
        if self.frames.len() >= DEEPEST {
            return Err(Fault::StackOverflow.into());
        }
        let mark = self.memory.stack_mark();
        let mut registers = vec![None; body.values.len()];
        let params = body.values.values().take_while(|value| matches!(value.def, braid_ir::ValueDef::Param(_)));
        for (i, param) in params.enumerate() {
            let argument = arguments.get_mut(i).ok_or(Fault::Arguments)?;
            if let Some((ty, align)) = argument.by_val {
                argument.value = self.copy_for_callee(&argument.value, ty, align)?;
            }
            registers[i] = Some(self.fitted(&argument.value, param.ty)?);
        }
        self.frames.push(Frame { func, body, block: BlockId::ENTRY, at: 0, registers, mark, arguments });
        Ok(())
    }

    /// A copy of what `original` points to, in the frame that is about to be entered.
    fn copy_for_callee(&mut self, original: &Value, ty: TypeId, align: u64) -> Step<Value> {
        let from = original.scalar().and_then(Scalar::defined).ok_or(Fault::Undefined("an address"))?.low64();
        let size = self.size_of(ty)?;
        let align = align.max(self.module.layout.align(&self.module.types, ty)).max(8);
        let copy = self.memory.allocate(Region::Stack, size, align);
        self.memory.copy(copy, from, size)?;
        Ok(Value::ptr(copy))
    }

    /// A call through a pointer of another type may pass integers of another width in the same register.
    fn fitted(&self, value: &Value, ty: TypeId) -> Step<Value> {
        match value {
            Value::Scalar(scalar) => {
                let width = self.lane(ty)?.bits();
                Ok(if scalar.width() == width {
                    value.clone()
                } else {
                    Value::Scalar(scalar.map(|bits| bits.zext(width)))
                })
            }
            Value::Many(_) => Ok(value.clone()),
        }
    }

    /// Returns from the function that is executed.
    pub(super) fn leave(&mut self, value: Option<Operand>) -> Step<()> {
        let value = value.map(|value| self.operand(value)).transpose()?;
        let frame = self.frames.pop().expect("a return is executed in a frame");
        self.memory.cut_stack(frame.mark);
        if self.frames.is_empty() {
            self.returned = value;
            return Ok(());
        }
        self.finish(value)
    }

    /// Goes on behind the call that is executed.
    fn finish(&mut self, value: Option<Value>) -> Step<()> {
        if let Some(value) = value {
            self.set_result(value)?;
        }
        let frame = self.frame();
        let id = frame.body.blocks[frame.block].insts[frame.at - 1];
        match &frame.body.insts[id].inst {
            Inst::Invoke(invoke) => self.jump(invoke.normal),
            _ => Ok(()),
        }
    }

    /// Calls `main` with one argument, the name of the program.
    pub(super) fn run_main(&mut self) -> Step<i32> {
        let main = self.module.func_named("main").filter(|&func| self.module.funcs[func].body.is_defined());
        let main = main.ok_or_else(|| invalid("there is no main"))?;
        let name = self.memory.allocate(Region::Globals, 8, 8);
        self.memory.write_bytes(name, b"program\0")?;
        let list = self.memory.allocate(Region::Globals, 16, 8);
        self.memory.write_bytes(list, &[name.to_le_bytes(), [0; 8]].concat())?;
        let environment = self.memory.allocate(Region::Globals, 8, 8);
        self.memory.write_bytes(environment, &[0; 8])?;
        let arguments = vec![Value::int(32, 1), Value::ptr(list), Value::ptr(environment)];
        let code = self.complete(main, arguments)?;
        let code = code.as_ref().and_then(Value::scalar).map(|scalar| scalar.defined().cloned());
        match code {
            Some(Some(bits)) => Ok(bits.low() as i32),
            Some(None) => Err(Fault::Undefined("the exit code").into()),
            None => Ok(0),
        }
    }
}
