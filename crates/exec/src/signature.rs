//! Calls through another prototype, after the System V ABIs of x86-64 and i386.
//!
//! A call puts arguments where its own idea of the function says, and the function reads where its own says: the n-th general and
//! the n-th vector register, then the stack; on i386 the stack alone. Without a prototype, or through a pointer of another type, the two ideas differ. A
//! surplus argument is never read, of a wider one the lower part is; both work, with a warning. What would be misread is `bad-call`
//! where it is used, with the place of the call: a parameter that nothing, a narrower or another kind of value was put in place of, and a
//! result that the function does not give. Vectors and structures in memory must be the same on both sides.

use std::borrow::Cow;

use braid_code::{Argument, Call, Code, Scalar, Slot};
use braid_ir::{AttrFlags, FuncId, Type};
use braid_state::join::FramePlace;
use braid_state::{State, Value, algebra};
use smallvec::SmallVec;

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::{Ending, Stop};
use crate::varargs::{Class, Cursor, Home};

/// What a function that is entered gets of a call.
pub(crate) struct Passed<'a> {
    /// The values of its parameters.
    pub(crate) values: SmallVec<[Value; 16]>,
    /// The arguments that are parameters, if the call fits as it is.
    pub(crate) fixed: &'a [Argument],
    /// Its variable arguments.
    pub(crate) variable: Cow<'a, [Argument]>,
    /// Whether the call fits as it is.
    pub(crate) fits: bool,
    /// Whether its result must be made fit.
    pub(crate) adapts: bool,
}

/// A scalar of an argument, and where it travels.
struct Sent {
    home: Home,
    scalar: Scalar,
    argument: usize,
    value: Value,
}

impl Executor {
    /// Whether a call gives what the function takes, scalar by scalar, and takes what it gives.
    fn fits(call: &Call, callee: &Code) -> bool {
        let fixed = fixed_arguments(call, callee);
        let given = fixed.iter().flat_map(|argument| argument.scalars.iter().map(|scalar| scalar.bits()));
        given.eq(callee.params.iter().map(|scalar| scalar.bits())) && result_fits(call, callee)
    }

