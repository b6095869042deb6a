//! FUNCTION blocks: the body of one function, record by record.
//!
//! A record is one LLVM instruction; most become one instruction of Braid's, address computations become several. The
//! arms of [`Reader::instruction`] are grouped in the files beside this one. Values are numbered as LLVM numbers them
//! ([`values`]); blocks keep their LLVM numbers.

mod arithmetic;
mod calls;
mod control;
mod debug;
mod exceptions;
mod memory;
mod values;

use braid_entity::Entity;
use braid_ir::body::{Block, BlockId, Body, InstId};
use braid_ir::debug::LocId;
use braid_ir::inst::{Bundle, Inst};
use braid_ir::module::FuncId;
use braid_ir::types::{Type, TypeId};
use braid_ir::{Module, Operand};

use crate::bitstream::{Entry, Header, Record, Stream};
use crate::codes::{block, function as code, metadata, symtab};
use crate::error::Error;
use crate::metadata::{Context, Input};
use crate::tables::Tables;
use crate::types::NO_TYPE;
use crate::value::Val;

use values::{Forward, Operands};

/// A block ends with a record, and no record takes fewer bits than this.
const MIN_TERMINATOR_BITS: u64 = 4;

/// Reads the body of `func`, whose block `stream` has just entered.
pub(crate) fn read(
    stream: &mut Stream<'_>,
    module: &mut Module,
    tables: &mut Tables,
    input: Input<'_>,
    func: FuncId,
    scratch: &mut Scratch,
) -> Result<Body, Error> {
    scratch.clear();
    let mut reader = Reader {
        module,
        tables,
        input,
        func,
        body: &mut scratch.body,
        list: &mut scratch.list,
        block: None,
        forward: Forward::default(),
        group: Group::default(),
        waiting: Vec::new(),
        bundles: Vec::new(),
        loc: None,
        scratch: &mut scratch.metadata,
        seen: &mut scratch.seen,
    };
    reader.params();
    reader.records(stream, &mut scratch.record)?;
    reader.finish(&scratch.record)
}

/// Room that is used for one body after the other, so that each body is allocated once, at its final size.
#[derive(Default)]
pub(crate) struct Scratch {
    body: Body,
    list: Vec<InstId>,
    record: Record,
    /// For nodes of debug information.
    pub(crate) metadata: Record,
    seen: Vec<(u32, u32)>,
}

impl Scratch {
    fn clear(&mut self) {
        self.body.values.clear();
        self.body.insts.clear();
        self.body.blocks.clear();
        self.body.scope = None;
        self.list.clear();
        self.seen.clear();
    }
}

struct Reader<'a> {
    module: &'a mut Module,
    tables: &'a mut Tables,
    input: Input<'a>,
    func: FuncId,
    /// The body in the making; the instructions of the current group's block stand in `list`.
    body: &'a mut Body,
    /// The instructions of the block that is being filled.
    list: &'a mut Vec<InstId>,
    /// The block that instructions are added to; none before the blocks are declared and after the last.
    block: Option<BlockId>,
    forward: Forward,
    group: Group,
    /// Debug instructions that belong before the current group.
    waiting: Vec<InstId>,
    /// Operand bundles of the call that follows.
    bundles: Vec<Bundle>,
    /// The last location.
    loc: Option<LocId>,
    /// A buffer for metadata records.
    scratch: &'a mut Record,
    /// Per block, the number of the last phi that has an entry for it, and which of its entries.
    seen: &'a mut Vec<(u32, u32)>,
}

/// The instructions that the last LLVM instruction became.
#[derive(Default, Clone, Copy)]
struct Group {
    /// The block they stand in.
    block: Option<BlockId>,
    /// Their place in it.
    at: usize,
    /// The first and one past the last of them.
    insts: (u32, u32),
    /// Whether it is a phi, which nothing but phis may stand before.
    phi: bool,
}

