//! The body of a function: blocks of instructions in SSA form.

use braid_entity::{EntityMap, Symbol, entity};

use crate::debug::{LocId, ScopeId};
use crate::inst::Inst;
use crate::types::TypeId;

entity!(
    /// A value of a function: a parameter or the result of an instruction.
    ValueId,
    "v"
);
entity!(
    /// A basic block of a function.
    BlockId,
    "block"
);
entity!(
    /// An instruction of a function.
    InstId,
    "inst"
);

impl BlockId {
    /// Where a function begins; nothing jumps there.
    pub const ENTRY: BlockId = BlockId::numbered(0);
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The parameter with this number.
    Param(u32),
    /// The result of this instruction.
    Inst(InstId),
}

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its type, never void.
    pub ty: TypeId,
    /// Where it comes from.
    pub def: ValueDef,
    /// Its name in the source, as far as it is known.
    pub name: Option<Symbol>,
}

/// An instruction in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstData {
    /// The instruction.
    pub inst: Inst,
    /// The value it gives, unless its type is void.
    pub result: Option<ValueId>,
    /// Where it stands in the source, as far as it is known.
    pub loc: Option<LocId>,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Its instructions: phis first, the terminator last.
    pub insts: Vec<InstId>,
    /// Its name in the source module, as far as it is known.
    pub name: Option<Symbol>,
}

/// The body of a function. Parameters are its first values. Instructions and blocks that passes took out stay in their
/// tables without being reached from [`order`](Body::order).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// All values; parameters first.
    pub values: EntityMap<ValueId, Value>,
    /// All instructions.
    pub insts: EntityMap<InstId, InstData>,
    /// All blocks.
    pub blocks: EntityMap<BlockId, Block>,
    /// The blocks of the function in layout order; the entry first.
    pub order: Vec<BlockId>,
    /// The subprogram it was made from.
    pub scope: Option<ScopeId>,
}

impl Body {
    /// Adds a parameter; all of them before any other value.
    pub fn add_param(&mut self, ty: TypeId) -> ValueId {
        let index = u32::try_from(self.values.len()).expect("parameters are few");
        self.values.push(Value { ty, def: ValueDef::Param(index), name: None })
    }
    /// Adds an empty block at the end of the layout.
    pub fn add_block(&mut self) -> BlockId {
        let block = self.blocks.push(Block::default());
        self.order.push(block);
        block
    }
    /// Makes an instruction, and its result if `ty` is given, without putting it into a block.
    pub fn make_inst(&mut self, inst: Inst, ty: Option<TypeId>, loc: Option<LocId>) -> InstId {
        let id = self.insts.next_id();
        let result = ty.map(|ty| self.values.push(Value { ty, def: ValueDef::Inst(id), name: None }));
        self.insts.push(InstData { inst, result, loc })
    }
    /// Makes an instruction and puts it at the end of `block`.
    pub fn append(&mut self, block: BlockId, inst: Inst, ty: Option<TypeId>, loc: Option<LocId>) -> InstId {
        let id = self.make_inst(inst, ty, loc);
        self.blocks[block].insts.push(id);
        id
    }
    /// The last instruction of a block; absent only while the body is being built.
    pub fn terminator(&self, block: BlockId) -> Option<&Inst> {
        self.blocks[block].insts.last().map(|&id| &self.insts[id].inst)
    }
    /// How many instructions stand in blocks of the layout.
    pub fn inst_count(&self) -> usize {
        self.order.iter().map(|&block| self.blocks[block].insts.len()).sum()
    }
}
