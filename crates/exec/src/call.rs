//! Calls and returns.

use std::rc::Rc;

use braid_code::{Argument, Call, Callee, Code, Op, Pc, Scalar};
use braid_entity::Entity;
use braid_ir::{FuncId, Type};
use braid_state::memory::{AddressSpace, Identity, Object, Origin, OriginKind, Site};
use braid_state::{State, Suspended, Value};
use smallvec::SmallVec;

use crate::access::{Intent, Spots};
use crate::executor::{Executor, returned};
use crate::fault::FaultKind;
use crate::machine::{Builtin, Invocation, Returned};
use crate::options::Undefined;
use crate::size::Extent;
use crate::stop::{Ending, Limit, Stop};

/// What is said where 32 bits are not enough to keep objects apart.
const CROWDED: &str =
    "addresses of 32 bits run short: objects lie so close together that an access beside one may hit another";

impl Executor {
    /// The place of the operation a state is at, as the identity of allocations and calls.
    pub fn site(&self, state: &State) -> Site {
        let top = state.stack.top();
        Site { function: top.func.as_u32(), instruction: top.pc }
    }

    /// Carries out a call.
    pub(crate) fn call(&mut self, state: &mut State, code: &Code, call: &Call) -> Result<(), Stop> {
        let func = match call.callee {
            Callee::Direct(func) => func,
            Callee::Indirect(addr) => {
                let addr = self.get(state, code, addr);
                self.function_at(state, addr)?
            }
        };
        let func = state.directives.in_place_of(func);
        if let Some(row) = self.builtins.get(&func) {
            let (name, builtin) = (Rc::clone(&row.0), row.1);
            return self.call_builtin(state, code, call, (func, &name, builtin));
        }
        match self.code(func)? {
            Some(callee) => self.enter(state, code, call, &callee),
            None => self.call_machine(state, code, call, func),
        }
    }

    /// The function at an address; the state is split if there may be several.
    fn function_at(&mut self, state: &State, addr: Value) -> Result<FuncId, Stop> {
        let word = self.one_value(state, addr)?;
        self.program.function_at(word).ok_or_else(|| {
            let what =
                if braid_state::memory::is_null(word) { "a null pointer" } else { "an address without a function" };
            Stop::fault(FaultKind::BadCall, format!("call of {what} ({word:#x})"))
        })
    }

    /// Enters a function that has a body.
    fn enter(&mut self, state: &mut State, code: &Code, call: &Call, callee: &Code) -> Result<(), Stop> {
        if state.stack.depth() >= self.options.max_call_depth {
            return Err(Stop::End(Ending::Limit(Limit::Calls)));
        }
        self.refuse_poison_arguments(state, code, call)?;
        let passed = self.passed(state, code, call, callee)?;
        let in_memory = call.args.iter().filter_map(|argument| argument.by_value);
        let copied: u64 = in_memory.map(|(size, _)| size.next_multiple_of(16)).sum();
        let used = self.take_stack(state, Value::Word(callee.frame_bytes.saturating_add(copied)))?;
        let copies = call.args.iter().any(|argument| argument.by_value.is_some());
        let fixed_callee = matches!(call.callee, Callee::Direct(func) if !self.program.is_replaceable(func));
        let is_asked = self.builtins.contains_key(&callee.func);
        call.plain.set(!copies && !callee.varargs && fixed_callee && passed.fits && !is_asked);
        for argument in call.args.iter().filter(|argument| argument.by_value.is_some()) {
            let (size, _) = argument.by_value.expect("filtered");
            let addr = self.get(state, code, argument.parts[0]);
            self.locate(state, addr, Value::Word(size), Intent::Read)?;
        }
        let varargs = if callee.varargs { self.variable_arguments(state, code, &passed.variable) } else { Vec::new() };
        self.counters.calls += 1;
        let path = state.stack.top().path.through(self.site(state));
        state.stack.push(callee.func, path, used, callee.slots, &passed.values);
        state.stack.top_mut().adapts = passed.adapts;
        if callee.varargs {
            let varargs = self.copy_variable(state, varargs)?;
            state.stack.top_mut().varargs = Some(varargs.into());
        }
        self.copy_by_value(state, passed.fixed)
    }