    /// What the function gets of a call: as it is if that fits, else as the ABI passes it.
    pub(crate) fn passed<'a>(
        &mut self,
        state: &State,
        code: &Code,
        call: &'a Call,
        callee: &Code,
    ) -> Result<Passed<'a>, Stop> {
        if !Executor::fits(call, callee) {
            return self.pass_by_abi(state, code, call, callee);
        }
        let fixed = fixed_arguments(call, callee);
        let parts = fixed.iter().flat_map(|argument| argument.parts.iter());
        let values = parts.map(|&part| self.get(state, code, part)).collect();
        let variable = Cow::Borrowed(&call.args[fixed.len()..]);
        Ok(Passed { values, fixed, variable, fits: true, adapts: false })
    }

    /// What the function gets by the ABI of a call that does not fit.
    fn pass_by_abi<'a>(
        &mut self,
        state: &State,
        code: &Code,
        call: &'a Call,
        callee: &Code,
    ) -> Result<Passed<'a>, Stop> {
        if !self.is_adaptable(call, callee) {
            let fault = self.misread(callee, "a structure, a vector or a value of another layout is passed");
            return Err(Stop::End(Ending::Fault(fault)));
        }
        let sent = self.send(state, code, call);
        let mut cursor = Cursor::new(self.program.addresses);
        let homes: Vec<Home> = callee.params.iter().map(|&scalar| cursor.place(self.scalar_class(scalar))).collect();
        let mut values = SmallVec::new();
        let mut taken = Vec::new();
        for ((slot, &scalar), home) in (0..).zip(&callee.params).zip(homes) {
            let found = sent.iter().find(|sent| sent.home == home && is_readable(sent.scalar, scalar));
            taken.extend(found.map(|sent| sent.argument));
            values.push(match found {
                Some(sent) => algebra::trunc(&mut self.pool, sent.scalar.bits(), scalar.bits(), sent.value),
                None => {
                    let what = format!("its parameter {} is not passed, or as a value of another kind", slot + 1);
                    if callee.varargs {
                        return Err(Stop::End(Ending::Fault(self.misread(callee, &what))));
                    }
                    self.missing(state, callee, 0, slot, scalar.bits(), &what)?
                }
            });
        }
        let is_variable = |(at, _): &(usize, &Argument)| callee.varargs && !taken.contains(at);
        let variable = call.args.iter().enumerate().filter(is_variable).map(|(_, argument)| argument.clone()).collect();
        let here = self.here(state);
        let name = self.program.name(callee.func);
        self.warnings
            .note(format!("'{name}' is called through another prototype: it gets what the ABI passes"), Some(here));
        Ok(Passed { values, fixed: &[], variable, fits: false, adapts: !result_fits(call, callee) })
    }

    /// Whether arguments and parameters are scalars, on a machine whose ABI is known.
    fn is_adaptable(&self, call: &Call, callee: &Code) -> bool {
        let module = &self.program.module;
        let Type::Function { params, .. } = &module.types[module.funcs[callee.func].ty] else { return false };
        let by_value = |at: usize| {
            module.attrs.param(module.funcs[callee.func].attrs, at).is_some_and(|attrs| attrs.by_val.is_some())
        };
        let is_plain = |(at, &ty): (usize, &_)| !matches!(module.types[ty], Type::Vector { .. }) && !by_value(at);
        params.iter().enumerate().all(is_plain)
            && call.args.iter().all(|argument| !argument.vector && argument.by_value.is_none())
    }

    /// Where the scalars of a call's arguments travel.
    fn send(&self, state: &State, code: &Code, call: &Call) -> Vec<Sent> {
        let mut cursor = Cursor::new(self.program.addresses);
        let mut sent = Vec::new();
        for (number, argument) in call.args.iter().enumerate() {
            for (&part, &scalar) in argument.parts.iter().zip(&argument.scalars) {
                let home = cursor.place(self.scalar_class(scalar));
                sent.push(Sent { home, scalar, argument: number, value: self.get(state, code, part) });
            }
        }
        sent
    }

    fn scalar_class(&self, scalar: Scalar) -> Class {
        self.class_of(scalar.bits(), matches!(scalar, Scalar::Float(_)))
    }

    /// Whether a slot of a function is read from an operation on, before it is written.
    fn is_read(&self, code: &Code, pc: u32, slot: Slot) -> bool {
        let place = FramePlace { func: code.func, pc, waits: false };
        self.program.live_slots(place).iter().any(|live| live.slot == slot)
    }

    /// A value that nobody gave, for a slot of a function from an operation on: what uses it is at fault.
    fn missing(
        &mut self,
        state: &State,
        callee: &Code,
        pc: u32,
        slot: Slot,
        bits: u32,
        what: &str,
    ) -> Result<Value, Stop> {
        let zero = braid_code::zero(&mut self.pool, Scalar::Int(bits));
        if !self.is_read(callee, pc, slot) {
            return Ok(zero);
        }
        let fault = self.misread(callee, what);
        self.poisoned(state, zero, bits, Value::Word(0), fault)
    }

    /// For each part of the result that a caller takes: which part of the function's it is, and how it is made fit.
    fn result_sources(&self, call: &Call, callee: &Code) -> Vec<Option<(usize, Extension)>> {
        let homes = |scalars: &[Scalar]| {
            let mut used = [0; 3];
            let kinds: Vec<usize> = scalars.iter().map(|&scalar| return_kind(scalar)).collect();
            kinds
                .into_iter()
                .map(|kind| {
                    used[kind] += 1;
                    (kind, used[kind])
                })
                .collect::<Vec<_>>()
        };
        let (taken, given) = (homes(&call.result), homes(&callee.result));
        let source = |(home, &scalar): (&(usize, i32), &Scalar)| {
            let at = given.iter().position(|other| other == home)?;
            let own = callee.result[at];
            let extension = match own.bits() {
                bits if bits == scalar.bits() => Extension::None,
                bits if bits > scalar.bits() && is_general(own) => Extension::None,
                bits if bits < scalar.bits() && scalar.bits() <= widened(bits) => self.extension(callee.func)?,
                _ => return None,
            };
            Some((at, extension))
        };
        taken.iter().zip(&call.result).map(source).collect()
    }

    /// How a function widens its result, if it does.
    fn extension(&self, func: FuncId) -> Option<Extension> {
        let flags = &self.program.module.attrs[self.program.module.funcs[func].attrs].ret.flags;
        match (flags.has(AttrFlags::ZERO_EXT), flags.has(AttrFlags::SIGN_EXT)) {
            (true, _) => Some(Extension::Zero),
            (_, true) => Some(Extension::Sign),
            _ => None,
        }
    }

    /// The parts of a result as a caller takes them who called through another prototype.
    pub(crate) fn adapt_result(
        &mut self,
        state: &State,
        call: &Call,
        callee: &Code,
        values: &[Value],
    ) -> Result<Vec<Value>, Stop> {
        let sources = self.result_sources(call, callee);
        let mut parts = Vec::with_capacity(sources.len());
        for (source, scalar) in sources.into_iter().zip(&call.result) {
            parts.push(match source {
                None => {
                    let zero = braid_code::zero(&mut self.pool, Scalar::Int(scalar.bits()));
                    let fault = self.misread(callee, "its result is used as a value that it does not give");
                    self.poisoned(state, zero, scalar.bits(), Value::Word(0), fault)?
                }
                Some((at, extension)) => {
                    let (from, to) = (callee.result[at].bits(), scalar.bits());
                    match extension {
                        Extension::None => algebra::trunc(&mut self.pool, from, to, values[at]),
                        Extension::Zero => algebra::zext(&mut self.pool, from, to, values[at]),
                        Extension::Sign => algebra::sext(&mut self.pool, from, to, values[at]),
                    }
                }
            });
        }
        Ok(parts)
    }

    fn misread(&self, callee: &Code, what: &str) -> Fault {
        let name = self.program.name(callee.func);
        Fault::new(FaultKind::BadCall, format!("'{name}' is called through another prototype: {what}"))
    }
}

