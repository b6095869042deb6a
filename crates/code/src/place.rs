//! Where in the source a state stands, for people.

use braid_ir::FuncId;
use braid_ir::debug::{Loc, LocId};
use braid_state::State;

use crate::code::Pc;
use crate::program::Program;

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// The file, as the compiler was given it; empty if unknown.
    pub file: String,
    /// The folder that the file's name is relative to.
    pub directory: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The function in the source.
    pub function: String,
    /// The file that the code was read from.
    pub origin: String,
}

/// A frame of a call stack in the source; inlined calls are frames of their own.
pub type Frame = Place;

/// A place in the source, for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourcePlace {
    /// The file; empty if unknown.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The function.
    pub function: String,
}

impl core::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.file.is_empty() {
            return write!(f, "in {}", self.function);
        }
        write!(f, "{}:{} in {}", self.file, self.line, self.function)
    }
}

/// How many frames of a deep call stack are told on the inside, and how many on the outside.
const INNERMOST: usize = 128;
const OUTERMOST: usize = 32;

impl Program {
    /// The file that the code of a function was read from.
    pub fn origin(&self, func: FuncId) -> &str {
        let origin = self.module.funcs[func].symbol.origin as usize;
        self.module.origins.get(origin).map_or("", String::as_str)
    }

    /// The place of an operation: that of the innermost inlined call.
    pub fn place(&self, func: FuncId, pc: Pc) -> Place {
        self.places(func, pc).into_iter().next().unwrap_or_default()
    }

    /// The same, in short.
    pub fn source_place(&self, func: FuncId, pc: Pc) -> SourcePlace {
        let place = self.place(func, pc);
        SourcePlace { file: place.file, line: place.line, function: place.function }
    }

    /// The place of an operation and the inlined calls around it, from inside out.
    pub fn places(&self, func: FuncId, pc: Pc) -> Vec<Place> {
        let code = self.ready(func);
        let loc = code.locs.get(pc as usize).copied().flatten();
        let Some(loc) = loc else {
            let function = self.name(func).to_owned();
            return vec![Place { function, origin: self.origin(func).to_owned(), ..Place::default() }];
        };
        self.places_of(func, loc)
    }

    fn places_of(&self, func: FuncId, loc: LocId) -> Vec<Place> {
        let debug = &self.module.debug;
        debug.inlining(loc).map(|loc| self.place_of(func, &loc)).collect()
    }

    /// A location as a place.
    pub fn place_of(&self, func: FuncId, loc: &Loc) -> Place {
        let debug = &self.module.debug;
        let names = &self.module.names;
        let file = debug.file_of(loc.scope).map(|file| &debug.files[file]);
        let scope = debug.function_of(loc.scope).and_then(|scope| debug.scopes[scope].name);
        Place {
            file: file.map(|file| names.get(file.name).to_owned()).unwrap_or_default(),
            directory: file.map(|file| names.get(file.directory).to_owned()).unwrap_or_default(),
            line: loc.line,
            column: loc.column,
            function: scope.map_or_else(|| self.name(func).to_owned(), |name| names.get(name).to_owned()),
            origin: self.origin(func).to_owned(),
        }
    }

    /// The call stack of a state, from inside out; of a deep one not what is in the middle.
    pub fn stack(&self, state: &State) -> Vec<Frame> {
        let outer = state.stack.depth().saturating_sub(OUTERMOST);
        let frames = state.stack.frames().enumerate().filter(|&(above, _)| above < INNERMOST || above >= outer);
        frames.flat_map(|(_, frame)| self.places(frame.func, frame.pc)).collect()
    }
}