    /// An argument that is promised to be no poison must not depend on it.
    fn refuse_poison_arguments(&mut self, state: &State, code: &Code, call: &Call) -> Result<(), Stop> {
        for argument in call.args.iter().filter(|argument| argument.no_undef) {
            for &part in &argument.parts {
                self.refuse_poison_value(state, self.get(state, code, part))?;
            }
        }
        Ok(())
    }

    /// Gives the callee copies of what is passed by value in memory.
    fn copy_by_value(&mut self, state: &mut State, args: &[Argument]) -> Result<(), Stop> {
        let mut slot = 0;
        for argument in args {
            if let Some((size, align)) = argument.by_value {
                let original = state.stack.registers()[slot];
                let site = Site { instruction: u32::MAX - slot as u32, ..self.site(state) };
                let copy = self.allocate(state, Extent::of(size), align, OriginKind::Stack, site)?;
                state.stack.top_mut().locals.push(copy);
                self.copy(state, Value::Word(copy), original, Value::Word(size))?;
                state.stack.registers_mut()[slot] = Value::Word(copy);
            }
            slot += argument.parts.len();
        }
        Ok(())
    }

    /// Calls a function that has no body.
    fn call_machine(&mut self, state: &mut State, code: &Code, call: &Call, func: FuncId) -> Result<(), Stop> {
        let name: Rc<str> = self.program.name(func).into();
        if let Some(builtin) = self.machine.find(&name) {
            self.builtins.insert(func, (Rc::clone(&name), builtin));
            return self.call_builtin(state, code, call, (func, &name, builtin));
        }
        self.refuse_poison_arguments(state, code, call)?;
        let args = self.scalar_arguments(state, code, call);
        let invocation = Invocation { name: &name, args: &args, result: &call.result };
        if let Returned::Values(values) = self.call_undefined(state, call, func, &invocation)? {
            self.deliver(state, call, &values);
        }
        Ok(())
    }

    /// Calls a function of the machine, which may leave the call to the body that the program has of it.
    fn call_builtin(
        &mut self,
        state: &mut State,
        code: &Code,
        call: &Call,
        (func, name, builtin): (FuncId, &str, Builtin),
    ) -> Result<(), Stop> {
        self.refuse_poison_arguments(state, code, call)?;
        let args = self.scalar_arguments(state, code, call);
        match builtin(self, state, &Invocation { name, args: &args, result: &call.result })? {
            Returned::Values(values) => self.deliver(state, call, &values),
            Returned::Elsewhere => {}
            Returned::Body => match self.code(func)? {
                Some(callee) => self.enter(state, code, call, &callee)?,
                None => return Err(Stop::unsupported(format!("'{name}' without the code of its library"))),
            },
        }
        Ok(())
    }

    /// Has the machine asked first when a function is called that the program has a body of.
    pub fn ask_machine_first(&mut self, func: FuncId) {
        let name: Rc<str> = self.program.name(func).into();
        if let Some(builtin) = self.machine.find(&name) {
            self.builtins.insert(func, (name, builtin));
        }
    }

    /// The parts of all arguments of a call.
    fn scalar_arguments(&self, state: &State, code: &Code, call: &Call) -> SmallVec<[(Value, Scalar); 8]> {
        let parts = call.args.iter().flat_map(|argument| argument.parts.iter().zip(&argument.scalars));
        parts.map(|(&part, &scalar)| (self.get(state, code, part), scalar)).collect()
    }

