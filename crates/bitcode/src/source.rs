//! The lazy bodies of a module: keeps the file and the tables, and decodes a body when it is first asked for.
//!
//! A run looks at a few bodies or at most of them. As long as it is a few, the file is kept as it is. When a quarter of
//! the bodies has been decoded the rest of them are cut out of the file, so that what was decoded need not be held
//! twice: each piece goes when its body is there.

use core::fmt;
use core::ops::Range;
use std::sync::Arc;

use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::debug::FileId;
use braid_ir::module::{BodyError, BodySource, FuncId, GlobalId};
use braid_ir::{Body, Module, Operand};

use crate::bitstream::{BlockInfo, Header, Stream};
use crate::error::Error;
use crate::function;
use crate::metadata::{Context, Input};
use crate::tables::Tables;

/// The file is cut into pieces when one in this many bodies has been decoded.
const CUT_AFTER: usize = 4;

/// The bodies of one module.
pub(crate) struct Source {
    bytes: Arc<Vec<u8>>,
    /// Which bytes are the bitstream.
    stream: Range<usize>,
    info: BlockInfo,
    tables: Tables,
    /// Where the bodies are.
    bodies: Vec<Header>,
    /// The bodies that are still to be decoded, once they are cut out of the file.
    pieces: Vec<Option<Box<[u8]>>>,
    /// How many bodies have been decoded.
    decoded: usize,
    /// Room for decoding.
    scratch: function::Scratch,
}

impl Source {
    pub(crate) fn new(
        bytes: Arc<Vec<u8>>,
        stream: Range<usize>,
        info: BlockInfo,
        tables: Tables,
        bodies: Vec<Header>,
    ) -> Self {
        let scratch = function::Scratch::default();
        Source { bytes, stream, info, tables, bodies, pieces: Vec::new(), decoded: 0, scratch }
    }

    fn body(&mut self, module: &mut Module, func: FuncId, index: usize) -> Result<Body, Error> {
        if self.pieces.is_empty() && self.decoded > self.bodies.len() / CUT_AFTER {
            self.cut();
        }
        let header = self.bodies[index];
        let data = &self.bytes[self.stream.clone()];
        let body = match self.pieces.get(index) {
            Some(piece) => piece.as_deref().unwrap_or_default(),
            None => &data[header.bytes()],
        };
        let mut stream = Stream::inside(body, header, &self.info)?;
        let input = Input { module: data, body: (body, header.start), info: &self.info };
        let values = self.tables.values.len();
        let result = function::read(&mut stream, module, &mut self.tables, input, func, &mut self.scratch);
        // What belongs to the function goes, whether it could be read or not.
        self.tables.values.truncate(values);
        self.tables.metadata.leave_function();
        let body = result?;
        self.decoded += 1;
        if let Some(piece) = self.pieces.get_mut(index) {
            *piece = None;
        }
        Ok(body)
    }

    /// The file and line of a variable, from the node that is attached to it.
    fn variable(&mut self, module: &mut Module, global: GlobalId) -> Result<Option<(FileId, u32)>, Error> {
        let Source { bytes, stream, info, tables, scratch, .. } = self;
        let input = Input { module: &bytes[stream.clone()], body: (&[], 0), info };
        let Tables { metadata, values, .. } = tables;
        metadata.prepare(input)?;
        let address = module.consts.find(&Constant::Global(GlobalRef::Var(global))).map(Operand::constant);
        let Some(value) = values.iter().position(|value| Some(value.operand) == address) else { return Ok(None) };
        let Some(node) = metadata.of_symbol(value as u64).next() else { return Ok(None) };
        Context { metadata, module, values, input, record: &mut scratch.metadata }.global_variable(node)
    }

    /// Cuts the bodies out of the file and lets go of the rest, unless someone else holds the file or it is not laid
    /// out as LLVM does, metadata first and bodies behind it.
    fn cut(&mut self) {
        let first = self.bodies.iter().map(|header| header.start).min().unwrap_or(0);
        let Some(bytes) = Arc::get_mut(&mut self.bytes) else { return };
        if self.tables.metadata.end() > first {
            return;
        }
        let data = &bytes[self.stream.clone()];
        self.pieces = self.bodies.iter().map(|header| Some(data[header.bytes()].into())).collect();
        let end = self.stream.start + (first / 8) as usize;
        self.stream.end = end;
        bytes.truncate(end);
        bytes.shrink_to_fit();
    }
}

impl BodySource for Source {
    fn decode(&mut self, module: &mut Module, func: FuncId, index: u32) -> Result<Body, BodyError> {
        // Offsets count from the start of the file, not of the bitstream in its wrapper.
        let shift = self.stream.start as u64 * 8;
        self.body(module, func, index as usize).map_err(|error| BodyError(Box::new(error.shifted(shift))))
    }
    fn declaration(&mut self, module: &mut Module, global: GlobalId) -> Option<(FileId, u32)> {
        self.variable(module, global).ok().flatten()
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bitcode with {} bodies, {} decoded", self.bodies.len(), self.decoded)
    }
}
