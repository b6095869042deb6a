//! Functions: headers with the other symbols, bodies after all of them, because a call needs the callee's type.
//!
//! Values and blocks keep the numbers they have in the text, so that printing gives the same text again and ids mean
//! the same in a listing and in a log. Numbers that are left out become values and blocks that stand nowhere.

use braid_entity::{Entity, EntityMap, Symbol};

use super::{Parse, Parser, Wrong};
use crate::attributes::Attributes;
use crate::body::{Block, BlockId, Body, InstData, InstId, Value, ValueDef, ValueId};
use crate::debug::{LocId, ScopeId};
use crate::inst::{Inst, Operand};
use crate::module::{BodyState, FuncId, Function};
use crate::text::lexer::Kind;
use crate::types::{Type, TypeId, TypeTable};

/// A body that is still to be read: its tokens, and what the header says.
pub(super) struct PendingBody {
    func: FuncId,
    start: usize,
    end: usize,
    params: Vec<Value>,
    scope: Option<ScopeId>,
}

/// A body while it is being read.
pub(super) struct Draft {
    /// What the function returns.
    pub(super) ret: TypeId,
    values: Vec<Option<Value>>,
    blocks: Vec<Option<Block>>,
    insts: EntityMap<InstId, InstData>,
    order: Vec<BlockId>,
    /// Values and blocks that were named before they were defined, with the token.
    pending_values: Vec<(ValueId, usize)>,
    pending_blocks: Vec<(BlockId, usize)>,
}

/// The parts of a list of parameters.
struct Params {
    types: Vec<TypeId>,
    attributes: Vec<Attributes>,
    values: Vec<Value>,
    varargs: bool,
}

impl Parser<'_> {
    /// `declare` or `define` with its header; the body is left for later.
    pub(super) fn function(&mut self, end: usize) -> Parse<()> {
        let defined = self.cursor.bump() == "define";
        // The name comes later in the line.
        let mut symbol = self.symbol_prefix(Symbol::from_u32(0))?;
        let convention = self.convention()?;
        let ret_attributes = self.attributes()?;
        let ret = self.ty()?;
        symbol.name = self.symbol_name()?;
        let params = self.params(defined)?;
        let func_attributes = self.attributes()?;
        let attrs = self.attribute_list(func_attributes, ret_attributes, params.attributes)?;
        let extra = ["align", "addrspace", "gc", "personality", "prefix", "prologue", "scope"];
        let suffix = self.suffix(&mut symbol, &extra)?;
        let ty = Type::Function { ret, params: params.types.into(), varargs: params.varargs };
        let ty = self.module.types.intern(ty);
        let func = self.module.funcs.push(Function {
            symbol,
            ty,
            attrs,
            convention,
            space: suffix.space,
            align: suffix.align,
            personality: suffix.personality,
            prefix: suffix.prefix,
            prologue: suffix.prologue,
            gc: suffix.gc,
            body: BodyState::Declared,
        });
        if defined {
            self.cursor.sign(b'{')?;
            let start = self.cursor.at;
            self.bodies.push(PendingBody { func, start, end, params: params.values, scope: suffix.scope });
            self.cursor.at = end;
        }
        Ok(())
    }
    pub(super) fn convention(&mut self) -> Parse<u16> {
        if self.cursor.take_word("cc") { self.cursor.number_in_parens() } else { Ok(0) }
    }
    fn params(&mut self, defined: bool) -> Parse<Params> {
        self.cursor.sign(b'(')?;
        let mut params = Params { types: Vec::new(), attributes: Vec::new(), values: Vec::new(), varargs: false };
        let mut first = true;
        while !self.cursor.ends_list(b')', &mut first)? {
            if self.cursor.kind(0) == Kind::Ellipsis {
                self.cursor.bump();
                params.varargs = true;
                self.cursor.sign(b')')?;
                break;
            }
            let ty = self.ty()?;
            params.types.push(ty);
            params.attributes.push(self.attributes()?);
            if defined {
                let at = params.values.len();
                if self.cursor.peek_id::<ValueId>("v").map(Entity::index) != Some(at) {
                    return self.cursor.expected(&format!("'v{at}', the parameter"));
                }
                self.cursor.bump();
                let name = self.source_name()?;
                params.values.push(Value { ty, def: ValueDef::Param(at as u32), name });
            }
        }
        Ok(params)
    }

    /// Reads a body to its closing brace.
    pub(super) fn body(&mut self, pending: PendingBody) -> Parse<()> {
        self.cursor.enter(pending.start, pending.end);
        let ret = match self.module.types[self.module.funcs[pending.func].ty] {
            Type::Function { ret, .. } => ret,
            _ => TypeTable::VOID,
        };
        let mut draft = Draft::new(ret, pending.params);
        while !self.cursor.take_sign(b'}') {
            if self.is_block_head() {
                self.block_head(&mut draft)?;
            } else {
                self.instruction(&mut draft)?;
            }
        }
        if !self.cursor.at_end() {
            return self.cursor.expected("the next item");
        }
        let mut body = draft.finish().map_err(|(token, message)| {
            self.cursor.at = token;
            let at = self.cursor.tokens[token].start as usize;
            Wrong { at, message }
        })?;
        body.scope = pending.scope;
        self.module.funcs[pending.func].body = BodyState::Ready(Box::new(body));
        Ok(())
    }
    fn is_block_head(&self) -> bool {
        let after = self.cursor.kind(1);
        self.cursor.peek_id::<BlockId>("block").is_some() && matches!(after, Kind::Sign(b':') | Kind::Name)
    }
    fn block_head(&mut self, draft: &mut Draft) -> Parse<()> {
        let block: BlockId = self.cursor.id("block")?;
        let name = self.source_name()?;
        self.cursor.sign(b':')?;
        let at = block.index();
        if at > draft.blocks.len() {
            self.take_room(at - draft.blocks.len())?;
        }
        if draft.blocks.len() <= at {
            draft.blocks.resize(at + 1, None);
        }
        if draft.blocks[at].replace(Block { insts: Vec::new(), name }).is_some() {
            return self.cursor.wrong(format!("{block} was defined before"));
        }
        draft.order.push(block);
        Ok(())
    }
    /// `v7 %name: type = operation !location`, where the result may be absent.
    fn instruction(&mut self, draft: &mut Draft) -> Parse<()> {
        if draft.order.is_empty() {
            return self.cursor.expected("a block such as 'block0:'");
        }
        let start = self.cursor.at;
        let result = self.result(draft)?;
        let inst = self.operation(draft, result.as_ref().map(|(_, value)| value.ty))?;
        let loc = if self.cursor.is_sign(b'!') { Some(self.loc()?) } else { None };
        let id = draft.add(inst, result.as_ref().map(|(id, _)| *id), loc);
        if let Some((value, data)) = result {
            if draft.values[value.index()].is_some() {
                self.cursor.at = start;
                return self.cursor.wrong(format!("{value} was defined before"));
            }
            draft.values[value.index()] = Some(Value { def: ValueDef::Inst(id), ..data });
        }
        Ok(())
    }
    fn result(&mut self, draft: &mut Draft) -> Parse<Option<(ValueId, Value)>> {
        let after = self.cursor.kind(1);
        if self.cursor.peek_id::<ValueId>("v").is_none() || !matches!(after, Kind::Sign(b':') | Kind::Name) {
            return Ok(None);
        }
        let id: ValueId = self.cursor.id("v")?;
        let name = self.source_name()?;
        self.cursor.sign(b':')?;
        let ty = self.ty()?;
        self.cursor.sign(b'=')?;
        let at = id.index();
        if at > draft.values.len() {
            self.take_room(at - draft.values.len())?;
        }
        if draft.values.len() <= at {
            draft.values.resize(at + 1, None);
        }
        Ok(Some((id, Value { ty, def: ValueDef::Param(0), name })))
    }

    /// An operand; a constant has type `expected`, or its own before it.
    pub(super) fn operand(&mut self, draft: &mut Draft, expected: Option<TypeId>) -> Parse<Operand> {
        if let Some(value) = self.cursor.peek_id::<ValueId>("v") {
            draft.pending_values.push((value, self.cursor.at));
            self.cursor.bump();
            return Ok(Operand::value(value));
        }
        let constant = match expected {
            Some(ty) => self.constant(ty)?,
            None => self.typed_constant()?,
        };
        Ok(Operand::constant(constant))
    }
    pub(super) fn block(&mut self, draft: &mut Draft) -> Parse<BlockId> {
        let at = self.cursor.at;
        let block = self.cursor.id("block")?;
        draft.pending_blocks.push((block, at));
        Ok(block)
    }
    /// `[block1, block2]`.
    pub(super) fn blocks(&mut self, draft: &mut Draft) -> Parse<Box<[BlockId]>> {
        self.cursor.sign(b'[')?;
        let (mut blocks, mut first) = (Vec::new(), true);
        while !self.cursor.ends_list(b']', &mut first)? {
            blocks.push(self.block(draft)?);
        }
        Ok(blocks.into())
    }
}

