//! Variable arguments after the System V ABI of x86-64: `va_start` lays out what the compiler's code then reads itself.
//!
//! clang takes a `va_list` apart in the program: a struct with the offsets of the next general and the next vector
//! register in a save area, and the address of the arguments that came on the stack.

use braid_ir::{FloatKind, Type, TypeId};

use super::Machine;
use super::call::Argument;
use super::failure::{Fault, Step, invalid};
use super::memory::Region;
use super::value::{Scalar, Value};

/// Bytes of the save area that hold general registers: six of eight bytes.
const GENERAL: u64 = 48;
/// Bytes of the whole save area: eight vector registers of 16 bytes behind the general ones.
const SAVED: u64 = 176;
/// Bytes of a `va_list`.
const LIST: u64 = 24;

/// Where the next argument of each class goes.
struct Cursor {
    general: u64,
    vector: u64,
    stack: u64,
    save: u64,
}

/// Where an argument travels.
enum Class {
    /// In this many general registers.
    General(u64),
    /// In a vector register.
    Vector,
    /// On the stack, with this size and alignment.
    Stack(u64, u64),
}

impl Machine<'_> {
    /// Fills the `va_list` at `list` with the variable arguments of the current function.
    pub(super) fn va_start(&mut self, list: u64) -> Step<()> {
        let frame = self.frame();
        let (func, arguments) = (frame.func, frame.arguments.clone());
        let Type::Function { params, .. } = &self.module.types[self.module.funcs[func].ty] else {
            return Err(invalid("a function without a function type"));
        };
        let mut room = 16;
        for argument in &arguments {
            room += self.most_room(argument)?;
        }
        let stack = self.memory.allocate(Region::Stack, room, 16);
        let save = self.memory.allocate(Region::Stack, SAVED, 16);
        let mut cursor = Cursor { general: 0, vector: GENERAL, stack, save };
        for argument in arguments.iter().take(params.len()) {
            self.pass(&mut cursor, argument)?;
        }
        let Cursor { general, vector, stack, .. } = cursor;
        for argument in arguments.iter().skip(params.len()) {
            self.pass(&mut cursor, argument)?;
        }
        self.memory.store(list, &Scalar::int(32, u128::from(general)))?;
        self.memory.store(list + 4, &Scalar::int(32, u128::from(vector)))?;
        self.memory.store(list + 8, &Scalar::int(64, u128::from(stack)))?;
        Ok(self.memory.store(list + 16, &Scalar::int(64, u128::from(save)))?)
    }

    /// Copies a `va_list`.
    pub(super) fn va_copy(&mut self, to: u64, from: u64) -> Step<()> {
        Ok(self.memory.copy(to, from, LIST)?)
    }

    /// Enough room for an argument on the stack.
    fn most_room(&self, argument: &Argument) -> Step<u64> {
        let ty = argument.by_val.map(|(ty, _)| ty).or(argument.ty).ok_or_else(|| invalid("an untyped argument"))?;
        Ok(self.size_of(ty)? + 64)
    }

    /// Puts an argument where the ABI says.
    fn pass(&mut self, cursor: &mut Cursor, argument: &Argument) -> Step<()> {
        if let Some((ty, align)) = argument.by_val {
            let from = argument.value.scalar().and_then(Scalar::defined).ok_or(Fault::Undefined("an address"))?;
            let (from, size) = (from.low64(), self.size_of(ty)?);
            let to = cursor.on_stack(size, align);
            return Ok(self.memory.copy(to, from, size)?);
        }
        let ty = argument.ty.ok_or_else(|| invalid("an untyped argument"))?;
        self.pass_value(cursor, ty, &argument.value)
    }

    fn pass_value(&mut self, cursor: &mut Cursor, ty: TypeId, value: &Value) -> Step<()> {
        let types = &self.module.types;
        if let (Type::Struct { .. } | Type::Array { .. }, Value::Many(parts)) = (&types[ty], value) {
            for (i, part) in (0..).zip(parts.iter()) {
                let member = self.module.types.member(ty, i).ok_or_else(|| invalid("an argument of too many parts"))?;
                self.pass_value(cursor, member, part)?;
            }
            return Ok(());
        }
        let to = match self.class(ty)? {
            Class::General(n) if cursor.general + 8 * n <= GENERAL => {
                cursor.general += 8 * n;
                cursor.save + cursor.general - 8 * n
            }
            Class::General(n) => cursor.on_stack(8 * n, 8 * n),
            Class::Vector if cursor.vector < SAVED => {
                cursor.vector += 16;
                cursor.save + cursor.vector - 16
            }
            Class::Vector => cursor.on_stack(self.size_of(ty)?, self.size_of(ty)?),
            Class::Stack(size, align) => cursor.on_stack(size, align),
        };
        self.store(ty, to, value)
    }

    fn class(&self, ty: TypeId) -> Step<Class> {
        Ok(match &self.module.types[ty] {
            Type::Int(bits) if *bits > 128 => Class::Stack(self.size_of(ty)?, 8),
            Type::Int(bits) => Class::General(if *bits > 64 { 2 } else { 1 }),
            Type::Ptr { .. } => Class::General(1),
            Type::Float(FloatKind::X86Extended) => Class::Stack(16, 16),
            Type::Float(_) => Class::Vector,
            Type::Vector { .. } if self.size_of(ty)? <= 16 => Class::Vector,
            _ => Class::Stack(self.size_of(ty)?, self.module.layout.align(&self.module.types, ty)),
        })
    }
}

impl Cursor {
    /// The next place on the stack.
    fn on_stack(&mut self, size: u64, align: u64) -> u64 {
        let at = self.stack.next_multiple_of(align.max(8));
        self.stack = at + size.next_multiple_of(8);
        at
    }
}