    /// A call of a function that nobody knows.
    fn call_undefined(
        &mut self,
        state: &mut State,
        call: &Call,
        func: FuncId,
        invocation: &Invocation<'_>,
    ) -> Result<Returned, Stop> {
        let name = invocation.name;
        let of_rust = (name.starts_with("_R") || name.starts_with("_ZN"))
            && ["3std", "5alloc", "4core"].iter().any(|part| name.contains(part));
        let hint = if of_rust { ", which is in Rust's compiled library" } else { "" };
        let reason = format!("call of the undefined function '{name}'{hint}");
        match self.options.undefined_of(name) {
            Undefined::Error => Err(Stop::unsupported(reason)),
            Undefined::Symbolic => {
                let here = self.here(state);
                self.incomplete.note(reason, Some(here));
                let mut values = SmallVec::new();
                for scalar in invocation.result {
                    values.push(self.fresh_input(state, name, scalar.bits()));
                }
                Ok(Returned::Values(values))
            }
            Undefined::External => self.call_external(state, call, func, invocation),
        }
    }

    /// A call that the machine carries out.
    fn call_external(
        &mut self,
        state: &mut State,
        call: &Call,
        func: FuncId,
        invocation: &Invocation<'_>,
    ) -> Result<Returned, Stop> {
        let name = invocation.name;
        let refuse = |why: &str| Err(Stop::unsupported(format!("external call of '{name}': {why}")));
        let types = &self.program.module.types;
        let vector_result = matches!(types[self.program.module.funcs[func].ty],
            Type::Function { ret, .. } if matches!(types[ret], Type::Vector { .. }));
        if vector_result || call.args.iter().any(|argument| argument.by_value.is_some() || argument.vector) {
            return refuse("a structure in memory or a vector is passed by value");
        }
        if self.program.addresses == AddressSpace::Narrow {
            return refuse("only programs with 64-bit pointers can call functions of the machine");
        }
        match self.machine.external() {
            Some(external) => external.call(self, state, invocation),
            None => refuse("the machine carries out no calls"),
        }
    }

    /// Puts the result of a call where it belongs and goes on behind it.
    pub(crate) fn deliver(&mut self, state: &mut State, call: &Call, values: &[Value]) {
        let registers = state.stack.registers_mut();
        for (slot, &value) in (call.dst..).zip(values).take(call.result.len()) {
            registers[slot as usize] = value;
        }
        if call.leaves_block {
            self.leave_block(state);
        }
        state.stack.top_mut().pc = call.normal;
    }

    /// Returns from a function.
    pub(crate) fn ret(&mut self, state: &mut State, values: &[Value]) -> Result<(), Stop> {
        if state.stack.depth() == 1
            && let Some(Value::Term(status)) = values.first()
        {
            self.refuse_uninitialized(state, *status)?;
        }
        if self.program.ready(state.stack.top().func).no_undef_result {
            values.iter().try_for_each(|&value| self.refuse_poison_value(state, value))?;
        }
        self.leave_block(state);
        let place = self.site(state);
        let frame = state.stack.pop();
        for &local in &frame.locals {
            state.memory.free(local, place);
        }
        if state.stack.depth() == 0 {
            return self.finish(state, frame.func, values);
        }
        let code = Rc::clone(self.program.ready(state.stack.top().func));
        // A frame that was put there before the program began waits at no call: it is entered now.
        if let Op::Call(call) = &code.ops[state.stack.top().pc as usize] {
            if frame.adapts {
                let callee = Rc::clone(self.program.ready(frame.func));
                let values = self.adapt_result(state, call, &callee, values)?;
                self.deliver(state, call, &values);
            } else {
                self.deliver(state, call, values);
            }
        }
        if state.stack.depth() < state.stops_below as usize {
            self.mark = Some(returned(state));
        }
        Ok(())
    }

    /// Goes back to the frame at this depth, to the call at this place, which gives `value`.
    pub fn jump_back(&mut self, state: &mut State, depth: usize, pc: Pc, value: Value) {
        let place = self.site(state);
        while state.stack.depth() > depth {
            self.leave_frame(state, place);
        }
        self.leave_inside(state);
        let code = Rc::clone(self.program.ready(state.stack.top().func));
        if let Some(Op::Call(call)) = code.ops.get(pc as usize) {
            state.stack.top_mut().pc = pc;
            self.deliver(state, call, &[value]);
        }
    }

