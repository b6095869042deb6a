//! The program before it starts: addresses and contents of global variables, and the list of constructors.
//!
//! All addresses are fixed before any contents are written, because initialisers may name each other in a circle.

use braid_code::{is_deferred, zero};
use braid_entity::Entity;
use braid_ir::{ConstId, Constant, FuncId, GlobalId, Linkage, Type, TypeId};
use braid_state::memory::{CallPath, Contents, Identity, Memory, Object, Origin, OriginKind, Site};
use braid_state::{State, Value};

use crate::executor::Executor;

/// A variable that is defined nowhere gets at least this much room, so that addresses inside of it are its own.
const EXTERNAL_ROOM: u64 = 64;

/// The site of global variables: no function has this number.
const GLOBALS: u32 = u32::MAX;

/// The work of writing a part of a variable, which allocates, in units of the interrupt.
const UNITS_OF_A_PART: u32 = 8;

/// The list of constructors.
const CONSTRUCTORS: &str = "llvm.global_ctors";

/// The priority of constructors and destructors that have none.
const NO_PRIORITY: u64 = 65535;

impl Executor {
    /// A state before the program's first instruction, without any frame. Fails on what cannot be represented.
    pub fn initial_state(&mut self) -> Result<State, String> {
        let layout = &self.program.module.layout;
        if layout.is_big_endian() || layout.pointer(0).bits != self.program.addresses.bits() {
            return Err("only little-endian programs with pointers of 32 or 64 bits can be run".to_owned());
        }
        for id in self.program.module.globals.ids() {
            if !self.program.sections.contains_key(&id) {
                self.place_global(id)?;
            }
        }
        for (&id, part) in &self.program.sections {
            self.program.variables[id] = self.program.variables[part.section] + part.offset;
        }
        let mut memory = Memory::of(self.program.addresses);
        for id in self.program.module.globals.ids() {
            if let Some(object) = self.global_object(id)? {
                memory.insert(object);
            }
        }
        let mut state = State::new(memory);
        if self.looks_at_exceptions() {
            state.float_env.watch();
        }
        Ok(state)
    }

    /// How many bytes a variable takes.
    fn room(&self, id: GlobalId) -> u64 {
        let module = &self.program.module;
        let global = &module.globals[id];
        let size = module.layout.size(&module.types, global.ty).unwrap_or(0);
        if global.init.is_some() { size } else { size.max(EXTERNAL_ROOM) }
    }

    /// Fixes the address of a variable.
    fn place_global(&mut self, id: GlobalId) -> Result<(), String> {
        let module = &self.program.module;
        let global = &module.globals[id];
        if global.symbol.linkage == Linkage::ExternWeak && global.init.is_none() {
            self.program.variables[id] = 0;
            return Ok(());
        }
        let align = global.align.max(module.layout.align(&module.types, global.ty)).max(16).next_power_of_two();
        let name = module.names.get(global.symbol.name).to_owned();
        let site = Site { function: GLOBALS, instruction: id.as_u32() };
        let identity = Identity { site, path: CallPath::default(), count: 0 };
        let room = self.room(id);
        let base = self
            .slots
            .place_global(&identity, id.as_u32(), room, align)
            .map_err(|error| format!("the variable '{name}': {error}"))?;
        self.program.variables[id] = base;
        if !self.program.addresses.is_near(base) {
            self.program.far_variables.push((base, room));
        }
        Ok(())
    }

    /// The object of a variable as it is before the program starts; none if it has none of its own.
    pub fn fresh_variable(&mut self, id: GlobalId) -> Result<Option<Object>, String> {
        self.global_object(id)
    }

    /// The object of a variable with its contents.
    fn global_object(&mut self, id: GlobalId) -> Result<Option<Object>, String> {
        let base = self.program.variables[id];
        let global = self.program.module.globals[id].clone();
        let is_part = self.program.sections.contains_key(&id);
        if base == 0 || is_part || global.symbol.linkage == Linkage::Appending {
            return Ok(None);
        }
        let room = self.room(id);
        let size = usize::try_from(room).map_err(|_| "a variable larger than memory".to_owned())?;
        let name = self.program.module.names.get(global.symbol.name).into();
        let site = Site { function: GLOBALS, instruction: id.as_u32() };
        let Some(init) = global.init else {
            let origin = Origin { kind: OriginKind::Undefined, site, name: Some(name) };
            return Ok(Some(Object::new(base, Value::Word(0), room, origin)));
        };
        let mut contents = Contents::of_bytes(&vec![0; size]);
        self.initialise(&mut contents, global.ty, init)
            .map_err(|what| format!("the initial value of '{name}' holds {what}"))?;
        let origin = Origin { kind: OriginKind::Global, site, name: Some(name) };
        let object = Object::new(base, Value::Word(room), room, origin).with_contents(contents);
        Ok(Some(if global.constant { object.read_only() } else { object }))
    }