impl Reader<'_> {
    fn params(&mut self) {
        let ty = self.module.funcs[self.func].ty;
        let number = self.tables.function_type(self.func).unwrap_or(NO_TYPE);
        let Type::Function { params, .. } = &self.module.types[ty] else { return };
        for (at, &ty) in params.iter().enumerate() {
            let value = self.body.add_param(ty);
            let llvm = self.tables.types.component(number, at + 1).unwrap_or(NO_TYPE);
            self.tables.values.push(Val { operand: Operand::value(value), ty, llvm });
        }
    }

    fn records(&mut self, stream: &mut Stream<'_>, record: &mut Record) -> Result<(), Error> {
        loop {
            match stream.next()? {
                Entry::End => return Ok(()),
                Entry::Block(header) => self.inner_block(stream, header)?,
                Entry::Record(shape) => {
                    stream.read(shape, record)?;
                    self.record(record, stream)?;
                }
            }
        }
    }

    fn inner_block(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        match header.id {
            block::CONSTANTS => crate::constants::read(stream, header, self.module, self.tables),
            block::METADATA => {
                stream.enter(header)?;
                self.tables.metadata.enter_function(stream, self.input)
            }
            block::VALUE_SYMTAB => self.names(stream, header),
            block::METADATA_ATTACHMENT => self.attachments(stream, header),
            _ => stream.skip(header),
        }
    }

    fn record(&mut self, record: &Record, stream: &Stream<'_>) -> Result<(), Error> {
        match record.code {
            code::DECLAREBLOCKS => self.declare_blocks(record, stream),
            // Which functions use block addresses of this one: known from the constants.
            code::BLOCKADDR_USERS => Ok(()),
            code::DEBUG_LOC => self.location(record),
            code::DEBUG_LOC_AGAIN => {
                self.locate();
                Ok(())
            }
            code::DEBUG_RECORD_VALUE
            | code::DEBUG_RECORD_VALUE_SIMPLE
            | code::DEBUG_RECORD_DECLARE
            | code::DEBUG_RECORD_DECLARE_VALUE
            | code::DEBUG_RECORD_ASSIGN => self.debug_record(record),
            code::DEBUG_RECORD_LABEL => Ok(()),
            code::OPERAND_BUNDLE => self.bundle(record),
            _ => {
                self.begin(record)?;
                let ops = &mut Operands::new(record);
                self.instruction(ops)?;
                self.end();
                Ok(())
            }
        }
    }

    /// One LLVM instruction.
    fn instruction(&mut self, ops: &mut Operands<'_>) -> Result<(), Error> {
        match ops.record.code {
            code::INST_BINOP => self.binary(ops),
            code::INST_UNOP => self.unary(ops),
            code::INST_CAST => self.cast(ops),
            code::INST_CMP | code::INST_CMP2 => self.compare(ops),
            code::INST_SELECT => self.select(ops, false),
            code::INST_VSELECT => self.select(ops, true),
            code::INST_FREEZE => self.freeze(ops),
            code::INST_EXTRACTVAL => self.extract_value(ops),
            code::INST_INSERTVAL => self.insert_value(ops),
            code::INST_EXTRACTELT => self.extract_element(ops),
            code::INST_INSERTELT => self.insert_element(ops),
            code::INST_SHUFFLEVEC => self.shuffle(ops),
            code::INST_GEP | code::INST_GEP_OLD | code::INST_INBOUNDS_GEP_OLD => self.gep(ops),
            code::INST_ALLOCA => self.alloca(ops),
            code::INST_LOAD => self.load(ops, false),
            code::INST_LOADATOMIC => self.load(ops, true),
            code::INST_STORE | code::INST_STORE_OLD => self.store(ops, false),
            code::INST_STOREATOMIC | code::INST_STOREATOMIC_OLD => self.store(ops, true),
            code::INST_CMPXCHG | code::INST_CMPXCHG_OLD => self.compare_exchange(ops),
            code::INST_ATOMICRMW | code::INST_ATOMICRMW_OLD => self.atomic_rmw(ops),
            code::INST_FENCE => self.fence(ops),
            code::INST_CALL => self.call(ops),
            code::INST_INVOKE => self.invoke(ops),
            code::INST_CALLBR => self.call_br(ops),
            code::INST_VAARG => self.va_arg(ops),
            code::INST_RET => self.ret(ops),
            code::INST_BR => self.branch(ops),
            code::INST_SWITCH => self.switch(ops),
            code::INST_INDIRECTBR => self.indirect_branch(ops),
            code::INST_UNREACHABLE => self.terminator(Inst::Unreachable, ops.record),
            code::INST_PHI => self.phi(ops),
            code::INST_LANDINGPAD | code::INST_LANDINGPAD_OLD => self.landing_pad(ops),
            code::INST_RESUME => self.resume(ops),
            code::INST_CLEANUPRET => self.cleanup_ret(ops),
            code::INST_CATCHRET => self.catch_ret(ops),
            code::INST_CATCHPAD | code::INST_CLEANUPPAD => self.funclet_pad(ops),
            code::INST_CATCHSWITCH => self.catch_switch(ops),
            _ => Err(ops.record.too_new("a known instruction")),
        }
    }

    fn declare_blocks(&mut self, record: &Record, stream: &Stream<'_>) -> Result<(), Error> {
        let count = record.operand(0)?;
        let room = stream.bits_left() / MIN_TERMINATOR_BITS;
        if count == 0 || count > room || !self.body.blocks.is_empty() {
            return Err(record.corrupt(format!("1 to {room} blocks, declared once")).found(count));
        }
        self.body.blocks = (0..count).map(|_| Block::default()).collect();
        self.body.order = self.body.blocks.ids().collect();
        self.seen.resize(count as usize, (u32::MAX, 0));
        self.block = Some(BlockId::ENTRY);
        Ok(())
    }

    /// Prepares for the instructions that a record becomes.
    fn begin(&mut self, record: &Record) -> Result<(), Error> {
        let Some(block) = self.block else {
            return Err(record.corrupt("instructions only in declared blocks, one terminator each"));
        };
        let carried = self.flush_debug(record.code == code::INST_PHI, block);
        if self.group.block != Some(block) {
            self.close_block();
        }
        let first = self.body.insts.len() as u32;
        let at = self.list.len();
        self.group = Group { block: Some(block), at, insts: (first, first), phi: record.code == code::INST_PHI };
        self.forward.used = false;
        self.waiting = carried;
        Ok(())
    }
    /// Gives the block of the last group its instructions. Not earlier: debug records may follow its terminator.
    fn close_block(&mut self) {
        if let Some(block) = self.group.block {
            self.body.blocks[block].insts = self.list.drain(..).collect();
        }
    }
    fn end(&mut self) {
        self.group.insts.1 = self.body.insts.len() as u32;
    }

    /// Adds an instruction to the current block; `ty` is the type of its result.
    fn emit(&mut self, inst: Inst, ty: Option<TypeId>, record: &Record) -> Result<InstId, Error> {
        if self.block.is_none() {
            return Err(record.corrupt("instructions only in declared blocks, one terminator each"));
        }
        let id = self.body.make_inst(inst, ty, None);
        self.list.push(id);
        if self.forward.used {
            self.forward.users.push(id);
        }
        Ok(id)
    }
    /// Adds an instruction that is used only by those that follow for the same record.
    fn emit_value(&mut self, inst: Inst, ty: TypeId, record: &Record) -> Result<Operand, Error> {
        let id = self.emit(inst, Some(ty), record)?;
        Ok(Operand::value(self.body.insts[id].result.expect("it has a type")))
    }
    /// Adds an instruction and gives its result the next value number.
    fn define(&mut self, inst: Inst, ty: TypeId, llvm: u32, record: &Record) -> Result<(), Error> {
        let operand = self.emit_value(inst, ty, record)?;
        self.push_value(Val { operand, ty, llvm }, record)
    }
    /// Adds an instruction without a result.
    fn effect(&mut self, inst: Inst, record: &Record) -> Result<(), Error> {
        self.emit(inst, None, record).map(drop)
    }
    /// Adds a terminator and goes on to the next block.
    fn terminator(&mut self, inst: Inst, record: &Record) -> Result<(), Error> {
        self.emit(inst, None, record)?;
        self.next_block();
        Ok(())
    }
    fn next_block(&mut self) {
        let next = self.block.map_or(0, |block| block.index() + 1);
        self.block = (next < self.body.blocks.len()).then(|| BlockId::new(next));
    }
    /// The block with this number.
    fn target(&self, number: u64, record: &Record) -> Result<BlockId, Error> {
        if number < self.body.blocks.len() as u64 {
            return Ok(BlockId::new(number as usize));
        }
        Err(record.corrupt(format!("a block number below {}", self.body.blocks.len())).found(number))
    }

    /// Names of values and blocks, where the producer kept them.
    fn names(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        stream.enter(header)?;
        let mut record = core::mem::take(self.scratch);
        while stream.next_record(&mut record)? {
            match record.code {
                symtab::ENTRY => {
                    let number = record.operand(0)?;
                    let val = usize::try_from(number).ok().and_then(|at| self.tables.values.get(at));
                    let Some(val) = val else { return Err(record.corrupt("the number of a value").found(number)) };
                    if let Some(value) = val.operand.as_value().filter(|value| self.body.values.contains(*value)) {
                        self.body.values[value].name = Some(self.module.names.intern(&record.text(1)?));
                    }
                }
                symtab::BBENTRY => {
                    let block = self.target(record.operand(0)?, &record)?;
                    self.body.blocks[block].name = Some(self.module.names.intern(&record.text(1)?));
                }
                _ => {}
            }
        }
        *self.scratch = record;
        Ok(())
    }

    /// Metadata that hangs on the function itself: the subprogram it was made from.
    fn attachments(&mut self, stream: &mut Stream<'_>, header: Header) -> Result<(), Error> {
        /// The number of the kind "dbg", fixed by LLVM.
        const DBG: u64 = 0;
        stream.enter(header)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            // An odd number of operands begins with an instruction: what hangs there are hints for an optimiser.
            if record.code != metadata::ATTACHMENT || record.operands.len() % 2 != 0 {
                continue;
            }
            let dbg = record.operands.chunks_exact(2).find(|pair| pair[0] == DBG).map(|pair| pair[1]);
            if let Some(node) = dbg {
                self.body.scope = self.debug_context()?.scope(node)?;
            }
        }
        Ok(())
    }

    /// What decoding debug information works with.
    fn debug_context(&mut self) -> Result<Context<'_>, Error> {
        let Tables { metadata, values, .. } = &mut *self.tables;
        metadata.prepare(self.input)?;
        Ok(Context { metadata, module: self.module, values, input: self.input, record: self.scratch })
    }

    /// Checks that the body is whole, and gives it away.
    fn finish(mut self, record: &Record) -> Result<Body, Error> {
        if self.body.blocks.is_empty() {
            return Err(record.corrupt("a body with blocks"));
        }
        if let Some(block) = self.block {
            return Err(record.corrupt(format!("a terminator at the end of {block}")));
        }
        if !self.bundles.is_empty() {
            return Err(record.corrupt("a call after operand bundles"));
        }
        self.flush_debug(false, BlockId::ENTRY);
        self.close_block();
        self.resolve_forward(record)?;
        Ok(Body {
            values: self.body.values.take_exact(),
            insts: self.body.insts.take_exact(),
            blocks: core::mem::take(&mut self.body.blocks),
            order: core::mem::take(&mut self.body.order),
            scope: self.body.scope,
        })
    }
}
