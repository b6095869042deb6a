//! The lazy bodies of a module: keeps the file and the tables, and decodes a body when it is first asked for.

use core::fmt;
use core::ops::Range;
use std::sync::Arc;

use braid_ir::module::{BodyError, BodySource, FuncId};
use braid_ir::{Body, Module};

use crate::bitstream::{BlockInfo, Header, Stream};
use crate::error::Error;
use crate::function;
use crate::metadata::Input;
use crate::tables::Tables;

/// The bodies of one module.
pub(crate) struct Source {
    bytes: Arc<Vec<u8>>,
    /// Which bytes are the bitstream.
    stream: Range<usize>,
    info: BlockInfo,
    tables: Tables,
    /// Where the bodies are.
    bodies: Vec<Header>,
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
        Source { bytes, stream, info, tables, bodies, scratch: function::Scratch::default() }
    }
    fn body(&mut self, module: &mut Module, func: FuncId, index: u32) -> Result<Body, Error> {
        let data = &self.bytes[self.stream.clone()];
        let header = self.bodies[index as usize];
        let mut stream = Stream::resume(data, header, &self.info)?;
        let input = Input { bytes: data, info: &self.info };
        let values = self.tables.values.len();
        let body = function::read(&mut stream, module, &mut self.tables, input, func, &mut self.scratch);
        // What belongs to the function goes, whether it could be read or not.
        self.tables.values.truncate(values);
        self.tables.metadata.leave_function();
        body
    }
}

impl BodySource for Source {
    fn decode(&mut self, module: &mut Module, func: FuncId, index: u32) -> Result<Body, BodyError> {
        let shift = self.stream.start as u64 * 8;
        self.body(module, func, index).map_err(|error| BodyError(Box::new(error.shifted(shift))))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bitcode of {} bytes with {} bodies", self.bytes.len(), self.bodies.len())
    }
}