    /// Takes the frames above this depth off the stack, the lowest first in what is returned, as if the lowest had returned. The call that the
    /// topmost waits in returns when they are [put back](Self::resume_frames).
    pub fn suspend_frames(&mut self, state: &mut State, depth: usize) -> Vec<Suspended> {
        let mut frames = Vec::new();
        while state.stack.depth() > depth {
            self.leave_inside(state);
            frames.push(state.stack.suspend_top());
        }
        frames.reverse();
        self.return_nothing(state);
        frames
    }

    /// Puts frames onto the stack that were taken away; the call that the topmost waits in returns.
    pub fn resume_frames(&mut self, state: &mut State, frames: &[Suspended]) {
        state.stack.put_back(frames);
        self.return_nothing(state);
    }

    /// The call that the topmost frame waits in gives nothing.
    fn return_nothing(&mut self, state: &mut State) {
        let top = state.stack.top();
        let code = Rc::clone(self.program.ready(top.func));
        if let Some(Op::Call(call)) = code.ops.get(top.pc as usize) {
            self.deliver(state, call, &[]);
        }
    }

    /// The outermost function returns: the program ends as with a call of exit.
    fn finish(&mut self, state: &mut State, func: FuncId, values: &[Value]) -> Result<(), Stop> {
        let status = values.first().copied().unwrap_or(Value::Word(0));
        let module = &self.program.module;
        let exit = *self.exit.get_or_init(|| module.func_named("exit"));
        let exit = exit.filter(|&exit| exit != func);
        let Some(exit) = exit else { return Err(Stop::End(Ending::Exit(status))) };
        match self.code(exit)? {
            Some(code) if code.params.len() == 1 => {
                let (path, used) = (braid_state::memory::CallPath::default(), Value::Word(code.frame_bytes));
                state.stack.push(exit, path, used, code.slots, &[status]);
                Ok(())
            }
            _ => Err(Stop::End(Ending::Exit(status))),
        }
    }

    /// Makes an object; gives its address.
    pub fn allocate(
        &mut self,
        state: &mut State,
        extent: Extent,
        align: u64,
        kind: OriginKind,
        site: Site,
    ) -> Result<u64, Stop> {
        let (path, align) = (state.stack.top().path, align.next_power_of_two());
        let base = if kind == OriginKind::Stack {
            let identity = Identity { site, path, count: state.stack.top().locals.len() as u32 };
            state.memory.place_local(&mut self.slots, identity, extent.room, align)
        } else {
            let identity = state.memory.next_identity(site, path);
            self.slots.place(&identity, extent.room, align)
        }
        .map_err(|error| Stop::unsupported(error.to_string()))?;
        if self.program.addresses.is_close(base) {
            let here = self.here(state);
            self.incomplete.note(CROWDED.to_owned(), Some(here));
        }
        let site = if kind == OriginKind::Heap { self.user_site(state) } else { site };
        let names = &self.program.ready(state.stack.top().func).local_names;
        let name = if kind == OriginKind::Stack { names.get(&site.instruction).cloned() } else { None };
        if let Value::Term(size) = extent.size {
            state.sizes.add(size);
        }
        state.memory.insert(Object::new(base, extent.size, extent.capacity, Origin { kind, site, name }));
        Ok(base)
    }

    /// Where the innermost frame that is not the library's stands.
    fn user_site(&self, state: &State) -> Site {
        let (func, pc) = self.here(state);
        Site { function: func.as_u32(), instruction: pc }
    }

    /// Copies `size` bytes; both places were checked.
    pub(crate) fn copy(&mut self, state: &mut State, to: Value, from: Value, size: Value) -> Result<(), Stop> {
        if self.copy_leaves(state, to, from, size)? {
            return Ok(());
        }
        let (Spots::One(target), Spots::One(source)) =
            (self.locate(state, to, size, Intent::Write)?, self.locate(state, from, size, Intent::Read)?)
        else {
            return Err(Stop::unsupported("a copy between several possible objects"));
        };
        self.copy_spots(state, target, source, size)
    }
}