impl Draft {
    fn new(ret: TypeId, params: Vec<Value>) -> Draft {
        Draft {
            ret,
            values: params.into_iter().map(Some).collect(),
            blocks: Vec::new(),
            insts: EntityMap::new(),
            order: Vec::new(),
            pending_values: Vec::new(),
            pending_blocks: Vec::new(),
        }
    }
    /// Puts an instruction at the end of the last block.
    fn add(&mut self, inst: Inst, result: Option<ValueId>, loc: Option<LocId>) -> InstId {
        let id = self.insts.push(InstData { inst, result, loc });
        let block = self.order.last().and_then(|block| self.blocks[block.index()].as_mut());
        block.expect("an instruction follows the head of a block").insts.push(id);
        id
    }
    /// The body, once all that it names is defined; else the token that names what is not.
    fn finish(mut self) -> Result<Body, (usize, String)> {
        let has_value = |id: ValueId| self.values.get(id.index()).is_some_and(Option::is_some);
        let has_block = |id: BlockId| self.blocks.get(id.index()).is_some_and(Option::is_some);
        if let Some((value, token)) = self.pending_values.iter().find(|(value, _)| !has_value(*value)) {
            return Err((*token, format!("{value} is not defined in this function")));
        }
        if let Some((block, token)) = self.pending_blocks.iter().find(|(block, _)| !has_block(*block)) {
            return Err((*token, format!("{block} is not defined in this function")));
        }
        // Values that are left out come from an instruction that stands in no block.
        let nowhere = self.insts.next_id();
        if self.values.iter().any(Option::is_none) {
            self.insts.push(InstData { inst: Inst::Unreachable, result: None, loc: None });
        }
        let left_out = || Value { ty: TypeTable::I1, def: ValueDef::Inst(nowhere), name: None };
        Ok(Body {
            values: self.values.into_iter().map(|value| value.unwrap_or_else(left_out)).collect(),
            insts: self.insts,
            blocks: self.blocks.into_iter().map(Option::unwrap_or_default).collect(),
            order: self.order,
            scope: None,
        })
    }
}