    /// Writes a constant without making a value of it: arrays may be large.
    fn initialise(&mut self, contents: &mut Contents, ty: TypeId, constant: ConstId) -> Result<(), String> {
        let mut open = vec![(ty, 0u64, constant)];
        while let Some((ty, offset, id)) = open.pop() {
            if self.pool.interrupt().spend(UNITS_OF_A_PART) {
                return Err("too much to be laid out in time".to_owned());
            }
            let module = &self.program.module;
            match &module.consts[id] {
                Constant::Zero(_) | Constant::Null(_) | Constant::Undef(_) | Constant::Poison(_) => {}
                Constant::Bytes { bytes, .. } => contents.write_bytes(offset, bytes),
                Constant::Aggregate { parts, .. } if !matches!(module.types[ty], Type::Vector { .. }) => {
                    for (at, &part) in (0..).zip(parts) {
                        let member = module.types.member(ty, at).ok_or("too many parts")?;
                        let within =
                            module.layout.member_offset(&module.types, ty, at).ok_or("a part without a place")?;
                        open.push((member, offset + within, part));
                    }
                }
                _ => self.initialise_scalars(contents, ty, offset, id)?,
            }
        }
        Ok(())
    }

    fn initialise_scalars(
        &mut self,
        contents: &mut Contents,
        ty: TypeId,
        offset: u64,
        id: ConstId,
    ) -> Result<(), String> {
        let leaves = braid_code::leaves(&self.program.module, ty)?;
        let values = self.program.constant(&mut self.pool, id)?;
        for (leaf, &value) in leaves.iter().zip(values.iter()) {
            let (bits, bytes) = (leaf.scalar.bits(), leaf.scalar.bytes());
            // Before a program starts, its variables are zero where nobody says more.
            let value = if is_deferred(&self.pool, value) { zero(&mut self.pool, leaf.scalar) } else { value };
            let value = braid_state::algebra::zext(&mut self.pool, bits, bytes * 8, value);
            contents.write(&self.pool, offset + leaf.offset, bytes, value);
        }
        Ok(())
    }

    /// The destructor that runs as number `at`, from 0, of those with or without a priority: the last one of the list first.
    pub fn destructor(&mut self, at: u64, prioritised: bool) -> Result<Option<FuncId>, String> {
        if self.program.destructors.is_none() {
            let mut found = self.prioritised("llvm.global_dtors")?;
            found.reverse();
            let (with, without) = found.into_iter().partition::<Vec<_>, _>(|&(priority, _)| priority < NO_PRIORITY);
            let funcs = |list: Vec<(u64, FuncId)>| list.into_iter().map(|(_, func)| func).collect();
            self.program.destructors = Some([funcs(without), funcs(with)]);
        }
        let destructors = self.program.destructors.as_ref().map(|lists| &lists[usize::from(prioritised)]);
        Ok(destructors.zip(usize::try_from(at).ok()).and_then(|(list, at)| list.get(at).copied()))
    }

    /// The functions of a list of constructors, in their order.
    pub fn structors(&mut self, list: &str) -> Result<Vec<FuncId>, String> {
        Ok(self.prioritised(list)?.into_iter().map(|(_, func)| func).collect())
    }

    /// The functions of a list of constructors or destructors with their priorities, which ascend. Variables in the section that a linker
    /// makes of the list belong to it.
    fn prioritised(&mut self, list: &str) -> Result<Vec<(u64, FuncId)>, String> {
        let mut found = self.listed(list)?;
        let section = if list == CONSTRUCTORS { ".init_array" } else { ".fini_array" };
        found.extend(self.in_section(section)?);
        found.sort_by_key(|&(priority, _)| priority);
        Ok(found)
    }

    /// The functions that variables of a section name; the priority stands behind the section's name.
    fn in_section(&mut self, section: &str) -> Result<Vec<(u64, FuncId)>, String> {
        let module = &self.program.module;
        let priority = |name: &str| {
            let rest = name.strip_prefix(section)?;
            if rest.is_empty() { Some(NO_PRIORITY) } else { rest.strip_prefix('.')?.parse().ok() }
        };
        let variables = module.globals.values().filter_map(|global| {
            let name = module.names.get(global.symbol.section?);
            Some((priority(name)?, global.init?))
        });
        let mut found = Vec::new();
        for (priority, init) in variables.collect::<Vec<_>>() {
            let values = self.program.constant(&mut self.pool, init)?;
            let functions = values.iter().filter_map(|value| self.program.function_at(value.word()?));
            found.extend(functions.map(|func| (priority, func)));
        }
        Ok(found)
    }

    /// The functions of a list with their priorities.
    fn listed(&mut self, list: &str) -> Result<Vec<(u64, FuncId)>, String> {
        let module = &self.program.module;
        let Some(name) = module.names.find(list) else { return Ok(Vec::new()) };
        let Some(init) =
            module.globals.values().find(|global| global.symbol.name == name).and_then(|global| global.init)
        else {
            return Ok(Vec::new());
        };
        let values = self.program.constant(&mut self.pool, init)?;
        // Each entry has a priority, a function and some data.
        let entries = values.chunks_exact(3);
        Ok(entries.filter_map(|entry| Some((entry[0].word()?, self.program.function_at(entry[1].word()?)?))).collect())
    }
}
