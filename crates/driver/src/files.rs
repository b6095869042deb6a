//! The files of the runtime's model where a path ends: read from its tables (`runtime/src/file.h`), as an input makes them.

use std::collections::BTreeMap;

use braid_exec::Executor;
use braid_expr::{Evaluator, Model};
use braid_report::Bytes;
use braid_report::bytes::escape;
use braid_state::{State, Value};

use crate::witness::word;

/// Rows and layout of the tables, as the runtime has them.
const NODES: u64 = 96;
const NODE_SIZE: u64 = 72;
const ENTRIES: u64 = 96;
const ENTRY_SIZE: u64 = 272;
const NAME_AT: u64 = 16;
const NAME_SIZE: u64 = 256;
const TYPE_MASK: u64 = 0o170_000;
const REGULAR: u64 = 0o100_000;
/// Files that have more bytes together are not told.
const MAX_BYTES: u64 = 1 << 20;

/// The regular files by path; none if the program has none, or too large ones.
pub(crate) fn at_the_end(exec: &mut Executor, state: &State, model: &Model) -> Option<BTreeMap<String, Bytes>> {
    let nodes = variable(exec, "__braid_nodes")?;
    let entries = variable(exec, "__braid_entries")?;
    let mut reader = Reader { exec, state, model, evaluator: Evaluator::new() };
    let mut names: Vec<(u64, u64, String)> = Vec::new();
    for at in 0..ENTRIES {
        let row = entries + at * ENTRY_SIZE;
        let folder = reader.number(row, 4);
        if folder == 0 {
            break;
        }
        let (node, length) = (reader.number(row + 4, 4), reader.number(row + 8, 4));
        let name = reader.bytes(row + NAME_AT, length.min(NAME_SIZE));
        names.push((folder - 1, node, escape(&name)));
    }
    let (mut files, mut left) = (BTreeMap::new(), MAX_BYTES);
    for (folder, node, name) in &names {
        let row = nodes + node.min(&(NODES - 1)) * NODE_SIZE;
        let (mode, size) = (reader.number(row, 4), reader.number(row + 24, 8));
        if mode & TYPE_MASK == REGULAR {
            left = left.checked_sub(size)?;
            let width = reader.exec.program.addresses.bytes();
            let bytes = reader.number(row + 48, width);
            files.insert(path(&names, *folder, name)?, Bytes(reader.bytes(bytes, size)));
        }
    }
    (!files.is_empty()).then_some(files)
}

/// The path of a name in a folder.
fn path(names: &[(u64, u64, String)], folder: u64, name: &str) -> Option<String> {
    let (mut folder, mut path) = (folder, format!("/{name}"));
    for _ in 0..=names.len() {
        if folder == 0 {
            return Some(path);
        }
        let above = names.iter().find(|(_, node, _)| *node == folder)?;
        path = format!("/{}{path}", above.2);
        folder = above.0;
    }
    None
}

/// The address of a variable of the runtime.
fn variable(exec: &Executor, name: &str) -> Option<u64> {
    let module = &exec.program.module;
    let name = module.names.find(name)?;
    let (variable, _) = module.globals.iter().find(|(_, global)| global.symbol.name == name)?;
    Some(exec.program.address_of_variable(variable))
}

struct Reader<'a> {
    exec: &'a mut Executor,
    state: &'a State,
    model: &'a Model,
    evaluator: Evaluator,
}

impl Reader<'_> {
    fn byte(&mut self, address: u64) -> u8 {
        let Some(object) = self.state.memory.find(address) else { return 0 };
        let offset = address - object.base();
        if offset >= object.capacity() {
            return 0;
        }
        let value: Value = object.contents.read(&mut self.exec.pool, offset, 1);
        word(self.exec, &mut self.evaluator, self.model, value) as u8
    }

    fn bytes(&mut self, address: u64, count: u64) -> Vec<u8> {
        (0..count).map(|at| self.byte(address + at)).collect()
    }

    /// A number of so many bytes.
    fn number(&mut self, address: u64, bytes: u64) -> u64 {
        (0..bytes).rev().fold(0, |number, at| number << 8 | u64::from(self.byte(address + at)))
    }
}
