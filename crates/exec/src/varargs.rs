//! Variable arguments after the System V ABIs of x86-64 and i386: `va_start` lays out what the compiler's code then reads itself.
//!
//! On i386 a `va_list` is a pointer to the arguments, which all came on the stack, one after another. On x86-64
//! clang takes it apart in the program: a struct with the offsets of the next general and the next vector
//! register in a save area, and the address of the arguments that came on the stack. Both areas are objects of their own
//! that end with the call. What no argument was put into is never written: a read of it is a call with too few arguments, or with
//! arguments that travel in registers of the other kind. That is `bad-call`, not an access out of bounds: the machine reads whatever
//! the register holds, and no sanitizer but MemorySanitizer sees it.

use core::ops::Range;

use braid_code::{Argument, Code, Scalar, leaves};
use braid_ir::{FloatKind, FuncId, Type};
use braid_state::memory::{AddressSpace, OriginKind, Site};
use braid_state::{State, Value, VarArg, algebra};

use crate::access::{Intent, Spot};
use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::size::Extent;
use crate::stop::{Ending, Stop};

/// Bytes of the save area that hold general registers: six of eight bytes.
const GENERAL: u64 = 48;
/// Bytes of the whole save area: eight vector registers of 16 bytes behind the general ones.
const SAVED: u64 = 176;
/// Bytes of a `va_list`.
const LIST: u64 = 24;
/// Where the address of the arguments on the stack lies in a `va_list`.
const OVERFLOW: u64 = 8;
/// Where the address of the save area lies in a `va_list`.
const SAVE: u64 = 16;

/// Where an argument travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// In this many general registers.
    General(u64),
    /// In a vector register; on the stack it takes this many bytes.
    Vector(u64),
    /// On the stack, with this size and alignment.
    Stack(u64, u64),
}

/// A place of an argument: an offset in the save area or on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    Saved(u64),
    Stack(u64),
}

/// Where the next argument of each class goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    general: u64,
    vector: u64,
    stack: u64,
    /// Bytes of a word on the stack.
    word: u64,
}

impl Cursor {
    /// Before the first argument.
    pub(crate) fn new(addresses: AddressSpace) -> Cursor {
        Cursor { general: 0, vector: GENERAL, stack: 0, word: addresses.bytes() }
    }
    /// Finds a place for an argument.
    pub(crate) fn place(&mut self, class: Class) -> Home {
        match class {
            Class::General(n) if self.general + 8 * n <= GENERAL => {
                self.general += 8 * n;
                Home::Saved(self.general - 8 * n)
            }
            Class::General(n) => self.on_stack(8 * n, 8 * n),
            Class::Vector(_) if self.vector < SAVED => {
                self.vector += 16;
                Home::Saved(self.vector - 16)
            }
            Class::Vector(size) => self.on_stack(size, size),
            Class::Stack(size, align) => self.on_stack(size, align),
        }
    }

    fn on_stack(&mut self, size: u64, align: u64) -> Home {
        let at = self.stack.next_multiple_of(align.max(self.word));
        self.stack = at + size.next_multiple_of(self.word);
        Home::Stack(at)
    }
}

impl Executor {
    /// The variable arguments of a call; a vector travels as one value.
    pub(crate) fn variable_arguments(&mut self, state: &State, code: &Code, args: &[Argument]) -> Vec<VarArg> {
        let mut list = Vec::new();
        for argument in args {
            let parts = argument.parts.iter().zip(&argument.scalars).map(|(&part, &scalar)| VarArg {
                value: self.get(state, code, part),
                bits: scalar.bits(),
                float: matches!(scalar, Scalar::Float(_)),
                by_value: argument.by_value,
            });
            let parts: Vec<VarArg> = parts.collect();
            if argument.vector {
                let whole = parts.into_iter().reduce(|low, high| self.joined(low, high));
                list.extend(whole.map(|whole| VarArg { float: true, ..whole }));
            } else {
                list.extend(parts);
            }
        }
        list
    }

    /// Two lanes as one value.
    fn joined(&mut self, low: VarArg, high: VarArg) -> VarArg {
        let value = algebra::concat(&mut self.pool, (high.value, high.bits), (low.value, low.bits));
        VarArg { value, bits: low.bits + high.bits, ..low }
    }

    /// Gives a function that was just entered copies of variable arguments that are passed in memory.
    pub(crate) fn copy_variable(&mut self, state: &mut State, mut list: Vec<VarArg>) -> Result<Vec<VarArg>, Stop> {
        for argument in &mut list {
            let Some((size, align)) = argument.by_value else { continue };
            let site = self.site(state);
            let copy = self.allocate(state, Extent::of(size), align, OriginKind::Argument, site)?;
            state.stack.top_mut().locals.push(copy);
            self.copy(state, Value::Word(copy), argument.value, Value::Word(size))?;
            argument.value = Value::Word(copy);
        }
        Ok(list)
    }