/// How a result becomes wider.
#[derive(Clone, Copy)]
enum Extension {
    None,
    Zero,
    Sign,
}

/// To how many bits a function of x86 widens a result of fewer: a truth value to a byte, what lies above is not said.
fn widened(bits: u32) -> u32 {
    if bits == 1 { 8 } else { 32 }
}

/// Whether the parts of a result are what the caller takes; one that takes none is content with any.
fn result_fits(call: &Call, callee: &Code) -> bool {
    call.result.is_empty() || call.result.iter().map(|s| s.bits()).eq(callee.result.iter().map(|s| s.bits()))
}

/// The arguments that are parameters of a function that takes variable ones, too; all of another.
fn fixed_arguments<'a>(call: &'a Call, callee: &Code) -> &'a [Argument] {
    if callee.varargs { &call.args[..(call.fixed as usize).min(call.args.len())] } else { &call.args }
}

/// Whether a parameter in the place of an argument reads it right: the same, or the lower part of an integer.
fn is_readable(sent: Scalar, read: Scalar) -> bool {
    let general = is_general(sent) && is_general(read);
    sent.bits() == read.bits() && (general || sent == read) || general && sent.bits() > read.bits() && sent.bits() <= 64
}

fn is_general(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::Float(_))
}

/// In which registers a scalar is returned: general ones, vector ones, or those of the x87.
fn return_kind(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Float(braid_ir::FloatKind::X86Extended) => 2,
        Scalar::Float(_) => 1,
        _ => 0,
    }
}
