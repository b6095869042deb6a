//! The MODULE block: reads everything but function bodies and debug information, which are only located.

use std::sync::Arc;

use braid_entity::Interrupt;
use braid_ir::constant::{Constant, GlobalRef};
use braid_ir::module::BodyState;
use braid_ir::{DataLayout, Module};

use crate::bitstream::{Entry, Header, Record, Stream};
use crate::codes::{block, bundle_tag, module as code, symtab, sync_scope};
use crate::error::Error;
use crate::file::{File, ModuleEntry};
use crate::globals::Links;
use crate::source::Source;
use crate::tables::Tables;
use crate::{attributes, constants, types};

/// The newest version of the module block: relative operands (1), names in a string table (2).
const NEWEST_VERSION: u64 = 2;

/// Reads module `entry` of a file; its bodies stay lazy.
pub(crate) fn read(
    bytes: &Arc<Vec<u8>>,
    file: &File,
    entry: &ModuleEntry,
    origin: &str,
    interrupt: &Interrupt,
) -> Result<Module, Error> {
    let data = &bytes[file.stream.clone()];
    let mut reader = Reader {
        module: Module { origins: vec![origin.to_owned()], ..Module::default() },
        tables: Tables::new(entry.header.bytes().len() + entry.strtab.as_ref().map_or(0, |table| table.len())),
        links: Links::default(),
        groups: attributes::Groups::default(),
        bodies: Vec::new(),
        strtab: entry.strtab.clone().map(|range| &data[range]),
        record: Record::default(),
        has_layout: false,
    };
    reader.tables.budget.set_interrupt(interrupt.clone());
    let mut stream = Stream::new(data);
    stream.jump(entry.header.start)?;
    reader.block(&mut stream, entry.header)?;
    let Reader { mut module, mut tables, links, bodies, record, .. } = reader;
    if links.defined.len() != bodies.len() {
        let expected = format!("{} function bodies", links.defined.len());
        return Err(record.corrupt(expected).found(bodies.len()));
    }
    let source = module.sources.next_id();
    for (index, &func) in links.defined.iter().enumerate() {
        module.funcs[func].body = BodyState::Lazy { source, index: index as u32 };
    }
    links.resolve(&mut module, &tables)?;
    // Bodies are read later, when another interrupt may be in force.
    tables.budget.set_interrupt(Interrupt::default());
    tables.values.shrink_to_fit();
    let source = Source::new(Arc::clone(bytes), file.stream.clone(), stream.into_info(), tables, bodies);
    module.sources.push(Some(Box::new(source)));
    Ok(module)
}

struct Reader<'a> {
    module: Module,
    tables: Tables,
    links: Links<'a>,
    groups: attributes::Groups,
    /// Where function bodies are, in order.
    bodies: Vec<Header>,
    strtab: Option<&'a [u8]>,
    record: Record,
    has_layout: bool,
}

impl Reader<'_> {
    fn block(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        stream.enter(header)?;
        loop {
            match stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(header) => self.inner_block(stream, header)?,
                Entry::Record(shape) => {
                    let mut record = core::mem::take(&mut self.record);
                    stream.read(shape, &mut record)?;
                    self.tables.budget.spend(1 + record.operands.len(), &record)?;
                    let result = self.record(&record);
                    self.record = record;
                    result?;
                }
            }
        }
    }

    fn inner_block(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        let Reader { module, tables, .. } = self;
        match header.id {
            block::BLOCKINFO => stream.read_block_info(header),
            block::TYPE_NEW => {
                if tables.types.len() > 0 {
                    return Err(self.record.corrupt("one type table"));
                }
                tables.types = types::read(stream, header, module)?;
                Ok(())
            }
            block::PARAMATTR_GROUP => {
                self.groups = attributes::read_groups(stream, header, &tables.types)?;
                Ok(())
            }
            block::PARAMATTR => {
                tables.attrs = attributes::read_lists(stream, header, &self.groups, module, &mut tables.budget)?;
                Ok(())
            }
            block::CONSTANTS => constants::read(stream, header, module, tables),
            block::METADATA => {
                tables.metadata.remember(header);
                stream.skip(header)
            }
            block::FUNCTION => {
                self.bodies.push(header);
                stream.skip(header)
            }
            block::VALUE_SYMTAB if self.links.strtab.is_none() => self.symbol_names(stream, header),
            block::OPERAND_BUNDLE_TAGS => self.bundle_tags(stream, header),
            block::SYNC_SCOPE_NAMES => self.sync_scopes(stream, header),
            _ => stream.skip(header),
        }
    }

    fn record(&mut self, record: &Record) -> Result<(), Error> {
        let module = &mut self.module;
        match record.code {
            code::VERSION => return self.version(record),
            code::TRIPLE => module.triple = Some(module.names.intern(&record.text(0)?)),
            code::DATALAYOUT => return self.layout(record),
            code::ASM => module.asm.push(record.text(0)?),
            code::SECTIONNAME => self.links.sections.push(module.names.intern(&record.text(0)?)),
            code::GCNAME => self.links.collectors.push(module.names.intern(&record.text(0)?)),
            code::SOURCE_FILENAME => module.source_name = Some(module.names.intern(&record.text(0)?)),
            code::GLOBALVAR | code::FUNCTION | code::ALIAS | code::ALIAS_OLD | code::IFUNC | code::COMDAT => {
                return self.links.read(record, module, &mut self.tables);
            }
            // What is left speaks to linkers and other tools.
            _ => {}
        }
        Ok(())
    }

    fn version(&mut self, record: &Record) -> Result<(), Error> {
        let version = record.operand(0)?;
        if version > NEWEST_VERSION {
            return Err(record.too_new(format!("module version 0 to {NEWEST_VERSION}")).found(version));
        }
        self.tables.relative = version >= 1;
        self.links.strtab = (version >= 2).then(|| self.strtab.unwrap_or_default());
        Ok(())
    }

    fn layout(&mut self, record: &Record) -> Result<(), Error> {
        if self.has_layout {
            return Err(record.corrupt("one data layout"));
        }
        self.has_layout = true;
        let layout = DataLayout::parse(&record.text(0)?);
        self.module.layout = layout.map_err(|error| record.corrupt("a data layout").found(error))?;
        Ok(())
    }

    /// The names of symbols in modules without a string table.
    fn symbol_names(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        stream.enter(header)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            let from = match record.code {
                symtab::ENTRY => 1,
                symtab::FNENTRY => 2,
                _ => continue,
            };
            let constant = self.tables.constant(record.operand(0)?, &record)?;
            let name = self.module.names.intern(&record.text(from)?);
            let module = &mut self.module;
            let Constant::Global(global) = module.consts[constant] else {
                return Err(record.corrupt("the number of a symbol"));
            };
            match global {
                GlobalRef::Var(id) => module.globals[id].symbol.name = name,
                GlobalRef::Alias(id) => module.aliases[id].symbol.name = name,
                GlobalRef::IFunc(id) => module.ifuncs[id].symbol.name = name,
                GlobalRef::Func(id) => {
                    module.funcs[id].symbol.name = name;
                    self.tables.note_intrinsic(id, module);
                }
            }
        }
        Ok(())
    }

    fn bundle_tags(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        stream.enter(header)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            if record.code == bundle_tag::OPERAND_BUNDLE_TAG {
                self.tables.bundle_tags.push(self.module.names.intern(&record.text(0)?));
            }
        }
        Ok(())
    }

    fn sync_scopes(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        stream.enter(header)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            if record.code == sync_scope::NAME {
                self.module.sync_scopes.push(self.module.names.intern(&record.text(0)?));
            }
        }
        Ok(())
    }
}