    /// Fills the `va_list` at an address with the variable arguments of the current function.
    pub(crate) fn va_start(&mut self, state: &mut State, list: Value) -> Result<(), Stop> {
        let top = state.stack.top();
        let (func, site) = (top.func, self.site(state));
        let arguments = top.varargs.clone().unwrap_or_default();
        self.locate(state, list, Value::Word(self.list_bytes()), Intent::Write)?;
        let start = Cursor { stack: 0, ..self.fixed(func) };
        let mut cursor = start;
        let homes: Vec<Home> = arguments.iter().map(|argument| cursor.place(self.class(argument))).collect();
        let stack = self.allocate(state, Extent::of(cursor.stack), 16, OriginKind::Variadic, site)?;
        state.stack.top_mut().locals.push(stack);
        let save = if self.is_narrow() { stack } else { self.save_area(state, site)? };
        for (argument, home) in arguments.iter().zip(homes) {
            let to = match home {
                Home::Saved(offset) => save + offset,
                Home::Stack(offset) => stack + offset,
            };
            self.pass(state, argument, Value::Word(to))?;
        }
        if self.is_narrow() {
            return self.store(state, list, self.program.addresses.bits(), Value::Word(stack));
        }
        for (offset, bits, word) in
            [(0, 32, start.general), (4, 32, start.vector), (OVERFLOW, 64, stack), (SAVE, 64, save)]
        {
            let at = self.address_plus(list, offset);
            self.store(state, at, bits, Value::Word(word))?;
        }
        Ok(())
    }

    /// The area for arguments that came in registers.
    fn save_area(&mut self, state: &mut State, site: Site) -> Result<u64, Stop> {
        let save = self.allocate(state, Extent::of(SAVED), 16, OriginKind::Variadic, site)?;
        state.stack.top_mut().locals.push(save);
        Ok(save)
    }

    /// Bytes of a `va_list`.
    pub(crate) fn list_bytes(&self) -> u64 {
        if self.is_narrow() { self.program.addresses.bytes() } else { LIST }
    }

    /// Whether all arguments come on the stack.
    fn is_narrow(&self) -> bool {
        self.program.addresses == AddressSpace::Narrow
    }

    /// How an argument travels.
    fn class(&self, argument: &VarArg) -> Class {
        match argument.by_value {
            Some((size, align)) => Class::Stack(size, if self.is_narrow() { align.min(4) } else { align }),
            None => self.class_of(argument.bits, argument.float),
        }
    }

    /// How a scalar, or a vector as one value, travels.
    pub(crate) fn class_of(&self, bits: u32, float: bool) -> Class {
        let bytes = u64::from(bits.div_ceil(8));
        if self.is_narrow() {
            return narrow_class(bits, float);
        }
        match (bits, float) {
            (_, true) if bits == FloatKind::X86Extended.bits() => Class::Stack(16, 16),
            (0..=128, true) => Class::Vector(bytes),
            (0..=64, false) => Class::General(1),
            (65..=128, false) => Class::General(2),
            _ => Class::Stack(bytes, bytes.next_power_of_two()),
        }
    }

    /// Puts an argument in its place.
    fn pass(&mut self, state: &mut State, argument: &VarArg, to: Value) -> Result<(), Stop> {
        match argument.by_value {
            Some((size, _)) => self.copy_memory(state, to, argument.value, Value::Word(size)),
            None => self.store(state, to, argument.bits, argument.value),
        }
    }

    /// Which registers the parameters that a function names take.
    fn fixed(&self, func: FuncId) -> Cursor {
        let module = &self.program.module;
        let mut cursor = Cursor::new(self.program.addresses);
        let Type::Function { params, .. } = &module.types[module.funcs[func].ty] else { return cursor };
        for (at, &ty) in params.iter().enumerate() {
            if module.attrs.param(module.funcs[func].attrs, at).is_some_and(|attrs| attrs.by_val.is_some()) {
                continue;
            }
            let parts = leaves(module, ty).unwrap_or_default();
            if let (Type::Vector { .. }, Some(size)) = (&module.types[ty], module.layout.size(&module.types, ty)) {
                cursor.place(if size <= 16 { Class::Vector(16) } else { Class::Stack(size, size) });
            } else {
                parts.iter().for_each(|leaf| {
                    cursor.place(self.class_of(leaf.scalar.bits(), matches!(leaf.scalar, Scalar::Float(_))));
                });
            }
        }
        cursor
    }

