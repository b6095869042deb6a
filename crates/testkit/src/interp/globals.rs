//! The program before it starts: addresses of global variables, their contents, and the list of constructors.
//!
//! All addresses are fixed before any contents are written, because initialisers may name each other in a circle.

use braid_entity::Entity;
use braid_ir::{ConstId, Constant, FuncId, GlobalRef, Linkage, TypeId};

use super::Machine;
use super::failure::{Fault, Step, Unsupported, invalid};
use super::host;
use super::memory::Region;
use super::value::{Scalar, Value};

/// Where the addresses of functions begin; they are 16 bytes apart.
const FUNCTIONS: u64 = 0x10_0000;
/// Where the addresses of blocks begin; they are 16 bytes apart.
const BLOCKS: u64 = 0x800_0000;
/// A variable that is defined elsewhere gets at least this much room: what is known of it is only its name.
const EXTERNAL_ROOM: u64 = 64;

impl Machine<'_> {
    /// Gives every global variable an address and its contents.
    pub(super) fn set_up_globals(&mut self) -> Step<()> {
        let module = self.module;
        if module.layout.is_big_endian() || module.layout.pointer(0).bits != 64 {
            return Err(Unsupported::Target.into());
        }
        for global in module.globals.values() {
            if global.symbol.linkage == Linkage::ExternWeak && global.init.is_none() {
                self.globals.push(0);
                continue;
            }
            let size = module.layout.size(&module.types, global.ty).unwrap_or(0);
            let room = if global.init.is_some() { size } else { size.max(EXTERNAL_ROOM) };
            let align = global.align.max(module.layout.align(&module.types, global.ty)).max(16);
            let address = self.memory.allocate(Region::Globals, room, align);
            // Padding and what is defined elsewhere are zero in a loaded program.
            self.memory.write_bytes(address, &vec![0; room as usize])?;
            self.globals.push(address);
        }
        for (id, global) in module.globals.iter() {
            let address = self.globals[id.index()];
            if let Some(init) = global.init
                && global.symbol.linkage != Linkage::Appending
            {
                self.initialise(global.ty, address, init)?;
            }
            if global.constant && global.init.is_some() {
                self.memory.protect(address);
            }
        }
        Ok(())
    }

    /// Writes a constant to memory without making a value of it: arrays may be large.
    fn initialise(&mut self, ty: TypeId, address: u64, constant: ConstId) -> Step<()> {
        let module = self.module;
        let mut work = vec![(ty, address, constant)];
        while let Some((ty, address, constant)) = work.pop() {
            match &module.consts[constant] {
                Constant::Zero(_) | Constant::Null(_) | Constant::Undef(_) | Constant::Poison(_) => {}
                Constant::Bytes { bytes, .. } => self.memory.write_bytes(address, bytes)?,
                Constant::Aggregate { parts, .. } if !matches!(module.types[ty], braid_ir::Type::Vector { .. }) => {
                    for (i, &part) in (0..).zip(parts.iter()) {
                        let member = module.types.member(ty, i).ok_or_else(|| invalid("too many parts"))?;
                        let offset = module.layout.member_offset(&module.types, ty, i);
                        let offset = offset.ok_or_else(|| invalid("a part without an offset"))?;
                        work.push((member, address + offset, part));
                    }
                }
                _ => {
                    let value = self.constant(constant)?;
                    self.store(ty, address, &value)?;
                }
            }
        }
        Ok(())
    }

    /// The address of a symbol.
    pub(super) fn address_of(&mut self, symbol: GlobalRef) -> Step<Value> {
        match symbol {
            GlobalRef::Var(id) => Ok(Value::ptr(self.globals[id.index()])),
            GlobalRef::Func(id) => {
                let function = &self.module.funcs[id];
                let name = self.module.names.get(function.symbol.name);
                let missing = function.symbol.linkage == Linkage::ExternWeak
                    && !function.body.is_defined()
                    && host::find(name).is_none();
                Ok(Value::ptr(if missing { 0 } else { FUNCTIONS + 16 * u64::from(id.as_u32()) }))
            }
            GlobalRef::Alias(id) => self.constant(self.module.aliases[id].target),
            GlobalRef::IFunc(_) => Err(Unsupported::Constant("the address of an indirect function").into()),
        }
    }

    /// The function at an address.
    pub(super) fn function_at(&self, address: u64) -> Step<FuncId> {
        let number = address.wrapping_sub(FUNCTIONS);
        let known = number.is_multiple_of(16) && number / 16 < self.module.funcs.len() as u64;
        if known { Ok(FuncId::from_u32((number / 16) as u32)) } else { Err(Fault::BadCall(address).into()) }
    }

    /// The address of a block.
    pub(super) fn address_of_block(&mut self, func: FuncId, block: braid_ir::BlockId) -> Value {
        let next = self.blocks.len();
        let number = *self.block_numbers.entry((func, block)).or_insert(next);
        if number == next {
            self.blocks.push((func, block));
        }
        Value::ptr(BLOCKS + 16 * number as u64)
    }

    /// The block at an address.
    pub(super) fn block_at(&self, address: u64) -> Option<(FuncId, braid_ir::BlockId)> {
        let number = address.wrapping_sub(BLOCKS);
        if number.is_multiple_of(16) { self.blocks.get(usize::try_from(number / 16).ok()?).copied() } else { None }
    }

    /// The functions of a list of constructors or destructors, by ascending priority.
    pub(super) fn structors(&mut self, list: &str) -> Step<Vec<FuncId>> {
        let module = self.module;
        let Some(name) = module.names.find(list) else { return Ok(Vec::new()) };
        let Some(global) = module.globals.values().find(|global| global.symbol.name == name) else {
            return Ok(Vec::new());
        };
        let Some(init) = global.init else { return Ok(Vec::new()) };
        let entries = self.constant(init)?;
        let mut functions = Vec::new();
        for entry in entries.parts().unwrap_or_default() {
            let number = |at: usize| -> Step<u64> {
                let part = entry.parts().and_then(|parts| parts.get(at)?.scalar());
                Ok(part.and_then(Scalar::defined).ok_or_else(|| invalid("a list of constructors"))?.low64())
            };
            if number(1)? != 0 {
                functions.push((number(0)?, self.function_at(number(1)?)?));
            }
        }
        functions.sort_by_key(|(priority, _)| *priority);
        Ok(functions.into_iter().map(|(_, func)| func).collect())
    }
}