    /// The next variable argument, as the instruction `va_arg` reads it.
    pub(crate) fn va_arg(&mut self, state: &mut State, list: Value, scalar: Scalar) -> Result<Value, Stop> {
        let bits = scalar.bits();
        let class = self.class_of(bits, matches!(scalar, Scalar::Float(_)));
        if self.is_narrow() {
            return self.va_arg_on_stack(state, list, bits, class);
        }
        let (field, used, limit) = match class {
            Class::General(n) => (0, 8 * n, GENERAL),
            Class::Vector(_) => (4, 16, SAVED),
            Class::Stack(..) => (0, u64::MAX, 0),
        };
        let counter = self.address_plus(list, field);
        let next = self.load(state, counter, 32)?;
        let Some(next) = self.only_value(state, next, 32)? else {
            return Err(Stop::unsupported("a list of variable arguments at a computed place"));
        };
        if next.checked_add(used).is_some_and(|end| end <= limit) {
            let area = self.address_plus(list, SAVE);
            let area = self.load(state, area, 64)?;
            let at = self.address_plus(area, next);
            let value = self.load(state, at, bits)?;
            self.store(state, counter, 32, Value::Word(next + used))?;
            return Ok(value);
        }
        self.va_arg_on_stack(state, list, bits, class)
    }

    fn va_arg_on_stack(&mut self, state: &mut State, list: Value, bits: u32, class: Class) -> Result<Value, Stop> {
        let pointer = if self.is_narrow() { list } else { self.address_plus(list, OVERFLOW) };
        let (width, word) = (self.program.addresses.bits(), self.program.addresses.bytes());
        let area = self.load(state, pointer, width)?;
        let Some(area) = self.only_value(state, area, width)? else {
            return Err(Stop::unsupported("a list of variable arguments at a computed place"));
        };
        let (size, align) = match class {
            Class::General(n) => (8 * n, 8 * n),
            Class::Vector(size) => (size, size),
            Class::Stack(size, align) => (size, align),
        };
        let at = area.next_multiple_of(align.max(word));
        let value = self.load(state, Value::Word(at), bits)?;
        self.store(state, pointer, width, Value::Word(at + size.next_multiple_of(word)))?;
        Ok(value)
    }
}

/// Refuses a read of variable arguments where none was passed. An argument may fill a part of its word, which
/// structures are copied with, so the first byte of each word tells.
pub(crate) fn refuse_absent(state: &State, spot: Spot, size: Value, intent: Intent) -> Result<(), Stop> {
    let object = state.memory.find(spot.base).expect("a spot is in an object");
    let (Value::Word(offset), Value::Word(size)) = (spot.offset, size) else { return Ok(()) };
    if intent == Intent::Write || object.origin().kind != OriginKind::Variadic {
        return Ok(());
    }
    let mut words = (offset..offset + size).step_by(state.memory.addresses().bytes() as usize);
    if words.all(|at| object.contents.initialised(at, 1)) && !is_misread(state, spot.base, offset..offset + size) {
        Ok(())
    } else {
        Err(Stop::End(Ending::Fault(not_passed())))
    }
}

/// How a scalar, or a vector as one value, travels on i386.
fn narrow_class(bits: u32, float: bool) -> Class {
    let bytes = u64::from(bits.div_ceil(8));
    let is_vector = float && bits > FloatKind::X86Extended.bits();
    Class::Stack(bytes, if is_vector { bytes } else { 4 })
}

/// The largest number that is told from a structure, which may be copied with several arguments' bytes, by its bytes.
const NUMBER: u64 = 8;

/// Whether bytes of variable arguments on i386, where all travel on the stack, are a part of a floating-point number, or several arguments
/// read as one number.
fn is_misread(state: &State, base: u64, bytes: Range<u64>) -> bool {
    if state.memory.addresses() != AddressSpace::Narrow || bytes.end - bytes.start > NUMBER {
        return false;
    }
    let owner = state.stack.frames().find(|frame| frame.locals.contains(&base));
    let arguments = owner.and_then(|frame| frame.varargs.as_deref()).unwrap_or_default();
    let mut cursor = Cursor::new(AddressSpace::Narrow);
    arguments.iter().any(|argument| {
        let class = match argument.by_value {
            Some((size, align)) => Class::Stack(size, align.min(4)),
            None => narrow_class(argument.bits, argument.float),
        };
        let (Class::Stack(size, _), Home::Stack(at)) = (class, cursor.place(class)) else { return false };
        let is_touched = at < bytes.end && bytes.start < at + size;
        let is_whole = bytes.start <= at && at + size <= bytes.end;
        let is_more = bytes.end - bytes.start > size.next_multiple_of(4);
        argument.by_value.is_none() && is_touched && (argument.float && !is_whole || is_whole && is_more)
    })
}

/// More variable arguments are read than were passed.
pub(crate) fn not_passed() -> Fault {
    let message = "a variable argument is read that was not passed, or was passed as one of another kind";
    Fault::new(FaultKind::BadCall, message)
}
